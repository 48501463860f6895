import ForceSimulation
import Testing
import _TestSupport

/// Reading and writing positions, velocities and links from outside, and by forces.
@Suite(.traced) struct SimulationStateTests {
  // MARK: Reading and writing

  @Test func stateIsWrittenNodeByNode() throws {
    let simulation = try Named2D(3, velocity: Array(repeating: .zero, count: 3))
    simulation.kinetics.position[1] = Vector2(5, 6)
    simulation.kinetics.position[2].y = -1
    simulation.kinetics.velocity[1] = Vector2(10, 0)
    #expect(simulation.kinetics.position[1] == Vector2(5, 6))
    simulation.advance()
    #expect(simulation.kinetics.position[1] == Vector2(11, 6))
    #expect(simulation.kinetics.velocity[1] == Vector2(6, 0))
    #expect(simulation.kinetics.position[2].y == -1)
  }

  @Test func stateIsWrittenAsAWhole() throws {
    let simulation = try Named2D(3)
    let points = PointSet<Vector2>.uniform(3).points
    simulation.kinetics.position = NodeArray(points)
    #expect(simulation.kinetics.position.asArray() == points)
    try simulation.setPositions(points.reversed())
    try simulation.setVelocities(points)
    #expect(simulation.kinetics.position.asArray() == points.reversed())
    #expect(simulation.kinetics.velocity.asArray() == points)
    #expect(Array(simulation.kinetics.position) == points.reversed())
    #expect(simulation.kinetics.position.range == 0..<3)
    simulation.kinetics.position.swapAt(0, 2)
    #expect(simulation.kinetics.position.asArray() == points)
  }

