/// Nodes on a square grid (in three dimensions a cubic one), row by row in the order of their
/// numbers.
///
/// Use it for graphs without edges, or to compare nodes by number. O(nodes).
package struct GridLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The distance between neighbours, in layout units.
  package var nodeDistance: Double
  /// The number of nodes per row; nil for about as many as there are rows.
  package var columns: Int?

  package var name: String { "grid" }

  package init(nodeDistance: Double = 30, columns: Int? = nil) {
    self.nodeDistance = nodeDistance
    self.columns = columns
  }

  /// Creates the layout of a request.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(nodeDistance: placement.linkLength)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try Check.positive(nodeDistance, "nodeDistance")
    if let columns { try Check.atLeast(1, columns, "columns") }
    let dimensions = columns == nil ? Vector.scalarCount : 2
    var side = 1
    while Self.power(side, dimensions) < graph.nodeCount { side += 1 }
    let columns = columns ?? side
    return ComponentPacking.centered(
      (0..<graph.nodeCount).map { node in
        var position = Vector.zero
        position[0] = Double(node % columns) * nodeDistance
        var rest = node / columns
        for axis in 1..<dimensions {
          let isLast = axis == dimensions - 1
          position[axis] = Double(isLast ? rest : rest % side) * nodeDistance
          // The first row is at the top.
          if axis == 1 { position[axis] *= -1 }
          rest /= side
        }
        return position
      })
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}

/// Nodes on a line.
///
/// Use it for sequences, and for arc diagrams. Paths are drawn in order; other graphs in
/// breadth-first order from a peripheral node of each component, so that most edges are short, one
/// component after the other. O(nodes + edges).
package struct LinearLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The distance between neighbours, in layout units.
  package var nodeDistance: Double
  /// The order of nodes on the line.
  package var order: Order

  /// An order of nodes.
  package enum Order: Sendable, Hashable {
    /// By their numbers.
    case byIndex
    /// Along the edges.
    case alongEdges
  }

  package var name: String { "linear" }

  package init(nodeDistance: Double = 30, order: Order = .alongEdges) {
    self.nodeDistance = nodeDistance
    self.order = order
  }

  /// Creates the layout of a request.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(nodeDistance: placement.linkLength)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try Check.positive(nodeDistance, "nodeDistance")
    var positions = [Vector](repeating: .zero, count: graph.nodeCount)
    for (place, node) in sequence(graph).enumerated() {
      positions[Int(node)][0] = Double(place) * nodeDistance
    }
    return ComponentPacking.centered(positions)
  }

  private func sequence(_ graph: LayoutGraph) -> [Int32] {
    if order == .byIndex { return (0..<Int32(graph.nodeCount)).map { $0 } }
    var sequence: [Int32] = []
    var distance = [Int](repeating: -1, count: graph.nodeCount)
    for nodes in graph.components().nodes {
      // The last node of a search from any node is peripheral; in a path it is an end. Of both ends
      // the lower one comes first.
      let rim = last(of: graph, from: nodes[0], &distance)
      for node in nodes { distance[Int(node)] = -1 }
      let other = last(of: graph, from: rim, &distance)
      for node in nodes { distance[Int(node)] = -1 }
      sequence.append(contentsOf: reached(graph, from: min(rim, other), &distance))
    }
    return sequence
  }

  private func last(
    of graph: LayoutGraph, from start: Int32, _ distance: inout [Int]
  ) -> Int32 { reached(graph, from: start, &distance).last ?? start }

  private func reached(
    _ graph: LayoutGraph, from start: Int32, _ distance: inout [Int]
  ) -> [Int32] {
    var queue = [start]
    distance[Int(start)] = 0
    var read = 0
    while read < queue.count {
      let node = queue[read]
      read += 1
      for neighbor in graph.neighbors(of: Int(node)) where distance[Int(neighbor)] < 0 {
        distance[Int(neighbor)] = distance[Int(node)] + 1
        queue.append(neighbor)
      }
    }
    return queue
  }
}
