import GraphRendering

extension GraphStyle {
  /// The meaning of edge widths.
  public enum EdgeWidths: Sendable, Hashable {
    /// The widths of the file, else one that depends on the number of edges.
    case automatic
    /// By the square root of the weight, from the least to the greatest. Negative weights count as
    /// 0.
    case byWeight
    /// By a numeric attribute of edges, in the same way; "weight" also denotes the weights.
    case by(attribute: String)
    /// The same width for all edges.
    case points(Double)
  }

  /// The meaning of edge colours.
  public enum EdgeColors: Sendable, Hashable {
    /// A blend of the colours of both ends if those represent groups; else the file's colours of
    /// edges, if nodes have the file's colours; else the theme's.
    case automatic
    /// The theme's colour.
    case none
    /// The colour of the source node.
    case source
    /// The colour of the target node.
    case target
    /// A blend of the colours of both ends.
    case mix
    /// By an attribute of edges: texts and few distinct integers are groups, other numbers are on a
    /// scale; "weight" also denotes the weights.
    case by(attribute: String)

    var areOfNodes: Bool { self == .source || self == .target || self == .mix }
  }
}

extension Graph {
  /// Returns the values of an edge attribute. The weights count as an attribute `weight` unless
  /// there is another one of that name.
  func edgeColumn(_ name: String) throws(GraphError) -> AttributeColumn {
    if let column = edgeColumn(named: name) { return column }
    let names = edgeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
    throw GraphError(
      "edges have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names)")
  }
}

extension GraphLooks {
  /// The legend of edge colours; nil if they need none.
  public var edgeLegend: Legend? { edgeColoring?.legend }

  static func edgeColoring(_ graph: Graph, _ style: GraphStyle) throws -> NodeColoring? {
    guard case .by(let name) = style.edgeColors else { return nil }
    return NodeColoring(
      by: try graph.edgeColumn(name), scaling: style.colorScale, theme: style.theme)
  }

  /// Sets the colours of edges in a drawing of the graph whose node colours are set.
  func color(edgesOf drawing: inout Drawing, _ style: GraphStyle) {
    switch style.edgeColors {
    case .none: break
    case .automatic:
      if coloring?.isGrouping == true {
        drawing.colorEdgesByNodes()
        drawing.fadeWeakTies()
      }
    case .mix: drawing.colorEdgesByNodes()
    case .source, .target:
      let isSource = style.edgeColors == .source
      drawing.paintEdges { edge, _ in
        coloring?.colors[Int(isSource ? edge.source : edge.target)]
      }
    case .by: drawing.paintEdges { edgeColoring?.colors[$1] }
    }
  }

  // MARK: Widths

  static func edgeWidths(
    _ graph: Graph, _ style: GraphStyle
  ) throws -> ([Double], Picture.Key.Sizes?) {
    let range = style.edgeWidthRange ?? 0.8...6
    guard range.lowerBound >= 0, range.upperBound <= 1000 else {
      throw GraphError("widths of edges are from \(range); they must be 0 to 1000 points")
    }
    switch style.edgeWidths {
    case .automatic: return ([], nil)
    case .points(let points):
      guard points >= 0, points <= 1000 else {
        throw GraphError("the width of edges is \(points); it must be 0 to 1000 points")
      }
      return ([Double](repeating: points, count: graph.edgeCount), nil)
    case .byWeight:
      guard let weights = graph.weights else {
        throw GraphError("widths by weight need weights, and the edges have none")
      }
      return (widths(by: weights, range), .init(title: "weight", values: weights))
    case .by(let name):
      let column = try graph.edgeColumn(name)
      guard let numbers = column.numbers else {
        throw GraphError(
          "widths need numbers; the attribute \"\(name)\" is of type \(column.type)")
      }
      let values = numbers.map { $0 ?? .nan }
      return (widths(by: values, range), .init(title: name, values: values))
    }
  }

  /// Returns widths by the square root of numbers, from the least to the greatest, so that a few
  /// large numbers do not make the small ones indistinguishable. Missing numbers get the least
  /// width.
  private static func widths(by numbers: [Double], _ range: ClosedRange<Double>) -> [Double] {
    let roots = numbers.map { $0.isFinite ? max($0, 0).squareRoot() : .nan }
    let extent = range.upperBound - range.lowerBound
    return Palette.Scaling.linear.places(of: roots).map { range.lowerBound + ($0 ?? 0) * extent }
  }
}

