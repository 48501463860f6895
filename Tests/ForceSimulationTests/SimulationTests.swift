import ForceSimulation
import Testing
import _TestSupport

/// What a simulation does as a whole: ticks, cooling, the parameters and forces it can be given
/// meanwhile.
@Suite(.traced) struct SimulationTests {
  typealias Parameters = SimulationParameters<Double>

  // MARK: Cooling

  /// alpha after k ticks is target + (start - target) * (1 - decay)^k.
  @Test func alphaFollowsItsClosedForm() throws {
    let cases: [(start: Double, target: Double, decay: Double)] = [
      (1, 0, 0.02276277904418933), (1, 0.3, 0.02276277904418933), (0.25, 1, 0.1), (0.5, 0.5, 0.2),
      (2, -1, 0.01), (1, 0.3, 0), (0, 0.7, 1),
    ]
    try withEvery("case", in: cases) { start, target, decay in
      let simulation = try Named2D(
        2, parameters: Parameters(alpha: start, alphaDecay: decay, alphaTarget: target))
      var remaining = 1.0
      for tick in 1...300 {
        simulation.advance()
        remaining *= 1 - decay
        let expected = target + (start - target) * remaining
        // Each tick rounds three times.
        expectClose(
          simulation.alpha, expected, .within(Double(3 * tick) * 2 * Double.ulpOfOne),
          "alpha after \(tick) ticks")
      }
    }
  }

  @Test func coolingIsMonotoneTowardsTheTarget() throws {
    try withEvery("target", in: [0, 0.05, 0.9]) { (target: Float) in
      let simulation = try NamedSimulation<SIMD3<Float>>(1)
      simulation.alphaTarget = target
      var last = simulation.alpha
      for _ in 0..<200 {
        simulation.advance()
        #expect(simulation.alpha < last && simulation.alpha > target)
        last = simulation.alpha
      }
    }
  }

