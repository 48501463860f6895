/// The widths of columns and the heights of rows of a table.
struct TableLayout {
  /// The entries with a place that tables support, and the size of the content of each.
  private let entries: [(number: Int, entry: Drawing.Table.Entry)]
  private let table: Drawing.Table
  /// The least width of each column, and the least height of each row.
  private var lengths: [[Double]]
  /// The least size of the table.
  private(set) var size: SIMD2<Double>

  /// - Parameter contents: the size of the content of each entry.
  init(_ table: Drawing.Table, contents: [SIMD2<Double>]) {
    self.table = table
    entries = table.entries.enumerated().filter { $0.element.isPlaced }.map { ($0, $1) }
    var lengths: [[Double]] = [[], []]
    for axis in 0..<2 {
      let spans = entries.map { number, entry -> Span in
        let around = 2 * (entry.border.width + entry.padding)
        return Span(
          lines: axis == 0 ? entry.columns : entry.rows,
          length: max(contents[number][axis] + around, entry.leastSize[axis]))
      }
      lengths[axis] = Self.lengths(spans, spacing: table.spacing)
    }
    self.lengths = lengths
    let least = lengths.map { Self.total($0, table) }
    size = pointwiseMax(SIMD2(least[0], least[1]), table.leastSize)
  }

  /// The lines (columns or rows) of an entry, and the length that it needs there.
  private struct Span {
    var lines: Range<Int>
    var length: Double
  }

  private static func total(_ lengths: [Double], _ table: Drawing.Table) -> Double {
    2 * table.border.width + lengths.reduce(table.spacing) { $0 + $1 + table.spacing }
  }

  /// Returns the least lengths of lines. Entries over several lines come after those over fewer, and
  /// widen all of theirs equally.
  private static func lengths(_ spans: [Span], spacing: Double) -> [Double] {
    var lengths = [Double](repeating: 0, count: spans.map(\.lines.upperBound).max() ?? 0)
    for span in spans.sorted(by: { $0.lines.count < $1.lines.count }) {
      let room = lengths[span.lines].reduce(spacing * Double(span.lines.count - 1), +)
      let more = (span.length - room) / Double(span.lines.count)
      if more > 0 { for line in span.lines { lengths[line] += more } }
    }
    return lengths
  }

  /// Returns the box of each entry in the box of the table, whose additional room all columns and
  /// rows share.
  func boxes(in box: Rectangle) -> [(number: Int, entry: Drawing.Table.Entry, box: Rectangle)] {
    let starts = (0..<2).map { axis -> [Double] in
      let more = max(box.size[axis] - Self.total(lengths[axis], table), 0)
      let each = more / Double(max(lengths[axis].count, 1))
      var place = box.minimum[axis] + table.border.width + table.spacing
      var starts = [place]
      for length in lengths[axis] {
        place += length + each + table.spacing
        starts.append(place)
      }
      return starts
    }
    return entries.map { number, entry in
      let (columns, rows) = (entry.columns, entry.rows)
      return (
        number, entry,
        Rectangle(
          minimum: SIMD2(starts[0][columns.lowerBound], starts[1][rows.lowerBound]),
          maximum: SIMD2(starts[0][columns.upperBound], starts[1][rows.upperBound])
            - table.spacing)
      )
    }
  }
}

extension Drawing.Table.Entry {
  var rows: Range<Int> { row..<(row + rowCount) }
  var columns: Range<Int> { column..<(column + columnCount) }

  /// True if the place is one that tables support.
  var isPlaced: Bool {
    func isLine(_ first: Int, _ count: Int) -> Bool {
      let limit = Drawing.Table.lineLimit
      return first >= 0 && count >= 1 && first < limit && count <= limit - first
    }
    return isLine(row, rowCount) && isLine(column, columnCount)
  }

  /// Returns the box of the content: nested tables and cells take all the room, unless they are
  /// aligned to a side; text takes what it needs.
  func contentBox(in box: Rectangle, content: SIMD2<Double>) -> Rectangle {
    let inner = box.inset(by: border.width + padding)
    let room = inner.size
    var size = pointwiseMin(content, room)
    if case .text = cell.content {
    } else {
      if alignment == .center { size.x = room.x }
      if verticalAlignment == .middle { size.y = room.y }
    }
    let shares = SIMD2(
      alignment == .left ? 0 : alignment == .center ? 0.5 : 1,
      verticalAlignment == .top ? 0 : verticalAlignment == .middle ? 0.5 : 1)
    let corner = inner.minimum + (room - size) * shares
    return Rectangle(minimum: corner, maximum: corner + size)
  }
}
