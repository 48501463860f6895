import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Start, pause, single steps, and the ends of a run with their reasons.
@Suite struct RunTests {
  @Test func ticksLikeASimulationUntilItIsCold() async throws {
    let live = try makeTree()
    #expect(await live.state == .ready)
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    #expect(await live.state == .ended(.cold))
    let plain = try makePlainTree()
    plain.run()
    #expect(await live.kinetics.tickCount == plain.kinetics.tickCount)
    #expect(await live.kinetics.stateHash == plain.kinetics.stateHash)
  }

  @Test func doesNotTickWithoutAConsumer() async throws {
    let live = try makeTree()
    try await live.start()
    try await Task.sleep(for: .milliseconds(50))
    #expect(await live.kinetics.tickCount == 0)
    #expect(await live.state == .running)
    // A consumer makes it tick, and the last frame is that of the end.
    let cold = await live.frames(atMost: .infinity).first { $0.tick == 300 }
    #expect(cold != nil)
    #expect(await live.state == .ended(.cold))
  }

  @Test func keepsRunningIfToldTo() async throws {
    let live = try makeTree(options: LiveOptions(frequency: nil, keepsRunning: true))
    let events = live.events()
    try await live.start()
    for await event in events where event == .ended(.cold) { break }
    #expect(await live.kinetics.tickCount == 300)
  }

