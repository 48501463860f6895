import GraphRendering

/// What a view of your own draws: nodes and links with their looks, by number. Where the nodes are is
/// in the frames of `GraphView.frames(atMost:)`.
public struct GraphScene<ID: Hashable & Sendable>: Sendable {
  /// How a node looks.
  public struct Node: Sendable, Hashable {
    /// Nil for the colour of the theme.
    public var color: RGBColor?
    /// In layout units.
    public var radius: Double
    /// Its shape.
    public var symbol: GraphSymbol
    /// Empty for none.
    public var label: String
    /// True when its label is always there.
    public var isAnnotation: Bool
    /// Whether somebody, or the graph, holds it.
    public var isPinned: Bool
    /// Whether it is left out.
    public var isHidden: Bool
  }

  /// How a link looks.
  public struct Link: Sendable, Hashable {
    /// The nodes it joins, by number.
    public var source: Int
    /// Where it ends.
    public var target: Int
    /// Nil for the colour of the theme.
    public var color: RGBColor?
    /// In pixels at the first zoom.
    public var width: Double
    /// Whether its target has an arrow head.
    public var hasArrow: Bool
    /// Whether its line is broken.
    public var isDashed: Bool
    /// How much it is bent to the right of its direction, -3 to 3; 0 is straight.
    public var bend: Int
    /// Whether it is left out.
    public var isHidden: Bool
  }

  /// The id of each node.
  public let ids: [ID]
  /// The looks of nodes, by number.
  public let nodes: [Node]
  /// The looks of links, by number.
  public let links: [Link]

  /// What a snapshot shows. O(nodes + links).
  public init(_ snapshot: GraphSnapshot<ID>) {
    self.init(snapshot, snapshot.looks, labels: snapshot.labels)
  }

  init(_ snapshot: GraphSnapshot<ID>, _ looks: ViewLooks, labels: [String]) {
    ids = snapshot.ids
    nodes = ids.indices.map { node in
      let flags = ViewLooks.NodeFlags(rawValue: looks.nodeFlags[node])
      return Node(
        color: Self.color(looks.nodeColors[node]), radius: Double(looks.nodeRadii[node]),
        symbol: GraphSymbol(rawValue: looks.nodeShapes[node]) ?? .circle,
        label: labels.indices.contains(node) ? labels[node] : "",
        isAnnotation: flags.contains(.hasLabel), isPinned: flags.contains(.isPinned),
        isHidden: flags.contains(.isHidden))
    }
    let (sources, targets) = (snapshot.graph.sources, snapshot.graph.targets)
    links = sources.indices.map { link in
      let look = LinkLook(flags: looks.linkFlags[link])
      return Link(
        source: Int(sources[link]), target: Int(targets[link]),
        color: Self.color(looks.linkColors[link]), width: Double(looks.linkWidths[link]) / 8,
        hasArrow: look.hasArrow, isDashed: look.isDashed, bend: look.bend,
        isHidden: look.isHidden)
    }
  }

  private static func color(_ word: UInt32) -> RGBColor? {
    word == 0 ? nil : RGBColor(word: word)
  }
}

extension LinkLook {
  init(flags: UInt8) {
    self.init(
      hasArrow: flags & 1 != 0, isDashed: flags & 2 != 0, bend: Int(flags >> 2 & 7) - 3,
      isHidden: flags & 32 != 0)
  }
}
