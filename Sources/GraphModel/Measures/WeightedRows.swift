/// A weighted graph for `Leiden`, without loops: each edge has an entry at both of its ends.
struct WeightedRows {
  private(set) var offsets: [Int]
  private(set) var neighbors: [Int32]
  /// The weight of each entry, positive.
  private(set) var weights: [Double]
  /// The strength of each node: the total weight of its edges, loops counted twice.
  private(set) var strengths: [Double]

  var nodeCount: Int { strengths.count }

  func row(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  /// - Parameter edgeWeights: finite and at least 0, nil for 1.
  init(_ graph: GraphTopology, weights edgeWeights: [Double]?) {
    let nodeCount = graph.nodeCount
    strengths = [Double](repeating: 0, count: nodeCount)
    offsets = [Int](repeating: 0, count: nodeCount + 1)
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let weight = edgeWeights?[edge] ?? 1
      strengths[source] += weight
      strengths[target] += weight
      guard source != target, weight > 0 else { continue }
      offsets[source + 1] += 1
      offsets[target + 1] += 1
    }
    for node in 0..<nodeCount { offsets[node + 1] += offsets[node] }
    var next = offsets
    neighbors = [Int32](repeating: 0, count: offsets[nodeCount])
    weights = [Double](repeating: 1, count: offsets[nodeCount])
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let weight = edgeWeights?[edge] ?? 1
      guard source != target, weight > 0 else { continue }
      neighbors[next[source]] = graph.targets[edge]
      neighbors[next[target]] = graph.sources[edge]
      if edgeWeights != nil {
        weights[next[source]] = weight
        weights[next[target]] = weight
      }
      next[source] += 1
      next[target] += 1
    }
  }

  /// Creates the graph whose nodes are the groups of another; edges between the same groups are
  /// merged.
  ///
  /// - Parameter groupOfNode: numbers below `count`.
  init(merging rows: WeightedRows, groups groupOfNode: [Int32], count: Int) {
    var starts = [Int](repeating: 0, count: count + 1)
    for group in groupOfNode { starts[Int(group) + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    var next = starts
    var members = [Int32](repeating: 0, count: groupOfNode.count)
    for node in groupOfNode.indices {
      let group = Int(groupOfNode[node])
      members[next[group]] = Int32(truncatingIfNeeded: node)
      next[group] += 1
    }
    offsets = [0]
    offsets.reserveCapacity(count + 1)
    neighbors = []
    weights = []
    // There are no more entries than before; memory pages that are never written cost nothing.
    neighbors.reserveCapacity(rows.neighbors.count)
    weights.reserveCapacity(rows.neighbors.count)
    strengths = [Double](repeating: 0, count: count)
    // The index of the entry for each group in the current row.
    var placeOf = [Int](repeating: -1, count: count)
    for group in 0..<count {
      let begin = neighbors.count
      for member in members[starts[group]..<starts[group + 1]] {
        strengths[group] += rows.strengths[Int(member)]
        for entry in rows.row(of: Int(member)) {
          let other = Int(groupOfNode[Int(rows.neighbors[entry])])
          if other == group { continue }
          if placeOf[other] >= begin {
            weights[placeOf[other]] += rows.weights[entry]
          } else {
            placeOf[other] = neighbors.count
            neighbors.append(Int32(truncatingIfNeeded: other))
            weights.append(rows.weights[entry])
          }
        }
      }
      offsets.append(neighbors.count)
    }
  }
}
