import Foundation

/// How far something is, on one line of the terminal that disappears in the end. Nothing where
/// standard error is not a terminal.
struct ProgressBar {
  private let label: String
  private let total: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant
  private var isDrawn = false

  private static let isVisible = isatty(STDERR_FILENO) != 0

  init(_ label: String, total: Int) {
    self.label = label
    self.total = total
    start = .now
    lastDrawn = start
  }

  /// At most ten times a second, so that what is over at once is not shown. Not called while a
  /// clock runs.
  mutating func update(done: Int) {
    guard Self.isVisible else { return }
    let now = ContinuousClock.now
    guard now - lastDrawn >= .milliseconds(100) else { return }
    lastDrawn = now
    isDrawn = true
    Self.write("\r\u{1B}[K" + Self.line(label, done: done, total: total, elapsed: now - start))
  }

  /// Takes the line away.
  func finish() {
    if isDrawn { Self.write("\r\u{1B}[K") }
  }

  /// For example `measuring  [=====     ]  10/20, 2 s left`.
  static func line(_ label: String, done: Int, total: Int, elapsed: Duration) -> String {
    let width = 30
    let filled = total > 0 ? min(width, width * done / total) : width
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    var line =
      "\(label.padding(toLength: 10, withPad: " ", startingAt: 0)) [\(bar)] \(done)/\(total)"
    if done > 0, done < total {
      let left = elapsed.milliseconds / 1000 * Double(total - done) / Double(done)
      line += ", \(timeLeft(left)) left"
    }
    return line
  }

  private static func timeLeft(_ seconds: Double) -> String {
    if seconds < 1 { return "less than 1 s" }
    if seconds < 100 { return "\(Int(seconds.rounded())) s" }
    return "\(Int((seconds / 60).rounded())) min"
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
