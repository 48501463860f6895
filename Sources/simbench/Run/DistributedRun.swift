import ArgumentParser
import CommandLineSupport
import ForceSimulation

/// A run of a plan over the ranks of an MPI run.
struct DistributedRun {
  /// The file of checkpoints, and how many ticks lie between them.
  struct Checkpoints {
    var file: OutputFile
    var interval: Int
    var resumes: Bool
  }

  /// The graph of which ranks read their parts; nil for the scene of the plan.
  var graph: String?
  /// The file of positions, which all ranks write.
  var positions: String?
  var checkpoints: Checkpoints?
}

#if MPI

import ForceSimulationDistributed
import Foundation
import GraphIO

extension DistributedRun {
  /// Makes the plan on all ranks, and runs it. Returns the report on the first rank, nil on others.
  func run(_ makePlan: (_ isFirst: Bool) throws(Failure) -> RunPlan) throws -> Report? {
    let world = try World.joined()
    LastWords.forget()
    let plan = try world.agreed { try makePlan(world.rank == 0) }
    return switch (plan.dimension, plan.precision) {
    case (2, .float): try DistributedBenchmark<SIMD2<Float>>(plan, self, world).run()
    case (2, .double): try DistributedBenchmark<SIMD2<Double>>(plan, self, world).run()
    case (_, .float): try DistributedBenchmark<SIMD3<Float>>(plan, self, world).run()
    case (_, .double): try DistributedBenchmark<SIMD3<Double>>(plan, self, world).run()
    }
  }
}

