import ForceSimulation
import Synchronization
import Testing
import _TestSupport

/// Values per node and per link stay with their nodes and links through an edit.
@Suite(.traced) struct EditValuesTests {
  private static let radii = [1.0, 2, 3, 4, 5, 6, 7, 8]

  /// Counts how often a force asks for a value.
  private final class Calls: Sendable {
    private let counts = Mutex<Int>(0)
    var count: Int { counts.withLock { $0 } }
    func note() { counts.withLock { $0 += 1 } }
  }

  /// Nodes in a row so close that all collide.
  private func row(
    _ radius: NodeValues<Double>, nodes: [Int] = Array(0..<8), engine: Engine = .kernels
  ) throws -> Named2D {
    try Named2D(
      nodes.count, ["collide": CollideForce<Vector2>(radius: radius)],
      position: nodes.map { Vector2(Double($0) * 1.5, Double($0 % 3)) }, engine: engine)
  }

  // MARK: Nodes

  /// The closure has no value for any other index, so a call for a new node would trap.
  @Test(arguments: everyEngine)
  func everyNodeKeepsItsRadius(engine: Engine) throws {
    let calls = Calls()
    let radii = Self.radii
    let edited = try row(
      .function {
        calls.note()
        return radii[$0]
      }, engine: engine)
    #expect(calls.count == 8)
    try edited.edit { edit in
      edit.remove(node: 3)
      edit.remove(node: 0)
    }
    let staying = [1, 2, 4, 5, 6, 7]
    let fresh = try row(.array(staying.map { radii[$0] }), nodes: staying, engine: engine)
    for simulation in [edited, fresh] { simulation.advance() }
    expectSameBits(edited.kinetics.velocity, fresh.kinetics.velocity, "velocity")
    try edited.edit { $0.arrange([5, 0, 2]) }
    edited.advance()
    #expect(calls.count == 8)
  }

  /// The function would give another radius now. The edit changes no node or link.
  @Test(arguments: everyEngine)
  func aValueSetForOneNodeLeavesThoseOfAFunction(engine: Engine) throws {
    let calls = Calls()
    let radii = Self.radii
    let edited = try row(
      .function {
        calls.note()
        return calls.count > 8 ? 9 : radii[$0]
      }, engine: engine)
    try edited.edit { $0.set(\CollideForce<Vector2>.radius, of: "collide", to: 5, forNode: 0) }
    let fresh = try row(.array([5] + radii.dropFirst()), engine: engine)
    for simulation in [edited, fresh] { simulation.advance() }
    expectSameBits(edited.kinetics.velocity, fresh.kinetics.velocity, "velocity")
  }

  @Test func arraysTravelToo() throws {
    let edited = try row(.array(Self.radii))
    try edited.edit { $0.arrange([7, 2, 5]) }
    let collide = try #require(edited.forces["collide", as: CollideForce<Vector2>.self])
    #expect("\(collide.radius)" == "3 values")
    guard case .array(let carried, _) = collide.radius else {
      Issue.record("radius is \(collide.radius)")
      return
    }
    #expect(carried == [8, 3, 6])
  }

  @Test func oneValueForAllIsThatOfNewNodes() throws {
    let edited = try row(2)
    try edited.edit { edit in
      edit.remove(node: 1)
      edit.insert(at: .zero)
    }
    let collide = try #require(edited.forces["collide", as: CollideForce<Vector2>.self])
    #expect("\(collide.radius)" == "2.0")
  }

