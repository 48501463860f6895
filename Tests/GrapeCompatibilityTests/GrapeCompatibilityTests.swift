import GrapeCompatibility
import Testing

/// Code in the style of Grape's ForceSimulation module compiles and works. (docs/from-grape lists
/// the names of Grape that are left out.)
@Suite struct GrapeCompatibilityTests {
  private let links = [(0, 1), (1, 2), (2, 3), (3, 0)].map { EdgeID(source: $0.0, target: $0.1) }

  /// Runs a simulation for a while and expects that the forces have moved its nodes.
  private func run<Vector, Forces>(
    _ simulation: Simulation<Vector, Forces>, ticks: UInt = 120
  ) where Forces: ForceProtocol<Vector> {
    let before = simulation.kinetics.position.asArray()
    simulation.tick(iterations: ticks)
    let after = simulation.kinetics.position.asArray()
    #expect(after.allSatisfy { $0.isFinite })
    #expect(after != before)
    #expect(Set(after).count == after.count)
    #expect(simulation.kinetics.nonFiniteNodeCount == 0)
  }

  // MARK: Simulations

  @Test func simulationsWithAllParameters() {
    let simulation: Simulation2D<Kinetics2D.EmptyForce> = Simulation(
      nodeCount: 2, links: [EdgeID(0, 1)], forceField: Kinetics2D.EmptyForce(), initialAlpha: 0.9,
      alphaMin: 1e-2, alphaDecay: 2e-2, alphaTarget: 0.1, velocityDecay: 0.5,
      position: [.zero, SIMD2(1, 1)], velocity: [SIMD2(2, 0), .zero], fixation: [nil, SIMD2(3, 3)])
    let kinetics: Kinetics2D = simulation.kinetics
    #expect(kinetics.validCount == 2)
    #expect(kinetics.alpha == 0.9)
    #expect(kinetics.alphaMin == 1e-2)
    #expect(kinetics.alphaDecay == 2e-2)
    #expect(kinetics.alphaTarget == 0.1)
    #expect(kinetics.velocityDecay == 0.5)
    #expect(kinetics.position.asArray()[0] == .zero)
    simulation.tick(iterations: 1)
    #expect(simulation.kinetics.position.asArray() == [SIMD2(1, 0), SIMD2(3, 3)])
    #expect(simulation.kinetics.velocity.asArray() == [SIMD2(1, 0), .zero])
    simulation.kinetics.alpha = 0.25
    #expect(simulation.kinetics.alpha == 0.25)
  }

