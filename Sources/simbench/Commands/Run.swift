import ArgumentParser
import CommandLineSupport
import ForceSimulation

/// `simbench run`, also the default command: times one scene force by force, and verifies it.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Time one scene, force by force, and check its results. What simbench does unless told otherwise.",
    discussion: """
      Without options: 1000 nodes and 2000 random links in the plane. The forces act in the order \
      they are listed in: many-body -30, link 30 (35 for miserables), center 1, collide 3. Boxes of \
      box-collide are 10 by 3; groups are ten, magnetic points along x, anchors and the pointer are at the \
      origin, the boundary is a disc of 50, the velocity limit 0.1. Times are milliseconds; a table goes to \
      standard output, the progress to standard error.

      Peak memory is the whole process's. The simulation's own is what it adds to what there was \
      before it was made: state, forces and working memory, but not the array of links (16 bytes a \
      link), which the simulation shares with simbench.

      EXAMPLES
        simbench --nodes 100000 --dim 3
        simbench --scene miserables --engine both
        simbench --scene miserables --warmup 0 --ticks 120 --runs 30
        simbench --scene grid --nodes 100000 --warmup 300
        simbench --scene power.txt.gz --ticks 280 --positions power.csv
        simbench --nodes 20000 --forces many-body --theta 0.5
        simbench --nodes 1000 --threads 1 --isa scalar --json
        mpirun -n 4 simbench run --nodes 1000000 --distributed
        mpirun -n 4 simbench run --distributed --graph links.txt --positions places.npy

      The state hash covers alpha, positions and velocities (the library's trajectoryHash; not \
      pins, parameters or the history of the tree). It is the same for every --threads and --isa; \
      two runs with the same hash ended at the same place, to the bit.
      """)

  @OptionGroup(title: "Scene")
  var scene: SceneOptions
  @OptionGroup(title: "Forces")
  var forces: ForceOptions
  @OptionGroup(title: "Run")
  var engine: EngineOptions
  @OptionGroup(title: "Run over MPI")
  var distributed: DistributedOptions
  @OptionGroup(title: "Output")
  var output: OutputOptions

  func run() throws {
    if distributed.isDistributed { return try runDistributed() }
    try withExitCodes {
      try output.check(scene)
      let plan = try RunPlan(
        scene: scene, forces: forces, engine: engine, positions: output.positions)
      try show(plan.run())
    }
  }

  private func show(_ report: Report) throws {
    try StandardOutput.printText(
      output.json ? JSONReport(report).text : TableReport(report, style: .forStandardOutput).text)
    for problem in report.problems { warn(problem) }
    if report.wasInterrupted { throw ExitCode(Interrupt.exitCode) }
    if !report.problems.isEmpty { throw ExitCode.failure }
  }

  /// Called by each rank: all make the plan, and the first one says and writes what there is.
  private func runDistributed() throws {
    // A rank that got a signal by itself could not stop while the others wait for it.
    try withExitCodes(catchesInterrupts: false) {
      let report = try distributed.run(positions: output.positions).run { isFirst throws(Failure) in
        try output.check(scene)
        try distributed.check(engine, scene, output)
        var plan = try RunPlan(
          scene: scene, forces: forces, engine: engine, positions: isFirst ? output.positions : nil,
          showsNotes: isFirst, graph: distributed.graph)
        plan.forces = forces.names ?? ForceName.shared
        return plan
      }
      if let report { try show(report) }
    }
  }
}
