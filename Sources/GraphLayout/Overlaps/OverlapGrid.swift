/// Bodies by the cells of a grid that they touch, to find those that overlap.
struct OverlapGrid {
  private let cell: SIMD2<Double>
  private let origin: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  /// Where the bodies of each cell begin, and the end of the last.
  private var offsets: [Int32]
  private var members: [Int32]

  /// Above this many bodies in a cell, each is held only against some that are near along an axis.
  private static let crowd = 48
  private static let nearInCrowd = 8

  /// - Parameter count: of cells that a body may touch on average. Cells are as large as the average
  ///   body, and larger where that would be more.
  init(_ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body], touchedCells count: Int = 16)
  {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    var sum = SIMD2<Double>.zero
    for (position, body) in zip(positions, bodies) {
      let reach = body.reach
      low = pointwiseMin(low, position - reach)
      high = pointwiseMax(high, position + reach)
      sum += reach
    }
    let bodyCount = Double(max(positions.count, 1))
    let extent = pointwiseMax(high - low, SIMD2(repeating: .leastNormalMagnitude))
    // Twice the mean reach, but no more than some cells for each body.
    var side = pointwiseMax(sum * (2 / bodyCount), extent / (4 * bodyCount))
    let crowding = extent.x / side.x * (extent.y / side.y) / (4 * bodyCount)
    if crowding > 1 { side *= crowding.squareRoot() }
    origin = low
    var grid = Self.size(extent, side)
    let limit = count * positions.count + 64
    func entries() -> Int {
      var total = 0
      for (position, body) in zip(positions, bodies) {
        let touched = Self.touched(position - low, body.reach, side, grid)
        total += (touched.high.x - touched.low.x + 1) * (touched.high.y - touched.low.y + 1)
        if total > limit { break }
      }
      return total
    }
    while entries() > limit {
      side *= 2
      grid = Self.size(extent, side)
    }
    (cell, columns, rows) = (side, grid.x, grid.y)
    (offsets, members) = ([], [])
    sort(positions, bodies)
  }

  private static func size(_ extent: SIMD2<Double>, _ side: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int(extent.x / side.x) + 1, Int(extent.y / side.y) + 1)
  }

  /// The cells that the box of a body touches.
  @inline(__always)
  private static func touched(
    _ center: SIMD2<Double>, _ reach: SIMD2<Double>, _ side: SIMD2<Double>, _ grid: SIMD2<Int>
  ) -> (low: SIMD2<Int>, high: SIMD2<Int>) {
    let reach = reach * (1 + BodyPair.touch)
    let (low, high) = ((center - reach) / side, (center + reach) / side)
    return (
      SIMD2(place(low.x, grid.x), place(low.y, grid.y)),
      SIMD2(place(high.x, grid.x), place(high.y, grid.y))
    )
  }

  @inline(__always)
  private static func place(_ value: Double, _ count: Int) -> Int {
    min(max(Int(value), 0), count - 1)
  }

  /// A counting sort of the bodies into cells.
  private mutating func sort(_ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body]) {
    let grid = SIMD2(columns, rows)
    var offsets = [Int32](repeating: 0, count: columns * rows + 1)
    for (position, body) in zip(positions, bodies) {
      let touched = Self.touched(position - origin, body.reach, cell, grid)
      for row in touched.low.y...touched.high.y {
        for column in touched.low.x...touched.high.x { offsets[row * columns + column + 1] += 1 }
      }
    }
    for place in 1..<offsets.count { offsets[place] += offsets[place - 1] }
    var next = offsets
    var members = [Int32](repeating: 0, count: Int(offsets[offsets.count - 1]))
    for (index, (position, body)) in zip(positions, bodies).enumerated() {
      let touched = Self.touched(position - origin, body.reach, cell, grid)
      for row in touched.low.y...touched.high.y {
        for column in touched.low.x...touched.high.x {
          members[Int(next[row * columns + column])] = Int32(truncatingIfNeeded: index)
          next[row * columns + column] += 1
        }
      }
    }
    self.offsets = offsets
    self.members = members
  }

  /// Calls `body` for pairs that may overlap or touch: all of them, each once, when `isExact`; else
  /// those of crowded cells only in part, and perhaps twice.
  ///
  /// - Returns: whether pairs were left out.
  func forEachPair(
    _ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body], isExact: Bool,
    _ body: (Int, Int) -> Void
  ) -> Bool {
    var isPartial = false
    for cell in 0..<(offsets.count - 1) {
      let (begin, end) = (Int(offsets[cell]), Int(offsets[cell + 1]))
      if end - begin > Self.crowd, !isExact {
        isPartial = true
        for axis in 0..<2 { near(members[begin..<end], along: axis, positions, body) }
        continue
      }
      for first in begin..<end {
        let a = Int(members[first])
        let lowA = positions[a] - bodies[a].reach * (1 + BodyPair.touch)
        for second in (first + 1)..<max(end, first + 1) {
          let b = Int(members[second])
          // Of the cells that two share, the one with the lower corner of what they share counts.
          let low = pointwiseMax(lowA, positions[b] - bodies[b].reach * (1 + BodyPair.touch))
          let at = (low - origin) / self.cell
          if Self.place(at.y, rows) * columns + Self.place(at.x, columns) == cell { body(a, b) }
        }
      }
    }
    return isPartial
  }

  /// Whether one of the bodies in the cells that a body would touch at a position is what `isMet` says.
  func contains(
    _ position: SIMD2<Double>, _ body: OverlapRemoval.Body, where isMet: (Int) -> Bool
  ) -> Bool {
    let touched = Self.touched(position - origin, body.reach, cell, SIMD2(columns, rows))
    for row in touched.low.y...touched.high.y {
      for column in touched.low.x...touched.high.x {
        let place = row * columns + column
        for member in members[Int(offsets[place])..<Int(offsets[place + 1])] {
          if isMet(Int(member)) { return true }
        }
      }
    }
    return false
  }

  private func near(
    _ members: ArraySlice<Int32>, along axis: Int, _ positions: [SIMD2<Double>],
    _ body: (Int, Int) -> Void
  ) {
    let order = members.sorted {
      (positions[Int($0)][axis], $0) < (positions[Int($1)][axis], $1)
    }
    for first in order.indices {
      for second in order[(first + 1)...].prefix(Self.nearInCrowd) {
        body(Int(order[first]), Int(second))
      }
    }
  }
}
