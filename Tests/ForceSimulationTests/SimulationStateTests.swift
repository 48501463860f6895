import ForceSimulation
import Synchronization
import Testing
import _TestSupport

/// Access to positions and velocities, from outside and by forces.
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
    simulation.kinetics.position = NodeArray(points.reversed())
    simulation.kinetics.velocity = NodeArray(points)
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
    simulation.kinetics.parameters.alphaDecay = 0
    simulation.kinetics.parameters.velocityDecay = 1
    simulation.advance(by: 3)
    #expect(simulation.parameters.alpha == 0.5)
    #expect(simulation.kinetics.parameters == simulation.parameters)
  }

  // MARK: Other states

  /// A state with the same number of nodes but other links, put in the place of the state.
  @Test(arguments: everyEngine)
  func theForcesFollowTheLinksOfAnotherState(engine: Engine) throws {
    func pulled(_ links: [Link<Int>]) throws -> Named2D {
      try Named2D(
        3, links: links, ["link": LinkForce<Vector2>(strength: 1, length: 10)],
        position: [.zero, Vector2(40, 0), Vector2(0, 50)], engine: engine)
    }
    let simulation = try pulled([Link(0, 1)])
    simulation.kinetics = try pulled([Link(0, 2)]).kinetics
    simulation.advance()
    #expect(simulation.kinetics.velocity[1] == .zero)
    #expect(simulation.kinetics.velocity[2].y < 0)
    // And of one whose links have been changed as often as those of the state it replaces.
    let twin = try pulled([Link(1, 2)])
    for changed in [simulation, twin] {
      try changed.edit { $0.replaceLinks([changed === twin ? Link(0, 1) : Link(0, 2)]) }
      changed.kinetics.velocity = NodeArray(Array(repeating: .zero, count: 3))
    }
    simulation.kinetics = twin.kinetics
    simulation.advance()
    #expect(simulation.kinetics.velocity[1].x < 0)
    #expect(simulation.kinetics.velocity[2] == .zero)
  }

  @Test(arguments: everyEngine)
  func anotherStateMayHaveAnotherNumberOfNodes(engine: Engine) throws {
    let simulation = try Named2D(3, standardForces(), engine: engine)
    simulation.advance()
    simulation.kinetics = try Kinetics2D(nodeCount: 8, links: GraphFixture.path(8).links)
    simulation.advance(by: 10)
    let fresh = try Named2D(8, links: GraphFixture.path(8).links, standardForces(), engine: engine)
    fresh.advance(by: 10)
    expectSameState(simulation.kinetics, fresh.kinetics)
  }

  // MARK: Custom forces

  @Test(arguments: everyEngine)
  func aForceReadsAndWritesEverything(engine: Engine) throws {
    let busy = FunctionForce<Vector2> { step in
      step.position[0] = Vector2(1, 1)
      step.velocity[0] = Vector2(0, Double(step.nodeCount))
      step.kinetics.pins[1] = Vector2(-7, 7)
      step.kinetics.alpha = 0.75
      step.kinetics.parameters.alphaTarget = 0.5
      step.kinetics.parameters.velocityDecay = 1
      step.kinetics.seed += step.kinetics.tickCount
      step.kinetics.withUnsafeMutableState { _, velocity in velocity[3] = Vector2(8, 0) }
    }
    let simulation = try Named2D(
      4, ["busy": busy], position: [.zero, .zero, Vector2(20, 0), Vector2(21, 0)], engine: engine)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(1, 5))
    #expect(simulation.kinetics.position[1] == Vector2(-7, 7))
    #expect(simulation.kinetics.pins[1] == Vector2(-7, 7))
    #expect(simulation.kinetics.position[3] == Vector2(29, 0))
    #expect(simulation.parameters.alpha == 0.75 && simulation.parameters.alphaTarget == 0.5)
    #expect(simulation.parameters.velocityDecay == 1)
    #expect(simulation.kinetics.seed == 2)
  }

  @Test(arguments: everyEngine)
  func aCustomForceIsBoundLikeTheOthers(engine: Engine) throws {
    final class Count: Sendable {
      let values = Mutex<[Int]>([])
      var noted: [Int] { values.withLock { $0 } }
    }
    struct Counting: Force {
      let count: Count
      func apply(to step: inout StepContext<Vector2>) {}
      mutating func bind(to context: inout BindingContext<Vector2>) {
        count.values.withLock { $0.append(context.links.count) }
      }
    }
    let count = Count()
    let simulation = try Named2D(3, ["counting": Counting(count: count)], engine: engine)
    simulation.advance(by: 2)
    #expect(count.noted == [0])
    try simulation.edit { $0.replaceLinks([Link(0, 1), Link(1, 2)]) }
    #expect(count.noted == [0, 2])
    simulation.advance(by: 2)
    #expect(count.noted == [0, 2])
    try simulation.edit { $0.remove(node: 2) }
    #expect(count.noted == [0, 2, 1])
    simulation.kinetics = try Kinetics2D(nodeCount: 4)
    simulation.advance(by: 2)
    #expect(count.noted == [0, 2, 1, 0])
  }
}
