/// The density of a picture: an amount for each square cell of a grid.
struct DensityGrid {
  /// The side of a cell in points.
  static let side = 4.0
  let columns: Int
  let rows: Int
  private(set) var cells: [Float]
  /// The differences between consecutive cells of a row in full coverage by discs.
  private(set) var steps: [Float]

  init(width: Double, height: Double) {
    columns = Int(width / Self.side) + 1
    rows = Int(height / Self.side) + 1
    cells = [Float](repeating: 0, count: columns * rows)
    steps = cells
  }

  /// Returns the cell of a point; nil outside the picture.
  private func cell(of point: SIMD2<Double>) -> Int? {
    let place = point / Self.side
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Int(place.y) * columns + Int(place.x)
  }

  /// Calls `body` for samples of a line: the middles of equal pieces about as long as a cell, of
  /// the segment inside the picture.
  private func sample(
    _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ body: (_ cell: Int, _ length: Double) -> Void
  ) {
    let picture = Rectangle(
      minimum: .zero, maximum: SIMD2(Double(columns), Double(rows)) * Self.side)
    guard let (first, last) = picture.clip(from: start, to: end) else { return }
    let begin = start + (end - start) * first
    let whole = (end - start) * (last - first)
    let count = Int(whole.length / Self.side) + 1
    let step = whole / Double(count)
    let length = step.length
    var point = begin + step * 0.5
    for _ in 0..<count {
      if let cell = cell(of: point) { body(cell, length) }
      point += step
    }
  }

  /// Adds `amount` per cell length of the line to the cells in which it lies.
  mutating func add(line start: SIMD2<Double>, _ end: SIMD2<Double>, amount: Double) {
    // The array is moved out temporarily, as the closure must not write to what `sample` reads.
    var cells: [Float] = []
    swap(&cells, &self.cells)
    sample(start, end) { cell, length in cells[cell] += Float(amount * length / Self.side) }
    swap(&cells, &self.cells)
  }

  /// Returns the mean of the cells under a line, as far as it is inside the picture.
  func mean(alongLine start: SIMD2<Double>, _ end: SIMD2<Double>) -> Double {
    var sum: Float = 0
    var inside = 0
    sample(start, end) { cell, _ in
      sum += cells[cell]
      inside += 1
    }
    return inside > 0 ? Double(sum) / Double(inside) : 0
  }

  /// Adds the fraction of each cell that a disc covers. The time is proportional to the number of
  /// rows that it crosses, not of cells.
  mutating func add(disc center: SIMD2<Double>, radius: Double) {
    guard center.isFinite else { return }
    if radius < Self.side / 2 {
      let area = Double.pi * radius * radius / (Self.side * Self.side)
      if let cell = cell(of: center) { cells[cell] += Float(area) }
      return
    }
    let low = max(((center.y - radius) / Self.side).rounded(.down), 0)
    let high = min(((center.y + radius) / Self.side).rounded(.down), Double(rows - 1))
    guard low <= high else { return }
    for row in Int(low)...Int(high) {
      let height = (Double(row) + 0.5) * Self.side - center.y
      let half = max(radius * radius - height * height, 0).squareRoot()
      // The bounds are in cells, from left to right.
      let left = max((center.x - half) / Self.side, 0)
      let right = min((center.x + half) / Self.side, Double(columns))
      if left < right { add(row: row, from: left, to: right) }
    }
  }

  private mutating func add(row: Int, from left: Double, to right: Double) {
    let first = row * columns + Int(left)
    let last = row * columns + min(Int(right), columns - 1)
    if first == last {
      cells[first] += Float(right - left)
      return
    }
    cells[first] += Float(left.rounded(.down) + 1 - left)
    cells[last] += Float(right - Double(last - row * columns))
    steps[first + 1] += 1
    steps[last] -= 1
  }

  /// Returns a table for sums over rectangles in constant time.
  func sums() -> DensitySums { DensitySums(self) }
}

/// The sums of a density grid over all rectangles from its corner (a summed-area table).
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
      var full = 0.0
      for column in 0..<columns {
        full += Double(grid.steps[row * columns + column])
        sum += Double(grid.cells[row * columns + column]) + full
        table[(row + 1) * (columns + 1) + column + 1] =
          table[row * (columns + 1) + column + 1] + sum
      }
    }
  }

  /// Returns the mean of the cells that a rectangle touches.
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
