extension Graph {
  /// The graph of a matrix that is symmetric: one edge without direction for each two entries. Nil
  /// when the matrix is not symmetric. Attributes of edges are left out. O(edges * log).
  ///
  /// - Parameter leavesDiagonal: Whether edges from nodes to themselves are left out.
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

  /// True when each node has an edge to itself, as a matrix has whose diagonal says nothing of edges.
  var hasWholeDiagonal: Bool {
    Set(sources.indices.lazy.filter { sources[$0] == targets[$0] }.map { sources[$0] }).count
      == nodeCount
  }
}
