import GraphRendering

/// The content that a custom view draws: the nodes and links by number, with their style and place, seen by
/// a camera. It has the geometry of nodes and links, hit tests, and the labels for which there is space.
/// New places come with the frames of `GraphView.frames(atMost:)`.
///
/// Points are in the coordinates of the view, places in layout units.
public struct GraphScene<ID: Hashable & Sendable>: Sendable {
  /// The style of a node.
  public struct Node: Sendable, Hashable {
    /// The fill colour; nil for the colour of the theme.
    public var color: RGBColor?
    /// The radius in layout units.
    public var radius: Double
    /// Its shape.
    public var symbol: GraphSymbol
    /// The text of the label; empty for none.
    public var label: String
    /// True if the label is always drawn.
    public var isAnnotation: Bool
    /// True if a user or the graph pins or holds the node.
    public var isPinned: Bool
    /// True if the node is not drawn.
    public var isHidden: Bool
  }

  /// The style of a link.
  public struct Link: Sendable, Hashable {
    /// The number of the node where the link begins.
    public var source: Int
    /// The number of the node where the link ends.
    public var target: Int
    /// The colour; nil for the colour of the theme.
    public var color: RGBColor?
    /// The width in pixels at the initial zoom.
    public var width: Double
    /// True if the link has an arrow head at its target.
    public var hasArrow: Bool
    /// True if the line is dashed.
    public var isDashed: Bool
    /// How much it is bent to the right of its direction, -3 to 3; 0 is straight.
    public var bend: Int
    /// True if the link is not drawn.
    public var isHidden: Bool
  }

  /// The id of each node.
  public let ids: [ID]
  /// The style of each node.
  public let nodes: [Node]
  /// The style of each link.
  public let links: [Link]
  /// The place of each node, in layout units. Traps if it gets another number of them.
  public var places: [SIMD2<Double>] {
    didSet { checkPlaces() }
  }
  /// The camera.
  public var camera: GraphCamera

  /// Creates the scene of a snapshot. O(nodes + links).
  ///
  /// - Precondition: `places` has one element per node.
  public init(_ snapshot: GraphSnapshot<ID>, places: [SIMD2<Double>], camera: GraphCamera) {
    self.init(
      snapshot, snapshot.looks, labels: snapshot.labels, places: places, camera: camera)
  }

  init(
    _ snapshot: GraphSnapshot<ID>, _ looks: ViewLooks, labels: [String], places: [SIMD2<Double>],
    camera: GraphCamera
  ) {
    (self.places, self.camera) = (places, camera)
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
    checkPlaces()
  }

  private func checkPlaces() {
    precondition(places.count == nodes.count, "\(places.count) places for \(nodes.count) nodes")
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
