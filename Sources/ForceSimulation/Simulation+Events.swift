/// The events of a simulation.
enum SimulationEvent: Sendable, Hashable {
  /// A tick has ended.
  case tick
  /// The simulation has become cold: alpha and alphaTarget are both below alphaMin.
  case end
}

extension Simulation {
  /// Calls `handler` after each tick of `tick()` and `run(atMost:)`, once the state is complete; nil
  /// removes the handler of that name (d3-force, `simulation.on("tick")`).
  ///
  /// Handlers are called in the sequence in which they were added. A handler that replaces another
  /// of the same name goes to the end. A handler that is removed during an event is not called any
  /// more. A handler that is added during an event is called from the next event on.
  public func onTick(name: String = "", _ handler: ((Simulation) -> Void)?) {
    handlers.set(.tick, name, handler)
  }

  /// Calls `handler` when the simulation has become cold in `tick()` or `run(atMost:)`: alpha and
  /// alphaTarget are both below alphaMin. Names and sequence are as for `onTick(name:_:)`.
  public func onEnd(name: String = "", _ handler: ((Simulation) -> Void)?) {
    handlers.set(.end, name, handler)
  }
}

/// The handlers of a simulation, in the sequence of their calls.
struct EventHandlers<Sender> {
  private struct Entry {
    var event: SimulationEvent
    var name: String
    var id: Int
    var handler: (Sender) -> Void
  }

  private var entries: [Entry] = []
  private var nextID = 0

  mutating func set(_ event: SimulationEvent, _ name: String, _ handler: ((Sender) -> Void)?) {
    entries.removeAll { $0.event == event && $0.name == name }
    guard let handler else { return }
    entries.append(Entry(event: event, name: name, id: nextID, handler: handler))
    nextID += 1
  }

  private func handler(_ id: Int) -> ((Sender) -> Void)? {
    entries.first { $0.id == id }?.handler
  }

  private func ids(_ event: SimulationEvent) -> [Int] {
    entries.filter { $0.event == event }.map(\.id)
  }
}

extension EventHandlers {
  /// Sends an event. Handlers may add and remove handlers meanwhile.
  func send<Vector, Forces>(
    _ event: SimulationEvent, _ simulation: Simulation<Vector, Forces>
  ) where Sender == Simulation<Vector, Forces> {
    guard !entries.isEmpty else { return }
    for id in ids(event) { simulation.handlers.handler(id)?(simulation) }
  }
}
