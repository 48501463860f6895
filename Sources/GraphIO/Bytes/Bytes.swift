extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  @inline(__always) var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// True for blanks within a line. These include carriage returns, so that lines may end as on
  /// Windows.
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  @inline(__always) var isBlankOrNewline: Bool { isBlank || self == .newline }

  /// The lower-case form of an ASCII letter; other bytes are unchanged.
  var lowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}

/// Returns text for a message: quoted, at most a line long, without characters that a terminal
/// would interpret.
func shown(_ bytes: some Collection<UInt8>) -> String {
  var text = "\""
  let head = Array(bytes.prefix(40))
  for scalar in String(decoding: head, as: UTF8.self).unicodeScalars {
    switch scalar {
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\"": text += "\\\""
    case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}":
      text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: text.unicodeScalars.append(scalar)
    }
  }
  return text + (bytes.count > head.count ? "...\"" : "\"")
}

func shown(_ text: String) -> String { shown(text.utf8) }

extension BidirectionalCollection {
  /// Returns the collection without trailing elements that satisfy a condition. Use it with a
  /// string's views, in which a step back is cheap.
  func droppingLast(while isLeftOut: (Element) -> Bool) -> SubSequence {
    var rest = self[...]
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return rest
  }
}

extension Array<UInt8> {
  /// Returns true if the bytes are this word, ignoring case.
  func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      for index in indices where self[index].lowercased != word[index].lowercased { return false }
      return true
    }
  }
}
