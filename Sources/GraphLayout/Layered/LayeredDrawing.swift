/// The drawing of a component, with horizontal and vertical coordinates before its rotation to the
/// direction.
struct LayeredDrawing {
  var positions: [SIMD2<Double>] = []
  /// The points of each edge of the component, then of each self-loop.
  var routes: [[SIMD2<Double>]] = []
  /// Labels and groups, by their numbers in the graph.
  var labels: [(number: Int, center: SIMD2<Double>, size: SIMD2<Double>)] = []
  var groups: [(number: Int, low: SIMD2<Double>, high: SIMD2<Double>)] = []

  /// The distances of a drawing.
  struct Spacing {
    var layers: Double
    var nodes: Double
    /// The position of group titles: on the first layer, on the last layer, or to the left.
    var titles: LayeredLayout.Direction

    /// The space between edges that run in parallel, and beside labels.
    var edges: Double { nodes / 4 }
    /// The extent of a self-loop.
    var loop: Double { nodes / 2 }

    /// Returns the space for the title of a group at one of its sides: on its first layer (down),
    /// on its last (up), to the left or to the right.
    func title(of group: LayeredLayout.Group, _ side: LayeredLayout.Direction) -> Double {
      let own = group.titleIsBelow ? titles.opposite : titles
      return own == side ? group.titleHeight : 0
    }
  }
}

/// Creates the drawing of a component from its ordered layers and horizontal coordinates.
struct LayeredDrawer {
  private let part: LayeredPart
  private let layers: Layers
  private let x: [Double]
  private let spacing: LayeredDrawing.Spacing
  private let places: [Int32]
  /// The centre of each layer, and half its height.
  private var middle: [Double] = []
  private var half: [Double] = []
  /// The space of each group between its box and its first and last layer.
  private var above: [Double] = []
  private var below: [Double] = []
  /// The heights of edges along a layer that pass other nodes, in steps above the layer.
  private var arcs: [Int: Int] = [:]
  /// The offsets from the centre of edges along a layer between the same neighbours.
  private var flatOffsets: [Int: Double] = [:]

  static func drawing(
    _ part: LayeredPart, _ layers: Layers, x: [Double], _ spacing: LayeredDrawing.Spacing
  ) -> LayeredDrawing {
    var drawer = LayeredDrawer(part, layers, x, spacing)
    drawer.setGroupRoom()
    drawer.setArcs()
    drawer.setHeights()
    drawer.lengthenGroups()
    return drawer.drawing()
  }

  private init(
    _ part: LayeredPart, _ layers: Layers, _ x: [Double], _ spacing: LayeredDrawing.Spacing
  ) {
    (self.part, self.layers, self.x, self.spacing) = (part, layers, x, spacing)
    places = layers.places()
  }

  // MARK: Down

  /// - Parameter rests: the additional space of each group at both ends.
  private mutating func setGroupRoom(adding rests: [Double]? = nil) {
    let paddings = part.groups.indices.map { part.groups[$0].padding + (rests?[$0] ?? 0) }
    above = paddings.indices.map { paddings[$0] + spacing.title(of: part.groups[$0], .down) }
    below = paddings.indices.map { paddings[$0] + spacing.title(of: part.groups[$0], .up) }
    // The paddings of nested boxes add up; groups follow their parents.
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

  /// Assigns heights to edges along a layer that pass other nodes: they run above these, shorter
  /// ones lower.
  private mutating func setArcs() {
    var taken: [[[ClosedRange<Int32>]]] = layers.order.map { _ in [] }
    let flat = part.edges.indices.filter { layers.chainOf[$0].chain < 0 }
    let near = Dictionary(grouping: flat.filter { range($0).count == 2 }) { index in
      Set([part.edges[index].source, part.edges[index].target])
    }
    for edges in near.values where edges.count > 1 {
      for (number, index) in edges.enumerated() {
        flatOffsets[index] = (Double(number) - Double(edges.count - 1) / 2) * spacing.edges
      }
    }
    let passing = flat.filter { range($0).count > 2 }
    for index in passing.sorted(by: { (range($0).count, $0) < (range($1).count, $1) }) {
      let (layer, range) = (Int(layers.layer[Int(part.edges[index].source)]), range(index))
      var level = 0
      while level < taken[layer].count, level < 31,
        taken[layer][level].contains(where: { $0.overlaps(range) })
      {
        level += 1
      }
      if level == taken[layer].count { taken[layer].append([]) }
      taken[layer][level].append(range)
      arcs[index] = level + 1
    }
  }

  /// Returns the range of positions between the ends of an edge along a layer.
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
    let distances = distances()
    for layer in 1..<max(count, 1) {
      middle[layer] =
        middle[layer - 1] + half[layer - 1] + bottom[layer - 1] + top[layer] + half[layer]
        + distances[layer]
    }
  }

