/// The assignment of nodes to layers: edges that would close a cycle are reversed, then the total
/// edge length is minimised.
struct Layering {
  /// The number of nodes and edges above which network simplex is not used.
  private static let simplexLimit = 50_000

  /// The unit of each node: a set of nodes that share a layer.
  private var unit: [Int32]
  private var unitCount = 0
  private var firstUnit: Int32 = -1
  private var lastUnit: Int32 = -1
  private var edges: [NetworkSimplex.Edge] = []

  /// Returns the layer of each node, from 0.
  static func layers(of part: LayeredPart, run: inout LayoutRun) -> [Int32] {
    var layering = Layering(part)
    layering.setEdges(part)
    let layers = layering.unitLayers(run: &run)
    let least = layering.unit.reduce(Int32.max) { min($0, layers[Int($1)]) }
    return layering.unit.map { layers[Int($0)] - least }
  }

  /// Makes the nodes of each rank one unit, and merges ranks that share a node.
  private init(_ part: LayeredPart) {
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
    unit = [Int32](repeating: -1, count: part.nodeCount)
    for node in unit.indices where find(node) == node {
      unit[node] = Int32(unitCount)
      unitCount += 1
    }
    for node in unit.indices { unit[node] = unit[find(node)] }
    if let node = ends[.first] { firstUnit = unit[node] }
    if let node = ends[.last], unit[node] != firstUnit { lastUnit = unit[node] }
  }

  /// Creates acyclic edges between units, one per pair of units; and edges that make the first unit
  /// the first and the last one the last.
  private mutating func setEdges(_ part: LayeredPart) {
    let setting = part.edges.filter {
      $0.details.setsLayers && unit[Int($0.source)] != unit[Int($0.target)]
    }
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
        all.append(.init(tail: unit, head: lastUnit, length: 0, weight: 0))
      }
    }
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
