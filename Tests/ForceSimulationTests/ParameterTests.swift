import ForceSimulation
import Testing
import _TestSupport

/// The forms in which users write parameters per node or link, and vectors.
@Suite struct ParameterTests {
  /// The velocities of three nodes after two ticks of a force.
  private func velocities(_ force: some Force<Vector2>) throws -> [Vector2] {
    let points = PointSet<Vector2>.uniform(3, seed: 5).points
    let simulation = try Simulation(
      nodeCount: 3, links: [Link(0, 1), Link(1, 2)], forces: force, positions: points)
    simulation.advance(by: 2)
    return simulation.kinetics.velocity.asArray()
  }

  /// That two ways of writing a force do the same, and something.
  private func expectSame(
    _ written: some Force<Vector2>, _ spelled: some Force<Vector2>,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let found = try velocities(written)
    #expect(found == (try velocities(spelled)), sourceLocation: place)
    #expect(found.contains { $0 != .zero }, sourceLocation: place)
  }

  @Test func aClosureIsAFunctionOfTheNode() throws {
    typealias Scalars = NodeValues<Double>
    let (first, second): (Scalars, Scalars) = (.array([10, 25, 40]), .array([0.5, 0.25, 0.125]))
    try expectSame(
      ManyBodyForce(strength: { 10 + 15 * Double($0) }, accuracy: 0),
      ManyBodyForce(strength: first, accuracy: 0))
    try expectSame(
      CollideForce(radius: { 10 + 15 * Double($0) }, strength: 0.5),
      CollideForce(radius: first, strength: 0.5))
    try expectSame(
      GroupForce(groups: [1, 1, nil], strength: { 0.5 / Double(1 << $0) }),
      GroupForce(groups: [1, 1, nil], strength: second))

    let pulls = PositionForce<Vector2>(axis: .y, target: first, strength: second)
    try expectSame(
      PositionForce(axis: .y, target: { 10 + 15 * Double($0) }, strength: second), pulls)
    try expectSame(
      PositionForce(axis: .y, target: first, strength: { 0.5 / Double(1 << $0) }), pulls)
    try expectSame(
      PositionForce(
        axis: .y, target: { 10 + 15 * Double($0) }, strength: { 0.5 / Double(1 << $0) }), pulls)

    let (center, circles) = (
      Vector2(3, 4),
      RadialForce(
        radius: first, center: Vector2(3, 4), strength: second)
    )
    try expectSame(
      RadialForce(radius: { 10 + 15 * Double($0) }, center: center, strength: second), circles)
    try expectSame(
      RadialForce(radius: first, center: center, strength: { 0.5 / Double(1 << $0) }), circles)
    try expectSame(
      RadialForce(
        radius: { 10 + 15 * Double($0) }, center: center, strength: { 0.5 / Double(1 << $0) }),
      circles)
  }

  @Test func aClosureIsAFunctionOfTheBox() throws {
    let sides: NodeValues<Vector2> = .array([[60, 60], [61, 60], [62, 60]])
    let offsets: NodeValues<Vector2> = .array([[0, 5], [1, 5], [2, 5]])
    let boxes = BoxCollideForce(halfSides: sides, offsets: offsets, strength: 0.5)
    try expectSame(
      BoxCollideForce(halfSides: { [60 + Double($0), 60] }, offsets: offsets, strength: 0.5), boxes)
    try expectSame(
      BoxCollideForce(halfSides: sides, offsets: { [Double($0), 5] }, strength: 0.5), boxes)
    try expectSame(
      BoxCollideForce(
        halfSides: { [60 + Double($0), 60] }, offsets: { [Double($0), 5] }, strength: 0.5), boxes)
  }

  @Test func aClosureIsAFunctionOfTheLink() throws {
    let (strengths, lengths): (LinkValues<Double>, LinkValues<Double>) = ([0.5, 0.25], [10, 25])
    try expectSame(
      TForce(stiffness: { link, _ in 0.5 / Double(link.target) }), TForce(stiffness: strengths))
    try expectSame(
      LinkForce(length: { link, _ in 10 + 15 * Double(link.source) }), LinkForce(length: lengths))

    let links = LinkForce<Vector2>(strength: [0.5, 0.25], length: lengths)
    try expectSame(LinkForce(strength: .init(values: strengths), length: lengths), links)
    try expectSame(
      LinkForce(strength: { link, _ in 0.5 / Double(link.target) }, length: lengths), links)
    try expectSame(
      LinkForce(
        strength: { link, _ in 0.5 / Double(link.target) },
        length: { link, _ in 10 + 15 * Double(link.source) }), links)

    let springs = SpringForce<Vector2>(stiffness: strengths, length: lengths)
    try expectSame(
      SpringForce(stiffness: { link, _ in 0.5 / Double(link.target) }, length: lengths), springs)
    try expectSame(
      SpringForce(stiffness: strengths, length: { link, _ in 10 + 15 * Double(link.source) }),
      springs)
    try expectSame(
      SpringForce(
        stiffness: { link, _ in 0.5 / Double(link.target) },
        length: { link, _ in 10 + 15 * Double(link.source) }), springs)
  }

  /// A simulation in a property, made without the name of its vectors in any force.
  private final class Model {
    let simulation: Simulation2D<ForceList2D>

    init() throws {
      simulation = try Simulation2D(nodeCount: 2, links: [Link(0, 1)]) {
        LinkForce()
        CenterForce()
      }
    }
  }

  @Test func anyForceMayBeTheFirstOfASimulationWithANamedPlane() throws {
    #expect(try Model().simulation.forces.names == ["LinkForce", "CenterForce"])
    let space: Simulation3D<ForceList3D> = try Simulation(nodeCount: 2) { LinkForce() }
    #expect(space.forces.names == ["LinkForce"])
  }

  @Test func aChangeOfAForceThatIsNotThereIsAnError() throws {
    let simulation = try Simulation2D(nodeCount: 2) {
      ManyBodyForce().named("charge")
      LinkForce()
    }
    try simulation.forces.change("charge", as: ManyBodyForce.self) { $0.strength = -50 }
    let changed = try #require(simulation.forces["charge", as: ManyBodyForce.self])
    #expect("\(changed.strength)" == "-50.0")
    #expect(simulation.forces["LinkForce", as: ManyBodyForce.self] == nil)
    for name in ["chrage", "LinkForce"] {
      #expect(throws: SimulationError.unknownForce(name, names: ["charge", "LinkForce"])) {
        try simulation.forces.change(name, as: ManyBodyForce.self) { $0.strength = 1 }
      }
    }
  }
}
