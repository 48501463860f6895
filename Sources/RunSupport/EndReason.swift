/// The reason for which a live simulation's run or a layout has ended.
public enum EndReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// A simulation has cooled: alpha and alphaTarget are both below alphaMin. Reheating starts a new
  /// run.
  case cold
  /// Nothing that matters moves any more: no node was faster than `LiveOptions.tolerance`, or a
  /// layout has reached its aim. Reheating a simulation starts a new run.
  case converged
  /// The allowed number of ticks is used up: `LiveOptions.tickBudget`, after which `start()` begins a
  /// run with a new budget, or that of a layout.
  case tickBudget
  /// The allowed time is used up; as `tickBudget`.
  case timeBudget
  /// The work was stopped: by `stop()`, by `RunControl`, or as its task was cancelled.
  case cancelled

  /// True if the nodes have come to rest.
  public var isConverged: Bool { self == .cold || self == .converged }
}
