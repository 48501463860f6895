// Graphviz's HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).

extension Drawing.Cell {
  /// Parses an HTML-like label between `<` and `>`: tables become cells with their colours, text
  /// keeps its lines, and other tags are dropped. Nil if the tags do not match.
  public init?(markup label: String) {
    guard label.utf8.count >= 2, label.hasPrefix("<"), label.hasSuffix(">") else { return nil }
    var parser = MarkupParser(label.dropFirst().dropLast())
    guard let content = parser.content(of: nil, depth: 0) else { return nil }
    self = content
  }
}

private struct MarkupParser {
  struct Tag {
    /// The name in lower case.
    var name: String
    var isEnd = false
    /// True for a self-closing tag such as `<BR/>`.
    var isWhole = false
    /// The attributes by name in lower case.
    var attributes: [String: String] = [:]

    var fill: RGBColor? { attributes["bgcolor"].flatMap { RGBColor($0, names: .x11) } }
  }
  private enum Token {
    case text(String)
    case tag(Tag)
  }

  private var rest: Substring

  init(_ label: Substring) { rest = label }

  /// Returns the content of a cell up to its end: a table, or text. `cell` is nil for the whole
  /// label.
  mutating func content(of cell: Tag?, depth: Int) -> Drawing.Cell? {
    guard depth < Drawing.Cell.maximumDepth else { return nil }
    var text = ""
    var table: Drawing.Cell?
    while let token = nextToken() {
      switch token {
      case .text(let more): text += more
      case .tag(let tag) where tag.isEnd:
        if cell != nil, tag.name == cell?.name { return Self.cell(text, table, cell) }
      case .tag(let tag):
        switch tag.name {
        case "br": text += "\n"
        case "table" where !tag.isWhole:
          guard let rows = rows(of: tag, depth: depth + 1) else { return nil }
          table = rows
        // Fonts, lines and images are ignored.
        default: break
        }
      }
    }
    return cell == nil ? Self.cell(text, table, cell) : nil
  }

  private static func cell(_ text: String, _ table: Drawing.Cell?, _ tag: Tag?) -> Drawing.Cell {
    var cell = table ?? Drawing.Cell(lines(text))
    // The border around the whole label is that of its table, if any.
    if tag != nil || table == nil { cell.hasBorder = tag != nil }
    cell.port = tag?.attributes["port"] ?? cell.port
    cell.fill = tag?.fill ?? cell.fill
    if tag?.attributes["border"] == "0" { cell.hasBorder = false }
    return cell
  }

  /// Reads up to the end of a table. A table of one column is returned as that column, and one of
  /// one row as that row.
  private mutating func rows(of table: Tag, depth: Int) -> Drawing.Cell? {
    var rows: [[Drawing.Cell]] = []
    let borders = table.attributes["cellborder"] ?? table.attributes["border"]
    while let token = nextToken() {
      guard case .tag(let tag) = token else { continue }
      switch (tag.name, tag.isEnd) {
      case ("table", true):
        let cells = rows.filter { !$0.isEmpty }.map { $0.count == 1 ? $0[0] : .init(.row($0)) }
        var result = cells.count == 1 ? cells[0] : Drawing.Cell(.column(cells))
        result.fill = result.fill ?? table.fill
        result.port = result.port ?? table.attributes["port"]
        result.hasBorder = borders != "0" || (table.attributes["border"] ?? "1") != "0"
        return result
      case ("tr", false): rows.append([])
      case ("td", false):
        guard !rows.isEmpty,
          var cell = tag.isWhole ? Self.cell("", nil, tag) : content(of: tag, depth: depth)
        else { return nil }
        if borders == "0", tag.attributes["border"] == nil { cell.hasBorder = false }
        rows[rows.count - 1].append(cell)
      default: break
      }
    }
    return nil
  }

  private mutating func nextToken() -> Token? {
    guard let first = rest.first else { return nil }
    if first != "<" {
      let text = rest.prefix { $0 != "<" }
      rest = rest[text.endIndex...]
      return .text(Self.withoutReferences(text))
    }
    if rest.hasPrefix("<!--") {
      let end = rest.firstRange(of: "-->")?.upperBound ?? rest.endIndex
      rest = rest[end...]
      return .text("")
    }
    guard let close = rest.firstIndex(of: ">") else {
      rest = ""
      return nil
    }
    let inside = rest[rest.index(after: rest.startIndex)..<close]
    rest = rest[rest.index(after: close)...]
    return .tag(Self.tag(inside))
  }

  private static func tag(_ inside: Substring) -> Tag {
    let isEnd = inside.hasPrefix("/")
    let body = isEnd ? inside.dropFirst() : inside
    let name = body.prefix { !$0.isWhitespace && $0 != "/" }
    return Tag(
      name: name.lowercased(), isEnd: isEnd, isWhole: inside.hasSuffix("/"),
      attributes: attributes(of: body[name.endIndex...]))
  }

  private static func attributes(of tag: Substring) -> [String: String] {
    var result: [String: String] = [:]
    var rest = tag
    while let equals = rest.firstIndex(of: "=") {
      let key = rest[..<equals].split(whereSeparator: \.isWhitespace).last ?? ""
      let value = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
      guard let quote = value.first, quote == "\"" || quote == "'",
        let end = value.dropFirst().firstIndex(of: quote)
      else { break }
      result[key.lowercased()] = withoutReferences(value[..<end].dropFirst())
      rest = value[value.index(after: end)...]
    }
    return result
  }

  /// Returns the text with runs of blanks and line ends of the file as one blank; `<BR/>` ends a
  /// line.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == softBreak }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// The placeholder of a line end in the file while the text is collected.
  private static let softBreak: Character = "\u{B}"

  private static func withoutReferences(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(where: { $0 == "&" || $0 == "\n" }) {
      result += rest[..<mark]
      if rest[mark] == "\n" {
        result.append(softBreak)
        rest = rest[rest.index(after: mark)...]
        continue
      }
      let name = rest[mark...].dropFirst().prefix(10).prefix { $0 != ";" }
      if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let character = character(name)
      {
        result.append(character)
        rest = rest[rest.index(after: name.endIndex)...]
      } else {
        result.append("&")
        rest = rest[rest.index(after: mark)...]
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default:
      guard name.hasPrefix("#") else { return nil }
      let isHex = name.dropFirst().lowercased().hasPrefix("x")
      let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
