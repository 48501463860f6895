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

  var run: DistributedRun {
    DistributedRun(
      checkpoints: checkpoint.map {
        .init(
          file: OutputFile(path: $0), interval: checkpointEvery ?? 100, resumes: resume)
      })
  }

  /// Throws if an option is not for runs over MPI.
  func check(_ engine: EngineOptions) throws(Failure) {
    guard isDistributed else { return }
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
