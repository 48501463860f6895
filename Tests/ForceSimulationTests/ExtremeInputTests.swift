import ForceSimulation
import Testing
import _TestSupport

/// Input at the edges of what numbers can hold: it has a defined, finite result, and comes to an
/// end.
@Suite(.traced) struct ExtremeInputTests {
  // MARK: Few nodes

  private static func run<Vector>(
    _: Vector.Type, _ position: [Vector], engine: Engine, ticks: Int = 10
  ) throws -> NamedSimulation<Vector>
  where Vector: SimulationVector {
    let simulation = try NamedSimulation<Vector>(
      position.count, links: GraphFixture.path(position.count).links, standardForces(),
      position: position, engine: engine)
    simulation.advance(by: ticks)
    expectFinite(simulation.kinetics)
    return simulation
  }

  private static func few<Vector>(_ type: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    #expect(try run(type, [], engine: engine).kinetics.position.isEmpty)
    let one = try run(type, [Vector(repeating: 3)], engine: engine, ticks: 600)
    // Alone, a node comes to rest where center, y and radial force balance.
    #expect(one.kinetics.velocity[0].length() < 1e-3)
    let two = try run(type, [Vector(repeating: 3), Vector(repeating: 3)], engine: engine)
    #expect(two.kinetics.position[0].distance(to: two.kinetics.position[1]) > 1)
    #expect(one.kinetics.nonFiniteNodeCount == 0 && two.kinetics.nonFiniteNodeCount == 0)
  }

  @Test(arguments: everyEngine)
  func noNodesOneNodeAndTwoOnOnePoint(engine: Engine) throws {
    try withEveryVectorType { try Self.few($0, engine: engine) }
  }

  // MARK: Ten thousand nodes on one point

  private static func coincident<Vector>(_ count: Int, _: Vector.Type) throws
  where Vector: SimulationVector {
    let simulation = try NamedSimulation<Vector>(
      count, links: GraphFixture.path(count).links, standardForces(),
      position: Array(repeating: Vector(repeating: 7), count: count))
    func spread() -> Vector.Scalar {
      let position = simulation.kinetics.position
      let mean = position.reduce(.zero, +) / Vector.Scalar(count)
      return position.reduce(0) { $0 + $1.distanceSquared(to: mean) / Vector.Scalar(count) }
    }
    var last: Vector.Scalar = 0
    for tick in 1...3 {
      simulation.advance()
      expectFinite(simulation.kinetics)
      #expect(spread() > last, "after \(tick) ticks")
      last = spread()
    }
    #expect(last > 1)
    #expect(Set(simulation.kinetics.position).count == count)
    #expect(simulation.kinetics.nonFiniteNodeCount == 0)
  }

  @Test func tenThousandCoincidentNodesSeparate() throws {
    try Self.coincident(10_000, SIMD2<Double>.self)
    try Self.coincident(10_000, SIMD3<Float>.self)
  }

  // MARK: Coordinates

  /// Nodes at a distance of `size`, some near each other, on every axis.
  private static func extreme<Vector>(_: Vector.Type, _ size: Vector.Scalar, engine: Engine) throws
  where Vector: SimulationVector {
    var points = [
      Vector(repeating: size), Vector(repeating: -size), .zero, Vector(repeating: size),
    ]
    for axis in 0..<Vector.scalarCount {
      points.append(.zero)
      points[points.count - 1][axis] = size
      points.append(.zero)
      points[points.count - 1][axis] = size / 2
    }
    let first = try run(Vector.self, points, engine: engine)
    let second = try run(Vector.self, points, engine: engine)
    expectSameState(first.kinetics, second.kinetics)
  }

