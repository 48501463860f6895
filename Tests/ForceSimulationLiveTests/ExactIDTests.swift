import ForceSimulation
import ForceSimulationLive
import Testing
import _TestSupport

/// Ids that are texts are compared by their bytes, also while a simulation runs.
@Suite struct ExactIDTests {
  @Test func editsAndHolds() async throws {
    let live = try LiveSimulation<String, Vector2>(
      ["\u{E9}", "x"], links: [Link("\u{E9}", "x")]
    ) { ManyBodyForce() }
    let others = HostileIDs.all.filter { !$0.utf8.elementsEqual("\u{E9}".utf8) }
    try await live.edit { edit in
      for id in others { edit.insert(id) }
      edit.link("e\u{301}", "x")
    }
    try await live.hold("e\u{301}", at: .zero)
    let frame = await live.frame
    #expect(Set(bytes(of: frame.ids)).count == HostileIDs.all.count + 1)
    #expect(frame["e\u{301}"] == .zero && frame["\u{E9}"] != .zero)
    #expect(bytes(of: await live.heldNodes) == bytes(of: ["e\u{301}"]))
    try await live.hold("\u{E9}", at: .one)
    #expect(bytes(of: await live.heldNodes) == bytes(of: ["\u{E9}", "e\u{301}"]))
    try await live.release("\u{E9}")
    try await live.edit { $0.remove("e\u{301}") }
    #expect(await live.frame["\u{E9}"] != nil)
    #expect(await live.frame["e\u{301}"] == nil)
    #expect(await live.heldNodes.isEmpty)
  }
}
