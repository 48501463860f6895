import ArgumentParser
import CommandLineSupport
import Graphs

/// The options for a layout over MPI.
struct DistributedOptions: ParsableArguments {
  @Flag(
    name: .customLong("distributed"),
    help: ArgumentHelp(
      """
      Share the ticks of --layout multilevel among the ranks of an MPI run: mpirun -n 4 forcegraph layout \
      graph.mtx -o graph.png --layout multilevel --distributed. The drawing is that of one process. Each \
      rank reads the graph; the first one writes. Needs the trait MPI.
      """))
  var isDistributed = false

  /// Throws if another option does not go with it.
  func check(_ layout: LayoutOptions, _ input: InputOptions) throws {
    guard isDistributed else { return }
    guard layout.givenLayout == .method(.multilevel) else {
      throw ValidationError(
        "--distributed is for --layout multilevel, whose ticks ranks can share; say that too.")
    }
    if layout.goal == .structure {
      throw ValidationError(
        "--distributed does not go with --goal structure: ranks cannot share its springs.")
    }
    if layout.timeBudget != nil {
      throw ValidationError(
        "--distributed does not go with --time-budget, by which ranks would come to different numbers of "
          + "ticks; --ticks says how many.")
    }
    if input.graph == "-" {
      throw ValidationError(
        "--distributed reads the graph on all ranks: it cannot come from standard input.")
    }
  }
}

#if MPI

import ForceSimulation
import ForceSimulationDistributed

extension LayoutCommand {
  /// Called by each rank: all prepare and lay out, and the first one says and writes what there is.
  func runDistributed() throws {
    // A rank that got a signal by itself could not stop while the others wait for it.
    try withExitCodes(catchesInterrupts: false) {
      let world = try World.joined()
      LastWords.forget()
      let isFirst = world.rank == 0
      var command = self
      if !isFirst { (command.output.quiet, command.output.verbose) = (true, false) }
      var job = try world.agreed { try withLibraryErrors { try command.job(writes: isFirst) } }
      let sharing = RankSharing(world)
      job.plan.tickSharing = sharing
      job.plan.kernelOptions.threadCount =
        job.plan.kernelOptions.threadCount ?? world.threadsPerRank
      job.plan.isInterruptible = false
      job.plan.showsProgress = isFirst
      let outcome = try world.agreed { try withLibraryErrors { try job.plan.run() } }
      try world.agreed { if isFirst { try withLibraryErrors { try job.finish(outcome) } } }
      guard isFirst else { return }
      let messages = job.command.messages
      if sharing.count > 0 {
        messages.detail("\(world.count) ranks have shared the ticks of \(sharing.count) levels")
      } else {
        messages.note(
          "--distributed: each rank has laid the graph out by itself; they share the ticks of levels with "
            + "at least \(RankSharing.fewest) nodes, but not those of trees")
      }
    }
  }
}

#else

extension LayoutCommand {
  func runDistributed() throws {
    try withExitCodes(catchesInterrupts: false) {
      throw Failure.unavailable(
        "--distributed needs the package trait MPI, without which this forcegraph was built; build it "
          + "with: swift build -c release --traits Tools,MPI --product forcegraph")
    }
  }
}

#endif
