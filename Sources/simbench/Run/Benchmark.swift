import CommandLineSupport
import ForceSimulation
import Foundation
import Scenes

extension RunPlan {
  /// Runs the whole plan. Throws when the library refuses the scene, or when nothing was measured
  /// before Ctrl-C.
  func run() throws(Failure) -> Report {
    switch (dimension, precision) {
    case (2, .float): try Benchmark<SIMD2<Float>>(plan: self).run()
    case (2, .double): try Benchmark<SIMD2<Double>>(plan: self).run()
    case (_, .float): try Benchmark<SIMD3<Float>>(plan: self).run()
    case (_, .double): try Benchmark<SIMD3<Double>>(plan: self).run()
    }
  }
}

extension RunPlan {
  /// Does all ticks without timing them, and returns the hash of the state.
  func stateHash(after change: SimulationChange?) throws(Failure) -> UInt64 {
    switch (dimension, precision) {
    case (2, .float): try Benchmark<SIMD2<Float>>(plan: self).stateHashAfterTicks(or: change)
    case (2, .double): try Benchmark<SIMD2<Double>>(plan: self).stateHashAfterTicks(or: change)
    case (_, .float): try Benchmark<SIMD3<Float>>(plan: self).stateHashAfterTicks(or: change)
    case (_, .double): try Benchmark<SIMD3<Double>>(plan: self).stateHashAfterTicks(or: change)
    }
  }
}

