import RunSupport

/// How PageRank is computed.
public struct PageRankOptions: Hashable, Codable, Sendable {
  /// The probability to follow an edge instead of going to any node; 0 to 1.
  public var damping: Double
  /// In the last iteration each score changes by less than this share of itself, or of the mean score
  /// where it is below that; above 0.
  public var tolerance: Double
  /// The most iterations; at least 1.
  public var iterationLimit: Int

  /// The damping of Page and Brin, and scores of which eight digits hold.
  public init(damping: Double = 0.85, tolerance: Double = 1e-10, iterationLimit: Int = 1000) {
    self.damping = damping
    self.tolerance = tolerance
    self.iterationLimit = iterationLimit
  }

  func check() throws(GraphError) {
    guard damping >= 0, damping <= 1 else {
      throw GraphError("the damping is \(damping), but must be from 0 to 1")
    }
    guard tolerance > 0 else {
      throw GraphError("the tolerance is \(tolerance), but must be above 0")
    }
    guard iterationLimit >= 1 else {
      throw GraphError("the iteration limit is \(iterationLimit), but must be at least 1")
    }
  }
}

/// The PageRank of all nodes.
public struct PageRank: Hashable, Codable, Sendable {
  /// Of each node; their sum is 1.
  public let scores: [Double]
  /// The number of iterations.
  public let iterations: Int
  /// False when the limit of iterations came before the tolerance.
  public let isConverged: Bool
}

extension GraphTopology {
  /// PageRank: the share of time that a random walk spends at each node, which follows an edge or,
  /// now and then, goes to any node (Brin and Page 1998, doi:10.1016/S0169-7552(98)00110-X).
  ///
  /// Power iteration from equal scores, until no score changes by more than the tolerance. What is
  /// left of the error of all scores is at most damping / (1 - damping) times the last change of all
  /// of them, 5.7 times by default. From a node without edges (or with weights of 0 alone) the
  /// walk goes to any node. O(nodes + edges) for each iteration, of which the defaults take about
  /// 150 at most. Deterministic.
  ///
  /// Edges are followed from source to target, in undirected graphs both ways. Parallel edges count
  /// each. A loop counts once, in undirected graphs too.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0: an edge is followed with a
  ///     probability in proportion. Nil for 1.
  ///   - options: damping, tolerance and limit.
  ///   - control: cancelling and progress.
  /// - Throws: `GraphError` when an option or a weight is out of range or a weight is missing,
  ///   `CancellationError` when `control` or the task says so.
  public func pageRank(
    weights: [Double]? = nil, options: PageRankOptions = PageRankOptions(),
    control: RunControl = RunControl()
  ) throws -> PageRank {
    try options.check()
    try check(weights: weights, for: "PageRanks", "that are finite and at least 0") {
      $0 >= 0 && $0.isFinite
    }
    var iteration = PageRankIteration(self, weights: weights, damping: options.damping)
    let workOfStep = Double(nodeCount + iteration.incoming.neighbors.count)
    var meter = try RunMeter(
      control, "PageRank", total: workOfStep * Double(options.iterationLimit))
    var isSettled = nodeCount == 0
    var count = 0
    while !isSettled, count < options.iterationLimit {
      isSettled = try iteration.step(tolerance: options.tolerance, &meter)
      count += 1
    }
    meter.finish()
    return PageRank(scores: iteration.scores, iterations: count, isConverged: isSettled)
  }
}

private struct PageRankIteration {
  let incoming: Adjacency
  private(set) var scores: [Double]
  /// For each entry of `incoming`; nil for 1.
  private let weights: [Double]?
  /// One over the weight of all edges from each node, 0 if there is none.
  private let inverseWeight: [Double]
  private let damping: Double
  private var flow: [Double]
  private var next: [Double]

  init(_ graph: GraphTopology, weights: [Double]?, damping: Double) {
    let adjacency = graph.adjacency(.incoming, loops: .one)
    let entryWeights = weights.map { all in adjacency.edges.map { all[Int($0)] } }
    var total = [Double](repeating: 0, count: graph.nodeCount)
    for place in adjacency.neighbors.indices {
      total[Int(adjacency.neighbors[place])] += entryWeights?[place] ?? 1
    }
    incoming = adjacency
    self.weights = entryWeights
    inverseWeight = total.map { $0 == 0 ? 0 : 1 / $0 }
    self.damping = damping
    scores = [Double](repeating: 1 / Double(graph.nodeCount), count: graph.nodeCount)
    flow = scores
    next = scores
  }

  /// Returns whether no score has changed by more than the tolerance.
  mutating func step(
    tolerance: Double, _ meter: inout RunMeter
  ) throws(CancellationError) -> Bool {
    let nodes = scores.indices
    var dangling = 0.0
    for node in nodes {
      flow[node] = scores[node] * inverseWeight[node]
      if inverseWeight[node] == 0 { dangling += scores[node] }
    }
    let everywhere = (damping * dangling + (1 - damping)) / Double(nodes.count)
    let mean = 1 / Double(nodes.count)
    var isSettled = true
    for node in nodes {
      let row = incoming.row(of: node)
      var inflow = 0.0
      if let weights {
        for place in row { inflow += weights[place] * flow[Int(incoming.neighbors[place])] }
      } else {
        for place in row { inflow += flow[Int(incoming.neighbors[place])] }
      }
      next[node] = damping * inflow + everywhere
      if abs(next[node] - scores[node]) >= tolerance * max(next[node], mean) { isSettled = false }
      try meter.advance(by: 1 + row.count)
    }
    swap(&scores, &next)
    return isSettled
  }
}
