import ForceSimulation
import GraphModel

/// A graph in the form that layouts use: nodes 0 ..< nodeCount, edges, and the neighbours of each
/// node.
///
/// The edges are kept as given, including parallel edges and self-loops. Distances and forces
/// depend on neighbours: the distinct adjacent nodes, in increasing order.
///
///     let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
///     let result = try AutomaticLayout().layout(graph)
///
/// It is a value and takes 24 bytes per edge, or 48 with weights. A graph's topology is not copied.
public struct LayoutGraph: Sendable {
  /// The nodes and edges. Layered layouts and trees use the direction of edges; distances and
  /// forces do not.
  public let topology: GraphTopology
  /// The desired length of each edge, in link lengths; nil if all are 1.
  public let lengths: [Double]?

  let adjacency: Neighborhoods

  /// The meaning of edge weights.
  public enum WeightMeaning: Sendable, Hashable {
    /// The desired length is proportional to the weight.
    case length
    /// The strength of the tie: the desired length is inversely proportional to the square root of
    /// the weight. This is the equilibrium of an attraction proportional to weight and distance and
    /// a repulsion of 1/distance (Jacomy et al. 2014, doi:10.1371/journal.pone.0098679). Lengths of
    /// 1/weight would draw the strongest ties as points if weights differ by a factor of ten.
    case strength
  }

  /// The number of nodes.
  public var nodeCount: Int { topology.nodeCount }
  /// The node where each edge begins.
  package var sources: [Int32] { topology.sources }
  /// The node where each edge ends.
  package var targets: [Int32] { topology.targets }
  /// True if edges are directed.
  package var isDirected: Bool { topology.isDirected }

  /// Creates a layout graph. Weights are ignored unless their meaning is given. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - meaning: the meaning of the weights; nil to ignore them.
  /// - Throws: `LayoutError` if a weight is not between 1e-12 and 1e12.
  public init(_ graph: Graph, weights meaning: WeightMeaning? = nil) throws(LayoutError) {
    try self.init(
      graph.topology, weights: meaning == nil ? nil : graph.weights, meaning: meaning ?? .strength)
  }

  /// Creates a layout graph from a topology with weights. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, from 1e-12 to 1e12; nil for edges of length 1.
  ///   - meaning: the meaning of the weights.
  public init(
    _ topology: GraphTopology, weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    self.init(
      trusted: topology, lengths: try Self.lengths(weights, edgeCount: topology.edgeCount, meaning))
  }

  /// Creates a layout graph from arrays, which are validated. O(nodes + edges).
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, from 1e-12 to 1e12. Zero, negative numbers, NaN and
  ///     infinities have no meaning as a length and are rejected. Of parallel edges the shortest
  ///     counts.
  ///   - meaning: the meaning of the weights.
  package init(
    nodeCount: Int, sources: [Int32], targets: [Int32], isDirected: Bool = false,
    weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    let topology = try Self.checked { () throws(GraphError) in
      try GraphTopology(
        nodeCount: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
    }
    try self.init(topology, weights: weights, meaning: meaning)
  }

  /// Creates a layout graph from pairs of nodes, which are validated. O(nodes + edges).
  public init(
    nodeCount: Int, edges: some Sequence<(Int, Int)>, isDirected: Bool = false,
    weights: [Double]? = nil, meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    let topology = try Self.checked { () throws(GraphError) in
      try GraphTopology(nodeCount: nodeCount, edges: edges, isDirected: isDirected)
    }
    try self.init(topology, weights: weights, meaning: meaning)
  }

  /// Creates a layout graph from the links of a simulation, which are validated. O(nodes + links).
  package init(
    nodeCount: Int, links: [Link<Int>], isDirected: Bool = false, weights: [Double]? = nil,
    meaning: WeightMeaning = .strength
  ) throws(LayoutError) {
    try self.init(
      nodeCount: nodeCount, edges: links.lazy.map { ($0.source, $0.target) },
      isDirected: isDirected, weights: weights, meaning: meaning)
  }

  /// Creates a layout graph that is known to be valid.
  ///
  /// - Parameter adjacency: the neighbours of its nodes, if they are known.
  init(trusted topology: GraphTopology, lengths: [Double]?, adjacency: Neighborhoods? = nil) {
    self.topology = topology
    self.lengths = lengths
    self.adjacency = adjacency ?? Neighborhoods(topology, lengths: lengths)
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

  /// The number of edges, including parallel edges and self-loops.
  package var edgeCount: Int { sources.count }

  /// The number of pairs of adjacent nodes.
  public var pairCount: Int { adjacency.neighbors.count / 2 }

  /// Returns the distinct neighbours of `node`, in increasing order.
  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    adjacency.neighbors[adjacency.range(of: node)]
  }

  /// Returns the number of neighbours.
  public func degree(of node: Int) -> Int { adjacency.range(of: node).count }
}

/// The neighbours of all nodes in compressed sparse rows: distinct, in both directions, without
/// loops.
struct Neighborhoods: Sendable {
  /// The index where the neighbours of each node begin, and the end of the last row.
  let offsets: [Int]
  let neighbors: [Int32]
  /// The length of the shortest edge to each neighbour; nil if all are 1.
  let lengths: [Double]?

