/// The style of pictures of a graph: the meaning of colours, sizes, labels and widths.
///
///     var style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     style.theme = .dark
///     let picture = try graph.laidOut().picture(style)
public struct GraphStyle: Sendable, Hashable {
  /// The meaning of node colours.
  public var colors = Colors.ofFile
  /// The scale by which numbers become colours; nil for the default of the measure, or linear.
  public var colorScale: Palette.Scaling?
  /// The meaning of node sizes.
  public var sizes = Sizes.automatic
  /// The labels of nodes.
  public var labels = Labels.automatic
  /// Sizes of names in points, for the least and the most important node; of text in nodes the mean,
  /// where the file gives it no size. Nil for what suits the picture.
  public var textSizes: ClosedRange<Double>?
  /// The family of all text, see `Picture.Options.font`.
  public var font: String?
  /// The meaning of edge widths.
  public var edgeWidths = EdgeWidths.automatic
  /// The widths, in points, for the least and the greatest value; nil for 0.8 to 6. Only used if
  /// widths represent values.
  public var edgeWidthRange: ClosedRange<Double>?
  /// The meaning of edge colours.
  public var edgeColors = EdgeColors.automatic
  /// The opacity of edges, 0 to 1; nil to set it by density, see `Picture.Options.edgeOpacity`.
  public var edgeOpacity: Double?
  /// The curvature of edges, see `Picture.Options.edgeCurve`.
  public var edgeCurve = 0.0
  /// True to bundle edges along paths of shorter ones, see `Picture.Options.bundlesEdges`.
  public var bundlesEdges = false
  /// The way in which nodes are drawn.
  public var nodes = Nodes.automatic
  /// True if positions are in points, as in Graphviz files, and nodes with text must not be moved.
  public var positionsArePoints = false
  /// The outlines around groups of nodes.
  public var groups = Groups.ofFile
  /// True to draw arrow heads on directed edges.
  public var hasArrows = true
  /// The default colours.
  public var theme = Theme.light
  /// True for no background.
  public var isTransparent = false
  /// The camera for graphs in three dimensions.
  public var camera = Camera.around()
  /// The width in points; nil for one that suits the drawing, see `Picture.Options.init(fitting:)`.
  public var width: Double?
  /// The height in points; nil for one that suits the drawing.
  public var height: Double?
  /// The title above the graph and of the picture; nil for the title in the file
  /// if any, and empty for none.
  public var title: String?
  /// The text alternative of a picture without a title.
  public var name = "Graph"
  /// The style and position of the title; a title from the file has its own.
  public var titleLook = Picture.TitleLook()
  /// True to show a key of colours and sizes, if the style asks for some.
  public var showsKey = true
  /// True to move overlapping discs apart as little as possible. Layers and trees are not changed,
  /// as their positions convey the structure.
  public var separatesDiscs = true
  /// The maximum number of labels, those of the largest nodes first; nil for as many as fit.
  public var labelLimit: Int?

  /// The meaning of node colours.
  public enum Colors: Sendable, Hashable {
    /// The file's colours of nodes and edges, else the theme's.
    case ofFile
    /// The theme's colour.
    case none
    /// An attribute, or a measure.
    case by(NodeMeasure)
  }

  /// The meaning of node sizes.
  public enum Sizes: Sendable, Hashable {
    /// Radii proportional to those of the file, else areas by degree; or small discs of equal size
    /// if positions convey the structure.
    case automatic
    /// The radii of the file in the units of its positions, for drawings that the file contains.
    case ofFile
    /// The same size for all nodes, depending on their number and spacing.
    case same
    /// Areas proportional to numbers: an attribute, or a measure that does not yield groups.
    case by(NodeMeasure)
    /// A radius in points for all nodes.
    case points(Double)
  }

  /// The source of node labels.
  public enum Labels: Sendable, Hashable {
    /// The names of nodes: the attribute `label`, else `name`, else ids. See `Graph.nodeNames`.
    case automatic
    /// The ids of nodes.
    case ids
    /// An attribute of nodes; those without it have no label.
    case attribute(String)
    /// No labels.
    case none
  }

