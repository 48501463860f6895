import CommandLineSupport
import ForceSimulation

/// The scenes to verify, each with several instruction sets and numbers of threads.
struct VerificationSuite {
  var plans: [RunPlan]
  /// The settings of the kernels, grouped by instruction set.
  var options: [KernelOptions]
  /// The recorded hashes by scene; nil to compare the hashes with each other only.
  var recorded: [String: UInt64]?

  /// The number of ticks before the hashes are taken.
  static var ticks: Int { 20 }

  /// The standard scenes: direct sum and tree, both dimensions and precisions, even and uneven
  /// densities.
  static func standardPlans() throws(Failure) -> [RunPlan] {
    let scenes: [(SceneChoice, nodes: Int, dimension: Int, Precision)] = [
      (.miserables, 77, 2, .double), (.miserables, 77, 3, .float),
      (.random, 300, 2, .float), (.random, 300, 3, .double),
      (.random, 3000, 2, .double), (.random, 3000, 3, .float),
      (.clusters, 5000, 2, .float), (.clusters, 5000, 3, .double),
      (.grid, 4096, 2, .double), (.grid, 4096, 3, .float),
    ]
    var plans: [RunPlan] = []
    for (scene, nodes, dimension, precision) in scenes {
      plans.append(
        try RunPlan(
          scene: scene, nodeCount: nodes, dimension: dimension, precision: precision,
          kernelOptions: .default))
    }
    return plans
  }

  func run() throws(Failure) -> VerificationReport {
    var report = VerificationReport(
      forces: plans.first?.forces ?? [])
    let total = plans.count * options.count
    var progress = ProgressBar("verifying", total: total)
    var done = 0
    for plan in plans where !Interrupt.isRequested {
      var scene = VerificationReport.Scene(name: plan.title)
      for option in options where !Interrupt.isRequested {
        progress.update(done: done)
        try verify(plan, option, into: &scene)
        done += 1
      }
      scene.recorded = recorded.map { $0[scene.name] }
      report.scenes.append(scene)
    }
    progress.finish()
    report.wasInterrupted = Interrupt.isRequested
    return report
  }

  /// Verifies a scene: each kernel once for each instruction set, and the hash for each number of
  /// threads too.
  private func verify(
    _ plan: RunPlan, _ option: KernelOptions, into scene: inout VerificationReport.Scene
  ) throws(Failure) {
    let isa = option.instructionSet ?? .best
    var plan = plan
    plan.kernelOptions = option
    plan.warmup = 0
    plan.ticks = Self.ticks
    plan.showsProgress = false
    plan.verifies = !scene.kernels.contains { $0.isa == isa }
    let run = try plan.run()
    if let verification = run.verification {
      scene.kernels.append(.init(isa: isa, verification: verification))
    }
    // Ctrl-C may have interrupted the run.
    guard run.tick.samples.count == Self.ticks else { return }
    scene.hashes.append(
      .init(
        isa: isa, threads: option.threadCount ?? KernelOptions.defaultThreadCount,
        hash: run.stateHash
      ))
    scene.nonFiniteNodeCount += run.nonFiniteNodeCount
  }
}

extension RunPlan {
  /// The scene in words: `random, 1000 nodes, 2D double`.
  var title: String {
    "\(scene.name), \(scene.nodeCount) nodes, \(dimension)D \(precision.rawValue)"
  }
}
