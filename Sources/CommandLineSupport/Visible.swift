extension String {
  /// The text with what terminals obey, or do not show, made visible: an escape character becomes
  /// `\u{1B}`, a newline `\n`. All text from files, arguments and other programs is printed so.
  package var visible: String { visible(but: []) }

  /// The same, but for some characters, which stay.
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

  /// The same for text of several lines.
  package var visibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
      .joined(separator: "\n")
  }
}

extension [UInt8] {
  /// The bytes of a text file as a terminal may show them: newlines and tabs stay. What is not UTF-8
  /// becomes replacement characters: some terminals obey single bytes above 127.
  package var visibleText: [UInt8] {
    Array(String(decoding: self, as: UTF8.self).visible(but: ["\n", "\t"]).utf8)
  }
}

extension Unicode.Scalar {
  /// Control characters, ends of lines, and characters without a shape of their own, such as those
  /// that change the direction of text. Joiners of letters and variants of letters stay.
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
