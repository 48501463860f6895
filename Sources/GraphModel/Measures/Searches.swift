import RunSupport

/// The tree of the nodes that a search from a node has reached: breadth-first, depth-first or by
/// shortest paths.
public struct SearchTree: Hashable, Codable, Sendable {
  /// The nodes that were reached, in the order in which the search came to them; for shortest paths,
  /// the nearest first. The first one is the source.
  public internal(set) var order: [Int32]
  /// The node before each node on its path from the source; -1 for the source and for nodes that were
  /// not reached.
  public internal(set) var parents: [Int32]
  /// The last edge of the path to each node; -1 where `parents` is.
  public internal(set) var parentEdges: [Int32]
  /// The length of the path in the tree from the source to each node: the number of its edges, or the
  /// sum of their weights. Infinite for nodes that were not reached.
  public internal(set) var distances: [Double]

  /// Returns the path in the tree from the source to a node; nil if that was not reached.
  /// O(length). Traps if there is no such node. It is a shortest path, but in a depth-first search.
  public func path(to node: Int) -> GraphPath? {
    if distances[node] == .infinity { return nil }
    return GraphPath(
      to: node, parents: parents, parentEdges: parentEdges, length: distances[node])
  }

  /// Creates the tree of a search that begins.
  init(nodeCount: Int, source: Int) {
    order = [Int32(truncatingIfNeeded: source)]
    parents = [Int32](repeating: -1, count: nodeCount)
    parentEdges = parents
    distances = [Double](repeating: .infinity, count: nodeCount)
    distances[source] = 0
  }

  func hasReached(_ node: Int32) -> Bool { distances[Int(node)] < .infinity }

  /// Adds a node that is one edge away from its parent.
  mutating func add(_ node: Int32, parent: Int32, edge: Int32) {
    order.append(node)
    parents[Int(node)] = parent
    parentEdges[Int(node)] = edge
    distances[Int(node)] = distances[Int(parent)] + 1
  }
}

extension GraphTopology {
  /// Visits the nodes that are reachable from a node, the nearest first. The neighbours of a node
  /// are visited in the order of the edges.
  ///
  /// O(nodes + edges) in time and memory. Deterministic. Loops and parallel edges have no effect;
  /// of parallel edges `parentEdges` has the lowest.
  ///
  /// - Parameters:
  ///   - source: the node where the search begins.
  ///   - direction: the edges of a directed graph to follow.
  ///   - control: cancellation and progress.
  /// - Throws: `GraphError` if there is no such node, `CancellationError` if `control` or the task
  ///   is cancelled.
  public func breadthFirstSearch(
    from source: Int, direction: EdgeDirection = .outgoing, control: RunControl = RunControl()
  ) throws -> SearchTree {
    try check(node: source, "source")
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "breadth-first search", total: adjacency.neighbors.count + nodeCount)
    var tree = SearchTree(nodeCount: nodeCount, source: source)
    var head = 0
    while head < tree.order.count {
      let node = tree.order[head]
      head += 1
      let row = adjacency.row(of: Int(node))
      for place in row where !tree.hasReached(adjacency.neighbors[place]) {
        tree.add(adjacency.neighbors[place], parent: node, edge: adjacency.edges[place])
      }
      try meter.advance(by: 1 + row.count)
    }
    meter.finish()
    return tree
  }

  /// Visits the nodes that are reachable from a node, continuing from the node visited last. The
  /// neighbours of a node are tried in the order of the edges.
  ///
  /// It is not recursive, so only memory limits the depth. O(nodes + edges) in time and memory.
  /// Deterministic. Loops and parallel edges have no effect; of parallel edges `parentEdges` has
  /// the lowest.
  ///
  /// - Parameters:
  ///   - source: the node where the search begins.
  ///   - direction: the edges of a directed graph to follow.
  ///   - control: cancellation and progress.
  /// - Throws: `GraphError` if there is no such node, `CancellationError` if `control` or the task
  ///   is cancelled.
  public func depthFirstSearch(
    from source: Int, direction: EdgeDirection = .outgoing, control: RunControl = RunControl()
  ) throws -> SearchTree {
    try check(node: source, "source")
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "depth-first search", total: adjacency.neighbors.count + nodeCount)
    var tree = SearchTree(nodeCount: nodeCount, source: source)
    var next = Array(adjacency.offsets.dropLast())
    var path = [Int32(truncatingIfNeeded: source)]
    while let node = path.last {
      try meter.advance()
      let place = next[Int(node)]
      if place == adjacency.offsets[Int(node) + 1] {
        path.removeLast()
        continue
      }
      next[Int(node)] = place + 1
      let neighbor = adjacency.neighbors[place]
      if !tree.hasReached(neighbor) {
        tree.add(neighbor, parent: node, edge: adjacency.edges[place])
        path.append(neighbor)
      }
    }
    meter.finish()
    return tree
  }
}
