import ForceSimulation
import ForceSimulationLive
import GraphModel

// Input of viewers: pointer messages and commands.

extension GraphViewSession {
  package func receive(_ input: ViewerInput, from viewer: Int) async {
    guard viewers[viewer] != nil else { return }
    switch input {
    case .binary(let bytes):
      do {
        try await take(PointerMessage(bytes), viewer)
      } catch let problem as PointerMessage.Problem {
        viewers[viewer]?.send(.close(code: 1003, reason: problem.description))
      } catch { complain(error, to: viewer) }
    case .text(let text):
      do {
        let command = try TextCommand(text)
        do { try await run(command, viewer) } catch { refuse(command.id, error, viewer) }
      } catch { refuse(TextCommand.Number(text).id, error, viewer) }
    }
  }

  /// Tells a viewer why something was not done.
  private func complain(_ error: any Error, to viewer: Int) {
    send(StateMessage(message: Self.sentence(error)), to: viewer)
  }

  /// Reports to viewers and to the program that a graph could not be shown.
  func tell(_ error: any Error) {
    let sentence = Self.sentence(error)
    broadcast(StateMessage(message: sentence))
    eventHub.send(.failed(sentence))
  }

  /// Rejects a command; the error of a command without a number is sent as a message.
  func refuse(_ id: UInt32?, _ error: any Error, _ viewer: Int) {
    guard let id else { return complain(error, to: viewer) }
    send(Reply<Done>(to: id, error: Self.sentence(error)), to: viewer)
  }

  func answer(_ command: TextCommand, _ viewer: Int, _ value: some Encodable = Done()) {
    if let id = command.id { send(Reply(to: id, ok: value), to: viewer) }
  }

  static func sentence(_ error: any Error) -> String {
    error is CancellationError ? "this was given up, as something else was asked for" : "\(error)"
  }

  // MARK: The pointer

  private func take(_ message: PointerMessage, _ viewer: Int) async throws {
    if case .acknowledge = message.action {
      let time = message.point.x
      return await acknowledge(
        viewer, message.command, milliseconds: time.isFinite ? time : .greatestFiniteMagnitude)
    }
    guard message.isFinite else {
      throw GraphViewError.outOfRange(
        "a coordinate of the pointer", value: "\(message.point)", allowed: "finite")
    }
    if message.epoch != 0, message.epoch != UInt16(truncatingIfNeeded: wireEpoch) { return }
    let id = snapshot.ids[try node(Int(message.node))]
    var point = Vector.zero
    for axis in 0..<Vector.scalarCount { point[axis] = Vector.Scalar(message.point[axis]) }
    switch message.action {
    case .hold:
      if holders[ExactKey(id)] == nil, pins.contains(Int(message.node)) {
        heldPins.insert(ExactKey(id))
      }
      holders[ExactKey(id), default: []].insert(viewer)
      do {
        let version = try await live.drag(id, to: point)
        viewers[viewer]?.note(command: message.command, version: version)
      } catch {
        holders[ExactKey(id)] = nil
        heldPins.remove(ExactKey(id))
        throw error
      }
      eventHub.send(.dragged(id, x: Double(point[0]), y: Double(point[1])))
    case .release(let staysPinned):
      let isThrown = point != .zero
      let release: LiveRelease<Vector> = staysPinned ? .pinned : isThrown ? .thrown(point) : .free
      if let version = await letGo(id, viewer, release) {
        viewers[viewer]?.note(command: message.command, version: version)
        eventHub.send(.released(id, isPinned: staysPinned))
      }
    case .acknowledge: break
    }
  }

  /// Ends a viewer's hold of a node. If no other viewer holds it, the node is released, and the
  /// version of the state after that is returned.
  @discardableResult
  func letGo(_ id: ID, _ viewer: Int, _ release: LiveRelease<Vector>) async -> UInt64? {
    guard holders[ExactKey(id)]?.remove(viewer) != nil else { return nil }
    guard holders[ExactKey(id)]?.isEmpty == true else { return nil }
    holders[ExactKey(id)] = nil
    heldPins.remove(ExactKey(id))
    let version = try? await live.drop(id, release)
    await updatePins()
    return version
  }

  /// Sends the pinned nodes to viewers if they have changed.
  func updatePins() async {
    let facts = await live.facts
    guard facts.frame.epoch == epoch, facts.pins != pins else { return }
    pins = facts.pins
    let old = shown.looks
    shown.looks.setPinned(pins)
    for change in shown.looks.changes(since: old) {
      broadcast(shown.looks.message(change, epoch: wireEpoch))
    }
    broadcast(StateMessage(pins: pins))
  }

  // MARK: Checks

  func node(_ index: Int) throws(GraphViewError) -> Int {
    guard snapshot.ids.indices.contains(index) else {
      throw .outOfRange(
        "the index of a node", value: "\(index)", allowed: "from 0 to \(snapshot.nodeCount - 1)")
    }
    return index
  }

  func link(_ index: Int) throws(GraphViewError) -> Int {
    guard index >= 0, index < snapshot.linkCount else {
      throw .outOfRange(
        "the index of a link", value: "\(index)", allowed: "from 0 to \(snapshot.linkCount - 1)")
    }
    return index
  }

  /// Returns the nodes of a command. Throws if it has none, or one does not exist.
  func nodes(_ command: TextCommand) throws(GraphViewError) -> [Int] {
    switch command.nodes {
    case .indices(let indices):
      for index in indices { _ = try node(index) }
      return indices
    case .all: return Array(snapshot.ids.indices)
    case .new, nil: throw .impossible("\"\(command.do)\" needs \"nodes\", a list of indices")
    }
  }

  func needed<Value>(
    _ value: Value?, _ name: String, _ command: TextCommand
  ) throws(GraphViewError) -> Value {
    guard let value else { throw .impossible("\"\(command.do)\" needs \"\(name)\"") }
    return value
  }
}
