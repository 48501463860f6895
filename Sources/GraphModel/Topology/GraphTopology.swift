/// The nodes and edges of a graph, without names or values.
///
///     let triangle = try GraphTopology(nodeCount: 3, edges: [(0, 1), (1, 2), (2, 0)])
///     triangle.degrees()  // [2, 2, 2]
///
/// Nodes are 0 ..< `nodeCount`, edges 0 ..< `edgeCount`. An edge is an entry of `sources` and one
/// of `targets`: 8 bytes. Parallel edges and loops are kept. There are at most `Int32.max` nodes
/// and as many edges.
public struct GraphTopology: Hashable, Sendable {
  /// The number of nodes.
  public let nodeCount: Int
  /// The node where each edge begins.
  public let sources: [Int32]
  /// The node where each edge ends.
  public let targets: [Int32]
  /// True if edges are directed. In an undirected graph the order of an edge's ends has no meaning,
  /// but it is kept and is part of equality.
  public var isDirected: Bool

  /// The number of edges, parallel edges and loops included.
  public var edgeCount: Int { sources.count }

  /// Creates a graph from the ends of its edges. O(edges).
  ///
  /// - Parameters:
  ///   - nodeCount: the number of nodes, at most `Int32.max`.
  ///   - sources: the node where each edge begins.
  ///   - targets: the node where each edge ends; as many as `sources`.
  ///   - isDirected: true if edges are directed.
  /// - Throws: `GraphError` if a count is out of range, `sources` and `targets` differ in length,
  ///   or an edge refers to a node that does not exist.
  public init(
    nodeCount: Int, sources: [Int32], targets: [Int32], isDirected: Bool = false
  ) throws(GraphError) {
    try Self.checkNodeCount(nodeCount)
    guard sources.count == targets.count else {
      throw GraphError(
        "there are \(sources.count) sources and \(targets.count) targets; each edge has one of both"
      )
    }
    guard sources.count <= Int32.max else { throw .tooManyEdges(sources.count) }
    // One comparison checks both bounds, as negative numbers become large without a sign.
    let limit = UInt32(nodeCount)
    for edge in sources.indices
    where UInt32(bitPattern: sources[edge]) >= limit || UInt32(bitPattern: targets[edge]) >= limit {
      throw .missingNode(
        edge: edge, Int(sources[edge]), Int(targets[edge]), nodeCount: nodeCount)
    }
    self.init(trusted: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
  }

  /// Creates a graph from pairs of nodes. O(edges).
  ///
  /// - Parameters:
  ///   - nodeCount: the number of nodes, at most `Int32.max`.
  ///   - edges: the source and the target of each edge.
  ///   - isDirected: true if edges are directed.
  /// - Throws: `GraphError` if a count is out of range, or an edge refers to a node that does not
  ///   exist.
  public init(
    nodeCount: Int, edges: some Sequence<(Int, Int)>, isDirected: Bool = false
  ) throws(GraphError) {
    try Self.checkNodeCount(nodeCount)
    var sources: [Int32] = []
    var targets: [Int32] = []
    sources.reserveCapacity(edges.underestimatedCount)
    targets.reserveCapacity(edges.underestimatedCount)
    let nodes = 0..<nodeCount
    for (source, target) in edges {
      guard nodes.contains(source), nodes.contains(target) else {
        throw .missingNode(edge: sources.count, source, target, nodeCount: nodeCount)
      }
      sources.append(Int32(source))
      targets.append(Int32(target))
    }
    guard sources.count <= Int32.max else { throw .tooManyEdges(sources.count) }
    self.init(trusted: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
  }

  /// Creates a graph whose arguments have been validated. O(1).
  package init(
    trusted nodeCount: Int, sources: [Int32], targets: [Int32], isDirected: Bool = false
  ) {
    self.nodeCount = nodeCount
    self.sources = sources
    self.targets = targets
    self.isDirected = isDirected
  }

  private static func checkNodeCount(_ count: Int) throws(GraphError) {
    guard count >= 0 else { throw GraphError("a graph cannot have \(count) nodes") }
    guard count <= Int32.max else {
      throw GraphError("\(count) nodes are too many; \(Int32.max) are allowed")
    }
  }
}

extension GraphTopology: Codable {
  private enum CodingKeys: CodingKey {
    case nodeCount, isDirected, sources, targets
  }

  /// Decodes a graph and validates it as the other initialisers do.
  ///
  /// - Throws: the errors of the decoder, and `DecodingError.dataCorrupted` with the description of
  ///   a `GraphError` if the graph is invalid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let nodeCount = try values.decode(Int.self, forKey: .nodeCount)
    let isDirected = try values.decode(Bool.self, forKey: .isDirected)
    let sources = try values.decode([Int32].self, forKey: .sources)
    let targets = try values.decode([Int32].self, forKey: .targets)
    do throws(GraphError) {
      try self.init(
        nodeCount: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Encodes the counts and the ends of the edges as two arrays.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(nodeCount, forKey: .nodeCount)
    try values.encode(isDirected, forKey: .isDirected)
    try values.encode(sources, forKey: .sources)
    try values.encode(targets, forKey: .targets)
  }
}
