/// A survey of the first lines of a file. It distinguishes formats whose files are lines of words
/// and numbers.
struct LineSurvey {
  private(set) var rows: [[String]] = []
  /// The ids of comments with only one word: `# Valjean`.
  private(set) var heads: [String] = []
  private(set) var firstLine = ""
  /// True if a comment of one word precedes the first row.
  private(set) var beginsWithHead = false
  private(set) var hasOtherComments = false
  /// True if `rows` is the whole file.
  private(set) var isWhole: Bool
  let separator: UInt8?
  /// The number of lines after the first row that are not comments, including empty ones: up to the
  /// last nonempty line, and up to the end of the file.
  private(set) var lineCount = 0
  private(set) var lineCountToEnd = 0

  init(_ prefix: [UInt8], isWhole: Bool) {
    self.isWhole = isWhole
    let first = EdgeListDialect.firstLine(prefix)
    firstLine = String(decoding: first, as: UTF8.self)
    separator = EdgeListDialect.separator(.edgeList, first)
    readRows(prefix)
    countLines(prefix)
  }

  private mutating func readRows(_ prefix: [UInt8]) {
    let source = MemorySource(prefix)
    guard var scanner = try? TextScanner(source, name: "", limits: ReadLimits(), pieceSize: 1 << 16)
    else { return }
    var row = RowReader(separator: separator)
    var comments: [String?] = []
    while true {
      let found = try? row.next(&scanner) {
        (scanner: inout TextScanner) throws(GraphFileError) in
        comments.append(try Comment(&scanner).soleID)
      }
      if found == nil { isWhole = false }
      guard found == true else { break }
      if rows.isEmpty { beginsWithHead = comments.last.flatMap { $0 } != nil }
      rows.append((0..<row.count).map { String(decoding: row[$0], as: UTF8.self) })
    }
    heads = comments.compactMap { $0 }
    hasOtherComments = comments.contains(nil)
    // The last row may continue after the prefix.
    if !isWhole { rows = rows.dropLast() }
  }

  private mutating func countLines(_ prefix: [UInt8]) {
    var lines = prefix.split(separator: .newline, omittingEmptySubsequences: false)
    // The last line ends in a newline, too.
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineCountToEnd = lines.count { $0.first != UInt8(ascii: "%") } - 1
    while lines.last?.isEmpty == true { lines.removeLast() }
    lineCount = lines.count { $0.first != UInt8(ascii: "%") } - 1
  }

  /// Returns true if a text is a decimal number.
  static func isNumber(_ text: String) -> Bool { Double(decimalBytes: Array(text.utf8)) != nil }
}

/// The text of a line that is a comment.
struct Comment {
  let text: [UInt8]

  /// Reads a comment whose mark is next, up to the end of the line; a long one is truncated.
  init(_ scanner: inout TextScanner) throws(GraphFileError) {
    var text: [UInt8] = []
    while let byte = try scanner.peek(), byte != .newline, text.count < 1 << 12 {
      text.append(byte)
      scanner.advance()
    }
    while let last = text.last, last.isBlank { text.removeLast() }
    self.text = text
  }

  /// The only word of a comment: `Valjean` of `# Valjean`.
  var soleID: String? {
    guard text.starts(with: "# ".utf8) else { return nil }
    let word = text.dropFirst(2).drop(while: \.isBlank)
    let isID = word.contains { $0.isLetter || $0.isDigit || $0 >= 0x80 }
    guard isID, word.count <= 256, !word.contains(where: \.isBlank) else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  /// The direction that the comment states. Stanford's lists, and those of this library, begin with
  /// "# Directed graph ..." or "# Undirected graph ...", KONECT's with "% asym positive" or "% sym
  /// positive".
  var isDirected: Bool? {
    let word = Array(text.drop { !$0.isLetter }.prefix { $0.isLetter })
    if word.isWord("directed") || word.isWord("asym") { return true }
    return word.isWord("undirected") || word.isWord("sym") ? false : nil
  }
}
