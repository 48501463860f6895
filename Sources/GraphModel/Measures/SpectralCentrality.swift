import RunSupport

/// The centrality of all nodes, as power iteration has found it.
public struct CentralityScores: Hashable, Codable, Sendable {
  /// The score of each node, at least 0.
  public let scores: [Double]
  /// The number of iterations.
  public let iterations: Int
  /// False if the limit of iterations was reached before the tolerance: of eigenvectors of graphs
  /// without cycles, for example.
  public let isConverged: Bool

  static func check(tolerance: Double, iterationLimit: Int) throws(GraphError) {
    guard tolerance > 0 else {
      throw GraphError("the tolerance is \(tolerance), but must be above 0")
    }
    guard iterationLimit >= 1 else {
      throw GraphError("the iteration limit is \(iterationLimit), but must be at least 1")
    }
  }
}

extension GraphTopology {
  /// Eigenvector centrality: a node is central when the nodes are from which edges lead to it (Bonacich
  /// 1972, doi:10.1080/0022250X.1972.9989806). The scores are the eigenvector of the greatest
  /// eigenvalue, of Euclidean length 1.
  ///
  /// Power iteration of the adjacency matrix with 1 on its diagonal, which converges where edges all lead
  /// between two halves, too; from equal scores, so that of several eigenvectors (as of a graph of equal
  /// parts) the one nearest to equality is found. O(nodes + edges) for each iteration. Deterministic.
  /// Parallel edges count each, a loop once.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0; nil for 1.
  ///   - tolerance: in the last iteration no score changes by more than this share of the greatest;
  ///     above 0. By default some ten digits hold where scores converge quickly.
  ///   - iterationLimit: the maximum number of iterations, at least 1.
  ///   - control: cancelling and progress.
  /// - Throws: `GraphError` when an argument or a weight is out of range or a weight is missing,
  ///   `CancellationError` when `control` or the task says so.
  public func eigenvectorCentrality(
    weights: [Double]? = nil, tolerance: Double = 1e-12, iterationLimit: Int = 10_000,
    control: RunControl = RunControl()
  ) throws -> CentralityScores {
    try CentralityScores.check(tolerance: tolerance, iterationLimit: iterationLimit)
    try checkSpectral(weights)
    let incoming = WeightedEntries(self, .incoming, weights)
    var meter = try RunMeter(
      control, "eigenvector", total: Double(incoming.work) * Double(iterationLimit))
    var scores = [Double](
      repeating: nodeCount > 0 ? 1 / Double(nodeCount).squareRoot() : 0, count: nodeCount)
    var isSettled = nodeCount == 0
    var count = 0
    while !isSettled, count < iterationLimit {
      var next = try incoming.product(with: scores, &meter)
      for node in next.indices { next[node] += scores[node] }
      next.scale(toSum: { $0 * $0 }, root: true)
      isSettled = next.isNear(scores, tolerance)
      scores = next
      count += 1
    }
    meter.finish()
    return CentralityScores(scores: scores, iterations: count, isConverged: isSettled)
  }

