/// A style of pictures in the words of a user: values of options such as `color-by`, whose meaning
/// depends on the graph.
///
/// The command line and the interfaces to other languages have the same options. This is what they
/// mean; each of them spells the names in its own way.
@_spi(Interfaces)
public struct StyleRequest: Sendable {
  /// An attribute of nodes, the id of a measure, or `none`; nil for the colours of the file.
  public var colorBy: String?
  /// The scale by which numbers become colours.
  public var colorScale: Palette.Scaling?
  /// A numeric attribute of nodes, the id of a measure, `same`, or a radius in points.
  public var sizeBy: String?
  /// An attribute of nodes, `id` or `none`.
  public var label: String?
  /// The largest number of names.
  public var maxLabels: Int?
  /// `weight`, a numeric attribute of edges, or points.
  public var widthBy: String?
  /// The widths of the least and the greatest value.
  public var widthRange: (low: Double, high: Double)?
  /// An attribute of edges, `weight`, `source`, `target`, `mix` or `none`.
  public var edgeColorBy: String?
  /// The opacity of edges, 0 to 1.
  public var edgeOpacity: Double?
  /// The curvature of edges, -1 to 1.
  public var curve: Double?
  /// True to draw longer edges along paths of shorter ones.
  public var bundle = false
  /// True to draw arrow heads in directed graphs.
  public var arrows = true
  /// True for shapes with text inside, false for discs; nil for what suits the graph.
  public var textInNodes: Bool?
  /// An attribute of nodes, the id of a measure that gives groups, or `none`.
  public var groups: String?
  /// The colours of the background and of what has no other.
  public var theme = Theme.light
  /// The colour of the background; nil for that of the theme.
  public var background: RGBColor?
  /// The family of all text.
  public var font: String?
  /// The sizes of names, for the least and the most important node.
  public var fontSize: (low: Double, high: Double)?
  /// True for no background.
  public var transparent = false
  /// The width in points.
  public var width: Double?
  /// The height in points.
  public var height: Double?
  /// The title above the graph.
  public var title: String?
  /// The angles of the camera in degrees, for drawings in space.
  public var camera: (azimuth: Double, elevation: Double)?
  /// True to show a key of colours and sizes.
  public var key = true

  /// How messages spell the name of an option: `color-by` as `--color-by`, for example.
  public var spelled: @Sendable (_ option: String) -> String

  public init(spelled: @escaping @Sendable (_ option: String) -> String) {
    self.spelled = spelled
  }

  /// A value that an option cannot have.
  public struct Problem: Error, CustomStringConvertible {
    /// A sentence about the option, the value, and the values that there are.
    public var description: String
    /// A word that there is not, and those that there are; nil where the value is no word.
    public var choice: (word: String, words: [String])?

    public init(_ description: String, choice: (word: String, words: [String])? = nil) {
      self.description = description
      self.choice = choice
    }
  }

  /// Throws if a number is out of range, or options contradict each other.
  public func check() throws(Problem) {
    if let maxLabels, maxLabels < 0 {
      throw Problem("\(spelled("max-labels")) is 0 or more, not \(maxLabels).")
    }
    for (name, value) in [("width", width), ("height", height)] {
      if let value, !(1...16384).contains(value) {
        throw Problem("\(spelled(name)) is 1 to 16384 points, not \(value).")
      }
    }
    if let sizes = fontSize, !(1 <= sizes.low && sizes.low <= sizes.high && sizes.high <= 500) {
      throw Problem(
        "\(spelled("font-size")) is a number of 1 to 500 points, or two of them, the smaller one "
          + "first.")
    }
    if font?.isEmpty == true {
      throw Problem("\(spelled("font")) is the name of a font, and not empty.")
    }
    if colorScale != nil, [nil, "none"].contains(colorBy), edgeColorBy == nil {
      throw Problem(
        "\(spelled("color-scale")) needs \(spelled("color-by")), which says what is coloured.")
    }
    if label == "none", maxLabels != nil {
      throw Problem(
        "\(spelled("max-labels")) does not go with \(spelled("label")) none; leave one of them out."
      )
    }
    try checkEdges()
  }

