/// A breadth-first spanning forest of a graph: one tree per component, with children in increasing
/// order.
///
/// Trees are unchanged; for other graphs the layout ignores the edges that close cycles.
struct RootedForest {
  /// The roots, in increasing order.
  private(set) var roots: [Int] = []
  /// The parent of each node; -1 for roots.
  private(set) var parent: [Int32]
  /// All nodes, parents before their children.
  private(set) var order: [Int32] = []
  private(set) var depth: [Int32]
  /// The index where each node's children begin in `children`, and the end of the last row.
  private(set) var offsets: [Int]
  private(set) var children: [Int32]

  /// Creates the tree of `root`, if given, and for each other component the tree of its first node
  /// without incoming edges, if the graph is directed and has one, or else of the middle node of a
  /// longest breadth-first path. O(nodes + edges), without recursion.
  init(_ graph: LayoutGraph, root: Int?) {
    let count = graph.nodeCount
    parent = [Int32](repeating: -1, count: count)
    depth = [Int32](repeating: -1, count: count)
    offsets = [Int](repeating: 0, count: count + 1)
    children = []
    let components = graph.components()
    let wanted = root.map { Int(components.membership[$0]) }
    var search = BreadthFirstTree(graph)
    var hasIncoming = [Bool](repeating: false, count: count)
    for edge in graph.sources.indices where graph.sources[edge] != graph.targets[edge] {
      hasIncoming[Int(graph.targets[edge])] = true
    }
    for (number, nodes) in components.nodes.enumerated() {
      var chosen = search.middle(from: Int(nodes[0]))
      if graph.isDirected, let source = nodes.first(where: { !hasIncoming[Int($0)] }) {
        chosen = Int(source)
      }
      if let root, number == wanted { chosen = root }
      roots.append(chosen)
    }
    roots.sort()
    for root in roots { grow(root, graph) }
    fillChildren()
  }

  private mutating func grow(_ root: Int, _ graph: LayoutGraph) {
    depth[root] = 0
    var read = order.count
    order.append(Int32(root))
    while read < order.count {
      let node = Int(order[read])
      read += 1
      for neighbor in graph.neighbors(of: node) where depth[Int(neighbor)] < 0 {
        depth[Int(neighbor)] = depth[node] + 1
        parent[Int(neighbor)] = Int32(node)
        order.append(neighbor)
      }
    }
  }

  private mutating func fillChildren() {
    for above in parent where above >= 0 { offsets[Int(above) + 1] += 1 }
    for node in parent.indices { offsets[node + 1] += offsets[node] }
    children = [Int32](repeating: 0, count: offsets[parent.count])
    var next = offsets
    for node in parent.indices where parent[node] >= 0 {
      children[next[Int(parent[node])]] = Int32(node)
      next[Int(parent[node])] += 1
    }
  }

  func children(of node: Int) -> ArraySlice<Int32> { children[offsets[node]..<offsets[node + 1]] }

  /// Returns the number of leaves below each node; 1 for a leaf itself.
  func leafCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: parent.count)
    for node in order.reversed() {
      if counts[Int(node)] == 0 { counts[Int(node)] = 1 }
      let above = parent[Int(node)]
      if above >= 0 { counts[Int(above)] += counts[Int(node)] }
    }
    return counts
  }
}

/// Breadth-first searches that share buffers.
private struct BreadthFirstTree {
  private let graph: LayoutGraph
  private var parent: [Int32]
  private var seen: [Int32]
  private var queue: [Int32] = []
  private var search: Int32 = 0

  init(_ graph: LayoutGraph) {
    self.graph = graph
    parent = [Int32](repeating: -1, count: graph.nodeCount)
    seen = [Int32](repeating: -1, count: graph.nodeCount)
  }

  /// Returns the middle of the path from the node farthest from `start` to the node farthest from
  /// that. In a tree it is a centre.
  mutating func middle(from start: Int) -> Int {
    let (end, _) = farthest(from: start)
    var (node, length) = farthest(from: end)
    for _ in 0..<(length / 2) { node = Int(parent[node]) }
    return node
  }

  private mutating func farthest(from start: Int) -> (node: Int, distance: Int) {
    queue.removeAll(keepingCapacity: true)
    queue.append(Int32(start))
    seen[start] = search
    var (read, levelEnd, distance, first) = (0, 1, 0, start)
    while read < queue.count {
      if read == levelEnd {
        distance += 1
        levelEnd = queue.count
        first = Int(queue[read])
      }
      let node = Int(queue[read])
      read += 1
      for neighbor in graph.neighbors(of: node) where seen[Int(neighbor)] != search {
        seen[Int(neighbor)] = search
        parent[Int(neighbor)] = Int32(node)
        queue.append(neighbor)
      }
    }
    search += 1
    return (first, distance)
  }
}
