import RunSupport

/// Which edges of a weighted graph are its backbone: the few that say most.
public enum Backbone: Sendable, Hashable {
  /// Edges whose share of the weight at one of their ends is so large that chance would give it with
  /// a probability below `significance`: the disparity filter (Serrano, Boguñá and Vespignani 2009,
  /// doi:10.1073/pnas.0808904106). 0.05 is usual. See `GraphTopology.disparities(weights:)`.
  case disparity(significance: Double)
  /// The sparsest one that spans the graph: a maximum spanning tree of each component. Every two
  /// nodes keep the way between them whose weakest edge is strongest (Kruskal 1956,
  /// doi:10.1090/S0002-9939-1956-0078686-7). Of equal weights the first edge stays.
  case spanning
}

extension Graph {
  /// The same nodes with the edges of a backbone, and all that is known of both. Loops are not part
  /// of one. Parallel edges are judged by the sum of their weights, and stay or go together; an
  /// edge without a weight counts as 1. O(nodes + edges * log). Deterministic.
  ///
  /// - Throws: `GraphError` when a weight is not finite, or for the disparity filter below 0, or when
  ///   the significance is not from 0 to 1; `CancellationError` when `control` ends the work.
  public func backbone(
    _ backbone: Backbone, control: RunControl = RunControl()
  ) throws -> Graph {
    try control.check()
    switch backbone {
    case .disparity(let significance):
      guard significance >= 0, significance <= 1 else {
        throw GraphError("the significance is \(significance), but must be from 0 to 1")
      }
      let disparities = try topology.disparities(weights: weights)
      return keepingEdges { disparities[$0] < significance }
    case .spanning:
      let isKept = try topology.maximumSpanningForest(weights: weights)
      return keepingEdges { isKept[$0] }
    }
  }
}

extension GraphTopology {
  /// For each edge the probability that chance gives an end a share of its weight that is as large, at
  /// the end where this is less: (1 - share) ^ (degree - 1). That is 1 where the end has no other
  /// neighbour, and for loops.
  ///
  /// The null model divides the weight of a node at random between its neighbours (Serrano, Boguñá and
  /// Vespignani 2009, doi:10.1073/pnas.0808904106). In directed graphs the source shares out the
  /// weight of its outgoing edges, the target that of its incoming ones. Parallel edges are one
  /// neighbour. Loops do not count. O(nodes + edges).
  ///
  /// - Parameter weights: of each edge, finite and at least 0; nil for 1.
  /// - Throws: `GraphError` when a weight is out of range or missing.
  public func disparities(weights: [Double]? = nil) throws(GraphError) -> [Double] {
    try check(weights: weights, for: "disparities", "that are finite and at least 0") {
      $0 >= 0 && $0.isFinite
    }
    let (firsts, sums) = parallelSums(weights)
    // In undirected graphs both kinds of ends share one sum.
    let ends = isDirected ? 2 : 1
    var strength = [Double](repeating: 0, count: nodeCount * ends)
    var degree = [Int](repeating: 0, count: nodeCount * ends)
    func places(_ edge: Int) -> [Int] {
      [Int(sources[edge]) * ends, Int(targets[edge]) * ends + ends - 1]
    }
    let pairs = (0..<edgeCount).filter { Int(firsts[$0]) == $0 && sources[$0] != targets[$0] }
    for edge in pairs {
      for place in places(edge) {
        strength[place] += sums[edge]
        degree[place] += 1
      }
    }
    var least = [Double](repeating: 1, count: edgeCount)
    for edge in pairs {
      for place in places(edge) where strength[place] > 0 {
        let rest = max(0, 1 - sums[edge] / strength[place])
        least[edge] = min(least[edge], Mathematics.power(rest, degree[place] - 1))
      }
    }
    return firsts.map { least[Int($0)] }
  }

  /// Whether each edge is in a spanning tree of its component that has the greatest weight.
  func maximumSpanningForest(weights: [Double]?) throws(GraphError) -> [Bool] {
    try check(weights: weights, for: "spanning trees", "that are finite") { $0.isFinite }
    let (firsts, sums) = parallelSums(weights, ignoringDirection: true)
    let order = (0..<edgeCount).filter { Int(firsts[$0]) == $0 }
      .sorted { (-sums[$0], $0) < (-sums[$1], $1) }
    var parent = (0..<nodeCount).map { Int32(truncatingIfNeeded: $0) }
    func root(_ start: Int32) -> Int32 {
      var node = start
      while parent[Int(node)] != node {
        parent[Int(node)] = parent[Int(parent[Int(node)])]
        node = parent[Int(node)]
      }
      return node
    }
    var isKept = [Bool](repeating: false, count: edgeCount)
    for edge in order {
      let (first, second) = (root(sources[edge]), root(targets[edge]))
      if first == second { continue }
      parent[Int(max(first, second))] = min(first, second)
      isKept[edge] = true
    }
    return firsts.map { isKept[Int($0)] }
  }

  /// For each edge the first of those that are parallel to it, and for each of these firsts the sum
  /// of their weights.
  private func parallelSums(
    _ weights: [Double]?, ignoringDirection: Bool = false
  ) -> (firsts: [Int32], sums: [Double]) {
    var topology = self
    if ignoringDirection { topology.isDirected = false }
    let firsts = topology.firstParallelEdges
    var sums = [Double](repeating: 0, count: edgeCount)
    for (edge, first) in firsts.enumerated() { sums[Int(first)] += weights?[edge] ?? 1 }
    return (firsts, sums)
  }
}

private enum Mathematics {
  /// By squaring, so that results do not depend on the system's library.
  static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, factor, rest) = (1.0, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return result
  }
}