  /// Hubs and authorities: a good hub leads to good authorities, and a good authority is one to which good
  /// hubs lead (Kleinberg 1999, doi:10.1145/324133.324140). In an undirected graph both are the same.
  ///
  /// Power iteration from equal scores. O(nodes + edges) for each iteration. Deterministic. Parallel edges
  /// count each, a loop once. Without edges all nodes have equal scores.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0; nil for 1.
  ///   - tolerance: in the last iteration no score of a hub changes by more than this share of the
  ///     greatest; above 0.
  ///   - iterationLimit: the maximum number of iterations, at least 1.
  ///   - control: cancelling and progress.
  /// - Returns: of each node how much it leads to authorities, and how much hubs lead to it; the sum of
  ///   each is 1.
  /// - Throws: as `eigenvectorCentrality(weights:tolerance:iterationLimit:control:)`.
  public func hubsAndAuthorities(
    weights: [Double]? = nil, tolerance: Double = 1e-12, iterationLimit: Int = 10_000,
    control: RunControl = RunControl()
  ) throws -> (hubs: CentralityScores, authorities: CentralityScores) {
    try CentralityScores.check(tolerance: tolerance, iterationLimit: iterationLimit)
    try checkSpectral(weights)
    let incoming = WeightedEntries(self, .incoming, weights)
    let outgoing = WeightedEntries(self, .outgoing, weights)
    var meter = try RunMeter(
      control, "hubs and authorities",
      total: Double(incoming.work + outgoing.work) * Double(iterationLimit))
    let equal = [Double](repeating: nodeCount > 0 ? 1 / Double(nodeCount) : 0, count: nodeCount)
    var (hubs, authorities) = (equal, equal)
    let hasEdges = incoming.hasWeight
    var isSettled = !hasEdges
    var count = 0
    while !isSettled, count < iterationLimit {
      authorities = try incoming.product(with: hubs, &meter)
      authorities.scale(toSum: { $0 }, root: false)
      var next = try outgoing.product(with: authorities, &meter)
      next.scale(toSum: { $0 }, root: false)
      isSettled = next.isNear(hubs, tolerance)
      hubs = next
      count += 1
    }
    meter.finish()
    func found(_ scores: [Double]) -> CentralityScores {
      CentralityScores(scores: scores, iterations: count, isConverged: isSettled)
    }
    return (found(hubs), found(authorities))
  }

  private func checkSpectral(_ weights: [Double]?) throws(GraphError) {
    try check(weights: weights, for: "eigenvectors", "that are finite and at least 0") {
      $0 >= 0 && $0.isFinite
    }
  }
}

/// The adjacency matrix of a graph, or its transpose. Weights are shares of the greatest, as sums of them
/// would overflow else.
private struct WeightedEntries {
  private let adjacency: Adjacency
  private let weights: [Double]?

  init(_ graph: GraphTopology, _ direction: EdgeDirection, _ weights: [Double]?) {
    let adjacency = graph.adjacency(direction, loops: .one)
    let greatest = weights?.max() ?? 1
    let scale = greatest > 1e100 || greatest < 1e-100 ? greatest : 1
    self.adjacency = adjacency
    self.weights = weights.map { all in
      adjacency.edges.map { scale > 0 ? all[Int($0)] / scale : all[Int($0)] }
    }
  }

  var work: Int { adjacency.nodeCount + adjacency.neighbors.count }
  var hasWeight: Bool { weights.map { $0.contains { $0 > 0 } } ?? !adjacency.neighbors.isEmpty }

  func product(
    with vector: [Double], _ meter: inout RunMeter
  ) throws(CancellationError) -> [Double] {
    var result = [Double](repeating: 0, count: vector.count)
    for node in vector.indices {
      let row = adjacency.row(of: node)
      var sum = 0.0
      if let weights {
        for place in row { sum += weights[place] * vector[Int(adjacency.neighbors[place])] }
      } else {
        for place in row { sum += vector[Int(adjacency.neighbors[place])] }
      }
      result[node] = sum
      try meter.advance(by: 1 + row.count)
    }
    return result
  }
}

extension [Double] {
  /// Divides by the sum of a measure of the numbers, or by its root.
  fileprivate mutating func scale(toSum measure: (Double) -> Double, root: Bool) {
    let sum = reduce(0) { $0 + measure($1) }
    let divisor = root ? sum.squareRoot() : sum
    guard divisor > 0 else { return }
    for index in indices { self[index] /= divisor }
  }

  fileprivate func isNear(_ other: [Double], _ tolerance: Double) -> Bool {
    let greatest = reduce(0) { Swift.max($0, abs($1)) }
    return zip(self, other).allSatisfy { abs($0 - $1) <= tolerance * greatest }
  }
}
