import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Hold, move and release by id.
@Suite struct TouchTests {
  @Test func aHeldNodeIsAtThePointAfterOneTick() async throws {
    let live = try makeTree()
    try await live.hold(5, at: Vector2(100, 7))
    try await live.step()
    #expect(await live.frame[5] == Vector2(100, 7))
    try await live.move(5, to: Vector2(-3, 8))
    try await live.step()
    #expect(await live.frame[5] == Vector2(-3, 8))
    #expect(await live.heldNodes == [5])
  }

  @Test func theFirstFrameAfterACallHasItsEffect() async throws {
    let live = try makeTree(parameters: warm)
    try await live.start()
    let frames = FrameReader(live.frames(atMost: .infinity))
    for round in 1...20 {
      let point = Vector2(Double(round), 50)
      try await live.hold(5, at: point)
      let tick = await live.kinetics.tickCount
      var frame = try #require(await frames.next())
      while frame.tick <= tick { frame = try #require(await frames.next()) }
      #expect(frame[5] == point)
    }
  }

  /// Without a tick, and with the same bits in a replay.
  @Test func aPausedMapFollowsThePointer() async throws {
    try await withFolder { folder in
      let live = try makeTree(parameters: warm)
      try await live.step(20)
      try await live.start()
      await live.pause()
      try await live.startRecording(to: folder + "/a.jsonl")
      let frames = FrameReader(live.frames(atMost: .infinity))
      let before = try #require(await frames.next())
      try await live.hold(5, at: Vector2(100, 7))
      var frame = try #require(await frames.next())
      #expect(frame[5] == Vector2(100, 7) && frame.tick == 20)
      for step in 1...10 {
        try await live.move(5, to: Vector2(100, Double(step)))
        frame = try #require(await frames.next())
        #expect(frame[5] == Vector2(100, Double(step)))
      }
      // Released, it stays where it has been put.
      try await live.release(5)
      frame = try #require(await frames.next())
      #expect(frame[5] == Vector2(100, 10) && frame.tick == 20)
      try await live.hold(6, at: Vector2(1, 2))
      try await live.release(6, isPinned: true)
      try await live.edit { $0.pin(7, at: Vector2(3, 4)) }
      frame = try #require(await frames.next())
      while frame.epoch == 0 { frame = try #require(await frames.next()) }
      #expect(frame[6] == Vector2(1, 2) && frame[7] == Vector2(3, 4) && frame.tick == 20)
      // No other node has moved.
      for id in 0..<40 where !(5...7).contains(id) { #expect(frame[id] == before[id]) }
      #expect(await live.kinetics.velocity[7] == .zero)
      try await live.step(10)
      try await live.stopRecording()
      let again = try await Live.replay(
        LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl"))
      #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
    }
  }

  @Test func alphaTargetCountsHolds() async throws {
    let live = try makeTree(parameters: SimulationParameters(alphaTarget: 0.05))
    func target() async -> Double { await live.parameters.alphaTarget }
    try await live.hold(1, at: .zero)
    #expect(await target() == 0.3)
    try await live.hold(2, at: .zero)
    try await live.hold(2, at: .one)
    try await live.release(1)
    #expect(await target() == 0.3)
    // New parameters count from the last release on.
    try await live.setParameters(SimulationParameters(alphaTarget: 0.1))
    #expect(await target() == 0.3)
    try await live.release(2)
    #expect(await target() == 0.1)
    try await live.setParameters(SimulationParameters(alphaTarget: 0.5))
    try await live.hold(1, at: .zero)
    #expect(await target() == 0.5)
    // Lower parameters lower it at once, to that of the hold.
    try await live.setParameters(SimulationParameters(alphaTarget: 0.2))
    #expect(await target() == 0.3)
  }

  @Test func releasesFreelyPinnedOrWithAThrow() async throws {
    let live = try makeTree(options: LiveOptions(frequency: nil, throwLimit: 10))
    for node in 0..<3 { try await live.hold(node, at: Vector2(0, Double(node))) }
    try await live.release(0)
    try await live.release(1, isPinned: true)
    try await live.release(2, velocity: Vector2(-30, 40))
    let state = await live.kinetics
    #expect(state.pins[0] == nil && state.velocity[0] == .zero)
    #expect(state.pins[1] == Vector2(0, 1))
    #expect(state.pins[2] == nil && state.velocity[2] == Vector2(-6, 8))
    #expect(await live.heldNodes.isEmpty)
  }

  @Test func aNodeThatIsGoneCanBeReleased() async throws {
    let live = try makeTree()
    try await live.hold(5, at: .zero)
    let events = live.events()
    try await live.edit { $0.remove(5) }
    #expect(await live.heldNodes.isEmpty)
    #expect(await live.parameters.alphaTarget == 0)
    try await live.release(5)
    try await live.release(99)
    await live.stop()
    #expect(
      await events.reduce(into: []) { $0.append($1) } == [
        .released(5), .edited(epoch: 1), .ended(.cancelled),
      ])
  }

  @Test func badTouchesAreErrorsAndChangeNothing() async throws {
    let live = try makeTree()
    try await live.hold(1, at: .zero)
    let hash = await live.kinetics.stateHash
    await #expect(throws: LiveError.unknownNode("99")) { try await live.hold(99, at: .zero) }
    await #expect(throws: LiveError.self) { try await live.hold(2, at: Vector2(.nan, 0)) }
    await #expect(throws: LiveError.self) { try await live.move(1, to: Vector2(.nan, 0)) }
    await #expect(throws: LiveError.self) { try await live.move(2, to: .zero) }
    await #expect(throws: LiveError.self) {
      try await live.release(1, velocity: Vector2(.infinity, 0))
    }
    await #expect(throws: LiveError.self) {
      try await live.release(1, velocity: Vector2(1e200, 1e200))
    }
    #expect(await live.kinetics.stateHash == hash)
    #expect(await live.heldNodes == [1])
  }

  @Test func releasesAll() async throws {
    let live = try makeTree()
    for node in 0..<5 { try await live.hold(node, at: .zero) }
    try await live.releaseAll()
    #expect(await live.heldNodes.isEmpty)
    #expect(await live.kinetics.pins.isEmpty)
  }
}
