extension Graph {
  /// Returns the graph with parallel edges merged (in a directed graph, those with the same
  /// direction). The weight of a merged edge is the sum of the weights, or in a graph without
  /// weights the number of edges; its attributes are those of the first edge. O(nodes + edges +
  /// values).
  public func mergingParallelEdges() -> Graph {
    let firsts = topology.firstParallelEdges
    let edges = firsts.indices.filter { Int(firsts[$0]) == $0 }
    guard edges.count < edgeCount else { return self }
    var sums = [Double](repeating: 0, count: edgeCount)
    for (edge, first) in firsts.enumerated() { sums[Int(first)] += weights?[edge] ?? 1 }
    var graph = Graph(
      checkedNodeIDs: nodeIDs, sources: edges.map { sources[$0] },
      targets: edges.map { targets[$0] }, isDirected: isDirected)
    graph.weights = edges.map { sums[$0] }
    graph.positions = positions
    graph.nodeAttributes = nodeAttributes
    graph.edgeAttributes = edgeAttributes.part(edges)
    graph.attributes = attributes
    graph.groups = groups
    return graph
  }
}
