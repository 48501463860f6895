import ArgumentParser
import CommandLineSupport
import Foundation

/// `simbench compare`: tests if one of two programs is slower.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Compare two builds of simbench, or two of its reports, with a verdict for each force.",
    discussion: """
      Two programs are run in turn, A B, B A, A B and so on, so that a slow minute of the machine \
      meets both; the pairs of each round are compared. Two reports of --json are compared tick by \
      tick; they were made at different times, and a verdict may be one on the machine.

      "slower" and "faster": B's time over A's is on one side of 1 with 99 % confidence for all rows \
      together (Wilcoxon's signed-rank test), and off by the threshold at the best guess. "no \
      difference": the ratio is within the threshold with the same confidence. All else is \
      inconclusive; more rounds may help.

      EXAMPLES
        simbench compare old/simbench new/simbench
        simbench compare old/simbench new/simbench --rounds 50 -- --nodes 10000
        simbench compare monday.json tuesday.json --threshold 10

      EXIT CODES
          0  nothing is slower; 1 something is
      """)

  @Argument(
    help: "A simbench, or a report of simbench run --json: what there was.", completion: .file())
  var a: String
  @Argument(help: "The same for what there is now.", completion: .file())
  var b: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often each program is run, 5 to 1000. (default: 20 to 200: about half a minute)",
      valueName: "count"))
  var rounds: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The difference that counts, in per cent.", valueName: "percent"))
  var threshold = 3.0

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "After --, options of simbench run for both programs.", valueName: "run-options"))
  var runOptions: [String] = []

  func validate() throws {
    if let rounds {
      guard (5...1000).contains(rounds) else {
        throw ValidationError("--rounds is 5 to 1000, not \(rounds).")
      }
    }
    guard threshold > 0, threshold <= 1000 else {
      throw ValidationError("--threshold is a number of per cent above 0, not \(threshold).")
    }
  }

  func run() throws {
    try withExitCodes {
      let outcome: Outcome
      switch (try Contestant(path: a), try Contestant(path: b)) {
      case (.program(let a), .program(let b)): outcome = try alternate(a, b)
      case (.report(let a), .report(let b)):
        guard runOptions.isEmpty else {
          throw Failure.usage("reports have been run already; leave out \(runOptions[0]).")
        }
        outcome = try compare([(a, b)])
      default:
        throw Failure.usage("one of A and B is a program and one a report; compare like with like.")
      }
      try StandardOutput.printText(json ? outcome.json.text : outcome.text(.forStandardOutput))
      if Interrupt.isRequested { throw ExitCode(Interrupt.exitCode) }
      if outcome.comparison.isSlower { throw ExitCode.failure }
    }
  }

  /// The result of a comparison, as it is printed.
  struct Outcome {
    var comparison: Comparison
    var a: ResultFile
    var b: ResultFile
    /// The number of rounds; nil for reports.
    var rounds: Int?
  }

  private func alternate(_ a: URL, _ b: URL) throws(Failure) -> Outcome {
    var pairs: [(a: ResultFile, b: ResultFile)] = []
    // One round warms the caches. Only its duration is used.
    let start = ContinuousClock.now
    for program in [a, b] { _ = try Contestant.run(program, runOptions) }
    let rounds = rounds ?? Self.defaultRounds(lasting: ContinuousClock.now - start)
    var progress = ProgressBar("comparing", total: rounds)
    for round in 0..<rounds where !Interrupt.isRequested {
      progress.update(done: round)
      let order = round.isMultiple(of: 2) ? [a, b] : [b, a]
      guard let first = try Contestant.run(order[0], runOptions),
        let second = try Contestant.run(order[1], runOptions)
      else { break }
      pairs.append(round.isMultiple(of: 2) ? (first, second) : (second, first))
    }
    progress.finish()
    guard !pairs.isEmpty else { throw .interrupted("stopped before the first round was done.") }
    var outcome = try compare(pairs)
    outcome.comparison = Comparison(rounds: pairs, threshold: threshold / 100)
    outcome.rounds = pairs.count
    return outcome
  }

  /// The number of rounds for a comparison, from the duration of one. Successive processes differ
  /// by a fifth on a busy machine, so detecting a change of a tenth takes some hundred pairs.
  static func defaultRounds(lasting round: Duration) -> Int {
    // The number is even, so that each program runs first equally often.
    2 * Int(min(max(15_000 / max(round.milliseconds, 1), 10), 100))
  }

  private func compare(_ pairs: [(a: ResultFile, b: ResultFile)]) throws(Failure) -> Outcome {
    let (a, b) = pairs[0]
    if let obstacle = a.obstacle(b) {
      throw .badInput("\(self.a) and \(self.b) cannot be compared: \(obstacle).")
    }
    return Outcome(comparison: Comparison(a, b, threshold: threshold / 100), a: a, b: b)
  }
}

extension Compare.Outcome {
  func text(_ style: Style) -> String {
    let scene = a.scene
    let how =
      rounds.map { "\($0) rounds in turn" } ?? "tick by tick, from two runs at different times"
    var lines = [
      "\(style.strong(scene.name.visible)): \(scene.nodes) nodes, \(scene.links) links, "
        + "\(scene.dim)D \(scene.precision); \(how)",
      "A: \(Self.facts(a))", "B: \(Self.facts(b))", "", comparison.text(style), "",
    ]
    lines.append(
      a.state_hash == b.state_hash
        ? "Both end in the same state, \(a.state_hash)."
        : "They end in different states, \(a.state_hash) and \(b.state_hash).")
    if rounds == nil {
      lines.append(
        "The reports were made at different times: what the machine did then is part of the verdict."
      )
    }
    return lines.joined(separator: "\n")
  }

  private static func facts(_ side: ResultFile) -> String {
    "simbench \(side.version), \(side.machine.isa ?? "reference engine"), "
      + "\(side.machine.threads.map(String.init) ?? "1") threads, \(side.machine.cpu ?? "unknown CPU")"
  }

  var json: JSONValue {
    .object([
      "version": .string(packageVersion), "rounds": .optional(rounds),
      "threshold": .number(comparison.threshold), "confidence": .number(Comparison.confidence),
      "slower": .boolean(comparison.isSlower), "same_state": .boolean(a.state_hash == b.state_hash),
      "rows": comparison.json,
    ])
  }
}
