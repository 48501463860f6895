import ForceSimulation
import Testing
import _TestSupport

/// Assigned states, failing edits and unusual edits end with an error message, never with values of
/// other nodes.
@Suite struct EditSafetyTests {
  private typealias List = Simulation<Vector2, ForceList<Vector2>>

  @Test func aSnapshotFromBeforeAForceWasAddedIsBoundAgain() throws {
    let simulation = try List(nodeCount: 300) { CenterForce<Vector2>() }
    let snapshot = simulation.kinetics
    simulation.forces["charge"] = ManyBodyForce<Vector2>()
    simulation.kinetics = snapshot
    simulation.advance(by: 2)
    let other = try List(nodeCount: 300) {
      CenterForce<Vector2>()
      ManyBodyForce<Vector2>().named("charge")
    }
    other.advance(by: 2)
    expectSameState(simulation.kinetics, other.kinetics)
  }

  @Test func anEditOfAnAssignedStateHasTheValuesOfThatState() throws {
    let lengths = [10.0, 20, 30, 40]
    func simulation(_ count: Int) throws -> List {
      let links = (1..<count).map { Link(0, $0) }
      return try List(nodeCount: count, links: links) {
        LinkForce<Vector2>(length: .function { link, _ in lengths[link.target - 1] })
      }
    }
    let (small, large) = (try simulation(3), try simulation(5))
    small.kinetics = large.kinetics
    try small.edit { $0.remove(link: 0) }
    guard case .array(let carried, _)? = small.forces["LinkForce", as: LinkForce.self]?.length
    else {
      Issue.record("the lengths are no array")
      return
    }
    #expect(carried == [20, 30, 40])
  }

  @Test func aWrongArrangementIsAnErrorAlsoWhenItsIndicesAreUsed() throws {
    let simulation = try List(nodeCount: 3) { CenterForce<Vector2>() }
    #expect(throws: SimulationError.self) {
      try simulation.edit { edit in
        let nodes = edit.arrange([0, 0, 7])
        edit.replaceLinks([Link(nodes[0], nodes[1]), Link(nodes[1], nodes[2])])
      }
    }
    #expect(simulation.nodeCount == 3)
  }

  @Test func lengthsFromAFunctionCanBeSetForOneLink() throws {
    let simulation = try List(nodeCount: 3, links: [Link(0, 1), Link(1, 2)]) {
      LinkForce<Vector2>()
    }
    try simulation.edit { edit in
      edit.changeForces { forces, _ in
        forces["LinkForce"] = LinkForce<Vector2>(
          length: .function { link, _ in Double(link.target) })
      }
      edit.set(\LinkForce.length, of: "LinkForce", to: 50, forLink: 1)
    }
    guard case .array(let lengths, _)? = simulation.forces["LinkForce", as: LinkForce.self]?.length
    else {
      Issue.record("the lengths are no array")
      return
    }
    #expect(lengths == [1, 50])
  }

  @Test func theSimulationCanBeReadDuringAnEdit() throws {
    let simulation = try List(nodeCount: 3) { CenterForce<Vector2>() }
    try simulation.edit { edit in
      edit.insert(at: simulation.kinetics.position[2] + Vector2(1, 0))
    }
    #expect(simulation.kinetics.position[3] == simulation.kinetics.position[2] + Vector2(1, 0))
  }

  @Test func aChangeOfTheSimulationDuringAnEditTraps() async {
    await #expect(processExitsWith: .failure) {
      let simulation = try Simulation(nodeCount: 3, forces: CenterForce<SIMD2<Double>>())
      try simulation.edit { _ in simulation.reheat() }
    }
  }

  /// Chains that hang on one placed node get it done level by level.
  @Test func longChainsOfNewNodesStartAtTheirNeighbour() throws {
    let simulation = try List(nodeCount: 2) { CenterForce<Vector2>() }
    simulation.kinetics.position = NodeArray([Vector2(5, 7), Vector2(-1, 0)])
    try simulation.edit { edit in
      var last = 0
      for _ in 0..<20_000 {
        let node = edit.insert()
        edit.link(last, node)
        last = node
      }
    }
    #expect(simulation.kinetics.position[20_001] == Vector2(5, 7))
  }
}
