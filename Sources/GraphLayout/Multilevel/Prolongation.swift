import RunSupport

/// Positions at one level, from those of the coarser level.
extension LevelGraph {
  /// Each node comes to the mean of its star's place and its neighbours' stars' places, then halfway
  /// to the mean of its neighbours, and a little off, so that no two are on one point.
  /// O(nodes + edges).
  ///
  /// - Parameters:
  ///   - coarse: by node of the coarser level.
  ///   - parents: by node of this level, its node of the coarser one.
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

  /// How far nodes are moved by chance, in mean edge lengths: the order in which they lie stays.
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

  /// Scaled so that edges are `length` long on average, longer ones counting more. Nothing changes
  /// when all nodes are on one point. O(nodes + edges).
  ///
  /// - Parameter byLength: whether an edge's length is counted in the length that it wants to have.
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
