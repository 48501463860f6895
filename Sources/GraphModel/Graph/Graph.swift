/// A graph as files have it: nodes with ids, edges between them, and what is known about both.
///
///     let graph = try Graph(contentsOf: "miserables.gexf")
///     for edge in 0 ..< graph.edgeCount {
///       print(graph.nodeIDs[Int(graph.sources[edge])], graph.nodeIDs[Int(graph.targets[edge])])
///     }
///
/// Nodes are 0 ..< `nodeCount`, edges 0 ..< `edgeCount`, both in the order of the file; but the nodes
/// of an edge list whose ids are all integers are in increasing order. An edge is an entry of
/// `sources` and one of `targets`: 8 bytes. Several edges between the same nodes and edges from a
/// node to itself are kept as they are.
public struct Graph: Hashable, Sendable {
  /// Nodes and edges by number, and whether edges have a direction.
  public private(set) var topology: GraphTopology
  /// The ids of nodes by number, and back.
  public let nodeIDs: NodeIDs

  /// One for each edge; nil when the file has none. An edge without one in a file that has weights
  /// has 1. Any number is possible: below zero, infinite, not a number.
  ///
  /// Traps when set to an array of another length than `edgeCount`.
  public var weights: [Double]? {
    didSet { Self.check("weights", weights?.count, edgeCount, "edge") }
  }
  /// Nil when the file has none. Traps when set to another number than `nodeCount`.
  public var positions: NodePositions? {
    didSet { Self.check("positions", positions?.count, nodeCount, "node") }
  }
  /// Traps when set to a table of another number of rows than `nodeCount`.
  public var nodeAttributes: AttributeTable {
    didSet { Self.check("nodeAttributes", nodeAttributes.rowCount, nodeCount, "node") }
  }
  /// Traps when set to a table of another number of rows than `edgeCount`.
  public var edgeAttributes: AttributeTable {
    didSet { Self.check("edgeAttributes", edgeAttributes.rowCount, edgeCount, "edge") }
  }
  /// Of the graph as a whole.
  public var attributes = GraphAttributes()
  /// What the names of attributes mean, as the file it was read from says; nil when it does not. Part of `==`.
  public var dialect: Dialect?
  /// Nodes that the file puts together, groups before those inside them. Traps when set to groups of
  /// nodes that do not exist.
  public var groups: [NodeGroup] = [] {
    didSet {
      do throws(GraphError) { try Self.check(groups, nodeCount: nodeCount) } catch {
        fatalError(error.description)
      }
    }
  }

  /// The number of nodes.
  public var nodeCount: Int { topology.nodeCount }
  /// The number of edges, self-loops and parallel ones included.
  public var edgeCount: Int { topology.edgeCount }
  /// The node where each edge begins.
  public var sources: [Int32] { topology.sources }
  /// The node where each edge ends.
  public var targets: [Int32] { topology.targets }
  /// True when edges have a direction. When only some have, this is true and the edges' attribute
  /// `StandardAttribute.directed` says which.
  public var isDirected: Bool {
    get { topology.isDirected }
    set { topology.isDirected = newValue }
  }

  /// A topology with ids. Without `nodeIDs` the ids are 0, 1, ... O(1).
  ///
  /// Throws when there are not as many ids as nodes.
  public init(_ topology: GraphTopology, nodeIDs: NodeIDs? = nil) throws(GraphError) {
    let ids = nodeIDs ?? NodeIDs(count: topology.nodeCount)
    guard ids.count == topology.nodeCount else {
      throw GraphError("there are \(ids.count) ids, but \(topology.nodeCount) nodes")
    }
    self.init(checked: topology, nodeIDs: ids)
  }

  /// Nodes and edges, without attributes. O(edges).
  ///
  /// Throws when `sources` and `targets` differ in length or name a node that does not exist, and
  /// when there are 2^31 nodes or edges, or more.
  public init(
    nodeIDs: NodeIDs, sources: [Int32], targets: [Int32], isDirected: Bool = false
  ) throws(GraphError) {
    self.init(
      checked: try GraphTopology(
        nodeCount: nodeIDs.count, sources: sources, targets: targets, isDirected: isDirected),
      nodeIDs: nodeIDs)
  }

