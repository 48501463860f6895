import ForceSimulation
import Foundation
import Testing
import _TestSupport

/// The error of the kernels' many-body force against the exact sum. Bounds are about three times
/// the measured error; those of the default theta on uniform and clustered nodes are promised.
@Suite(.traced) struct ManyBodyAccuracyTests {
  /// Where the nodes are. Contents depend on the seed.
  private enum Points: CaseIterable {
    case uniform, clustered, lattice, collinear, tall, wide

    func make<Vector: SimulationVector>(_ count: Int, seed: UInt64 = 1) -> [Vector] {
      func box(_ first: Double, _ others: Double) -> [Vector] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
          var point: Vector = random.vector(in: 0...others)
          point[0] = Vector.Scalar(random.unit() * first)
          return point
        }
      }
      return switch self {
      case .uniform: PointSet<Vector>.uniform(count, seed: seed).points
      case .clustered: PointSet<Vector>.clustered(count, seed: seed).points
      case .lattice: PointSet<Vector>.lattice(count).points
      case .collinear: PointSet<Vector>.collinear(count, axis: 0).points
      case .tall: box(10, 5000)
      case .wide: box(5000, 10)
      }
    }
  }

  // MARK: Theta

  /// The errors fall with theta, but for what the rounding of Float leaves, and stay below bounds:
  /// by theta.
  private static func expectErrors<Vector>(
    _: Vector.Type, _ points: [Points], mixed: Bool = false, bounds: [(Vector.Scalar, Double)]
  ) throws where Vector: SimulationVector {
    try withEvery("points", in: points) { points in
      let probe = try ManyBodyProbe<Vector>(
        ManyBodyForce<Vector>(strength: .function { mixed && $0 % 2 == 0 ? 30 : -30 }),
        at: points.make(2000))
      var last = 0.0
      withEvery("theta", in: bounds) { theta, bound in
        let error = probe.error(theta: theta)
        #expect(error.rms < bound)
        #expect(error.rms > last / 2 || last < 1e-5)
        last = max(last, error.rms)
      }
      #expect(last > 0)
    }
  }

  @Test func errorsFallWithThetaInThePlane() throws {
    try Self.expectErrors(
      SIMD2<Double>.self, [.uniform, .clustered, .lattice],
      bounds: [(0.2, 1e-6), (0.35, 2e-5), (0.5, 2e-5), (0.7, 2e-4), (0.9, 1e-3), (1.2, 5e-3)])
    try Self.expectErrors(
      SIMD2<Double>.self, [.tall, .wide],
      bounds: [(0.2, 1e-6), (0.35, 2e-5), (0.5, 2e-5), (0.7, 1e-3), (0.9, 2e-3), (1.2, 0.15)])
    try Self.expectErrors(
      SIMD2<Double>.self, [.collinear],
      bounds: [(0.2, 1e-6), (0.35, 2e-5), (0.5, 2e-5), (0.7, 2e-3), (0.9, 3e-3), (1.2, 0.6)])
    // What is left when strengths of both signs nearly cancel is small, and the error beside it
    // larger.
    try Self.expectErrors(
      SIMD2<Double>.self, [.uniform], mixed: true,
      bounds: [(0.2, 1e-6), (0.35, 2e-5), (0.5, 2e-5), (0.7, 1e-3), (0.9, 8e-3), (1.2, 4e-2)])
    // Float is as good, down to its rounding.
    try Self.expectErrors(
      SIMD2<Float>.self, Points.allCases, bounds: [(0.2, 2e-5), (0.5, 2e-5), (0.9, 3e-3)])
  }

  @Test func errorsFallWithThetaInSpace() throws {
    try Self.expectErrors(
      SIMD3<Float>.self, [.uniform, .clustered, .lattice],
      bounds: [(0.2, 1e-5), (0.35, 2e-4), (0.5, 1e-3), (0.7, 3e-3), (0.9, 6e-3), (1.2, 3e-2)])
    try Self.expectErrors(
      SIMD3<Float>.self, [.tall, .wide],
      bounds: [(0.2, 1e-4), (0.35, 1e-3), (0.5, 5e-3), (0.7, 2e-2), (0.9, 5e-2), (1.2, 0.5)])
    try Self.expectErrors(
      SIMD3<Float>.self, [.collinear],
      bounds: [(0.2, 2e-4), (0.35, 2e-3), (0.5, 1e-2), (0.7, 3e-2), (0.9, 4e-2), (1.2, 1)])
    try Self.expectErrors(
      SIMD3<Float>.self, [.uniform], mixed: true,
      bounds: [(0.2, 1e-4), (0.35, 2e-3), (0.5, 1e-2), (0.7, 4e-2), (0.9, 0.1), (1.2, 0.3)])
    try Self.expectErrors(
      SIMD3<Double>.self, [.uniform, .clustered, .lattice],
      bounds: [(0.2, 1e-5), (0.5, 1e-3), (0.9, 6e-3)])
  }

  private static func expectExact<Vector>(_: Vector.Type) throws
  where Vector: SimulationVector {
    let count = 600
    let points: [Vector] = Points.uniform.make(count)
    let force = ManyBodyForce<Vector>(strength: -30, theta: 0)
    let probe = try ManyBodyProbe(force, at: points)
    #expect(probe.algorithm == .directSum)
    var state = try Kinetics<Vector>(nodeCount: count, position: points)
    let bound = try force.bound(to: &state)
    expectSameBits(probe.changes(theta: 0), bound.directSum(of: 0..<count, in: state))
  }

  @Test func thetaZeroIsTheExactSumToTheBit() throws {
    try withEveryVectorType { try Self.expectExact($0) }
  }

  /// What errors are measured against has to be better than they are: a plain sum of Floats over
  /// this many nodes in groups is off by 1e-4, as three quarters of the terms are nearly the same
  /// number.
  @Test func theExactSumIsThatOfDouble() throws {
    let count = 60_000
    let points: [SIMD3<Float>] = Points.clustered.make(count)
    func exact<Vector>(_ points: [Vector]) throws -> [Vector]
    where Vector: SimulationVector {
      var state = try Kinetics<Vector>(nodeCount: count, position: points)
      let force = try ManyBodyForce<Vector>(strength: -30).bound(to: &state)
      return force.exactVelocityChange(of: 0..<8, in: state)
    }
    for (found, double) in zip(try exact(points), try exact(points.map { SIMD3<Double>($0) })) {
      #expect(SIMD3<Double>(found).distance(to: double) < 1e-6 * double.length())
    }
  }

  // MARK: What is promised

  /// The worst of some seeds.
  private static func worst<Vector>(
    _: Vector.Type, _ points: Points, count: Int, theta: Vector.Scalar, seeds: ClosedRange<UInt64>
  ) throws -> ManyBodyError where Vector: SimulationVector {
    var worst = ManyBodyError()
    for seed in seeds {
      let probe = try ManyBodyProbe<Vector>(
        ManyBodyForce<Vector>(strength: -30), at: points.make(count, seed: seed))
      #expect(probe.algorithm == .multipole)
      worst.formMaximum(probe.error(theta: theta))
    }
    return worst
  }

  private static func expectPromises<Vector>(
    _ vector: Vector.Type, counts: [Int], only: String = "", print: (String) -> Void = { _ in },
    seeds: ClosedRange<UInt64>, theta: Vector.Scalar, rms: Double, p99: Double
  ) throws where Vector: SimulationVector {
    try withEvery("points", in: [Points.uniform, .clustered]) { points in
      try withEvery("count", in: counts) { count in
        let name = "\(vector), \(points), \(count) nodes, theta \(theta)"
        guard only.isEmpty || name.contains(only) else { return }
        let error = try worst(vector, points, count: count, theta: theta, seeds: seeds)
        print("\(name): \(error)")
        #expect(error.rms <= rms)
        #expect(error.p99 <= p99)
        // Equal strengths keep the momentum, as the exact sum does.
        #expect(error.net <= 1e-3)
      }
    }
  }

  @Test func theUsualThetaKeepsItsPromises() throws {
    try Self.expectPromises(
      SIMD2<Double>.self, counts: [1000, 10_000], seeds: 1...2, theta: 0.9, rms: 1e-3, p99: 1e-2)
    try Self.expectPromises(
      SIMD3<Float>.self, counts: [1000, 10_000], seeds: 1...2, theta: 0.9, rms: 6e-3, p99: 5e-2)
  }

  @Test func aThetaOf0_3IsAccurate() throws {
    try Self.expectPromises(
      SIMD2<Double>.self, counts: [1000, 10_000], seeds: 1...2, theta: 0.3, rms: 1e-6, p99: 1e-5)
    try Self.expectPromises(
      SIMD3<Float>.self, counts: [1000, 10_000], seeds: 1...2, theta: 0.3, rms: 1e-4, p99: 1e-3)
  }

  private static let sweep = ProcessInfo.processInfo.environment["FORCE_SIMULATION_SWEEP_ACCURACY"]

  /// An hour long: scripts/sweep-accuracy.
  @Test(.enabled(if: sweep != nil))
  func thePromisesAreKeptUpToAMillionNodes() throws {
    let counts = [1000, 10_000, 100_000, 1_000_000]
    let only = Self.sweep ?? ""
    func line(_ text: String) {
      print(text)
      // Line by line into a file or pipe too: the whole takes long.
      fflush(nil)
    }
    func sweep<Vector>(
      _ vector: Vector.Type, theta: Vector.Scalar, rms: Double, p99: Double
    ) throws where Vector: SimulationVector {
      try Self.expectPromises(
        vector, counts: counts, only: only, print: line, seeds: 1...5, theta: theta, rms: rms,
        p99: p99)
    }
    try sweep(SIMD2<Double>.self, theta: 0.9, rms: 1e-3, p99: 1e-2)
    try sweep(SIMD2<Double>.self, theta: 0.3, rms: 1e-6, p99: 1e-5)
    try sweep(SIMD3<Float>.self, theta: 0.9, rms: 6e-3, p99: 5e-2)
    try sweep(SIMD3<Float>.self, theta: 0.3, rms: 1e-4, p99: 1e-3)
  }

  // MARK: Parameters

  /// Softening and fading on all scales: of neighbours, of cells, of the whole layout and beyond.
  private static func expectDistances<Vector>(_: Vector.Type, bound: Double) throws
  where Vector: SimulationVector {
    let infinity = Vector.Scalar.infinity
    let distances: [(Vector.Scalar, Vector.Scalar)] = [
      (0, infinity), (3, infinity), (20, infinity), (300, infinity), (1e5, infinity), (1, 15),
      (0, 50), (30, 90), (1, 1e4), (80, 20),
    ]
    try withEvery("distanceMin, distanceMax", in: distances) { near, far in
      try withEvery("points", in: [Points.uniform, .clustered]) { points in
        let probe = try ManyBodyProbe<Vector>(
          ManyBodyForce<Vector>(
            strength: .function { [-30, -30, -2, 9][$0 % 4] }, distanceMin: near, distanceMax: far),
          at: points.make(2000))
        #expect(probe.error(theta: 0.9).rms < bound)
      }
    }
  }

  @Test func distanceMinAndMaxAreThoseOfTheExactSum() throws {
    try Self.expectDistances(SIMD2<Double>.self, bound: 2e-3)
    try Self.expectDistances(SIMD2<Float>.self, bound: 2e-3)
    try Self.expectDistances(SIMD3<Float>.self, bound: 4e-2)
    try Self.expectDistances(SIMD3<Double>.self, bound: 4e-2)
  }

  // MARK: Coincident nodes

  private static func expectApart<Vector>(_: Vector.Type, distanceMin: Vector.Scalar) throws
  where Vector: SimulationVector {
    let count = 3000
    let simulation = try NamedSimulation<Vector>(
      count,
      ["charge": ManyBodyForce<Vector>(strength: -30, distanceMin: distanceMin)],
      position: PointSet<Vector>.coincident(count).points)
    for _ in 1...3 {
      simulation.advance()
      expectFinite(simulation.kinetics)
      #expect(Set(simulation.kinetics.position).count == count)
    }
    #expect(simulation.kinetics.nonFiniteNodeCount == 0)
  }

  @Test func nodesOnOnePointArePushedApart() throws {
    try withEvery("distanceMin", in: [0, 1, 1000]) { (distanceMin: Float) in
      try Self.expectApart(SIMD2<Double>.self, distanceMin: Double(distanceMin))
      try Self.expectApart(SIMD2<Float>.self, distanceMin: distanceMin)
      try Self.expectApart(SIMD3<Double>.self, distanceMin: Double(distanceMin))
      try Self.expectApart(SIMD3<Float>.self, distanceMin: distanceMin)
    }
  }

  @Test func pairsOnOnePointArePushedApartAndFeelTheOthers() throws {
    var points: [Vector2] = Points.uniform.make(2000)
    for node in stride(from: 0, to: 2000, by: 2) { points[node + 1] = points[node] }
    let probe = try ManyBodyProbe<Vector2>(ManyBodyForce<Vector2>(strength: -30), at: points)
    let changes = probe.changes(theta: 0.9)
    for node in stride(from: 0, to: 2000, by: 2) { #expect(changes[node] != changes[node + 1]) }
    // The push of a pair is the exact one, jiggle and all.
    #expect(probe.error(theta: 0.9).rms < 1e-3)
  }
}