  @Test func defaultsAreD3sUnlessGrapesAreAskedFor() {
    let free = Kinetics3D.EmptyForce()
    let d3 = Simulation3D(nodeCount: 1, links: [], forceField: free)
    #expect(d3.parameters == .d3)
    let kinetics = Simulation3D(
      nodeCount: 1, links: [], forceField: free, parameters: .grape
    ).kinetics
    #expect(kinetics.alpha == 1)
    #expect(kinetics.alphaMin == 1e-3)
    #expect(kinetics.alphaDecay == 1e-2)
    #expect(kinetics.alphaTarget == 0)
    #expect(kinetics.velocityDecay == 0.6)
    #expect(Kinetics2D.PositionForce(axis: .x).strength == 0.1)
    #expect(
      Kinetics2D.PositionForce(direction: .x, targetOnDirection: .constant(0)).strength == 1)
  }

  // MARK: Forces

  /// All initialisers, in all the ways Grape lets them be called.
  private struct AllForces: ForceField2D {
    var force = CompositedForce<Vector, _, _> {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.ManyBodyForce(strength: -3, nodeMass: .constant(2))
      Kinetics2D.ManyBodyForce(strength: -3, nodeMass: .varied { Double($0 + 1) }, theta: 0.8)
      Kinetics2D.LinkForce(stiffness: .constant(0.1))
      Kinetics2D.LinkForce(
        stiffness: .varied { link, lookup in 1 / Double(lookup.count[link.source]!) },
        originalLength: .varied { link, lookup in
          30 + Double(lookup.sourceToTarget[link.source]!.count)
        })
      Kinetics2D.LinkForce(
        stiffness: .weightedByDegree { _, _ in 0.5 }, originalLength: .constant(20),
        iterationsPerTick: 3)
      Kinetics2D.CenterForce(center: SIMD2(1, 2), strength: 0.5)
      Kinetics2D.CollideForce(radius: .constant(3))
      Kinetics2D.CollideForce(
        radius: .varied { $0 == 0 ? 5 : 2 }, strength: 0.7, iterationsPerTick: 2)
      Kinetics2D.PositionForce(direction: .x, targetOnDirection: .constant(0))
      Kinetics2D.PositionForce(
        direction: .y, targetOnDirection: .varied { Double($0) }, strength: .constant(0.1))
      Kinetics2D.PositionForce(
        direction: .entryOfVector(1), targetOnDirection: .constant(3),
        strength: .varied { _ in 0.05 })
      Kinetics2D.RadialForce(center: .zero, radius: .constant(50), strength: .constant(0.1))
      Kinetics2D.RadialForce(
        center: SIMD2(5, 5), radius: .varied { Double($0) }, strength: .varied { _ in 0.01 })
      Kinetics2D.EmptyForce()
    }
  }

  @Test func forceFieldsOfAllForces() {
    run(Simulation(nodeCount: 4, links: links, forceField: AllForces()))
  }

  /// A field in three dimensions, with the type of its force spelled out, and a parameter.
  private struct Field3D: ForceField3D {
    typealias Vector = SIMD3<Float>
    var force:
      CompositedForce<
        SIMD3<Float>,
        CompositedForce<SIMD3<Float>, Kinetics3D.ManyBodyForce, Kinetics3D.LinkForce>,
        Kinetics3D.PositionForce
      >
    init(strength: Float) {
      force = CompositedForce<Vector, _, _> {
        Kinetics3D.ManyBodyForce(strength: strength)
        Kinetics3D.LinkForce(stiffness: .constant(0.5), originalLength: .constant(10))
        Kinetics3D.PositionForce(direction: .z, targetOnDirection: .constant(7))
      }
    }
  }

  @Test func forceFieldsInThreeDimensions() {
    let simulation = Simulation3D(
      nodeCount: 4, links: links, forceField: Field3D(strength: -10))
    run(simulation)
    let z = simulation.kinetics.position.asArray().map(\.z)
    #expect(abs(z.reduce(0, +) / 4 - 7) < 1)
  }

  @Test func publicPropertiesOfForces() {
    var center = Kinetics2D.CenterForce(center: .zero, strength: 1)
    center.center = SIMD2(1, 1)
    center.strength = 0.5
    #expect(center.center == SIMD2(1, 1) && center.strength == 0.5)
    var collide = Kinetics2D.CollideForce(radius: .constant(3))
    collide.radius = .constant(4)
    collide.strength = 0.5
    #expect(collide.radius == .constant(4) && collide.iterationsPerTick == 1)
    let strength = -30.0
    #expect(Kinetics2D.ManyBodyForce(strength: strength).strength == -30)
    #expect(
      Kinetics2D.ManyBodyForce(strength: strength, nodeMass: .constant(2)).strength == -60)
    #expect(
      Kinetics2D.ManyBodyForce(strength: strength, nodeMass: [1, 2]).strength == [-30, -60])
    var position = Kinetics2D.PositionForce(direction: .y, targetOnDirection: .constant(3))
    #expect(position.direction == 1 && position.strength == .constant(1))
    position.strength = .constant(0.3)
    position.targetOnDirection = .constant(8)
    position.direction = 0
    #expect(position.targetOnDirection == .constant(8))
    var radial = Kinetics2D.RadialForce(
      center: .zero, radius: .constant(1), strength: .constant(2))
    radial.center = SIMD2(3, 4)
    radial.radius = .constant(9)
    radial.strength = .constant(0.2)
    #expect(radial.radius == .constant(9) && radial.strength == .constant(0.2))
  }

  @Test func forcesAreAppliedByHand() {
    let ring = (0..<300).map { EdgeID($0, ($0 + 1) % 300) }
    let forces = SealedForce2D {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.LinkForce(stiffness: .constant(0.5))
      Kinetics2D.CollideForce(radius: .constant(9))
    }
    let simulation = Simulation(
      nodeCount: 300, links: ring, forceField: forces, alphaDecay: 0, velocityDecay: 1)
    var kinetics = simulation.kinetics
    for entry in forces.entries { entry.apply(to: &kinetics) }
    #expect(simulation.kinetics.velocity.allSatisfy { $0 == .zero })
    simulation.tick()
    #expect(kinetics.velocity == simulation.kinetics.velocity)
    #expect(kinetics.tickCount == 0)

    var together = forces
    together.bindKinetics(kinetics)
    kinetics.velocity = NodeArray(Array(repeating: .zero, count: 300))
    together.apply(to: &kinetics)
    together.dispose()
    #expect(kinetics.velocity == simulation.kinetics.velocity)
  }

  /// Contains other forces, and calls them by Grape's methods.
  private struct ChargeAndCenter: Force2D {
    var charge = Kinetics2D.ManyBodyForce(strength: -30)
    var center = Kinetics2D.CenterForce(center: SIMD2(1, 2), strength: 1)
    func apply(to kinetics: inout Kinetics2D) {
      charge.apply(to: &kinetics)
      center.apply(to: &kinetics)
    }
    mutating func bindKinetics(_ kinetics: Kinetics2D) {
      charge.bindKinetics(kinetics)
      center.bindKinetics(kinetics)
    }
  }

  @Test func forcesThatContainForces() {
    func hash(_ force: some ForceProtocol<SIMD2<Double>>) -> UInt64 {
      let simulation = Simulation(nodeCount: 50, links: [], forceField: force)
      simulation.tick(iterations: 30)
      return simulation.kinetics.trajectoryHash
    }
    let parts = ChargeAndCenter()
    #expect(
      hash(parts) == hash(CompositedForce(force1: parts.charge, force2: parts.center)))
  }

  @Test func descriptorsOfAttributesAndLinksAreEquatable() {
    typealias Length = Kinetics2D.LinkLength
    typealias Stiffness = Kinetics2D.LinkStiffness
    #expect(AttributeDescriptor.constant(3.0) == .constant(3))
    #expect(AttributeDescriptor.constant(3.0) != .constant(4))
    #expect(AttributeDescriptor<Double>.varied { _ in 3 } != .varied { _ in 3 })
    #expect(Length.constant(3) == .constant(3))
    #expect(Length.varied { _, _ in 3 } != .constant(3))
    #expect(Stiffness.constant(3) == .constant(3))
    #expect(Stiffness.weightedByDegree(k: { _, _ in 3 }) != .constant(3))
    #expect(Kinetics2D.DirectionOfPositionForce.x == .entryOfVector(0))
  }

  // MARK: Composition

  @Test func compositedForces() {
    let pair = CompositedForce<SIMD2<Double>, _, _> {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.CenterForce(center: .zero, strength: 1)
    }
    run(Simulation2D(nodeCount: 5, links: [], forceField: pair))
    let three = CompositedForce<SIMD3<Float>, _, _> {
      Kinetics3D.ManyBodyForce(strength: -30)
      Kinetics3D.LinkForce(stiffness: .constant(0.3))
      Kinetics3D.CenterForce(center: .zero, strength: 1)
    }
    run(Simulation3D(nodeCount: 4, links: links, forceField: three))
    let byHand = CompositedForce(
      force1: Kinetics2D.CollideForce(radius: .constant(20)),
      force2: Kinetics2D.CenterForce(center: .zero, strength: 1))
    run(Simulation(nodeCount: 5, links: [], forceField: byHand))
    let alone = CompositedForce<SIMD2<Double>, Kinetics2D.EmptyForce, Kinetics2D.ManyBodyForce>(
      force2: Kinetics2D.ManyBodyForce(strength: -30))
    run(Simulation(nodeCount: 5, links: [], forceField: alone))
  }

  @Test func sealedForces() {
    let flat = SealedForce2D {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.LinkForce(stiffness: .weightedByDegree(k: { _, _ in 1 }))
      Kinetics2D.CollideForce(radius: .constant(3))
      Kinetics2D.PositionForce(direction: .x, targetOnDirection: .constant(0))
      Kinetics2D.RadialForce(center: .zero, radius: .constant(50), strength: .constant(0.1))
      Kinetics2D.CenterForce(center: .zero, strength: 1)
      Kinetics2D.EmptyForce()
    }
    #expect(flat.entries.count == 7)
    run(Simulation2D(nodeCount: 4, links: links, forceField: flat))

    let solid = SealedForce3D {
      Kinetics3D.ManyBodyForce(strength: -30)
      Kinetics3D.LinkForce(stiffness: .weightedByDegree(k: { _, _ in 1 }))
      Kinetics3D.CollideForce(radius: .constant(3))
      Kinetics3D.PositionForce(direction: .z, targetOnDirection: .constant(0))
      Kinetics3D.RadialForce(center: .zero, radius: .constant(50), strength: .constant(0.1))
      Kinetics3D.CenterForce(center: .zero, strength: 1)
      Kinetics3D.EmptyForce()
    }
    #expect(solid.entries.count == 7)
    run(Simulation3D(nodeCount: 4, links: links, forceField: solid))
  }

  @Test func sealedForcesFromEntries() {
    var force = SealedForce2D([
      .manyBody(Kinetics2D.ManyBodyForce(strength: -30)),
      .center(Kinetics2D.CenterForce(center: .zero, strength: 1)), .empty,
    ])
    force.entries.append(.collide(Kinetics2D.CollideForce(radius: .constant(3))))
    run(Simulation(nodeCount: 4, links: links, forceField: force))

    var kinetics = Simulation3D(
      nodeCount: 2, links: [], forceField: Kinetics3D.EmptyForce()
    ).kinetics
    let entry = SealedForce3D.ForceEntry.center(
      Kinetics3D.CenterForce(center: SIMD3(1, 2, 3), strength: 1))
    entry.apply(to: &kinetics)
    entry.dispose()
    let sum = kinetics.position[0] + kinetics.position[1]
    #expect((sum / 2).distance(to: SIMD3(1, 2, 3)) < 1e-5)
  }

  // MARK: Descriptors

  private struct Charge: ForceDescriptor {
    var strength: Double
    func createForce() -> Kinetics2D.ManyBodyForce { .init(strength: strength) }
  }

  private struct Charge3D: ForceDescriptor {
    var strength: Float
    func createForce() -> Kinetics3D.ManyBodyForce { .init(strength: strength) }
  }

  @Test func descriptorsStandForForcesInBuilders() {
    func hash(_ force: some ForceProtocol<SIMD2<Double>>) -> UInt64 {
      let simulation = Simulation(nodeCount: 6, links: [], forceField: force)
      run(simulation, ticks: 10)
      return simulation.kinetics.trajectoryHash
    }
    let center = Kinetics2D.CenterForce(center: .zero, strength: 1)
    let expected = hash(
      CompositedForce(force1: Kinetics2D.ManyBodyForce(strength: -20), force2: center))
    let composited = CompositedForce<SIMD2<Double>, _, _> {
      Charge(strength: -20)
      center
    }
    #expect(hash(composited) == expected)
    let sealed = SealedForce2D {
      Charge(strength: -20)
      center
    }
    #expect(hash(sealed) == expected)
    #expect(Charge(strength: -20) == Charge(strength: -20))
    let solid = SealedForce3D { Charge3D(strength: -20) }
    run(Simulation(nodeCount: 4, links: [], forceField: solid))
  }

  // MARK: Custom forces

  private struct Gravity: Force2D {
    func apply(to kinetics: inout Kinetics2D) {
      for i in 0..<kinetics.validCount { kinetics.velocity[i].y += kinetics.alpha }
    }
    mutating func bindKinetics(_ kinetics: Kinetics2D) {}
    func dispose() {}
  }

  /// Written for any vector, with state that is bound.
  private struct Drag<Vector: SimulationVector>: ForceProtocol {
    var factors: [Vector.Scalar] = []
    func apply(to kinetics: inout Kinetics<Vector>) {
      for i in kinetics.range { kinetics.velocity[i] *= factors[i] }
    }
    mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {
      factors = Array(repeating: 0.5, count: kinetics.validCount)
    }
    func dispose() {}
  }

  @Test func forcesOfTheUsersOwn() {
    let force = CompositedForce<SIMD2<Double>, _, _> {
      Gravity()
      Drag<SIMD2<Double>>()
    }
    let simulation = Simulation(
      nodeCount: 1, links: [], forceField: force, parameters: .grape)
    simulation.tick()
    #expect(simulation.kinetics.velocity[0] == SIMD2(0, 0.99 * 0.5 * 0.6))
    run(Simulation(nodeCount: 3, links: [], forceField: SealedForce2D { Gravity() }))
  }

  // MARK: Links, vectors, random numbers

  @Test func linkLookups() {
    let lookup = LinkLookup(links: [EdgeID("a", "b"), EdgeID("a", "c"), EdgeID("c", "b")])
    #expect(lookup.sourceToTarget == ["a": ["b", "c"], "c": ["b"]])
    #expect(lookup.targetToSource == ["b": ["a", "c"], "c": ["a"]])
    #expect(lookup.count == ["a": 2, "b": 2, "c": 2])
    let edge = EdgeID(source: 1, target: 2)
    #expect(edge == EdgeID(1, 2) && edge != EdgeID(2, 1))
    #expect(Set([edge, EdgeID(1, 2), EdgeID(2, 1)]).count == 2)
  }

  private func mean<V: SimulationVector>(_ points: [V]) -> V {
    points.reduce(.zero, +) / V.Scalar(points.count)
  }

  @Test func vectorsHaveLengths() {
    #expect(SIMD2<Double>.clusterDistance == 1e-5)
    let distance: Float = 1e-5
    #expect(SIMD3<Float>.clusterDistance == distance)
    #expect(SIMD3<Float>.clusterDistanceSquared == distance * distance)
    #expect(SIMD2<Double>(3, 4).length() == 5)
    #expect(SIMD3<Float>(1, 2, 2).lengthSquared() == 9)
    #expect(SIMD2<Double>(1, 1).distance(to: SIMD2(4, 5)) == 5)
    #expect(SIMD2<Double>(1, 1).distanceSquared(to: SIMD2(4, 5)) == 25)
    #expect(mean([SIMD3<Float>(1, 2, 3), SIMD3(3, 2, 1)]) == SIMD3(2, 2, 2))
  }

  @Test func generatorsOfRandomNumbers() {
    func first<G: DeterministicRandomGenerator>(_: G.Type) -> G.Scalar {
      var generator = G(seed: 17)
      return generator.next()
    }
    #expect((0..<1).contains(first(Double.Generator.self)))
    #expect((0..<1).contains(first(Float.Generator.self)))
    var generator = DoubleLinearCongruentialGenerator()
    #expect(generator.next() != generator.next())
  }
}
