import Testing
import _TestSupport

@testable import ForceSimulation

/// The box collide force: its kernel equals its specification bit for bit; its laws; its
/// parameters.
@Suite(.traced) struct BoxCollideTests {
  private typealias Boxes = BoxCollideForce<Vector2>
  private static let instructionSets = KernelOptions.InstructionSet.allCases.filter(\.isSupported)

  // MARK: The specification

  private func expectEqual<Vector: SimulationVector>(
    _ points: [Vector], _ force: BoxCollideForce<Vector>, ticks: Int = 2,
    sets: [KernelOptions.InstructionSet?] = instructionSets, threads: [Int] = [1, 2, 5]
  ) throws {
    func simulation(_ engine: Engine) throws -> NamedSimulation<Vector> {
      try NamedSimulation<Vector>(
        points.count, ["boxes": force], position: points, engine: engine)
    }
    let specification = try simulation(.reference)
    specification.advance(by: ticks)
    expectFinite(specification.kinetics)
    try withEvery("set", in: sets) { set in
      try withEvery("threads", in: threads) { threads in
        let kernels = try simulation(.kernels)
        kernels.kernelOptions = eagerThreads(threads, set)
        kernels.advance(by: ticks)
        expectSameState(kernels.kinetics, specification.kinetics)
      }
    }
  }

  /// Boxes of all shapes: the same, of many sizes and some sides of zero, tiny, enormous, one that
  /// covers all others.
  private static func kinds<Vector: SimulationVector>(
    _: Vector.Type
  ) -> [(String, BoxCollideForce<Vector>)] {
    typealias Scalar = Vector.Scalar
    @Sendable func side(_ node: Int, _ axis: Int) -> Scalar {
      [8, 0.5, 2, 0, 30, 0.01][(node + axis * (node % 4)) % 6]
    }
    @Sendable func vector(_ component: (Int) -> Scalar) -> Vector {
      var vector = Vector.zero
      for axis in 0..<Vector.scalarCount { vector[axis] = component(axis) }
      return vector
    }
    let label = vector { $0 == 0 ? 12 : 3 }
    return [
      ("labels", BoxCollideForce(halfSides: .constant(label), iterations: 2)),
      (
        "of many sizes",
        BoxCollideForce(halfSides: .function { node in vector { side(node, $0) } }, strength: 0.7)
      ),
      (
        "beside their nodes",
        BoxCollideForce(
          halfSides: .constant(label),
          offsets: .function { node in vector { $0 == 0 ? Scalar(node % 3) * 14 : 1 } })
      ),
      ("tiny", BoxCollideForce(halfSides: .constant(Vector(repeating: .leastNonzeroMagnitude)))),
      ("without sides", BoxCollideForce(halfSides: .constant(.zero))),
      (
        "flat",
        BoxCollideForce(halfSides: .constant(vector { $0 == 0 ? 5 : 0 }))
      ),
      (
        "one over all",
        BoxCollideForce(
          halfSides: .function { node in Vector(repeating: node == 1 ? 1e4 : 0.25) })
      ),
      (
        "enormous",
        BoxCollideForce(halfSides: .constant(Vector(repeating: Scalar.greatestFiniteMagnitude / 8)))
      ),
    ]
  }

  private func expectEqualOnAll<Vector: SimulationVector>(_: Vector.Type, count: Int) throws {
    try withEvery("points", in: PointSet<Vector>.all(count: count)) { points in
      try withEvery("boxes", in: Self.kinds(Vector.self)) { _, force in
        try expectEqual(points.points, force, threads: [1, 5])
      }
    }
  }

  @Test(arguments: [1, 2, 257]) func theKernelEqualsTheSpecificationToTheBit(count: Int) throws {
    try withEveryVectorType { try self.expectEqualOnAll($0, count: count) }
  }

