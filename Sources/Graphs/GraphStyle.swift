/// How a graph is drawn: what colours, sizes, names and widths stand for.
///
///     var style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     style.theme = .dark
///     let picture = try graph.laidOut().picture(style)
public struct GraphStyle: Sendable, Hashable {
  /// What colours of nodes stand for.
  public var colors = Colors.ofFile
  /// What sizes of nodes stand for.
  public var sizes = Sizes.automatic
  /// What stands beside nodes.
  public var labels = Labels.automatic
  /// What widths of edges stand for.
  public var edgeWidths = EdgeWidths.automatic
  /// Whether directed edges have arrow heads.
  public var hasArrows = true
  /// The colours of all that has none of its own.
  public var theme = Theme.light
  /// Nothing is painted behind the graph.
  public var isTransparent = false
  /// For graphs in space.
  public var camera = Camera.around()
  /// In points; nil for what suits the drawing, see `Picture.Options.init(fitting:)`.
  public var width: Double?
  /// In points; nil for what suits the drawing.
  public var height: Double?
  /// What the picture is called, for people who cannot see it.
  public var title = "Graph"
  /// No more labels than this, those of the largest nodes first; nil for as many as fit.
  public var labelLimit: Int?

  /// What colours of nodes stand for.
  public enum Colors: Sendable, Hashable {
    /// The colours that the file has, else the theme's.
    case ofFile
    /// The theme's.
    case none
    /// An attribute, or a measure.
    case by(NodeProperty)
  }

  /// What sizes of nodes stand for.
  public enum Sizes: Sendable, Hashable {
    /// Areas by degree; small discs of one size where positions say what there is to say.
    case automatic
    /// One size, by the number of nodes and their spacing.
    case same
    /// Areas in proportion to numbers: an attribute, or a measure that does not give groups.
    case by(NodeProperty)
    /// A radius in points.
    case points(Double)
  }

  /// What stands beside nodes.
  public enum Labels: Sendable, Hashable {
    /// The attribute `label`, else ids that are words.
    case automatic
    /// The ids of nodes.
    case ids
    /// An attribute of nodes; those without it have no label.
    case attribute(String)
    /// Nothing.
    case none
  }

  /// What widths of edges stand for.
  public enum EdgeWidths: Sendable, Hashable {
    /// By their number.
    case automatic
    /// By weight: areas, as of nodes, grow with it.
    case byWeight
    /// One width for all.
    case points(Double)
  }

  /// - Parameters:
  ///   - colorBy: nil for the colours that the file has.
  ///   - sizeBy: an attribute of numbers, or a measure that does not give groups; nil for areas by
  ///     degree.
  public init(colorBy: NodeProperty? = nil, sizeBy: NodeProperty? = nil) {
    if let colorBy { colors = .by(colorBy) }
    if let sizeBy { sizes = .by(sizeBy) }
  }
}

/// The looks of the nodes and edges of one graph, in one style: found once, for any number of pictures.
public struct GraphLooks: Sendable {
  /// Nil for the theme's colours.
  public var coloring: NodeColoring?
  /// Nil for what suits the layout.
  public var sizes: Drawing.NodeSizes?
  /// Empty for none.
  public var labels: [String]
  /// One for each edge; empty for one that suits their number.
  public var edgeWidths: [Double]
  private let degrees: [Int]

  /// - Throws: `GraphError` when the style asks for what the graph does not have, or for a size or a
  ///   width out of range; `CancellationError` when `control` ends the work.
  public init(_ graph: Graph, _ style: GraphStyle, control: RunControl = RunControl()) throws {
    degrees = graph.topology.degrees()
    // Only measures take time.
    let (colorEnd, sizeBegin) =
      switch (style.colors, style.sizes) {
      case (.by(.measure), .by(.measure)): (0.5, 0.5)
      default: (1.0, 0.0)
      }
    coloring = try Self.coloring(graph, style, control.step(0...colorEnd))
    sizes = try Self.sizes(graph, style.sizes, control.step(sizeBegin...1))
    labels = try Self.labels(graph, style.labels)
    edgeWidths = try Self.edgeWidths(graph, style.edgeWidths)
  }

  /// What the colours mean, in words; nil when that is plain.
  public var legend: Legend? { coloring?.legend }

