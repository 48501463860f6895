import RunSupport

/// Initial orders of the nodes of layers: by depth-first or breadth-first searches from above or
/// from below, then by randomised depth-first searches from any node.
struct FirstOrder {
  private let layers: Layers
  private var isSeen: [Bool]
  private var found: [Int32] = []

  /// Returns the position of each node in the search of this number. O(segments).
  static func keys(_ layers: Layers, _ number: Int, _ random: inout SeededRandom) -> [Double] {
    var search = FirstOrder(layers)
    var roots = (0..<Int32(layers.nodeCount)).map { $0 }
    if number < 4 {
      let sign: Int32 = number < 2 ? 1 : -1
      roots.sort { (sign * layers.layer[Int($0)], $0) < (sign * layers.layer[Int($1)], $1) }
    } else {
      random.shuffle(&roots)
    }
    for root in roots where !search.isSeen[Int(root)] {
      if number < 4, number % 2 == 1 {
        search.breadthFirst(from: root)
      } else if number < 4 {
        search.depthFirst(from: root) { _ in }
      } else {
        search.depthFirst(from: root) { random.shuffle(&$0) }
      }
    }
    var keys = [Double](repeating: 0, count: layers.nodeCount)
    for (place, node) in search.found.enumerated() { keys[Int(node)] = Double(place) }
    return keys
  }

  private init(_ layers: Layers) {
    self.layers = layers
    isSeen = [Bool](repeating: false, count: layers.nodeCount)
    found.reserveCapacity(layers.nodeCount)
  }

  /// - Parameter arrange: may reorder the nodes to visit next; the last one is visited first.
  private mutating func depthFirst(from root: Int32, arrange: (inout [Int32]) -> Void) {
    var (stack, next) = ([root], [Int32]())
    while let node = stack.popLast().map({ Int($0) }) {
      if isSeen[node] { continue }
      isSeen[node] = true
      found.append(Int32(node))
      next.removeAll(keepingCapacity: true)
      append(layers.above, node, &next)
      append(layers.below, node, &next)
      arrange(&next)
      stack += next
    }
  }

  private mutating func breadthFirst(from root: Int32) {
    var read = found.count
    isSeen[Int(root)] = true
    found.append(root)
    while read < found.count {
      let node = Int(found[read])
      read += 1
      find(layers.below, node)
      find(layers.above, node)
    }
  }

  @inline(__always)
  private func append(_ links: LayerLinks, _ node: Int, _ next: inout [Int32]) {
    for slot in links.range(node).reversed() where !isSeen[Int(links.others[slot])] {
      next.append(links.others[slot])
    }
  }

  @inline(__always)
  private mutating func find(_ links: LayerLinks, _ node: Int) {
    for slot in links.range(node) where !isSeen[Int(links.others[slot])] {
      isSeen[Int(links.others[slot])] = true
      found.append(links.others[slot])
    }
  }
}
