import Testing
import _TestSupport

@testable import ForceSimulation

/// A force of the program with declared parameters.
private struct Wind: Force, CustomStringConvertible {
  var speed = 2.0
  var bearing = Vector2(1, 0)
  var drag = NodeValues<Double>.constant(0.5)
  private var drags: [Double] = []

  init(speed: Double = 2, drag: NodeValues<Double> = 0.5) {
    (self.speed, self.drag) = (speed, drag)
  }

  static var kind: ForceKind<Vector2> {
    ForceKind(
      Wind(), title: "Breeze",
      parameters: [
        ForceParameter(
          \Wind.speed, name: "speed", unit: "layout units per tick", range: 0...100,
          slider: 0...10),
        ForceParameter(\Wind.bearing, name: "bearing"),
        ForceParameter(\Wind.drag, name: "drag", range: 0...1, evaluated: { $0.drags }),
      ])
  }

  mutating func bind(to context: inout BindingContext<Vector2>) throws(SimulationError) {
    try context.check(self)
    drags = try context.values(\.drag, of: self)
  }

  func apply(to step: inout StepContext<Vector2>) {
    for node in 0..<step.nodeCount {
      step.velocity[node] += bearing * (speed * drags[node] * step.alpha)
    }
  }
}

@Suite(.traced) struct ForceKindTests {
  /// The bytes of each force in checkpoints are those of 0.2, as a release before the table wrote
  /// them.
  @Test func bytesInCheckpointsStay() throws {
    let forces: [(String, any Force<Vector2>, UInt64)] = [
      (
        "many-body", ManyBodyForce<Vector2>(strength: [-1, 2, -3], theta: 0.5),
        7978779727740141416
      ),
      (
        "many-body of a function",
        ManyBodyForce<Vector2>(strength: { Double($0) }, distanceMax: 90),
        9133496287116708907
      ),
      (
        "link", LinkForce<Vector2>(length: [5, 6]),
        15392050226398290154
      ),
      (
        "link of functions",
        LinkForce<Vector2>(
          strength: { link, _ in Double(link.target) / 4 },
          length: { link, _ in Double(link.source) }),
        18044404527799937441
      ),
      (
        "collide",
        CollideForce<Vector2>(radius: .array([1, 2, 3], default: 4), strength: 0.5, iterations: 2),
        13714741979618061021
      ),
      (
        "boxes",
        BoxCollideForce<Vector2>(
          halfSides: { Vector2(Double($0), 1) }, offsets: .constant(Vector2(1, 2))),
        9810771793702322649
      ),
      (
        "center", CenterForce<Vector2>(center: Vector2(3, 4), strength: 0.25),
        7932576837648577136
      ),
      (
        "position", PositionForce<Vector2>(axis: .y, target: { 2 * Double($0) }, strength: 0.5),
        1484965563913854850
      ),
      (
        "radial", RadialForce<Vector2>(radius: [1, 2, 3], center: Vector2(5, 6)),
        15560101200021607291
      ),
      (
        "anchor",
        AnchorForce<Vector2>(
          places: [Vector2(1, 2), nil, Vector2(3, 4)], distance: 9, startTick: 5),
        8366571240447680793
      ),
      (
        "box", BoundaryForce<Vector2>(.box(low: Vector2(-1, -2), high: Vector2(3, 4)), share: 0.5),
        17381189071555957599
      ),
      (
        "disc", BoundaryForce<Vector2>(.disc(center: Vector2(1, 2), radius: 3)),
        6122737447728885388
      ),
      (
        "limit", VelocityLimit<Vector2>(7),
        1476418185216959606
      ),
      (
        "gravity", GravityForce<Vector2>(center: Vector2(1, 2), strength: 3, softening: 4),
        18118926619007271818
      ),
      (
        "pointer", PointerForce<Vector2>(at: Vector2(1, 2), radius: 50),
        12596511365835854538
      ),
      (
        "pointer away", PointerForce<Vector2>(strength: -2),
        14524334723120697913
      ),
      (
        "groups", GroupForce<Vector2>(groups: [4, nil, 4], strength: [1, 2, 3]),
        396689106459894589
      ),
      (
        "springs",
        SpringForce<Vector2>(stiffness: [0.5, 0.25], length: { link, _ in Double(link.target) }),
        14865009633175517316
      ),
      (
        "t-force", TForce<Vector2>(stiffness: [1, 2], distance: 3, cutoff: 40),
        17472727207544192363
      ),
    ]
    for (name, force, hash) in forces {
      let simulation = try Simulation(
        nodeCount: 3, links: [Link(0, 1), Link(1, 2)],
        forces: ForceList([ForceList.Entry(force, named: name)]))
      simulation.advance()
      let bound = try #require(simulation.forces[name])
      #expect(FNV1a.hash(ForceList.bytes(of: bound)[...]) == hash, "\(name)")
    }
    let kinds = Set(forces.map { type(of: $0.1).kind.name })
    #expect(kinds.count == 15 && kinds.isSubset(of: ForceKind<Vector2>.all.map(\.name)))
  }