  private static func coloring(
    _ graph: Graph, _ style: GraphStyle, _ control: RunControl
  ) throws -> NodeColoring? {
    switch style.colors {
    case .none: return nil
    case .ofFile:
      return graph.nodeAttributes[StandardAttribute.color].flatMap {
        NodeColoring(in: $0, theme: style.theme)
      }
    case .by(let property):
      let column = try graph.column(property, control: control)
      guard case .measure(let measure) = property else {
        return NodeColoring(by: column, theme: style.theme)
      }
      if measure.isGroup, case .integers(let parts) = column.values {
        return NodeColoring(
          byPart: parts.map { Int32($0 ?? 0) }, of: graph.topology, title: measure.id)
      }
      return NodeColoring(
        byNumber: (column.numbers ?? []).map { $0 ?? .nan }, title: measure.id,
        scaling: measure.isSkewed ? .logarithmic : .linear, theme: style.theme)
    }
  }

  private static func sizes(
    _ graph: Graph, _ sizes: GraphStyle.Sizes, _ control: RunControl
  ) throws -> Drawing.NodeSizes? {
    switch sizes {
    case .automatic: return nil
    case .same: return .automatic
    case .points(let points):
      guard points >= 0, points <= 1000 else {
        throw GraphError("the radius of nodes is \(points); it must be 0 to 1000 points")
      }
      return .points([Double](repeating: points, count: graph.nodeCount))
    case .by(.measure(.degree)): return byDegree(graph.topology.degrees())
    case .by(.measure(let measure)) where measure.isGroup:
      throw GraphError("sizes need numbers; \(measure.id) gives groups, for colours")
    case .by(let property):
      let column = try graph.column(property, control: control)
      guard let numbers = column.numbers else {
        throw GraphError(
          "sizes need numbers; the attribute \"\(column.name)\" is of type \(column.type)")
      }
      // What has no size, or one without a meaning, is as small as can be.
      return .byWeight(numbers.map { $0.map { $0.isFinite ? max($0, 0) : 0 } ?? 0 })
    }
  }

  /// One more than the degree, so that isolated nodes can be seen beside others.
  private static func byDegree(_ degrees: [Int]) -> Drawing.NodeSizes {
    .byWeight(degrees.map { Double($0 + 1) })
  }

  private static func labels(_ graph: Graph, _ labels: GraphStyle.Labels) throws -> [String] {
    func texts(_ column: AttributeColumn) -> [String] {
      (0..<column.count).map { column[$0]?.description ?? "" }
    }
    switch labels {
    case .none: return []
    case .ids: return Array(graph.nodeIDs)
    case .attribute(let name): return texts(try graph.column(.attribute(name)))
    case .automatic:
      if let column = graph.nodeAttributes[StandardAttribute.label] { return texts(column) }
      return graph.nodeIDs.areIntegers ? [] : Array(graph.nodeIDs)
    }
  }

  private static func edgeWidths(
    _ graph: Graph, _ widths: GraphStyle.EdgeWidths
  ) throws -> [Double] {
    switch widths {
    case .automatic: return []
    case .points(let points):
      guard points >= 0, points <= 1000 else {
        throw GraphError("the width of edges is \(points); it must be 0 to 1000 points")
      }
      return [Double](repeating: points, count: graph.edgeCount)
    case .byWeight:
      guard let weights = graph.weights else {
        throw GraphError("widths by weight need weights, and the edges have none")
      }
      let sizes = weights.map { $0.isFinite && $0 > 0 ? $0 : 0 }
      let greatest = sizes.max() ?? 0
      // From 0.5 to 5 points.
      return sizes.map { greatest > 0 ? max(0.5, 5 * ($0 / greatest).squareRoot()) : 0.5 }
    }
  }

  /// A drawing of the graph with these looks.
  ///
  /// - Parameter prefersEqualSizes: true when positions say what there is to say, as in trees.
  func drawing(
    _ graph: Graph, _ style: GraphStyle, prefersEqualSizes: Bool
  ) throws(RenderingError) -> Drawing {
    var drawing = try Drawing(graph, camera: style.camera, hasArrows: style.hasArrows)
    if !edgeWidths.isEmpty {
      for edge in drawing.edges.indices { drawing.edges[edge].width = edgeWidths[edge] }
    }
    drawing.nodeColors = coloring?.colors ?? []
    drawing.labels = labels
    if let sizes {
      drawing.nodeSizes = sizes
    } else if prefersEqualSizes {
      drawing.setSmallSizes(style.options(drawing))
    } else {
      drawing.nodeSizes = Self.byDegree(degrees)
    }
    if coloring?.isGrouping == true { drawing.colorEdgesByNodes() }
    return drawing
  }
}

extension GraphStyle {
  /// The options of a picture of a drawing in this style.
  func options(_ drawing: Drawing) -> Picture.Options {
    var options = Picture.Options(fitting: drawing, width: width, height: height)
    options.theme = theme
    options.isTransparent = isTransparent
    options.title = title
    if let labelLimit { options.labels = .atMost(labelLimit) }
    return options
  }
}
