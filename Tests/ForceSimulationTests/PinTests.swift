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
    simulation.kinetics.pins.pin(slider, axis: last, at: -4)
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
    #expect(simulation.nonFiniteNodeCount == 0)
  }

  @Test(arguments: everyEngine)
  func pinnedNodesNeverMoveAndLoseTheirVelocity(engine: Engine) throws {
    try withEveryVectorType { try Self.check($0, engine: engine) }
  }

  @Test(arguments: everyEngine)
  func aReleasedNodeStartsFromRest(engine: Engine) throws {
    let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, 8)], engine: engine)
    simulation.kinetics.pins.pin(0, at: Vector2(1, 2))
    simulation.advance()
    simulation.kinetics.pins.release(0)
    simulation.advance(by: 5)
    #expect(simulation.kinetics.position[0] == Vector2(1, 2))
    #expect(simulation.kinetics.pins.isEmpty)
  }

  @Test(arguments: everyEngine)
  func axesArePinnedAndReleasedOneByOne(engine: Engine) throws {
    let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, 8)], engine: engine)
    simulation.velocityDecay = 1
    simulation.kinetics.pins.pin(0, axis: 0, at: 3)
    #expect(simulation.kinetics.pins[0] == nil)
    #expect(simulation.kinetics.pins.coordinate(of: 0, axis: 0) == 3)
    #expect(simulation.kinetics.pins.coordinate(of: 0, axis: 1) == nil)
    simulation.advance()
    #expect(simulation.kinetics.position[0] == Vector2(3, 8))
    #expect(simulation.kinetics.velocity[0] == Vector2(0, 8))
    simulation.kinetics.pins.pin(0, axis: 1, at: -1)
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

  @Test func fixationIsPinsFromTheStart() throws {
    let pins: [Vector2?] = [nil, Vector2(5, 5), nil]
    let simulation = try Simulation(
      checking: 3, forceField: ForceList<SIMD2<Double>>(), fixation: pins)
    #expect(simulation.kinetics.pins.asArray() == pins)
    #expect(simulation.kinetics.position[1] == Vector2(5, 5))
    #expect(simulation.kinetics.pins == Pins(pins))
    // With a position of its own a node comes to its pin in the first tick.
    let placed = try Simulation(
      checking: 3, forceField: ForceList<SIMD2<Double>>(), position: Array(repeating: .zero, count: 3),
      fixation: pins)
    #expect(placed.kinetics.position[1] == .zero)
    placed.advance()
    #expect(placed.kinetics.position[1] == Vector2(5, 5))
  }

  @Test func pinsAreEqualWhenTheyHoldTheSame() {
    var a = Pins<Vector2>(count: 3)
    var b = Pins<Vector2>(count: 3)
    #expect(a == b && a.isEmpty)
    a.pin(1, at: Vector2(1, 2))
    #expect(a != b && !a.isEmpty)
    b.pin(1, axis: 1, at: 2)
    #expect(a != b)
    b.pin(1, axis: 0, at: 1)
    #expect(a == b)
    a[1] = nil
    #expect(a == Pins(count: 3) && a.isEmpty)
    #expect(a != Pins(count: 4))
  }
}
