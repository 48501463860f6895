import Observation
import Synchronization

/// The number of ticks to run before the graph is shown.
public enum Ticks: Sendable, Hashable {
  /// None.
  case zero
  /// A fixed number of ticks.
  case iteration(Int)
  /// As many as it takes to converge.
  case untilStable
}

/// A handle of a displayed graph, to run or pause it and to observe its progress. It may be used
/// from any thread.
public final class ForceDirectedGraphState: Sendable, Observable {
  enum Command: Sendable {
    case run(Bool)
    case reheat
    case fit
  }

  private struct Values {
    var isRunning: Bool
    var alpha = 1.0
    var tick: UInt64 = 0
    var control: (@Sendable (Command) -> Void)?
  }

  private let values: Mutex<Values>
  private let registrar = ObservationRegistrar()
  let ticksOnAppear: Ticks

  /// - Parameters:
  ///   - initialIsRunning: true if the simulation runs from the start.
  ///   - ticksOnAppear: the number of ticks before the graph is shown.
  public init(initialIsRunning: Bool = true, ticksOnAppear: Ticks = .zero) {
    values = Mutex(Values(isRunning: initialIsRunning))
    self.ticksOnAppear = ticksOnAppear
  }

  /// True if the simulation runs. Set it to pause or resume the view.
  public var isRunning: Bool {
    get {
      registrar.access(self, keyPath: \.isRunning)
      return values.withLock { $0.isRunning }
    }
    set {
      note(isRunning: newValue)
      values.withLock { $0.control }?(.run(newValue))
    }
  }

  /// The temperature of the last frame; 1 before the first one.
  public var alpha: Double {
    registrar.access(self, keyPath: \.alpha)
    return values.withLock { $0.alpha }
  }

  /// The tick of the last frame.
  public var tick: UInt64 {
    registrar.access(self, keyPath: \.tick)
    return values.withLock { $0.tick }
  }

  /// Reheats the simulation, so that the nodes move again.
  public func reheat() { values.withLock { $0.control }?(.reheat) }

  /// Moves the camera of each viewer so that the whole graph is visible. For single nodes see
  /// `GraphView.focus(on:)`.
  public func fit() { values.withLock { $0.control }?(.fit) }

  func connect(_ control: @escaping @Sendable (Command) -> Void) {
    values.withLock { $0.control = control }
  }

  /// Updates the tick and alpha from a frame of a view.
  func note(tick: UInt64, alpha: Double) {
    registrar.withMutation(of: self, keyPath: \.tick) {
      registrar.withMutation(of: self, keyPath: \.alpha) {
        values.withLock { ($0.tick, $0.alpha) = (tick, alpha) }
      }
    }
  }

  func note(isRunning: Bool) {
    guard values.withLock({ $0.isRunning }) != isRunning else { return }
    registrar.withMutation(of: self, keyPath: \.isRunning) {
      values.withLock { $0.isRunning = isRunning }
    }
  }
}
