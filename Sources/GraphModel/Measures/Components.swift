import RunSupport

/// A partition of the nodes of a graph: each node is in one class, such as a component, a community or
/// a supernode. Classes have numbers from 0. What returns a partition says in which order they are.
public struct NodePartition: Hashable, Codable, Sendable {
  /// The number of the class of each node.
  public let classOfNode: [Int32]
  /// The number of nodes of each class.
  public let sizes: [Int]

  init(classOfNode: [Int32], sizes: [Int]) {
    self.classOfNode = classOfNode
    self.sizes = sizes
  }

  /// The number of classes.
  public var count: Int { sizes.count }

  /// The class with the most nodes; ties go to the lowest number. Nil if there are no nodes.
  /// O(classes).
  public var largest: Int? { sizes.indices.max { (sizes[$0], $1) < (sizes[$1], $0) } }

  /// Returns the nodes of a class, in increasing order. O(nodes). Traps if there is no such class.
  public func nodes(of number: Int) -> [Int32] {
    var nodes: [Int32] = []
    nodes.reserveCapacity(sizes[number])
    for node in classOfNode.indices where classOfNode[node] == number {
      nodes.append(Int32(truncatingIfNeeded: node))
    }
    return nodes
  }

  /// Creates classes of the nodes with equal labels, numbered by their lowest nodes.
  ///
  /// - Parameter labels: a label for each node, at least 0 and less than `labels.count`.
  init(labels: [Int32]) {
    var number = [Int32](repeating: -1, count: labels.count)
    var sizes: [Int] = []
    var classOfNode = labels
    for node in labels.indices {
      let label = Int(labels[node])
      if number[label] < 0 {
        number[label] = Int32(truncatingIfNeeded: sizes.count)
        sizes.append(0)
      }
      classOfNode[node] = number[label]
      sizes[Int(number[label])] += 1
    }
    self.init(classOfNode: classOfNode, sizes: sizes)
  }

  /// The same classes, numbered by decreasing size. Classes of the same size keep their order.
  var bySize: NodePartition {
    let order = sizes.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { rank[number] = Int32(truncatingIfNeeded: place) }
    return NodePartition(
      classOfNode: classOfNode.map { rank[Int($0)] }, sizes: order.map { sizes[$0] })
  }
}

extension GraphTopology {
  /// Returns the connected components, numbered by their lowest nodes: component 0 contains node 0.
  /// For a directed graph these are the weakly connected ones. Nearly O(nodes + edges): a
  /// disjoint-set forest with path halving. Deterministic.
  ///
  /// Loops and parallel edges have no effect. An isolated node is a component.
  public func connectedComponents() -> NodePartition {
    var sets = DisjointSets(count: nodeCount)
    for edge in 0..<edgeCount { sets.join(sources[edge], targets[edge]) }
    return NodePartition(labels: sets.roots())
  }

  /// True if the edges form no cycle, directions ignored. Parallel edges are a cycle, and so is a loop.
  /// Nearly O(nodes).
  package var isForest: Bool {
    if edgeCount >= max(nodeCount, 1) { return false }
    var sets = DisjointSets(count: nodeCount)
    return (0..<edgeCount).allSatisfy { sets.join(sources[$0], targets[$0]) }
  }

  /// Returns the strongly connected components: two nodes are in the same one if each is reachable
  /// from the other. They are numbered by their lowest nodes. For an undirected graph these are the
  /// connected components.
  ///
  /// Tarjan 1972 (doi:10.1137/0201010), without recursion. O(nodes + edges) in time and memory.
  /// Deterministic. Loops and parallel edges have no effect.
  ///
  /// - Throws: `CancellationError` if `control` or the task is cancelled.
  public func stronglyConnectedComponents(
    control: RunControl = RunControl()
  ) throws(CancellationError) -> NodePartition {
    if !isDirected { return connectedComponents() }
    var search = StrongComponentSearch(adjacency(.outgoing, loops: .none))
    var meter = try RunMeter(
      control, "strongly connected components", total: nodeCount + edgeCount)
    for node in 0..<nodeCount where !search.isVisited(node) {
      try search.visit(from: Int32(truncatingIfNeeded: node), &meter)
    }
    meter.finish()
    return NodePartition(labels: search.label)
  }
}

/// Tarjan's search. A component is complete when the search leaves its first node.
private struct StrongComponentSearch {
  private let adjacency: Adjacency
  /// The number of each node in the order of visits, from 1; 0 if not visited.
  private var number: [Int32]
  /// The low link: the lowest number known to be reachable from a node among nodes without a
  /// component.
  private var low: [Int32]
  /// The first node of each node's component; -1 while it is incomplete.
  private(set) var label: [Int32]
  /// The next entry to follow at each node on the path.
  private var next: [Int]
  private var path: [Int32] = []
  /// The stack of visited nodes whose components are incomplete.
  private var open: [Int32] = []
  private var visitCount: Int32 = 0

  init(_ adjacency: Adjacency) {
    self.adjacency = adjacency
    number = [Int32](repeating: 0, count: adjacency.nodeCount)
    low = number
    label = [Int32](repeating: -1, count: adjacency.nodeCount)
    next = Array(adjacency.offsets.dropLast())
  }

  func isVisited(_ node: Int) -> Bool { number[node] != 0 }

  mutating func visit(from root: Int32, _ meter: inout RunMeter) throws(CancellationError) {
    enter(root)
    while let node = path.last {
      let place = next[Int(node)]
      if place == adjacency.offsets[Int(node) + 1] {
        leave(node)
        try meter.advance()
        continue
      }
      next[Int(node)] = place + 1
      let neighbor = adjacency.neighbors[place]
      if number[Int(neighbor)] == 0 {
        enter(neighbor)
      } else if label[Int(neighbor)] < 0 {
        low[Int(node)] = min(low[Int(node)], number[Int(neighbor)])
      }
      try meter.advance()
    }
  }

  private mutating func enter(_ node: Int32) {
    visitCount += 1
    number[Int(node)] = visitCount
    low[Int(node)] = visitCount
    path.append(node)
    open.append(node)
  }

  private mutating func leave(_ node: Int32) {
    path.removeLast()
    if let parent = path.last { low[Int(parent)] = min(low[Int(parent)], low[Int(node)]) }
    guard low[Int(node)] == number[Int(node)] else { return }
    while true {
      let member = open.removeLast()
      label[Int(member)] = node
      if member == node { return }
    }
  }
}
