import Foundation

/// Text in columns, and numbers short enough for them.
package enum Table {
  /// 1234.5 as 1234, 1.2345 as 1.23.
  package static func threeDigits(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }

  /// 0 or a power of ten, for numbers that should be small.
  package static func small(_ value: Double) -> String {
    value == 0 ? "0" : String(format: "%.1e", value)
  }

  /// Columns two blanks apart: the first ones aligned left, the others right.
  package static func aligned(_ rows: [[String]], leftColumns: Int) -> String {
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

/// Weight and colour of text, where it is shown on a terminal.
package struct Style {
  package var isPlain: Bool

  package init(isPlain: Bool) { self.isPlain = isPlain }

  package static let plain = Style(isPlain: true)

  /// Plain when the output goes to a file, or the user wants no colours (https://no-color.org).
  package static var forStandardOutput: Style {
    let environment = ProcessInfo.processInfo.environment
    return Style(
      isPlain: isatty(STDOUT_FILENO) == 0 || !(environment["NO_COLOR"] ?? "").isEmpty
        || environment["TERM"] == "dumb")
  }

  package func strong(_ text: String) -> String { wrapped(text, "1") }
  package func faint(_ text: String) -> String { wrapped(text, "2") }
  package func good(_ text: String) -> String { wrapped(text, "32") }
  package func bad(_ text: String) -> String { wrapped(text, "1;31") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isPlain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
