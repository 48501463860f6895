/// The beginning of a file, by which readers recognise their format. Its properties are computed
/// lazily.
final class FileBeginning {
  /// The number of bytes examined.
  static let maximumLength = 1 << 16

  let bytes: [UInt8]
  /// True if it is the whole file.
  let isWhole: Bool

  init(_ bytes: [UInt8], isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// The first 16 KiB in lower case, without zero bytes, starting at the first nonblank character.
  /// Each non-ASCII byte is replaced by an underscore, so that combining characters cannot hide the
  /// character before them.
  private(set) lazy var text: Substring = {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let head = bytes.prefix(1 << 14).dropFirst(bytes.starts(with: mark) ? 3 : 0).filter { $0 != 0 }
    let text = String(decoding: head.map { $0 < 0x80 ? $0 : 0x5F }, as: UTF8.self).lowercased()
    return text[...].drop(while: \.isWhitespace)
  }()

  /// The nonempty lines of the text.
  private(set) lazy var lines = text.split(whereSeparator: \.isNewline)

  /// The lines from the first one that is not a comment in any format.
  private(set) lazy var linesAfterComments = lines.drop {
    ["#", "//", "/*", "*", "%"].contains(where: $0.drop(while: \.isWhitespace).hasPrefix)
  }

  /// The first lines after comments, as one text.
  private(set) lazy var statement = linesAfterComments.prefix(50).joined(separator: " ")

  /// The words of the statement, separated by blanks and opening brackets.
  private(set) lazy var words = statement.split { $0.isWhitespace || $0 == "{" || $0 == "[" }

  /// The format that the file declares, if no reader supports it: another XML language, another kind
  /// of diagram of Mermaid, or NEXUS.
  private(set) lazy var unreadFormat: String? = {
    let firstLine = lines.first { !$0.hasPrefix("%%") } ?? ""
    if firstLine.hasPrefix("#nexus") { return "NEXUS, whose trees can be written in Newick's form" }
    let word = firstLine.prefix { !$0.isWhitespace }
    let diagrams = [
      "sequencediagram", "classdiagram", "statediagram", "statediagram-v2", "erdiagram", "gantt",
      "mindmap", "gitgraph",
    ]
    if diagrams.contains(String(word)), firstLine.utf8.count == word.utf8.count {
      return "a diagram of Mermaid that is no flow chart"
    }
    guard text.hasPrefix("<?xml") || text.hasPrefix("<!doctype") else { return nil }
    var rest = text
    while let mark = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: mark)...]
      guard let first = rest.first, first.isLetter else { continue }
      return "XML of the language \(shown(String(rest.prefix { $0.isLetter || $0 == ":" })))"
    }
    return "XML without an element"
  }()

  /// The first lines split into cells.
  private(set) lazy var survey = LineSurvey(bytes, isWhole: isWhole)
}
