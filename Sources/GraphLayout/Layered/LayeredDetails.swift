extension LayeredLayout {
  /// Where edges lead: Graphviz's `rankdir` TB, BT, LR and RL.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Where edges lead.
    case down, up, right, left
  }

  /// What a layered drawing makes room for and keeps to, beside nodes and edges.
  ///
  /// Sizes and ports are as they are drawn, in layout units: x to the right and y up, whatever the
  /// direction of the drawing.
  public struct Details: Sendable, Hashable {
    /// Width and height of each node's box; empty when nodes are points.
    public var nodeSizes: [SIMD2<Double>]
    /// One for each edge; empty when there is nothing to say of any.
    public var edges: [Edge]
    /// Nodes that share a layer.
    public var ranks: [Rank]
    /// Nodes in boxes of their own.
    public var groups: [Group]
    /// The space between layers; nil for the layout's own.
    public var layerDistance: Double?
    /// The least space between neighbours on a layer; nil for the layout's own.
    public var nodeDistance: Double?

    /// What is said here, and the layout's own distances.
    public init(
      nodeSizes: [SIMD2<Double>] = [], edges: [Edge] = [], ranks: [Rank] = [], groups: [Group] = []
    ) {
      self.nodeSizes = nodeSizes
      self.edges = edges
      self.ranks = ranks
      self.groups = groups
    }
  }

  /// What there is to say of an edge.
  public struct Edge: Sendable, Hashable {
    /// How much its length counts in the choice of layers, 0 to 1,000,000.
    public var weight: Int
    /// How many layers lie at least between its ends: 1 for neighbouring layers, 0 to 1,000.
    public var minimumLength: Int
    /// False for an edge that has no part in the choice of layers (Graphviz's `constraint`).
    public var setsLayers: Bool
    /// Where it begins, from the middle of its source's box; nil for the middle.
    public var sourcePort: SIMD2<Double>?
    /// Where it ends, from the middle of its target's box; nil for the middle.
    public var targetPort: SIMD2<Double>?
    /// Width and height of the cell of a record that `sourcePort` is the middle of; nil for a port on the
    /// rim. The edge begins where the cell reaches the side of the box that faces the other layer, else at
    /// its left or right side if it is there; a cell inside is reached through others.
    public var sourceCell: SIMD2<Double>?
    /// The same of `targetPort`.
    public var targetCell: SIMD2<Double>?
    /// Width and height of its label; nil when it has none.
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

  /// Nodes that share a layer (Graphviz's `rank`).
  public struct Rank: Sendable, Hashable {
    /// Which layer.
    public enum Place: String, Sendable, Hashable, CaseIterable {
      /// Any.
      case same
      /// The first of their part of the graph: `rank=min`.
      case first
      /// The last of their part of the graph: `rank=max`.
      case last
    }
    /// Its nodes, by number.
    public var nodes: [Int]
    /// Which layer it is.
    public var place: Place
    /// Whether the nodes stand on their layer in the order of `nodes`, from left to right, or from
    /// the top down where edges lead to a side. Holds for nodes that are in the same group.
    public var isOrdered: Bool

    public init(_ nodes: [Int], place: Place = .same, isOrdered: Bool = false) {
      self.nodes = nodes
      self.place = place
      self.isOrdered = isOrdered
    }
  }

  /// Nodes that are kept together in a box that holds no others (Graphviz's clusters).
  public struct Group: Sendable, Hashable {
    /// Its nodes. Those of groups inside it need not be repeated.
    public var nodes: [Int]
    /// The group it is inside of, by its place among the groups, which is before its own.
    public var parent: Int?
    /// The space between the box and what is in it.
    public var padding: Double
    /// Room for a title, above what is in the box.
    public var titleHeight: Double
    /// Whether that room is below what is in the box instead.
    public var titleIsBelow = false
    /// How wide the box is at least, as it is drawn.
    public var titleWidth: Double

    /// A group without a title unless it is given room for one.
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

// MARK: Checks

extension LayeredLayout.Details {
  /// Throws when something does not fit the graph. O(nodes + edges + members of ranks and groups).
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
