import RunSupport

/// The result of a search from a node: a tree.
public struct GraphSearch: Hashable, Codable, Sendable {
  /// The visited nodes in the order of their first visits; the first one is the source.
  public let order: [Int32]
  /// The node from which each node was first visited; -1 for the source and for unreached nodes.
  public let parents: [Int32]
  /// The edge along which each node was first visited; -1 where `parents` is.
  public let parentEdges: [Int32]
  /// The number of edges from the source to each node in the tree; -1 for unreached nodes.
  public let depths: [Int32]

  /// Returns the path in the tree from the source to a node; nil if that was not reached.
  /// O(length). Traps if there is no such node. In a breadth-first search it is a shortest path.
  public func path(to node: Int) -> GraphPath? {
    if depths[node] < 0 { return nil }
    return GraphPath(
      to: node, parents: parents, parentEdges: parentEdges, length: Double(depths[node]))
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
  ) throws -> GraphSearch {
    try check(node: source, "source")
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "breadth-first search", total: adjacency.neighbors.count + nodeCount)
    var tree = SearchTree(nodeCount: nodeCount, root: source)
    var head = 0
    while head < tree.order.count {
      let node = tree.order[head]
      head += 1
      let row = adjacency.row(of: Int(node))
      for place in row where tree.depths[Int(adjacency.neighbors[place])] < 0 {
        tree.add(adjacency.neighbors[place], parent: node, edge: adjacency.edges[place])
      }
      try meter.advance(by: 1 + row.count)
    }
    meter.finish()
    return tree.search
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
  ) throws -> GraphSearch {
    try check(node: source, "source")
    let adjacency = adjacency(direction, loops: .none)
    var meter = try RunMeter(
      control, "depth-first search", total: adjacency.neighbors.count + nodeCount)
    var tree = SearchTree(nodeCount: nodeCount, root: source)
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
      if tree.depths[Int(neighbor)] < 0 {
        tree.add(neighbor, parent: node, edge: adjacency.edges[place])
        path.append(neighbor)
      }
    }
    meter.finish()
    return tree.search
  }
}

/// The tree of a search in progress.
private struct SearchTree {
  var order: [Int32]
  var parents: [Int32]
  var parentEdges: [Int32]
  var depths: [Int32]

  init(nodeCount: Int, root: Int) {
    order = [Int32(truncatingIfNeeded: root)]
    parents = [Int32](repeating: -1, count: nodeCount)
    parentEdges = parents
    depths = parents
    depths[root] = 0
  }

  mutating func add(_ node: Int32, parent: Int32, edge: Int32) {
    order.append(node)
    parents[Int(node)] = parent
    parentEdges[Int(node)] = edge
    depths[Int(node)] = depths[Int(parent)] + 1
  }

  var search: GraphSearch {
    GraphSearch(order: order, parents: parents, parentEdges: parentEdges, depths: depths)
  }
}
