import CZlib

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The bytes of a file, uncompressed on the way if it is a gzip file. zlib looks at the first
/// bytes, not at the name.
final class GzipFile: ByteSource {
  private let path: String
  private let file: gzFile
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var position = 0
  private var end = 0

  init(path: String) throws(EdgeListError) {
    // zlib sets no errno when it runs out of memory itself.
    errno = ENOMEM
    guard let file = gzopen(path, "rb") else {
      throw Self.error(path, .unreadable(String(cString: strerror(errno))))
    }
    self.path = path
    self.file = file
  }

  deinit { gzclose(file) }

  func next() throws(EdgeListError) -> UInt8? {
    if position == end {
      try fill()
      if position == end { return nil }
    }
    defer { position += 1 }
    return buffer[position]
  }

  private func fill() throws(EdgeListError) {
    let count = gzread(file, &buffer, UInt32(buffer.count))
    let reason = errno
    var status: Int32 = Z_OK
    let message = gzerror(file, &status)
    position = 0
    end = max(0, Int(count))
    // A file that ends too early gives what there is and Z_BUF_ERROR at its end.
    if count > 0 || status == Z_OK || status == Z_STREAM_END { return }
    if status == Z_ERRNO {
      throw Self.error(path, .unreadable(String(cString: strerror(reason))))
    }
    let text = message.map { String(cString: $0) } ?? "zlib status \(status)"
    throw Self.error(
      path, .damaged(text.hasPrefix("\(path): ") ? String(text.dropFirst(path.count + 2)) : text))
  }

  private static func error(_ path: String, _ reason: EdgeListError.Reason) -> EdgeListError {
    EdgeListError(path: path, line: 0, column: 0, reason: reason)
  }
}
