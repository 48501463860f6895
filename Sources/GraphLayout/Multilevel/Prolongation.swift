import RunSupport

/// Computes positions at one level from those of the coarser level.
extension LevelGraph {
  /// Moves each node to the mean of the positions of its star and its neighbours' stars, then
  /// halfway to the mean of its neighbours, with a small random offset, so that no two coincide.
  /// O(nodes + edges).
  ///
  /// - Parameters:
  ///   - coarse: the position of each node of the coarser level.
  ///   - parents: the coarser node of each node of this level.
  func prolonged<Vector: LayoutVector>(
    _ coarse: [Vector], parents: [Int32], random: inout SeededRandom
  ) -> [Vector] {
    var sums = [Vector](repeating: .zero, count: nodeCount)
    for node in 0..<nodeCount {
      var sum = coarse[Int(parents[node])]
      for place in range(of: node) { sum += coarse[Int(parents[Int(neighbors[place])])] }
      sums[node] = sum / Double(degree(of: node) + 1)
    }
    let blur = Self.blur * meanEdgeLength(sums)
    for node in 0..<nodeCount {
      for axis in 0..<Vector.scalarCount { sums[node][axis] += blur * (random.unit() - 0.5) }
    }
    var positions = sums
    for node in 0..<nodeCount where degree(of: node) > 0 {
      var sum = Vector.zero
      for place in range(of: node) { sum += sums[Int(neighbors[place])] }
      positions[node] = (sums[node] + sum / Double(degree(of: node))) * 0.5
    }
    return positions
  }

  /// The maximum random offset, in mean edge lengths, which preserves the order of nodes.
  private static var blur: Double { 0.1 }

  private func meanEdgeLength<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
    var sum = 0.0
    for node in 0..<nodeCount {
      for place in range(of: node) {
        sum += positions[node].distance(to: positions[Int(neighbors[place])])
      }
    }
    return sum / Double(max(neighbors.count, 1))
  }

  /// Returns positions scaled such that edges have the mean length `length`, longer ones counting
  /// more. They are unchanged if all nodes coincide. O(nodes + edges).
  ///
  /// - Parameter byLength: true to measure an edge's length relative to its desired length.
  func scaled<Vector: LayoutVector>(
    _ positions: [Vector], edgeLength length: Double, byLength: Bool
  ) -> [Vector] {
    var (sum, squares) = (0.0, 0.0)
    for node in 0..<nodeCount {
      for place in range(of: node) {
        let distance = positions[node].distance(to: positions[Int(neighbors[place])])
        let ratio = byLength ? distance / Double(lengths[place]) : distance
        sum += ratio
        squares += ratio * ratio
      }
    }
    let factor = length * sum / squares
    return factor.isFinite && factor > 0 ? positions.map { $0 * factor } : positions
  }
}
