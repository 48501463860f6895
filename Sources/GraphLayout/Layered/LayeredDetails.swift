extension LayeredLayout {
  package typealias Details = LayeredDetails
  package typealias Direction = LayoutDirection
  package typealias Edge = LayeredDetails.Edge
  package typealias Rank = LayeredDetails.Rank
  package typealias Group = LayeredDetails.Group
}

/// The space and the constraints of a layered drawing: sizes of boxes, ports, labels and weights of
/// edges, nodes that share a layer, and groups.
///
///     var request = LayoutRequest(.layered)
///     request.details = LayeredDetails(nodeSizes: [[60, 20], [60, 20]], ranks: [.init([0, 1])])
///
/// Sizes and ports are as drawn, in layout units: x to the right and y up, for any direction of
/// the drawing.
public struct LayeredDetails: Sendable, Hashable {
  /// The width and height of each node's box; empty if nodes are points.
  public var nodeSizes: [SIMD2<Double>]
  /// The details of each edge; empty for the defaults.
  public var edges: [Edge]
  /// Nodes that share a layer.
  public var ranks: [Rank]
  /// Nodes that share a box.
  public var groups: [Group]
  /// The space between layers; nil for the layout's default.
  public var layerDistance: Double?
  /// The minimum space between neighbours on a layer; nil for the layout's default.
  public var nodeDistance: Double?

  /// Creates details with the layout's default distances.
  public init(
    nodeSizes: [SIMD2<Double>] = [], edges: [Edge] = [], ranks: [Rank] = [], groups: [Group] = []
  ) {
    self.nodeSizes = nodeSizes
    self.edges = edges
    self.ranks = ranks
    self.groups = groups
  }

  /// The details of an edge.
  public struct Edge: Sendable, Hashable {
    /// The weight of its length in the choice of layers, 0 to 1,000,000.
    public var weight: Int
    /// The minimum distance of the layers of its ends: 1 for adjacent layers, 0 to 1,000.
    public var minimumLength: Int
    /// False for an edge that does not affect the choice of layers (Graphviz's `constraint`).
    public var setsLayers: Bool
    /// The point where it begins, relative to the centre of its source's box; nil for the centre.
    public var sourcePort: SIMD2<Double>?
    /// The point where it ends, relative to the centre of its target's box; nil for the centre.
    public var targetPort: SIMD2<Double>?
    /// The width and height of the record cell whose centre is `sourcePort`; nil for a port on the
    /// border. The edge begins where the cell touches the side of the box that faces the other
    /// layer, else at the left or right side of the box if the cell touches that; an interior cell
    /// is reached through others.
    public var sourceCell: SIMD2<Double>?
    /// The width and height of the record cell whose centre is `targetPort`.
    public var targetCell: SIMD2<Double>?
    /// The width and height of its label; nil for none.
    public var labelSize: SIMD2<Double>?

    public init(
      weight: Int = 1, minimumLength: Int = 1, setsLayers: Bool = true,
      sourcePort: SIMD2<Double>? = nil, targetPort: SIMD2<Double>? = nil,
      labelSize: SIMD2<Double>? = nil
    ) {
      self.weight = weight
      self.minimumLength = minimumLength
      self.setsLayers = setsLayers
      self.sourcePort = sourcePort
      self.targetPort = targetPort
      self.labelSize = labelSize
    }
  }

  /// A set of nodes that share a layer (Graphviz's `rank`).
  public struct Rank: Sendable, Hashable {
    /// The layer of the nodes.
    public enum Place: String, Sendable, Hashable, CaseIterable {
      /// Any layer.
      case same
      /// The first layer of their component: `rank=min`.
      case first
      /// The last layer of their component: `rank=max`.
      case last
    }
    /// The nodes, by number.
    public var nodes: [Int]
    /// The layer.
    public var place: Place
    /// True if the nodes are on their layer in the order of `nodes`, from left to right, or from
    /// top to bottom if edges lead sideways. This applies to nodes in the same group.
    public var isOrdered: Bool

    public init(_ nodes: [Int], place: Place = .same, isOrdered: Bool = false) {
      self.nodes = nodes
      self.place = place
      self.isOrdered = isOrdered
    }
  }