/// A benchmark in one dimension and precision: warm up and measure, once or several times, then
/// time the reference and verify.
struct Benchmark<Vector: SimulationVector>
where Vector.Scalar: CustomStringConvertible {
  let plan: RunPlan
  private let setup: ForceSetup<Vector>

  init(plan: RunPlan) {
    self.plan = plan
    setup = ForceSetup(plan)
  }

  func run() throws(Failure) -> Report {
    try plan.checkMemory()
    let engine = plan.engine == .reference ? Engine.reference : .kernels
    let (peakBefore, residentBefore) = (Machine.peakMemory, Machine.residentMemory)
    Machine.forgetPeakMemory()
    var run = try measuredRun(engine)
    let peakOfRun = Machine.peakMemory
    var times = [run.times]
    var runsAgree = true
    while times.count < plan.runs, !Interrupt.isRequested {
      let next = try measuredRun(engine)
      // The last run may have been interrupted.
      guard next.times.tick.samples.count == plan.ticks else { break }
      times.append(next.times)
      runsAgree =
        runsAgree
        && next.simulation.kinetics.trajectoryHash == run.simulation.kinetics.trajectoryHash
      run = next
    }
    let (simulation, warmState) = (run.simulation, run.warmState)
    guard !times[0].tick.samples.isEmpty else {
      throw .interrupted("stopped before the first measured tick; there is nothing to report.")
    }
    var report = report(simulation, engine: engine, times: Self.median(times))
    if let peakBefore, let residentBefore, let peakOfRun {
      report.peakMemory = max(peakBefore, report.peakMemory ?? 0)
      // With both engines, the measured memory would include a copy of the state.
      if plan.engine != .both {
        report.bytesPerNode =
          max(0, peakOfRun - residentBefore) * 1e6 / Double(simulation.nodeCount)
      }
    }
    report.runs = times.count
    report.runsAgree = runsAgree
    try plan.positions?.write(
      simulation.kinetics.position.asArray(), names: plan.scene.nodeNames)

    if let warmState, !Interrupt.isRequested {
      report.reference = try timeReference(from: warmState)
    }
    if plan.verifies, !Interrupt.isRequested {
      report.verification = try verify(simulation)
    }
    report.wasInterrupted = Interrupt.isRequested
    return report
  }

  /// A simulation of the scene whose forces have no stopwatches.
  func newSimulation() throws(Failure) -> Simulation<Vector, ForceList<Vector>> {
    var forces = ForceList<Vector>()
    for name in plan.forces { forces[name.rawValue] = setup.force(name) }
    return try simulation(
      forces: forces, engine: plan.engine == .reference ? .reference : .kernels)
  }

  func stateHashAfterTicks(or change: SimulationChange?) throws(Failure) -> UInt64 {
    if let change { return try stateHash(after: change) }
    let simulation = try newSimulation()
    simulation.advance(by: plan.warmup + plan.ticks)
    return simulation.kinetics.trajectoryHash
  }

  // MARK: Steps

  /// The measurements of a run.
  private struct Times {
    var tick: Timing
    /// The processor time of all threads, in milliseconds; nil where the system does not report it.
    var processor: Double?
    /// The times of each force.
    var forces: [Timing]
  }

  private struct Run {
    var simulation: Simulation<Vector, ForceList<Vector>>
    /// The state before the measured ticks.
    var warmState: State<Vector>?
    var times: Times
  }

  /// Does one run from the start of the scene.
  private func measuredRun(_ engine: Engine) throws(Failure) -> Run {
    let stopwatches = plan.forces.map { _ in Stopwatch(capacity: max(plan.warmup, plan.ticks)) }
    let simulation = try simulation(
      forces: setup.forces(plan.forces, stopwatches: stopwatches), engine: engine)
    warmUp(simulation)
    for stopwatch in stopwatches { stopwatch.reset() }
    // The copy is made only when it is needed, as it counts as memory of the run.
    let warmState = plan.engine == .both ? State(of: simulation) : nil
    let processorBefore = Machine.processorTime
    let tick = measure(simulation, ticks: plan.ticks, label: "measuring", rate: plan.rate)
    let processor = Machine.processorTime.flatMap { after in processorBefore.map { after - $0 } }
    return Run(
      simulation: simulation, warmState: warmState,
      times: Times(tick: tick, processor: processor, forces: stopwatches.map(\.timing)))
  }

  /// The run with the median time. Of an even number of runs it is the faster one of the middle
  /// two.
  private static func median(_ times: [Times]) -> Times {
    times.sorted { $0.tick.total < $1.tick.total }[(times.count - 1) / 2]
  }

  private func simulation(
    forces: ForceList<Vector>, engine: Engine, state: State<Vector>? = nil
  ) throws(Failure) -> Simulation<Vector, ForceList<Vector>> {
    let simulation: Simulation<Vector, ForceList<Vector>>
    do {
      simulation = try Simulation(
        nodeCount: plan.scene.nodeCount, links: plan.scene.links, forces: forces,
        positions: state?.position ?? plan.scene.positions(), velocities: state?.velocity,
        seed: UInt64(plan.seed), engine: engine)
    } catch { throw .internalError("the library does not take this scene: \(error)") }
    simulation.kernelOptions = plan.kernelOptions
    if let state { simulation.kinetics.alpha = state.alpha }
    return simulation
  }

  private func warmUp(_ simulation: Simulation<Vector, ForceList<Vector>>) {
    var progress = ProgressBar("warming up", total: plan.warmup, isShown: plan.showsProgress)
    for tick in 0..<plan.warmup where !Interrupt.isRequested {
      progress.update(done: tick)
      simulation.advance()
    }
    progress.finish()
  }

  /// Times ticks, until there are `ticks` of them, Ctrl-C was pressed, or at least three have taken
  /// `budget`. They begin `rate` times a second.
  private func measure(
    _ simulation: Simulation<Vector, ForceList<Vector>>, ticks: Int, label: String,
    budget: Duration? = nil, rate: Double? = nil
  ) -> Timing {
    var progress = ProgressBar(label, total: ticks, isShown: plan.showsProgress)
    let stopwatch = Stopwatch(capacity: ticks)
    let start = ContinuousClock.now
    for tick in 0..<ticks where !Interrupt.isRequested {
      progress.update(done: tick)
      if let rate {
        let due = start + .seconds(Double(tick) / rate)
        Thread.sleep(forTimeInterval: max(0, (due - .now).milliseconds / 1000))
      }
      let before = ContinuousClock.now
      simulation.advance()
      let after = ContinuousClock.now
      stopwatch.record(after - before)
      if let budget, tick >= 2, after - start > budget { break }
    }
    progress.finish()
    return stopwatch.timing
  }

  /// Times the same ticks with the reference engine; fewer when they take longer than five seconds.
  private func timeReference(from state: State<Vector>) throws(Failure) -> Timing {
    var forces = ForceList<Vector>()
    for name in plan.forces { forces[name.rawValue] = setup.force(name) }
    let simulation = try simulation(forces: forces, engine: .reference, state: state)
    return measure(simulation, ticks: plan.ticks, label: "reference", budget: .seconds(5))
  }

  /// Verifies at the start of the scene, at the end of the run, and, when that costs little, a few
  /// ticks later.
  private func verify(
    _ simulation: Simulation<Vector, ForceList<Vector>>
  ) throws(Failure) -> Verification {
    var states = [State(of: simulation)]
    if plan.scene.nodeCount <= 200_000 {
      states.append(try State(of: self.simulation(forces: ForceList(), engine: .reference)))
    }
    if plan.scene.nodeCount <= 20_000 {
      simulation.advance(by: 5)
      states.append(State(of: simulation))
    }
    return try Verifier(plan: plan, setup: setup).verify(states)
  }

  // MARK: Results

  private func report(
    _ simulation: Simulation<Vector, ForceList<Vector>>, engine: Engine, times: Times
  ) -> Report {
    let tick = times.tick
    let forces = zip(plan.forces, times.forces).map { name, timing in
      Report.ForceTiming(
        name: name.rawValue,
        algorithm: setup.algorithm(of: name, nodeCount: simulation.nodeCount, engine: engine),
        timing: timing)
    }
    let rest = tick.samples.indices.map { index in
      forces.reduce(tick.samples[index]) { $0 - $1.timing.samples[index] }
    }
    return Report(
      machine: .current, kernels: engine == .kernels ? plan.kernelsInUse : nil,
      scene: plan.sceneFacts,
      engine: plan.engine, warmup: plan.warmup, plannedTicks: plan.ticks, runs: 1, tick: tick,
      forces: forces,
      rest: Timing(samples: rest),
      processorPerTick: times.processor.map { $0 / Double(max(1, tick.samples.count)) },
      peakMemory: Machine.peakMemory,
      stateHash: simulation.kinetics.trajectoryHash, runsAgree: true,
      nonFiniteNodeCount: simulation.kinetics.nonFiniteNodeCount,
      wasInterrupted: Interrupt.isRequested,
      measuredError: simulation.kinetics.manyBodyErrors.values.max())
  }
}

