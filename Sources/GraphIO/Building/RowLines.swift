/// The line in the file at which each row of a table begins. Most rows take one line, so only
/// changes of the offset are stored.
struct RowLines {
  private var changes: [(row: Int, offset: Int)] = []
  private var count = 0

  /// Adds the next row.
  mutating func append(line: Int) {
    let offset = line - count
    if changes.last?.offset != offset { changes.append((count, offset)) }
    count += 1
  }

  /// Removes the first row.
  mutating func removeFirst() {
    let second = self[1]
    for place in changes.indices {
      changes[place].row -= 1
      changes[place].offset += 1
    }
    changes.removeAll { $0.row < 0 }
    if changes.first?.row != 0 { changes.insert((0, second), at: 0) }
    count -= 1
  }

  /// Returns the line of a row. O(log(rows)).
  subscript(row: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if changes[middle].row <= row { low = middle } else { high = middle }
    }
    return row + (changes.isEmpty ? 1 : changes[low].offset)
  }
}
