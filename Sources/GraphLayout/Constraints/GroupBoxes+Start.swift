import ForceSimulation

extension GroupBoxes {
  // These were chosen by eye on ten drawings.

  /// The part of the room that two groups miss by which edges between them are longer: it keeps large
  /// boxes beside many others from being moved apart later, when edges no longer follow.
  private static let roomBetween = 0.8
  /// The mean distance of nodes in groups below which a drawing is enlarged: a part of the link length, so
  /// that nodes do not lie on each other, and one of the padding, so that it looks like a frame.
  private static let leastDistance = 0.4, leastDistanceOfPadding = 0.35
  /// The least factor by which one tick draws a group together: it limits what overrules the forces.
  private static let strongestDraw = 0.75
  /// The number of standard deviations from which single nodes are drawn back in a tick, so that they do not
  /// widen the box, and by which part of what is beyond.
  private static let usualReach = 2.0, drawnBack = 0.25
  /// The part of a drawing that boxes have to cover for it to stay, and the least factor by which another is
  /// gathered: it limits overlaps, which change how groups lie to each other when they are removed.
  private static let fullShare = 0.5, strongestGathering = 0.6
}

// MARK: Hubs

extension GroupBoxes {
  /// A component's graph with hubs, and with edges between groups that leave room for boxes.
  struct WithHubs {
    var graph: LayoutGraph
    var roomy: LayoutGraph
  }

  /// Returns the graph of a component with a hub for each group that its edges do not hold together, joined
  /// to all of its nodes and groups within: so drawings have the nodes of a group near each other. Hubs come
  /// after the nodes, and are in no box.
  mutating func addHubs(to graph: LayoutGraph, linkLength: Double) -> WithHubs {
    var (sources, targets) = (graph.sources, graph.targets)
    var lengths = graph.lengths ?? [Double](repeating: 1, count: graph.edgeCount)
    let radii = groups.map { 0.5 * Double($0.nodes.count).squareRoot() }
    let room = room(in: graph, radii, linkLength)
    var parts = groups.map { $0.own.map(Int32.init) }
    for number in groups.indices.reversed() {
      if isTorn(number, graph) {
        hubs.append(Hub(node: nodeCount, group: number))
        sources += parts[number].map { _ in Int32(nodeCount) }
        targets += parts[number]
        lengths += parts[number].map { _ in max(1, radii[number]) }
        nodeCount += 1
      }
      if let parent = groups[number].parent {
        parts[parent].append(hubs.last?.group == number ? Int32(nodeCount - 1) : parts[number][0])
      }
    }
    let topology = GraphTopology(
      trusted: nodeCount, sources: sources, targets: targets, isDirected: graph.isDirected)
    func with(_ lengths: [Double]) -> LayoutGraph {
      LayoutGraph(trusted: topology, lengths: lengths.contains { $0 != 1 } ? lengths : nil)
    }
    let roomy = lengths.indices.map { lengths[$0] + ($0 < room.count ? room[$0] : 0) }
    return WithHubs(graph: with(lengths), roomy: with(roomy))
  }

  /// Returns by how much edges between groups are longer: by the padding, and by what a box with all the groups
  /// that it has edges to around it needs more than it has with few.
  ///
  /// - Parameter radii: in link lengths, of discs with room for each group.
  private func room(
    in graph: LayoutGraph, _ radii: [Double], _ linkLength: Double
  ) -> [Double] {
    var beside = [Set<Int>](repeating: [], count: groups.count)
    let ways = zip(graph.sources, graph.targets).map { source, target in
      let (a, b) = (around(Int(source)), around(Int(target)))
      return (a.filter { !b.contains($0) }, b.filter { !a.contains($0) })
    }
    for (a, b) in ways {
      guard let a = a.last, let b = b.last else { continue }
      beside[a].insert(b)
      beside[b].insert(a)
    }
    let missing = groups.indices.map { number in
      let area = beside[number].reduce(radii[number] * radii[number]) { $0 + radii[$1] * radii[$1] }
      return max(0, area.squareRoot() - 2 * radii[number])
    }
    return ways.map { a, b in
      let paddings = (a + b).reduce(0) { $0 + groups[$1].padding / linkLength }
      guard let a = a.last, let b = b.last else { return paddings }
      return paddings + Self.roomBetween * min(missing[a], missing[b])
    }
  }

