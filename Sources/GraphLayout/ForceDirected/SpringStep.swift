import ForceSimulation

/// A force that resets velocities, so that steps have no momentum.
struct Standstill<Vector: LayoutVector>: Force {
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  func apply(to step: inout StepContext<Vector>) {
    step.velocity.withUnsafeMutableBufferPointer { velocity in
      for node in velocity.indices { velocity[node] = .zero }
    }
  }
}

/// Adds the attraction d²/k along edges to the repulsion, and converts the sum to a step
/// (Fruchterman and Reingold 1991, doi:10.1002/spe.4380211102). k is the length of a single edge.
struct SpringStep<Vector: LayoutVector>: Force {
  enum Bound {
    /// Limits steps by a temperature that falls linearly to zero.
    case temperature(first: Double, ticks: Int)
    /// Moves a node to its equilibrium for fixed neighbours: the step is the force divided by the
    /// sum of 2 d/k.
    case stiffness
  }

  let graph: LevelGraph
  let k: Double
  let bound: Bound
  /// The corners of a frame, at whose walls nodes stop.
  var frame: (low: Vector, high: Vector)?

  // Without specialisation it is a hundred times slower.
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  func apply(to step: inout StepContext<Vector>) {
    var longest: Double?
    if case .temperature(let first, let ticks) = bound {
      longest = first * max(1 - Double(step.kinetics.tickCount - 1) / Double(max(ticks, 1)), 0)
    }
    let positions = step.position.asArray()
    step.velocity.withUnsafeMutableBufferPointer { velocity in
      for node in positions.indices {
        var (move, stiffness) = (velocity[node], 0.0)
        for place in graph.range(of: node) {
          let to = positions[Int(graph.neighbors[place])] - positions[node]
          let pull = to.length() / (k * Double(graph.lengths[place]))
          move += to * pull
          stiffness += 2 * pull
        }
        if let longest {
          let length = move.length()
          if length > longest { move *= longest / length }
        } else if stiffness > 0 {
          move /= stiffness
        }
        if let frame {
          let end = positions[node] + move
          move = end.clamped(lowerBound: frame.low, upperBound: frame.high) - positions[node]
        }
        velocity[node] = move
      }
    }
  }
}
