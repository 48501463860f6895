import FileWriting
import Synchronization

/// The signals that ask a program to end (INT of Ctrl-C, TERM and HUP). The first one is a request
/// to stop after the current tick and to write the results so far. A second one ends the process at
/// once.
package enum Interrupt {
  /// The number of the first signal; 0 if there was none.
  private static let signalNumber = Atomic<Int32>(0)
  /// The time of the first signal, in nanoseconds.
  private static let time = Atomic<UInt64>(0)
  /// The time in nanoseconds after the first signal in which others count as the same request: a
  /// terminal sends HUP twice when it closes, and `timeout` sends its signal twice.
  private static let sameRequest: UInt64 = 250_000_000

  package static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// The exit code after a requested stop, as a shell reports it for a program ended by the signal:
  /// 130 for INT, 143 for TERM, 129 for HUP.
  package static var exitCode: Int32 {
    let number = signalNumber.load(ordering: .relaxed)
    return 128 + (number == 0 ? SIGINT : number)
  }

  /// The name of the signal for messages.
  package static var name: String {
    switch signalNumber.load(ordering: .relaxed) {
    case SIGTERM: "the signal TERM"
    case SIGHUP: "the signal HUP"
    default: "Ctrl-C"
    }
  }

  /// Starts to catch these signals. TERM and HUP stay ignored if they are, as with `nohup`.
  package static func install() {
    // The statics that the handler uses are initialised now, as a signal handler may do next to
    // nothing.
    signalNumber.store(0, ordering: .relaxed)
    time.store(now(), ordering: .relaxed)
    TemporaryFiles.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let old = signal(number) { Interrupt.take($0) }
      if number != SIGINT, Signals.isIgnored(old) {
        signal(number, old)
      } else {
        Signals.unblock(number)
      }
    }
  }

  /// Handles a signal: records the first one; a later one ends the process.
  private static func take(_ number: Int32) {
    let now = now()
    if signalNumber.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged {
      time.store(now, ordering: .relaxed)
    } else if now &- time.load(ordering: .relaxed) > sameRequest {
      removeFilesAndEnd(number)
    }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