  @Test func buffersAreTheStateItself() throws {
    let simulation = try Named2D(3)
    let count = simulation.kinetics.withUnsafeMutableState { position, velocity in
      for node in position.indices {
        position[node] = Vector2(repeating: Double(node))
        velocity[node] = Vector2(repeating: -Double(node))
      }
      return position.count + velocity.count
    }
    #expect(count == 6)
    #expect(simulation.kinetics.position[2] == Vector2(2, 2))
    #expect(simulation.kinetics.velocity[2] == Vector2(-2, -2))
    simulation.kinetics.velocity.withUnsafeMutableBufferPointer { $0[0].x = 9 }
    let sum = simulation.kinetics.velocity.withUnsafeBufferPointer { $0.reduce(.zero, +) }
    #expect(sum == Vector2(6, -3))
    try withEvery("count", in: [0, 1]) { count in
      let small = try Named2D(count)
      small.kinetics.withUnsafeMutableState { position, _ in #expect(position.count == count) }
    }
  }

  @Test func alphaAndTheRestAreWrittenThroughKinetics() throws {
    let simulation = try Named2D(1)
    simulation.kinetics.alpha = 0.5
    simulation.kinetics.alphaDecay = 0
    simulation.kinetics.velocityDecay = 1
    simulation.advance(by: 3)
    #expect(simulation.alpha == 0.5)
    #expect(simulation.kinetics.parameters == simulation.parameters)
  }

  // MARK: Errors change nothing

  @Test func refusedInputChangesNothing() throws {
    let simulation = try Named2D(4, links: GraphFixture.path(4).links, standardForces())
    simulation.kinetics.pins.pin(1, at: Vector2(3, 3))
    simulation.advance(by: 3)
    let before = simulation.kinetics
    let refusals: [(String, SimulationError, (Named2D) throws -> Void)] = [
      (
        "links", .linkEndOutOfRange(link: 1, end: .target, node: 4, nodeCount: 4),
        { try $0.setLinks([Link(0, 1), Link(3, 4)]) }
      ),
      (
        "too few positions", .wrongLength(of: "position", expected: 4, found: 1),
        { try $0.setPositions([.zero]) }
      ),
      (
        "positions",
        .notFinite("position", index: 2, value: "SIMD2<Double>(0.0, inf)"),
        { try $0.setPositions([.zero, .zero, Vector2(0, .infinity), .zero]) }
      ),
      (
        "too many velocities", .wrongLength(of: "velocity", expected: 4, found: 5),
        { try $0.setVelocities(Array(repeating: .zero, count: 5)) }
      ),
      (
        "velocities", .notFinite("velocity", index: 0, value: "SIMD2<Double>(nan, 0.0)"),
        { try $0.setVelocities([Vector2(.nan, 0), .zero, .zero, .zero]) }
      ),
      (
        "nodes twice", .duplicate("previous node 2", first: 0, second: 3),
        { try $0.replaceNodes([2, nil, 1, 2]) }
      ),
      (
        "no such node", .nodeOutOfRange("previousIndex[1]", node: 4, nodeCount: 4),
        { try $0.replaceNodes([0, 4]) }
      ),
      (
        "negative node", .nodeOutOfRange("previousIndex[0]", node: -1, nodeCount: 4),
        { try $0.replaceNodes([-1]) }
      ),
      (
        "links of replaced nodes",
        .linkEndOutOfRange(link: 0, end: .source, node: 2, nodeCount: 2),
        { try $0.replaceNodes([0, 1], links: [Link(2, 0)]) }
      ),
    ]
    try withEvery("refusal", in: refusals) { name, error, refuse in
      #expect(throws: error) { try refuse(simulation) }
      expectSameState(simulation.kinetics, before)
      let untouched = try Named2D(0, standardForces())
      untouched.kinetics = before
      simulation.kinetics = before
      simulation.advance(by: 2)
      untouched.advance(by: 2)
      expectSameState(simulation.kinetics, untouched.kinetics)
      simulation.kinetics = before
    }
  }

  /// A force that fits the old nodes but not the new ones: nothing changes, neither state nor
  /// forces.
  @Test func nodesThatAForceRefusesAreNotTaken() throws {
    let forces: ForceList<SIMD2<Double>> = [
      "collide": Kinetics2D.CollideForce(radius: .varied { $0 < 3 ? 1 : -1 })
    ]
    let simulation = try Named2D(3, forces)
    let before = simulation.kinetics
    #expect(throws: SimulationError.negative("collide radius", index: 3, value: "-1.0")) {
      try simulation.replaceNodes([0, 1, 2, nil])
    }
    expectSameState(simulation.kinetics, before)
    simulation.advance()
    #expect(simulation.nodeCount == 3)
  }

  // MARK: Links

  private func pulled(_ engine: Engine) throws -> Named2D {
    try Named2D(
      3, ["link": Kinetics2D.LinkForce(stiffness: .constant(1), originalLength: .constant(10))],
      position: [.zero, Vector2(40, 0), Vector2(0, 50)], engine: engine)
  }

  @Test(arguments: everyEngine)
  func linksWrittenThroughKineticsActFromTheNextTickOn(engine: Engine) throws {
    let simulation = try pulled(engine)
    simulation.advance()
    #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
    simulation.kinetics.links = [Link(0, 1)]
    simulation.advance()
    #expect(simulation.kinetics.velocity[0].x > 0)
    #expect(simulation.kinetics.velocity[2] == .zero)
    simulation.kinetics.links.append(Link(0, 2))
    simulation.advance()
    #expect(simulation.kinetics.velocity[2].y < 0)
    simulation.links = []
    try simulation.setVelocities(Array(repeating: .zero, count: 3))
    simulation.advance()
    #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
  }

