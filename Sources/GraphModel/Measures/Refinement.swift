/// Refines communities into connected parts. A node that is alone joins the part of its community
/// with the greatest gain of modularity, if the node and the part are both well connected with the
/// community: with at least the weight expected at random.
struct Refinement {
  private let rows: WeightedRows
  private let communities: [Int32]
  private(set) var parts: [Int32]
  /// The weight of edges from each part to the rest of its community.
  private var outward: [Double]
  private var isAlone: [Bool]
  /// The total strength of the nodes of each community.
  private var communityTotals: [Double]
  private var near: NearGroups
  /// The resolution divided by the total strength of all nodes.
  private let factor: Double

  init(_ rows: WeightedRows, _ communities: NodePartition, resolution: Double) {
    self.rows = rows
    self.communities = communities.classOfNode
    parts = (0..<rows.nodeCount).map { Int32(truncatingIfNeeded: $0) }
    outward = [Double](repeating: 0, count: rows.nodeCount)
    isAlone = [Bool](repeating: true, count: rows.nodeCount)
    communityTotals = [Double](repeating: 0, count: communities.count)
    near = NearGroups(groupCount: rows.nodeCount)
    var all = 0.0
    for node in 0..<rows.nodeCount {
      let community = communities.classOfNode[node]
      communityTotals[Int(community)] += rows.strengths[node]
      near.changeTotal(of: parts[node], by: rows.strengths[node])
      all += rows.strengths[node]
      for place in rows.row(of: node)
      where communities.classOfNode[Int(rows.neighbors[place])] == community {
        outward[node] += rows.weights[place]
      }
    }
    factor = all > 0 ? resolution / all : 0
  }

  /// - Parameter order: all nodes, in the order in which they may join parts.
  mutating func run(_ order: [Int32], _ meter: inout RunMeter) throws(CancellationError) {
    for node in order {
      try meter.advance(by: 1 + rows.row(of: Int(node)).count)
      if isAlone[Int(node)], isWellConnected(node) { join(Int(node)) }
    }
  }

  /// Returns true if a part, given by its first node, is well connected with its community.
  private func isWellConnected(_ part: Int32) -> Bool {
    let total = near.total(part)
    let rest = communityTotals[Int(communities[Int(part)])] - total
    return outward[Int(part)] >= factor * total * rest
  }

  private mutating func join(_ node: Int) {
    let community = communities[node]
    for place in rows.row(of: node) where communities[Int(rows.neighbors[place])] == community {
      near.add(rows.weights[place], to: parts[Int(rows.neighbors[place])])
    }
    var best = Int32(truncatingIfNeeded: node)
    var bestGain = 0.0
    for place in 0..<near.count where isWellConnected(near[place]) {
      let part = near[place]
      let gain = near.weight(part) - factor * rows.strengths[node] * near.total(part)
      if gain > bestGain || (gain == bestGain && gain > 0 && part < best) {
        best = part
        bestGain = gain
      }
    }
    if best != node {
      near.changeTotal(of: best, by: rows.strengths[node])
      outward[Int(best)] += outward[node] - 2 * near.weight(best)
      isAlone[node] = false
      isAlone[Int(best)] = false
      parts[node] = best
    }
    near.forgetWeights()
  }
}
