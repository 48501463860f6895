import GraphRendering

extension GraphStyle {
  /// What widths of edges stand for.
  public enum EdgeWidths: Sendable, Hashable {
    /// Those that the file has, else by their number.
    case automatic
    /// By weight: from the least to the greatest, by its square root. Numbers below 0 count as 0.
    case byWeight
    /// The same by an attribute of the edges, which has to be of numbers; "weight" is also the weights.
    case by(attribute: String)
    /// One width for all.
    case points(Double)
  }

  /// What colours of edges stand for.
  public enum EdgeColors: Sendable, Hashable {
    /// The mixture of the colours of their ends where those stand for groups; else, where nodes have the
    /// colours of the file, those that it gives edges; else the theme's.
    case automatic
    /// The theme's.
    case none
    /// Those of the node where the edge begins.
    case source
    /// Those of the node where the edge ends.
    case target
    /// The mixture of the colours of both ends.
    case mix
    /// By an attribute of the edges: words and few whole numbers are groups, other numbers a scale;
    /// "weight" is also the weights.
    case by(attribute: String)

    var areOfNodes: Bool { self == .source || self == .target || self == .mix }
  }
}

extension Graph {
  /// The values of an attribute of edges. The weights are one called `weight`, if no other is.
  func edgeColumn(_ name: String) throws(GraphError) -> AttributeColumn {
    if let column = edgeAttributes[name] { return column }
    if name == "weight", let weights {
      return AttributeColumn(name, .doubles(weights.map(Optional.some)))
    }
    let names = edgeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
    throw GraphError(
      "edges have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names)")
  }
}

extension GraphLooks {
  /// What the colours of edges mean, in words; nil when that is plain.
  public var edgeLegend: Legend? { edgeColoring?.legend }

  static func edgeColoring(_ graph: Graph, _ style: GraphStyle) throws -> NodeColoring? {
    guard case .by(let name) = style.edgeColors else { return nil }
    return NodeColoring(
      by: try graph.edgeColumn(name), scaling: style.colorScale, theme: style.theme)
  }

  /// Gives the edges of a drawing of the graph, with the colours of its nodes, theirs.
  func color(edgesOf drawing: inout Drawing, _ style: GraphStyle) {
    switch style.edgeColors {
    case .none: break
    case .automatic: if coloring?.isGrouping == true { drawing.colorEdgesByNodes() }
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
    let range = style.edgeWidthRange ?? 0.5...5
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

  /// From the least to the greatest number, by the square root: widths of few large numbers leave room to
  /// tell the small ones apart. What has no number is as thin as can be.
  private static func widths(by numbers: [Double], _ range: ClosedRange<Double>) -> [Double] {
    let roots = numbers.map { $0.isFinite ? max($0, 0).squareRoot() : .nan }
    let extent = range.upperBound - range.lowerBound
    return Palette.Scaling.linear.places(of: roots).map { range.lowerBound + ($0 ?? 0) * extent }
  }
}

extension Drawing {
  /// Gives each edge a colour by its ends and number, but hidden ones, which stay so.
  fileprivate mutating func paintEdges(_ color: (Edge, Int) -> RGBColor?) {
    for index in edges.indices where edges[index].color != .clear {
      edges[index].color = color(edges[index], index)
    }
  }
}
