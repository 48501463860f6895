// Made from docs/live.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
import ForceSimulationLive

func live1() async throws {
#sourceLocation(file: "docs/live.md", line: 8)
var drawn = 0
func draw(_ positions: NodeArray<SIMD2<Double>>) {
  drawn += 1
  withUnsafeCurrentTask { $0?.cancel() }
}
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 15)
// in a target: .product(name: "ForceSimulationLive", package: "swift-force-simulation")



let live = try LiveSimulation(["a", "b", "c"], links: [Link("a", "b")]) {
  ManyBodyForce<SIMD2<Double>>()
  LinkForce()
}
discard <~ try await live.start()
for await frame in live.frames(atMost: 60) { draw(frame.positions) }
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 27)
discard <~ expect(drawn > 0)
#sourceLocation()
_ = drawn
_ = live
}

func live2() async throws {
#sourceLocation(file: "docs/live.md", line: 79)
typealias Vector = SIMD2<Double>
let live = try makeCharacters()
discard <~ try await live.start()
var places: [Vector] = []
func upload(_ positions: UnsafeBufferPointer<Vector>) {}
func label(at place: Vector) {
  places.append(place)
  withUnsafeCurrentTask { $0?.cancel() }
}
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 90)
for await frame in live.frames() {
  frame.positions.withUnsafeBufferPointer { upload($0) }  // no copy
  if let place = frame["Valjean"] { label(at: place) }
}
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 96)
discard <~ expect(!places.isEmpty)
#sourceLocation()
_ = live
_ = places
}

func live3() async throws {
#sourceLocation(file: "docs/live.md", line: 109)
typealias Vector = SIMD2<Double>
let live = try makeCharacters()
let point = Vector(10, 20)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 114)
discard <~ try await live.hold("Javert", at: point)    // and again, or move(_:to:), while it is dragged
discard <~ try await live.release("Javert")            // or with isPinned: true, or velocity:
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 129)
let change = try await live.edit { edit in
  edit.remove("Fantine")
  edit.insert("Marius")                                  // beside its neighbours
  edit.link("Marius", "Cosette")
  edit.set("radius", of: "CollideForce", to: 8, for: "Marius")
  edit.setGroup(3, for: "Marius")                        // of the GroupForce; nil for none
  edit.survivorDistance = 20                             // the others move 20 units at most
}
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 139)
discard <~ expect(change.insertedNodes == 1 && change.removedNodes == 1)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 178)
discard <~ try await live.setParameters(SimulationParameters(alphaTarget: 0.05))
discard <~ try await live.changeForce("ManyBodyForce", as: ManyBodyForce<Vector>.self) { $0.strength = -60 }
discard <~ try await live.setForce("springs", isOn: false)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 191)
discard <~ try await live.save(to: "map.live")
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 194)
discard <~ try await live.autosave(to: "map.live", every: .seconds(30))
let again = try LiveSimulation<String, Vector>(restoring: LiveCheckpoint(contentsOf: "map.live"))
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 212)
discard <~ try await live.startRecording(to: "bug.jsonl")
discard <~ try await live.hold("Javert", at: point)  // and whatever else happens
discard <~ try await live.stopRecording()            // unless the program has crashed

let recording = try LiveRecording<String, Vector>(contentsOf: "bug.jsonl")
let same = try await LiveSimulation.replay(recording)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 220)
let hashes = (await live.kinetics.stateHash, await same.kinetics.stateHash)
discard <~ expect(recording.commandCount > 0 && hashes.0 == hashes.1)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 239)
let positions = await live.frame.positions.map { -$0 }
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 242)
discard <~ try await live.move(to: positions, over: .seconds(0.8), curve: .easeInOut)
#sourceLocation()
#sourceLocation(file: "docs/live.md", line: 245)
let arrived = await live.frame.positions[0]
discard <~ expect(arrived == positions[0])
#sourceLocation()
_ = live
_ = point
_ = change
_ = again
_ = recording
_ = same
_ = hashes
_ = positions
_ = arrived
}

let liveSnippets: [Snippet] = [
  Snippet("docs/live.md", number: 1, live1),
  Snippet("docs/live.md", number: 2, live2),
  Snippet("docs/live.md", number: 3, live3),
]
