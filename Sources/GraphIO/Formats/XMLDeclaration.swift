/// The content of `<?xml ... ?>`, in this order: `version="1.0" encoding="UTF-8" standalone="yes"`.
/// Only the version is required.
struct XMLDeclaration {
  private(set) var encoding: String?

  /// Parses the declaration; nil if it is malformed.
  init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    guard let version = Self.value(of: "version", in: &rest), version.hasPrefix("1."),
      version.utf8.count > 2, version.utf8.dropFirst(2).allSatisfy(\.isDigit)
    else { return nil }
    encoding = Self.value(of: "encoding", in: &rest)
    if let encoding {
      guard let first = encoding.utf8.first, first.isLetter,
        encoding.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "._-".utf8.contains($0) })
      else { return nil }
    }
    if let standalone = Self.value(of: "standalone", in: &rest), standalone != "yes",
      standalone != "no"
    {
      return nil
    }
    guard rest.allSatisfy(\.isBlankOrNewline) else { return nil }
  }

  /// Reads ` name="value"` from the beginning of `rest`. Returns the value and removes the text; if
  /// there is something else, returns nil without effect.
  private static func value(of name: String, in rest: inout ArraySlice<UInt8>) -> String? {
    var text = rest.drop(while: \.isBlankOrNewline)
    guard text.startIndex > rest.startIndex, text.starts(with: name.utf8) else { return nil }
    text = text.dropFirst(name.utf8.count).drop(while: \.isBlankOrNewline)
    guard text.first == UInt8(ascii: "=") else { return nil }
    text = text.dropFirst().drop(while: \.isBlankOrNewline)
    guard let quote = text.first, quote == .quote || quote == UInt8(ascii: "'"),
      let end = text.dropFirst().firstIndex(of: quote)
    else { return nil }
    defer { rest = text[(end + 1)...] }
    return String(decoding: text[(text.startIndex + 1)..<end], as: UTF8.self)
  }
}
