/// Points sorted into the cells of a grid in which overlapping discs, or boxes, are never more than
/// one cell apart (docs/determinism.md, "Collide").
struct CollideGrid<Vector: SimulationVector> {
  /// A cell with points in it: its coordinates as one number (first axis most significant), and the
  /// ranges of its points in `order`.
  private struct Cell {
    var key: UInt64
    var owners: Range<Int>
    var visitors: Range<Int>
  }

  /// The permutation of the points: by cell, owners before visitors, increasing within each.
  private var order: [Int] = []
  /// The cells that have points, by increasing key.
  private var cells: [Cell] = []
  /// The key differences to the 3^D cells that touch a cell, itself included.
  private let steps: [UInt64]

  /// The bits of one coordinate in a key. A coordinate plus one must fit, from one cell before the
  /// first to one beyond the last.
  private static var bitsPerAxis: Int {
    switch Vector.scalarCount {
    case ...2: 31
    case 3: 21
    case 4: 15
    default: 64 / Vector.scalarCount
    }
  }

  /// Makes the grid of a level: its nodes are the owners, those below it the visitors. `reach`: the
  /// radius or largest half side of each node; `halfSides`: the largest of the level on each axis.
  init(
    points: [Vector], level: CollideRadii<Vector.Scalar>.Level, reach: [Vector.Scalar],
    halfSides: Vector, isCubic: Bool
  ) {
    let owners = reach.indices.filter { reach[$0] > level.above && reach[$0] <= level.largest }
    let visitors = reach.indices.filter { reach[$0] <= level.above }
    let maxCells = Double(1 << (Self.bitsPerAxis - 1))
    var low = [Double](repeating: .infinity, count: Vector.scalarCount)
    var size = low.indices.map { 3 * Double(halfSides[$0]) }
    for axis in low.indices {
      var high = -Double.infinity
      for node in owners where points[node][axis].isFinite {
        low[axis] = min(low[axis], Double(points[node][axis]))
        high = max(high, Double(points[node][axis]))
      }
      // The extent may overflow. The cell size is then the largest finite number over the number of
      // cells, twice.
      let extent = min(high - low[axis], .greatestFiniteMagnitude)
      size[axis] = max(size[axis], extent / maxCells)
    }
    if isCubic { size = size.map { _ in size.max()! } }
    // The cells are anchored to the coordinates. So the cells and their colours stay the same
    // however far the nodes spread.
    let lastCell = maxCells + 3
    let origin = low.indices.map { axis in
      let (low, period) = (low[axis], 3 * size[axis])
      let anchor = (low / period).rounded(.down) * period
      return low - anchor >= 0 && low - anchor < period ? anchor : low
    }
    func cell(of node: Int, _ axis: Int) -> Double {
      ((Double(points[node][axis]) - origin[axis]) / size[axis]).rounded(.down)
    }
    func key(_ coordinate: (_ axis: Int) -> Double) -> UInt64 {
      low.indices.reduce(0) { key, axis in
        key << UInt64(Self.bitsPerAxis) | UInt64(coordinate(axis) + 1)
      }
    }
    var members = owners.map { node in
      // Rounding and non-finite coordinates must not leave the grid.
      let key = key { axis in
        let cell = cell(of: node, axis)
        return cell >= 0 ? min(cell, lastCell) : 0
      }
      return (key: key, isVisitor: false, node: node)
    }
    for node in visitors
    where low.indices.allSatisfy({ (-1...lastCell + 1).contains(cell(of: node, $0)) }) {
      members.append((key: key { cell(of: node, $0) }, isVisitor: true, node: node))
    }
    members.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      return a.isVisitor == b.isVisitor ? a.node < b.node : b.isVisitor
    }
    for (place, member) in members.enumerated() {
      if cells.last?.key != member.key {
        cells.append(Cell(key: member.key, owners: place..<place, visitors: place..<place))
      }
      if !member.isVisitor {
        cells[cells.count - 1].owners = cells.last!.owners.lowerBound..<place + 1
      }
      cells[cells.count - 1].visitors = cells.last!.owners.upperBound..<place + 1
      order.append(member.node)
    }
    steps = Self.makeSteps()
  }

  /// The offsets in {-1, 0, 1}^D in lexicographic order, as differences of keys. Offset number i
  /// has the digits of i in base 3.
  private static func makeSteps() -> [UInt64] {
    let count = (0..<Vector.scalarCount).reduce(1) { power, _ in power * 3 }
    return (0..<count).map { number in
      var rest = number
      var step: UInt64 = 0
      for axis in 0..<Vector.scalarCount {
        step &+= UInt64(bitPattern: Int64(rest % 3 - 1)) << UInt64(bitsPerAxis * axis)
        rest /= 3
      }
      return step
    }
  }

  /// The cells with owners, colour by colour. Cells of one colour are at least three apart on some
  /// axis, so no two of them touch a common cell.
  private var cellsByColour: [Int] {
    let ranks = cells.indices.filter { !cells[$0].owners.isEmpty }.map {
      colour(cells[$0]) * cells.count + $0
    }
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

  /// The owners in a cell, by increasing number.
  private func owners(in cell: Int) -> ArraySlice<Int> { order[cells[cell].owners] }

  /// The visitors in a cell, by increasing number.
  private func visitors(in cell: Int) -> ArraySlice<Int> { order[cells[cell].visitors] }

  /// The cell and the non-empty cells that touch it, in lexicographic order.
  private func cells(around cell: Int) -> [Int] { steps.compactMap { find(cells[cell].key &+ $0) } }

  /// The largest number of owners in a cell for which each meets all points around the cell.
  private static var crowd: Int { 256 }

  /// Calls `turn` with each owner in turn, and with the nodes it meets, in order. Owners meet in one
  /// of their two turns.
  func forEachTurn(_ turn: (_ owner: Int, _ partners: [Int]) -> Void) {
    for cell in cellsByColour {
      let owners = owners(in: cell)
      let around = cells(around: cell)
      for (rank, i) in owners.enumerated() {
        /// The members of a list that `i` meets: all, or one group of them when both lists are
        /// long.
        func partners(in list: ArraySlice<Int>) -> ArraySlice<Int> {
          let groups = (min(owners.count, list.count) + Self.crowd - 1) / Self.crowd
          guard groups > 1 else { return list }
          let group = rank * groups / owners.count
          // The first rank with floor(rank * groups / count) == group, and that of the next group.
          let begin = (group * list.count + groups - 1) / groups
          let end = ((group + 1) * list.count + groups - 1) / groups
          return list.dropFirst(begin).prefix(end - begin)
        }
        turn(
          i,
          around.flatMap { other in
            partners(in: self.owners(in: other)).filter { $0 > i }
              + partners(in: visitors(in: other))
          })
      }
    }
  }

  private func find(_ key: UInt64) -> Int? {
    var (low, high) = (0, cells.count)
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < cells.count && cells[low].key == key ? low : nil
  }
}
