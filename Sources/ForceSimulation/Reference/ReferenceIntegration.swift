/// The specification of integration (docs/determinism.md, "The tick", step 4). The same in both orders.
enum ReferenceIntegration {
  /// Returns the number of nodes that were kept where they are because their new state would not be finite.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  static func integrate<Vector: SimulatableVector>(
    velocityDecay: Vector.Scalar, pins: Pins<Vector>, position: inout [Vector],
    velocity: inout [Vector]
  ) -> Int {
    var kept = 0
    for node in position.indices {
      var newVelocity = velocity[node]
      var newPosition = position[node]
      for axis in 0..<Vector.scalarCount {
        if let pin = pins.coordinate(of: node, axis: axis) {
          newVelocity[axis] = 0
          newPosition[axis] = pin
        } else {
          newVelocity[axis] *= velocityDecay
          newPosition[axis] += newVelocity[axis]
        }
      }
      if !(newPosition.isFinite && newVelocity.isFinite) {
        kept += 1
        newVelocity = .zero
        for axis in 0..<Vector.scalarCount {
          newPosition[axis] = pins.coordinate(of: node, axis: axis) ?? position[node][axis]
        }
      }
      velocity[node] = newVelocity
      position[node] = newPosition
    }
    return kept
  }
}
