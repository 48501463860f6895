/// What labels should not lie on: discs, and lines of edges, by the cells of a grid.
struct LabelObstacles {
  private static let side = 32.0
  private let columns: Int
  private let rows: Int
  private var lines: [[(start: SIMD2<Double>, end: SIMD2<Double>, edge: Int)]]
  private var discs: [[Int]]
  private let nodes: PlacedNodes

  /// Pictures with more edges are textures that text lies on in any case; their ink is looked up in the
  /// coarse grid of the level of detail.
  static let edgeLimit = 10_000
  /// Smaller discs are a texture too.
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

  /// Each cell gets the part of the line inside, so that lengths of parts add up to those of wholes.
  private mutating func insert(line start: SIMD2<Double>, _ end: SIMD2<Double>, of edge: Int) {
    let box = Rectangle(minimum: pointwiseMin(start, end), maximum: pointwiseMax(start, end))
    for cell in cells(box) {
      guard let (first, last) = rectangle(ofCell: cell).clip(from: start, to: end) else { continue }
      lines[cell].append((start + (end - start) * first, start + (end - start) * last, edge))
    }
  }

  /// What edges do to a box of text: how much of them is in it, as a multiple of its height, and along
  /// what part of its width the one goes that goes farthest.
  func lines(in box: Rectangle) -> (across: Double, along: Double) {
    var length = 0.0
    var runs: [(edge: Int, width: Double)] = []
    for cell in cells(box) {
      for line in lines[cell] {
        guard let (first, last) = box.clip(from: line.start, to: line.end) else { continue }
        let part = (line.end - line.start) * (last - first)
        length += part.length
        // Pieces of an edge are in several cells.
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

  /// The part of a box that discs of other nodes cover, about; more than one where several do.
  func cover(of box: Rectangle, besides own: Int) -> Double {
    var area = 0.0
    var counted: Set<Int> = []
    for cell in cells(box) {
      for node in discs[cell] where node != own && counted.insert(node).inserted {
        let disc = nodes.box(node)
        let center = nodes.centers[node]
        let nearest = pointwiseMin(pointwiseMax(center, box.minimum), box.maximum)
        guard (nearest - center).length < nodes.radii[node] else { continue }
        let shared =
          pointwiseMin(disc.maximum, box.maximum) - pointwiseMax(disc.minimum, box.minimum)
        area += max(shared.x, 0) * max(shared.y, 0)
      }
    }
    return area / max(box.size.x * box.size.y, 1)
  }
}
