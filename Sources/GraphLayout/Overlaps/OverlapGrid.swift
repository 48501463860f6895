/// A grid of cells with the bodies that touch each, to find overlaps.
struct OverlapGrid {
  private let cell: SIMD2<Double>
  private let origin: SIMD2<Double>
  private let columns: Int
  private let rows: Int
  /// The index where the bodies of each cell begin, and the end of the last cell.
  private var offsets: [Int32]
  private var members: [Int32]
  /// The first column and row that each body touches.
  private let firsts: [SIMD2<Int32>]

  /// Bodies that were inserted later: a linked list per cell, which begins at the given index in
  /// `entries`, or -1.
  private var lastEntry: [Int32] = []
  private var entries: [(body: Int32, previous: Int32)] = []

  /// The pairs of bodies to examine in cells with more than `crowd` bodies, where all would be too
  /// many.
  enum PairsInCrowds {
    /// Consecutive bodies: the fewest pairs that connect all of them.
    case chain
    /// The `nearInCrowd` next bodies along each axis.
    case near
    case all
  }

  private static let crowd = 48
  private static let nearInCrowd = 8
  /// The maximum mean number of cells that a body touches. Cells are enlarged to satisfy it, as a
  /// few very large bodies would otherwise be in very many small cells.
  private static let touchedCells = 16