  @Test(arguments: [NodeValues<Double>.array(radii), .function { [1.0, 2, 3, 4, 5, 6, 7, 8][$0] }])
  func aNewNodeNeedsAValue(radius: NodeValues<Double>) throws {
    let (edited, untouched) = (try row(radius), try row(radius))
    #expect(throws: SimulationError.valueMissing(of: "collide radius", index: 7)) {
      try edited.edit { edit in
        edit.remove(node: 2)
        edit.insert(at: .zero)
      }
    }
    for simulation in [edited, untouched] { simulation.advance(by: 2) }
    expectSameState(edited.kinetics, untouched.kinetics)
    let change = try edited.edit { edit in
      edit.remove(node: 2)
      let node = edit.insert(at: .zero)
      edit.set(\CollideForce.radius, of: "collide", to: 0.5, forNode: node)
      edit.set(\CollideForce.radius, of: "collide", to: 9, forNode: 3)
      // The value of a removed node goes with it.
      edit.set(\CollideForce.radius, of: "collide", to: 100, forNode: 2)
    }
    #expect(change.index(ofNode: 8) == 7)
    let collide = try #require(edited.forces["collide", as: CollideForce<Vector2>.self])
    guard case .array(let carried, _) = collide.radius else {
      Issue.record("radius is \(collide.radius)")
      return
    }
    #expect(carried == [1, 2, 9, 5, 6, 7, 8, 0.5])
  }

  /// NaN is a wrong value, not a missing one.
  @Test func aValueThatIsNoNumberIsNotMissing() throws {
    let edited = try row(.array(Self.radii))
    #expect(throws: SimulationError.notFinite("collide radius", index: 8, value: "nan")) {
      try edited.edit { edit in
        let node = edit.insert()
        edit.set(\CollideForce.radius, of: "collide", to: .nan, forNode: node)
      }
    }
  }

  @Test func aValueForOneNodeMakesValuesForAll() throws {
    let edited = try row(2)
    try edited.edit { $0.set(\CollideForce.radius, of: "collide", to: 5, forNode: 6) }
    let fresh = try row([2, 2, 2, 2, 2, 2, 5, 2])
    for simulation in [edited, fresh] { simulation.advance() }
    expectSameBits(edited.kinetics.velocity, fresh.kinetics.velocity, "velocity")
  }

  /// Every per-node value of every force, against the same values given from the start.
  @Test func allForcesCarryTheirValues() throws {
    func forces(_ node: @escaping @Sendable (Int) -> Int) -> ForceList<Vector2> {
      [
        "charge": ManyBodyForce<Vector2>(strength: .function { -10 - Double(node($0)) }),
        "collide": CollideForce<Vector2>(radius: .function { 1 + Double(node($0)) }),
        "x": PositionForce<Vector2>(
          axis: .x, target: .function { 10 * Double(node($0)) },
          strength: .function { 0.1 + 0.05 * Double(node($0)) }),
        "radial": RadialForce<Vector2>(
          radius: .function { 20 + Double(node($0)) },
          strength: .function { 0.05 * Double(node($0)) }),
      ]
    }
    let points = PointSet<Vector2>.uniform(6).points
    let staying = [5, 1, 4, 0]
    let edited = try Named2D(6, forces { $0 }, position: points)
    try edited.edit { $0.arrange(staying) }
    let fresh = try Named2D(4, forces { staying[$0] }, position: staying.map { points[$0] })
    for simulation in [edited, fresh] { simulation.advance(by: 5) }
    expectSameState(edited.kinetics, fresh.kinetics)
  }

  // MARK: Links

  private func linked(
    _ links: [Link<Int>], _ force: LinkForce<Vector2>
  ) throws -> Named2D {
    try Named2D(
      5, links: links, ["link": force], position: PointSet<Vector2>.uniform(5, seed: 2).points)
  }

  @Test(arguments: everyEngine)
  func everyLinkKeepsItsLengthAndStrength(engine: Engine) throws {
    let links = [Link(0, 1), Link(1, 2), Link(2, 3), Link(3, 4), Link(4, 0)]
    let (lengths, strengths) = ([10.0, 20, 30, 40, 50], [1.0, 0.9, 0.8, 0.7, 0.6])
    let calls = Calls()
    let edited = try linked(
      links,
      LinkForce(
        strength: .byDegree(.array(strengths)),
        length: .function { link, _ in
          calls.note()
          return lengths[link.source]
        }))
    edited.engine = engine
    let before = calls.count
    try edited.edit { edit in
      edit.remove(link: 1)
      let link = edit.link(1, 3)
      edit.set(\LinkForce.length, of: "link", to: 25, forLink: link)
      edit.set(\LinkForce.strength.values, of: "link", to: 0.5, forLink: link)
      edit.set(\LinkForce.length, of: "link", to: 35, forLink: 2)
    }
    #expect(calls.count == before)
    let fresh = try linked(
      [Link(0, 1), Link(2, 3), Link(3, 4), Link(4, 0), Link(1, 3)],
      LinkForce(strength: .byDegree([1, 0.8, 0.7, 0.6, 0.5]), length: [10, 35, 40, 50, 25]))
    fresh.engine = engine
    for simulation in [edited, fresh] { simulation.advance(by: 5) }
    expectSameState(edited.kinetics, fresh.kinetics)
  }

  @Test func aNewLinkNeedsItsValues() throws {
    let links = [Link(0, 1), Link(1, 2)]
    for (force, what) in [
      (LinkForce<Vector2>(length: [10, 20]), "link length"),
      (LinkForce<Vector2>(strength: .array([1, 2])), "link strength"),
      (LinkForce<Vector2>(strength: .byDegree([1, 2])), "link strength"),
    ] {
      let edited = try linked(links, force)
      #expect(throws: SimulationError.valueMissing(of: what, index: 1, each: "link")) {
        try edited.edit { edit in
          edit.remove(link: 0)
          edit.link(3, 4)
        }
      }
      #expect(edited.kinetics.links == links)
    }
  }

  // MARK: Forces changed in the same edit

  @Test func forcesAreChangedAfterTheirValuesHaveBeenCarried() throws {
    let edited = try row(.array(Self.radii))
    try edited.edit { edit in
      edit.remove(node: 0)
      let node = edit.insert(at: .zero)
      edit.changeForces { forces, change in
        #expect(change.index(ofNode: node) == 7)
        #expect(change.previousNode == [1, 2, 3, 4, 5, 6, 7, nil])
        forces["collide"] = CollideForce<Vector2>(
          radius: .array(change.carry(Self.radii, new: 1.5)))
        forces["x"] = PositionForce<Vector2>(axis: .x)
      }
      edit.set(\CollideForce.radius, of: "collide", to: 2.5, forNode: 1)
    }
    #expect(edited.forces.names == ["collide", "x"])
    let collide = try #require(edited.forces["collide", as: CollideForce<Vector2>.self])
    guard case .array(let radii, _) = collide.radius else {
      Issue.record("radius is \(collide.radius)")
      return
    }
    #expect(radii == [2.5, 3, 4, 5, 6, 7, 8, 1.5])
  }

  /// A custom force carries values of its own.
  private struct Wind: Force {
    var speed: [Double]

    mutating func carry(over change: GraphChange) { speed = change.carry(speed, new: 0) }

    func apply(to step: inout StepContext<Vector2>) {
      for node in 0..<step.nodeCount { step.velocity[node].x += speed[node] }
    }
  }

  @Test func customForcesCarryTheirsToo() throws {
    let simulation = try Named2D(
      3, ["wind": Wind(speed: [1, 2, 3])], parameters: SimulationParameters(velocityDecay: 1))
    try simulation.edit { edit in
      edit.remove(node: 0)
      edit.insert()
    }
    simulation.advance()
    #expect(simulation.kinetics.velocity.map(\.x) == [2, 3, 0])
  }
}

