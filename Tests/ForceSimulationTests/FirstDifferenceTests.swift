import ForceSimulation
import Testing
import _TestSupport

/// The finder that says where two runs part.
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
    #expect(first.stateHash == plain.stateHash)
    #expect(second.stateHash == plain.stateHash)
  }

  @Test func aForceThatDiffersIsNamed() throws {
    let (first, second) = (try simulation(), try simulation())
    first.forces["gust"] = FunctionForce<Vector2> { _ in }
    second.forces["gust"] = FunctionForce<Vector2> { kinetics in
      if kinetics.tickCount == 7 { kinetics.velocity[5].y = kinetics.velocity[5].y.nextUp }
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
    second.forces["link"] = Kinetics2D.LinkForce(
      stiffness: .weightedByDegree { _, _ in 1 }, originalLength: .constant(31))
    let found = try #require(firstDifference(between: first, and: second, ticks: 3))
    #expect(found.tick == 1)
    #expect(found.step == "link")
  }

  @Test func integrationAndTheSignOfZeroCount() throws {
    let first = try simulation { $0.pins.pin(4, at: Vector2(0, 1)) }
    let second = try simulation { $0.pins.pin(4, at: Vector2(-0.0, 1)) }
    let found = try #require(firstDifference(between: first, and: second, ticks: 3))
    #expect(found.tick == 1)
    #expect(found.step == "integration")
    #expect(found.quantity == .position)
    #expect(found.node == 4)
  }
}
