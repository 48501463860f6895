import RunSupport

/// Counts the work of a run; now and then it checks the control for cancellation, and reports
/// progress.
struct RunMeter {
  /// The units of work between two checks: some 100 microseconds.
  private static let interval = 1 << 15
  /// The minimum difference between two reports, so that there are at most 200.
  private static let reportStep = 0.005

  private let control: RunControl
  private let phase: String
  private let total: Double
  private var done = 0
  private var next = interval
  private var reported = -reportStep

  /// - Parameter total: the units of work of the whole run, or an upper bound.
  init(_ control: RunControl, _ phase: String, total: Double) throws(CancellationError) {
    try control.check()
    self.control = control
    self.phase = phase
    self.total = max(total, 1)
  }

  init(_ control: RunControl, _ phase: String, total: Int) throws(CancellationError) {
    try self.init(control, phase, total: Double(total))
  }

  /// Adds work that has been done.
  @inline(__always)
  mutating func advance(by work: Int = 1) throws(CancellationError) {
    done += work
    if done >= next { try ask() }
  }

  /// Reports that the run is complete.
  func finish() {
    control.progress?(RunProgress(phase: phase, fraction: 1, count: done))
  }

  @inline(never)
  private mutating func ask() throws(CancellationError) {
    next = done + Self.interval
    try control.check()
    // Work may exceed its bound, but only `finish` reports completion.
    let fraction = min(Double(done) / total, 0.99)
    guard let progress = control.progress, fraction >= reported + Self.reportStep else { return }
    reported = fraction
    progress(RunProgress(phase: phase, fraction: fraction, count: done))
  }
}
