import ForceSimulation
import Foundation
import Synchronization
import Testing
import _TestSupport

@testable import ForceSimulationLive

/// Runs `body` with a folder that is removed afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path())
}

/// Checkpoints of live simulations.
@Suite struct SaveTests {
  private func used() async throws -> Named {
    let live = try Named(
      (0..<60).map { "node \($0)" },
      links: treeLinks(60).map {
        Link("node \($0.source)", "node \($0.target)")
      }, forces: someForces(), parameters: SimulationParameters(alphaTarget: 0.02),
      options: LiveOptions(frequency: nil))
    try await live.step(30)
    try await live.edit { edit in
      edit.survivorDistance = 10
      edit.remove("node 3")
      edit.insert("new")
      edit.link("new", "node 5")
    }
    try await live.setForce("CollideForce", isOn: false)
    try await live.hold("node 7", at: Vector2(3, 4))
    try await live.step(10)
    return live
  }

  @Test func goesOnWithTheSameBits() async throws {
    let live = try await used()
    let saved = try await LiveCheckpoint<String>(bytes: live.checkpoint().encoded())
    #expect(await saved == live.checkpoint())
    let restored = try Named(restoring: saved)
    for each in [live, restored] {
      try await each.step(20)
      try await each.release("node 7", velocity: Vector2(5, 0))
      try await each.edit { $0.insert("newer") }
      try await each.step(20)
    }
    #expect(await restored.kinetics.stateHash == live.kinetics.stateHash)
    #expect(await Array(restored.ids) == Array(live.ids))
    #expect(await restored.epoch == live.epoch)
    #expect(await restored.heldNodes.isEmpty)
    #expect(await restored.parameters.alphaTarget == 0.02)
    #expect(await !restored.forces.isOn("CollideForce"))
  }

