/// Orders the nodes of layers so that few edges cross.
struct CrossingReduction {
  private var layers: Layers
  private var places: [Int32]
  /// Above this number of nodes neighbours are not exchanged one by one.
  private static let exchangeLimit = 20_000

  /// Sweeps down and up in turn, by barycentres and by medians in turn, until four sweeps have brought nothing; keeps the best order.
  static func reduce(_ layers: inout Layers, sweeps: Int, run: inout LayoutRun) {
    var search = CrossingReduction(layers)
    var best = search.crossings()
    var fruitless = 0
    for sweep in 0..<sweeps where best > 0 && fruitless < 4 && run.mayContinue() {
      search.sweep(down: sweep % 2 == 0, byMedian: sweep % 4 >= 2)
      if layers.nodeCount <= exchangeLimit { search.exchange() }
      let found = search.crossings()
      if found < best {
        best = found
        layers.order = search.layers.order
        fruitless = 0
      } else {
        fruitless += 1
      }
      run.report(0.1 + 0.9 * Double(sweep + 1) / Double(sweeps))
    }
  }

  /// The crossings between all neighbouring layers.
  static func crossings(_ layers: Layers) -> Int { CrossingReduction(layers).crossings() }

  private init(_ layers: Layers) {
    self.layers = layers
    places = layers.places()
  }

  // MARK: Counting

  /// By an accumulator tree (Barth, Jünger and Mutzel 2004, doi:10.7155/jgaa.00088). O(edges log nodes).
  private func crossings() -> Int {
    var count = 0
    for upper in layers.order.indices.dropLast() {
      let width = layers.order[upper + 1].count
      var tree = [Int](repeating: 0, count: width + 1)
      var inserted = 0
      for node in layers.order[upper] {
        let range = layers.below.range(Int(node))
        let ends = layers.below.others[range].map { Int(places[Int($0)]) }
        for end in ends {
          var (below, slot) = (0, end + 1)
          while slot > 0 {
            below += tree[slot]
            slot -= slot & -slot
          }
          count += inserted - below
        }
        for end in ends {
          var slot = end + 1
          while slot <= width {
            tree[slot] += 1
            slot += slot & -slot
          }
        }
        inserted += ends.count
      }
    }
    return count
  }

  // MARK: Sweeping

  private mutating func sweep(down: Bool, byMedian: Bool) {
    let numbers = Array(layers.order.indices)
    for number in down ? Array(numbers.dropFirst()) : numbers.dropLast().reversed() {
      let fixed = down ? layers.above : layers.below
      let nodes = layers.order[number]
      let keys = nodes.enumerated().map { place, node in
        let ends = fixed.others[fixed.range(Int(node))].map { Double(places[Int($0)]) }
        if ends.isEmpty { return Double(place) }
        return byMedian ? Self.median(ends.sorted()) : ends.reduce(0, +) / Double(ends.count)
      }
      let sorted = nodes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      setOrder(of: number, sorted.map { nodes[$0] })
    }
  }

  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  private mutating func setOrder(of number: Int, _ nodes: [Int32]) {
    layers.order[number] = nodes
    for (place, node) in nodes.enumerated() { places[Int(node)] = Int32(place) }
  }

  // MARK: Exchanging neighbours

  /// Exchanges neighbours on each layer as long as that removes crossings, at most ten times round.
  private mutating func exchange() {
    for _ in 0..<10 {
      var improved = false
      for number in layers.order.indices {
        var nodes = layers.order[number]
        var ends = nodes.map { sortedEnds(Int($0)) }
        for place in nodes.indices.dropLast() {
          let gain = Self.gain(ends[place], ends[place + 1])
          if gain > 0 {
            nodes.swapAt(place, place + 1)
            ends.swapAt(place, place + 1)
            improved = true
          }
        }
        setOrder(of: number, nodes)
      }
      if !improved { break }
    }
  }

  private func sortedEnds(_ node: Int) -> [[Int32]] {
    [layers.above, layers.below].map { list in
      list.others[list.range(node)].map { places[Int($0)] }.sorted()
    }
  }

  /// How many crossings of the edges of two neighbours, left and right, vanish when they change places.
  private static func gain(_ left: [[Int32]], _ right: [[Int32]]) -> Int {
    var gain = 0
    for side in 0..<2 {
      gain += pairs(left[side], above: right[side]) - pairs(right[side], above: left[side])
    }
    return gain
  }

  /// Pairs of an element of the first and a smaller one of the second; both are sorted.
  private static func pairs(_ a: [Int32], above b: [Int32]) -> Int {
    var (count, smaller) = (0, 0)
    for value in a {
      while smaller < b.count, b[smaller] < value { smaller += 1 }
      count += smaller
    }
    return count
  }
}