  /// A state with the same number of nodes but other links, put in the place of the state.
  @Test(arguments: everyEngine)
  func theForcesFollowTheLinksOfAnotherState(engine: Engine) throws {
    let simulation = try pulled(engine)
    simulation.links = [Link(0, 1)]
    var other = try Kinetics2D(
      nodeCount: 3, links: [Link(0, 2)],
      position: simulation.kinetics.position.asArray(), engine: engine)
    simulation.kinetics = other
    simulation.advance()
    #expect(simulation.kinetics.velocity[1] == .zero)
    #expect(simulation.kinetics.velocity[2].y < 0)
    // And of one whose links have been changed as often as those of the state it replaces.
    for links in [[Link(0, 1)], [Link(1, 2)], [Link(0, 2)]] { other.links = links }
    simulation.kinetics = other
    var twin = other
    twin.links = [Link(0, 1)]
    other.links = [Link(0, 2)]
    simulation.kinetics = twin
    simulation.advance()
    simulation.kinetics = other
    simulation.advance()
    #expect(simulation.kinetics.velocity[1] == .zero)
    #expect(simulation.kinetics.velocity[2].y < 0)
  }

  @Test(arguments: everyEngine)
  func anotherStateMayHaveAnotherNumberOfNodes(engine: Engine) throws {
    let simulation = try Named2D(3, standardForces(), engine: engine)
    simulation.advance()
    simulation.kinetics = try Kinetics2D(
      nodeCount: 8, links: GraphFixture.path(8).links, engine: engine)
    simulation.advance(by: 10)
    let fresh = try Named2D(8, links: GraphFixture.path(8).links, standardForces(), engine: engine)
    fresh.advance(by: 10)
    expectSameState(simulation.kinetics, fresh.kinetics)
  }

  // MARK: Custom forces

  @Test(arguments: everyEngine)
  func aForceReadsAndWritesEverything(engine: Engine) throws {
    let busy = FunctionForce<Vector2> { kinetics in
      kinetics.position[0] = Vector2(1, 1)
      kinetics.velocity[0] = Vector2(0, Double(kinetics.nodeCount))
      kinetics.pins.pin(1, at: Vector2(-7, 7))
      kinetics.alpha = 0.75
      kinetics.alphaTarget = 0.5
      kinetics.velocityDecay = 1
      kinetics.seed += kinetics.tickCount
      kinetics.links = [Link(0, 2)]
      kinetics.withUnsafeMutableState { _, velocity in velocity[3] = Vector2(8, 0) }
    }
    let simulation = try Named2D(
      4, links: [Link(2, 3)],
      [
        "busy": busy,
        "link": Kinetics2D.LinkForce(stiffness: .constant(1), originalLength: .constant(1)),
      ], position: [.zero, .zero, Vector2(20, 0), Vector2(21, 0)], engine: engine)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(1, 5))
    #expect(simulation.kinetics.position[1] == Vector2(-7, 7))
    #expect(simulation.kinetics.pins[1] == Vector2(-7, 7))
    #expect(simulation.kinetics.velocity[3].x != 0)
    #expect(simulation.parameters.alpha == 0.75 && simulation.parameters.alphaTarget == 0.5)
    #expect(simulation.parameters.velocityDecay == 1)
    #expect(simulation.seed == 2)
    #expect(simulation.links == [Link(0, 2)])
    // From the second tick on the link force knows the new link.
    simulation.kinetics.velocity[2] = .zero
    simulation.advance()
    #expect(simulation.kinetics.velocity[2].x < -1)
  }

  @Test(arguments: everyEngine)
  func aCustomForceIsBoundLikeTheOthers(engine: Engine) throws {
    final class Count {
      var values: [Int] = []
    }
    struct Counting: Force {
      let count: Count
      func apply(to kinetics: inout Kinetics<Vector2>) {}
      mutating func bindKinetics(_ kinetics: Kinetics<Vector2>) {
        count.values.append(kinetics.links.count)
      }
    }
    let count = Count()
    let simulation = try Named2D(3, ["counting": Counting(count: count)], engine: engine)
    simulation.advance(by: 2)
    #expect(count.values == [0])
    simulation.links = [Link(0, 1)]
    simulation.kinetics.links = [Link(0, 1), Link(1, 2)]
    #expect(count.values == [0, 1])
    simulation.advance(by: 2)
    #expect(count.values == [0, 1, 2])
    try simulation.replaceNodes([0, 1])
    #expect(count.values == [0, 1, 2, 1])
  }
}
