import GraphModel

/// The attributes of all nodes, or of all edges, read as styles, with a record of values that were
/// not understood or are not drawn.
struct StyleColumns {
  let table: AttributeTable
  let dialect: Graph.Dialect
  /// The number of rows for each style that is not drawn.
  private var lost: [String: Int] = [:]
  private var lostOrder: [String] = []

  init(_ table: AttributeTable, _ dialect: Graph.Dialect) {
    self.table = table
    self.dialect = dialect
  }

  var rowCount: Int { table.rowCount }
  var colorNames: ColorNames { dialect == .graphviz ? .x11 : .css }

  /// Returns the values of the first of these attributes that each row has, ignoring case, as
  /// parsed by `parse`; empty if there is no such attribute. Values that cannot be parsed are
  /// counted as `what`; empty ones are ignored.
  mutating func values<Value>(
    _ names: [String], _ what: String, _ parse: (AttributeValue) -> Value?
  ) -> [Value?] {
    values(names, what) { value, _ in parse(value) }
  }

  /// The same, for values that mean something else in another row.
  private mutating func values<Value>(
    _ names: [String], _ what: String, _ parse: (AttributeValue, Int) -> Value?
  ) -> [Value?] {
    let columns = table.columns(called: names)
    if columns.isEmpty { return [] }
    var misread: (count: Int, example: String) = (0, "")
    var isEmpty = true
    let values = (0..<rowCount).map { row -> Value? in
      for column in columns {
        guard let value = column[row], value != .string("") else { continue }
        if let parsed = parse(value, row) {
          isEmpty = false
          return parsed
        }
        if misread.count == 0 { misread.example = value.description }
        misread.count += 1
      }
      return nil
    }
    // An attribute of which no value is understood has another meaning than style.
    if misread.count > 0, !isEmpty || dialect == .graphviz {
      lose("\(what) such as \"\(misread.example.prefix(40))\"", count: misread.count)
    }
    return isEmpty ? [] : values
  }

  mutating func colors(_ names: [String]) -> [RGBColor?] {
    let (colors, lists) = colorLists(names)
    lose("all but the first of several colours", count: lists.count)
    return colors
  }

  /// Returns the colours, for lists the first one, and the lists by row.
  mutating func colorLists(
    _ names: [String]
  ) -> (first: [RGBColor?], lists: [Int: Drawing.EdgeColors]) {
    let colorNames = colorNames
    var lists: [Int: Drawing.EdgeColors] = [:]
    var misread = 0
    let schemes = dialect == .graphviz ? table["colorscheme"] : nil
    let texts = values(names, "colours") { value, row -> (color: RGBColor, text: String)? in
      var text = value.description
      if let scheme = schemes?[row]?.description.lowercased() {
        text = Self.inScheme(text, scheme)
      } else {
        guard case .string = value else { return nil }
      }
      return RGBColor(text, names: colorNames).map { ($0, text) }
    }
    for (row, text) in texts.enumerated() {
      guard let text = text?.text, text.contains(":") else { continue }
      lists[row] = Drawing.EdgeColors(list: text, names: colorNames)
      if lists[row] == nil { misread += 1 }
    }
    lose("all but the first of several colours", count: misread)
    return (texts.map { $0?.color }, lists)
  }

  /// Returns the colours of a list with the scheme of its row before those that do not name one: `3`
  /// becomes `/blues5/3`.
  static func inScheme(_ text: String, _ scheme: String) -> String {
    let isKnown = BrewerSchemes.contains(scheme)
    guard isKnown || scheme == "svg" || scheme == "x11" else { return text }
    return text.utf8.split(separator: UInt8(ascii: ":")).map { part in
      let color = part.prefix { $0 != UInt8(ascii: ";") }
      let isNumber = color.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let isBare = color.first.map { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "#") } ?? false
      return (isKnown ? isNumber : isBare)
        ? "/\(scheme)/\(Substring(part))" : String(Substring(part))
    }.joined(separator: ":")
  }

  mutating func numbers(
    _ names: [String], _ what: String, _ range: ClosedRange<Double>
  ) -> [Double?] {
    values(names, what) { value in
      guard let number = value.number ?? Double(value.description), number.isFinite,
        number >= range.lowerBound
      else { return nil }
      return min(number, range.upperBound)
    }
  }

  mutating func texts(_ names: [String]) -> [String?] {
    values(names, "texts") { $0.description }
  }

  // MARK: What is not drawn

  mutating func lose(_ what: String, count: Int = 1) {
    if count == 0 { return }
    if lost[what] == nil { lostOrder.append(what) }
    lost[what, default: 0] += count
  }

  /// Counts the rows with an attribute whose meaning is not drawn.
  mutating func lose(_ name: String, as what: String, unless isPlain: (String) -> Bool) {
    guard let column = table[name] else { return }
    lose(
      what,
      count: (0..<rowCount).count { row in
        column[row].map { !isPlain($0.description) } ?? false
      })
  }

  /// Returns descriptions such as `peripheries of 3 nodes`, in the order in which they were found.
  func notDrawn(_ each: String) -> [String] {
    lostOrder.map { what in
      let count = lost[what] ?? 0
      return "\(what) of \(count) \(each)\(count == 1 ? "" : "s")"
    }
  }
}

/// The words of Graphviz's `style`, separated by commas, some with a number.
struct StyleWords {
  var isFilled = false
  var isHidden = false
  /// True if the colours of a list share the fill.
  var isParted = false
  var isRounded = false
  /// True if a transition of colours begins in the centre.
  var isRadial = false
  var dash = Drawing.Dash.solid
  var width: Double?
  /// Words whose meaning is not drawn.
  var others: [String] = []

  /// Returns nil if no word is known.
  init?(_ text: String) {
    var isKnown = false
    for part in text.lowercased().split(separator: ",") {
      let word = part.split(whereSeparator: \.isWhitespace).joined()
      isKnown = set(word) || isKnown
    }
    if !isKnown { return nil }
  }

  /// Applies a word of Graphviz, yEd or GEXF; returns false if it is unknown.
  private mutating func set(_ word: String) -> Bool {
    switch word {
    case "filled": isFilled = true
    case "invis", "invisible": isHidden = true
    case "rounded": isRounded = true
    case "dashed", "dash", "dashed_dotted", "longdash", "dashdot": dash = .dashed
    case "dotted", "dot": dash = .dotted
    case "bold": width = 2
    case "solid", "line": break
    case "wedged", "striped": (isFilled, isParted) = (true, true)
    case "radial": (isFilled, isRadial) = (true, true)
    case "diagonals", "tapered", "double": others.append(word)
    default:
      guard word.hasPrefix("setlinewidth("), let number = Double(word.dropFirst(13).dropLast()),
        (0...1000).contains(number)
      else { return false }
      width = number
    }
    return true
  }
}
