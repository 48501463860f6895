import ForceSimulation
import Foundation
import Synchronization
import Testing
import _TestSupport

/// The promise of `ManyBodyForce.accuracy`, against sums that this file computes: 20 layouts, 6
/// kinds of strengths, two and three dimensions.
@Suite(.traced) struct ManyBodyPromiseTests {
  enum Layout: CaseIterable {
    case uniform, disc, normal, line, diagonal, lattice, fewClusters, manyClusters, filament
    case plummer, corner, shell, slab, ring, spiral, fractal, two, logarithmic, outlier, steps

    func points(_ count: Int, dimension: Int, seed: UInt64) -> [SIMD3<Double>] {
      var random = Random(SplitMix64(seed: seed), dimension)
      let centres = (0..<200).map { _ in random.cube() * 1000 }
      let side = Self.side(count, dimension)
      return (0..<count).map { node in
        switch self {
        case .uniform: return random.cube() * 1000
        case .disc: return random.sphere() * (500 * pow(random.unit(), 1 / Double(dimension)))
        case .normal: return random.normal() * 300
        case .line:
          // Not quite flat: a flat axis is jiggled, which is not an error.
          return random.cube() * SIMD3(1000, 1e-2, 1e-2)
        case .diagonal: return random.flat(SIMD3(repeating: random.unit() * 1000))
        case .lattice: return Self.place(node, side, dimension) * 10
        case .fewClusters: return centres[Int(random.unit() * 20)] + random.normal() * 10
        case .manyClusters: return centres[Int(random.unit() * 200)] + random.normal() * 3
        case .filament:
          let t = random.unit() * 1000
          let wave = SIMD3(t, 200 * sin(t / 110), 200 * cos(t / 140))
          return node % 2 == 0
            ? random.flat(wave) + random.normal() : centres[0] + random.normal() * 20
        case .plummer:
          // Plummer 1911, doi:10.1093/mnras/71.5.460.
          return random.sphere() * (100 / (pow(random.unit() * 0.999, -2.0 / 3) - 1).squareRoot())
        case .corner:
          let cube = random.cube()
          return cube * cube * cube * cube * 1000
        case .shell: return random.sphere() * 500
        case .slab:
          var place = random.cube() * 1000
          place[dimension - 1] /= 100
          return place
        case .ring:
          let angle = random.unit() * 2 * .pi
          return SIMD3(500 * cos(angle), 500 * sin(angle), 0) + random.normal() * 5
        case .spiral:
          let t = random.unit() * 30
          return random.flat(SIMD3(20 * t * cos(t), 20 * t * sin(t), 10 * t)) + random.normal()
        case .fractal:
          var place = random.cube() / 2
          for level in 0..<9 {
            let axis = Int(random.unit() * Double(dimension + 1))
            if axis < dimension { place[axis] += 500 / pow(2.2, Double(level)) }
          }
          return place
        case .two: return random.normal() * 10 + SIMD3(node % 2 == 0 ? 0 : 1000, 0, 0)
        case .logarithmic: return random.sphere() * pow(10, random.unit() * 6 - 2)
        case .outlier: return node == 0 ? SIMD3(1e6, 0, 0) : random.cube() * 1000
        case .steps: return (random.cube() * 12).rounded(.down) * 80 + random.cube()
        }
      }
    }

    static func side(_ count: Int, _ dimension: Int) -> Int {
      var side = 1
      while (0..<dimension).reduce(1, { product, _ in product * side }) < count { side += 1 }
      return side
    }

    /// The place of a node in a square or cubic lattice.
    static func place(_ node: Int, _ side: Int, _ dimension: Int) -> SIMD3<Double> {
      dimension == 2
        ? SIMD3(Double(node % side), Double(node / side), 0)
        : SIMD3(
          Double(node % side), Double(node / side % side), Double(node / (side * side)))
    }
  }

  enum Strengths: CaseIterable {
    case equal, bothSigns, alternating, pareto, million, tenth

    func values(_ count: Int, dimension: Int, seed: UInt64) -> [Double] {
      var random = SplitMix64(seed: seed &+ 99)
      let side = Layout.side(count, dimension)
      return (0..<count).map { node in
        switch self {
        case .equal: return -30
        case .bothSigns: return random.unit() < 0.5 ? -30 : 30
        case .alternating:
          let place = Layout.place(node, side, dimension)
          return Int(place.sum()) % 2 == 0 ? -30 : 30
        case .pareto: return -pow(1 - random.unit(), -1 / 1.2)
        case .million: return node == count / 3 ? -30e6 : -30
        case .tenth: return random.unit() < 0.1 ? -300 : 0
        }
      }
    }
  }

  /// Points in a plane or in space.
  private struct Random {
    var generator: SplitMix64
    let dimension: Int

    init(_ generator: SplitMix64, _ dimension: Int) {
      (self.generator, self.dimension) = (generator, dimension)
    }

