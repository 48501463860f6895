import ForceSimulation
import Testing
import _TestSupport

/// The behaviours that d3-force 3.0.0's own test suite checks, with the same numbers. Those that do
/// not depend on the order of an in-place pass hold in every engine.
@Suite(.traced) struct D3BehaviourTests {
  typealias Vector = SIMD2<Double>

  private static let sequential = Engine.reference(.sequential)
  private static let engines = [sequential, .reference(.parallel), .kernels]
  /// d3's tests take numbers as equal within this.
  private static let near = Tolerance.within(1e-6)
  /// Where the first three nodes without a position start.
  private static let phyllotaxis = [
    Vector(7.0710678118654755, 0), Vector(-9.03088751750192, 8.27303273571596),
    Vector(1.3823220809823638, -15.750847141167634),
  ]

  private func simulation(
    _ nodeCount: Int, _ force: (any Force<Vector>)? = nil, position: [Vector]? = nil,
    pins: [Vector?]? = nil, engine: Engine
  ) throws -> Simulation<Vector, ForceList<Vector>> {
    var forces = ForceList<Vector>()
    forces["force"] = force
    return try Simulation(
      nodeCount: nodeCount, forces: forces, positions: position, pins: pins,
      engine: engine)
  }

  private func collide(_ radius: Double) -> CollideForce<Vector> {
    CollideForce(radius: .constant(radius))
  }

  private func pull(
    _ axis: Axis, to target: NodeValues<Double>
  ) -> PositionForce<Vector> {
    PositionForce(axis: axis, target: target)
  }

  private func expectAtRest(
    _ simulation: Simulation<Vector, ForceList<Vector>>, at positions: [Vector],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectClose(
      simulation.kinetics.position, positions, Self.near, "position",
      sourceLocation: sourceLocation)
    expectClose(
      simulation.kinetics.velocity, Array(repeating: .zero, count: positions.count), Self.near,
      "velocity", sourceLocation: sourceLocation)
  }

  // MARK: Center

  @Test(arguments: engines)
  func centerRepositionsNodes(engine: Engine) throws {
    let simulation = try simulation(
      3, CenterForce(center: Vector.zero),
      position: [Vector(100, 0), Vector(200, 0), Vector(300, 0)], engine: engine)
    simulation.advance()
    expectAtRest(simulation, at: [Vector(-100, 0), .zero, Vector(100, 0)])
  }

