extension GraphTopology {
  /// Returns the modularity of a partition: the fraction of edges within communities, minus the
  /// fraction expected in a random graph with the same degrees (Newman and Girvan 2004,
  /// doi:10.1103/PhysRevE.69.026113; resolution: Reichardt and Bornholdt 2006,
  /// doi:10.1103/PhysRevE.74.016110).
  ///
  /// O(nodes + edges). Deterministic. Directions are ignored. Each parallel edge counts; a loop is
  /// within its community and counts twice in the degree of its node. 0 if there are no edges of
  /// positive weight.
  ///
  /// - Parameters:
  ///   - communityOfNode: the community of each node, any numbers.
  ///   - weights: the weight of each edge, finite and at least 0. Nil for 1.
  ///   - resolution: the factor of the expected fraction; above 1 it favours smaller communities.
  /// - Throws: `GraphError` if the length of `communityOfNode` is not the number of nodes, or a
  ///   weight or the resolution is out of range.
  public func modularity(
    of communityOfNode: [Int32], weights: [Double]? = nil, resolution: Double = 1
  ) throws(GraphError) -> Double {
    guard communityOfNode.count == nodeCount else {
      throw GraphError(
        "there are communities of \(communityOfNode.count) nodes, but there are \(nodeCount) nodes")
    }
    try checkCommunityArguments(weights, resolution)
    // The given numbers, which may be any, are mapped to numbers from 0.
    let labels = Set(communityOfNode).sorted()
    let dense = communityOfNode.map { label in
      var (low, high) = (0, labels.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if labels[middle] <= label { low = middle } else { high = middle }
      }
      return Int32(truncatingIfNeeded: low)
    }
    return modularity(dense, count: labels.count, weights, resolution)
  }

  func checkCommunityArguments(
    _ weights: [Double]?, _ resolution: Double
  ) throws(GraphError) {
    guard resolution >= 0, resolution.isFinite else {
      throw GraphError("the resolution is \(resolution), but must be finite and at least 0")
    }
    try check(weights: weights, for: "communities", "that are finite and at least 0") {
      $0 >= 0 && $0.isFinite
    }
  }

  /// - Parameter communityOfNode: numbers below `count`.
  func modularity(
    _ communityOfNode: [Int32], count: Int, _ weights: [Double]?, _ resolution: Double
  ) -> Double {
    var within = [Double](repeating: 0, count: count)
    var ends = within
    var total = 0.0
    for edge in 0..<edgeCount {
      let weight = weights?[edge] ?? 1
      let (source, target) = (
        Int(communityOfNode[Int(sources[edge])]), Int(communityOfNode[Int(targets[edge])])
      )
      total += weight
      ends[source] += weight
      ends[target] += weight
      if source == target { within[source] += weight }
    }
    if total == 0 { return 0 }
    var sum = 0.0
    for community in 0..<count {
      let share = ends[community] / (2 * total)
      sum += within[community] / total - resolution * share * share
    }
    return sum
  }
}
