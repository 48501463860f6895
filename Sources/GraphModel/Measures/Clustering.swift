import RunSupport

extension GraphTopology {
  /// The clustering coefficients of nodes (Watts and Strogatz 1998, doi:10.1038/30918; of directed graphs
  /// Fagiolo 2007, doi:10.1103/PhysRevE.76.026107) and of the whole graph.
  ///
  /// Loops and parallel edges do not count. In a directed graph a coefficient is the share of the
  /// directed triangles that there could be. O(edges^1.5), as each edge leads from its end of fewer
  /// neighbours to the other (Schank and Wagner 2005, doi:10.1007/11427186_54). Deterministic.
  ///
  /// - Returns: of each node the share of pairs of its neighbours that are joined, 0 with fewer than two;
  ///   the mean of these, 0 without nodes; the transitivity, which is three times the number of triangles
  ///   over the number of pairs of edges that share a node, whatever the directions, 0 without such a pair;
  ///   the number of triangles, whatever the directions.
  /// - Throws: `CancellationError` when `control` or the task says so.
  public func clustering(
    control: RunControl = RunControl()
  ) throws -> (coefficients: [Double], mean: Double, transitivity: Double, triangleCount: Int) {
    let rows = ForwardRows(self)
    var meter = try RunMeter(
      control, "clustering", total: Double(nodeCount) + Double(rows.neighbors.count))
    // Twice the directed, or once the undirected triangles at each node.
    var triangles = [Double](repeating: 0, count: nodeCount)
    var count = 0
    // How many edges join a node to the one at hand.
    var joined = [UInt8](repeating: 0, count: nodeCount)
    for node in 0..<nodeCount {
      let row = rows.forwardRow(of: node)
      for entry in row { joined[Int(rows.neighbors[entry])] = rows.multiplicities[entry] }
      for entry in row {
        let neighbor = Int(rows.neighbors[entry])
        let first = Double(rows.multiplicities[entry])
        let next = rows.forwardRow(of: neighbor)
        for second in next {
          let other = Int(rows.neighbors[second])
          guard joined[other] > 0 else { continue }
          count += 1
          let product = first * Double(rows.multiplicities[second]) * Double(joined[other])
          triangles[node] += product
          triangles[neighbor] += product
          triangles[other] += product
        }
        try meter.advance(by: 1 + next.count)
      }
      for entry in row { joined[Int(rows.neighbors[entry])] = 0 }
      try meter.advance()
    }
    meter.finish()
    var pairs = 0.0
    let coefficients = (0..<nodeCount).map { node -> Double in
      let degree = Double(rows.degrees[node])
      pairs += degree * (degree - 1) / 2
      if triangles[node] == 0 { return 0 }
      guard isDirected else { return 2 * triangles[node] / (degree * (degree - 1)) }
      let total = degree + Double(rows.mutual[node])
      return triangles[node] / (total * (total - 1) - 2 * Double(rows.mutual[node]))
    }
    return (
      coefficients: coefficients,
      mean: coefficients.isEmpty ? 0 : coefficients.reduce(0, +) / Double(coefficients.count),
      transitivity: pairs > 0 ? 3 * Double(count) / pairs : 0,
      triangleCount: count
    )
  }
}

/// The neighbours of each node once, without itself.
private struct ForwardRows {
  /// By the number of neighbours, then by number; of each node only those that come after it.
  private(set) var neighbors: [Int32] = []
  /// In a directed graph 2 where edges lead both ways; else 1.
  private(set) var multiplicities: [UInt8] = []
  /// How many neighbours each node has.
  private(set) var degrees: [Int]
  /// How many of them have edges both ways, in a directed graph.
  private(set) var mutual: [Int]
  private var offsets = [0]

  func forwardRow(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  init(_ graph: GraphTopology) {
    let count = graph.nodeCount
    let both = graph.adjacency(.both, loops: .none)
    degrees = [Int](repeating: 0, count: count)
    mutual = degrees
    // Of the neighbours of the node at hand: 1 for an edge to it, 2 for one from it.
    var ways = [UInt8](repeating: 0, count: count)
    func distinct(_ node: Int, _ body: (Int32, UInt8) -> Void) {
      let row = both.row(of: node)
      for entry in row {
        let isOut = Int(graph.sources[Int(both.edges[entry])]) == node
        ways[Int(both.neighbors[entry])] |= isOut ? 1 : 2
      }
      for entry in row {
        let neighbor = both.neighbors[entry]
        let way = ways[Int(neighbor)]
        if way == 0 { continue }
        ways[Int(neighbor)] = 0
        body(neighbor, graph.isDirected && way == 3 ? 2 : 1)
      }
    }
    for node in 0..<count {
      distinct(node) { _, multiplicity in
        degrees[node] += 1
        if multiplicity == 2 { mutual[node] += 1 }
      }
    }
    offsets.reserveCapacity(count + 1)
    for node in 0..<count {
      distinct(node) { neighbor, multiplicity in
        guard (degrees[node], node) < (degrees[Int(neighbor)], Int(neighbor)) else { return }
        neighbors.append(neighbor)
        multiplicities.append(multiplicity)
      }
      offsets.append(neighbors.count)
    }
  }
}