/// A benchmark over ranks in one dimension and precision.
private struct DistributedBenchmark<Vector: SimulationVector>
where Vector.Scalar: CustomStringConvertible {
  typealias Shared = DistributedSimulation<Vector>

  let plan: RunPlan
  let settings: DistributedRun
  let world: World

  init(_ plan: RunPlan, _ settings: DistributedRun, _ world: World) {
    (self.plan, self.settings, self.world) = (plan, settings, world)
  }

  private var isFirst: Bool { world.rank == 0 }

  func run() throws -> Report? {
    var (times, hashes): ([Timing], Set<UInt64>) = ([], [])
    func runOnce() throws -> Shared {
      let simulation = try world.agreed { try make() }
      times.append(try measure(simulation))
      hashes.insert(simulation.trajectoryHash())
      return simulation
    }
    var simulation = try runOnce()
    while times.count < plan.runs { simulation = try runOnce() }
    let report = report(simulation, times, hashes)
    if let file = settings.positions {
      try world.agreed {
        let names = plan.scene.nodeNames
        do {
          try simulation.writePositions(
            to: file, name: names.map { names in { CSVCell.quoted(names[$0]) } })
        } catch { throw Failure.cannotCreate("\(error).") }
      }
    }
    return isFirst ? report : nil
  }

  // MARK: The simulation

  private func make() throws(Failure) -> Shared {
    do {
      let simulation = try start()
      if let checkpoints = settings.checkpoints, checkpoints.resumes {
        try restore(simulation, from: checkpoints.file.path)
      }
      return simulation
    } catch let error as DistributedError {
      switch error {
      case .file: throw .badInput("\(error).")
      case .unsupportedForce(let name):
        throw .usage(
          "ranks cannot share the force \(name) yet; leave it out of --forces, which can have "
            + "\(ForceName.list(ForceName.allCases.filter(\.canBeShared))).")
      default: throw .unavailable("\(error).")
      }
    } catch let error as Failure {
      throw error
    } catch { throw .internalError("the library does not take this scene: \(error)") }
  }

  private func start() throws -> Shared {
    let setup = ForceSetup<Vector>(plan)
    var forces = ForceList<Vector>()
    for name in plan.forces {
      guard name.canBeShared else { throw DistributedError.unsupportedForce(name.rawValue) }
      forces[name.rawValue] = setup.force(name)
    }
    guard let graph = settings.graph else {
      return try Shared(
        over: world, nodeCount: plan.scene.nodeCount, links: plan.scene.links,
        positions: plan.scene.positions(), seed: UInt64(plan.seed),
        kernelOptions: plan.kernelOptions, forces: forces)
    }
    guard FileManager.default.isReadableFile(atPath: graph) else {
      throw Failure.noInput("\(graph): this graph cannot be read.")
    }
    let simulation = try Shared(
      over: world, reading: graph, seed: UInt64(plan.seed), kernelOptions: plan.kernelOptions,
      forces: forces)
    guard simulation.nodeCount > 0 else {
      throw Failure.badInput("\(graph): there are no nodes in it.")
    }
    return simulation
  }

  private func restore(_ simulation: Shared, from path: String) throws {
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Failure.noInput(
        "\(path): this checkpoint cannot be read; without --resume the run begins anew.")
    }
    do { try simulation.restoreState(from: path) } catch {
      guard case .otherState = error else { throw error }
      throw Failure.badInput(
        "\(path): this checkpoint is of another scene, seed or list of forces.")
    }
    let last = UInt64(plan.warmup + plan.ticks)
    guard simulation.tickCount < last else {
      throw Failure.usage(
        "\(path): this checkpoint has \(simulation.tickCount) ticks, and --warmup and --ticks ask for "
          + "\(last); ask for more.")
    }
  }

  // MARK: Ticks

  /// Does the ticks that are left, and returns the times of the measured ones.
  private func measure(_ simulation: Shared) throws -> Timing {
    let (first, last) = (Int(simulation.tickCount), plan.warmup + plan.ticks)
    var progress = ProgressBar("ticks", total: last, isShown: isFirst && plan.showsProgress)
    let stopwatch = Stopwatch(capacity: plan.ticks)
    announce(settings.checkpoints?.resumes == true ? first : nil)
    for tick in first..<last {
      progress.update(done: tick)
      let before = ContinuousClock.now
      simulation.advance()
      if tick >= plan.warmup { stopwatch.record(ContinuousClock.now - before) }
      if let checkpoints = settings.checkpoints, (tick + 1) % checkpoints.interval == 0 {
        try save(simulation, to: checkpoints.file.path)
      }
    }
    progress.finish()
    LastWords.forget()
    return stopwatch.timing
  }

  private func save(_ simulation: Shared, to path: String) throws {
    try world.agreed {
      do { try simulation.saveState(to: path) } catch { throw Failure.cannotCreate("\(error).") }
    }
    announce(Int(simulation.tickCount))
  }

  /// Says what stands when the run ends early: another rank may die, and MPI then ends this one.
  private func announce(_ tick: Int?) {
    guard isFirst else { return }
    let start = "Error: the run over \(world.count) ranks was ended early, as one of them was lost "
    let stands =
      if let tick, let file = settings.checkpoints?.file.path {
        "the checkpoint of tick \(tick) in \(file) stands, and the same command with --resume goes "
          + "on from it."
      } else if settings.checkpoints != nil {
        "there is no checkpoint yet."
      } else {
        "there is no checkpoint; --checkpoint FILE makes some."
      }
    LastWords.set(start + "or it was told to stop; " + stands)
  }

  // MARK: Results

  /// Called by all ranks.
  private func report(_ simulation: Shared, _ times: [Timing], _ hashes: Set<UInt64>) -> Report {
    let peak = world.maximum(of: Machine.peakMemory ?? 0)
    var kernels = plan.kernelsInUse
    kernels.threads = plan.kernelOptions.threadCount ?? world.threadsPerRank
    var scene = plan.sceneFacts
    (scene.nodes, scene.links) = (simulation.nodeCount, simulation.linkCount)
    let tick = times.sorted { $0.total < $1.total }[(times.count - 1) / 2]
    return Report(
      machine: .current, kernels: kernels, ranks: world.count, scene: scene,
      engine: .kernels, warmup: plan.warmup, plannedTicks: plan.ticks, runs: times.count,
      tick: tick, forces: [], rest: tick, processorPerTick: nil,
      peakMemory: peak > 0 ? peak : nil, stateHash: hashes.first!, runsAgree: hashes.count == 1,
      nonFiniteNodeCount: simulation.nonFiniteNodeCount(), wasInterrupted: false)
  }
}

#else

extension DistributedRun {
  func run(_ makePlan: (_ isFirst: Bool) throws(Failure) -> RunPlan) throws -> Report? {
    throw Failure.unavailable(
      "--distributed needs the package trait MPI, without which this simbench was built; build it "
        + "with: swift build -c release --traits Tools,MPI --product simbench")
  }
}

#endif
