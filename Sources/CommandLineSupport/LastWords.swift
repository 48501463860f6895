import FileWriting
import Synchronization

/// What a program says on standard error when INT, TERM or HUP end it: for work that cannot stop by
/// itself, as when it waits for processes that are gone.
package enum LastWords {
  /// The address of the text, and that of the one before, which a handler may still be writing; 0
  /// for none.
  private static let text = Atomic<UInt>(0), old = Atomic<UInt>(0)

  /// Sets the text, a whole line. From now on these signals write it, remove temporary files, and
  /// end the process.
  package static func set(_ line: String) {
    TemporaryFiles.prepare()
    let new = UInt(bitPattern: strdup(line.visible + "\n"))
    let before = text.exchange(new, ordering: .acquiringAndReleasing)
    free(pointer(old.exchange(before, ordering: .acquiringAndReleasing)))
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { LastWords.sayAndEnd($0) }
      Signals.unblock(number)
    }
  }

  /// Ends the process by these signals as without a text.
  package static func forget() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, removeFilesAndEnd) }
  }

  private static func pointer(_ address: UInt) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: address)
  }

  /// A signal handler, which may do next to nothing.
  private static func sayAndEnd(_ number: Int32) {
    if let text = pointer(text.exchange(0, ordering: .acquiringAndReleasing)) {
      StandardError.writeAtOnce(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
    removeFilesAndEnd(number)
  }
}
