/// The results of a run, from which both the table and the JSON are made.
struct Report {
  var machine: Machine
  /// The kernels and their settings; nil when only the reference was asked for.
  var kernels: KernelsInUse?
  /// The ranks of a run over MPI; nil for one process.
  var ranks: Int?
  var scene: SceneFacts
  var engine: EngineChoice
  var warmup: Int
  var plannedTicks: Int
  /// The number of whole runs. The times are those of the run with the median time.
  var runs: Int
  /// The times of whole ticks.
  var tick: Timing
  /// The times of the forces, in the sequence in which they act.
  var forces: [ForceTiming]
  /// The times of the rest of a tick: cooling and moving the nodes.
  var rest: Timing
  /// The processor time of a measured tick, of all threads, in milliseconds: the mean, with what
  /// threads wait for the next tick. Nil where the system does not report it.
  var processorPerTick: Double?
  /// The times of the reference's ticks, from the state after the warm-up; nil when they were not
  /// measured.
  var reference: Timing?
  /// The verification; nil when there was none.
  var verification: Verification?
  /// The peak memory in MB (10^6 bytes), before the reference ran and anything was verified; of
  /// the rank with the most in a run over MPI.
  var peakMemory: Double?
  /// The peak memory of the simulation in bytes per node: the process's memory above that before
  /// the simulation was made. Links and their ids are excluded, as the caller owns and shares them.
  /// Nil where the system does not report it.
  var bytesPerNode: Double?
  /// `Kinetics.trajectoryHash` at the end.
  var stateHash: UInt64
  /// True when all runs ended in the same state, which is required.
  var runsAgree: Bool
  var nonFiniteNodeCount: Int
  var wasInterrupted: Bool
  /// The error that the many-body force itself has measured in the last tick; nil when it has not.
  var measuredError: Double? = nil

  struct KernelsInUse: Equatable {
    var isa: String
    var threads: Int
    var runtime: String
  }

  struct SceneFacts: Equatable {
    var name: String
    var nodes: Int
    var links: Int
    var dimension: Int
    var precision: Precision
    var seed: UInt32
  }

  struct ForceTiming: Equatable {
    var name: String
    var algorithm: String
    var timing: Timing
  }

  /// The speed relative to the reference.
  var speedUp: Double? {
    guard engine == .both, let reference = reference?.median, let own = tick.median, own > 0 else {
      return nil
    }
    return reference / own
  }

  /// The failed checks, one sentence for each.
  var problems: [String] {
    var problems: [String] = []
    if let verification, !verification.isWithinBounds {
      problems.append(
        "The kernels deviate from the reference by more than the bound; see the verification above."
      )
    }
    if !runsAgree {
      problems.append("Runs of the same scene ended in different states.")
    }
    if nonFiniteNodeCount > 0 {
      problems.append(
        "\(nonFiniteNodeCount) times a node had to be kept from becoming infinite or not a number.")
    }
    return problems
  }
}
