import Testing
import _TestSupport

@testable import ForceSimulation

/// The t-force: its kernel equals its specification bit for bit; its parameters.
@Suite(.traced) struct TForceTests {
  private static let instructionSets = KernelOptions.InstructionSet.allCases.filter(\.isSupported)

  private func expectEqual<Vector: SimulationVector>(
    _: Vector.Type, _ points: PointSet<Vector>, _ force: TForce<Vector>, links: [Link<Int>] = [],
    ticks: Int, sets: [KernelOptions.InstructionSet?]
  ) throws {
    func simulation(_ engine: Engine) throws -> NamedSimulation<Vector> {
      try NamedSimulation<Vector>(
        points.points.count, links: links, ["t-force": force],
        parameters: SimulationParameters(alphaDecay: 0), position: points.points, engine: engine)
    }
    let specification = try simulation(.reference)
    let kernels = try sets.map {
      let simulation = try simulation(.kernels)
      simulation.kernelOptions = eagerThreads(3, $0)
      return simulation
    }
    for _ in 0..<ticks {
      specification.advance()
      for simulation in kernels {
        simulation.advance()
        expectSameState(simulation.kinetics, specification.kinetics)
      }
    }
    expectFinite(specification.kinetics)
  }

  private func eachForce<Vector: SimulationVector>(_: Vector.Type) -> [TForce<Vector>] {
    [
      TForce(distance: 10), TForce(strength: -3, distance: 2, cutoff: 8, theta: 1.3),
      TForce(strength: 0.5, distance: 100, theta: 0.3),
    ]
  }

  @Test func theKernelEqualsTheSpecificationToTheBit() throws {
    try withEveryVectorType { (vector) throws in
      try self.expectEqualOnPointSets(vector, count: 300)
    }
  }

  private func expectEqualOnPointSets<Vector: SimulationVector>(
    _: Vector.Type, count: Int
  ) throws {
    for points in PointSet<Vector>.all(count: count) {
      try withTrace("points", points.name) {
        try withEvery("force", in: eachForce(Vector.self)) { force in
          try expectEqual(Vector.self, points, force, ticks: 2, sets: Self.instructionSets)
        }
      }
    }
  }

  /// A hub, a path, a link that is twice there, one from a node to itself, and nodes without links.
  private func links(_ count: Int) -> [Link<Int>] {
    (1..<count / 3).map { Link(0, $0) }
      + (count / 3..<count / 2).map { Link($0, $0 + 1) }
      + [Link(1, 2), Link(1, 2), Link(5, 5)]
  }

  @Test func linksEqualTheSpecificationToTheBit() throws {
    try withEveryVectorType { (vector) throws in
      try self.expectEqualWithLinks(vector, count: 400)
    }
  }

  private func expectEqualWithLinks<Vector: SimulationVector>(
    _: Vector.Type, count: Int
  ) throws {
    let links = links(count)
    let stiffness = links.indices.map { Vector.Scalar($0 % 5) / 2 }
    for force in [
      TForce<Vector>(attraction: 2, distance: 5),
      TForce<Vector>(stiffness: .array(stiffness), distance: 3, cutoff: 20),
    ] {
      for points in PointSet<Vector>.all(count: count) {
        try withTrace("points", points.name) {
          try expectEqual(
            Vector.self, points, force, links: links, ticks: 2, sets: Self.instructionSets)
        }
      }
    }
  }

  /// What pulls the hub of a star are 3,000 links: without the division its steps would double.
  @Test func aHubComesToRest() throws {
    let simulation = try NamedSimulation<Vector2>(
      3_001, links: (1...3_000).map { Link(0, $0) }, ["t-force": TForce<Vector2>()],
      parameters: SimulationParameters(alphaDecay: 0.05))
    simulation.advance(by: 200)
    let hub = simulation.kinetics.position[0]
    let mean = simulation.kinetics.position.reduce(Vector2.zero, +) / 3_001
    #expect(hub.distance(to: mean) < 1)
    let spread = simulation.kinetics.position.map { $0.distance(to: mean) }.max() ?? 0
    #expect(spread > 5 && spread < 100)
  }

  /// An edit carries the stiffness of the links that stay.
  @Test func stiffnessIsCarriedOver() throws {
    let simulation = try NamedSimulation<Vector2>(
      4, links: [Link(0, 1), Link(1, 2), Link(2, 3)],
      ["t-force": TForce<Vector2>(stiffness: .array([1, 2, 3]))])
    _ = try simulation.edit { $0.remove(node: 0) }
    let force = simulation.forces["t-force", as: TForce<Vector2>.self]
    guard case .array(let values, _) = force?.stiffness else {
      Issue.record("no array")
      return
    }
    #expect(values == [2, 3])
  }