  @Test func kindsAreDistinctAndComplete() {
    let kinds = ForceKind<SIMD3<Float>>.all
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    #expect(Set(kinds.map(\.title)).count == kinds.count)
    for kind in kinds {
      #expect(!kind.parameters.isEmpty, "\(kind.name)")
      for parameter in kind.parameters {
        if let slider = parameter.slider {
          #expect(
            parameter.range.contains(slider.lowerBound)
              && parameter.range.contains(slider.upperBound), "\(kind.name).\(parameter.name)")
        }
      }
    }
  }

  @Test func parametersAreReadAndSet() throws {
    let kind = ManyBodyForce<Vector2>.kind
    #expect(kind.name == "ManyBodyForce" && kind.title == "Charge")
    let strength = try #require(kind.parameters.first { $0.name == "strength" })
    #expect(strength.scope == .node && strength.defaultValue == -30 && strength.title == "Strength")
    let changed = try #require(strength.setting(-7, of: ManyBodyForce<Vector2>()))
    #expect(strength.value(of: changed) == -7)
    // Each node has its own, and another kind has none.
    #expect(strength.value(of: ManyBodyForce<Vector2>(strength: [1, 2])) == nil)
    #expect(strength.setting(-7, of: ManyBodyForce<Vector2>(strength: [1, 2])) == nil)
    #expect(strength.setting(-7, of: CollideForce<Vector2>()) == nil)
    let iterations = try #require(
      CollideForce<Vector2>.kind.parameters.first { $0.name == "iterations" })
    let twice = try #require(iterations.setting(2, of: CollideForce<Vector2>()))
    #expect((twice as? CollideForce<Vector2>)?.iterations == 2)
  }

  @Test func aForceOfOnesOwnIsChecked() {
    let wrong: [(Wind, SimulationError)] = [
      (Wind(speed: -1), .outOfRange("wind speed", value: "-1.0", allowed: "between 0 and 100")),
      (Wind(speed: .nan), .notFinite("wind speed", index: nil, value: "nan")),
      (
        Wind(drag: .function { Double($0) }),
        .outOfRange("wind drag", index: 2, value: "2.0", allowed: "between 0 and 1")
      ),
      (Wind(drag: [1]), .wrongLength(of: "wind drag", expected: 3, found: 1)),
    ]
    for (force, error) in wrong {
      #expect(throws: error) { try Simulation(nodeCount: 3, forces: force) }
    }
    #expect(
      "\(Wind())" == "wind speed 2.0, bearing SIMD2<Double>(1.0, 0.0), drag 0.5")
  }

  /// The values follow their nodes, and a checkpoint restores them into the force that is handed in
  /// by the name of its kind.
  @Test func aForceOfOnesOwnIsCarriedAndRestored() throws {
    let simulation = try Simulation(nodeCount: 3) {
      Wind(speed: 3, drag: .array([0.1, 0.2, 0.3], default: 0.4))
      Wind(speed: 5).named("gale")
    }
    try simulation.edit { edit in
      edit.remove(node: 0)
      edit.insert()
    }
    simulation.advance(by: 3)
    let checkpoint = simulation.checkpoint()
    let restored = try Simulation<Vector2, _>(restoring: checkpoint, custom: ["Wind": Wind()])
    let wind = try #require(restored.forces["Wind", as: Wind.self])
    guard case .array([0.2, 0.3, 0.4], default: 0.4) = wind.drag else {
      Issue.record("\(wind)")
      return
    }
    #expect(wind.speed == 3 && restored.forces["gale", as: Wind.self]?.speed == 5)
    for one in [simulation, restored] { one.advance(by: 30) }
    #expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
    // By the names of the forces, as before; a kind that is not there does no harm.
    _ = try Simulation<Vector2, _>(
      restoring: checkpoint, custom: ["Wind": Wind(), "gale": Wind()])
    let plain = try Simulation(nodeCount: 1) { CenterForce<Vector2>() }
    _ = try Simulation<Vector2, _>(restoring: plain.checkpoint(), custom: ["Wind": Wind()])
    #expect(throws: SimulationError.missingForce("Wind")) {
      try Simulation<Vector2, _>(restoring: checkpoint)
    }
    #expect(throws: SimulationError.unexpectedForce("storm")) {
      try Simulation<Vector2, _>(
        restoring: checkpoint, custom: ["Wind": Wind(), "storm": Wind()])
    }
    #expect(throws: SimulationError.self) {
      try Simulation<Vector2, _>(
        restoring: checkpoint, custom: ["Wind": Wind(), "gale": CenterForce()])
    }
  }
}
