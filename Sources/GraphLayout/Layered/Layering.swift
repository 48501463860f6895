import GraphModel

/// The assignment of nodes to layers: edges that would close a cycle are reversed, then the total
/// edge length is minimised.
struct Layering {
  /// The number of nodes and edges above which network simplex is not used.
  private static let simplexLimit = 50_000

  /// The unit of each node: a set of nodes that share a layer, or a group whose layers are fixed.
  private var unit: [Int32]
  /// The layer of each node relative to that of its unit; 0 unless the unit is a group.
  private var offset: [Int32]
  /// The greatest offset in each unit.
  private var height: [Int32] = []
  /// True for groups whose layers are fixed.
  private var isGroup: [Bool] = []
  private var unitCount = 0
  private var firstUnit: Int32 = -1
  private var lastUnit: Int32 = -1
  private var edges: [NetworkSimplex.Edge] = []

  /// Returns the layer of each node, from 0.
  static func layers(of part: LayeredPart, run: inout LayoutRun) -> [Int32] {
    var layering = Layering(part, groups: part.groupLayers(run: &run))
    layering.setEdges(part)
    let layers = layering.unitLayers(run: &run)
    let all = layering.unit.indices.map { layers[Int(layering.unit[$0])] + layering.offset[$0] }
    let least = all.min() ?? 0
    return all.map { $0 - least }
  }

  /// Makes the nodes of each rank one unit, and merges ranks that share a node.
  ///
  /// - Parameter groups: nodes that are one unit each, with the layers that they have in it.
  private init(_ part: LayeredPart, groups: [[(node: Int, layer: Int32)]]) {
    var leader = (0..<Int32(part.nodeCount)).map { $0 }
    func find(_ node: Int) -> Int {
      var node = node
      while Int(leader[node]) != node {
        leader[node] = leader[Int(leader[node])]
        node = Int(leader[node])
      }
      return node
    }
    var ends: [LayeredLayout.Rank.Place: Int] = [:]
    for rank in part.ranks {
      guard var first = rank.nodes.first else { continue }
      if rank.place != .same {
        first = ends[rank.place] ?? first
        ends[rank.place] = first
      }
      for node in rank.nodes { leader[find(node)] = Int32(find(first)) }
    }
    offset = [Int32](repeating: 0, count: part.nodeCount)
    for group in groups {
      for (node, layer) in group {
        leader[node] = Int32(group[0].node)
        offset[node] = layer
      }
    }
    unit = [Int32](repeating: -1, count: part.nodeCount)
    for node in unit.indices where find(node) == node {
      unit[node] = Int32(unitCount)
      unitCount += 1
    }
    for node in unit.indices { unit[node] = unit[find(node)] }
    height = [Int32](repeating: 0, count: unitCount)
    isGroup = [Bool](repeating: false, count: unitCount)
    for group in groups {
      for (node, layer) in group {
        height[Int(unit[node])] = max(height[Int(unit[node])], layer)
        isGroup[Int(unit[node])] = true
      }
    }
    if let node = ends[.first] { firstUnit = unit[node] }
    if let node = ends[.last], unit[node] != firstUnit { lastUnit = unit[node] }
  }

  /// Creates acyclic edges between units, one per pair of units; and edges that make the first unit
  /// the first and the last one the last.
  private mutating func setEdges(_ part: LayeredPart) {
    let between = part.edges.filter {
      $0.details.setsLayers && unit[Int($0.source)] != unit[Int($0.target)]
    }
    func meetsGroup(_ edge: LayeredPart.Edge) -> Bool {
      isGroup[Int(unit[Int(edge.source)])] || isGroup[Int(unit[Int(edge.target)])]
    }
    let setting = between.filter { !meetsGroup($0) }
    let (from, to) = (setting.map { unit[Int($0.source)] }, setting.map { unit[Int($0.target)] })
    var places = AcyclicOrder.places(unitCount, from, to)
    if firstUnit >= 0 { places[Int(firstUnit)] = -1 }
    if lastUnit >= 0 { places[Int(lastUnit)] = unitCount }
    var all = setting.indices.map { index in
      let isTurned = places[Int(from[index])] > places[Int(to[index])]
      return NetworkSimplex.Edge(
        tail: isTurned ? to[index] : from[index], head: isTurned ? from[index] : to[index],
        length: Int32(setting[index].details.minimumLength), weight: setting[index].details.weight)
    }
    for unit in 0..<Int32(unitCount) {
      if firstUnit >= 0, unit != firstUnit {
        all.append(.init(tail: firstUnit, head: unit, length: 0, weight: 0))
      }
      if lastUnit >= 0, unit != lastUnit, unit != firstUnit {
        all.append(.init(tail: unit, head: lastUnit, length: height[Int(unit)], weight: 0))
      }
    }
    for edge in between where meetsGroup(edge) { all += softEdges(edge) }
    all.sort { ($0.tail, $0.head) < ($1.tail, $1.head) }
    for edge in all {
      if let known = edges.last, known.tail == edge.tail, known.head == edge.head {
        edges[edges.count - 1].length = max(known.length, edge.length)
        edges[edges.count - 1].weight += edge.weight
      } else {
        edges.append(edge)
      }
    }
  }

