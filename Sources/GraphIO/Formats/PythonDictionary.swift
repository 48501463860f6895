/// The dictionary that networkx writes after the ends of an edge, on the same line:
/// `{'weight': 2, 'kind': 'road'}`.
struct PythonDictionary {
  private let bytes: ArraySlice<UInt8>
  private let place: FileLocation
  private let scanner: TextScanner
  private var position: Int

  /// Returns the names and values as text, in order; nil for `None`.
  static func read(
    _ bytes: ArraySlice<UInt8>, at place: FileLocation, _ scanner: TextScanner
  ) throws(GraphFileError) -> [(name: String, value: String?)] {
    var reader = PythonDictionary(
      bytes: bytes, place: place, scanner: scanner, position: bytes.startIndex)
    return try reader.read()
  }

  private mutating func read() throws(GraphFileError) -> [(name: String, value: String?)] {
    var result: [(name: String, value: String?)] = []
    position += 1
    skipBlanks()
    while !take("}") {
      if !result.isEmpty {
        guard take(",") else { throw unexpected("\",\" or \"}\"") }
        skipBlanks()
      }
      let begin = position
      guard let name = try text() else { throw unexpected("the name of an attribute in quotes") }
      guard result.count < scanner.limits.attributes else {
        throw scanner.limit(
          of: "attributes", maximum: scanner.limits.attributes, at: location(begin))
      }
      skipBlanks()
      guard take(":") else { throw unexpected("\":\" after the name of an attribute") }
      skipBlanks()
      if let value = try text() {
        result.append((name, value))
      } else {
        let value = try bareValue()
        if value.isEmpty { throw unexpected("a value") }
        result.append((name, value == "None" ? nil : value))
      }
      skipBlanks()
    }
    skipBlanks()
    guard position == bytes.endIndex else { throw unexpected("the end of the line after \"}\"") }
    return result
  }

  // MARK: Pieces

  private mutating func skipBlanks() {
    while position < bytes.endIndex, bytes[position].isBlank { position += 1 }
  }

  private mutating func take(_ mark: StaticString) -> Bool {
    guard position < bytes.endIndex, bytes[position] == mark.utf8Start.pointee else { return false }
    position += 1
    return true
  }

  /// Reads a text in single or double quotes; nil if there is none.
  private mutating func text() throws(GraphFileError) -> String? {
    guard position < bytes.endIndex, bytes[position].isQuote else { return nil }
    let begin = position
    let quote = bytes[begin]
    var result: [UInt8] = []
    position += 1
    while position < bytes.endIndex, bytes[position] != quote {
      if bytes[position] == .backslash, position + 1 < bytes.endIndex {
        position += 1
        switch bytes[position] {
        case UInt8(ascii: "n"): result.append(.newline)
        case UInt8(ascii: "t"): result.append(9)
        case UInt8(ascii: "r"): result.append(.carriageReturn)
        case .backslash, .quote, UInt8(ascii: "'"): result.append(bytes[position])
        // Numeric escapes are rare, and kept unchanged.
        default: result += [.backslash, bytes[position]]
        }
      } else {
        result.append(bytes[position])
      }
      position += 1
    }
    guard position < bytes.endIndex else {
      throw unexpected("the quote that ends the text begun at column \(location(begin).column)")
    }
    position += 1
    return try scanner.string(result, at: location(begin + 1))
  }

  /// Reads a number, a word or a list, unchanged.
  private mutating func bareValue() throws(GraphFileError) -> String {
    let begin = position
    var depth = 0
    while position < bytes.endIndex {
      let byte = bytes[position]
      if depth == 0, byte.isQuote || byte.isBlank { break }
      if byte.isQuote {
        _ = try text()
        continue
      }
      if "([{".utf8.contains(byte) { depth += 1 }
      if depth == 0, ",}".utf8.contains(byte) { break }
      if ")]}".utf8.contains(byte) { depth -= 1 }
      position += 1
    }
    return try scanner.string(bytes[begin..<position], at: location(begin))
  }

  // MARK: Errors

  private func location(_ index: Int) -> FileLocation {
    FileLocation(line: place.line, column: place.column + index - bytes.startIndex)
  }

  private func unexpected(_ expected: String) -> GraphFileError {
    let found =
      position < bytes.endIndex ? shown(bytes[position...].prefix(1)) : "the end of the line"
    return scanner.unexpected(found, expected: expected, at: location(position))
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == .quote || self == UInt8(ascii: "'") }
}