  @Test func alsoWithAThousandAndTwentyThousandBoxes() throws {
    func expect<Vector: SimulationVector>(_: Vector.Type, _ count: Int) throws {
      let points = PointSet<Vector>.uniform(count).points.map {
        $0 * Vector.Scalar(count / 250).squareRoot()
      }
      try withEvery("boxes", in: Self.kinds(Vector.self).prefix(3)) { _, force in
        try expectEqual(points, force, ticks: 3, sets: [nil])
      }
    }
    try expect(SIMD2<Double>.self, 1_000)
    try expect(SIMD3<Float>.self, 1_000)
    try expect(SIMD2<Float>.self, 20_000)
    try expect(SIMD3<Double>.self, 20_000)
  }

  /// d3 has no such force, so its update order has no other rule.
  @Test func theSequentialOrderIsTheSame() throws {
    let points = PointSet<Vector2>.uniform(200).points
    try withEvery("boxes", in: Self.kinds(Vector2.self)) { _, force in
      let simulations = try [Engine.reference(.sequential), .reference(.parallel)].map {
        try Named2D(200, ["boxes": force], position: points, engine: $0)
      }
      for simulation in simulations { simulation.advance(by: 5) }
      expectSameState(simulations[0].kinetics, simulations[1].kinetics)
    }
  }

  // MARK: The rule

  /// The velocities after one tick from rest, undamped.
  private static func push(_ points: [Vector2], _ force: Boxes) throws -> [Vector2] {
    let simulation = try Named2D(
      points.count, ["boxes": force],
      parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: points)
    simulation.advance()
    return simulation.kinetics.velocity.asArray()
  }

