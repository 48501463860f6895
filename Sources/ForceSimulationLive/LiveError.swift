import ForceSimulation

/// An error of a command to a `LiveSimulation`. The command has then changed nothing.
///
/// Invalid numbers are reported as `SimulationError`. Later releases may add cases: end a switch
/// with `default`.
public enum LiveError: Error, Hashable, Sendable {
  /// The system could not create a thread for the simulation. `code` is its error number.
  case noThread(code: Int32)
  /// `stop()` has been called.
  case stopped
  /// No node has this id.
  case unknownNode(String)
  /// A node has this id already.
  case nodeExists(String)
  /// There is no link between these nodes in this direction.
  case unknownLink(source: String, target: String)
  /// No force has this name.
  case unknownForce(String)
  /// The force of this name has no such parameter per node or link.
  case noParameter(String, force: String)
  /// A number of a node or link is invalid. `at` names it by its ids: `node "Marius"`.
  case wrongValue(of: String, at: String, value: String, allowed: String)
  /// An edit did not set the value of a new node or link. `at` names it by its ids.
  case valueMissing(of: String, at: String)
  /// An option or argument is out of range.
  case outOfRange(String, value: String, allowed: String)
  /// A file cannot be written.
  case unwritable(path: String, reason: String)
  /// A file or its contents cannot be read.
  case unreadable(String, reason: String)
  /// A replayed recording has reached a state that differs from the recorded one.
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
    case .unknownForce(let name): "there is no force \"\(name)\"; forces.names has those there are"
    case .noParameter(let parameter, let force):
      "the force \"\(force)\" has no parameter \"\(parameter)\" by node or link; replace the force "
        + "with setForce"
    case .wrongValue(let what, let place, let value, let allowed):
      "\(what) of \(place) is \(value); it must be \(allowed)"
    case .valueMissing(let what, let place):
      "the new \(place) has no \(what); give it one in the edit, with set(_:of:to:for:), or the "
        + "force a default"
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

// Errors of the core, which identifies nodes and links by index, translated to ids.
extension LiveError {
  static func check<Vector: SimulationVector>(
    _ vector: Vector, _ what: String, _ id: String
  ) throws(LiveError) {
    guard vector.isFinite else {
      throw .wrongValue(of: what, at: "node \"\(id)\"", value: "\(vector)", allowed: "finite")
    }
  }

  /// Translates an error of the core to ids; nil if it concerns no node or link.
  ///
  /// - Parameters:
  ///   - isOfLinks: returns true if the parameter with a name in messages has a value for each
  ///     link.
  ///   - node: returns the id of a node, by its index after the edit.
  ///   - link: returns the ids of the ends of a link.
  init?<ID>(
    _ error: SimulationError, isOfLinks: (String) -> Bool, node: (Int) -> ID?,
    link: (Int) -> Link<ID>?
  ) {
    func place(_ index: Int, isLink: Bool) -> String? {
      isLink
        ? link(index).map { "link from \"\($0.source)\" to \"\($0.target)\"" }
        : node(index).map { "node \"\($0)\"" }
    }
    switch error {
    case .outOfRange(let what, let index?, let value, let allowed):
      guard let place = place(index, isLink: isOfLinks(what)) else { return nil }
      self = .wrongValue(of: what, at: place, value: value, allowed: allowed)
    case .valueMissing(let what, let index, let each):
      guard let place = place(index, isLink: each == "link") else { return nil }
      self = .valueMissing(of: what, at: place)
    default: return nil
    }
  }
}
