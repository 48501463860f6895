import CommandLineSupport
import ForceSimulation

/// The findings of `simbench verify`.
struct VerificationReport {
  var forces: [ForceName]
  var scenes: [Scene] = []
  var wasInterrupted = false

  struct Scene {
    var name: String
    /// The results of the kernels, one for each instruction set.
    var kernels: [Kernels] = []
    /// The hashes, one for each instruction set and number of threads.
    var hashes: [Hash] = []
    /// The expected hash; the inner nil where none is recorded for the scene.
    var recorded: UInt64??
    var nonFiniteNodeCount = 0

    init(name: String) { self.name = name }
  }

  struct Kernels {
    var isa: KernelOptions.InstructionSet
    var verification: Verification
  }

  struct Hash {
    var isa: KernelOptions.InstructionSet
    var threads: Int
    var hash: UInt64
  }

  /// The failed checks, one sentence for each.
  var problems: [String] { scenes.flatMap(\.problems) }
}

extension VerificationReport.Scene {
  var problems: [String] {
    var problems: [String] = []
    for kernel in kernels {
      for deviation in kernel.verification.deviations where !deviation.isWithinBound {
        problems.append(
          "WRONG: \(deviation.force) of \(name), \(kernel.isa.rawValue): it deviates from the "
            + "reference by \(Table.small(deviation.value)), the bound is \(Table.small(deviation.bound))."
        )
      }
      if let accuracy = kernel.verification.accuracy, !accuracy.isWithinBound {
        problems.append(
          "WRONG: many-body of \(name), \(kernel.isa.rawValue): its error against the exact sum is "
            + "\(Table.small(accuracy.rms)), the bound is \(Table.small(accuracy.bound ?? .infinity))."
        )
      }
    }
    problems += differentHashes
    if nonFiniteNodeCount > 0 {
      problems.append(
        "WRONG: \(name): \(nonFiniteNodeCount) times a node had to be kept from becoming infinite "
          + "or not a number.")
    }
    return problems
  }

  /// One sentence for each instruction set or number of threads whose final state differs from the
  /// first one's.
  private var differentHashes: [String] {
    guard let first = hashes.first else { return [] }
    if let other = hashes.first(where: { $0.hash != first.hash }) {
      return [
        "WRONG: \(name): \(other.isa.rawValue) on \(other.threads) threads ended in state "
          + "\(other.hash.hexadecimal), \(first.isa.rawValue) on \(first.threads) in "
          + "\(first.hash.hexadecimal)."
      ]
    }
    if case .some(.some(let recorded)) = recorded, recorded != first.hash {
      return [
        "WRONG: \(name): it ended in state \(first.hash.hexadecimal), recorded is "
          + "\(recorded.hexadecimal)."
      ]
    }
    return []
  }
}

// MARK: As text

extension VerificationReport {
  func text(_ style: Style) -> String {
    let sets = scenes.first?.kernels.map(\.isa.rawValue).joined(separator: ", ") ?? "-"
    let threads = Set(scenes.flatMap(\.hashes).map(\.threads)).sorted().map(String.init)
    let heading = """
      kernels against the reference engine: \(sets); hashes on \(threads.joined(separator: ", ")) \
      threads
      """
    var rows = [
      ["deviation"] + forces.map(\.rawValue) + ["many-body error", "state hash", ""]
    ]
    for scene in scenes {
      let problems = scene.problems
      rows.append(
        [scene.name] + forces.map { scene.deviation(of: $0) } + [
          scene.error, scene.hashes.first?.hash.hexadecimal ?? "-",
          problems.isEmpty ? style.good(scene.verdict) : style.bad("WRONG"),
        ])
    }
    var lines = Table.aligned(rows, leftColumns: 1).split(separator: "\n").map(String.init)
    lines[0] = style.faint(lines[0])
    return ([heading, ""] + lines).joined(separator: "\n")
  }
}

extension VerificationReport.Scene {
  /// The largest deviation of all instruction sets, as text.
  fileprivate func deviation(of force: ForceName) -> String {
    let values = kernels.flatMap(\.verification.deviations).filter { $0.force == force.rawValue }
    return values.map(\.value).max().map(Table.small) ?? "tree"
  }

  fileprivate var error: String {
    kernels.compactMap(\.verification.accuracy?.rms).max().map(Table.small) ?? "-"
  }

  fileprivate var verdict: String {
    switch recorded {
    case .some(.some): "ok, as recorded"
    case .some(.none): "ok, none recorded"
    case .none: "ok"
    }
  }
}

// MARK: As JSON

extension VerificationReport {
  /// The report as JSON. Its keys are stable, as those of `JSONReport` are.
  var json: JSONValue {
    .object([
      "version": .string(packageVersion),
      "ok": .boolean(problems.isEmpty && !wasInterrupted),
      "problems": .array(problems.map(JSONValue.string)),
      "scenes": .array(scenes.map(\.json)),
    ])
  }
}

extension VerificationReport.Scene {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name),
      "kernels": .array(
        kernels.map { kernel in
          .object([
            "isa": .string(kernel.isa.rawValue),
            "deviations": .array(
              kernel.verification.deviations.map {
                .object([
                  "force": .string($0.force), "value": .number($0.value),
                  "bound": .number($0.bound),
                ])
              }),
            "many_body_rms": .optional(kernel.verification.accuracy?.rms),
            "many_body_bound": .optional(kernel.verification.accuracy?.bound),
          ])
        }),
      "hashes": .array(
        hashes.map {
          .object([
            "isa": .string($0.isa.rawValue), "threads": .integer($0.threads),
            "state_hash": .string($0.hash.hexadecimal),
          ])
        }),
      "recorded_hash": .optional((recorded ?? nil)?.hexadecimal),
    ])
  }
}
