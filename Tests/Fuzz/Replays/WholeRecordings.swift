import ForceSimulation
import ForceSimulationLive
import Foundation

typealias Live = LiveSimulation<String, SIMD2<Double>>

/// Returns valid recordings: those of a folder, and one with each command and each kind of force.
func wholeRecordings(_ folder: String) async throws -> [[UInt8]] {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  let found = files.filter { $0.hasSuffix(".jsonl") }
    .compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)").map(Array.init) }
  return try await found + [recorded(count: 12, use: everything), recorded(count: 300, use: few)]
}

private func recorded(count: Int, use: (Live) async throws -> Void) async throws -> [UInt8] {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let ids = (0..<count).map { "n\($0)" }
  let links = (1..<count).map { Link(ids[$0], ids[$0 / 2]) }
  let live = try Live(
    ids, links: links,
    forces: ForceList {
      ManyBodyForce<SIMD2<Double>>(strength: -30).named("charge")
      LinkForce<SIMD2<Double>>(length: 30).named("links")
      PositionForce<SIMD2<Double>>(axis: .x, strength: 0.03).named("x")
    })
  try await live.startRecording(to: path)
  try await use(live)
  try await live.stopRecording()
  return FileManager.default.contents(atPath: path).map(Array.init) ?? []
}

/// Records a short session. The graph has enough nodes for the many-body tree.
private func few(_ live: Live) async throws {
  try await live.step(3)
  try await live.hold("n7", at: SIMD2(5, 6))
  try await live.step(2)
  try await live.release("n7", .thrown(SIMD2(3, 4)))
  try await live.edit { $0.remove("n9") }
  try await live.step(2)
}

private func everything(_ live: Live) async throws {
  try await live.step(2)
  try await live.hold("n1", at: SIMD2(1, 2))
  try await live.move("n1", to: SIMD2(3, 4))
  try await live.step()
  try await live.release("n1", .pinned)
  try await live.setParameters(SimulationParameters(alphaTarget: 0.1, velocityDecay: 0.5))
  let forces: [(String, any Force<SIMD2<Double>>)] = [
    ("collide", CollideForce<SIMD2<Double>>(radius: 4, iterations: 2)),
    ("boxes", BoxCollideForce<SIMD2<Double>>(halfSides: .constant(SIMD2(3, 2)))),
    ("center", CenterForce<SIMD2<Double>>()), ("ring", RadialForce<SIMD2<Double>>(radius: 50)),
    ("edge", BoundaryForce<SIMD2<Double>>(.disc(center: .zero, radius: 300))),
    ("limit", VelocityLimit<SIMD2<Double>>(90)), ("gravity", GravityForce<SIMD2<Double>>()),
    ("pointer", PointerForce<SIMD2<Double>>(at: SIMD2(1, 1))),
    ("groups", GroupForce<SIMD2<Double>>(groups: (0..<12).map { $0 % 3 })),
    ("springs", SpringForce<SIMD2<Double>>()), ("t", TForce<SIMD2<Double>>()),
    ("list", ForceList<SIMD2<Double>> { CenterForce<SIMD2<Double>>() }),
  ]
  for (name, force) in forces { try await live.setForce(name, to: force) }
  try await live.step()
  try await live.setForce("t", isOn: false)
  try await live.setForce("springs", to: nil)
  try await live.edit { edit in
    edit.survivorDistance = 20
    edit.insert("new", at: SIMD2(9, 9), velocity: SIMD2(1, 0))
    edit.insert("other")
    edit.link("new", "n3")
    edit.link("other", "new")
    edit.unlink("n2", "n1")
    edit.pin("n4", at: SIMD2(0, 7))
    edit.unpin("n1")
    edit.set("radius", of: "collide", to: 6, for: "new")
    edit.set("halfSides", of: "boxes", to: SIMD2(1, 1), for: "new")
    edit.set("length", of: "links", to: 12, for: "new", "n3")
    edit.setGroup(2, of: "groups", for: "new")
    edit.remove("n11")
  }
  try await live.step(2)
  try await live.edit { $0.replaceNodes(["n0", "n1", "n2", "n3", "z"]) }
  try await live.edit { $0.replaceLinks([Link("n0", "z"), Link("n1", "n2")]) }
  try await live.reheat(to: 0.7)
  try await live.move(to: (0..<5).map { SIMD2(Double($0), 1) }, over: .zero)
  try await live.step(2)
}
