import RunSupport

extension GraphTopology {
  /// Returns the betweenness centrality: for each node the sum, over all pairs of other nodes, of
  /// the fraction of shortest paths between them that contain it.
  ///
  /// Brandes 2001 (doi:10.1080/0022250X.2001.9990249). Exact up to `exactNodeLimit` nodes: O(nodes
  /// edges), with weights O(nodes edges log nodes). Above that it is estimated from the paths that
  /// begin at randomly chosen pivots (Brandes and Pich 2007, doi:10.1142/S0218127407018403):
  /// O(pivots edges). O(nodes + edges) in memory. Deterministic for a given seed.
  ///
  /// In undirected graphs a pair counts once, in directed ones once per direction. A path is a
  /// sequence of nodes: of parallel edges only the lightest counts. Loops are ignored. Normalised
  /// scores are divided by the number of pairs, (n - 1)(n - 2), half of it in undirected graphs;
  /// scores are 0 with fewer than three nodes. All this agrees with networkx, which also scales
  /// estimates differently for pivots, since they are not targets of their own paths, and for other
  /// nodes.
  ///
  /// - Parameters:
  ///   - weights: the length of each edge, above 0; an infinite one excludes its edge. Nil for 1.
  ///     Two paths are equally long if their rounded lengths are.
  ///   - isNormalized: true to divide scores by the number of pairs of other nodes, so that they are
  ///     0 to 1.
  ///   - exactNodeLimit: the number of nodes above which scores are estimated; `Int.max` for no limit.
  ///   - pivotCount: the number of nodes from whose paths scores are estimated, at least 2.
  ///   - seed: the seed of the choice of these nodes.
  ///   - control: cancellation and progress.
  /// - Returns: the score of each node, and the nodes, in increasing order, from whose paths the scores
  ///   are estimated; nil if they are exact.
  /// - Throws: `GraphError` if an argument or a weight is out of range or a weight is missing,
  ///   `CancellationError` if `control` or the task is cancelled.
  public func betweenness(
    weights: [Double]? = nil, isNormalized: Bool = true, exactNodeLimit: Int = 4_000,
    pivotCount: Int = 512, seed: UInt64 = 1, control: RunControl = RunControl()
  ) throws -> (scores: [Double], pivots: [Int32]?) {
    guard pivotCount >= 2 else {
      throw GraphError("there are \(pivotCount) pivots, but at least 2 are needed")
    }
    try check(weights: weights, for: "betweennesses", "above 0") { $0 > 0 }
    var pivots: [Int32]?
    if nodeCount > exactNodeLimit, nodeCount > pivotCount {
      var random = SeededRandom(seed: seed)
      pivots = random.sample(pivotCount, of: nodeCount).map {
        Int32(truncatingIfNeeded: $0)
      }
    }
    let sources = pivots ?? (0..<nodeCount).map { Int32(truncatingIfNeeded: $0) }
    var scores = try dependencies(from: sources, weights, control)
    scale(&scores, pivots, isNormalized: isNormalized)
    return (scores, pivots)
  }

  private func dependencies(
    from sources: [Int32], _ weights: [Double]?, _ control: RunControl
  ) throws(CancellationError) -> [Double] {
    let rows = SimpleRows(adjacency(.outgoing, loops: .none), edgeWeights: weights)
    let workOfSource = 2 * Double(nodeCount + rows.neighbors.count)
    var meter = try RunMeter(
      control, "betweenness", total: workOfSource * Double(sources.count))
    var search = BrandesSearch<Double>(rows)
    // It is created for the first source whose number of paths exceeds the range of Double.
    var largeSearch: BrandesSearch<ScaledCount>?
    var scores = [Double](repeating: 0, count: nodeCount)
    for source in sources where try !search.add(source: source, to: &scores, &meter) {
      if largeSearch == nil { largeSearch = BrandesSearch(rows) }
      _ = try largeSearch?.add(source: source, to: &scores, &meter)
    }
    meter.finish()
    return scores
  }

  private func scale(_ scores: inout [Double], _ pivots: [Int32]?, isNormalized: Bool) {
    // Both ends of a path are other nodes, so there are this many targets.
    let others = Double(nodeCount - 1)
    guard nodeCount > 2 else { return }
    let pairs = isNormalized ? others * (others - 1) : isDirected ? 1 : 2
    guard let pivots else {
      for node in scores.indices { scores[node] /= pairs }
      return
    }
    var isPivot = [Bool](repeating: false, count: nodeCount)
    for pivot in pivots { isPivot[Int(pivot)] = true }
    for node in scores.indices {
      let sourceCount = Double(pivots.count - (isPivot[node] ? 1 : 0))
      scores[node] *= others / sourceCount / pairs
    }
  }
}
