/// The progress report and the cancellation of long work.
///
///     var control = RunControl()
///     control.progress = { print($0.phase, $0.fraction) }
///     let ranks = try graph.topology.pageRank(control: control)
///
/// Simulations, layouts, readers, writers, measures of graphs and pictures take it. Work in a
/// cancelled task ends in the same way as by `isCancelled`, also without a control.
public struct RunControl: Sendable {
  /// Called now and then on the working thread; true ends the work.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Receives the progress on the working thread, a few hundred times at most.
  public var progress: (@Sendable (RunProgress) -> Void)?

  public init(
    isCancelled: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (RunProgress) -> Void)? = nil
  ) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// True if the work has to end: `isCancelled` returns true, or its task is cancelled.
  public var mustEnd: Bool { Task.isCancelled || isCancelled?() == true }

  /// Throws if the work has to end. It is cheap enough to be called every 100 microseconds.
  public func check() throws(CancellationError) {
    if mustEnd { throw CancellationError() }
  }
}

extension RunControl {
  /// Returns the control of a step, whose progress from 0 to 1 is mapped to this range of the
  /// whole.
  package func step(_ part: ClosedRange<Double>) -> RunControl {
    guard let progress else { return self }
    var control = self
    control.progress = { step in
      var whole = step
      whole.fraction = part.lowerBound + (part.upperBound - part.lowerBound) * step.fraction
      progress(whole)
    }
    return control
  }

  /// `step`, for the interface to other languages, which is no target of this package.
  @_spi(Interfaces)
  public func part(_ range: ClosedRange<Double>) -> RunControl { step(range) }
}

/// The progress of long work.
public struct RunProgress: Sendable, Hashable {
  /// The current phase, such as "reading", "distances" or "ticks".
  public var phase: String
  /// The estimated fraction of the whole that is done, 0 to 1; it never decreases.
  public var fraction: Double
  /// The current count, such as the number of ticks; 0 if nothing is counted.
  public var count: Int

  public init(phase: String, fraction: Double, count: Int = 0) {
    self.phase = phase
    self.fraction = fraction
    self.count = count
  }
}
