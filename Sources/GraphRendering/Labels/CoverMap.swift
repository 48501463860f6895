/// Determines the nodes whose centre is hidden by another node, so that a label would seem to
/// belong to that one.
struct CoverMap {
  private let keys: [Float]
  private let front: [Float]
  private let cellOfNode: [Int]

  /// The minimum radius of covering discs, in points; smaller ones are irrelevant.
  private static let leastRadius = 3.0

  /// Creates the map. In three dimensions the nearer node covers, in two the larger one, which is
  /// painted later.
  init(_ nodes: PlacedNodes, _ options: Picture.Options, isSpace: Bool) {
    let side = DensityGrid.side
    let columns = Int(options.width / side) + 1
    let rows = Int(options.height / side) + 1
    let keys = nodes.radii.indices.map { Float(isSpace ? -nodes.depths[$0] : nodes.radii[$0]) }
    var front = [Float](repeating: -.infinity, count: columns * rows)
    func place(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min((value / side).rounded(.down), Double(count - 1))))
    }
    // The foremost discs come first. Each cell is painted once, and painted cells are skipped, so
    // that many large discs take no longer than many small ones.
    var next = Array(0...((columns + 1) * rows))
    func free(_ cell: Int) -> Int {
      var cell = cell
      while next[cell] != cell {
        next[cell] = next[next[cell]]
        cell = next[cell]
      }
      return cell
    }
    let painted = nodes.radii.indices
      .filter { nodes.isInside[$0] && nodes.radii[$0] > Self.leastRadius }
      .sorted { (keys[$1], $0) < (keys[$0], $1) }
    for node in painted {
      let center = nodes.centers[node]
      let radius = nodes.radii[node]
      for row in place(center.y - radius, rows)...place(center.y + radius, rows) {
        let height = (Double(row) + 0.5) * side - center.y
        let half = (radius * radius - height * height).squareRoot()
        // The result is NaN if the row is outside the disc.
        guard half >= 0 else { continue }
        // Rows in `next` have an additional cell at the end.
        let begin = row * (columns + 1)
        let last = begin + place(center.x + half, columns)
        var cell = free(begin + place(center.x - half, columns))
        while cell <= last {
          front[row * columns + cell - begin] = keys[node]
          next[cell] = cell + 1
          cell = free(cell)
        }
      }
    }
    cellOfNode = nodes.centers.map { center in
      center.isFinite ? place(center.y, rows) * columns + place(center.x, columns) : 0
    }
    self.keys = keys
    self.front = front
  }

  func isCovered(_ node: Int) -> Bool { front[cellOfNode[node]] > keys[node] }
}
