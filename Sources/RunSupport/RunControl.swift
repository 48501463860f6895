/// What a caller asks of a long run: whether it may go on, and who is told how far it is.
public struct RunControl: Sendable {
  /// Asked between short steps; true ends the run with `CancellationError`.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Told how far the run is.
  public var progress: (@Sendable (RunProgress) -> Void)?

  public init(
    isCancelled: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (RunProgress) -> Void)? = nil
  ) {
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// Throws when the current task is cancelled or `isCancelled` says so.
  public func check() throws(CancellationError) {
    if Task.isCancelled || isCancelled?() == true { throw CancellationError() }
  }
}

/// How far a run is.
public struct RunProgress: Hashable, Sendable {
  /// What the run does now.
  public var phase: String
  /// The part of the whole run that is done, 0 to 1.
  public var fraction: Double
  /// How many steps are done.
  public var count: Int

  public init(phase: String, fraction: Double, count: Int) {
    self.phase = phase
    self.fraction = fraction
    self.count = count
  }
}
