import ForceSimulation

/// Something that gives one byte after the other, nil at the end.
protocol ByteSource {
  mutating func next() throws(EdgeListError) -> UInt8?
}

struct Bytes<Iterator: IteratorProtocol<UInt8>>: ByteSource {
  var iterator: Iterator
  mutating func next() -> UInt8? { iterator.next() }
}

/// Reads an edge list byte by byte. Keeps nothing of the text but the number it is reading, so
/// neither a long line nor a long comment takes memory.
struct EdgeListParser<Source: ByteSource> {
  private var source: Source
  private let path: String
  private let maximumLinkCount: Int

  /// The byte at `line` and `column`; nil at the end.
  private var current: UInt8?
  private var line = 1
  private var column = 0

  init(source: Source, path: String, maximumLinkCount: Int) {
    self.source = source
    self.path = path
    self.maximumLinkCount = maximumLinkCount
  }

  /// All links, by the ids in the text.
  mutating func parse() throws(EdgeListError) -> [Link<Int>] {
    var links: [Link<Int>] = []
    try advance()
    try skipByteOrderMark()
    while true {
      try skipSeparators()
      guard let byte = current else { return links }
      if byte == .newline {
        try advance()
        continue
      }
      if byte.startsComment {
        try skipComment()
        continue
      }
      guard links.count < maximumLinkCount else {
        throw error(.tooManyLinks(maximum: maximumLinkCount))
      }
      let source = try readID(expected: "a node id (an integer from 0)")
      try skipSeparators()
      let target = try readID(expected: "a second node id on the line")
      try skipSeparators()
      try expectEndOfLine()
      links.append(Link(source: source, target: target))
    }
  }

  private mutating func readID(expected: String) throws(EdgeListError) -> Int {
    let start = (line, column)
    guard let byte = current, !byte.endsLine else { throw try unexpected(expected, at: start) }
    var id = 0
    var digits = ""
    while let byte = current, byte.isDigit {
      let (tenfold, tooLarge) = id.multipliedReportingOverflow(by: 10)
      let (sum, stillTooLarge) = tenfold.addingReportingOverflow(Int(byte - .zero))
      if tooLarge || stillTooLarge {
        throw try unexpected("a node id of at most \(Int.max)", at: start, prefix: digits)
      }
      if digits.count < Self.excerptLength { digits.unicodeScalars.append(Unicode.Scalar(byte)) }
      id = sum
      try advance()
    }
    guard current.map({ $0.endsLine || $0.isSeparator }) ?? true else {
      throw try unexpected(expected, at: start, prefix: digits)
    }
    return id
  }

  private mutating func expectEndOfLine() throws(EdgeListError) {
    guard let byte = current, !byte.endsLine else { return }
    throw try unexpected(
      "the end of the line after two node ids (weights and labels are not read)",
      at: (line, column))
  }

  // MARK: Bytes

  private mutating func advance() throws(EdgeListError) {
    if current == .newline {
      line += 1
      column = 0
    }
    current = try source.next()
    column += 1
  }

  private mutating func skipSeparators() throws(EdgeListError) {
    while let byte = current, byte.isSeparator { try advance() }
  }

  private mutating func skipComment() throws(EdgeListError) {
    while let byte = current, byte != .newline { try advance() }
  }

  /// Some editors begin UTF-8 files with EF BB BF.
  private mutating func skipByteOrderMark() throws(EdgeListError) {
    guard current == 0xEF else { return }
    for expected: UInt8 in [0xEF, 0xBB, 0xBF] {
      guard current == expected else {
        throw try unexpected("a node id (an integer from 0)", at: (line, column))
      }
      try advance()
    }
  }

  // MARK: Errors

  private static var excerptLength: Int { 24 }

  private func error(_ reason: EdgeListError.Reason) -> EdgeListError {
    EdgeListError(path: path, line: line, column: column, reason: reason)
  }

  /// The error for what begins at `start`, of which `prefix` has been read already.
  private mutating func unexpected(
    _ expected: String, at start: (line: Int, column: Int), prefix: String = ""
  ) throws(EdgeListError) -> EdgeListError {
    var text = prefix
    while text.count < Self.excerptLength, let byte = current, !byte.endsLine, !byte.isSeparator {
      text += byte.shown
      try advance()
    }
    let found: String
    if !text.isEmpty {
      found = "\"\(text)\""
    } else if current == nil {
      found = "the end of the file"
    } else {
      found = "the end of the line"
    }
    return EdgeListError(
      path: path, line: start.line, column: start.column,
      reason: .unexpected(found: found, expected: expected))
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let zero = UInt8(ascii: "0")

  fileprivate var isDigit: Bool { self &- .zero < 10 }
  /// Carriage returns are blanks, so lines may end as on Windows.
  fileprivate var isSeparator: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: "\r"): true
    default: false
    }
  }
  fileprivate var startsComment: Bool { self == UInt8(ascii: "#") || self == UInt8(ascii: "%") }
  fileprivate var endsLine: Bool { self == .newline || startsComment }
  /// As in a message: printable ASCII as it is, everything else as \xNN.
  fileprivate var shown: String {
    if (0x20...0x7E).contains(self) { return String(Unicode.Scalar(self)) }
    let hex = String(self, radix: 16, uppercase: true)
    return "\\x" + (hex.count == 1 ? "0" : "") + hex
  }
}
