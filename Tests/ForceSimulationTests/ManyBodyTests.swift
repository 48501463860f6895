import ForceSimulation
import Testing
import _TestSupport

/// The laws of the many-body force, and the error of its approximation.
@Suite(.traced) struct ManyBodyTests {
  private typealias Force = ManyBodyForce<Vector2>
  static let parallelEngines: [Engine] = [.kernels, .reference(.parallel)]

  /// The push of node 0 on node 1 at a distance, along the line between them, which is parallel to
  /// no axis.
  private func push(_ force: Force, at distance: Double, engine: Engine) throws -> Double {
    let place = Vector2(0.6 * distance, 0.8 * distance)
    let velocity = try PropertiesTests.push(force, [.zero, place], engine: engine)[1]
    return 0.6 * velocity.x + 0.8 * velocity.y
  }

  // MARK: The law

  @Test(arguments: everyEngine)
  func thePushIsStrengthOverDistance(engine: Engine) throws {
    let force = Force(strength: .function { $0 == 0 ? -32 : 5 }, accuracy: 0)
    try withEvery("distance", in: [1.0, 2, 3, 7, 64, 1e6]) { distance in
      expectClose(try push(force, at: distance, engine: engine), 32 / distance, .ulps(8))
    }
  }

  @Test(arguments: everyEngine)
  func belowDistanceMinThePushGrowsNoMore(engine: Engine) throws {
    let force = Force(strength: -30, accuracy: 0, distanceMin: 4)
    try withEvery("distance", in: [4, 3.999, 1, 1e-3, 1e-9]) { distance in
      expectClose(try push(force, at: distance, engine: engine), 7.5, .within(1e-13))
    }
  }

  @Test(arguments: parallelEngines)
  func thePushFadesOutTowardsDistanceMax(engine: Engine) throws {
    let (force, free) = (Force(strength: -30, distanceMax: 100), Force(strength: -30))
    let step = 1.0 / 64
    var last = try push(force, at: 85, engine: engine)
    for distance in stride(from: 85 + step, through: 105, by: step) {
      let push = try push(force, at: distance, engine: engine)
      if distance < 89.99 {
        expectSameBits(push, try self.push(free, at: distance, engine: engine))
      }
      if distance >= 100 { #expect(push == 0) }
      #expect(push >= 0 && push <= last)
      // The steepest place is the middle of the fade: 0.3 / 10 * 1.5 a unit, and the slope of 1 /
      // r.
      #expect(last - push < 0.06 * step, "at distance \(distance)")
      last = push
    }
  }

  @Test func d3CutsOffAtDistanceMax() throws {
    let force = Force(strength: -30, distanceMax: 100)
    let engine = Engine.reference(.sequential)
    expectClose(try push(force, at: 100 - 1e-9, engine: engine), 0.3, .within(1e-10))
    #expect(try push(force, at: 100, engine: engine) == 0)
  }

  /// Two sources of opposite sign on one point cancel exactly, for every node elsewhere.
  @Test(arguments: parallelEngines)
  func oppositeSourcesCancelExactly(engine: Engine) throws {
    var points = PointSet<Vector2>.uniform(40).points
    points[1] = points[0]
    let force = Force(strength: .function { $0 == 0 ? 30 : $0 == 1 ? -30 : 0 })
    let velocity = try PropertiesTests.push(force, points, engine: engine)
    #expect(velocity[2...].allSatisfy { $0 == .zero })
    #expect(velocity[0] != .zero && velocity[1] != .zero)
  }

  // MARK: The tree of other dimensions

  /// The errors of Barnes-Hut, which is the tree in four dimensions. Each bound is 1.5 times what
  /// was measured when it was written down. A larger theta is never more exact.
  private static func expectErrors(
    clustered: Bool = false, strength: NodeValues<Float>,
    bounds: [(theta: Float, bound: Double)]
  ) throws {
    typealias Vector = SIMD4<Float>
    let count = ManyBodyForce<Vector>.directSumLimit + 1
    let set = clustered ? PointSet<Vector>.clustered(count) : PointSet<Vector>.uniform(count)
    let probe = try ManyBodyProbe<Vector>(
      ManyBodyForce<Vector>(strength: strength), at: set.points,
      engine: .reference(.parallel))
    #expect(probe.algorithm == .barnesHut)
    var last = 0.0
    withEvery("theta", in: bounds) { theta, bound in
      let error = probe.error(theta: theta).rms
      #expect(error < bound)
      #expect(error >= last)
      last = error
    }
  }

  @Test func barnesHutIsCloseToTheExactSum() throws {
    try Self.expectErrors(strength: -30, bounds: [(0.9, 0.11), (1.5, 0.23)])
    try Self.expectErrors(
      clustered: true, strength: -30, bounds: [(0.9, 0.015), (1.5, 0.033)])
  }

  /// Strengths of both signs add up to nearly nothing far away, so what is left is small and the
  /// error beside it larger.
  @Test func barnesHutIsCloseToTheExactSumWithBothSigns() throws {
    try Self.expectErrors(
      strength: .function { $0 % 2 == 0 ? 30 : -30 }, bounds: [(0.9, 0.46), (1.5, 0.65)])
  }

  // MARK: Which algorithm

  @Test(arguments: parallelEngines)
  func thetaZeroIsTheExactSumToTheBit(engine: Engine) throws {
    let count = Force.directSumLimit + 300
    var state = try Kinetics2D(nodeCount: count, position: PointSet<Vector2>.uniform(count).points)
    let force = try Force(strength: -30, theta: 0).bound(to: &state, engine: engine)
    #expect(force.algorithm(nodeCount: count, engine: engine) == .directSum)
    var pushed = state
    force.apply(to: &pushed, engine: engine)
    let nodes = 0..<200
    expectSameBits(
      pushed.velocity[nodes], force.directSum(of: nodes, in: state), "velocity")
  }

  @Test func theTreesAreUsedAboveTheirLimitOnly() {
    func expect<Vector>(_: Vector.Type, _ tree: ManyBodyAlgorithm)
    where Vector: SimulationVector {
      let force = ManyBodyForce<Vector>(strength: -30)
      let limit = ManyBodyForce<Vector>.directSumLimit
      for engine in Self.parallelEngines {
        #expect(force.algorithm(nodeCount: limit, engine: engine) == .directSum)
        #expect(force.algorithm(nodeCount: limit + 1, engine: engine) == tree)
      }
      #expect(force.algorithm(nodeCount: 2, engine: .reference(.sequential)) == .d3BarnesHut)
    }
    expect(SIMD2<Double>.self, .multipole)
    expect(SIMD2<Float>.self, .multipole)
    expect(SIMD3<Double>.self, .multipole)
    expect(SIMD3<Float>.self, .multipole)
    expect(SIMD4<Float>.self, .barnesHut)
  }
}
