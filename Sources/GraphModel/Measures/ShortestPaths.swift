import RunSupport

/// The shortest paths from a node to all others: a tree.
public struct ShortestPaths: Hashable, Codable, Sendable {
  /// The node where all paths begin.
  public let source: Int
  /// The length of the shortest path to each node; infinite for unreachable nodes.
  public let distances: [Double]
  /// The predecessor of each node on its path; -1 for the source and for unreachable nodes.
  public let parents: [Int32]
  /// The last edge of the path to each node; -1 where `parents` is.
  public let parentEdges: [Int32]

  /// Returns the path to a node; nil if it is unreachable. O(length). Traps if there is no such
  /// node.
  public func path(to node: Int) -> GraphPath? {
    if distances[node] == .infinity { return nil }
    return GraphPath(
      to: node, parents: parents, parentEdges: parentEdges, length: distances[node])
  }
}

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
  ) throws -> ShortestPaths {
    try check(node: source, "source")
    guard let weights else {
      let search = try breadthFirstSearch(from: source, direction: direction, control: control)
      return ShortestPaths(
        source: source, distances: search.depths.map { $0 < 0 ? .infinity : Double($0) },
        parents: search.parents, parentEdges: search.parentEdges)
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
  ) throws -> ShortestPaths {
    try check(weights: weights, for: "shortest paths", "of at least 0") { $0 >= 0 }
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "shortest paths", total: nodeCount + adjacency.neighbors.count)
    var distances = [Double](repeating: .infinity, count: nodeCount)
    var parents = [Int32](repeating: -1, count: nodeCount)
    var parentEdges = parents
    var queue = MinHeap<NodeAtDistance>()
    distances[source] = 0
    queue.insert(NodeAtDistance(distance: 0, node: Int32(truncatingIfNeeded: source)))
    while let nearest = queue.removeMin() {
      let node = Int(nearest.node)
      // The entry is stale: a shorter path has been found since.
      if nearest.distance > distances[node] { continue }
      if node == target { break }
      let row = adjacency.row(of: node)
      for place in row {
        let neighbor = Int(adjacency.neighbors[place])
        let distance = nearest.distance + weights[Int(adjacency.edges[place])]
        guard distance < distances[neighbor] else { continue }
        distances[neighbor] = distance
        parents[neighbor] = nearest.node
        parentEdges[neighbor] = adjacency.edges[place]
        queue.insert(NodeAtDistance(distance: distance, node: adjacency.neighbors[place]))
      }
      try meter.advance(by: 1 + row.count)
    }
    meter.finish()
    return ShortestPaths(
      source: source, distances: distances, parents: parents, parentEdges: parentEdges)
  }
}
