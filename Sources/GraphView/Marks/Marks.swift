import GraphRendering

/// The mark of a node.
public struct NodeMark<NodeID: Hashable & Sendable>: PrimitiveContent {
  /// The id of the node.
  public let id: NodeID

  public init(id: NodeID) { self.id = id }

  @_spi(Marks)
  public func collect(into marks: inout GraphMarks<NodeID>) { marks.add(node: id) }
}

/// The mark of a node drawn as text: its label is always visible.
public struct AnnotationNodeMark<NodeID: Hashable & Sendable>: PrimitiveContent {
  /// The id of the node.
  public let id: NodeID
  private let text: String
  private let radius: Double

  /// - Parameter radius: the radius in layout units.
  public init(id: NodeID, _ text: String, radius: Double = 4) {
    (self.id, self.text, self.radius) = (id, text, radius)
  }

  @_spi(Marks)
  public func collect(into marks: inout GraphMarks<NodeID>) {
    marks.add(node: id, text: text, radius: radius)
  }
}

/// The mark of a link between two nodes. Parallel links are drawn as separate curves.
public struct LinkMark<NodeID: Hashable & Sendable>: PrimitiveContent {
  /// The id of the node where the link begins.
  public let source: NodeID
  /// The id of the node where the link ends.
  public let target: NodeID

  /// Both ends need node marks, or the graph is rejected.
  public init(from source: NodeID, to target: NodeID) {
    (self.source, self.target) = (source, target)
  }

  @_spi(Marks)
  public func collect(into marks: inout GraphMarks<NodeID>) {
    marks.add(linkFrom: source, to: target)
  }
}

/// The style that modifiers give to the marks inside them. Inner modifiers take precedence.
struct MarkStyle {
  var color: RGBColor?
  var value: GraphValue?
  var opacity: Double?
  var symbol: GraphSymbol?
  var radius: Double?
  var strokeColor: RGBColor?
  var stroke: LinkStroke?
  var shape: LinkShape?
  var label: String?
  var isHidden: Bool?

  /// Returns this style, completed with values of an outer one where it has none.
  func filled(by outer: MarkStyle) -> MarkStyle {
    var style = self
    // A colour and a value that determines one are alternatives, so they are inherited together.
    if color == nil, value == nil { (style.color, style.value) = (outer.color, outer.value) }
    style.opacity = opacity ?? outer.opacity
    style.symbol = symbol ?? outer.symbol
    style.radius = radius ?? outer.radius
    style.strokeColor = strokeColor ?? outer.strokeColor
    style.stroke = stroke ?? outer.stroke
    style.shape = shape ?? outer.shape
    style.label = label ?? outer.label
    style.isHidden = isHidden ?? outer.isHidden
    return style
  }
}

/// The marks of a content, in order. It is a content itself, and stands for one of any type where a type has
/// to be named.
public struct GraphMarks<NodeID: Hashable & Sendable>: PrimitiveContent {
  struct Node {
    var id: NodeID
    var style: MarkStyle
    var isAnnotation = false
  }

  struct Link {
    var source: NodeID
    var target: NodeID
    var style: MarkStyle
  }

  private(set) var nodes: [Node] = []
  private(set) var links: [Link] = []
  private var style = MarkStyle()

  init() {}

  init(_ contents: [any GraphContent<NodeID>]) {
    for content in contents { content.collect(into: &self) }
  }

  /// Collects the marks of a content.
  public init(_ content: some GraphContent<NodeID>) { content.collect(into: &self) }

  @_spi(Marks)
  public func collect(into marks: inout GraphMarks<NodeID>) {
    marks.nodes += nodes.map { node in
      var node = node
      node.style = node.style.filled(by: marks.style)
      return node
    }
    marks.links += links.map { link in
      var link = link
      link.style = link.style.filled(by: marks.style)
      return link
    }
  }

  mutating func add(node id: NodeID, text: String? = nil, radius: Double? = nil) {
    var own = MarkStyle()
    (own.label, own.radius) = (text, radius)
    nodes.append(Node(id: id, style: own.filled(by: style), isAnnotation: text != nil))
  }

  mutating func add(linkFrom source: NodeID, to target: NodeID) {
    links.append(Link(source: source, target: target, style: style))
  }

  /// Runs `body`, and applies a style to the marks that it adds.
  mutating func styled(_ inner: MarkStyle, _ body: (inout Self) -> Void) {
    let outer = style
    style = inner.filled(by: outer)
    body(&self)
    style = outer
  }
}
