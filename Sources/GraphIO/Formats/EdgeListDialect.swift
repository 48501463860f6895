/// The properties of an edge list that the file does not state itself.
public struct EdgeListOptions: Equatable, Sendable {
  /// The interpretation of ids.
  public enum IDs: Sendable {
    /// Integers in increasing order if all ids are integers, else text in the order of the file.
    case automatic
    /// Integers; anything else is an error.
    case integers
    /// Text in the order of the file, even if all ids are integers.
    case text
  }

  /// True for directed edges. Nil to use a column `Type` or a first line `# Directed graph`; else
  /// undirected.
  public var isDirected: Bool?
  /// The separator: `,`, `;`, a tab or `|`; or a blank, for any number of blanks and tabs. Nil to
  /// infer it from the first line; characters beyond ASCII count as nil.
  public var separator: Character?
  /// True if the first line has the names of the columns. Nil to infer it.
  public var hasHeader: Bool?
  /// The interpretation of ids.
  public var ids = IDs.automatic
  /// The column of the sources, by its name in the header, ignoring case. Nil for the usual names,
  /// such as `source` and `target`.
  public var sourceColumn: String?
  /// The column of the targets; set together with `sourceColumn`, or not at all.
  public var targetColumn: String?
  /// The column of the weights: its name, or its number from 1 in lists without a header. Nil for
  /// `weight`, or the third column if it is numeric.
  public var weightColumn: String?
  /// The column of times, by name or number. It becomes the attribute `time`, and is never used as
  /// a weight.
  public var timeColumn: String?

  public init() {}
}

/// The dialect of an edge list.
struct EdgeListDialect {
  var format: GraphFormat
  /// The separator; nil for blanks.
  var separator: UInt8?
  var hasHeader: Bool
  /// The first few rows of the file.
  private(set) var rows: [[String]] = []

  private static let pairs = [
    ("source", "target"), ("from", "to"), ("src", "dst"), ("src", "dest"),
    ("source", "destination"),
    ("node1", "node2"), ("tail", "head"), ("start", "end"), ("fromnodeid", "tonodeid"),
    ("fromnode", "tonode"), ("id1", "id2"),
  ]
  /// Names that may also occur in other tables, so a note reports the choice.
  private static let likelyPairs = [
    ("payer", "payee"), ("sender", "receiver"), ("sender", "recipient"), ("caller", "callee"),
    ("parent", "child"), ("citing", "cited"), ("follower", "followee"), ("origin", "destination"),
    ("buyer", "seller"), ("source_id", "target_id"), ("from_id", "to_id"), ("node_1", "node_2"),
  ]

  /// Returns the columns of the two ends, by their usual names.
  static func ends(in names: [String]) -> (Int, Int)? {
    for (first, second) in pairs + likelyPairs {
      if let source = names.firstIndex(of: first), let target = names.firstIndex(of: second) {
        return (source, target)
      }
    }
    return nil
  }

  static func areUsual(_ first: String, _ second: String) -> Bool {
    pairs.contains { $0 == (first, second) }
  }

  /// Infers the dialect from the beginning of a file.
  init(format: GraphFormat, prefix: [UInt8], options: EdgeListOptions) {
    self.format = format
    separator = nil
    if let given = options.separator?.asciiValue {
      separator = given == UInt8(ascii: " ") ? nil : given
    } else {
      separator = Self.separator(format, Self.firstLine(prefix))
    }
    hasHeader = false
    rows = firstRows(prefix)
    hasHeader = options.hasHeader ?? (!saysNoHeader(prefix) && looksLikeHeader)
  }

