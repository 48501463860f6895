import ForceSimulation
import Testing
import _TestSupport

/// Nodes and links that are inserted into and removed from a running simulation, and nodes with
/// ids.
@Suite(.traced) struct EditTests {
  /// A path 0-1-2-3-4 with a pinned node and one that is pinned on one axis.
  private func running(_ engine: Engine = .kernels) throws -> Named2D {
    let simulation = try Named2D(
      5, links: GraphFixture.path(5).links, standardForces(), engine: engine)
    try simulation.kinetics.pins.pin(3, at: Vector2(9, -9))
    try simulation.kinetics.pins.pin(1, axis: .y, at: 4)
    simulation.advance(by: 10)
    return simulation
  }

  // MARK: One by one

  @Test func aRemovedNodeTakesItsLinksWithIt() throws {
    let simulation = try running()
    let before = simulation.kinetics
    let change = try simulation.edit { edit in
      edit.remove(node: 2)
      edit.remove(node: 2)
    }
    let after = simulation.kinetics
    #expect(after.nodeCount == 4)
    #expect(after.links == [Link(0, 1), Link(2, 3)])
    let staying = [0, 1, 3, 4]
    expectSameBits(after.position, staying.map { before.position[$0] }, "position")
    expectSameBits(after.velocity, staying.map { before.velocity[$0] }, "velocity")
    #expect(after.pins.asArray() == [nil, nil, Vector2(9, -9), nil])
    #expect(after.pins.coordinate(of: 1, axis: .y) == 4)
    #expect(after.pins.coordinate(of: 1, axis: .x) == nil)
    #expect(change.previousNode == [0, 1, 3, 4])
    #expect(change.previousLink == [0, 3])
    #expect((0...5).map { change.index(ofNode: $0) } == [0, 1, nil, 2, 3, nil])
    #expect((-1...4).map { change.index(ofLink: $0) } == [nil, 0, nil, nil, 1, nil])
    #expect(change.nodeCount == 4 && change.linkCount == 2)
    #expect(change.carry(["a", "b", "c", "d", "e"], new: "") == ["a", "b", "d", "e"])
    simulation.advance(by: 10)
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.position[2] == Vector2(9, -9))
  }

  @Test func linksComeAndGo() throws {
    let simulation = try running()
    let change = try simulation.edit { edit in
      edit.remove(link: 1)
      #expect(edit.link(4, 0) == 4)
      #expect(edit.link(2, 2) == 5)
      edit.removeLinks { $0.source == 2 && $0.target != 2 }
    }
    #expect(simulation.kinetics.links == [Link(0, 1), Link(3, 4), Link(4, 0), Link(2, 2)])
    #expect(change.previousLink == [0, 3, nil, nil])
    #expect((0...5).map { change.index(ofLink: $0) } == [0, nil, nil, 1, 2, 3])
    try simulation.edit { $0.replaceLinks([Link(1, 3)]) }
    #expect(simulation.kinetics.links == [Link(1, 3)])
  }

  @Test(arguments: everyEngine)
  func changedLinksActFromTheNextTickOn(engine: Engine) throws {
    let simulation = try Named2D(
      3, ["link": LinkForce<Vector2>(strength: 1, length: 10)],
      position: [.zero, Vector2(40, 0), Vector2(0, 50)], engine: engine)
    simulation.advance()
    #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
    try simulation.edit { $0.link(0, 1) }
    simulation.advance()
    #expect(simulation.kinetics.velocity[0].x > 0)
    #expect(simulation.kinetics.velocity[2] == .zero)
    try simulation.edit { $0.link(0, 2) }
    simulation.advance()
    #expect(simulation.kinetics.velocity[2].y < 0)
    try simulation.edit { $0.replaceLinks([]) }
    simulation.kinetics.velocity = NodeArray(Array(repeating: .zero, count: 3))
    simulation.advance()
    #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
  }

  @Test func anEditOfNothingChangesNothing() throws {
    let count = 400
    let edited = try Named2D(count, links: GraphFixture.path(count).links, standardForces())
    let untouched = try Named2D(count, links: GraphFixture.path(count).links, standardForces())
    for _ in 0..<10 {
      let change = try edited.edit { _ in }
      #expect(change.previousNode == Array(0..<count))
      for simulation in [edited, untouched] { simulation.advance(by: 3) }
      expectSameState(edited.kinetics, untouched.kinetics)
    }
  }

  @Test func anEditMayReheat() throws {
    let simulation = try running()
    try simulation.edit { edit in
      edit.insert()
      edit.parameters.alpha = 0.9
    }
    #expect(simulation.parameters.alpha == 0.9)
    #expect(simulation.kinetics.tickCount == 10)
  }

  // MARK: Places of new nodes

  @Test func aNewNodeStartsAtTheMeanOfItsNeighbours() throws {
    let simulation = try running()
    let before = simulation.kinetics.position
    try simulation.edit { edit in
      let node = edit.insert()
      #expect(node == 5)
      edit.link(node, 0)
      edit.link(4, node)
      // A link from the node to itself says nothing about its place.
      edit.link(node, node)
    }
    expectClose(
      simulation.kinetics.position[5], (before[0] + before[4]) / 2, .within(1e-12), "position")
    #expect(simulation.kinetics.velocity[5] == .zero)
  }

  @Test func chainsOfNewNodesStartFromTheirPlacedEnd() throws {
    let simulation = try running()
    let before = simulation.kinetics.position
    try simulation.edit { edit in
      let chain = [edit.insert(), edit.insert(), edit.insert()]
      edit.link(chain[0], chain[1])
      edit.link(chain[1], chain[2])
      edit.link(chain[2], 1)
      // Two that know only each other, and one that has a position.
      edit.link(edit.insert(), edit.insert())
      edit.insert(at: Vector2(3, 4), velocity: Vector2(-1, 2))
    }
    let after = simulation.kinetics
    for node in 5..<8 { expectSameBits(after.position[node], before[1], "position of \(node)") }
    let spiral = try Kinetics2D(nodeCount: 10).position
    for node in 8..<10 { expectSameBits(after.position[node], spiral[node], "position of \(node)") }
    #expect(after.position[10] == Vector2(3, 4))
    #expect(after.velocity[10] == Vector2(-1, 2))
    simulation.advance(by: 10)
    expectFinite(simulation.kinetics)
    #expect(Set(simulation.kinetics.position).count == 11)
  }

  // MARK: A list of nodes

  @Test func arrangedNodesKeepTheirState() throws {
    let simulation = try running()
    let before = simulation.kinetics
    let list = [3, nil, 1, 0, nil, nil]
    let change = try simulation.edit { edit in
      #expect(edit.arrange(list) == [3, 5, 1, 0, 6, 7])
    }
    let after = simulation.kinetics
    #expect(after.nodeCount == 6)
    #expect(change.previousNode == list)
    let start = try Kinetics2D(nodeCount: 6)
    for (node, previous) in list.enumerated() {
      expectSameBits(
        after.position[node], previous.map { before.position[$0] } ?? start.position[node],
        "position of node \(node)")
      expectSameBits(
        after.velocity[node], previous.map { before.velocity[$0] } ?? .zero,
        "velocity of node \(node)")
    }
    #expect(after.pins.asArray() == [Vector2(9, -9), nil, nil, nil, nil, nil])
    #expect(after.pins.coordinate(of: 2, axis: .y) == 4)
    #expect(after.pins.coordinate(of: 2, axis: .x) == nil)
    // Of the path 0-1-2-3-4 only the link 0-1 has both ends left.
    #expect(after.links == [Link(3, 2)])
    #expect(after.alpha == before.alpha)
    #expect(after.tickCount == before.tickCount)
    simulation.advance(by: 10)
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.position[0] == Vector2(9, -9))
  }

  @Test func linksMayBeGivenWithTheList() throws {
    let simulation = try running()
    try simulation.edit { edit in
      let nodes = edit.arrange([4, nil])
      edit.replaceLinks([Link(nodes[1], nodes[0])])
      // Those inserted later follow the list.
      edit.link(edit.insert(), nodes[0])
    }
    #expect(simulation.kinetics.links == [Link(1, 0), Link(2, 0)])
    #expect(simulation.nodeCount == 3)
    let velocity = simulation.kinetics.velocity[1]
    simulation.advance()
    #expect(simulation.kinetics.velocity[1] != velocity)
  }

  @Test func everyOrderOfNodesIsTaken() throws {
    let before = try running().kinetics
    try withEveryPermutation("order", of: Array(0..<5)) { order in
      let simulation = try running()
      try simulation.edit { $0.arrange(order) }
      expectSameBits(simulation.kinetics.position, order.map { before.position[$0] })
      let places = Dictionary(uniqueKeysWithValues: zip(order, 0...))
      #expect(
        simulation.kinetics.links
          == before.links.map { Link(places[$0.source]!, places[$0.target]!) })
    }
  }

  @Test(arguments: everyEngine)
  func allNodesMayGoAndOthersCome(engine: Engine) throws {
    let simulation = try running(engine)
    try simulation.edit { edit in
      for node in 0..<5 { edit.remove(node: node) }
    }
    #expect(simulation.nodeCount == 0 && simulation.kinetics.links.isEmpty)
    simulation.advance(by: 2)
    try simulation.edit { edit in
      for _ in 0..<3 { edit.insert() }
    }
    #expect(simulation.kinetics.position == (try Kinetics2D(nodeCount: 3)).position)
    simulation.advance(by: 2)
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.tickCount == 14)
    #expect(simulation.kinetics.pins.isEmpty)
  }

  // MARK: Errors

  private struct Stop: Error {}

  /// What is wrong with an edit of `running()`, and its error.
  private static let refusals:
    [(name: String, error: SimulationError, edit: @Sendable (inout Named2D.Edit) -> Void)] = [
      (
        "no such node", .nodeOutOfRange("remove", node: 5, nodeCount: 5),
        { $0.remove(node: 5) }
      ),
      (
        "negative node", .nodeOutOfRange("remove", node: -1, nodeCount: 5),
        { $0.remove(node: -1) }
      ),
      (
        "removed node in the list", .nodeRemoved("arrange", node: 1),
        {
          $0.remove(node: 1)
          $0.arrange([0, 1])
        }
      ),
      (
        "link to a removed node", .nodeRemoved("link", node: 2),
        {
          $0.remove(node: 2)
          $0.link(0, 2)
        }
      ),
      (
        "link to no node", .nodeOutOfRange("link", node: 6, nodeCount: 6),
        { $0.link($0.insert(), 6) }
      ),
      (
        "no such link", .linkOutOfRange("remove", link: 4, linkCount: 4),
        { $0.remove(link: 4) }
      ),
      (
        "position", .notFinite("position", index: 6, value: "SIMD2<Double>(0.0, inf)"),
        {
          $0.insert()
          $0.insert(at: Vector2(0, .infinity))
        }
      ),
      (
        "velocity", .notFinite("velocity", index: 5, value: "SIMD2<Double>(nan, 0.0)"),
        { $0.insert(velocity: Vector2(.nan, 0)) }
      ),
      (
        "node twice in the list", .duplicate("previous node 2", first: 0, second: 3),
        { $0.arrange([2, nil, 1, 2]) }
      ),
      (
        "no such node in the list", .nodeOutOfRange("arrange", node: 7, nodeCount: 5),
        { $0.arrange([0, 7]) }
      ),
      (
        "parameters", .outOfRange("alphaDecay", value: "2.0", allowed: "between 0 and 1"),
        { $0.parameters.alphaDecay = 2 }
      ),
      (
        "value of no node", .nodeOutOfRange("set", node: 5, nodeCount: 5),
        { $0.set(\CollideForce.radius, of: "collide", to: 1, forNode: 5) }
      ),
      (
        "value of no link", .linkOutOfRange("set", link: -1, linkCount: 4),
        { $0.set(\LinkForce.length, of: "link", to: 1, forLink: -1) }
      ),
      (
        "force of another type",
        .unknownForce(
          "charge", names: ["charge", "link", "center", "collide", "radial"]),
        { $0.set(\CollideForce.radius, of: "charge", to: 1, forNode: 0) }
      ),
      (
        "forces",
        .outOfRange("many-body theta", value: "nan", allowed: "a number that is not negative"),
        {
          $0.changeForces { forces, _ in
            forces["radial"] = nil
            forces["more"] = ManyBodyForce<Vector2>(theta: .nan)
          }
        }
      ),
    ]

  /// Each after changes that would be good, and with more of them behind it.
  @Test func aRefusedEditChangesNothing() throws {
    try withEvery("refusal", in: Self.refusals.indices) { index in
      let refusal = Self.refusals[index]
      let (simulation, untouched) = (try running(), try running())
      withTrace("name", refusal.name) {
        #expect(throws: refusal.error) {
          try simulation.edit { edit in
            edit.remove(link: 0)
            edit.changeForces { forces, _ in forces["y"] = nil }
            refusal.edit(&edit)
            edit.remove(node: 4)
          }
        }
        #expect(simulation.kinetics.trajectoryHash == untouched.kinetics.trajectoryHash)
        #expect(simulation.forces.names == untouched.forces.names)
        for simulation in [simulation, untouched] { simulation.advance(by: 3) }
        expectSameState(simulation.kinetics, untouched.kinetics)
      }
    }
  }

  @Test func anErrorOfTheBlockChangesNothing() throws {
    let (simulation, untouched) = (try running(), try running())
    #expect(throws: Stop.self) {
      try simulation.edit { edit in
        edit.remove(node: 0)
        throw Stop()
      }
    }
    #expect(throws: Stop.self) {
      try simulation.edit { edit in
        edit.remove(node: 0)
        edit.changeForces { forces, _ in
          forces["charge"] = nil
          throw Stop()
        }
      }
    }
    #expect(simulation.forces.names == untouched.forces.names)
    for simulation in [simulation, untouched] { simulation.advance(by: 3) }
    expectSameState(simulation.kinetics, untouched.kinetics)
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

  @Test func idsKeepStateAcrossAnEdit() throws {
    let old = try NodeIDs(["a", "b", "c"])
    let new = try NodeIDs(["c", "d", "a"])
    #expect(new.previousIndices(in: old) == [2, nil, 0])
    let simulation = try Named2D(3, links: old.links([Link("a", "c")]), standardForces())
    simulation.advance(by: 5)
    let before = simulation.kinetics.position
    try simulation.edit { $0.arrange(new.previousIndices(in: old)) }
    #expect(simulation.kinetics.position[new.index(of: "a")!] == before[old.index(of: "a")!])
    #expect(simulation.kinetics.position[new.index(of: "c")!] == before[old.index(of: "c")!])
    #expect(simulation.kinetics.links == [Link(2, 0)])
  }
}
