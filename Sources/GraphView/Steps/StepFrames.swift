import GraphModel
import GraphRendering

extension GraphSteps {
  /// Returns the steps as one SVG picture: a frame per step, in rows, all of the same region of the
  /// plane.
  ///
  ///     let svg = try steps.svg(of: GraphSnapshot(graph), columns: 4)
  ///
  /// Pointers that begin at a node are arrows; others are texts beside their node.
  ///
  /// - Parameters:
  ///   - positions: one per node, y up; nil for the graph's own.
  ///   - chosen: the steps to show; nil for all.
  ///   - columns: the number of frames per row.
  ///   - width, height: the size of a frame, in points.
  /// - Throws: `GraphViewError` if there are no positions, steps do not fit the graph, or a number
  ///   is out of range.
  public func svg<ID>(
    of snapshot: GraphSnapshot<ID>, positions: NodePositions? = nil, steps chosen: [Int]? = nil,
    columns: Int = 4, width: Double = 320, height: Double = 240, theme: ViewTheme = .light
  ) throws -> String {
    try check(nodeCount: snapshot.nodeCount, linkCount: snapshot.linkCount)
    guard let points = (positions ?? snapshot.graph.positions)?.inPlane,
      points.count == snapshot.nodeCount
    else {
      throw GraphViewError.impossible(
        "frames need a position for each node; lay the graph out first")
    }
    guard (1...100).contains(columns), width >= 16, height >= 16, width <= 8192, height <= 8192
    else {
      throw GraphViewError.outOfRange(
        "the form of the frames", value: "\(columns) columns of \(width) x \(height)",
        allowed: "1 to 100 columns of 16 to 8192 points")
    }
    let chosen = chosen ?? Array(steps.indices)
    guard let last = chosen.max(), chosen.allSatisfy(steps.indices.contains) else {
      throw GraphViewError.badSteps("there are no such steps; there are \(steps.count)")
    }
    let theme: Theme = theme == .dark ? .dark : .light
    var state = FrameState(self, snapshot, points, theme, size: SIMD2(width, height))
    var frames: [Int: String] = [:]
    let wanted = Set(chosen)
    for number in 0...last {
      state.advance(steps[number])
      if wanted.contains(number) { frames[number] = try state.frame(title: steps[number].title) }
    }
    return Self.joined(
      chosen.map { (frames[$0] ?? "", steps[$0].title) }, columns, SIMD2(width, height), title,
      theme)
  }

  /// The height of the title line, in points.
  private static var titleHeight: Double { 24 }

  private static func joined(
    _ frames: [(String, String)], _ columns: Int, _ size: SIMD2<Double>, _ title: String,
    _ theme: Theme
  ) -> String {
    let rows = (frames.count + columns - 1) / columns
    let whole = SIMD2(
      Double(min(columns, frames.count)) * size.x, Double(rows) * (size.y + titleHeight))
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(whole.x)\" height=\"\(whole.y)\" "
      + "viewBox=\"0 0 \(whole.x) \(whole.y)\" role=\"img\">\n"
      + "<title>\(GraphViewPage.escaped(title))</title>\n"
      + "<rect width=\"\(whole.x)\" height=\"\(whole.y)\" fill=\"\(theme.background.hex)\"/>\n"
    for (number, (frame, name)) in frames.enumerated() {
      let x = Double(number % columns) * size.x
      let y = Double(number / columns) * (size.y + titleHeight)
      text += "<text x=\"\(x + 12)\" y=\"\(y + 17)\" font-family=\"sans-serif\" font-size=\"13\" "
      text += "fill=\"\(theme.text.hex)\">\(number + 1). \(GraphViewPage.escaped(name))</text>\n"
      // Frames contain no XML ids, so nesting them causes no conflicts.
      let place = "<svg x=\"\(x)\" y=\"\(y + titleHeight)\""
      text += frame.replacing("<svg", with: place, maxReplacements: 1) + "\n"
    }
    return text + "</svg>\n"
  }
}

/// The visible state after some of the steps.
private struct FrameState {
  private let steps: GraphSteps
  private let points: [SIMD2<Double>]
  private let theme: Theme
  private let size: SIMD2<Double>
  private let graph: Graph
  private let looks: ViewLooks
  private let names: [String]
  private var nodes: [Int?]
  private var links: [Int?]
  private var labels: [String]
  private var hiddenNodes: Set<Int> = []
  private var hiddenLinks: Set<Int> = []
  private var pointers: [GraphSteps.Pointer] = []

  init<ID>(
    _ steps: GraphSteps, _ snapshot: GraphSnapshot<ID>, _ points: [SIMD2<Double>],
    _ theme: Theme, size: SIMD2<Double>
  ) {
    self.steps = steps
    (self.points, self.theme, self.size) = (points, theme, size)
    (graph, looks) = (snapshot.graph, snapshot.looks)
    names = snapshot.labels.isEmpty ? points.map { _ in "" } : snapshot.labels
    labels = names
    nodes = points.map { _ in nil }
    links = Array(repeating: nil, count: snapshot.linkCount)
  }

  mutating func advance(_ step: GraphSteps.Step) {
    for (node, state) in step.nodes { nodes[node] = state }
    for (link, state) in step.links { links[link] = state }
    for (node, text) in step.labels { labels[node] = text.isEmpty ? names[node] : text }
    hiddenNodes = hiddenNodes.union(step.hiddenNodes).subtracting(step.shownNodes)
    hiddenLinks = hiddenLinks.union(step.hiddenLinks).subtracting(step.shownLinks)
    if let new = step.pointers { pointers = new }
  }

  private func color(_ state: Int?) -> RGBColor? {
    state.map { theme.isDark ? steps.states[$0].dark : steps.states[$0].color }
  }

  func frame(title: String) throws -> String {
    var drawing = Drawing(
      positions: points.indices.map { hiddenNodes.contains($0) ? SIMD2(.nan, .nan) : points[$0] })
    for link in links.indices where !hiddenLinks.contains(link) {
      let isActive = links[link].map { $0 > 0 } ?? false
      drawing.edges.append(
        Drawing.Edge(
          Int(graph.sources[link]), Int(graph.targets[link]),
          isDirected: looks.linkFlags[link] & 1 != 0, color: color(links[link]),
          width: isActive ? 2.5 : 1))
    }
    var texts = labels
    for pointer in pointers {
      guard let from = pointer.from else {
        texts[pointer.to] = "\(pointer.name): \(texts[pointer.to])"
        continue
      }
      drawing.edges.append(
        Drawing.Edge(from, pointer.to, isDirected: true, color: .purple, width: 1.5))
    }
    drawing.nodeColors = nodes.map { color($0) ?? theme.node }
    drawing.nodeSizes = .points(points.map { _ in 7 })
    drawing.labels = texts
    var options = Picture.Options(width: size.x, height: size.y)
    options.theme = theme
    options.name = title
    options.levelOfDetail = .everything
    options.region = region
    return try Picture(of: drawing, options).svg()
  }

  /// The region of all nodes, including those that appear later, so that frames have the same
  /// region.
  private var region: Picture.Region? {
    let known = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let first = known.first else { return nil }
    let low = known.reduce(first) { pointwiseMin($0, $1) }
    let high = known.reduce(first) { pointwiseMax($0, $1) }
    let margin = SIMD2(repeating: max(max(high.x - low.x, high.y - low.y) * 0.12, 1))
    return Picture.Region(minimum: low - margin, maximum: high + margin)
  }
}
