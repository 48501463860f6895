/// The tokens of DOT.
enum DOTToken: Equatable {
  /// A name, a number, a quoted text or one between < and >; a keyword in quotes is a name.
  case id(String)
  case keyword(DOTKeyword)
  /// One of { } [ ] ; , = : +
  case mark(UInt8)
  case directedEdge
  case undirectedEdge
  case end
}

enum DOTKeyword: String {
  case strict, graph, digraph, node, edge, subgraph

  /// Returns the keyword of a name, ignoring case; nil if it is none.
  init?(_ name: String) {
    // This is called for each value of a file, so longer names are excluded without lower-casing
    // them.
    guard name.utf8.count <= "subgraph".utf8.count else { return nil }
    self.init(rawValue: name.lowercased())
  }
}

/// Splits DOT into tokens (https://graphviz.org/doc/info/lang.html).
struct DOTLexer {
  private(set) var scanner: TextScanner
  /// The next token, and the location where it begins.
  private(set) var token = DOTToken.end
  private(set) var place = FileLocation(line: 1, column: 1)

  init(_ scanner: TextScanner) throws(GraphFileError) {
    self.scanner = scanner
    try next()
  }

  /// Returns the error for an unexpected next token.
  func unexpected(expected: String) -> GraphFileError {
    scanner.unexpected(description(token), expected: expected, at: place)
  }

  private func description(_ token: DOTToken) -> String {
    switch token {
    case .id(let text): shown(text)
    case .keyword(let keyword): shown(keyword.rawValue)
    case .mark(let byte): shown([byte])
    case .directedEdge: "\"->\""
    case .undirectedEdge: "\"--\""
    case .end: "the end of the file"
    }
  }

  mutating func next() throws(GraphFileError) {
    try skipBlanksAndComments()
    place = scanner.location
    guard let byte = try scanner.peek() else {
      token = .end
      return
    }
    switch byte {
    case .quote: token = .id(try quoted())
    case UInt8(ascii: "<"): token = .id(try markup())
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ";"),
      UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "+"):
      scanner.advance()
      token = .mark(byte)
    case UInt8(ascii: "-"):
      let second = try scanner.peekSecond()
      if second == UInt8(ascii: ">") || second == UInt8(ascii: "-") {
        scanner.advance()
        scanner.advance()
        token = second == UInt8(ascii: ">") ? .directedEdge : .undirectedEdge
      } else {
        token = .id(try numeral())
      }
    case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): token = .id(try numeral())
    default: token = try name()
    }
  }

  private mutating func skipBlanksAndComments() throws(GraphFileError) {
    while true {
      try skipBlanks()
      guard let byte = try scanner.peek() else { return }
      if byte == UInt8(ascii: "#") {
        try scanner.skipLine()
      } else if byte == UInt8(ascii: "/"), try scanner.peekSecond() == UInt8(ascii: "/") {
        try scanner.skipLine()
      } else if byte == UInt8(ascii: "/"), try scanner.peekSecond() == UInt8(ascii: "*") {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlanks() throws(GraphFileError) {
    while let byte = try scanner.peek(), byte.isBlankOrNewline || byte == 0x0B || byte == 0x0C {
      scanner.advance()
    }
  }

  private mutating func skipBlockComment() throws(GraphFileError) {
    let start = scanner.location
    scanner.advance()
    scanner.advance()
    while let byte = try scanner.peek() {
      if byte == UInt8(ascii: "*"), try scanner.peekSecond() == UInt8(ascii: "/") {
        scanner.advance()
        scanner.advance()
        return
      }
      scanner.advance()
    }
    throw scanner.unexpected(
      "the end of the file",
      expected: "\"*/\" for the comment begun at \(start.line):\(start.column)")
  }

  private mutating func name() throws(GraphFileError) -> DOTToken {
    var bytes: [UInt8] = []
    while let byte = try scanner.peek(), Self.isNameByte(byte) {
      try append(byte, to: &bytes)
    }
    if bytes.isEmpty {
      throw try scanner.unexpectedNext(expected: "a name, a text in quotes or one of {}[];,=:")
    }
    let name = try scanner.string(bytes, at: place)
    return DOTKeyword(name).map(DOTToken.keyword) ?? .id(name)
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private mutating func append(_ byte: UInt8, to bytes: inout [UInt8]) throws(GraphFileError) {
    if bytes.count >= scanner.limits.textLength {
      throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
    }
    // Graphviz ends texts at a NUL byte.
    if byte == 0 {
      throw scanner.unexpected(shown([byte]), expected: "text without NUL bytes")
    }
    bytes.append(byte)
    scanner.advance()
  }

  /// Reads a numeral: -?(.[0-9]+|[0-9]+(.[0-9]*)?)
  private mutating func numeral() throws(GraphFileError) -> String {
    var bytes: [UInt8] = []
    var hasPoint = false
    while let byte = try scanner.peek() {
      if byte == UInt8(ascii: ".") {
        if hasPoint { break }
        hasPoint = true
      } else if !byte.isDigit, !(byte == UInt8(ascii: "-") && bytes.isEmpty) {
        break
      }
      try append(byte, to: &bytes)
    }
    guard bytes.contains(where: \.isDigit) else {
      throw scanner.unexpected(shown(bytes), expected: "a number, \"->\" or \"--\"", at: place)
    }
    if let byte = try scanner.peek(), Self.isNameByte(byte) {
      while let byte = try scanner.peek(), Self.isNameByte(byte), bytes.count < 40 {
        try append(byte, to: &bytes)
      }
      throw scanner.unexpected(
        shown(bytes), expected: "a number, or a name in quotes as it begins with a digit", at: place
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a quoted text. \" is a quote, and a backslash at the end of a line joins it to the next
  /// one; other backslashes are kept, as they are escapes in labels.
  private mutating func quoted() throws(GraphFileError) -> String {
    scanner.advance()
    var bytes: [UInt8] = []
    while true {
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      if byte == .quote {
        scanner.advance()
        return try scanner.string(
          bytes, at: FileLocation(line: place.line, column: place.column + 1))
      }
      if byte == .backslash {
        let second = try scanner.peekSecond()
        if second == .quote {
          scanner.advance()
          try append(.quote, to: &bytes)
          continue
        }
        if second == .newline {
          scanner.advance()
          scanner.advance()
          continue
        }
        if second == .backslash { try append(byte, to: &bytes) }
      }
      try append(byte, to: &bytes)
    }
  }

  /// Reads an HTML-like text including its < and >, which distinguish it from a quoted text.
  private mutating func markup() throws(GraphFileError) -> String {
    var bytes: [UInt8] = []
    var depth = 0
    while let byte = try scanner.peek() {
      if byte == UInt8(ascii: "<") { depth += 1 }
      if byte == UInt8(ascii: ">") { depth -= 1 }
      try append(byte, to: &bytes)
      if depth == 0 { return try scanner.string(bytes, at: place) }
    }
    throw scanner.unexpected(
      "the end of the file", expected: "\">\" for the \"<\" at \(place.line):\(place.column)")
  }
}
