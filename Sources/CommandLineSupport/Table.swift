import Foundation

/// Tables of text, and short forms of numbers for them.
package enum Table {
  /// Returns a number with three digits: 1234.5 as 1234, 1.2345 as 1.23, 1.5e20 as 1.50e+20.
  package static func threeDigits(_ value: Double) -> String {
    String(
      format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : value < 1e15 ? "%.0f" : "%.2e", value)
  }

  /// Returns 0 or a number in scientific notation, for numbers that should be small.
  package static func small(_ value: Double) -> String {
    value == 0 ? "0" : String(format: "%.1e", value)
  }

  /// Returns the rows with columns two blanks apart, the first `leftColumns` left-aligned, the
  /// others right-aligned. Each cell is shown on one line.
  package static func aligned(_ cells: [[String]], leftColumns: Int) -> String {
    let rows = cells.map { $0.map(\.visible) }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        line += (column > 0 ? "  " : "") + (column < leftColumns ? cell + padding : padding + cell)
      }
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

/// Returns a count with its noun: `1 node`, `2 nodes`; for nouns with a plural in s.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
