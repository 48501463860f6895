import ForceSimulation
import Testing
import _TestSupport

/// Forces by name, replaced in a running simulation, and whole force fields.
@Suite(.traced) struct NamedForcesTests {
  /// Doubles the first velocity, or adds one to it: the two do not commute, so the order shows.
  private let double = FunctionForce<Vector2> { $0.velocity[0] *= 2 }
  private let addOne = FunctionForce<Vector2> { $0.velocity[0] += 1 }

  private func velocity(_ forces: ForceList<SIMD2<Double>>) throws -> Double {
    let simulation = try Named2D(
      1, forces, parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1),
      position: [.zero], velocity: [Vector2(repeating: 3)])
    simulation.advance()
    return simulation.kinetics.velocity[0].x
  }

  @Test func forcesActInTheirOrder() throws {
    #expect(try velocity(["a": double, "b": addOne]) == 7)
    #expect(try velocity(["b": addOne, "a": double]) == 8)
  }

  @Test func replacingAForceKeepsItsPlace() throws {
    var forces: ForceList<SIMD2<Double>> = ["a": addOne, "b": addOne]
    forces["a"] = double
    #expect(forces.names == ["a", "b"])
    #expect(try velocity(forces) == 7)
  }

  @Test func removingAndAddingMovesToTheEnd() throws {
    var forces: ForceList<SIMD2<Double>> = ["a": double, "b": addOne]
    forces["a"] = nil
    #expect(forces.names == ["b"])
    #expect(forces["a"] == nil)
    forces["a"] = double
    #expect(forces.names == ["b", "a"])
    #expect(try velocity(forces) == 8)
    forces["unknown"] = nil
    #expect(forces.names == ["b", "a"])
  }

  @Test func initialisersKeepTheOrderAndTheLastOfAName() throws {
    let pairs = ForceList<SIMD2<Double>>(["b": addOne, "a": double, "b": double])
    #expect(pairs.names == ["b", "a"])
    #expect(try velocity(pairs) == 12)
    #expect(ForceList<SIMD2<Double>>().names.isEmpty)
    #expect(try velocity(ForceList<SIMD2<Double>>()) == 3)
  }

  @Test(arguments: everyEngine)
  func aForceChangedInARunningSimulationActsFromTheNextTickOn(engine: Engine) throws {
    let simulation = try Named2D(
      2, ["charge": Kinetics2D.ManyBodyForce(strength: -30)], position: [.zero, Vector2(10, 0)],
      engine: engine)
    simulation.advance()
    let pushed = simulation.kinetics.velocity[1].x
    #expect(pushed > 0)
    simulation.forces["charge"] = Kinetics2D.ManyBodyForce(strength: 3000)
    simulation.advance()
    #expect(simulation.kinetics.velocity[1].x < 0)
    simulation.forces["charge"] = nil
    try simulation.setVelocities([.zero, .zero])
    let position = simulation.kinetics.position
    simulation.advance(by: 10)
    #expect(simulation.kinetics.position == position)
  }

  /// A force that was put in, changed and put in again is the same as one made so from the start.
  @Test(arguments: everyEngine)
  func aParameterChangedInPlaceCounts(engine: Engine) throws {
    let field = CompositedForce<Vector2, _, _> {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.CollideForce(radius: .constant(1))
    }
    let changed = try Simulation(checking: 30, forceField: field, engine: engine)
    changed.forceField.force2.radius = .varied { 5 + Double($0 % 3) }
    changed.forceField.force1?.strength = .constant(-60)
    let fresh = try Simulation(
      checking: 30,
      forceField: CompositedForce<Vector2, _, _> {
        Kinetics2D.ManyBodyForce(strength: -60)
        Kinetics2D.CollideForce(radius: .varied { 5 + Double($0 % 3) })
      }, engine: engine)
    changed.advance(by: 20)
    fresh.advance(by: 20)
    expectSameState(changed.kinetics, fresh.kinetics)
  }

  @Test func aBadForceFieldIsRefusedAndTheOldOneKept() throws {
    let links = GraphFixture.path(10).links
    let simulation = try Named2D(10, links: links, standardForces())
    let untouched = try Named2D(10, links: links, standardForces())
    var bad = standardForces(Vector2.self)
    bad["collide"] = Kinetics2D.CollideForce(radius: .varied { $0 == 4 ? -1 : 1 })
    #expect(throws: SimulationError.negative("collide radius", index: 4, value: "-1.0")) {
      try simulation.setForceField(bad)
    }
    #expect(simulation.forces.names == untouched.forces.names)
    simulation.advance(by: 5)
    untouched.advance(by: 5)
    expectSameState(simulation.kinetics, untouched.kinetics)
    #expect(throws: SimulationError.notFinite("theta", index: nil, value: "nan")) {
      try simulation.setForceField(["charge": Kinetics2D.ManyBodyForce(strength: 1, theta: .nan)])
    }
    simulation.advance(by: 5)
    untouched.advance(by: 5)
    expectSameState(simulation.kinetics, untouched.kinetics)
  }

  @Test(arguments: everyEngine)
  func theWaysToWriteAListOfForcesAreOne(engine: Engine) throws {
    let (charge, collide) = (
      Kinetics2D.ManyBodyForce(strength: -30), Kinetics2D.CollideForce(radius: .constant(4))
    )
    let links = GraphFixture.grid(4, 5).links
    let link = Kinetics2D.LinkForce(stiffness: .weightedByDegree { _, _ in 1 })
    let named = try Simulation(
      checking: 20, links: links,
      forceField: ["charge": charge, "link": link, "collide": collide] as ForceList<SIMD2<Double>>,
      engine: engine)
    let sealed = try Simulation(
      checking: 20, links: links,
      forceField: SealedForce2D {
        charge
        if !links.isEmpty { link }
        for force in [collide] { force }
        Kinetics2D.EmptyForce()
      }, engine: engine)
    let composited = try Simulation(
      checking: 20, links: links,
      forceField: CompositedForce<Vector2, _, _> {
        charge
        link
        collide
      }, engine: engine)
    named.advance(by: 30)
    sealed.advance(by: 30)
    composited.advance(by: 30)
    expectSameState(sealed.kinetics, named.kinetics)
    expectSameState(composited.kinetics, named.kinetics)
  }
}
