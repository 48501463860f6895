import GraphModel

/// Assigns layers with minimum total weighted edge length, by the network simplex method (Gansner,
/// Koutsofios, North and Vo 1993, doi:10.1109/32.221135).
///
/// It starts from feasible layers, and keeps them feasible in every step, so an early end only
/// makes edges longer. A disconnected graph keeps its layers.
///
/// Which node is numbered first among the children of another one changes nothing in the result. All is in flat
/// memory, without checks and without counting of references.
struct NetworkSimplex: ~Copyable {
  struct Edge {
    var tail: Int32
    var head: Int32
    /// The minimum number of layers from the tail down to the head.
    var length: Int32
    var weight: Int
  }

  private let nodeCount: Int
  private let layer: UnsafeMutablePointer<Int32>
  private let edges: UnsafeMutablePointer<Edge>
  /// The edges at each node.
  private let incident: IncidentEdges
  /// The spanning tree: the edge of each node to its parent, -1 at the root, and a list of each node's edges. An
  /// edge is in two lists, as number 2 * edge in that of its tail and as the next one in that of its head; -1 is the end.
  private let parent: UnsafeMutablePointer<Int32>
  private let begin: UnsafeMutablePointer<Int32>
  private let next: UnsafeMutablePointer<Int32>
  /// The postorder number of each node, the lowest number in its subtree, and the nodes by number.
  private let last: UnsafeMutablePointer<Int32>
  private let first: UnsafeMutablePointer<Int32>
  private let nodeAt: UnsafeMutablePointer<Int32>
  /// The path of a walk over a subtree: the numbers of the edges down, in the lists of their upper ends.
  private let path: UnsafeMutablePointer<Int32>
  /// The weight of outgoing minus incoming edges of each node, and its sum over the subtree, in
  /// which inner edges cancel. Except for the sign, the sum is the cut value of the edge to the
  /// parent.
  private let surplus: UnsafeMutablePointer<Int>
  private let subtreeSurplus: UnsafeMutablePointer<Int>
  private var search = 0
  private var work = 0

  /// The limit of total work, in renumbered nodes.
  private static let workLimit = 20_000_000

  /// Returns layers for `count` nodes, starting from feasible layers.
  static func layers(
    _ count: Int, _ edges: [Edge], from start: [Int32], run: inout LayoutRun
  ) -> [Int32] {
    if count < 2 { return start }
    var simplex = NetworkSimplex(count, edges, start)
    guard simplex.growTree() else { return start }
    simplex.number(0, parent: -1, from: 0)
    while simplex.work < workLimit, run.mayContinue(), let node = simplex.leaving() {
      simplex.exchange(node)
    }
    return Array(UnsafeBufferPointer(start: simplex.layer, count: count))
  }

