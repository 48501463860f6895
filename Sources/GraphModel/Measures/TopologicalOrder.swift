import RunSupport

extension GraphTopology {
  /// Returns an order of the nodes in which the source of each edge precedes its target; nil if the
  /// graph has a cycle.
  ///
  /// Kahn 1962 (doi:10.1145/368996.369025). Of the available nodes the lowest comes next, so the
  /// order is the lexicographically lowest one. O(edges + nodes log nodes). Deterministic. Parallel
  /// edges have no effect.
  ///
  /// - Throws: `GraphError` if the graph is undirected, `CancellationError` if `control` or the
  ///   task is cancelled.
  public func topologicalOrder(control: RunControl = RunControl()) throws -> [Int32]? {
    let (order, _) = try kahnOrder(control)
    return order.count == nodeCount ? order : nil
  }

  /// Returns a cycle of edges, each of which begins where the one before ends; nil if there is none,
  /// which is when there is a topological order.
  ///
  /// The last edge ends at the first node, which is the lowest of the cycle. A loop is a cycle.
  /// O(edges + nodes log nodes). Deterministic.
  ///
  /// - Throws: as `topologicalOrder(control:)`.
  public func cycle(control: RunControl = RunControl()) throws -> GraphPath? {
    let (order, waitingFor) = try kahnOrder(control)
    return order.count == nodeCount ? nil : cycle { waitingFor[$0] > 0 }
  }

  /// Returns the nodes that can be put in order, and for each node the number of edges that come to it
  /// from other nodes.
  private func kahnOrder(_ control: RunControl) throws -> (order: [Int32], waitingFor: [Int]) {
    guard isDirected else {
      throw GraphError(
        "an undirected graph has no topological order; set isDirected if its edges have directions")
    }
    let adjacency = adjacency(.outgoing, loops: .one)
    var meter = try RunMeter(control, "topological order", total: nodeCount + edgeCount)
    var waitingFor = degrees(.incoming)
    var ready = MinHeap<Int32>()
    for node in 0..<nodeCount where waitingFor[node] == 0 {
      ready.insert(Int32(truncatingIfNeeded: node))
    }
    var order: [Int32] = []
    order.reserveCapacity(nodeCount)
    while let node = ready.removeMin() {
      order.append(node)
      for place in adjacency.row(of: Int(node)) {
        let neighbor = Int(adjacency.neighbors[place])
        waitingFor[neighbor] -= 1
        if waitingFor[neighbor] == 0 { ready.insert(adjacency.neighbors[place]) }
        try meter.advance()
      }
      try meter.advance()
    }
    if order.count == nodeCount { meter.finish() }
    return (order, waitingFor)
  }

  /// Returns a cycle among candidates, each of which has an edge from another candidate.
  private func cycle(among isCandidate: (Int) -> Bool) -> GraphPath {
    let incoming = adjacency(.incoming, loops: .one)
    // Walks backwards along the first edge from a candidate, until a node recurs.
    var place = [Int](repeating: -1, count: nodeCount)
    var nodes: [Int32] = []
    var edges: [Int32] = []
    var node = (0..<nodeCount).first(where: isCandidate) ?? 0
    while place[node] < 0 {
      place[node] = nodes.count
      nodes.append(Int32(truncatingIfNeeded: node))
      for entry in incoming.row(of: node) where isCandidate(Int(incoming.neighbors[entry])) {
        edges.append(incoming.edges[entry])
        node = Int(incoming.neighbors[entry])
        break
      }
    }
    // The edge of each node leads to the previous node, so the edges are rotated.
    var cycle = Array(nodes[place[node]...].reversed())
    var cycleEdges = Array(edges[place[node]...].reversed())
    cycleEdges.append(cycleEdges.removeFirst())
    let lowest = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
    cycle = Array(cycle[lowest...] + cycle[..<lowest])
    cycleEdges = Array(cycleEdges[lowest...] + cycleEdges[..<lowest])
    return GraphPath(nodes: cycle, edges: cycleEdges, length: Double(cycleEdges.count))
  }
}