extension EditValuesTests {
  @Test func nodesChangeTheirGroups() throws {
    let simulation = try Named2D(6, ["group": GroupForce<Vector2>(groups: [1, 1, 1, 2, nil, nil])])
    try simulation.edit { edit in
      edit.setGroup(2, of: "group", forNode: 1)
      edit.setGroup(nil, of: "group", forNode: 2)
      edit.setGroup(9, of: "group", forNode: edit.insert())
      edit.setGroup(5, of: "group", forNode: 0)
      edit.remove(node: 0)
    }
    let force = try #require(simulation.forces["group", as: GroupForce<Vector2>.self])
    #expect(force.groups == [2, nil, 2, nil, nil, 9])
    for error in [
      SimulationError.unknownForce("other", names: ["group"]),
      .nodeOutOfRange("set", node: 6, nodeCount: 6),
    ] {
      #expect(throws: error) {
        try simulation.edit { edit in
          edit.setGroup(3, of: "group", forNode: 0)
          if case .unknownForce = error {
            edit.setGroup(1, of: "other", forNode: 1)
          } else {
            edit.setGroup(1, of: "group", forNode: 6)
          }
        }
      }
    }
    #expect(
      try #require(simulation.forces["group", as: GroupForce<Vector2>.self]).groups == force.groups)
  }
}
