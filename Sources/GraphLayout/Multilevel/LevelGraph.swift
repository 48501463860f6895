import GraphModel

/// A graph at one level of a multilevel layout: neighbours in compressed rows, each pair of nodes in
/// the rows of both.
struct LevelGraph {
  /// Where the neighbours of each node begin, and the end of the last.
  var offsets: [Int32]
  var neighbors: [Int32]
  /// By neighbour: how long the edge wants to be, in link lengths.
  var lengths: [Float]
  /// By neighbour: the number of edges of the finest graph that it stands for.
  var weights: [Float]
  /// By node: the number of nodes of the finest graph that it stands for.
  var masses: [Float]

  var nodeCount: Int { offsets.count - 1 }

  func range(of node: Int) -> Range<Int> { Int(offsets[node])..<Int(offsets[node + 1]) }

  func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }
}

extension LevelGraph {
  /// The finest level. O(nodes + edges).
  init(_ graph: LayoutGraph) {
    let adjacency = graph.adjacency
    offsets = adjacency.offsets.map { Int32($0) }
    neighbors = adjacency.neighbors
    lengths =
      adjacency.lengths.map { $0.map { Float($0) } }
      ?? [Float](repeating: 1, count: neighbors.count)
    weights = [Float](repeating: 1, count: neighbors.count)
    masses = [Float](repeating: 1, count: graph.nodeCount)
  }

  /// The same as a graph of other layouts.
  func layoutGraph() -> LayoutGraph {
    var (sources, targets, lengths): ([Int32], [Int32], [Double]) = ([], [], [])
    for node in 0..<nodeCount {
      for place in range(of: node) where neighbors[place] > Int32(node) {
        sources.append(Int32(node))
        targets.append(neighbors[place])
        lengths.append(Double(self.lengths[place]))
      }
    }
    return LayoutGraph(
      trusted: GraphTopology(
        trusted: nodeCount, sources: sources, targets: targets, isDirected: false),
      lengths: lengths)
  }
}
