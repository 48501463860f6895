import RunSupport

extension GraphTopology {
  /// Returns the core number of each node: the largest k for which the node is in the k-core, the
  /// largest subgraph in which each node has at least k edges to others of it.
  ///
  /// Batagelj and Zaversnik 2003 (arXiv:cs/0310049): nodes are removed in the order of their
  /// remaining degree. O(nodes + edges) in time and memory. Deterministic. Directions are ignored,
  /// each parallel edge counts, loops do not count.
  ///
  /// - Throws: `CancellationError` if `control` or the task is cancelled.
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

/// A bucket queue of nodes by their remaining degree.
private struct DegreeQueue {
  private(set) var degrees: [Int]
  /// The nodes sorted by degree.
  private(set) var order: [Int32]
  /// The index of each node in `order`.
  private var places: [Int32]
  /// The index in `order` where each degree begins.
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

  /// Decrements the degree of a node, unless it is not above that of the removed node.
  mutating func removeEdge(to node: Int32, from removed: Int32) {
    let degree = degrees[Int(node)]
    guard degree > degrees[Int(removed)] else { return }
    // The node is swapped with the first of its degree, and the bucket shrinks by one.
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
