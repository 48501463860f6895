import RunSupport

/// How betweenness is computed.
public struct BetweennessOptions: Hashable, Codable, Sendable {
  /// Whether scores are divided by the number of pairs of other nodes, so that they are 0 to 1.
  public var isNormalized: Bool
  /// In graphs with more nodes than this, the paths from some nodes stand for all.
  public var exactNodeLimit: Int
  /// The number of these nodes; at least 2.
  public var pivotCount: Int
  /// What the choice of these nodes follows from.
  public var seed: UInt64

  /// - Parameters:
  ///   - isNormalized: whether scores are divided by the number of pairs of other nodes.
  ///   - exactNodeLimit: `Int.max` to be exact always.
  ///   - pivotCount: the number of nodes whose paths stand for all.
  ///   - seed: what the choice of these nodes follows from.
  public init(
    isNormalized: Bool = true, exactNodeLimit: Int = 4_000, pivotCount: Int = 512, seed: UInt64 = 1
  ) {
    self.isNormalized = isNormalized
    self.exactNodeLimit = exactNodeLimit
    self.pivotCount = pivotCount
    self.seed = seed
  }
}

/// The betweenness of all nodes.
public struct Betweenness: Hashable, Codable, Sendable {
  /// Of each node.
  public let scores: [Double]
  /// The nodes, increasing, whose paths stand for all; nil when the scores are exact.
  public let pivots: [Int32]?
}

extension GraphTopology {
  /// Betweenness centrality: for each node the sum, over all pairs of other nodes, of the share of
  /// shortest paths between them that it is on.
  ///
  /// Brandes 2001 (doi:10.1080/0022250X.2001.9990249). Exact up to `exactNodeLimit` nodes: O(nodes
  /// edges), with weights O(nodes edges log nodes). Above that it is estimated from the paths that
  /// begin at randomly chosen pivots (Brandes and Pich 2007, doi:10.1142/S0218127407018403):
  /// O(pivots edges). O(nodes + edges) in memory. Deterministic: the pivots follow from the seed.
  ///
  /// In undirected graphs a pair counts once, in directed ones each way. A path is a sequence of
  /// nodes: parallel edges count as one, the lightest. Loops do not count. Normalised scores are
  /// divided by the number of pairs, (n - 1)(n - 2), half of it in undirected graphs; scores are 0
  /// with fewer than three nodes. All as in networkx, which scales estimates for pivots, that are
  /// no targets of their own paths, and for other nodes differently.
  ///
  /// - Parameters:
  ///   - weights: the length of each edge, above 0; an infinite one closes its edge. Nil for 1. Two
  ///     paths are equally long when their lengths are, as rounded sums.
  ///   - options: scale and sampling.
  ///   - control: cancelling and progress.
  /// - Throws: `GraphError` when an option or a weight is out of range or a weight is missing,
  ///   `CancellationError` when `control` or the task says so.
  public func betweenness(
    weights: [Double]? = nil, options: BetweennessOptions = BetweennessOptions(),
    control: RunControl = RunControl()
  ) throws -> Betweenness {
    guard options.pivotCount >= 2 else {
      throw GraphError("there are \(options.pivotCount) pivots, but at least 2 are needed")
    }
    try check(weights: weights, for: "betweennesses", "above 0") { $0 > 0 }
    var pivots: [Int32]?
    if nodeCount > options.exactNodeLimit, nodeCount > options.pivotCount {
      var random = SeededRandom(seed: options.seed)
      pivots = random.sample(options.pivotCount, of: nodeCount).map {
        Int32(truncatingIfNeeded: $0)
      }
    }
    let sources = pivots ?? (0..<nodeCount).map { Int32(truncatingIfNeeded: $0) }
    var scores = try dependencies(from: sources, weights, control)
    scale(&scores, pivots, isNormalized: options.isNormalized)
    return Betweenness(scores: scores, pivots: pivots)
  }

  private func dependencies(
    from sources: [Int32], _ weights: [Double]?, _ control: RunControl
  ) throws(CancellationError) -> [Double] {
    let rows = SimpleRows(adjacency(.outgoing, loops: .none), edgeWeights: weights)
    let workOfSource = 2 * Double(nodeCount + rows.neighbors.count)
    var meter = try RunMeter(
      control, "betweenness", total: workOfSource * Double(sources.count))
    var search = BrandesSearch<Double>(rows)
    // Made for the first source from which there are more paths than a Double can count.
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
    // Both ends of a path are other nodes, so that there are this many targets.
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
