/// Horizontal coordinates of layers (Brandes and Köpf 2002, doi:10.1007/3-540-45848-4_3).
///
/// Four times, from above and below and from the left and the right: each node is aligned with the median of its neighbours, where no
/// inner segment (between two dummies) and no earlier alignment is crossed; blocks of aligned nodes are put as close as the least
/// distance, 1, allows. The result is the mean of the two middle ones of the four coordinates, which keeps order and distance.
/// Blocks are placed by longest paths between them instead of the paper's classes.
struct AlignedCoordinates {
  private let layers: Layers
  private let places: [Int32]
  /// Inner segments are marked by their lower ends: edges of this kind that other edges cross give way.
  private let conflicts: Set<Int64>

  static func coordinates(_ layers: Layers) -> [Double] {
    let places = layers.places()
    let drawing = AlignedCoordinates(
      layers: layers, places: places, conflicts: conflicts(layers, places))
    var all: [[Double]] = []
    for fromBelow in [false, true] {
      for fromRight in [false, true] {
        all.append(drawing.oneSided(fromBelow: fromBelow, fromRight: fromRight))
      }
    }
    return averaged(all)
  }

  /// The four drawings are moved to the one that is narrowest, by their left rims or their right ones.
  private static func averaged(_ all: [[Double]]) -> [Double] {
    let bounds = all.map { ($0.min() ?? 0, $0.max() ?? 0) }
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

  /// Edges that cross an inner segment.
  private static func conflicts(_ layers: Layers, _ places: [Int32]) -> Set<Int64> {
    var conflicts: Set<Int64> = []
    for number in layers.order.indices.dropFirst() {
      let nodes = layers.order[number]
      var (left, scanned) = (Int32(-1), 0)
      for (place, node) in nodes.enumerated() {
        let inner = innerEnd(layers, node)
        guard inner != nil || place == nodes.count - 1 else { continue }
        let right = inner.map { places[Int($0)] } ?? Int32(layers.order[number - 1].count)
        while scanned <= place {
          for slot in layers.above.range(Int(nodes[scanned])) {
            let upper = layers.above.others[slot]
            let isOwn = innerEnd(layers, nodes[scanned]) == upper
            if !isOwn, places[Int(upper)] < left || places[Int(upper)] > right {
              conflicts.insert(key(upper, nodes[scanned]))
            }
          }
          scanned += 1
        }
        left = right
      }
    }
    return conflicts
  }

  /// The dummy above a dummy.
  private static func innerEnd(_ layers: Layers, _ node: Int32) -> Int32? {
    guard Int(node) >= layers.realCount else { return nil }
    let upper = layers.above.others[layers.above.range(Int(node)).lowerBound]
    return Int(upper) >= layers.realCount ? upper : nil
  }

  // MARK: One of the four

  private func oneSided(fromBelow: Bool, fromRight: Bool) -> [Double] {
    let rows = layers.order.map { fromRight ? Array($0.reversed()) : $0 }
    let root = aligned(
      fromBelow ? rows.reversed() : rows, fromBelow ? layers.below : layers.above, fromBelow,
      fromRight)
    let x = packed(rows, root)
    return fromRight ? x.map { -$0 } : x
  }

  /// For each node the first node of its block.
  private func aligned(
    _ rows: [[Int32]], _ fixed: DirectedLists, _ fromBelow: Bool, _ fromRight: Bool
  ) -> [Int32] {
    let sign: Int32 = fromRight ? -1 : 1
    var root = (0..<Int32(layers.nodeCount)).map { $0 }
    var hasFollower = [Bool](repeating: false, count: layers.nodeCount)
    for row in rows.dropFirst() {
      var rightmost = Int32.min
      for node in row {
        let ends = fixed.others[fixed.range(Int(node))].sorted {
          sign * places[Int($0)] < sign * places[Int($1)]
        }
        if ends.isEmpty { continue }
        for middle in Set([(ends.count - 1) / 2, ends.count / 2]).sorted() {
          let end = ends[middle]
          let place = sign * places[Int(end)]
          let edge = fromBelow ? Self.key(node, end) : Self.key(end, node)
          if hasFollower[Int(end)] || place <= rightmost || conflicts.contains(edge) { continue }
          hasFollower[Int(end)] = true
          root[Int(node)] = root[Int(end)]
          rightmost = place
          break
        }
      }
    }
    return root
  }

  /// Puts blocks as far left as they go, then each as far right as its right neighbours allow, which shortens edges.
  private func packed(_ rows: [[Int32]], _ root: [Int32]) -> [Double] {
    var (left, right): ([Int32], [Int32]) = ([], [])
    for row in rows {
      for place in row.indices.dropFirst() {
        left.append(root[Int(row[place - 1])])
        right.append(root[Int(row[place])])
      }
    }
    let after = DirectedLists(layers.nodeCount, left, right)
    let before = DirectedLists(layers.nodeCount, right, left)
    var waiting = (0..<layers.nodeCount).map { before.range($0).count }
    var order = (0..<layers.nodeCount).filter { root[$0] == Int32($0) && waiting[$0] == 0 }
    var x = [Double](repeating: 0, count: layers.nodeCount)
    var read = 0
    while read < order.count {
      let block = order[read]
      read += 1
      for slot in after.range(block) {
        let next = Int(after.others[slot])
        x[next] = max(x[next], x[block] + 1)
        waiting[next] -= 1
        if waiting[next] == 0 { order.append(next) }
      }
    }
    for block in order.reversed() {
      let range = after.range(block)
      // Blocks at the left rim only: others are held by what is to their left.
      if range.isEmpty || !before.range(block).isEmpty { continue }
      x[block] = range.reduce(Double.infinity) { min($0, x[Int(after.others[$1])] - 1) }
    }
    return (0..<layers.nodeCount).map { x[Int(root[$0])] }
  }
}
