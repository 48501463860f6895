import RunSupport

/// Orders the nodes of layers to reduce crossings. From several initial orders, it sweeps down and
/// up, sorting by barycentres, followed by exchanges of neighbours (Gansner, Koutsofios, North and
/// Vo 1993, doi:10.1109/32.221135). After a few sweeps only the best orders go on, and the best of
/// these is sifted.
struct CrossingReduction: ~Copyable {
  /// How far a search goes.
  struct Effort {
    /// The maximum number of sweeps per initial order.
    var sweeps: Int
    /// The maximum number of initial orders.
    var starts: Int
    /// The number of orders that go on after `trialSweeps`.
    var finalists: Int
    /// The work after which no other order is swept, in segments that sweeps examine and places that
    /// siftings try: a few nanoseconds each.
    var workLimit: Int

    /// The number of sweeps after which orders are compared.
    static let trialSweeps = 5
    /// The number of sweeps without an improvement after which an order is abandoned.
    var patience: Int { max(4, sweeps / 8) }
  }

  private struct Candidate {
    var crossings: Int
    var order: [Int32]
  }

  let layers: Layers
  var arrangement: LayerArrangement
  let rows: LayerRows
  /// The ends of the current layer's segments.
  let ends: LayerEnds
  /// True if any two neighbours may be exchanged.
  let isFree: Bool
  /// The sort keys of the current layer, by node; NaN for nodes without one.
  var keys: [Double]
  /// Memory for the nodes of one layer.
  var items: [(key: Double, node: Int32)] = []
  var slots: [Int32]
  /// The layers of which exchanges, and siftings, may still remove crossings, as something has changed on them or
  /// beside them.
  var awaitsExchange: [Bool]
  var awaitsSifting: [Bool]
  /// The work done, as in `Effort.workLimit`.
  var work = 0
  private var random: SeededRandom

  static func reduce(_ layers: inout Layers, _ effort: Effort, run: inout LayoutRun) {
    var search = CrossingReduction(layers, seed: run.seed)
    let order = search.best(effort, &run).order
    search.rows.order = order
    layers.order = (0..<search.rows.layerCount).map { Array(search.rows.row($0)) }
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
    let search = CrossingReduction(layers, seed: 0)
    search.rows.order = Array(layers.order.joined())
    return search.crossings()
  }

  private init(_ layers: Layers, seed: UInt64) {
    self.layers = layers
    arrangement = LayerArrangement(layers)
    rows = LayerRows(layerOf: layers.layer, above: layers.above, below: layers.below)
    ends = LayerEnds(
      width: rows.width, segmentCount: layers.above.others.count + layers.below.others.count)
    isFree = !layers.hasGroups && layers.before.isEmpty
    keys = [Double](repeating: 0, count: layers.nodeCount)
    slots = [Int32](repeating: 0, count: rows.width)
    awaitsExchange = [Bool](repeating: true, count: rows.layerCount)
    awaitsSifting = awaitsExchange
    random = SeededRandom(seed: seed)
  }

  // MARK: Searching

  private mutating func best(_ effort: Effort, _ run: inout LayoutRun) -> Candidate {
    let trial = min(effort.sweeps, Effort.trialSweeps)
    var found: [Candidate] = []
    for start in 0..<effort.starts
    where start == 0 || (work < effort.workLimit && run.mayContinue()) {
      begin(start)
      var candidate = Candidate(crossings: crossings(), order: rows.order)
      sweep(&candidate, 0..<trial, patience: trial, &run)
      if candidate.crossings == 0 { return candidate }
      // Among equal ones the first has precedence.
      let place = found.firstIndex { $0.crossings > candidate.crossings } ?? found.count
      found.insert(candidate, at: place)
      if found.count > max(effort.finalists, 1) { found.removeLast() }
      let done = max(
        Double(start + 1) / Double(effort.starts), Double(work) / Double(effort.workLimit))
      run.report(0.2 + 0.4 * min(done, 1))
    }
    var best = found[0]
    for (number, candidate) in found.enumerated() where number == 0 || work < effort.workLimit {
      var candidate = candidate
      rows.order = candidate.order
      sweep(&candidate, trial..<effort.sweeps, patience: effort.patience, &run)
      if candidate.crossings < best.crossings || number == 0 { best = candidate }
      run.report(0.6 + 0.3 * Double(number + 1) / Double(found.count))
    }
    rows.order = best.order
    if best.crossings > 0 { settle(&run) }
    return Candidate(crossings: crossings(), order: rows.order)
  }

  /// Sweeps from the present order. The candidate becomes the best order on the way.
  private mutating func sweep(
    _ candidate: inout Candidate, _ numbers: Range<Int>, patience: Int, _ run: inout LayoutRun
  ) {
    var fruitless = 0
    for number in numbers
    where candidate.crossings > 0 && fruitless < patience && run.mayContinue() {
      sweep(number)
      work += layers.below.others.count + layers.nodeCount
      let found = crossings()
      fruitless = found < candidate.crossings ? 0 : fruitless + 1
      if found < candidate.crossings { candidate = Candidate(crossings: found, order: rows.order) }
    }
  }

  private mutating func begin(_ start: Int) {
    keys = FirstOrder.keys(layers, start, &random)
    arrangement.orderGroups(by: keys)
    for layer in 0..<rows.layerCount { arrange(layer) }
  }

  // MARK: Counting

  private func crossings() -> Int {
    layers.beside.isEmpty ? rows.crossings() : rows.crossings() + passedNodes()
  }

  /// Returns the crossings of edges along layers. Such an edge is an arc above its layer: each node
  /// in between counts once, and each segment that leads up from that node once more.
  private func passedNodes() -> Int {
    var count = 0
    for (node, others) in layers.beside {
      let (row, place) = (rows.row(Int(layers.layer[Int(node)])), Int(rows.places[Int(node)]))
      for other in others where Int(rows.places[Int(other)]) > place + 1 {
        for passed in row[place + 1..<Int(rows.places[Int(other)])] {
          count += cost(ofPassing: passed)
        }
      }
    }
    return count
  }

  private func cost(ofPassing node: Int32) -> Int { 1 + rows.above.range(Int(node)).count }

  /// Returns the decrease of `passedNodes` if two neighbours are exchanged. An edge along the layer
  /// from one of them past the other no longer passes it; one that leads away from it begins to.
  func passingGain(_ left: Int32, _ right: Int32) -> Int {
    func gain(_ node: Int32, _ neighbor: Int32) -> Int {
      let ends = layers.beside[node]?.filter { $0 != neighbor } ?? []
      let across = ends.count { (rows.places[Int($0)] > rows.places[Int(node)]) == (node == left) }
      return (2 * across - ends.count) * cost(ofPassing: neighbor)
    }
    return gain(left, right) + gain(right, left)
  }
}
