/// Nodes in layers, with dummy nodes where edges pass layers, so that every segment joins adjacent
/// layers.
///
/// Nodes below `realCount` are those of the component. Dummies of edges follow, then the borders of
/// groups, from `borderStart`: on each layer of a group one to its left and one to its right.
struct Layers {
  let realCount: Int
  private(set) var borderStart = 0
  private(set) var layer: [Int32]
  /// The extents from a node's reference line to its left and right border.
  private(set) var left: [Double]
  private(set) var right: [Double]
  /// The extents across layers.
  private(set) var height: [Double]
  /// The innermost group of each node, -1 for none.
  private(set) var group: [Int32]
  private(set) var chains: [Chain] = []
  /// The chain of each edge of the component, -1 for one along a layer, and its number among the
  /// edges that share the chain.
  private(set) var chainOf: [(chain: Int32, number: Int32)] = []
  private(set) var groups: [Extent]
  /// For some nodes, the nodes that must be to their left on the same layer.
  private(set) var before: [Int32: [Int32]] = [:]
  /// For some nodes, the other ends of edges along their layer, without labelled edges.
  private(set) var beside: [Int32: [Int32]] = [:]
  /// True if there are layers for labels between those of nodes.
  let isDoubled: Bool
  /// The nodes of each layer from left to right.
  var order: [[Int32]] = []
  /// The segments that lead up from each node, and down.
  private(set) var above: LayerLinks
  private(set) var below: LayerLinks

  /// A bundle of edges from a node to one on a lower layer; or the labelled edges along a layer
  /// between two nodes, with a dummy above them.
  struct Chain {
    var upper: Int32
    var lower: Int32
    var dummies: Range<Int32>
    var count: Int32 = 1
    /// The dummy with the label.
    var label: Int32?
    var isFlat = false
  }

  /// The range of layers of a group.
  struct Extent {
    var parent: Int32
    var padding: Double
    var first = Int32.max
    var last: Int32 = -1
    /// Its first border on its first layer; those of the next layers follow, left and right
    /// alternating.
    var borders: Int32 = 0
    func left(_ layer: Int32) -> Int32 { borders + 2 * (layer - first) }
  }

  var nodeCount: Int { layer.count }
  var hasGroups: Bool { !groups.isEmpty }

  /// - Parameters:
  ///   - layers: the layer of each node of the component.
  ///   - loops: the space of self-loops to the right of each node, and its height.
  ///   - gap: the space between edges of one chain.
  init(
    _ part: LayeredPart, _ layers: [Int32], loops: [SIMD2<Double>], gap: Double, dummyLimit: Int
  ) throws(LayoutError) {
    realCount = part.nodeCount
    isDoubled = part.edges.contains { $0.details.labelSize != nil }
    let hasFlatLabel = part.edges.contains {
      $0.details.labelSize != nil && layers[Int($0.source)] == layers[Int($0.target)]
        && layers[Int($0.source)] == 0
    }
    layer = isDoubled ? layers.map { 2 * $0 + (hasFlatLabel ? 1 : 0) } : layers
    left = part.sizes.map { $0.x / 2 }
    right = part.sizes.indices.map { part.sizes[$0].x / 2 + loops[$0].x }
    height = part.sizes.indices.map { max(part.sizes[$0].y, loops[$0].y) }
    group = part.groupOf
    groups = part.groups.map {
      Extent(parent: $0.parent.map { Int32($0) } ?? -1, padding: $0.padding)
    }
    (above, below) = (LayerLinks(), LayerLinks())
    setExtents()
    var segments = Segments()
    try addChains(part, gap, dummyLimit, &segments)
    try addBorders(dummyLimit, &segments)
    let ports = PortRanks(segments, realCount)
    below = LayerLinks(layer.count, segments, ports, down: true)
    above = LayerLinks(layer.count, segments, ports, down: false)
    setBefore(part)
    order = [[Int32]](repeating: [], count: Int(layer.reduce(-1) { max($0, $1) }) + 1)
  }

