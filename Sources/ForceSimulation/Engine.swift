/// Who computes the forces.
public enum Engine: Sendable, Hashable, Codable {
  /// The C kernels: fast, threaded, and equal to `.reference(.parallel)` to the bit. Vectors that
  /// the kernels do not know run on the reference.
  case kernels
  /// Plain Swift: the specification of what is right.
  case reference(Order)

  /// The order in which passes that update in place do so.
  public enum Order: Sendable, Hashable, CaseIterable, Codable {
    /// d3-force's own, one link and one pair after the other: equal to d3-force bit for bit.
    case sequential
    /// The one of docs/determinism.md, which can be split over threads: equal to the kernels.
    case parallel
  }

  /// `.reference(.parallel)`, what the kernels are held against.
  public static var reference: Engine { .reference(.parallel) }
}

/// A set of vector instructions the kernels have a variant for. All of them give the same bits.
public enum InstructionSet: String, Sendable, Hashable, CaseIterable, Codable {
  case scalar, neon, avx2, avx512

  /// Whether this machine can run it.
  public var isSupported: Bool { KernelPasses.isSupported(self) }

  /// The widest one this machine can run.
  public static var best: InstructionSet { KernelPasses.bestInstructionSet }
}

/// How the kernels run. None of it changes results.
public struct KernelOptions: Sendable, Hashable, Codable {
  /// The instruction set to use; nil for the widest one.
  public var instructionSet: InstructionSet?
  /// The number of threads; nil for what the thread runtime offers (`OMP_NUM_THREADS` is honoured).
  public var threadCount: Int?
  /// A pass with less work than this, as estimated from its size, stays on the calling thread:
  /// waking another one would take longer. 0 splits every pass, for tests.
  public var serialBelowNanoseconds: Int

  public init(
    instructionSet: InstructionSet? = nil, threadCount: Int? = nil,
    serialBelowNanoseconds: Int = 200_000
  ) {
    self.instructionSet = instructionSet
    self.threadCount = threadCount
    self.serialBelowNanoseconds = serialBelowNanoseconds
  }

  /// The options new simulations get: everything automatic, except what the environment variables
  /// FORCE_SIMULATION_ISA (scalar, neon, avx2, avx512) and FORCE_SIMULATION_THREADS (1 and up) say.
  /// They are read once. An instruction set this machine lacks traps.
  public static let `default` = KernelOptions(environment: KernelPasses.environmentVariable)

  init(environment: (String) -> String?) {
    self.init()
    if let name = environment("FORCE_SIMULATION_ISA"), !name.isEmpty {
      guard let set = InstructionSet(rawValue: name), set.isSupported else {
        fatalError(
          "ForceSimulation: FORCE_SIMULATION_ISA is \"\(name)\"; this machine can run "
            + InstructionSet.allCases.filter(\.isSupported).map(\.rawValue).joined(separator: ", "))
      }
      instructionSet = set
    }
    if let text = environment("FORCE_SIMULATION_THREADS"), !text.isEmpty {
      guard let count = Int(text), count >= 1 else {
        fatalError(
          "ForceSimulation: FORCE_SIMULATION_THREADS is \"\(text)\"; it must be 1 or more")
      }
      threadCount = count
    }
  }

  func validate() throws(SimulationError) {
    if let instructionSet, !instructionSet.isSupported {
      throw .unsupportedInstructionSet(instructionSet.rawValue)
    }
    for (what, number) in [
      ("threadCount", threadCount ?? 0), ("serialBelowNanoseconds", serialBelowNanoseconds),
    ] where number < 0 {
      throw .negative(what, index: nil, value: "\(number)")
    }
  }
}

// MARK: Threads

extension KernelOptions {
  /// The library that runs the threads of this process: the OpenMP library that was found, or the
  /// system's own threads.
  public static var threadRuntime: String { KernelPasses.threadRuntime }
  /// The number of threads that a pass uses unless told otherwise.
  public static var defaultThreadCount: Int { KernelPasses.defaultThreadCount }
}
