/// Parses XML 1.0 as a stream: elements, attributes, text.
///
/// Foundation's XMLParser is unsuitable: on Linux (Swift 6.3) it crashes on an instruction without
/// data, as in the valid file `<a><?b?></a>`; its `parse()` returns true for the truncated `<a><b>`
/// and for `<a/><b/>`; and it reports where a tag ends, not where it begins.
///
/// Entity declarations are rejected: graph files have none, XML bombs do. External resources are
/// never loaded.
struct XMLReader {
  private var text: TextScanner
  private let handler: any XMLHandler
  /// The open elements: their qualified names, and their text so far.
  private var open: [(name: String, text: [UInt8], place: FileLocation)] = []
  private var hasRoot = false
  /// The last two bytes of text.
  private var lastBytes: UInt16 = 0

  static func read(
    _ input: FormatInput, budget: ReadBudget, handler: any XMLHandler
  ) throws(GraphFileError) {
    let text = try input.scanner(budget: budget)
    var reader = XMLReader(text: text, handler: handler)
    try reader.read()
  }

  private init(text: TextScanner, handler: any XMLHandler) {
    self.text = text
    self.handler = handler
  }

  private mutating func read() throws(GraphFileError) {
    while true {
      if open.isEmpty {
        try text.skipBlanksAndNewlines()
        guard let byte = try text.peek() else { break }
        guard byte == UInt8(ascii: "<") else {
          throw try text.unexpectedNext(expected: hasRoot ? "the end of the file" : "\"<\"")
        }
      }
      guard let byte = try text.peek() else {
        throw text.unexpected(
          "the end of the file", expected: "\(endTag) for the element begun at \(openPlace)")
      }
      switch byte {
      case UInt8(ascii: "<"): try readMarkup()
      case UInt8(ascii: "&"): try appendText(reference())
      default: try readText()
      }
    }
    if !hasRoot { throw text.unexpected("the end of the file", expected: "\"<\"") }
  }

  private var endTag: String { "</\(open.last?.name ?? "")>" }
  private var openPlace: String { open.last.map { "\($0.place.line):\($0.place.column)" } ?? "" }

