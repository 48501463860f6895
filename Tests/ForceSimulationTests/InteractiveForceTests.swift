import Testing
import _TestSupport

@testable import ForceSimulation

/// The forces of interactive programs: boundary, velocity limit, gravity, pointer, groups, springs
/// and anchors, against their formulas.
@Suite(.traced) struct InteractiveForceTests {
  /// The velocities that a force makes of given positions and velocities, at alpha 0.5 and a
  /// velocityDecay of 0.5.
  private func velocities<Vector: SimulationVector>(
    _ force: some Force<Vector>, _ positions: [Vector], _ velocities: [Vector],
    links: [Link<Int>] = []
  ) throws -> [Vector] {
    let simulation = try Simulation<Vector, ForceList<Vector>>(
      nodeCount: positions.count, links: links, forces: ForceList(),
      parameters: SimulationParameters(alpha: 0.5, velocityDecay: 0.5), positions: positions,
      velocities: velocities)
    var kinetics = simulation.kinetics
    try force.bound(to: &kinetics).apply(to: &kinetics)
    #expect(kinetics.position == simulation.kinetics.position)
    return kinetics.velocity.asArray()
  }

  // MARK: Numbers worked out by hand

  @Test func boxTakesTheOvershootAway() throws {
    let box = BoundaryForce<Vector2>(.box(low: Vector2(-10, -10), high: Vector2(10, 10)))
    let positions = [Vector2(9, 0), Vector2(0, -20), Vector2(3, 3)]
    let start = [Vector2(4, 2), Vector2(0, 0), Vector2(1, 1)]
    // The first is predicted at (11, 1): 1 too far, and 1 / 0.5 less velocity. The second is 10
    // outside.
    #expect(
      try velocities(box, positions, start) == [Vector2(2, 2), Vector2(0, 20), Vector2(1, 1)])
    var elastic = box
    elastic.share = 0.25
    #expect(
      try velocities(elastic, positions, start) == [
        Vector2(3.5, 2), Vector2(0, 5), Vector2(1, 1),
      ])
  }

  @Test func discTakesTheOvershootAway() throws {
    let disc = BoundaryForce<Vector2>(.disc(center: Vector2(1, 1), radius: 5))
    // Predicted at (7, 9), which is 10 from the center: half of that difference is too much.
    #expect(
      try velocities(disc, [Vector2(7, 9), Vector2(1, 2)], [.zero, Vector2(1, 0)])
        == [Vector2(-6, -8), Vector2(1, 0)])
  }

  @Test func aHardBoundaryHolds() throws {
    let simulation = try Simulation(nodeCount: 200) {
      ManyBodyForce<Vector2>(strength: -200)
      BoundaryForce(.disc(center: .zero, radius: 40))
    }
    for tick in 0..<300 {
      simulation.tick()
      let farthest = simulation.kinetics.position.map { $0.length() }.max()!
      #expect(farthest <= 40 + 1e-9 || tick == 0, "tick \(tick): \(farthest)")
    }
  }

  @Test func velocityLimitKeepsDirections() throws {
    #expect(
      try velocities(
        VelocityLimit(5), [.zero, .zero, .one], [Vector2(6, 8), Vector2(3, 4), .zero])
        == [Vector2(3, 4), Vector2(3, 4), .zero])
  }

  @Test func gravityPullsWithOneStrength() throws {
    let force = GravityForce<Vector2>(center: Vector2(1, 0), strength: 2, softening: 3)
    // d = (0, 4): sqrt(16 + 9) = 5, so 2 * 0.5 * 4 / 5.
    #expect(
      try velocities(force, [Vector2(1, -4), Vector2(1, 0)], [.zero, .one])
        == [Vector2(0, 0.8), .one])
  }

  @Test func pointerFadesToItsRadius() throws {
    let force = PointerForce<Vector2>(at: Vector2(0, 0), radius: 10, strength: -2)
    // At half the radius: -2 * 0.5 * 0.5.
    #expect(
      try velocities(
        force, [Vector2(-5, 0), Vector2(10, 0), .zero], Array(repeating: .zero, count: 3))
        == [Vector2(-0.5, 0), .zero, .zero])
    #expect(
      try velocities(PointerForce<Vector2>(), [Vector2(1, 0)], [.one]) == [.one])
  }

  @Test func groupsPullToTheirCentres() throws {
    let force = GroupForce<Vector2>(groups: [7, nil, 7, -1], strength: 0.5)
    let positions = [Vector2(0, 0), Vector2(50, 0), Vector2(8, 4), Vector2(3, 3)]
    // The centre of group 7 is (4, 2); a group of one is at its own centre.
    #expect(
      try velocities(force, positions, Array(repeating: .zero, count: 4))
        == [Vector2(1, 0.5), .zero, Vector2(-1, -0.5), .zero])
  }

  @Test func springsPullAndDamp() throws {
    let force = SpringForce<Vector2>(stiffness: 0.5, length: 6, damping: 0.25)
    let positions = [Vector2(0, 0), Vector2(10, 0), Vector2(10, 6)]
    let start = [Vector2(1, 5), Vector2(-1, 0), .zero]
    // Link 0-1: error 4, relative speed -2: 0.5 * 0.5 * 4 + 0.25 * -2 = 0.5; degrees 1 and 2, so
    // the target takes 1/3. Link 1-2: error 0, relative speed 0.
    let found = try velocities(force, positions, start, links: [Link(0, 1), Link(1, 2)])
    let expected = [Vector2(1 + 1.0 / 3, 5), Vector2(-1 - 0.5 / 3, 0), Vector2(0, 0)]
    for (a, b) in zip(found, expected) { #expect(a.distance(to: b) < 1e-15) }
    // Links keep the sum of velocities weighed by degree, and coincident ends stay.
    #expect(
      try velocities(force, [.one, .one], [.one, .zero], links: [Link(0, 1), Link(0, 0)])
        == [.one, .zero])
  }

  @Test func anchorsPullFadeAndBound() throws {
    let positions = [Vector2(10, 0), Vector2(3, 0), Vector2(0, 0)]
    let start = [Vector2.zero, Vector2(4, 0), Vector2(8, 0)]
    let force = AnchorForce<Vector2>(
      places: [Vector2(0, 0), nil, Vector2(1, 0)], distance: 2, strength: 0, startTick: 0)
    let found = try velocities(force, positions, start)
    // The first is 10 away, and goes back to 2: -8 / 0.5. The third would be at 4, and may go to 3.
    #expect(abs(found[0].x + 16) < 1e-6 && found[0].x <= -16)
    #expect(found[1] == Vector2(4, 0))
    #expect(abs(found[2].x - 6) < 1e-6 && found[2].x <= 6)
    var spring = force
    spring.distance = .infinity
    spring.strength = 0.5
    #expect(try velocities(spring, positions, start)[0] == Vector2(-2.5, 0))
    let simulation = try Simulation(
      nodeCount: 1,
      forces: AnchorForce<Vector2>(places: [.zero], strength: 1, fadeTicks: 4),
      parameters: SimulationParameters(alpha: 1, alphaDecay: 0, velocityDecay: 0),
      positions: [Vector2(8, 0)])
    var pulls: [Double] = []
    for _ in 0..<5 {
      simulation.kinetics.parameters.velocityDecay = 0
      let before = simulation.kinetics
      simulation.advance()
      pulls.append(before.position[0].x * (1 - Double(min(before.tickCount + 1, 4)) / 4))
    }
    #expect(pulls == [6, 4, 2, 0, 0])
  }

  // MARK: Every vector type, against the formulas

  @Test func everyVectorTypeFollowsTheFormulas() throws {
    try withEveryVectorType { type in
      func check<Vector: SimulationVector>(_: Vector.Type) throws {
        typealias Scalar = Vector.Scalar
        let positions = dyadicPoints(50, seed: 1, Vector.self)
        let start = dyadicPoints(50, seed: 2, side: 5, Vector.self)
        let tolerance = Scalar.ulpOfOne * 1000
        func expect(_ force: some Force<Vector>, _ formula: (Int) -> Vector) throws {
          let found = try velocities(force, positions, start)
          for node in found.indices {
            let expected = start[node] + formula(node)
            #expect(
              found[node].distance(to: expected) <= tolerance * (1 + expected.length()),
              "\(Vector.self) \(force), node \(node)")
          }
        }
        try expect(GravityForce<Vector>(strength: 3, softening: 2)) { node in
          positions[node] * (-1.5 / (positions[node].lengthSquared() + 4).squareRoot())
        }
        try expect(PointerForce<Vector>(at: .zero, radius: 60, strength: 3)) { node in
          let distance = positions[node].length()
          return distance < 60 ? positions[node] * (-1.5 * (1 / distance - 1 / 60)) : .zero
        }
        try expect(VelocityLimit<Vector>(2)) { node in
          let speed = start[node].length()
          return speed > 2 ? start[node] * (2 / speed - 1) : .zero
        }
        try expect(BoundaryForce<Vector>(.disc(center: .zero, radius: 30), share: 0.5)) { node in
          let ahead = positions[node] + start[node] * 0.5
          let distance = ahead.length()
          return distance > 30 ? ahead * -(1 - 30 / distance) : .zero
        }
        let groups = (0..<50).map { $0 % 4 == 0 ? nil : $0 % 4 }
        try expect(GroupForce<Vector>(groups: groups, strength: 0.25)) { node in
          guard let group = groups[node] else { return .zero }
          let members = (0..<50).filter { groups[$0] == group }
          let sum = members.reduce(Vector.zero) { $0 + positions[$1] }
          return (sum / Vector(repeating: Scalar(members.count)) - positions[node]) * 0.125
        }
      }
      try check(type)
    }
  }

  @Test func springsComeToRestAtTheirLength() throws {
    // A star: the hub has 30 links.
    let simulation = try Simulation(nodeCount: 31, links: (1...30).map { Link(0, $0) }) {
      SpringForce<SIMD3<Double>>(length: 12)
    }
    simulation.kinetics.parameters.alphaDecay = 0
    simulation.advance(by: 500)
    for node in 1...30 {
      let length = simulation.kinetics.position[node].distance(
        to: simulation.kinetics.position[0])
      #expect(abs(length - 12) < 1e-6)
    }
  }

  // MARK: Checkpoints, edits, bad input

  private func allForces(_ count: Int) -> ForceList<Vector2> {
    ForceList {
      BoundaryForce<Vector2>(.box(low: Vector2(-50, -40), high: Vector2(50, 40)), share: 0.5)
        .named("box")
      BoundaryForce<Vector2>(.disc(center: .zero, radius: 60)).named("disc")
      GravityForce<Vector2>(center: Vector2(1, 2))
      PointerForce<Vector2>(at: Vector2(3, 4), strength: -1)
      PointerForce<Vector2>().named("no pointer")
      GroupForce<Vector2>(
        groups: (0..<count).map { $0 % 3 == 0 ? nil : $0 % 3 }, strength: .function { _ in 0.2 })
      SpringForce<Vector2>(
        stiffness: .function { link, _ in link.source % 2 == 0 ? 0.5 : 0.25 },
        length: .array((1..<count).map { Double(10 + $0 % 4) }, default: 20))
      AnchorForce<Vector2>(
        places: (0..<count).map { $0 % 2 == 0 ? Vector2(Double($0), 0) : nil }, distance: 30)
      VelocityLimit<Vector2>(10)
    }
  }

  private func simulation(_ count: Int) throws -> Simulation<Vector2, ForceList<Vector2>> {
    try Simulation(
      nodeCount: count, links: (1..<count).map { Link($0, $0 / 2) }, forces: allForces(count))
  }

  @Test func checkpointsHoldThem() throws {
    let simulation = try simulation(30)
    simulation.forces.setOn(false, "disc")
    simulation.advance(by: 10)
    let saved = simulation.checkpoint()
    let restored = try Simulation<Vector2, _>(restoring: Checkpoint(bytes: saved.bytes))
    #expect(restored.checkpoint() == saved)
    #expect(!restored.forces.isOn("disc") && restored.forces.isOn("box"))
    #expect(restored.forces.names == simulation.forces.names)
    for name in simulation.forces.names {
      #expect(type(of: restored.forces[name]!) == type(of: simulation.forces[name]!))
    }
    simulation.advance(by: 20)
    restored.advance(by: 20)
    #expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
  }

  @Test func editsCarryTheirValues() throws {
    let simulation = try simulation(12)
    try simulation.edit { edit in
      edit.remove(node: 1)
      let node = edit.insert()
      edit.link(node, 4)
      edit.set(\GroupForce<Vector2>.strength, of: "GroupForce", to: 0.7, forNode: node)
      edit.set(\SpringForce<Vector2>.stiffness, of: "SpringForce", to: 0.1, forLink: 11)
    }
    let groups = try #require(simulation.forces["GroupForce", as: GroupForce.self]).groups
    #expect(groups == (0..<12).filter { $0 != 1 }.map { $0 % 3 == 0 ? nil : $0 % 3 } + [nil])
    let places = try #require(simulation.forces["AnchorForce", as: AnchorForce.self]).places
    #expect(places[1] == Vector2(2, 0) && places[2] == nil && places[11] == nil)
    simulation.advance(by: 3)
    expectFinite(simulation.kinetics)
  }

  @Test func aForceThatIsOffChangesNothing() throws {
    let (a, b) = (try simulation(20), try simulation(20))
    a.forces.setOn(false, "SpringForce")
    b.forces["SpringForce"] = nil
    a.forces.setOn(false, "no such force")
    #expect(!a.forces.isOn("no such force"))
    a.advance(by: 20)
    b.advance(by: 20)
    expectSameState(a.kinetics, b.kinetics)
    a.forces.setOn(true, "SpringForce")
    #expect(a.forces.isOn("SpringForce"))
    a.advance()
    b.advance()
    #expect(a.kinetics.trajectoryHash != b.kinetics.trajectoryHash)
  }

  @Test func badParametersAreErrors() throws {
    let wrong: [any Force<Vector2>] = [
      BoundaryForce(.box(low: .one, high: .zero)), BoundaryForce(.disc(center: .zero, radius: -1)),
      BoundaryForce(.disc(center: Vector2(.nan, 0), radius: 1)),
      BoundaryForce(.disc(center: .zero, radius: 1), share: 1.5),
      BoundaryForce(.box(low: Vector2(-.infinity, 0), high: .zero)), VelocityLimit(-1),
      VelocityLimit(.nan), GravityForce(softening: 0), GravityForce(strength: .nan),
      GravityForce(center: Vector2(0, .infinity)), PointerForce(at: Vector2(.nan, 0)),
      PointerForce(radius: 0), PointerForce(strength: .infinity), GroupForce(groups: [1]),
      GroupForce(groups: [1, 2, nil], strength: .constant(.nan)), SpringForce(damping: 2),
      SpringForce(stiffness: .constant(.nan)), SpringForce(length: -1),
      AnchorForce(places: [nil]), AnchorForce(places: [Vector2(.nan, 0), nil, nil]),
      AnchorForce(places: [nil, nil, nil], distance: -1),
      AnchorForce(places: [nil, nil, nil], strength: .nan),
      AnchorForce(places: [nil, nil, nil], fadeTicks: 0),
    ]
    let wrongMagnets: [any Force<Vector2>] = [
      MagneticForce<Vector2>(direction: .zero),
      MagneticForce<Vector2>(direction: Vector2(.nan, 1)),
      MagneticForce<Vector2>(direction: .one, strength: .constant(.infinity)),
      MagneticForce<Vector2>(direction: .one, strength: [1, 2]),
    ]
    for force in wrong + wrongMagnets {
      #expect(throws: SimulationError.self, "\(force)") {
        try Simulation(
          nodeCount: 3, links: [Link(0, 1)], forces: ForceList([ForceList.Entry(force)]))
      }
    }
  }
}
