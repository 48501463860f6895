/// Computes the coordinates of blocks of aligned nodes.
struct BlockPlacement {
  private let root: [Int32]
  private let next: [Int32]
  private let shift: [Double]
  private let layers: Layers
  private let sign: Double
  /// The left and right neighbour of each node, -1 for none, with the minimum distance from the
  /// left one.
  private var left: [Int32]
  private var right: [Int32]
  private var gaps: [Double]
  /// The coordinate of the first node of each block.
  private var x: [Double]

  static func coordinates(
    _ rows: [[Int32]], _ root: [Int32], _ next: [Int32], _ shift: [Double], _ layers: Layers,
    isMirrored: Bool, gap: (Int32, Int32) -> Double
  ) -> [Double] {
    var placement = BlockPlacement(root, next, shift, layers, isMirrored)
    placement.setNeighbors(rows, gap)
    placement.shorten(placement.pack())
    return placement.places
  }

  /// Moves single nodes to the middle of the range in which the total length of their segments is
  /// minimal. Dummies of one edge, and nodes of a main line, that are aligned move together, so that they stay
  /// straight.
  static func centered(
    _ x: [Double], _ layers: Layers, gap: (Int32, Int32) -> Double
  ) -> [Double] {
    let line = StraightCoordinates.mainLine(layers)
    var root = x.indices.map { Int32($0) }
    var next = [Int32](repeating: -1, count: x.count)
    for node in layers.order.joined().map({ Int($0) }) {
      // Dummies have one segment above them.
      for slot in layers.above.range(node) {
        let upper = Int(layers.above.others[slot])
        let isInner = node >= layers.realCount && upper >= layers.realCount
        guard isInner || line?[upper] == Int32(node), x[upper] == x[node] else { continue }
        next[upper] = Int32(node)
        root[node] = root[upper]
        break
      }
    }
    var placement = BlockPlacement(root, next, x.map { _ in 0 }, layers, false)
    placement.setNeighbors(layers.order, gap)
    placement.x = x
    placement.shorten(
      x.indices.filter { root[$0] == Int32($0) }.sorted { (x[$0], $0) < (x[$1], $1) })
    return placement.places
  }

  private var places: [Double] { root.indices.map { x[Int(root[$0])] + shift[$0] } }

  private mutating func setNeighbors(_ rows: [[Int32]], _ gap: (Int32, Int32) -> Double) {
    for row in rows {
      for (a, b) in zip(row, row.dropFirst()) {
        left[Int(b)] = a
        right[Int(a)] = b
        gaps[Int(b)] = gap(a, b)
      }
    }
  }

  /// - Parameter order: blocks from left to right.
  private mutating func shorten(_ order: [Int]) {
    for pass in 0..<4 {
      for block in pass % 2 == 0 ? order.reversed() : order { shorten(block) }
    }
  }

  private init(
    _ root: [Int32], _ next: [Int32], _ shift: [Double], _ layers: Layers, _ isMirrored: Bool
  ) {
    (self.root, self.next, self.shift, self.layers) = (root, next, shift, layers)
    sign = isMirrored ? -1 : 1
    left = [Int32](repeating: -1, count: root.count)
    right = left
    gaps = [Double](repeating: 0, count: root.count)
    x = gaps
  }

  /// Moves all blocks as far left as possible; returns them in an order from left to right.
  private mutating func pack() -> [Int] {
    var waiting = [Int32](repeating: 0, count: root.count)
    for node in root.indices where left[node] >= 0 { waiting[Int(root[node])] += 1 }
    var order = root.indices.filter { root[$0] == Int32($0) && waiting[$0] == 0 }
    for block in order { x[block] = -leastShift(block) }
    var read = 0
    while read < order.count {
      let block = order[read]
      read += 1
      var node = block
      while node >= 0 {
        if right[node] >= 0 {
          let other = Int(root[Int(right[node])])
          waiting[other] -= 1
          if waiting[other] == 0 {
            x[other] = leftBound(other)
            order.append(other)
          }
        }
        node = Int(next[node])
      }
    }
    return order
  }

  private func leastShift(_ block: Int) -> Double {
    var (least, node) = (0.0, block)
    while node >= 0 {
      least = min(least, shift[node])
      node = Int(next[node])
    }
    return least
  }

  private func leftBound(_ block: Int) -> Double {
    var (bound, node) = (-Double.infinity, block)
    while node >= 0 {
      if left[node] >= 0 {
        let other = Int(left[node])
        bound = max(bound, x[Int(root[other])] + shift[other] + gaps[node] - shift[node])
      }
      node = Int(next[node])
    }
    return bound
  }

  private func rightBound(_ block: Int) -> Double {
    var (bound, node) = (Double.infinity, block)
    while node >= 0 {
      if right[node] >= 0 {
        let other = Int(right[node])
        bound = min(bound, x[Int(root[other])] + shift[other] - gaps[other] - shift[node])
      }
      node = Int(next[node])
    }
    return bound
  }

  /// Moves a block to where the total length of its segments to other blocks is minimal, as far as
  /// its neighbours allow. The optimum is a median of the coordinates at which each segment would
  /// be straight, or the range between the two medians, of which the middle is used. A block with
  /// one segment above and one below only moves into that range, as the middle would bend both
  /// segments.
  private mutating func shorten(_ block: Int) {
    var (wanted, node, aboveCount): ([Double], Int, Int) = ([], block, 0)
    while node >= 0 {
      for (isAbove, links) in [(true, layers.above), (false, layers.below)] {
        for slot in links.range(node) where root[Int(links.others[slot])] != Int32(block) {
          let other = Int(links.others[slot])
          wanted.append(
            x[Int(root[other])] + shift[other] + sign * links.shifts[slot] - shift[node])
          if isAbove { aboveCount += 1 }
        }
      }
      node = Int(next[node])
    }
    if wanted.isEmpty { return }
    wanted.sort()
    let (near, far) = (wanted[(wanted.count - 1) / 2], wanted[wanted.count / 2])
    let isPassage = wanted.count == 2 && aboveCount == 1
    let aim = isPassage ? min(max(x[block], near), far) : (near + far) / 2
    let (low, high) = (leftBound(block), rightBound(block))
    x[block] = low > high ? low : min(max(aim, low), high)
  }
}
