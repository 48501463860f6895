import Testing
import _TestSupport

@testable import ForceSimulation

/// The parallel order resolves overlaps about as fast as d3's order, and leaves as little movement.
@Suite(.traced) struct CollideTests {
  private typealias Collide = Kinetics<Vector2>.CollideForce

  /// Discs of different sizes, thrown into a large one that has room for them, or not.
  private struct Discs {
    let radii: [Double]
    let position: [Vector2]

    /// `filling`: the sum of their areas over the area they lie in.
    init(_ count: Int, filling: Double, seed: UInt64) {
      var random = SplitMix64(seed: seed)
      let radii = (0..<count).map { _ in 2 + 18 * random.unit() }
      let area = radii.reduce(0) { $0 + $1 * $1 } / filling
      var position: [Vector2] = []
      while position.count < count {
        let point: Vector2 = random.vector(in: -1...1)
        if (point * point).sum() < 1 { position.append(point * area.squareRoot()) }
      }
      self.radii = radii
      self.position = position
    }

    func simulation(_ engine: Engine) throws -> Named2D {
      let radii = radii
      return try Named2D(
        radii.count, ["collide": Collide(radius: .function { radii[$0] })], position: position,
        engine: engine)
    }

    /// The sum over all pairs of what they overlap by. Sorted along one axis, few pairs remain to
    /// be looked at.
    func overlap(_ position: [Vector2]) -> Double {
      let order = position.indices.sorted { position[$0].x < position[$1].x }
      let reach = radii.max()! * 2
      var sum = 0.0
      for (place, i) in order.enumerated() {
        for j in order[(place + 1)...] {
          if position[j].x - position[i].x >= reach { break }
          sum += max(0, radii[i] + radii[j] - position[i].distance(to: position[j]))
        }
      }
      return sum
    }
  }

  private static func speed(_ velocity: [Vector2]) -> Double {
    (velocity.reduce(0) { $0 + ($1 * $1).sum() } / Double(velocity.count)).squareRoot()
  }

  @Test(arguments: [0.6, 0.9, 1.5, 4])
  func overlapsVanishAsFastAndCalmlyAsInD3sOrder(filling: Double) throws {
    var speeds = [Engine: [Double]]()
    var meanRadius = 0.0
    for seed in testSeeds(3) {
      let discs = Discs(5000, filling: filling, seed: seed)
      let sum = discs.radii.reduce(0, +)
      meanRadius = sum / 5000
      let parallel = try discs.simulation(.kernels)
      let sequential = try discs.simulation(.reference(.sequential))
      for (checkpoint, ticks) in [20, 80, 200].enumerated() {
        for simulation in [parallel, sequential] {
          simulation.advance(by: ticks)
          let speed = Self.speed(simulation.kinetics.velocity.asArray())
          speeds[simulation.engine, default: [0, 0, 0]][checkpoint] += speed / 3
        }
        let bound = discs.overlap(sequential.kinetics.position.asArray()) * 1.1 + 1e-3 * sum
        let overlap = discs.overlap(parallel.kinetics.position.asArray())
        #expect(overlap <= bound, "seed \(seed), checkpoint \(checkpoint)")
      }
    }
    // Of one simulation they vary by a fifth from seed to seed, so the mean is compared.
    for (found, bound) in zip(speeds[.kernels]!, speeds[.reference(.sequential)]!) {
      #expect(found <= 1.5 * bound || found < 1e-5 * meanRadius, "\(found) against \(bound)")
    }
    if filling == 0.6 { #expect(speeds[.kernels]![2] < 1e-3 * meanRadius) }
  }

  // MARK: Completeness

  /// Pushes so small that nobody's neighbours change: then the order does not matter, and what a
  /// node gets is the sum over all nodes that it overlaps.
  private static func expectEveryOverlapIsMet<Vector>(
    _ points: PointSet<Vector>, radii: [Vector.Scalar]
  ) throws where Vector: SimulationVector {
    let strength: Vector.Scalar = 0x1p-20
    let simulation = try NamedSimulation<Vector>(
      points.points.count,
      [
        "collide": CollideForce<Vector>(
          radius: .function { radii[$0] }, strength: strength)
      ],
      parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: points.points)
    simulation.advance()
    let found = simulation.kinetics.velocity.asArray()
    var wanted = [Vector](repeating: .zero, count: radii.count)
    for i in radii.indices {
      for j in radii.indices where j != i {
        let d = points.points[i] - points.points[j]
        let reach = radii[i] + radii[j]
        let distance = d.lengthSquared().squareRoot()
        guard distance < reach, distance > 0 else { continue }
        let share = radii[j] * radii[j] / (radii[i] * radii[i] + radii[j] * radii[j])
        wanted[i] += d * ((reach - distance) / distance * strength * share)
      }
    }
    let largest = Double(radii.max()!)
    expectClose(found, wanted, .within(largest * 1e-9 * Double(radii.count)), "push")
  }

  @Test func everyOverlapIsMet() throws {
    try withEverySeed(3) { random in
      let seed = random.next()
      let count = 400
      let kinds: [[Double]] = [
        (0..<count).map { _ in 4 },
        (0..<count).map { _ in 1 + 3 * random.unit() },
        (0..<count).map { Double($0 % 4) },
        (0..<count).map { _ in [20, 4, 0.9, 0.2, 0].randomElement(using: &random)! },
        (0..<count).map { $0 == 77 ? 60 : 1.5 },
      ]
      try withEvery("radii", in: kinds) { radii in
        try Self.expectEveryOverlapIsMet(
          PointSet<SIMD2<Double>>.uniform(count, seed: seed), radii: radii)
        try Self.expectEveryOverlapIsMet(
          PointSet<SIMD3<Double>>.uniform(count, seed: seed), radii: radii)
        try Self.expectEveryOverlapIsMet(
          PointSet<SIMD4<Double>>.uniform(count, seed: seed), radii: radii)
      }
    }
  }

  // MARK: Levels

  @Test func radiiOfSimilarSizeShareALevel() {
    func levels(_ radii: [Double]) -> [[Double]] {
      CollideRadii(radii).levels.map { [$0.above, $0.largest] }
    }
    #expect(levels([]) == [])
    #expect(levels([0, 0]) == [])
    #expect(levels([3, 12, 4]) == [[3, 12], [-1, 3]])
    #expect(levels([3.5, 12, 4]) == [[-1, 12]])
    #expect(levels([0, 12, 4]) == [[3, 12]])
    #expect(levels([1e-30, 12, 1e-20]) == [[3, 12], [-1, 1e-20]])
    #expect(levels([16, 1, 0.25]) == [[4, 16], [0.25, 1], [-1, 0.25]])
  }

  /// Nodes on one point are thinned out, and still get apart as they do in d3's order.
  @Test func aCrowdDisperses() throws {
    let count = 2000
    func spread(_ engine: Engine) throws -> Double {
      let simulation = try Named2D(
        count, ["collide": Collide(radius: 1)],
        position: Array(repeating: Vector2(5, 5), count: count), engine: engine)
      simulation.advance(by: 100)
      expectFinite(simulation.kinetics)
      let places = simulation.kinetics.position.asArray()
      #expect(Set(places).count == count)
      let mean = places.reduce(Vector2.zero, +) / Double(count)
      return places.reduce(0) { $0 + ($1 - mean).lengthSquared() } / Double(count)
    }
    let (parallel, sequential) = try (spread(.kernels), spread(.reference(.sequential)))
    #expect(parallel >= 0.5 * sequential)
  }
}
