import RunSupport

/// Counts the work of a run, and now and then asks its control whether it may go on and tells it how
/// far it is.
struct RunMeter {
  /// Units of work between two questions: about a millisecond.
  private static let interval = 1 << 16

  private let control: RunControl
  private let phase: String
  private let total: Double
  private var done = 0
  private var next = interval

  /// - Parameter total: the units of work of the whole run, or a bound of them.
  init(_ control: RunControl, _ phase: String, total: Double) throws(CancellationError) {
    try control.check()
    self.control = control
    self.phase = phase
    self.total = max(total, 1)
  }

  init(_ control: RunControl, _ phase: String, total: Int) throws(CancellationError) {
    try self.init(control, phase, total: Double(total))
  }

  /// Notes that work has been done.
  @inline(__always)
  mutating func advance(by work: Int = 1) throws(CancellationError) {
    done += work
    if done >= next { try report() }
  }

  /// Notes that the run has come to its end.
  func finish() {
    control.progress?(RunProgress(phase: phase, fraction: 1, count: done))
  }

  @inline(never)
  private mutating func report() throws(CancellationError) {
    next = done + Self.interval
    try control.check()
    // A run that does more than its bound says is not done before `finish`.
    let fraction = min(Double(done) / total, 0.99)
    control.progress?(RunProgress(phase: phase, fraction: fraction, count: done))
  }
}
