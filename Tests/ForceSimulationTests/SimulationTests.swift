import ForceSimulation
import Synchronization
import Testing
import _TestSupport

/// A simulation as a whole: ticks, cooling, and parameters and forces that change meanwhile.
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
          simulation.parameters.alpha, expected, .within(Double(3 * tick) * 2 * Double.ulpOfOne),
          "alpha after \(tick) ticks")
      }
    }
  }

  @Test func coolingIsMonotoneTowardsTheTarget() throws {
    try withEvery("target", in: [0, 0.05, 0.9]) { (target: Float) in
      let simulation = try NamedSimulation<SIMD3<Float>>(1)
      simulation.parameters.alphaTarget = target
      var last = simulation.parameters.alpha
      for _ in 0..<200 {
        simulation.advance()
        #expect(simulation.parameters.alpha < last && simulation.parameters.alpha > target)
        last = simulation.parameters.alpha
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
    #expect(try Named2D(3, parameters: .d3).run(atMost: 10_000) == 300)
    #expect(try Named2D(3, parameters: .grape).run(atMost: 10_000) == 688)
    let grape = Simulation(nodeCount: 3, links: [], forceField: ForceList<Vector2>())
    #expect(grape.parameters == .d3)
  }

  // MARK: Ticks

  @Test func tickStopsWhenColdAndSaysHowFarItCame() throws {
    let simulation = try Named2D(3)
    #expect(simulation.tick())
    #expect(simulation.run(atMost: 0) == 0)
    #expect(simulation.run(atMost: 200) == 200)
    #expect(simulation.run(atMost: 200) == 99)
    #expect(simulation.parameters.alpha < simulation.parameters.alphaMin)
    #expect(simulation.run(atMost: 200) == 0)
    #expect(simulation.kinetics.tickCount == 300)
  }

  @Test func aTargetAboveAlphaMinKeepsItGoing() throws {
    let simulation = try Named2D(3, parameters: Parameters(alpha: 0, alphaDecay: 0.5))
    #expect(simulation.run(atMost: 5) == 0)
    simulation.parameters.alphaTarget = 0.3
    #expect(simulation.run(atMost: 5) == 5)
    simulation.parameters.alphaTarget = 0
    simulation.parameters.alpha = 0.0005
    #expect(simulation.run(atMost: 5) == 0)
    // At alphaMin itself it is not cold yet.
    simulation.parameters.alpha = simulation.parameters.alphaMin
    #expect(simulation.run(atMost: 5) == 1)
  }

  @Test func reheatingStartsItAgain() throws {
    let simulation = try Named2D(3, standardForces())
    #expect(simulation.run(atMost: 1000) == 300)
    let atRest = simulation.kinetics.position
    #expect(!simulation.tick())
    #expect(simulation.kinetics.position == atRest)
    simulation.reheat()
    #expect(simulation.parameters.alpha == 1)
    #expect(simulation.run(atMost: 1000) == 300)
    simulation.reheat(to: 0.1)
    #expect(simulation.parameters.alpha == 0.1)
    #expect(simulation.run(atMost: 1000) == 200)
    #expect(simulation.kinetics.tickCount == 800)
  }

  @Test func advanceIsTickWithoutStoppingAndEvents() throws {
    let ticked = try Named2D(20, standardForces())
    let advanced = try Named2D(20, standardForces())
    var events = 0
    advanced.onTick { _ in events += 1 }
    advanced.onEnd { _ in events += 1 }
    #expect(ticked.run(atMost: 300) == 300)
    advanced.advance(by: 300)
    expectSameState(advanced.kinetics, ticked.kinetics)
    advanced.advance(by: 0)
    advanced.advance(by: -7)
    expectSameState(advanced.kinetics, ticked.kinetics)
    advanced.advance(by: 3)
    #expect(advanced.kinetics.tickCount == 303)
    #expect(events == 0)
  }

  /// Cancelled from one of its handlers, a run stops after that tick.
  @Test func runStopsWhenItsTaskIsCancelled() async throws {
    let done = try await Task {
      let simulation = try Named2D(3, parameters: Parameters(alphaDecay: 0))
      simulation.onTick { sender in
        if sender.kinetics.tickCount == 7 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      let first = simulation.run(atMost: 100)
      let second = simulation.run(atMost: 100)
      simulation.advance(by: 2)
      return [first, second, Int(simulation.kinetics.tickCount)]
    }.value
    #expect(done == [7, 0, 9])
  }

  @Test func runTellsItsControl() throws {
    let told = Mutex<[RunProgress]>([])
    let control = RunControl(progress: { step in told.withLock { $0.append(step) } })
    let simulation = try Named2D(3)
    #expect(simulation.run(control: control) == 300)
    let steps = told.withLock { $0 }
    #expect(steps.count <= 200 && steps.count > 100)
    #expect(steps.last == RunProgress(phase: "ticks", fraction: 1, count: 300))
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.fraction < $1.fraction })
    // A limit counts too, and a simulation that never cools has none but it.
    told.withLock { $0 = [] }
    let warm = try Named2D(3, parameters: Parameters(alphaDecay: 0))
    #expect(warm.run(atMost: 10, control: control) == 10)
    #expect(told.withLock { $0.map(\.count) } == Array(1...10))
    // The state is that of a run that nobody watches.
    let alone = try Named2D(3)
    alone.run()
    expectSameState(simulation.kinetics, alone.kinetics)
  }

  @Test func runEndsWhenItsControlSaysSo() throws {
    let asked = Atomic(0)
    let control = RunControl(isCancelled: { asked.add(1, ordering: .relaxed).newValue > 4 })
    #expect(try Named2D(3).run(control: control) == 4)
  }

  @Test func runWithoutALimitEndsWhenCold() throws {
    let simulation = try Named2D(3)
    #expect(simulation.run() == 300)
    #expect(simulation.run() == 0)
    #expect(simulation.run(atMost: -1) == 0)
  }

  // MARK: Parameters

  /// The ends of the ranges are allowed.
  @Test(arguments: [0.0, 1.0])
  func decaysMayBeNothingOrAll(decay: Double) throws {
    let simulation = try Named2D(
      2, parameters: Parameters(alphaDecay: decay, alphaTarget: 0.5, velocityDecay: decay))
    simulation.advance()
    #expect(simulation.parameters.alpha == 1 - decay / 2)
  }

  /// More iterations leave less overlap; none leave all of it.
  @Test(arguments: everyEngine)
  func iterationsAreThoseOfTheForce(engine: Engine) throws {
    func distance(_ iterations: Int) throws -> Double {
      let simulation = try Named2D(
        3, ["collide": CollideForce<Vector2>(radius: 10, strength: 0.3, iterations: iterations)],
        parameters: Parameters(velocityDecay: 1),
        position: [.zero, Vector2(3, 0), Vector2(6, 1)], engine: engine)
      simulation.advance()
      return simulation.kinetics.position[0].distance(to: simulation.kinetics.position[2])
    }
    let distances = try [0, 1, 2, 8].map(distance)
    #expect(distances[0] == Vector2(6, 1).length())
    #expect(distances == distances.sorted() && Set(distances).count == 4)
  }

  @Test func parametersCanBeSetAfterInit() throws {
    let simulation = try NamedSimulation<SIMD3<Float>>(2)
    simulation.parameters.alpha = 0.5
    simulation.parameters.alphaMin = 0.25
    simulation.parameters.alphaDecay = 0.5
    simulation.parameters.alphaTarget = 0.125
    simulation.parameters.velocityDecay = 0.75
    #expect(
      simulation.parameters
        == SimulationParameters(
          alpha: 0.5, alphaMin: 0.25, alphaDecay: 0.5, alphaTarget: 0.125, velocityDecay: 0.75))
    #expect(simulation.kinetics.parameters == simulation.parameters)
    simulation.kinetics.velocity[0] = SIMD3(16, 0, -8)
    simulation.advance()
    #expect(simulation.parameters.alpha == 0.3125)
    #expect(simulation.kinetics.velocity[0] == SIMD3(12, 0, -6))
    simulation.parameters = .d3
    #expect(simulation.parameters == .d3)
    #expect(simulation.kinetics.velocity[0] == SIMD3(12, 0, -6))
  }

  @Test func velocityDecayIsTheFactor() throws {
    try withEvery("decay", in: [0, 0.25, 1]) { decay in
      let simulation = try Named2D(1, position: [.zero], velocity: [Vector2(8, -4)])
      simulation.parameters.velocityDecay = decay
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
        nodeCount: start.count, forces: standardForces(Vector2.self), positions: start,
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
    #expect(simulation.kinetics.seed == 1)
    simulation.kinetics.seed = 77
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
    #expect(simulation.find(near: .zero, within: -10) == nil)
    #expect(simulation.find(near: .zero, within: -.infinity) == nil)
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
