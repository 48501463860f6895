/// A saved simulation, with all data on which its further course depends.
///
///     let saved = simulation.checkpoint()
///     try Data(saved.bytes).write(to: file)
///     ...
///     let checkpoint = try Checkpoint(bytes: Array(Data(contentsOf: file)))
///     let simulation = try Simulation<SIMD2<Double>, _>(restoring: checkpoint)
///
/// A restored simulation goes on with the same bits as the one that was saved: on any machine, with
/// any instruction set and number of threads, in any later process of the same release. (A release
/// that computes other bits says so in CHANGELOG.md, under "Numerics".)
///
/// It holds the state (positions, velocities, pins, links, parameters, counters, generators), the
/// permutations of the many-body trees, and the built-in forces with their parameters. A parameter
/// that is a function is saved as its values. Forces of your own have code, which cannot be saved:
/// pass them in again by name. `kernelOptions` and event handlers belong to the process and are not
/// saved.
///
/// The bytes carry a version and a checksum. Its `Codable` form is the bytes.
public struct Checkpoint: Sendable, Hashable {
  /// The binary form: two vectors a node, 4 bytes a node for each tree of a many-body force, 8
  /// bytes a link, and the values of forces by node and link.
  public let bytes: [UInt8]

  /// Reads the binary form.
  ///
  /// Throws `SimulationError.unreadableCheckpoint` when the bytes are cut off, altered, or of a
  /// version that this release does not know. O(number of bytes).
  public init(bytes: [UInt8]) throws(SimulationError) {
    self.bytes = bytes
    _ = try CheckpointFrame.reader(of: bytes)
  }

  /// The version of the form.
  package var version: UInt32 {
    (try? CheckpointFrame.reader(of: bytes).version) ?? ByteWriter().version
  }

  /// Frames a payload as a checkpoint.
  init(payload: ByteWriter) { bytes = CheckpointFrame.frame(payload) }
}

extension Checkpoint: Codable {
  /// Decodes the bytes of a checkpoint. Throws `DecodingError` when they are not one byte sequence,
  /// and the error of `init(bytes:)` when they cannot be read. O(number of bytes).
  public init(from decoder: any Decoder) throws {
    try self.init(bytes: decoder.singleValueContainer().decode([UInt8].self))
  }

  /// Encodes the bytes as one value. Throws the errors of the encoder. O(number of bytes).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}

extension Checkpoint: CustomStringConvertible {
  /// The size of the checkpoint, as text.
  public var description: String { "Checkpoint of \(bytes.count) bytes" }
}

extension Simulation {
  /// Saves the simulation. Parameters out of range trap, as they do in the next tick. O(nodes +
  /// links).
  public func checkpoint() -> Checkpoint {
    snapshot().checkpoint()
  }

  /// Returns the state and the forces, from which another task can create the checkpoint. O(1).
  package func snapshot() -> SimulationSnapshot<Vector, Forces> {
    trapping { () throws(SimulationError) in try kinetics.parameters.validate() }
    bindIfNeeded()
    return SimulationSnapshot(kinetics: kinetics, forces: forces, engine: engine)
  }

  /// Restores a simulation whose forces are not a `ForceList`: they are handed in.
  ///
  /// Throws `SimulationError` when the checkpoint is of another vector type, and when the forces do
  /// not fit. O(nodes + links).
  public convenience init(
    restoring checkpoint: Checkpoint, forces: Forces
  ) throws(SimulationError) {
    var reader = try CheckpointFrame.reader(of: checkpoint.bytes)
    try reader.readShape(of: Vector.self)
    let engine = try reader.readEngine()
    try self.init(Kinetics(from: &reader), forces: forces, engine: engine)
  }
}

extension Simulation where Forces == ForceList<Vector> {
  /// Restores a simulation. Built-in forces come from the checkpoint; a force of your own is passed
  /// in under its name. A force in a nested list has the name "list/force".
  ///
  /// Throws `SimulationError`: `.missingForce` when a force with code is not passed in,
  /// `.unexpectedForce` when the checkpoint has no force of that name, `.unreadableCheckpoint` when
  /// the checkpoint is of another vector type. O(nodes + links).
  public convenience init(
    restoring checkpoint: Checkpoint, custom: [String: any Force<Vector>] = [:]
  ) throws(SimulationError) {
    var reader = try CheckpointFrame.reader(of: checkpoint.bytes)
    try reader.readShape(of: Vector.self)
    let engine = try reader.readEngine()
    let kinetics = try Kinetics<Vector>(from: &reader)
    var custom = CustomForces(custom)
    guard let forces = try reader.readForce("", &custom) as? ForceList<Vector> else {
      throw .notAForceList
    }
    try custom.checkAllUsed()
    try reader.checkEnd()
    try self.init(kinetics, forces: forces, engine: engine)
  }
}

/// The content of a checkpoint, at one moment between ticks.
package struct SimulationSnapshot<Vector, Forces: Force<Vector>>: Sendable {
  let kinetics: Kinetics<Vector>
  let forces: Forces
  let engine: Engine

  /// Returns the checkpoint. O(nodes + links).
  package func checkpoint() -> Checkpoint {
    var writer = ByteWriter()
    writer.write(shapeOf: Vector.self)
    writer.write(engine: engine)
    kinetics.write(to: &writer)
    writer.write(force: forces)
    return Checkpoint(payload: writer)
  }
}

extension ForceList {
  /// Returns the bytes of a bound force, as in checkpoints.
  package static func bytes(of force: any Force<Vector>) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(force: force)
    return writer.bytes
  }

  /// Returns the difference of a force from another one, from 0 to 1: the largest fraction of
  /// changed values per node or link of a parameter; 1 if anything else differs, and for forces
  /// with code, which cannot be compared. O(nodes + links).
  package static func difference(
    of new: any Force<Vector>, from old: any Force<Vector>
  ) -> Double {
    var (newBytes, oldBytes) = (ByteWriter(), ByteWriter())
    newBytes.write(force: new)
    oldBytes.write(force: old)
    return newBytes.difference(from: oldBytes)
  }

  /// Decodes a force from its bytes; a force with code is taken from `custom`, under `name`.
  package static func force(
    _ name: String, bytes: [UInt8], custom: [String: any Force<Vector>]
  ) throws(SimulationError) -> any Force<Vector> {
    var reader = ByteReader(bytes[...])
    var custom = CustomForces(custom)
    let force = try reader.readForce(name, &custom)
    try reader.checkEnd()
    return force
  }
}

extension SimulationError {
  static var notAForceList: SimulationError {
    .unreadableCheckpoint("its forces are not a ForceList; hand them in as `forces`")
  }
}
