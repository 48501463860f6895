import ForceSimulation
import Synchronization

/// The consumers of frames. It retains no frame: one is created when a consumer can take it.
final class FrameHub<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  typealias Frame = LiveFrame<ID, Vector>
  typealias Waiting = CheckedContinuation<Frame?, Never>

  private struct Consumer {
    var grid: Grid
    /// The version of the state that the consumer has seen.
    var seen: UInt64 = 0
    var waiting: Waiting?
  }

  /// The continuation of a consumer's wait.
  private enum NextStep { case end, delivery, change }

  private struct State {
    var consumers: [Int: Consumer] = [:]
    var nextID = 0
    /// The version of the state at the last delivery.
    var version: UInt64 = 0
    var isFinished = false
    /// The last frame, and the consumers that have not received it yet.
    var last: Frame?
    var unseen: Set<Int> = []

    /// Returns the last frame if the consumer has not received it yet.
    mutating func takeLast(_ id: Int) -> Frame? {
      guard unseen.remove(id) != nil else { return nil }
      defer { if unseen.isEmpty { last = nil } }
      return last
    }
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: makes the simulation call `deliver` soon.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  // MARK: Consumers

  func add(interval: Int64) -> Int {
    let id = state.withLock { state in
      state.nextID += 1
      if !state.isFinished {
        state.consumers[state.nextID] = Consumer(grid: Grid(interval: interval))
      }
      return state.nextID
    }
    wake()
    return id
  }

  /// Removes a consumer; its wait ends with nil.
  func remove(_ id: Int) {
    let waiting = state.withLock { state in
      _ = state.takeLast(id)
      return state.consumers.removeValue(forKey: id)?.waiting
    }
    waiting?.resume(returning: nil)
  }

  /// Waits for a frame. The result is nil for a consumer that has been removed or has received the
  /// last frame.
  func wait(_ id: Int, _ continuation: Waiting) {
    var (older, last): (Waiting?, Frame?)
    let next: NextStep = state.withLock { state in
      guard var consumer = state.consumers[id] else {
        last = state.takeLast(id)
        return .end
      }
      older = consumer.waiting
      consumer.waiting = continuation
      state.consumers[id] = consumer
      return consumer.seen < state.version ? .delivery : .change
    }
    // Two concurrent waits are a bug of the caller, but must not hang.
    older?.resume(returning: nil)
    switch next {
    case .end: continuation.resume(returning: last)
    case .delivery: wake()
    case .change: break
    }
  }

  // MARK: The simulation

  /// The number of consumers.
  var count: Int { state.withLock { $0.consumers.count } }

  /// Delivers the frame to the consumers that wait for it and whose interval has passed. Returns
  /// the time at which the next consumer is due; nil if none waits.
  func deliver(version: UInt64, _ frame: () -> Frame) -> Instant? {
    let now = Instant.now
    var ready: [Waiting] = []
    let next: Instant? = state.withLock { state in
      state.version = version
      var next: Instant?
      for (id, consumer) in state.consumers {
        guard let waiting = consumer.waiting, consumer.seen < version else { continue }
        // Ticks and frames of the same rate may differ slightly in time. A timer for that
        // difference would wake the thread twice per frame.
        if consumer.grid.isDue(now, early: consumer.grid.interval / 4) {
          state.consumers[id]!.waiting = nil
          state.consumers[id]!.seen = version
          state.consumers[id]!.grid.advance(now)
          ready.append(waiting)
        } else {
          next = .earlier(next, consumer.grid.next)
        }
      }
      return next
    }
    guard !ready.isEmpty else { return next }
    let made = frame()
    for waiting in ready { waiting.resume(returning: made) }
    return next
  }

  /// Ends the sequences of all consumers. Those that have not received the last frame get it first.
  func finish(version: UInt64 = 0, last: Frame? = nil) {
    var ends: [(Waiting, Frame?)] = []
    state.withLock { state in
      state.isFinished = true
      for (id, consumer) in state.consumers {
        let missed = consumer.seen < version ? last : nil
        if let waiting = consumer.waiting {
          ends.append((waiting, missed))
        } else if missed != nil {
          state.unseen.insert(id)
        }
      }
      if !state.unseen.isEmpty { state.last = last }
      state.consumers = [:]
    }
    for (continuation, frame) in ends { continuation.resume(returning: frame) }
  }
}

/// The listeners to events.
final class EventHub<ID: Hashable & Sendable>: Sendable {
  private typealias Continuation = AsyncStream<LiveEvent<ID>>.Continuation

  private struct State {
    var listeners: [Int: Continuation] = [:]
    var nextID = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  /// Returns the events from now on. A slow listener loses the oldest events beyond `capacity`.
  func stream(capacity: Int) -> AsyncStream<LiveEvent<ID>> {
    let (stream, continuation) = AsyncStream<LiveEvent<ID>>.makeStream(
      bufferingPolicy: .bufferingNewest(capacity))
    let id: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.nextID += 1
      state.listeners[state.nextID] = continuation
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[id] = nil }
    }
    return stream
  }

  func send(_ event: LiveEvent<ID>) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(event) }
  }

  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