  /// What it costs per layer that an edge between a group and other nodes points up, relative to its weight.
  private static let backwardCost: Int = 10

  /// Returns the edges for one that leads into a group or out of it. It may point up, as the layers of the
  /// group are fixed: both its ends are below an additional unit, at distances that agree where the edge has
  /// its least length (Gansner, Koutsofios, North and Vo 1993, section 2.4, and Graphviz's dot).
  private mutating func softEdges(_ edge: LayeredPart.Edge) -> [NetworkSimplex.Edge] {
    let (source, target) = (Int(edge.source), Int(edge.target))
    let length = Int32(edge.details.minimumLength) + offset[source] - offset[target]
    let weight = max(edge.details.weight, 1)
    let above = Int32(unitCount)
    unitCount += 1
    height.append(0)
    isGroup.append(false)
    return [
      .init(
        tail: above, head: unit[source], length: max(-length, 0), weight: Self.backwardCost * weight
      ),
      .init(tail: above, head: unit[target], length: max(length, 0), weight: weight),
    ]
  }

  private func unitLayers(run: inout LayoutRun) -> [Int32] {
    let (order, longest) = longestPaths()
    let start = promoted(longest, order)
    if unitCount + edges.count > Self.simplexLimit { return start }
    // If groups or ranks connect what edges do not, an artificial node above all connects the
    // component.
    var joined = edges
    var hasIncoming = [Bool](repeating: false, count: unitCount)
    for edge in edges { hasIncoming[Int(edge.head)] = true }
    for unit in 0..<unitCount where !hasIncoming[unit] {
      joined.append(.init(tail: Int32(unitCount), head: Int32(unit), length: 0, weight: 0))
    }
    let layers = NetworkSimplex.layers(
      unitCount + 1, joined, from: start + [start.min() ?? 0], run: &run)
    // If the step limit was reached, units may still have slack.
    return balanced(promoted(Array(layers.dropLast()), order))
  }

  /// Returns layers by the longest paths to each unit, and a topological order of the units.
  private func longestPaths() -> (order: [Int], layers: [Int32]) {
    let out = outgoing()
    var waiting = [Int](repeating: 0, count: unitCount)
    for edge in edges { waiting[Int(edge.head)] += 1 }
    var order = (0..<unitCount).filter { waiting[$0] == 0 }
    var layers = [Int32](repeating: 0, count: unitCount)
    var read = 0
    while read < order.count {
      let unit = order[read]
      read += 1
      for slot in out.range(unit) {
        let edge = edges[slot]
        let head = Int(edge.head)
        layers[head] = max(layers[head], layers[unit] + edge.length)
        waiting[head] -= 1
        if waiting[head] == 0 { order.append(head) }
      }
    }
    return (order, layers)
  }

  /// Edges are sorted by their tails, so indices in the lists are edges.
  private func outgoing() -> DirectedLists {
    DirectedLists(unitCount, edges.map(\.tail), edges.map(\.head))
  }

  /// Returns the range of layers to which each unit can move, and the direction in which its edges
  /// pull.
  private func room(
    of unit: Int, _ layers: [Int32], _ out: DirectedLists, _ into: [[Int32]]
  ) -> (low: Int32, high: Int32, pull: Int) {
    var (low, high, pull) = (Int32.min, Int32.max, 0)
    for number in into[unit] {
      let edge = edges[Int(number)]
      low = max(low, layers[Int(edge.tail)] + edge.length)
      pull -= edge.weight
    }
    for slot in out.range(unit) {
      high = min(high, layers[Int(edges[slot].head)] - edges[slot].length)
      pull += edges[slot].weight
    }
    return (low, high, pull)
  }

