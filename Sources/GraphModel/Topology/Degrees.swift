extension GraphTopology {
  /// Returns the degree of each node. O(nodes + edges).
  ///
  /// `outgoing` counts the edges that begin at a node, `incoming` those that end there, `both`
  /// their sum, so that a loop counts twice. In an undirected graph each direction means `both`.
  /// Each parallel edge counts.
  public func degrees(_ direction: EdgeDirection = .both) -> [Int] {
    var degrees = [Int](repeating: 0, count: nodeCount)
    if !isDirected || direction != .incoming { for node in sources { degrees[Int(node)] += 1 } }
    if !isDirected || direction != .outgoing { for node in targets { degrees[Int(node)] += 1 } }
    return degrees
  }

  /// The number of self-loops. O(edges).
  public var selfLoopCount: Int {
    var count = 0
    for edge in 0..<edgeCount where sources[edge] == targets[edge] { count += 1 }
    return count
  }

  /// The number of nodes without an edge. A loop counts as an edge. O(nodes + edges).
  public var isolatedNodeCount: Int {
    var hasEdge = [Bool](repeating: false, count: nodeCount)
    for node in sources { hasEdge[Int(node)] = true }
    for node in targets { hasEdge[Int(node)] = true }
    return hasEdge.count { !$0 }
  }
}
