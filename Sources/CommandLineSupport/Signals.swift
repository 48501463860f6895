import FileWriting
import Foundation

/// Signals that end the program. Its temporary files go with it.
package enum Signals {
  /// Removes temporary files at TERM, HUP and QUIT. Beyond a limit of file size, writing fails from
  /// now on and does not end the program.
  package static func install() {
    TemporaryFiles.prepare()
    for number in [SIGTERM, SIGHUP, SIGQUIT] { install(number) }
    // Ctrl-C ends a program that has nothing to save, whoever started it.
    unblock(SIGINT)
    signal(SIGXFSZ) { _ in }
  }

  /// Removes temporary files at a signal too. A signal that is ignored or caught stays so.
  package static func install(_ number: Int32) {
    let old = signal(number, removeFilesAndEnd)
    if unsafeBitCast(old, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) {
      signal(number, old)
      return
    }
    unblock(number)
  }

  /// True for what `signal` returns where the signal was ignored.
  static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// A process started from a thread that blocks the signal begins with it blocked.
  static func unblock(_ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// A signal handler: removes the files and ends the process as the signal would have done.
func removeFilesAndEnd(_ number: Int32) {
  TemporaryFiles.removeAll()
  signal(number, SIG_DFL)
  raise(number)
}
