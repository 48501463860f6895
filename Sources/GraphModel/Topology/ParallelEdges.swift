extension GraphTopology {
  /// True if there are parallel edges (in a directed graph, with the same direction). O(nodes +
  /// edges) in time and memory.
  public var isMultigraph: Bool { isParallelToEarlier.contains(true) }

  /// The number of edges that are parallel to an earlier one. O(nodes + edges).
  public var parallelEdgeCount: Int { isParallelToEarlier.count { $0 } }

  /// True for each edge that is parallel to one with a lower number (in a directed graph, with the
  /// same direction). Two loops at one node are parallel. O(nodes + edges) in time and memory.
  public var isParallelToEarlier: [Bool] {
    zip(firstParallelEdges, sources.indices).map { $0 < $1 }
  }

  /// The lowest number of the parallel edges of each edge, its own if it is the first. O(nodes +
  /// edges) in time and memory.
  package var firstParallelEdges: [Int32] {
    // A counting sort orders the edges by their (lower) first end.
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
    // For each second end, the last first end seen with it, and the first edge of that pair.
    var seenWith = [(first: Int32, edge: Int32)](repeating: (-1, -1), count: nodeCount)
    for edge in order {
      let (first, second) = ends(Int(edge))
      if seenWith[Int(second)].first != first { seenWith[Int(second)] = (first, edge) }
      result[Int(edge)] = seenWith[Int(second)].edge
    }
    return result
  }
}
