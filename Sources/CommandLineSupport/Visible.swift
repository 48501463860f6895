extension String {
  /// The text with control and invisible characters escaped: an escape character becomes `\u{1B}`,
  /// a newline `\n`. All text from files, arguments and other programs is printed in this form.
  package var visible: String { visible(but: []) }

  /// Returns the text with such characters escaped, except those in `kept`.
  fileprivate func visible(but kept: [Unicode.Scalar]) -> String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isHidden, !kept.contains(scalar) {
        result += scalar.name.unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text with such characters escaped in each line.
  package var visibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}

extension [UInt8] {
  /// The bytes of a text file escaped for a terminal; newlines and tabs are kept. Invalid UTF-8
  /// becomes replacement characters, as some terminals interpret single bytes above 127.
  package var visibleText: [UInt8] {
    Array(String(decoding: self, as: UTF8.self).visible(but: ["\n", "\t"]).utf8)
  }
}

extension Unicode.Scalar {
  /// True for control characters, line separators, and characters without a glyph, such as those
  /// that change the direction of text. Joiners and variation selectors are not included.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default:
      if self == "\u{200C}" || self == "\u{200D}" || properties.isVariationSelector { return false }
      return properties.isDefaultIgnorableCodePoint || ("\u{FFF9}"..."\u{FFFB}").contains(self)
    }
  }

  fileprivate var name: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
