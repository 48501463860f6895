import Foundation

/// A file that a program is told to write. It is written whole or not at all, in the place of what
/// was there.
package struct OutputFile: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Throws if the file cannot be written, so that a wrong path is known before the work is done.
  /// Leaves nothing behind.
  package func check() throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw failure("it is a folder") }
      guard access(path, W_OK) == 0 else { throw failure(Self.words(errno)) }
      if status.st_mode & S_IFMT != S_IFREG { return }
    } else if errno != ENOENT {
      throw failure(Self.words(errno))
    }
    let folder = path.contains("/") ? URL(filePath: path).deletingLastPathComponent().path : "."
    guard stat(folder, &status) == 0 else { throw failure("there is no folder \(folder)") }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw failure("folder \(folder): \(Self.words(errno))")
    }
  }

  package func write(_ text: String) throws(Failure) {
    try write(Data(text.utf8))
  }

  package func write(_ bytes: Data) throws(Failure) {
    do {
      if isSpecial {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: bytes)
        try file.close()
      } else {
        try bytes.write(to: URL(filePath: path), options: .atomic)
      }
    } catch {
      throw failure(Self.reason(error))
    }
  }

  /// Pipes and devices are written to directly: another file beside them cannot take their place.
  private var isSpecial: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private func failure(_ reason: String) -> Failure {
    .cannotCreate("\(path): cannot be written: \(reason)")
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The system's words where there are any.
  package static func reason(_ error: any Error) -> String {
    let underlying =
      (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    return underlying.domain == NSPOSIXErrorDomain
      ? words(Int32(underlying.code)) : error.localizedDescription
  }
}