  /// The minimum slope of an edge between layers. To achieve it, the distance of layers increases
  /// up to a factor of `mostStretch`.
  private static let leastSlope = 1.0 / 6
  private static let mostStretch = 1.5

  /// Returns the space above each layer. It is larger if edges lead far to a side, which would
  /// otherwise run along the borders of boxes.
  private func distances() -> [Double] {
    let distance = layers.isDoubled ? spacing.layers / 2 : spacing.layers
    var distances = [Double](repeating: distance, count: layers.order.count)
    if part.sizes.allSatisfy({ $0 == .zero }) { return distances }
    for node in 0..<layers.borderStart {
      for slot in layers.below.range(node) {
        let other = Int(layers.below.others[slot])
        let aside = abs(x[node] - x[other] - layers.below.shifts[slot])
        let layer = Int(layers.layer[other])
        distances[layer] = max(
          distances[layer], min(aside * Self.leastSlope, distance * Self.mostStretch))
      }
    }
    return distances
  }

  /// Lengthens groups at both ends if they are shorter than a title along their side.
  private mutating func lengthenGroups() {
    guard spacing.titles == .left else { return }
    let rests = layers.groups.enumerated().map { number, extent in
      let (first, last) = (Int(extent.first), Int(extent.last))
      let begin = middle[first] - half[first] - above[number]
      let end = middle[last] + half[last] + below[number]
      return max(part.groups[number].titleWidth - (end - begin), 0)
    }
    if rests.allSatisfy({ $0 == 0 }) { return }
    setGroupRoom(adding: rests.map { $0 / 2 })
    setHeights()
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
    drawing.addLoops(part, spacing)
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

  private func route(_ index: Int) -> [SIMD2<Double>] {
    let edge = part.edges[index]
    let source = position(Int(edge.source)) + (edge.details.sourcePort ?? .zero)
    let target = position(Int(edge.target)) + (edge.details.targetPort ?? .zero)
    let (from, to) = (Int(layers.layer[Int(edge.source)]), Int(layers.layer[Int(edge.target)]))
    if layers.chainOf[index].chain < 0 {
      guard let level = arcs[index] else {
        let room = 0.4 * min(part.sizes[Int(edge.source)].y, part.sizes[Int(edge.target)].y)
        let offset = SIMD2(0, min(max(flatOffsets[index] ?? 0, -room), room))
        return [source + offset, target + offset]
      }
      let y = middle[from] - half[from] - Double(level) * spacing.edges
      // Inner arcs start farther from the centres of the boxes than outer ones.
      let part = (target.x > source.x ? 0.4 : -0.4) / Double(level)
      let begin = source.x + part * self.part.sizes[Int(edge.source)].x
      let end = target.x - part * self.part.sizes[Int(edge.target)].x
      return [source, SIMD2(begin, y), SIMD2(end, y), target]
    }
    let chain = layers.chains[Int(layers.chainOf[index].chain)]
    if chain.isFlat {
      let label = Int(chain.dummies.lowerBound)
      let under = SIMD2(x[label], position(label).y + half[Int(layers.layer[label])])
      return simplified([
        source, bend(Int(edge.source), source, under), under,
        bend(Int(edge.target), target, under), target,
      ])
    }
    let offset =
      (Double(layers.chainOf[index].number) - Double(chain.count - 1) / 2) * spacing.edges
    let (isDown, details) = (from < to, edge.details)
    let begin = way(
      from: Int(edge.source), details.sourcePort, details.sourceCell, toward: target.x,
      isDown: isDown)
    let end = way(
      from: Int(edge.target), details.targetPort, details.targetCell, toward: source.x,
      isDown: !isDown)
    return isDown
      ? chainRoute(chain, begin, end, offset)
      : chainRoute(chain, end, begin, offset).reversed()
  }

  /// Returns the first points of an edge at a node: one point, or a path from the port around the
  /// node's box to the edge of its layer, if the port is not on the side to which the edge leads.
  private func way(
    from node: Int, _ port: SIMD2<Double>?, _ cell: SIMD2<Double>?, toward x: Double, isDown: Bool
  ) -> [SIMD2<Double>] {
    let (center, half) = (position(node), part.sizes[node] / 2)
    guard var port else { return [center] }
    let sign = isDown ? 1.0 : -1.0
    if let cell { port = exit(port, cell, half, isRight: x > center.x, sign) }
    let start = center + port
    let rim = middle[Int(layers.layer[node])] + sign * self.half[Int(layers.layer[node])]
    // This leaves space for an arrow head, and stays closer than edges that pass the box.
    let out = spacing.nodes * 0.45
    func isAt(_ value: Double, _ side: Double) -> Bool { side > 0 && abs(value) >= side * 0.999 }
    if isAt(port.x, half.x), !isAt(port.y, half.y) {
      let aside = start.x + (port.x > 0 ? out : -out)
      return [start, SIMD2(aside, start.y), SIMD2(aside, rim)]
    }
    if isAt(port.y, half.y), port.y * sign < 0 {
      let aside = center.x + (x > center.x ? half.x + out : -half.x - out)
      let back = start.y - sign * spacing.edges
      return [start, SIMD2(start.x, back), SIMD2(aside, back), SIMD2(aside, rim)]
    }
    return [start]
  }

  /// Returns the point on the border of a box at which an edge leaves one of its cells.
  private func exit(
    _ middle: SIMD2<Double>, _ cell: SIMD2<Double>, _ half: SIMD2<Double>, isRight: Bool,
    _ sign: Double
  ) -> SIMD2<Double> {
    // This is less than the space between the texts of two cells.
    let near = 1.0
    let down = SIMD2(middle.x, sign * half.y)
    if sign * middle.y + cell.y / 2 >= half.y - near { return down }
    let sides = [1.0, -1.0].filter { $0 * middle.x + cell.x / 2 >= half.x - near }
    guard let side = sides.first(where: { ($0 > 0) == isRight }) ?? sides.first else { return down }
    return SIMD2(side * half.x, middle.y)
  }

  /// Returns the route of a chain: vertical beside the boxes of other nodes, slanted between
  /// layers.
  private func chainRoute(
    _ chain: Layers.Chain, _ upper: [SIMD2<Double>], _ lower: [SIMD2<Double>], _ offset: Double
  ) -> [SIMD2<Double>] {
    // Parallel edges are already separate where they leave the box.
    func inside(_ node: Int32, _ end: [SIMD2<Double>]) -> [SIMD2<Double>] {
      let room = 0.4 * part.sizes[Int(node)].x
      return end.count > 1 ? end : [SIMD2(end[0].x + min(max(offset, -room), room), end[0].y)]
    }
    let (upper, lower) = (inside(chain.upper, upper), inside(chain.lower, lower))
    var bends: [SIMD2<Double>] = []
    for dummy in chain.dummies.map({ Int($0) }) {
      let (place, half) = (position(dummy), half[Int(layers.layer[dummy])])
      bends.append(SIMD2(place.x + offset, place.y - half))
      bends.append(SIMD2(place.x + offset, place.y + half))
    }
    if bends.isEmpty, abs(offset) > 0.4 * part.sizes[Int(chain.upper)].x {
      bends.append((upper[0] + lower[0]) / 2 + SIMD2(offset, 0))
    }
    // The line to the next layer aims at the centre of that layer, whether there is a node or a
    // dummy. With different target heights, lines from one layer might cross each other.
    let (after, before) = (chain.dummies.first, chain.dummies.last)
    if upper.count == 1 {
      let aim = after.map { position(Int($0)) } ?? lower[lower.count - 1]
      bends.insert(bend(Int(chain.upper), upper[0], aim), at: 0)
    }
    if lower.count == 1 {
      let aim = before.map { position(Int($0)) } ?? upper[upper.count - 1]
      bends.append(bend(Int(chain.lower), lower[0], aim))
    }
    return simplified(upper + bends + lower.reversed())
  }

  /// Returns the point where a line from a point in a node's box leaves the node's layer: on the
  /// straight line, but nearer to the node if its neighbours might be in the way.
  private func bend(_ node: Int, _ from: SIMD2<Double>, _ to: SIMD2<Double>) -> SIMD2<Double> {
    let layer = Int(layers.layer[node])
    let y = to.y > from.y ? middle[layer] + half[layer] : middle[layer] - half[layer]
    if (y - from.y) * (to.y - from.y) <= 0 { return from }
    let step = (to.x - from.x) * (y - from.y) / (to.y - from.y)
    let (row, place) = (layers.order[layer], Int(places[node]) + (step > 0 ? 1 : -1))
    var room = Double.infinity
    if row.indices.contains(place) {
      // The node's edges may use the space up to half way to its neighbour. Within half of that the
      // line stays straight.
      let other = Int(row[place])
      let (near, far) =
        step > 0
        ? (x[node] + layers.right[node], x[other] - layers.left[other])
        : (x[node] - layers.left[node], x[other] + layers.right[other])
      room = max(abs((near + far) / 2 - from.x), 1e-9) / 2
    }
    if step > 0, layers.right[node] > part.sizes[node].x / 2 {
      // The line stays inside the box, as loops are beside it.
      room = min(room, max(x[node] + 0.4 * part.sizes[node].x - from.x, 1e-9) / 2)
    }
    if abs(step) <= room { return SIMD2(from.x + step, y) }
    // Longer steps are compressed into the other half of the space, which preserves their order.
    let part = room * (2 - room / abs(step))
    return SIMD2(from.x + (step > 0 ? part : -part), y)
  }

  /// Returns the points without those on the line between their neighbours.
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
}

extension LayeredLayout.Direction {
  fileprivate var opposite: LayeredLayout.Direction {
    switch self {
    case .down: .up
    case .up: .down
    case .left: .right
    case .right: .left
    }
  }
}