  /// Returns the groups around a node, the innermost first.
  private func around(_ node: Int) -> [Int] {
    var (found, next) = ([Int](), innermost[node])
    while let group = next {
      found.append(group)
      next = groups[group].parent
    }
    return found
  }

  /// True if a group is not connected by the edges within it.
  private func isTorn(_ number: Int, _ graph: LayoutGraph) -> Bool {
    let nodes = groups[number].nodes
    var left = Set(nodes)
    var front = [nodes[0]]
    left.remove(nodes[0])
    while let node = front.popLast() {
      for other in graph.neighbors(of: node) where left.remove(Int(other)) != nil {
        front.append(Int(other))
      }
    }
    return !left.isEmpty
  }

  /// Returns positions with the hubs in the middle of their groups.
  func withHubs<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    var placed = positions
    for hub in hubs {
      let middle = middle(of: groups[hub.group].nodes, positions)
      if hub.node < placed.count { placed[hub.node] = middle } else { placed.append(middle) }
    }
    return placed
  }

  private func middle<Vector: LayoutVector>(of nodes: [Int], _ positions: [Vector]) -> Vector {
    nodes.reduce(Vector.zero) { $0 + positions[$1] } / Double(nodes.count)
  }
}

// MARK: Compact groups

extension GroupBoxes {
  /// Returns positions enlarged so that there is room in groups: their nodes have a mean distance in view of
  /// which the padding is that of a frame. Edges between groups are long, and may leave little room within.
  func enlarged<Vector: LayoutVector>(
    _ positions: [Vector], linkLength: Double
  ) -> [Vector] {
    var (distances, wanted) = (0.0, 0.0)
    for group in groups where group.own.count > 1 {
      let own = Double(group.own.count)
      distances += own * distance(of: group.own, positions)
      let sizes = group.own.reduce(0) { $0 + 2 * half($1).max() } / own
      let padding = Self.leastDistanceOfPadding * group.padding
      wanted += own * (Self.leastDistance * linkLength + padding + sizes)
    }
    let factor = wanted / distances
    return factor > 1 && factor.isFinite ? positions.map { $0 * factor } : positions
  }

  /// Returns the side of the square that each of some nodes has, if they fill a disc.
  private func distance<Vector: LayoutVector>(of nodes: [Int], _ positions: [Vector]) -> Double {
    (2 * Double.pi * variance(of: nodes, positions).sum() / Double(nodes.count)).squareRoot()
  }

  /// Returns the variance on each axis that the nodes of each group, without those of groups within, keep to.
  func spreads<Vector: LayoutVector>(_ positions: [Vector]) -> [SIMD2<Double>] {
    groups.map { group in
      let found = variance(of: group.own, positions)
      return pointwiseMax(found, SIMD2(repeating: found.sum() / 2))
    }
  }

  private func variance<Vector: LayoutVector>(
    of nodes: [Int], _ positions: [Vector]
  ) -> SIMD2<Double> {
    if nodes.isEmpty { return .zero }
    let middle = middle(of: nodes, positions)
    return nodes.reduce(SIMD2.zero) {
      let away = positions[$1] - middle
      return $0 + SIMD2(away[0] * away[0], away[1] * away[1])
    } / Double(nodes.count)
  }

