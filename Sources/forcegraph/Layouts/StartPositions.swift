import GraphLayout

/// Where layouts begin that are given positions.
enum StartPositions {
  /// How long edges are in layouts unless something else is said.
  static let linkLength = 30.0

  /// The mean length of edges between different nodes that have a place; nil when there are none, or all have no length.
  static func meanLength<Vector: LayoutVector>(
    _ graph: LayoutGraph, _ positions: [Vector]
  ) -> Double? {
    var (sum, count) = (0.0, 0)
    for edge in graph.sources.indices where graph.sources[edge] != graph.targets[edge] {
      let offset = positions[Int(graph.sources[edge])] - positions[Int(graph.targets[edge])]
      let length = (offset * offset).sum().squareRoot()
      if length.isFinite {
        sum += length
        count += 1
      }
    }
    return sum > 0 ? sum / Double(count) : nil
  }

  /// The positions in the units of layouts: those of other programs may be a thousand times as large or small. What differs by
  /// less than a factor of four is left as it is, as edges of a finished layout are not all of one length.
  static func scaled<Vector: LayoutVector>(
    _ positions: [Vector], _ graph: LayoutGraph
  ) -> [Vector] {
    guard let mean = meanLength(graph, positions), mean > 4 * linkLength || mean < linkLength / 4
    else { return positions }
    return positions.map { $0 * (linkLength / mean) }
  }

  /// Gives nodes without a place (NaN) one near their neighbours, and those that no neighbour helps one on a spiral around the others.
  /// O(nodes + edges).
  static func completed<Vector: LayoutVector>(
    _ positions: [Vector], _ graph: LayoutGraph, linkLength: Double
  ) -> [Vector] {
    var places = positions
    func hasPlace(_ node: Int) -> Bool { !places[node].sum().isNaN }
    var front = places.indices.filter(hasPlace)
    let center =
      front.reduce(Vector.zero) { $0 + places[$1] / Double(max(front.count, 1)) }
    // Waves: nodes at distance 1 from those with a place, then 2, ...
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
        // Not on one point with others that have the same neighbours.
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

  /// A point at this distance from the origin, in a direction that differs from node to node.
  private static func spiral<Vector: LayoutVector>(_ node: Int, radius: Double) -> Vector {
    // A rational walk over the axes instead of sines, which may differ between systems in the last bit.
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
