/// A token of JSON: a complete number or text, or the beginning of a list or an object.
enum JSONToken: Equatable {
  case value(AttributeValue)
  case null
  case object
  case array
}

/// Scans JSON (RFC 8259) as a stream. Foundation's parsers hold the whole tree and cannot give the
/// location of a value that is invalid for a graph.
struct JSONScanner {
  var text: TextScanner
  private var depth = 0

  init(_ text: TextScanner) { self.text = text }

  var location: FileLocation { text.location }

  /// Reads the beginning of a value. After `.object`, call `nextKey` and read a value until it
  /// returns nil; after `.array`, call `hasElement` and read a value until it returns false.
  mutating func value() throws(GraphFileError) -> JSONToken {
    try text.skipBlanksAndNewlines()
    largeInteger = nil
    let expected = "a value"
    guard let first = try text.peek() else { throw try text.unexpectedNext(expected: expected) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth > text.limits.nestingDepth {
        throw text.limit(of: "levels of lists and objects", maximum: text.limits.nestingDepth)
      }
      text.advance()
      isFirst = true
      return first == UInt8(ascii: "{") ? .object : .array
    case .quote: return .value(.string(try string()))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .value(try number())
    default:
      let place = text.location
      var word: [UInt8] = []
      while let byte = try text.peek(), byte.isLetter, word.count < 10 {
        word.append(byte)
        text.advance()
      }
      switch String(decoding: word, as: UTF8.self) {
      case "true": return .value(.boolean(true))
      case "false": return .value(.boolean(false))
      case "null": return .null
      // Python writes these non-finite numbers.
      case "NaN": return .value(.double(.nan))
      case "Infinity": return .value(.double(.infinity))
      case "": throw try text.unexpectedNext(expected: expected)
      default: throw text.unexpected(shown(word), expected: expected, at: place)
      }
    }
  }

  /// The digits of the last value if that was an integer beyond 64 bits that a double cannot
  /// represent.
  private(set) var largeInteger: [UInt8]?

  /// The last value as an attribute.
  func attribute(_ value: AttributeValue, named name: String) -> AttributeValue {
    guard case .double = value, let largeInteger else { return value }
    return AttributeValue(largeInteger: largeInteger, named: name)
  }

  /// The last value as an id.
  func id(_ value: AttributeValue) -> AttributeValue {
    guard case .double = value, let largeInteger else { return value }
    return .string(String(decoding: largeInteger, as: UTF8.self))
  }

  /// True directly after the beginning of a list or object.
  private var isFirst = false

  /// Reads the next key of an object, and its location; nil at the end of the object.
  mutating func nextKey() throws(GraphFileError) -> (name: String, place: FileLocation)? {
    guard try hasMore(UInt8(ascii: "}"), "a key in quotes or \"}\"") else { return nil }
    let place = text.location
    guard try text.peek() == .quote else {
      throw try text.unexpectedNext(expected: "a key in quotes")
    }
    let name = try string()
    try text.skipBlanksAndNewlines()
    guard try text.peek() == UInt8(ascii: ":") else {
      throw try text.unexpectedNext(expected: "\":\" after the key \(shown(name))")
    }
    text.advance()
    return (name, place)
  }

  /// Returns true if the list has another element.
  mutating func hasElement() throws(GraphFileError) -> Bool {
    try hasMore(UInt8(ascii: "]"), "a value or \"]\"")
  }

  private mutating func hasMore(_ end: UInt8, _ expected: String) throws(GraphFileError) -> Bool {
    try text.skipBlanksAndNewlines()
    if try text.peek() == end {
      text.advance()
      depth -= 1
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
      if try text.peek() == nil { throw try text.unexpectedNext(expected: expected) }
      return true
    }
    guard try text.peek() == UInt8(ascii: ",") else {
      throw try text.unexpectedNext(expected: "\",\" or \"\(Character(Unicode.Scalar(end)))\"")
    }
    text.advance()
    try text.skipBlanksAndNewlines()
    return true
  }

  /// Throws if anything but blanks follows the outermost value.
  mutating func expectEnd() throws(GraphFileError) {
    try text.skipBlanksAndNewlines()
    if try text.peek() != nil { throw try text.unexpectedNext(expected: "the end of the file") }
  }

  /// Returns the rest of a value that has begun, as JSON without blanks.
  mutating func rest(of token: JSONToken) throws(GraphFileError) -> String {
    var result = ""
    try append(token, to: &result)
    return result
  }

