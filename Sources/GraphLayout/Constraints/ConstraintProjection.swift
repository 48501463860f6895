import ForceSimulation

/// The projections of a component's axes onto its constraints, which keep their blocks from call to call.
struct ConstraintProjection<Vector: LayoutVector> {
  private var axes: [AxisProjection]

  /// - Parameter weights: the weight of each node's move; nil if all are 1.
  init(_ constraints: ConstraintSet, weights: [Double]? = nil) {
    axes = constraints.axes.map { AxisProjection($0, weights: weights) }
  }

  /// Moves positions as little as possible so that all constraints hold.
  ///
  /// - Parameters:
  ///   - unit: the unit of the positions, in layout units.
  ///   - rounds: the number of times that blocks are split: constraints hold after one, and in ticks
  ///     there is a next one. 0 for a point that only is near.
  mutating func project(_ positions: inout [Vector], unit: Double = 1, rounds: Int = .max) {
    positions.withUnsafeMutableBufferPointer {
      for axis in axes.indices { axes[axis].project($0, axis: axis, unit: unit, rounds: rounds) }
    }
  }

  /// Returns a drawing without constraints turned, mirrored and moved to where constraints move it
  /// least: 16 angles, and as many in the mirror.
  mutating func turned(_ positions: [Vector]) -> [Vector] {
    var (best, least) = (positions, Double.infinity)
    for mirror in [1.0, -1.0] {
      for step in 0..<16 {
        let (sine, cosine) = sineAndCosine(turns: Double(step) / 16)
        var turned = positions.map { position in
          var turned = position
          turned[0] = mirror * (cosine * position[0] - sine * position[1])
          turned[1] = sine * position[0] + cosine * position[1]
          return turned
        }
        for axis in axes.indices {
          let move = axes[axis].meanMove(turned, axis: axis)
          for node in turned.indices { turned[node][axis] += move }
        }
        var moved = turned
        project(&moved, rounds: 0)
        let cost = zip(turned, moved).reduce(0) { $0 + ($1.1 - $1.0).lengthSquared() }
        if cost < 0.999 * least { (best, least) = (turned, cost) }
      }
    }
    return best
  }
}
