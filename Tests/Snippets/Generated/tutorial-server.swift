// Made from docs/tutorial-server.md by scripts/update-snippets, which is to be run when the page has changed.
// swift-format-ignore-file
import ForceSimulation
import ForceSimulationLive
import Foundation

func tutorialServer2() async throws {
#sourceLocation(file: "docs/tutorial-server.md", line: 46)




let live = try LiveSimulation(
  ["api", "database", "cache", "web"],
  links: [Link("web", "api"), Link("api", "database"), Link("api", "cache")]
) {
  ManyBodyForce<SIMD2<Double>>(strength: -60)
  LinkForce(length: 40)
  CenterForce()
}
discard <~ try await live.start()
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 71)
struct Message: Encodable {
  var tick: UInt64
  var nodes: [String: [Double]]
}

func messages(to send: @Sendable (Data) async throws -> Void) async throws {
  for await frame in live.frames(atMost: 20) {
    let places = zip(frame.ids, frame.positions).map { ($0, [$1.x, $1.y]) }
    let message = Message(tick: frame.tick, nodes: Dictionary(uniqueKeysWithValues: places))
    try await send(JSONEncoder().encode(message))
  }
}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 90)
do {
  try await messages { line in
    print(String(decoding: line, as: UTF8.self))
    throw CancellationError()  // a client that leaves after the first line
  }
} catch is CancellationError {}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 105)
let change = try await live.edit { edit in
  edit.insert("queue")
  edit.link("api", "queue")
  edit.survivorDistance = 20
}
discard <~ print(change.insertedNodes, "new")
do {
  try await live.edit { $0.link("api", "nobody") }
} catch {
  print(error)  // names the node that is not there
}
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 118)
discard <~ expect(change.insertedNodes == 1)
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 125)
discard <~ try await live.hold("queue", at: SIMD2(50, 0))
discard <~ try await live.release("queue")
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 133)
discard <~ try await live.autosave(to: "services.live", every: .seconds(30))
discard <~ try await live.save(to: "services.live")

let again = try LiveSimulation<String, SIMD2<Double>>(
  restoring: LiveCheckpoint(contentsOf: "services.live"))
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 140)
let (mine, other) = (await live.kinetics, await again.kinetics)
discard <~ expect(mine.position.count == 5 && other.position.count == 5)
#sourceLocation()
#sourceLocation(file: "docs/tutorial-server.md", line: 149)
discard <~ await live.stop()
#sourceLocation()
_ = live
_ = change
_ = again
_ = mine
_ = other
}

let tutorialServerSnippets: [Snippet] = [
  Snippet("docs/tutorial-server.md", number: 2, tutorialServer2),
]
