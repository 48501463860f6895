/// The steps of `PlanarEmbedding`, with the names of the paper where it has one. An edge is its
/// entry in the row of the node from which it leads away.
struct PlanarityTest {
  private let graph: LevelGraph
  private let twins: [Int]
  /// The outgoing edges of each node, by `nesting`.
  private(set) var away: [[Int]]
  /// The tree edge that leads to each node; -1 for the root.
  private(set) var parentEdge: [Int]
  /// The side of each edge: 1 on the right, -1 on the left; relative to its `reference` if it has
  /// one.
  private(set) var side: [Int]

  /// The height of each node: its depth in the tree; -1 before it is visited.
  private var height: [Int]
  /// The lowest and second lowest height that a back edge from the subtree of each edge reaches.
  private var lowPoint: [Int]
  private var secondLowPoint: [Int]
  /// The nesting depth of each edge: edges with less are nested inside those with more.
  private var nesting: [Int]
  /// The edge on which the side of each edge depends; -1 for none.
  private var reference: [Int]
  /// For each edge, a back edge among its successors with the lowest low point.
  private var lowPointEdge: [Int]
  /// The size of the stack of pairs when each edge was reached.
  private var stackBottom: [Int]
  private var pairs: [ConflictPair] = []

  /// An interval of back edges that must be on the same side, from that with the lowest to that
  /// with the highest return height, each the `reference` of the previous one. Both are -1 if it is
  /// empty.
  private struct Interval {
    var low = -1
    var high = -1
    var isEmpty: Bool { low < 0 && high < 0 }
  }

  /// Intervals of back edges that must be on opposite sides.
  private struct ConflictPair {
    var left = Interval()
    var right = Interval()
    mutating func swapSides() { (left, right) = (right, left) }
  }

  init(_ graph: LevelGraph, twins: [Int]) {
    self.graph = graph
    self.twins = twins
    let (nodes, places) = (graph.nodeCount, graph.neighbors.count)
    away = Array(repeating: [], count: nodes)
    parentEdge = Array(repeating: -1, count: nodes)
    height = parentEdge
    side = Array(repeating: 1, count: places)
    lowPoint = Array(repeating: 0, count: places)
    secondLowPoint = lowPoint
    nesting = lowPoint
    stackBottom = lowPoint
    reference = Array(repeating: -1, count: places)
    lowPointEdge = reference
  }

  private func target(_ edge: Int) -> Int { Int(graph.neighbors[edge]) }
  private func source(_ edge: Int) -> Int { target(twins[edge]) }

  // MARK: Orientation

  /// Orients the edges by a depth-first search.
  mutating func orient() {
    var visits = DepthFirstVisits(nodeCount: graph.nodeCount)
    var isOriented = [Bool](repeating: false, count: graph.neighbors.count)
    height[0] = 0
    while let node = visits.node {
      guard let edge = visits.current(in: graph.range(of: node)) else {
        visits.leave()
        continue
      }
      let end = target(edge)
      if !isOriented[edge], !isOriented[twins[edge]] {
        isOriented[edge] = true
        away[node].append(edge)
        lowPoint[edge] = height[node]
        secondLowPoint[edge] = height[node]
        if height[end] < 0 {
          parentEdge[end] = edge
          height[end] = height[node] + 1
          visits.enter(end)
          continue
        }
        lowPoint[edge] = height[end]
      }
      // A tree edge is closed after its whole subtree.
      if isOriented[edge] { close(edge, at: node) }
      visits.advance()
    }
    sortByNesting()
  }

  private mutating func close(_ edge: Int, at node: Int) {
    // An edge that also reaches another height cannot be nested inside one that does not.
    nesting[edge] = 2 * lowPoint[edge] + (secondLowPoint[edge] < height[node] ? 1 : 0)
    let parent = parentEdge[node]
    guard parent >= 0 else { return }
    if lowPoint[edge] < lowPoint[parent] {
      secondLowPoint[parent] = min(lowPoint[parent], secondLowPoint[edge])
      lowPoint[parent] = lowPoint[edge]
    } else if lowPoint[edge] > lowPoint[parent] {
      secondLowPoint[parent] = min(secondLowPoint[parent], lowPoint[edge])
    } else {
      secondLowPoint[parent] = min(secondLowPoint[parent], secondLowPoint[edge])
    }
  }

  private mutating func sortByNesting() {
    for node in away.indices {
      away[node].sort { (nesting[$0], $0) < (nesting[$1], $1) }
    }
  }

  // MARK: Sides

