import ForceSimulation
import Testing
import _TestSupport

/// A distanceMax near and below distanceMin, against sums that this file computes.
@Suite(.traced) struct ManyBodyCutoffTests {
  /// The law of docs/determinism.md between two nodes: the factor of the difference vector.
  private static func weight(_ distance2: Double, strength: Double, min: Double, max: Double)
    -> Double
  {
    let (min2, max2) = (min * min, max * max)
    let s = strength / (distance2 < min2 ? (min2 * distance2).squareRoot() : distance2)
    guard distance2 > 0.81 * max2 else { return s }
    guard distance2 < max2 else { return 0 }
    let u = (max2 - distance2) / (max2 - 0.81 * max2)
    return s * (u * u * (3 - 2 * u))
  }

  /// The exact force on a target, each sum compensated (Neumaier 1974,
  /// doi:10.1002/zamm.19740540106).
  private static func exact(
    _ points: [SIMD3<Double>], on target: Int, min: Double, max: Double
  ) -> SIMD3<Double> {
    var (sum, lost) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for source in points.indices where source != target {
      let d = points[source] - points[target]
      let term = d * weight((d * d).sum(), strength: -30, min: min, max: max)
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

  /// The error of a tick of unit squares and cubes, relative to the root mean square force.
  private static func error<Vector: SimulationVector>(
    _: Vector.Type, _ count: Int, min: Double, max: Double, theta: Vector.Scalar?
  ) throws -> Double {
    var random = SplitMix64(seed: 12)
    let places: [Vector] = (0..<count).map { _ in random.vector(in: 0...1) }
    let force = ManyBodyForce<Vector>(
      strength: -30, theta: theta, distanceMin: Vector.Scalar(min), distanceMax: Vector.Scalar(max))
    let simulation = try NamedSimulation<Vector>(
      count, ["charge": force],
      parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1), position: places)
    simulation.advance()
    let wide = places.map { place in
      var point = SIMD3<Double>.zero
      for axis in 0..<Vector.scalarCount { point[axis] = Double(place[axis]) }
      return point
    }
    var (errors, sizes) = (0.0, 0.0)
    for target in stride(from: 0, to: count, by: Swift.max(1, count / 400)) {
      let wanted = exact(wide, on: target, min: min, max: max)
      for axis in 0..<Vector.scalarCount {
        let error = Double(simulation.kinetics.velocity[target][axis]) - wanted[axis]
        errors += error * error
        sizes += wanted[axis] * wanted[axis]
      }
    }
    return (errors / sizes).squareRoot()
  }

  private static func expectError<Vector: SimulationVector>(
    _ vector: Vector.Type, _ count: Int, max: Double, theta: Vector.Scalar? = nil,
    below bound: Double
  ) throws {
    let error = try error(vector, count, min: 1, max: max, theta: theta)
    #expect(error < bound, "\(vector), \(count) nodes, distanceMax \(max)")
  }

  private static let cutoffs = [1.2, 1, 0.7, 0.5, 0.1]

  @Test(arguments: [200, 2000])
  func forcesFadeOutBelowDistanceMin(count: Int) throws {
    try withEvery("distanceMax", in: Self.cutoffs) { max in
      try Self.expectError(SIMD2<Double>.self, count, max: max, below: 1e-3)
      try Self.expectError(SIMD2<Float>.self, count, max: max, below: 1e-3)
      try Self.expectError(SIMD3<Double>.self, count, max: max, below: 6e-3)
      try Self.expectError(SIMD3<Float>.self, count, max: max, below: 6e-3)
    }
  }

  @Test(arguments: [1, 0.5])
  func soTheyDoForManyNodes(max: Double) throws {
    try Self.expectError(SIMD2<Double>.self, 20_000, max: max, below: 1e-3)
    try Self.expectError(SIMD2<Float>.self, 20_000, max: max, below: 1e-3)
    try Self.expectError(SIMD3<Double>.self, 20_000, max: max, below: 6e-3)
    try Self.expectError(SIMD3<Float>.self, 20_000, max: max, below: 6e-3)
  }

  @Test func soTheyDoWithTheta() throws {
    try withEvery("distanceMax", in: Self.cutoffs) { max in
      try Self.expectError(SIMD2<Double>.self, 2000, max: max, theta: 0.9, below: 1e-2)
      try Self.expectError(SIMD3<Float>.self, 2000, max: max, theta: 0.9, below: 2e-2)
    }
  }

  /// Other dimensions have a tree of their own.
  @Test func soTheyDoInOtherDimensions() throws {
    func error(_ count: Int) throws -> Double {
      var random = SplitMix64(seed: 12)
      let places: [SIMD4<Double>] = (0..<count).map { _ in random.vector(in: 0...1) }
      let force = ManyBodyForce<SIMD4<Double>>(strength: -30, distanceMin: 1, distanceMax: 0.5)
      var state = try Kinetics(nodeCount: count, position: places)
      let bound = try force.bound(to: &state, engine: .reference(.parallel))
      var pushed = state
      bound.apply(to: &pushed, engine: .reference(.parallel))
      var (errors, sizes) = (0.0, 0.0)
      for target in stride(from: 0, to: count, by: count / 20) {
        var wanted = SIMD4<Double>.zero
        for source in 0..<count where source != target {
          let d = places[source] - places[target]
          wanted += d * Self.weight((d * d).sum(), strength: -30, min: 1, max: 0.5)
        }
        let difference = pushed.velocity[target] - wanted * state.alpha
        errors += (difference * difference).sum()
        sizes += (wanted * wanted).sum()
      }
      return (errors / sizes).squareRoot()
    }
    #expect(try error(1000) < 1e-5)
  }

  /// As in d3: the distance is compared, not what distanceMin makes of it.
  @Test(arguments: [Engine.kernels, .reference(.parallel), .reference(.sequential)])
  func twoNodesFeelTheDistanceItself(engine: Engine) throws {
    func push(distance: Double, max: Double) throws -> Double {
      let simulation = try NamedSimulation<SIMD2<Double>>(
        2,
        ["charge": ManyBodyForce(strength: -30, distanceMin: 4, distanceMax: max)],
        parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1),
        position: [.zero, SIMD2(distance, 0)], engine: engine)
      simulation.advance()
      return simulation.kinetics.velocity[1].x
    }
    // sqrt(4² * 1²) is 4: above 2, at which the force would have ended.
    // The axis that is flat is jiggled, so the distance is a little more.
    #expect(abs(try push(distance: 1, max: 2) - 7.5) < 1e-5)
    #expect(try push(distance: 2.5, max: 2) == 0)
    #expect(abs(try push(distance: 3, max: 6) - 7.5) < 1e-5)
  }
}
