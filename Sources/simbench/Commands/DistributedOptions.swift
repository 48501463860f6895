import ArgumentParser
import CommandLineSupport

/// The options for a run over MPI.
struct DistributedOptions: ParsableArguments {
  @Flag(
    name: .customLong("distributed"),
    help: ArgumentHelp(
      """
      Share the scene among the ranks of an MPI run: mpirun -n 4 simbench run --distributed. The \
      first rank reports; the state hash is that of one process. Without --forces they are \
      \(ForceName.list(ForceName.shared)). Nothing is verified. Needs the trait MPI.
      """))
  var isDistributed = false

  @Option(
    help: ArgumentHelp(
      """
      With --distributed, in place of --scene: a graph of which each rank reads its part, so that none \
      has all of it: an edge list of integers, Matrix Market, or pairs of integers in a .npy file; not \
      compressed. --positions is then written by all ranks, as CSV or .npy.
      """, valueName: "file"),
    completion: .file())
  var graph: String?

  @Option(
    help: ArgumentHelp(
      "With --distributed: write checkpoints to this file, each in the place of the one before.",
      valueName: "file"),
    completion: .file())
  var checkpoint: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The ticks from one checkpoint to the next. (default: 100)", valueName: "count"))
  var checkpointEvery: Int?

  @Flag(
    help: """
      Go on from the file of --checkpoint, with any number of ranks; the other options have to be \
      those that it was made with.
      """)
  var resume = false

  func validate() throws {
    if let checkpointEvery {
      guard (1...1_000_000).contains(checkpointEvery) else {
        throw ValidationError("--checkpoint-every is 1 to 1000000, not \(checkpointEvery).")
      }
    }
    if graph != nil, !isDistributed { throw ValidationError("--graph needs --distributed.") }
    guard checkpoint == nil else {
      guard isDistributed else {
        throw ValidationError("--checkpoint needs --distributed.")
      }
      return
    }
    for (isGiven, name) in [(checkpointEvery != nil, "checkpoint-every"), (resume, "resume")]
    where isGiven {
      throw ValidationError("--\(name) needs --checkpoint with a file.")
    }
  }

  func run(positions: String?) -> DistributedRun {
    DistributedRun(
      graph: graph, positions: positions,
      checkpoints: checkpoint.map {
        .init(
          file: OutputFile(path: $0), interval: checkpointEvery ?? 100, resumes: resume)
      })
  }

  /// Throws if an option is not for runs over MPI.
  func check(
    _ engine: EngineOptions, _ scene: SceneOptions, _ output: OutputOptions
  ) throws(Failure) {
    guard isDistributed else { return }
    if let graph {
      guard scene.scene == nil, scene.nodes == nil, scene.linksPerNode == nil else {
        throw .usage(
          "--graph takes the place of --scene, --nodes and --links-per-node; leave them out.")
      }
      if let positions = output.positions, !output.force {
        try OutputFile(path: positions).check(
          differsFrom: graph, reason: "positions cannot hold its links")
      }
    }
    guard engine.engine == .kernels else {
      throw .usage("--distributed runs the kernels; leave --engine out.")
    }
    guard engine.rate == nil else {
      throw .usage("--rate does not go with --distributed; leave it out.")
    }
    guard engine.runs == 1 || checkpoint == nil else {
      throw .usage("--checkpoint goes with one run; leave --runs out.")
    }
  }
}
