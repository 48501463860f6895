import ForceSimulation
import Testing
import _TestSupport

/// A copy of the state is a snapshot: later ticks and edits do not change it.
@Suite(.traced) struct SnapshotTests {
  private func running(_ engine: Engine) throws -> Named2D {
    let simulation = try Named2D(
      20, links: GraphFixture.grid(4, 5).links, standardForces(), engine: engine)
    try simulation.kinetics.pins.pin(7, at: Vector2(1, 1))
    simulation.advance(by: 3)
    return simulation
  }

  /// Every way of changing a state.
  private let changes: [(name: String, change: (Named2D) throws -> Void)] = [
    ("tick", { $0.run(atMost: 5) }),
    ("position", { $0.kinetics.position[3] = .zero }),
    ("velocity", { $0.kinetics.velocity[3] += 1 }),
    (
      "all positions",
      { $0.kinetics.position = NodeArray(Array(repeating: .zero, count: $0.nodeCount)) }
    ),
    (
      "all velocities",
      { $0.kinetics.velocity = NodeArray(Array(repeating: .zero, count: $0.nodeCount)) }
    ),
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
    ("pin", { try $0.kinetics.pins.pin(2, at: .zero) }),
    ("release", { $0.kinetics.pins.release(7) }),
    ("links", { try $0.edit { $0.replaceLinks([]) } }),
    ("one link", { try $0.edit { $0.remove(link: 0) } }),
    ("nodes", { try $0.edit { $0.arrange([3, 2, 1]) } }),
    ("alpha", { $0.reheat(to: 0.7) }),
    ("seed", { $0.kinetics.seed = 5 }),
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
      #expect(snapshot.trajectoryHash == same.trajectoryHash)
      #expect(snapshot.seed == same.seed)
      #expect(simulation.kinetics.trajectoryHash != snapshot.trajectoryHash)
    }
  }

  /// And the other way round: what is done to a snapshot does not reach the simulation.
  @Test(arguments: everyEngine)
  func aChangedSnapshotDoesNotChangeTheSimulation(engine: Engine) throws {
    let simulation = try running(engine)
    let same = try running(engine)
    var snapshot = simulation.kinetics
    snapshot.position[0] = Vector2(100, 100)
    try snapshot.pins.pin(0, at: .zero)
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
    try simulation.edit { $0.replaceLinks([]) }
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

  @Test func theTrajectoryHashTellsStatesApart() throws {
    let state = try running(.kernels).kinetics
    #expect(state.trajectoryHash == (try running(.kernels)).kinetics.trajectoryHash)
    var others: [Kinetics2D] = Array(repeating: state, count: 5)
    others[0].position[19].y = others[0].position[19].y.nextUp
    others[1].velocity[0].x = others[1].velocity[0].x.nextDown
    others[2].alpha = others[2].alpha.nextUp
    others[3].position.swapAt(0, 1)
    others[4].velocity[3].x *= -1
    #expect(Set(([state] + others).map(\.trajectoryHash)).count == 6)
    #expect(
      try Kinetics2D(nodeCount: 0).trajectoryHash
        != Kinetics2D(nodeCount: 1).trajectoryHash)
  }

  @Test func snapshotsAreReadByOtherTasksWhileTheSimulationRuns() async throws {
    let simulation = try running(.kernels)
    simulation.kernelOptions = eagerThreads(2)
    let sums = try await withThrowingTaskGroup(of: (Int, UInt64, UInt64).self) { group in
      for round in 0..<20 {
        let snapshot = simulation.kinetics
        let hash = snapshot.trajectoryHash
        group.addTask {
          var copy = snapshot
          for node in 0..<copy.nodeCount { copy.position[node] *= 2 }
          return (round, hash, snapshot.trajectoryHash)
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
