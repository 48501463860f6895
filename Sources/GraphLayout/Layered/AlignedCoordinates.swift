/// Places of the nodes across (Brandes and Köpf 2002, doi:10.1007/3-540-45848-4_3).
///
/// Four times, from above and below and from the left and the right: each node is aligned with the median of its neighbours, where no
/// inner segment (between two dummies) and no earlier alignment is crossed; blocks of aligned nodes are put as close as the boxes
/// allow, then each where its other segments are shortest, as far as there is room. The result is the mean of the two middle ones of the
/// four places, which keeps order and distances. Aligned ports are straight above each other. Blocks are placed by longest paths
/// between them instead of the paper's classes, whose flaw (Brandes, Walter and Zink 2020, arXiv:2008.01252) they do not have.
struct AlignedCoordinates {
  /// The space between neighbours on a layer.
  struct Gaps {
    var nodes: Double
    /// Beside dummies.
    var dummies: Double
    /// Of each group, from its left border to what is in it, and to its right border.
    var left: [Double]
    var right: [Double]
  }

  private let layers: Layers
  private let places: [Int32]
  private let gaps: Gaps
  /// Segments, by their ends, that cross an inner one.
  private let conflicts: Set<Int64>

  /// O(segments log nodes).
  static func coordinates(_ layers: Layers, _ gaps: Gaps) -> [Double] {
    let places = layers.places()
    var conflicts: Set<Int64> = []
    // What crosses a border gives way, then what crosses an edge's dummies.
    if layers.hasGroups { mark(layers, places, from: layers.borderStart, &conflicts) }
    mark(layers, places, from: layers.realCount, &conflicts)
    let drawing = AlignedCoordinates(
      layers: layers, places: places, gaps: gaps, conflicts: conflicts)
    var all: [[Double]] = []
    for fromBelow in [false, true] {
      for fromRight in [false, true] {
        all.append(drawing.oneSided(fromBelow: fromBelow, fromRight: fromRight))
      }
    }
    return averaged(all, layers)
  }

  /// The four drawings are moved to the one that is narrowest, by their left rims or their right ones.
  private static func averaged(_ all: [[Double]], _ layers: Layers) -> [Double] {
    let bounds = all.map { x in
      (
        x.indices.reduce(Double.infinity) { min($0, x[$1] - layers.left[$1]) },
        x.indices.reduce(-Double.infinity) { max($0, x[$1] + layers.right[$1]) }
      )
    }
    var narrowest = 0
    for index in all.indices
    where bounds[index].1 - bounds[index].0 < bounds[narrowest].1 - bounds[narrowest].0 {
      narrowest = index
    }
    let moved = all.indices.map { index in
      let isLeft = index % 2 == 0
      let by =
        isLeft
        ? bounds[narrowest].0 - bounds[index].0 : bounds[narrowest].1 - bounds[index].1
      return all[index].map { $0 + by }
    }
    return all[0].indices.map { node in
      let four = moved.map { $0[node] }.sorted()
      return (four[1] + four[2]) / 2
    }
  }

  // MARK: Conflicts

  private static func key(_ upper: Int32, _ lower: Int32) -> Int64 {
    Int64(upper) << 32 | Int64(lower)
  }

  /// Marks segments that cross one between two nodes from `first`.
  private static func mark(
    _ layers: Layers, _ places: [Int32], from first: Int, _ conflicts: inout Set<Int64>
  ) {
    func innerEnd(_ node: Int32) -> Int32? {
      guard Int(node) >= first, let slot = layers.above.range(Int(node)).first else { return nil }
      let upper = layers.above.others[slot]
      return Int(upper) >= first && !conflicts.contains(key(upper, node)) ? upper : nil
    }
    for number in layers.order.indices.dropFirst() {
      let nodes = layers.order[number]
      var (left, scanned) = (Int32(-1), 0)
      for (place, node) in nodes.enumerated() {
        let inner = innerEnd(node)
        guard inner != nil || place == nodes.count - 1 else { continue }
        let right = inner.map { places[Int($0)] } ?? Int32(layers.order[number - 1].count)
        while scanned <= place {
          let own = innerEnd(nodes[scanned])
          for slot in layers.above.range(Int(nodes[scanned])) {
            let upper = layers.above.others[slot]
            if own != upper, places[Int(upper)] < left || places[Int(upper)] > right {
              conflicts.insert(key(upper, nodes[scanned]))
            }
          }
          scanned += 1
        }
        left = right
      }
    }
  }

  // MARK: One of the four

  /// Blocks of aligned nodes.
  private struct Blocks {
    /// For each node the first node of its block, the next one (-1 for none), and how far to the right of
    /// the block's first node it is.
    var root: [Int32]
    var next: [Int32]
    var shift: [Double]
  }

