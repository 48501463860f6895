extension GraphTopology {
  /// True when two edges join the same nodes (in the same direction, if the graph is directed).
  /// O(nodes + edges) in time and memory.
  public var isMultigraph: Bool { isParallelToEarlier.contains(true) }

  /// The number of edges between nodes that an earlier edge joins already. O(nodes + edges).
  public var parallelEdgeCount: Int { isParallelToEarlier.count { $0 } }

  /// For each edge whether an edge with a lower number joins the same nodes (in the same direction,
  /// if the graph is directed). Two loops at one node are parallel. O(nodes + edges) in time and
  /// memory.
  public var isParallelToEarlier: [Bool] {
    zip(firstParallelEdges, sources.indices).map { $0 < $1 }
  }

  /// For each edge the lowest number of those that join the same nodes in the same way, its own if
  /// there is no lower one. O(nodes + edges) in time and memory.
  package var firstParallelEdges: [Int32] {
    // Edges by their (lower) first end, in their order: a counting sort.
    func ends(_ edge: Int) -> (Int32, Int32) {
      let (source, target) = (sources[edge], targets[edge])
      return isDirected || source < target ? (source, target) : (target, source)
    }
    var starts = [Int](repeating: 0, count: nodeCount + 1)
    for edge in 0..<edgeCount { starts[Int(ends(edge).0) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var order = [Int32](repeating: 0, count: edgeCount)
    for edge in 0..<edgeCount {
      let first = Int(ends(edge).0)
      order[starts[first]] = Int32(truncatingIfNeeded: edge)
      starts[first] += 1
    }
    var result = order
    // For each second end the last first end that was seen together with it, and their first edge.
    var seenWith = [(first: Int32, edge: Int32)](repeating: (-1, -1), count: nodeCount)
    for edge in order {
      let (first, second) = ends(Int(edge))
      if seenWith[Int(second)].first != first { seenWith[Int(second)] = (first, edge) }
      result[Int(edge)] = seenWith[Int(second)].edge
    }
    return result
  }
}
