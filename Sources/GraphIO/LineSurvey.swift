/// The first lines of a file, looked at together. It tells formats apart whose files are lines of
/// words and numbers.
struct LineSurvey {
  private(set) var rows: [[String]] = []
  /// The ids of comments that have nothing else: `# Valjean`.
  private(set) var heads: [String] = []
  private(set) var firstLine = ""
  private var beginsWithHead = false
  private var hasOtherComments = false
  /// True when `rows` is all of the file.
  private var isWhole: Bool
  private let separator: UInt8?
  /// Lines after the first row that are no comments, also empty ones: up to the last that is not
  /// empty, and with the empty ones at the end of the file.
  private var lineCount = 0
  private var lineCountToEnd = 0

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
    // The last row may go on after the prefix.
    if !isWhole { rows = rows.dropLast() }
  }

  private mutating func countLines(_ prefix: [UInt8]) {
    var lines = prefix.split(separator: .newline, omittingEmptySubsequences: false)
    // The last line ends in a newline too.
    if lines.last?.isEmpty == true { lines.removeLast() }
    lineCountToEnd = lines.count { $0.first != UInt8(ascii: "%") } - 1
    while lines.last?.isEmpty == true { lines.removeLast() }
    lineCount = lines.count { $0.first != UInt8(ascii: "%") } - 1
  }

  // MARK: Formats

  /// Nil for an edge list, or what may be one.
  var guess: FormatGuess? {
    if isLGL { return FormatGuess(format: .lgl, isCertain: true) }
    if isMultiline { return FormatGuess(format: .multilineAdjacencyList, isCertain: true) }
    if isMatrix { return FormatGuess(format: .adjacencyMatrix, isCertain: true) }
    if let isCertain = isMETIS { return FormatGuess(format: .metis, isCertain: isCertain) }
    if let isCertain = isAdjacencyList {
      return FormatGuess(format: .adjacencyList, isCertain: isCertain)
    }
    return nil
  }

  private var isLGL: Bool {
    guard beginsWithHead, !hasOtherComments, let head = heads.first else { return false }
    let isShaped = rows.allSatisfy {
      $0.count == 1 || $0.count == 2 && Double(decimalBytes: Array($0[1].utf8)) != nil
    }
    guard isShaped else { return false }
    return heads.count > 1 || Int(canonical: head) != nil || rows.contains { $0[0] == head }
  }

  private var isMultiline: Bool {
    var row = 0
    var hasDictionary = false
    while row < rows.count {
      guard rows[row].count == 2, let count = Int(canonical: rows[row][1]), count >= 0 else {
        return false
      }
      let lines = rows[(row + 1)...].prefix(count)
      if lines.count < count, isWhole { return false }
      for line in lines where line.count > 1 {
        guard line[1].hasPrefix("{") else { return false }
        hasDictionary = true
      }
      row += 1 + lines.count
    }
    return hasDictionary
  }

  private var isMatrix: Bool {
    guard let width = rows.first?.count, rows.count > 1 else { return false }
    if separator != nil, rows[0][0].isEmpty, isWhole, rows.count == width {
      return zip(rows[0], rows).dropFirst().allSatisfy { $0 == $1[0] && $1.count == width }
    }
    guard width >= 4, rows.allSatisfy({ $0.count == width && $0.allSatisfy(Self.isNumber) }) else {
      return false
    }
    if !isWhole { return width >= 16 }
    guard rows.count == width else { return false }
    let zeros = rows.joined().count { $0 == "0" || $0 == "0.0" }
    let isSymmetric = rows.indices.allSatisfy { row in
      rows.indices.allSatisfy { rows[row][$0] == rows[$0][row] }
    }
    return width >= 8 || isSymmetric || 2 * zeros >= width * width
  }

  static func isNumber(_ text: String) -> Bool { Double(decimalBytes: Array(text.utf8)) != nil }

  /// Nil unless it is a file of METIS; true when that is certain, as the header counts all numbers.
  private var isMETIS: Bool? {
    guard separator == nil, let header = rows.first, (2...4).contains(header.count) else {
      return nil
    }
    let numbers = header.map { Int(canonical: $0) ?? -1 }
    let (nodes, edges) = (numbers[0], numbers[1])
    guard nodes > 1, edges > 0, edges < 1 << 40, heads.isEmpty else { return nil }
    let digits = (header.count > 2 ? Array(header[2].utf8) : []).map { $0 == UInt8(ascii: "1") }
    guard digits.count <= 3, header.count < 3 || header[2].allSatisfy({ "01".contains($0) }) else {
      return nil
    }
    if isWhole {
      // The last nodes may have no neighbours, and so empty lines.
      guard lineCount <= nodes, rows.count - 1 <= nodes, lineCountToEnd + 1 >= nodes else {
        return nil
      }
      let flags = [Bool](repeating: false, count: 3 - digits.count) + digits
      let weights = flags[1] ? (header.count > 3 ? max(0, min(numbers[3], 4096)) : 1) : 0
      let count = nodes * (weights + (flags[0] ? 1 : 0)) + 2 * edges * (flags[2] ? 2 : 1)
      return rows.dropFirst().reduce(0) { $0 + $1.count } == count ? true : nil
    }
    let firsts = rows.dropFirst().map { $0[0] }
    let areNodes = rows.dropFirst().joined().allSatisfy {
      Int(canonical: $0).map { (1...nodes).contains($0) } ?? false
    }
    let isRagged = Set(rows.dropFirst().map(\.count)).count > 1
    return areNodes && isRagged && Set(firsts).count < firsts.count ? false : nil
  }

  /// Nil unless it is adjacency lists; true when that is certain, as all neighbours have a line.
  private var isAdjacencyList: Bool? {
    let counts = rows.map(\.count)
    guard let least = counts.min(), let most = counts.max(), least < most, least == 1 || most >= 4
    else { return nil }
    let nodes = Set(rows.map { $0[0] })
    guard nodes.count == rows.count, heads.isEmpty else { return nil }
    let neighbours = rows.joined()
    if neighbours.contains(where: { $0.hasPrefix("{") || $0.isEmpty }) { return nil }
    let isCertain = isWhole && neighbours.allSatisfy(nodes.contains)
    return isCertain || separator == nil && least == 1 ? isCertain : nil
  }
}

/// The text of a line that is a comment.
struct Comment {
  let text: [UInt8]

  /// Reads a comment whose mark is next, up to the end of the line; of long ones the beginning.
  init(_ scanner: inout TextScanner) throws(GraphFileError) {
    var text: [UInt8] = []
    while let byte = try scanner.peek(), byte != .newline, text.count < 1 << 12 {
      text.append(byte)
      scanner.advance()
    }
    while let last = text.last, last.isBlank { text.removeLast() }
    self.text = text
  }

  /// The one word of a comment that has no other: `Valjean` of `# Valjean`.
  var soleID: String? {
    guard text.starts(with: "# ".utf8) else { return nil }
    let word = text.dropFirst(2).drop(while: \.isBlank)
    let isID = word.contains { $0.isLetter || $0.isDigit || $0 >= 0x80 }
    guard isID, word.count <= 256, !word.contains(where: \.isBlank) else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  /// True when edges have a direction. Stanford's lists, and ours, begin with
  /// "# Directed graph ..." or "# Undirected graph ...", KONECT's with "% asym positive" or
  /// "% sym positive".
  var isDirected: Bool? {
    let word = Array(text.drop { !$0.isLetter }.prefix { $0.isLetter })
    if word.isWord("directed") || word.isWord("asym") { return true }
    return word.isWord("undirected") || word.isWord("sym") ? false : nil
  }
}