  @Test func presetsAreThoseOfD3AndGrape() throws {
    #expect(
      Parameters.d3
        == Parameters(
          alpha: 1, alphaMin: 0.001, alphaDecay: 0.02276277904418933, alphaTarget: 0,
          velocityDecay: 0.6))
    #expect(
      Parameters.grape
        == Parameters(
          alpha: 1, alphaMin: 0.001, alphaDecay: 0.01, alphaTarget: 0, velocityDecay: 0.6))
    #expect(try Named2D(3, parameters: .d3).tick(iterations: 10_000) == 300)
    #expect(try Named2D(3, parameters: .grape).tick(iterations: 10_000) == 688)
    let grape = Simulation(nodeCount: 3, links: [], forceField: ForceList<SIMD2<Double>>())
    #expect(grape.parameters == .grape)
  }

  // MARK: Ticks

  @Test func tickStopsWhenColdAndSaysHowFarItCame() throws {
    let simulation = try Named2D(3)
    #expect(simulation.tick() == 1)
    #expect(simulation.tick(iterations: 0) == 0)
    #expect(simulation.tick(iterations: 200) == 200)
    #expect(simulation.tick(iterations: 200) == 99)
    #expect(simulation.alpha < simulation.alphaMin)
    #expect(simulation.tick(iterations: 200) == 0)
    #expect(simulation.kinetics.tickCount == 300)
  }

  @Test func aTargetAboveAlphaMinKeepsItGoing() throws {
    let simulation = try Named2D(3, parameters: Parameters(alpha: 0, alphaDecay: 0.5))
    #expect(simulation.tick(iterations: 5) == 0)
    simulation.alphaTarget = 0.3
    #expect(simulation.tick(iterations: 5) == 5)
    simulation.alphaTarget = 0
    simulation.alpha = 0.0005
    #expect(simulation.tick(iterations: 5) == 0)
    // At alphaMin itself it is not cold yet.
    simulation.alpha = simulation.alphaMin
    #expect(simulation.tick(iterations: 5) == 1)
  }

  @Test func reheatingStartsItAgain() throws {
    let simulation = try Named2D(3, standardForces())
    #expect(simulation.tick(iterations: 1000) == 300)
    let atRest = simulation.kinetics.position
    #expect(simulation.tick() == 0)
    #expect(simulation.kinetics.position == atRest)
    simulation.reheat()
    #expect(simulation.alpha == 1)
    #expect(simulation.tick(iterations: 1000) == 300)
    simulation.reheat(to: 0.1)
    #expect(simulation.alpha == 0.1)
    #expect(simulation.tick(iterations: 1000) == 200)
    #expect(simulation.kinetics.tickCount == 800)
  }

  @Test func advanceIsTickWithoutStoppingAndEvents() throws {
    let ticked = try Named2D(20, standardForces())
    let advanced = try Named2D(20, standardForces())
    var events = 0
    advanced.on(.tick) { _ in events += 1 }
    advanced.on(.end) { _ in events += 1 }
    #expect(ticked.tick(iterations: 300) == 300)
    advanced.advance(by: 300)
    expectSameState(advanced.kinetics, ticked.kinetics)
    advanced.advance(by: 0)
    advanced.advance(by: -7)
    expectSameState(advanced.kinetics, ticked.kinetics)
    advanced.advance(by: 3)
    #expect(advanced.kinetics.tickCount == 303)
    #expect(events == 0)
  }

  // MARK: Parameters

  @Test func parametersCanBeSetAfterInit() throws {
    let simulation = try NamedSimulation<SIMD3<Float>>(2)
    simulation.alpha = 0.5
    simulation.alphaMin = 0.25
    simulation.alphaDecay = 0.5
    simulation.alphaTarget = 0.125
    simulation.velocityDecay = 0.75
    #expect(
      simulation.parameters
        == SimulationParameters(
          alpha: 0.5, alphaMin: 0.25, alphaDecay: 0.5, alphaTarget: 0.125, velocityDecay: 0.75))
    #expect(simulation.kinetics.parameters == simulation.parameters)
    try simulation.setVelocities([SIMD3(16, 0, -8), .zero])
    simulation.advance()
    #expect(simulation.alpha == 0.3125)
    #expect(simulation.kinetics.velocity[0] == SIMD3(12, 0, -6))
    simulation.parameters = .d3
    #expect(simulation.parameters == .d3)
    #expect(simulation.kinetics.velocity[0] == SIMD3(12, 0, -6))
  }

  @Test func velocityDecayIsTheFactor() throws {
    try withEvery("decay", in: [0, 0.25, 1]) { decay in
      let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, -4)])
      simulation.velocityDecay = decay
      simulation.advance(by: 2)
      #expect(simulation.kinetics.velocity[0] == Vector2(8, -4) * decay * decay)
      #expect(simulation.kinetics.position[0] == Vector2(8, -4) * (decay + decay * decay))
    }
  }

  /// Coincident nodes are pushed apart in a direction that the seed decides; nothing else depends
  /// on it.
  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func seedDecidesWhatCoincidentNodesDo(engine: Engine) throws {
    func positions(_ start: [Vector2], seed: UInt64) throws -> NodeArray<Vector2> {
      let simulation = try Simulation(
        checking: start.count, forceField: standardForces(Vector2.self), position: start,
        seed: seed,
        engine: engine)
      simulation.advance(by: 20)
      return simulation.kinetics.position
    }
    let scattered = PointSet<Vector2>.uniform(30).points
    let twoCoincident = PointSet<Vector2>.twoCoincident(30).points
    expectSameBits(try positions(scattered, seed: 1), try positions(scattered, seed: 2))
    expectSameBits(try positions(twoCoincident, seed: 1), try positions(twoCoincident, seed: 1))
    let (one, two) = (
      try positions(twoCoincident, seed: 1), try positions(twoCoincident, seed: 2)
    )
    #expect(one != two)
    let simulation = try Named2D(2)
    #expect(simulation.seed == 1)
    simulation.seed = 77
    #expect(simulation.kinetics.seed == 77)
  }

  // MARK: Find

  @Test func findIsStrictAboutItsRadiusAndTakesTheLowestIndex() throws {
    let points = [Vector2(3, 4), Vector2(-3, 4), Vector2(3, 4), Vector2(0, -6)]
    let simulation = try Named2D(4, position: points)
    #expect(simulation.find(near: .zero) == 0)
    #expect(simulation.find(near: .zero, within: 5) == nil)
    #expect(simulation.find(near: .zero, within: 5.0.nextUp) == 0)
    #expect(simulation.find(near: Vector2(-1, 0)) == 1)
    #expect(simulation.find(near: Vector2(0, -5), within: 2) == 3)
    #expect(simulation.find(near: points[3], within: 0) == nil)
    #expect(simulation.find(near: .zero, within: .nan) == nil)
    #expect(simulation.find(near: Vector2(.nan, 0)) == nil)
    #expect(try Named2D(0).find(near: .zero) == nil)
  }

  @Test func findAgreesWithAPlainSearch() throws {
    let points = PointSet<SIMD3<Float>>.lattice(60).points
    let simulation = try NamedSimulation<SIMD3<Float>>(60, position: points)
    withEverySeed(3) { random in
      for _ in 0..<50 {
        let point: SIMD3<Float> = random.vector(in: -1...5)
        let distances = points.map { $0.distanceSquared(to: point) }
        #expect(simulation.find(near: point) == distances.firstIndex(of: distances.min()!))
      }
    }
  }
}
