/// Moves nodes, one at a time, to the community where the gain of modularity is greatest. After a
/// move, the node's neighbours in other communities are examined again.
struct CommunityMoves {
  /// The maximum mean number of visits per node. Each move increases modularity, so their number is
  /// finite; this bounds it when gains are near rounding errors.
  private static let visitLimit = 100

  private let rows: WeightedRows
  private(set) var communities: [Int32]
  private var sizes: [Int32]
  /// Empty communities.
  private var empty: [Int32] = []
  private var near: NearGroups
  /// The resolution divided by the total strength of all nodes.
  private let factor: Double

  /// - Parameter communities: the community of each node, below the number of nodes.
  init(_ rows: WeightedRows, _ communities: [Int32], resolution: Double) {
    self.rows = rows
    self.communities = communities
    sizes = [Int32](repeating: 0, count: rows.nodeCount)
    near = NearGroups(groupCount: rows.nodeCount)
    var all = 0.0
    for node in communities.indices {
      near.changeTotal(of: communities[node], by: rows.strengths[node])
      sizes[Int(communities[node])] += 1
      all += rows.strengths[node]
    }
    factor = all > 0 ? resolution / all : 0
    for community in sizes.indices.reversed() where sizes[community] == 0 {
      empty.append(Int32(truncatingIfNeeded: community))
    }
  }

  /// - Parameter order: all nodes, in the initial order of visits.
  mutating func run(_ order: [Int32], _ meter: inout RunMeter) throws(CancellationError) {
    // The queue is a ring buffer: it never contains a node twice.
    var queue = order
    var isQueued = [Bool](repeating: true, count: order.count)
    var (head, count) = (0, order.count)
    var visitsLeft = Self.visitLimit * order.count
    while count > 0, visitsLeft > 0 {
      let node = queue[head]
      head = head + 1 == order.count ? 0 : head + 1
      count -= 1
      visitsLeft -= 1
      isQueued[Int(node)] = false
      let row = rows.row(of: Int(node))
      try meter.advance(by: 1 + row.count)
      guard move(Int(node)) else { continue }
      for place in row {
        let neighbor = rows.neighbors[place]
        guard !isQueued[Int(neighbor)],
          communities[Int(neighbor)] != communities[Int(node)]
        else { continue }
        isQueued[Int(neighbor)] = true
        let end = head + count
        queue[end < order.count ? end : end - order.count] = neighbor
        count += 1
      }
    }
  }

  /// Moves a node to the best adjacent community, or to its own; returns false if it stays.
  private mutating func move(_ node: Int) -> Bool {
    let home = communities[node]
    let strength = rows.strengths[node]
    for place in rows.row(of: node) {
      near.add(rows.weights[place], to: communities[Int(rows.neighbors[place])])
    }
    // The gain of modularity compared with being alone, times half the total strength.
    var best = home
    var bestGain = near.weight(home) - strength * factor * (near.total(home) - strength)
    for place in 0..<near.count where near[place] != home {
      let other = near[place]
      let gain = near.weight(other) - strength * factor * near.total(other)
      // The margin exceeds rounding errors, so that no node oscillates.
      let margin = 1e-12 * (abs(gain) + abs(bestGain))
      if gain > bestGain + margin || (best != home && gain >= bestGain - margin && other < best) {
        best = other
        bestGain = gain
      }
    }
    near.forgetWeights()
    if bestGain < -1e-12 * strength, sizes[Int(home)] > 1, let free = empty.popLast() {
      best = free
    }
    if best == home { return false }
    communities[node] = best
    near.changeTotal(of: home, by: -strength)
    near.changeTotal(of: best, by: strength)
    sizes[Int(best)] += 1
    sizes[Int(home)] -= 1
    if sizes[Int(home)] == 0 {
      near.clearTotal(of: home)
      empty.append(home)
    }
    return true
  }
}