  /// Returns the position of each node on its layer.
  func places() -> [Int32] {
    var places = [Int32](repeating: 0, count: nodeCount)
    for nodes in order {
      for (place, node) in nodes.enumerated() { places[Int(node)] = Int32(place) }
    }
    return places
  }

  // MARK: Groups

  private mutating func setExtents() {
    for node in 0..<realCount where group[node] >= 0 { extend(group[node], to: layer[node]) }
    for number in groups.indices.reversed() where groups[number].parent >= 0 {
      extend(groups[number].parent, to: groups[number].first)
      extend(groups[number].parent, to: groups[number].last)
    }
  }

  private mutating func extend(_ group: Int32, to layer: Int32) {
    groups[Int(group)].first = min(groups[Int(group)].first, layer)
    groups[Int(group)].last = max(groups[Int(group)].last, layer)
  }

  private mutating func addBorders(
    _ limit: Int, _ segments: inout Segments
  ) throws(LayoutError) {
    borderStart = layer.count
    for number in groups.indices {
      let extent = groups[number]
      groups[number].borders = Int32(layer.count)
      for place in extent.first...extent.last {
        for _ in 0..<2 {
          let border = try addDummy(at: place, Int32(number), limit)
          if place > extent.first { segments.append(border - 2, border) }
        }
      }
    }
  }

  /// Returns the innermost group that contains both groups.
  private func common(_ a: Int32, _ b: Int32) -> Int32 {
    var (a, b) = (a, b)
    // Groups follow their parents, so the higher number is replaced by its parent.
    while a != b { if a > b { a = groups[Int(a)].parent } else { b = groups[Int(b)].parent } }
    return a
  }

  /// Returns the group of a dummy: an edge stays in the groups of its upper end down to their last
  /// layer, and enters those of its lower end at their first layer.
  private func groupOfDummy(_ upper: Int32, _ lower: Int32, at layer: Int32) -> Int32 {
    if groups.isEmpty { return -1 }
    var common = common(group[Int(upper)], group[Int(lower)])
    // A label above an edge along a layer may be above the group.
    while common >= 0, groups[Int(common)].first > layer { common = groups[Int(common)].parent }
    for (end, leaves) in [(upper, true), (lower, false)] {
      var number = group[Int(end)]
      while number > common,
        groups[Int(number)].first > layer || (leaves && groups[Int(number)].last < layer)
      {
        number = groups[Int(number)].parent
      }
      if number > common { return number }
    }
    return common
  }

  // MARK: Chains

  private mutating func addDummy(
    at layer: Int32, _ group: Int32, _ limit: Int, left: Double = 0, right: Double = 0,
    height: Double = 0
  ) throws(LayoutError) -> Int32 {
    guard self.layer.count - realCount < limit else {
      throw .tooLarge(
        "the number of layers that edges pass through",
        found: self.layer.count - realCount + 1, limit: limit)
    }
    self.layer.append(layer)
    self.left.append(left)
    self.right.append(right)
    self.height.append(height)
    self.group.append(group)
    return Int32(self.layer.count - 1)
  }

  private struct ChainKey: Hashable {
    var upper: Int32
    var lower: Int32
    var upperPort: Double
    var lowerPort: Double
  }