  private mutating func append(_ token: JSONToken, to result: inout String) throws(GraphFileError) {
    if result.utf8.count > text.limits.textLength {
      throw text.limit(of: "bytes in one value", maximum: text.limits.textLength)
    }
    switch token {
    case .null: result += "null"
    case .value(let value):
      if case .double = value, let largeInteger {
        result += String(decoding: largeInteger, as: UTF8.self)
      } else {
        result += JSONGraphWriter.json(value)
      }
    case .array:
      result += "["
      var isFirst = true
      while try hasElement() {
        if !isFirst { result += "," }
        isFirst = false
        try append(value(), to: &result)
      }
      result += "]"
    case .object:
      result += "{"
      var isFirst = true
      while let key = try nextKey() {
        if !isFirst { result += "," }
        isFirst = false
        result += JSONGraphWriter.json(.string(key.name)) + ":"
        try append(value(), to: &result)
      }
      result += "}"
    }
  }

  // MARK: Numbers and texts

  private mutating func number() throws(GraphFileError) -> AttributeValue {
    let place = text.location
    var word: [UInt8] = []
    while let byte = try text.peek(),
      byte.isDigit || byte.isLetter
        || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte),
      word.count < 4096
    {
      word.append(byte)
      text.advance()
    }
    if let integer = Int(canonicalBytes: word) { return .integer(integer) }
    if word == Array("-Infinity".utf8) { return .double(-.infinity) }
    let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word[...]
    let isStrict =
      digits.first?.isDigit == true && digits.last?.isDigit == true
      && !(digits.count > 1 && digits.first == UInt8(ascii: "0")
        && digits.dropFirst().first?.isDigit == true)
    let point = word.firstIndex(of: UInt8(ascii: "."))
    let hasFraction = point.map { $0 + 1 < word.count && word[$0 + 1].isDigit } ?? true
    if isStrict, word.count > 18, AttributeValue.isInteger(word) {
      largeInteger = word
      return .double(Double(decimalBytes: word) ?? .infinity)
    }
    guard isStrict, hasFraction, let number = Double(decimalBytes: word) else {
      throw text.unexpected(shown(word), expected: "a number", at: place)
    }
    return .double(number)
  }

  private mutating func string() throws(GraphFileError) -> String {
    let place = text.location
    text.advance()
    var bytes: [UInt8] = []
    while true {
      guard let byte = try text.peek() else {
        throw text.unexpected(
          "the end of the file",
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      if byte == .quote {
        text.advance()
        break
      }
      if byte < 0x20 {
        throw try text.unexpectedNext(expected: "text without line ends and control characters")
      }
      if byte == .backslash {
        try escape(into: &bytes)
      } else {
        bytes.append(byte)
        text.advance()
      }
      if bytes.count > text.limits.textLength {
        throw text.limit(of: "bytes in one text", maximum: text.limits.textLength, at: place)
      }
    }
    return try text.string(bytes, at: FileLocation(line: place.line, column: place.column + 1))
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(GraphFileError) {
    let place = text.location
    text.advance()
    guard let byte = try text.peek() else {
      throw text.unexpected("the end of the file", expected: "the rest of the text", at: place)
    }
    switch byte {
    case .quote, .backslash, UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(8)
    case UInt8(ascii: "f"): bytes.append(12)
    case UInt8(ascii: "n"): bytes.append(10)
    case UInt8(ascii: "r"): bytes.append(13)
    case UInt8(ascii: "t"): bytes.append(9)
    case UInt8(ascii: "u"):
      text.advance()
      var code = try hexadecimal(at: place)
      if code & 0xFC00 == 0xD800, try text.peek() == .backslash,
        try text.peekSecond() == UInt8(ascii: "u")
      {
        text.advance()
        text.advance()
        let low = try hexadecimal(at: place)
        guard low & 0xFC00 == 0xDC00 else {
          throw text.unexpected(
            "half of a character", expected: "its other half after it", at: place)
        }
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw text.unexpected("half of a character", expected: "its other half after it", at: place)
      }
      bytes += Array(String(scalar).utf8)
      return
    default:
      throw text.unexpected(
        shown([.backslash, byte]), expected: "an escape of JSON such as \\n or \\u00e4", at: place)
    }
    text.advance()
  }

  private mutating func hexadecimal(at place: FileLocation) throws(GraphFileError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try text.peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else {
        throw text.unexpected("\\u without them", expected: "four hexadecimal digits", at: place)
      }
      code = code << 4 | UInt32(digit)
      text.advance()
    }
    return code
  }
}
