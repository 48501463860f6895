import ForceSimulation
import Foundation
import Testing

@testable import ForceSimulationLive

/// Recordings and their replay.
@Suite struct RecordingTests {
  /// A force with code.
  struct Wind: Force {
    var strength: Double
    func apply(to step: inout StepContext<Vector2>) {
      for node in 0..<step.nodeCount { step.velocity[node].x += strength * step.alpha }
    }
  }

  /// Every kind of command, while the simulation runs by itself.
  private func use(_ live: Live) async throws {
    try await live.start()
    try await live.hold(5, at: Vector2(100, 1.0 / 3))
    try await live.move(5, to: Vector2(99, 7))
    try await live.release(5, velocity: Vector2(1e3, 0))
    try await live.hold(6, at: .zero)
    try await live.edit { edit in
      edit.survivorDistance = 7
      edit.remove(9)
      edit.insert(500)
      edit.link(500, 3)
      edit.set("radius", of: "CollideForce", to: 6, for: 500)
    }
    while await live.kinetics.tickCount < 20 { await Task.yield() }
    try await live.release(6, isPinned: true)
    try await live.setParameters(SimulationParameters(alphaTarget: 0.01, velocityDecay: 0.5))
    try await live.setForce(
      "LinkForce",
      to: LinkForce<Vector2>(length: .function { link, _ in Double(20 + link.source % 3) }))
    try await live.setForce("PositionForce", to: nil)
    try await live.setForce("ManyBodyForce", isOn: false)
    try await live.setForce("wind", to: Wind(strength: 0.5))
    try await live.reheat(to: 0.8)
    let moving = Task {
      let count = await live.ids.count
      try await live.move(to: (0..<count).map { Vector2(Double($0), 0) }, over: .milliseconds(60))
    }
    try await Task.sleep(for: .milliseconds(30))
    try await live.setForce("ManyBodyForce", isOn: true)
    try await moving.value
    try await live.edit { edit in
      edit.survivorDistance = .infinity
      edit.replaceNodes(Array(0..<35))
    }
    await live.pause()
    try await live.step(3)
  }

  @Test func replayGivesTheSameBits() async throws {
    try await withFolder { folder in
      let live = try makeTree(options: LiveOptions(frequency: nil, keepsRunning: true))
      try await live.step(3)
      try await live.startRecording(to: folder + "/a.jsonl")
      try await use(live)
      try await live.stopRecording()
      let recording = try LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl")
      #expect(await recording.stateHash == live.kinetics.stateHash)
      #expect(recording.commandCount >= 15)
      for threads in [1, 2, 5] {
        let again = try await Live.replay(
          recording, custom: ["wind": Wind(strength: 0.5)],
          kernelOptions: KernelOptions(threadCount: threads, serialBelowNanoseconds: 0))
        #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
        #expect(await Array(again.ids) == Array(live.ids))
      }
      await #expect(throws: SimulationError.missingForce("wind")) {
        try await Live.replay(recording)
      }
      // Another wind goes elsewhere, and the replay says so.
      await #expect {
        try await Live.replay(recording, custom: ["wind": Wind(strength: 0.6)])
      } throws: { error in
        if case LiveError.replayDiffers = error { true } else { false }
      }
    }
  }

  @Test func eachCommandIsOneLine() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.step(2)
      try await live.hold(5, at: Vector2(1, 2))
      // Commands that fail or change nothing are no lines.
      await #expect(throws: LiveError.self) { try await live.hold(99, at: .zero) }
      try await live.apply(LiveEdit())
      let lines = try String(contentsOfFile: folder + "/a.jsonl", encoding: .utf8)
        .split(separator: "\n")
      #expect(lines.count == 2)
      #expect(
        lines[1] == #"{"command":{"hold":{"alphaTarget":0.3,"at":[1,2],"id":5}},"tick":2}"#)
    }
  }

  @Test func aFileThatIsCutOffEndsWithItsLastWholeLine() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.hold(5, at: .zero)
      try await live.step(4)
      try await live.release(5)
      let whole = try Data(contentsOf: URL(filePath: folder + "/a.jsonl"))
      let recording = try LiveRecording<Int, Vector2>(lines: whole.dropLast(5))
      #expect(recording.commandCount == 1)
      #expect(recording.stateHash == nil)
      let again = try await Live.replay(recording)
      #expect(await again.heldNodes == [5])
    }
  }

  /// JSON has no sign of zero in an integer, and decimal digits only.
  @Test func numbersKeepTheirBits() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      try await live.startRecording(to: folder + "/a.jsonl")
      let points: [Vector2] = [
        Vector2(-0.0, 0), Vector2(0.1 + 0.2, .leastNonzeroMagnitude), Vector2(-1.0 / 3, 1e22),
      ]
      for (node, point) in points.enumerated() { try await live.hold(node, at: point) }
      try await live.stopRecording()
      let again = try await Live.replay(
        LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl"))
      for (node, point) in points.enumerated() {
        let found = await again.kinetics.position[node]
        #expect(
          found.x.bitPattern == point.x.bitPattern && found.y.bitPattern == point.y.bitPattern)
      }
    }
  }

  @Test func wrongFilesAreRefusedWithTheirLine() async throws {
    #expect(throws: LiveError.self) {
      try LiveRecording<Int, Vector2>(contentsOf: "/no/such/file")
    }
    for text in ["", "\n", "{}\n", #"{"format":"x","version":1,"checkpoint":""}"# + "\n"] {
      #expect(throws: LiveError.self) { try LiveRecording<Int, Vector2>(lines: Data(text.utf8)) }
    }
    try await withFolder { folder in
      let live = try makeTree()
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.stopRecording()
      let lines = try Data(contentsOf: URL(filePath: folder + "/a.jsonl"))
      do {
        _ = try LiveRecording<Int, Vector2>(lines: lines + Data("{\"tick\":\n".utf8))
        Issue.record("a line that is no JSON was read")
      } catch { #expect("\(error)".contains("line 3")) }
    }
  }

  @Test func theVersionsBeforeAreReadAndLaterOnesRefused() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.stopRecording()
      let lines = try String(contentsOfFile: folder + "/a.jsonl", encoding: .utf8)
      func withVersion(_ version: Int) -> Data {
        Data(lines.replacing("\"version\":2", with: "\"version\":\(version)").utf8)
      }
      for version in 1...2 {
        _ = try LiveRecording<Int, Vector2>(lines: withVersion(version))
      }
      do {
        _ = try LiveRecording<Int, Vector2>(lines: withVersion(3))
        Issue.record("a recording of a later version was read")
      } catch { #expect("\(error)".contains("version 3; this release reads")) }
    }
  }
}
