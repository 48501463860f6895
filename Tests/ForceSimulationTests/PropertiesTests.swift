import ForceSimulation
import Testing
import _TestSupport

/// Properties that hold for forces of each kind in every engine, checked without another
/// implementation.
@Suite(.traced) struct PropertiesTests {
  /// The velocities after one tick at alpha 1 from rest, by one force.
  static func push<Vector>(
    _ force: any Force<Vector>, _ position: [Vector], links: [Link<Int>] = [],
    engine: Engine
  ) throws -> [Vector] where Vector: SimulationVector {
    let simulation = try NamedSimulation<Vector>(
      position.count, links: links, ["force": force],
      parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: position,
      engine: engine)
    simulation.advance()
    return simulation.kinetics.velocity.asArray()
  }

  // MARK: Momentum

  /// Pushes between equals are equal and opposite, so they add up to nothing but rounding.
  private static func momentum<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    let position = PointSet<Vector>.uniform(120).points
    // A ring: every node has two links.
    let ring = (0..<120).map { Link($0, ($0 + 1) % 120) }
    let forces: [(String, any Force<Vector>)] = [
      ("charge", ManyBodyForce<Vector>(strength: -30, theta: 0)),
      (
        "charge with taper",
        ManyBodyForce<Vector>(strength: -30, theta: 0, distanceMin: 9, distanceMax: 40)
      ),
      (
        "link",
        LinkForce<Vector>(
          strength: .function { link, _ in 1 / Vector.Scalar(link.source + 1) },
          iterations: 2)
      ),
      ("collide", CollideForce<Vector>(radius: 12, iterations: 3)),
      (
        "boxes",
        BoxCollideForce<Vector>(halfSides: .constant(Vector(repeating: 12)), iterations: 3)
      ),
    ]
    try withEvery("force", in: forces) { _, force in
      let velocity = try push(force, position, links: ring, engine: engine)
      let total = velocity.reduce(Vector.zero, +)
      let size = velocity.reduce(0) { $0 + $1.length() }
      #expect(size > 1)
      #expect(total.length() <= 4 * Vector.Scalar.ulpOfOne * size, "\(total) of \(size)")
    }
  }

  /// d3's own many-body is a tree walk, which is not symmetric: sequential only as far as it is
  /// exact, with theta 0.
  @Test(arguments: everyEngine)
  func equalNodesKeepTheirMomentum(engine: Engine) throws {
    try withEveryVectorType { try Self.momentum($0, engine: engine) }
  }

  /// Two nodes on one point part with exactly opposite velocities.
  private static func opposite<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    let position = Array(repeating: Vector(repeating: 3.5), count: 2)
    let forces: [(String, any Force<Vector>)] = [
      ("charge", ManyBodyForce<Vector>(strength: -30)),
      ("pull", ManyBodyForce<Vector>(strength: 30)),
      ("link", LinkForce<Vector>(strength: 0.5)),
      ("collide", CollideForce<Vector>(radius: 2)),
    ]
    try withEvery("force", in: forces) { _, force in
      let velocity = try push(force, position, links: [Link(0, 1)], engine: engine)
      for axis in 0..<Vector.scalarCount { #expect(velocity[0][axis] != 0) }
      expectSameBits(velocity[0], -velocity[1], "velocity")
    }
  }

  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func coincidentNodesPartInOppositeDirections(engine: Engine) throws {
    try withEveryVectorType { try Self.opposite($0, engine: engine) }
  }

  // MARK: Equivariance

  private static func pairForces<Vector>(
    _: Vector.Type
  ) -> [(String, any Force<Vector>)]
  where Vector: SimulationVector {
    [
      ("charge", ManyBodyForce<Vector>(strength: -30)),
      ("taper", ManyBodyForce<Vector>(strength: 7, distanceMin: 5, distanceMax: 60)),
      ("link", LinkForce<Vector>(strength: 0.7)),
      ("collide", CollideForce<Vector>(radius: 8)),
    ]
  }

  /// On coordinates whose differences are exact, a shift changes no bit of a sum over them (a shift
  /// by whole periods of the collide grid, which lies still in space). Links and collisions also
  /// look at positions plus velocities, which are rounded where they are.
  private static func shifted<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    let position: [Vector] = dyadicPoints(50, seed: 3)
    var shift = Vector()
    for axis in 0..<Vector.scalarCount { shift[axis] = Vector.Scalar(axis == 0 ? 360 : -360) }
    let links = GraphFixture.random(50, links: 90, seed: 5).links
    try withEvery("force", in: pairForces(Vector.self)) { name, force in
      let velocity = try push(force, position, links: links, engine: engine)
      let shifted = try push(force, position.map { $0 + shift }, links: links, engine: engine)
      if name == "charge" || name == "taper" {
        expectSameBits(shifted, velocity, "velocity")
      } else {
        let farthest = position.map { ($0 + shift).length() }.max()!
        expectClose(
          shifted, velocity, .within(Double(32 * Vector.Scalar.ulpOfOne * farthest)), "velocity")
      }
    }
  }

  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func pushesDoNotDependOnWhereTheOriginIs(engine: Engine) throws {
    try withEveryVectorType { try Self.shifted($0, engine: engine) }
  }

  /// A quarter turn about the last axis swaps two components and changes one sign: exactly what it
  /// does to a push. For collisions, which are resolved one after the other, a turn changes the
  /// order, so there each node meets one other.
  private static func turned<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    func turn(_ vector: Vector) -> Vector {
      var turned = vector
      (turned[0], turned[1]) = (-vector[1], vector[0])
      return turned
    }
    let scattered: [Vector] = dyadicPoints(50, seed: 4)
    let pairs = (0..<50).map { node in
      var place = Vector(repeating: Vector.Scalar(100 * (node / 2)))
      for axis in 0..<Vector.scalarCount {
        place[axis] += Vector.Scalar((node * (axis + 3)) % 7)
      }
      return place
    }
    let links = GraphFixture.random(50, links: 90, seed: 6).links
    try withEvery("force", in: pairForces(Vector.self)) { name, force in
      let position = name == "collide" ? pairs : scattered
      let velocity = try push(force, position, links: links, engine: engine)
      #expect(velocity.contains { $0 != .zero })
      let turnedVelocity = try push(force, position.map(turn), links: links, engine: engine)
      // Numbers, not bits: turning makes zeros negative.
      #expect(turnedVelocity == velocity.map(turn))
    }
  }

  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func pushesTurnWithTheNodes(engine: Engine) throws {
    try withEveryVectorType { try Self.turned($0, engine: engine) }
  }

  /// Another numbering of the nodes changes the order of sums, and so their rounding; links are
  /// summed in their own order.
  private static func renumbered<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    let position: [Vector] = dyadicPoints(60, seed: 7)
    let links = GraphFixture.random(60, links: 100, seed: 8).links
    var random = SplitMix64(seed: 9)
    let order = Array(0..<60).shuffled(using: &random)
    var place = [Int](repeating: 0, count: 60)
    for (new, old) in order.enumerated() { place[old] = new }
    try withEvery("force", in: pairForces(Vector.self).dropLast()) { name, force in
      let velocity = try push(force, position, links: links, engine: engine)
      let renumbered = try push(
        force, order.map { position[$0] },
        links: links.map { Link(place[$0.source], place[$0.target]) }, engine: engine)
      if name == "link" {
        expectSameBits(renumbered, order.map { velocity[$0] }, "velocity")
      } else {
        let largest = velocity.map { $0.length() }.max()!
        // Many-body sums a state in Double in Float (docs/determinism.md).
        let ulp = name == "collide" ? Double(Vector.Scalar.ulpOfOne) : Double(Float.ulpOfOne)
        expectClose(
          renumbered, order.map { velocity[$0] },
          .within(64 * ulp * Double(largest)), "velocity")
      }
    }
  }

  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func pushesDoNotDependOnTheNumberingOfNodes(engine: Engine) throws {
    try withEveryVectorType { try Self.renumbered($0, engine: engine) }
  }

  // MARK: Finite in, finite out

  private static func nasty<Vector>(_: Vector.Type, count: Int, engine: Engine) throws
  where Vector: SimulationVector {
    try withEvery("points", in: PointSet<Vector>.all(count: count)) { set in
      let simulation = try NamedSimulation<Vector>(
        count, links: GraphFixture.random(count, links: 2 * count, seed: 1).links,
        standardForces(), position: set.points, engine: engine)
      simulation.advance(by: 20)
      guard expectFinite(simulation.kinetics) else { return }
      // Where numbers overflow, nodes are kept where they are. In d3's own order that is also so
      // where the square of a distance is too small to be told from zero, by which d3 divides.
      let isKept = set.name == "huge" || (set.name == "subnormal" && engine == everyEngine[2])
      #expect(simulation.kinetics.nonFiniteNodeCount == 0 || isKept)
      #expect(Set(simulation.kinetics.position).count == count || isKept)
    }
  }

  @Test(arguments: everyEngine)
  func finiteNodesStayFinite(engine: Engine) throws {
    try withEvery("count", in: [2, 7, 65]) { count in
      try withEveryVectorType { try Self.nasty($0, count: count, engine: engine) }
    }
  }

  /// Nodes that all want the same distance from each other, on a line along an axis: no force has a
  /// component out of it but the random displacements, and they have to be enough.
  private static func collinear<Vector>(_: Vector.Type, engine: Engine) throws
  where Vector: SimulationVector {
    let graph = GraphFixture.complete(8)
    try withEvery("axis", in: 0..<Vector.scalarCount) { line in
      let simulation = try NamedSimulation<Vector>(
        8, links: graph.links,
        [
          "charge": ManyBodyForce<Vector>(strength: -30),
          "link": LinkForce<Vector>(strength: .byDegree),
        ], position: PointSet<Vector>.collinear(8, axis: line).points, engine: engine)
      simulation.advance(by: 300)
      for axis in 0..<Vector.scalarCount {
        let coordinates = simulation.kinetics.position.map { $0[axis] }
        #expect(coordinates.max()! - coordinates.min()! > 10, "axis \(axis)")
      }
    }
  }

  @Test(arguments: everyEngine)
  func collinearNodesLeaveTheLine(engine: Engine) throws {
    try withEveryVectorType { try Self.collinear($0, engine: engine) }
  }
}
