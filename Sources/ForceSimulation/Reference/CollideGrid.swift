/// Points sorted into the cells of a grid in which overlapping discs are never more than one cell apart
/// (docs/determinism.md, "Collide").
struct CollideGrid<Vector: SimulatableVector> {
  /// A cell that has points in it: its coordinates as one number, first axis most significant, and its points.
  private struct Cell {
    var key: UInt64
    var begin: Int
    var end: Int
  }

  /// Point numbers by cell, increasing within each.
  private var order: [Int]
  /// By increasing key.
  private var cells: [Cell] = []
  /// What has to be added to a cell's key to get the keys of the cells ahead.
  private let stepsAhead: [UInt64]

  private static var bitsPerAxis: Int {
    switch Vector.scalarCount {
    case ...2: 31
    case 3: 21
    case 4: 16
    default: 64 / Vector.scalarCount
    }
  }

  init(points: [Vector], largestRadius: Double) {
    let maxCells = Double(1 << (Self.bitsPerAxis - 1))
    var low = [Double](repeating: .infinity, count: Vector.scalarCount)
    var size = 2 * largestRadius
    for axis in low.indices {
      var high = -Double.infinity
      for point in points where point[axis].isFinite {
        low[axis] = min(low[axis], Double(point[axis]))
        high = max(high, Double(point[axis]))
      }
      // An extent that overflows still leaves a size: the largest number over the number of cells, twice.
      let extent = min(high - low[axis], .greatestFiniteMagnitude)
      size = max(size, extent / maxCells)
    }
    let keys = points.map { point in
      var key: UInt64 = 0
      for axis in low.indices {
        let cell = ((Double(point[axis]) - low[axis]) / size).rounded(.down)
        // Rounding, and what is not finite, must not leave the grid.
        let coordinate = cell >= 0 ? UInt64(min(cell, maxCells)) : 0
        key = key << UInt64(Self.bitsPerAxis) | (coordinate + 1)
      }
      return key
    }
    order = points.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
    for (place, node) in order.enumerated() {
      if cells.isEmpty || cells[cells.count - 1].key != keys[node] {
        cells.append(Cell(key: keys[node], begin: place, end: place))
      }
      cells[cells.count - 1].end = place + 1
    }
    stepsAhead = Self.makeStepsAhead()
  }

  /// The offsets in {-1, 0, 1}^D whose first component that is not zero is 1, in lexicographic order, as differences of keys.
  /// Counting in base 3 with digits -1, 0, 1, they are the numbers above zero.
  private static func makeStepsAhead() -> [UInt64] {
    let count = (0..<Vector.scalarCount).reduce(1) { power, _ in power * 3 }
    return (1...count / 2).map { number in
      var rest = number
      var step: UInt64 = 0
      for axis in 0..<Vector.scalarCount {
        let digit = (rest + 1) % 3 - 1
        rest = (rest - digit) / 3
        step &+= UInt64(bitPattern: Int64(digit)) << UInt64(Self.bitsPerAxis * axis)
      }
      return step
    }
  }

  /// The cells, colour by colour: those of one colour are three apart on some axis, so no two of them touch a common cell.
  var cellsByColour: [Int] {
    let ranks = cells.indices.map { colour(cells[$0]) * cells.count + $0 }
    return ranks.sorted().map { $0 % cells.count }
  }

  private func colour(_ cell: Cell) -> Int {
    var colour = 0
    for axis in 0..<Vector.scalarCount {
      let shift = UInt64(Self.bitsPerAxis * (Vector.scalarCount - 1 - axis))
      let coordinate = (cell.key >> shift) & ((1 << UInt64(Self.bitsPerAxis)) - 1)
      colour = colour * 3 + Int((coordinate - 1) % 3)
    }
    return colour
  }

  /// The points in a cell, by increasing number.
  func nodes(in cell: Int) -> ArraySlice<Int> { order[cells[cell].begin..<cells[cell].end] }

  /// Puts the touching cells that come after a cell into `ahead`, those without points left out.
  func findCellsAhead(of cell: Int, _ ahead: inout [Int]) {
    ahead.removeAll(keepingCapacity: true)
    for step in stepsAhead {
      if let found = find(cells[cell].key &+ step, after: cell) { ahead.append(found) }
    }
  }

  private func find(_ key: UInt64, after cell: Int) -> Int? {
    var (low, high) = (cell + 1, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].key == key ? low : nil
  }
}
