import RunSupport

/// Orders the nodes of layers to reduce crossings: from several initial orders, it sweeps down and
/// up, sorting by medians or barycentres, each time followed by exchanges of neighbours (Gansner,
/// Koutsofios, North and Vo 1993, doi:10.1109/32.221135), and at the end sifts. The best order found
/// is kept.
struct CrossingReduction {
  private let layers: Layers
  private var arrangement: LayerArrangement
  private var order: [[Int32]]
  private var places: [Int32]
  private var random: SeededRandom
  /// The sort keys of the current layer, by node; NaN for nodes without one.
  private var keys: [Double]
  /// The ends of the current layer's segments.
  private var ends = LayerEnds()

  /// The number of sweeps without an improvement after which an initial order is abandoned.
  private static let patience = 6

  /// - Parameters:
  ///   - sweeps: the maximum number of sweeps per initial order.
  ///   - starts: the maximum number of initial orders.
  ///   - workLimit: the work after which no other initial order is taken, in segments that sweeps
  ///     examine and places that siftings try: some ten nanoseconds each.
  static func reduce(
    _ layers: inout Layers, sweeps: Int, starts: Int, workLimit: Int, run: inout LayoutRun
  ) {
    var search = CrossingReduction(layers, seed: run.seed)
    let sweepWork = search.layers.below.others.count + layers.nodeCount
    var (best, work) = (Int.max, 0)
    for start in 0..<starts
    where best > 0 && (start == 0 || (work < workLimit && run.mayContinue())) {
      search.begin(start)
      var (least, order, fruitless) = (search.crossings(), search.order, 0)
      for sweep in 0..<sweeps where least > 0 && fruitless < patience && run.mayContinue() {
        search.sweep(sweep)
        work += sweepWork
        let found = search.crossings()
        fruitless = found < least ? 0 : fruitless + 1
        if found < least { (least, order) = (found, search.order) }
      }
      search.setOrder(order)
      while least > 0, run.mayContinue(), search.sift(&work) { search.exchange(turnsTies: false) }
      least = search.crossings()
      if least < best { (best, layers.order) = (least, search.order) }
      let done = max(Double(start + 1) / Double(starts), Double(work) / Double(workLimit))
      run.report(0.2 + 0.7 * min(done, 1))
    }
    mirrorIfUsual(&layers)
  }

  /// A drawing and its mirror image have as many crossings. Takes the one in which more neighbours on a layer
  /// stand in the order of the graph, as a reader of the file expects. Ports, groups and required orders
  /// have sides of their own.
  private static func mirrorIfUsual(_ layers: inout Layers) {
    guard !layers.hasGroups, layers.before.isEmpty, layers.below.portCount == 1 else { return }
    var lead = 0
    for nodes in layers.order {
      let real = nodes.filter { $0 < layers.realCount }
      for (left, right) in zip(real, real.dropFirst()) { lead += left < right ? 1 : -1 }
    }
    if lead < 0 { for number in layers.order.indices { layers.order[number].reverse() } }
  }

  /// Returns the number of crossings between all neighbouring layers.
  static func crossings(_ layers: Layers) -> Int {
    var search = CrossingReduction(layers, seed: 0)
    search.order = layers.order
    search.places = layers.places()
    return search.crossings()
  }

  private init(_ layers: Layers, seed: UInt64) {
    self.layers = layers
    arrangement = LayerArrangement(layers)
    order = arrangement.nodesOfLayers
    places = [Int32](repeating: 0, count: layers.nodeCount)
    random = SeededRandom(seed: seed)
    keys = [Double](repeating: 0, count: layers.nodeCount)
  }

  private mutating func setOrder(_ order: [[Int32]]) {
    for (number, nodes) in order.enumerated() { setOrder(of: number, nodes) }
  }

  private mutating func setOrder(of number: Int, _ nodes: [Int32]) {
    order[number] = nodes
    for (place, node) in nodes.enumerated() { places[Int(node)] = Int32(place) }
  }

  private mutating func begin(_ start: Int) {
    keys = FirstOrder.keys(layers, start, &random)
    arrangement.orderGroups(by: keys)
    for number in order.indices {
      setOrder(of: number, arrangement.arranged(number, order[number], keys, turnsTies: false))
    }
  }

  // MARK: Counting

