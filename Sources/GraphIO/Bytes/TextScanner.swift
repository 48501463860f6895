/// Scans text byte by byte and tracks the location. It holds one chunk of the source at a time.
struct TextScanner {
  let name: String
  let limits: ReadLimits
  let budget: ReadBudget
  private let source: any ByteSource
  private var buffer: [UInt8]
  private var position = 0
  private var end = 0
  private var line = 1
  /// The numbers of bytes before the buffer, and before the current line.
  private var bufferOffset = 0
  private var lineOffset = 0

  init(
    _ source: any ByteSource, name: String, limits: ReadLimits, budget: ReadBudget? = nil,
    pieceSize: Int = 1 << 18
  ) throws(GraphFileError) {
    self.budget = budget ?? ReadBudget(limits)
    self.source = source
    self.name = name
    self.limits = limits
    buffer = [UInt8](repeating: 0, count: max(4, pieceSize))
    try skipByteOrderMark()
  }

  /// The location of the next byte.
  var location: FileLocation {
    FileLocation(line: line, column: bufferOffset + position - lineOffset + 1)
  }

  /// Returns the next byte without consuming it; nil at the end.
  @inline(__always)
  mutating func peek() throws(GraphFileError) -> UInt8? {
    if position == end, try !fill() { return nil }
    return buffer[position]
  }

  /// Returns the byte after the next one; nil if there is none.
  mutating func peekSecond() throws(GraphFileError) -> UInt8? {
    if position + 1 >= end, try !fill() || position + 1 >= end { return nil }
    return buffer[position + 1]
  }

  /// Consumes a byte that `peek` returned.
  @inline(__always)
  mutating func advance() {
    if buffer[position] == .newline {
      line += 1
      lineOffset = bufferOffset + position + 1
    }
    position += 1
  }

  /// Refills the buffer, keeping its unread bytes. Returns false if nothing could be added.
  private mutating func fill() throws(GraphFileError) -> Bool {
    let rest = end - position
    bufferOffset += position
    if rest == 0 {
      position = 0
      end = try source.read(into: &buffer)
      budget.bytesRead += end
      return end > 0
    }
    for index in 0..<rest { buffer[index] = buffer[position + index] }
    position = 0
    end = rest
    var piece = [UInt8](repeating: 0, count: buffer.count - rest)
    let count = try source.read(into: &piece)
    buffer.replaceSubrange(rest..<(rest + count), with: piece[..<count])
    end += count
    budget.bytesRead += count
    return count > 0
  }

  /// Skips the byte order mark EF BB BF, with which some editors begin UTF-8 files. UTF-16 is
  /// rejected.
  private mutating func skipByteOrderMark() throws(GraphFileError) {
    let start = location
    guard let first = try peek() else { return }
    let second = try peekSecond()
    if (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF) {
      throw unexpected("UTF-16 text", expected: "UTF-8", at: start)
    }
    guard first == 0xEF, second == 0xBB else { return }
    position += 2
    if try peek() == 0xBF {
      position += 1
      lineOffset = bufferOffset + position
    } else {
      throw unexpected("bytes that are not UTF-8", expected: "UTF-8", at: start)
    }
  }

  // MARK: Errors

  func unexpected(
    _ found: String, expected: String, at place: FileLocation? = nil
  ) -> GraphFileError {
    GraphFileError(
      file: name, location: place ?? location,
      problem: .unexpected(found: found, expected: expected))
  }

  func limit(of what: String, maximum: Int, at place: FileLocation? = nil) -> GraphFileError {
    GraphFileError(
      file: name, location: place ?? location, problem: .limit(of: what, maximum: maximum))
  }

  /// Returns the error for the word that begins at the current location.
  mutating func unexpectedNext(expected: String) throws(GraphFileError) -> GraphFileError {
    let start = location
    guard let first = try peek() else {
      return unexpected("the end of the file", expected: expected, at: start)
    }
    if first == .newline || first == .carriageReturn {
      return unexpected("the end of the line", expected: expected, at: start)
    }
    var word: [UInt8] = []
    while word.count < 41, let byte = try peek(), !byte.isBlankOrNewline {
      // A word ends at a delimiter, unless it is the delimiter itself.
      if !word.isEmpty, [UInt8](",;:{}[]()<>=\"'".utf8).contains(byte) { break }
      word.append(byte)
      advance()
      if word.count == 1, !(first.isLetter || first.isDigit || first >= 0x80 || first == 0x2D) {
        break
      }
    }
    return unexpected(word.isEmpty ? "a blank" : shown(word), expected: expected, at: start)
  }

  // MARK: Text

  /// Decodes bytes as text. `place` is the location where they begin.
  func string(
    _ bytes: some Collection<UInt8>, at place: FileLocation
  ) throws(GraphFileError) -> String {
    // Most text is ASCII, for which the check is much faster than for UTF-8.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var column = place.column
    var line = place.line
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    loop: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"):
        line += 1
        column = 1
      case .scalarValue(let scalar): column += UTF8.width(scalar)
      case .emptyInput, .error: break loop
      }
    }
    throw unexpected(
      "bytes that are not UTF-8", expected: "UTF-8 text",
      at: FileLocation(line: line, column: column))
  }

  /// Skips to the start of the next line. A bare carriage return in the skipped text is rejected,
  /// as it may be a line end, so that lines would be lost.
  mutating func skipLine() throws(GraphFileError) {
    var followsReturn = false
    while let byte = try peek() {
      if byte == .newline {
        advance()
        return
      }
      if followsReturn, !byte.isBlank {
        throw unexpected(
          "a carriage return within a line", expected: "one kind of line ends in the whole file")
      }
      followsReturn = byte == .carriageReturn || followsReturn && byte.isBlank
      advance()
    }
  }

  mutating func skipBlanks() throws(GraphFileError) {
    while let byte = try peek(), byte.isBlank { advance() }
  }

  mutating func skipBlanksAndNewlines() throws(GraphFileError) {
    while let byte = try peek(), byte.isBlankOrNewline { advance() }
  }

  /// Reads the bytes up to a blank or the end of the line into `word`, which is empty if there are
  /// none.
  mutating func readWord(into word: inout [UInt8]) throws(GraphFileError) {
    word.removeAll(keepingCapacity: true)
    while let byte = try peek(), !byte.isBlankOrNewline {
      if word.count >= limits.textLength {
        throw limit(of: "bytes in one word", maximum: limits.textLength)
      }
      word.append(byte)
      advance()
    }
  }

  /// Appends the bytes up to a separator or the end of the line to `bytes`. With nil, blanks
  /// separate. Stops when `bytes` exceeds `limits.textLength` by one.
  mutating func readCell(
    separator: UInt8?, into bytes: inout [UInt8]
  ) throws(GraphFileError) {
    while try peek() != nil {
      let begin = position
      let last = min(end, begin + limits.textLength - bytes.count)
      // No line end is crossed, so the location follows from the position.
      if let separator {
        while position < last, buffer[position] != .newline, buffer[position] != separator {
          position += 1
        }
      } else {
        while position < last, !buffer[position].isBlankOrNewline { position += 1 }
      }
      bytes += buffer[begin..<position]
      if position == end { continue }
      let next = buffer[position]
      let isEnd = next == .newline || (separator.map { next == $0 } ?? next.isBlank)
      if !isEnd { bytes.append(next) }
      return
    }
  }
}
