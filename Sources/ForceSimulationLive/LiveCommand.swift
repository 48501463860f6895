import ForceSimulation

/// The state of a node after its release.
package enum LiveRelease<Vector: SimulationVector>: Sendable, Hashable {
  /// It moves freely, starting at rest.
  case free
  /// It stays pinned at the point where it was held.
  case pinned
  /// It moves freely with an initial velocity in layout units per tick, limited by
  /// `LiveOptions.throwLimit`.
  case thrown(Vector)
}

/// A force in a command: the force itself, or the encoded force of a recording.
enum CommandForce<Vector: SimulationVector>: Sendable {
  case force(any Force<Vector>)
  case bytes([UInt8])
}

/// A command: every change of the state of a live simulation except ticks. Commands are executed
/// between ticks. `LiveSimulation.validate(_:)` checks them, whether they come from a caller or
/// from a recording.
///
/// A command contains everything that its effect depends on. So a recording of the commands with
/// their tick numbers reproduces the same bits, whatever the options were.
enum LiveCommand<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  typealias Scalar = Vector.Scalar

  case hold(id: ID, at: Vector, alphaTarget: Scalar)
  case move(id: ID, to: Vector)
  /// Releases a node; `velocity` is nil if it stays pinned.
  case release(id: ID, velocity: Vector?)
  case edit(LiveEdit<ID, Vector>, newNodeDistance: Scalar)
  case parameters(SimulationParameters<Scalar>)
  case reheat(alpha: Scalar)
  /// Replaces a force; nil removes it.
  case setForce(name: String, force: CommandForce<Vector>?)
  case switchForce(name: String, isOn: Bool)
  /// Moves the nodes by a fraction of the way to `positions`.
  case place(positions: [Vector], share: Double)
  /// Removes the anchors of an edit with bounded movement.
  case endAnchors
  /// Replaces the state. `tick` is the tick count of that state, from which the ticks of a
  /// recording continue.
  case restore(LiveCheckpoint<ID>, tick: UInt64)
}

extension LiveCommand: Codable where ID: Codable {}
