/// An error in a command to a `LiveSimulation`. The command then has changed nothing.
///
/// Numbers that are wrong in themselves are `SimulationError`s. Later releases may add cases: end a
/// switch with `default`.
public enum LiveError: Error, Hashable, Sendable {
  /// The system has no thread for the simulation. `code` is its error number.
  case noThread(code: Int32)
  /// `stop()` has been called.
  case stopped
  /// No node has this id.
  case unknownNode(String)
  /// A node has this id already.
  case nodeExists(String)
  /// No link leads from the one node to the other.
  case unknownLink(source: String, target: String)
  /// No force has this name.
  case unknownForce(String)
  /// The force of this name has no such parameter by node or link.
  case noParameter(String, force: String)
  /// An option or argument is out of its range.
  case outOfRange(String, value: String, allowed: String)
  /// A file cannot be written.
  case unwritable(path: String, reason: String)
  /// A file or its contents cannot be read.
  case unreadable(String, reason: String)
  /// A replayed recording has reached another state than the one recorded.
  case replayDiffers(tick: UInt64, recorded: UInt64, found: UInt64)
}

extension LiveError: CustomStringConvertible {
  /// The error as a sentence, with the values that caused it.
  public var description: String {
    switch self {
    case .noThread(let code):
      "the system has no thread for the simulation (error \(code)); end other simulations first"
    case .stopped: "the simulation has been stopped; make a new one, or pause instead of stopping"
    case .unknownNode(let id): "no node has the id \"\(id)\"; insert it first"
    case .nodeExists(let id): "a node has the id \"\(id)\" already; use another id"
    case .unknownLink(let source, let target):
      "no link leads from \"\(source)\" to \"\(target)\"; add it first"
    case .unknownForce(let name): "there is no force \"\(name)\"; forceNames has those there are"
    case .noParameter(let parameter, let force):
      "the force \"\(force)\" has no parameter \"\(parameter)\" by node or link; replace the force "
        + "with setForce"
    case .outOfRange(let what, let value, let allowed):
      "\(what) is \(value); it must be \(allowed)"
    case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
    case .unreadable(let what, let reason): "\(what) cannot be read: \(reason)"
    case .replayDiffers(let tick, let recorded, let found):
      "the replay differs at tick \(tick): its state hash is \(String(found, radix: 16)), recorded "
        + "was \(String(recorded, radix: 16)); replay with the release that recorded it"
    }
  }
}
