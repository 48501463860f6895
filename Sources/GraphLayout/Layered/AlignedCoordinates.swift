/// The horizontal coordinates of nodes (Brandes and Köpf 2002, doi:10.1007/3-540-45848-4_3).
///
/// There are four passes, from above and below and from the left and the right. Each node is
/// aligned with the median of its neighbours, unless that crosses an inner segment (between two
/// dummies) or an earlier alignment. Blocks of aligned nodes are packed as closely as the boxes
/// allow, then each is moved to where its other segments are shortest, as far as there is space.
/// The result is the mean of the two middle ones of the four coordinates, which preserves order and
/// distances. Aligned ports are exactly above each other. Blocks are placed by longest paths
/// between them instead of the paper's classes, which avoids the error in that step (Brandes,
/// Walter and Zink 2020, arXiv:2008.01252).
struct AlignedCoordinates {
  /// The spacing of neighbours on a layer.
  struct Gaps {
    var nodes: Double
    /// The space beside dummies.
    var dummies: Double
    /// The space of each group from its left border to its content, and from its content to its
    /// right border.
    var left: [Double]
    var right: [Double]
    /// The minimum width of each group.
    var widths: [Double]
  }

  private let layers: Layers
  private let places: [Int32]
  private var gaps: Gaps
  /// Segments that must not be straightened, by their ends: they cross one with precedence.
  private let conflicts: Set<Int64>

  /// Returns the coordinates. O(segments log nodes), plus the steps of network simplex in small
  /// graphs.
  static func coordinates(_ layers: Layers, _ gaps: Gaps, run: inout LayoutRun) -> [Double] {
    let places = layers.places()
    var conflicts: Set<Int64> = []
    // Borders of groups have precedence over all segments, long edges over short ones.
    if layers.hasGroups { mark(layers, places, from: layers.borderStart, &conflicts) }
    mark(layers, places, from: layers.realCount, &conflicts)
    var drawing = AlignedCoordinates(
      layers: layers, places: places, gaps: gaps, conflicts: conflicts)
    drawing.widenGroups()
    var all: [[Double]] = []
    for fromBelow in [false, true] {
      for fromRight in [false, true] {
        all.append(drawing.oneSided(fromBelow: fromBelow, fromRight: fromRight))
      }
    }
    let x = StraightCoordinates.improved(
      averaged(all, layers), layers, distance: gaps.nodes, run: &run, gap: drawing.gap)
    return BlockPlacement.centered(x, layers, gap: drawing.gap)
  }

  /// Returns the mean of the two middle ones of each node's four coordinates. Before, the four
  /// drawings are aligned with the narrowest: those that were packed to the left at their left
  /// sides, the others at their right sides.
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

  /// Marks segments that cross one between two nodes with numbers from `first` on.
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

  /// The blocks of aligned nodes.
  private struct Blocks {
    /// For each node the first node of its block, the next one (-1 for none), and its offset to the
    /// right of the first node.
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

  /// Widens groups that must be wider than their content, equally on both sides.
  private mutating func widenGroups() {
    // Groups follow their parents, so the reverse order visits children first.
    for number in layers.groups.indices.reversed() where gaps.widths[number] > 0 {
      let extent = layers.groups[number]
      let widest = (extent.first...extent.last).reduce(0.0) { widest, layer in
        let left = extent.left(layer)
        let row = layers.order[Int(layer)][Int(places[Int(left)])...Int(places[Int(left) + 1])]
        return max(widest, zip(row, row.dropFirst()).reduce(0) { $0 + gap($1.0, $1.1) })
      }
      let rest = max(gaps.widths[number] - widest, 0) / 2
      gaps.left[number] += rest
      gaps.right[number] += rest
    }
  }

  /// Returns the minimum distance of two neighbours on a layer.
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
