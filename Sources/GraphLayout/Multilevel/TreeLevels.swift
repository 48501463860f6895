import RunSupport

/// The levels of a tree, for drawings without crossings.
///
/// All leaves are removed repeatedly until the centre is left. Each level has about twice the nodes
/// of the coarser one. Removed subtrees are inserted again around the node they are attached to,
/// between its edges and near enough not to cross others.
struct TreeLevels {
  /// The levels, the finest first. Each has the first nodes of `order`.
  let graphs: [LevelGraph]
  /// The nodes of the tree from the centre outwards, each after the one that it is attached to.
  let order: [Int32]
  /// For each place in `order`, the place of the node that this node is attached to; -1 for the root.
  private let parents: [Int32]

  /// The largest coarsest level, in nodes.
  private static var limit: Int { 30 }
  /// The fraction of the space around a node that its subtrees get.
  private static var share: Double { 0.45 }

  /// Creates the levels; nil if the graph is not a tree, or if the mean square of its degrees is
  /// above 100, since each edge of a hub is near to hundreds of others. O(nodes + edges).
  init?(_ graph: LevelGraph) {
    let count = graph.nodeCount
    guard count > 2, graph.neighbors.count == 2 * (count - 1) else { return nil }
    let squares = (0..<count).reduce(0) { $0 + graph.degree(of: $1) * graph.degree(of: $1) }
    guard squares <= 100 * count, let rounds = Self.rounds(graph) else { return nil }
    let order = (0..<Int32(count)).sorted { (-rounds[Int($0)], $0) < (-rounds[Int($1)], $1) }
    var places = [Int32](repeating: 0, count: count)
    for (place, node) in order.enumerated() { places[Int(node)] = Int32(place) }
    // All but one of a node's neighbours were removed before it.
    let parents = order.map { node in
      let nearest = graph.range(of: Int(node)).map { places[Int(graph.neighbors[$0])] }.min() ?? -1
      return nearest < places[Int(node)] ? nearest : -1
    }
    let sizes = Self.sizes(rounds)
    guard zip(sizes, sizes.dropFirst()).allSatisfy({ Self.isSpread(parents[..<$0], beyond: $1) })
    else { return nil }
    (self.order, self.parents) = (order, parents)
    graphs = sizes.map { size in Self.graph(parents[..<size]) }
  }

  /// Returns for each node the round in which it is removed, from 1; nil if there are cycles.
  private static func rounds(_ graph: LevelGraph) -> [Int]? {
    let count = graph.nodeCount
    var rounds = [Int](repeating: 0, count: count)
    var degrees = (0..<count).map { graph.degree(of: $0) }
    var leaves = degrees.indices.filter { degrees[$0] <= 1 }
    var (round, left) = (0, count)
    while left > 2, !leaves.isEmpty {
      round += 1
      for node in leaves { rounds[node] = round }
      left -= leaves.count
      var next: [Int] = []
      for node in leaves {
        for place in graph.range(of: node) where rounds[Int(graph.neighbors[place])] == 0 {
          degrees[Int(graph.neighbors[place])] -= 1
          if degrees[Int(graph.neighbors[place])] == 1 { next.append(Int(graph.neighbors[place])) }
        }
      }
      leaves = next
    }
    guard left <= 2 else { return nil }
    return rounds.map { $0 == 0 ? round + 1 : $0 }
  }

  /// Returns the numbers of nodes of the levels: those left after some rounds, each at most half of
  /// the previous one.
  private static func sizes(_ rounds: [Int]) -> [Int] {
    // For each round, the number of nodes left before it.
    var left = [Int](repeating: 0, count: (rounds.max() ?? 0) + 2)
    for round in rounds { left[round] += 1 }
    for round in left.indices.dropLast().reversed() { left[round] += left[round + 1] }
    var sizes = [rounds.count]
    for size in left where size > 0 && size <= sizes[sizes.count - 1] / 2 {
      if sizes[sizes.count - 1] <= limit { break }
      sizes.append(size)
    }
    return sizes
  }

