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
  private static let leastRadius = 2.0

  init(_ nodes: PlacedNodes, _ edges: [RoutedEdge], _ options: Picture.Options) {
    self.nodes = nodes
    columns = Int(options.width / Self.side) + 1
    rows = Int(options.height / Self.side) + 1
    lines = Array(repeating: [], count: columns * rows)
    discs = Array(repeating: [], count: columns * rows)
    for (number, edge) in edges.enumerated() {
      for (start, end) in edge.curve.chords { insert(line: start, end, of: number) }
    }
    for node in nodes.isInside.indices
    where nodes.isInside[node] && nodes.radii[node] > Self.leastRadius && nodes.figure(node) == nil
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

  /// Returns the approximate fraction of a box covered by discs of other nodes; it may exceed 1 if
  /// several overlap.
  func cover(of box: Rectangle, besides own: Int) -> Double {
    cover(of: box, by: discs(under: box, besides: own))
  }

  /// The part of a box that some discs cover, about.
  func cover(of box: Rectangle, by nodes: [Int]) -> Double {
    var area = 0.0
    for node in nodes {
      let disc = self.nodes.box(node)
      let shared =
        pointwiseMin(disc.maximum, box.maximum) - pointwiseMax(disc.minimum, box.minimum)
      area += max(shared.x, 0) * max(shared.y, 0)
    }
    return area / max(box.size.x * box.size.y, 1)
  }

  /// The nodes whose discs reach into a box, each once.
  func discs(under box: Rectangle, besides own: Int) -> [Int] {
    var found: [Int] = []
    var counted: Set<Int> = []
    for cell in cells(box) {
      for node in discs[cell] where node != own && counted.insert(node).inserted {
        let center = nodes.centers[node]
        let nearest = pointwiseMin(pointwiseMax(center, box.minimum), box.maximum)
        if (nearest - center).length < nodes.radii[node] { found.append(node) }
      }
    }
    return found
  }
}
