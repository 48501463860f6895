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

  private func tie(_ place: Int) -> Float {
    graph.weights[place] / graph.masses[Int(graph.neighbors[place])]
  }

  /// Returns the graph of the stars. Parallel edges are merged, with the sum of their weights and
  /// the weighted mean of their lengths. O(nodes + edges).
  func merged() -> LevelGraph {
    var masses = [Float](repeating: 0, count: count)
    for node in parents.indices { masses[Int(parents[node])] += graph.masses[node] }
    var coarse = LevelGraph(offsets: [0], neighbors: [], lengths: [], weights: [], masses: masses)
    let (starts, halves) = sortedHalves()
    for star in 0..<count {
      let first = coarse.neighbors.count
      for half in halves[Int(starts[star])..<Int(starts[star + 1])] {
        append(half, to: &coarse, rowStart: first)
      }
      coarse.offsets.append(Int32(coarse.neighbors.count))
    }
    return coarse
  }

  /// An edge between two stars, seen from one of them.
  private struct Half {
    /// The star at the other end.
    var far: Int32
    /// The node of the finer graph at this end, and the index of its neighbour.
    var node: Int32
    var place: Int32
  }

  private func append(_ half: Half, to coarse: inout LevelGraph, rowStart: Int) {
    let (node, place) = (Int(half.node), Int(half.place))
    let weight = graph.weights[place]
    let length = distances[node] + graph.lengths[place] + distances[Int(graph.neighbors[place])]
    let last = coarse.neighbors.count - 1
    guard last >= rowStart, coarse.neighbors[last] == half.far else {
      coarse.neighbors.append(half.far)
      coarse.lengths.append(length)
      coarse.weights.append(weight)
      return
    }
    let sum = coarse.weights[last] + weight
    coarse.lengths[last] += (length - coarse.lengths[last]) * (weight / sum)
    coarse.weights[last] = sum
  }

  /// Returns the half-edges between stars, sorted by star and by the star at the other end, with
  /// the index where those of each star begin. It uses two stable counting sorts, by one end and
  /// then by the other. Since each edge is in the rows of both ends, rows have the same size in
  /// both.
  private func sortedHalves() -> (starts: [Int32], halves: [Half]) {
    var starts = [Int32](repeating: 0, count: count + 1)
    forEachHalf { star, _ in starts[Int(star) + 1] += 1 }
    for star in 0..<count { starts[star + 1] += starts[star] }
    let none = Half(far: 0, node: 0, place: 0)
    var next = starts
    var byFar = [(star: Int32, half: Half)](
      repeating: (0, none), count: Int(starts[count]))
    forEachHalf { star, half in
      byFar[Int(next[Int(half.far)])] = (star, half)
      next[Int(half.far)] += 1
    }
    next = starts
    var halves = [Half](repeating: none, count: byFar.count)
    for (star, half) in byFar {
      halves[Int(next[Int(star)])] = half
      next[Int(star)] += 1
    }
    return (starts, halves)
  }

  @inline(__always)
  private func forEachHalf(_ body: (_ star: Int32, _ half: Half) -> Void) {
    for node in parents.indices {
      for place in graph.range(of: node) {
        let far = parents[Int(graph.neighbors[place])]
        if far == parents[node] { continue }
        body(parents[node], Half(far: far, node: Int32(node), place: Int32(place)))
      }
    }
  }
}