  /// Nodes 0 ..< `nodeCount` and edges as pairs of them. O(edges). Throws when an edge names a node
  /// that does not exist, and when there are 2^31 nodes or edges, or more.
  public init(
    nodeCount: Int, edges: [(Int, Int)], isDirected: Bool = false
  ) throws(GraphError) {
    try self.init(GraphTopology(nodeCount: nodeCount, edges: edges, isDirected: isDirected))
  }

  /// For readers, which know that all edges have nodes.
  package init(
    checkedNodeIDs nodeIDs: NodeIDs, sources: [Int32], targets: [Int32], isDirected: Bool = false
  ) {
    self.init(
      checked: GraphTopology(
        trusted: nodeIDs.count, sources: sources, targets: targets, isDirected: isDirected),
      nodeIDs: nodeIDs)
  }

  private init(checked topology: GraphTopology, nodeIDs: NodeIDs) {
    self.topology = topology
    self.nodeIDs = nodeIDs
    nodeAttributes = AttributeTable(rowCount: topology.nodeCount)
    edgeAttributes = AttributeTable(rowCount: topology.edgeCount)
  }

  /// Takes a numeric attribute of the edges as their weights, 1 where it has no value, and removes
  /// it from the attributes. Many files call weights `value`.
  ///
  /// Returns false, and changes nothing, when there is no such attribute or it is no number.
  @discardableResult
  public mutating func useEdgeAttributeAsWeights(_ name: String) -> Bool {
    guard let numbers = edgeAttributes[name]?.numbers else { return false }
    weights = numbers.map { $0 ?? 1 }
    edgeAttributes[name] = nil
    return true
  }

  private static func check(_ what: String, _ found: Int?, _ expected: Int, _ each: String) {
    guard let found, found != expected else { return }
    // Not a precondition, whose words are not printed in release builds.
    fatalError("\(what) has \(found) elements; \(expected) are needed, one for each \(each)")
  }
}

extension Graph {
  /// What the names of attributes mean that programs use differently.
  public enum Dialect: String, Sendable, Hashable, Codable, CaseIterable {
    /// `color` is that of outlines, sizes are in inches, names of colours are X11's.
    case graphviz
    /// `color` is that of nodes, sizes are in points, names of colours are those of CSS.
    case other
  }
}

extension Graph: Codable {
  private enum CodingKeys: CodingKey {
    case topology, nodeIDs, weights, positions, nodeAttributes, edgeAttributes, attributes
    case dialect, groups
  }

  /// Throws when the parts do not fit each other, too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      container.decode(GraphTopology.self, forKey: .topology),
      nodeIDs: container.decode(NodeIDs.self, forKey: .nodeIDs))
    weights = try container.decodeIfPresent([Double].self, forKey: .weights)
    positions = try container.decodeIfPresent(NodePositions.self, forKey: .positions)
    nodeAttributes = try container.decode(AttributeTable.self, forKey: .nodeAttributes)
    edgeAttributes = try container.decode(AttributeTable.self, forKey: .edgeAttributes)
    attributes = try container.decode(GraphAttributes.self, forKey: .attributes)
    dialect = try container.decodeIfPresent(Dialect.self, forKey: .dialect)
    let groups = try container.decodeIfPresent([NodeGroup].self, forKey: .groups) ?? []
    try Self.check(groups, nodeCount: nodeCount)
    self.groups = groups
    let counts = [
      ("weights", weights?.count, edgeCount), ("positions", positions?.count, nodeCount),
      ("nodeAttributes", nodeAttributes.rowCount, nodeCount),
      ("edgeAttributes", edgeAttributes.rowCount, edgeCount),
    ]
    for (what, found, expected) in counts where found != nil && found != expected {
      throw GraphError("\(what) has \(found ?? 0) elements; \(expected) are needed")
    }
  }
}
