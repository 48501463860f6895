/// The words that mark missing values in tables: those of pandas and R, and a dash.
enum MissingMark {
  private static let words: Set<String> = [
    "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "-",
  ]

  static func isMark(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 4 && words.contains(text.lowercased())
  }
}

/// Counts the weights of an edge list that are marked as missing.
struct MissingWeights {
  private var count = 0
  private var firstLine = 0

  mutating func add(line: Int) {
    if count == 0 { firstLine = line }
    count += 1
  }

  var note: String? {
    switch count {
    case 0: nil
    case 1: "the edge in line \(firstLine) has no weight, and counts as 1"
    default: "\(count) edges have no weight, the first in line \(firstLine), and count as 1"
    }
  }
}

/// A remark on the interpretation of a column, for a note.
struct ColumnRemark {
  enum Reason {
    /// This number of markers was read as missing values.
    case marks(Int)
    /// Most values look like numbers, but the example makes the column text.
    case text
  }

  var reason: Reason
  /// The first value concerned, and its row.
  var example: String
  var row: Int

  func note(column: String, lines: RowLines) -> String {
    let place = "\(shown(example)) in line \(lines[row])"
    return switch reason {
    case .marks(1): "\(place) is taken for no value, as \(shown(column)) has numbers"
    case .marks(let count):
      "\(count) values such as \(place) are taken for none, as \(shown(column)) has numbers"
    case .text: "the attribute \(shown(column)) is text: \(place) is no number, as most values are"
    }
  }
}

extension ColumnBuilder {
  /// Returns the column of a table of text. In a numeric column, markers of missing values are
  /// missing. `nan` is such a marker among integers, but a number among decimals, which are written
  /// with it.
  func columnOfTable(
    rowCount: Int, hasDecimalCommas: Bool
  ) -> (column: AttributeColumn, remark: ColumnRemark?) {
    func column(_ builder: ColumnBuilder) -> AttributeColumn {
      let column = builder.columnFromText(rowCount: rowCount)
      return hasDecimalCommas ? column.withDecimalCommas : column
    }
    let plain = column(self)
    if type == .string { return (plain, nil) }
    guard plain.type == .string || plain.type == .double else { return (plain, nil) }
    let texts = values.map(\.description)
    let marks = texts.indices.filter { MissingMark.isMark(texts[$0]) }
    if let first = marks.first {
      let rest = column(without(marks))
      if rest.type == .integer || (rest.type == .double && plain.type == .string) {
        let remark = ColumnRemark(
          reason: .marks(marks.count), example: texts[first], row: Int(rows[first]))
        return (rest, remark)
      }
    }
    return (plain, plain.type == .string ? Self.oddText(texts, rows) : nil)
  }

  private func without(_ places: [Int]) -> ColumnBuilder {
    var rest = ColumnBuilder(name: name, type: type)
    let left = Set(places)
    for place in values.indices where !left.contains(place) {
      rest.set(values[place], row: Int(rows[place]))
    }
    return rest
  }

  /// Returns the first text in a column that is mostly numbers. Digit strings that are not numbers,
  /// such as `007`, are codes: a column of them is intentionally text.
  private static func oddText(_ texts: [String], _ rows: [UInt32]) -> ColumnRemark? {
    var numberCount = 0
    var odd: Int?
    var valueCount = 0
    for (place, text) in texts.enumerated() where !MissingMark.isMark(text) {
      valueCount += 1
      let bytes = Array(text.utf8)
      if Int(canonicalBytes: bytes) == nil, bytes.allSatisfy(\.isDigit) { return nil }
      if Double(decimalBytes: bytes) != nil || Double(bytesWithComma: bytes) != nil {
        numberCount += 1
      } else if odd == nil {
        odd = place
      }
    }
    guard let odd, 2 * numberCount > valueCount else { return nil }
    return ColumnRemark(reason: .text, example: texts[odd], row: Int(rows[odd]))
  }
}
