/// Packs the pictures of components without overlaps, the largest in the centre.
///
/// Each picture is a set of grid cells: those touched by its nodes and edges, a margin, and what
/// they enclose (after Freivalds, Dogrusoz and Kikusts 2002, doi:10.1007/3-540-45848-4_30). The
/// largest comes first; each next one is placed where its cells are free, nearest to the centre.
/// Small pictures fit into concave regions of large ones, but not into their holes, where they
/// would look like a part of them. In three dimensions the pictures are packed in the plane of the
/// first two axes.
struct ComponentPacking {
  struct Cell: Hashable {
    var x: Int
    var y: Int
  }

  private let side: Double
  private var taken = TakenCells()
  /// The places by distance from the centre, extended on demand; occupied ones are removed from
  /// time to time.
  private var spiral: [Cell] = []
  private var spiralRadius = -1
  private var takenAtSweep = 0
  /// For each shape, the index on the spiral where the search for its last occurrence ended.
  private var resume: [[Cell]: Int] = [:]

  /// Moves the pictures to their places. Fixed ones stay, and the others are placed around them; if
  /// none is fixed, the whole is centred on the origin. O(cells of all pictures * places tried).
  static func pack<Vector: LayoutVector>(
    _ pictures: inout [ComponentPicture<Vector>], margin: Double
  ) {
    for number in pictures.indices where !pictures[number].isFixed {
      pictures[number].positions = centered(pictures[number].positions)
    }
    if pictures.count <= 1 { return }
    let raster = ComponentRaster(pictures, margin: margin)
    // Pictures with overflows cannot be packed; `layout` reports them.
    guard raster.side.isFinite, pictures.allSatisfy({ $0.positions.allSatisfy(\.isFinite) }) else {
      return
    }
    let shapes = pictures.map(raster.cells)
    var packing = ComponentPacking(side: raster.side)
    let order = pictures.indices.sorted {
      (pictures[$0].rank, -shapes[$0].count, -pictures[$0].nodes.count, $0)
        < (pictures[$1].rank, -shapes[$1].count, -pictures[$1].nodes.count, $1)
    }
    for number in order {
      if pictures[number].isFixed {
        for cell in shapes[number] { packing.taken.insert(x: cell.x, y: cell.y) }
      } else {
        let offset = packing.place(shapes[number])
        for index in pictures[number].positions.indices {
          pictures[number].positions[index][0] += Double(offset.x) * packing.side
          pictures[number].positions[index][1] += Double(offset.y) * packing.side
        }
      }
    }
  }

  private init(side: Double) { self.side = side }

  /// Returns the positions moved so that the centre of their bounding box is the origin.
  static func centered<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    guard let box = Box(positions) else { return positions }
    let center = (box.low + box.high) * 0.5
    return positions.map { $0 - center }
  }

  // MARK: Places

  /// Occupies the place nearest to the centre where all cells are free, and returns the offset to
  /// it.
  private mutating func place(_ cells: [Cell]) -> Cell {
    sweep()
    let anchor = cells[cells.count / 2]
    var index = resume[cells] ?? 0
    while true {
      if index == spiral.count { growSpiral() }
      let offset = Cell(x: spiral[index].x - anchor.x, y: spiral[index].y - anchor.y)
      index += 1
      if cells.contains(where: { taken.contains(x: $0.x + offset.x, y: $0.y + offset.y) }) {
        continue
      }
      for cell in cells { taken.insert(x: cell.x + offset.x, y: cell.y + offset.y) }
      // Cells are never freed, so the next picture of this shape can continue the search from here.
      resume[cells] = index
      return offset
    }
  }

  /// Removes occupied places from the spiral, which each picture would otherwise have to walk past.
  /// It does so only if an eighth more are occupied than last time, which keeps it cheap.
  private mutating func sweep() {
    guard taken.count > takenAtSweep + takenAtSweep / 8 + 64 else { return }
    takenAtSweep = taken.count
    spiral.removeAll { taken.contains(x: $0.x, y: $0.y) }
    resume.removeAll()
  }

  /// Adds the next ring of places, by distance from the centre and then by the half plane of the
  /// angle, so that the order is deterministic.
  private mutating func growSpiral() {
    let (inner, outer) = (spiralRadius, spiralRadius + 8)
    var ring: [(distance: Int, cell: Cell)] = []
    for x in -outer...outer {
      for y in -outer...outer {
        // The shape is a third wider than high, like most windows.
        let distance = 9 * x * x + 16 * y * y
        if distance <= 9 * outer * outer, inner < 0 || distance > 9 * inner * inner {
          ring.append((distance, Cell(x: x, y: y)))
        }
      }
    }
    ring.sort { ($0.distance, $0.cell.x, $0.cell.y) < ($1.distance, $1.cell.x, $1.cell.y) }
    spiral.append(contentsOf: ring.map(\.cell))
    spiralRadius = outer
  }
}

/// The picture of a component, or of all isolated nodes.
struct ComponentPicture<Vector: LayoutVector> {
  var nodes: [Int32]
  var positions: [Vector]
  /// The component as a graph; nil for isolated nodes.
  var graph: LayoutGraph?
  /// True if it must stay in place.
  var isFixed = false
  /// The scale of its margin, if the picture has been shrunk.
  var marginScale = 1.0

