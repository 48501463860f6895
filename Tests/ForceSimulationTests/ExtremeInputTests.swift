import ForceSimulation
import Testing
import _TestSupport

/// Input at the limits of the number types gives a defined, finite result, and terminates.
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
    let far: NodeValues<Vector2> = .function { Vector2($0 == 0 ? big : -big, big) }
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
      ("boxes", BoxCollideForce<Vector2>(halfSides: .constant(Vector2(big, big)))),
      ("boxes far off", BoxCollideForce<Vector2>(halfSides: .constant(.one), offsets: far)),
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

  /// The squares of such distances are infinite.
  @Test func distantNodesAreFound() throws {
    let far = NodeArray<SIMD2<Float>>([SIMD2(1e25, 2e25), SIMD2(-1e25, 3e24), SIMD2(3e25, 0)])
    let simulation = try Simulation(
      nodeCount: 3, forces: ForceList<SIMD2<Float>>(), positions: far.asArray())
    #expect(simulation.find(near: .zero) == 1)
    #expect(simulation.find(near: SIMD2(1e25, 1e25)) == 0)
    #expect(simulation.find(near: .zero, within: 1e25) == nil)
    #expect(simulation.find(near: .zero, within: 2e25) == 1)
    #expect(simulation.find(near: .zero, within: -5) == nil)
    let wide = try Simulation(
      nodeCount: 2, forces: ForceList<SIMD3<Double>>(),
      positions: [SIMD3(1e200, 0, 0), SIMD3(0, 9e199, 0)])
    #expect(wide.find(near: .zero) == 1)
  }

  /// A node that a force spoils stops for that tick, wherever the force stands in the list. All
  /// others move as if the node had been held.
  @Test(arguments: everyEngine, [20, 600])
  func nanFromAForceStopsItsNodeAlone(engine: Engine, nodeCount: Int) throws {
    let points = PointSet<Vector2>.uniform(nodeCount).points
    let links = GraphFixture.path(nodeCount).links
    let spoilt = [3, 7]
    let builtIn: [ForceList<Vector2>.Entry] = [
      ManyBodyForce<Vector2>().named("charge"), LinkForce<Vector2>().named("link"),
      CollideForce<Vector2>(radius: 4).named("collide"), CenterForce<Vector2>().named("center"),
    ]
    func hold(_ name: String) -> ForceList<Vector2>.Entry {
      FunctionForce<Vector2> { step in
        for node in spoilt { step.velocity[node] = .zero }
      }.named(name)
    }
    for (writesPosition, place) in [(true, 0), (true, 2), (false, 0), (false, 1)] {
      let spoiler = FunctionForce<Vector2> { step in
        guard step.kinetics.tickCount == 2 else { return }
        if writesPosition { step.position[spoilt[0]].y = .nan }
        step.velocity[spoilt[1]].x = .infinity
        if !writesPosition { step.velocity[spoilt[0]] = Vector2(.nan, 1) }
      }
      func simulation(_ forces: [ForceList<Vector2>.Entry]) throws -> Named2D {
        try Named2D(nodeCount, links: links, ForceList(forces), position: points, engine: engine)
      }
      var (forces, held) = (builtIn, builtIn)
      forces.insert(spoiler.named("spoiler"), at: place)
      held.insert(hold("hold"), at: place)
      let (broken, whole) = (try simulation(forces), try simulation(builtIn))
      #expect(broken.nonFiniteForce == nil)
      for one in [broken, whole] { one.advance() }
      // The center force moves the held nodes too, so it is left out of the tick that is compared.
      for one in [broken, whole] { one.forces["center"] = nil }
      whole.forces = ForceList(held.filter { $0.name != "center" } + [hold("at the end")])
      for one in [broken, whole] { one.advance() }
      expectFinite(broken.kinetics)
      expectSameBits(broken.kinetics.position, whole.kinetics.position, "position")
      for node in spoilt {
        #expect(broken.kinetics.velocity[node] == .zero)
      }
      #expect(broken.kinetics.nonFiniteNodeCount == 2)
      #expect(broken.nonFiniteForce == "spoiler")
      let before = broken.kinetics.position
      broken.advance()
      for node in 0..<nodeCount { #expect(broken.kinetics.position[node] != before[node]) }
    }
  }

  /// Forces that write positions, as CenterForce does, move it neither.
  @Test(arguments: everyEngine)
  func laterForcesLeaveAStoppedNode(engine: Engine) throws {
    let spoiler = FunctionForce<Vector2> { $0.position[1].x = .nan }
    let simulation = try Simulation(
      nodeCount: 3,
      forces: ForceList<Vector2>([
        spoiler.named("spoiler"), CenterForce<Vector2>(center: Vector2(70, 80)).named("center"),
        FunctionForce<Vector2> { $0.velocity[1] = Vector2(1, 1) }.named("push"),
      ]), positions: [Vector2(1, 2), Vector2(3, 5), Vector2(-4, 0)], engine: engine)
    simulation.advance()
    #expect(simulation.kinetics.position[0] != Vector2(1, 2))
    #expect(simulation.kinetics.position[1] == Vector2(3, 5))
    #expect(simulation.kinetics.velocity[1] == .zero)
    #expect(simulation.kinetics.nonFiniteNodeCount == 1)
  }

  /// The same within a force that has built-in forces of its own.
  private struct SpoiltSwarm: Force {
    var charge = ManyBodyForce<Vector2>()

    mutating func bind(to context: inout BindingContext<Vector2>) throws(SimulationError) {
      try context.bind(&charge, named: "charge")
    }
    mutating func carry(over change: GraphChange) throws(SimulationError) {
      try charge.carry(over: change)
    }
    func apply(to step: inout StepContext<Vector2>) {
      step.position[1].x = .nan
      charge.apply(to: &step)
    }
  }

  @Test(arguments: everyEngine)
  func nanWithinACompositeForceStopsItsNodeAlone(engine: Engine) throws {
    let simulation = try Simulation(
      nodeCount: 600, forces: SpoiltSwarm(), positions: PointSet<Vector2>.uniform(600).points,
      engine: engine)
    let start = simulation.kinetics.position
    simulation.advance()
    for node in 0..<600 {
      #expect((simulation.kinetics.position[node] == start[node]) == (node == 1))
    }
    #expect(simulation.kinetics.nonFiniteNodeCount == 1)
    #expect(simulation.nonFiniteForce == "SpoiltSwarm")
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
