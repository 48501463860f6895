/// Node orders with few backward edges, whose reversal makes the graph acyclic.
enum AcyclicOrder {
  /// Returns the position of each node in an order: that of a depth-first search in the given
  /// order, unless the greedy order of Eades, Lin and Smyth (1993,
  /// doi:10.1016/0020-0190(93)90079-O) has fewer backward edges. O(nodes + edges).
  static func places(_ count: Int, _ from: [Int32], _ to: [Int32]) -> [Int] {
    let asTheyCome = depthFirst(count, from, to)
    let turned = turnedCount(asTheyCome, from, to)
    if turned == 0 { return asTheyCome }
    let greedy = FeedbackOrder.places(count, from, to)
    return turnedCount(greedy, from, to) < turned ? greedy : asTheyCome
  }

  /// Returns the number of backward edges of an order.
  static func turnedCount(_ places: [Int], _ from: [Int32], _ to: [Int32]) -> Int {
    from.indices.count { places[Int(from[$0])] > places[Int(to[$0])] }
  }

  /// Returns the fraction of edges that follow a common direction; 1 for an acyclic graph.
  /// Self-loops are ignored.
  static func flow(_ graph: LayoutGraph) -> Double {
    let places = places(graph.nodeCount, graph.sources, graph.targets)
    let count = graph.sources.indices.count { graph.sources[$0] != graph.targets[$0] }
    return 1 - Double(turnedCount(places, graph.sources, graph.targets)) / Double(max(count, 1))
  }

  /// Returns the reverse postorder of a depth-first search from the nodes without incoming edges,
  /// then from remaining nodes.
  private static func depthFirst(_ count: Int, _ from: [Int32], _ to: [Int32]) -> [Int] {
    let out = DirectedLists(count, from, to)
    var hasIncoming = [Bool](repeating: false, count: count)
    for edge in from.indices where from[edge] != to[edge] { hasIncoming[Int(to[edge])] = true }
    var seen = [Bool](repeating: false, count: count)
    var (places, next) = ([Int](repeating: 0, count: count), count)
    var stack: [(node: Int, slot: Int)] = []
    for root in (0..<count).filter({ !hasIncoming[$0] }) + Array(0..<count) where !seen[root] {
      seen[root] = true
      stack.append((root, out.range(root).lowerBound))
      while let (node, slot) = stack.last {
        if slot == out.range(node).upperBound {
          next -= 1
          places[node] = next
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].slot += 1
        let other = Int(out.others[slot])
        if seen[other] { continue }
        seen[other] = true
        stack.append((other, out.range(other).lowerBound))
      }
    }
    return places
  }
}

/// The greedy order of Eades, Lin and Smyth, which has few backward edges. Nodes are removed one by
/// one: a sink is put at the end of the order, a source at its start; if there is neither, the node
/// with the largest surplus (outgoing minus incoming edges) is put at the start.
private struct FeedbackOrder {
  private let out: DirectedLists
  private let into: DirectedLists
  private var outCount: [Int]
  private var inCount: [Int]
  private var isTaken: [Bool]
  /// The index in `buckets` of a surplus of 0, as a surplus may be negative.
  private let offset: Int
  /// Buckets of nodes by surplus. A node is inserted again at each change, and stale entries are
  /// skipped.
  private var buckets: [[Int32]]
  private var highest = 0
  private var sinks: [Int] = []
  private var sources: [Int] = []

  /// Returns the position of each node in the order. O(nodes + edges).
  static func places(_ count: Int, _ from: [Int32], _ to: [Int32]) -> [Int] {
    var search = FeedbackOrder(count, from, to)
    var places = [Int](repeating: 0, count: count)
    for (place, node) in search.order().enumerated() { places[node] = place }
    return places
  }

  private init(_ count: Int, _ from: [Int32], _ to: [Int32]) {
    let (out, into) = (DirectedLists(count, from, to), DirectedLists(count, to, from))
    (self.out, self.into) = (out, into)
    outCount = (0..<count).map { out.range($0).count }
    inCount = (0..<count).map { into.range($0).count }
    isTaken = [Bool](repeating: false, count: count)
    offset = (outCount + inCount).max() ?? 0
    buckets = [[Int32]](repeating: [], count: 2 * offset + 1)
    for node in (0..<count).reversed() { file(node) }
    sinks = (0..<count).filter { outCount[$0] == 0 }
    sources = (0..<count).filter { inCount[$0] == 0 && outCount[$0] > 0 }
  }

  private mutating func order() -> [Int] {
    var (head, tail): ([Int], [Int]) = ([], [])
    while head.count + tail.count < isTaken.count {
      if let node = sinks.popLast() {
        if !isTaken[node] { tail.append(take(node)) }
      } else if let node = sources.popLast() {
        if !isTaken[node] { head.append(take(node)) }
      } else {
        while buckets[highest].isEmpty { highest -= 1 }
        let node = Int(buckets[highest].removeLast())
        if !isTaken[node], surplus(node) == highest { head.append(take(node)) }
      }
    }
    return head + tail.reversed()
  }

  private func surplus(_ node: Int) -> Int { outCount[node] - inCount[node] + offset }

  private mutating func file(_ node: Int) {
    buckets[surplus(node)].append(Int32(node))
    highest = max(highest, surplus(node))
  }

  /// Removes a node and its edges.
  private mutating func take(_ node: Int) -> Int {
    isTaken[node] = true
    for other in out.others[out.range(node)].map({ Int($0) }) {
      inCount[other] -= 1
      if isTaken[other] { continue }
      if inCount[other] == 0 { sources.append(other) }
      file(other)
    }
    for other in into.others[into.range(node)].map({ Int($0) }) {
      outCount[other] -= 1
      if isTaken[other] { continue }
      if outCount[other] == 0 { sinks.append(other) }
      file(other)
    }
    return node
  }
}

/// The targets of the outgoing edges of each node, without self-loops.
struct DirectedLists {
  private let offsets: [Int]
  let others: [Int32]

  init(_ count: Int, _ from: [Int32], _ to: [Int32]) {
    var offsets = [Int](repeating: 0, count: count + 1)
    for edge in from.indices where from[edge] != to[edge] { offsets[Int(from[edge]) + 1] += 1 }
    for node in 0..<count { offsets[node + 1] += offsets[node] }
    var (next, others) = (offsets, [Int32](repeating: 0, count: offsets[count]))
    for edge in from.indices where from[edge] != to[edge] {
      others[next[Int(from[edge])]] = to[edge]
      next[Int(from[edge])] += 1
    }
    self.offsets = offsets
    self.others = others
  }

  func range(_ node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }
}
