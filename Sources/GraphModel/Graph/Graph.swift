/// A graph as files have it: nodes with ids, edges, and attributes of both.
///
///     let graph = try Graph(contentsOf: "miserables.gexf")
///     for edge in 0 ..< graph.edgeCount {
///       print(graph.nodeIDs[Int(graph.sources[edge])], graph.nodeIDs[Int(graph.targets[edge])])
///     }
///
/// Nodes are 0 ..< `nodeCount`, edges 0 ..< `edgeCount`, both in the order of the file; but the
/// nodes of an edge list whose ids are all integers are in increasing order. An edge is an entry of
/// `sources` and one of `targets`: 8 bytes. Parallel edges and self-loops are kept.
public struct Graph: Hashable, Sendable {
  /// The nodes and edges by number, and whether edges are directed.
  public private(set) var topology: GraphTopology
  /// The ids of nodes.
  public let nodeIDs: NodeIDs

  /// The weight of each edge; nil if the file has none. In a file with weights, an edge without one
  /// has 1. Any number is possible: negative, infinite or NaN.
  ///
  /// Traps if set to an array whose length is not `edgeCount`.
  public var weights: [Double]? {
    didSet { Self.check("weights", weights?.count, edgeCount, "edge") }
  }
  /// The positions of nodes; nil if the file has none. Traps if set to another number than
  /// `nodeCount`.
  public var positions: NodePositions? {
    didSet { Self.check("positions", positions?.count, nodeCount, "node") }
  }
  /// The attributes of nodes. Traps if set to a table whose number of rows is not `nodeCount`.
  public var nodeAttributes: AttributeTable {
    didSet { Self.check("nodeAttributes", nodeAttributes.rowCount, nodeCount, "node") }
  }
  /// The attributes of edges. Traps if set to a table whose number of rows is not `edgeCount`.
  public var edgeAttributes: AttributeTable {
    didSet { Self.check("edgeAttributes", edgeAttributes.rowCount, edgeCount, "edge") }
  }
  /// The attributes of the whole graph.
  public var attributes = GraphAttributes()
  /// The meaning of attribute names, as the format of the file defines it; nil if it does not. It
  /// is part of equality.
  public var dialect: Dialect?
  /// The groups of nodes in the file, parents before their children. Traps if set to groups with
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
  /// The number of edges, including self-loops and parallel edges.
  public var edgeCount: Int { topology.edgeCount }
  /// The node where each edge begins.
  public var sources: [Int32] { topology.sources }
  /// The node where each edge ends.
  public var targets: [Int32] { topology.targets }
  /// True if edges are directed. If only some are, this is true, and the edge attribute
  /// `StandardAttribute.directed` tells which.
  public var isDirected: Bool {
    get { topology.isDirected }
    set { topology.isDirected = newValue }
  }

  /// Creates a graph of a topology with ids, by default 0, 1, ... O(1).
  ///
  /// Throws if the number of ids is not the number of nodes.
  public init(_ topology: GraphTopology, nodeIDs: NodeIDs? = nil) throws(GraphError) {
    let ids = nodeIDs ?? NodeIDs(count: topology.nodeCount)
    guard ids.count == topology.nodeCount else {
      throw GraphError("there are \(ids.count) ids, but \(topology.nodeCount) nodes")
    }
    self.init(checked: topology, nodeIDs: ids)
  }

  /// Creates a graph of nodes and edges without attributes. O(edges).
  ///
  /// Throws if `sources` and `targets` differ in length or refer to a node that does not exist, or
  /// if there are 2^31 or more nodes or edges.
  public init(
    nodeIDs: NodeIDs, sources: [Int32], targets: [Int32], isDirected: Bool = false
  ) throws(GraphError) {
    self.init(
      checked: try GraphTopology(
        nodeCount: nodeIDs.count, sources: sources, targets: targets, isDirected: isDirected),
      nodeIDs: nodeIDs)
  }

  /// Creates a graph of nodes 0 ..< `nodeCount` and edges as pairs of them. O(edges). Throws if an
  /// edge refers to a node that does not exist, or if there are 2^31 or more nodes or edges.
  public init(
    nodeCount: Int, edges: [(Int, Int)], isDirected: Bool = false
  ) throws(GraphError) {
    try self.init(GraphTopology(nodeCount: nodeCount, edges: edges, isDirected: isDirected))
  }

  /// Creates a graph whose edges are known to be valid, for readers.
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

  /// Converts a numeric edge attribute to weights, with 1 for missing values, and removes it from
  /// the attributes. Many files call weights `value`.
  ///
  /// Returns false without effect if there is no such attribute or it is not numeric.
  @discardableResult
  public mutating func useEdgeAttributeAsWeights(_ name: String) -> Bool {
    guard let numbers = edgeAttributes[name]?.numbers else { return false }
    weights = numbers.map { $0 ?? 1 }
    edgeAttributes[name] = nil
    return true
  }

  private static func check(_ what: String, _ found: Int?, _ expected: Int, _ each: String) {
    guard let found, found != expected else { return }
    // A precondition would not print its message in release builds.
    fatalError("\(what) has \(found) elements; \(expected) are needed, one for each \(each)")
  }
}

extension Graph {
  /// The meaning of attribute names that programs use differently.
  public enum Dialect: String, Sendable, Hashable, Codable, CaseIterable {
    /// `color` is that of outlines, sizes are in inches, colour names are those of X11.
    case graphviz
    /// `color` is the fill colour of nodes, sizes are in points, colour names are those of CSS.
    case other
  }
}

extension Graph: Codable {
  private enum CodingKeys: CodingKey {
    case topology, nodeIDs, weights, positions, nodeAttributes, edgeAttributes, attributes
    case dialect, groups
  }

  /// Decodes a graph. Also throws if its parts are inconsistent.
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
