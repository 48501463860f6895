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
  /// What has to be added to a key to get the key of each cell ahead, and the offset it stands for.
  private let offsetsAhead: [[Int]]

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
    order = points.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    for (place, node) in order.enumerated() {
      if cells.isEmpty || cells[cells.count - 1].key != keys[node] {
        cells.append(Cell(key: keys[node], begin: place, end: place))
      }
      cells[cells.count - 1].end = place + 1
    }
    offsetsAhead = Self.makeOffsetsAhead()
  }

  /// The offsets in {-1, 0, 1}^D whose first component that is not zero is 1, in lexicographic order.
  private static func makeOffsetsAhead() -> [[Int]] {
    var offsets: [[Int]] = [[]]
    for _ in 0..<Vector.scalarCount {
      offsets = offsets.flatMap { o in [-1, 0, 1].map { o + [$0] } }
    }
    return offsets.filter { $0.first { $0 != 0 } == 1 }
  }

  /// The cells, colour by colour: those of one colour are three apart on some axis, so no two of them touch a common cell.
  var cellsByColour: [Int] {
    let colours = cells.map(colour)
    return cells.indices.sorted { (colours[$0], $0) < (colours[$1], $1) }
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

  /// The touching cells that come after a cell, those without points left out.
  func cellsAhead(of cell: Int) -> [Int] {
    offsetsAhead.compactMap { offset in
      var key = cells[cell].key
      for (axis, step) in offset.enumerated() {
        let shift = UInt64(Self.bitsPerAxis * (Vector.scalarCount - 1 - axis))
        key = step >= 0 ? key &+ UInt64(step) << shift : key &- UInt64(-step) << shift
      }
      return find(key, after: cell)
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
