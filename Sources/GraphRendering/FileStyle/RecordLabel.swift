// Graphviz's records (https://graphviz.org/doc/info/shapes.html#record): texts separated by bars,
// and braces that switch between rows and columns.

extension Drawing.Cell {
  /// The maximum nesting of cells.
  static let maximumDepth = 32

  /// Parses the label of a record, `<port> left|{above|below}|right`. Nil if braces or brackets do
  /// not match, as in Graphviz.
  public init?(record label: String) {
    var parser = RecordParser(label)
    guard let fields = parser.fields(depth: 0), parser.isAtEnd else { return nil }
    self.init(.row(fields))
  }

  /// The cells with rows and columns exchanged, as Graphviz draws records if edges lead sideways.
  /// Tables stay as they are.
  package var turned: Drawing.Cell {
    var cell = self
    switch content {
    case .text, .table: break
    case .row(let cells): cell.content = .column(cells.map(\.turned))
    case .column(let cells): cell.content = .row(cells.map(\.turned))
    }
    return cell
  }

  /// The texts of all nonempty cells, in reading order.
  package var texts: [String] {
    switch content {
    case .text(let text):
      text.isEmpty ? [] : [text.lines.map(\.text).joined(separator: " ")]
    case .row(let cells), .column(let cells): cells.flatMap(\.texts)
    case .table(let table): table.entries.flatMap(\.cell.texts)
    }
  }
}

/// A parser that works on scalars, as in Swift a bar followed by a combining accent is one
/// character.
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

  /// Parses fields separated by `|`, up to a closing brace or the end.
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
      // Each pair of braces changes the direction.
      return Drawing.Cell(depth.isMultiple(of: 2) ? .column(inner) : .row(inner))
    }
    var port: String?
    if take("<") {
      guard let name = text(endedBy: ">"), take(">") else { return nil }
      port = name
    }
    let lines = lines(endedBy: "|{}<>")
    guard isAtEnd || next == "|" || next == "}" else { return nil }
    return Drawing.Cell(.text(Drawing.Text(lines)), port: port)
  }

  private mutating func skipBlanks() { while next == " " || next == "\n" { index += 1 } }

  /// Parses the lines of a cell, which end at a line end, or at `\\l` or `\\r` with their alignment. The
  /// last one may have no end.
  private mutating func lines(endedBy ends: String) -> [Drawing.Text.Line] {
    var lines: [Drawing.Text.Line] = []
    while true {
      let line = text(endedBy: ends + "\n", stopsAtLineEnds: true) ?? ""
      if take("\n") {
        lines.append(.init(line))
      } else if next == "\\" {
        index += 1
        lines.append(.init(line, alignment: take("l") ? .left : .right))
        if lines.last?.alignment == .right { _ = take("r") }
      } else {
        if !line.isEmpty || lines.isEmpty { lines.append(.init(line)) }
        break
      }
    }
    while lines.count > 1, lines.last?.text.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Parses text. Runs of blanks count as one, and are trimmed at the ends, unless escaped by a
  /// backslash.
  ///
  /// - Parameter stopsAtLineEnds: true to stop before `\\l` and `\\r`.
  private mutating func text(endedBy ends: String, stopsAtLineEnds: Bool = false) -> String? {
    var result = String.UnicodeScalarView()
    var isBlank = false
    while let character = next, !ends.unicodeScalars.contains(character) {
      if stopsAtLineEnds, character == "\\", index + 1 < characters.count,
        characters[index + 1] == "l" || characters[index + 1] == "r"
      {
        break
      }
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