    mutating func unit() -> Double { generator.unit() }

    func flat(_ point: SIMD3<Double>) -> SIMD3<Double> {
      dimension == 2 ? SIMD3(point.x, point.y, 0) : point
    }

    mutating func cube() -> SIMD3<Double> { flat(SIMD3(unit(), unit(), unit())) }

    /// Standard normal (Box and Muller 1958, doi:10.1214/aoms/1177706645).
    mutating func normal() -> SIMD3<Double> {
      var point = SIMD3<Double>.zero
      for axis in 0..<3 {
        point[axis] = (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
      }
      return flat(point)
    }

    mutating func sphere() -> SIMD3<Double> {
      let point = normal()
      return point / (point * point).sum().squareRoot()
    }
  }

  // MARK: The exact forces

  /// The sums over all pairs of strength * d / |d|², softened below distance 1, each sum
  /// compensated (Neumaier 1974, doi:10.1002/zamm.19740540106). No other point is on a target.
  private static func exact(
    _ points: [SIMD3<Double>], _ strengths: [Double], targets: [Int]
  ) -> [SIMD3<Double>] {
    points.withUnsafeBufferPointer { points in
      strengths.withUnsafeBufferPointer { strengths in
        targets.map { target in
          var sum = SIMD3<Double>.zero
          var lost = SIMD3<Double>.zero
          for source in points.indices where source != target {
            let d = points[source] - points[target]
            let distance2 = (d * d).sum()
            let softened = distance2 < 1 ? distance2.squareRoot() : distance2
            let term = d * (strengths[source] / softened)
            let next = sum + term
            for axis in 0..<3 {
              lost[axis] +=
                abs(sum[axis]) >= abs(term[axis])
                ? (sum[axis] - next[axis]) + term[axis] : (term[axis] - next[axis]) + sum[axis]
            }
            sum = next
          }
          return sum + lost
        }
      }
    }
  }

  // MARK: Errors

  private struct Case {
    var layout: Layout
    var strengths: Strengths
    var count: Int
    var seed: UInt64 = 1
    /// Targets whose exact force is summed, spread over all nodes.
    var targets = 2000
  }

  /// The root mean square error, relative to the root mean square of the forces.
  private static func error<Vector>(
    _ vector: Vector.Type, _ scene: Case, accuracy: Vector.Scalar
  ) throws -> Double where Vector: SimulationVector {
    let dimension = Vector.scalarCount
    return try error(
      vector, at: scene.layout.points(scene.count, dimension: dimension, seed: scene.seed),
      scene.strengths.values(scene.count, dimension: dimension, seed: scene.seed),
      targets: scene.targets, accuracy: accuracy)
  }

  /// Takes the velocities of all nodes in the first ticks.
  private final class Rest<Vector: SimulationVector>: Force {
    private let left: Mutex<Int>
    init(ticks: Int) { left = Mutex(ticks) }

    func apply(to step: inout StepContext<Vector>) {
      let rests = left.withLock { left in
        left -= 1
        return left >= 0
      }
      guard rests else { return }
      for node in 0..<step.nodeCount { step.velocity[node] = .zero }
    }
  }

  /// The same for any nodes, of which about `targets` are compared. They stay where they are; the
  /// error is that of the last of some ticks.
  static func error<Vector>(
    _: Vector.Type, at layout: [SIMD3<Double>], _ values: [Double], targets: Int,
    accuracy: Vector.Scalar, seed: UInt64 = 1, ticks: Int = 1
  ) throws -> Double where Vector: SimulationVector {
    let dimension = Vector.scalarCount
    let places: [Vector] = layout.map { point in
      var place = Vector.zero
      for axis in 0..<dimension { place[axis] = Vector.Scalar(point[axis]) }
      return place
    }
    let strengths = values.map { Vector.Scalar($0) }
    let rest = Rest<Vector>(ticks: ticks - 1)
    let simulation = try NamedSimulation<Vector>(
      places.count,
      ["charge": ManyBodyForce(strength: .array(strengths), accuracy: accuracy), "rest": rest],
      parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: places,
      seed: seed)
    simulation.advance(by: ticks)
    let wide = places.map { place in
      SIMD3(Double(place[0]), Double(place[1]), dimension == 2 ? 0 : Double(place[2]))
    }
    // Nodes that Float puts on one point push each other in a random direction, which is not an
    // error.
    var crowd: [Vector: Int] = [:]
    for place in places { crowd[place, default: 0] += 1 }
    let step = max(1, places.count / targets)
    let targets = stride(from: 0, to: places.count, by: step).filter { crowd[places[$0]] == 1 }
    let wanted = exact(wide, strengths.map { Double($0) }, targets: targets)
    var (errors, sizes) = (0.0, 0.0)
    for (target, force) in zip(targets, wanted) {
      for axis in 0..<dimension {
        let error = Double(simulation.kinetics.velocity[target][axis]) - force[axis]
        errors += error * error
        sizes += force[axis] * force[axis]
      }
    }
    return (errors / sizes).squareRoot()
  }

