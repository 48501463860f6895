import RunSupport

/// The Leiden method. Nodes move to the adjacent community where the gain of modularity is
/// greatest. The communities are refined into well-connected parts, which become the nodes of a
/// smaller graph. The same is done on that graph, starting from the communities. All this is
/// repeated from the resulting communities while modularity increases.
///
/// The authors' refinement chooses at random among the parts with a gain; this one takes the best.
/// Nodes are visited in the order of their numbers, for locality of memory access; small graphs,
/// where a bad start costs most modularity, are tried again in random orders.
struct Leiden {
  private let base: WeightedRows
  private let resolution: Double
  private var random: SeededRandom
  /// The number of independent attempts.
  private let attemptCount: Int
  /// The maximum number of iterations of an attempt, each from the communities found before.
  private let iterationLimit: Int

  init(_ base: WeightedRows, resolution: Double, seed: UInt64) {
    self.base = base
    self.resolution = resolution
    random = SeededRandom(seed: seed)
    let size = base.nodeCount + base.neighbors.count / 2 + 1
    attemptCount = min(max(20_000 / size, 1), 20)
    iterationLimit = min(max(3_000_000 / size, 2), 10)
  }

  /// The expected number of visited nodes and entries, an estimate from graphs of many kinds.
  var expectedWork: Double {
    let size = Double(base.nodeCount + base.neighbors.count)
    return size * (4 + 4 * Double(min(iterationLimit, 4))) * Double(attemptCount)
  }

  /// - Parameter modularity: returns the modularity of a partition with numbers below a count.
  mutating func run(
    _ meter: inout RunMeter, modularity: ([Int32], Int) -> Double
  ) throws(CancellationError) -> NodePartition {
    let single = NodePartition(labels: identity(base.nodeCount))
    var best = single
    var bestModularity = modularity(single.classOfNode, single.count)
    for attempt in 0..<attemptCount {
      var found = single
      var foundModularity = -Double.infinity
      for _ in 0..<iterationLimit {
        let next = connectedParts(
          try iterate(from: found, inOrder: attempt == 0, &meter))
        let nextModularity = modularity(next.classOfNode, next.count)
        // The threshold exceeds rounding errors.
        guard nextModularity > foundModularity + 1e-9 else { break }
        (found, foundModularity) = (next, nextModularity)
      }
      if foundModularity > bestModularity + 1e-9 {
        (best, bestModularity) = (found, foundModularity)
      }
    }
    return best
  }

  /// Runs one iteration through all levels.
  private mutating func iterate(
    from start: NodePartition, inOrder: Bool, _ meter: inout RunMeter
  ) throws(CancellationError) -> [Int32] {
    var rows = base
    var communities = start.classOfNode
    // The node of the current level that contains each node of the base.
    var nodeOfBase = identity(base.nodeCount)
    while true {
      var order = identity(rows.nodeCount)
      if !inOrder { random.shuffle(&order) }
      var moves = CommunityMoves(rows, communities, resolution: resolution)
      try moves.run(order, &meter)
      let moved = NodePartition(labels: moves.communities)
      communities = moved.classOfNode
      if moved.count == rows.nodeCount { break }
      var refinement = Refinement(rows, moved, resolution: resolution)
      try refinement.run(order, &meter)
      var parts = NodePartition(labels: refinement.parts)
      // If nothing was refined, whole communities are merged, so that each level is smaller.
      if parts.count == rows.nodeCount { parts = moved }
      rows = WeightedRows(
        merging: rows, groups: parts.classOfNode, count: parts.count)
      var communityOfPart = [Int32](repeating: 0, count: parts.count)
      for node in communities.indices {
        communityOfPart[Int(parts.classOfNode[node])] = communities[node]
      }
      communities = communityOfPart
      for node in nodeOfBase.indices {
        nodeOfBase[node] = parts.classOfNode[Int(nodeOfBase[node])]
      }
    }
    return nodeOfBase.map { communities[Int($0)] }
  }

  /// Splits disconnected communities into their components, which never decreases modularity.
  private func connectedParts(_ communities: [Int32]) -> NodePartition {
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
    return NodePartition(labels: label)
  }

  private func identity(_ count: Int) -> [Int32] {
    (0..<count).map { Int32(truncatingIfNeeded: $0) }
  }
}

/// The data of each group that are needed to find the best one for a node.
struct NearGroups {
  /// The two values are adjacent in memory, as they are read together.
  private struct Group {
    /// The weight of edges from the current node; 0 for groups that are not adjacent.
    var weight = 0.0
    /// The total strength of the nodes of the group.
    var total = 0.0
  }
  private var groups: [Group]
  /// The groups with an edge from the current node, and their number.
  private var list: [Int32]
  private(set) var count = 0

  init(groupCount: Int) {
    groups = [Group](repeating: Group(), count: groupCount)
    list = [Int32](repeating: 0, count: groupCount)
  }

  /// The group at an index of the list of adjacent ones.
  subscript(place: Int) -> Int32 {
    @inline(__always) get { list[place] }
  }

  @inline(__always) func weight(_ group: Int32) -> Double { groups[Int(group)].weight }

  @inline(__always) func total(_ group: Int32) -> Double { groups[Int(group)].total }

  @inline(__always)
  mutating func changeTotal(of group: Int32, by strength: Double) {
    groups[Int(group)].total += strength
  }

  mutating func clearTotal(of group: Int32) { groups[Int(group)].total = 0 }

  /// - Parameter weight: positive.
  @inline(__always)
  mutating func add(_ weight: Double, to group: Int32) {
    let before = groups[Int(group)].weight
    groups[Int(group)].weight = before + weight
    guard before == 0 else { return }
    list[count] = group
    count += 1
  }

  @inline(__always)
  mutating func forgetWeights() {
    for place in 0..<count { groups[Int(list[place])].weight = 0 }
    count = 0
  }
}