  @Test func alteredBytesAreRefused() async throws {
    let bytes = try await used().checkpoint().encoded()
    for length in [0, 7, 16, 24, 200, bytes.count - 1] {
      #expect(throws: LiveError.self) {
        try LiveCheckpoint<String>(bytes: Array(bytes.prefix(length)))
      }
    }
    for place in stride(from: 0, to: bytes.count, by: 97) {
      var altered = bytes
      altered[place] ^= 1
      #expect(throws: LiveError.self) { try LiveCheckpoint<String>(bytes: altered) }
    }
    #expect(throws: LiveError.self) { try LiveCheckpoint<Int>(bytes: bytes) }
    let saved = try LiveCheckpoint<String>(bytes: bytes)
    #expect(throws: SimulationError.self) {
      try LiveSimulation<String, SIMD3<Double>>(restoring: saved)
    }
    #expect(throws: LiveError.self) { try LiveCheckpoint<String>(contentsOf: "/no/such/file") }
  }

  /// Undo: the state of the checkpoint, in the same object, and the same course from there.
  @Test func restoresInPlace() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      try await live.setForce("wind", to: RecordingTests.Wind(strength: 0.5))
      try await live.step(3)
      try await live.hold(5, at: Vector2(1, 2))
      let before = await live.checkpoint()
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.edit { $0.remove(5) }
      try await live.step(40)
      let epoch = await live.epoch
      await #expect(throws: SimulationError.missingForce("wind")) { try await live.restore(before) }
      await #expect(throws: SimulationError.unexpectedForce("rain")) {
        try await live.restore(
          before,
          custom: [
            "wind": RecordingTests.Wind(strength: 0.5), "rain": RecordingTests.Wind(strength: 1),
          ])
      }
      #expect(await live.ids.count == 39)
      try await live.restore(before, custom: ["wind": RecordingTests.Wind(strength: 0.5)])
      #expect(await live.epoch > epoch)
      #expect(await live.heldNodes == [5])
      try await live.step(7)
      let other = try Live(restoring: before, custom: ["wind": RecordingTests.Wind(strength: 0.5)])
      try await other.step(7)
      #expect(await live.kinetics.stateHash == other.kinetics.stateHash)
      // Ticks of the recording go back with the state.
      try await live.stopRecording()
      let recording = try LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl")
      let custom = ["wind": RecordingTests.Wind(strength: 0.5)]
      let again = try await Live.replay(recording, custom: custom, tickLimit: 47)
      #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
      await #expect(throws: LiveError.self) {
        try await Live.replay(recording, custom: custom, tickLimit: 46)
      }
    }
  }

  @Test func savesToAFile() async throws {
    try await withFolder { folder in
      let live = try await used()
      try await live.save(to: folder + "/a")
      #expect(try await LiveCheckpoint<String>(contentsOf: folder + "/a") == live.checkpoint())
      await #expect(throws: LiveError.self) { try await live.save(to: folder + "/b/c") }
      await #expect(throws: LiveError.self) { try await live.autosave(to: folder + "/b/c") }
      await #expect(throws: LiveError.self) {
        try await live.autosave(to: folder + "/a", every: .zero)
      }
    }
  }

  /// A process that is killed while it writes leaves a file, which a save to the same path removes,
  /// unless a process still writes it.
  @Test func leftoversOfKilledProcessesAreRemoved() async throws {
    func names(_ folder: String) throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }
    try await withFolder { folder in
      let live = try makeTree()
      let child = try Program(name: "live-child").start(["write", folder + "/a"])
      while child.process.isRunning, try !names(folder).contains("a.ready") {
        try await Task.sleep(for: .milliseconds(1))
      }
      let temporary = try #require(try names(folder).first { $0.hasPrefix(".new-") })
      // Names that are like it: another user's file could be so, for all we know.
      let prefix = temporary.split(separator: "-").prefix(2).joined(separator: "-")
      let others: Set = [".new-\(prefix.dropFirst(5))", "\(prefix)-a b", "\(prefix)-", ".new-1x-5"]
      for name in others { try Data([1]).write(to: URL(filePath: "\(folder)/\(name)")) }
      let kept = others.union(["a", "a.ready"])
      try await live.save(to: folder + "/a")
      #expect(try names(folder) == kept.union([temporary]))
      kill(child.process.processIdentifier, SIGKILL)
      #expect(!child.outcome().exited)
      // Not its own.
      try await live.save(to: folder + "/b")
      #expect(try names(folder) == kept.union(["b", temporary]))
      let events = live.events()
      try await live.autosave(to: folder + "/a", every: .milliseconds(1))
      for await event in events { if case .saved = event { break } }
      #expect(try names(folder) == kept.union(["b"]))
    }
  }

  /// Otherwise an older state could replace a newer one.
  @Test func filesAreWrittenInTurn() async throws {
    let live = try makeTree()
    let order = Mutex<[Int]>([])
    let first = await live.writeNext {
      Thread.sleep(forTimeInterval: 0.3)
      order.withLock { $0.append(1) }
      throw LiveError.stopped
    }
    let second = await live.writeNext { order.withLock { $0.append(2) } }
    try await second.value
    #expect(order.withLock { $0 } == [1, 2])
    await #expect(throws: LiveError.stopped) { try await first.value }
  }

  @Test func autosavesAsLongAsSomethingChanges() async throws {
    try await withFolder { folder in
      let live = try makeTree(options: LiveOptions(frequency: nil, keepsRunning: true))
      let events = live.events()
      try await live.autosave(to: folder + "/live", every: .milliseconds(1))
      try await live.start()
      // The last one is of the last tick, however early it came.
      for await event in events where event == .saved(tick: 300) { break }
      let saved = try LiveCheckpoint<Int>(contentsOf: folder + "/live")
      let restored = try Live(restoring: saved)
      #expect(await restored.kinetics.stateHash == live.kinetics.stateHash)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["live"])
    }
  }

  @Test func aFailedAutosaveIsAnEventAndTriedAgain() async throws {
    try await withFolder { folder in
      let live = try makeTree()
      let events = live.events()
      try FileManager.default.createDirectory(
        atPath: folder + "/sub", withIntermediateDirectories: true)
      try await live.autosave(to: folder + "/sub/live", every: .milliseconds(1))
      try FileManager.default.removeItem(atPath: folder + "/sub")
      try await live.step()
      for await event in events {
        if case .failed(let words) = event {
          #expect(words.contains("cannot be written"))
          break
        }
      }
      try FileManager.default.createDirectory(
        atPath: folder + "/sub", withIntermediateDirectories: true)
      for await event in live.events() where event == .saved(tick: 1) { break }
      await live.endAutosave()
      #expect(try LiveCheckpoint<Int>(contentsOf: folder + "/sub/live").ids.count == 40)
    }
  }
}
