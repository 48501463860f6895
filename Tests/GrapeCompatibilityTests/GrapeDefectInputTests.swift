import GrapeCompatibility
import Testing

/// Defect 14 of Grape 20baaa7: crashes and memory errors from invalid or unusual input. The
/// throwing initialiser reports invalid input; Grape's own initialiser traps with the same message.
/// Unusual input works.
@Suite struct GrapeDefectInputTests {
  typealias Free = Kinetics2D.EmptyForce

  private let line = [EdgeID(0, 1), EdgeID(1, 2)]

  /// The error of making a simulation of three nodes.
  private func error(
    links: [EdgeID<Int>] = [], _ forces: some ForceProtocol<SIMD2<Double>> = Free(),
    position: [SIMD2<Double>]? = nil, velocity: [SIMD2<Double>]? = nil,
    fixation: [SIMD2<Double>?]? = nil
  ) -> SimulationError? {
    #expect(throws: SimulationError.self) {
      _ = try Simulation(
        nodeCount: 3, links: links, forces: forces, positions: position, velocities: velocity,
        pins: fixation)
    }
  }

  @Test func defect14_infinitePosition() async throws {
    let position = [SIMD2<Double>(0, 0), SIMD2(1, .infinity), SIMD2(2, 2)]
    guard case .outOfRange("positions", index: 1, _, allowed: "finite") = error(position: position)
    else {
      Issue.record("not the error of node 1")
      return
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Simulation(
        nodeCount: 2, links: [], forceField: Kinetics2D.ManyBodyForce(strength: -30),
        position: [SIMD2(0, 0), SIMD2(-.infinity, 0)])
    }
    #expect(says("must be finite", result))
  }

  @Test func defect14_notANumberSpreadsInSilence() throws {
    let position = [SIMD2<Double>(.nan, 0), .zero, .zero]
    guard case .outOfRange("positions", index: 0, _, allowed: "finite") = error(position: position)
    else {
      Issue.record("not the error of node 0")
      return
    }
    // Put into the state of a running simulation, it is replaced, counted, and stays alone.
    for engine in GrapeDefectTests.engines {
      let simulation = try Simulation(
        nodeCount: 3, links: line,
        forces: SealedForce2D {
          Kinetics2D.ManyBodyForce(strength: -30)
          Kinetics2D.LinkForce(stiffness: .constant(1))
          Kinetics2D.CollideForce(radius: .constant(5))
          Kinetics2D.CenterForce(center: .zero, strength: 1)
        }, engine: engine)
      simulation.tick()
      simulation.kinetics.position[1] = SIMD2(.nan, 1)
      simulation.kinetics.velocity[2] = SIMD2(0, .infinity)
      simulation.tick(iterations: 10)
      #expect(simulation.kinetics.position.allSatisfy { $0.isFinite })
      #expect(simulation.kinetics.velocity.allSatisfy { $0.isFinite })
      #expect(simulation.kinetics.nonFiniteNodeCount == 2)
    }
  }

  @Test(arguments: GrapeDefectTests.engines)
  func defect14_largeFloatsWithoutExtent(engine: Engine) throws {
    let place = SIMD3<Float>(3e7, -3e7, 3e7)
    for positions in [[place, place], [place], [place, place + SIMD3(2, 0, 0), place]] {
      let simulation = try Simulation(
        nodeCount: positions.count,
        forces: SealedForce3D {
          Kinetics3D.ManyBodyForce(strength: -30)
          Kinetics3D.CollideForce(radius: .constant(4))
        }, positions: positions, engine: engine)
      simulation.tick(iterations: 50)
      #expect(simulation.kinetics.position.allSatisfy { $0.isFinite })
    }
  }

  @Test func defect14_linksToMissingNodes() async throws {
    #expect(
      error(links: [EdgeID(0, 1), EdgeID(-1, 2)])
        == .linkEndOutOfRange(link: 1, end: .source, node: -1, nodeCount: 3))
    #expect(
      error(links: [EdgeID(0, 3)])
        == .linkEndOutOfRange(link: 0, end: .target, node: 3, nodeCount: 3))
    let simulation = try Simulation(nodeCount: 3, links: line, forces: Free())
    #expect(throws: SimulationError.self) {
      try simulation.edit { $0.replaceLinks([EdgeID(0, .max)]) }
    }
    #expect(throws: SimulationError.self) {
      try simulation.edit { $0.replaceLinks([EdgeID(.min, 0)]) }
    }
    #expect(simulation.kinetics.links == line)
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Simulation(
        nodeCount: 2, links: [EdgeID(source: -1, target: 0)],
        forceField: Kinetics2D.LinkForce(stiffness: .constant(1)))
    }
    #expect(says("link 0 (source) names node -1", result))
  }

  @Test func defect14_arraysOfTheWrongLength() async throws {
    #expect(
      error(velocity: [.zero, .zero]) == .wrongLength(of: "velocities", expected: 3, found: 2))
    #expect(
      error(position: [.zero, .zero]) == .wrongLength(of: "positions", expected: 3, found: 2))
    #expect(
      error(position: Array(repeating: .zero, count: 4))
        == .wrongLength(of: "positions", expected: 3, found: 4))
    #expect(error(fixation: [nil]) == .wrongLength(of: "pins", expected: 3, found: 1))
    let velocity = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Simulation(
        nodeCount: 100, links: [], forceField: Kinetics2D.ManyBodyForce(strength: -30),
        velocity: [.zero])
    }
    #expect(says("velocities has 1 elements; 100 are needed", velocity))
    let position = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Simulation(
        nodeCount: 2, links: [], forceField: Kinetics2D.EmptyForce(), position: [.zero])
    }
    #expect(says("positions has 1 elements; 2 are needed", position))
  }

  @Test func defect14_axesThatDoNotExist() async throws {
    typealias Position = Kinetics2D.PositionForce
    for direction in [.z, .entryOfVector(2), .entryOfVector(-1)]
      as [Kinetics2D.DirectionOfPositionForce]
    {
      let forces = Position(direction: direction, targetOnDirection: .constant(0))
      guard case .outOfRange("axis", _, _, allowed: "between 0 and 1") = error(forces) else {
        Issue.record("not the error of the axis")
        return
      }
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Simulation(
        nodeCount: 2, links: [],
        forceField: Kinetics2D.PositionForce(direction: .z, targetOnDirection: .constant(0)))
    }
    #expect(says("axis is 2; it must be between 0 and 1", result))
  }

  @Test(arguments: GrapeDefectTests.engines)
  func defect14_noNodesAtAll(engine: Engine) throws {
    let simulation = try Simulation(
      nodeCount: 0,
      forces: SealedForce2D {
        Kinetics2D.ManyBodyForce(strength: -30)
        Kinetics2D.LinkForce(stiffness: .weightedByDegree(k: { _, _ in 1 }))
        Kinetics2D.CollideForce(radius: .constant(5))
        Kinetics2D.CenterForce(center: .zero, strength: 1)
        Kinetics2D.PositionForce(direction: .x, targetOnDirection: .constant(0))
        Kinetics2D.RadialForce(center: .zero, radius: .constant(1), strength: .constant(1))
      }, engine: engine)
    #expect(simulation.tick(iterations: 1000) == 300)
    #expect(simulation.kinetics.position.isEmpty)
    #expect(simulation.find(near: .zero) == nil)
    #expect(throws: SimulationError.self) {
      _ = try Simulation(nodeCount: -1, forces: Free(), engine: engine)
    }
  }

  @Test(arguments: GrapeDefectTests.engines)
  func defect14_nodesWithoutMass(engine: Engine) throws {
    func positions(_ mass: AttributeDescriptor<Double>) throws -> [SIMD2<Double>] {
      let simulation = try Simulation(
        nodeCount: 10, forces: Kinetics2D.ManyBodyForce(strength: -30, nodeMass: mass),
        engine: engine)
      simulation.tick(iterations: 50)
      return simulation.kinetics.position.asArray()
    }
    let start = try Simulation(nodeCount: 10, forces: Free()).kinetics.position.asArray()
    #expect(try positions(.constant(0)) == start)
    let mixed = try positions(.varied { $0 == 3 ? 0 : 1 })
    #expect(mixed.allSatisfy { $0.isFinite })
    #expect(mixed[3] != start[3], "a node without mass is still pushed by the others")
    #expect(throws: SimulationError.self) { try positions(.constant(.nan)) }
  }
}
