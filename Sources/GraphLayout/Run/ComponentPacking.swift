/// Puts the pictures of components side by side without overlap, the largest in the middle.
///
/// Each picture is a set of cells of a grid: those its nodes and edges touch, and a margin (Freivalds, Dogrusoz and Kikusts 2002,
/// doi:10.1007/3-540-45848-4_30). The largest comes first; each next one goes where its cells are free, nearest to the middle. Small
/// pictures find room inside large ones. In space the pictures stand side by side on the plane of the first two axes.
struct ComponentPacking {
  private struct Cell: Hashable {
    var x: Int
    var y: Int

    func moved(by offset: Cell) -> Cell { Cell(x: x + offset.x, y: y + offset.y) }
  }

  /// About how many cells the picture of a component has.
  private static let cellsPerComponent = 60.0

  private let side: Double
  private var taken: Set<Cell> = []
  /// Places by distance from the middle, as many as have been needed; those known to be taken are dropped now and then.
  private var spiral: [Cell] = []
  private var spiralRadius = -1
  private var takenAtSweep = 0
  /// For shapes with the same cells: where on the spiral the search for the last one ended.
  private var resume: [[Cell]: Int] = [:]

  /// The positions of all nodes, each component's picture moved to its place; the whole is centred on the origin.
  /// O(cells of all pictures * places tried).
  static func pack<Vector: LayoutVector>(
    _ graphs: [LayoutGraph], _ pictures: [[Vector]], nodes: [[Int32]], nodeCount: Int,
    margin: Double
  ) -> [Vector] {
    var all = [Vector](repeating: .zero, count: nodeCount)
    var moved = pictures.map(centered)
    if pictures.count > 1 {
      let packed = ComponentPacking(side: cellSide(moved, margin: margin))
      moved = packed.placed(graphs, moved, margin: margin)
    }
    for (component, list) in nodes.enumerated() {
      for (index, node) in list.enumerated() { all[Int(node)] = moved[component][index] }
    }
    return centered(all)
  }

  private init(side: Double) { self.side = side }

  /// Moved so that the middle of the box is the origin.
  static func centered<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    guard let box = Box(positions) else { return positions }
    let center = (box.low + box.high) * 0.5
    return positions.map { $0 - center }
  }

  /// The side at which all pictures have `cellsPerComponent` cells on average, and no fewer than the margin asks for.
  private static func cellSide<Vector: LayoutVector>(
    _ pictures: [[Vector]], margin: Double
  ) -> Double {
    var area = 0.0
    for picture in pictures {
      let extent = LayoutMetrics.extent(picture)
      area += (extent[0] + margin) * (extent[1] + margin)
    }
    return max(margin, (area / (cellsPerComponent * Double(pictures.count))).squareRoot())
  }

  private consuming func placed<Vector: LayoutVector>(
    _ graphs: [LayoutGraph], _ pictures: [[Vector]], margin: Double
  ) -> [[Vector]] {
    var pictures = pictures
    let shapes = pictures.indices.map { shape(graphs[$0], pictures[$0], margin: margin) }
    let order = pictures.indices.sorted {
      (-shapes[$0].count, -pictures[$0].count, $0)
        < (-shapes[$1].count, -pictures[$1].count, $1)
    }
    for component in order {
      let offset = place(shapes[component])
      for index in pictures[component].indices {
        pictures[component][index][0] += Double(offset.x) * side
        pictures[component][index][1] += Double(offset.y) * side
      }
    }
    return pictures
  }

  // MARK: Cells

  /// The cells of a picture, sorted.
  private func shape<Vector: LayoutVector>(
    _ graph: LayoutGraph, _ picture: [Vector], margin: Double
  ) -> [Cell] {
    var cells: Set<Cell> = []
    let reach = 0.499 * margin
    for position in picture {
      for x in cell(position[0] - reach)...cell(position[0] + reach) {
        for y in cell(position[1] - reach)...cell(position[1] + reach) {
          cells.insert(Cell(x: x, y: y))
        }
      }
    }
    for edge in graph.sources.indices {
      let (a, b) = (picture[Int(graph.sources[edge])], picture[Int(graph.targets[edge])])
      let (dx, dy) = (b[0] - a[0], b[1] - a[1])
      let steps = Int((max(abs(dx), abs(dy)) / side * 2).rounded(.up))
      for step in stride(from: 1, to: steps, by: 1) {
        let part = Double(step) / Double(steps)
        cells.insert(Cell(x: cell(a[0] + part * dx), y: cell(a[1] + part * dy)))
      }
    }
    return cells.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
  }

  /// The middle of cell 0 is the origin.
  private func cell(_ coordinate: Double) -> Int { Int((coordinate / side + 0.5).rounded(.down)) }

  // MARK: Places

  /// Takes the place nearest to the middle where all cells are free, and returns how far to move them.
  private mutating func place(_ cells: [Cell]) -> Cell {
    sweep()
    let anchor = cells[cells.count / 2]
    var index = resume[cells] ?? 0
    while true {
      if index == spiral.count { growSpiral() }
      let offset = Cell(x: spiral[index].x - anchor.x, y: spiral[index].y - anchor.y)
      index += 1
      if taken.contains(spiral[index - 1])
        || cells.contains(where: { taken.contains($0.moved(by: offset)) })
      {
        continue
      }
      for cell in cells { taken.insert(cell.moved(by: offset)) }
      // Cells are only ever taken, so the next picture of this shape need not look here again.
      resume[cells] = index
      return offset
    }
  }

  /// Drops the places that are taken, once there are many more of them than at the last time.
  private mutating func sweep() {
    guard taken.count > 2 * takenAtSweep + 64 else { return }
    takenAtSweep = taken.count
    spiral.removeAll { taken.contains($0) }
    resume.removeAll()
  }

  /// Adds the next ring of places, by distance from the middle and then by angle's half plane, so that the order is always the
  /// same.
  private mutating func growSpiral() {
    let (inner, outer) = (spiralRadius, spiralRadius + 8)
    var ring: [(distance: Int, cell: Cell)] = []
    for x in -outer...outer {
      for y in -outer...outer {
        // A third wider than high, as most windows are.
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

/// Lays out each component by itself, the largest first as far as budgets go, and packs the pictures.
func placeByComponents<Vector: LayoutVector>(
  _ graph: LayoutGraph, margin: Double, run: inout LayoutRun,
  _ body: (LayoutGraph, GraphComponents, Int, inout LayoutRun) throws(LayoutError) -> [Vector]
) throws(LayoutError) -> [Vector] {
  let components = graph.components()
  let graphs = graph.subgraphs(components)
  run.statistics.componentCount = components.count
  var pictures = [[Vector]](repeating: [], count: graphs.count)
  let order = graphs.indices.sorted {
    (-graphs[$0].nodeCount, $0) < (-graphs[$1].nodeCount, $1)
  }
  let total = Double(max(graph.nodeCount, 1))
  var done = 0.0
  for number in order {
    let share = Double(graphs[number].nodeCount) / total
    if graphs[number].nodeCount == 1 {
      pictures[number] = [.zero]
    } else {
      pictures[number] = try run.within(min(done, 1)...min(done + share, 1)) {
        run throws(LayoutError) in
        try body(graphs[number], components, number, &run)
      }
    }
    done += share
  }
  return ComponentPacking.pack(
    graphs, pictures, nodes: components.nodes, nodeCount: graph.nodeCount, margin: margin)
}