  @Test func endsByItsBudgetOfTicksAndBeginsANewOne() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil, tickBudget: 17))
    for run in 1...3 {
      try await live.start()
      #expect(await live.waitForEnd() == .tickBudget)
      #expect(await live.kinetics.tickCount == UInt64(17 * run))
    }
    // Heat does not start a run that has used up its budget.
    try await live.reheat()
    #expect(await live.state == .ended(.tickBudget))
  }

  @Test func endsByItsBudgetOfTime() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(timeBudget: .milliseconds(5)))
    try await live.start()
    #expect(await live.waitForEnd() == .timeBudget)
  }

  @Test func endsWhenNothingMoves() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil, tolerance: 0.01))
    try await live.start()
    #expect(await live.waitForEnd() == .converged)
    let speeds = await live.kinetics.velocity.map { $0.length() }
    #expect(speeds.max()! < 0.01)
    // Heat lets it go on.
    try await live.hold(0, at: Vector2(500, 0))
    #expect(await live.state == .running)
  }

  @Test func theBoundOfAnEditEndsWithTheRun() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil, tolerance: 0.01))
    try await live.edit { edit in
      edit.survivorDistance = 5
      edit.insert(100)
      edit.link(100, 7)
    }
    #expect(await live.forces.names.contains("edit anchors"))
    try await live.start()
    #expect(await live.waitForEnd() == .converged)
    #expect(await live.state == .ended(.converged))
    #expect(await !live.forces.names.contains("edit anchors"))
  }

  @Test func heatBeginsNewBudgets() async throws {
    let live = try makeTree(options: LiveOptions(frequency: nil, tickBudget: 400))
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    try await live.reheat()
    #expect(await live.waitForEnd() == .cold)
    #expect(await live.kinetics.tickCount == 600)
  }

  @Test func endsWhenTheTaskThatWaitsIsCancelled() async throws {
    let live = try makeTree(parameters: warm)
    try await live.start()
    let waiting = Task { await live.waitForEnd() }
    while await live.waiters.isEmpty { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    while await live.state == .running { await Task.yield() }
    #expect(await live.state == .ended(.cancelled))
    try await live.start()
    #expect(await live.state == .running)
  }

  @Test func stepsExactlyWhilePaused() async throws {
    let live = try makeTree()
    try await live.start()
    await live.pause()
    #expect(await live.state == .paused)
    #expect(try await live.step(7) == 7)
    #expect(await live.kinetics.tickCount == 7)
    #expect(await live.state == .paused)
    // Frames of the paused state come too, but no ticks.
    let frame = await live.frames().first { _ in true }
    #expect(frame?.tick == 7)
    let plain = try makePlainTree()
    plain.advance(by: 7)
    #expect(await live.kinetics.stateHash == plain.kinetics.stateHash)
  }

  @Test func stopIsForGood() async throws {
    let live = try makeTree(parameters: warm)
    let frames = Task { await live.frames().first { _ in false } }
    let events = Task { await live.events().reduce(into: []) { $0.append($1) } }
    try await live.start()
    while await live.kinetics.tickCount < 3 { await Task.yield() }
    await live.stop()
    #expect(await frames.value == nil)
    #expect(await events.value.last == .ended(.cancelled))
    await #expect(throws: LiveError.stopped) { try await live.start() }
    await #expect(throws: LiveError.stopped) { try await live.step() }
    // The state is still there.
    #expect(await live.kinetics.nodeCount == 40)
    try await live.apply(LiveEdit())
    #expect(await live.frames().first { _ in true } == nil)
  }

  @Test func tellsHowFarItIs() async throws {
    let live = try makeTree(options: LiveOptions(frequency: 100))
    let begin = await live.progress
    #expect(begin.ticksLeft == 300)
    #expect(begin.fraction == 0)
    #expect(begin.timeLeft! >= .seconds(2.9) && begin.timeLeft! <= .seconds(3.1))
    try await live.step(100)
    #expect(await live.progress.ticksLeft == 200)
    #expect(await live.progress.tick == 100)
    try await live.setParameters(warm)
    #expect(await live.progress.ticksLeft == nil)
    #expect(await live.progress.fraction == nil)
  }

  /// Consumers that come and go make no tick come earlier than the pace, one in 1,000 seconds.
  @Test func consumersDoNotChangeThePace() async throws {
    let live = try makeTree(parameters: warm, options: LiveOptions(frequency: 0.001))
    try await live.start()
    #expect(await live.frames().first { $0.tick == 1 } != nil)
    for _ in 0..<10 { #expect(await live.frames().first { _ in true }?.tick == 1) }
    await live.pause()
    try await live.start()
    #expect(await live.frames().first { _ in true }?.tick == 1)
    // Another pace counts from now on.
    try await live.setOptions(LiveOptions(frequency: nil))
    #expect(await live.frames().first { $0.tick >= 2 } != nil)
  }

  @Test func severalTicksAreOneFrame() async throws {
    let live = try makeTree(
      options: LiveOptions(frequency: nil, ticksPerFrame: 4))
    let ticks = Task {
      var ticks: [UInt64] = []
      for await frame in live.frames(atMost: .infinity) {
        ticks.append(frame.tick)
        if frame.tick == 300 { break }
      }
      return ticks
    }
    try await live.start()
    let seen = await ticks.value
    #expect(seen.allSatisfy { $0.isMultiple(of: 4) })
  }

  @Test func refusesOptionsOutOfRange() async throws {
    let wrong: [LiveOptions<Double>] = [
      LiveOptions(frequency: 0), LiveOptions(frequency: .nan),
      LiveOptions(ticksPerFrame: 0), LiveOptions(tolerance: -1),
      LiveOptions(tickBudget: 0), LiveOptions(timeBudget: .zero),
      LiveOptions(throwLimit: .infinity), LiveOptions(newNodeDistance: .nan),
    ]
    let live = try makeTree()
    for options in wrong {
      #expect(throws: LiveError.self) { try makeTree(options: options) }
      await #expect(throws: LiveError.self) { try await live.setOptions(options) }
    }
    #expect(await live.options == LiveOptions(frequency: nil))
  }

  @Test func tellsItsEvents() async throws {
    let live = try makeTree(parameters: warm)
    let events = live.events()
    try await live.start()
    await live.pause()
    try await live.start()
    try await live.hold(3, at: .zero)
    try await live.hold(3, at: .one)
    try await live.release(3)
    try await live.apply(LiveEdit { $0.remove(3) })
    await live.stop()
    #expect(
      await events.reduce(into: []) { $0.append($1) } == [
        .started, .paused, .started, .held(3), .released(3), .edited(epoch: 1),
        .ended(.cancelled),
      ])
  }
}

extension LiveEdit {
  init(_ body: (inout LiveEdit) -> Void) {
    self.init()
    body(&self)
  }
}
