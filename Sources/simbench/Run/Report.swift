/// Everything a run found out: what both the table and the JSON are made from.
struct Report {
  var machine: Machine
  /// What ran the kernels; nil when the reference alone was asked for.
  var kernels: KernelsInUse?
  var scene: SceneFacts
  var engine: EngineChoice
  var warmup: Int
  var plannedTicks: Int
  /// How many whole runs there were. The times are those of the one that took the median time.
  var runs: Int
  /// Whole ticks.
  var tick: Timing
  /// In the order in which they acted.
  var forces: [ForceTiming]
  /// What a tick does besides its forces: cooling and moving the nodes.
  var rest: Timing
  /// The reference's ticks, from the state after the warm-up; nil when it was not timed.
  var reference: Timing?
  /// nil when nothing was verified.
  var verification: Verification?
  /// In MB (10^6 bytes), before the reference ran and anything was verified.
  var peakMemory: Double?
  /// What the simulation took at its peak: the process's memory above what it had before the
  /// simulation was made, in bytes a node. Links and their ids are not in it, as they are the
  /// caller's and shared. nil where that is not known.
  var bytesPerNode: Double?
  /// `Kinetics.trajectoryHash` at the end.
  var stateHash: UInt64
  /// Whether all runs ended in the same state, as they have to.
  var runsAgree: Bool
  var nonFiniteNodeCount: Int
  var wasInterrupted: Bool

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

  /// How many times as fast as the reference.
  var speedUp: Double? {
    guard engine == .both, let reference = reference?.median, let own = tick.median, own > 0 else {
      return nil
    }
    return reference / own
  }

  /// A sentence for everything that is not as it has to be.
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
