extension ReferencePasses {
  static func integrate<Vector>(_ step: inout StepContext<Vector>) -> Int {
    ReferenceIntegration.integrate(
      velocityDecay: step.kinetics.parameters.velocityDecay, pins: step.kinetics._pins,
      position: &step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }
}

/// The specification of integration (docs/determinism.md, "The tick", step 4). It is the same in
/// both update orders.
enum ReferenceIntegration {
  /// Moves the nodes by their velocities. Returns the number of nodes that were kept in place
  /// because their new state would not be finite.
  static func integrate<Vector: SimulationVector>(
    velocityDecay: Vector.Scalar, pins: Pins<Vector>, position: inout [Vector],
    velocity: inout [Vector]
  ) -> Int {
    var kept = 0
    for node in position.indices {
      var newVelocity = velocity[node]
      var newPosition = position[node]
      for axis in 0..<Vector.scalarCount {
        if let pin = pins.coordinate(of: node, axis: Axis(axis)) {
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
          newPosition[axis] = pins.coordinate(of: node, axis: Axis(axis)) ?? position[node][axis]
        }
      }
      velocity[node] = newVelocity
      position[node] = newPosition
    }
    return kept
  }
}
