import ForceSimulation

/// The attraction that belongs to the t-force: an edge pulls its end i with (8 / (1 + d²) + deg_j /
/// (deg_i + deg_j)) d (Zhong and others 2023, doi:10.1109/TVCG.2023.3238821), from predicted
/// positions.
///
/// The sum of a node's pulls is divided by one plus alpha times the sum of their stiffness, as a step
/// of the implicit Euler method would: hubs come to the mean of their neighbours instead of beyond it.
struct BoundedAttraction<Vector: LayoutVector>: Force {
  let graph: LevelGraph
  let strength: Double
  var repulsion: TForce<Vector>
  let implicit: Double

  mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try repulsion.bind(to: &context)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  func apply(to step: inout StepContext<Vector>) {
    let alpha = step.alpha
    let before = step.kinetics.velocity.asArray()
    let predicted = step.kinetics.position.withUnsafeBufferPointer { position in
      step.kinetics.velocity.withUnsafeBufferPointer { velocity in
        position.indices.map { position[$0] + velocity[$0] }
      }
    }
    repulsion.apply(to: &step)
    before.withUnsafeBufferPointer { before in
    predicted.withUnsafeBufferPointer { predicted in
      graph.offsets.withUnsafeBufferPointer { offsets in
        graph.neighbors.withUnsafeBufferPointer { neighbors in
          step.kinetics.velocity.withUnsafeMutableBufferPointer { velocity in
            for node in predicted.indices {
              let row = Int(offsets[node])..<Int(offsets[node + 1])
              let (own, degree) = (predicted[node], Double(row.count))
              var (sum, stiffness) = (Vector.zero, 0.0)
              for place in row {
                let other = Int(neighbors[place])
                let otherDegree = Double(offsets[other + 1] - offsets[other])
                let difference = predicted[other] - own
                let factor =
                  strength / (1 + difference.lengthSquared()) + otherDegree / (degree + otherDegree)
                sum += difference * factor
                stiffness += factor
              }
              let change = velocity[node] - before[node] + sum * alpha
              velocity[node] = before[node] + change / (1 + implicit * alpha * stiffness)
            }
          }
        }
      }
    }
    }
  }
}
