/// The nodes of all layers from left to right, their places, and the segments between them, in flat memory of
/// its own. A search for an order changes these all the time, so access has no checks and no counting of
/// references.
struct LayerRows: ~Copyable {
  /// The segments from each node to one of the adjacent layers, as in `LayerLinks`.
  struct Links: ~Copyable {
    private let offsets: UnsafeMutablePointer<Int32>
    fileprivate let others: UnsafeMutablePointer<Int32>
    fileprivate let otherPorts: UnsafeMutablePointer<Int32>
    fileprivate let ownPorts: UnsafeMutablePointer<Int32>

    fileprivate init(_ links: LayerLinks, _ nodeCount: Int) {
      let ends = (0..<nodeCount).map { Int32(links.range($0).upperBound) }
      offsets = copied([0] + ends)
      others = copied(links.others)
      otherPorts = copied(links.otherPorts)
      ownPorts = copied(links.ownPorts)
    }

    deinit {
      for memory in [offsets, others, otherPorts, ownPorts] { memory.deallocate() }
    }

    @inline(__always)
    func range(_ node: Int) -> Range<Int> {
      Range(uncheckedBounds: (Int(offsets[node]), Int(offsets[node + 1])))
    }
  }

  let nodeCount: Int
  let layerCount: Int
  /// The greatest number of nodes on a layer.
  let width: Int
  /// The maximum number of ports of a node.
  let portCount: Int32
  let above: Links
  let below: Links
  /// The place of each node on its layer.
  let places: UnsafeMutablePointer<Int32>
  /// The place of each layer's first node in `nodes`, and the number of nodes.
  private let begins: UnsafeMutablePointer<Int32>
  private let nodes: UnsafeMutablePointer<Int32>
  /// For each node with one segment up and one down, and no ports, the nodes at their ends; -1 for others.
  private let thin: UnsafeMutablePointer<SIMD2<Int32>>
  /// The accumulator tree of `crossings`.
  private let tree: UnsafeMutablePointer<Int32>

  /// Nodes are on their layers in the order of their numbers.
  ///
  /// - Parameter layerOf: the layer of each node.
  init(layerOf: [Int32], above: LayerLinks, below: LayerLinks) {
    nodeCount = layerOf.count
    layerCount = Int(layerOf.max() ?? -1) + 1
    portCount = below.portCount
    var begins = [Int32](repeating: 0, count: layerCount + 1)
    for layer in layerOf { begins[Int(layer) + 1] += 1 }
    width = Int(begins.max() ?? 0)
    for layer in 0..<layerCount { begins[layer + 1] += begins[layer] }
    var (next, nodes) = (begins, [Int32](repeating: 0, count: nodeCount))
    for (node, layer) in layerOf.enumerated() {
      nodes[Int(next[Int(layer)])] = Int32(node)
      next[Int(layer)] += 1
    }
    self.begins = copied(begins)
    self.nodes = copied(nodes)
    places = copied(nodes)
    tree = copied([Int32](repeating: 0, count: width * Int(portCount) + 1))
    thin = .allocate(capacity: max(nodeCount, 1))
    self.above = Links(above, nodeCount)
    self.below = Links(below, nodeCount)
    setThin()
    for layer in 0..<layerCount { setPlaces(layer) }
  }

  deinit {
    for memory in [begins, nodes, places, tree] { memory.deallocate() }
    thin.deallocate()
  }

  private func setThin() {
    for node in 0..<nodeCount {
      let (up, down) = (above.range(node), below.range(node))
      let isThin = up.count == 1 && down.count == 1 && portCount == 1
      thin[node] =
        isThin
        ? SIMD2(above.others[up.lowerBound], below.others[down.lowerBound]) : SIMD2(-1, -1)
    }
  }

  // MARK: Order

  /// The nodes of a layer. Whoever changes them calls `setPlaces`.
  @inline(__always)
  func row(_ layer: Int) -> UnsafeMutableBufferPointer<Int32> {
    UnsafeMutableBufferPointer(
      start: nodes + Int(begins[layer]), count: Int(begins[layer + 1] - begins[layer]))
  }

  /// Sets the places of a layer's nodes.
  func setPlaces(_ layer: Int) {
    let row = row(layer)
    for place in row.indices { places[Int(row[place])] = Int32(truncatingIfNeeded: place) }
  }

  /// The nodes, layer by layer.
  var order: [Int32] {
    get { Array(UnsafeBufferPointer(start: nodes, count: nodeCount)) }
    nonmutating set {
      for (slot, node) in newValue.enumerated() { nodes[slot] = node }
      for layer in 0..<layerCount { setPlaces(layer) }
    }
  }

  // MARK: Ends

  /// Returns the sort key of a segment's end on the other layer: by position, then by port.
  @inline(__always)
  func key(_ links: borrowing Links, _ slot: Int) -> Int32 {
    let place = places[Int(links.others[slot])]
    return portCount == 1 ? place : place &* portCount &+ links.otherPorts[slot]
  }

  /// Returns the keys of the ends of a node with one segment up and one down, without ports; of other nodes nil.
  @inline(__always)
  func thinKeys(_ node: Int) -> (above: Int32, below: Int32)? {
    let others = thin[node]
    if others.x < 0 { return nil }
    return (places[Int(others.x)], places[Int(others.y)])
  }

  // MARK: Counting

  /// Returns the number of crossings between all neighbouring layers, by an accumulator tree (Barth, Jünger and
  /// Mutzel 2004, doi:10.7155/jgaa.00088). O(segments log nodes).
  func crossings() -> Int {
    (0..<max(layerCount - 1, 0)).reduce(0) { $0 + crossings(below: $1) }
  }

  private func crossings(below upper: Int) -> Int {
    let width = row(upper + 1).count * Int(portCount)
    tree.update(repeating: 0, count: width + 1)
    var (count, inserted) = (0, 0)
    for node in row(upper) {
      var range = below.range(Int(node))
      while let first = range.first {
        // Segments of the same port do not cross.
        var end = first + 1
        if portCount == 1 { end = range.upperBound }
        while end < range.upperBound, below.ownPorts[end] == below.ownPorts[first] { end += 1 }
        for slot in first..<end { count += inserted - sum(Int(key(below, slot)) + 1) }
        for slot in first..<end { add(Int(key(below, slot)) + 1, width) }
        inserted += end - first
        range = end..<range.upperBound
      }
    }
    return count
  }

  @inline(__always)
  private func sum(_ slot: Int) -> Int {
    var (sum, slot) = (Int32(0), slot)
    while slot > 0 {
      sum &+= tree[slot]
      slot &= slot - 1
    }
    return Int(sum)
  }

  @inline(__always)
  private func add(_ slot: Int, _ width: Int) {
    var slot = slot
    while slot <= width {
      tree[slot] &+= 1
      slot += slot & -slot
    }
  }
}

/// Returns new memory with these numbers, with room for one at least.
private func copied(_ numbers: [Int32]) -> UnsafeMutablePointer<Int32> {
  let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(numbers.count, 1))
  _ = UnsafeMutableBufferPointer(start: memory, count: numbers.count).initialize(from: numbers)
  return memory
}
