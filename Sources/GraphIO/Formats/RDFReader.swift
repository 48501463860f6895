/// Reads RDF: N-Triples, and of Turtle what most files have: prefixes, lists of predicates and objects
/// (https://www.w3.org/TR/turtle/). Resources are nodes, called by their whole IRIs; a triple of two
/// resources is an edge, one with a literal an attribute of its subject.
struct RDFReader: FormatReader {
  private enum Term {
    case resource(String)
    case literal(AttributeValue)
  }

  private static let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
  private static let schema = "http://www.w3.org/2001/XMLSchema#"

  private let format: GraphFormat
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var prefixes: [ExactText: String] = [:]
  private var base = ""
  /// Each predicate of an edge, so that edges share its text.
  private var predicates: [ExactText: Predicate] = [:]
  private struct Predicate {
    var iri: String
    var shortName: String
  }
  /// The predicates by the short names that attributes have.
  private var attributes: [ExactText: String] = [:]
  /// The nodes that have a value of an attribute.
  private var known: Set<Key> = []
  private struct Key: Hashable {
    var node: Int
    var name: ExactText
  }

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let line = beginning.lines.first { !$0.hasPrefix("#") } ?? ""
    let isTurtle = ["@prefix ", "@base ", "prefix ", "base "].contains(where: line.hasPrefix)
    if isTurtle { return format == .turtle && line.contains("<") ? .certain : nil }
    let hasTriple =
      (line.hasPrefix("<") || line.hasPrefix("_:")) && line.contains(">") && line.hasSuffix(".")
      && line.contains(" <")
    return Likeness(certainIf: format == .nTriples && hasTriple)
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    format = input.format
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
    builder.isDirected = true
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while try skipBlanksAndComments() {
      if try !readDirective() { try readTriples() }
    }
    if builder.nodeCount == 0 {
      throw scanner.unexpected(
        "no triple", expected: "triples such as <a> <b> <c> .", at: FileLocation(line: 1, column: 1)
      )
    }
    return ReadResult(graph: try builder.graph(), format: format, notes: builder.notes)
  }

  // MARK: Statements

  /// Reads `@prefix ex: <http://example.org/> .`, or SPARQL's `PREFIX`; false if there is none.
  private mutating func readDirective() throws(GraphFileError) -> Bool {
    guard let first = try scanner.peek(), first == UInt8(ascii: "@") || first.isLetter else {
      return false
    }
    let place = scanner.location
    let word = try readName()
    let text = String(decoding: word, as: UTF8.self)
    switch text.lowercased() {
    case "@prefix", "prefix":
      _ = try skipBlanksAndComments()
      let name = try readName()
      guard name.last == UInt8(ascii: ":") else {
        throw scanner.unexpected(shown(name), expected: "a prefix that ends in \":\"")
      }
      _ = try skipBlanksAndComments()
      let iri = try readIRI()
      prefixes[ExactText(try scanner.string(name.dropLast(), at: place))] = iri
      try builder.budget.take(ReadBudget.group + iri.utf8.count, file: scanner.name, at: place)
    case "@base", "base":
      _ = try skipBlanksAndComments()
      base = try readIRI()
    default:
      // A subject with a prefix: `ex:a`.
      try readTriples(subject: resource(word, at: place), at: place)
      return true
    }
    if first == UInt8(ascii: "@") {
      _ = try skipBlanksAndComments()
      try expect(UInt8(ascii: "."), "\".\" after the declaration")
    }
    return true
  }

  private mutating func readTriples() throws(GraphFileError) {
    let place = scanner.location
    guard case .resource(let subject) = try readTerm() else {
      throw scanner.unexpected("a literal", expected: "a resource as subject", at: place)
    }
    try readTriples(subject: subject, at: place)
  }

  /// Reads the predicates and objects of a subject: `p a, b; q c .`
  private mutating func readTriples(
    subject: String, at place: FileLocation
  ) throws(GraphFileError) {
    let node = try builder.nodeOrNew(subject, at: place)
    while true {
      guard try skipBlanksAndComments() else { throw missing("a predicate") }
      // The last semicolon may be followed by nothing.
      if try scanner.peek() == UInt8(ascii: ".") { break }
      let predicate = try readPredicate()
      repeat {
        guard try skipBlanksAndComments() else { throw missing("an object") }
        let objectPlace = scanner.location
        try addTriple(node, predicate, readTerm(), at: objectPlace)
        guard try skipBlanksAndComments() else { throw missing("\".\" after a triple") }
      } while try take(UInt8(ascii: ","))
      guard try take(UInt8(ascii: ";")) else { break }
      while try skipBlanksAndComments(), try take(UInt8(ascii: ";")) {}
    }
    try expect(UInt8(ascii: "."), "\".\", \";\" or \",\" after a triple")
  }

  private func missing(_ expected: String) -> GraphFileError {
    scanner.unexpected("the end of the file", expected: expected)
  }

  private mutating func addTriple(
    _ subject: Int, _ predicate: String, _ object: Term, at place: FileLocation
  ) throws(GraphFileError) {
    switch object {
    case .resource(let id):
      let edge = try builder.addEdge(subject, builder.nodeOrNew(id, at: place), at: place)
      let shared = try sharedPredicate(predicate, at: place)
      try builder.setEdge(StandardAttribute.label, .string(shared.shortName), edge)
      try builder.setEdge("predicate", .string(shared.iri), edge)
    case .literal(let value):
      let name = attributeName(predicate)
      if !known.insert(Key(node: subject, name: ExactText(name))).inserted {
        builder.note(
          "of several values of a property of one resource the last is read, as of \(shown(name))")
      }
      try builder.setNode(name, value, subject)
    }
  }

  private mutating func sharedPredicate(
    _ iri: String, at place: FileLocation
  ) throws(GraphFileError) -> Predicate {
    if let known = predicates[ExactText(iri)] { return known }
    let predicate = Predicate(iri: iri, shortName: Self.shortName(iri))
    try builder.budget.take(
      ReadBudget.group + 2 * iri.utf8.count, file: scanner.name, at: place)
    predicates[ExactText(iri)] = predicate
    return predicate
  }

  /// Returns the short name of a predicate, or the whole IRI if another one has that name.
  private mutating func attributeName(_ predicate: String) -> String {
    let short = Self.shortName(predicate)
    let first = attributes[ExactText(short), default: predicate]
    attributes[ExactText(short)] = first
    return first.hasSameBytes(as: predicate) ? short : predicate
  }

  /// The part of an IRI after the last `#` or `/`.
  private static func shortName(_ iri: String) -> String {
    let bytes = iri.utf8.droppingLast { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") }
    guard
      let mark = bytes.lastIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "#") })
    else { return iri }
    return String(Substring(bytes[bytes.index(after: mark)...]))
  }

  // MARK: Terms

  private mutating func readPredicate() throws(GraphFileError) -> String {
    let place = scanner.location
    if try scanner.peek() == UInt8(ascii: "a"),
      try scanner.peekSecond().map(\.isBlankOrNewline) ?? false
    {
      scanner.advance()
      return Self.type
    }
    guard case .resource(let predicate) = try readTerm() else {
      throw scanner.unexpected("a literal", expected: "a predicate", at: place)
    }
    return predicate
  }

  private mutating func readTerm() throws(GraphFileError) -> Term {
    let place = scanner.location
    guard let first = try scanner.peek() else { throw missing("a term") }
    switch first {
    case UInt8(ascii: "<"): return .resource(try readIRI())
    case .quote, UInt8(ascii: "'"): return .literal(try readLiteral(quote: first))
    case UInt8(ascii: "["), UInt8(ascii: "("):
      throw try scanner.unexpectedNext(
        expected: "a resource or a literal (of Turtle, lists and nodes in brackets are not read; "
          + "N-Triples has neither)")
    default:
      let word = try readName()
      if word.isEmpty {
        throw try scanner.unexpectedNext(expected: "a resource or a literal")
      }
      if word.elementsEqual("true".utf8) { return .literal(.boolean(true)) }
      if word.elementsEqual("false".utf8) { return .literal(.boolean(false)) }
      if first.isDigit || [43, 45, 46].contains(first) {
        if let integer = Int(canonicalBytes: word) { return .literal(.integer(integer)) }
        guard let number = Double(decimalBytes: word) else {
          throw scanner.unexpected(shown(word), expected: "a number", at: place)
        }
        return .literal(.double(number))
      }
      return .resource(try resource(word, at: place))
    }
  }

  /// Returns the IRI of a name with a prefix, or the name of a blank node: `_:b1`.
  private func resource(_ word: [UInt8], at place: FileLocation) throws(GraphFileError) -> String {
    let text = try scanner.string(word, at: place)
    if text.beginsWithBytes(of: "_:") { return text }
    guard let colon = word.firstIndex(of: UInt8(ascii: ":")) else {
      throw scanner.unexpected(
        shown(word), expected: "an IRI in < >, or a name with a prefix", at: place)
    }
    let prefix = try scanner.string(word[..<colon], at: place)
    guard let iri = prefixes[ExactText(prefix)] else {
      throw scanner.unexpected(
        shown(word), expected: "a prefix that is declared (@prefix \(prefix): <...> .)", at: place)
    }
    return try expanded(iri, String(decoding: word[(colon + 1)...], as: UTF8.self), at: place)
  }

  /// Returns a name with the IRI before it, which a few bytes of the file imply.
  private func expanded(
    _ iri: String, _ name: String, at place: FileLocation
  ) throws(GraphFileError) -> String {
    try builder.budget.take(implied: 1, each: iri.utf8.count, file: scanner.name, at: place)
    // What keeps the text takes its memory.
    builder.budget.give(iri.utf8.count)
    return iri + name
  }

  /// Reads a word up to a blank or a mark, and marks after a backslash; a dot at its end is not a
  /// part of it.
  private mutating func readName() throws(GraphFileError) -> [UInt8] {
    let place = scanner.location
    var word: [UInt8] = []
    while let byte = try scanner.peek(), !byte.isBlankOrNewline, !",;()[]<>\"'#".utf8.contains(byte)
    {
      if byte == UInt8(ascii: ".") {
        // The dot of a number or a name is followed by more of it.
        guard let next = try scanner.peekSecond(),
          next.isLetter || next.isDigit || "_-\\%".utf8.contains(next) || next >= 0x80
        else { break }
      }
      if byte == .backslash {
        scanner.advance()
        guard let mark = try scanner.peek(), "_~.-!$&'()*+,;=/?#@%".utf8.contains(mark) else {
          throw try scanner.unexpectedNext(
            expected: "one of the marks _~.-!$&'()*+,;=/?#@% after a backslash")
        }
        word.append(mark)
        scanner.advance()
        try checkLength(of: word, at: place)
        continue
      }
      word.append(byte)
      scanner.advance()
      try checkLength(of: word, at: place)
    }
    return word
  }

  /// Reads `<http://example.org/a>`; relative ones begin where `@base` says.
  private mutating func readIRI() throws(GraphFileError) -> String {
    let place = scanner.location
    try expect(UInt8(ascii: "<"), "an IRI in < >")
    if try scanner.peek() == UInt8(ascii: "<") {
      throw scanner.unexpected("a quoted triple", expected: "an IRI", at: place)
    }
    var bytes: [UInt8] = []
    while true {
      guard let byte = try scanner.peek(), !byte.isBlankOrNewline else {
        throw try scanner.unexpectedNext(
          expected: "\">\" for the IRI begun at \(place.line):\(place.column)")
      }
      scanner.advance()
      if byte == UInt8(ascii: ">") { break }
      if byte == .backslash { bytes += try readEscape() } else { bytes.append(byte) }
      try checkLength(of: bytes, at: place)
    }
    let hasScheme =
      bytes.firstIndex(of: UInt8(ascii: ":")).map { colon in
        bytes[..<colon].allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
      } ?? false
    let iri = try scanner.string(bytes, at: place)
    return hasScheme || base.isEmpty ? iri : try resolved(iri, at: place)
  }

  /// Returns the IRI of a relative one; only those are read that are put behind the base.
  private func resolved(
    _ iri: String, at place: FileLocation
  ) throws(GraphFileError) -> String {
    let document = String(Substring(base.utf8.prefix { $0 != UInt8(ascii: "#") }))
    if iri.utf8.isEmpty || iri.utf8.first == UInt8(ascii: "#") {
      return try expanded(document, iri, at: place)
    }
    let segments = iri.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain =
      !segments[0].isEmpty && iri.utf8.first != UInt8(ascii: "?")
      && !segments.contains { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
    guard isPlain, base.utf8.last == UInt8(ascii: "/"),
      !base.utf8.contains(where: { "?#".utf8.contains($0) })
    else {
      throw scanner.unexpected(
        "the relative IRI \(shown(iri))",
        expected: "a whole one (relative ones are read that begin with #, and names after a base "
          + "that ends in /)", at: place)
    }
    return try expanded(base, iri, at: place)
  }

  /// Reads a literal with its type or its language, which is left out.
  private mutating func readLiteral(quote: UInt8) throws(GraphFileError) -> AttributeValue {
    let text = try readText(quote: quote)
    if try take(UInt8(ascii: "@")) {
      _ = try readName()
      builder.note("the languages of texts are left out")
      return .string(text)
    }
    guard try take(UInt8(ascii: "^")) else { return .string(text) }
    try expect(UInt8(ascii: "^"), "\"^^\" and a type")
    let place = scanner.location
    guard case .resource(let type) = try readTerm() else {
      throw scanner.unexpected("a literal", expected: "a type", at: place)
    }
    guard type.beginsWithBytes(of: Self.schema) else { return .string(text) }
    let kind: AttributeType =
      switch Self.shortName(type) {
      case "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger",
        "unsignedInt", "unsignedLong":
        .integer
      case "double", "float", "decimal": .double
      case "boolean": .boolean
      default: .string
      }
    return AttributeValue(text: text, type: kind) ?? .string(text)
  }

  private mutating func readText(quote: UInt8) throws(GraphFileError) -> String {
    let place = scanner.location
    scanner.advance()
    var isLong = false
    if try take(quote) {
      guard try take(quote) else { return "" }
      isLong = true
    }
    var bytes: [UInt8] = []
    var quotes = 0
    while true {
      guard let byte = try scanner.peek(), isLong || byte != .newline else {
        throw try scanner.unexpectedNext(
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      scanner.advance()
      quotes = byte == quote ? quotes + 1 : 0
      if byte == quote, !isLong { break }
      if byte == .backslash { bytes += try readEscape() } else { bytes.append(byte) }
      if quotes == 3 {
        bytes.removeLast(3)
        break
      }
      try checkLength(of: bytes, at: place)
    }
    return try scanner.string(bytes, at: place)
  }

  /// Reads what follows a backslash: `n`, `u00e4`.
  private mutating func readEscape() throws(GraphFileError) -> [UInt8] {
    let place = scanner.location
    let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "n"): 10, UInt8(ascii: "t"): 9, UInt8(ascii: "r"): 13, UInt8(ascii: "b"): 8,
      UInt8(ascii: "f"): 12, .quote: .quote, UInt8(ascii: "'"): 39, .backslash: .backslash,
    ]
    guard let byte = try scanner.peek() else { throw missing("an escape") }
    scanner.advance()
    if let plain = escapes[byte] { return [plain] }
    let length = byte == UInt8(ascii: "u") ? 4 : byte == UInt8(ascii: "U") ? 8 : 0
    var digits: [UInt8] = []
    while digits.count < length, let digit = try scanner.peek(), digit.isDigit || digit.isLetter {
      digits.append(digit)
      scanner.advance()
    }
    guard length > 0, digits.count == length,
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else {
      throw scanner.unexpected(
        "an escape that there is not", expected: "\\n, \\t, \\\", \\\\ or \\u and four digits",
        at: place)
    }
    return Array(String(scalar).utf8)
  }

  // MARK: Bytes

  /// Skips to the next token; returns false at the end of the file.
  private mutating func skipBlanksAndComments() throws(GraphFileError) -> Bool {
    while true {
      try scanner.skipBlanksAndNewlines()
      guard let byte = try scanner.peek() else { return false }
      guard byte == UInt8(ascii: "#") else { return true }
      try scanner.skipLine()
    }
  }

  private mutating func take(_ byte: UInt8) throws(GraphFileError) -> Bool {
    guard try scanner.peek() == byte else { return false }
    scanner.advance()
    return true
  }

  private mutating func expect(_ byte: UInt8, _ expected: String) throws(GraphFileError) {
    guard try take(byte) else { throw try scanner.unexpectedNext(expected: expected) }
  }

  private func checkLength(of text: [UInt8], at place: FileLocation) throws(GraphFileError) {
    if text.count > scanner.limits.textLength {
      throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
    }
  }
}
