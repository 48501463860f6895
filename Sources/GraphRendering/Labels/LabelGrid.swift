/// A grid of cells with the boxes of labels that touch each.
struct LabelGrid {
  private struct Taken: Equatable {
    var box: Rectangle
    /// The node to which the label belongs; nil for a fixed box.
    var node: Int?
  }

  private static let cell = SIMD2(64.0, 16.0)
  private let columns: Int
  private let rows: Int
  private var cells: [[Taken]]

  init(_ picture: Rectangle) {
    columns = Int(picture.size.x / Self.cell.x) + 1
    rows = Int(picture.size.y / Self.cell.y) + 1
    cells = Array(repeating: [], count: columns * rows)
  }

  private func touched(_ box: Rectangle) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func clamp(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min(value.rounded(.down), Double(count - 1))))
    }
    let low = box.minimum / Self.cell
    let high = box.maximum / Self.cell
    return (
      clamp(low.x, columns)...clamp(high.x, columns), clamp(low.y, rows)...clamp(high.y, rows)
    )
  }

  mutating func insert(_ box: Rectangle, of node: Int?) {
    let touched = touched(box)
    for row in touched.rows {
      for column in touched.columns {
        cells[row * columns + column].append(Taken(box: box, node: node))
      }
    }
  }

  mutating func remove(_ box: Rectangle, of node: Int) {
    let touched = touched(box)
    for row in touched.rows {
      for column in touched.columns {
        cells[row * columns + column].removeAll { $0 == Taken(box: box, node: node) }
      }
    }
  }

  func overlaps(_ box: Rectangle) -> Bool {
    let touched = touched(box)
    return touched.rows.contains { row in
      touched.columns.contains { column in
        cells[row * columns + column].contains { $0.box.overlaps(box) }
      }
    }
  }

  /// Returns the distinct nodes whose labels overlap a box; nil if a fixed box does.
  func nodes(overlapping box: Rectangle) -> [Int]? {
    let touched = touched(box)
    var found: [Int] = []
    for row in touched.rows {
      for column in touched.columns {
        for taken in cells[row * columns + column] where taken.box.overlaps(box) {
          guard let node = taken.node else { return nil }
          if !found.contains(node) { found.append(node) }
        }
      }
    }
    return found
  }
}
