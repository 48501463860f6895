import CZlib
import Foundation

/// Takes bytes to somewhere.
protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(GraphFileError)
  /// Nothing comes after this.
  func finish() throws(GraphFileError)
}

final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func finish() {}
}

/// A file that is there as a whole or not at all: written beside its place and then moved there. What
/// is no ordinary file, such as a pipe, is written to directly.
final class FileSink: ByteSink {
  private let path: String
  private var descriptor: Int32
  /// Nil when writing directly, or when done.
  private var temporaryPath: String?
  private let ownsDescriptor: Bool

  init(path: String) throws(GraphFileError) {
    // What a link points to is replaced, not the link.
    let target = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let place = target ?? path
    self.path = place
    ownsDescriptor = true
    var status = stat()
    let exists = stat(place, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = open(place, O_WRONLY | O_CLOEXEC)
    } else {
      var template = Array("\(place).XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      if descriptor >= 0 {
        temporaryPath = template.withUnsafeBufferPointer {
          $0.baseAddress.map { String(cString: $0) }
        }
        // mkstemp lets nobody else read; take the rights of the old file, or the usual ones.
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~mask)
      }
    }
    if descriptor < 0 {
      throw GraphFileError(file: path, problem: .unwritable(String(cString: strerror(errno))))
    }
  }

  /// A descriptor that is open and stays so.
  init(descriptor: Int32, name: String) {
    path = name
    self.descriptor = descriptor
    ownsDescriptor = false
  }

  deinit {
    if ownsDescriptor, descriptor >= 0 { close(descriptor) }
    if let temporaryPath { unlink(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws(GraphFileError) {
    var begin = 0
    while begin < bytes.count {
      let descriptor = self.descriptor
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[begin...])
        #if canImport(Darwin)
        return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
        return Foundation.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure()
      }
      begin += count
    }
  }

  func finish() throws(GraphFileError) {
    guard ownsDescriptor else { return }
    // Otherwise a power cut could leave an empty file in the place of the old one.
    if temporaryPath != nil, fsync(descriptor) != 0 { throw failure() }
    let status = close(descriptor)
    descriptor = -1
    if status != 0 { throw failure() }
    if let from = temporaryPath {
      if rename(from, path) != 0 { throw failure() }
      temporaryPath = nil
    }
  }

  private func failure() -> GraphFileError {
    GraphFileError(file: path, problem: .unwritable(String(cString: strerror(errno))))
  }
}

/// Compresses on the way. The same bytes always give the same bytes: there is no time in the header.
final class GzipSink: ByteSink {
  private let sink: any ByteSink
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ sink: any ByteSink) throws(GraphFileError) {
    self.sink = sink
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = deflateInit2_(
      stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw GraphFileError(file: "gzip", problem: .unwritable("zlib does not start (\(status))"))
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  func write(_ bytes: [UInt8]) throws(GraphFileError) { try deflate(bytes, Z_NO_FLUSH) }

  func finish() throws(GraphFileError) {
    try deflate([], Z_FINISH)
    try sink.finish()
  }

  private func deflate(_ bytes: [UInt8], _ flush: Int32) throws(GraphFileError) {
    var output: [UInt8] = []
    var input = bytes
    let stream = stream
    input.withUnsafeMutableBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      repeat {
        let count = piece.withUnsafeMutableBufferPointer { piece in
          stream.pointee.next_out = piece.baseAddress
          stream.pointee.avail_out = UInt32(piece.count)
          _ = CZlib.deflate(stream, flush)
          return piece.count - Int(stream.pointee.avail_out)
        }
        output += piece[..<count]
      } while stream.pointee.avail_out == 0
      stream.pointee.next_in = nil
    }
    try sink.write(output)
  }
}

/// Collects text and hands it on in pieces.
final class TextOutput {
  private let sink: any ByteSink
  private let name: String
  private let maximumBytes: Int
  private var byteCount = 0
  private var buffer: [UInt8] = []

  init(_ sink: any ByteSink, name: String = "", maximumBytes: Int = .max) {
    self.sink = sink
    self.name = name
    self.maximumBytes = maximumBytes
  }

  func write(_ text: String) throws(GraphFileError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 18 { try flush() }
  }

  func write(_ number: Int) throws(GraphFileError) {
    if number >= 0, number < 10 {
      buffer.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      try write(number.description)
    }
  }

  private func flush() throws(GraphFileError) {
    byteCount += buffer.count
    if byteCount > maximumBytes {
      throw GraphFileError(
        file: name,
        problem: .unwritable("more than \(maximumBytes) bytes, which is the limit set for writing"))
    }
    try sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  func finish() throws(GraphFileError) {
    try flush()
    try sink.finish()
  }
}