  /// The order of placement: fixed pictures first, isolated nodes last.
  var rank: Int { isFixed ? 0 : (graph == nil ? 2 : 1) }

  /// Returns isolated nodes in a grid that is wider than high.
  ///
  /// - Parameters:
  ///   - distance: the distance of columns.
  ///   - rowShare: the distance of rows as a share of that of columns. Names lie beside nodes, and
  ///     need less height than width.
  static func grid(
    _ nodes: [Int32], distance: Double, rowShare: Double = 1
  ) -> ComponentPicture {
    var columns = 1
    while 3 * Double(columns * columns) < 4 * rowShare.squareRoot() * Double(nodes.count) {
      columns += 1
    }
    let positions = nodes.indices.map { index in
      var position = Vector.zero
      position[0] = Double(index % columns) * distance
      position[1] = Double(index / columns) * distance * rowShare
      return position
    }
    return ComponentPicture(nodes: nodes, positions: positions, graph: nil)
  }
}

/// The raster that determines which grid cells a picture touches.
private struct ComponentRaster<Vector: LayoutVector> {
  let side: Double
  private let margin: Double

  /// Chooses the side of a cell such that all pictures together have about 40,000 cells, or 60 per
  /// picture if that is more, and their edges at most about ten million.
  init(_ pictures: [ComponentPicture<Vector>], margin: Double) {
    self.margin = margin
    var (area, length) = (0.0, 0.0)
    for picture in pictures {
      let extent = LayoutMetrics.extent(picture.positions)
      area += (extent[0] + margin) * (extent[1] + margin)
      guard let graph = picture.graph else { continue }
      for edge in graph.sources.indices {
        let (a, b) = (
          picture.positions[Int(graph.sources[edge])], picture.positions[Int(graph.targets[edge])]
        )
        length += max(abs(a[0] - b[0]), abs(a[1] - b[1]))
      }
    }
    let cells = Double(max(60 * pictures.count, 40_000))
    let least = pictures.reduce(margin) { min($0, margin * $1.marginScale) }
    side = max(least / 2, (area / cells).squareRoot(), length / 1e7)
  }

  /// Returns the cells of a picture, sorted.
  func cells(_ picture: ComponentPicture<Vector>) -> [ComponentPacking.Cell] {
    guard let box = Box(picture.positions) else { return [] }
    let reach = 0.499 * margin * picture.marginScale
    let (left, bottom) = (cell(box.low[0] - reach), cell(box.low[1] - reach))
    let width = cell(box.high[0] + reach) - left + 1
    let height = cell(box.high[1] + reach) - bottom + 1
    var cells = CellSet(left: left, bottom: bottom, width: width, height: height)
    for position in picture.positions {
      for x in cell(position[0] - reach)...cell(position[0] + reach) {
        for y in cell(position[1] - reach)...cell(position[1] + reach) { cells.insert(x, y) }
      }
    }
    if let graph = picture.graph { draw(graph, picture.positions, into: &cells) }
    cells.fillHoles()
    return cells.sorted()
  }

  private func draw(_ graph: LayoutGraph, _ positions: [Vector], into cells: inout CellSet) {
    for edge in graph.sources.indices {
      let a = positions[Int(graph.sources[edge])]
      let b = positions[Int(graph.targets[edge])]
      let (dx, dy) = (b[0] - a[0], b[1] - a[1])
      let steps = Int((max(abs(dx), abs(dy)) / side * 2).rounded(.up))
      for step in stride(from: 1, to: steps, by: 1) {
        let part = Double(step) / Double(steps)
        cells.insert(cell(a[0] + part * dx), cell(a[1] + part * dy))
      }
    }
  }

  /// Returns the index of the cell around a coordinate; cell 0 is centred on the origin. It is
  /// limited, as pinned nodes may be so far away that it would overflow.
  private func cell(_ coordinate: Double) -> Int {
    Int(min(max((coordinate / side + 0.5).rounded(.down), -1e12), 1e12))
  }
}

/// A set of cells in a box, as a bitmap by columns.
private struct CellSet {
  private let left: Int
  private let bottom: Int
  private let width: Int
  private let height: Int
  private var contains: [Bool]

  init(left: Int, bottom: Int, width: Int, height: Int) {
    (self.left, self.bottom, self.width, self.height) = (left, bottom, width, height)
    contains = [Bool](repeating: false, count: width * height)
  }

  mutating func insert(_ x: Int, _ y: Int) { contains[(x - left) * height + y - bottom] = true }

  /// Inserts the cells that have others of the set to their left, right, above and below.
  mutating func fillHoles() {
    var isBetween = contains
    for x in 0..<width {
      let column = (x * height)..<((x + 1) * height)
      guard let first = contains[column].firstIndex(of: true),
        let last = contains[column].lastIndex(of: true)
      else { continue }
      for place in first...last { isBetween[place] = true }
    }
    for y in 0..<height {
      let row = stride(from: y, to: width * height, by: height)
      guard let first = row.first(where: { contains[$0] }),
        let last = row.reversed().first(where: { contains[$0] })
      else { continue }
      for place in stride(from: first, through: last, by: height) where isBetween[place] {
        contains[place] = true
      }
    }
  }

  func sorted() -> [ComponentPacking.Cell] {
    contains.indices.filter { contains[$0] }.map {
      ComponentPacking.Cell(x: left + $0 / height, y: bottom + $0 % height)
    }
  }
}