  private func checkEdges() throws(Problem) {
    if let edgeOpacity, !(0...1).contains(edgeOpacity) {
      throw Problem("\(spelled("edge-opacity")) is 0 to 1, not \(edgeOpacity).")
    }
    if let curve, !(-1...1).contains(curve) {
      throw Problem("\(spelled("curve")) is -1 to 1, not \(curve).")
    }
    guard let widthRange else { return }
    guard widthRange.low >= 0, widthRange.low <= widthRange.high, widthRange.high <= 1000 else {
      throw Problem(
        "\(spelled("width-range")) is two numbers of 0 to 1000 points, the smaller one first, as in "
          + "0.5,8.")
    }
    if let widthBy, Double(widthBy) != nil {
      throw Problem(
        "\(spelled("width-range")) needs \(spelled("width-by")), which says what widths stand for.")
    }
  }

  /// Returns the style for a graph. Throws if an option refers to something that the graph does not
  /// have.
  ///
  /// - Parameter name: the text alternative of a picture without a title.
  public func style(of graph: Graph, name: String) throws(Problem) -> GraphStyle {
    var style = GraphStyle()
    style.colors = try colors(graph)
    style.colorScale = colorScale
    style.sizes = try sizes(graph)
    style.labels = try labels(graph)
    style.edgeWidths = try widths(graph)
    style.edgeWidthRange = widthRange.map { $0.low...$0.high }
    style.edgeColors = try edgeColors(graph)
    style.edgeOpacity = edgeOpacity
    style.edgeCurve = curve ?? 0
    style.bundlesEdges = bundle
    style.hasArrows = arrows
    if let textInNodes { style.nodes = textInNodes ? .text : .discs }
    style.groups = try outlines(graph)
    style.theme = background.map { theme.on($0) } ?? theme
    style.font = font
    style.textSizes = fontSize.map { $0.low...$0.high }
    style.isTransparent = transparent
    if let camera {
      style.camera = .around(azimuth: camera.azimuth, elevation: camera.elevation)
    }
    (style.width, style.height) = (width, height)
    (style.title, style.name) = (title, name)
    style.labelLimit = maxLabels
    style.showsKey = key
    return style
  }

  // MARK: Nodes

  private func colors(_ graph: Graph) throws(Problem) -> GraphStyle.Colors {
    guard let colorBy else { return .ofFile }
    if let measure = NodeMeasure(colorBy, of: graph) { return .by(measure) }
    if colorBy == "none" { return .none }
    throw unknown("color-by", colorBy, graph, NodeMeasure.all.map(\.id).sorted() + ["none"])
  }

  private func sizes(_ graph: Graph) throws(Problem) -> GraphStyle.Sizes {
    guard let sizeBy else { return .automatic }
    if let column = graph.nodeAttributes[sizeBy], column.numbers == nil {
      throw Problem(
        "\(spelled("size-by")) \(sizeBy): the attribute is no number, but of type \(column.type).")
    }
    if let measure = NodeMeasure(sizeBy, of: graph), !measure.isGroup { return .by(measure) }
    if sizeBy == "same" { return .same }
    guard let points = Double(sizeBy) else {
      let measures = NodeMeasure.all.filter { !$0.isGroup }.map(\.id).sorted()
      throw unknown("size-by", sizeBy, graph, measures + ["same", "a radius in points"])
    }
    guard points >= 0, points <= 1000 else {
      throw Problem("\(spelled("size-by")) is 0 to 1000 points, not \(sizeBy).")
    }
    return .points(points)
  }

  private func outlines(_ graph: Graph) throws(Problem) -> GraphStyle.Groups {
    guard let groups else { return .ofFile }
    if groups == "none", graph.nodeAttributes[groups] == nil { return .none }
    if let measure = NodeMeasure(groups, of: graph) {
      if graph.nodeAttributes[groups] != nil || measure.isGroup { return .by(measure) }
    }
    let measures = NodeMeasure.all.filter(\.isGroup).map(\.id).sorted()
    throw unknown("groups", groups, graph, measures + ["none"])
  }