  @Test func twoBoxesPartAlongTheAxisOfLeastOverlap() throws {
    // 3 deep in x, 1 in y; the second has three times the area of the first.
    let sides: NodeValues<Vector2> = [Vector2(2, 1), Vector2(2, 3)]
    let points = [Vector2.zero, Vector2(1, 3)]
    let found = try Self.push(points, Boxes(halfSides: sides))
    #expect(found == [Vector2(0, -0.75), Vector2(0, 0.25)])
    let half = try Self.push(points, Boxes(halfSides: sides, strength: 0.5, iterations: 0))
    #expect(half == [.zero, .zero])
    #expect(
      try Self.push(points, Boxes(halfSides: sides, strength: 0.5))
        == [Vector2(0, -0.375), Vector2(0, 0.125)])
    // They touch, and do not overlap.
    #expect(
      try Self.push([.zero, Vector2(0, 4)], Boxes(halfSides: sides)) == [.zero, .zero])
  }

  @Test func aLabelBesideItsNodeMovesTheNode() throws {
    let sides: NodeValues<Vector2> = .constant(Vector2(4, 1))
    // The nodes are 16 apart, and their labels lie between them.
    let found = try Self.push(
      [.zero, Vector2(16, 0.5)],
      Boxes(halfSides: sides, offsets: [Vector2(6, 0), Vector2(-6, 0)]))
    #expect(found == [Vector2(0, -0.75), Vector2(0, 0.75)])
    #expect(
      try Self.push([.zero, Vector2(16, 0.5)], Boxes(halfSides: sides)) == [.zero, .zero])
  }

  @Test func aPointIsPushedOutOfABoxAndMovesNothing() throws {
    let found = try Self.push(
      [.zero, Vector2(1, 2)], Boxes(halfSides: [Vector2(4, 3), .zero]))
    #expect(found == [.zero, Vector2(0, 1)])
    // Two sections of a line that cross have no area: each takes half.
    let crossing = try Self.push(
      [.zero, Vector2(1, 0)], Boxes(halfSides: [Vector2(4, 0), Vector2(0, 2)]))
    #expect(crossing[0].y == -crossing[1].y && abs(abs(crossing[0].y) - 1) < 1e-6)
  }

  /// Pushes so small that nobody's neighbours change: then the order does not matter, and what a
  /// node gets is the sum over all boxes that its own overlaps.
  @Test func everyOverlapIsMet() throws {
    try withEverySeed(3) { random in
      let count = 400
      let points = PointSet<Vector2>.uniform(count, seed: random.next()).points
      let kinds: [[Vector2]] = [
        (0..<count).map { _ in Vector2(8, 2) },
        (0..<count).map { _ in Vector2(10 * random.unit(), 0.2 + random.unit()) },
        (0..<count).map { $0 == 77 ? Vector2(60, 1) : Vector2(0.5, 20) },
      ]
      try withEvery("sides", in: kinds) { sides in
        let found = try Self.push(points, Boxes(halfSides: .array(sides), strength: 0x1p-20))
        let wanted = Self.smallPushes(points, sides, strength: 0x1p-20)
        #expect(wanted.contains { $0 != .zero })
        expectClose(found, wanted, .within(1e-5), "push")
      }
    }
  }

  private static func smallPushes(
    _ points: [Vector2], _ sides: [Vector2], strength: Double
  ) -> [Vector2] {
    points.indices.map { i in
      var sum = Vector2.zero
      for j in points.indices where j != i {
        let d = points[i] - points[j]
        let depth = sides[i] + sides[j] - Vector2(abs(d.x), abs(d.y))
        guard depth.min() > 0 else { continue }
        let (own, other) = (sides[i].x * sides[i].y, sides[j].x * sides[j].y)
        let size = depth.min() * strength * other / (own + other)
        let axis = depth.x <= depth.y ? 0 : 1
        sum[axis] += d[axis] < 0 ? -size : size
      }
      return sum
    }
  }

  @Test func boxesOnOnePointPart() throws {
    let halfSides = Vector2(3, 1)
    let simulation = try Named2D(
      20, ["boxes": Boxes(halfSides: .constant(halfSides))],
      position: Array(repeating: Vector2(5, 5), count: 20))
    simulation.advance(by: 300)
    expectFinite(simulation.kinetics)
    let after = Self.overlap(simulation.kinetics.position.asArray().map { ($0, halfSides) })
    #expect(after.share < 1e-3 && after.boxes == 0, "\(after)")
  }

  // MARK: Many

  /// The sum of the areas that two boxes share, over the sum of all areas; and the number of boxes
  /// that overlap another one by more than a hundredth of its least side.
  private static func overlap(
    _ boxes: [(center: Vector2, halfSides: Vector2)]
  ) -> (share: Double, boxes: Int) {
    let order = boxes.indices.sorted { boxes[$0].center.x < boxes[$1].center.x }
    let reach = 2 * boxes.reduce(0) { max($0, $1.halfSides.x) }
    var (shared, overlapping) = (0.0, [Bool](repeating: false, count: boxes.count))
    for (place, i) in order.enumerated() {
      for j in order[(place + 1)...] {
        let d = boxes[j].center - boxes[i].center
        if d.x >= reach { break }
        let sum = boxes[i].halfSides + boxes[j].halfSides
        let depth = Vector2(sum.x - abs(d.x), sum.y - abs(d.y))
        guard depth.min() > 0 else { continue }
        let least = pointwiseMin(boxes[i].halfSides, boxes[j].halfSides) * 2
        shared += min(depth.x, least.x) * min(depth.y, least.y)
        if depth.min() > 0.01 * least.min() { (overlapping[i], overlapping[j]) = (true, true) }
      }
    }
    let area = boxes.reduce(0) { $0 + 4 * $1.halfSides.x * $1.halfSides.y }
    return (shared / area, overlapping.count { $0 })
  }

  /// Labels of 3 to 20 letters, thrown where they could cover three tenths of the ground.
  @Test func aHundredThousandBoxesSettleWithoutOverlap() throws {
    let count = 100_000
    var random = SplitMix64(seed: 7)
    let sides = (0..<count).map { _ in Vector2(9 + 51 * random.unit(), 6) }
    let area = sides.reduce(0) { $0 + 4 * $1.x * $1.y }
    let width = (area / 0.3).squareRoot()
    let position = (0..<count).map { _ in random.vector(in: 0...width) as Vector2 }
    let simulation = try Named2D(
      count, ["boxes": Boxes(halfSides: .array(sides))], position: position)
    let before = Self.overlap(Array(zip(position, sides)))
    simulation.advance(by: 300)
    let after = Self.overlap(Array(zip(simulation.kinetics.position.asArray(), sides)))
    #expect(before.share > 0.1 && before.boxes > count / 2)
    #expect(after.share < 1e-4, "\(after)")
    #expect(after.boxes < count / 200, "\(after)")
    let extent = simulation.kinetics.position.reduce(Vector2.zero) { pointwiseMax($0, $1) }
    #expect(extent.max() < 1.5 * width)
  }

  // MARK: Parameters, checkpoints, edits

  private func bind(_ force: Boxes) throws -> Named2D { try Named2D(3, ["boxes": force]) }

  @Test func parametersAreChecked() {
    let side = "box collide half sides"
    let wrong: [(Boxes, SimulationError)] = [
      (
        Boxes(halfSides: [.zero, Vector2(1, .nan), .zero]),
        .notFinite(side, index: 1, value: "SIMD2<Double>(1.0, nan)")
      ),
      (
        Boxes(halfSides: .constant(Vector2(.infinity, 1))),
        .notFinite(side, index: 0, value: "SIMD2<Double>(inf, 1.0)")
      ),
      (
        Boxes(halfSides: .function { Vector2(1, 1 - Double($0)) }),
        .negative(side, index: 2, value: "SIMD2<Double>(1.0, -1.0)")
      ),
      (Boxes(halfSides: [.zero]), .wrongLength(of: side, expected: 3, found: 1)),
      (
        Boxes(halfSides: .constant(.zero), offsets: .constant(Vector2(0, .nan))),
        .notFinite("box collide offsets", index: 0, value: "SIMD2<Double>(0.0, nan)")
      ),
      (
        Boxes(halfSides: .constant(.zero), strength: .nan),
        .notFinite("box collide strength", index: nil, value: "nan")
      ),
      (
        Boxes(halfSides: .constant(.zero), iterations: -1),
        .outOfRange("box collide iterations", value: "-1", allowed: "between 0 and 65536")
      ),
    ]
    for (force, error) in wrong {
      #expect(throws: error) { try bind(force) }
    }
    #expect(throws: Never.self) { try bind(Boxes(halfSides: [.zero, Vector2(0, 1), .one])) }
  }

  @Test func aCheckpointHoldsIt() throws {
    func check<Vector: SimulationVector>(_: Vector.Type) throws {
      try withEvery("boxes", in: Self.kinds(Vector.self)) { _, force in
        let simulation = try NamedSimulation<Vector>(
          300, ["boxes": force, "off": force], position: PointSet<Vector>.uniform(300).points)
        simulation.advance(by: 3)
        let restored = try NamedSimulation<Vector>(
          restoring: Checkpoint(bytes: simulation.checkpoint().bytes))
        #expect(restored.forces.names == ["boxes", "off"])
        simulation.advance(by: 10)
        simulation.kernelOptions = eagerThreads(1, .scalar)
        restored.kernelOptions = eagerThreads(3)
        restored.advance(by: 10)
        expectSameState(restored.kinetics, simulation.kinetics)
      }
    }
    try withEveryVectorType { try check($0) }
  }

  @Test func anEditCarriesBoxesWithTheirNodes() throws {
    let simulation = try bind(
      Boxes(halfSides: .array([Vector2(1, 1), Vector2(2, 2), Vector2(3, 3)], default: .one)))
    try simulation.edit { edit in
      edit.remove(node: 0)
      let node = edit.insert()
      edit.set(\BoxCollideForce.halfSides, of: "boxes", to: Vector2(9, 1), forNode: node)
      edit.set(\BoxCollideForce.offsets, of: "boxes", to: Vector2(5, 0), forNode: node)
      _ = edit.insert()
    }
    let force = try #require(simulation.forces["boxes", as: Boxes.self])
    #expect(
      try force.halfSides.evaluate(count: 4, "") == [
        Vector2(2, 2), Vector2(3, 3), Vector2(9, 1), .one,
      ])
    #expect(
      try force.offsets.evaluate(count: 4, "") == [.zero, .zero, Vector2(5, 0), .zero])
    // Without a default, a new node needs sides of its own.
    let strict = try bind(Boxes(halfSides: [.one, .one, .one]))
    #expect(throws: SimulationError.valueMissing(of: "box collide half sides", index: 3)) {
      try strict.edit { _ = $0.insert() }
    }
  }
}
