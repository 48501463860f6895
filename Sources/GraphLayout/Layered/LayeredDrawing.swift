/// The drawing of a part: where everything is, as lengths across and down.
struct LayeredDrawing {
  var positions: [SIMD2<Double>] = []
  /// For each edge of the part, then for each of its self-edges, its points.
  var routes: [[SIMD2<Double>]] = []
  /// By the numbers of edges and groups in the graph.
  var labels: [(number: Int, center: SIMD2<Double>, size: SIMD2<Double>)] = []
  var groups: [(number: Int, low: SIMD2<Double>, high: SIMD2<Double>)] = []

  /// The lengths that a drawing goes by.
  struct Spacing {
    var layers: Double
    var nodes: Double
    /// Where the titles of groups are: on their first layer, on their last, or to their left.
    var titles: LayeredLayout.Direction

    /// Between edges that run side by side, and beside labels.
    var edges: Double { nodes / 4 }
    /// How far a self-edge goes out.
    var loop: Double { nodes / 2 }
  }

  /// The room that self-edges take: to the right of each node, and down.
  static func loopRoom(_ part: LayeredPart, _ spacing: Spacing) -> [SIMD2<Double>] {
    var room = [SIMD2<Double>](repeating: .zero, count: part.nodeCount)
    for loop in part.loops {
      room[Int(loop.node)].x += spacing.loop + (loop.label.x > 0 ? loop.label.x + spacing.edges : 0)
      room[Int(loop.node)].y = max(room[Int(loop.node)].y, loop.label.y)
    }
    return room
  }
}

/// Makes the drawing of a part from its layers, in order, and the places across.
struct LayeredDrawer {
  private let part: LayeredPart
  private let layers: Layers
  private let x: [Double]
  private let spacing: LayeredDrawing.Spacing
  private let places: [Int32]
  /// The middle of each layer, and half of its height.
  private var middle: [Double] = []
  private var half: [Double] = []
  /// What a group has between its box and its first layer, and its last.
  private var above: [Double] = []
  private var below: [Double] = []
  /// Edges along a layer that pass other nodes: how far above the layer, in steps.
  private var arcs: [Int: Int] = [:]

  static func drawing(
    _ part: LayeredPart, _ layers: Layers, x: [Double], _ spacing: LayeredDrawing.Spacing
  ) -> LayeredDrawing {
    var drawer = LayeredDrawer(part, layers, x, spacing)
    drawer.setGroupRoom()
    drawer.setArcs()
    drawer.setHeights()
    return drawer.drawing()
  }

  private init(
    _ part: LayeredPart, _ layers: Layers, _ x: [Double], _ spacing: LayeredDrawing.Spacing
  ) {
    (self.part, self.layers, self.x, self.spacing) = (part, layers, x, spacing)
    places = layers.places()
  }

  // MARK: Down

  private mutating func setGroupRoom() {
    let titles = part.groups.map(\.titleHeight)
    above = part.groups.indices.map {
      part.groups[$0].padding + (spacing.titles == .down ? titles[$0] : 0)
    }
    below = part.groups.indices.map {
      part.groups[$0].padding + (spacing.titles == .up ? titles[$0] : 0)
    }
    // Boxes inside one another on one layer add up; groups come after those around them.
    let own = (above, below)
    for (number, extent) in layers.groups.enumerated().reversed() where extent.parent >= 0 {
      let parent = Int(extent.parent)
      if layers.groups[parent].first == extent.first {
        above[parent] = max(above[parent], own.0[parent] + above[number])
      }
      if layers.groups[parent].last == extent.last {
        below[parent] = max(below[parent], own.1[parent] + below[number])
      }
    }
  }

  /// Edges along a layer that pass other nodes go above these, the short ones nearest.
  private mutating func setArcs() {
    var taken: [[[ClosedRange<Int32>]]] = layers.order.map { _ in [] }
    let passing = part.edges.indices.filter {
      layers.chainOf[$0].chain < 0 && range($0).count > 2
    }
    for index in passing.sorted(by: { (range($0).count, $0) < (range($1).count, $1) }) {
      let (layer, range) = (Int(layers.layer[Int(part.edges[index].source)]), range(index))
      var level = 0
      while level < taken[layer].count, level < 7,
        taken[layer][level].contains(where: { $0.overlaps(range) })
      {
        level += 1
      }
      if level == taken[layer].count { taken[layer].append([]) }
      taken[layer][level].append(range)
      arcs[index] = level + 1
    }
  }

  /// The places from one end of an edge along a layer to the other.
  private func range(_ index: Int) -> ClosedRange<Int32> {
    let (a, b) = (
      places[Int(part.edges[index].source)], places[Int(part.edges[index].target)]
    )
    return min(a, b)...max(a, b)
  }

  private mutating func setHeights() {
    let count = layers.order.count
    half = [Double](repeating: 0, count: count)
    for node in 0..<layers.nodeCount {
      let layer = Int(layers.layer[node])
      half[layer] = max(half[layer], layers.height[node] / 2)
    }
    var (top, bottom) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
    for (number, extent) in layers.groups.enumerated() {
      top[Int(extent.first)] = max(top[Int(extent.first)], above[number])
      bottom[Int(extent.last)] = max(bottom[Int(extent.last)], below[number])
    }
    for (index, level) in arcs {
      let layer = Int(layers.layer[Int(part.edges[index].source)])
      top[layer] = max(top[layer], Double(level) * spacing.edges)
    }
    middle = half
    for layer in 1..<max(count, 1) {
      middle[layer] =
        middle[layer - 1] + half[layer - 1] + bottom[layer - 1] + top[layer] + half[layer]
        + (layers.isDoubled ? spacing.layers / 2 : spacing.layers)
    }
  }

