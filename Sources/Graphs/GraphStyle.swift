/// How a graph is drawn: what colours, sizes, names and widths stand for.
///
///     var style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     style.theme = .dark
///     let picture = try graph.laidOut().picture(style)
public struct GraphStyle: Sendable, Hashable {
  /// What colours of nodes stand for.
  public var colors = Colors.ofFile
  /// How numbers become colours; nil for what suits the measure, or linear.
  public var colorScale: Palette.Scaling?
  /// What sizes of nodes stand for.
  public var sizes = Sizes.automatic
  /// What stands beside nodes.
  public var labels = Labels.automatic
  /// What widths of edges stand for.
  public var edgeWidths = EdgeWidths.automatic
  /// The widths, in points, of the edges of the least and the greatest value; nil for 0.5 to 5. Only
  /// where widths stand for something.
  public var edgeWidthRange: ClosedRange<Double>?
  /// What colours of edges stand for.
  public var edgeColors = EdgeColors.automatic
  /// 0 to 1; nil for opacity by density, see `Picture.Options.edgeOpacity`.
  public var edgeOpacity: Double?
  /// How far edges bend, see `Picture.Options.edgeCurve`.
  public var edgeCurve = 0.0
  /// Whether nodes have their text inside.
  public var nodes = Nodes.automatic
  /// Positions are in points, as those of Graphviz are, and nodes with text stay where they are.
  public var positionsArePoints = false
  /// What is drawn around groups of nodes.
  public var groups = Groups.ofFile
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
  /// Written above the graph, and what the picture is called; nil for the file's own title
  /// (`FileStyle.title`), if it has one, and empty for none.
  public var title: String?
  /// What the picture is called, for people who cannot see it, when it has no title.
  public var name = "Graph"
  /// How the title is written, and where; the file's own as the file says.
  public var titleLook = Picture.TitleLook()
  /// Whether a key says what colours and sizes mean, where the style asks for some.
  public var showsKey = true
  /// Whether discs that overlap are moved apart, as little as that takes; never in layers and trees,
  /// where positions say what there is to say.
  public var separatesDiscs = true
  /// No more labels than this, those of the largest nodes first; nil for as many as fit.
  public var labelLimit: Int?

  /// What colours of nodes stand for.
  public enum Colors: Sendable, Hashable {
    /// The colours that the file gives nodes and edges, else the theme's.
    case ofFile
    /// The theme's.
    case none
    /// An attribute, or a measure.
    case by(NodeProperty)
  }

  /// What sizes of nodes stand for.
  public enum Sizes: Sendable, Hashable {
    /// The radii that the file has, in proportion, else areas by degree; small discs of one size where
    /// positions say what there is to say.
    case automatic
    /// The radii that the file has, in the units of its positions: for drawings that are in the file.
    case ofFile
    /// One size, by the number of nodes and their spacing.
    case same
    /// Areas in proportion to numbers: an attribute, or a measure that does not give groups.
    case by(NodeProperty)
    /// A radius in points.
    case points(Double)
  }

  /// What stands beside nodes.
  public enum Labels: Sendable, Hashable {
    /// What nodes are called: the attribute `label`, else `name`, else ids. See `Graph.nodeNames`.
    case automatic
    /// The ids of nodes.
    case ids
    /// An attribute of nodes; those without it have no label.
    case attribute(String)
    /// Nothing.
    case none
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
  /// What the widths stand for: its name, and a value for each edge. Nil when there is nothing to say.
  var edgeWidthMeaning: Picture.Key.Sizes?
  /// One colour for each edge, where they stand for values of edges; nil where the style has other colours.
  public var edgeColoring: NodeColoring?
  /// The looks that the file has.
  public var fileStyle: FileStyle
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
    fileStyle = FileStyle(graph)
    coloring = try Self.coloring(graph, style, fileStyle, control.step(0...colorEnd))
    sizes = try Self.sizes(graph, style.sizes, fileStyle, control.step(sizeBegin...1))
    labels = try Self.labels(graph, style.labels, fileStyle)
    (edgeWidths, edgeWidthMeaning) = try Self.edgeWidths(graph, style)
    edgeColoring = try Self.edgeColoring(graph, style)
    if style.edgeColors.areOfNodes, coloring == nil {
      throw GraphError(
        "edges in the colours of their nodes need nodes with colours, and these have none")
    }
  }

