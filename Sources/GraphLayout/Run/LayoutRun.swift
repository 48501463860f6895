import ForceSimulation

/// What a caller asks of a run, besides the layout's own options.
public struct LayoutControl: Sendable {
  /// What all random choices follow from.
  public var seed: UInt64
  /// How many ticks (iterations) may be done, over all components; nil for as many as the layout finds right.
  public var tickBudget: Int?
  /// How long the layout may take. The one option that makes a result depend on the clock, and so differ from run to run.
  /// Looked at between ticks and other short steps, so a run takes a little longer.
  public var timeBudget: Duration?
  /// The threads and instructions of the simulation's kernels. They change how long a layout takes, never its result.
  public var kernelOptions: KernelOptions
  /// Asked between ticks and other short steps whether to end with the positions there are, and told
  /// how far the layout is; its `count` is of ticks.
  public var run: RunControl

  public init(
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

/// A run of a layout: budgets, cancellation, progress and statistics. Handed from step to step.
public struct LayoutRun {
  /// What all random choices follow from.
  public let seed: UInt64
  /// For simulations the layout runs.
  public var kernelOptions: KernelOptions { control.kernelOptions }
  /// Why the run must end; nil while it may go on.
  public private(set) var stop: LayoutStop?
  /// How it has gone so far.
  public var statistics = LayoutStatistics()
  /// How edges run, in layouts of the plane that say so.
  public var routes: LayoutRoutes?

  /// How many ticks components get whose number follows from the time there is: chosen once a run.
  var ticksInTime: Int?

  /// Set by the layout of a component that has stayed, all but some nodes, where it started.
  var staysInPlace = false
  /// Whether a larger component has stayed.
  var othersStay = false

  /// Whether a step used up the iterations it may take before it had converged.
  private var isUnfinished = false
  /// Whether ticks are of a step that only prepares what is counted.
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

  /// The seconds until the time is used up; nil where the run may take as long as it likes.
  var secondsLeft: Double? {
    deadline.map { max(($0 - ContinuousClock.now) / .seconds(1), 0) }
  }

  /// Whether the run may go on: false once it is cancelled or its time is used up. Cheap enough for every microsecond of work.
  public mutating func mayContinue() -> Bool {
    if stop != nil { return false }
    if control.run.mustEnd {
      stop = .cancelled
    } else if let deadline, ContinuousClock.now >= deadline {
      stop = .timeBudget
    }
    return stop == nil
  }

  /// Whether another tick may be done; counts it if so.
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

  /// Notes that a step has used up the ticks its layout allows it, without having converged. The run goes on.
  public mutating func noteUnfinished() { isUnfinished = isUnfinished || !isPreparing }

  /// Why the run ended, once it has.
  var finalStop: LayoutStop { stop ?? (isUnfinished ? .tickBudget : .converged) }

  /// Begins a phase, with the share of the current span that is done by then.
  public mutating func begin(_ phase: String, at fraction: Double = 0) {
    self.phase = phase
    report(fraction)
  }

  /// Tells how much of the current span is done, 0 to 1.
  public mutating func report(_ fraction: Double) {
    guard let progress = control.run.progress else { return }
    let width = span.upperBound - span.lowerBound
    let overall = span.lowerBound + min(max(fraction, 0), 1) * width
    guard overall >= reported + 0.005 || (overall == 1 && reported < 1) else { return }
    reported = overall
    progress(RunProgress(phase: phase, fraction: overall, count: statistics.ticks))
  }

  /// Runs a step whose progress from 0 to 1 is this part of the current span.
  public mutating func within<Result, Failure: Error>(
    _ part: ClosedRange<Double>, _ body: (inout LayoutRun) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = span
    let width = outer.upperBound - outer.lowerBound
    span =
      (outer.lowerBound + part.lowerBound * width)...(outer.lowerBound + part.upperBound * width)
    defer { span = outer }
    return try body(&self)
  }

  /// Runs a step, perhaps another layout, that makes the start of what follows: its ticks are neither
  /// counted nor limited, and statistics stay as they were.
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