  private func incoming() -> [[Int32]] {
    var into = [[Int32]](repeating: [], count: unitCount)
    for (number, edge) in edges.enumerated() { into[Int(edge.head)].append(Int32(number)) }
    return into
  }

  /// Moves units in the direction in which their edges pull, as far as possible.
  private func promoted(_ start: [Int32], _ order: [Int]) -> [Int32] {
    let (out, into) = (outgoing(), incoming())
    var layers = start
    for round in 0..<8 {
      var moved = false
      for unit in round % 2 == 0 ? order.reversed() : order {
        let (low, high, pull) = room(of: unit, layers, out, into)
        let wanted = pull > 0 ? high : low
        if pull != 0, wanted != layers[unit] { (layers[unit], moved) = (wanted, true) }
      }
      if !moved { break }
    }
    return layers
  }

  /// Moves units without a preference to the feasible layer with the fewest units.
  private func balanced(_ start: [Int32]) -> [Int32] {
    let (out, into) = (outgoing(), incoming())
    var layers = start
    let least = layers.min() ?? 0
    var widths = [Int](repeating: 0, count: Int((layers.max() ?? 0) - least) + 1)
    for layer in layers { widths[Int(layer - least)] += 1 }
    for unit in 0..<unitCount {
      let (low, high, pull) = room(of: unit, layers, out, into)
      guard pull == 0, high != .max, low < high, !into[unit].isEmpty else { continue }
      widths[Int(layers[unit] - least)] -= 1
      for layer in low...high where widths[Int(layer - least)] < widths[Int(layers[unit] - least)] {
        layers[unit] = layer
      }
      widths[Int(layers[unit] - least)] += 1
    }
    return layers
  }
}

extension LayeredPart {
  /// Returns the nodes of groups whose layers follow from their own edges alone, each with its layer: such a
  /// group stays together however long the ways around it are. These are groups whose edges connect them,
  /// and of which no node is on a rank. Nested ones count as parts of those around them.
  fileprivate func groupLayers(run: inout LayoutRun) -> [[(node: Int, layer: Int32)]] {
    if groups.isEmpty { return [] }
    var outermost = groups.indices.map { $0 }
    for (number, group) in groups.enumerated() {
      if let parent = group.parent { outermost[number] = outermost[parent] }
    }
    var members = [[Int]](repeating: [], count: groups.count)
    for node in 0..<nodeCount where groupOf[node] >= 0 {
      members[outermost[Int(groupOf[node])]].append(node)
    }
    let ranked = Set(ranks.flatMap(\.nodes))
    var found: [[(node: Int, layer: Int32)]] = []
    for nodes in members where nodes.count > 1 && ranked.isDisjoint(with: nodes) {
      guard let part = connectedPart(of: nodes) else { continue }
      let layers = Layering.layers(of: part, run: &run)
      found.append(zip(nodes, layers).map { (node: $0, layer: $1) })
    }
    return found
  }

  /// Returns the part with some nodes and the edges between them that set layers; nil if those do not connect
  /// the nodes.
  private func connectedPart(of nodes: [Int]) -> LayeredPart? {
    var local = [Int32](repeating: -1, count: nodeCount)
    for (place, node) in nodes.enumerated() { local[node] = Int32(place) }
    var part = LayeredPart(
      nodes: nodes.map { self.nodes[$0] }, sizes: [],
      groupOf: [Int32](repeating: -1, count: nodes.count))
    for edge in edges where edge.details.setsLayers {
      let (source, target) = (local[Int(edge.source)], local[Int(edge.target)])
      guard source >= 0, target >= 0 else { continue }
      var edge = edge
      (edge.source, edge.target) = (source, target)
      part.edges.append(edge)
    }
    let topology = GraphTopology(
      trusted: nodes.count, sources: part.edges.map(\.source), targets: part.edges.map(\.target))
    return ComponentLists(topology.connectedComponents()).count == 1 ? part : nil
  }
}
