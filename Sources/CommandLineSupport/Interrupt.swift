import FileWriting
import Foundation
import Synchronization

/// Ctrl-C, as a request to stop after the current tick. A second one ends the process at once.
package enum Interrupt {
  private static let requested = Atomic<Bool>(false)

  package static var isRequested: Bool { requested.load(ordering: .relaxed) }

  package static func install() {
    // Touches the flag, so that it is there before a signal handler, which may do next to nothing,
    // asks for it.
    requested.store(false, ordering: .relaxed)
    TemporaryFiles.prepare()
    signal(SIGINT) { _ in
      Interrupt.requested.store(true, ordering: .relaxed)
      signal(SIGINT, removeFilesAndEnd)
    }
    Signals.unblock(SIGINT)
  }
}
