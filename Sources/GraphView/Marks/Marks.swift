import GraphRendering

/// A node.
public struct NodeMark<NodeID: Hashable & Sendable>: GraphMarkContent {
  /// What the node is known by.
  public let id: NodeID

  public init(id: NodeID) { self.id = id }

  public func collect(into marks: inout GraphMarks<NodeID>) { marks.add(node: id) }
}

/// A node that is drawn as a text: its label is always there.
public struct AnnotationNodeMark<NodeID: Hashable & Sendable>: GraphMarkContent {
  /// What the node is known by.
  public let id: NodeID
  private let text: String
  private let radius: Double

  /// - Parameter radius: in layout units.
  public init(id: NodeID, _ text: String, radius: Double = 4) {
    (self.id, self.text, self.radius) = (id, text, radius)
  }

  public func collect(into marks: inout GraphMarks<NodeID>) {
    marks.add(node: id, text: text, radius: radius)
  }
}

/// A link between two nodes. Links of the same ends are bent apart.
public struct LinkMark<NodeID: Hashable & Sendable>: GraphMarkContent {
  /// Where it begins.
  public let source: NodeID
  /// Where it ends.
  public let target: NodeID

  /// Both ends need marks; a graph with a link that misses one is refused.
  public init(from source: NodeID, to target: NodeID) {
    (self.source, self.target) = (source, target)
  }

  public func collect(into marks: inout GraphMarks<NodeID>) {
    marks.add(linkFrom: source, to: target)
  }
}

/// What modifiers say of the marks inside of them. What an inner modifier has said, an outer one
/// does not change.
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

  /// Takes what this style leaves open from an outer one.
  func filled(by outer: MarkStyle) -> MarkStyle {
    var style = self
    // A colour and a value by which one is chosen are two ways to say one thing.
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

/// The marks of a content, in their sequence. Contents of your own with `collect(into:)` add to it.
public struct GraphMarks<NodeID: Hashable & Sendable> {
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

  mutating func add(node id: NodeID, text: String? = nil, radius: Double? = nil) {
    var own = MarkStyle()
    (own.label, own.radius) = (text, radius)
    nodes.append(Node(id: id, style: own.filled(by: style), isAnnotation: text != nil))
  }

  mutating func add(linkFrom source: NodeID, to target: NodeID) {
    links.append(Link(source: source, target: target, style: style))
  }

  /// Adds what `body` adds, with a style.
  mutating func styled(_ inner: MarkStyle, _ body: (inout Self) -> Void) {
    let outer = style
    style = inner.filled(by: outer)
    body(&self)
    style = outer
  }
}