  @Test(arguments: engines)
  func centerRespectsFixedPositions(engine: Engine) throws {
    let simulation = try simulation(
      3, CenterForce(center: Vector.zero), pins: [.zero, nil, nil], engine: engine)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == .zero)
    #expect(simulation.kinetics.velocity[0] == .zero)
    #expect(simulation.kinetics.pins[0] == .zero)
    // The free nodes have moved: the center of all three was not at zero.
    #expect(simulation.kinetics.position[1] != Self.phyllotaxis[1])
  }

  // MARK: Collide

  @Test func collideKeepsItsDistance() throws {
    let simulation = try simulation(3, collide(1), engine: Self.sequential)
    simulation.advance(by: 10)
    expectAtRest(simulation, at: Self.phyllotaxis)
    simulation.forces["force"] = collide(100)
    simulation.advance(by: 10)
    expectClose(
      simulation.kinetics.position,
      [
        Vector(174.08616723117228, 66.51743051995625),
        Vector(-139.73606544743998, 95.69860503079263),
        Vector(-34.9275994083864, -169.69384995620052),
      ], Self.near, "position")
    expectClose(
      simulation.kinetics.velocity,
      [
        Vector(0.677346615710878, 0.26976816231064354),
        Vector(-0.5300880593105067, 0.3545632444404687),
        Vector(-0.1472585564003713, -0.6243314067511122),
      ], Self.near, "velocity")
  }

  /// The parallel order goes another way than d3, to the same end.
  @Test(arguments: engines)
  func collideSeparatesNodes(engine: Engine) throws {
    let simulation = try simulation(3, collide(1), engine: engine)
    simulation.advance(by: 10)
    expectAtRest(simulation, at: Self.phyllotaxis)
    simulation.forces["force"] = collide(100)
    simulation.advance(by: 50)
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
      let distance = simulation.kinetics.position[a].distance(to: simulation.kinetics.position[b])
      #expect(distance > 199.9, "nodes \(a) and \(b)")
    }
  }

  @Test(arguments: engines)
  func collideRespectsFixedPositions(engine: Engine) throws {
    let simulation = try simulation(3, collide(1), pins: [.zero, nil, nil], engine: engine)
    simulation.advance(by: 10)
    #expect(simulation.kinetics.position[0] == .zero)
    #expect(simulation.kinetics.velocity[0] == .zero)
    simulation.forces["force"] = collide(100)
    simulation.advance(by: 10)
    #expect(simulation.kinetics.position[0] == .zero)
    #expect(simulation.kinetics.velocity[0] == .zero)
    #expect(simulation.kinetics.position[1].length() > 100)
  }

  @Test(arguments: engines)
  func collideJigglesEqualPositions(engine: Engine) throws {
    let simulation = try simulation(2, collide(1), position: [.zero, .zero], engine: engine)
    simulation.advance()
    let (position, velocity) = (simulation.kinetics.position, simulation.kinetics.velocity)
    #expect(position[0].x != position[1].x)
    #expect(position[0].y != position[1].y)
    #expect(velocity[0].x == -velocity[1].x)
    #expect(velocity[0].y == -velocity[1].y)
  }

  @Test func collideJigglesAsD3Does() throws {
    let simulation = try simulation(
      10, collide(1), position: Array(repeating: .zero, count: 10), engine: Self.sequential)
    simulation.advance(by: 50)
    expectClose(
      simulation.kinetics.position[0], Vector(-5.371433857229194, -2.6644608278592576), Self.near)
    expectClose(simulation.kinetics.velocity[0], .zero, Self.near)
  }

  @Test(arguments: engines)
  func collideJigglesReproducibly(engine: Engine) throws {
    let runs = try (0..<2).map { _ in
      let simulation = try simulation(
        10, collide(1), position: Array(repeating: .zero, count: 10), engine: engine)
      simulation.advance(by: 50)
      return simulation.kinetics.position
    }
    expectSameBits(runs[0], runs[1], "position")
    #expect(Set(runs[0]).count == 10)
  }

  // MARK: Find

  private static let threePoints = [Vector(5, 0), Vector(10, 16), Vector(-10, -4)]

  @Test func findGivesTheNearestNode() throws {
    let simulation = try simulation(3, position: Self.threePoints, engine: .kernels)
    #expect(simulation.find(near: Vector(0, 0)) == 0)
    #expect(simulation.find(near: Vector(0, 20)) == 1)
  }

  @Test func findKeepsToItsRadius() throws {
    let simulation = try simulation(3, position: Self.threePoints, engine: .kernels)
    #expect(simulation.find(near: Vector(0, 0)) == 0)
    #expect(simulation.find(near: Vector(0, 0), within: 1) == nil)
    #expect(simulation.find(near: Vector(0, 20)) == 1)
    // At the radius itself is outside, and the lower index wins a tie.
    #expect(simulation.find(near: Vector(0, 0), within: 5) == nil)
    #expect(simulation.find(near: Vector(0, 0), within: 5.0.nextUp) == 0)
    let pair = try self.simulation(2, position: [Vector(1, 0), Vector(-1, 0)], engine: .kernels)
    #expect(pair.find(near: .zero) == 0)
  }

  // MARK: Simulation

  @Test(arguments: engines)
  func nodesStartOnAPhyllotaxis(engine: Engine) throws {
    expectAtRest(try simulation(3, engine: engine), at: Self.phyllotaxis)
  }

  @Test func defaultParametersAreD3s() throws {
    let simulation = try simulation(0, engine: .kernels)
    #expect(simulation.parameters.alpha == 1)
    #expect(simulation.parameters.alphaMin == 0.001)
    #expect(simulation.parameters.alphaDecay == 0.02276277904418933)
    #expect(simulation.parameters.alphaTarget == 0)
    #expect(simulation.parameters.velocityDecay == 0.6)
  }

  @Test(arguments: engines)
  func ticksEndWhenCold(engine: Engine) throws {
    let simulation = try simulation(3, engine: engine)
    var events: [String] = []
    simulation.onTick { _ in events.append("tick") }
    simulation.onEnd { _ in events.append("end") }
    #expect(simulation.run(atMost: 1000) == 300)
    #expect(events.count == 301 && events.last == "end" && events[299] == "tick")
    #expect(simulation.parameters.alpha == 0.0009999999999999966)
    // `advance` is d3's `tick`: it does not stop, and sends nothing.
    simulation.advance(by: 5)
    #expect(simulation.parameters.alpha < 0.0009)
    #expect(events.count == 301)
  }

  // MARK: Position

  private static let axes: [Axis] = [.x, .y]

  /// Nodes at 100, 200 and 300 on one axis, 0 on the other.
  private func inARow(_ axis: Int) -> [Vector] {
    [100, 200, 300].map { coordinate in
      var point = Vector.zero
      point[axis] = coordinate
      return point
    }
  }

  @Test(arguments: engines)
  func positionPullsToItsTarget(engine: Engine) throws {
    for (axis, direction) in Self.axes.enumerated() {
      try withTrace("axis", axis) {
        let simulation = try simulation(
          3, pull(direction, to: .constant(200)), position: inARow(axis), engine: engine)
        simulation.advance(by: 30)
        let (position, velocity) = (simulation.kinetics.position, simulation.kinetics.velocity)
        #expect(position[0][axis] > 190 && position[0][axis] < 200)
        #expect(velocity[0][axis] > 0)
        #expect(position[1][axis] == 200)
        #expect(velocity[1][axis] == 0)
        #expect(position[2][axis] < 210 && position[2][axis] > 200)
        #expect(velocity[2][axis] < 0)
        #expect((0..<3).allSatisfy { position[$0][1 - axis] == 0 })
      }
    }
  }

  @Test(arguments: engines)
  func positionPullsEachNodeToItsOwnTarget(engine: Engine) throws {
    let targets = [300.0, 200, 100]
    for (axis, direction) in Self.axes.enumerated() {
      try withTrace("axis", axis) {
        let simulation = try simulation(
          3, pull(direction, to: .function { targets[$0] }), position: inARow(axis), engine: engine)
        simulation.advance(by: 30)
        let (position, velocity) = (simulation.kinetics.position, simulation.kinetics.velocity)
        #expect(position[0][axis] > 290)
        #expect(velocity[0][axis] > 0)
        #expect(position[1][axis] == 200)
        #expect(velocity[1][axis] == 0)
        #expect(position[2][axis] < 110)
        #expect(velocity[2][axis] < 0)
      }
    }
  }

  @Test(arguments: engines)
  func positionRespectsFixedPositions(engine: Engine) throws {
    for (axis, direction) in Self.axes.enumerated() {
      try withTrace("axis", axis) {
        let simulation = try simulation(
          3, pull(direction, to: .constant(200)), pins: [.zero, nil, nil], engine: engine)
        simulation.advance()
        #expect(simulation.kinetics.position[0] == .zero)
        #expect(simulation.kinetics.velocity[0] == .zero)
        #expect(simulation.kinetics.position[1][axis] > Self.phyllotaxis[1][axis])
      }
    }
  }
}
