/// Grids of the obstacles of labels: discs, and lines of edges.
struct LabelObstacles {
  private static let side = 32.0
  private let grid: Grid
  private var lines: [[(start: SIMD2<Double>, end: SIMD2<Double>, edge: Int)]]
  /// Discs by size: each grid has cells four times as wide as those of the one before it, and discs that are no
  /// wider than a cell. So a disc is in four cells at most, whatever its size.
  private var discs: [(grid: Grid, cells: [[Int]])] = []
  private let nodes: PlacedNodes

  /// The maximum number of edges. Pictures with more are a texture that labels overlap in any case;
  /// their ink is looked up in the coarse grid of the level of detail.
  static let edgeLimit = 10_000
  /// The minimum radius of discs; smaller ones are a texture, too.
  private static let leastRadius = 0.9
  /// True if lines are known, so that `lines` has a meaning.
  let hasLines: Bool

  /// - Parameters:
  ///   - edges: nil if there are too many.
  ///   - isEmpty: true if no label asks for obstacles.
  init(
    _ nodes: PlacedNodes, _ edges: [RoutedEdge]?, _ options: Picture.Options, isEmpty: Bool = false
  ) {
    self.nodes = nodes
    hasLines = edges != nil
    let size = SIMD2(options.width, options.height)
    grid = Grid(size, side: Self.side)
    lines = Array(repeating: [], count: grid.count)
    for (number, edge) in (edges ?? []).enumerated() {
      for (start, end) in edge.curve.chords { insert(line: start, end, of: number) }
    }
    for node in nodes.isInside.indices
    where !isEmpty && nodes.isInside[node] && nodes.radii[node] > Self.leastRadius
      && nodes.figure(node) == nil
    {
      insert(disc: node, size)
    }
  }

  private mutating func insert(disc node: Int, _ size: SIMD2<Double>) {
    let box = nodes.box(node)
    var (level, side) = (0, Self.side)
    // A cell as large as the picture is the last one.
    while side < box.size.max() && side < size.max() { (level, side) = (level + 1, 4 * side) }
    while discs.count <= level {
      let grid = Grid(size, side: discs.last.map { 4 * $0.grid.side } ?? Self.side)
      discs.append((grid, Array(repeating: [], count: grid.count)))
    }
    for cell in discs[level].grid.cells(box) { discs[level].cells[cell].append(node) }
  }

  /// Inserts the segment of a line in each cell, so that lengths add up correctly.
  private mutating func insert(line start: SIMD2<Double>, _ end: SIMD2<Double>, of edge: Int) {
    let box = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    for cell in grid.cells(box) {
      guard let (first, last) = grid.rectangle(ofCell: cell).clip(from: start, to: end) else {
        continue
      }
      lines[cell].append((start + (end - start) * first, start + (end - start) * last, edge))
    }
  }

  /// Returns the length of edges in a box of text, as a multiple of its height, and the greatest
  /// fraction of its width along which a single edge runs.
  func lines(in box: Rectangle) -> (across: Double, along: Double) {
    var length = 0.0
    var runs: [(edge: Int, width: Double)] = []
    for cell in grid.cells(box) {
      for line in lines[cell] {
        guard let (first, last) = box.clip(from: line.start, to: line.end) else { continue }
        let part = (line.end - line.start) * (last - first)
        length += part.length
        // Segments of an edge are in several cells.
        if let known = runs.firstIndex(where: { $0.edge == line.edge }) {
          runs[known].width += abs(part.x)
        } else {
          runs.append((line.edge, abs(part.x)))
        }
      }
    }
    let widest = runs.reduce(0) { max($0, $1.width) }
    return (length / max(box.size.y, 1), widest / max(box.size.x, 1))
  }

  /// Returns whether all discs of other nodes that are less than `reach` away from a box satisfy a condition on
  /// their node and distance, which is negative where the disc reaches into the box. Stops at the first that
  /// does not. Each disc is asked about once.
  func allDiscs(
    near box: Rectangle, reach: Double, besides own: Int,
    satisfy isGood: (_ node: Int, _ distance: Double) -> Bool
  ) -> Bool {
    allDiscs(
      around: box, reach: reach, besides: own, distance: { nodes.distance(of: $0, from: box) },
      satisfy: isGood)
  }

  /// The same with discs that are less than `reach` away from a straight line.
  func allDiscs(
    near start: SIMD2<Double>, _ end: SIMD2<Double>, reach: Double, besides own: Int,
    satisfy isGood: (_ node: Int) -> Bool
  ) -> Bool {
    let box = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    let along = end - start
    let square = max(along.x * along.x + along.y * along.y, 1e-12)
    func distance(_ node: Int) -> Double {
      let away = nodes.centers[node] - start
      let share = max(0, min((away.x * along.x + away.y * along.y) / square, 1))
      return (away - along * share).length - nodes.radii[node]
    }
    return allDiscs(around: box, reach: reach, besides: own, distance: distance) { node, _ in
      isGood(node)
    }
  }

  /// The same with discs whose distance from something in a box is less than `reach`.
  private func allDiscs(
    around box: Rectangle, reach: Double, besides own: Int, distance: (_ node: Int) -> Double,
    satisfy isGood: (_ node: Int, _ distance: Double) -> Bool
  ) -> Bool {
    discs.allSatisfy { grid, cells in
      let wanted = grid.range(box.inset(by: -reach))
      return wanted.rows.allSatisfy { row in
        wanted.columns.allSatisfy { column in
          cells[grid.cell(row, column)].allSatisfy { node in
            if node == own { return true }
            // Of the cells that a disc has in common with the wanted ones, only the first asks about it.
            let covered = grid.range(nodes.box(node))
            guard
              row == max(wanted.rows.lowerBound, covered.rows.lowerBound),
              column == max(wanted.columns.lowerBound, covered.columns.lowerBound)
            else { return true }
            let apart = distance(node)
            return apart >= reach || isGood(node, apart)
          }
        }
      }
    }
  }
}

/// Square cells over a picture; those at the edges stand for all beyond them.
private struct Grid {
  let side: Double
  private let columns: Int
  private let rows: Int

  init(_ size: SIMD2<Double>, side: Double) {
    self.side = side
    columns = Int(size.x / side) + 1
    rows = Int(size.y / side) + 1
  }

  var count: Int { columns * rows }

  /// Returns the rows and columns of cells that a box reaches into.
  func range(_ box: Rectangle) -> (rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
    func place(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min((value / side).rounded(.down), Double(count - 1))))
    }
    return (
      place(box.minimum.y, rows)...place(box.maximum.y, rows),
      place(box.minimum.x, columns)...place(box.maximum.x, columns)
    )
  }

  func cell(_ row: Int, _ column: Int) -> Int { row * columns + column }

  /// Returns the cells that a box reaches into.
  func cells(_ box: Rectangle) -> [Int] {
    let range = range(box)
    return range.rows.flatMap { row in range.columns.map { cell(row, $0) } }
  }

  func rectangle(ofCell cell: Int) -> Rectangle {
    let corner = SIMD2(Double(cell % columns), Double(cell / columns)) * side
    return Rectangle(minimum: corner, maximum: corner + side)
  }
}

extension PlacedNodes {
  /// The distance of a disc from a box; negative where it reaches into the box.
  func distance(of node: Int, from box: Rectangle) -> Double {
    let nearest = pointwiseMin(pointwiseMax(centers[node], box.minimum), box.maximum)
    return (nearest - centers[node]).length - radii[node]
  }
}