  init(_ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body]) {
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    var sum = SIMD2<Double>.zero
    for (position, body) in zip(positions, bodies) {
      let reach = body.reach
      low = pointwiseMin(low, position - reach)
      high = pointwiseMax(high, position + reach)
      sum += reach
    }
    let count = Double(max(positions.count, 1))
    let extent = pointwiseMax(high - low, SIMD2(repeating: .leastNormalMagnitude))
    // The side is twice the mean reach, but large enough for at most a few cells per body.
    var side = pointwiseMax(sum * (2 / count), extent / (4 * count))
    let crowding = extent.x / side.x * (extent.y / side.y) / (4 * count)
    if crowding > 1 { side *= crowding.squareRoot() }
    origin = low
    var grid = Self.size(extent, side)
    let limit = Self.touchedCells * positions.count + 64
    var touched: [SIMD4<Int32>] = []
    repeat {
      if !touched.isEmpty {
        side *= 2
        grid = Self.size(extent, side)
      }
      touched = Self.touched(positions, bodies, origin: low, side, grid)
    } while touched.reduce(0, { $0 + Self.count(of: $1) }) > limit
    (cell, columns, rows) = (side, grid.x, grid.y)
    firsts = touched.map(\.lowHalf)
    (offsets, members) = Self.sorted(touched, columns: grid.x, rows: grid.y)
  }

  private static func size(_ extent: SIMD2<Double>, _ side: SIMD2<Double>) -> SIMD2<Int> {
    SIMD2(Int(extent.x / side.x) + 1, Int(extent.y / side.y) + 1)
  }

  /// Returns the first and the last column and row that each body's box touches.
  private static func touched(
    _ positions: [SIMD2<Double>], _ bodies: [OverlapRemoval.Body], origin: SIMD2<Double>,
    _ side: SIMD2<Double>, _ grid: SIMD2<Int>
  ) -> [SIMD4<Int32>] {
    zip(positions, bodies).map { position, body in
      cells(position - origin, body.reach, side, grid)
    }
  }

  @inline(__always)
  private static func cells(
    _ center: SIMD2<Double>, _ reach: SIMD2<Double>, _ side: SIMD2<Double>, _ grid: SIMD2<Int>
  ) -> SIMD4<Int32> {
    let reach = reach * (1 + BodyPair.touch)
    let (low, high) = ((center - reach) / side, (center + reach) / side)
    return SIMD4(
      Int32(place(low.x, grid.x)), Int32(place(low.y, grid.y)), Int32(place(high.x, grid.x)),
      Int32(place(high.y, grid.y)))
  }

  private static func count(of touched: SIMD4<Int32>) -> Int {
    Int(touched.z - touched.x + 1) * Int(touched.w - touched.y + 1)
  }

  @inline(__always)
  private static func place(_ value: Double, _ count: Int) -> Int {
    Int(min(max(value, 0), Double(count - 1)))
  }

  /// Sorts the bodies into cells by a counting sort.
  private static func sorted(
    _ touched: [SIMD4<Int32>], columns: Int, rows: Int
  ) -> (offsets: [Int32], members: [Int32]) {
    var offsets = [Int32](repeating: 0, count: columns * rows + 1)
    for box in touched {
      for row in box.y...box.w {
        for column in box.x...box.z { offsets[Int(row) * columns + Int(column) + 1] += 1 }
      }
    }
    for place in 1..<offsets.count { offsets[place] += offsets[place - 1] }
    var next = offsets
    var members = [Int32](repeating: 0, count: Int(offsets[offsets.count - 1]))
    for (index, box) in touched.enumerated() {
      for row in box.y...box.w {
        for column in box.x...box.z {
          let cell = Int(row) * columns + Int(column)
          members[Int(next[cell])] = Int32(truncatingIfNeeded: index)
          next[cell] += 1
        }
      }
    }
    return (offsets, members)
  }

  /// Calls `body` for all pairs that may overlap or touch, each once, except those in crowded
  /// cells, which may occur twice.
  ///
  /// - Returns: true if pairs were left out.
  func forEachPair(
    _ positions: [SIMD2<Double>], inCrowds: PairsInCrowds,
    _ body: (_ a: Int, _ b: Int, _ isChained: Bool) -> Void
  ) -> Bool {
    var isPartial = false
    for cell in 0..<(offsets.count - 1) {
      let (begin, end) = (Int(offsets[cell]), Int(offsets[cell + 1]))
      guard end - begin > 1 else { continue }
      if end - begin > Self.crowd, inCrowds != .all {
        isPartial = true
        if inCrowds == .chain {
          for place in begin..<(end - 1) {
            body(Int(members[place]), Int(members[place + 1]), true)
          }
        } else {
          for axis in 0..<2 { near(members[begin..<end], along: axis, positions, body) }
        }
        continue
      }
      let place = SIMD2(
        Int32(truncatingIfNeeded: cell % columns), Int32(truncatingIfNeeded: cell / columns))
      for first in begin..<(end - 1) {
        let a = Int(members[first])
        for second in (first + 1)..<end {
          let b = Int(members[second])
          // A pair may share several cells. It is reported in the first one only.
          if pointwiseMax(firsts[a], firsts[b]) == place {
            body(a, b, false)
          }
        }
      }
    }
    return isPartial
  }

  /// Removes bodies.
  mutating func remove(where isGone: (Int) -> Bool) {
    var (begin, kept) = (0, 0)
    for cell in 0..<(offsets.count - 1) {
      let end = Int(offsets[cell + 1])
      for place in begin..<end where !isGone(Int(members[place])) {
        members[kept] = members[place]
        kept += 1
      }
      begin = end
      offsets[cell + 1] = Int32(truncatingIfNeeded: kept)
    }
  }

  /// Inserts a body that is not in the grid, at a position, for `contains`.
  mutating func enter(_ index: Int, _ position: SIMD2<Double>, _ body: OverlapRemoval.Body) {
    if lastEntry.isEmpty { lastEntry = [Int32](repeating: -1, count: columns * rows) }
    let touched = Self.cells(position - origin, body.reach, cell, SIMD2(columns, rows))
    for row in touched.y...touched.w {
      for column in touched.x...touched.z {
        let place = Int(row) * columns + Int(column)
        entries.append((Int32(truncatingIfNeeded: index), lastEntry[place]))
        lastEntry[place] = Int32(truncatingIfNeeded: entries.count - 1)
      }
    }
  }

  /// Returns true if one of the bodies in the cells that a body would touch at a position satisfies
  /// a condition.
  func contains(
    _ position: SIMD2<Double>, _ body: OverlapRemoval.Body, where isMet: (Int) -> Bool
  ) -> Bool {
    let touched = Self.cells(position - origin, body.reach, cell, SIMD2(columns, rows))
    for row in touched.y...touched.w {
      for column in touched.x...touched.z {
        let place = Int(row) * columns + Int(column)
        let there = members[Int(offsets[place])..<Int(offsets[place + 1])]
        if there.contains(where: { isMet(Int($0)) }) { return true }
        var entry = lastEntry.isEmpty ? -1 : lastEntry[place]
        while entry >= 0 {
          let (body, previous) = entries[Int(entry)]
          if isMet(Int(body)) { return true }
          entry = previous
        }
      }
    }
    return false
  }

  private func near(
    _ members: ArraySlice<Int32>, along axis: Int, _ positions: [SIMD2<Double>],
    _ body: (Int, Int, Bool) -> Void
  ) {
    let order = members.sorted {
      (positions[Int($0)][axis], $0) < (positions[Int($1)][axis], $1)
    }
    for first in order.indices {
      for second in order[(first + 1)...].prefix(Self.nearInCrowd) {
        body(Int(order[first]), Int(second), false)
      }
    }
  }
}
