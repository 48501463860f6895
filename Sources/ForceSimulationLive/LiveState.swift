import ForceSimulation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The state of a live simulation's run (docs/live.md, "States").
public enum LiveState: Sendable, Hashable {
  /// Not started yet.
  case ready
  /// Ticking, or waiting for a consumer of frames.
  case running
  /// Paused by `pause()`.
  case paused
  /// Ended by itself, or by `stop()`.
  case ended(EndReason)
}

/// The reason for which a run has ended.
public enum EndReason: String, Sendable, Hashable, Codable {
  /// Converged: alpha and alphaTarget are both below alphaMin. Heat begins a new run.
  case cold
  /// Converged: no node was faster than `LiveOptions.tolerance`. Heat begins a new run.
  case still
  /// `LiveOptions.tickBudget` is used up. `start()` begins a run with a new budget.
  case tickBudget
  /// `LiveOptions.timeBudget` is used up. `start()` begins a run with a new budget.
  case timeBudget
  /// `stop()` was called, or the task that waited for the end was cancelled.
  case cancelled

  /// True when the nodes have come to rest.
  public var isConverged: Bool { self == .cold || self == .still }
}

/// Something that has happened to a live simulation.
public enum LiveEvent<ID: Hashable & Sendable>: Sendable, Hashable {
  /// A run has begun, or goes on after a pause or after it had converged.
  case started
  /// The run has been paused.
  case paused
  /// The run has ended.
  case ended(EndReason)
  /// Nodes, links, values or forces have changed; the number is the epoch of the frames that follow.
  case edited(epoch: Int)
  /// A node is held.
  case held(ID)
  /// A held node has been released, or removed by an edit.
  case released(ID)
  /// An autosave has been written; the number is that of the tick.
  case saved(tick: UInt64)
  /// Work that nobody waits for, such as an autosave, has failed; a sentence says how.
  case failed(String)
}

extension LiveEvent: CustomStringConvertible {
  /// The event, in words.
  public var description: String {
    switch self {
    case .started: "started"
    case .paused: "paused"
    case .ended(let reason): "ended (\(reason.rawValue))"
    case .edited(let epoch): "edited (epoch \(epoch))"
    case .held(let id): "held \(id)"
    case .released(let id): "released \(id)"
    case .saved(let tick): "saved at tick \(tick)"
    case .failed(let words): "failed: \(words)"
    }
  }
}

/// How far a run is.
public struct LiveProgress: Sendable, Hashable {
  /// The number of ticks of the simulation so far.
  public var tick: UInt64
  /// The share of the run that is done, 0 to 1; nil when the run does not end by itself.
  public var fraction: Double?
  /// The number of ticks until the run ends by cooling or by its budget; nil when it does not end
  /// by itself. It may end earlier by `LiveOptions.tolerance`.
  public var ticksLeft: Int?
  /// The time that these ticks take at the pace, or at the speed of the ticks so far if that is
  /// lower. Waits for consumers and pauses are not in it.
  public var timeLeft: Duration?
}

extension SimulationParameters {
  /// The number of ticks until alpha falls below alphaMin; nil when it never does. The schedule is
  /// alpha(k) = target + (alpha - target) (1 - decay)^k.
  var ticksUntilCold: Int? {
    guard alphaTarget < alphaMin else { return nil }
    if alpha < alphaMin { return 0 }
    if alphaDecay >= 1 { return 1 }
    guard alphaDecay > 0 else { return nil }
    let ratio = Double((alphaMin - alphaTarget) / (alpha - alphaTarget))
    let ticks = log(ratio) / log1p(-Double(alphaDecay))
    return ticks.isFinite && ticks < 1e15 ? Int(max(ticks, 0)) + 1 : nil
  }
}
