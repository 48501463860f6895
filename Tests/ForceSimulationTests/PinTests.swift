import ForceSimulation
import Testing
import _TestSupport

/// Nodes held in place, on all axes or on some.
@Suite(.traced) struct PinTests {
  private static func check<Vector>(
    _: Vector.Type, engine: Engine
  ) throws where Vector: SimulationVector {
    let simulation = try NamedSimulation<Vector>(
      12, links: GraphFixture.star(leaves: 11).links, standardForces(), engine: engine)
    let (held, slider, last) = (0, 5, Vector.scalarCount - 1)
    let place = Vector(repeating: 2.5)
    simulation.kinetics.pins[held] = place
    try simulation.kinetics.pins.pin(slider, axis: Axis(last), at: -4)
    for _ in 0..<30 {
      simulation.advance()
      let (position, velocity) = (simulation.kinetics.position, simulation.kinetics.velocity)
      expectSameBits(position[held], place, "pinned node")
      expectSameBits(velocity[held], .zero, "velocity of pinned node")
      expectSameBits(position[slider][last], -4, "pinned axis")
      expectSameBits(velocity[slider][last], 0, "velocity on pinned axis")
      #expect(velocity[slider][0] != 0)
    }
    expectFinite(simulation.kinetics)
    #expect(simulation.kinetics.nonFiniteNodeCount == 0)
  }

  @Test(arguments: everyEngine)
  func pinnedNodesNeverMoveAndLoseTheirVelocity(engine: Engine) throws {
    try withEveryVectorType { try Self.check($0, engine: engine) }
  }

  @Test(arguments: everyEngine)
  func aReleasedNodeStartsFromRest(engine: Engine) throws {
    let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, 8)], engine: engine)
    try simulation.kinetics.pins.pin(0, at: Vector2(1, 2))
    simulation.advance()
    simulation.kinetics.pins.release(0)
    simulation.advance(by: 5)
    #expect(simulation.kinetics.position[0] == Vector2(1, 2))
    #expect(simulation.kinetics.pins.isEmpty)
  }

  @Test(arguments: everyEngine)
  func axesArePinnedAndReleasedOneByOne(engine: Engine) throws {
    let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, 8)], engine: engine)
    simulation.parameters.velocityDecay = 1
    try simulation.kinetics.pins.pin(0, axis: 0, at: 3)
    #expect(simulation.kinetics.pins[0] == nil)
    #expect(simulation.kinetics.pins.coordinate(of: 0, axis: 0) == 3)
    #expect(simulation.kinetics.pins.coordinate(of: 0, axis: 1) == nil)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(3, 8))
    #expect(simulation.kinetics.velocity[0] == Vector2(0, 8))
    try simulation.kinetics.pins.pin(0, axis: 1, at: -1)
    #expect(simulation.kinetics.pins[0] == Vector2(3, -1))
    simulation.kinetics.pins.release(0, axis: 0)
    simulation.kinetics.velocity[0] = Vector2(1, 1)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(4, -1))
    #expect(simulation.kinetics.velocity[0] == Vector2(1, 0))
  }

  /// What a pinned node does to the others is what it does when it only happens to stand there.
  @Test(arguments: everyEngine)
  func pinnedNodesStillAct(engine: Engine) throws {
    let points = PointSet<Vector2>.uniform(10).points
    let simulation = try Named2D(10, standardForces(), position: points, engine: engine)
    let free = try Named2D(10, standardForces(), position: points, engine: engine)
    simulation.kinetics.pins[4] = points[4]
    simulation.advance()
    free.advance()
    for node in 0..<10 where node != 4 {
      expectSameBits(simulation.kinetics.velocity[node], free.kinetics.velocity[node], "velocity")
    }
    expectSameBits(simulation.kinetics.position[4], points[4], "pinned node")
  }

  @Test func pinsMayBeGivenFromTheStart() throws {
    let pins: [Vector2?] = [nil, Vector2(5, 5), nil]
    let simulation = try Simulation(
      nodeCount: 3, forces: ForceList<Vector2>(), pins: pins)
    #expect(simulation.kinetics.pins.asArray() == pins)
    #expect(simulation.kinetics.position[1] == Vector2(5, 5))
    #expect(simulation.kinetics.pins == Pins(pins))
    // With a position of its own a node comes to its pin in the first tick.
    let placed = try Simulation(
      nodeCount: 3, forces: ForceList<Vector2>(),
      positions: Array(repeating: .zero, count: 3),
      pins: pins)
    #expect(placed.kinetics.position[1] == .zero)
    placed.advance()
    #expect(placed.kinetics.position[1] == Vector2(5, 5))
  }

  @Test func wrongPinsAreThrownAndChangeNothing() throws {
    var pins = Pins<Vector2>([nil, Vector2(1, 2), nil])
    let before = pins
    func expect(_ error: SimulationError, _ pin: (inout Pins<Vector2>) throws -> Void) {
      #expect(throws: error) { try pin(&pins) }
      #expect(pins == before)
    }
    expect(.nodeOutOfRange("pin", node: 3, nodeCount: 3)) { try $0.pin(3, at: .zero) }
    expect(.nodeOutOfRange("pin", node: -1, nodeCount: 3)) { try $0.pin(-1, axis: .x, at: 0) }
    expect(.axisOutOfRange(axis: 2, dimensions: 2)) { try $0.pin(1, axis: .z, at: 0) }
    expect(.axisOutOfRange(axis: -1, dimensions: 2)) { try $0.pin(1, axis: -1, at: 0) }
    expect(.notFinite("pin", index: 1, value: "SIMD2<Double>(0.0, nan)")) {
      try $0.pin(1, at: Vector2(0, .nan))
    }
    expect(.notFinite("pin", index: 2, value: "inf")) { try $0.pin(2, axis: 1, at: .infinity) }
    var none = Pins<Vector2>(count: 0)
    #expect(throws: SimulationError.nodeOutOfRange("pin", node: 0, nodeCount: 0)) {
      try none.pin(0, at: .zero)
    }
  }

  @Test func pinsAreEqualWhenTheyHoldTheSame() throws {
    var a = Pins<Vector2>(count: 3)
    var b = Pins<Vector2>(count: 3)
    #expect(a == b && a.isEmpty)
    try a.pin(1, at: Vector2(1, 2))
    #expect(a != b && !a.isEmpty)
    try b.pin(1, axis: 1, at: 2)
    #expect(a != b)
    try b.pin(1, axis: 0, at: 1)
    #expect(a == b)
    a[1] = nil
    #expect(a == Pins(count: 3) && a.isEmpty)
    #expect(a != Pins(count: 4))
  }
}
