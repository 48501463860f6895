/// Groups of nodes in boxes that do not overlap: a box has nothing in it but its own nodes and the boxes of
/// groups within.
///
/// Two boxes may be apart on either axis. The axis and the order are chosen from positions, and are then a
/// separation on that axis. The sides of a box are variables; separations keep its nodes between them.
struct GroupBoxes: Sendable, Hashable {
  struct Group: Sendable, Hashable {
    /// All nodes, in increasing order, and those that are in no group within.
    var nodes: [Int]
    var own: [Int] = []
    var padding: Double
    var parent: Int?
    /// The number of the constraint.
    var source: Int
  }

  /// A node that is joined to all nodes of a group, only in the drawing.
  struct Hub: Sendable, Hashable {
    var node: Int
    var group: Int
  }

  /// A node or a group, which has to be apart from a group beside it.
  enum Item: Hashable {
    case node(Int)
    case group(Int)

    var isGroup: Bool { if case .group = self { true } else { false } }
  }

  typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)

  /// Groups, each after those around it.
  private(set) var groups: [Group]
  /// The number of nodes, with hubs.
  var nodeCount: Int
  /// The size of each node; empty if nodes are points.
  private var sizes: [SIMD2<Double>]
  /// The innermost group of each node.
  private(set) var innermost: [Int?] = []
  /// The number of groups around each group.
  private(set) var depths: [Int] = []
  /// The items in each group, and last those in none.
  private(set) var scopes: [[Item]] = []
  /// The nodes that `addHubs` has added, and the group of each.
  var hubs: [Hub] = []

  /// Creates the groups of constraints; nil if there are none. Throws if groups overlap and none of them
  /// is within the other.
  init?(
    _ constraints: [LayoutConstraint], nodeCount: Int, sizes: [SIMD2<Double>], _ names: NodeNames
  ) throws(LayoutError) {
    var groups: [Group] = []
    for (source, constraint) in constraints.enumerated() {
      guard case .group(let nodes, let padding) = constraint.kind, !nodes.isEmpty else { continue }
      groups.append(Group(nodes: Set(nodes).sorted(), padding: padding, source: source))
    }
    if groups.isEmpty { return nil }
    groups.sort { (-$0.nodes.count, $0.source) < (-$1.nodes.count, $1.source) }
    var innermost = [Int?](repeating: nil, count: nodeCount)
    for number in groups.indices {
      let around = Set(groups[number].nodes.map { innermost[$0] })
      guard around.count == 1, let parent = around.first else {
        throw .badOption(
          LayoutConstraint.words(ofGroup: groups[number].nodes, names),
          value:
            "partly in \(around.compactMap { $0 }.min().map { LayoutConstraint.words(ofGroup: groups[$0].nodes, names) } ?? "")",
          expected: "within it, or apart")
      }
      groups[number].parent = parent
      for node in groups[number].nodes { innermost[node] = number }
    }
    for (node, number) in innermost.enumerated() {
      if let number { groups[number].own.append(node) }
    }
    self.init(groups, nodeCount: nodeCount, sizes: sizes.count == nodeCount ? sizes : [])
  }

  private init(_ groups: [Group], nodeCount: Int, sizes: [SIMD2<Double>]) {
    (self.groups, self.nodeCount, self.sizes) = (groups, nodeCount, sizes)
    scopes = groups.map { $0.own.map(Item.node) } + [[]]
    innermost = [Int?](repeating: nil, count: nodeCount)
    for (number, group) in groups.enumerated() {
      depths.append(group.parent.map { depths[$0] + 1 } ?? 0)
      scopes[group.parent ?? groups.count].append(.group(number))
      for node in group.own { innermost[node] = number }
    }
    scopes[groups.count] += (0..<nodeCount).filter { innermost[$0] == nil }.map(Item.node)
  }

  /// Returns the groups of a component in its numbers; nil if there are none. A group is in one component.
  func part(_ part: [Int32]) -> GroupBoxes? {
    var local = [Int](repeating: -1, count: nodeCount)
    for (index, node) in part.enumerated() where Int(node) < nodeCount { local[Int(node)] = index }
    let numbers = groups.indices.filter { local[groups[$0].nodes[0]] >= 0 }
    if numbers.isEmpty { return nil }
    let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, $0) })
    let found = numbers.map { number in
      var group = groups[number]
      group.nodes = group.nodes.map { local[$0] }
      group.own = group.own.map { local[$0] }
      group.parent = group.parent.flatMap { places[$0] }
      return group
    }
    return GroupBoxes(
      found, nodeCount: part.count, sizes: sizes.isEmpty ? [] : part.map { sizes[Int($0)] })
  }

  /// Returns half of an item's size.
  func half(_ item: Item, _ boxes: [Box]) -> SIMD2<Double> {
    switch item {
    case .node(let node): half(node)
    case .group(let number): (boxes[number].high - boxes[number].low) / 2
    }
  }

  func half(_ node: Int) -> SIMD2<Double> { sizes.isEmpty ? .zero : sizes[node] / 2 }

  /// Returns the smallest boxes around the nodes, for each group.
  func boxes<Vector: LayoutVector>(
    _ positions: [Vector]
  ) -> [Box] {
    var boxes = groups.map { _ in
      (low: SIMD2(repeating: Double.infinity), high: SIMD2(repeating: -Double.infinity))
    }
    for number in groups.indices.reversed() {
      for node in groups[number].own {
        let (place, half) = (SIMD2(positions[node][0], positions[node][1]), half(node))
        boxes[number].low = pointwiseMin(boxes[number].low, place - half)
        boxes[number].high = pointwiseMax(boxes[number].high, place + half)
      }
      boxes[number].low -= groups[number].padding
      boxes[number].high += groups[number].padding
      guard let parent = groups[number].parent else { continue }
      boxes[parent].low = pointwiseMin(boxes[parent].low, boxes[number].low)
      boxes[parent].high = pointwiseMax(boxes[parent].high, boxes[number].high)
    }
    return boxes
  }

  func drawn<Vector: LayoutVector>(_ positions: [Vector]) -> [GroupBox] {
    zip(groups, boxes(positions)).map { group, box in
      GroupBox(
        nodes: group.nodes, own: group.own,
        box: LayoutRoutes.Box(low: box.low, high: box.high), padding: group.padding,
        parent: group.parent)
    }
  }

  /// Returns the box of an item, among those of the groups.
  func box<Vector: LayoutVector>(_ item: Item, _ boxes: [Box], _ positions: [Vector]) -> Box {
    switch item {
    case .group(let number): return boxes[number]
    case .node(let node):
      let place = SIMD2(positions[node][0], positions[node][1])
      return (place - half(node), place + half(node))
    }
  }
}

