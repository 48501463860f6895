import ForceSimulation
import Testing
import _TestSupport

/// Forces by name: their order, and their replacement in a running simulation.
@Suite(.traced) struct ForceListTests {
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

  @Test func initialisersKeepTheOrder() throws {
    let list = ForceList([addOne.named("b"), double.named("a")])
    #expect(list.names == ["b", "a"])
    #expect(try velocity(list) == 8)
    #expect(!list.isEmpty)
    #expect(ForceList<SIMD2<Double>>().isEmpty)
    #expect(try velocity(ForceList<SIMD2<Double>>()) == 3)
  }

  @Test func aNameThatAppearsTwiceTraps() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ForceList<Vector2> {
        CenterForce<Vector2>().named("a")
        ManyBodyForce<Vector2>().named("a")
      }
    }
    #expect(says("two forces of one list have the name \"a\"", result))
    let literal = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let list: ForceList<Vector2> = ["b": CenterForce<Vector2>(), "b": CenterForce<Vector2>()]
      _ = list
    }
    #expect(says("have the name \"b\"", literal))
  }

  @Test func settingAForceOfAnotherTypeReplacesIt() {
    var forces: ForceList<Vector2> = ["a": CenterForce<Vector2>()]
    forces["a", as: ManyBodyForce.self] = nil
    #expect(forces["a"] is CenterForce<Vector2>)
    forces["a", as: ManyBodyForce.self] = ManyBodyForce<Vector2>()
    #expect(forces["a"] is ManyBodyForce<Vector2> && forces.count == 1)
  }

  @Test(arguments: everyEngine)
  func aForceChangedInARunningSimulationActsFromTheNextTickOn(engine: Engine) throws {
    let simulation = try Named2D(
      2, ["charge": ManyBodyForce<Vector2>(strength: -30)], position: [.zero, Vector2(10, 0)],
      engine: engine)
    simulation.advance()
    let pushed = simulation.kinetics.velocity[1].x
    #expect(pushed > 0)
    simulation.forces["charge"] = ManyBodyForce<Vector2>(strength: 3000)
    simulation.advance()
    #expect(simulation.kinetics.velocity[1].x < 0)
    simulation.forces["charge"] = nil
    simulation.kinetics.velocity = NodeArray([.zero, .zero])
    let position = simulation.kinetics.position
    simulation.advance(by: 10)
    #expect(simulation.kinetics.position == position)
  }

  /// A parameter that is changed later has the effect of the same parameter from the start.
  @Test(arguments: everyEngine)
  func aParameterChangedInPlaceCounts(engine: Engine) throws {
    let changed = try Simulation(nodeCount: 30, engine: engine) {
      ManyBodyForce<Vector2>(strength: -30)
      CollideForce(radius: 1)
    }
    changed.forces["CollideForce", as: CollideForce.self]?.radius = .function { 5 + Double($0 % 3) }
    changed.forces["ManyBodyForce", as: ManyBodyForce.self]?.strength = -60
    let fresh = try Simulation(nodeCount: 30, engine: engine) {
      ManyBodyForce<Vector2>(strength: -60)
      CollideForce(radius: .function { 5 + Double($0 % 3) })
    }
    changed.advance(by: 20)
    fresh.advance(by: 20)
    expectSameState(changed.kinetics, fresh.kinetics)
  }

  @Test func aForceOfAnotherTypeIsNotThere() throws {
    var forces: ForceList<Vector2> = ["charge": ManyBodyForce<Vector2>(strength: -7)]
    #expect(forces["charge", as: CollideForce<Vector2>.self] == nil)
    forces["charge", as: CollideForce<Vector2>.self] = nil
    #expect(forces["charge"] is ManyBodyForce<Vector2>)
    #expect(forces["none", as: CollideForce<Vector2>.self] == nil)
    forces["charge", as: ManyBodyForce<Vector2>.self] = nil
    #expect(forces.count == 0)
  }

  @Test func badForcesAreRefusedAndTheOldOnesKept() throws {
    let links = GraphFixture.path(10).links
    let simulation = try Named2D(10, links: links, standardForces())
    let untouched = try Named2D(10, links: links, standardForces())
    for simulation in [simulation, untouched] { simulation.advance() }
    #expect(throws: SimulationError.negative("collide radius", index: 4, value: "-1.0")) {
      try simulation.edit { edit in
        edit.changeForces { forces, _ in
          forces["charge"] = nil
          forces["collide"] = CollideForce<Vector2>(radius: .function { $0 == 4 ? -1 : 1 })
        }
      }
    }
    #expect(simulation.forces.names == untouched.forces.names)
    simulation.advance(by: 5)
    untouched.advance(by: 5)
    expectSameState(simulation.kinetics, untouched.kinetics)
    #expect(
      throws: SimulationError.outOfRange(
        "many-body theta", value: "nan", allowed: "a number that is not negative")
    ) {
      try simulation.edit { edit in
        edit.changeForces { forces, _ in
          forces = ["charge": ManyBodyForce<Vector2>(theta: .nan)]
        }
      }
    }
    simulation.advance(by: 5)
    untouched.advance(by: 5)
    expectSameState(simulation.kinetics, untouched.kinetics)
  }

  @Test(arguments: everyEngine)
  func theWaysToWriteAListOfForcesAreOne(engine: Engine) throws {
    let charge = ManyBodyForce<Vector2>(strength: -30)
    let (collide, link) = (CollideForce<Vector2>(radius: 4), LinkForce<Vector2>())
    let links = GraphFixture.grid(4, 5).links
    var appended = ForceList<Vector2>()
    for force in [charge, link, collide] as [any Force<Vector2>] { appended.append(force) }
    let lists: [ForceList<Vector2>] = [
      ["charge": charge, "link": link, "collide": collide],
      ForceList {
        charge
        if !links.isEmpty { link }
        for force in [collide] { force }
        if links.isEmpty { CenterForce() }
      },
      appended, ForceList([charge.named("charge"), link.named("x"), collide.named("y")]),
    ]
    var wanted: Kinetics2D?
    try withEvery("list", in: lists) { list in
      let simulation = try Named2D(20, links: links, list, engine: engine)
      simulation.advance(by: 30)
      if let wanted { expectSameState(simulation.kinetics, wanted) }
      wanted = wanted ?? simulation.kinetics
    }
  }

  @Test func forcesWithoutANameHaveThatOfTheirType() {
    let forces = ForceList<Vector2> {
      ManyBodyForce()
      LinkForce()
      ManyBodyForce(strength: 4)
      CenterForce().named("middle")
      ManyBodyForce()
    }
    #expect(
      forces.names
        == ["ManyBodyForce", "LinkForce", "ManyBodyForce 2", "middle", "ManyBodyForce 3"])
    #expect("\(forces)" == "ManyBodyForce, LinkForce, ManyBodyForce 2, middle, ManyBodyForce 3")
  }

  /// A list is a force, so it can be part of another one.
  @Test func aListInAListActsAsItsForces() throws {
    let flat = try Named2D(400, standardForces())
    let nested = try Named2D(400, ["all": standardForces(Vector2.self)])
    for simulation in [flat, nested] { simulation.advance(by: 20) }
    expectSameState(nested.kinetics, flat.kinetics)
  }
}
