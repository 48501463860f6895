/// Escaping of text for XML.
enum XMLWriting {
  /// Escapes text for an attribute or an element. Characters that XML cannot represent become
  /// U+FFFD, and `isWhole` becomes false.
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
      // A parser would convert these to blanks in attributes.
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
        result += "\u{FFFD}"
        isWhole = false
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes a value; replaced characters are reported.
  static func value(_ text: String, of name: String, _ report: inout WriteReport) -> String {
    var isWhole = true
    let result = escaped(text, isWhole: &isWhole)
    if !isWhole { report.lose(.characters(in: "\"\(name)\"")) }
    return result
  }

  /// Escapes an id; throws if characters would have to be replaced.
  static func id(_ text: String, file: String) throws(GraphFileError) -> String {
    var isWhole = true
    let result = escaped(text, isWhole: &isWhole)
    if isWhole { return result }
    throw GraphFileError(
      file: file,
      problem: .unwritable("the id \(shown(text)) has a character that XML cannot hold"))
  }
}