  private static func expectPromise<Vector>(
    _ vector: Vector.Type, counts: [Int], seeds: ClosedRange<UInt64> = 1...1, targets: Int = 2000,
    accuracy: Vector.Scalar, factor: Double = 1, print: (String) -> Void = { _ in }
  ) throws where Vector: SimulationVector {
    try withEvery("layout", in: Layout.allCases) { layout in
      try withEvery("strengths", in: Strengths.allCases) { strengths in
        try withEvery("nodes", in: counts) { count in
          for seed in seeds {
            let scene = Case(
              layout: layout, strengths: strengths, count: count, seed: seed, targets: targets)
            let error = try error(vector, scene, accuracy: accuracy)
            print("\(vector) \(scene) \(accuracy): \(error)")
            #expect(error <= factor * Double(accuracy), "seed \(seed)")
          }
        }
      }
    }
  }

  // MARK: Tests

  @Test func theDefaultKeepsItsPromiseInThePlane() throws {
    try Self.expectPromise(SIMD2<Double>.self, counts: [600, 2000], accuracy: 1e-3)
    #expect(ManyBodyForce<SIMD2<Double>>.defaultAccuracy == 1e-3)
  }

  @Test func theDefaultKeepsItsPromiseInSpace() throws {
    try Self.expectPromise(SIMD3<Float>.self, counts: [600, 2000], accuracy: 6e-3)
    #expect(ManyBodyForce<SIMD3<Float>>.defaultAccuracy == 6e-3)
  }

  @Test(arguments: [1e-2, 1e-4, 1e-5, 1e-6])
  func otherAccuraciesAreKeptWithinAFactorInThePlane(accuracy: Double) throws {
    try Self.expectPromise(
      SIMD2<Double>.self, counts: [600], accuracy: accuracy, factor: 2)
  }

  @Test(arguments: [6e-2, 1e-3, 1e-4, 1e-5])
  func otherAccuraciesAreKeptWithinAFactorInSpace(accuracy: Double) throws {
    try Self.expectPromise(
      SIMD3<Double>.self, counts: [600], accuracy: accuracy, factor: 2)
  }

  @Test func aSmallerAccuracyHasASmallerError() throws {
    let scene = Case(layout: .manyClusters, strengths: .pareto, count: 2000)
    let errors = try [1e-2, 1e-3, 1e-4, 1e-5].map {
      try Self.error(SIMD2<Double>.self, scene, accuracy: $0)
    }
    for (larger, smaller) in zip(errors, errors.dropFirst()) { #expect(smaller < larger / 2) }
  }

  /// What the accuracy is for: the shape alone is far off in these scenes.
  @Test func thetaAloneDoesNotKeepThePromise() throws {
    let points: [SIMD3<Float>] = Layout.line.points(2000, dimension: 3, seed: 1).map { SIMD3($0) }
    func velocities(_ force: ManyBodyForce<SIMD3<Float>>) throws -> NodeArray<SIMD3<Float>> {
      let simulation = try NamedSimulation<SIMD3<Float>>(
        2000, ["charge": force],
        parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: points)
      simulation.advance()
      return simulation.kinetics.velocity
    }
    let exact = try velocities(ManyBodyForce(accuracy: 0))
    func error(_ force: ManyBodyForce<SIMD3<Float>>) throws -> Float {
      let found = try velocities(force)
      let errors = zip(found, exact).map { $0.distanceSquared(to: $1) }.reduce(0, +)
      return (errors / exact.map { $0.lengthSquared() }.reduce(0, +)).squareRoot()
    }
    #expect(try error(ManyBodyForce(theta: 0.9)) > 6e-3)
    #expect(try error(ManyBodyForce()) <= 6e-3)
  }

  private static let sweeps =
    ProcessInfo.processInfo.environment["FORCE_SIMULATION_SWEEP_ACCURACY"] != nil

  /// More seeds, and 20,000 nodes: scripts/sweep-accuracy.
  @Test(.enabled(if: sweeps)) func thePromiseIsKeptForOtherSeedsAndManyNodes() throws {
    func line(_ text: String) {
      print(text)
      fflush(nil)
    }
    func sweep<Vector>(_ vector: Vector.Type, _ accuracy: Vector.Scalar) throws
    where Vector: SimulationVector {
      try Self.expectPromise(
        vector, counts: [600, 2000], seeds: 2...5, accuracy: accuracy, print: line)
      try Self.expectPromise(
        vector, counts: [20_000], targets: 500, accuracy: accuracy, print: line)
    }
    try sweep(SIMD2<Double>.self, 1e-3)
    try sweep(SIMD3<Float>.self, 6e-3)
  }
}
