/// A grid of the obstacles of labels: discs, and lines of edges.
struct LabelObstacles {
  private static let side = 32.0
  private let columns: Int
  private let rows: Int
  private var lines: [[(start: SIMD2<Double>, end: SIMD2<Double>, edge: Int)]]
  private var discs: [[Int]]
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
    columns = Int(options.width / Self.side) + 1
    rows = Int(options.height / Self.side) + 1
    lines = Array(repeating: [], count: columns * rows)
    discs = Array(repeating: [], count: columns * rows)
    for (number, edge) in (edges ?? []).enumerated() {
      for (start, end) in edge.curve.chords { insert(line: start, end, of: number) }
    }
    for node in nodes.isInside.indices
    where !isEmpty && nodes.isInside[node] && nodes.radii[node] > Self.leastRadius
      && nodes.figure(node) == nil
    {
      for cell in cells(nodes.box(node)) { discs[cell].append(node) }
    }
  }

  private func cells(_ box: Rectangle) -> [Int] {
    func place(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min((value / Self.side).rounded(.down), Double(count - 1))))
    }
    let (left, right) = (place(box.minimum.x, columns), place(box.maximum.x, columns))
    return (place(box.minimum.y, rows)...place(box.maximum.y, rows)).flatMap { row in
      (left...right).map { row * columns + $0 }
    }
  }

  private func rectangle(ofCell cell: Int) -> Rectangle {
    let corner = SIMD2(Double(cell % columns), Double(cell / columns)) * Self.side
    return Rectangle(minimum: corner, maximum: corner + Self.side)
  }

  /// Inserts the segment of a line in each cell, so that lengths add up correctly.
  private mutating func insert(line start: SIMD2<Double>, _ end: SIMD2<Double>, of edge: Int) {
    let box = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    for cell in cells(box) {
      guard let (first, last) = rectangle(ofCell: cell).clip(from: start, to: end) else { continue }
      lines[cell].append((start + (end - start) * first, start + (end - start) * last, edge))
    }
  }

  /// Returns the length of edges in a box of text, as a multiple of its height, and the greatest
  /// fraction of its width along which a single edge runs.
  func lines(in box: Rectangle) -> (across: Double, along: Double) {
    var length = 0.0
    var runs: [(edge: Int, width: Double)] = []
    for cell in cells(box) {
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
  /// does not. A disc may be asked about more than once.
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
    cells(box.inset(by: -reach)).allSatisfy { cell in
      discs[cell].allSatisfy { node in
        if node == own { return true }
        let apart = distance(node)
        return apart >= reach || isGood(node, apart)
      }
    }
  }
}

extension PlacedNodes {
  /// The distance of a disc from a box; negative where it reaches into the box.
  func distance(of node: Int, from box: Rectangle) -> Double {
    let nearest = pointwiseMin(pointwiseMax(centers[node], box.minimum), box.maximum)
    return (nearest - centers[node]).length - radii[node]
  }
}
