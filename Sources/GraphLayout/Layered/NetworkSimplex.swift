import GraphModel

/// Assigns layers with minimum total weighted edge length, by the network simplex method (Gansner,
/// Koutsofios, North and Vo 1993, doi:10.1109/32.221135).
///
/// It starts from feasible layers, and keeps them feasible in every step, so an early end only
/// makes edges longer. A disconnected graph keeps its layers.
struct NetworkSimplex {
  struct Edge {
    var tail: Int32
    var head: Int32
    /// The minimum number of layers from the tail down to the head.
    var length: Int32
    var weight: Int
  }

  private(set) var layer: [Int32]
  private let edges: [Edge]
  /// The edges at each node.
  private let incident: IncidentEdges
  /// The spanning tree: its edges at each node, and the edge of each node to its parent, -1 at the
  /// root.
  private var tree: [[Int32]]
  private var parent: [Int32]
  /// The postorder number of each node, the lowest number in its subtree, and the nodes by number.
  private var last: [Int32]
  private var first: [Int32]
  private var nodeAt: [Int32]
  /// The weight of outgoing minus incoming edges of each node, and its sum over the subtree, in
  /// which inner edges cancel. Except for the sign, the sum is the cut value of the edge to the
  /// parent.
  private let surplus: [Int]
  private var subtreeSurplus: [Int]
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
    return simplex.layer
  }

  private init(_ count: Int, _ edges: [Edge], _ start: [Int32]) {
    self.edges = edges
    layer = start
    incident = IncidentEdges(count, edges)
    tree = [[Int32]](repeating: [], count: count)
    parent = [Int32](repeating: -1, count: count)
    (first, last, nodeAt) = (parent, parent, parent)
    var surplus = [Int](repeating: 0, count: count)
    for edge in edges {
      surplus[Int(edge.tail)] += edge.weight
      surplus[Int(edge.head)] -= edge.weight
    }
    self.surplus = surplus
    subtreeSurplus = surplus
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
    var isInTree = [Bool](repeating: false, count: layer.count)
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
      for edge in incident[node] where !isInTree[other(edge, node)] {
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
      tree[tail].append(edge)
      tree[head].append(edge)
      node = isInTree[tail] ? head : tail
    }
    for node in layer.indices { layer[node] += shift }
    return !isInTree.contains(false)
  }

  /// Numbers the subtree of a node in postorder, starting from a number, and sums surpluses.
  private mutating func number(_ root: Int, parent edge: Int32, from start: Int32) {
    var next = start
    var stack: [(node: Int, slot: Int)] = [(root, 0)]
    enter(root, edge, next)
    while let (node, slot) = stack.last {
      if slot < tree[node].count {
        stack[stack.count - 1].slot += 1
        let edge = tree[node][slot]
        if edge == parent[node] { continue }
        let child = other(edge, node)
        enter(child, edge, next)
        stack.append((child, 0))
      } else {
        last[node] = next
        nodeAt[Int(next)] = Int32(node)
        next += 1
        stack.removeLast()
        if let above = stack.last?.node { subtreeSurplus[above] += subtreeSurplus[node] }
      }
    }
  }

  private mutating func enter(_ node: Int, _ edge: Int32, _ next: Int32) {
    parent[node] = edge
    first[node] = next
    subtreeSurplus[node] = surplus[node]
  }

  // MARK: Steps

  /// Returns the lower end, in the tree, of an edge with a negative cut value: the most negative of
  /// up to 30; nil if there is none.
  private mutating func leaving() -> Int? {
    var (found, least, count) = (Int?.none, 0, 0)
    for _ in layer.indices {
      search = search + 1 == layer.count ? 0 : search + 1
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
    let walksInside = 2 * inside.count <= layer.count
    let places =
      walksInside
      ? [inside.lowerBound..<inside.upperBound + 1]
      : [0..<inside.lowerBound, inside.upperBound + 1..<layer.count]
    var (entering, least) = (Int32(-1), Int32.max)
    for place in places.joined() {
      let near = Int(nodeAt[place])
      for edge in incident[near] {
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
    guard entering >= 0 else { return }
    // The head's side moves up to the tail, or the tail's side down to the head.
    let down: Int32 = isTailInside == walksInside ? -least : least
    if least > 0 { for place in places.joined() { layer[Int(nodeAt[place])] += down } }
    replace(old, by: entering)
  }

  private mutating func replace(_ old: Int32, by new: Int32) {
    var (a, b) = (Int(edges[Int(new)].tail), Int(edges[Int(new)].head))
    (a, b) = last[a] < last[b] ? (a, b) : (b, a)
    var top = b
    while !(first[top]...last[top]).contains(last[a]) { top = other(parent[top], top) }
    for end in [Int(edges[Int(old)].tail), Int(edges[Int(old)].head)] {
      if let slot = tree[end].firstIndex(of: old) { tree[end].remove(at: slot) }
    }
    tree[a].append(new)
    tree[b].append(new)
    work += Int(last[top] - first[top]) + 1
    number(top, parent: parent[top], from: first[top])
  }
}

/// The edges at each node in compressed rows.
private struct IncidentEdges {
  private let offsets: [Int]
  private let edges: [Int32]

  init(_ count: Int, _ edges: [NetworkSimplex.Edge]) {
    var offsets = [Int](repeating: 0, count: count + 1)
    for edge in edges {
      offsets[Int(edge.tail) + 1] += 1
      offsets[Int(edge.head) + 1] += 1
    }
    for node in 0..<count { offsets[node + 1] += offsets[node] }
    var (next, list) = (offsets, [Int32](repeating: 0, count: 2 * edges.count))
    for (number, edge) in edges.enumerated() {
      for end in [Int(edge.tail), Int(edge.head)] {
        list[next[end]] = Int32(number)
        next[end] += 1
      }
    }
    (self.offsets, self.edges) = (offsets, list)
  }

  subscript(node: Int) -> ArraySlice<Int32> { edges[offsets[node]..<offsets[node + 1]] }
}
