/// A planar embedding of a graph: by node, its neighbours in the order in which they lie around it when
/// no two edges cross.
///
/// Left-right planarity test (Brandes 2009, "The Left-Right Planarity Test", after de Fraysseix and
/// Rosenstiehl 1982): a depth-first search makes each edge a tree edge or a back edge, whose loop goes
/// around on the left or on the right. Loops that overlap restrict each other's sides; the graph is
/// planar when all restrictions can be met.
struct PlanarEmbedding {
  /// By place in the rows of the graph: the place of the same edge in the row of its other end.
  let twins: [Int]
  /// By place: the next one around the same node.
  private(set) var next: [Int]
  private var previous: [Int]

  /// Nil when the graph is not planar. It has to be connected. O(nodes + edges), but for the sort of
  /// each row.
  init?(_ graph: LevelGraph) {
    let (nodes, places) = (graph.nodeCount, graph.neighbors.count)
    if nodes > 2, places / 2 > 3 * nodes - 6 { return nil }
    twins = Self.twins(of: graph)
    next = Array(repeating: -1, count: places)
    previous = next
    var test = PlanarityTest(graph, twins: twins)
    test.orient()
    guard test.canMeetSides() else { return nil }
    test.applySides()
    arrange(graph, test)
  }

  private static func twins(of graph: LevelGraph) -> [Int] {
    var placeOfEdge: [SIMD2<Int32>: Int] = [:]
    var twins = [Int](repeating: -1, count: graph.neighbors.count)
    for node in 0..<graph.nodeCount {
      for place in graph.range(of: node) {
        let (a, b) = (Int32(node), graph.neighbors[place])
        if let twin = placeOfEdge[SIMD2(b, a)] {
          twins[place] = twin
          twins[twin] = place
        } else {
          placeOfEdge[SIMD2(a, b)] = place
        }
      }
    }
    return twins
  }

  // MARK: Faces

  /// The faces, each as the places along its boundary. An edge with one face on both sides is in it
  /// twice. O(edges).
  func faces() -> [[Int]] {
    var isDone = [Bool](repeating: false, count: next.count)
    var faces: [[Int]] = []
    for first in next.indices where !isDone[first] {
      var face: [Int] = []
      var place = first
      repeat {
        isDone[place] = true
        face.append(place)
        place = next[twins[place]]
      } while place != first
      faces.append(face)
    }
    return faces
  }

  // MARK: Orders

  private mutating func insert(_ place: Int, after other: Int) {
    let behind = next[other]
    (next[other], next[place]) = (place, behind)
    (previous[behind], previous[place]) = (place, other)
  }

  /// Puts the edges around their nodes: those that lead away by nesting, and each back edge, at the
  /// node it leads back to, beside the tree edge through which it comes.
  private mutating func arrange(_ graph: LevelGraph, _ test: PlanarityTest) {
    for node in 0..<graph.nodeCount {
      let away = test.away[node]
      for (index, place) in away.enumerated() {
        next[place] = away[(index + 1) % away.count]
        previous[place] = away[(index + away.count - 1) % away.count]
      }
    }
    /// By node, beside what the next back edge on each side comes to lie.
    var left = [Int](repeating: -1, count: graph.nodeCount)
    var right = left
    var visits = DepthFirstVisits(nodeCount: graph.nodeCount)
    while let node = visits.node {
      guard let place = visits.next(in: test.away[node]) else {
        visits.leave()
        continue
      }
      let (end, twin) = (Int(graph.neighbors[place]), twins[place])
      if test.parentEdge[end] == place {
        if let first = test.away[end].first {
          insert(twin, after: previous[first])
        } else {
          (next[twin], previous[twin]) = (twin, twin)
        }
        (left[node], right[node]) = (place, place)
        visits.enter(end)
      } else if test.side[place] > 0 {
        insert(twin, after: right[end])
      } else {
        insert(twin, after: previous[left[end]])
        left[end] = twin
      }
    }
  }
}

/// The nodes on the way from the root to where a depth-first search is, with how far each has come.
struct DepthFirstVisits {
  private var path: [Int] = [0]
  private var index: [Int]

  init(nodeCount: Int) { index = Array(repeating: 0, count: nodeCount) }

  /// Where the search is; nil when it is over.
  var node: Int? { path.last }

  mutating func enter(_ node: Int) { path.append(node) }
  mutating func leave() { path.removeLast() }

  /// The next of the node's items; nil after the last.
  mutating func next(in items: some RandomAccessCollection<Int>) -> Int? {
    guard let place = current(in: items) else { return nil }
    advance()
    return place
  }

  /// The item that `advance()` has not left behind yet.
  func current(in items: some RandomAccessCollection<Int>) -> Int? {
    let at = index[path[path.count - 1]]
    return at < items.count ? items[items.index(items.startIndex, offsetBy: at)] : nil
  }

  mutating func advance() { index[path[path.count - 1]] += 1 }
}
