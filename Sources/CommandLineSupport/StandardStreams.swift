import FileWriting

/// Standard output, for the result of a program. All results are written through it.
package enum StandardOutput {
  /// The name of the stream in messages.
  package static let name = "standard output"

  /// True if standard output is a terminal, which interprets control characters.
  package static let isTerminal = isatty(STDOUT_FILENO) != 0

  /// Writes one or more lines of text, escaped for terminals.
  package static func printText(_ text: String) throws(Failure) {
    try put(Array((Style.forStandardOutput.printed(text) + "\n").utf8))
  }

  /// Writes the bytes of a file. For a terminal, control characters are escaped; a file or a pipe
  /// gets the bytes unchanged.
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

/// Standard error, for messages and progress. A message that cannot be written is dropped without
/// other effects.
package enum StandardError {
  package static func write(_ text: String) {
    // SIGPIPE is blocked and consumed, as a closed reader must not end the program.
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

  /// Writes in a handler of signals, which may not allocate.
  static func writeAtOnce(_ bytes: UnsafeRawBufferPointer) {
    _ = Descriptor.write(bytes, to: STDERR_FILENO)
  }
}

/// Prints a line on standard error.
package func warn(_ text: String) {
  StandardError.write(text.visible + "\n")
}

/// The three standard streams.
package enum StandardStreams {
  /// Opens standard streams that are closed, so that no file of the program gets one of their file
  /// descriptors. Reading and writing still fail.
  package static func occupyClosed() {
    for (stream, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one, as lower ones are in use.
      _ = open("/dev/null", flags)
    }
  }
}