  private init(_ count: Int, _ edges: [Edge], _ start: [Int32]) {
    nodeCount = count
    self.edges = .allocate(capacity: max(edges.count, 1))
    self.edges.initialize(from: edges, count: edges.count)
    layer = .allocate(capacity: count)
    layer.initialize(from: start, count: count)
    incident = IncidentEdges(count, edges)
    func filled(_ count: Int, _ value: Int32 = -1) -> UnsafeMutablePointer<Int32> {
      let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(count, 1))
      memory.initialize(repeating: value, count: count)
      return memory
    }
    (parent, begin, next) = (filled(count), filled(count), filled(2 * edges.count))
    (first, last, nodeAt, path) = (filled(count), filled(count), filled(count), filled(count))
    surplus = .allocate(capacity: count)
    surplus.initialize(repeating: 0, count: count)
    for edge in edges {
      surplus[Int(edge.tail)] += edge.weight
      surplus[Int(edge.head)] -= edge.weight
    }
    subtreeSurplus = .allocate(capacity: count)
    subtreeSurplus.initialize(from: surplus, count: count)
  }

  deinit {
    for memory in [layer, parent, begin, next, last, first, nodeAt, path] { memory.deallocate() }
    for memory in [surplus, subtreeSurplus] { memory.deallocate() }
    edges.deallocate()
  }

  private func slack(_ edge: Int32) -> Int32 {
    let edge = edges[Int(edge)]
    return layer[Int(edge.head)] - layer[Int(edge.tail)] - edge.length
  }

  private func other(_ edge: Int32, _ node: Int) -> Int {
    let edge = edges[Int(edge)]
    return Int(edge.tail) == node ? Int(edge.head) : Int(edge.tail)
  }

  // MARK: The tree

  private struct Candidate: Comparable {
    /// The slack of an edge, relative to the initial position of the tree.
    var key: Int32
    var edge: Int32
    static func < (a: Self, b: Self) -> Bool { (a.key, a.edge) < (b.key, b.edge) }
  }

  /// Grows a tight tree from node 0, like Prim's algorithm: the tree moves by the least slack of
  /// the edges between it and other nodes. Returns false if it does not reach all nodes. O(edges
  /// log edges).
  private mutating func growTree() -> Bool {
    var isInTree = [Bool](repeating: false, count: nodeCount)
    var (leaving, entering) = (MinHeap<Candidate>(), MinHeap<Candidate>())
    func nearest(_ heap: inout MinHeap<Candidate>) -> Candidate? {
      while let candidate = heap.removeMin() {
        let edge = edges[Int(candidate.edge)]
        if isInTree[Int(edge.tail)] != isInTree[Int(edge.head)] { return candidate }
      }
      return nil
    }
    var (shift, node) = (Int32(0), 0)
    while true {
      isInTree[node] = true
      for slot in incident.range(node) {
        let edge = incident[slot]
        if isInTree[other(edge, node)] { continue }
        if Int(edges[Int(edge)].tail) == node {
          leaving.insert(Candidate(key: slack(edge) + shift, edge: edge))
        } else {
          entering.insert(Candidate(key: slack(edge) - shift, edge: edge))
        }
      }
      // At the end, all nodes of the tree are shifted by the final offset.
      layer[node] -= shift
      let (out, into) = (nearest(&leaving), nearest(&entering))
      let edge: Int32
      if let out, into.map({ out.key - shift <= $0.key + shift }) ?? true {
        if let into { entering.insert(into) }
        shift = out.key
        edge = out.edge
      } else if let into {
        if let out { leaving.insert(out) }
        shift = -into.key
        edge = into.edge
      } else {
        break
      }
      let (tail, head) = (Int(edges[Int(edge)].tail), Int(edges[Int(edge)].head))
      link(edge)
      node = isInTree[tail] ? head : tail
    }
    for node in 0..<nodeCount { layer[node] += shift }
    return !isInTree.contains(false)
  }

  /// Puts an edge into the lists of its two ends.
  private func link(_ edge: Int32) {
    let ends = (Int(edges[Int(edge)].tail), Int(edges[Int(edge)].head))
    next[2 * Int(edge)] = begin[ends.0]
    begin[ends.0] = 2 * edge
    next[2 * Int(edge) + 1] = begin[ends.1]
    begin[ends.1] = 2 * edge + 1
  }

  /// Takes an edge out of the lists of its two ends.
  private func unlink(_ edge: Int32) {
    for (node, own) in [(edges[Int(edge)].tail, 2 * edge), (edges[Int(edge)].head, 2 * edge + 1)] {
      if begin[Int(node)] == own {
        begin[Int(node)] = next[Int(own)]
        continue
      }
      var at = begin[Int(node)]
      while next[Int(at)] != own { at = next[Int(at)] }
      next[Int(at)] = next[Int(own)]
    }
  }

  /// Numbers the subtree of a node in postorder, starting from a number, and sums surpluses.
  private mutating func number(_ root: Int, parent edge: Int32, from start: Int32) {
    var (number, depth, node) = (start, 0, root)
    enter(root, edge, number)
    var slot = begin[root]
    while true {
      if slot >= 0 {
        let edge = slot >> 1
        if edge == parent[node] {
          slot = next[Int(slot)]
          continue
        }
        path[depth] = slot
        depth += 1
        node = other(edge, node)
        enter(node, edge, number)
        slot = begin[node]
        continue
      }
      last[node] = number
      nodeAt[Int(number)] = Int32(truncatingIfNeeded: node)
      number &+= 1
      if depth == 0 { return }
      depth -= 1
      let (sum, down) = (subtreeSurplus[node], path[depth])
      node = other(down >> 1, node)
      subtreeSurplus[node] &+= sum
      slot = next[Int(down)]
    }
  }

  @inline(__always)
  private func enter(_ node: Int, _ edge: Int32, _ next: Int32) {
    parent[node] = edge
    first[node] = next
    subtreeSurplus[node] = surplus[node]
  }

  // MARK: Steps

  /// Returns the lower end, in the tree, of an edge with a negative cut value: the most negative of
  /// up to 30; nil if there is none.
  private mutating func leaving() -> Int? {
    var (found, least, count) = (Int?.none, 0, 0)
    for _ in 0..<nodeCount {
      search = search + 1 == nodeCount ? 0 : search + 1
      let edge = parent[search]
      if edge < 0 { continue }
      let cut =
        Int(edges[Int(edge)].tail) == search ? subtreeSurplus[search] : -subtreeSurplus[search]
      if cut >= 0 { continue }
      if cut < least { (least, found) = (cut, search) }
      count += 1
      if count == 30 { break }
    }
    return found
  }

  /// Removes the edge above a node from the tree, and inserts the edge with the least slack that
  /// reconnects the two components in the opposite direction.
  private mutating func exchange(_ node: Int) {
    let old = parent[node]
    // The subtree is a range of postorder numbers; the smaller side is traversed.
    let inside = Int(first[node])...Int(last[node])
    let isTailInside = Int(edges[Int(old)].tail) == node
    let walksInside = 2 * inside.count <= nodeCount
    let places =
      walksInside
      ? (inside.lowerBound..<inside.upperBound + 1, 0..<0)
      : (0..<inside.lowerBound, inside.upperBound + 1..<nodeCount)
    var (entering, least) = (Int32(-1), Int32.max)
    func examine(_ places: Range<Int>) {
      for place in places {
        let near = Int(nodeAt[place])
        for slot in incident.range(near) {
          let edge = incident[slot]
          let far = other(edge, near)
          if inside.contains(Int(last[far])) == walksInside { continue }
          // Edges that lead into the component which the old edge leaves are candidates.
          let leadsIn = (Int(edges[Int(edge)].head) == near) == walksInside
          if leadsIn != isTailInside { continue }
          let slack = slack(edge)
          if slack < least || (slack == least && edge < entering) {
            (entering, least) = (edge, slack)
          }
        }
      }
    }
    examine(places.0)
    examine(places.1)
    guard entering >= 0 else { return }
    // The head's side moves up to the tail, or the tail's side down to the head.
    let down: Int32 = isTailInside == walksInside ? -least : least
    if least > 0 {
      for place in places.0 { layer[Int(nodeAt[place])] += down }
      for place in places.1 { layer[Int(nodeAt[place])] += down }
    }
    replace(old, by: entering)
  }

  private mutating func replace(_ old: Int32, by new: Int32) {
    var (a, b) = (Int(edges[Int(new)].tail), Int(edges[Int(new)].head))
    (a, b) = last[a] < last[b] ? (a, b) : (b, a)
    var top = b
    while !(first[top]...last[top]).contains(last[a]) { top = other(parent[top], top) }
    unlink(old)
    link(new)
    work += Int(last[top] - first[top]) + 1
    number(top, parent: parent[top], from: first[top])
  }
}