  /// Finds the sides of all back edges. Returns false if that is impossible, so the graph is not
  /// planar.
  mutating func canMeetSides() -> Bool {
    var visits = DepthFirstVisits(nodeCount: graph.nodeCount)
    var isEntered = [Bool](repeating: false, count: graph.neighbors.count)
    while let node = visits.node {
      let parent = parentEdge[node]
      guard let edge = visits.current(in: away[node]) else {
        visits.leave()
        if parent >= 0 { removeBackEdges(to: source(parent), below: parent) }
        continue
      }
      if !isEntered[edge] {
        isEntered[edge] = true
        stackBottom[edge] = pairs.count
        if parentEdge[target(edge)] == edge {
          visits.enter(target(edge))
          continue
        }
        lowPointEdge[edge] = edge
        pairs.append(ConflictPair(right: Interval(low: edge, high: edge)))
      }
      if lowPoint[edge] < height[node] {
        if edge == away[node][0] {
          lowPointEdge[parent] = lowPointEdge[edge]
        } else if !addConstraints(of: edge, to: parent) {
          return false
        }
      }
      visits.advance()
    }
    return true
  }

  private func isConflicting(_ interval: Interval, _ edge: Int) -> Bool {
    interval.high >= 0 && lowPoint[interval.high] > lowPoint[edge]
  }

  /// Puts the back edges after `edge` on one side, and overlapping ones of earlier siblings on the
  /// other.
  private mutating func addConstraints(of edge: Int, to parent: Int) -> Bool {
    var merged = ConflictPair()
    repeat {
      var pair = pairs.removeLast()
      if !pair.left.isEmpty { pair.swapSides() }
      if !pair.left.isEmpty { return false }
      if lowPoint[pair.right.low] > lowPoint[parent] {
        if merged.right.isEmpty {
          merged.right.high = pair.right.high
        } else {
          reference[merged.right.low] = pair.right.high
        }
        merged.right.low = pair.right.low
      } else {
        reference[pair.right.low] = lowPointEdge[parent]
      }
    } while pairs.count > stackBottom[edge]
    while let top = pairs.last, isConflicting(top.left, edge) || isConflicting(top.right, edge) {
      var pair = pairs.removeLast()
      if isConflicting(pair.right, edge) { pair.swapSides() }
      if isConflicting(pair.right, edge) { return false }
      if merged.right.low >= 0 { reference[merged.right.low] = pair.right.high }
      if pair.right.low >= 0 { merged.right.low = pair.right.low }
      if merged.left.isEmpty {
        merged.left.high = pair.left.high
      } else {
        reference[merged.left.low] = pair.left.high
      }
      merged.left.low = pair.left.low
    }
    if !merged.left.isEmpty || !merged.right.isEmpty { pairs.append(merged) }
    return true
  }

  /// Removes the back edges to a node when the search returns to it, and determines the remaining
  /// one on which the side of the tree edge depends.
  private mutating func removeBackEdges(to node: Int, below parent: Int) {
    while let top = pairs.last, lowest(top) == height[node] {
      pairs.removeLast()
      if top.left.low >= 0 { side[top.left.low] = -1 }
    }
    if var pair = pairs.popLast() {
      trim(&pair.left, beside: pair.right.low, to: node)
      trim(&pair.right, beside: pair.left.low, to: node)
      pairs.append(pair)
    }
    if lowPoint[parent] < height[node], let top = pairs.last {
      let (left, right) = (top.left.high, top.right.high)
      let isLeft = left >= 0 && (right < 0 || lowPoint[left] > lowPoint[right])
      reference[parent] = isLeft ? left : right
    }
  }

  private mutating func trim(_ interval: inout Interval, beside other: Int, to node: Int) {
    while interval.high >= 0, target(interval.high) == node {
      interval.high = reference[interval.high]
    }
    if interval.high < 0, interval.low >= 0 {
      reference[interval.low] = other
      side[interval.low] = -1
      interval.low = -1
    }
  }

  private func lowest(_ pair: ConflictPair) -> Int {
    if pair.left.isEmpty { return lowPoint[pair.right.low] }
    if pair.right.isEmpty { return lowPoint[pair.left.low] }
    return min(lowPoint[pair.left.low], lowPoint[pair.right.low])
  }

  // MARK: Order

  /// Resolves the sides, and sorts edges by them: from the outermost on the left to the outermost
  /// on the right.
  mutating func applySides() {
    for node in away.indices {
      for edge in away[node] {
        // The chain of references is resolved from its end.
        var chain = [edge]
        while let last = chain.last, reference[last] >= 0 { chain.append(reference[last]) }
        for index in chain.indices.dropLast().reversed() {
          side[chain[index]] *= side[chain[index + 1]]
          reference[chain[index]] = -1
        }
        nesting[edge] *= side[edge]
      }
    }
    sortByNesting()
  }
}
