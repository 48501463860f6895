/// The nodes near edges, in the plane of the first two axes.
struct NearEdges<Vector: LayoutVector> {
  /// The ends of the edges.
  let links: [(first: Int32, second: Int32)]

  /// Calls `body` with each node and non-incident edge at most `reach` apart, with the vector from
  /// the node to the nearest point of the edge and its length. The order is deterministic. Returns
  /// false if it has stopped early, as more than 1,000 nodes per node and edge would have to be
  /// tested: in crowds, and where edges are long. O(nodes + edges).
  @inline(__always)
  func forEach(
    _ positions: [Vector], within reach: Double,
    _ body: (_ node: Int, _ edge: Int, _ way: SIMD2<Double>, _ distance: Double) -> Void
  ) -> Bool {
    guard let grid = Grid(positions, side: reach) else { return true }
    var budget = 1000 * (positions.count + links.count)
    let reach2 = reach * reach
    for edge in links.indices {
      let (first, second) = (Int(links[edge].first), Int(links[edge].second))
      let (from, to) = (Self.point(positions[first]), Self.point(positions[second]))
      let along = to - from
      let length2 = (along * along).sum()
      if budget < 0 { return false }
      grid.forEachNode(nearSegment: from, to, reach) { node in
        budget -= 1
        if node == first || node == second { return }
        let place = Self.point(positions[node])
        var share = 0.0
        if length2 > 0 { share = min(max(((place - from) * along).sum() / length2, 0), 1) }
        let way = from + along * share - place
        let distance2 = (way * way).sum()
        if distance2 <= reach2 { body(node, edge, way, distance2.squareRoot()) }
      }
    }
    return true
  }

  @inline(__always)
  private static func point(_ vector: Vector) -> SIMD2<Double> { SIMD2(vector[0], vector[1]) }

  /// Nodes by the square cells of a grid.
  private struct Grid {
    private let low: SIMD2<Double>
    private let side: Double
    private let columns: Int
    private let rows: Int
    private var starts: [Int32]
    private var nodes: [Int32]

    /// Creates a grid with cells of at least `side`, larger if there would be more than two per
    /// node; nil if positions are not finite.
    init?(_ positions: [Vector], side wanted: Double) {
      guard let first = positions.first else { return nil }
      var (low, high) = (point(first), point(first))
      for position in positions {
        low = pointwiseMin(low, point(position))
        high = pointwiseMax(high, point(position))
      }
      let size = high - low
      guard size.x.isFinite, size.y.isFinite, wanted > 0 else { return nil }
      let count = Double(positions.count)
      let side = max(wanted, (size.x * size.y / (2 * count)).squareRoot(), size.max() / (4 * count))
      (self.low, self.side) = (low, side)
      columns = Int(size.x / side) + 1
      rows = Int(size.y / side) + 1
      starts = [Int32](repeating: 0, count: columns * rows + 1)
      nodes = [Int32](repeating: 0, count: positions.count)
      let cells = positions.map { [columns] position in
        let cell = (point(position) - low) / side
        return Int(cell.y) * columns + Int(cell.x)
      }
      for cell in cells { starts[cell + 1] += 1 }
      for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
      var next = starts
      for (node, cell) in cells.enumerated() {
        nodes[Int(next[cell])] = Int32(node)
        next[cell] += 1
      }
    }

    /// Calls `body` with the nodes of all cells near a segment, row by row.
    @inline(__always)
    func forEachNode(
      nearSegment from: SIMD2<Double>, _ to: SIMD2<Double>, _ reach: Double, _ body: (Int) -> Void
    ) {
      let (bottom, top) = from.y <= to.y ? (from, to) : (to, from)
      let slope = top.y > bottom.y ? (top.x - bottom.x) / (top.y - bottom.y) : 0
      let firstRow = max(Int(((bottom.y - reach - low.y) / side).rounded(.down)), 0)
      let lastRow = min(Int(((top.y + reach - low.y) / side).rounded(.down)), rows - 1)
      guard firstRow <= lastRow else { return }
      for row in firstRow...lastRow {
        // The part of the segment that is near to the row.
        let floor = low.y + Double(row) * side - reach
        let ceiling = low.y + Double(row + 1) * side + reach
        var (left, right) = (bottom.x, top.x)
        if slope != 0 {
          left = bottom.x + slope * (min(max(floor, bottom.y), top.y) - bottom.y)
          right = bottom.x + slope * (min(max(ceiling, bottom.y), top.y) - bottom.y)
        }
        if left > right { swap(&left, &right) }
        let firstColumn = max(Int(((left - reach - low.x) / side).rounded(.down)), 0)
        let lastColumn = min(Int(((right + reach - low.x) / side).rounded(.down)), columns - 1)
        if firstColumn > lastColumn { continue }
        let (begin, end) = (
          starts[row * columns + firstColumn], starts[row * columns + lastColumn + 1]
        )
        for place in begin..<end { body(Int(nodes[Int(place)])) }
      }
    }
  }
}
