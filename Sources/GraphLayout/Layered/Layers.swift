/// Nodes in layers, with dummy nodes where edges cross layers, so that every edge joins neighbouring layers.
///
/// Nodes below `realCount` are those of the graph, the others are dummies.
struct Layers {
  let realCount: Int
  private(set) var layer: [Int32]
  /// The nodes of each layer from left to right.
  var order: [[Int32]]
  /// The ends of edges in the layer above each node, and below.
  let above: DirectedLists
  let below: DirectedLists

  var nodeCount: Int { layer.count }

  init(_ graph: AcyclicGraph, dummyLimit: Int) throws(LayoutError) {
    realCount = graph.nodeCount
    layer = Self.layering(graph)
    var dummies = 0
    for edge in graph.edges {
      dummies += Int(layer[Int(edge.to)] - layer[Int(edge.from)]) - 1
      guard dummies <= dummyLimit else {
        throw .tooLarge(
          "the number of layers that edges pass through", found: dummies, limit: dummyLimit)
      }
    }
    var (from, to): ([Int32], [Int32]) = ([], [])
    for edge in graph.edges {
      var last = edge.from
      while layer[Int(last)] + 1 < layer[Int(edge.to)] {
        let dummy = Int32(layer.count)
        layer.append(layer[Int(last)] + 1)
        from.append(last)
        to.append(dummy)
        last = dummy
      }
      from.append(last)
      to.append(edge.to)
    }
    below = DirectedLists(layer.count, from, to)
    above = DirectedLists(layer.count, to, from)
    let layerCount = layer.reduce(0) { max($0, Int($1) + 1) }
    order = [[Int32]](repeating: [], count: layerCount)
    for node in Self.depthFirst(below, above, layer) { order[Int(layer[Int(node)])].append(node) }
  }

  /// Longest paths from above; then each node goes to the layer between its neighbours where its edges are shortest.
  private static func layering(_ graph: AcyclicGraph) -> [Int32] {
    let count = graph.nodeCount
    let (from, to) = (graph.edges.map(\.from), graph.edges.map(\.to))
    let (out, into) = (DirectedLists(count, from, to), DirectedLists(count, to, from))
    var waiting = (0..<count).map { into.range($0).count }
    var queue = (0..<count).filter { waiting[$0] == 0 }
    var layer = [Int32](repeating: 0, count: count)
    var read = 0
    while read < queue.count {
      let node = queue[read]
      read += 1
      for other in out.others[out.range(node)].map({ Int($0) }) {
        layer[other] = max(layer[other], layer[node] + 1)
        waiting[other] -= 1
        if waiting[other] == 0 { queue.append(other) }
      }
    }
    for round in 0..<8 {
      var moved = false
      for node in round % 2 == 0 ? queue.reversed() : queue {
        let (ins, outs) = (into.range(node), out.range(node))
        // Edges on the heavier side get shorter; a tie leaves the node where it is.
        if outs.count > ins.count {
          let lowest = outs.reduce(Int32.max) { min($0, layer[Int(out.others[$1])]) } - 1
          if lowest > layer[node] { (layer[node], moved) = (lowest, true) }
        } else if ins.count > outs.count {
          let highest = ins.reduce(Int32(-1)) { max($0, layer[Int(into.others[$1])]) } + 1
          if highest < layer[node] { (layer[node], moved) = (highest, true) }
        }
      }
      if !moved { break }
    }
    return withoutGaps(layer)
  }

  private static func withoutGaps(_ layer: [Int32]) -> [Int32] {
    guard let low = layer.min(), let high = layer.max() else { return layer }
    var isUsed = [Bool](repeating: false, count: Int(high - low) + 1)
    for number in layer { isUsed[Int(number - low)] = true }
    var rank = [Int32](repeating: 0, count: isUsed.count)
    var next: Int32 = 0
    for (number, used) in isUsed.enumerated() where used {
      rank[number] = next
      next += 1
    }
    return layer.map { rank[Int($0 - low)] }
  }

  /// All nodes in the order of a depth-first search, edges taken both ways: nodes of one branch come out side by side.
  private static func depthFirst(
    _ below: DirectedLists, _ above: DirectedLists, _ layer: [Int32]
  ) -> [Int32] {
    let count = layer.count
    var seen = [Bool](repeating: false, count: count)
    var found: [Int32] = []
    var stack: [Int32] = []
    for start in (0..<count).sorted(by: { (layer[$0], $0) < (layer[$1], $1) }) {
      stack.append(Int32(start))
      while let node = stack.popLast().map({ Int($0) }) {
        if seen[node] { continue }
        seen[node] = true
        found.append(Int32(node))
        for list in [above, below] {
          for place in list.range(node).reversed() where !seen[Int(list.others[place])] {
            stack.append(list.others[place])
          }
        }
      }
    }
    return found
  }

  /// The place of each node on its layer.
  func places() -> [Int32] {
    var places = [Int32](repeating: 0, count: nodeCount)
    for nodes in order {
      for (place, node) in nodes.enumerated() { places[Int(node)] = Int32(place) }
    }
    return places
  }
}