  @inline(__always)
  func range(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  /// Builds the rows by two stable counting sorts of the half-edges, by neighbour and then by node,
  /// and merges duplicates.
  init(_ topology: GraphTopology, lengths: [Double]?) {
    let (nodeCount, sources, targets) = (topology.nodeCount, topology.sources, topology.targets)
    var starts = [Int](repeating: 0, count: nodeCount + 1)
    for edge in sources.indices where sources[edge] != targets[edge] {
      starts[Int(sources[edge]) + 1] += 1
      starts[Int(targets[edge]) + 1] += 1
    }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }

    // By half-edge, the node and the edge; edges are only needed for their lengths.
    var byNeighbor = HalfEdges(count: starts[nodeCount], hasEdges: lengths != nil)
    var next = starts
    for edge in sources.indices where sources[edge] != targets[edge] {
      let (a, b) = (sources[edge], targets[edge])
      byNeighbor.set(b, Int32(truncatingIfNeeded: edge), at: &next[Int(a)])
      byNeighbor.set(a, Int32(truncatingIfNeeded: edge), at: &next[Int(b)])
    }
    next = starts
    var sorted = HalfEdges(count: starts[nodeCount], hasEdges: lengths != nil)
    for neighbor in 0..<nodeCount {
      for place in starts[neighbor]..<starts[neighbor + 1] {
        let node = Int(byNeighbor.ends[place])
        sorted.set(Int32(neighbor), lengths == nil ? 0 : byNeighbor.edges[place], at: &next[node])
      }
    }
    (offsets, neighbors, self.lengths) = sorted.merged(starts, lengths)
  }

  /// Creates rows that are known to be valid.
  init(trusted offsets: [Int], neighbors: [Int32], lengths: [Double]?) {
    (self.offsets, self.neighbors, self.lengths) = (offsets, neighbors, lengths)
  }
}

/// Half-edges in some order: the node at the other end, and the edge if that is asked for.
private struct HalfEdges {
  private(set) var ends: [Int32]
  private(set) var edges: [Int32]

  init(count: Int, hasEdges: Bool) {
    ends = [Int32](repeating: 0, count: count)
    edges = [Int32](repeating: 0, count: hasEdges ? count : 0)
  }

  /// Stores a half-edge at a place, and moves to the next one.
  @inline(__always)
  mutating func set(_ end: Int32, _ edge: Int32, at place: inout Int) {
    ends[place] = end
    if !edges.isEmpty { edges[place] = edge }
    place += 1
  }

  /// Returns the rows without duplicates, of which the shortest edge counts. Half-edges are sorted by
  /// row and by their end.
  func merged(
    _ starts: [Int], _ edgeLengths: [Double]?
  ) -> (offsets: [Int], neighbors: [Int32], lengths: [Double]?) {
    var offsets = [0]
    offsets.reserveCapacity(starts.count)
    var (neighbors, lengths): ([Int32], [Double]) = ([], [])
    neighbors.reserveCapacity(ends.count)
    if edgeLengths != nil { lengths.reserveCapacity(ends.count) }
    for node in 0..<(starts.count - 1) {
      let first = neighbors.count
      for place in starts[node]..<starts[node + 1] {
        let isKnown = neighbors.count > first && neighbors[neighbors.count - 1] == ends[place]
        if !isKnown { neighbors.append(ends[place]) }
        guard let edgeLengths else { continue }
        let length = edgeLengths[Int(UInt32(bitPattern: edges[place]))]
        if isKnown {
          lengths[neighbors.count - 1] = min(lengths[neighbors.count - 1], length)
        } else {
          lengths.append(length)
        }
      }
      offsets.append(neighbors.count)
    }
    return (offsets, neighbors, edgeLengths == nil ? nil : lengths)
  }
}
