import Synchronization

/// Distributes events to listeners.
final class ViewEventHub<ID: Hashable & Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<GraphViewEvent<ID>>.Continuation] = [:]
    var last = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  func stream() -> AsyncStream<GraphViewEvent<ID>> {
    let (stream, continuation) = AsyncStream<GraphViewEvent<ID>>.makeStream(
      bufferingPolicy: .bufferingNewest(1024))
    let id: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.last += 1
      state.listeners[state.last] = continuation
      return state.last
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

  func send(_ event: GraphViewEvent<ID>) {
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