  /// Reads text up to the next markup or reference.
  private mutating func readText() throws(GraphFileError) {
    let last = open.count - 1
    let limit = text.limits.textLength
    var brackets = 0
    while let byte = try text.peek(), byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
      if byte == UInt8(ascii: ">"), brackets >= 2 {
        throw text.unexpected("\"]]>\"", expected: "\"]]&gt;\" outside of <![CDATA[")
      }
      brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
      try checkCharacter(byte)
      text.advance()
      // XML normalises line ends to one byte.
      if byte == .carriageReturn, try text.peek() == .newline { continue }
      open[last].text.append(byte)
      if open[last].text.count > limit {
        throw text.limit(of: "bytes in one text", maximum: limit)
      }
    }
  }

  private mutating func appendText(_ bytes: [UInt8]) throws(GraphFileError) {
    let last = open.count - 1
    // Blanks outside the root element are dropped.
    guard last >= 0 else { return }
    open[last].text.append(contentsOf: bytes)
    if open[last].text.count > text.limits.textLength {
      throw text.limit(of: "bytes in one text", maximum: text.limits.textLength)
    }
  }

  // MARK: Markup

  private mutating func readMarkup() throws(GraphFileError) {
    let place = text.location
    text.advance()
    switch try text.peek() {
    case UInt8(ascii: "/"): try readEnd(at: place)
    case UInt8(ascii: "?"): try readInstruction(at: place)
    case UInt8(ascii: "!"): try readDeclaration(at: place)
    default: try readStart(at: place)
    }
  }

  private mutating func readEnd(at place: FileLocation) throws(GraphFileError) {
    text.advance()
    let name = try self.name()
    guard let element = open.last, element.name.hasSameBytes(as: name) else {
      throw text.unexpected(
        "</\(name)>",
        expected: open.isEmpty ? "an element" : "\(endTag) for the element begun at \(openPlace)",
        at: place)
    }
    try text.skipBlanksAndNewlines()
    try expect(UInt8(ascii: ">"), "\">\"")
    try end(at: place)
  }

  private mutating func end(at place: FileLocation) throws(GraphFileError) {
    let element = open.removeLast()
    try handler.end(
      Self.withoutPrefix(element.name), text: text.string(element.text, at: element.place),
      at: place)
  }

  private mutating func readStart(at place: FileLocation) throws(GraphFileError) {
    let name = try self.name()
    if open.isEmpty, hasRoot {
      throw text.unexpected("<\(name)>", expected: "the end of the file", at: place)
    }
    guard open.count < text.limits.nestingDepth else {
      throw text.limit(of: "elements in elements", maximum: text.limits.nestingDepth, at: place)
    }
    hasRoot = true
    var attributes: [ExactText: String] = [:]
    var isEmpty = false
    while true {
      let isApart = try text.peek()?.isBlankOrNewline ?? false
      try text.skipBlanksAndNewlines()
      let next = try text.peek()
      if next == UInt8(ascii: ">") {
        text.advance()
        break
      }
      if next == UInt8(ascii: "/") {
        text.advance()
        try expect(UInt8(ascii: ">"), "\">\" after \"/\"")
        isEmpty = true
        break
      }
      let attributePlace = text.location
      if !isApart, next != nil {
        throw try text.unexpectedNext(expected: "a blank, \">\" or \"/>\"")
      }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: ExactText(key)) == nil else {
        throw text.unexpected(
          "a second \(key)", expected: "each attribute of <\(name)> once", at: attributePlace)
      }
      if attributes.count > text.limits.attributes {
        throw text.limit(of: "attributes", maximum: text.limits.attributes, at: attributePlace)
      }
    }
    open.append((name, [], place))
    try handler.begin(
      XMLElementStart(
        file: text.name, name: Self.withoutPrefix(name), attributes: attributes, place: place))
    if isEmpty { try end(at: place) }
  }

  private mutating func attribute() throws(GraphFileError) -> (name: String, value: String) {
    let name = try self.name()
    try text.skipBlanksAndNewlines()
    try expect(UInt8(ascii: "="), "\"=\" after \(name)")
    try text.skipBlanksAndNewlines()
    let place = text.location
    guard let quote = try text.peek(), quote == .quote || quote == UInt8(ascii: "'") else {
      throw try text.unexpectedNext(expected: "the value of \(name) in quotes")
    }
    text.advance()
    var value: [UInt8] = []
    while true {
      guard let byte = try text.peek(), byte != UInt8(ascii: "<") else {
        throw try text.unexpectedNext(
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      if byte == UInt8(ascii: "&") {
        value += try reference()
      } else {
        try checkCharacter(byte)
        text.advance()
        if byte == quote { break }
        // XML normalises line ends in attributes to blanks, unless they are written as &#10;.
        value.append(byte.isBlankOrNewline ? 0x20 : byte)
      }
      if value.count > text.limits.textLength {
        throw text.limit(of: "bytes in one text", maximum: text.limits.textLength, at: place)
      }
    }
    return (name, try text.string(value, at: place))
  }

  private mutating func name() throws(GraphFileError) -> String {
    let place = text.location
    var name: [UInt8] = []
    while let byte = try text.peek(),
      byte.isLetter || byte.isDigit || byte >= 0x80 || "_:.-".utf8.contains(byte)
    {
      try checkCharacter(byte)
      name.append(byte)
      text.advance()
      if name.count > 1024 { throw text.limit(of: "bytes in a name", maximum: 1024, at: place) }
    }
    guard let first = name.first, !first.isDigit, first != UInt8(ascii: "-"),
      first != UInt8(ascii: ".")
    else {
      if name.isEmpty { throw try text.unexpectedNext(expected: "a name") }
      throw text.unexpected(shown(name), expected: "a name", at: place)
    }
    return try text.string(name, at: place)
  }

  private static func withoutPrefix(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  private mutating func expect(_ byte: UInt8, _ expected: String) throws(GraphFileError) {
    guard try text.peek() == byte else { throw try text.unexpectedNext(expected: expected) }
    text.advance()
  }

  // MARK: What is no element

  /// Throws for characters that XML forbids everywhere: control characters except tabs and line
  /// ends, U+FFFE, U+FFFF. `byte` is the next one.
  @inline(__always)
  private mutating func checkCharacter(_ byte: UInt8) throws(GraphFileError) {
    if byte < 0x20, !byte.isBlankOrNewline {
      throw text.unexpected(shown([byte]), expected: "text without control characters")
    }
    if byte == 0xBE || byte == 0xBF, lastBytes == 0xEFBF {
      throw text.unexpected("the character U+FFFE or U+FFFF", expected: "another one")
    }
    lastBytes = lastBytes << 8 | UInt16(byte)
  }

  /// Reads a reference: `&lt;`, `&#228;`
  private mutating func reference() throws(GraphFileError) -> [UInt8] {
    let place = text.location
    var bytes: [UInt8] = []
    while let byte = try text.peek(), bytes.count < 12, byte != .newline, byte != UInt8(ascii: "<")
    {
      bytes.append(byte)
      text.advance()
      if byte == UInt8(ascii: ";") { break }
    }
    guard bytes.last == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(reference: bytes[1..<(bytes.count - 1)]),
      scalar.value != 0xFFFE, scalar.value != 0xFFFF,
      scalar.value >= 0x20 || scalar == "\t" || scalar == "\n" || scalar == "\r"
    else {
      throw text.unexpected(
        shown(bytes),
        expected: "&lt; &gt; &amp; &quot; &apos; or the number of a character such as &#228;",
        at: place)
    }
    return Array(String(scalar).utf8)
  }

  /// Reads `<?xml version="1.0" encoding="UTF-8"?>`, or another instruction.
  private mutating func readInstruction(at place: FileLocation) throws(GraphFileError) {
    text.advance()
    let content = try read(to: "?>", at: place)
    let target = content.prefix { !$0.isBlankOrNewline }
    guard Array(target).isWord("xml") else {
      if let first = target.first, first.isLetter || first >= 0x80 || "_:".utf8.contains(first) {
        return
      }
      throw text.unexpected("an instruction without a name", expected: "a name", at: place)
    }
    guard place.line == 1, place.column == 1, content.starts(with: "xml".utf8) else {
      throw text.unexpected(
        "<?xml", expected: "it at the beginning of the file, in small letters", at: place)
    }
    guard let declaration = XMLDeclaration(content.dropFirst(3)) else {
      throw text.unexpected(
        "a declaration of another form", expected: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        at: place)
    }
    if let encoding = declaration.encoding,
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased()),
      !Latin1Source.names.contains(encoding.lowercased())
    {
      throw text.unexpected(
        "the encoding \(shown(encoding))", expected: "UTF-8 or ISO-8859-1", at: place)
    }
  }

  /// Reads comments, CDATA or the document type.
  private mutating func readDeclaration(at place: FileLocation) throws(GraphFileError) {
    text.advance()
    var word: [UInt8] = []
    while word.count < 7, let byte = try text.peek(), byte != UInt8(ascii: ">"),
      !byte.isBlankOrNewline
    {
      word.append(byte)
      text.advance()
      if word.starts(with: "--".utf8) { break }
    }
    if word == Array("--".utf8) {
      _ = try read(to: "-->", at: place)
    } else if word == Array("[CDATA[".utf8), !open.isEmpty {
      try appendText(try read(to: "]]>", at: place))
    } else if word == Array("DOCTYPE".utf8), !hasRoot {
      try skipDocumentType(at: place)
    } else {
      throw text.unexpected(
        "<!\(String(decoding: word, as: UTF8.self))",
        expected: "an element, a comment or <![CDATA[", at: place)
    }
  }

  /// Reads the text up to `end` and consumes that, too. `place` is where the markup begins.
  private mutating func read(
    to end: StaticString, at place: FileLocation
  ) throws(GraphFileError) -> [UInt8] {
    let length = end.utf8CodeUnitCount
    var last: UInt32 = 0
    let wanted = end.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    let mask: UInt32 = length == 2 ? 0xFFFF : 0xFF_FFFF
    let start = text.location
    var content: [UInt8] = []
    while let byte = try text.peek() {
      try checkCharacter(byte)
      text.advance()
      content.append(byte)
      if content.count > text.limits.textLength {
        throw text.limit(of: "bytes in one text", maximum: text.limits.textLength, at: place)
      }
      if end.utf8Start.pointee == UInt8(ascii: "-"), last & 0xFFFF == 0x2D2D,
        byte != UInt8(ascii: ">")
      {
        throw text.unexpected("\"--\" in a comment", expected: "\"-->\"", at: text.location)
      }
      last = (last << 8 | UInt32(byte)) & mask
      if last == wanted {
        content.removeLast(length)
        _ = try text.string(content, at: start)
        return content
      }
    }
    throw text.unexpected(
      "the end of the file", expected: "\"\(end)\" for what begins at \(place.line):\(place.column)"
    )
  }

  /// Skips to the closing `>`; declarations within [ ] have one each. Their characters are checked,
  /// but not their content.
  private mutating func skipDocumentType(at place: FileLocation) throws(GraphFileError) {
    var depth = 1
    var quote: UInt8?
    while let byte = try text.peek() {
      let here = text.location
      try checkCharacter(byte)
      text.advance()
      if let end = quote {
        if byte == end { quote = nil }
        continue
      }
      switch byte {
      case .quote, UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "<"):
        depth += 1
        var word: [UInt8] = []
        while word.count < 7, let next = try text.peek(), next.isLetter || "!-".utf8.contains(next),
          !word.elementsEqual("!--".utf8)
        {
          word.append(next)
          text.advance()
        }
        if word.elementsEqual("!--".utf8) {
          // Quotes have no meaning in a comment.
          depth -= 1
          _ = try read(to: "-->", at: here)
        }
        if word == Array("!ENTITY".utf8) {
          throw text.unexpected(
            "the declaration of an entity", expected: "none (they can make a small file huge)",
            at: here)
        }
      case UInt8(ascii: ">"):
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
    throw text.unexpected(
      "the end of the file", expected: "\">\" for what begins at \(place.line):\(place.column)")
  }
}
