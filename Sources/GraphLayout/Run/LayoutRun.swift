import ForceSimulation

/// The options of a run that are independent of the layout: those of its `LayoutRequest`, and its control.
package struct LayoutControl: Sendable {
  package var seed: UInt64
  package var tickBudget: Int?
  package var timeBudget: Duration?
  package var kernelOptions: KernelOptions
  package var run: RunControl
  /// Processes that do ticks together; nil for this one alone. A time budget or a cancellation would
  /// end their runs at different ticks.
  package var tickSharing: (any TickSharing)?

  package init(
    seed: UInt64 = 1, tickBudget: Int? = nil, timeBudget: Duration? = nil,
    kernelOptions: KernelOptions = .default, run: RunControl = RunControl()
  ) {
    self.seed = seed
    self.tickBudget = tickBudget
    self.timeBudget = timeBudget
    self.kernelOptions = kernelOptions
    self.run = run
  }
}

extension LayoutControl {
  /// The control of a run for a request.
  init(_ request: LayoutRequest, _ run: RunControl, sharing tickSharing: (any TickSharing)?) {
    self.init(
      seed: request.seed, tickBudget: request.tickBudget, timeBudget: request.timeBudget,
      kernelOptions: request.kernelOptions, run: run)
    self.tickSharing = tickSharing
  }
}

/// The state of a layout run: budgets, cancellation, progress and statistics. It is passed from
/// step to step.
public struct LayoutRun {
  /// The seed of all random choices.
  package let seed: UInt64
  /// The kernel options of simulations in the layout.
  package var kernelOptions: KernelOptions { control.kernelOptions }
  /// The processes that do ticks together; nil for this one alone.
  var tickSharing: (any TickSharing)? { control.tickSharing }
  /// The reason why the run must end; nil while it may continue.
  public private(set) var stop: EndReason?
  /// The statistics so far.
  package var statistics = LayoutStatistics()
  /// The routes of edges, if a two-dimensional layout computes them.
  package var routes: LayoutRoutes?

  /// The number of ticks per component if it depends on the available time; chosen once per run.
  var ticksInTime: Int?

  /// Set by the layout of a component that has stayed at its start, except for some nodes.
  var staysInPlace = false
  /// True if a larger component has stayed in place.
  var othersStay = false

  /// True if a step reached its maximum number of iterations before it converged.
  private var isUnfinished = false
  /// True during a preparatory step, whose ticks are not counted.
  private var isPreparing = false
  private let control: LayoutControl
  private let start: ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant?
  private var phase = ""
  private var span = 0.0...1.0
  private var reported = -1.0

  init(_ control: LayoutControl) {
    self.control = control
    seed = control.seed
    let now = ContinuousClock.now
    start = now
    deadline = control.timeBudget.map { now + $0 }
    if let budget = control.tickBudget, budget < 0 { stop = .tickBudget }
  }

  /// The seconds until the time budget is exhausted; nil if there is none.
  var secondsLeft: Double? {
    deadline.map { max(($0 - ContinuousClock.now) / .seconds(1), 0) }
  }

  /// Returns true if the run may continue: false once it is cancelled or its time is exhausted. It
  /// is cheap enough for every microsecond of work.
  public mutating func mayContinue() -> Bool {
    if stop != nil { return false }
    if control.run.mustEnd {
      stop = .cancelled
    } else if let deadline, ContinuousClock.now >= deadline {
      stop = .timeBudget
    }
    return stop == nil
  }

  /// Returns true if another tick may be done, and counts it.
  public mutating func mayTick() -> Bool {
    guard mayContinue() else { return false }
    if isPreparing { return true }
    if let budget = control.tickBudget, statistics.ticks >= budget {
      stop = .tickBudget
      return false
    }
    statistics.ticks += 1
    return true
  }

  /// Records that a step has reached its maximum number of ticks without convergence. The run
  /// continues.
  public mutating func noteUnfinished() { isUnfinished = isUnfinished || !isPreparing }

  /// The reason of the end, once the run has ended.
  var finalStop: EndReason { stop ?? (isUnfinished ? .tickBudget : .converged) }

  /// Begins a phase, with the completed fraction of the current span.
  public mutating func begin(_ phase: String, at fraction: Double = 0) {
    self.phase = phase
    report(fraction)
  }

  /// Reports the completed fraction of the current span, 0 to 1.
  public mutating func report(_ fraction: Double) {
    guard let progress = control.run.progress else { return }
    let width = span.upperBound - span.lowerBound
    let overall = span.lowerBound + min(max(fraction, 0), 1) * width
    guard overall >= reported + 0.005 || (overall == 1 && reported < 1) else { return }
    reported = overall
    progress(RunProgress(phase: phase, fraction: overall, count: statistics.ticks))
  }

  /// Runs a step whose progress from 0 to 1 is mapped to this range of the current span.
  package mutating func within<Result, Failure: Error>(
    _ part: ClosedRange<Double>, _ body: (inout LayoutRun) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = span
    let width = outer.upperBound - outer.lowerBound
    span =
      (outer.lowerBound + part.lowerBound * width)...(outer.lowerBound + part.upperBound * width)
    defer { span = outer }
    return try body(&self)
  }

  /// Runs a preparatory step, possibly another layout: its ticks are neither counted nor limited,
  /// and statistics are unchanged.
  mutating func preparing<Result, Failure: Error>(
    _ body: (inout LayoutRun) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (outer, before) = (isPreparing, statistics)
    isPreparing = true
    defer { (isPreparing, statistics) = (outer, before) }
    return try body(&self)
  }

  func finalStatistics() -> LayoutStatistics {
    var statistics = statistics
    statistics.ticksInTime = ticksInTime
    let elapsed = ContinuousClock.now - start
    statistics.seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return statistics
  }
}
