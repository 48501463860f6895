import FileWriting
import ForceSimulation

/// A saved live simulation: the complete state that determines its further course, the ids of its
/// nodes, and the held nodes.
///
/// After a restore it continues bit for bit like the saved one, on any machine and with any number
/// of threads: see `Checkpoint`, which it contains. Options belong to the program, and are not
/// saved.
public struct LiveCheckpoint<ID: Hashable & Sendable>: Sendable, Hashable {
  /// The simulation.
  public let simulation: Checkpoint
  /// The ids of the nodes, by index.
  public let ids: [ID]
  /// The ids of the nodes that are held, by index.
  let holds: [ID]
  let ownAlphaTarget: Double
  let heldAlphaTarget: Double
  let epoch: Int
}

/// The content of a checkpoint in addition to the simulation's own.
private struct CheckpointHead<ID: Codable>: Codable {
  var ids: [ID]
  var holds: [ID]
  var ownAlphaTarget: Double
  var heldAlphaTarget: Double
  var epoch: Int
}

extension LiveCheckpoint where ID: Codable {
  private static var magic: [UInt8] { Array("FORCELIV".utf8) }
  private static var version: UInt8 { 1 }
  /// The size of the magic, the version, and the length of the head (8 bytes).
  private static var headBegin: Int { 17 }

  /// The binary form: "FORCELIV", a version, the length of the head (8 bytes, little-endian), the
  /// head as JSON (ids and holds), the bytes of the simulation's checkpoint, and a checksum of all
  /// that (8 bytes, FNV-1a). Throws the errors of the ids' encoding. O(nodes + links).
  public func encoded() throws -> [UInt8] {
    let head = try JSONEncoder().encode(
      CheckpointHead(
        ids: ids, holds: holds, ownAlphaTarget: ownAlphaTarget, heldAlphaTarget: heldAlphaTarget,
        epoch: epoch))
    var bytes = Self.magic + [Self.version]
    bytes += Self.bytes(of: UInt64(head.count))
    bytes += head
    bytes += simulation.bytes
    return bytes + Self.bytes(of: FNV1a.hash(bytes[...]))
  }

  /// Reads the binary form. Throws `LiveError.unreadable` if it is truncated, corrupted, of another
  /// version or has ids of another type. O(number of bytes).
  public init(bytes: [UInt8]) throws {
    func unreadable(_ reason: String) -> LiveError { .unreadable("the checkpoint", reason: reason) }
    let begin = Self.headBegin
    guard bytes.starts(with: Self.magic) else { throw unreadable("it does not begin as one") }
    guard bytes.count >= begin + 8 else {
      throw unreadable("it is cut off after \(bytes.count) bytes")
    }
    guard bytes[8] == Self.version else {
      throw unreadable("it is of version \(bytes[8]); this release reads version \(Self.version)")
    }
    let end = bytes.count - 8
    guard Self.number(bytes[end...]) == FNV1a.hash(bytes[..<end]) else {
      throw unreadable("its checksum is wrong: it has been cut off or altered")
    }
    let length = Self.number(bytes[9..<begin])
    guard length <= UInt64(end - begin) else { throw unreadable("its head is longer than itself") }
    let simulationBegin = begin + Int(length)
    let head: CheckpointHead<ID>
    do {
      head = try JSONDecoder().decode(
        CheckpointHead<ID>.self, from: Data(bytes[begin..<simulationBegin]))
    } catch { throw unreadable("its ids are no \(ID.self): \(error)") }
    simulation = try Checkpoint(bytes: Array(bytes[simulationBegin..<end]))
    ids = head.ids
    holds = head.holds
    ownAlphaTarget = head.ownAlphaTarget
    heldAlphaTarget = head.heldAlphaTarget
    epoch = head.epoch
  }

