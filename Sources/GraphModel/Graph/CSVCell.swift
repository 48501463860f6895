/// The quoting of cells in delimiter-separated files; all such files are written with it.
package enum CSVCell {
  /// Returns the text, quoted if it would otherwise be read differently: if it contains separators,
  /// blanks, quotes or line ends, is empty, or begins like a comment, a dictionary or a tuple.
  ///
  /// It examines bytes, as in Swift a comma followed by a combining accent is one character, and so
  /// is CRLF.
  package static func quoted(_ text: String) -> String {
    let bytes = text.utf8
    let isPlain =
      !bytes.isEmpty && !bytes.contains(where: isSpecial)
      && !beginnings.contains { bytes.starts(with: $0.utf8) }
    if isPlain { return text }
    let quote = UInt8(ascii: "\"")
    var result = [quote]
    for byte in bytes {
      if byte == quote { result.append(quote) }
      result.append(byte)
    }
    return String(decoding: result + [quote], as: UTF8.self)
  }

  private static let beginnings = ["#", "%", "//", "\u{FEFF}", "{", "("]

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"),
      UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"):
      true
    default: false
    }
  }
}
