/// The Leiden method: nodes move to the community next to them where modularity gains most; the
/// communities are refined into well-connected parts; the parts become the nodes of a smaller graph,
/// on which the same is done, starting from the communities. All this is repeated from the
/// communities that were found, while modularity gains.
///
/// Where the authors' refinement draws at random among the parts that gain, it takes the best one.
struct Leiden {
  private static let iterationLimit = 10

  private let base: WeightedRows
  private let resolution: Double
  private var random: SeededRandom

  init(_ base: WeightedRows, resolution: Double, seed: UInt64) {
    self.base = base
    self.resolution = resolution
    random = SeededRandom(seed: seed)
  }

  /// - Parameter modularity: of a partition with numbers below a count.
  mutating func run(
    _ meter: inout RunMeter, modularity: ([Int32], Int) -> Double
  ) throws(CancellationError) -> GraphComponents {
    var best = GraphComponents(labels: identity(base.nodeCount))
    var bestModularity = modularity(best.componentOfNode, best.count)
    for _ in 0..<Self.iterationLimit {
      let found = connectedParts(try iterate(from: best, &meter))
      let foundModularity = modularity(found.componentOfNode, found.count)
      // Beyond rounding.
      guard foundModularity > bestModularity + 1e-9 else { break }
      (best, bestModularity) = (found, foundModularity)
    }
    return best
  }

  /// Once through all levels.
  private mutating func iterate(
    from start: GraphComponents, _ meter: inout RunMeter
  ) throws(CancellationError) -> [Int32] {
    var rows = base
    var communities = start.componentOfNode
    // The node of the present level that each node of the base is in.
    var nodeOfBase = identity(base.nodeCount)
    while true {
      var order = identity(rows.nodeCount)
      random.shuffle(&order)
      var moves = CommunityMoves(rows, communities, resolution: resolution)
      try moves.run(order, &meter)
      let moved = GraphComponents(labels: moves.communities)
      communities = moved.componentOfNode
      if moved.count == rows.nodeCount { break }
      var refinement = Refinement(rows, moved, resolution: resolution)
      try refinement.run(order, &meter)
      var parts = GraphComponents(labels: refinement.parts)
      // When nothing was refined, whole communities are merged, so that each level is smaller.
      if parts.count == rows.nodeCount { parts = moved }
      rows = WeightedRows(
        merging: rows, groups: parts.componentOfNode, count: parts.count)
      var communityOfPart = [Int32](repeating: 0, count: parts.count)
      for node in communities.indices {
        communityOfPart[Int(parts.componentOfNode[node])] = communities[node]
      }
      communities = communityOfPart
      for node in nodeOfBase.indices {
        nodeOfBase[node] = parts.componentOfNode[Int(nodeOfBase[node])]
      }
    }
    return nodeOfBase.map { communities[Int($0)] }
  }

  /// Communities without those that are in several pieces. Splitting one never loses modularity.
  private func connectedParts(_ communities: [Int32]) -> GraphComponents {
    var label = [Int32](repeating: -1, count: base.nodeCount)
    var open: [Int32] = []
    for first in 0..<base.nodeCount where label[first] < 0 {
      label[first] = Int32(truncatingIfNeeded: first)
      open.append(label[first])
      while let node = open.popLast() {
        for place in base.row(of: Int(node)) {
          let neighbor = base.neighbors[place]
          guard label[Int(neighbor)] < 0, communities[Int(neighbor)] == communities[first]
          else { continue }
          label[Int(neighbor)] = Int32(truncatingIfNeeded: first)
          open.append(neighbor)
        }
      }
    }
    return GraphComponents(labels: label)
  }

  private func identity(_ count: Int) -> [Int32] {
    (0..<count).map { Int32(truncatingIfNeeded: $0) }
  }
}

/// The weight of edges from a node to each group next to it.
struct WeightsToGroups {
  /// 0 for groups that are not near.
  private var weights: [Double]
  /// Groups with an edge from the node.
  private(set) var near: [Int32] = []

  init(groupCount: Int) { weights = [Double](repeating: 0, count: groupCount) }

  subscript(group: Int32) -> Double { weights[Int(group)] }

  @inline(__always)
  mutating func add(_ weight: Double, to group: Int32) {
    // Weights are positive.
    if weights[Int(group)] == 0 { near.append(group) }
    weights[Int(group)] += weight
  }

  @inline(__always)
  mutating func clear() {
    for group in near { weights[Int(group)] = 0 }
    near.removeAll(keepingCapacity: true)
  }
}
