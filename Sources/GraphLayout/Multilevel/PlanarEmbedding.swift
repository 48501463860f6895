/// A planar embedding: for each node the cyclic order of its neighbours in a drawing without
/// crossings.
///
/// It uses the left-right planarity test (Brandes 2009, "The Left-Right Planarity Test", after de
/// Fraysseix and Rosenstiehl 1982): a depth-first search classifies each edge as a tree edge or a
/// back edge, whose fundamental cycle goes around on the left or on the right. Overlapping cycles
/// constrain each other's sides; the graph is planar if all constraints can be satisfied.
struct PlanarEmbedding {
  /// For each entry of the rows, the entry of the same edge in the row of its other end.
  let twins: [Int]
  /// For each entry, the next one around the same node.
  private(set) var next: [Int]
  private var previous: [Int]

  /// Returns nil if the graph is not planar. It must be connected. O(nodes + edges), plus sorting
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

  /// Returns the faces, each as the entries along its boundary. An edge with the same face on both
  /// sides occurs twice. O(edges).
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

  /// Arranges the edges around their nodes: outgoing ones by nesting, and each back edge, at the
  /// node to which it leads back, next to the tree edge through which it comes.
  private mutating func arrange(_ graph: LevelGraph, _ test: PlanarityTest) {
    for node in 0..<graph.nodeCount {
      let away = test.away[node]
      for (index, place) in away.enumerated() {
        next[place] = away[(index + 1) % away.count]
        previous[place] = away[(index + away.count - 1) % away.count]
      }
    }
    /// For each node, the entry next to which the next back edge on each side is placed.
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

/// The path from the root to the current node of a depth-first search, with the progress at each
/// node.
struct DepthFirstVisits {
  private var path: [Int] = [0]
  private var index: [Int]

  init(nodeCount: Int) { index = Array(repeating: 0, count: nodeCount) }

  /// The current node; nil when the search is over.
  var node: Int? { path.last }

  mutating func enter(_ node: Int) { path.append(node) }
  mutating func leave() { path.removeLast() }

  /// Returns the next of the node's items and advances; nil after the last.
  mutating func next(in items: some RandomAccessCollection<Int>) -> Int? {
    guard let place = current(in: items) else { return nil }
    advance()
    return place
  }

  /// Returns the node's current item.
  func current(in items: some RandomAccessCollection<Int>) -> Int? {
    let at = index[path[path.count - 1]]
    return at < items.count ? items[items.index(items.startIndex, offsetBy: at)] : nil
  }

  mutating func advance() { index[path[path.count - 1]] += 1 }
}
