/// A forest over bodies; each tree is listed from its root outwards.
struct GrowingForest {
  /// The parent of each body; -1 for roots.
  private(set) var parent: [Int32]
  /// The bodies of all trees, parents before their children.
  private var order: [Int32] = []
  private var ends: [Int] = []

  init(bodyCount: Int, edges: [(Int32, Int32)]) {
    var offsets = [Int32](repeating: 0, count: bodyCount + 1)
    for (a, b) in edges {
      offsets[Int(a) + 1] += 1
      offsets[Int(b) + 1] += 1
    }
    for body in 0..<bodyCount { offsets[body + 1] += offsets[body] }
    var next = offsets
    var neighbors = [Int32](repeating: 0, count: 2 * edges.count)
    for (a, b) in edges {
      neighbors[Int(next[Int(a)])] = b
      next[Int(a)] += 1
      neighbors[Int(next[Int(b)])] = a
      next[Int(b)] += 1
    }
    parent = [Int32](repeating: -1, count: bodyCount)
    order.reserveCapacity(bodyCount)
    var isKnown = [Bool](repeating: false, count: bodyCount)
    for root in 0..<bodyCount where !isKnown[root] && offsets[root] < offsets[root + 1] {
      var head = order.count
      order.append(Int32(truncatingIfNeeded: root))
      isKnown[root] = true
      while head < order.count {
        let body = order[head]
        head += 1
        for place in offsets[Int(body)]..<offsets[Int(body) + 1] {
          let other = neighbors[Int(place)]
          if isKnown[Int(other)] { continue }
          isKnown[Int(other)] = true
          parent[Int(other)] = body
          order.append(other)
        }
      }
      ends.append(order.count)
    }
  }

  /// The bodies of each tree, parents before their children.
  var trees: [ArraySlice<Int32>] {
    zip([0] + ends, ends).map { order[$0..<$1] }
  }
}
