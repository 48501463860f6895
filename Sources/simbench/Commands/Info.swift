import ArgumentParser
import CommandLineSupport
import ForceSimulation
import Foundation

/// `simbench info`: describes the machine and the kernels that would run on it.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what would run on this machine, and why.",
    discussion: """
      The processor and its caches, what runs the threads, and for each variant of the kernels \
      whether it can run here.

      EXAMPLES
        simbench info
        FORCE_SIMULATION_ISA=scalar simbench info
      """)

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func run() throws {
    try withExitCodes {
      let options = try RunPlan.checkedOptions(isa: nil, threads: nil)
      let environment = ProcessInfo.processInfo.environment
      let facts = MachineFacts(options: options, environment: environment)
      try StandardOutput.printText(json ? facts.json.text : facts.text(.forStandardOutput))
    }
  }
}

/// The facts that `simbench info` prints.
struct MachineFacts {
  var machine = Machine.current
  var features = Machine.vectorFeatures
  var caches = Machine.caches
  var runtime = KernelOptions.threadRuntime
  var runtimeReason = KernelOptions.threadRuntimeReason
  var threads: Int
  var inUse: KernelOptions.InstructionSet
  var environment: [(name: String, value: String?)]

  init(options: KernelOptions, environment: [String: String]) {
    threads = options.usedThreadCount
    inUse = options.instructionSet ?? .best
    self.environment = [
      "FORCE_SIMULATION_ISA", "FORCE_SIMULATION_THREADS", "FORCE_SIMULATION_THREAD_RUNTIME",
      "OMP_NUM_THREADS",
    ].map { ($0, environment[$0]) }
  }

  func text(_ style: Style) -> String {
    var rows = [
      ["simbench", packageVersion],
      ["processor", "\(machine.cpu ?? "unknown"), \(machine.cores) cores"],
      ["vector features", features.isEmpty ? "unknown" : features.joined(separator: " ")],
      [
        "caches",
        caches.isEmpty ? "unknown" : caches.map { "\($0.name) \($0.size)" }.joined(separator: ", "),
      ],
      ["threads", "\(threads), by \(runtime), \(runtimeReason)"],
    ]
    for (name, value) in environment { rows.append([name, value ?? "not set"]) }
    let kernels = KernelOptions.InstructionSet.allCases.reversed().map {
      [
        "  \($0.rawValue)", $0 == inUse ? style.good("used") : $0.isSupported ? "can run" : "no",
        reason($0),
      ]
    }
    return Table.aligned(rows, leftColumns: 2) + "\n\n" + style.faint("kernels") + "\n"
      + kernels.map { row in
        "\(row[0].padding(toLength: 10, withPad: " ", startingAt: 0))  \(row[1]), \(row[2])"
      }.joined(separator: "\n")
  }

  /// The reason for using an instruction set, or not.
  private func reason(_ set: KernelOptions.InstructionSet) -> String {
    guard set.isSupported else {
      let isForThisFamily = (set == .neon) == Machine.isARM
      return isForThisFamily
        ? "as the processor or the operating system lacks it"
        : "as it is of another family of processors"
    }
    if set == inUse {
      return environment[0].value == set.rawValue
        ? "as FORCE_SIMULATION_ISA says so" : "the widest this machine has"
    }
    return set == .scalar ? "everywhere; for comparison" : "with --isa \(set.rawValue)"
  }

  var json: JSONValue {
    .object([
      "version": .string(packageVersion), "cpu": .optional(machine.cpu),
      "cores": .integer(machine.cores),
      "features": .array(features.map(JSONValue.string)),
      "caches": .array(
        caches.map { .object(["name": .string($0.name), "size": .string($0.size)]) }),
      "runtime": .string(runtime), "runtime_reason": .string(runtimeReason),
      "threads": .integer(threads), "isa": .string(inUse.rawValue),
      "isas": .array(
        KernelOptions.InstructionSet.allCases.map {
          .object([
            "name": .string($0.rawValue), "supported": .boolean($0.isSupported),
            "reason": .string(reason($0)),
          ])
        }),
    ])
  }
}
