import ForceSimulation
import GraphModel

/// A graph as layouts see it: nodes 0 ..< nodeCount, edges between them, and for each node its neighbours.
///
/// The edges are kept as they were given, duplicates and self-edges included. Neighbours are what distances and forces go by: each
/// other node that an edge leads to or comes from, once, by increasing index.
///
///     let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
///     let result = try AutomaticLayout().layout(graph)
///
/// A value; 24 bytes an edge, and 24 more with weights. A graph's topology is not copied.
public struct LayoutGraph: Sendable {
  /// Its nodes and edges. Layered layouts and trees go by the direction of edges; distances and forces
  /// do not.
  public let topology: GraphTopology
  /// How long each edge wants to be, in link lengths; nil when all of them want to be 1.
  public let lengths: [Double]?

  let adjacency: Neighborhoods

  /// What the weights of edges say.
  public enum WeightMeaning: Sendable, Hashable {
    /// An edge of weight 2 wants to be twice as long as one of weight 1.
    case length
    /// An edge of weight 4 ties four times as strongly: it wants to be half as long as one of weight
    /// 1. That is where an attraction in proportion to weight and distance balances a repulsion of
    /// 1/distance (Jacomy et al. 2014, doi:10.1371/journal.pone.0098679). Lengths of 1/weight
    /// would draw what is tied most strongly as points, as soon as weights differ tenfold.
    case strength
  }

  /// The number of nodes.
  public var nodeCount: Int { topology.nodeCount }
  /// Where each edge begins.
  public var sources: [Int32] { topology.sources }
  /// Where each edge ends.
  public var targets: [Int32] { topology.targets }
  /// True when edges lead from their source to their target.
  public var isDirected: Bool { topology.isDirected }

  /// A graph, without its weights unless their meaning is said. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - meaning: whether its weights are lengths or strengths; nil to leave them out.
  /// - Throws: `LayoutError` when a weight is not between 1e-12 and 1e12.
  public init(_ graph: Graph, weights meaning: WeightMeaning? = nil) throws(LayoutError) {
    try self.init(
      graph.topology, weights: meaning == nil ? nil : graph.weights, meaning: meaning ?? .strength)
  }

  /// A topology with weights. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - weights: one for each edge, from 1e-12 to 1e12; nil for edges of one length.
  ///   - meaning: whether weights are lengths or strengths.
  public init(
    _ topology: GraphTopology, weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    self.init(
      trusted: topology, lengths: try Self.lengths(weights, edgeCount: topology.edgeCount, meaning))
  }

  /// A checked graph from flat arrays. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - weights: one for each edge, from 1e-12 to 1e12. Zero, negative numbers, NaN and infinities have no meaning as a length
  ///     and are refused. Of parallel edges the shortest counts.
  ///   - meaning: whether weights are lengths or strengths.
  public init(
    nodeCount: Int, sources: [Int32], targets: [Int32], isDirected: Bool = false,
    weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    let topology = try Self.checked { () throws(GraphError) in
      try GraphTopology(
        nodeCount: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
    }
    try self.init(topology, weights: weights, meaning: meaning)
  }

  /// A checked graph from pairs of nodes. O(nodes + edges).
  public init(
    nodeCount: Int, edges: some Sequence<(Int, Int)>, isDirected: Bool = false,
    weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    let topology = try Self.checked { () throws(GraphError) in
      try GraphTopology(nodeCount: nodeCount, edges: edges, isDirected: isDirected)
    }
    try self.init(topology, weights: weights, meaning: meaning)
  }

  /// A checked graph from the links of a simulation. O(nodes + links).
  public init(
    nodeCount: Int, links: [Link<Int>], isDirected: Bool = false, weights: [Double]? = nil,
    meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    try self.init(
      nodeCount: nodeCount, edges: links.lazy.map { ($0.source, $0.target) },
      isDirected: isDirected, weights: weights, meaning: meaning)
  }

  /// A graph that is known to be right.
  init(trusted topology: GraphTopology, lengths: [Double]?) {
    self.topology = topology
    self.lengths = lengths
    adjacency = Neighborhoods(topology, lengths: lengths)
  }

  private static func checked(
    _ topology: () throws(GraphError) -> GraphTopology
  ) throws(LayoutError) -> GraphTopology {
    do throws(GraphError) { return try topology() } catch { throw .badGraph(error) }
  }

  private static func lengths(
    _ weights: [Double]?, edgeCount: Int, _ meaning: WeightMeaning
  ) throws(LayoutError) -> [Double]? {
    guard let weights else { return nil }
    guard weights.count == edgeCount else {
      throw .wrongLength(of: "weights", expected: edgeCount, found: weights.count)
    }
    for (edge, weight) in weights.enumerated() where !(weight >= 1e-12 && weight <= 1e12) {
      throw .badWeight(edge: edge, value: "\(weight)")
    }
    return meaning == .length ? weights : weights.map { 1 / $0.squareRoot() }
  }

  /// The number of edges, duplicates and self-edges included.
  public var edgeCount: Int { sources.count }

  /// The number of pairs of different nodes that an edge joins.
  public var pairCount: Int { adjacency.neighbors.count / 2 }

  /// The nodes that an edge joins to `node`, each once, by increasing index.
  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    adjacency.neighbors[adjacency.range(of: node)]
  }