  private mutating func addChains(
    _ part: LayeredPart, _ gap: Double, _ limit: Int, _ segments: inout Segments
  ) throws(LayoutError) {
    var known: [ChainKey: Int32] = [:]
    var (keys, counts): ([ChainKey], [Int32]) = ([], [])
    for edge in part.edges {
      let isTurned = layer[Int(edge.source)] > layer[Int(edge.target)]
      let (source, target) = (edge.details.sourcePort?.x ?? 0, edge.details.targetPort?.x ?? 0)
      let key =
        isTurned
        ? ChainKey(upper: edge.target, lower: edge.source, upperPort: target, lowerPort: source)
        : ChainKey(upper: edge.source, lower: edge.target, upperPort: source, lowerPort: target)
      keys.append(key)
      let isFlat = layer[Int(edge.source)] == layer[Int(edge.target)]
      if isFlat && edge.details.labelSize == nil {
        chainOf.append((-1, 0))
      } else if edge.details.labelSize == nil, let chain = known[key] {
        chainOf.append((chain, counts[Int(chain)]))
        counts[Int(chain)] += 1
      } else {
        if edge.details.labelSize == nil { known[key] = Int32(counts.count) }
        chainOf.append((Int32(counts.count), 0))
        counts.append(1)
      }
    }
    for (index, edge) in part.edges.enumerated() {
      let (chain, number) = chainOf[index]
      if chain < 0 || number > 0 { continue }
      try addChain(
        keys[index], edge.details.labelSize, count: counts[Int(chain)], gap, limit, &segments)
    }
  }

  private mutating func addChain(
    _ key: ChainKey, _ label: SIMD2<Double>?, count: Int32, _ gap: Double, _ limit: Int,
    _ segments: inout Segments
  ) throws(LayoutError) {
    let (top, bottom) = (layer[Int(key.upper)], layer[Int(key.lower)])
    let isFlat = top == bottom
    let begin = Int32(layer.count)
    var chain = Chain(
      upper: key.upper, lower: key.lower, dummies: begin..<begin, count: count, isFlat: isFlat)
    let half = Double(count - 1) * gap / 2
    let labelled = isFlat ? top - 1 : (top + bottom) / 2
    for place in isFlat ? top - 1..<top : top + 1..<bottom {
      let group = groupOfDummy(key.upper, key.lower, at: place)
      if let label, place == labelled {
        // An edge along a layer has its label on its line, others have it to their right.
        chain.label = try addDummy(
          at: place, group, limit, left: isFlat ? label.x / 2 : 0,
          right: isFlat ? label.x / 2 : label.x + gap, height: label.y)
      } else {
        _ = try addDummy(at: place, group, limit, left: half, right: half)
      }
    }
    chain.dummies = begin..<Int32(layer.count)
    chains.append(chain)
    if isFlat {
      segments.append(begin, key.upper, lowerPort: key.upperPort)
      segments.append(begin, key.lower, lowerPort: key.lowerPort)
      return
    }
    var (last, port) = (key.upper, key.upperPort)
    for dummy in chain.dummies {
      segments.append(last, dummy, upperPort: port)
      (last, port) = (dummy, 0)
    }
    segments.append(last, key.lower, upperPort: port, lowerPort: key.lowerPort)
  }

  // MARK: Order along layers

  /// Sets the required orders: nodes of ordered ranks are in their order, and edges along a layer
  /// lead to the right if that causes no cycles.
  private mutating func setBefore(_ part: LayeredPart) {
    var rankOf: [Int32: Int] = [:]
    for (number, rank) in part.ranks.enumerated() where rank.isOrdered {
      for (a, b) in zip(rank.nodes, rank.nodes.dropFirst()) where a != b {
        before[Int32(b), default: []].append(Int32(a))
      }
      for node in rank.nodes { rankOf[Int32(node)] = number }
    }
    let flat = part.edges.filter { layer[Int($0.source)] == layer[Int($0.target)] }
    let (from, to) = (flat.map(\.source), flat.map(\.target))
    let places = AcyclicOrder.places(realCount, from, to)
    for index in flat.indices where places[Int(from[index])] < places[Int(to[index])] {
      if let rank = rankOf[from[index]], rank == rankOf[to[index]] { continue }
      before[to[index], default: []].append(from[index])
    }
    for edge in flat where edge.details.labelSize == nil {
      beside[edge.source, default: []].append(edge.target)
      beside[edge.target, default: []].append(edge.source)
    }
  }
}
