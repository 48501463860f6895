/// Preparation of label texts.
enum LabelText {
  /// The character at the end of truncated text.
  static let ellipsis: Character = "\u{2026}"

  /// Returns a text on one line, without control characters and those that XML forbids; truncated
  /// with an ellipsis if it is wider than `limit` at size 1. It never examines more of the text
  /// than is shown.
  static func shown(_ text: String, limit: Double) -> String {
    let ellipsis = String(ellipsis)
    let room = limit - TextMetrics.width(of: ellipsis)
    var shown = ""
    var width = 0.0
    /// The index at which the text would be truncated.
    var cut = shown.endIndex
    var cutCount = 0
    var isBlank = true
    for character in text.prefix(4096) {
      let kept = kept(character)
      if isBlank && kept.allSatisfy(\.isWhitespace) { continue }
      isBlank = false
      width += TextMetrics.width(of: kept)
      shown += kept
      if width > limit {
        return cutCount == 0 ? ellipsis : trimmed(String(shown[..<cut])) + ellipsis
      }
      if width <= room {
        cut = shown.endIndex
        cutCount += 1
      }
    }
    return trimmed(shown)
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private static func kept(_ character: Character) -> String {
    if character.isWhitespace { return " " }
    // A character may have any number of combining marks; a few are enough to identify it.
    return String(String.UnicodeScalarView(character.unicodeScalars.prefix(16).filter(isShown)))
  }

  /// Returns false for control characters, those that XML 1.0 forbids, and directional formatting
  /// characters.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