  /// Reads a file written by `LiveSimulation.save(to:)` or an autosave. Throws
  /// `LiveError.unreadable` if it cannot be read.
  public init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LiveError.unreadable(path, reason: "there is no such file, or it must not be read")
    }
    try self.init(bytes: Array(data))
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension LiveCheckpoint {
  /// Throws if a number of the head is impossible in a saved checkpoint. A correct checksum does
  /// not prove that this library wrote the file.
  fileprivate func validateNumbers<Scalar: SimulationScalar>(of _: Scalar.Type) throws(LiveError) {
    for (name, value) in [
      ("ownAlphaTarget", ownAlphaTarget), ("heldAlphaTarget", heldAlphaTarget),
    ] where !Scalar(value).isFinite {
      throw .unreadable("the checkpoint", reason: "\(name) is \(value); it must be finite")
    }
    // Each edit increments it, and no program performs 2^53 edits.
    guard (0...1 << 53).contains(epoch) else {
      throw .unreadable("the checkpoint", reason: "epoch is \(epoch); it must be 0 to 2^53")
    }
  }
}

/// The state from which a checkpoint is created, between two ticks.
struct LiveSnapshot<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  let simulation: SimulationSnapshot<Vector, ForceList<Vector>>
  let ids: NodeIDs<ID>
  let holds: Set<ExactKey<ID>>
  let ownAlphaTarget: Vector.Scalar
  let heldAlphaTarget: Vector.Scalar
  let epoch: Int

  /// Returns the checkpoint. O(nodes + links).
  func checkpoint() -> LiveCheckpoint<ID> {
    LiveCheckpoint(
      simulation: simulation.checkpoint(), ids: Array(ids),
      holds: holds.isEmpty ? [] : ids.filter { holds.contains(ExactKey($0)) },
      ownAlphaTarget: Double(ownAlphaTarget), heldAlphaTarget: Double(heldAlphaTarget),
      epoch: epoch)
  }
}

extension LiveSimulation {
  var snapshot: LiveSnapshot<ID, Vector> {
    LiveSnapshot(
      simulation: simulation.snapshot(), ids: ids, holds: holds, ownAlphaTarget: ownAlphaTarget,
      heldAlphaTarget: heldAlphaTarget, epoch: epoch)
  }

  /// Returns a checkpoint of the simulation, between two ticks. O(nodes + links).
  public func checkpoint() -> LiveCheckpoint<ID> { snapshot.checkpoint() }

  /// Restores a simulation, which is not started. Held nodes are still held; `releaseAll()`
  /// releases them. Forces with code are passed in by name, as to `Simulation(restoring:custom:)`.
  ///
  /// Throws `SimulationError` and `LiveError.unreadable` if the checkpoint is inconsistent.
  public init(
    restoring checkpoint: LiveCheckpoint<ID>, custom: [String: any Force<Vector>] = [:],
    options: LiveOptions<Scalar> = LiveOptions()
  ) throws {
    let (simulation, ids) = try Self.parts(of: checkpoint, custom: custom)
    try self.init(
      simulation, ids: ids, options: options, holds: Set(checkpoint.holds.map { ExactKey($0) }),
      ownAlphaTarget: Scalar(checkpoint.ownAlphaTarget),
      heldAlphaTarget: Scalar(checkpoint.heldAlphaTarget), epoch: checkpoint.epoch)
  }

  /// Replaces the whole state by that of a checkpoint, or leaves it unchanged: nodes, links,
  /// forces, cooling, positions, held nodes. Further ticks are bit-identical to those of the saved
  /// simulation. The state of the run and the options are kept, and a transition is interrupted.
  /// The epoch of frames becomes higher than both before. Forces with code are passed in by name,
  /// as to `Simulation(restoring:custom:)`.
  ///
  ///     let before = live.checkpoint()
  ///     try live.apply(edit)
  ///     try live.restore(before)          // undone
  ///
  /// - Throws: `SimulationError` and `LiveError.unreadable` if the checkpoint is inconsistent.
  /// - Complexity: O(nodes + links).
  public func restore(
    _ checkpoint: LiveCheckpoint<ID>, custom: [String: any Force<Vector>] = [:]
  ) throws {
    let (restored, ids) = try Self.parts(of: checkpoint, custom: custom)
    interruptTransition()
    let tick = simulation.kinetics.tickCount
    replaceState(by: restored, ids, checkpoint)
    finish(.restore(checkpoint, tick: restored.kinetics.tickCount), tick)
  }