  /// - Parameters:
  ///   - colorBy: the meaning of colours; nil for the colours of the file.
  ///   - sizeBy: a numeric attribute, or a measure that does not yield groups; nil for areas by
  ///     degree.
  public init(colorBy: NodeMeasure? = nil, sizeBy: NodeMeasure? = nil) {
    if let colorBy { colors = .by(colorBy) }
    if let sizeBy { sizes = .by(sizeBy) }
  }
}

/// The computed style of the nodes and edges of one graph, reusable for any number of pictures.
public struct GraphLooks: Sendable {
  /// The colours; nil for the theme's.
  package var coloring: NodeColoring?
  /// The legend of colours for a key, if their groups are codes that it explains.
  private(set) var codeLegend: Legend?
  /// The sizes; nil for the default of the layout.
  package var sizes: Drawing.NodeSizes?
  /// The labels; empty for none.
  package var labels: [String]
  /// The names of the members of each supernode, for boxes that list them; else empty.
  var memberNames: [[String]] = []
  /// Lines of a map below the graph, in the units of its positions.
  package var backdrop: [[SIMD2<Double>]] = []
  /// The greatest width of labels in points; nil for the usual one.
  var labelWidth: Double?
  /// The width of each edge; empty for one that depends on their number.
  package var edgeWidths: [Double]
  /// The meaning of the widths: a name, and a value per edge. Nil if they have none.
  var edgeWidthMeaning: Picture.Key.Sizes?
  /// The colour of each edge, if colours represent values of edges; else nil.
  package var edgeColoring: NodeColoring?
  /// The style that the file specifies.
  package var fileStyle: FileStyle
  /// The measures that colours, sizes and groups of the style stand for, each once.
  package private(set) var measures: [AttributeColumn] = []
  /// The groups that outlines are drawn around.
  private(set) var groupColumn: AttributeColumn?
  let degrees: [Int]

  /// - Throws: `GraphError` if the style refers to something that the graph does not have, or a
  ///   size or width is out of range; `CancellationError` if `control` ends the work.
  public init(_ graph: Graph, _ style: GraphStyle, control: RunControl = RunControl()) throws {
    degrees = graph.topology.degrees()
    // Only measures take a noticeable time.
    let (colorEnd, sizeBegin) =
      switch (style.colors, style.sizes) {
      case (.by(let color), .by(let size))
      where color.attributeName == nil && size.attributeName == nil: (0.5, 0.5)
      default: (1.0, 0.0)
      }
    fileStyle = FileStyle(graph)
    var found = MeasuredColumns()
    coloring = try Self.coloring(graph, style, fileStyle, &found, control.step(0...colorEnd))
    sizes = try Self.sizes(graph, style.sizes, fileStyle, &found, control.step(sizeBegin...1))
    if case .by(let measure) = style.groups {
      groupColumn = try found.column(measure, of: graph, control.step(0.99...1))
    }
    measures = found.columns
    labels = try Self.labels(graph, style.labels, fileStyle)
    if style.showsKey, case .by(let measure) = style.colors, measure.attributeName != nil {
      codeLegend = try graph.explainingCodes(
        coloring?.legend, found.column(measure, of: graph, control), labels, control)
    }
    (edgeWidths, edgeWidthMeaning) = try Self.edgeWidths(graph, style)
    edgeColoring = try Self.edgeColoring(graph, style)
    if style.edgeColors.areOfNodes, coloring == nil {
      throw GraphError(
        "edges in the colours of their nodes need nodes with colours, and these have none")
    }
  }

  /// What the file says of looks and pictures do not have, such as fonts and images; empty for
  /// nothing.
  public var notDrawn: [String] { fileStyle.notDrawn }

  /// The legend of node colours; nil if they need none.
  public var legend: Legend? { coloring?.legend }

  private static func coloring(
    _ graph: Graph, _ style: GraphStyle, _ file: FileStyle, _ found: inout MeasuredColumns,
    _ control: RunControl
  ) throws -> NodeColoring? {
    switch style.colors {
    case .none: return nil
    case .ofFile: return file.discColoring(graph, style.theme)
    case .by(let measure):
      let column = try found.column(measure, of: graph, control)
      guard measure.attributeName == nil else {
        return NodeColoring(by: column, scaling: style.colorScale, theme: style.theme)
      }
      let coloring = NodeColoring(
        by: measure, column, of: graph.topology, scaling: style.colorScale, theme: style.theme)
      return try graph.namingGroups(of: coloring, column, control)
    }
  }

