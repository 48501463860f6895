import ForceSimulation
import Testing

@testable import ForceSimulationLive

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension LiveSimulation {
  fileprivate var threadNumber: UInt { UInt(bitPattern: pthread_self().hashValue) }
}

/// The thread of a simulation, and its end.
@Suite struct ThreadTests {
  @Test func everyCallRunsOnOneThread() async throws {
    let live = try makeTree(parameters: warm, options: LiveOptions(keepsRunning: true))
    try await live.start()
    let numbers = await withTaskGroup(of: UInt.self) { group in
      for _ in 0..<200 { group.addTask { await live.threadNumber } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(numbers.count == 1)
  }

  @Test(arguments: [false, true]) func theThreadEndsWithTheActor(isRunning: Bool) async throws {
    weak var executor: ThreadExecutor?
    do {
      let live = try makeTree(parameters: warm, options: LiveOptions(keepsRunning: true))
      executor = live.executor
      if isRunning { try await live.start() }
    }
    // The thread owns the executor until it ends.
    while executor != nil { await Task.yield() }
  }

  @Test func consumersEndWithTheActor() async throws {
    var live: Live? = try makeTree(parameters: warm)
    let frames = live!.frames()
    let events = live!.events()
    let consumer = Task { await frames.first { _ in false } == nil }
    let listener = Task { await events.contains { $0 == .paused } }
    try await live!.start()
    live = nil
    #expect(await consumer.value)
    #expect(await !listener.value)
    #expect(await frames.first { _ in true } == nil)
  }

  @Test func manySimulationsRunAtOnce() async throws {
    let plain = try makePlainTree()
    plain.run()
    let hash = plain.kinetics.stateHash
    let ends = try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let live = try makeTree()
          try await live.start()
          await live.waitForEnd()
          return await live.kinetics.stateHash
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ends == Array(repeating: hash, count: 20))
  }

  /// A call is answered between two ticks of a simulation that never waits.
  @Test func callsAreAnsweredAtFullSpeed() async throws {
    let live = try makeTree(
      parameters: warm, options: LiveOptions(frequency: nil, keepsRunning: true))
    try await live.start()
    var ticks: [UInt64] = []
    while ticks.count < 100 {
      let tick = await live.kinetics.tickCount
      if tick != ticks.last { ticks.append(tick) }
    }
    #expect(ticks == ticks.sorted())
  }
}
