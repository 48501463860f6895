import RunSupport

extension GraphTopology {
  /// Returns PageRank: the fraction of time that a random walk spends at each node, if it follows
  /// edges and occasionally jumps to any node (Brin and Page 1998,
  /// doi:10.1016/S0169-7552(98)00110-X).
  ///
  /// It uses power iteration from equal scores, until no score changes by more than the tolerance.
  /// The remaining error of all scores is at most damping / (1 - damping) times their last change,
  /// by default 5.7 times. From a node without outgoing weight, the walk jumps to any node. O(nodes
  /// + edges) per iteration; the defaults take at most about 150. Deterministic.
  ///
  /// Edges are followed from source to target, in undirected graphs both ways. Each parallel edge
  /// counts. A loop counts once, in undirected graphs too.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0, to which the probability of
  ///     following it is proportional. Nil for 1.
  ///   - damping: the probability of following an edge instead of jumping to any node, 0 to 1; by
  ///     default that of Page and Brin.
  ///   - tolerance: the maximum relative change of each score in the last iteration, above 0; for
  ///     scores below the mean it is relative to the mean. By default eight digits are accurate.
  ///   - iterationLimit: the maximum number of iterations, at least 1.
  ///   - control: cancellation and progress.
  /// - Returns: scores whose sum is 1.
  /// - Throws: `GraphError` if an argument or a weight is out of range or a weight is missing,
  ///   `CancellationError` if `control` or the task is cancelled.
  public func pageRank(
    weights: [Double]? = nil, damping: Double = 0.85, tolerance: Double = 1e-10,
    iterationLimit: Int = 1000, control: RunControl = RunControl()
  ) throws -> CentralityScores {
    guard damping >= 0, damping <= 1 else {
      throw GraphError("the damping is \(damping), but must be from 0 to 1")
    }
    try CentralityScores.check(tolerance: tolerance, iterationLimit: iterationLimit)
    try check(weights: weights, for: "PageRanks", "that are finite and at least 0") {
      $0 >= 0 && $0.isFinite
    }
    var iteration = PageRankIteration(self, weights: weights, damping: damping)
    let workOfStep = Double(nodeCount + iteration.incoming.neighbors.count)
    var meter = try RunMeter(
      control, "PageRank", total: workOfStep * Double(iterationLimit))
    var isSettled = nodeCount == 0
    var count = 0
    while !isSettled, count < iterationLimit {
      isSettled = try iteration.step(tolerance: tolerance, &meter)
      count += 1
    }
    meter.finish()
    return CentralityScores(scores: iteration.scores, iterations: count, isConverged: isSettled)
  }
}

private struct PageRankIteration {
  let incoming: Adjacency
  private(set) var scores: [Double]
  /// The weight of each entry of `incoming`; nil for 1.
  private let weights: [Double]?
  /// The reciprocal of the total weight of each node's outgoing edges; 0 if it has none.
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

  /// Performs an iteration; returns true if no score has changed by more than the tolerance.
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
