import Foundation

/// Weight and colour of text, where it is shown on a terminal.
///
/// Styled text has marks in it, which become the codes of terminals when it is printed. So codes in
/// text from elsewhere can be told from them until then.
package struct Style {
  package var isPlain: Bool

  package init(isPlain: Bool) { self.isPlain = isPlain }

  package static let plain = Style(isPlain: true)

  /// Plain when the output goes to a file, or the user wants no colours (https://no-color.org).
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

  /// The codes of the marks, which are characters for private use at the end of Unicode.
  private static let codes: [Unicode.Scalar: String] = [
    "\u{10FFF0}": "0", "\u{10FFF1}": "1", "\u{10FFF2}": "2", "\u{10FFF3}": "32",
    "\u{10FFF4}": "1;31",
  ]

  /// The text as it is printed: marks are codes, and all else that terminals obey is visible.
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
