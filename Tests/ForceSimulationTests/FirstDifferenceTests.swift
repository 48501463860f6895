import ForceSimulation
import Testing
import _TestSupport

/// The search for the first difference of two runs.
@Suite struct FirstDifferenceTests {
  private func simulation(_ change: (inout Kinetics<Vector2>) -> Void = { _ in }) throws -> Named2D
  {
    let simulation = try Named2D(
      9, links: GraphFixture.grid(3, 3).links, standardForces(),
      position: PointSet<Vector2>.uniform(9).points)
    change(&simulation.kinetics)
    return simulation
  }

  @Test func equalRunsHaveNone() throws {
    let (first, second) = (try simulation(), try simulation())
    #expect(firstDifference(between: first, and: second, ticks: 20) == nil)
    #expect(first.kinetics.tickCount == 20)
    // The probes have changed nothing.
    let plain = try simulation()
    plain.advance(by: 20)
    #expect(first.kinetics.trajectoryHash == plain.kinetics.trajectoryHash)
    #expect(second.kinetics.trajectoryHash == plain.kinetics.trajectoryHash)
  }

  @Test func aForceThatDiffersIsNamed() throws {
    let (first, second) = (try simulation(), try simulation())
    first.forces["gust"] = FunctionForce<Vector2> { _ in }
    second.forces["gust"] = FunctionForce<Vector2> { step in
      if step.kinetics.tickCount == 7 { step.velocity[5].y = step.velocity[5].y.nextUp }
    }
    let found = try #require(firstDifference(between: first, and: second, ticks: 20))
    #expect(found.tick == 7)
    #expect(found.step == "gust")
    #expect(found.quantity == .velocity)
    #expect(found.node == 5)
    #expect(found.first != found.second)
    #expect(
      "\(found)"
        == "tick 7, after gust, velocity of node 5: \(found.first) and \(found.second)")
  }

  @Test func theFirstOfSeveralForcesIsNamed() throws {
    let (first, second) = (try simulation(), try simulation())
    second.forces["link"] = LinkForce<Vector2>(
      strength: .byDegree, length: 31)
    let found = try #require(firstDifference(between: first, and: second, ticks: 3))
    #expect(found.tick == 1)
    #expect(found.step == "link")
  }

  @Test func integrationAndTheSignOfZeroCount() throws {
    let first = try simulation { $0.pins[4] = Vector2(0, 1) }
    let second = try simulation { $0.pins[4] = Vector2(-0.0, 1) }
    let found = try #require(firstDifference(between: first, and: second, ticks: 3))
    #expect(found.tick == 1)
    #expect(found.step == "integration")
    #expect(found.quantity == .position)
    #expect(found.node == 4)
  }
}