  /// Returns whether the subtrees of a level are small, since all nodes of one are near to each other
  /// at first: whether the sum of the squares of their sizes is at most 64 per node. O(nodes).
  private static func isSpread(_ parents: ArraySlice<Int32>, beyond kept: Int) -> Bool {
    var anchors = [Int32](repeating: 0, count: parents.count)
    var sizes = [Int](repeating: 0, count: kept)
    for node in kept..<parents.count {
      let parent = Int(parents[node])
      anchors[node] = parent < kept ? Int32(parent) : anchors[parent]
      sizes[Int(anchors[node])] += 1
    }
    return sizes.reduce(0) { $0 + $1 * $1 } <= 64 * parents.count
  }

  private static func graph(_ parents: ArraySlice<Int32>) -> LevelGraph {
    var offsets = [Int32](repeating: 0, count: parents.count + 1)
    for (node, parent) in parents.enumerated() where parent >= 0 {
      offsets[node + 1] += 1
      offsets[Int(parent) + 1] += 1
    }
    for node in parents.indices { offsets[node + 1] += offsets[node] }
    var next = offsets
    var neighbors = [Int32](repeating: 0, count: 2 * max(parents.count - 1, 0))
    for (node, parent) in parents.enumerated() where parent >= 0 {
      for (here, there) in [(Int32(node), parent), (parent, Int32(node))] {
        neighbors[Int(next[Int(here)])] = there
        next[Int(here)] += 1
      }
    }
    let ones = [Float](repeating: 1, count: neighbors.count)
    return LevelGraph(
      offsets: offsets, neighbors: neighbors, lengths: ones, weights: ones,
      masses: [Float](repeating: 1, count: parents.count))
  }
}

// MARK: Places

extension TreeLevels {
  /// The start of the coarsest level: a radial tree, without crossings.
  func start<Vector: LayoutVector>(edgeLength: Double) -> [Vector] {
    hung(on: [.zero], count: graphs[graphs.count - 1].nodeCount) { _ in edgeLength }
  }

  /// Returns the positions of a finer level from those of the next coarser one, on an area that
  /// grows with the number of nodes. O(nodes log nodes).
  func finer<Vector: LayoutVector>(_ coarse: [Vector], level: Int, reach: Double) -> [Vector] {
    let (graph, finer) = (graphs[level + 1], graphs[level])
    let growth = (Double(finer.nodeCount) / Double(graph.nodeCount)).squareRoot()
    let positions = coarse.map { $0 * growth }
    // How far around each node nothing else is.
    var room = [Double](repeating: reach, count: graph.nodeCount)
    for node in room.indices {
      for place in graph.range(of: node) {
        room[node] = min(
          room[node], positions[node].distance(to: positions[Int(graph.neighbors[place])]))
      }
    }
    // In a crowd, where this stops early, some rooms remain too large, and edges may cross.
    _ = NearEdges(links: graph.ends()).forEach(positions, within: reach) {
      node, _, _, distance in room[node] = min(room[node], distance)
    }
    let depths = depths(beyond: graph.nodeCount, count: finer.nodeCount)
    return hung(on: positions, count: finer.nodeCount) {
      Self.share * room[$0] / Double(max(depths[$0], 1))
    }
  }

  /// Returns for each of the first `count` nodes the depth of its removed subtrees.
  private func depths(beyond kept: Int, count: Int) -> [Int] {
    var depths = [Int](repeating: 0, count: count)
    for node in (kept..<count).reversed() {
      depths[Int(parents[node])] = max(depths[Int(parents[node])], depths[node] + 1)
    }
    return depths
  }

