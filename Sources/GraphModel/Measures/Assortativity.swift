extension GraphTopology {
  /// The sum of the weights of the edges at each node: the weighted degree. O(nodes + edges).
  ///
  /// Edges count as in `degrees(_:)`: a loop twice where both ends do.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge; nil for 1.
  ///   - direction: which edges of a directed graph count.
  /// - Throws: `GraphError` when there is not one weight for each edge, or one is not finite.
  public func strengths(
    weights: [Double]? = nil, _ direction: EdgeDirection = .both
  ) throws(GraphError) -> [Double] {
    try check(weights: weights, for: "weighted degrees", "that are finite") { $0.isFinite }
    var sums = [Double](repeating: 0, count: nodeCount)
    for edge in 0..<edgeCount {
      let weight = weights?[edge] ?? 1
      if !isDirected || direction != .incoming { sums[Int(sources[edge])] += weight }
      if !isDirected || direction != .outgoing { sums[Int(targets[edge])] += weight }
    }
    return sums
  }

  /// The number of edges over the number that there could be between different nodes, in a directed graph
  /// both ways. Above 1 where there are loops and parallel edges enough; 0 with fewer than two nodes. O(1).
  public var density: Double {
    guard nodeCount > 1 else { return 0 }
    let pairs = Double(nodeCount) * Double(nodeCount - 1)
    return Double(edgeCount) / pairs * (isDirected ? 1 : 2)
  }

  /// Whether nodes are joined to those of like degree: the correlation of the degrees at the two ends of
  /// edges, of a directed graph of those that leave the source and those that reach the target (Newman
  /// 2003, doi:10.1103/PhysRevE.67.026126). From -1 to 1; nil where all degrees are the same, or there
  /// are no edges. O(nodes + edges). Deterministic. Parallel edges count each.
  public var degreeAssortativity: Double? {
    let (from, to) = (degrees(.outgoing), degrees(.incoming))
    return correlation(from.map(Double.init), to.map(Double.init))
  }

  /// Whether nodes are joined to those of like value: the correlation of the values at the two ends of
  /// edges. Edges of which an end has no finite value do not count. Nil where all values are the same.
  /// O(nodes + edges).
  ///
  /// - Throws: `GraphError` when there is not one value for each node.
  public func assortativity(ofValues values: [Double]) throws(GraphError) -> Double? {
    try checkCount(values.count)
    return correlation(values, values)
  }

  /// Whether nodes are joined to those of the same group: 1 where all edges are within groups, 0 where
  /// they are as expected by chance (Newman 2003, equation 2). Nil where there are no edges, or all ends
  /// are in one group. O(nodes + edges).
  ///
  /// - Throws: `GraphError` when there is not one group for each node.
  public func assortativity(ofGroups groups: [Int32]) throws(GraphError) -> Double? {
    try checkCount(groups.count)
    var (from, to): ([Int32: Double], [Int32: Double]) = ([:], [:])
    var (within, total) = (0.0, 0.0)
    forEachPair { source, target in
      total += 1
      from[groups[source], default: 0] += 1
      to[groups[target], default: 0] += 1
      if groups[source] == groups[target] { within += 1 }
    }
    guard total > 0 else { return nil }
    // In the order of the groups, as the sum of a dictionary would differ from run to run.
    let expected = from.keys.sorted().reduce(0.0) { sum, group in
      sum + (from[group] ?? 0) / total * ((to[group] ?? 0) / total)
    }
    return expected < 1 ? (within / total - expected) / (1 - expected) : nil
  }

  private func checkCount(_ count: Int) throws(GraphError) {
    guard count == nodeCount else {
      throw GraphError("there are values of \(count) nodes, but there are \(nodeCount) nodes")
    }
  }

  /// The ends of each edge; of undirected ones in both orders, but of loops once.
  private func forEachPair(_ body: (Int, Int) -> Void) {
    for edge in 0..<edgeCount {
      let (source, target) = (Int(sources[edge]), Int(targets[edge]))
      body(source, target)
      if !isDirected, source != target { body(target, source) }
    }
  }

  /// Of values of sources and targets (Pearson's).
  private func correlation(_ from: [Double], _ to: [Double]) -> Double? {
    var (count, sums) = (0.0, SIMD2<Double>.zero)
    func forEachFinite(_ body: (SIMD2<Double>) -> Void) {
      forEachPair { source, target in
        let pair = SIMD2(from[source], to[target])
        if pair.x.isFinite && pair.y.isFinite { body(pair) }
      }
    }
    forEachFinite { pair in
      count += 1
      sums += pair
    }
    guard count > 0 else { return nil }
    let means = sums / count
    var (squares, product) = (SIMD2<Double>.zero, 0.0)
    forEachFinite { pair in
      let difference = pair - means
      squares += difference * difference
      product += difference.x * difference.y
    }
    let scale = squares.x.squareRoot() * squares.y.squareRoot()
    return scale > 0 ? product / scale : nil
  }
}
