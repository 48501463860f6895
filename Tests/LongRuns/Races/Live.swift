import ForceSimulation
import ForceSimulationLive
import Foundation

typealias Live = LiveSimulation<Int, Vector>

/// Creates a live simulation of the graph of `makeSimulation`, with several threads for each pass.
func makeLive(_ index: Int) async throws -> Live {
  let count = 300 + 100 * (index % 7)
  let live = try Live(
    0..<count, links: (1..<count).map { Link($0, $0 / 2) }, forces: forces,
    parameters: SimulationParameters(alphaTarget: 0.1),
    options: LiveOptions(frequency: nil, keepsRunning: true))
  await live.setKernelOptions(eager)
  return live
}

/// Frames are kept to the end, as `snapshots` says: the detector does not know reference counts.
private func take(
  _ count: Int, of live: Live, milliseconds: Int
) async -> [LiveFrame<Int, Vector>] {
  var kept: [LiveFrame<Int, Vector>] = []
  for await frame in live.frames(atMost: .infinity) {
    expect(frame.ids.count == frame.positions.count, "a frame is not of one epoch")
    expect(frame.positions.allSatisfy { ($0.x + $0.y).isFinite }, "a frame is broken")
    kept.append(frame)
    if kept.count == count { break }
    if milliseconds > 0 { try? await Task.sleep(for: .milliseconds(milliseconds)) }
  }
  return kept
}

/// Applies all operations of a live simulation, from several tasks concurrently.
func liveSimulation() async throws {
  let live = try await makeLive(1)
  let events = live.events()
  let listener = Task { await events.reduce(0) { count, _ in count + 1 } }
  try await live.start()
  let consumers = [0, 0, 5].map { milliseconds in
    Task { await take(100, of: live, milliseconds: milliseconds) }
  }
  _ = try await inTasks(8) { task in
    for round in 0..<20 {
      let node = 10_000 * (task + 1) + round
      try await live.edit { edit in
        if round % 5 == 0 { edit.survivorDistance = 20 }
        edit.insert(node)
        edit.link(node, task)
        edit.set("radius", of: "CollideForce", to: 4, for: node)
        edit.set("strength", of: "ManyBodyForce", to: -9, for: node)
        edit.set("length", of: "LinkForce", to: 9, for: node, task)
        edit.set("strength", of: "LinkForce", to: 1, for: node, task)
      }
      try await live.hold(task, at: Vector(Double(round), Double(task)))
      try await live.setForce("CollideForce", isOn: round % 2 == 0)
      _ = await live.checkpoint()
      _ = await live.progress
      try await live.release(task, velocity: Vector(1, 1))
      try await live.edit { $0.remove(node) }
    }
    return 0
  }
  var kept: [[LiveFrame<Int, Vector>]] = []
  for consumer in consumers { kept.append(await consumer.value) }
  await live.stop()
  expect(await listener.value > 8 * 20 * 4, "events were lost")
  expect(kept.allSatisfy { $0.count == 100 }, "frames were lost")
}

/// Releases live simulations while they run, while consumers wait, and while they save.
func liveSimulationsEnd() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(getpid())").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  _ = try await inTasks(8) { task in
    for round in 0..<10 {
      var live: Live? = try await makeLive(task)
      try await live!.autosave(to: folder + "/\(task)", every: .milliseconds(1))
      try await live!.startRecording(to: folder + "/\(task).jsonl")
      let frames = live!.frames(atMost: .infinity)
      let consumer = Task {
        var kept: [LiveFrame<Int, Vector>] = []
        for await frame in frames { kept.append(frame) }
        return kept
      }
      try await live!.start()
      try await live!.reheat(to: 0.5)
      let waiting = Task { [live] in await live!.waitForEnd() }
      if round % 2 == 0 { try await Task.sleep(for: .milliseconds(20)) }
      waiting.cancel()
      _ = await waiting.value
      live = nil
      _ = await consumer.value
    }
    return 0
  }
}