  /// Returns the first line that is not a comment.
  static func firstLine(_ prefix: [UInt8]) -> [UInt8] {
    for line in prefix.split(separator: .newline) {
      let line = line.drop { $0.isBlank || $0 >= 0xEF }
      guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "%"),
        !line.starts(with: "//".utf8)
      else { continue }
      return Array(line)
    }
    return []
  }

  static func separator(_ format: GraphFormat, _ line: [UInt8]) -> UInt8? {
    // Comments may be longer than the examined prefix.
    if format == .csv, line.isEmpty { return UInt8(ascii: ",") }
    // Quoted text is ignored.
    var outside: [UInt8] = []
    var isQuoted = false
    let hasTuples = line.contains(UInt8(ascii: ")"))
    var depth = 0
    for (byte, previous) in zip(line, [0x20] + line) {
      // Python's tuples contain commas and blanks.
      if !isQuoted, byte == UInt8(ascii: "("), depth > 0 || previous.isBlank || previous == 0x2C {
        depth += 1
      }
      if !isQuoted, byte == UInt8(ascii: ")"), depth > 0 { depth -= 1 }
      if depth > 0, hasTuples { continue }
      // networkx ends lines with a dictionary.
      if byte == UInt8(ascii: "{"), !isQuoted { break }
      if byte == .quote { isQuoted.toggle() } else if !isQuoted { outside.append(byte) }
    }
    if format == .tsv { return UInt8(ascii: "\t") }
    // With semicolons as separators, numbers may contain commas.
    let semicolons = outside.count { $0 == UInt8(ascii: ";") }
    let hasMoreSemicolons = semicolons > outside.count { $0 == UInt8(ascii: ",") }
    let candidates =
      format == .csv ? (hasMoreSemicolons ? ";,\t|" : ",;\t|").utf8 : "\t,;|".utf8
    if let found = candidates.first(where: outside.contains) {
      // Consecutive tabs align columns, so blanks separate.
      let isRepeated =
        found == 9 && zip(outside, outside.dropFirst()).contains { $0 == 9 && $1 == 9 }
      return isRepeated && format == .edgeList ? nil : found
    }
    return nil
  }

  /// Returns the format that the columns of one line suggest.
  static func format(ofLine line: String) -> GraphFormat? {
    if line.unicodeScalars.contains("\u{FFFD}") { return nil }
    let cells = line.utf8.split(whereSeparator: \.isBlankOrNewline)
    // networkx ends lines with a dictionary, which contains commas, and may begin them with tuples.
    if cells.count > 2, cells[2].first == UInt8(ascii: "{") { return .edgeList }
    if cells.count > 2, cells[0].first == UInt8(ascii: "("), cells[1].last == UInt8(ascii: ")") {
      return .edgeList
    }
    let separators: [(UInt8, GraphFormat)] = [
      (9, .tsv), (UInt8(ascii: ","), .csv), (UInt8(ascii: ";"), .csv),
    ]
    if let found = separators.first(where: { line.utf8.contains($0.0) }) { return found.1 }
    func isNumber(_ cell: Substring.UTF8View) -> Bool { Double(Substring(cell)) != nil }
    let areNumbers = cells.allSatisfy(isNumber)
    let isWeighted = cells.count == 3 && isNumber(cells[2])
    return cells.count == 2 || isWeighted || cells.count > 2 && areNumbers ? .edgeList : nil
  }

  /// Returns true if the file was written by this library without a header. Where ids could look
  /// like a header, it writes a comment first.
  private func saysNoHeader(_ prefix: [UInt8]) -> Bool {
    format == .edgeList && Self.hasMark(prefix)
  }

  /// Returns true if the bytes begin with this library's mark.
  static func hasMark(_ prefix: [UInt8]) -> Bool {
    marks.contains { prefix.starts(with: $0.utf8) }
  }

  /// Returns the first line of a list without a header.
  static func mark(isDirected: Bool) -> String { marks[isDirected ? 0 : 1] }
  private static let marks = ["# Directed graph\n", "# Undirected graph\n"]

  private func firstRows(_ prefix: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    guard
      var scanner = try? TextScanner(MemorySource(prefix), name: "", limits: ReadLimits())
    else { return [] }
    var row = RowReader(separator: separator)
    while rows.count < 20 {
      let found = try? row.next(&scanner) { (_: inout TextScanner) throws(GraphFileError) in }
      guard found == true else { break }
      rows.append((0..<row.count).map { String(decoding: row[$0], as: UTF8.self) })
    }
    return rows
  }

  private static func areWords(_ row: some Sequence<String>) -> Bool {
    row.allSatisfy { Double(decimalOrWordBytes: Array($0.utf8)) == nil }
  }

  private var looksLikeHeader: Bool {
    guard let first = rows.first else { return false }
    let names = first.map { $0.lowercased() }
    if Self.ends(in: names) != nil || Neo4jColumn.columns(first) != nil { return true }
    if names.count > 2, ["id", "node"].contains(names[0]), names[1] == "x" { return true }
    guard rows.count >= 2, first.count >= 2, rows[1].count >= 2 else { return false }
    if first.dropFirst(2).contains(where: { $0.beginsWithBytes(of: "{") }) { return false }
    // A header has words above numbers.
    let areNumbers = rows[1].prefix(2).allSatisfy { Int(canonical: $0) != nil }
    let hasNumberBesideEnds = rows[1].prefix(first.count).dropFirst(2)
      .contains { !Self.areWords([$0]) }
    guard Self.areWords(first) else { return false }
    return areNumbers || hasNumberBesideEnds || separator != nil && namesColumnOfNumbers
  }

  /// True if a column has a word above and at least two rows of only numbers or dates.
  private var namesColumnOfNumbers: Bool {
    let below = rows.dropFirst()
    guard below.count >= 2, Set(rows[0].map(ExactText.init)).count == rows[0].count else {
      return false
    }
    return rows[0].indices.contains { column in
      rows[0][column].utf8.first?.isDigit == false
        && below.allSatisfy { column < $0.count && $0[column].utf8.first?.isDigit == true }
    }
  }

  /// True if the first two columns have ids of the same kind, in the row below the header.
  var endsLookAlike: Bool {
    guard rows.count >= 2, rows[1].count >= 2 else { return true }
    func isInteger(_ text: String) -> Bool { Int(canonical: text) != nil }
    func beginsWithDigit(_ text: String) -> Bool { text.utf8.first?.isDigit == true }
    let (first, second) = (rows[1][0], rows[1][1])
    return isInteger(first) == isInteger(second)
      && beginsWithDigit(first) == beginsWithDigit(second)
  }

  /// True if the lines are pairs of modules with versions, as `go mod graph` prints them: the first
  /// depends on the second.
  var looksLikeGoModules: Bool {
    format == .edgeList && !hasHeader && !rows.isEmpty
      && rows.allSatisfy { row in
        guard row.count == 2, let at = row[1].utf8.lastIndex(of: UInt8(ascii: "@")) else {
          return false
        }
        let version = row[1].utf8[row[1].utf8.index(after: at)...]
        return version.starts(with: "v".utf8) || version.starts(with: "go".utf8)
          || version.first?.isDigit == true
      }
  }

  /// Returns true if the first column is named as in tables of nodes.
  static func isTableOfNodes(_ names: [String]) -> Bool {
    ["id", "node", "nodeid", "node_id", "label", "name"].contains(names[0])
  }
}
