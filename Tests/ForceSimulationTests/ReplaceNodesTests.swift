import ForceSimulation
import Testing
import _TestSupport

/// Nodes that come and go in a running simulation, and nodes known by ids.
@Suite(.traced) struct ReplaceNodesTests {
  private func running() throws -> Named2D {
    let simulation = try Named2D(5, links: GraphFixture.path(5).links, standardForces())
    simulation.kinetics.pins.pin(3, at: Vector2(9, -9))
    simulation.kinetics.pins.pin(1, axis: 1, at: 4)
    simulation.advance(by: 10)
    return simulation
  }

  @Test func nodesThatStayKeepTheirState() throws {
    let simulation = try running()
    let before = simulation.kinetics
    try simulation.replaceNodes([3, nil, 1, 0, nil, nil])
    let after = simulation.kinetics
    #expect(after.nodeCount == 6)
    let start = try Kinetics2D(nodeCount: 6)
    for (node, previous) in [3, nil, 1, 0, nil, nil].enumerated() {
      expectSameBits(
        after.position[node], previous.map { before.position[$0] } ?? start.position[node],
        "position of node \(node)")
      expectSameBits(
        after.velocity[node], previous.map { before.velocity[$0] } ?? .zero,
        "velocity of node \(node)")
    }
    #expect(after.pins.asArray() == [Vector2(9, -9), nil, nil, nil, nil, nil])
    #expect(after.pins.coordinate(of: 2, axis: 1) == 4)
    #expect(after.pins.coordinate(of: 2, axis: 0) == nil)
    // Of the path 0-1-2-3-4 only the link 0-1 has both ends left.
    #expect(after.links == [Link(3, 2)])
    #expect(after.alpha == before.alpha)
    #expect(after.tickCount == before.tickCount)
    simulation.advance(by: 10)
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.position[0] == Vector2(9, -9))
  }

  @Test func linksMayBeGivenWithTheNodes() throws {
    let simulation = try running()
    try simulation.replaceNodes([4, nil], links: [Link(1, 0)])
    #expect(simulation.links == [Link(1, 0)])
    let velocity = simulation.kinetics.velocity[1]
    simulation.advance()
    #expect(simulation.kinetics.velocity[1] != velocity)
  }

  @Test func replacingNothingChangesNothing() throws {
    let simulation = try running()
    let untouched = try running()
    try simulation.replaceNodes(Array(0..<5))
    expectSameState(simulation.kinetics, untouched.kinetics)
    simulation.advance(by: 10)
    untouched.advance(by: 10)
    expectSameState(simulation.kinetics, untouched.kinetics)
  }

  @Test func allNodesMayGoAndOthersCome() throws {
    let simulation = try running()
    try simulation.replaceNodes([])
    #expect(simulation.nodeCount == 0 && simulation.links.isEmpty)
    simulation.advance(by: 2)
    try simulation.replaceNodes([nil, nil, nil])
    #expect(simulation.kinetics.position == (try Kinetics2D(nodeCount: 3)).position)
    simulation.advance(by: 2)
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.tickCount == 14)
  }

  /// Parameters that are functions of a node's index are asked anew.
  @Test func perNodeParametersFollowTheNewIndices() throws {
    let forces: ForceList<SIMD2<Double>> = [
      "x": Kinetics2D.PositionForce(
        direction: .x, targetOnDirection: .varied { Double(100 * $0) }, strength: .constant(0.3))
    ]
    let simulation = try Named2D(2, forces)
    try simulation.replaceNodes([nil, 1, 0, nil])
    simulation.alphaDecay = 0
    simulation.advance(by: 200)
    for node in 0..<4 {
      expectClose(simulation.kinetics.position[node].x, Double(100 * node), .within(1e-6))
    }
  }

  @Test func everyOrderOfNodesIsTaken() throws {
    let before = try running().kinetics
    try withEveryPermutation("order", of: Array(0..<5)) { order in
      let simulation = try running()
      try simulation.replaceNodes(order)
      expectSameBits(simulation.kinetics.position, order.map { before.position[$0] })
      let places = Dictionary(uniqueKeysWithValues: zip(order, 0...))
      #expect(
        simulation.links
          == before.links.map { Link(places[$0.source]!, places[$0.target]!) })
    }
  }

  // MARK: Ids

  @Test func idsGiveIndicesAndLinks() throws {
    let ids = try NodeIDs(["Valjean", "Javert", "Cosette"])
    #expect(ids.count == 3)
    #expect(Array(ids) == ["Valjean", "Javert", "Cosette"])
    #expect(ids[1] == "Javert")
    #expect(ids.index(of: "Cosette") == 2)
    #expect(ids.index(of: "Marius") == nil)
    #expect(
      try ids.links([Link("Valjean", "Cosette"), Link("Javert", "Valjean")])
        == [Link(0, 2), Link(1, 0)])
    #expect(throws: SimulationError.unknownID("Marius")) {
      try ids.links([Link("Valjean", "Cosette"), Link("Cosette", "Marius")])
    }
    #expect(throws: SimulationError.unknownID("")) { try ids.links([Link("", "Cosette")]) }
    #expect(throws: SimulationError.duplicate("id \"7\"", first: 1, second: 3)) {
      try NodeIDs([5, 7, 6, 7, 5])
    }
    #expect(try NodeIDs([Int]()).isEmpty)
  }

  @Test func idsKeepStateAcrossAReplacement() throws {
    let old = try NodeIDs(["a", "b", "c"])
    let new = try NodeIDs(["c", "d", "a"])
    #expect(new.previousIndices(in: old) == [2, nil, 0])
    let simulation = try Named2D(3, links: old.links([Link("a", "c")]), standardForces())
    simulation.advance(by: 5)
    let before = simulation.kinetics.position
    try simulation.replaceNodes(new.previousIndices(in: old))
    #expect(simulation.kinetics.position[new.index(of: "a")!] == before[old.index(of: "a")!])
    #expect(simulation.kinetics.position[new.index(of: "c")!] == before[old.index(of: "c")!])
    #expect(simulation.links == [Link(2, 0)])
  }
}