  private static func sizes(
    _ graph: Graph, _ sizes: GraphStyle.Sizes, _ file: FileStyle, _ found: inout MeasuredColumns,
    _ control: RunControl
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
    case .by(.degree):
      _ = try found.column(.degree, of: graph, control)
      return byDegree(graph.topology.degrees())
    case .by(let measure) where measure.isGroup:
      throw GraphError("sizes need numbers; \(measure.id) gives groups, for colours")
    case .by(let measure):
      let column = try found.column(measure, of: graph, control)
      guard let numbers = column.numbers else {
        throw GraphError(
          "sizes need numbers; the attribute \"\(column.name)\" is of type \(column.type)")
      }
      // Missing and non-finite sizes are as small as possible.
      return .byWeight(numbers.map { $0.map { $0.isFinite ? max($0, 0) : 0 } ?? 0 })
    }
  }

  /// Returns sizes by degree plus one, so that isolated nodes are visible too.
  private static func byDegree(_ degrees: [Int]) -> Drawing.NodeSizes {
    .byWeight(degrees.map { Double($0 + 1) })
  }

  /// The number of nodes from which areas grow faster than degrees: by their power 5/4.
  private static let manyNodes = 1000

  /// Returns the sizes of a style that says nothing: by degree. In large graphs most discs are as small as
  /// can be seen, and hubs stand out only if they are larger than that.
  private static func showingHubs(_ degrees: [Int]) -> Drawing.NodeSizes {
    guard degrees.count >= manyNodes, case .byWeight(let weights) = byDegree(degrees) else {
      return byDegree(degrees)
    }
    return .byWeight(weights.map { $0 * $0.squareRoot().squareRoot() })
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
    case .attribute(let name): return texts(try NodeMeasure.attribute(name).column(of: graph))
    case .automatic: return file.nodeNames
    }
  }

  /// Returns a drawing of the graph with these looks.
  ///
  /// - Parameter prefersEqualSizes: true if positions convey the structure, as in trees.
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
      drawing.nodeSizes = Self.showingHubs(degrees)
    }
    color(edgesOf: &drawing, style)
    return drawing
  }
}

/// Measures that have been computed, so that none is computed twice.
struct MeasuredColumns {
  private(set) var columns: [AttributeColumn] = []

  mutating func column(
    _ measure: NodeMeasure, of graph: Graph, _ control: RunControl
  ) throws -> AttributeColumn {
    if measure.attributeName != nil { return try measure.column(of: graph, control: control) }
    if let known = columns.first(where: { $0.name.hasSameBytes(as: measure.id) }) { return known }
    let column = try measure.column(of: graph, control: control)
    columns.append(column)
    return column
  }
}

extension GraphStyle {
  /// Returns the style with the background and the title of the file, unless it has its own.
  func completed(by file: FileStyle) -> GraphStyle {
    var style = self
    if let background = file.background, background.alpha > 0, colors == .ofFile, theme == .light {
      style.theme = theme.on(background)
    }
    if title == nil, let title = file.title {
      (style.title, style.titleLook) = (title, file.titleLook)
      if colors != .ofFile { style.titleLook.color = nil }
    }
    return style
  }

  /// Returns the options of a picture of a drawing in this style.
  func options(_ drawing: Drawing) -> Picture.Options {
    var options = Picture.Options(fitting: drawing, width: width, height: height)
    options.theme = theme
    options.isTransparent = isTransparent
    options.font = font
    if let textSizes { options.labelSizes = textSizes }
    options.edgeOpacity = edgeOpacity
    options.edgeCurve = edgeCurve
    options.bundlesEdges = bundlesEdges
    options.title = title
    options.name = name
    options.titleLook = titleLook
    options.makeRoomForTitle(hasWidth: width != nil, hasHeight: height != nil)
    if let labelLimit { options.labels = .atMost(labelLimit) }
    return options
  }
}