  @Test(arguments: everyEngine)
  func coordinatesMayBeHugeOrTiny(engine: Engine) throws {
    try withEvery(
      "size", in: [.greatestFiniteMagnitude, 1e300, 1e154, 1e-154, 1e-300, .leastNonzeroMagnitude]
    ) { size in
      try Self.extreme(SIMD2<Double>.self, size, engine: engine)
      try Self.extreme(SIMD3<Double>.self, size, engine: engine)
      try Self.extreme(SIMD4<Double>.self, size, engine: engine)
    }
    try withEvery(
      "size", in: [.greatestFiniteMagnitude, 1e38, 1e19, 1e-19, 1e-38, .leastNonzeroMagnitude]
    ) {
      (size: Float) in
      try Self.extreme(SIMD2<Float>.self, size, engine: engine)
      try Self.extreme(SIMD3<Float>.self, size, engine: engine)
      try Self.extreme(SIMD4<Float>.self, size, engine: engine)
    }
  }

  /// Subnormal differences are used as they are, not flushed to zero: the kernels and the reference
  /// agree on them.
  @Test func subnormalNumbersAreHonoured() throws {
    let step = Double.leastNonzeroMagnitude
    let position = [Vector2(0, 0), Vector2(3 * step, 0)]
    try withEvery("engine", in: everyEngine) { engine in
      let simulation = try Named2D(2, position: position, engine: engine)
      simulation.kinetics.velocity[0] = Vector2(5 * step, 0)
      simulation.parameters.velocityDecay = 1
      simulation.advance(by: 2)
      expectSameBits(simulation.kinetics.position[0].x, 10 * step)
      expectSameBits(simulation.kinetics.position[1].x, 3 * step)
    }
    let subnormal = PointSet<SIMD3<Float>>.subnormal(50).points
    let kernels = try Self.run(SIMD3<Float>.self, subnormal, engine: .kernels)
    let reference = try Self.run(SIMD3<Float>.self, subnormal, engine: .reference)
    expectSameState(kernels.kinetics, reference.kinetics)
    #expect(Set(kernels.kinetics.position).count == 50)
  }

  // MARK: Parameters

  /// Extreme, but not wrong: forces may overflow, nodes may not.
  private func extremeForces() -> [(String, any Force<Vector2>)] {
    let big = Double.greatestFiniteMagnitude
    return [
      ("charge", ManyBodyForce<Vector2>(strength: .constant(big))),
      ("push", ManyBodyForce<Vector2>(strength: .constant(-big))),
      ("theta", ManyBodyForce<Vector2>(strength: -30, theta: .infinity)),
      ("distanceMin", ManyBodyForce<Vector2>(strength: -30, distanceMin: .infinity)),
      ("no distanceMin", ManyBodyForce<Vector2>(strength: -30, distanceMin: 0)),
      ("no distanceMax", ManyBodyForce<Vector2>(strength: -30, distanceMax: 0)),
      ("link strength", LinkForce<Vector2>(strength: .constant(big))),
      ("negative link strength", LinkForce<Vector2>(strength: -3)),
      ("length", LinkForce<Vector2>(strength: 1, length: .constant(big))),
      ("no length", LinkForce<Vector2>(strength: 1, length: 0)),
      ("no link strength", LinkForce<Vector2>(strength: 0, iterations: 0)),
      ("radius", CollideForce<Vector2>(radius: .constant(big))),
      ("tiny radius", CollideForce<Vector2>(radius: .constant(.leastNonzeroMagnitude))),
      ("one huge radius", CollideForce<Vector2>(radius: .function { $0 == 0 ? 1e200 : 1e-200 })),
      ("no radius", CollideForce<Vector2>(radius: 0, iterations: 3)),
      ("collide strength", CollideForce<Vector2>(radius: 30, strength: big)),
      ("center", CenterForce<Vector2>(center: Vector2(big, -big), strength: big)),
      (
        "target",
        PositionForce<Vector2>(
          axis: .x, target: .constant(-big), strength: .constant(big))
      ),
      (
        "circle",
        RadialForce<Vector2>(
          radius: .constant(big), center: Vector2(big, big), strength: .constant(big))
      ),
    ]
  }

