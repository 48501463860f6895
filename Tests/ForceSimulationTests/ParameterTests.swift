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

  @Test func aVariableStandsForItself() throws {
    let (one, each): (Double, [Double]) = (20, [10, 25, 40])
    let (half, halves): (Double, [Double]) = (0.5, [0.5, 0.25, 0.125])
    let (common, values): (NodeValues<Double>, NodeValues<Double>) = (20, .array(each))
    let (share, shares): (NodeValues<Double>, NodeValues<Double>) = (0.5, .array(halves))
    try expectSame(ManyBodyForce(strength: one), ManyBodyForce(strength: common))
    try expectSame(ManyBodyForce(strength: each), ManyBodyForce(strength: values))
    try expectSame(CollideForce(radius: one), CollideForce(radius: common))
    try expectSame(
      CollideForce(radius: each, strength: half), CollideForce(radius: values, strength: half))
    try expectSame(
      GroupForce(groups: [1, 1, nil], strength: halves),
      GroupForce(groups: [1, 1, nil], strength: shares))
    let pulls = PositionForce<Vector2>(axis: .y, target: values, strength: share)
    try expectSame(PositionForce(axis: .y, target: each, strength: half), pulls)
    try expectSame(PositionForce(axis: .y, target: values, strength: half), pulls)
    try expectSame(PositionForce(axis: .y, target: each, strength: share), pulls)
    try expectSame(PositionForce(axis: .y, target: each, strength: 0.5), pulls)
    try expectSame(PositionForce(axis: .y, target: [10, 25, 40], strength: half), pulls)
    try expectSame(PositionForce(axis: .y, target: { each[$0] }, strength: half), pulls)
    try expectSame(PositionForce(axis: .y, target: each, strength: { _ in half }), pulls)
    try expectSame(
      PositionForce(axis: .y, target: each), PositionForce(axis: .y, target: values))
    let ring = RadialForce<Vector2>(radius: common, center: [3, 4], strength: shares)
    try expectSame(RadialForce(radius: one, center: [3, 4], strength: halves), ring)
    try expectSame(RadialForce(radius: 20, center: [3, 4], strength: halves), ring)
    let (sides, offsets): ([Vector2], Vector2) = ([[60, 60], [61, 60], [62, 60]], [0, 5])
    let boxes = BoxCollideForce<Vector2>(halfSides: .array(sides), offsets: .constant(offsets))
    try expectSame(BoxCollideForce(halfSides: sides, offsets: offsets), boxes)
    try expectSame(BoxCollideForce(halfSides: { sides[$0] }, offsets: offsets), boxes)
    try expectSame(BoxCollideForce(halfSides: sides, offsets: .constant([0, 5])), boxes)
  }

  @Test func aVariableStandsForItselfOnLinks() throws {
    let (length, lengths): (Double, [Double]) = (20, [10, 25])
    let (half, halves): (Double, [Double]) = (0.5, [0.5, 0.25])
    try expectSame(LinkForce(length: length), LinkForce(length: .constant(20)))
    try expectSame(LinkForce(length: lengths), LinkForce(length: .array(lengths)))
    try expectSame(LinkForce(strength: half), LinkForce(strength: .constant(0.5)))
    let links = LinkForce<Vector2>(strength: .array(halves), length: .constant(20))
    try expectSame(LinkForce(strength: halves, length: length), links)
    try expectSame(LinkForce(strength: halves, length: 20), links)
    try expectSame(LinkForce(strength: [0.5, 0.25], length: length), links)
    try expectSame(
      LinkForce(strength: halves, length: { _, _ in length }), links)
    try expectSame(
      LinkForce(strength: { link, _ in halves[link.source] }, length: length), links)
    try expectSame(
      LinkForce(strength: .byDegree(0.5), length: lengths),
      LinkForce(strength: .byDegree(0.5), length: .array(lengths)))
    let byDegree = LinkForce<Vector2>.Strength.byDegree(0.25)
    try expectSame(
      LinkForce(strength: byDegree, length: length),
      LinkForce(strength: .byDegree(0.25), length: .constant(20)))
    let springs = SpringForce<Vector2>(stiffness: .constant(0.5), length: .array(lengths))
    try expectSame(SpringForce(stiffness: half, length: lengths), springs)
    try expectSame(SpringForce(stiffness: 0.5, length: lengths), springs)
    try expectSame(TForce(stiffness: halves), TForce(stiffness: .array(halves)))
    try expectSame(
      MagneticForce(direction: [0, 1], strength: halves),
      MagneticForce(direction: [0, 1], strength: .array(halves)))
  }

  @Test func variablesStandInBlocks() throws {
    let (length, radii): (Float, [Float]) = (20, [1, 2, 3])
    let forces = ForceList<SIMD3<Float>> {
      ManyBodyForce(strength: length)
      LinkForce(length: length)
      CollideForce(radius: radii)
      PositionForce(axis: .x, target: 3, strength: length)
      RadialForce(radius: radii, strength: 0.2)
      if length > 1 { CollideForce(radius: length).named("again") }
    }
    #expect(
      forces.names == [
        "ManyBodyForce", "LinkForce", "CollideForce", "PositionForce", "RadialForce", "again",
      ])
  }

  /// A simulation in a property, made without the name of its vectors in any force.
  private final class Model {
    let simulation: Simulation2D<ForceList<SIMD2<Double>>>

    init() throws {
      simulation = try Simulation2D(nodeCount: 2, links: [Link(0, 1)]) {
        LinkForce()
        CenterForce()
      }
    }
  }

  @Test func anyForceMayBeTheFirstOfASimulationWithANamedPlane() throws {
    #expect(try Model().simulation.forces.names == ["LinkForce", "CenterForce"])
    let space: Simulation3D<ForceList<SIMD3<Float>>> = try Simulation(nodeCount: 2) { LinkForce() }
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
