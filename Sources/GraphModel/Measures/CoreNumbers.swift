import RunSupport

extension GraphTopology {
  /// The core number of each node: the largest k for which the node is in the k-core, the largest
  /// subgraph in which each node has k edges or more to others of it.
  ///
  /// Batagelj and Zaversnik 2003 (arXiv:cs/0310049): nodes are removed, those with the fewest edges
  /// first. O(nodes + edges) in time and memory. Deterministic. Directions are ignored, parallel
  /// edges count each, loops do not count.
  ///
  /// - Throws: `CancellationError` when `control` or the task says so.
  public func coreNumbers(
    control: RunControl = RunControl()
  ) throws(CancellationError) -> [Int32] {
    let adjacency = adjacency(.both, loops: .none)
    var meter = try RunMeter(
      control, "core numbers", total: nodeCount + adjacency.neighbors.count)
    var queue = DegreeQueue(adjacency)
    for step in 0..<nodeCount {
      let node = queue.order[step]
      let row = adjacency.row(of: Int(node))
      for place in row {
        queue.removeEdge(to: adjacency.neighbors[place], from: node)
      }
      try meter.advance(by: 1 + row.count)
    }
    meter.finish()
    return queue.degrees.map { Int32(truncatingIfNeeded: $0) }
  }
}

/// Nodes by their degrees among the nodes that are left.
private struct DegreeQueue {
  private(set) var degrees: [Int]
  /// Nodes by degree.
  private(set) var order: [Int32]
  /// The place of each node in `order`.
  private var places: [Int32]
  /// Where each degree begins in `order`.
  private var starts: [Int]

  init(_ adjacency: Adjacency) {
    let nodes = 0..<adjacency.nodeCount
    degrees = nodes.map { adjacency.degree(of: $0) }
    starts = [Int](repeating: 0, count: (degrees.max() ?? 0) + 2)
    for degree in degrees { starts[degree + 1] += 1 }
    for degree in 1..<starts.count { starts[degree] += starts[degree - 1] }
    order = [Int32](repeating: 0, count: nodes.count)
    places = order
    var next = starts
    for node in nodes {
      let place = next[degrees[node]]
      next[degrees[node]] = place + 1
      order[place] = Int32(truncatingIfNeeded: node)
      places[node] = Int32(truncatingIfNeeded: place)
    }
  }

  /// One edge less for a node, unless it has no more than the node that is removed.
  mutating func removeEdge(to node: Int32, from removed: Int32) {
    let degree = degrees[Int(node)]
    guard degree > degrees[Int(removed)] else { return }
    // Changes places with the first node of its degree, which then has one place less.
    let place = Int(places[Int(node)])
    let first = starts[degree]
    let other = order[first]
    order[first] = node
    order[place] = other
    places[Int(node)] = Int32(truncatingIfNeeded: first)
    places[Int(other)] = Int32(truncatingIfNeeded: place)
    starts[degree] = first + 1
    degrees[Int(node)] = degree - 1
  }
}
