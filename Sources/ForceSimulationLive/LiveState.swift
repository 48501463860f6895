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

/// An event of a live simulation.
public enum LiveEvent<ID: Hashable & Sendable>: Sendable, Hashable {
  /// A run has started, or was resumed after a pause or convergence.
  case started
  /// The run has been paused.
  case paused
  /// The run has ended.
  case ended(EndReason)
  /// Nodes, links, values or forces have changed; the number is the epoch of the following frames.
  case edited(epoch: Int)
  /// A node is held.
  case held(ID)
  /// A held node has been released, or removed by an edit.
  case released(ID)
  /// An autosave has been written; the number is its tick.
  case saved(tick: UInt64)
  /// Background work such as an autosave has failed, for the reason that the sentence gives.
  case failed(String)
}

extension LiveEvent: CustomStringConvertible {
  /// The event as text.
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

extension SimulationParameters {
  /// The number of ticks until alpha falls below alphaMin; nil if it never does. The schedule is
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
