import ForceSimulation
import Testing
import _TestSupport

/// A copy of the state is a snapshot: nothing that happens to the simulation reaches it.
@Suite(.traced) struct SnapshotTests {
  private func running(_ engine: Engine) throws -> Named2D {
    let simulation = try Named2D(
      20, links: GraphFixture.grid(4, 5).links, standardForces(), engine: engine)
    simulation.kinetics.pins.pin(7, at: Vector2(1, 1))
    simulation.advance(by: 3)
    return simulation
  }

  /// Every way of changing a state.
  private let changes: [(name: String, change: (Named2D) throws -> Void)] = [
    ("tick", { $0.tick(iterations: 5) }),
    ("position", { $0.kinetics.position[3] = .zero }),
    ("velocity", { $0.kinetics.velocity[3] += 1 }),
    ("all positions", { try $0.setPositions(Array(repeating: .zero, count: $0.nodeCount)) }),
    ("all velocities", { try $0.setVelocities(Array(repeating: .zero, count: $0.nodeCount)) }),
    (
      "buffers",
      {
        $0.kinetics.withUnsafeMutableState { position, velocity in
          position[0] = Vector2(-1, -1)
          velocity[19] = Vector2(-1, -1)
        }
      }
    ),
    ("node array", { $0.kinetics.position.withUnsafeMutableBufferPointer { $0[1] = .zero } }),
    ("pin", { $0.kinetics.pins.pin(2, at: .zero) }),
    ("release", { $0.kinetics.pins.release(7) }),
    ("links", { $0.links = [] }),
    ("one link", { $0.kinetics.links[0] = Link(5, 6) }),
    ("nodes", { try $0.replaceNodes([3, 2, 1]) }),
    ("alpha", { $0.reheat(to: 0.7) }),
    ("seed", { $0.seed = 5 }),
    (
      "repair",
      {
        $0.kinetics.position[0].x = .nan; $0.advance()
      }
    ),
  ]

  @Test(arguments: everyEngine)
  func aHeldSnapshotNeverChanges(engine: Engine) throws {
    try withEvery("change", in: changes.indices) { index in
      let simulation = try running(engine)
      let snapshot = simulation.kinetics
      let same = try running(engine).kinetics
      expectSameState(snapshot, same)
      try withTrace("name", changes[index].name) { try changes[index].change(simulation) }
      simulation.advance(by: 2)
      expectSameState(snapshot, same)
      #expect(snapshot.stateHash == same.stateHash)
      #expect(snapshot.seed == same.seed)
      #expect(simulation.stateHash != snapshot.stateHash)
    }
  }

  /// And the other way round: what is done to a snapshot does not reach the simulation.
  @Test(arguments: everyEngine)
  func aChangedSnapshotDoesNotChangeTheSimulation(engine: Engine) throws {
    let simulation = try running(engine)
    let same = try running(engine)
    var snapshot = simulation.kinetics
    snapshot.position[0] = Vector2(100, 100)
    snapshot.pins.pin(0, at: .zero)
    snapshot.links = []
    snapshot.alpha = 0
    snapshot.withUnsafeMutableState { _, velocity in velocity[5] = Vector2(9, 9) }
    expectSameState(simulation.kinetics, same.kinetics)
    simulation.advance(by: 5)
    same.advance(by: 5)
    expectSameState(simulation.kinetics, same.kinetics)
    #expect(snapshot.position[0] == Vector2(100, 100))
  }

  @Test(arguments: everyEngine)
  func restoringASnapshotGivesTheSameBitsAgain(engine: Engine) throws {
    // Coincident nodes, so that random displacements have to be the same ones again, too.
    let simulation = try Named2D(
      20, links: GraphFixture.grid(4, 5).links, standardForces(),
      position: PointSet.twoCoincident(20).points, engine: engine)
    simulation.advance(by: 2)
    simulation.kinetics.position[8] = simulation.kinetics.position[3]
    let snapshot = simulation.kinetics
    simulation.advance(by: 20)
    let first = simulation.kinetics
    simulation.links = []
    simulation.advance(by: 5)
    simulation.kinetics = snapshot
    expectSameState(simulation.kinetics, snapshot)
    simulation.advance(by: 20)
    expectSameState(simulation.kinetics, first)
    // In another simulation with the same forces as well.
    let other = try Named2D(0, standardForces(), engine: engine)
    other.kinetics = snapshot
    other.advance(by: 20)
    expectSameState(other.kinetics, first)
  }

  @Test func theStateHashTellsStatesApart() throws {
    let state = try running(.kernels).kinetics
    #expect(state.stateHash == (try running(.kernels)).stateHash)
    var others: [Kinetics2D] = Array(repeating: state, count: 5)
    others[0].position[19].y = others[0].position[19].y.nextUp
    others[1].velocity[0].x = others[1].velocity[0].x.nextDown
    others[2].alpha = others[2].alpha.nextUp
    others[3].position.swapAt(0, 1)
    others[4].velocity[3].x *= -1
    #expect(Set(([state] + others).map(\.stateHash)).count == 6)
    #expect(try Kinetics2D(nodeCount: 0).stateHash != Kinetics2D(nodeCount: 1).stateHash)
  }

  @Test func snapshotsAreReadByOtherTasksWhileTheSimulationRuns() async throws {
    let simulation = try running(.kernels)
    simulation.kernelOptions = eagerThreads(2)
    let sums = try await withThrowingTaskGroup(of: (Int, UInt64, UInt64).self) { group in
      for round in 0..<20 {
        let snapshot = simulation.kinetics
        let hash = snapshot.stateHash
        group.addTask {
          var copy = snapshot
          for node in 0..<copy.nodeCount { copy.position[node] *= 2 }
          return (round, hash, snapshot.stateHash)
        }
        simulation.advance()
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.count == 20)
    #expect(sums.allSatisfy { $0.1 == $0.2 })
    #expect(Set(sums.map(\.1)).count == 20)
  }
}