  /// Counts crossings with an accumulator tree (Barth, Jünger and Mutzel 2004,
  /// doi:10.7155/jgaa.00088). O(edges log nodes).
  private func crossings() -> Int {
    let (links, ports) = (layers.below, Int(layers.below.portCount))
    var (count, tree) = (0, [Int]())
    for upper in order.indices.dropLast() {
      let width = order[upper + 1].count * ports
      tree.removeAll(keepingCapacity: true)
      tree.append(contentsOf: repeatElement(0, count: width + 1))
      var inserted = 0
      for node in order[upper] {
        var range = links.range(Int(node))
        while let first = range.first {
          // Segments of the same port do not cross.
          var end = first + 1
          if ports == 1 { end = range.upperBound }
          while end < range.upperBound, links.ownPorts[end] == links.ownPorts[first] { end += 1 }
          for slot in first..<end { count += inserted - Self.sum(tree, key(links, slot) + 1) }
          for slot in first..<end { Self.add(&tree, key(links, slot) + 1, width) }
          inserted += end - first
          range = end..<range.upperBound
        }
      }
    }
    return count + passedNodes()
  }

  /// Returns the crossings of edges along layers. Such an edge is an arc above its layer: each node
  /// in between counts once, and each segment that leads up from that node once more.
  private func passedNodes() -> Int {
    var count = 0
    for (node, others) in layers.beside {
      let (number, place) = (Int(layers.layer[Int(node)]), Int(places[Int(node)]))
      for other in others where Int(places[Int(other)]) > place + 1 {
        for passed in order[number][place + 1..<Int(places[Int(other)])] {
          count += cost(ofPassing: passed)
        }
      }
    }
    return count
  }

  private func cost(ofPassing node: Int32) -> Int { 1 + layers.above.range(Int(node)).count }

  /// Returns the decrease of `passedNodes` if two neighbours are exchanged. An edge along the layer
  /// from one of them past the other no longer passes it; one that leads away from it begins to.
  private func passingGain(_ left: Int32, _ right: Int32) -> Int {
    func gain(_ node: Int32, _ neighbor: Int32) -> Int {
      let ends = layers.beside[node]?.filter { $0 != neighbor } ?? []
      let across = ends.count { (places[Int($0)] > places[Int(node)]) == (node == left) }
      return (2 * across - ends.count) * cost(ofPassing: neighbor)
    }
    return gain(left, right) + gain(right, left)
  }

  /// Returns the sort key of a segment's end on the other layer: by position, then by port.
  @inline(__always)
  private func key(_ links: LayerLinks, _ slot: Int) -> Int {
    Int(places[Int(links.others[slot])] * links.portCount + links.otherPorts[slot])
  }

  private static func sum(_ tree: [Int], _ slot: Int) -> Int {
    var (sum, slot) = (0, slot)
    while slot > 0 {
      sum += tree[slot]
      slot -= slot & -slot
    }
    return sum
  }

  private static func add(_ tree: inout [Int], _ slot: Int, _ width: Int) {
    var slot = slot
    while slot <= width {
      tree[slot] += 1
      slot += slot & -slot
    }
  }

  // MARK: Sweeping

  private mutating func sweep(_ number: Int) {
    if layers.hasGroups { arrangement.orderGroups(by: places, order) }
    let down = number % 2 == 0
    let numbers = Array(order.indices)
    for layer in down ? Array(numbers.dropFirst()) : numbers.dropLast().reversed() {
      setKeys(layer, down ? layers.above : layers.below, byMedian: number % 4 < 2)
      setOrder(
        of: layer,
        arrangement.arranged(layer, order[layer], keys, turnsTies: number % 8 >= 4))
    }
    exchange(turnsTies: number % 4 >= 2)
  }

  private mutating func setKeys(_ number: Int, _ links: LayerLinks, byMedian: Bool) {
    var ends: [Int] = []
    for node in order[number].map({ Int($0) }) {
      ends.removeAll(keepingCapacity: true)
      for slot in links.range(node) { ends.append(key(links, slot)) }
      if ends.isEmpty {
        keys[node] = .nan
      } else if byMedian {
        keys[node] = Self.weightedMedian(&ends)
      } else {
        keys[node] = Double(ends.reduce(0, +)) / Double(ends.count)
      }
    }
    if layers.beside.isEmpty { return }
    for node in order[number] where keys[Int(node)].isNaN {
      let near = layers.beside[node]?.first { !keys[Int($0)].isNaN }
      if let near { keys[Int(node)] = keys[Int(near)] }
    }
  }

