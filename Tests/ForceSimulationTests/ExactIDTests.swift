import ForceSimulation
import Testing
import _TestSupport

/// Ids that are texts are compared by their bytes.
struct ExactIDTests {
  @Test func lookUp() throws {
    let all = HostileIDs.all
    let ids = try NodeIDs(all)
    for (node, id) in all.enumerated() { #expect(ids.index(of: id) == node) }
    #expect(throws: SimulationError.self) { try NodeIDs(all + ["e\u{301}"]) }
    #expect(try ids.links([Link("\u{E9}", "e\u{301}")]).allSatisfy { $0.source != $0.target })
    let one = try NodeIDs(["e\u{301}"])
    #expect(one.previousIndices(in: try NodeIDs(["\u{E9}"])) == [nil])
  }
}
