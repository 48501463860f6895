import RunSupport

extension Graph {
  /// Returns the backbone of a weighted graph, which has its most significant edges, by the disparity
  /// filter: it keeps the edges whose share of the weight at one of their ends would occur by chance
  /// with a probability below `significance` (Serrano, Boguñá and Vespignani 2009,
  /// doi:10.1073/pnas.0808904106). See `GraphTopology.disparities(weights:)`.
  ///
  /// All nodes and all values stay. Loops are dropped. Parallel edges are judged by the sum of their
  /// weights, and kept or dropped together; an edge without a weight counts as 1. O(nodes + edges).
  /// Deterministic.
  ///
  /// - Parameter significance: from 0 to 1; 0.05 is usual.
  /// - Throws: `GraphError` if a weight is not finite or negative, or the significance is not from 0 to
  ///   1; `CancellationError` if `control` ends the work.
  public func backbone(
    significance: Double, control: RunControl = RunControl()
  ) throws -> Graph {
    try backbone(significance: significance, keepsComponents: false, control: control)
  }

  /// - Parameter keepsComponents: true to keep the edges of `maximumSpanningForest()` too, so that what is
  ///   connected stays so: the filter alone isolates nodes whose edges have similar weights.
  package func backbone(
    significance: Double, keepsComponents: Bool, control: RunControl = RunControl()
  ) throws -> Graph {
    try control.check()
    guard significance >= 0, significance <= 1 else {
      throw GraphError("the significance is \(significance), but must be from 0 to 1")
    }
    let disparities = try topology.disparities(weights: weights)
    let forest = keepsComponents ? try topology.maximumSpanningForest(weights: weights) : []
    return keepingEdges { disparities[$0] < significance || (keepsComponents && forest[$0]) }
  }

  /// Returns the sparsest backbone: a maximum spanning tree of each component. For every two nodes it
  /// keeps a path whose weakest edge is as strong as possible (Kruskal 1956,
  /// doi:10.1090/S0002-9939-1956-0078686-7). Of equal weights the first edge is kept.
  ///
  /// All nodes and all values stay. Parallel edges are judged by the sum of their weights, and kept or
  /// dropped together; an edge without a weight counts as 1. O(nodes + edges log edges). Deterministic.
  ///
  /// - Throws: `GraphError` if a weight is not finite; `CancellationError` if `control` ends the work.
  public func maximumSpanningForest(control: RunControl = RunControl()) throws -> Graph {
    try control.check()
    let isKept = try topology.maximumSpanningForest(weights: weights)
    return keepingEdges { isKept[$0] }
  }
}

extension GraphTopology {
  /// Returns for each edge the probability that its share of the weight at an end would be as large
  /// by chance, for the end where this is less: (1 - share) ^ (degree - 1). It is 1 if the end has
  /// no other neighbour, and for loops.
  ///
  /// The null model divides the weight of a node at random among its neighbours (Serrano, Boguñá
  /// and Vespignani 2009, doi:10.1073/pnas.0808904106). In directed graphs the source distributes
  /// the weight of its outgoing edges, the target that of its incoming ones. Parallel edges are one
  /// neighbour. Loops do not count. O(nodes + edges).
  ///
  /// - Parameter weights: the weight of each edge, finite and at least 0; nil for 1.
  /// - Throws: `GraphError` if a weight is out of range or missing.
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

  /// Returns true for each edge of a spanning tree of its component with maximum weight.
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

  /// Returns for each edge the first of its parallel edges, and for each of these the sum of the
  /// weights.
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
  /// Computes a power by squaring, so that results do not depend on the system's library.
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
