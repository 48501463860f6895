/// How much is drawn where: the picture in square cells, and for each of them an amount.
struct DensityGrid {
  /// The side of a cell in points.
  static let side = 4.0
  let columns: Int
  let rows: Int
  private(set) var cells: [Float]

  init(width: Double, height: Double) {
    columns = Int(width / Self.side) + 1
    rows = Int(height / Self.side) + 1
    cells = [Float](repeating: 0, count: columns * rows)
  }

  /// The cell of a point; nil outside of the picture.
  private func cell(of point: SIMD2<Double>) -> Int? {
    let place = point / Self.side
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Int(place.y) * columns + Int(place.x)
  }

  /// The points along a line at which it is sampled: the middles of equal pieces about as long as a cell.
  private static func sampleCount(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> Int {
    let length = (end - start).length
    // A line is at most as long as the largest picture's diagonal and a little; no count from outside goes past this.
    return length < 1e5 ? Int(length / side) + 1 : 25_000
  }

  /// Adds `amount` for each cell's length of the line that lies in a cell.
  mutating func add(line start: SIMD2<Double>, _ end: SIMD2<Double>, amount: Double) {
    let count = Self.sampleCount(start, end)
    let step = (end - start) / Double(count)
    let share = Float(amount * step.length / Self.side)
    var point = start + step * 0.5
    for _ in 0..<count {
      if let cell = cell(of: point) { cells[cell] += share }
      point += step
    }
  }

  /// The mean of the cells under a line, where it is inside of the picture.
  func mean(alongLine start: SIMD2<Double>, _ end: SIMD2<Double>) -> Double {
    let count = Self.sampleCount(start, end)
    let step = (end - start) / Double(count)
    var point = start + step * 0.5
    var sum: Float = 0
    var inside = 0
    for _ in 0..<count {
      if let cell = cell(of: point) {
        sum += cells[cell]
        inside += 1
      }
      point += step
    }
    return inside > 0 ? Double(sum) / Double(inside) : 0
  }

  /// Adds the part of each cell that a disc covers, by the distance of its middle.
  mutating func add(disc center: SIMD2<Double>, radius: Double) {
    guard center.isFinite else { return }
    let area = Double.pi * radius * radius / (Self.side * Self.side)
    if radius < Self.side / 2 {
      if let cell = cell(of: center) { cells[cell] += Float(area) }
      return
    }
    func range(_ middle: Double, _ count: Int) -> ClosedRange<Int>? {
      let low = max(((middle - radius) / Self.side).rounded(.down), 0)
      let high = min(((middle + radius) / Self.side).rounded(.down), Double(count - 1))
      return low <= high ? Int(low)...Int(high) : nil
    }
    guard let columnRange = range(center.x, columns), let rowRange = range(center.y, rows) else {
      return
    }
    for row in rowRange {
      for column in columnRange {
        let middle = SIMD2(Double(column) + 0.5, Double(row) + 0.5) * Self.side
        let depth = (radius - (middle - center).length) / Self.side + 0.5
        if depth > 0 { cells[row * columns + column] += Float(min(depth, 1)) }
      }
    }
  }

  /// Sums over rectangles in constant time.
  func sums() -> DensitySums { DensitySums(self) }
}

/// The sums of a density grid over all rectangles that begin at its corner (a summed-area table).
struct DensitySums {
  private let columns: Int
  private let rows: Int
  private var table: [Double]

  init(_ grid: DensityGrid) {
    columns = grid.columns
    rows = grid.rows
    table = [Double](repeating: 0, count: (columns + 1) * (rows + 1))
    for row in 0..<rows {
      var sum = 0.0
      for column in 0..<columns {
        sum += Double(grid.cells[row * columns + column])
        table[(row + 1) * (columns + 1) + column + 1] =
          table[row * (columns + 1) + column + 1] + sum
      }
    }
  }

  /// The mean of the cells a rectangle touches.
  func mean(in box: Rectangle) -> Double {
    func clamp(_ value: Double, _ limit: Int) -> Int {
      Int(max(0, min((value / DensityGrid.side).rounded(.down), Double(limit - 1))))
    }
    let left = clamp(box.minimum.x, columns)
    let right = clamp(box.maximum.x, columns) + 1
    let top = clamp(box.minimum.y, rows)
    let bottom = clamp(box.maximum.y, rows) + 1
    func at(_ row: Int, _ column: Int) -> Double { table[row * (columns + 1) + column] }
    let sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)
    return sum / Double((right - left) * (bottom - top))
  }
}