  /// Restores a checkpoint of a recording, which may have had more forces with code than this
  /// state.
  func restore(_ checkpoint: LiveCheckpoint<ID>, tick: UInt64) throws {
    var custom = customForces
    while true {
      do {
        let (restored, ids) = try Self.parts(of: checkpoint, custom: custom)
        guard restored.kinetics.tickCount == tick else {
          throw LiveError.unreadable(
            "the checkpoint",
            reason: "it is of tick \(restored.kinetics.tickCount), and the command says \(tick)")
        }
        return replaceState(by: restored, ids, checkpoint)
      } catch SimulationError.unexpectedForce(let name) { custom[name] = nil }
    }
  }

  private func replaceState(
    by restored: Simulation<Vector, ForceList<Vector>>, _ ids: NodeIDs<ID>,
    _ checkpoint: LiveCheckpoint<ID>
  ) {
    let held = Set(checkpoint.holds.map { ExactKey($0) })
    let released = holds.isEmpty ? [] : self.ids.filter { holds.contains(ExactKey($0)) }
    let isHeldAlready = holds
    restored.kernelOptions = simulation.kernelOptions
    simulation = restored
    self.ids = ids
    holds = held
    ownAlphaTarget = Scalar(checkpoint.ownAlphaTarget)
    heldAlphaTarget = Scalar(checkpoint.heldAlphaTarget)
    epoch = max(epoch, checkpoint.epoch) + 1
    for id in released where !held.contains(ExactKey(id)) { eventHub.send(.released(id)) }
    for id in checkpoint.holds where !isHeldAlready.contains(ExactKey(id)) {
      eventHub.send(.held(id))
    }
    eventHub.send(.edited(epoch: epoch))
  }

  /// Returns the simulation and the ids of a checkpoint, validated.
  private static func parts(
    of checkpoint: LiveCheckpoint<ID>, custom: [String: any Force<Vector>]
  ) throws -> sending (Simulation<Vector, ForceList<Vector>>, NodeIDs<ID>) {
    let simulation = try Simulation<Vector, ForceList<Vector>>(
      restoring: checkpoint.simulation, custom: custom)
    let ids = try NodeIDs(checkpoint.ids)
    guard ids.count == simulation.nodeCount else {
      throw LiveError.unreadable(
        "the checkpoint", reason: "it has \(ids.count) ids for \(simulation.nodeCount) nodes")
    }
    if let id = checkpoint.holds.first(where: { ids.index(of: $0) == nil }) {
      throw LiveError.unreadable("the checkpoint", reason: "it holds \"\(id)\", which is no node")
    }
    try checkpoint.validateNumbers(of: Scalar.self)
    let kinetics = simulation.kinetics
    for node in ids.indices
    where !(kinetics.position[node].isFinite && kinetics.velocity[node].isFinite) {
      throw LiveError.unreadable(
        "the checkpoint", reason: "node \(node) has a position or velocity that is not finite")
    }
    return (simulation, ids)
  }
}

extension LiveCheckpoint: Codable where ID: Codable {
  /// Decodes the binary form. Throws `DecodingError`, and the errors of `init(bytes:)`.
  public init(from decoder: any Decoder) throws {
    try self.init(bytes: Array(decoder.singleValueContainer().decode(Data.self)))
  }

  /// Encodes the binary form as one value. Throws the errors of `encoded()` and of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(encoded()))
  }
}
