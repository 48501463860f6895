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
    var parallel = [Bool](repeating: false, count: edgeCount)
    // The last first end that was seen together with each second end.
    var seenWith = [Int32](repeating: -1, count: nodeCount)
    for edge in order {
      let (first, second) = ends(Int(edge))
      if seenWith[Int(second)] == first { parallel[Int(edge)] = true }
      seenWith[Int(second)] = first
    }
    return parallel
  }
}
