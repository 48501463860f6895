import ForceSimulation
import Testing
import _TestSupport

/// The values of new nodes and links, the values that replaced links keep, and pins within an edit.
@Suite(.traced) struct EditDefaultsTests {
  private func radii(_ simulation: Named2D) throws -> [Double] {
    let collide = try #require(simulation.forces["collide", as: CollideForce<Vector2>.self])
    return try collide.radius.evaluate(count: simulation.nodeCount, "radius")
  }

  private func lengths(_ simulation: Named2D) throws -> [Double] {
    let link = try #require(simulation.forces["link", as: LinkForce<Vector2>.self])
    return try link.length.evaluate(simulation.kinetics.links, "length")
  }

  // MARK: Defaults

  /// One node with a value of its own does not take the common value from later nodes.
  @Test func aConstantStaysTheDefault() throws {
    let simulation = try Named2D(3, ["collide": CollideForce<Vector2>(radius: 2)])
    try simulation.edit { $0.set(\CollideForce.radius, of: "collide", to: 5, forNode: 1) }
    try simulation.edit { edit in
      edit.remove(node: 0)
      edit.insert()
      let large = edit.insert()
      edit.set(\CollideForce.radius, of: "collide", to: 7, forNode: large)
      edit.insert()
    }
    #expect(try radii(simulation) == [5, 2, 2, 7, 2])
  }

  @Test func anArrayCanHaveADefault() throws {
    let simulation = try Named2D(
      2, links: [Link(0, 1)],
      [
        "collide": CollideForce<Vector2>(radius: .array([1, 2], default: 4)),
        "link": LinkForce<Vector2>(length: .array([10], default: 20)),
      ])
    try simulation.edit { edit in
      let node = edit.insert()
      edit.link(node, 0)
    }
    try simulation.edit { edit in
      edit.remove(node: 0)
      edit.insert()
    }
    #expect(try radii(simulation) == [2, 4, 4])
    try simulation.edit { $0.link(0, 2) }
    #expect(try lengths(simulation) == [20])
  }

  /// The default is part of what a checkpoint holds.
  @Test func aCheckpointKeepsTheDefault() throws {
    let simulation = try Named2D(2, ["collide": CollideForce<Vector2>(radius: 2)])
    try simulation.edit { $0.set(\CollideForce.radius, of: "collide", to: 5, forNode: 1) }
    let restored = try Named2D(restoring: simulation.checkpoint())
    for simulation in [simulation, restored] { try simulation.edit { $0.insert() } }
    #expect(try radii(restored) == [2, 5, 2])
    for simulation in [simulation, restored] { simulation.advance(by: 3) }
    expectSameState(restored.kinetics, simulation.kinetics)
  }

  // MARK: Replaced links

  @Test func linksThatAreThereAlreadyKeepTheirValues() throws {
    let simulation = try Named2D(
      4, links: [Link(0, 1), Link(1, 2), Link(0, 1), Link(2, 3)],
      ["link": LinkForce<Vector2>(length: [10, 20, 30, 40])])
    let change = try simulation.edit { edit in
      edit.replaceLinks([Link(2, 3), Link(0, 1), Link(1, 0), Link(0, 1), Link(0, 1)])
      edit.set(\LinkForce.length, of: "link", to: 50, forLink: 4)
      edit.set(\LinkForce.length, of: "link", to: 60, forLink: 5)
    }
    #expect(
      simulation.kinetics.links == [
        Link(2, 3), Link(0, 1), Link(1, 0), Link(0, 1), Link(0, 1),
      ])
    #expect(try lengths(simulation) == [40, 10, 50, 30, 60])
    #expect(change.previousLink == [3, 0, nil, 2, nil])
    #expect((0..<6).map { change.index(ofLink: $0) } == [1, nil, 3, 0, 2, 4])
  }

  @Test func linksAfterAReplacementFollowItsList() throws {
    let simulation = try Named2D(4, links: [Link(0, 1), Link(1, 2)], [:])
    try simulation.edit { edit in
      edit.link(3, 0)
      edit.replaceLinks([Link(1, 2), Link(2, 3)])
      #expect(edit.linkCount == 4)
      edit.link(0, 2)
      edit.remove(link: 3)
      #expect(edit.links == [Link(0, 1), Link(1, 2), Link(3, 0), Link(2, 3), Link(0, 2)])
    }
    #expect(simulation.kinetics.links == [Link(1, 2), Link(0, 2)])
  }

  @Test func aReplacementByTheSameLinksChangesNothing() throws {
    let links = [Link(0, 1), Link(1, 2), Link(0, 1)]
    let forces: ForceList<Vector2> = ["link": LinkForce<Vector2>(length: [10, 20, 30])]
    let (edited, untouched) = (
      try Named2D(3, links: links, forces), try Named2D(3, links: links, forces)
    )
    try edited.edit { $0.replaceLinks(links) }
    for simulation in [edited, untouched] { simulation.advance(by: 3) }
    expectSameState(edited.kinetics, untouched.kinetics)
  }

  // MARK: Pins

  @Test func pinsAreSetAndReleasedInAnEdit() throws {
    let simulation = try Named2D(3, [:])
    simulation.kinetics.pins[1] = Vector2(1, 1)
    simulation.kinetics.pins[2] = Vector2(2, 2)
    try simulation.edit { edit in
      edit.remove(node: 0)
      let node = edit.insert()
      edit.pin(node: node, at: Vector2(7, 8))
      edit.release(node: 1)
      edit.pin(node: 0, at: .zero)
    }
    #expect((0..<3).map { simulation.kinetics.pins[$0] } == [nil, Vector2(2, 2), Vector2(7, 8)])
  }

  @Test func badPinsFailTheEdit() throws {
    let simulation = try Named2D(2, [:])
    #expect(throws: SimulationError.nodeOutOfRange("pin", node: 2, nodeCount: 2)) {
      try simulation.edit { $0.pin(node: 2, at: .zero) }
    }
    #expect(throws: SimulationError.nodeOutOfRange("release", node: -1, nodeCount: 2)) {
      try simulation.edit { $0.release(node: -1) }
    }
    #expect(throws: SimulationError.self) {
      try simulation.edit { $0.pin(node: 0, at: Vector2(.nan, 0)) }
    }
    #expect(simulation.kinetics.pins.isEmpty)
  }

  // MARK: Undo

  /// A state and its forces go back together, also when the number of nodes is the same.
  @Test func undoingAnEditPutsTheValuesBack() throws {
    let simulation = try Named2D(3, ["collide": CollideForce<Vector2>(radius: [1, 2, 3])])
    let untouched = try Named2D(3, ["collide": CollideForce<Vector2>(radius: [1, 2, 3])])
    let (state, forces) = (simulation.kinetics, simulation.forces)
    try simulation.edit { $0.arrange([2, 1, 0]) }
    try simulation.restore(state, forces: forces)
    #expect(try radii(simulation) == [1, 2, 3])
    for simulation in [simulation, untouched] { simulation.advance(by: 3) }
    expectSameState(simulation.kinetics, untouched.kinetics)
    #expect(throws: SimulationError.self) {
      try simulation.restore(state, forces: ["collide": CollideForce<Vector2>(radius: [1, 2])])
    }
    expectSameState(simulation.kinetics, untouched.kinetics)
  }
}
