import Foundation
import Testing
import _TestSupport

@testable import ForceSimulation
@testable import ForceSimulationLive

/// A whole session of 1,000 nodes, and its replay by other processes with other settings.
@Suite(.serialized) struct SessionTests {
  private static let nodeCount = 1000

  private func makeLive<Vector: SimulationVector>(
    _: Vector.Type
  ) throws -> LiveSimulation<Int, Vector> {
    let count = Self.nodeCount
    return try LiveSimulation(
      0..<count, links: treeLinks(count),
      // Without a budget a session has as many ticks as a busy machine finds time for.
      options: LiveOptions(frequency: nil, keepsRunning: true, tickBudget: 60)
    ) {
      ManyBodyForce<Vector>(strength: -30)
      LinkForce<Vector>(length: 20)
      CollideForce<Vector>(radius: 3)
      GroupForce<Vector>(groups: (0..<count).map { $0 % 3 == 0 ? $0 % 5 : nil })
      PositionForce<Vector>(axis: .x)
      PositionForce<Vector>(axis: .y)
    }
  }

  private func point<Vector: SimulationVector>(_ x: Double, _ y: Double) -> Vector {
    var point = Vector.zero
    point[0] = Vector.Scalar(x)
    point[1] = Vector.Scalar(y)
    return point
  }

  /// Everything that people do while the simulation runs by itself.
  private func run<Vector: SimulationVector>(
    _ live: LiveSimulation<Int, Vector>
  ) async throws {
    try await live.start()
    try await live.hold(5, at: point(100, 1.0 / 3))
    while await live.kinetics.tickCount < 5 { await Task.yield() }
    try await live.move(5, to: point(99, -0.0))
    try await live.edit { edit in
      edit.survivorDistance = 7
      edit.remove(9)
      for id in 2000..<2010 {
        edit.insert(id)
        edit.link(id, id - 1990)
        edit.setGroup(3, for: id)
      }
      edit.set("radius", of: "CollideForce", to: 6, for: 2003)
    }
    try await live.release(5, velocity: point(1e3, 7))
    try await live.hold(6, at: .zero)
    while await live.kinetics.tickCount < 15 { await Task.yield() }
    try await live.release(6, isPinned: true)
    try await live.setParameters(SimulationParameters(alphaTarget: 0.01, velocityDecay: 0.5))
    try await live.setForce("ManyBodyForce", isOn: false)
    try await live.setForce("gravity", to: GravityForce<Vector>(center: .zero, strength: 0.01))
    let moving = Task {
      let targets = (0..<(await live.ids.count)).map {
        point(Double($0 % 40) * 9, Double($0 / 40) * 9) as Vector
      }
      return try await live.move(to: targets, over: .seconds(20))
    }
    while await live.transition == nil { await Task.yield() }
    try await live.setForce("ManyBodyForce", isOn: true)
    #expect(try await !moving.value)
    await live.pause()
  }

  /// The rest, which goes by steps: it gives the same bits from a checkpoint too.
  private func step<Vector: SimulationVector>(
    _ live: LiveSimulation<Int, Vector>
  ) async throws {
    try await live.step(3)
    try await live.hold(7, at: point(-50, 20))
    try await live.move(7, to: point(-60, 20))
    try await live.release(7, velocity: point(3, 4))
    try await live.step(4)
    try await live.edit { edit in
      edit.survivorDistance = .infinity
      edit.remove(2000)
      edit.setGroup(nil, for: 3)
      edit.setGroup(12, for: 2001)
      edit.pin(17, at: point(1, 1))
      edit.link(2001, 2002)
    }
    try await live.step(4)
    try await live.reheat(to: 0.8)
    let count = await live.ids.count
    try await live.move(
      to: (0..<count).map { point(Double($0 % 30) * 11, Double($0 / 30) * 10) }, over: .zero)
    try await live.setForce("gravity", to: nil)
    try await live.step(4)
  }

  private func session<Vector: SimulationVector>(_: Vector.Type) async throws {
    try await withFolder { folder in
      let path = folder + "/a.jsonl"
      let live = try makeLive(Vector.self)
      try await live.startRecording(to: path)
      try await run(live)
      try await live.save(to: folder + "/half")
      let restored = try LiveSimulation<Int, Vector>(
        restoring: LiveCheckpoint(contentsOf: folder + "/half"))
      try await restored.startRecording(to: folder + "/b.jsonl")
      for each in [live, restored] {
        try await step(each)
        try await each.stopRecording()
      }
      let state = await live.kinetics
      #expect(await restored.kinetics.stateHash == state.stateHash)
      // The tree is in use: it has sorted the nodes.
      #expect(state.histories.histories.contains { $0.sortCount > 0 })
      try replayEverywhere(path, Vector.scalarCount, state.stateHash)
      try replayEverywhere(folder + "/b.jsonl", Vector.scalarCount, state.stateHash, [2])
    }
  }

  /// Replays a recording in processes with other instruction sets, threads and thread runtimes.
  private func replayEverywhere(
    _ path: String, _ dimension: Int, _ hash: UInt64, _ counts: [Int] = [1, 2, 5]
  ) throws {
    for runtime in ["pthreads", "openmp"] {
      var isShared = false
      for set in KernelOptions.InstructionSet.allCases where set.isSupported {
        for threads in counts {
          let shared = try replay(path, dimension, hash, set, threads, runtime)
          if threads == 1 { #expect(shared ?? 0 == 0) } else { isShared = isShared || shared != 0 }
        }
      }
      // Several threads have done the tasks of a pass. On a machine that is busy, one thread may do
      // all of them, so that it takes another run to see it. With OpenMP that is usual.
      if runtime == "openmp" { continue }
      for _ in 0..<5 where !isShared {
        isShared = try replay(path, dimension, hash, .scalar, 5, runtime) != 0
      }
      #expect(isShared, "\(runtime)")
    }
  }

  /// Replays a recording in another process, and returns the number of regions that several threads
  /// have done; nil where the system has no such runtime, or has no threads for it.
  private func replay(
    _ path: String, _ dimension: Int, _ hash: UInt64, _ set: KernelOptions.InstructionSet,
    _ threads: Int, _ runtime: String
  ) throws -> Int? {
    let outcome = try Program(name: "live-child")(
      "replay", path, "\(dimension)",
      environment: [
        "FORCE_SIMULATION_ISA": set.rawValue, "FORCE_SIMULATION_THREADS": "\(threads)",
        "FORCE_SIMULATION_THREAD_RUNTIME": runtime,
      ])
    #expect(outcome.exitCode == 0, "\(set), \(threads), \(runtime): \(outcome.errors)")
    let words = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
    try #require(words.count == 5, "\(outcome.output)")
    #expect(words[0] == String(hash, radix: 16), "\(set), \(threads), \(runtime)")
    #expect(words[2] == set.rawValue)
    // It says so when it cannot have the runtime or the threads.
    guard outcome.errors.isEmpty else { return nil }
    #expect((runtime == "pthreads") == (words[1] == "pthreads"), "\(words[1])")
    #expect(words[3] == "\(threads)")
    let shared: Int = try #require(Int(words[4]))
    return shared
  }

  @Test func sessionsInThePlaneGiveTheSameBitsEverywhere() async throws {
    try await session(SIMD2<Double>.self)
  }

  @Test func sessionsInSpaceGiveTheSameBitsEverywhere() async throws {
    try await session(SIMD3<Float>.self)
  }
}
