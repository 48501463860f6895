import FileWriting
import Foundation
import Synchronization

/// The signals that ask a program to end (INT, of Ctrl-C, TERM and HUP), as a request to stop after
/// the current tick and to write what there is. A second one ends the process at once.
package enum Interrupt {
  /// The number of the first signal; 0 before there was one.
  private static let signalNumber = Atomic<Int32>(0)
  /// When it came, in nanoseconds.
  private static let time = Atomic<UInt64>(0)
  /// Signals that come so soon after the first are the same request: a terminal that closes sends
  /// HUP twice, and so does `timeout` with its signal. In nanoseconds.
  private static let sameRequest: UInt64 = 250_000_000

  package static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// The exit code of a program that has stopped as it was asked to, that of a shell for a program
  /// which the signal has ended: 130 for INT, 143 for TERM, 129 for HUP.
  package static var exitCode: Int32 {
    let number = signalNumber.load(ordering: .relaxed)
    return 128 + (number == 0 ? SIGINT : number)
  }

  /// What has stopped the program, for messages.
  package static var name: String {
    switch signalNumber.load(ordering: .relaxed) {
    case SIGTERM: "the signal TERM"
    case SIGHUP: "the signal HUP"
    default: "Ctrl-C"
    }
  }

  /// Begins to take these signals. TERM and HUP stay ignored where they are, as by `nohup`.
  package static func install() {
    // Touches what the handler uses, so that it is there before: a signal handler may do next to
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

  /// What the handler does: notes the first signal; a later one ends the process.
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
