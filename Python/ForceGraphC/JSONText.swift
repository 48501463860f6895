/// A JSON value of options. This parser is separate, as Foundation would make the library four
/// times as large.
indirect enum JSONValue {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  /// The type of the value, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Reads a whole text (RFC 8259). Arrays and objects may be nested 32 deep.
  init(parsing text: UnsafeBufferPointer<UInt8>) throws(CallError) {
    var parser = JSONParser(text: text)
    self = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.place == text.count else { throw parser.wrong("nothing more") }
  }
}

private struct JSONParser {
  let text: UnsafeBufferPointer<UInt8>
  var place = 0

  func wrong(_ expected: String) -> CallError {
    CallError(.badOption, "the options are no JSON: at byte \(place) there should be \(expected)")
  }

  mutating func skipSpace() {
    while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
  }

  /// Consumes a character and returns true if it is the next one; else returns false.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(CallError)
    -> JSONValue
  {
    for offset in 0..<word.utf8CodeUnitCount {
      guard place < text.count, text[place] == word.utf8Start[offset] else {
        throw wrong("the word \(word)")
      }
      place += 1
    }
    return value
  }

  mutating func value(depth: Int) throws(CallError) -> JSONValue {
    guard depth < 32 else { throw wrong("no array or object this deep") }
    skipSpace()
    guard place < text.count else { throw wrong("a value") }
    switch text[place] {
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    default: return .number(try number())
    }
  }

  private mutating func array(depth: Int) throws(CallError) -> [JSONValue] {
    place += 1
    var values: [JSONValue] = []
    if take("]") { return values }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw wrong("a comma or ]") }
    return values
  }

  private mutating func object(depth: Int) throws(CallError) -> [(name: String, value: JSONValue)] {
    place += 1
    var members: [(name: String, value: JSONValue)] = []
    if take("}") { return members }
    repeat {
      skipSpace()
      guard place < text.count, text[place] == UInt8(ascii: "\"") else { throw wrong("a name") }
      let name = try string()
      guard take(":") else { throw wrong("a colon") }
      members.append((name, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw wrong("a comma or }") }
    return members
  }

  private mutating func number() throws(CallError) -> Double {
    let start = place
    let signs = [
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
    ]
    while place < text.count,
      signs.contains(text[place]) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place])
    {
      place += 1
    }
    let digits = String(decoding: text[start..<place], as: UTF8.self)
    guard let value = Double(digits), value.isFinite else {
      place = start
      throw wrong("a finite number or another value")
    }
    return value
  }

  private mutating func string() throws(CallError) -> String {
    place += 1
    var units: [UInt8] = []
    while place < text.count {
      let unit = text[place]
      place += 1
      switch unit {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &units)
      case 0..<0x20: throw wrong("no control character in a text")
      default: units.append(unit)
      }
    }
    throw wrong("the end of a text")
  }

  private mutating func escape(into units: inout [UInt8]) throws(CallError) {
    guard place < text.count else { throw wrong("an escaped character") }
    let unit = text[place]
    place += 1
    switch unit {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(unit)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal())
      if (0xD800..<0xDC00).contains(code), place + 1 < text.count,
        text[place] == UInt8(ascii: "\\"), text[place + 1] == UInt8(ascii: "u")
      {
        place += 2
        let low = UInt32(try hexadecimal())
        code =
          (0xDC00..<0xE000).contains(low)
          ? 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      // An unpaired surrogate is not a character.
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      units.append(contentsOf: String(Character(scalar)).utf8)
    default: throw wrong("an escaped character")
    }
  }

  private mutating func hexadecimal() throws(CallError) -> UInt16 {
    guard place + 4 <= text.count,
      let code = UInt16(String(decoding: text[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw wrong("four hexadecimal digits") }
    place += 4
    return code
  }
}

// MARK: Writing

/// Writes a JSON object member by member.
struct JSONObjectWriter {
  private var members: [String] = []

  var text: String { "{" + members.joined(separator: ",") + "}" }

  mutating func add(_ name: String, _ value: String) {
    members.append(Self.quoted(name) + ":" + Self.quoted(value))
  }

  mutating func add(_ name: String, _ value: Int) {
    members.append(Self.quoted(name) + ":\(value)")
  }

  /// Adds a number, or null if it is not finite.
  mutating func add(_ name: String, _ value: Double) {
    members.append(Self.quoted(name) + ":" + (value.isFinite ? "\(value)" : "null"))
  }

  mutating func add(_ name: String, _ values: [String]) {
    members.append(
      Self.quoted(name) + ":[" + values.map(Self.quoted).joined(separator: ",") + "]")
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
