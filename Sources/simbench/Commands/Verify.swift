import ArgumentParser
import CommandLineSupport
import ForceSimulation

/// `simbench verify`: compares the kernels with the reference engine. It is made to be called from
/// any project's CI.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hold the kernels against the reference engine, and state hashes against each other.",
    discussion: """
      For every instruction set this machine has, one tick of each force from several states is \
      compared with the reference engine's: the deviation is the largest difference of a node's \
      change over the root mean square of all. Many-body by tree is compared with the exact sum \
      too. Then whole runs: the state hash (of alpha, positions and velocities) has to be the same for \
      all instruction sets and numbers of threads.

      Without a scene it takes a set of scenes which covers the kernels of the standard forces (--forces \
      has others, such as t-force and box-collide), whose hashes are recorded \
      in simbench: the bits have to be those of every other machine. Some seconds long.

      EXAMPLES
        simbench verify
        simbench verify --scene graph.txt.gz --dim 3
        simbench verify --nodes 20000 --isa avx2 --threads 1,2,8
        simbench verify --json

      EXIT CODES
          0  everything is within its bound and all hashes agree; 1 if not, with the force named
      """)

  @OptionGroup(title: "Scene")
  var scene: SceneOptions
  @OptionGroup(title: "Forces")
  var forces: ForceOptions

  @Option(help: "Instruction sets, separated by commas. (default: all this machine has)")
  var isa: List<KernelOptions.InstructionSet>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Numbers of threads, separated by commas.", valueName: "list"))
  var threads = List([1, 2, 3])

  @Option(help: ArgumentHelp("Make the kernel of a force wrong on purpose.", visibility: .hidden))
  var fault: ForceName?

  @Flag(help: ArgumentHelp("Print the hashes to record.", visibility: .hidden))
  var printHashes = false

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    for count in threads.elements { try EngineOptions.check(threads: count) }
  }

  func run() throws {
    try withExitCodes {
      let suite = try suite()
      let report = try suite.run()
      if printHashes {
        for scene in report.scenes {
          for hash in scene.hashes.prefix(1) {
            try StandardOutput.printText("\(scene.name) \(hash.hash.hexadecimal)")
          }
        }
        return
      }
      try StandardOutput.printText(json ? report.json.text : report.text(.forStandardOutput))
      for problem in report.problems { warn(problem) }
      if report.wasInterrupted { throw ExitCode(Interrupt.exitCode) }
      if !report.problems.isEmpty { throw ExitCode.failure }
    }
  }

  private func suite() throws(Failure) -> VerificationSuite {
    let sets = isa?.elements ?? KernelOptions.InstructionSet.allCases.filter(\.isSupported)
    var options: [KernelOptions] = []
    for set in sets {
      for count in threads.elements {
        var option = try RunPlan.checkedOptions(isa: set, threads: count)
        // Scenes are small: without this setting, every pass would stay on one thread.
        option.serialBelowNanoseconds = 0
        options.append(option)
      }
    }
    var plans: [RunPlan]
    if scene.isEmpty {
      plans = try VerificationSuite.standardPlans()
    } else {
      plans = [
        try RunPlan(
          scene: SceneChoice(scene.scene ?? "random"), nodeCount: scene.nodes ?? 1000,
          linksPerNode: scene.linksPerNode ?? 2, dimension: scene.dim ?? 2,
          precision: scene.precision, seed: scene.seed ?? 42, kernelOptions: .default)
      ]
    }
    // The recorded hashes are those of the standard forces.
    let isStandard =
      scene.isEmpty && (forces.names ?? ForceName.usual) == plans[0].forces
      && forces.accuracy == nil
      && forces.theta == nil
    for index in plans.indices {
      plans[index].forces = forces.names ?? ForceName.usual
      plans[index].accuracy = forces.accuracy
      plans[index].theta = forces.theta
      plans[index].fault = fault
    }
    return VerificationSuite(
      plans: plans, options: options, recorded: isStandard ? VerificationSuite.recordedHashes : nil)
  }
}
