/// Sorts the nodes of layers by keys, such that groups stay contiguous, groups have the same
/// relative order on all layers, and required left-to-right orders hold.
struct LayerArrangement {
  private let layers: Layers
  /// The groups on each layer, parents before children.
  private var groupsOfLayers: [[Int32]] = []
  /// The sort key of each group among its siblings.
  private var groupKeys: [Double] = []

  init(_ layers: Layers) {
    self.layers = layers
    guard layers.hasGroups else { return }
    groupKeys = [Double](repeating: 0, count: layers.groups.count)
    groupsOfLayers = [[Int32]](repeating: [], count: layers.order.count)
    for (number, extent) in layers.groups.enumerated() {
      for layer in extent.first...extent.last { groupsOfLayers[Int(layer)].append(Int32(number)) }
    }
  }

  /// Returns true if two neighbours, left and right, may be exchanged.
  func mayExchange(_ left: Int32, _ right: Int32) -> Bool {
    if layers.hasGroups,
      layers.group[Int(left)] != layers.group[Int(right)] || left >= layers.borderStart
        || right >= layers.borderStart
    {
      return false
    }
    return !(layers.before[right]?.contains(left) ?? false)
  }

  /// Orders groups by the mean keys of their nodes.
  mutating func orderGroups(by keys: [Double]) {
    var counts = groupKeys.map { _ in 0.0 }
    groupKeys = counts
    if groupKeys.isEmpty { return }
    for node in 0..<layers.borderStart {
      // The key also counts for enclosing groups.
      var group = layers.group[node]
      while group >= 0 {
        groupKeys[Int(group)] += keys[node]
        counts[Int(group)] += 1
        group = layers.groups[Int(group)].parent
      }
    }
    for group in groupKeys.indices { groupKeys[group] /= max(counts[group], 1) }
  }

  /// Orders groups by the mean positions of their nodes on the layers.
  mutating func orderGroups(by rows: borrowing LayerRows) {
    var keys = [Double](repeating: 0, count: rows.nodeCount)
    for node in keys.indices {
      let count = rows.row(Int(layers.layer[node])).count
      keys[node] = (Double(rows.places[node]) + 0.5) / Double(count)
    }
    orderGroups(by: keys)
  }

  /// Returns the nodes of a layer sorted by their keys. Nodes whose key is NaN keep their
  /// positions.
  func arranged(_ number: Int, _ nodes: [Int32], _ keys: [Double]) -> [Int32] {
    if layers.hasGroups, !groupsOfLayers[number].isEmpty { return grouped(number, nodes, keys) }
    let slots = nodes.indices.filter { !keys[Int(nodes[$0])].isNaN }
    let sorted = slots.sorted {
      let (a, b) = (keys[Int(nodes[$0])], keys[Int(nodes[$1])])
      return (a, $0) < (b, $1)
    }
    var result = nodes
    for (slot, from) in zip(slots, sorted) { result[slot] = nodes[from] }
    return inOrder(result)
  }

  // MARK: Groups

  private struct Item {
    var key: Double
    var tie: Int
    /// A node, or a group as -1 - number.
    var id: Int32
  }

  private func grouped(_ number: Int, _ nodes: [Int32], _ keys: [Double]) -> [Int32] {
    let present = groupsOfLayers[number]
    // The items outside all groups, then those of each group on the layer.
    var slot: [Int32: Int] = [-1: 0]
    for (index, group) in present.enumerated() { slot[group] = index + 1 }
    var items = [[Item]](repeating: [], count: present.count + 1)
    var sums = [(key: Double, count: Double, tie: Int)](
      repeating: (0, 0, .max), count: present.count + 1)
    for (place, node) in nodes.enumerated() where node < layers.borderStart {
      let index = slot[layers.group[Int(node)]] ?? 0
      let key = keys[Int(node)].isNaN ? Double(place) : keys[Int(node)]
      items[index].append(Item(key: key, tie: place, id: node))
      sums[index].key += key
      sums[index].count += 1
      sums[index].tie = min(sums[index].tie, place)
    }
    var inner = [[(group: Int32, key: Double, tie: Int)]](repeating: [], count: present.count + 1)
    for (index, group) in present.enumerated().reversed() {
      let extent = layers.groups[Int(group)]
      let around = slot[extent.parent] ?? 0
      let border = keys[Int(extent.left(Int32(number)))]
      let sum = sums[index + 1]
      inner[around].append(
        (group, sum.count > 0 ? sum.key / sum.count : border.isNaN ? 0 : border, sum.tie))
      sums[around].key += sum.key
      sums[around].count += sum.count
      sums[around].tie = min(sums[around].tie, sum.tie)
    }
    for index in items.indices { sort(&items[index], inner[index]) }
    return listed(items, slot, Int32(number))
  }

  /// Sorts the items of one group; nested groups keep their order.
  private func sort(_ items: inout [Item], _ groups: [(group: Int32, key: Double, tie: Int)]) {
    var (key, tie) = (-Double.infinity, Int.min)
    for group in groups.sorted(by: {
      (groupKeys[Int($0.group)], $0.group) < (groupKeys[Int($1.group)], $1.group)
    }) {
      tie = group.key > key ? group.tie : max(tie, group.tie)
      key = max(key, group.key)
      items.append(Item(key: key, tie: tie, id: -1 - group.group))
    }
    let sorted = items.indices.sorted {
      (items[$0].key, items[$0].tie, $0) < (items[$1].key, items[$1].tie, $1)
    }.map { items[$0] }
    items = sorted
    let places = items.indices.filter { items[$0].id >= 0 }
    for (place, node) in zip(places, inOrder(places.map { items[$0].id })) {
      items[place].id = node
    }
  }

  /// Returns all nodes, by expanding groups from the outermost items.
  private func listed(_ items: [[Item]], _ slot: [Int32: Int], _ number: Int32) -> [Int32] {
    var (result, stack): ([Int32], [(index: Int, next: Int, end: Int32)]) = ([], [(0, 0, -1)])
    while let (index, next, end) = stack.last {
      guard next < items[index].count else {
        if end >= 0 { result.append(end) }
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let id = items[index][next].id
      if id >= 0 {
        result.append(id)
      } else {
        let border = layers.groups[Int(-1 - id)].left(number)
        result.append(border)
        stack.append((slot[-1 - id] ?? 0, 0, border + 1))
      }
    }
    return result
  }

  // MARK: Nodes that must be left of others

  /// Returns the nodes in their order, except that each follows the nodes that must be to its left.
  private func inOrder(_ nodes: [Int32]) -> [Int32] {
    if layers.before.isEmpty || !nodes.contains(where: { layers.before[$0] != nil }) {
      return nodes
    }
    let present = Set(nodes)
    var (begun, result, stack): (Set<Int32>, [Int32], [Int32]) = ([], [], [])
    var isListed: Set<Int32> = []
    for node in nodes {
      stack.append(node)
      while let top = stack.last {
        begun.insert(top)
        if let next = layers.before[top]?.first(where: {
          present.contains($0) && !begun.contains($0)
        }) {
          stack.append(next)
          continue
        }
        if isListed.insert(top).inserted { result.append(top) }
        stack.removeLast()
      }
    }
    return result
  }
}