extension RunPlan {
  var sceneFacts: Report.SceneFacts {
    Report.SceneFacts(
      name: scene.name, nodes: scene.nodeCount, links: scene.links.count, dimension: dimension,
      precision: precision, seed: seed)
  }

  var kernelsInUse: Report.KernelsInUse {
    Report.KernelsInUse(
      isa: (kernelOptions.instructionSet ?? .best).rawValue,
      threads: kernelOptions.usedThreadCount,
      runtime: KernelOptions.threadRuntime)
  }
}

/// The state before a tick.
struct State<Vector: SimulationVector> {
  var position: [Vector]
  var velocity: [Vector]
  var alpha: Vector.Scalar

  init(position: [Vector], velocity: [Vector], alpha: Vector.Scalar) {
    self.position = position
    self.velocity = velocity
    self.alpha = alpha
  }

  /// Copies the state. A snapshot would share memory, and the next tick, which may be timed, would
  /// have to copy it. (Requesting write access makes an array copy.)
  init(of simulation: Simulation<Vector, ForceList<Vector>>) {
    position = simulation.kinetics.position.asArray()
    velocity = simulation.kinetics.velocity.asArray()
    position.withUnsafeMutableBufferPointer { _ in }
    velocity.withUnsafeMutableBufferPointer { _ in }
    alpha = simulation.kinetics.alpha
  }
}
