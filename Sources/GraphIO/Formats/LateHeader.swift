// A header that only the whole file tells: `manager,employee` above pairs of names.

extension EdgeListDialect {
  /// Returns true if the first edge of a table is the names of its columns: they are words which do
  /// not occur again, while most of the other edges share a node with another one. O(edges).
  ///
  /// - Parameters:
  ///   - sources: the first nodes of the edges, numbered in the order in which they occur.
  func hasLateHeader(sources: [Int32], targets: [Int32], nodeCount: Int) -> Bool {
    guard format.isTable, separator != nil, sources.count > 2, nodeCount > 2, sources[0] == 0,
      targets[0] == 1, let first = rows.first, rows.allSatisfy({ $0.count == first.count }),
      Set(first.map(ExactText.init)).count == first.count,
      first.allSatisfy({ $0.utf8.first.map { !$0.isDigit } ?? false })
    else { return false }
    var counts = [Int32](repeating: 0, count: nodeCount)
    for (source, target) in zip(sources, targets) {
      counts[Int(source)] &+= 1
      counts[Int(target)] &+= 1
    }
    if counts[0] != 1 || counts[1] != 1 { return false }
    var sharingCount = 0
    for (source, target) in zip(sources, targets) {
      let isLoop = source == target
      if counts[Int(source)] > (isLoop ? 2 : 1) || counts[Int(target)] > (isLoop ? 2 : 1) {
        sharingCount += 1
      }
    }
    return 2 * sharingCount > sources.count - 1
  }
}

extension ColumnSet {
  /// Removes the first row, whose values become the names of the columns.
  mutating func takeNamesFromFirstRow() {
    var given: Set<ExactText> = []
    for place in builders.indices {
      if builders[place].rows.first == 0 {
        let name = builders[place].values[0].description
        let isStandard = ["id", "label", "type"].contains(name.lowercased())
        let free = [isStandard ? name.lowercased() : name, name].first {
          !has($0) && !given.contains(ExactText($0))
        }
        if let free {
          given.insert(ExactText(free))
          builders[place].name = free
        }
        builders[place].rows.removeFirst()
        builders[place].values.removeFirst()
      }
      for row in builders[place].rows.indices { builders[place].rows[row] -= 1 }
    }
  }
}
