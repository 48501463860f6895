/// The cells of one line, one after the other in one array that is used again for the next line.
struct RowReader {
  /// Nil: any number of blanks.
  let separator: UInt8?
  private struct Cell {
    var range: Range<Int>
    var isQuoted: Bool
    var place: FileLocation
  }
  private var bytes: [UInt8] = []
  private var cells: [Cell] = []

  init(separator: UInt8?) { self.separator = separator }

  var count: Int { cells.count }

  @inline(__always)
  subscript(cell: Int) -> ArraySlice<UInt8> { bytes[cells[cell].range] }

  /// Where a cell begins in the file.
  func place(_ cell: Int) -> FileLocation { cells[cell].place }

  /// Where the last cell ends in the file.
  var endPlace: FileLocation {
    guard var place = cells.last?.place, let last = cells.last else {
      return FileLocation(line: 1, column: 1)
    }
    place.column += last.range.count + (last.isQuoted ? 2 : 0)
    return place
  }

  /// Whether there is nothing in a cell, not even an empty text in quotes.
  @inline(__always)
  func isMissing(_ cell: Int) -> Bool { !cells[cell].isQuoted && cells[cell].range.isEmpty }

  func text(_ cell: Int, _ scanner: TextScanner) throws(GraphFileError) -> String {
    try scanner.string(self[cell], at: cells[cell].place)
  }

  /// Reads the next line that has something in it. False at the end. `comment` gets what lines say that
  /// begin with #, % or //.
  mutating func next(
    _ scanner: inout TextScanner, comment: (inout TextScanner) throws(GraphFileError) -> Void
  ) throws(GraphFileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    while true {
      try skipPadding(&scanner)
      guard let byte = try scanner.peek() else { return false }
      if byte == .newline {
        scanner.advance()
      } else if try isComment(byte, &scanner) {
        try comment(&scanner)
        try scanner.skipLine()
      } else {
        try readCells(&scanner)
        return true
      }
    }
  }

  private func isComment(_ byte: UInt8, _ scanner: inout TextScanner) throws(GraphFileError) -> Bool
  {
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%") { return true }
    guard byte == UInt8(ascii: "/") else { return false }
    return try scanner.peekSecond() == UInt8(ascii: "/")
  }

  /// Blanks that do not separate.
  private func skipPadding(_ scanner: inout TextScanner) throws(GraphFileError) {
    while let byte = try scanner.peek(), byte.isBlank, byte != separator { scanner.advance() }
  }

  private mutating func readCells(_ scanner: inout TextScanner) throws(GraphFileError) {
    while true {
      try skipPadding(&scanner)
      let next = try scanner.peek()
      if separator == nil {
        // A comment may follow what is on the line.
        guard let next, next != .newline, next != UInt8(ascii: "#") else { break }
      }
      let place = scanner.location
      let begin = bytes.count
      let isQuoted = next == .quote
      if isQuoted {
        try readQuoted(&scanner)
      } else if separator == nil, next == UInt8(ascii: "{"), cells.count >= 2 {
        try readDictionary(&scanner)
      } else {
        try readPlain(&scanner)
      }
      cells.append(Cell(range: begin..<bytes.count, isQuoted: isQuoted, place: place))
      if bytes.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
      if cells.count > scanner.limits.attributes {
        throw scanner.limit(of: "columns", maximum: scanner.limits.attributes)
      }
      if let separator {
        guard try scanner.peek() == separator else { break }
        scanner.advance()
      }
    }
    try scanner.skipLine()
  }

  private mutating func readPlain(_ scanner: inout TextScanner) throws(GraphFileError) {
    let begin = bytes.count
    try scanner.readCell(separator: separator, into: &bytes)
    if separator == nil { return }
    while bytes.count > begin, bytes[bytes.count - 1].isBlank { bytes.removeLast() }
  }

  /// networkx ends lines with a dictionary, which has blanks in it.
  private mutating func readDictionary(_ scanner: inout TextScanner) throws(GraphFileError) {
    while let byte = try scanner.peek(), byte != .newline {
      bytes.append(byte)
      if bytes.count > scanner.limits.textLength { break }
      scanner.advance()
    }
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
  }

  /// Two quotes in a quoted cell are one. Separators and ends of lines are nothing special in it.
  private mutating func readQuoted(_ scanner: inout TextScanner) throws(GraphFileError) {
    let start = scanner.location
    scanner.advance()
    while true {
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "the quote that ends the text begun at "
            + "\(start.line):\(start.column)")
      }
      scanner.advance()
      if byte == .quote {
        guard try scanner.peek() == .quote else { break }
        scanner.advance()
      }
      bytes.append(byte)
      if bytes.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
    }
    if separator != nil { try skipPadding(&scanner) }
    if let byte = try scanner.peek(), byte != separator, !byte.isBlankOrNewline {
      throw try scanner.unexpectedNext(expected: "a separator after the text in quotes")
    }
  }
}