/// The edges at each node in compressed rows.
private struct IncidentEdges: ~Copyable {
  private let offsets: UnsafeMutablePointer<Int>
  private let edges: UnsafeMutablePointer<Int32>

  init(_ count: Int, _ edges: [NetworkSimplex.Edge]) {
    offsets = .allocate(capacity: count + 1)
    offsets.initialize(repeating: 0, count: count + 1)
    for edge in edges {
      offsets[Int(edge.tail) + 1] += 1
      offsets[Int(edge.head) + 1] += 1
    }
    for node in 0..<count { offsets[node + 1] += offsets[node] }
    var next = Array(UnsafeBufferPointer(start: offsets, count: count))
    self.edges = .allocate(capacity: max(2 * edges.count, 1))
    for (number, edge) in edges.enumerated() {
      for end in [Int(edge.tail), Int(edge.head)] {
        self.edges[next[end]] = Int32(number)
        next[end] += 1
      }
    }
  }

  deinit {
    offsets.deallocate()
    edges.deallocate()
  }

  /// The slots of a node's edges.
  @inline(__always)
  func range(_ node: Int) -> Range<Int> {
    Range(uncheckedBounds: (offsets[node], offsets[node + 1]))
  }

  @inline(__always)
  subscript(slot: Int) -> Int32 { edges[slot] }
}