  // MARK: The drawing

  private func drawing() -> LayeredDrawing {
    var drawing = LayeredDrawing()
    drawing.positions = (0..<part.nodeCount).map(position)
    for (index, edge) in part.edges.enumerated() {
      drawing.routes.append(route(index))
      guard let size = edge.details.labelSize else { continue }
      let chain = layers.chains[Int(layers.chainOf[index].chain)]
      guard let label = chain.label else { continue }
      var center = position(Int(label))
      if !chain.isFlat { center.x += spacing.edges + size.x / 2 }
      drawing.labels.append((edge.number, center, size))
    }
    addLoops(&drawing)
    for (number, extent) in layers.groups.enumerated() {
      let borders = (extent.first...extent.last).map { Int(extent.left($0)) }
      let left = borders.reduce(Double.infinity) { min($0, x[$1]) }
      let right = borders.reduce(-Double.infinity) { max($0, x[$1 + 1]) }
      let (first, last) = (Int(extent.first), Int(extent.last))
      drawing.groups.append(
        (
          part.groupNumbers[number],
          SIMD2(left, middle[first] - half[first] - above[number]),
          SIMD2(right, middle[last] + half[last] + below[number])
        ))
    }
    return drawing
  }

  private func position(_ node: Int) -> SIMD2<Double> {
    SIMD2(x[node], middle[Int(layers.layer[node])])
  }

  /// Lines are straight down where boxes may be beside them, and slanted only between layers.
  private func route(_ index: Int) -> [SIMD2<Double>] {
    let edge = part.edges[index]
    let source = position(Int(edge.source)) + (edge.details.sourcePort ?? .zero)
    let target = position(Int(edge.target)) + (edge.details.targetPort ?? .zero)
    let (number, place) = layers.chainOf[index]
    let (from, to) = (Int(layers.layer[Int(edge.source)]), Int(layers.layer[Int(edge.target)]))
    if number < 0 {
      guard let level = arcs[index] else { return [source, target] }
      let y = middle[from] - half[from] - Double(level) * spacing.edges
      return [source, SIMD2(source.x, y), SIMD2(target.x, y), target]
    }
    let chain = layers.chains[Int(number)]
    if chain.isFlat {
      let label = Int(chain.dummies.lowerBound)
      let (y, above) = (middle[from] - half[from], Int(layers.layer[label]))
      return simplified([
        source, SIMD2(source.x, y), SIMD2(x[label], middle[above] + half[above]),
        SIMD2(target.x, y), target,
      ])
    }
    let isTurned = from > to
    let offset = (Double(place) - Double(chain.count - 1) / 2) * spacing.edges
    let (upper, lower) = isTurned ? (target, source) : (source, target)
    let (first, last) = (min(from, to), max(from, to))
    var points = [upper, SIMD2(upper.x + offset, max(upper.y, middle[first] + half[first]))]
    for dummy in chain.dummies.map({ Int($0) }) {
      let layer = Int(layers.layer[dummy])
      points.append(SIMD2(x[dummy] + offset, middle[layer] - half[layer]))
      points.append(SIMD2(x[dummy] + offset, middle[layer] + half[layer]))
    }
    if offset != 0, chain.dummies.isEmpty {
      points.append((upper + lower) / 2 + SIMD2(offset, 0))
    }
    points.append(SIMD2(lower.x + offset, min(lower.y, middle[last] - half[last])))
    points.append(lower)
    // Where nodes are points, edges that run together meet in them.
    if points[1].y == upper.y { points.remove(at: 1) }
    if points[points.count - 2].y == lower.y { points.remove(at: points.count - 2) }
    points = simplified(points)
    return isTurned ? points.reversed() : points
  }

  /// Without points that lie on the line between those before and after them.
  private func simplified(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var kept: [SIMD2<Double>] = []
    for point in points {
      while kept.count > 1 {
        let (a, b) = (kept[kept.count - 1] - kept[kept.count - 2], point - kept[kept.count - 1])
        let (area, size) = (a.x * b.y - a.y * b.x, (a * a).sum() + (b * b).sum())
        guard abs(area) <= 1e-9 * size, (a * b).sum() >= 0 else { break }
        kept.removeLast()
      }
      if kept.last != point || kept.count == 1 { kept.append(point) }
    }
    return kept
  }

  /// Self-edges stand to the right of their node, one around the other.
  private func addLoops(_ drawing: inout LayeredDrawing) {
    var (counts, reached): ([Int32: Int], [Int32: Double]) = ([:], [:])
    for loop in part.loops { counts[loop.node, default: 0] += 1 }
    var numbers: [Int32: Int] = [:]
    for loop in part.loops {
      let number = numbers[loop.node, default: 0] + 1
      numbers[loop.node] = number
      let (size, center) = (part.sizes[Int(loop.node)], position(Int(loop.node)))
      let side = center.x + size.x / 2
      let out = reached[loop.node, default: side] + spacing.loop
      let full = size.y > 0 ? size.y / 3 : spacing.loop / 2
      let reach = full * Double(number) / Double(counts[loop.node] ?? 1)
      drawing.routes.append([
        SIMD2(side, center.y - (size.y > 0 ? reach : 0)), SIMD2(out, center.y - reach),
        SIMD2(out, center.y + reach), SIMD2(side, center.y + (size.y > 0 ? reach : 0)),
      ])
      reached[loop.node] = out
      if loop.label.x > 0 {
        drawing.labels.append(
          (loop.number, SIMD2(out + spacing.edges + loop.label.x / 2, center.y), loop.label))
        reached[loop.node] = out + spacing.edges + loop.label.x
      }
    }
  }
}