  /// Returns the median of the ends. For an even number it lies between the two middle ones,
  /// weighted towards the side whose ends are closer together (Gansner et al. 1993, section 3).
  private static func weightedMedian(_ ends: inout [Int]) -> Double {
    let middle = ends.count / 2
    ends.sort()
    if ends.count % 2 == 1 { return Double(ends[middle]) }
    let (low, high) = (ends[middle - 1], ends[middle])
    let (left, right) = (Double(low - ends[0]), Double(ends[ends.count - 1] - high))
    if ends.count == 2 || left + right == 0 { return Double(low + high) / 2 }
    return (Double(low) * right + Double(high) * left) / (left + right)
  }

  // MARK: Exchanging neighbours

  /// Exchanges neighbours on each layer, in rounds, until one removes no crossing.
  ///
  /// - Parameter turnsTies: true to also exchange neighbours if the number of crossings stays the
  ///   same. Each round then goes far across such plateaus, which finds orders that no sweep does.
  private mutating func exchange(turnsTies: Bool) {
    var waits = [Bool](repeating: true, count: order.count)
    var gain = 1
    while gain > 0 {
      gain = 0
      for number in order.indices where waits[number] {
        waits[number] = false
        guard let found = exchange(on: number, turnsTies: turnsTies) else { continue }
        gain += found
        for near in max(number - 1, 0)...min(number + 1, order.count - 1) { waits[near] = true }
      }
    }
  }

  /// Returns the decrease of crossings; nil if no nodes were exchanged.
  private mutating func exchange(on number: Int, turnsTies: Bool) -> Int? {
    let count = order[number].count
    if count < 2 { return nil }
    ends.set(layers, order[number], places)
    let hasBeside = !layers.beside.isEmpty
    // The number before all exchanges of the node that is now to the left of `place`.
    var (carried, gain): (Int, Int?) = (0, nil)
    for place in 1..<count {
      var (before, after) = ends.crossings(carried, place)
      if hasBeside { before += passingGain(order[number][place - 1], order[number][place]) }
      guard after < before || (turnsTies && after == before && before > 0),
        arrangement.mayExchange(order[number][place - 1], order[number][place])
      else {
        carried = place
        continue
      }
      let (left, right) = (order[number][place - 1], order[number][place])
      order[number].swapAt(place - 1, place)
      places.swapAt(Int(left), Int(right))
      gain = (gain ?? 0) + before - after
    }
    return gain
  }

  // MARK: Sifting

  /// Moves each node in turn to the place on its layer with the fewest crossings (Matuszewski,
  /// Schönfeld and Molitor 1999, doi:10.1007/3-540-46648-7_22). Returns true if there are fewer.
  private mutating func sift(_ work: inout Int) -> Bool {
    // The cost of an edge along its layer depends on more than two neighbours.
    guard layers.beside.isEmpty else { return false }
    var improved = false
    for number in order.indices where order[number].count > 2 {
      if sift(on: number, &work) { improved = true }
    }
    return improved
  }

  private mutating func sift(on number: Int, _ work: inout Int) -> Bool {
    let nodes = order[number]
    ends.set(layers, nodes, places)
    // The nodes by their numbers in `nodes`, in the order that changes.
    var slots = Array(nodes.indices)
    func gain(_ left: Int, _ right: Int) -> Int {
      let (before, after) = ends.crossings(left, right)
      return before - after
    }
    var improved = false
    for slot in nodes.indices {
      let place = slots.firstIndex(of: slot)!
      var (most, target) = (0, place)
      var total = 0
      for other in (0..<place).reversed() {
        guard arrangement.mayExchange(nodes[slots[other]], nodes[slot]) else { break }
        total += gain(slots[other], slot)
        if total > most { (most, target) = (total, other) }
      }
      total = 0
      for other in place + 1..<max(nodes.count, place + 1) {
        guard arrangement.mayExchange(nodes[slot], nodes[slots[other]]) else { break }
        total += gain(slot, slots[other])
        if total > most { (most, target) = (total, other) }
      }
      work += nodes.count
      if most == 0 { continue }
      slots.remove(at: place)
      slots.insert(slot, at: target)
      improved = true
    }
    if improved { setOrder(of: number, slots.map { nodes[$0] }) }
    return improved
  }
}
