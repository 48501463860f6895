import GraphLayout

/// Communities of a graph: groups of nodes with many edges inside and few between them.
///
/// The Louvain method (Blondel, Guillaume, Lambiotte and Lefebvre 2008,
/// doi:10.1088/1742-5468/2008/10/P10008): nodes move, one after the other, to the neighbouring group where the modularity gains
/// most, until none moves; then the groups become the nodes of a smaller graph, and so on. Nodes are looked at in the
/// order of their numbers and ties go to the group with the lowest number, so that the same graph always gives the same groups.
/// O(edges) for each round; a few dozen rounds are usual, and `roundLimit` bounds them for each level.
enum Louvain {
  private static let roundLimit = 100

  /// The group of each node: the largest one is 0, and so on; of equally large ones the one with the lowest node comes first.
  ///
  /// - Parameters:
  ///   - nodeCount: nodes are 0 ..< nodeCount.
  ///   - weights: one for each edge, nil for 1. Edges with a weight that is not positive and finite count as 1.
  static func communities(
    nodeCount: Int, sources: [Int32], targets: [Int32], weights: [Double]? = nil
  ) -> [Int] {
    var level = Level(
      nodeCount: nodeCount,
      edges: sources.indices.map { edge in
        let weight = weights?[edge] ?? 1
        return (
          Int(sources[edge]), Int(targets[edge]), weight > 0 && weight.isFinite ? weight : 1
        )
      })
    var group = Array(0..<nodeCount)
    while true {
      let (moved, membership) = level.grouped()
      if !moved { break }
      for node in group.indices { group[node] = membership[group[node]] }
      level = level.condensed(membership)
    }
    return bySize(group)
  }

  private static func bySize(_ group: [Int]) -> [Int] {
    var size = [Int](repeating: 0, count: group.count)
    var first = size
    for node in group.indices.reversed() {
      size[group[node]] += 1
      first[group[node]] = node
    }
    let order = size.indices.filter { size[$0] > 0 }.sorted {
      (-size[$0], first[$0]) < (-size[$1], first[$1])
    }
    var rank = [Int](repeating: 0, count: group.count)
    for (place, number) in order.enumerated() { rank[number] = place }
    return group.map { rank[$0] }
  }

  /// A graph with weights, in which each pair of neighbours is there once for each of them.
  private struct Level {
    var offsets: [Int] = [0]
    var neighbors: [Int32] = []
    var weights: [Double] = []
    /// The weight of all ends of edges at a node, loops counted twice.
    var strength: [Double]
    /// The weight of loops.
    var loops: [Double]

    var nodeCount: Int { strength.count }

    /// Edges may be there more than once: their weights add up.
    init(nodeCount: Int, edges: [(Int, Int, Double)]) {
      strength = [Double](repeating: 0, count: nodeCount)
      loops = strength
      var starts = [Int](repeating: 0, count: nodeCount + 1)
      for (a, b, _) in edges where a != b {
        starts[a + 1] += 1
        starts[b + 1] += 1
      }
      for node in 0..<nodeCount { starts[node + 1] += starts[node] }
      var halves = [(neighbor: Int32, weight: Double)](
        repeating: (0, 0), count: starts[nodeCount])
      var next = starts
      for (a, b, weight) in edges {
        strength[a] += weight
        strength[b] += weight
        if a == b {
          loops[a] += weight
          continue
        }
        halves[next[a]] = (Int32(b), weight)
        next[a] += 1
        halves[next[b]] = (Int32(a), weight)
        next[b] += 1
      }
      // Merged in the order of first appearance, which is the same for the same graph.
      var placeOf = [Int](repeating: -1, count: nodeCount)
      for node in 0..<nodeCount {
        let begin = neighbors.count
        for half in halves[starts[node]..<starts[node + 1]] {
          let place = placeOf[Int(half.neighbor)]
          if place >= begin {
            weights[place] += half.weight
          } else {
            placeOf[Int(half.neighbor)] = neighbors.count
            neighbors.append(half.neighbor)
            weights.append(half.weight)
          }
        }
        offsets.append(neighbors.count)
      }
    }

    /// What nodes go by while they look for their groups.
    private struct Grouping {
      var group: [Int]
      /// The strength of all nodes of each group.
      var total: [Double]
      /// The weight of edges from the node at hand to each group next to it; 0 between nodes.
      var weightTo: [Double]
      var near: [Int] = []
    }

    /// Groups, numbered from 0 by their lowest node, and whether any node joined another.
    func grouped() -> (moved: Bool, membership: [Int]) {
      var state = Grouping(
        group: Array(0..<nodeCount), total: strength,
        weightTo: [Double](repeating: 0, count: nodeCount))
      let all = strength.reduce(0, +)
      guard all > 0 else { return (false, state.group) }
      var moved = false
      for _ in 0..<Louvain.roundLimit {
        var hasMoved = false
        for node in 0..<nodeCount where move(node, &state, all) { hasMoved = true }
        if !hasMoved { break }
        moved = true
      }
      return (moved, renumbered(state.group))
    }

    /// Moves a node to the best group next to it; false when it is there already.
    private func move(_ node: Int, _ state: inout Grouping, _ all: Double) -> Bool {
      let home = state.group[node]
      state.near.removeAll(keepingCapacity: true)
      for place in offsets[node]..<offsets[node + 1] {
        let other = state.group[Int(neighbors[place])]
        if state.weightTo[other] == 0 { state.near.append(other) }
        state.weightTo[other] += weights[place]
      }
      state.total[home] -= strength[node]
      // What modularity gains, times half the weight of all ends.
      func gain(_ group: Int) -> Double {
        state.weightTo[group] - strength[node] * state.total[group] / all
      }
      var best = home
      var bestGain = gain(home)
      for other in state.near where other != home {
        let otherGain = gain(other)
        // Beyond rounding, so that no node goes to and fro for ever.
        let margin = 1e-12 * (abs(otherGain) + abs(bestGain))
        if otherGain > bestGain + margin
          || (best != home && otherGain >= bestGain - margin && other < best)
        {
          best = other
          bestGain = otherGain
        }
      }
      state.total[best] += strength[node]
      for other in state.near { state.weightTo[other] = 0 }
      state.group[node] = best
      return best != home
    }

    private func renumbered(_ group: [Int]) -> [Int] {
      var number = [Int](repeating: -1, count: nodeCount)
      var count = 0
      return group.map { old in
        if number[old] < 0 {
          number[old] = count
          count += 1
        }
        return number[old]
      }
    }

    /// The graph of the groups.
    func condensed(_ membership: [Int]) -> Level {
      let count = (membership.max() ?? -1) + 1
      var edges: [(Int, Int, Double)] = []
      for node in 0..<nodeCount {
        if loops[node] > 0 { edges.append((membership[node], membership[node], loops[node])) }
        for place in offsets[node]..<offsets[node + 1] where neighbors[place] > node {
          edges.append((membership[node], membership[Int(neighbors[place])], weights[place]))
        }
      }
      return Level(nodeCount: count, edges: edges)
    }
  }
}