  /// Draws the nodes of groups together where edges to others have torn them apart, by a quarter at most: each
  /// axis of a group to the spread that it keeps to, and nodes that are farther from the middle than two
  /// standard deviations, as few nodes would make a large box.
  func draw<Vector: LayoutVector>(_ positions: inout [Vector], to spreads: [SIMD2<Double>]) {
    for (group, spread) in zip(groups, spreads) where group.own.count > 2 {
      let middle = middle(of: group.own, positions)
      let found = variance(of: group.own, positions)
      for axis in 0..<2 where found[axis] > 0 {
        let factor = min(1, max(Self.strongestDraw, (spread[axis] / found[axis]).squareRoot()))
        let reach = Self.usualReach * found[axis].squareRoot() * factor
        for node in group.own {
          let away = (positions[node][axis] - middle[axis]) * factor
          let beyond = max(0, away.magnitude - reach) * Self.drawnBack
          positions[node][axis] = middle[axis] + (away < 0 ? away + beyond : away - beyond)
        }
      }
    }
  }

  /// Returns positions in which groups that are spread more than the drawing have contracted around their
  /// means, at most to a link length between nodes, and are moved apart as they are, the innermost ones first.
  func compact(
    _ positions: [SIMD2<Double>], linkLength: Double
  ) throws(LayoutError) -> [SIMD2<Double>] {
    var placed = positions
    let usual = min(linkLength, distance(of: Array(placed.indices), placed))
    for group in groups {
      let factor = usual / distance(of: group.nodes, placed)
      guard factor < 1 else { continue }
      let middle = middle(of: group.nodes, placed)
      for node in group.nodes { placed[node] = middle + (placed[node] - middle) * factor }
    }
    for scope in groups.indices.reversed() where scopes[scope].count > 1 {
      try separate(scopes[scope], &placed)
    }
    return try gathered(placed, linkLength: linkLength)
  }

  /// Returns positions in which the outermost groups are gathered, and apart.
  func gathered(
    _ positions: [SIMD2<Double>], linkLength: Double
  ) throws(LayoutError) -> [SIMD2<Double>] {
    var placed = positions
    gather(&placed, distance: min(linkLength, distance(of: Array(placed.indices), placed)))
    try separate(scopes[groups.count], &placed)
    return placed
  }

  /// Moves the outermost groups as they are, and nodes in none, towards the middle where boxes, and a square
  /// of the given side for each such node, cover less than half of the drawing.
  private func gather(_ positions: inout [SIMD2<Double>], distance: Double) {
    let boxes = boxes(positions)
    let outer = scopes[groups.count].map { box($0, boxes, positions) }
    let low = outer.dropFirst().reduce(outer[0].low) { pointwiseMin($0, $1.low) }
    let high = outer.dropFirst().reduce(outer[0].high) { pointwiseMax($0, $1.high) }
    let covered = outer.reduce(0) { sum, box in
      let size = pointwiseMax(box.high - box.low, SIMD2(repeating: distance))
      return sum + size.x * size.y
    }
    let area = (high.x - low.x) * (high.y - low.y)
    let factor = (covered / Self.fullShare / area).squareRoot()
    guard factor < 1 else { return }
    for (item, box) in zip(scopes[groups.count], outer) {
      let move = (box.low + box.high - low - high) / 2 * (max(factor, Self.strongestGathering) - 1)
      for node in nodes(of: item) { positions[node] += move }
    }
  }

  private func nodes(of item: Item) -> [Int] {
    switch item {
    case .node(let node): [node]
    case .group(let number): groups[number].nodes
    }
  }

  /// Moves the items of a scope apart, groups as they are.
  private func separate(
    _ scope: [Item], _ positions: inout [SIMD2<Double>]
  ) throws(LayoutError) {
    guard scope.count > 1, scope.contains(where: \.isGroup) else { return }
    let boxes = boxes(positions)
    var (centers, bodies): ([SIMD2<Double>], [OverlapRemoval.Body]) = ([], [])
    for item in scope {
      let box = self.box(item, boxes, positions)
      centers.append((box.low + box.high) / 2)
      bodies.append(.box(width: box.high.x - box.low.x, height: box.high.y - box.low.y))
    }
    let margin = scope.reduce(0) { max($0, self.margin($1)) }
    let apart = try OverlapRemoval.separated(centers, bodies, gap: margin).positions
    for (index, item) in scope.enumerated() {
      let move = apart[index] - centers[index]
      for node in nodes(of: item) { positions[node] += move }
    }
  }
}
