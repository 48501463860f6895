/// The search for shortest paths from successive sources, which accumulates the scores of nodes on
/// them.
struct BrandesSearch<Count: PathCount> {
  private let rows: SimpleRows
  /// The distances from the source; infinite for unreached nodes.
  private var distances: [Double]
  /// The numbers of shortest paths from the source.
  private var counts: [Count]
  /// The dependency of each node: the sum, over all targets, of the fraction of shortest paths to
  /// them that contain the node.
  private var dependencies: [Double]
  /// The reached nodes, the nearest first.
  private var order: [Int32] = []
  /// The index of each node in `order`, -1 if it has none yet. Only used with weights.
  private var places: [Int32] = []
  private var queue = MinHeap<NodeAtDistance>()

  init(_ rows: SimpleRows) {
    self.rows = rows
    distances = [Double](repeating: .infinity, count: rows.nodeCount)
    counts = [Count](repeating: .zero, count: rows.nodeCount)
    dependencies = [Double](repeating: 0, count: rows.nodeCount)
    if rows.weights != nil { places = [Int32](repeating: -1, count: rows.nodeCount) }
  }

  /// Adds the dependencies of a source to the scores. Returns false without effect if the number of
  /// paths exceeds the range of `Count`.
  mutating func add(
    source: Int32, to scores: inout [Double], _ meter: inout RunMeter
  ) throws(CancellationError) -> Bool {
    if let weights = rows.weights {
      try findPaths(from: source, weights, &meter)
    } else {
      try findPaths(from: source, &meter)
    }
    defer { forget() }
    guard order.allSatisfy({ counts[Int($0)].isExact }) else { return false }
    for node in order.reversed() {
      dependencies[Int(node)] = dependency(of: Int(node))
      if node != source { scores[Int(node)] += dependencies[Int(node)] }
      try meter.advance(by: 1 + rows.row(of: Int(node)).count)
    }
    return true
  }

  private mutating func forget() {
    for node in order {
      distances[Int(node)] = .infinity
      counts[Int(node)] = .zero
      if !places.isEmpty { places[Int(node)] = -1 }
    }
    order.removeAll(keepingCapacity: true)
  }

  /// Runs a breadth-first search that counts paths.
  private mutating func findPaths(
    from source: Int32, _ meter: inout RunMeter
  ) throws(CancellationError) {
    distances[Int(source)] = 0
    counts[Int(source)] = .one
    order.append(source)
    var head = 0
    while head < order.count {
      let node = Int(order[head])
      head += 1
      let distance = distances[node] + 1
      let row = rows.row(of: node)
      for place in row {
        let neighbor = Int(rows.neighbors[place])
        if distances[neighbor] == .infinity {
          distances[neighbor] = distance
          order.append(rows.neighbors[place])
        }
        if distances[neighbor] == distance { counts[neighbor].add(counts[node]) }
      }
      try meter.advance(by: 1 + row.count)
    }
  }

  /// Runs Dijkstra's algorithm and counts paths. A small weight can vanish in the rounding of a
  /// distance, so that a path would return to a settled node: such paths are ignored.
  private mutating func findPaths(
    from source: Int32, _ weights: [Double], _ meter: inout RunMeter
  ) throws(CancellationError) {
    distances[Int(source)] = 0
    counts[Int(source)] = .one
    queue.removeAll()
    queue.insert(NodeAtDistance(distance: 0, node: source))
    while let nearest = queue.removeMin() {
      let node = Int(nearest.node)
      if places[node] >= 0 { continue }
      places[node] = Int32(truncatingIfNeeded: order.count)
      order.append(nearest.node)
      let row = rows.row(of: node)
      for place in row where places[Int(rows.neighbors[place])] < 0 {
        let neighbor = Int(rows.neighbors[place])
        let distance = nearest.distance + weights[place]
        if distance < distances[neighbor] {
          distances[neighbor] = distance
          counts[neighbor] = counts[node]
          queue.insert(NodeAtDistance(distance: distance, node: rows.neighbors[place]))
        } else if distance == distances[neighbor], distance < .infinity {
          counts[neighbor].add(counts[node])
        }
      }
      try meter.advance(by: 1 + row.count)
    }
  }

  /// Returns the dependency of a node whose successors on shortest paths have been processed.
  private func dependency(of node: Int) -> Double {
    var sum = 0.0
    if let weights = rows.weights {
      for place in rows.row(of: node) {
        let next = Int(rows.neighbors[place])
        guard distances[next] == distances[node] + weights[place], places[next] > places[node]
        else { continue }
        sum += counts[node].ratio(to: counts[next]) * (1 + dependencies[next])
      }
    } else {
      let distance = distances[node] + 1
      for place in rows.row(of: node) {
        let next = Int(rows.neighbors[place])
        guard distances[next] == distance else { continue }
        sum += counts[node].ratio(to: counts[next]) * (1 + dependencies[next])
      }
    }
    return sum
  }
}

/// The distinct neighbours of each node, without the node itself.
struct SimpleRows {
  private(set) var offsets: [Int] = [0]
  private(set) var neighbors: [Int32] = []
  /// The weight of each entry, the lowest of parallel edges; nil for 1.
  private(set) var weights: [Double]?

  var nodeCount: Int { offsets.count - 1 }

  func row(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  /// - Parameter edgeWeights: the weight of each edge.
  init(_ adjacency: Adjacency, edgeWeights: [Double]?) {
    if edgeWeights != nil { weights = [] }
    offsets.reserveCapacity(adjacency.offsets.count)
    neighbors.reserveCapacity(adjacency.neighbors.count)
    var placeOf = [Int](repeating: -1, count: adjacency.nodeCount)
    for node in 0..<adjacency.nodeCount {
      let begin = neighbors.count
      for entry in adjacency.row(of: node) where adjacency.neighbors[entry] != node {
        let neighbor = Int(adjacency.neighbors[entry])
        let weight = edgeWeights?[Int(adjacency.edges[entry])]
        if placeOf[neighbor] < begin {
          placeOf[neighbor] = neighbors.count
          neighbors.append(adjacency.neighbors[entry])
          if let weight { weights?.append(weight) }
        } else if let weight, let least = weights?[placeOf[neighbor]], weight < least {
          weights?[placeOf[neighbor]] = weight
        }
      }
      offsets.append(neighbors.count)
    }
  }
}
