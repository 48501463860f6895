// Graphviz's records (https://graphviz.org/doc/info/shapes.html#record): texts with bars between them,
// and braces that turn rows into columns.

extension Drawing.Cell {
  /// Cells in cells in cells are read up to this depth.
  static let maximumDepth = 32

  /// The label of a record, `<port> left|{above|below}|right`. Nil when braces or brackets do not
  /// fit each other, as Graphviz has it.
  public init?(record label: String) {
    var parser = RecordParser(label)
    guard let fields = parser.fields(depth: 0), parser.isAtEnd else { return nil }
    self.init(.row(fields))
  }

  /// The same cells with rows and columns exchanged, as Graphviz has records where edges lead to a
  /// side.
  public var turned: Drawing.Cell {
    var cell = self
    switch content {
    case .text: break
    case .row(let cells): cell.content = .column(cells.map(\.turned))
    case .column(let cells): cell.content = .row(cells.map(\.turned))
    }
    return cell
  }

  /// The texts of all cells that have one, in the order of reading.
  public var texts: [String] {
    switch content {
    case .text(let text):
      text.isEmpty ? [] : [text.lines.map(\.text).joined(separator: " ")]
    case .row(let cells), .column(let cells): cells.flatMap(\.texts)
    }
  }
}

/// By scalars: to Swift a bar and an accent after it are one character.
private struct RecordParser {
  private let characters: [Unicode.Scalar]
  private var index = 0

  init(_ label: String) { characters = Array(label.unicodeScalars) }

  var isAtEnd: Bool { index == characters.count }
  private var next: Unicode.Scalar? { isAtEnd ? nil : characters[index] }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  /// Fields with `|` between them, up to a closing brace or the end.
  mutating func fields(depth: Int) -> [Drawing.Cell]? {
    guard depth < Drawing.Cell.maximumDepth else { return nil }
    var result: [Drawing.Cell] = []
    repeat {
      guard let field = field(depth: depth) else { return nil }
      result.append(field)
    } while take("|")
    return result
  }

  private mutating func field(depth: Int) -> Drawing.Cell? {
    skipBlanks()
    if take("{") {
      guard let inner = fields(depth: depth + 1), take("}") else { return nil }
      skipBlanks()
      // Each pair of braces turns the direction.
      return Drawing.Cell(depth.isMultiple(of: 2) ? .column(inner) : .row(inner))
    }
    var port: String?
    if take("<") {
      guard let name = text(endedBy: ">"), take(">") else { return nil }
      port = name
    }
    guard let text = text(endedBy: "|{}<>"), isAtEnd || next == "|" || next == "}" else {
      return nil
    }
    return Drawing.Cell(.text(Drawing.Text(text)), port: port)
  }

  private mutating func skipBlanks() { while next == " " || next == "\n" { index += 1 } }

  /// Blanks count once, and not at the ends, unless there is a backslash before them.
  private mutating func text(endedBy ends: String) -> String? {
    var result = String.UnicodeScalarView()
    var isBlank = false
    while let character = next, !ends.unicodeScalars.contains(character) {
      index += 1
      if character == " " {
        isBlank = !result.isEmpty
        continue
      }
      if isBlank { result.append(" ") }
      isBlank = false
      if character == "\\", let escaped = next, " |{}<>".unicodeScalars.contains(escaped) {
        index += 1
        result.append(escaped)
      } else {
        result.append(character)
      }
    }
    return String(result)
  }
}