  /// The number of neighbours.
  public func degree(of node: Int) -> Int { adjacency.range(of: node).count }
}

/// The neighbours of all nodes, one after the other: of edges in both directions, each neighbour once,
/// without loops.
struct Neighborhoods: Sendable {
  /// Where the neighbours of each node begin, and the end of the last.
  let offsets: [Int]
  let neighbors: [Int32]
  /// For each neighbour the length of the shortest edge to it; nil when all are 1.
  let lengths: [Double]?

  @inline(__always)
  func range(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  /// Two stable counting sorts of the half-edges, by neighbour and then by node; then duplicates are merged.
  init(_ topology: GraphTopology, lengths: [Double]?) {
    let (nodeCount, sources, targets) = (topology.nodeCount, topology.sources, topology.targets)
    var starts = [Int](repeating: 0, count: nodeCount + 1)
    for edge in sources.indices where sources[edge] != targets[edge] {
      starts[Int(sources[edge]) + 1] += 1
      starts[Int(targets[edge]) + 1] += 1
    }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    let halfCount = starts[nodeCount]

    var next = starts
    var byNeighbor = [(node: Int32, edge: Int32)](repeating: (0, 0), count: halfCount)
    for edge in sources.indices where sources[edge] != targets[edge] {
      let (a, b) = (sources[edge], targets[edge])
      byNeighbor[next[Int(a)]] = (b, Int32(truncatingIfNeeded: edge))
      next[Int(a)] += 1
      byNeighbor[next[Int(b)]] = (a, Int32(truncatingIfNeeded: edge))
      next[Int(b)] += 1
    }
    next = starts
    var sorted = [(neighbor: Int32, edge: Int32)](repeating: (0, 0), count: halfCount)
    for neighbor in 0..<nodeCount {
      for half in byNeighbor[starts[neighbor]..<starts[neighbor + 1]] {
        sorted[next[Int(half.node)]] = (Int32(neighbor), half.edge)
        next[Int(half.node)] += 1
      }
    }
    (offsets, neighbors, self.lengths) = Self.merged(sorted, starts, lengths)
  }

  private static func merged(
    _ halves: [(neighbor: Int32, edge: Int32)], _ starts: [Int], _ edgeLengths: [Double]?
  ) -> (offsets: [Int], neighbors: [Int32], lengths: [Double]?) {
    var offsets = [0]
    offsets.reserveCapacity(starts.count)
    var neighbors: [Int32] = []
    neighbors.reserveCapacity(halves.count)
    var lengths: [Double]? = edgeLengths == nil ? nil : []
    for node in 0..<(starts.count - 1) {
      let first = neighbors.count
      for half in halves[starts[node]..<starts[node + 1]] {
        let length = edgeLengths.map { $0[Int(UInt32(bitPattern: half.edge))] }
        if neighbors.count > first, neighbors[neighbors.count - 1] == half.neighbor {
          if let length, let known = lengths?.last {
            lengths?[neighbors.count - 1] = min(known, length)
          }
        } else {
          neighbors.append(half.neighbor)
          if let length { lengths?.append(length) }
        }
      }
      offsets.append(neighbors.count)
    }
    return (offsets, neighbors, lengths)
  }
}