  @Test func alsoWithTenThousandNodes() throws {
    try expectEqual(
      SIMD2<Double>.self, .clustered(10_000), TForce(distance: 3), ticks: 2, sets: [nil])
    try expectEqual(
      SIMD3<Float>.self, .uniform(10_000), TForce(distance: 3, cutoff: 12, theta: 1.3), ticks: 2,
      sets: [nil])
  }

  /// d3's update order has no other rule for a force that goes node by node.
  @Test func theSequentialOrderIsTheSame() throws {
    let points = PointSet<Vector2>.uniform(200)
    let simulations = try [Engine.reference(.sequential), .reference(.parallel)].map {
      try NamedSimulation<Vector2>(
        200, ["t-force": TForce<Vector2>(distance: 5)], position: points.points, engine: $0)
    }
    for simulation in simulations { simulation.advance(by: 5) }
    expectSameState(simulations[0].kinetics, simulations[1].kinetics)
  }

  @Test(arguments: [6, 600.0]) func twoNodesArePushedByTheFormula(strength: Double) throws {
    let force = TForce<Vector2>(strength: strength, distance: 5)
    let simulation = try NamedSimulation<Vector2>(
      2, ["t-force": force],
      parameters: SimulationParameters(alpha: 0.5, alphaDecay: 0, velocityDecay: 1),
      position: [.zero, Vector2(4, 3)])
    simulation.advance()
    // The weight is 1 / (1 + (5 / 5)²)², the force strength * (4, 3) * 1/4. It is divided by alpha
    // times an eighth of strength * 1/4 where this is more than 1.
    let velocity = 0.5 * Vector2(strength, 0.75 * strength) / max(1, 0.5 * strength / 32)
    #expect(simulation.kinetics.velocity[1] == velocity)
    #expect(simulation.kinetics.velocity[0] == -velocity)
  }

  /// Ten nodes on the unit of area push a wave in their density back with a stiffness of about 150:
  /// steps that were not divided would overshoot, and rows and clumps would grow in the middle of
  /// the crowd.
  @Test(arguments: [2, 10.0]) func aCrowdStaysEven(density: Double) throws {
    let side = 30.0
    var random = SplitMix64(seed: 8)
    let points = (0..<Int(density * side * side)).map { _ -> Vector2 in
      random.vector(in: 0...side)
    }
    let simulation = try NamedSimulation<Vector2>(
      points.count,
      ["t-force": TForce<Vector2>(cutoff: 6), "limit": VelocityLimit<Vector2>(1 / 0.6)],
      parameters: SimulationParameters(alpha: 1 / 0.6, alphaDecay: 0), position: points)
    simulation.advance(by: 10)
    // By lot the variance of counts is their mean; nodes that keep a distance have less.
    var counts = [Double](repeating: 0, count: 100)
    for point in simulation.kinetics.position {
      let cell = (point - Vector2(repeating: 10)).rounded(.down)
      guard cell.x >= 0, cell.x < 10, cell.y >= 0, cell.y < 10 else { continue }
      counts[Int(cell.y) * 10 + Int(cell.x)] += 1
    }
    let mean = counts.reduce(0, +) / 100
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 100
    #expect(mean > density / 4)
    #expect(variance < mean, "\(variance), \(mean)")
  }

  @Test func parametersAreChecked() {
    func bind(_ force: TForce<Vector2>) throws {
      _ = try NamedSimulation<Vector2>(3, links: [Link(0, 1)], ["t-force": force])
    }
    for distance in [0, -1, .nan, .infinity, 1e-200, 1e200] {
      #expect(throws: SimulationError.self) { try bind(TForce(distance: distance)) }
    }
    #expect(throws: SimulationError.self) { try bind(TForce(strength: .infinity)) }
    #expect(throws: SimulationError.self) { try bind(TForce(cutoff: -1)) }
    #expect(throws: SimulationError.self) { try bind(TForce(theta: .nan)) }
    #expect(throws: SimulationError.self) { try bind(TForce(attraction: -1)) }
    #expect(throws: SimulationError.self) { try bind(TForce(stiffness: -1)) }
    #expect(throws: SimulationError.self) { try bind(TForce(attraction: 1e200, stiffness: 1e200)) }
    #expect(throws: Never.self) { try bind(TForce(cutoff: 0, theta: 0)) }
  }

  @Test func aCheckpointHoldsIt() throws {
    let simulation = try NamedSimulation<Vector2>(
      300, links: links(300),
      [
        "t-force": TForce<Vector2>(
          attraction: 3, stiffness: 0.5, distance: 5, cutoff: 30, theta: 1.2)
      ],
      position: PointSet<Vector2>.uniform(300).points)
    simulation.advance(by: 3)
    let bytes = simulation.checkpoint().bytes
    let restored = try NamedSimulation<Vector2>(restoring: Checkpoint(bytes: bytes))
    simulation.advance(by: 3)
    restored.advance(by: 3)
    expectSameState(restored.kinetics, simulation.kinetics)
  }
}