// MARK: Separations

extension GroupBoxes {
  /// The numbers of the sides of a group's box, after those of the nodes.
  private func low(_ item: Item) -> Int {
    switch item {
    case .node(let node): node
    case .group(let number): nodeCount + 2 * number
    }
  }

  private func high(_ item: Item) -> Int {
    switch item {
    case .node(let node): node
    case .group(let number): nodeCount + 2 * number + 1
    }
  }

  /// The number of an item's middle, after those of nodes.
  func middle(_ item: Item) -> Int {
    switch item {
    case .node(let node): node
    case .group(let number): nodeCount + number
    }
  }

  /// Returns the separations of an axis by which nodes and boxes are in their boxes.
  func inside(_ axis: Int) -> [Separation] {
    groups.enumerated().flatMap { number, group in
      scopes[number].flatMap { item in
        var gap = group.padding
        if case .node(let node) = item { gap += half(node)[axis] }
        return [
          Separation(
            left: nodeCount + 2 * number, right: low(item), gap: gap, source: group.source),
          Separation(
            left: high(item), right: nodeCount + 2 * number + 1, gap: gap, source: group.source),
        ]
      }
    }
  }

  /// A group and an item beside it, and how far they are apart: on each axis one before the other and the
  /// other way round; negative if they overlap there.
  struct Pair {
    var group: Int
    var item: Item
    /// By twice the axis, plus 1 if the group is second.
    var gaps: SIMD4<Double>

    /// The greatest of the gaps; negative if the two overlap.
    var distance: Double { gaps.max() }
    /// The orders, that of the greatest gap first.
    var orders: [Int] { gaps.indices.sorted { (-gaps[$0], $0) < (-gaps[$1], $1) } }
  }

  /// A group and an item beside it, in an order: by twice the axis, plus 1 if the group is second.
  struct Choice {
    var group: Int
    var item: Item
    var order: Int
    /// The least distance between them.
    var distance: Double

    init(_ pair: Pair, order: Int, distance: Double) {
      (group, item) = (pair.group, pair.item)
      (self.order, self.distance) = (order, distance)
    }

    /// The first one and the second one on the axis.
    var items: (Item, Item) { order % 2 == 0 ? (.group(group), item) : (item, .group(group)) }
  }

  /// Calls `body` with all pairs that are apart by less than `reach`. O(groups * nodes).
  func forEachPair<Vector: LayoutVector>(
    _ positions: [Vector], reach: Double, _ body: (Pair) -> Void
  ) {
    let boxes = boxes(positions)
    for scope in scopes {
      for first in scope {
        guard case .group(let group) = first else { continue }
        let box = boxes[group]
        for item in scope {
          if case .group(let number) = item, number <= group { continue }
          let other = self.box(item, boxes, positions)
          let (after, before) = (other.low - box.high, box.low - other.high)
          if max(after.max(), before.max()) >= reach { continue }
          body(Pair(group: group, item: item, gaps: SIMD4(after.x, before.x, after.y, before.y)))
        }
      }
    }
  }

  /// The space that a box has around it where that is possible.
  func margin(_ item: Item) -> Double {
    if case .group(let number) = item { groups[number].padding / 2 } else { 0 }
  }

  func margin(of pair: Pair) -> Double { max(margin(.group(pair.group)), margin(pair.item)) }

  /// Returns the separation of a choice.
  func separation(_ choice: Choice) -> Separation {
    var gap = choice.distance
    if case .node(let node) = choice.item { gap += half(node)[choice.order / 2] }
    let (first, second) = choice.items
    return Separation(
      left: high(first), right: low(second), gap: gap, source: groups[choice.group].source)
  }

  /// Returns how far the pair that overlaps most overlaps; 0 if none does.
  func violation<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
    var greatest = 0.0
    forEachPair(positions, reach: 0) { greatest = max(greatest, -$0.distance) }
    return greatest
  }
}
