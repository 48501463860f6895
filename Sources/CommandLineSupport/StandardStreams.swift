import FileWriting
import Foundation

/// The stream of a program's result, and the only way to it.
package enum StandardOutput {
  /// The name of the stream in messages.
  package static let name = "standard output"

  /// True when people see the result as it comes, on a terminal that obeys what is in it.
  package static let isTerminal = isatty(STDOUT_FILENO) != 0

  /// Writes text of one line or several, as terminals may show it.
  package static func printText(_ text: String) throws(Failure) {
    try put(Array((Style.forStandardOutput.printed(text) + "\n").utf8))
  }

  /// Writes the bytes of a file. A terminal gets them as text in which all that it would obey is
  /// visible; a file or a pipe gets them as they are.
  package static func write(_ bytes: [UInt8]) throws(Failure) {
    try put(isTerminal ? bytes.visibleText : bytes)
  }

  private static func put(_ bytes: [UInt8]) throws(Failure) {
    let code = bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) }
    if code != 0 {
      throw .cannotCreate("\(name): cannot be written: \(Descriptor.words(code))")
    }
  }
}

/// Messages and progress. A message that cannot be written is lost; nothing else changes.
package enum StandardError {
  package static func write(_ text: String) {
    // A reader that has gone must not end the program: the signal is held back and taken away.
    var pipe = sigset_t()
    var old = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &old)
    let code = Array(text.utf8).withUnsafeBytes { Descriptor.write($0, to: STDERR_FILENO) }
    if code == EPIPE, sigismember(&old, SIGPIPE) == 0 {
      var pending = sigset_t()
      sigpending(&pending)
      var number: Int32 = 0
      if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &number) }
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}

/// Prints a line on standard error.
package func warn(_ text: String) {
  StandardError.write(text.visible + "\n")
}

/// The three standard streams.
package enum StandardStreams {
  /// Opens those that are closed, so that no file of the program takes their place. They can be
  /// used for nothing: reading and writing fail as they do when closed.
  package static func occupyClosed() {
    for (stream, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is this one, as those before are in use.
      _ = open("/dev/null", flags)
    }
  }
}
