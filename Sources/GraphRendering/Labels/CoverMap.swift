/// Which nodes have their middle under another node, so that a label would seem to be that one's.
struct CoverMap {
  private let keys: [Float]
  private let columns: Int
  private var front: [Float]
  private let cellOfNode: [Int]

  /// Discs smaller than this, in points, cover nothing that matters.
  private static let leastRadius = 3.0

  /// In space the nearer node covers, in the plane the larger one, which is painted later.
  init(_ nodes: PlacedNodes, _ options: Picture.Options, isSpace: Bool) {
    let side = DensityGrid.side
    let columns = Int(options.width / side) + 1
    let rows = Int(options.height / side) + 1
    let keys = nodes.radii.indices.map { Float(isSpace ? -nodes.depths[$0] : nodes.radii[$0]) }
    var front = [Float](repeating: -.infinity, count: columns * rows)
    func place(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min((value / side).rounded(.down), Double(count - 1))))
    }
    for node in nodes.radii.indices
    where nodes.isInside[node] && nodes.radii[node] > Self.leastRadius {
      let center = nodes.centers[node]
      let radius = nodes.radii[node]
      for row in place(center.y - radius, rows)...place(center.y + radius, rows) {
        for column in place(center.x - radius, columns)...place(center.x + radius, columns) {
          let middle = SIMD2(Double(column) + 0.5, Double(row) + 0.5) * side
          if (middle - center).length < radius {
            front[row * columns + column] = max(front[row * columns + column], keys[node])
          }
        }
      }
    }
    cellOfNode = nodes.centers.map { center in
      center.isFinite ? place(center.y, rows) * columns + place(center.x, columns) : 0
    }
    self.keys = keys
    self.columns = columns
    self.front = front
  }

  func isCovered(_ node: Int) -> Bool { front[cellOfNode[node]] > keys[node] }
}
