import ForceSimulation

/// What becomes of a node that is released.
public enum LiveRelease<Vector: SimulationVector>: Sendable, Hashable {
  /// It moves freely, from rest.
  case free
  /// It stays pinned where it was held.
  case pinned
  /// It flies on, with a velocity in layout units per tick, limited by `LiveOptions.throwLimit`.
  case thrown(Vector)
}

/// A force in a command: the force itself, or the bytes of a recorded one.
enum CommandForce<Vector: SimulationVector>: Sendable {
  case force(any Force<Vector>)
  case bytes([UInt8])
}

/// Everything that changes the state of a live simulation but ticks. Commands act between ticks.
/// `LiveSimulation.validate(_:)` checks them, whether they come from a caller or from a recording.
///
/// A command holds all that its effect depends on: a recording of the commands and the numbers of
/// their ticks gives the same bits again, whatever the options were.
enum LiveCommand<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  typealias Scalar = Vector.Scalar

  case hold(id: ID, at: Vector, alphaTarget: Scalar)
  case move(id: ID, to: Vector)
  /// `velocity` is nil for a node that stays pinned.
  case release(id: ID, velocity: Vector?)
  case edit(LiveEdit<ID, Vector>, newNodeDistance: Scalar)
  case parameters(SimulationParameters<Scalar>)
  case reheat(alpha: Scalar)
  /// Nil removes the force.
  case setForce(name: String, force: CommandForce<Vector>?)
  case switchForce(name: String, isOn: Bool)
  /// Places the nodes a share of the way to `positions`.
  case place(positions: [Vector], share: Double)
  /// Removes the anchors of an edit with bounded movement.
  case endAnchors
  /// Puts another state in the place of this one. `tick` is the number of ticks of that state, from
  /// which the ticks of a recording go on.
  case restore(LiveCheckpoint<ID>, tick: UInt64)
}

extension LiveCommand: Codable where ID: Codable {}
