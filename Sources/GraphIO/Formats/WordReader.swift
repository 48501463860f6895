/// Reads words and numbers of line-based formats, with descriptive errors.
struct WordReader {
  var scanner: TextScanner
  private(set) var word: [UInt8] = []
  private(set) var place = FileLocation(line: 1, column: 1)

  init(_ scanner: TextScanner) { self.scanner = scanner }

  /// Reads the next word on the line into `word`; returns false at the end of the line.
  mutating func nextWord() throws(GraphFileError) -> Bool {
    try scanner.skipBlanks()
    place = scanner.location
    try scanner.readWord(into: &word)
    return !word.isEmpty
  }

  /// Reads the next word on the line, which also ends at these bytes; returns false at the end of
  /// the line.
  mutating func nextItem(endedBy ends: StaticString) throws(GraphFileError) -> Bool {
    place = scanner.location
    word.removeAll(keepingCapacity: true)
    while let byte = try scanner.peek(), !byte.isBlankOrNewline,
      !ends.withUTF8Buffer({ $0.contains(byte) })
    {
      word.append(byte)
      scanner.advance()
      if word.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
      }
    }
    return !word.isEmpty
  }

  /// The word in lower case.
  var item: String { String(decoding: word.map(\.lowercased), as: UTF8.self) }

  /// Returns the error for an unexpected word.
  func unexpectedWord(expected: String) -> GraphFileError {
    scanner.unexpected(
      word.isEmpty ? "the end of the line" : shown(word), expected: expected, at: place)
  }

  /// Returns the word as an integer in a range.
  func integer(_ range: ClosedRange<Int>, expected: String) throws(GraphFileError) -> Int {
    guard let value = Int(canonicalBytes: word), range.contains(value) else {
      throw unexpectedWord(expected: expected)
    }
    return value
  }

  mutating func nextInteger(_ range: ClosedRange<Int>, expected: String) throws(GraphFileError)
    -> Int
  {
    if try !nextWord(), try scanner.peek() == nil {
      throw scanner.unexpected("the end of the file", expected: expected, at: place)
    }
    return try integer(range, expected: expected)
  }

  func number(expected: String) throws(GraphFileError) -> Double {
    guard let value = Double(decimalOrWordBytes: word) else {
      throw unexpectedWord(expected: expected)
    }
    return value
  }

  mutating func nextNumber(expected: String) throws(GraphFileError) -> Double {
    if try !nextWord(), try scanner.peek() == nil {
      throw scanner.unexpected("the end of the file", expected: expected, at: place)
    }
    return try number(expected: expected)
  }

  /// Reads a count in a header, and checks its limit.
  mutating func nextCount(of what: String, maximum: Int) throws(GraphFileError) -> Int {
    let count = try nextInteger(0...Int.max, expected: "the number of \(what)")
    guard count <= maximum else { throw scanner.limit(of: what, maximum: maximum, at: place) }
    return count
  }

  mutating func expectEndOfLine() throws(GraphFileError) {
    if try nextWord() { throw unexpectedWord(expected: "the end of the line") }
    try scanner.skipLine()
  }

  /// Reads a quoted text or a word; nil at the end of the line.
  ///
  /// - Parameters:
  ///   - spansLines: true if the text may contain line ends.
  ///   - endsAtBlank: true if a blank or the end of the line must follow the quote.
  mutating func nextText(
    spansLines: Bool = false, endsAtBlank: Bool = false
  ) throws(GraphFileError) -> String? {
    try scanner.skipBlanks()
    place = scanner.location
    guard try scanner.peek() == .quote else {
      return try nextWord() ? scanner.string(word, at: place) : nil
    }
    scanner.advance()
    word.removeAll(keepingCapacity: true)
    while true {
      guard let byte = try scanner.peek(), spansLines || byte != .newline else {
        throw try scanner.unexpectedNext(
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      scanner.advance()
      if byte == .quote { break }
      word.append(byte)
      if word.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
      }
    }
    if endsAtBlank, let next = try scanner.peek(), !next.isBlankOrNewline {
      throw try scanner.unexpectedNext(
        expected: "a blank after the text (which cannot have quotes in it)")
    }
    return try scanner.string(word, at: place)
  }
}
