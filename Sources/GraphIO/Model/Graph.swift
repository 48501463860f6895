/// A graph as files have it: nodes with ids, edges between them, and what is known about both.
///
///     let graph = try Graph(contentsOf: "miserables.gexf")
///     for edge in 0 ..< graph.edgeCount {
///       print(graph.nodeIDs[Int(graph.sources[edge])], graph.nodeIDs[Int(graph.targets[edge])])
///     }
///
/// Nodes are 0 ..< `nodeCount`, edges 0 ..< `edgeCount`, both in the order of the file; but the nodes of an
/// edge list whose ids are all integers are in increasing order. An edge is
/// an entry of `sources` and one of `targets`: 8 bytes. Several edges between the same nodes and edges
/// from a node to itself are kept as they are.
public struct Graph: Equatable, Sendable {
  /// True when edges have a direction. When only some have, this is true and the edges' attribute
  /// `StandardAttribute.directed` says which.
  public var isDirected: Bool
  public let nodeIDs: NodeIDs
  /// The node where each edge begins.
  public let sources: [UInt32]
  /// The node where each edge ends.
  public let targets: [UInt32]

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

  public var nodeCount: Int { nodeIDs.count }
  public var edgeCount: Int { sources.count }

  /// Nodes and edges, without attributes. O(edges).
  ///
  /// Throws when `sources` and `targets` differ in length or name a node that does not exist, and when
  /// there are 2^32 - 1 nodes or edges, or more.
  public init(
    nodeIDs: NodeIDs, sources: [UInt32], targets: [UInt32], isDirected: Bool = false
  ) throws(GraphError) {
    guard sources.count == targets.count else {
      throw GraphError("there are \(sources.count) sources and \(targets.count) targets")
    }
    let last = max(sources.max() ?? 0, targets.max() ?? 0)
    guard sources.isEmpty || Int(last) < nodeIDs.count else {
      throw GraphError("an edge names node \(last), but there are \(nodeIDs.count) nodes")
    }
    for (count, what) in [(nodeIDs.count, "nodes"), (sources.count, "edges")]
    where count >= Int(UInt32.max) { throw GraphError("\(count) \(what) are too many") }
    self.init(
      checkedNodeIDs: nodeIDs, sources: sources, targets: targets, isDirected: isDirected)
  }

  /// Nodes 0 ..< `nodeCount` and edges as pairs of them. O(edges). Throws when an edge names a node that
  /// does not exist, and when there are 2^32 - 1 nodes or edges, or more.
  public init(
    nodeCount: Int, edges: [(Int, Int)], isDirected: Bool = false
  ) throws(GraphError) {
    guard nodeCount >= 0 else { throw GraphError("a graph cannot have \(nodeCount) nodes") }
    guard nodeCount < Int(UInt32.max) else { throw GraphError("\(nodeCount) nodes are too many") }
    for (source, target) in edges
    where source < 0 || source >= nodeCount || target < 0 || target >= nodeCount {
      throw GraphError(
        "an edge goes from \(source) to \(target), but there are \(nodeCount) nodes")
    }
    try self.init(
      nodeIDs: NodeIDs(count: nodeCount), sources: edges.map { UInt32($0.0) },
      targets: edges.map { UInt32($0.1) }, isDirected: isDirected)
  }

  /// For readers, which know that all edges have nodes.
  init(
    checkedNodeIDs nodeIDs: NodeIDs, sources: [UInt32], targets: [UInt32], isDirected: Bool = false
  ) {
    self.isDirected = isDirected
    self.nodeIDs = nodeIDs
    self.sources = sources
    self.targets = targets
    nodeAttributes = AttributeTable(rowCount: nodeIDs.count)
    edgeAttributes = AttributeTable(rowCount: sources.count)
  }

  /// True when two edges join the same nodes (in the same direction, if the graph is directed).
  /// O(nodes + edges) in time and memory.
  public var isMultigraph: Bool { parallelEdgeCount > 0 }

  /// The number of edges between nodes that an earlier edge joins already. O(nodes + edges).
  public var parallelEdgeCount: Int { isParallelToEarlier.count { $0 } }

  /// The number of edges from a node to itself. O(edges).
  public var selfLoopCount: Int { zip(sources, targets).count { $0 == $1 } }

  /// The number of nodes without an edge. O(nodes + edges).
  public var isolatedNodeCount: Int {
    var hasEdge = [Bool](repeating: false, count: nodeCount)
    for node in sources { hasEdge[Int(node)] = true }
    for node in targets { hasEdge[Int(node)] = true }
    return hasEdge.count { !$0 }
  }

  /// For each edge whether an earlier one joins the same nodes.
  var isParallelToEarlier: [Bool] {
    // Edges by their (lower) first end, in their order: a counting sort.
    func ends(_ edge: Int) -> (UInt32, UInt32) {
      let (source, target) = (sources[edge], targets[edge])
      return isDirected || source < target ? (source, target) : (target, source)
    }
    var starts = [UInt32](repeating: 0, count: nodeCount + 1)
    for edge in 0..<edgeCount { starts[Int(ends(edge).0) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var order = [UInt32](repeating: 0, count: edgeCount)
    for edge in 0..<edgeCount {
      let first = Int(ends(edge).0)
      order[Int(starts[first])] = UInt32(edge)
      starts[first] += 1
    }
    var parallel = [Bool](repeating: false, count: edgeCount)
    // The last first end that was seen together with each second end.
    var seenWith = [UInt32](repeating: .max, count: nodeCount)
    for edge in order {
      let (first, second) = ends(Int(edge))
      if seenWith[Int(second)] == first { parallel[Int(edge)] = true }
      seenWith[Int(second)] = first
    }
    return parallel
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

/// The reason for which there cannot be such a graph, in words.
public struct GraphError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
