import ForceSimulation
import GraphModel

/// A graph at one level of a multilevel layout, as adjacency in compressed sparse rows; each pair
/// of adjacent nodes is in the rows of both.
struct LevelGraph {
  /// The index where the neighbours of each node begin, and the end of the last row.
  var offsets: [Int32]
  var neighbors: [Int32]
  /// The desired length of the edge to each neighbour, in link lengths.
  var lengths: [Float]
  /// The number of edges of the finest graph that the edge to each neighbour represents.
  var weights: [Float]
  /// The number of nodes of the finest graph that each node represents.
  var masses: [Float]

  var nodeCount: Int { offsets.count - 1 }

  @inline(__always)
  func range(of node: Int) -> Range<Int> { Int(offsets[node])..<Int(offsets[node + 1]) }

  func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }

  /// True if three quarters of the nodes have at least three neighbours, and the mean is as many.
  var isMesh: Bool {
    neighbors.count >= 3 * nodeCount
      && (0..<nodeCount).count(where: { degree(of: $0) < 3 }) * 4 <= nodeCount
  }
}

extension LevelGraph {
  /// Creates the finest level. O(nodes + edges).
  ///
  /// - Parameter order: the numbers of its nodes; nil for those of the graph.
  init(_ graph: LayoutGraph, order: NodeOrder? = nil) {
    let adjacency = graph.adjacency
    if let order {
      (offsets, neighbors, lengths) = ([0], [], [])
      offsets.reserveCapacity(graph.nodeCount + 1)
      neighbors.reserveCapacity(adjacency.neighbors.count)
      lengths.reserveCapacity(adjacency.neighbors.count)
      for node in order.nodes {
        for place in adjacency.range(of: Int(node)) {
          neighbors.append(order.numbers[Int(adjacency.neighbors[place])])
          lengths.append(adjacency.lengths.map { Float($0[place]) } ?? 1)
        }
        offsets.append(Int32(neighbors.count))
      }
    } else {
      offsets = adjacency.offsets.map { Int32($0) }
      neighbors = adjacency.neighbors
      lengths =
        adjacency.lengths.map { $0.map { Float($0) } }
        ?? [Float](repeating: 1, count: neighbors.count)
    }
    weights = [Float](repeating: 1, count: neighbors.count)
    masses = [Float](repeating: 1, count: graph.nodeCount)
  }

  /// Calls `body` once for each edge, with its ends and its index among the neighbours of the
  /// first.
  @inline(__always)
  private func forEachEdge(_ body: (_ node: Int, _ neighbor: Int32, _ place: Int) -> Void) {
    for node in 0..<nodeCount {
      for place in range(of: node) where neighbors[place] > Int32(node) {
        body(node, neighbors[place], place)
      }
    }
  }

  /// Returns the same graph for other layouts. O(nodes + edges).
  func layoutGraph() -> LayoutGraph {
    var (sources, targets, lengths): ([Int32], [Int32], [Double]) = ([], [], [])
    forEachEdge { node, neighbor, place in
      sources.append(Int32(node))
      targets.append(neighbor)
      lengths.append(Double(self.lengths[place]))
    }
    return LayoutGraph(
      trusted: GraphTopology(
        trusted: nodeCount, sources: sources, targets: targets, isDirected: false),
      lengths: lengths.contains { $0 != 1 } ? lengths : nil)
  }

  /// Returns the edges as links of a simulation. O(nodes + edges).
  func links() -> [Link<Int>] {
    var links: [Link<Int>] = []
    links.reserveCapacity(neighbors.count / 2)
    forEachEdge { node, neighbor, _ in links.append(Link(node, Int(neighbor))) }
    return links
  }

  /// Returns the length of each of `links`.
  func linkLengths() -> [Double] {
    var lengths: [Double] = []
    lengths.reserveCapacity(neighbors.count / 2)
    forEachEdge { _, _, place in lengths.append(Double(self.lengths[place])) }
    return lengths
  }
}
