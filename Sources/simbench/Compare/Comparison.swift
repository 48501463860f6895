import CommandLineSupport
import Foundation

/// The comparison of two programs, pass by pass.
struct Comparison: Equatable {
  /// The passes in the sequence of the tick, and the whole tick last.
  var rows: [Row]
  /// The smallest relative difference that is reported: 0.03 for 3 %.
  var threshold: Double

  struct Row: Equatable {
    var name: String
    /// The median time of A, in milliseconds; that of B follows.
    var a: Double
    var b: Double
    /// The confidence interval of b / a; nil when there are too few pairs.
    var interval: SignedRankInterval?
    var verdict: Verdict
  }

  enum Verdict: String {
    case faster, slower
    case noDifference = "no difference"
    case inconclusive
  }

  /// The probability that no row says "slower" or "faster" by chance.
  static let confidence = 0.99

  /// - Parameter pairs: for each pass, times of A and B that belong together: of the same round, or
  ///   the same ticks.
  init(_ pairs: [(name: String, a: [Double], b: [Double])], threshold: Double) {
    self.threshold = threshold
    // The allowed error is divided by the number of rows (Bonferroni), as each row could be wrong.
    let confidence = 1 - (1 - Self.confidence) / Double(max(pairs.count, 1))
    rows = pairs.map { name, a, b in
      // A time of zero is below the resolution of the clock.
      let logarithms = zip(a, b).map { log(max($1, 1e-6) / max($0, 1e-6)) }
      let interval = SignedRankInterval(logarithms, confidence: confidence).map {
        var ratios = $0
        (ratios.estimate, ratios.low, ratios.high) = (exp($0.estimate), exp($0.low), exp($0.high))
        return ratios
      }
      return Row(
        name: name, a: a.quantile(0.5) ?? 0, b: b.quantile(0.5) ?? 0, interval: interval,
        verdict: Self.verdict(interval, threshold: threshold))
    }
  }

  /// The verdict about an interval. Slower or faster: the interval excludes equality, and the
  /// estimate exceeds the threshold. No difference: the interval lies within the threshold.
  static func verdict(_ interval: SignedRankInterval?, threshold: Double) -> Verdict {
    guard let interval else { return .inconclusive }
    let limit = 1 + threshold
    if interval.low > 1, interval.estimate >= limit { return .slower }
    if interval.high < 1, interval.estimate <= 1 / limit { return .faster }
    if interval.low >= 1 / limit, interval.high <= limit { return .noDifference }
    return .inconclusive
  }

  var isSlower: Bool { rows.contains { $0.verdict == .slower } }

  // MARK: Output

  func text(_ style: Style) -> String {
    var rows = [["ms", "A", "B", "B / A", "between", ""]]
    for row in self.rows {
      rows.append([
        row.name, Self.milliseconds(row.a), Self.milliseconds(row.b),
        row.interval.map { String(format: "%.3f", $0.estimate) } ?? "-",
        row.interval.map { String(format: "%.3f and %.3f", $0.low, $0.high) } ?? "-",
        Self.marked(row.verdict, style),
      ])
    }
    var lines = Table.aligned(rows, leftColumns: 1).split(separator: "\n").map(String.init)
    lines[0] = style.faint(lines[0])
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .array(
      rows.map { row in
        .object([
          "name": .string(row.name), "a_ms": .number(row.a), "b_ms": .number(row.b),
          "ratio": .optional(row.interval?.estimate), "ratio_low": .optional(row.interval?.low),
          "ratio_high": .optional(row.interval?.high), "verdict": .string(row.verdict.rawValue),
        ])
      })
  }

  private static func milliseconds(_ value: Double) -> String {
    String(format: value < 10 ? "%.4f" : "%.2f", value)
  }

  private static func marked(_ verdict: Verdict, _ style: Style) -> String {
    switch verdict {
    case .slower: style.bad(verdict.rawValue)
    case .faster: style.good(verdict.rawValue)
    case .noDifference, .inconclusive: verdict.rawValue
    }
  }
}
