extension Placement {
  /// Creates a placement that starts from positions of a file, another program or an earlier
  /// layout. O(nodes + edges).
  ///
  ///     let placement = Placement(from: graph.positions?.inPlane ?? [], of: layoutGraph)
  ///
  /// Nodes without a position start near their neighbours, or if none of these has one, on a spiral
  /// around the others. Without pinned nodes the positions are scaled to edges of length
  /// `linkLength`, unless the mean length is within a factor of 16 of it, as edges of a finished
  /// layout vary in length. With pinned nodes, which keep their exact positions, or with
  /// `maximumMove`, `linkLength` becomes the mean length of the existing edges.
  ///
  /// - Parameters:
  ///   - positions: the position of each node; NaN for a new node without one.
  ///   - pinned: nodes that stay in place. Each needs a position.
  ///   - maximumMove: the maximum move of other nodes with a position; nil for no limit.
  package init(
    from positions: [Vector], of graph: LayoutGraph, pinned: some Sequence<Int> = [],
    linkLength: Double = 30, maximumMove: Double? = nil
  ) throws(LayoutError) {
    guard positions.count == graph.nodeCount else {
      throw .wrongLength(of: "start", expected: graph.nodeCount, found: positions.count)
    }
    var pins: [Int: Vector] = [:]
    for node in pinned {
      try Check.node(node, "a pinned node", nodeCount: graph.nodeCount)
      try Check.start(positions[node], of: node)
      pins[node] = positions[node]
    }
    var (start, length) = (positions, linkLength)
    if pins.isEmpty, maximumMove == nil {
      start = Self.scaled(positions, graph, linkLength: linkLength)
    } else {
      length = LayoutMetrics.meanEdgeLength(graph, positions) ?? linkLength
    }
    self.init(
      linkLength: length, start: Self.completed(start, graph, linkLength: length), pins: pins,
      maximumMove: maximumMove)
    newNodes = Set(positions.indices.filter { positions[$0].sum().isNaN })
  }

  /// Returns scaled positions, as those of other programs may be a thousand times as large or
  /// small.
  ///
  /// The length of edges is that at a random point of one, which is `linkLength` in drawings by
  /// `MultilevelLayout`, also where most edges are within dense groups, and much shorter.
  static func scaled(
    _ positions: [Vector], _ graph: LayoutGraph, linkLength: Double
  ) -> [Vector] {
    var (sum, squares) = (0.0, 0.0)
    for edge in graph.sources.indices {
      let length = positions[Int(graph.sources[edge])].distance(
        to: positions[Int(graph.targets[edge])])
      guard length.isFinite else { continue }
      sum += length
      squares += length * length
    }
    let factor = linkLength * sum / squares
    guard factor.isFinite, factor > 16 || factor < 1.0 / 16, factor > 0 else { return positions }
    return positions.map { $0 * factor }
  }

  /// Returns positions in which nodes without one (NaN) have one near their neighbours, or if none
  /// of these has one, on a spiral around the others. O(nodes + edges).
  static func completed(
    _ positions: [Vector], _ graph: LayoutGraph, linkLength: Double
  ) -> [Vector] {
    var places = positions
    func hasPlace(_ node: Int) -> Bool { !places[node].sum().isNaN }
    var front = places.indices.filter(hasPlace)
    let center =
      front.reduce(Vector.zero) { $0 + places[$1] / Double(max(front.count, 1)) }
    // Nodes are processed by their distance from those with a position.
    while !front.isEmpty {
      var isNext = Set<Int>()
      var next: [Int] = []
      for node in front {
        for neighbor in graph.neighbors(of: node) where !hasPlace(Int(neighbor)) {
          if isNext.insert(Int(neighbor)).inserted { next.append(Int(neighbor)) }
        }
      }
      let found = next.map { node in
        var (sum, count) = (Vector.zero, 0.0)
        for neighbor in graph.neighbors(of: node) where hasPlace(Int(neighbor)) {
          sum += places[Int(neighbor)]
          count += 1
        }
        // The offset separates nodes with the same neighbours.
        return sum / count + spiral(node, radius: 0.3 * linkLength)
      }
      for (node, place) in zip(next, found) { places[node] = place }
      front = next
    }
    for node in places.indices where !hasPlace(node) {
      places[node] = center + spiral(node, radius: linkLength * Double(node + 1).squareRoot())
    }
    return places
  }

  /// Returns a point at this distance from the origin, in a direction that depends on the node.
  private static func spiral(_ node: Int, radius: Double) -> Vector {
    // A rational function is used instead of sines, whose last bit may differ between systems.
    var point = Vector.zero
    var length = 0.0
    for axis in 0..<Vector.scalarCount {
      let step =
        Double(node + 1) * [0.6180339887498949, 0.7548776662466927, 0.5698402909980532][axis]
      point[axis] = 2 * (step - step.rounded(.down)) - 1
      length += point[axis] * point[axis]
    }
    return length > 0 ? point * (radius / length.squareRoot()) : point
  }
}
