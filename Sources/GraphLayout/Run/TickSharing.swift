import ForceSimulation

/// Processes that do the ticks of a layout's simulations together, with the result of one of them.
///
/// All of them run the same layout of the same graph, so that they come to the same simulations in
/// the same order.
package protocol TickSharing: Sendable {
  /// Returns a simulation that continues another one, with the same bits, and that the processes
  /// share; nil if sharing it does not pay, or they cannot share its forces.
  func shared<Vector: SimulationVector>(
    _ simulation: Simulation<Vector, ForceList<Vector>>
  ) -> (any TickedSimulation<Vector>)?
}

/// A simulation while it ticks, of one process or shared by several.
package protocol TickedSimulation<Vector> {
  associatedtype Vector: SimulationVector

  /// Does one tick.
  func advance()
  /// Changes the positions of the nodes that this process has, then their velocities.
  func changeVectors(_ change: (UnsafeMutableBufferPointer<Vector>) -> Void)
  /// Returns the positions of all nodes.
  func allPositions() -> [Vector]
}

/// A simulation of one process.
struct OwnSimulation<Vector: SimulationVector>: TickedSimulation {
  let simulation: Simulation<Vector, ForceList<Vector>>

  func advance() { simulation.advance() }

  func changeVectors(_ change: (UnsafeMutableBufferPointer<Vector>) -> Void) {
    simulation.kinetics.position.withUnsafeMutableBufferPointer { change($0) }
    simulation.kinetics.velocity.withUnsafeMutableBufferPointer { change($0) }
  }

  func allPositions() -> [Vector] { simulation.kinetics.position.asArray() }
}
