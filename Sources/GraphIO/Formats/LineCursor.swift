/// A line of a language of diagrams, with the place of the next byte.
struct LineCursor {
  private let bytes: [UInt8]
  private let scanner: TextScanner
  private let line: Int
  private(set) var position = 0

  /// Reads the next line of a file, without its end; nil at the end of the file.
  init?(_ scanner: inout TextScanner) throws(GraphFileError) {
    guard try scanner.peek() != nil else { return nil }
    line = scanner.location.line
    var bytes: [UInt8] = []
    try scanner.readCell(separator: .newline, into: &bytes)
    while try scanner.peek().map({ $0 != .newline }) ?? false {
      guard bytes.count <= scanner.limits.textLength else {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
      try scanner.readCell(separator: .newline, into: &bytes)
    }
    if try scanner.peek() != nil { scanner.advance() }
    self.bytes = bytes
    self.scanner = scanner
  }

  var place: FileLocation { FileLocation(line: line, column: position + 1) }
  var isAtEnd: Bool { position == bytes.count }
  var rest: ArraySlice<UInt8> { bytes[position...] }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns the byte at a distance from the next one.
  func peek(_ distance: Int) -> UInt8? {
    let place = position + distance
    return bytes.indices.contains(place) ? bytes[place] : nil
  }

  mutating func advance(_ count: Int = 1) { position = min(bytes.count, position + count) }
  mutating func skipBlanks() { while next?.isBlank ?? false { position += 1 } }
  mutating func skipAll() { position = bytes.count }

  func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { rest.starts(with: $0) }
  }

  /// Consumes a text if it is next.
  mutating func take(_ text: StaticString) -> Bool {
    guard isNext(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Consumes a word if it is next and ends there, ignoring case.
  mutating func takeWord(_ word: StaticString) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, Array(bytes[position..<end]).isWord(word) else { return false }
    if end < bytes.count, bytes[end].isLetter || bytes[end].isDigit || bytes[end] == 0x5F {
      return false
    }
    position = end
    return true
  }

  /// Consumes bytes as long as they satisfy a condition.
  mutating func takeAll(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let begin = position
    while position < bytes.count, condition(bytes[position]) { position += 1 }
    return bytes[begin..<position]
  }

  /// Returns the distance to the first occurrence of a text; nil if there is none.
  func distance(to text: StaticString) -> Int? {
    let length = text.utf8CodeUnitCount
    guard length > 0, bytes.count - position >= length else { return nil }
    return text.withUTF8Buffer { text in
      for start in position...(bytes.count - length) where bytes[start] == text[0] {
        if bytes[start..<(start + length)].elementsEqual(text) { return start - position }
      }
      return nil
    }
  }

  /// Returns the first of several texts that occurs, and its distance; nil if none does.
  func first(of texts: [StaticString]) -> (text: StaticString, distance: Int)? {
    var ahead = self
    while !ahead.isAtEnd {
      for text in texts where ahead.isNext(text) { return (text, ahead.position - position) }
      ahead.advance()
    }
    return nil
  }

  /// Consumes the text up to an end mark, and the mark; throws if that is missing.
  mutating func text(upTo end: StaticString) throws(GraphFileError) -> String {
    guard let distance = distance(to: end) else { throw unexpected("\"\(end)\"") }
    let text = try string(bytes[position..<(position + distance)])
    position += distance + end.utf8CodeUnitCount
    return text
  }

  /// Consumes the rest of the line.
  mutating func restOfLine() throws(GraphFileError) -> String {
    defer { position = bytes.count }
    return try string(rest)
  }

  func string(_ bytes: ArraySlice<UInt8>) throws(GraphFileError) -> String {
    try scanner.string(bytes, at: FileLocation(line: line, column: bytes.startIndex + 1))
  }

  /// Returns the error for what is next.
  func unexpected(_ expected: String, at place: FileLocation? = nil) -> GraphFileError {
    let word = rest.drop(while: \.isBlank).prefix { !$0.isBlank }
    let here = FileLocation(
      line: line, column: word.isEmpty ? bytes.count + 1 : word.startIndex + 1)
    return scanner.unexpected(
      word.isEmpty ? "the end of the line" : shown(word), expected: expected, at: place ?? here)
  }
}

extension String {
  /// The text without blanks at both ends.
  var trimmed: String {
    let bytes = utf8.drop(while: \.isBlankOrNewline).droppingLast(while: \.isBlankOrNewline)
    return String(Substring(bytes))
  }
}
