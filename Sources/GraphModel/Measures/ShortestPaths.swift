import RunSupport

extension GraphTopology {
  /// Returns the shortest paths from a node to all others.
  ///
  /// With weights: Dijkstra 1959 (doi:10.1007/BF01386390) with a heap, O((nodes + edges) log
  /// edges). Without: a breadth-first search, O(nodes + edges). Deterministic: of several shortest
  /// paths to a node, the one whose predecessor is nearest to the source is taken; ties go to the
  /// predecessor with the lowest number (without weights: visited first), then to the lowest edge.
  /// Of parallel edges the lightest counts; loops are ignored.
  ///
  /// - Parameters:
  ///   - source: the node where the paths begin.
  ///   - weights: the length of each edge, at least 0; an infinite one excludes its edge. Nil for
  ///     1.
  ///   - direction: the edges of a directed graph to follow.
  ///   - control: cancellation and progress.
  /// - Throws: `GraphError` if there is no such node or a weight is negative, NaN or missing,
  ///   `CancellationError` if `control` or the task is cancelled.
  public func shortestPaths(
    from source: Int, weights: [Double]? = nil, direction: EdgeDirection = .outgoing,
    control: RunControl = RunControl()
  ) throws -> SearchTree {
    try check(node: source, "source")
    guard let weights else {
      return try breadthFirstSearch(from: source, direction: direction, control: control)
    }
    return try dijkstra(from: source, to: nil, weights, direction, control)
  }

  /// Returns a shortest path from one node to another; nil if there is none. It is the path of
  /// `shortestPaths(from:weights:direction:control:)`, but the search ends at the target.
  public func shortestPath(
    from source: Int, to target: Int, weights: [Double]? = nil,
    direction: EdgeDirection = .outgoing, control: RunControl = RunControl()
  ) throws -> GraphPath? {
    try check(node: source, "source")
    try check(node: target, "target")
    guard let weights else {
      return try breadthFirstSearch(from: source, direction: direction, control: control)
        .path(to: target)
    }
    return try dijkstra(from: source, to: target, weights, direction, control).path(to: target)
  }

  /// - Parameter target: the node where the search ends; nil to reach all nodes.
  private func dijkstra(
    from source: Int, to target: Int?, _ weights: [Double], _ direction: EdgeDirection,
    _ control: RunControl
  ) throws -> SearchTree {
    try check(weights: weights, for: "shortest paths", "of at least 0") { $0 >= 0 }
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "shortest paths", total: nodeCount + adjacency.neighbors.count)
    var tree = SearchTree(nodeCount: nodeCount, source: source)
    tree.order = []
    var queue = MinHeap<NodeAtDistance>()
    queue.insert(NodeAtDistance(distance: 0, node: Int32(truncatingIfNeeded: source)))
    while let nearest = queue.removeMin() {
      let node = Int(nearest.node)
      // The entry is stale: a shorter path has been found since.
      if nearest.distance > tree.distances[node] { continue }
      tree.order.append(nearest.node)
      if node == target { break }
      let row = adjacency.row(of: node)
      for place in row {
        let neighbor = Int(adjacency.neighbors[place])
        let distance = nearest.distance + weights[Int(adjacency.edges[place])]
        guard distance < tree.distances[neighbor] else { continue }
        tree.distances[neighbor] = distance
        tree.parents[neighbor] = nearest.node
        tree.parentEdges[neighbor] = adjacency.edges[place]
        queue.insert(NodeAtDistance(distance: distance, node: adjacency.neighbors[place]))
      }
      try meter.advance(by: 1 + row.count)
    }
    meter.finish()
    return tree
  }
}
