import FileWriting

/// The weight and colour of text on a terminal.
///
/// Styled text contains markers, which become terminal escape codes when it is printed. So escape
/// codes in text from other sources can be distinguished.
package struct Style {
  package var isPlain: Bool

  package init(isPlain: Bool) { self.isPlain = isPlain }

  package static let plain = Style(isPlain: true)

  /// The style for standard output: plain if it is a file, or if the user wants no colours
  /// (https://no-color.org).
  package static var forStandardOutput: Style {
    let environment = ProcessInfo.processInfo.environment
    return Style(
      isPlain: !StandardOutput.isTerminal || !(environment["NO_COLOR"] ?? "").isEmpty
        || environment["TERM"] == "dumb")
  }

  package func strong(_ text: String) -> String { marked(text, "\u{10FFF1}") }
  package func faint(_ text: String) -> String { marked(text, "\u{10FFF2}") }
  package func good(_ text: String) -> String { marked(text, "\u{10FFF3}") }
  package func bad(_ text: String) -> String { marked(text, "\u{10FFF4}") }

  private func marked(_ text: String, _ mark: Unicode.Scalar) -> String {
    isPlain ? text : "\(mark)\(text)\u{10FFF0}"
  }

  /// The escape codes of the markers, which are private-use characters at the end of Unicode.
  private static let codes: [Unicode.Scalar: String] = [
    "\u{10FFF0}": "0", "\u{10FFF1}": "1", "\u{10FFF2}": "2", "\u{10FFF3}": "32",
    "\u{10FFF4}": "1;31",
  ]

  /// Returns the text to print: markers become escape codes, and control characters are escaped.
  package func printed(_ text: String) -> String {
    let text = text.visibleLines
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let code = Self.codes[scalar] {
        result += "\u{1B}[\(code)m".unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
