import NIOCore
import Synchronization

/// The connections that are open: newcomers, who have not shown the secret yet, and guests, who have.
///
/// Each have room of their own, so that who has no secret cannot crowd out who has. Of too many
/// newcomers the one that has been there for longest is closed: one that shows the secret at once has
/// done so before as many others come.
final class Connections: Sendable {
  private struct State {
    var newcomers: [ObjectIdentifier: (number: UInt64, channel: any Channel)] = [:]
    var guests: [ObjectIdentifier: any Channel] = [:]
    var last: UInt64 = 0
  }

  /// At most so many newcomers, and so many guests.
  private let newcomerLimit: Int
  private let guestLimit: Int
  /// Those of sockets, which end a little later than their connections.
  let tasks = TaskCount()
  private let state = Mutex(State())

  init(newcomers: Int, guests: Int) { (newcomerLimit, guestLimit) = (newcomers, guests) }

  var count: Int { state.withLock { $0.newcomers.count + $0.guests.count } }

  /// Takes a newcomer, until it is closed.
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

  /// Makes a newcomer that has shown the secret a guest. False when there are as many as may be.
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

  /// Closes all; those that still write get a second for it. What viewers have asked for is done
  /// then, or given up: nobody uses the event loop any more.
  func close() async {
    for _ in 0..<100 where count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
    let open = state.withLock { state in
      Array(state.guests.values) + state.newcomers.values.map(\.channel)
    }
    for channel in open { try? await channel.close() }
    for _ in 0..<500 where tasks.count > 0 { try? await Task.sleep(for: .milliseconds(10)) }
  }
}
