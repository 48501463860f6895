import ForceSimulation
import ForceSimulationLive

// A simulation that lives: 1,000 nodes at 60 frames a second, a drag, an edit, a pause, a save and
// a restore. `swift run -c release live-example [FILE]`; the file is for the checkpoint.

typealias Vector = SIMD2<Double>
let path = CommandLine.arguments.dropFirst().first ?? "live.checkpoint"

// A tree whose nodes have names.
let names = (0..<1000).map { "node \($0)" }
let links = (1..<1000).map { Link(names[$0], names[($0 - 1) / 3]) }
let live = try LiveSimulation(names, links: links) {
  ManyBodyForce<Vector>(strength: -20)
  LinkForce(length: 20)
  PositionForce(axis: .x, strength: 0.02)
  PositionForce(axis: .y, strength: 0.02)
  BoundaryForce(.disc(center: .zero, radius: 600))
}

// What happens, in a task of its own.
let stream = live.events()
let events = Task { for await event in stream { print("event: \(event)") } }

/// Takes frames until one satisfies the condition, as a view that draws them would.
func frame(
  of live: LiveSimulation<String, Vector>, where condition: (LiveFrame<String, Vector>) -> Bool
) async throws -> LiveFrame<String, Vector> {
  for await frame in live.frames(atMost: 60) where condition(frame) { return frame }
  throw LiveError.stopped
}

// Run: the simulation ticks while somebody takes frames.
try await live.start()
let begin = ContinuousClock.now
let first = try await frame(of: live) { $0.tick >= 30 }
print("30 ticks in \(ContinuousClock.now - begin), alpha \(first.alpha)")

// Drag: hold, move, throw.
try await live.hold("node 500", at: Vector(300, 0))
for step in 1...20 {
  let point = Vector(300, Double(10 * step))
  try await live.move("node 500", to: point)
  _ = try await frame(of: live) { $0["node 500"] == point }
}
try await live.release("node 500", velocity: Vector(0, 10))

// Edit: three nodes more, one less; the others stay within 30 units of where they are.
let change = try await live.edit { edit in
  edit.survivorDistance = 30
  edit.remove("node 999")
  for name in ["a", "b", "c"] {
    edit.insert(name)
    edit.link(name, "node 500")
  }
}
print("edited: \(change.insertedNodes) nodes more, \(change.removedNodes) less")
let edited = try await frame(of: live) { $0.epoch == change.epoch && $0["c"] != nil }
print("the frame of epoch \(edited.epoch) has \(edited.positions.count) nodes")

// Pause: no tick but those of steps.
await live.pause()
try await live.step(5)
print("paused, \(await live.progress.ticksLeft ?? 0) ticks left")

// Save and restore: both go on with the same bits.
try await live.save(to: path)
let restored = try LiveSimulation<String, Vector>(
  restoring: LiveCheckpoint(contentsOf: path))
for each in [live, restored] { try await each.step(50) }
let hashes = (await live.kinetics.stateHash, await restored.kinetics.stateHash)
print(hashes.0 == hashes.1 ? "the restored simulation has the same bits" : "the bits differ")
await live.stop()
await events.value
