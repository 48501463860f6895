import ForceSimulation
import Testing

/// Loops over all nodes in forces of one's own.
@Suite struct OwnForceTests {
  private struct BySubscript<Vector: SimulationVector>: Force {
    func apply(to step: inout StepContext<Vector>) {
      for node in 0..<step.nodeCount {
        step.velocity[node] += step.position[node] * (Vector.Scalar(node) * step.alpha / 64)
      }
    }
  }

  private struct ByClosure<Vector: SimulationVector>: Force {
    func apply(to step: inout StepContext<Vector>) {
      let alpha = step.alpha
      step.changeVelocities { node, position, velocity in
        velocity += position * (Vector.Scalar(node) * alpha / 64)
      }
    }
  }

  private func check<Vector: SimulationVector>(_: Vector.Type) throws {
    let first = try Simulation(nodeCount: 50, forces: BySubscript<Vector>())
    let second = try Simulation(nodeCount: 50, forces: ByClosure<Vector>())
    first.advance(by: 5)
    second.advance(by: 5)
    #expect(first.kinetics.stateHash == second.kinetics.stateHash)
    #expect(first.kinetics.velocity.contains { $0 != .zero })
  }

  @Test func closureAndSubscriptGiveTheSameBits() throws {
    try check(SIMD2<Double>.self)
    try check(SIMD2<Float>.self)
    try check(SIMD3<Double>.self)
    try check(SIMD3<Float>.self)
  }

  /// A copy of the state that somebody keeps is not changed.
  @Test func snapshotsKeepTheirVelocities() throws {
    let simulation = try Simulation(nodeCount: 5, forces: ByClosure<SIMD2<Double>>())
    simulation.advance()
    let before = simulation.kinetics
    let velocities = before.velocity.asArray()
    simulation.advance()
    #expect(before.velocity.asArray() == velocities)
    #expect(simulation.kinetics.velocity.asArray() != velocities)
  }
}
