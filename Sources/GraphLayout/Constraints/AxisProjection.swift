import ForceSimulation

/// The projection of one coordinate of all nodes onto separations: the coordinates that fulfil them
/// and have the least sum of weighted squared moves.
///
/// Nodes whose separations are met exactly are blocks, which move as one: blocks are merged along
/// violated separations, and split where a multiplier is negative (Dwyer, Marriott and Stuckey
/// 2005, doi:10.1007/11618058_15). Exact separations are never split: their nodes are one class
/// from the beginning. The class of the ground does not move. Blocks remain from one call to the
/// next, so that little is left to do if coordinates have changed little.
///
/// A call takes O(nodes + separations), plus the sizes of the blocks that are merged or split. If
/// that exceeds a limit, the result is the mean of the two points that are reached by moving nodes
/// only up, and only down: it fulfils all separations, too.
struct AxisProjection {
  struct Edge {
    var left: Int
    var right: Int
    var gap: Double
  }

  /// The nodes in separations, the class of each, and its place in the class.
  private let nodes: [Int]
  private let classOfNode: [Int]
  private let placeOfNode: [Double]
  private let weightOfNode: [Double]
  private let ground: Int
  /// The separations of classes, and those at each class.
  private(set) var edges: [Edge]
  private let incident: [[Int32]]
  /// The edges from left to right, and the least and greatest coordinate that the ground leaves.
  private let order: [Int]
  private let lowest: [Double]
  private let highest: [Double]

  let weights: [Double]
  var desired: [Double]
  var blockOf: [Int]
  /// The place of each class in its block.
  var place: [Double]
  var blocks: [Block]
  var isActive: [Bool]
  var multipliers: [Double]
  var work = 0
  private var tolerance = 1e-10
  /// The numbers of empty blocks, and memory of walks over a block.
  private var free: [Int] = []
  private var pulls: [Double]
  private var parents: [Int]

  struct Block {
    var classes: [Int]
    var position = 0.0
    /// The sums over classes of their weights, and of the weighted coordinates that the block would have
    /// for each.
    var weight = 0.0
    var sum = 0.0
    var isFixed = false
  }

  /// - Parameters:
  ///   - separations: they can hold together. O(separations * passes of longest paths).
  ///   - weights: the weight of each node; nil if all are 1.
  init(_ separations: [Separation], weights nodeWeights: [Double]? = nil) {
    var classes = OffsetClasses(separations)
    nodes = classes.nodes
    let (found, count) = classes.numbered()
    classOfNode = found.map(\.number)
    placeOfNode = found.map(\.offset)
    ground = 0
    let local = classes.local
    let edges: [Edge] = separations.compactMap { separation in
      let (left, right) = (found[local(separation.left)], found[local(separation.right)])
      if separation.isExact || left.number == right.number { return nil }
      return Edge(
        left: left.number, right: right.number,
        gap: separation.gap + left.offset - right.offset)
    }
    let mean = nodeWeights.map { $0.reduce(0, +) / Double(max($0.count, 1)) } ?? 1
    weightOfNode = classes.nodes.map { node in
      node < 0 ? 1 : (nodeWeights?[node] ?? 1) / (mean > 0 ? mean : 1)
    }
    var (weights, incident) = (
      [Double](repeating: 0, count: count), [[Int32]](repeating: [], count: count)
    )
    for (index, weight) in zip(classOfNode, weightOfNode) { weights[index] += weight }
    for (number, edge) in edges.enumerated() {
      incident[edge.left].append(Int32(number))
      incident[edge.right].append(Int32(number))
    }
    (self.edges, self.weights, self.incident) = (edges, weights, incident)
    var potentials = [Double](repeating: 0, count: count)
    Self.raise(&potentials, edges, Array(edges.indices))
    order = edges.indices.sorted {
      (potentials[edges[$0].left], $0) < (potentials[edges[$1].left], $1)
    }
    var (lowest, highest) = (
      [Double](repeating: -.infinity, count: count), [Double](repeating: .infinity, count: count)
    )
    (lowest[0], highest[0]) = (0, 0)
    Self.raise(&lowest, edges, order)
    Self.lower(&highest, edges, order)
    (self.lowest, self.highest) = (lowest, highest)
    desired = [Double](repeating: 0, count: count)
    place = desired
    blockOf = Array(0..<count)
    blocks = (0..<count).map { Block(classes: [$0], isFixed: $0 == 0) }
    isActive = [Bool](repeating: false, count: edges.count)
    multipliers = [Double](repeating: 0, count: edges.count)
    pulls = desired
    parents = [Int](repeating: -1, count: count)
  }

  /// Sets the gaps of separations, none of which is exact or of the ground. All classes are blocks then.
  mutating func setGaps(_ gap: (Int) -> Double) {
    for edge in edges.indices { edges[edge].gap = gap(edge) }
    takeApart()
  }

