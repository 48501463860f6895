import GraphModel
import RunSupport

/// Coarsening by stars: a node and its unmatched neighbours are merged to one node of a coarser
/// graph. Hubs lose their leaves in one step, and meshes shrink to about a quarter.
struct StarCoarsening {
  /// The coarser graph.
  let coarse: LevelGraph
  /// The coarser node of each node of the finer graph.
  let parents: [Int32]

  /// Returns nil if more than 19 of 20 nodes would be left. O(nodes + edges).
  init?(_ graph: LevelGraph, random: inout SeededRandom) {
    var stars = Stars(graph)
    for node in Self.order(graph, &random) where stars.parents[Int(node)] < 0 {
      stars.take(Int(node))
    }
    if stars.count >= NodeOrder.large { stars.numberByFirstNode() }
    guard Double(stars.count) <= 0.95 * Double(graph.nodeCount) else { return nil }
    parents = stars.parents
    coarse = stars.merged()
  }

  /// Returns a random order of the nodes with leaves last, so that the hub of a star is its centre.
  private static func order(_ graph: LevelGraph, _ random: inout SeededRandom) -> [Int32] {
    var order = (0..<graph.nodeCount).map { Int32($0) }
    for place in stride(from: order.count - 1, to: 0, by: -1) {
      order.swapAt(place, random.index(place + 1))
    }
    return order.filter { graph.degree(of: Int($0)) > 1 }
      + order.filter { graph.degree(of: Int($0)) <= 1 }
  }
}

/// Stars under construction.
private struct Stars {
  let graph: LevelGraph
  var parents: [Int32]
  /// The length of the edge from each node to the centre of its star.
  var distances: [Float]
  var count = 0

  init(_ graph: LevelGraph) {
    self.graph = graph
    parents = [Int32](repeating: -1, count: graph.nodeCount)
    distances = [Float](repeating: 0, count: graph.nodeCount)
  }

  /// Creates a star of a node and its free neighbours. A node without any joins the star of the
  /// neighbour with the strongest tie relative to that neighbour's mass.
  mutating func take(_ node: Int) {
    let row = graph.range(of: node)
    let hasFree = row.contains { parents[Int(graph.neighbors[$0])] < 0 }
    if !hasFree, let place = row.max(by: { tie($0) < tie($1) }) {
      let neighbor = Int(graph.neighbors[place])
      parents[node] = parents[neighbor]
      distances[node] = distances[neighbor] + graph.lengths[place]
      return
    }
    parents[node] = Int32(count)
    for place in row where parents[Int(graph.neighbors[place])] < 0 {
      parents[Int(graph.neighbors[place])] = Int32(count)
      distances[Int(graph.neighbors[place])] = graph.lengths[place]
    }
    count += 1
  }

  /// Numbers the stars by their first node, so that those of near nodes have near numbers. O(nodes).
  mutating func numberByFirstNode() {
    var numbers = [Int32](repeating: -1, count: count)
    var next: Int32 = 0
    for node in parents.indices {
      let star = Int(parents[node])
      if numbers[star] < 0 {
        numbers[star] = next
        next += 1
      }
      parents[node] = numbers[star]
    }
  }

  private func tie(_ place: Int) -> Float {
    graph.weights[place] / graph.masses[Int(graph.neighbors[place])]
  }

  /// Returns the graph of the stars. Parallel edges are merged, with the sum of their weights and
  /// the weighted mean of their lengths. O(nodes + edges * log(neighbours of a star)).
  func merged() -> LevelGraph {
    var masses = [Float](repeating: 0, count: count)
    for node in parents.indices { masses[Int(parents[node])] += graph.masses[node] }
    var coarse = LevelGraph(offsets: [0], neighbors: [], lengths: [], weights: [], masses: masses)
    coarse.offsets.reserveCapacity(count + 1)
    var row = StarRow(starCount: count)
    let (starts, members) = membersOfStars()
    for star in 0..<count {
      for node in members[Int(starts[star])..<Int(starts[star + 1])] {
        for place in graph.range(of: Int(node)) {
          let neighbor = Int(graph.neighbors[place])
          if parents[neighbor] == Int32(star) { continue }
          row.add(
            parents[neighbor], weight: graph.weights[place],
            length: distances[Int(node)] + graph.lengths[place] + distances[neighbor])
        }
      }
      row.move(to: &coarse)
    }
    return coarse
  }

  /// Returns the nodes sorted by star, each star's in increasing order, with the index where those
  /// of each star begin.
  private func membersOfStars() -> (starts: [Int32], members: [Int32]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    for star in parents { starts[Int(star) + 1] += 1 }
    for star in 0..<count { starts[star + 1] += starts[star] }
    var next = starts
    var members = [Int32](repeating: 0, count: parents.count)
    for node in parents.indices {
      let star = Int(parents[node])
      members[Int(next[star])] = Int32(node)
      next[star] += 1
    }
    return (starts, members)
  }
}

/// The neighbours of one star, while it is merged.
private struct StarRow {
  /// In the order in which they came, and their number in that order for each star; negative for
  /// the others.
  private var neighbors: [Int32] = []
  private var lengths: [Float] = []
  private var weights: [Float] = []
  private var numbers: [Int32]
  private var order: [UInt64] = []

  init(starCount: Int) { numbers = [Int32](repeating: -1, count: starCount) }

  /// Adds an edge to another star.
  @inline(__always)
  mutating func add(_ star: Int32, weight: Float, length: Float) {
    let number = Int(numbers[Int(star)])
    if number < 0 {
      numbers[Int(star)] = Int32(neighbors.count)
      neighbors.append(star)
      lengths.append(length)
      weights.append(weight)
    } else {
      let sum = weights[number] + weight
      lengths[number] += (length - lengths[number]) * (weight / sum)
      weights[number] = sum
    }
  }

  /// Appends the neighbours to a graph as the row of its next node, in increasing order, and empties
  /// this row.
  mutating func move(to graph: inout LevelGraph) {
    order.removeAll(keepingCapacity: true)
    for (number, star) in neighbors.enumerated() {
      order.append(UInt64(UInt32(star)) << 32 | UInt64(number))
      numbers[Int(star)] = -1
    }
    order.sort()
    for key in order {
      let number = Int(UInt32(truncatingIfNeeded: key))
      graph.neighbors.append(neighbors[number])
      graph.lengths.append(lengths[number])
      graph.weights.append(weights[number])
    }
    graph.offsets.append(Int32(graph.neighbors.count))
    neighbors.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
  }
}
