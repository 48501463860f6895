extension Graph {
  /// Returns the undirected graph of a symmetric matrix, with one edge per pair of entries; nil if
  /// the matrix is not symmetric. Edge attributes are dropped. O(edges * log).
  ///
  /// - Parameter leavesDiagonal: true to drop self-loops.
  func ofSymmetricMatrix(leavesDiagonal: Bool = false) -> Graph? {
    let (sources, targets, weights) = (sources, targets, weights)
    let forward = sources.indices.sorted { (sources[$0], targets[$0]) < (sources[$1], targets[$1]) }
    let backward = sources.indices.sorted {
      (targets[$0], sources[$0]) < (targets[$1], sources[$1])
    }
    for (edge, other) in zip(forward, backward) {
      let areEnds = sources[edge] == targets[other] && targets[edge] == sources[other]
      guard areEnds, weights?[edge] == weights?[other] else { return nil }
    }
    let kept = sources.indices.filter {
      sources[$0] < targets[$0] || sources[$0] == targets[$0] && !leavesDiagonal
    }
    var graph = Graph(
      checkedNodeIDs: nodeIDs, sources: kept.map { sources[$0] }, targets: kept.map { targets[$0] })
    graph.weights = weights.map { weights in kept.map { weights[$0] } }
    graph.nodeAttributes = nodeAttributes
    graph.attributes = attributes
    return graph
  }

  /// True if each node has a self-loop, as in a matrix whose diagonal has no meaning as edges.
  var hasWholeDiagonal: Bool {
    Set(sources.indices.lazy.filter { sources[$0] == targets[$0] }.map { sources[$0] }).count
      == nodeCount
  }
}