  private func oneSided(fromBelow: Bool, fromRight: Bool) -> [Double] {
    let rows = layers.order.map { fromRight ? Array($0.reversed()) : $0 }
    let blocks = aligned(
      fromBelow ? rows.reversed() : rows, fromBelow ? layers.below : layers.above, fromBelow,
      fromRight)
    let x = BlockPlacement.coordinates(
      rows, blocks.root, blocks.next, blocks.shift, layers, isMirrored: fromRight
    ) { fromRight ? gap($1, $0) : gap($0, $1) }
    return fromRight ? x.map { -$0 } : x
  }

  private func aligned(
    _ rows: [[Int32]], _ fixed: LayerLinks, _ fromBelow: Bool, _ fromRight: Bool
  ) -> Blocks {
    let sign: Int32 = fromRight ? -1 : 1
    var blocks = Blocks(
      root: (0..<Int32(layers.nodeCount)).map { $0 },
      next: [Int32](repeating: -1, count: layers.nodeCount),
      shift: [Double](repeating: 0, count: layers.nodeCount))
    var slots: [Int] = []
    for row in rows.dropFirst() {
      var rightmost = Int32.min
      for node in row {
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: fixed.range(Int(node)))
        if slots.isEmpty { continue }
        func place(_ slot: Int) -> Int32 {
          sign * (places[Int(fixed.others[slot])] * fixed.portCount + fixed.otherPorts[slot])
        }
        if slots.count > 1 { slots.sort { (place($0), $0) < (place($1), $1) } }
        for middle in (slots.count - 1) / 2...slots.count / 2 {
          let slot = slots[middle]
          let end = Int(fixed.others[slot])
          let edge = fromBelow ? Self.key(node, Int32(end)) : Self.key(Int32(end), node)
          if blocks.next[end] >= 0 || sign * places[end] <= rightmost || conflicts.contains(edge) {
            continue
          }
          blocks.next[end] = node
          blocks.root[Int(node)] = blocks.root[end]
          blocks.shift[Int(node)] = blocks.shift[end] + Double(sign) * fixed.shifts[slot]
          rightmost = sign * places[end]
          break
        }
      }
    }
    return blocks
  }

  /// The least distance of two neighbours on a layer.
  private func gap(_ left: Int32, _ right: Int32) -> Double {
    let (a, b) = (Int(left), Int(right))
    let sum = layers.right[a] + layers.left[b]
    // Borders come in pairs, the left one first.
    if a >= layers.borderStart, (a - layers.borderStart) % 2 == 0 {
      return sum + gaps.left[Int(layers.group[a])]
    }
    if b >= layers.borderStart, (b - layers.borderStart) % 2 == 1 {
      return sum + gaps.right[Int(layers.group[b])]
    }
    let isDummy = [a, b].contains { $0 >= layers.realCount && $0 < layers.borderStart }
    return sum + (isDummy ? gaps.dummies : gaps.nodes)
  }
}

/// Places blocks of aligned nodes.
private struct BlockPlacement {
  private let root: [Int32]
  private let next: [Int32]
  private let shift: [Double]
  private let layers: Layers
  private let sign: Double
  /// The neighbour of each node to the left, -1 for none, and the least distance from it; and to the right.
  private var left: [Int32]
  private var right: [Int32]
  private var gaps: [Double]
  /// Where the first nodes of blocks are.
  private var x: [Double]

  static func coordinates(
    _ rows: [[Int32]], _ root: [Int32], _ next: [Int32], _ shift: [Double], _ layers: Layers,
    isMirrored: Bool, gap: (Int32, Int32) -> Double
  ) -> [Double] {
    var placement = BlockPlacement(root, next, shift, layers, isMirrored)
    for row in rows {
      for (a, b) in zip(row, row.dropFirst()) {
        placement.left[Int(b)] = a
        placement.right[Int(a)] = b
        placement.gaps[Int(b)] = gap(a, b)
      }
    }
    let order = placement.pack()
    for pass in 0..<4 {
      for block in pass % 2 == 0 ? order.reversed() : order { placement.shorten(block) }
    }
    return root.indices.map { placement.x[Int(root[$0])] + shift[$0] }
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

  /// Puts all blocks as far left as they go; returns them in an order from left to right.
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

  /// Moves a block to where its segments to other blocks are shortest, as far as there is room.
  private mutating func shorten(_ block: Int) {
    var (wanted, node): ([Double], Int) = ([], block)
    while node >= 0 {
      for links in [layers.above, layers.below] {
        for slot in links.range(node) where root[Int(links.others[slot])] != Int32(block) {
          let other = Int(links.others[slot])
          wanted.append(
            x[Int(root[other])] + shift[other] + sign * links.shifts[slot] - shift[node])
        }
      }
      node = Int(next[node])
    }
    if wanted.isEmpty { return }
    wanted.sort()
    let middle = (wanted[(wanted.count - 1) / 2] + wanted[wanted.count / 2]) / 2
    let (low, high) = (leftBound(block), rightBound(block))
    x[block] = low > high ? low : min(max(middle, low), high)
  }
}
