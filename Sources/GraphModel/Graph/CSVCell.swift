/// The cells of files with separators, as everything here that writes such files writes them.
package enum CSVCell {
  /// The text, in quotes when it would be read as something else without them: with separators,
  /// blanks, quotes and ends of lines in it, empty, or like a comment, a dictionary or a tuple at
  /// its beginning.
  ///
  /// It looks at bytes. To Swift a comma and an accent after it are one character, and so are the
  /// two that end a line.
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
