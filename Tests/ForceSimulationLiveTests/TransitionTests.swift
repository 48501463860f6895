import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Transitions from one layout to another.
@Suite struct TransitionTests {
  /// The task of the first transition is cancelled when the second one has been asked for.
  @Test func aCancelledTransitionInterruptsNoLaterOne() async throws {
    let live = try makeTree()
    let places = (0..<40).map { Vector2(Double($0), 0) }
    let first = Task { try await live.move(to: places, over: .seconds(100)) }
    while await live.transition == nil { await Task.yield() }
    let second = await live.startTransition(to: places, over: .milliseconds(50), cancelling: first)
    #expect(try await !first.value)
    #expect(try await second.value)
    #expect(await live.frame.positions.asArray() == places)
  }

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

  @Test func nodesArriveAlongStraightLines() async throws {
    let live = try makeTree()
    try await live.step(10)
    let start = await live.frame
    let frames = FrameReader(live.frames(atMost: .infinity))
    async let hasArrived = live.move(to: target, over: .milliseconds(100), curve: .linear)
    var seen: [LiveFrame<Int, Vector2>] = []
    while seen.last.map({ Array($0.positions) }) != target {
      seen.append(try #require(await frames.next()))
    }
    #expect(try await hasArrived)
    #expect(seen.count > 1)
    for frame in seen {
      #expect(frame.tick == 10)
      // One share of the way for all nodes.
      let shares = (0..<40).map { node in
        let way = target[node] - start.positions[node]
        let done = frame.positions[node] - start.positions[node]
        return (done * way).sum() / (way * way).sum()
      }
      #expect(shares.max()! - shares.min()! < 1e-9)
    }
    #expect(await live.kinetics.velocity.allSatisfy { $0 == .zero })
  }

  @Test func forcesRestMeanwhile() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil, keepsRunning: true))
    try await live.start()
    while await live.kinetics.tickCount < 5 { await Task.yield() }
    let moving = Task { try await live.move(to: target, over: .seconds(1000)) }
    while await live.transition == nil { await Task.yield() }
    let tick = await live.kinetics.tickCount
    for _ in 0..<20 {
      try await Task.sleep(for: .milliseconds(1))
      #expect(await live.kinetics.tickCount == tick)
    }
    moving.cancel()
    #expect(try await !moving.value)
    while await live.kinetics.tickCount == tick { await Task.yield() }
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

extension LiveSimulation {
  /// Asks for a transition, then cancels another task, before this actor does anything else.
  fileprivate func startTransition(
    to positions: [Vector], over duration: Duration, cancelling other: Task<Bool, any Error>
  ) -> Task<Bool, any Error> {
    let task = Task { try await self.move(to: positions, over: duration) }
    other.cancel()
    return task
  }
}
