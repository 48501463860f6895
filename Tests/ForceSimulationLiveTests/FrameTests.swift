import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Frames for several consumers.
@Suite struct FrameTests {
  @Test func consumersGetTheLastFrameBeforeTheEnd() async throws {
    let live = try makeTree()
    try await live.start()
    await live.pause()
    // One that is slower than the changes, and one that has seen all.
    let slow = FrameReader(live.frames(atMost: 1e-3))
    let quick = FrameReader(live.frames(atMost: .infinity))
    _ = await (slow.next(), quick.next())
    try await live.hold(5, at: Vector2(7, 8))
    _ = await quick.next()
    await live.stop()
    #expect(await slow.next()?[5] == Vector2(7, 8))
    #expect(await slow.next() == nil)
    #expect(await quick.next() == nil)
    #expect(await FrameReader(live.frames()).next() == nil)
  }

  @Test func everyTickReachesAConsumerThatKeepsUp() async throws {
    let live = try makeTree(options: LiveOptions(frequency: 200))
    var seen: [UInt64] = []
    try await live.start()
    for await frame in live.frames(atMost: .infinity) {
      // Ticks of 5 ms leave time to come back; a busy machine may skip one, never repeat one.
      if let last = seen.last { #expect(frame.tick > last) }
      seen.append(frame.tick)
      if frame.tick >= 60 { break }
    }
    #expect(seen.count > 1)
  }

  @Test func aSlowConsumerGetsTheNewestAndDelaysNobody() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil))
    try await live.start()
    // This consumer takes one frame, and does not come back.
    let slow = FrameReader(live.frames(atMost: .infinity))
    let first = try #require(await slow.next())
    let later = await live.frames(atMost: .infinity).first { $0.tick > first.tick + 100 }
    let newest = try #require(await slow.next())
    #expect(newest.tick >= later!.tick)
  }

  @Test func framesShareTheirMemory() async throws {
    let live = try makeTree(1000)
    let (a, b) = (await live.frame, await live.frames().first { _ in true }!)
    let own = await live.kinetics
    func address(_ positions: NodeArray<Vector2>) -> UnsafePointer<Vector2>? {
      positions.withUnsafeBufferPointer { $0.baseAddress }
    }
    #expect(address(a.positions) == address(own.position))
    #expect(address(b.positions) == address(own.position))
    // A tick does not change the frames that are kept.
    let before = Array(a.positions)
    try await live.step(3)
    #expect(Array(a.positions) == before)
    #expect(await live.frame.tick == 3)
    #expect(Array(await live.frame.positions) != before)
  }

  @Test func framesNameTheirNodes() async throws {
    let live = try Named(
      ["a", "b", "c"], links: [Link("a", "c")], forces: ForceList(),
      positions: [Vector2(1, 2), Vector2(3, 4), Vector2(5, 6)])
    var frame = await live.frame
    #expect(frame["c"] == Vector2(5, 6))
    #expect(frame["d"] == nil)
    #expect(frame.links == [Link(0, 2)])
    #expect(frame.epoch == 0)
    try await live.edit { $0.remove("b") }
    frame = await live.frame
    #expect(frame.epoch == 1)
    #expect(Array(frame.ids) == ["a", "c"])
    #expect(frame.links == [Link(0, 1)])
    #expect(frame["c"] == Vector2(5, 6))
  }

  @Test func aFrameComesOnlyWhenSomethingHasChanged() async throws {
    let live = try makeTree()
    let frames = FrameReader(live.frames(atMost: .infinity))
    #expect(await frames.next()?.tick == 0)
    async let next = frames.next()
    try await live.step()
    #expect(await next?.tick == 1)
  }

  @Test func aCancelledConsumerEnds() async throws {
    let live = try makeTree()
    let consumer = Task {
      var count = 0
      for await _ in live.frames() { count += 1 }
      return count
    }
    while live.frameHub.count == 0 { await Task.yield() }
    consumer.cancel()
    #expect(await consumer.value <= 1)
    #expect(live.frameHub.count == 0)
  }

  @Test func aReleasedIteratorIsNoConsumer() async throws {
    let live = try makeTree()
    do {
      let frames = FrameReader(live.frames())
      #expect(live.frameHub.count == 1)
      _ = await frames.next()
    }
    #expect(live.frameHub.count == 0)
  }

  /// The hub alone, with a clock in steps: what a rate lets through.
  @Test func aGridKeepsItsRate() {
    var grid = Grid(interval: 10)
    var due: [Int64] = []
    for time in stride(from: Int64(0), to: 100, by: 4) {
      let now = Instant(nanoseconds: time)
      if grid.isDue(now) {
        due.append(time)
        grid.advance(now)
      }
    }
    #expect(due == [0, 12, 20, 32, 40, 52, 60, 72, 80, 92])
    // After a long wait the distances are counted anew.
    grid.advance(Instant(nanoseconds: 1000))
    #expect(grid.next == Instant(nanoseconds: 1000))
  }
}