  /// A group of nodes in a box that contains no other nodes (Graphviz's clusters).
  public struct Group: Sendable, Hashable {
    /// The nodes. Those of nested groups need not be repeated.
    public var nodes: [Int]
    /// The index of its parent among the groups, which is lower than its own.
    public var parent: Int?
    /// The space between the box and its content.
    public var padding: Double
    /// The height of the space for a title, above the content of the box.
    public var titleHeight: Double
    /// True if that space is below the content instead.
    public var titleIsBelow = false
    /// The minimum width of the box, as drawn.
    public var titleWidth: Double

    /// Creates a group, by default without space for a title.
    public init(
      _ nodes: [Int], parent: Int? = nil, padding: Double = 8, titleHeight: Double = 0,
      titleWidth: Double = 0
    ) {
      self.nodes = nodes
      self.parent = parent
      self.padding = padding
      self.titleHeight = titleHeight
      self.titleWidth = titleWidth
    }
  }
}

extension LayeredLayout.Details {
  /// The same for nodes that are points, and edges without labels.
  var withoutSizes: Self {
    var details = self
    details.nodeSizes = []
    for edge in details.edges.indices {
      (details.edges[edge].sourcePort, details.edges[edge].targetPort) = (nil, nil)
      (details.edges[edge].sourceCell, details.edges[edge].targetCell) = (nil, nil)
      details.edges[edge].labelSize = nil
    }
    (details.layerDistance, details.nodeDistance) = (nil, nil)
    return details
  }
}

// MARK: Checks

extension LayeredLayout.Details {
  /// Throws if something is inconsistent with the graph. O(nodes + edges + members of ranks and
  /// groups).
  func check(_ graph: LayoutGraph) throws(LayoutError) {
    for (name, found, expected) in [
      ("nodeSizes", nodeSizes.count, graph.nodeCount), ("edges", edges.count, graph.edgeCount),
    ] where found != 0 && found != expected {
      throw .wrongLength(of: "details.\(name)", expected: expected, found: found)
    }
    for (node, size) in nodeSizes.enumerated() { try Self.check(size, "the size of node \(node)") }
    for (number, edge) in edges.enumerated() {
      try Self.check(0...1_000_000, edge.weight, "the weight of edge \(number)")
      try Self.check(0...1_000, edge.minimumLength, "the minimum length of edge \(number)")
      for size in [edge.sourceCell, edge.targetCell] {
        if let size { try Self.check(size, "the size of a cell of edge \(number)") }
      }
      for port in [edge.sourcePort, edge.targetPort] {
        guard let port, !(abs(port.x) <= 1e9 && abs(port.y) <= 1e9) else { continue }
        throw .badOption("a port of edge \(number)", value: "\(port)", expected: "within 1e9")
      }
      if let size = edge.labelSize { try Self.check(size, "the label size of edge \(number)") }
    }
    if let layerDistance { try Check.positive(layerDistance, "details.layerDistance") }
    if let nodeDistance { try Check.positive(nodeDistance, "details.nodeDistance") }
    try checkRanks(graph.nodeCount)
    try checkGroups(graph.nodeCount)
  }

  private func checkRanks(_ nodeCount: Int) throws(LayoutError) {
    for rank in ranks {
      for node in rank.nodes { try Check.node(node, "a node of a rank", nodeCount: nodeCount) }
    }
  }

  private func checkGroups(_ nodeCount: Int) throws(LayoutError) {
    for (number, group) in groups.enumerated() {
      for node in group.nodes { try Check.node(node, "a node of a group", nodeCount: nodeCount) }
      if let parent = group.parent, !(0..<number).contains(parent) {
        throw .badOption(
          "the parent of group \(number)", value: "\(parent)", expected: "a group before it, or nil"
        )
      }
      try Check.notNegative(group.padding, "the padding of group \(number)")
      try Check.notNegative(group.titleHeight, "the title height of group \(number)")
      try Check.notNegative(group.titleWidth, "the title width of group \(number)")
    }
  }

  private static func check(_ size: SIMD2<Double>, _ name: String) throws(LayoutError) {
    guard size.x >= 0, size.y >= 0, size.x <= 1e9, size.y <= 1e9 else {
      throw .badOption(name, value: "\(size)", expected: "between 0 and 1e9")
    }
  }

  private static func check(
    _ range: ClosedRange<Int>, _ value: Int, _ name: String
  ) throws(LayoutError) {
    guard range.contains(value) else {
      throw .badOption(
        name, value: "\(value)", expected: "\(range.lowerBound) to \(range.upperBound)")
    }
  }
}
