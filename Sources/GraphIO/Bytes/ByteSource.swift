import FileWriting

/// A source of bytes, read in chunks.
protocol ByteSource: AnyObject {
  /// The total number of bytes; nil if it is unknown.
  var length: Int? { get }
  /// Fills the buffer from its start and returns the number of bytes; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int
}

extension ByteSource {
  var length: Int? { nil }
}

/// A source of bytes in memory.
final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var length: Int? { bytes.count }

  func read(into buffer: inout [UInt8]) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.replaceSubrange(0..<count, with: bytes[position..<(position + count)])
    position += count
    return count
  }
}

/// A source of the bytes of a file, a pipe, or standard input.
final class FileSource: ByteSource {
  private let descriptor: Int32
  private let closesAtEnd: Bool
  private let name: String

  init(path: String) throws(GraphFileError) {
    name = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    closesAtEnd = true
    if descriptor < 0 {
      throw GraphFileError(file: path, problem: .unreadable(String(cString: strerror(errno))))
    }
  }

  /// Reads from an open file descriptor, which is not closed.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    closesAtEnd = false
  }

  deinit { if closesAtEnd { close(descriptor) } }

  /// The number of remaining bytes of a regular file; nil for pseudo-files, whose size is 0.
  var length: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0
    else { return nil }
    return Int(status.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        systemRead(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      throw GraphFileError(file: name, problem: .unreadable(String(cString: strerror(errno))))
    }
  }
}

// A method named `read` hides the function.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}

/// A source that returns the bytes that were read ahead to guess the format, then the rest.
final class PrefixedSource: ByteSource {
  private var prefix: [UInt8]
  private var position = 0
  private let rest: any ByteSource

  init(prefix: [UInt8], rest: any ByteSource) {
    self.prefix = prefix
    self.rest = rest
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    guard position < prefix.count else { return try rest.read(into: &buffer) }
    let count = min(buffer.count, prefix.count - position)
    buffer.replaceSubrange(0..<count, with: prefix[position..<(position + count)])
    position += count
    return count
  }
}

/// A source that counts bytes, and throws at the limit or when the caller cancels.
final class LimitedSource: ByteSource {
  private let source: any ByteSource
  private let name: String
  private let maximum: Int
  private let watch: ReadWatch
  private let memoryShortage: (() -> String?)?
  private var total = 0
  /// The byte count at which memory is checked again, as the check is expensive.
  private var nextLook = 1 << 20

  init(
    _ source: any ByteSource, name: String, maximum: Int, watch: ReadWatch,
    memoryShortage: (() -> String?)?
  ) {
    self.watch = watch
    self.source = source
    self.name = name
    self.maximum = maximum
    self.memoryShortage = memoryShortage
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    try watch.check()
    let count = try source.read(into: &buffer)
    total += count
    if total > maximum {
      throw GraphFileError(file: name, problem: .limit(of: "bytes", maximum: maximum))
    }
    if total >= nextLook, let memoryShortage {
      nextLook = total + 1 << 21
      if let shortage = memoryShortage() {
        throw GraphFileError(file: name, problem: .memory(shortage))
      }
    }
    return count
  }
}

/// A source that converts classic Mac line ends, which some spreadsheets still write: a carriage
/// return, with or without a newline after it, becomes a newline.
final class OldLinesSource: ByteSource {
  private let source: any ByteSource
  private var followsReturn = false

  init(_ source: any ByteSource) { self.source = source }

  /// Returns true if a file that is not a NumPy array begins with more carriage returns than
  /// newlines, not counting those in quotes.
  static func isNeeded(for prefix: [UInt8]) -> Bool {
    if prefix.starts(with: NumPyFile.magic) { return false }
    var returns = 0
    var newlines = 0
    var previous: UInt8 = 0
    var isQuoted = false
    // The last carriage return may be the first half of a CRLF.
    for byte in prefix {
      if previous == .carriageReturn, byte != .newline { returns += 1 }
      if byte == .quote { isQuoted.toggle() }
      if byte == .newline, !isQuoted { newlines += 1 }
      previous = isQuoted ? 0 : byte
    }
    return returns > newlines
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    while true {
      let count = try source.read(into: &buffer)
      var end = 0
      for index in 0..<count {
        let byte = buffer[index]
        if byte != .newline || !followsReturn {
          buffer[end] = byte == .carriageReturn ? .newline : byte
          end += 1
        }
        followsReturn = byte == .carriageReturn
      }
      // An empty result is not the end of the source.
      if end > 0 || count == 0 { return end }
    }
  }
}

extension ByteSource {
  /// Reads the first `count` bytes, or all if there are fewer.
  func prefix(_ count: Int) throws(GraphFileError) -> [UInt8] {
    var prefix: [UInt8] = []
    while prefix.count < count {
      var piece = [UInt8](repeating: 0, count: count - prefix.count)
      let found = try read(into: &piece)
      if found == 0 { break }
      prefix += piece[..<found]
    }
    return prefix
  }
}

extension URL {
  /// The path of a file URL.
  var filePath: String {
    get throws(GraphFileError) {
      if isFileURL { return path }
      throw GraphFileError(
        file: absoluteString, problem: .unreadable("this is not the URL of a file"))
    }
  }
}
