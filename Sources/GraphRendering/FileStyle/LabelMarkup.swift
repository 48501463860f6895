// Graphviz's HTML-like labels (https://graphviz.org/doc/info/shapes.html#html).

extension Drawing.Cell {
  /// Parses an HTML-like label between `<` and `>`: tables become cells with their colours, text
  /// keeps its lines, its bold, italic and underlined parts, colours and sizes, and other tags are
  /// dropped. Nil if the tags do not match.
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

    /// Returns a number of points, at most 1,000.
    func points(_ name: String) -> Double? {
      guard let number = attributes[name].flatMap(Double.init), number >= 0 else { return nil }
      return min(number, 1000)
    }

    /// Returns a number of rows or columns, at most that of a table.
    func count(_ name: String) -> Int {
      min(max(attributes[name].flatMap { Int($0) } ?? 1, 1), Drawing.Table.lineLimit)
    }

    func alignment(_ name: String) -> Drawing.Text.Alignment? {
      ["left": .left, "right": .right, "center": .center][attributes[name]?.lowercased() ?? ""]
    }
  }
  private enum Token {
    case text(String)
    case tag(Tag)
  }

  private var rest: Substring
  /// The style of text, and those that the ends of tags bring back.
  private var style = Drawing.Text.Style()
  private var outerStyles: [(tag: String, style: Drawing.Text.Style)] = []

  init(_ label: Substring) { rest = label }

  /// Returns the content of a cell up to its end: a table, or text. `cell` is nil for the whole
  /// label.
  mutating func content(of cell: Tag?, depth: Int) -> Drawing.Cell? {
    guard depth < Drawing.Cell.maximumDepth else { return nil }
    var text = MarkupText()
    var table: Drawing.Cell?
    while let token = nextToken() {
      switch token {
      case .text(let more): text.add(more, style)
      case .tag(let tag) where tag.isEnd:
        if let cell, tag.name == cell.name { return Self.cell(text, table, cell) }
        endStyle(tag.name)
      case .tag(let tag):
        switch tag.name {
        case "br": text.endLine(tag.alignment("align"))
        case "table" where !tag.isWhole:
          guard let rows = self.table(tag, depth: depth + 1) else { return nil }
          table = rows
        default: if !tag.isWhole { beginStyle(tag) }
        }
      }
    }
    return cell == nil ? Self.cell(text, table, cell) : nil
  }

  private static func cell(
    _ text: MarkupText, _ table: Drawing.Cell?, _ tag: Tag?
  ) -> Drawing.Cell {
    var cell = table ?? Drawing.Cell(.text(text.finished(tag?.alignment("balign"))))
    cell.hasBorder = false
    guard let tag else { return cell }
    cell.port = tag.attributes["port"] ?? cell.port
    fill(&cell, tag)
    return cell
  }

  /// Sets the colours of a cell or a table. Images and lines are ignored.
  private static func fill(_ cell: inout Drawing.Cell, _ tag: Tag) {
    guard let text = tag.attributes["bgcolor"] else { return }
    let isRadial = tag.attributes["style"]?.lowercased().contains("radial") ?? false
    let angle = tag.attributes["gradientangle"].flatMap(Double.init) ?? 0
    cell.gradient = Drawing.EdgeColors(list: text, names: .x11).flatMap {
      Drawing.Gradient($0, angle: angle.isFinite ? angle : 0, isRadial: isRadial)
    }
    cell.fill = RGBColor(text, names: .x11) ?? cell.fill
  }

  // MARK: Styles

  private mutating func beginStyle(_ tag: Tag) {
    let outer = style
    switch tag.name {
    case "b": style.isBold = true
    case "i": style.isItalic = true
    case "u": style.isUnderlined = true
    case "font":
      if let size = tag.points("point-size"), size >= 1 { style.size = min(size, 500) }
      if let color = tag.attributes["color"].flatMap({ RGBColor($0, names: .x11) }) {
        style.color = color
      }
    default: return
    }
    outerStyles.append((tag.name, outer))
  }

  private mutating func endStyle(_ name: String) {
    guard let place = outerStyles.lastIndex(where: { $0.tag == name }) else { return }
    style = outerStyles[place].style
    outerStyles.removeSubrange(place...)
  }

  // MARK: Tables

  /// Reads up to the end of a table. Cells take the first free columns of their rows.
  private mutating func table(_ tag: Tag, depth: Int) -> Drawing.Cell? {
    let border = Drawing.Table.Border(tag, width: tag.points("border") ?? 1, color: nil)
    let cells = TableDefaults(
      border: tag.points("cellborder") ?? border.width, color: border.color,
      padding: tag.points("cellpadding") ?? 2)
    var table = Drawing.Table([])
    table.border = border
    table.spacing = tag.points("cellspacing") ?? 2
    table.leastSize = SIMD2(tag.points("width") ?? 0, tag.points("height") ?? 0)
    var row = -1
    var column = 0
    /// The first row in which each column is free.
    var free: [Int: Int] = [:]
    while let token = nextToken() {
      guard case .tag(let part) = token else { continue }
      switch (part.name, part.isEnd) {
      case ("table", true):
        var cell = Drawing.Cell(.table(table), port: tag.attributes["port"])
        cell.hasBorder = false
        Self.fill(&cell, tag)
        return cell
      case ("tr", false): (row, column) = (row + 1, 0)
      case ("td", false):
        guard row >= 0 else { return nil }
        let content =
          part.isWhole ? Self.cell(MarkupText(), nil, part) : content(of: part, depth: depth)
        guard let content else { return nil }
        var entry = Drawing.Table.Entry(content, part, cells)
        while column < Drawing.Table.lineLimit,
          (column..<(column + entry.columnCount)).contains(where: { free[$0] ?? 0 > row })
        { column += 1 }
        (entry.row, entry.column) = (row, column)
        for index in entry.columns { free[index] = row + entry.rowCount }
        column += entry.columnCount
        table.entries.append(entry)
      case (_, true): endStyle(part.name)
      default: if !part.isWhole { beginStyle(part) }
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

  /// Returns the text with references such as `&amp;` replaced.
  private static func withoutReferences(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
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

/// What cells of a table have unless they say otherwise.
private struct TableDefaults {
  var border: Double
  var color: RGBColor?
  var padding: Double
}

extension Drawing.Table.Border {
  fileprivate init(_ tag: MarkupParser.Tag, width: Double, color: RGBColor?) {
    self.init(
      width: width, color: tag.attributes["color"].flatMap { RGBColor($0, names: .x11) } ?? color)
    let style = tag.attributes["style"]?.lowercased() ?? ""
    if style.contains("dotted") { dash = .dotted }
    if style.contains("dashed") { dash = .dashed }
    isRounded = style.contains("rounded")
  }
}

extension Drawing.Table.Entry {
  fileprivate init(_ cell: Drawing.Cell, _ tag: MarkupParser.Tag, _ defaults: TableDefaults) {
    self.init(cell, row: 0, column: 0)
    rowCount = tag.count("rowspan")
    columnCount = tag.count("colspan")
    alignment = tag.alignment("align") ?? .center
    verticalAlignment =
      ["top": .top, "bottom": .bottom][tag.attributes["valign"]?.lowercased() ?? ""] ?? .middle
    padding = tag.points("cellpadding") ?? defaults.padding
    border = Drawing.Table.Border(
      tag, width: tag.points("border") ?? defaults.border, color: defaults.color)
    leastSize = SIMD2(tag.points("width") ?? 0, tag.points("height") ?? 0)
  }
}

/// Collects the lines of a text. Blanks and line ends of the file count as one blank, and none
/// remains at the ends of lines; `<BR/>` ends a line.
private struct MarkupText {
  private var lines: [Drawing.Text.Line] = []
  private var runs: [Drawing.Text.Run] = []
  private var alignments: [Drawing.Text.Alignment?] = []
  /// True if a blank comes before the next letter.
  private var isBlank = false

  mutating func add(_ text: String, _ style: Drawing.Text.Style) {
    var letters = ""
    for character in text {
      if character == " " || character == "\t" || character.isNewline {
        isBlank = !(runs.isEmpty && letters.isEmpty)
        continue
      }
      if isBlank { letters.append(" ") }
      isBlank = false
      letters.append(character)
    }
    if letters.isEmpty { return }
    if let last = runs.last, last.style == style {
      runs[runs.count - 1].text += letters
    } else {
      runs.append(.init(letters, style))
    }
  }

  mutating func endLine(_ alignment: Drawing.Text.Alignment?) {
    lines.append(.init(runs))
    alignments.append(alignment)
    (runs, isBlank) = ([], false)
  }

  /// Returns the text without empty lines at its ends.
  ///
  /// - Parameter alignment: that of lines without their own.
  func finished(_ alignment: Drawing.Text.Alignment?) -> Drawing.Text {
    var all = lines + [.init(runs)]
    for (line, own) in (alignments + [nil]).enumerated() {
      all[line].alignment = own ?? alignment ?? .center
    }
    while all.last?.text.isEmpty == true { all.removeLast() }
    return Drawing.Text(Array(all.drop { $0.text.isEmpty }))
  }
}