  /// Makes each class a block of its own.
  private mutating func takeApart() {
    blocks = desired.indices.map { Block(classes: [$0], isFixed: $0 == ground) }
    for index in desired.indices { (blockOf[index], place[index]) = (index, 0) }
    for edge in edges.indices { isActive[edge] = false }
    free = []
  }

  /// Raises coordinates until all separations hold. At most as many passes as there are classes.
  private static func raise(_ x: inout [Double], _ edges: [Edge], _ order: [Int]) {
    for pass in 0...x.count {
      var hasChanged = false
      for place in order.indices {
        let edge = edges[order[pass % 2 == 0 ? place : order.count - 1 - place]]
        let least = x[edge.left] + edge.gap
        if x[edge.right] < least - 1e-11 * max(1, least.magnitude) {
          x[edge.right] = least
          hasChanged = true
        }
      }
      if !hasChanged { return }
    }
  }

  private static func lower(_ x: inout [Double], _ edges: [Edge], _ order: [Int]) {
    var mirrored = x.map { -$0 }
    raise(
      &mirrored, edges.map { Edge(left: $0.right, right: $0.left, gap: $0.gap) },
      order.reversed())
    x = mirrored.map { -$0 }
  }

  /// Projects a coordinate of positions.
  ///
  /// - Parameters:
  ///   - unit: the unit of the positions, in that of the separations.
  ///   - rounds: the number of times that blocks are split; until none has to be by default. 0 for the
  ///     mean of the two points.
  mutating func project<Vector: LayoutVector>(
    _ positions: UnsafeMutableBufferPointer<Vector>, axis: Int, unit: Double = 1,
    rounds: Int = .max
  ) {
    for index in desired.indices { desired[index] = 0 }
    var farthest = 1.0
    for index in nodes.indices where nodes[index] >= 0 {
      let wanted = positions[nodes[index]][axis] * unit - placeOfNode[index]
      farthest = max(farthest, wanted.magnitude)
      desired[classOfNode[index]] += weightOfNode[index] * wanted
    }
    for index in desired.indices { desired[index] /= weights[index] }
    tolerance = 1e-10 * farthest
    solve(rounds: rounds)
    for index in nodes.indices where nodes[index] >= 0 {
      let (number, node) = (classOfNode[index], nodes[index])
      positions[node][axis] =
        ((number == ground ? 0 : coordinate(number)) + placeOfNode[index]) / unit
    }
  }

  /// Returns by how much nodes that are held have to move in the mean; 0 if none is.
  func meanMove<Vector: LayoutVector>(_ positions: [Vector], axis: Int) -> Double {
    let held = nodes.indices.filter { nodes[$0] >= 0 && classOfNode[$0] == ground }
    return held.reduce(0) { $0 + placeOfNode[$1] - positions[nodes[$1]][axis] }
      / Double(max(held.count, 1))
  }

  func coordinate(_ number: Int) -> Double { blocks[blockOf[number]].position + place[number] }

  private mutating func solve(rounds: Int) {
    work = 0
    for number in blocks.indices where !blocks[number].classes.isEmpty { refresh(number) }
    if rounds == 0 { return average() }
    let limit = max(1_000_000, 200 * (edges.count + weights.count))
    for round in 0..<rounds {
      let hasSplit = splitAll(limit: limit)
      if !hasSplit, round > 0 { return }
      guard mergeAll(limit: limit) else { return average() }
    }
  }

  /// Places all classes at the mean of the points reached by moving only up and only down, each in a
  /// block of its own.
  private mutating func average() {
    var up = desired.indices.map { min(max(desired[$0], lowest[$0]), highest[$0]) }
    var down = up
    Self.raise(&up, edges, order)
    Self.lower(&down, edges, order)
    takeApart()
    for index in desired.indices where index != ground {
      blocks[index].position = (up[index] + down[index]) / 2
    }
  }
}

// MARK: Blocks

extension AxisProjection {
  private func violation(_ edge: Int) -> Double {
    coordinate(edges[edge].left) + edges[edge].gap - coordinate(edges[edge].right)
  }

  /// Sets a block's sums, and its position.
  private mutating func refresh(_ number: Int) {
    var (weight, sum) = (0.0, 0.0)
    for index in blocks[number].classes {
      weight += weights[index]
      sum += weights[index] * (desired[index] - place[index])
    }
    (blocks[number].weight, blocks[number].sum) = (weight, sum)
    blocks[number].position = blocks[number].isFixed ? -place[ground] : sum / weight
  }

  /// Merges blocks along violated separations, the most violated ones first, until none is. False if
  /// that takes more work than the limit.
  private mutating func mergeAll(limit: Int) -> Bool {
    while true {
      var violated: [(amount: Double, edge: Int)] = []
      for edge in edges.indices where !isActive[edge] {
        let amount = violation(edge)
        if amount > tolerance { violated.append((amount, edge)) }
      }
      if violated.isEmpty { return true }
      work += edges.count
      violated.sort { (-$0.amount, $0.edge) < (-$1.amount, $1.edge) }
      for (_, edge) in violated where violation(edge) > tolerance {
        if blockOf[edges[edge].left] == blockOf[edges[edge].right] {
          guard splitBetween(edge) else { return false }
        }
        if violation(edge) > tolerance { merge(along: edge) }
        if work > limit { return false }
      }
    }
  }

