/// The cells of one line, in buffers that are reused for the next line.
struct RowReader {
  /// The separator; nil for any number of blanks.
  let separator: UInt8?
  private struct Cell {
    var range: Range<Int>
    var isQuoted: Bool
    var place: FileLocation
  }
  private var bytes: [UInt8] = []
  private var cells: [Cell] = []
  /// The first cell that may be a Python dictionary, which contains blanks.
  private let dictionaryCell: Int
  /// The maximum number of cells; nil for `ReadLimits.attributes`.
  private let maximumCount: Int?
  private var hasTuples = false

  init(separator: UInt8?, dictionaryCell: Int = 2, maximumCount: Int? = nil) {
    self.separator = separator
    self.dictionaryCell = dictionaryCell
    self.maximumCount = maximumCount
  }

  var count: Int { cells.count }

  @inline(__always)
  subscript(cell: Int) -> ArraySlice<UInt8> { bytes[cells[cell].range] }

  /// Returns the location of a cell in the file.
  func place(_ cell: Int) -> FileLocation { cells[cell].place }

  /// The location of the end of the last cell.
  var endPlace: FileLocation {
    guard var place = cells.last?.place, let last = cells.last else {
      return FileLocation(line: 1, column: 1)
    }
    place.column += last.range.count + (last.isQuoted ? 2 : 0)
    return place
  }

  func isQuoted(_ cell: Int) -> Bool { cells[cell].isQuoted }

  /// Returns true if a cell begins with an unquoted brace.
  func isDictionary(_ cell: Int) -> Bool {
    self[cell].first == UInt8(ascii: "{") && !cells[cell].isQuoted
  }

  /// Returns true if a cell is empty and unquoted.
  @inline(__always)
  func isMissing(_ cell: Int) -> Bool { !cells[cell].isQuoted && cells[cell].range.isEmpty }

  func text(_ cell: Int, _ scanner: TextScanner) throws(GraphFileError) -> String {
    try scanner.string(self[cell], at: cells[cell].place)
  }

  /// Reads the next nonempty line; returns false at the end. `comment` handles lines that begin
  /// with #, % or //.
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

  /// Skips blanks that do not separate.
  private func skipPadding(_ scanner: inout TextScanner) throws(GraphFileError) {
    while let byte = try scanner.peek(), byte.isBlank, byte != separator { scanner.advance() }
  }

  private mutating func readCells(_ scanner: inout TextScanner) throws(GraphFileError) {
    let maximumCount = min(
      maximumCount ?? scanner.limits.attributes, scanner.limits.memory / MemoryLayout<Cell>.stride)
    hasTuples = false
    while true {
      try skipPadding(&scanner)
      let next = try scanner.peek()
      if separator == nil {
        // A comment may follow the cells of a line.
        guard let next, next != .newline, next != UInt8(ascii: "#") else { break }
      }
      let place = scanner.location
      let begin = bytes.count
      let isQuoted = next == .quote
      if isQuoted {
        try readQuoted(&scanner)
      } else if separator == nil, next == UInt8(ascii: "{"), cells.count >= dictionaryCell {
        try readDictionary(&scanner)
      } else {
        if next == UInt8(ascii: "(") { hasTuples = true }
        try readPlain(&scanner)
      }
      cells.append(Cell(range: begin..<bytes.count, isQuoted: isQuoted, place: place))
      if bytes.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
      if cells.count > maximumCount {
        throw scanner.limit(of: "columns", maximum: maximumCount)
      }
      if let separator {
        guard try scanner.peek() == separator else { break }
        scanner.advance()
      }
    }
    if hasTuples { joinTuples() }
    try scanner.skipLine()
  }

  /// Joins the cells of a Python tuple such as `(0, 1)` to one cell.
  private mutating func joinTuples() {
    var joined: [Cell] = []
    var text: [UInt8] = []
    var index = 0
    let ends = endsOfParentheses
    // An unclosed parenthesis leaves the rest of the line unchanged.
    var endsAlways = true
    while index < cells.count {
      let begin = text.count
      let last = endsAlways ? endOfTuple(from: index, ends) : index
      endsAlways = endsAlways && last != nil
      for cell in index...(last ?? index) {
        if cell > index {
          if let separator { text.append(separator) }
          if separator == nil || bytes[cells[cell].range].first != 0x20 { text.append(0x20) }
        }
        text += bytes[cells[cell].range]
      }
      joined.append(
        Cell(
          range: begin..<text.count, isQuoted: cells[index].isQuoted, place: cells[index].place))
      index = (last ?? index) + 1
    }
    (cells, bytes) = (joined, text)
  }

  /// Returns the cell in which the tuple ends that begins in a cell: the same cell if it is not a
  /// tuple, nil if it does not end on this line.
  private func endOfTuple(from first: Int, _ ends: [ParenthesesEnd?]) -> Int? {
    guard self[first].first == UInt8(ascii: "("), !isQuoted(first) else { return first }
    guard let end = ends[first] else { return nil }
    let isTuple = separator == UInt8(ascii: ",") || end.hasComma
    return end.isBalanced && isTuple ? end.cell : first
  }

  /// The cell in which the parentheses opened in a cell end.
  private struct ParenthesesEnd {
    var cell: Int
    /// True if the parentheses are balanced.
    var isBalanced: Bool
    /// True if a cell before the last one ends with a comma.
    var hasComma: Bool
  }

  /// The ends for all cells, computed in one pass from the last cell to the first. A parenthesis
  /// opened in a cell is closed by the next cell after which the depth is not greater than before
  /// it.
  private var endsOfParentheses: [ParenthesesEnd?] {
    var result = [ParenthesesEnd?](repeating: nil, count: cells.count)
    // A stack of the cells after which the depth is lower than after all cells before them, the
    // nearest cell last.
    var closing: [(cell: Int, depth: Int)] = []
    var depth = 0
    var nextComma = Int.max
    for cell in cells.indices.reversed() {
      if self[cell].last == UInt8(ascii: ",") { nextComma = cell }
      if isQuoted(cell) { continue }
      while let last = closing.last, last.depth >= depth { closing.removeLast() }
      closing.append((cell, depth))
      for byte in self[cell] {
        if byte == UInt8(ascii: "(") { depth -= 1 }
        if byte == UInt8(ascii: ")") { depth += 1 }
      }
      // Depths increase towards the end of the stack.
      var (low, high) = (0, closing.count)
      while low < high {
        let middle = (low + high) / 2
        if closing[middle].depth <= depth { low = middle + 1 } else { high = middle }
      }
      if low == 0 { continue }
      let end = closing[low - 1]
      result[cell] = ParenthesesEnd(
        cell: end.cell, isBalanced: end.depth == depth, hasComma: nextComma < end.cell)
    }
    return result
  }

  private mutating func readPlain(_ scanner: inout TextScanner) throws(GraphFileError) {
    let begin = bytes.count
    try scanner.readCell(separator: separator, into: &bytes)
    if separator == nil { return }
    while bytes.count > begin, bytes[bytes.count - 1].isBlank { bytes.removeLast() }
  }

  /// Reads a dictionary at the end of a networkx line, which contains blanks.
  private mutating func readDictionary(_ scanner: inout TextScanner) throws(GraphFileError) {
    while let byte = try scanner.peek(), byte != .newline {
      bytes.append(byte)
      if bytes.count > scanner.limits.textLength { break }
      scanner.advance()
    }
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
  }

  /// Reads a quoted cell. Two quotes represent one; separators and line ends have no special
  /// meaning.
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
