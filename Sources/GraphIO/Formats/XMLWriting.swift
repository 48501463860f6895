/// Text for XML.
enum XMLWriting {
  /// Text for an attribute or an element. `isWhole` becomes false when it has characters that XML cannot hold,
  /// which become U+FFFD.
  static func escaped(_ text: String, isWhole: inout Bool) -> String {
    let needsNothing = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F
        && ![UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), .quote].contains($0)
    }
    if needsNothing { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      // A parser makes blanks of these in attributes.
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
        result += "\u{FFFD}"
        isWhole = false
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text for a value; that characters were replaced is in the report.
  static func value(_ text: String, of name: String, _ report: inout WriteReport) -> String {
    var isWhole = true
    let result = escaped(text, isWhole: &isWhole)
    if !isWhole { report.lose(.characters(in: "\"\(name)\"")) }
    return result
  }

  /// Text for an id, which must not change.
  static func id(_ text: String, file: String) throws(GraphFileError) -> String {
    var isWhole = true
    let result = escaped(text, isWhole: &isWhole)
    if isWhole { return result }
    throw GraphFileError(
      file: file,
      problem: .unwritable("the id \(shown(text)) has a character that XML cannot hold"))
  }
}
