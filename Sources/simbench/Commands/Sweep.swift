import ArgumentParser
import CommandLineSupport
import ForceSimulation
import Foundation

/// `simbench sweep`: runs many configurations and prints one table.
struct Sweep: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time many sizes, scenes and settings, as one table.",
    discussion: """
      Every combination of the lists is run, all of them once in each round, so that a slow minute \
      of the machine does not fall on one of them. Times are milliseconds a tick: the median of the \
      rounds' medians, and between what the rounds lay. Scenes that have a size of their own are in \
      it once for each --dim.

      Rows which differ in threads and instruction set only have to end in the same state.

      EXAMPLES
        simbench sweep
        simbench sweep --nodes 1000,10000,100000,1000000 --dim 2
        simbench sweep --nodes 10000 --threads 1,2,4 --isa scalar,avx2 --csv threads.csv
        simbench sweep --scenes random,grid,clusters,graph.txt.gz --rounds 5 --json all.json

      EXIT CODES
          0  done; 1 when states differ that must not
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Numbers of nodes, separated by commas.", valueName: "list"))
  var nodes = List([1000, 10_000, 100_000])

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Dimensions: 2, 3 or both.", valueName: "list"))
  var dim = List([2, 3])

  @Option(help: ArgumentHelp("Scenes, as --scene of simbench run takes them.", valueName: "list"))
  var scenes = List(["random"])

  @Option(help: "Types of coordinates. (default: double in 2D, float in 3D)")
  var precision: List<Precision>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Numbers of threads. (default: as many as the machine offers)", valueName: "list"))
  var threads: List<Int>?

  @Option(help: "Instruction sets. (default: the widest this machine has)")
  var isa: List<KernelOptions.InstructionSet>?

  @OptionGroup(title: "Forces")
  var forces: ForceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often each combination is run.", valueName: "count"))
  var rounds = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Measured ticks. (default: as simbench run)", valueName: "count"))
  var ticks: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ticks before the measured ones.", valueName: "count"))
  var warmup = 20

  @Option(
    help: ArgumentHelp("Write the table as CSV.", valueName: "file.csv"),
    completion: .file(extensions: ["csv"]))
  var csv: String?

  @Option(
    help: ArgumentHelp("Write the table as JSON, with all rounds.", valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var json: String?

  @Flag(help: "Write the outputs also in the place of the files of scenes.")
  var force = false

  func validate() throws {
    for count in nodes.elements { try SceneOptions.check(nodeCount: count) }
    for dimension in dim.elements { try SceneOptions.check(dimension: dimension) }
    for scene in scenes.elements { try SceneOptions.check(scene: scene) }
    for count in threads?.elements ?? [] { try EngineOptions.check(threads: count) }
    if let ticks { try EngineOptions.check(ticks: ticks) }
    try EngineOptions.check(warmup: warmup)
    guard (1...1000).contains(rounds) else {
      throw ValidationError("--rounds is 1 to 1000, not \(rounds).")
    }
  }

  func run() throws {
    try withExitCodes {
      let files = [csv, json].map { $0.map(OutputFile.init(path:)) }
      for file in files { try file?.check() }
      if !force { try check(files.compactMap { $0 }) }
      let result = try SweepPlan(entries: entries(), rounds: rounds).run()
      try StandardOutput.printText(result.text(.forStandardOutput))
      try files[0]?.write(result.csv)
      try files[1]?.write(result.json.text + "\n")
      for problem in result.problems { warn(problem) }
      if result.wasInterrupted { throw ExitCode(Interrupt.exitCode) }
      if !result.problems.isEmpty { throw ExitCode.failure }
    }
  }

  /// Throws if an output would replace the graph of a scene.
  private func check(_ files: [OutputFile]) throws(Failure) {
    for scene in scenes.elements {
      guard case .file(let path) = SceneChoice(scene) else { continue }
      for file in files {
        try file.check(differsFrom: path, reason: "a table cannot hold its links")
      }
    }
  }

  /// All combinations of the options; the number of nodes changes fastest.
  private func entries() throws(Failure) -> [SweepPlan.Entry] {
    var entries: [SweepPlan.Entry] = []
    for scene in scenes.elements {
      for dimension in dim.elements {
        for precision in precision?.elements.map(Optional.some) ?? [nil] {
          for isa in isa?.elements.map(Optional.some) ?? [nil] {
            for threads in threads?.elements.map(Optional.some) ?? [nil] {
              let options = try RunPlan.checkedOptions(isa: isa, threads: threads)
              let choice = SceneChoice(scene)
              for count in choice.hasFreeSize ? nodes.elements : [0] {
                entries.append(
                  SweepPlan.Entry(
                    scene: choice, nodeCount: count, dimension: dimension,
                    precision: precision ?? (dimension == 2 ? .double : .float),
                    options: options, forces: forces.names ?? ForceName.usual,
                    accuracy: forces.accuracy,
                    theta: forces.theta, warmup: warmup, ticks: ticks))
              }
            }
          }
        }
      }
    }
    return entries
  }
}