  /// What the colours mean, in words; nil when that is plain.
  public var legend: Legend? { coloring?.legend }

  private static func coloring(
    _ graph: Graph, _ style: GraphStyle, _ file: FileStyle, _ control: RunControl
  ) throws -> NodeColoring? {
    switch style.colors {
    case .none: return nil
    case .ofFile: return file.discColoring(graph, style.theme)
    case .by(let property):
      let column = try graph.column(property, control: control)
      guard case .measure(let measure) = property else {
        return NodeColoring(by: column, scaling: style.colorScale, theme: style.theme)
      }
      let coloring = NodeColoring(
        by: measure, column, of: graph.topology, scaling: style.colorScale, theme: style.theme)
      return try graph.namingGroups(of: coloring, column, control)
    }
  }

  private static func sizes(
    _ graph: Graph, _ sizes: GraphStyle.Sizes, _ file: FileStyle, _ control: RunControl
  ) throws -> Drawing.NodeSizes? {
    switch sizes {
    case .automatic:
      if file.nodeRadii.isEmpty { return nil }
      return .byWeight(file.nodeRadii.map { ($0 ?? 0) * ($0 ?? 0) })
    case .ofFile:
      guard !file.nodeRadii.isEmpty else {
        throw GraphError("sizes of the file need the attribute \"size\", and nodes have none")
      }
      return .layoutUnits(file.nodeRadii.map { $0 ?? 0 })
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

  private static func labels(
    _ graph: Graph, _ labels: GraphStyle.Labels, _ file: FileStyle
  ) throws -> [String] {
    func texts(_ column: AttributeColumn) -> [String] {
      (0..<column.count).map { column[$0]?.description ?? "" }
    }
    switch labels {
    case .none: return []
    case .ids: return Array(graph.nodeIDs)
    case .attribute(let name): return texts(try graph.column(.attribute(name)))
    case .automatic: return file.nodeNames
    }
  }

  /// A drawing of the graph with these looks.
  ///
  /// - Parameter prefersEqualSizes: true when positions say what there is to say, as in trees.
  func drawing(
    _ graph: Graph, _ style: GraphStyle, prefersEqualSizes: Bool
  ) throws(RenderingError) -> Drawing {
    var drawing = try Drawing(graph, camera: style.camera, hasArrows: style.hasArrows)
    let hasOwnColors = style.colors == .ofFile && style.edgeColors == .automatic
    fileStyle.dressEdges(of: &drawing, hasColors: hasOwnColors, hasArrows: style.hasArrows)
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
    color(edgesOf: &drawing, style)
    return drawing
  }
}

extension GraphStyle {
  /// The style with the background and the title of the file, unless it has its own.
  func completed(by file: FileStyle) -> GraphStyle {
    var style = self
    if let background = file.background, background.alpha > 0, colors == .ofFile, theme == .light {
      style.theme.background = background
      // On a dark ground, what has no colour of its own is light.
      if style.theme.needsLightText {
        style.theme = .dark
        style.theme.background = background
      }
    }
    if title == nil, let title = file.title {
      (style.title, style.titleLook) = (title, file.titleLook)
      if colors != .ofFile { style.titleLook.color = nil }
    }
    return style
  }

  /// The options of a picture of a drawing in this style.
  func options(_ drawing: Drawing) -> Picture.Options {
    var options = Picture.Options(fitting: drawing, width: width, height: height)
    options.theme = theme
    options.isTransparent = isTransparent
    options.edgeOpacity = edgeOpacity
    options.edgeCurve = edgeCurve
    options.title = title
    options.name = name
    options.titleLook = titleLook
    options.makeRoomForTitle(hasWidth: width != nil, hasHeight: height != nil)
    if let labelLimit { options.labels = .atMost(labelLimit) }
    return options
  }
}