  private func labels(_ graph: Graph) throws(Problem) -> GraphStyle.Labels {
    guard let label else { return .automatic }
    if graph.nodeAttributes[label] != nil { return .attribute(label) }
    if label == "id" { return .ids }
    if label == "none" { return .none }
    throw unknown("label", label, graph, ["id", "none"])
  }

  private func unknown(
    _ option: String, _ value: String, _ graph: Graph, _ others: [String]
  ) -> Problem {
    let option = spelled(option)
    return Problem(
      "\(option) \(value): nodes have no such attribute; \(Self.list(graph.nodeAttributes))"
        + (graph.edgeAttributes[value] == nil ? ". " : ". Edges have one, which it is not about. ")
        + "\(option) also takes \(others.dropLast().joined(separator: ", ")) and "
        + "\(others.last ?? "").",
      choice: (value, graph.nodeAttributes.names + others))
  }

  /// Returns the list of attributes, for messages.
  public static func list(_ table: AttributeTable) -> String {
    table.names.isEmpty
      ? "they have none"
      : "they have \(table.names.map { "\"\($0)\"" }.joined(separator: ", "))"
  }

  // MARK: Edges

  private func edgeColors(_ graph: Graph) throws(Problem) -> GraphStyle.EdgeColors {
    guard let edgeColorBy else { return .automatic }
    let isWeight = edgeColorBy == "weight" && graph.weights != nil
    if graph.edgeAttributes[edgeColorBy] != nil || isWeight { return .by(attribute: edgeColorBy) }
    switch edgeColorBy {
    case "source": return .source
    case "target": return .target
    case "mix": return .mix
    case "none": return .none
    default:
      let option = spelled("edge-color-by")
      let words = ["weight", "source", "target", "mix", "none"]
      throw Problem(
        "\(option) \(edgeColorBy): edges have no such attribute; "
          + "\(Self.list(graph.edgeAttributes)). \(option) also takes weight (where "
          + "edges have weights), source, target, mix and none.",
        choice: (edgeColorBy, graph.edgeAttributes.names + words))
    }
  }

  private func widths(_ graph: Graph) throws(Problem) -> GraphStyle.EdgeWidths {
    guard let widthBy else { return .automatic }
    let option = spelled("width-by")
    if widthBy == "weight" {
      if graph.weights == nil {
        throw Problem(
          "\(option) weight: the edges have no weights (see \(spelled("weight-attribute"))).")
      }
      return .byWeight
    }
    if let column = graph.edgeAttributes[widthBy] {
      guard column.numbers != nil else {
        throw Problem(
          "\(option) \(widthBy): the attribute is no number, but of type \(column.type).")
      }
      return .by(attribute: widthBy)
    }
    guard let width = Double(widthBy), width >= 0, width <= 1000 else {
      throw Problem(
        "\(option) is weight, a numeric attribute of edges (\(Self.list(graph.edgeAttributes))), "
          + "or 0 to 1000 points, not \(widthBy).",
        choice: (widthBy, graph.edgeAttributes.names + ["weight"]))
    }
    return .points(width)
  }
}

// MARK: Drawings that a file has

@_spi(Interfaces)
extension GraphStyle {
  /// Returns the style for a drawing whose positions must be shown unchanged.
  public func keepingPositions(of graph: Graph) -> GraphStyle {
    var style = self
    style.positionsArePoints = graph.dialect == .graphviz
    style.separatesDiscs = false
    return style
  }
}

@_spi(Interfaces)
extension GraphLooks {
  /// Computes the looks for positions that are kept, or that a layout is going to find. A drawing from
  /// a file keeps its sizes, too.
  public init(
    _ graph: Graph, _ style: GraphStyle, keepsPositions: Bool, control: RunControl = RunControl()
  ) throws {
    var style = style
    if keepsPositions, style.sizes == .automatic,
      graph.nodeAttributes[StandardAttribute.size]?.numbers != nil
    {
      style.sizes = .ofFile
    }
    try self.init(graph, style, control: control)
  }
}

@_spi(Interfaces)
extension NodePositions {
  /// True if every node has a position, and they are not all equal.
  public var isDrawing: Bool {
    missingCount == 0 && count > 0 && (1..<count).contains { self[$0] != self[0] }
  }
}
