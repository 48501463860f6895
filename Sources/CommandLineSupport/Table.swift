import FileWriting

/// Tables of text, and short forms of numbers for them.
package enum Table {
  /// Returns a number with three digits: 1234.5 as 1234, 1.2345 as 1.23, 1.5e20 as 1.50e+20.
  package static func threeDigits(_ value: Double) -> String {
    text(
      value, format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : value < 1e15 ? "%.0f" : "%.2e")
  }

  /// Returns 0 or a number in scientific notation, for numbers that should be small.
  package static func small(_ value: Double) -> String {
    value == 0 ? "0" : text(value, format: "%.1e")
  }

  /// Returns a number as C's `printf` writes it.
  ///
  /// - Parameter format: one conversion of a floating-point number, such as `%.2f`.
  package static func text(_ value: Double, format: String) -> String {
    // The longest text is that of the greatest number with `%f`: 309 digits before the point.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
      let length = withVaList([value]) { vsnprintf(buffer.baseAddress!, buffer.count, format, $0) }
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(Int(length)), as: UTF8.self)
    }
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
