import ForceSimulation
import Testing
import _TestSupport

/// The times and receivers of events (d3-force, "simulation.on").
@Suite struct EventTests {
  /// Notes down what is sent.
  private final class Log {
    var lines: [String] = []
  }

  private func simulation(_ log: Log, _ names: [String]) throws -> Named2D {
    let simulation = try Named2D(2)
    for name in names { simulation.onTick(name: name) { _ in log.lines.append(name) } }
    return simulation
  }

  @Test(arguments: everyEngine)
  func threeHundredTicksThenOneEnd(engine: Engine) throws {
    let simulation = try Named2D(5, standardForces(), engine: engine)
    var events: [String] = []
    var alphas: [Double] = []
    simulation.onTick { sender in
      events.append("tick")
      alphas.append(sender.parameters.alpha)
    }
    simulation.onEnd { _ in events.append("end") }
    simulation.run(atMost: 1000)
    #expect(events == Array(repeating: "tick", count: 300) + ["end"])
    // The handler sees the state after the tick.
    #expect(alphas.first == 1 - 0.02276277904418933)
    #expect(alphas.last == simulation.parameters.alpha)
    simulation.run(atMost: 10)
    #expect(events.count == 301)
    simulation.reheat(to: 0.00101)
    simulation.run(atMost: 10)
    #expect(events.count == 303 && events.last == "end")
  }

  @Test func handlersAreCalledInTheOrderTheyWereAdded() throws {
    let log = Log()
    let simulation = try simulation(log, ["b", "a", "", "c"])
    simulation.tick()
    #expect(log.lines == ["b", "a", "", "c"])
  }

  @Test func replacingAHandlerMovesItToTheEnd() throws {
    let log = Log()
    let simulation = try simulation(log, ["a", "b", "c"])
    simulation.onTick(name: "a") { _ in log.lines.append("new a") }
    simulation.tick()
    #expect(log.lines == ["b", "c", "new a"])
  }

  @Test func nilRemovesTheHandlerOfThatNameAndEventOnly() throws {
    let log = Log()
    let simulation = try simulation(log, ["a", "b"])
    simulation.onEnd(name: "a") { _ in log.lines.append("end a") }
    simulation.onTick(name: "a", nil)
    simulation.onTick(name: "unknown", nil)
    simulation.parameters.alpha = 0.00101
    simulation.run(atMost: 5)
    #expect(log.lines == ["b", "end a"])
  }

  @Test func aHandlerRemovedDuringAnEventIsNotCalledAnyMore() throws {
    let log = Log()
    let simulation = try Named2D(2)
    simulation.onTick(name: "first") { sender in
      log.lines.append("first")
      sender.onTick(name: "second", nil)
    }
    simulation.onTick(name: "second") { _ in log.lines.append("second") }
    simulation.onTick(name: "third") { sender in
      log.lines.append("third")
      sender.onTick(name: "third", nil)
    }
    simulation.run(atMost: 2)
    #expect(log.lines == ["first", "third", "first"])
  }

  @Test func aHandlerAddedDuringAnEventIsCalledFromTheNextOn() throws {
    let log = Log()
    let simulation = try Named2D(2)
    simulation.onTick(name: "old") { sender in
      log.lines.append("old")
      guard sender.kinetics.tickCount == 1 else { return }
      sender.onTick(name: "new") { _ in log.lines.append("new") }
    }
    simulation.run(atMost: 2)
    #expect(log.lines == ["old", "old", "new"])
  }

  /// The replacement is a new handler: it waits for the next event.
  @Test func aHandlerReplacedDuringAnEventIsCalledFromTheNextOn() throws {
    let log = Log()
    let simulation = try Named2D(2)
    simulation.onTick(name: "a") { sender in
      sender.onTick(name: "b") { _ in log.lines.append("new b") }
    }
    simulation.onTick(name: "b") { _ in log.lines.append("old b") }
    simulation.tick()
    #expect(log.lines == [])
    simulation.onTick(name: "a", nil)
    simulation.tick()
    #expect(log.lines == ["new b"])
  }

  @Test func handlersMayChangeTheSimulation() throws {
    let simulation = try Named2D(3)
    var reheated = 0
    simulation.onEnd { sender in
      guard reheated < 2 else { return }
      reheated += 1
      sender.reheat()
    }
    // Reheated by the handler, the same call goes on.
    #expect(simulation.run(atMost: 2000) == 900)
    #expect(reheated == 2)
    simulation.onTick { sender in
      sender.kinetics.position[0] = Vector2(1, 2)
      sender.kinetics.velocity[0] = .zero
    }
    simulation.reheat()
    simulation.run(atMost: 3)
    #expect(simulation.kinetics.position[0] == Vector2(1, 2))
  }

  @Test func handlersMayTickTheSimulation() throws {
    let simulation = try Named2D(3)
    simulation.onTick { sender in
      if sender.kinetics.tickCount < 10 { sender.advance(by: 2) }
    }
    #expect(simulation.run(atMost: 3) == 3)
    #expect(simulation.kinetics.tickCount == 9)
  }
}