  @Test(arguments: everyEngine)
  func forcesMayOverflowButNodesDoNot(engine: Engine) throws {
    try withEvery("force", in: extremeForces()) { name, force in
      let simulation = try Named2D(
        20, links: GraphFixture.star(leaves: 19).links, ["force": force],
        position: PointSet.twoCoincident(20).points, engine: engine)
      simulation.advance(by: 20)
      expectFinite(simulation.kinetics)
    }
  }

  /// Decays are limited to 0 ... 1, heat is not.
  @Test(arguments: everyEngine)
  func heatMayBeAbsurd(engine: Engine) throws {
    try withEvery("target", in: [-1e300, -3, 3, 1e300]) { target in
      try withEvery("decay", in: [0, 0.5, 1]) { decay in
        let simulation = try Named2D(20, standardForces(), engine: engine)
        simulation.parameters.alphaDecay = decay
        simulation.parameters.velocityDecay = 1 - decay
        simulation.parameters.alphaTarget = target
        simulation.advance(by: 30)
        expectFinite(simulation.kinetics)
        #expect(simulation.parameters.alpha.isFinite)
      }
    }
  }

  // MARK: What outside code writes

  @Test(arguments: everyEngine)
  func whatIsNotFiniteIsRepairedAndCounted(engine: Engine) throws {
    try withEvery("value", in: [Double.nan, .infinity, -.infinity, .signalingNaN]) { value in
      let simulation = try Named2D(
        4, position: Array(repeating: Vector2(9, 9), count: 4), engine: engine)
      simulation.kinetics.position[1].y = value
      simulation.kinetics.velocity[2].x = value
      simulation.kinetics.position[3].x = value
      simulation.kinetics.velocity[3].y = value
      simulation.advance()
      let start = try Kinetics2D(nodeCount: 4).position
      #expect(
        simulation.kinetics.position.asArray()
          == [Vector2(9, 9), start[1], Vector2(9, 9), start[3]])
      #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
      #expect(simulation.kinetics.nonFiniteNodeCount == 3)
      simulation.advance(by: 5)
      #expect(simulation.kinetics.nonFiniteNodeCount == 3)
    }
  }

  /// A force that writes nonsense confines it to the nodes it wrote it to.
  @Test(arguments: everyEngine)
  func aForceThatWritesNaNHarmsOnlyItsNodes(engine: Engine) throws {
    try withEvery("value", in: [Double.nan, .infinity]) { value in
      let spoiler = FunctionForce<Vector2> { step in
        step.velocity[2].x = value
        if step.kinetics.tickCount == 2 { step.position[5].y = value }
      }
      let simulation = try Named2D(
        8, ["spoiler": spoiler], position: PointSet.uniform(8).points,
        velocity: Array(repeating: Vector2(1, 0), count: 8), engine: engine)
      let free = try Named2D(
        8, position: PointSet.uniform(8).points,
        velocity: Array(repeating: Vector2(1, 0), count: 8), engine: engine)
      let start = simulation.kinetics.position[2]
      simulation.advance(by: 3)
      free.advance(by: 3)
      expectFinite(simulation.kinetics)
      #expect(simulation.kinetics.position[2] == start)
      #expect(simulation.kinetics.velocity[2] == .zero)
      #expect(simulation.kinetics.nonFiniteNodeCount == 4)
      for node in [0, 1, 3, 4, 6, 7] {
        expectSameBits(simulation.kinetics.position[node], free.kinetics.position[node])
      }
    }
  }

  @Test(arguments: everyEngine)
  func aPinnedNodeIsRepairedToItsPin(engine: Engine) throws {
    let simulation = try Named2D(2, standardForces(), engine: engine)
    try simulation.kinetics.pins.pin(0, at: Vector2(4, 5))
    simulation.kinetics.position[0] = Vector2(.nan, .infinity)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(4, 5))
    #expect(simulation.kinetics.nonFiniteNodeCount == 1)
  }
}
