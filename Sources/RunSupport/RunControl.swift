/// What a caller asks of long work: to be told how far it is, and to be asked whether to go on.
///
///     var control = RunControl()
///     control.progress = { print($0.phase, $0.fraction) }
///     let ranks = try graph.topology.pageRank(control: control)
///
/// Simulations, layouts, readers, writers, measures of graphs and pictures take it. Work in a task
/// that is cancelled ends in the same way as by `isCancelled`, without a word here.
public struct RunControl: Sendable {
  /// Asked now and then, on the thread that works: true ends the work. Nil asks nobody.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Told how far the work is, on the thread that works, a few hundred times at most. Nil tells
  /// nobody.
  public var progress: (@Sendable (RunProgress) -> Void)?

  public init(
    isCancelled: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (RunProgress) -> Void)? = nil
  ) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// True when the work has to end: `isCancelled` says so, or the task it runs in is cancelled.
  public var mustEnd: Bool { Task.isCancelled || isCancelled?() == true }

  /// Throws when the work has to end. Cheap enough for every 100 microseconds of it.
  public func check() throws(CancellationError) {
    if mustEnd { throw CancellationError() }
  }
}

extension RunControl {
  /// For a step of the work: what the step calls 0 to 1 is this part of the whole.
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
}

/// How far a piece of work is.
public struct RunProgress: Sendable, Hashable {
  /// What it is doing: "reading", "distances", "ticks".
  public var phase: String
  /// The estimated share of the whole that is done, 0 to 1; never falls.
  public var fraction: Double
  /// What has been counted so far, such as ticks; 0 where nothing is.
  public var count: Int

  public init(phase: String, fraction: Double, count: Int = 0) {
    self.phase = phase
    self.fraction = fraction
    self.count = count
  }
}
