import CommandLineSupport
import ForceSimulation

/// The runs of a sweep, which are done in rounds.
struct SweepPlan {
  var entries: [Entry]
  var rounds: Int

  /// One row of the table.
  struct Entry {
    var scene: SceneChoice
    /// The number of nodes; unused when the scene has its own.
    var nodeCount: Int
    var dimension: Int
    var precision: Precision
    var options: KernelOptions
    var forces: [ForceName]
    var accuracy: Double?
    var theta: Double?
    var warmup: Int
    var ticks: Int?

    func plan() throws(Failure) -> RunPlan {
      var plan = try RunPlan(
        scene: scene, nodeCount: nodeCount, dimension: dimension, precision: precision,
        kernelOptions: options)
      plan.forces = forces
      plan.accuracy = accuracy
      plan.theta = theta
      plan.warmup = warmup
      if let ticks { plan.ticks = ticks }
      plan.verifies = false
      plan.showsProgress = false
      return plan
    }

    /// The estimated work in arbitrary units, for the progress display.
    var work: Double {
      let ticks = warmup + (ticks ?? RunPlan.defaultTicks(nodeCount: nodeCount))
      return Double(max(nodeCount, 100) * ticks)
    }
  }

  /// Runs the sweep. Throws when nothing was measured before Ctrl-C.
  func run() throws(Failure) -> SweepResult {
    var rows = [SweepResult.Row?](repeating: nil, count: entries.count)
    var progress = ProgressBar("sweeping", total: rounds * entries.count)
    let work = entries.reduce(0) { $0 + $1.work } * Double(rounds)
    var (done, workDone) = (0, 0.0)
    for _ in 0..<rounds {
      for (index, entry) in entries.enumerated() where !Interrupt.isRequested {
        progress.update(done: done, fraction: work > 0 ? workDone / work : 1)
        let plan = try entry.plan()
        let report = try plan.run()
        // An interrupted run may have done fewer ticks than the rounds before, so it is dropped.
        guard !report.wasInterrupted else { break }
        rows[index, default: SweepResult.Row(report)].rounds.append(SweepResult.Round(report))
        done += 1
        workDone += entry.work
      }
    }
    progress.finish()
    guard done > 0 else { throw .interrupted("stopped before the first run was done.") }
    return SweepResult(
      machine: .current, rows: rows.compactMap { $0 }, wasInterrupted: Interrupt.isRequested)
  }
}

extension [SweepResult.Row?] {
  fileprivate subscript(
    index: Int, default row: @autoclosure () -> SweepResult.Row
  ) -> SweepResult.Row {
    get { self[index] ?? row() }
    set { self[index] = newValue }
  }
}