  /// Returns the positions of the first `count` nodes, given those of some first ones. The subtrees
  /// of a node are a radial tree between its edges (see `RadialTreeLayout`), with circles
  /// `distance` apart.
  private func hung<Vector: LayoutVector>(
    on kept: [Vector], count: Int, distance: (Int) -> Double
  ) -> [Vector] {
    var leaves = [Int](repeating: 0, count: count)
    var children = [[Int32]](repeating: [], count: count)
    for node in (1..<count).reversed() {
      if leaves[node] == 0 { leaves[node] = 1 }
      leaves[Int(parents[node])] += leaves[node]
      if node >= kept.count { children[Int(parents[node])].append(Int32(node)) }
    }
    // In turns.
    var start = [Double](repeating: 0, count: count)
    var width = start
    var depth = [Int](repeating: 0, count: count)
    var step = start
    var anchor = [Int](repeating: 0, count: count)
    let edges = graphs[0]
    for node in 0..<count where !children[node].isEmpty {
      if node < kept.count {
        (anchor[node], step[node]) = (node, distance(node))
        let turns = edges.range(of: node).map { Int(edges.neighbors[$0]) }
          .filter { $0 < kept.count }.map { Self.turns(kept[$0] - kept[node]) }.sorted()
        for (child, wedge) in Self.wedges(children[node], leaves, between: turns) {
          (start[child], width[child]) = (wedge.start, wedge.width)
        }
      } else {
        // The widest wedge in which the next circle is seen without crossing this one: two arc cosines of d / (d + 1) and less.
        let widest = (2 / Double(depth[node] + 1)).squareRoot() / Double.pi
        let wedge = min(width[node], widest)
        let all = children[node].reduce(0) { $0 + leaves[Int($1)] }
        var next = start[node] + (width[node] - wedge) / 2
        for child in children[node].map({ Int($0) }) {
          (start[child], width[child]) = (next, wedge * Double(leaves[child]) / Double(all))
          next += width[child]
        }
      }
      for child in children[node].map({ Int($0) }) {
        (anchor[child], step[child]) = (anchor[node], step[node])
        depth[child] = depth[node] + 1
      }
    }
    return (0..<count).map { node in
      if node < kept.count { return kept[node] }
      let (sine, cosine) = sineAndCosine(turns: start[node] + width[node] / 2)
      let radius = Double(depth[node]) * step[node]
      var place = kept[anchor[node]]
      place[0] += radius * cosine
      place[1] += radius * sine
      return place
    }
  }

  /// Distributes subtrees among the gaps between edges, the largest first, where each leaf gets the
  /// widest angle.
  private static func wedges(
    _ children: [Int32], _ leaves: [Int], between turns: [Double]
  ) -> [(child: Int, wedge: (start: Double, width: Double))] {
    var gaps = turns.indices.map { place in
      let next = place + 1 < turns.count ? turns[place + 1] : turns[0] + 1
      return (start: turns[place], width: next - turns[place], leaves: 0, children: [Int]())
    }
    if gaps.isEmpty { gaps = [(0, 1, 0, [])] }
    let isOpen = turns.isEmpty
    let sorted = children.map { Int($0) }.sorted { (-leaves[$0], $0) < (-leaves[$1], $1) }
    for child in sorted {
      func width(_ gap: Int) -> Double {
        gaps[gap].width / Double(gaps[gap].leaves + leaves[child] + 1)
      }
      let best = gaps.indices.reduce(0) { width($1) > width($0) ? $1 : $0 }
      gaps[best].leaves += leaves[child]
      gaps[best].children.append(child)
    }
    return gaps.flatMap { gap -> [(child: Int, wedge: (start: Double, width: Double))] in
      // Half of a leaf's part stays free beside each edge.
      let margin = isOpen ? 0 : gap.width / Double(gap.leaves + 1) / 2
      var next = gap.start + margin
      return gap.children.map { child in
        let width = (gap.width - 2 * margin) * Double(leaves[child]) / Double(gap.leaves)
        defer { next += width }
        return (child, (next, width))
      }
    }
  }

  /// Returns the direction of a vector, 0 to 1, with the same bits on any machine: by Newton's
  /// method.
  private static func turns<Vector: LayoutVector>(_ vector: Vector) -> Double {
    let (x, y) = (vector[0], vector[1])
    let length = (x * x + y * y).squareRoot()
    guard length > 0, length.isFinite else { return 0 }
    let along = y / (abs(x) + abs(y)) / 4
    var turns = x >= 0 ? along : 0.5 - along
    for _ in 0..<4 {
      let (sine, cosine) = sineAndCosine(turns: turns)
      turns += (y * cosine - x * sine) / length / (2 * Double.pi)
    }
    return turns - turns.rounded(.down)
  }
}
