import Observation
import Synchronization

/// How many ticks are done before anybody sees a graph.
public enum Ticks: Sendable, Hashable {
  /// None.
  case zero
  /// So many.
  case iteration(Int)
  /// Until the graph has come to rest.
  case untilStable
}

/// A handle of a graph that is shown: whether it runs, and how far it is. It may be used from
/// anywhere, and observed.
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
  ///   - initialIsRunning: whether it runs at first.
  ///   - ticksOnAppear: done before it is shown.
  public init(initialIsRunning: Bool = true, ticksOnAppear: Ticks = .zero) {
    values = Mutex(Values(isRunning: initialIsRunning))
    self.ticksOnAppear = ticksOnAppear
  }

  /// Whether the simulation runs. Setting it pauses the view, or lets it go on.
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

  /// Lets the nodes move again.
  public func reheat() { values.withLock { $0.control }?(.reheat) }

  /// Lets the camera of each viewer fly to where it sees everything. To single nodes:
  /// `GraphView.focus(on:)`.
  public func fit() { values.withLock { $0.control }?(.fit) }

  func connect(_ control: @escaping @Sendable (Command) -> Void) {
    values.withLock { $0.control = control }
  }

  /// Takes what a view has seen.
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
