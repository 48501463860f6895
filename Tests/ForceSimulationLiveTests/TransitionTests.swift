import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Transitions from one layout to another.
@Suite struct TransitionTests {
  private let target = (0..<40).map { Vector2(Double($0), -7) }

  @Test(arguments: [
    TransitionCurve.linear, .easeIn, .easeOut, .easeInOut,
  ]) func curvesLeadFromStartToEnd(curve: TransitionCurve) {
    #expect(curve.share(0) == 0)
    #expect(curve.share(1) == 1)
    let shares = (0...100).map { curve.share(Double($0) / 100) }
    #expect(shares == shares.sorted())
    #expect(curve.share(-1) == 0 && curve.share(2) == 1)
  }

  @Test func nodesArriveAndForcesRestMeanwhile() async throws {
    let live = try makeTree(parameters: warm)
    try await live.start()
    try await live.step(10)
    let begin = await live.frame
    let seen = Task {
      var frames: [LiveFrame<Int, Vector2>] = []
      for await frame in live.frames(atMost: .infinity) {
        frames.append(frame)
        if frame.positions[5] == target[5] { break }
      }
      return frames
    }
    while live.frameHub.count == 0 { await Task.yield() }
    let tick = await live.kinetics.tickCount
    #expect(begin.tick <= tick)
    #expect(try await live.move(to: target, over: .milliseconds(100)))
    let frames = await seen.value
    let last = try #require(frames.last)
    #expect(Array(last.positions) == target)
    // On the way each node is on its line, one share for all of them.
    let way = frames.filter { $0.tick == last.tick }
    #expect(way.count > 1)
  }

  @Test func itIsAtOnceWithLessMotion() async throws {
    let live = try makeTree(options: LiveOptions(reducesMotion: true))
    #expect(try await live.move(to: target, over: .seconds(1000)))
    #expect(Array(await live.frame.positions) == target)
    #expect(await live.kinetics.velocity.allSatisfy { $0 == .zero })
  }

  @Test func aCommandInterruptsIt() async throws {
    let live = try makeTree()
    let moving = Task { try await live.move(to: target, over: .seconds(1000)) }
    while await live.transition == nil { await Task.yield() }
    try await live.hold(3, at: .zero)
    #expect(try await !moving.value)
    #expect(await live.transition == nil)
  }

  @Test func cancellationInterruptsIt() async throws {
    let live = try makeTree()
    let moving = Task { try await live.move(to: target, over: .seconds(1000)) }
    while await live.transition == nil { await Task.yield() }
    moving.cancel()
    #expect(try await !moving.value)
  }

  @Test func pinnedNodesStay() async throws {
    let live = try makeTree(options: LiveOptions(reducesMotion: true))
    try await live.edit { $0.pin(3, at: Vector2(9, 9)) }
    try await live.step()
    try await live.move(to: target, over: .seconds(1))
    #expect(await live.frame[3] == Vector2(9, 9))
    #expect(await live.frame[4] == target[4])
  }

  @Test func wrongPositionsAreErrors() async throws {
    let live = try makeTree()
    let hash = await live.kinetics.stateHash
    await #expect(throws: SimulationError.self) {
      try await live.move(to: [.zero], over: .seconds(1))
    }
    await #expect(throws: SimulationError.self) {
      try await live.move(to: target.dropLast() + [Vector2(.nan, 0)], over: .seconds(1))
    }
    #expect(await live.kinetics.stateHash == hash)
  }
}
