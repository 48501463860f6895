import FileWriting

/// An output file. It is written atomically, and replaces an existing file.
package struct OutputFile: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// True for a terminal device such as /dev/tty, which interprets what is written to it.
  package var isTerminal: Bool {
    // A pipe must not be opened for a check, as closing it would signal the end to its reader.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    let descriptor = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isatty(descriptor) != 0
  }

  /// Throws if the file cannot be written, so that a wrong path is detected before the work. It
  /// leaves nothing behind.
  package func check() throws(Failure) {
    do { try OutputPlace(path).check() } catch { throw failure(error) }
  }

  /// Throws if the file is also an input of the program.
  ///
  /// - Parameter reason: the reason why its present content would be lost, for the message.
  package func check(differsFrom input: String, reason: String) throws(Failure) {
    guard let identity = FileIdentity(path: path), identity == FileIdentity(path: input) else {
      return
    }
    throw .replaced(path, by: reason)
  }

  package func write(_ text: String) throws(Failure) {
    try write(Array(text.utf8))
  }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    Signals.install(SIGINT)
    do {
      let bytes = isTerminal ? bytes.visibleText : bytes
      let file = try WholeFile(path: path)
      try file.write(bytes)
      try file.finish()
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: WriteFailure) -> Failure {
    .cannotCreate("\(path): cannot be written: \(error.reason)")
  }
}

extension Failure {
  /// Returns the failure for an output that would replace an input with loss of information.
  package static func replaced(_ name: String, by reason: String) -> Failure {
    .usage("\(name) is also an input, and \(reason); --force replaces it nevertheless.")
  }
}
