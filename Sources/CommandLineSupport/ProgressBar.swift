import FileWriting

/// A progress bar on one line of the terminal, which is erased at the end. It is not shown if
/// standard error is not a terminal.
package struct ProgressBar {
  private let label: String
  private let total: Int
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant
  private var isDrawn = false
  private let isShown: Bool

  private static let isVisible = isatty(STDERR_FILENO) != 0

  /// - Parameter isShown: false if an enclosing operation shows its own bar.
  package init(_ label: String, total: Int = 0, isShown: Bool = true) {
    self.label = label.visible
    self.total = total
    self.isShown = isShown && Self.isVisible
    start = .now
    lastDrawn = start
  }

  /// Updates the bar at most ten times per second, so that it does not appear for short work. Do
  /// not call it while times are measured.
  ///
  /// - Parameter fraction: the fraction of the work, if the parts differ in size.
  package mutating func update(done: Int, fraction: Double? = nil) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - lastDrawn >= .milliseconds(100) || fraction != nil else { return }
    lastDrawn = now
    isDrawn = true
    Self.write(
      "\r\u{1B}[K"
        + Self.line(
          label, done: done, total: total, fraction: fraction, elapsed: now - start,
          columns: Self.terminalColumns))
  }

  /// Updates the bar in per cent, for work without countable parts.
  package mutating func update(fraction: Double) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - lastDrawn >= .milliseconds(100) else { return }
    lastDrawn = now
    isDrawn = true
    Self.write(
      "\r\u{1B}[K"
        + Self.line(
          label, fraction: fraction, elapsed: now - start, columns: Self.terminalColumns))
  }

  /// Shows only the label, immediately, for work without progress information.
  package mutating func show() {
    guard isShown else { return }
    isDrawn = true
    Self.write("\r\u{1B}[K" + Self.fitting("\(label) ...", Self.terminalColumns))
  }

  /// Erases the line.
  package func finish() {
    if isDrawn { Self.write("\r\u{1B}[K") }
  }

  /// Returns a line such as `measuring  [=====     ]  10/20, 2 s left`.
  package static func line(
    _ label: String, done: Int, total: Int, fraction: Double? = nil, elapsed: Duration,
    columns: Int = 80
  ) -> String {
    line(
      label, fraction ?? (total > 0 ? Double(done) / Double(total) : 1), "\(done)/\(total)",
      elapsed, columns)
  }

  /// Returns a line such as `layout     [=====     ]  50 %, 2 s left`.
  package static func line(
    _ label: String, fraction: Double, elapsed: Duration, columns: Int = 80
  ) -> String {
    line(label, fraction, "\(Int(100 * fraction)) %", elapsed, columns)
  }

  private static func line(
    _ label: String, _ fraction: Double, _ count: String, _ elapsed: Duration, _ columns: Int
  ) -> String {
    var end = " \(count)"
    if fraction > 0, fraction < 1 {
      let left = elapsed.milliseconds / 1000 * (1 - fraction) / fraction
      end += ", \(timeLeft(left)) left"
    }
    let name = label + String(repeating: " ", count: max(10 - label.count, 0))
    // The last column stays free, as some terminals wrap when it is written.
    let room = columns - 1
    let width = min(30, room - name.count - end.count - 3)
    if width < 5 { return fitting(label + end, columns) }
    let filled = min(width, Int(Double(width) * fraction))
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    return "\(name) [\(bar)]\(end)"
  }

  /// Returns the line truncated so that it does not wrap, as a wrapped line could not be erased.
  private static func fitting(_ line: String, _ columns: Int) -> String {
    line.count < columns ? line : line.prefix(max(columns - 2, 0)) + "…"
  }

  /// The width of the terminal of standard error.
  private static var terminalColumns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static func timeLeft(_ seconds: Double) -> String {
    if seconds < 1 { return "less than 1 s" }
    if seconds < 100 { return "\(Int(seconds.rounded())) s" }
    return "\(Int((seconds / 60).rounded())) min"
  }

  private static func write(_ text: String) { StandardError.write(text) }
}
