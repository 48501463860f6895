import CZlib
import FileWriting

/// A destination of bytes.
protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8]) throws(GraphFileError)
  /// Finishes the output; nothing may be written afterwards.
  func finish() throws(GraphFileError)
}

final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func finish() {}
}

/// A sink that writes a file atomically.
final class FileSink: ByteSink {
  private let path: String
  private let file: WholeFile

  init(path: String) throws(GraphFileError) {
    self.path = path
    do { file = try WholeFile(path: path) } catch { throw GraphFileError(file: path, error) }
  }

  func write(_ bytes: [UInt8]) throws(GraphFileError) {
    do { try file.write(bytes) } catch { throw GraphFileError(file: path, error) }
  }

  func finish() throws(GraphFileError) {
    do { try file.finish() } catch { throw GraphFileError(file: path, error) }
  }
}

/// A sink that writes to an open file descriptor, which it does not close.
final class DescriptorSink: ByteSink {
  private let descriptor: Int32
  private let name: String

  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func write(_ bytes: [UInt8]) throws(GraphFileError) {
    let code = bytes.withUnsafeBytes { Descriptor.write($0, to: descriptor) }
    if code != 0 {
      throw GraphFileError(file: name, problem: .unwritable(Descriptor.words(code)))
    }
  }

  func finish() {}
}

/// A sink that discards the bytes.
final class EmptySink: ByteSink {
  func write(_ bytes: [UInt8]) {}
  func finish() {}
}

extension GraphFileError {
  fileprivate init(file: String, _ failure: WriteFailure) {
    self.init(file: file, problem: .unwritable(failure.reason))
  }
}

/// A sink that compresses with gzip. The output is deterministic: the header has no time.
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

/// Buffers text and passes it on in chunks.
final class TextOutput {
  private let sink: any ByteSink
  private let name: String
  private let maximumBytes: Int
  private let control: RunControl
  private var byteCount = 0
  private var buffer: [UInt8] = []

  init(
    _ sink: any ByteSink, name: String, maximumBytes: Int = .max,
    control: RunControl = RunControl()
  ) {
    self.control = control
    self.sink = sink
    self.name = name
    self.maximumBytes = maximumBytes
  }

  func write(_ text: String) throws(GraphFileError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 18 { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(GraphFileError) {
    buffer.append(contentsOf: bytes)
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
    if control.mustEnd { throw GraphFileError(file: name, problem: .cancelled) }
    byteCount += buffer.count
    if byteCount > maximumBytes {
      throw GraphFileError(
        file: name,
        problem: .tooLong(maximum: maximumBytes))
    }
    try sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  func finish() throws(GraphFileError) {
    try flush()
    try sink.finish()
  }
}

extension FileSink {
  /// Returns a sink for a file, which is compressed if its name ends in `.gz`.
  static func compressing(path: String) throws(GraphFileError) -> any ByteSink {
    let file = try FileSink(path: path)
    return path.lowercased().hasSuffix(".gz") ? try GzipSink(file) : file
  }
}
