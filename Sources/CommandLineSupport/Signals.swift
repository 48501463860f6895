import FileWriting

/// Handling of signals that end the program: its temporary files are removed.
package enum Signals {
  /// Removes temporary files on TERM, HUP and QUIT. Writing beyond the limit of file size fails
  /// from now on, instead of ending the program.
  package static func install() {
    TemporaryFiles.prepare()
    for number in [SIGTERM, SIGHUP, SIGQUIT] { install(number) }
    // Ctrl-C must end a program that has nothing to save, even if its parent blocked the signal.
    unblock(SIGINT)
    signal(SIGXFSZ) { _ in }
  }

  /// Removes temporary files on another signal, too. A signal that is ignored or caught is left
  /// unchanged.
  package static func install(_ number: Int32) {
    let old = signal(number, removeFilesAndEnd)
    if unsafeBitCast(old, to: Int.self) != unsafeBitCast(SIG_DFL, to: Int.self) {
      signal(number, old)
      return
    }
    unblock(number)
  }

  /// Returns true if a value returned by `signal` means that the signal was ignored.
  static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Unblocks a signal, since a process inherits the blocked signals of the thread that started it.
  static func unblock(_ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}

/// A signal handler that removes the files and ends the process as the signal would have done.
func removeFilesAndEnd(_ number: Int32) {
  TemporaryFiles.removeAll()
  signal(number, SIG_DFL)
  raise(number)
}
