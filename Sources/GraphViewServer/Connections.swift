import NIOCore
import Synchronization

/// The open connections: newcomers, which have not presented the secret yet, and guests, which
/// have.
///
/// Both kinds have separate limits, so that connections without the secret cannot crowd out those
/// with it. If there are too many newcomers, the oldest is closed; a client that presents the
/// secret at once is admitted before that happens.
final class Connections: Sendable {
  private struct State {
    var newcomers: [ObjectIdentifier: (number: UInt64, channel: any Channel)] = [:]
    var guests: [ObjectIdentifier: any Channel] = [:]
    var last: UInt64 = 0
  }

  /// The maximum numbers of newcomers and of guests.
  private let newcomerLimit: Int
  private let guestLimit: Int
  /// Counts the tasks of sockets, which end slightly later than their connections.
  let tasks = TaskCount()
  private let state = Mutex(State())

  init(newcomers: Int, guests: Int) { (newcomerLimit, guestLimit) = (newcomers, guests) }

  var count: Int { state.withLock { $0.newcomers.count + $0.guests.count } }

  /// Adds a newcomer, until it is closed.
  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let oldest = state.withLock { state -> (any Channel)? in
      state.last += 1
      state.newcomers[id] = (state.last, channel)
      guard state.newcomers.count > newcomerLimit else { return nil }
      let oldest = state.newcomers.min { $0.value.number < $1.value.number }
      return oldest.flatMap { state.newcomers.removeValue(forKey: $0.key) }?.channel
    }
    oldest?.close(promise: nil)
    channel.closeFuture.whenComplete { [weak self] _ in
      self?.state.withLock { state in
        state.newcomers[id] = nil
        state.guests[id] = nil
      }
    }
  }

  /// Makes a newcomer that has presented the secret a guest. Returns false if there are too many
  /// guests.
  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    return state.withLock { state in
      if state.guests[id] != nil { return true }
      guard state.guests.count < guestLimit else { return false }
      state.newcomers[id] = nil
      state.guests[id] = channel
      return true
    }
  }

  /// Closes all connections; pending writes get one second. On return, all commands of viewers are
  /// finished or abandoned, so nothing uses the event loop.
  func close() async {
    for _ in 0..<100 where count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
    let open = state.withLock { state in
      Array(state.guests.values) + state.newcomers.values.map(\.channel)
    }
    for channel in open { try? await channel.close() }
    for _ in 0..<500 where tasks.count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