extension Drawing {
  /// Which next colour of the palette neighbours in a column get: some that follow each other look alike.
  private static let columnStep = 3

  /// Gives edges between two columns colours in turns, from the top of the left column to the bottom: edges of
  /// one node can be followed among all others. No colour of nodes is taken.
  mutating func colorEdges(ofColumns points: [SIMD2<Double>]) {
    guard let left = points.lazy.map(\.x).min() else { return }
    let column = points.indices.filter { points[$0].x == left }
      .sorted { (-points[$0].y, $0) < (-points[$1].y, $1) }
    let taken = Set(nodeColors)
    let palette = Palette.categorical.filter { !taken.contains($0) }
    guard !palette.isEmpty else { return }
    var colors: [Int: RGBColor] = [:]
    for (place, node) in column.enumerated() {
      colors[node] = palette[place * Self.columnStep % palette.count]
    }
    paintEdges { edge, _ in colors[Int(edge.source)] ?? colors[Int(edge.target)] }
  }

  /// The number of edges between groups up to which all are as dark as others, and the least that is left of
  /// the opacity of one.
  private static let fewTies = 100.0
  private static let faintestTie = 0.35
  /// What edges between groups lose where there are nearly none.
  private static let fadingBetween = 0.7
  /// The steps of opacity, so that edges share their style.
  private static let tieSteps = 5.0

  /// Makes edges between two groups of nodes, which have their colours, fainter where others are joined more
  /// strongly: among many such edges a reader sees the strong ties, and the groups. The strength of a tie is
  /// the number of its edges over the geometric mean of the sizes. The more groups hold together, the fainter
  /// all edges between them.
  fileprivate mutating func fadeWeakTies() {
    struct Pair: Hashable { var low, high: Int }
    var numbers: [RGBColor: Int] = [:]
    var sizes: [Double] = []
    let groups = nodeColors.map { color -> Int in
      let number = numbers[color] ?? sizes.count
      if number == sizes.count {
        numbers[color] = number
        sizes.append(0)
      }
      sizes[number] += 1
      return number
    }
    let pairs = edges.map { edge -> Pair? in
      let (first, second) = (groups[Int(edge.source)], groups[Int(edge.target)])
      return first == second ? nil : Pair(low: min(first, second), high: max(first, second))
    }
    var strengths: [Pair: Double] = [:]
    var count = 0.0
    for case let pair? in pairs {
      strengths[pair, default: 0] += 1 / (sizes[pair.low] * sizes[pair.high]).squareRoot()
      count += 1
    }
    let strongest = strengths.values.max() ?? 0
    let all = (Self.fewTies / max(count, 1)).squareRoot()
    guard strengths.count > 1, all < 1 else { return }
    let greatest = max(all, 1 - Self.fadingBetween * cohesion(of: groups, sizes.count, count))
    let least = max(Self.faintestTie, all) * greatest
    for (index, pair) in pairs.enumerated() {
      guard let pair, let strength = strengths[pair], let color = edges[index].color,
        color != .clear
      else { continue }
      let share = (strength / strongest * Self.tieSteps).rounded(.up) / Self.tieSteps
      let opacity = least + (greatest - least) * share
      edges[index].color?.alpha = UInt8((Double(color.alpha) * opacity).rounded())
    }
  }

  /// Returns how much more edges are within groups than by chance, 0 to 1: the assortativity of the groups
  /// (Newman 2003, doi:10.1103/PhysRevE.67.026126).
  ///
  /// - Parameter between: the number of edges between groups.
  private func cohesion(of groups: [Int], _ count: Int, _ between: Double) -> Double {
    var ends = [Double](repeating: 0, count: count)
    for edge in edges {
      ends[groups[Int(edge.source)]] += 1
      ends[groups[Int(edge.target)]] += 1
    }
    let all = Double(edges.count)
    let chance = ends.reduce(0) { $0 + $1 * $1 } / (4 * all * all)
    return chance < 1 ? max(0, (1 - between / all - chance) / (1 - chance)) : 0
  }

  /// Sets the colour of each edge by its ends and number, except hidden edges.
  fileprivate mutating func paintEdges(_ color: (Edge, Int) -> RGBColor?) {
    for index in edges.indices where edges[index].color != .clear {
      edges[index].color = color(edges[index], index)
    }
  }
}