  /// Merges the smaller of two blocks into the larger one.
  private mutating func merge(along number: Int) {
    let edge = edges[number]
    isActive[number] = true
    let (a, b) = (blockOf[edge.left], blockOf[edge.right])
    let isLeftKept = blocks[a].classes.count >= blocks[b].classes.count
    let (kept, other) = isLeftKept ? (a, b) : (b, a)
    let shift = (place[edge.left] + edge.gap - place[edge.right]) * (isLeftKept ? 1 : -1)
    let moved = blocks[other]
    work += moved.classes.count
    blocks[other] = Block(classes: [])
    free.append(other)
    for index in moved.classes {
      blockOf[index] = kept
      place[index] += shift
    }
    blocks[kept].classes += moved.classes
    blocks[kept].sum += moved.sum - shift * moved.weight
    blocks[kept].weight += moved.weight
    if moved.isFixed { blocks[kept].isFixed = true }
    blocks[kept].position =
      blocks[kept].isFixed ? -place[ground] : blocks[kept].sum / blocks[kept].weight
  }

  /// Splits each block at its most negative multiplier, and its parts, until none is negative. True if
  /// a block has been split.
  private mutating func splitAll(limit: Int) -> Bool {
    var (hasSplit, rest) = (false, blocks.indices.filter { blocks[$0].classes.count > 1 })
    while let number = rest.popLast(), work <= limit {
      guard blocks[number].classes.count > 1 else { continue }
      findMultipliers(number)
      var worst = (value: -100 * tolerance, edge: -1)
      for index in blocks[number].classes {
        for edge in incident[index] where isActive[Int(edge)] {
          let value = multipliers[Int(edge)]
          if value < worst.value { worst = (value, Int(edge)) }
        }
      }
      if worst.edge < 0 { continue }
      hasSplit = true
      rest += [number, split(number, at: worst.edge)]
    }
    return hasSplit
  }

  /// Splits the block of a separation's two classes where one of the separations between them, which
  /// hold its right one back, has the least multiplier; false if there is none.
  private mutating func splitBetween(_ number: Int) -> Bool {
    let (left, right) = (edges[number].left, edges[number].right)
    let block = blockOf[left]
    findMultipliers(block)
    for (index, parent) in walk(from: left) { parents[index] = parent }
    var (at, best) = (right, (value: Double.infinity, edge: -1))
    while at != left {
      let parent = parents[at]
      if edges[parent].right == at, multipliers[parent] < best.value {
        best = (multipliers[parent], parent)
      }
      at = edges[parent].right == at ? edges[parent].left : edges[parent].right
    }
    if best.edge < 0 { return false }
    _ = split(block, at: best.edge)
    return true
  }

  /// Splits a block, and returns the number of the new one, on the right.
  private mutating func split(_ number: Int, at edge: Int) -> Int {
    isActive[edge] = false
    let part = walk(from: edges[edge].right).map(\.index)
    // There are as many numbers as classes, so that one is free.
    let new = free.removeLast()
    for index in part { blockOf[index] = new }
    let kept = blocks[number].classes.filter { blockOf[$0] == number }
    let isFixed = blocks[number].isFixed
    blocks[number] = Block(classes: kept, isFixed: isFixed && blockOf[ground] == number)
    blocks[new] = Block(classes: part, isFixed: isFixed && blockOf[ground] == new)
    work += part.count + blocks[number].classes.count
    refresh(number)
    refresh(new)
    return new
  }

  /// Returns the classes that are reached from one along active separations, each after the one that
  /// it is reached from, with the separation by which it is.
  private func walk(from first: Int) -> [(index: Int, parent: Int)] {
    var found = [(index: first, parent: -1)]
    var next = 0
    while next < found.count {
      let (index, parent) = found[next]
      next += 1
      for edge in incident[index] where Int(edge) != parent && isActive[Int(edge)] {
        let other =
          edges[Int(edge)].left == index ? edges[Int(edge)].right : edges[Int(edge)].left
        found.append((other, Int(edge)))
      }
    }
    return found
  }

  /// Sets the multipliers of a block's active separations. What pulls the classes beyond a separation is
  /// what it holds.
  private mutating func findMultipliers(_ number: Int) {
    let found = walk(from: blocks[number].isFixed ? ground : blocks[number].classes[0])
    work += found.count
    for (index, _) in found { pulls[index] = weights[index] * (coordinate(index) - desired[index]) }
    for (index, parent) in found.reversed() where parent >= 0 {
      let isRight = edges[parent].right == index
      multipliers[parent] = isRight ? pulls[index] : -pulls[index]
      pulls[isRight ? edges[parent].left : edges[parent].right] += pulls[index]
    }
  }
}
