import ForceSimulation
import ForceSimulationLive

/// The latest frame, with its messages encoded on demand.
struct LatestFrame<ID: Hashable & Sendable, Vector: SimulationVector> {
  let frame: LiveFrame<ID, Vector>
  /// True if nothing moves. The frame is the last one for now then, and is sent in full precision.
  var isFinal: Bool { !frame.isMoving }
  private var exact: PositionsMessage?
  private var packed: PositionsMessage?

  init(_ frame: LiveFrame<ID, Vector>) { self.frame = frame }

  /// Returns the frame as a message. Each encoding is created once, for all viewers.
  mutating func message(isFloat32: Bool) -> PositionsMessage {
    if let made = isFloat32 ? exact : packed { return made }
    let made = Self.message(of: frame, isFloat32: isFloat32)
    if isFloat32 { exact = made } else { packed = made }
    return made
  }

  static func message(of frame: LiveFrame<ID, Vector>, isFloat32: Bool) -> PositionsMessage {
    var flags: PositionsMessage.Flags = frame.isMoving ? .isHot : .isFinal
    if isFloat32 { flags.insert(.float32) }
    if frame.state == .paused { flags.insert(.isPaused) }
    if Vector.scalarCount == 3 { flags.insert(.inSpace) }
    return PositionsMessage(
      flags: flags, epoch: UInt32(truncatingIfNeeded: frame.epoch + 1),
      tick: UInt32(truncatingIfNeeded: frame.tick), alpha: Float(frame.alpha),
      nodeCount: frame.positions.count,
      body: frame.positions.withUnsafeBufferPointer {
        PositionsMessage.body($0, isFloat32: isFloat32)
      })
  }
}
