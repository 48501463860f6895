/// The implementation that computes the forces.
public enum Engine: Sendable, Hashable, Codable {
  /// The C kernels: fast, threaded, and equal to `.reference(.parallel)` to the bit. Vectors that
  /// the kernels do not know run on the reference.
  case kernels
  /// Plain Swift: the specification that the kernels must equal.
  case reference(Order)

  /// The update order of passes that update in place. It changes results, as a later update sees
  /// the earlier ones.
  public enum Order: Sendable, Hashable, CaseIterable, Codable {
    /// d3-force's update order, one link and one pair after the other: equal to d3-force bit for
    /// bit.
    case sequential
    /// The update order of docs/determinism.md, which can be split over threads: equal to the
    /// kernels.
    case parallel
  }

  /// `.reference(.parallel)`, the specification of the kernels.
  public static var reference: Engine { .reference(.parallel) }
}

/// Settings of the kernels: instruction set and threads. They change speed, never results.
public struct KernelOptions: Sendable, Hashable, Codable {
  /// The instruction set to use; nil for the widest one that this machine has.
  public var instructionSet: InstructionSet?
  /// The most threads of a pass; nil for as many as there are processors (`OMP_NUM_THREADS` is
  /// honoured). A pass uses fewer when it is short, when other programs keep the processors busy, or
  /// when another simulation runs one at that moment.
  public var threadCount: Int?
  /// A pass with an estimated duration below this, in nanoseconds, stays on the calling thread:
  /// telling another thread would take longer. 0 splits every pass, for tests.
  public var serialBelowNanoseconds: Int

  /// Options with these values. Each has an automatic default. They are checked when a simulation
  /// takes them, not here.
  public init(
    instructionSet: InstructionSet? = nil, threadCount: Int? = nil,
    serialBelowNanoseconds: Int = 25_000
  ) {
    self.instructionSet = instructionSet
    self.threadCount = threadCount
    self.serialBelowNanoseconds = serialBelowNanoseconds
  }

  /// The options of new simulations. All are automatic, unless the environment variables
  /// FORCE_SIMULATION_ISA (scalar, neon, avx2, avx512) and FORCE_SIMULATION_THREADS (1 to 1024) set
  /// them. The variables are read once. A value that is wrong here is ignored, with a note on
  /// standard error; so is a wrong FORCE_SIMULATION_THREAD_RUNTIME.
  public static let `default`: KernelOptions = {
    KernelPasses.checkThreadRuntime()
    return KernelOptions(environment: KernelPasses.environmentVariable)
  }()

  init(environment: (String) -> String?) {
    self.init()
    if let name = environment("FORCE_SIMULATION_ISA"), !name.isEmpty {
      if let set = InstructionSet(rawValue: name), set.isSupported {
        instructionSet = set
      } else {
        let known = InstructionSet.allCases.filter(\.isSupported).map(\.rawValue)
        KernelPasses.note(
          "FORCE_SIMULATION_ISA", is: name,
          "this machine can run \(known.joined(separator: ", ")). It is ignored")
      }
    }
    if let text = environment("FORCE_SIMULATION_THREADS"), !text.isEmpty {
      if let count = Int(text), (1...1024).contains(count) {
        threadCount = count
      } else {
        KernelPasses.note(
          "FORCE_SIMULATION_THREADS", is: text, "it takes a number from 1 to 1024. It is ignored")
      }
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
  /// The runtime of this process's threads: this package's own ("pthreads"), or on Apple's systems
  /// libdispatch ("dispatch"). The environment variable FORCE_SIMULATION_THREAD_RUNTIME chooses an
  /// OpenMP library instead, if there is one: "openmp", "libomp.so.5" or "libgomp.so.1"; or
  /// "pthreads".
  ///
  /// The threads of this package are one team for the process. They sleep when
  /// a tenth of a millisecond has passed without work, and a pass waits for no thread that has not
  /// begun its part.
  ///
  /// ThreadSanitizer reports races in an OpenMP library, which is not instrumented. With
  /// FORCE_SIMULATION_THREAD_RUNTIME=pthreads it reports none, and the results are the same.
  public static var threadRuntime: String { KernelPasses.threadRuntime }
  /// The reason for that choice, as the end of a sentence.
  package static var threadRuntimeReason: String { KernelPasses.threadRuntimeReason }
  /// The number of threads of a pass when `threadCount` is nil.
  public static var defaultThreadCount: Int { KernelPasses.defaultThreadCount }
  /// The number of parts of passes so far that more than one thread of this process has done, for
  /// tests.
  package static var sharedRegionCount: Int { KernelPasses.sharedRegionCount }
  /// The number of threads that passes with these options use: fewer than `threadCount` if the
  /// system gives the process fewer.
  package var usedThreadCount: Int { KernelPasses.usedThreadCount(self) }
}

extension KernelOptions {
  /// A set of vector instructions for which the kernels have a variant. All variants give the same
  /// bits.
  public enum InstructionSet: String, Sendable, Hashable, CaseIterable, Codable {
    /// The variants: portable C, NEON of 64-bit ARM, AVX2 and AVX-512 of x86-64.
    case scalar, neon, avx2, avx512

    /// True when this machine can run the instruction set.
    public var isSupported: Bool { KernelPasses.isSupported(self) }

    /// The widest instruction set that this machine can run.
    public static var best: InstructionSet { KernelPasses.bestInstructionSet }
  }
}
