import RunSupport

extension GraphTopology {
  /// Closeness: the inverse of the mean distance from the nodes that reach a node, times the share of
  /// all other nodes that these are (Wasserman and Faust 1994, doi:10.1017/CBO9780511815478, page 201).
  /// 0 for a node that no other one reaches.
  ///
  /// A search from each node: O(nodes * (nodes + edges)), with weights times the logarithm of edges.
  /// Deterministic. In a directed graph paths lead to the node. Loops do not count; of parallel edges the
  /// shortest does.
  ///
  /// - Parameters:
  ///   - weights: the length of each edge, at least 0; nil for 1.
  ///   - control: cancelling and progress.
  /// - Throws: `GraphError` when a weight is negative, not a number or missing, `CancellationError`
  ///   when `control` or the task says so.
  public func closeness(
    weights: [Double]? = nil, control: RunControl = RunControl()
  ) throws -> [Double] {
    var scores = [Double](repeating: 0, count: nodeCount)
    let others = Double(nodeCount - 1)
    try forEachNode("closeness", weights, .incoming, control) { node, reached, sum, _ in
      guard sum > 0, reached > 0 else { return }
      scores[node] = Double(reached) / sum * (Double(reached) / others)
    }
    return scores
  }

  /// The eccentricity of each node, and with it the diameter, the radius and the mean distance.
  ///
  /// O(nodes * (nodes + edges)), with weights times the logarithm of edges. Deterministic. Distances are
  /// those along the edges of a directed graph. Loops do not count.
  ///
  /// - Parameters:
  ///   - weights: the length of each edge, at least 0; nil for 1.
  ///   - control: cancelling and progress.
  /// - Returns: of each node the greatest distance to a node that it reaches, 0 where it reaches none; the
  ///   greatest of these, the diameter, which of a graph of several components is the greatest distance
  ///   within one; the least of the nodes that reach another one, 0 when none does; the mean distance of all
  ///   pairs of nodes of which the first reaches the second, 0 without one; whether each node reaches every
  ///   other.
  /// - Throws: as `closeness(weights:control:)`.
  public func eccentricities(
    weights: [Double]? = nil, control: RunControl = RunControl()
  ) throws -> (
    values: [Double], diameter: Double, radius: Double, meanDistance: Double, isConnected: Bool
  ) {
    var values = [Double](repeating: 0, count: nodeCount)
    var (sum, pairs) = (0.0, 0)
    var radius = Double.infinity
    try forEachNode("eccentricity", weights, .outgoing, control) { node, reached, distances, most in
      values[node] = most
      sum += distances
      pairs += reached
      if reached > 0 { radius = min(radius, most) }
    }
    return (
      values: values, diameter: values.max() ?? 0, radius: radius.isFinite ? radius : 0,
      meanDistance: pairs > 0 ? sum / Double(pairs) : 0,
      isConnected: pairs == nodeCount * max(nodeCount - 1, 0)
    )
  }

  /// Calls `body` for each node with how many others a search from it finds, the sum of their distances
  /// and the greatest of these.
  private func forEachNode(
    _ phase: String, _ weights: [Double]?, _ direction: EdgeDirection, _ control: RunControl,
    _ body: (_ node: Int, _ reached: Int, _ sum: Double, _ greatest: Double) -> Void
  ) throws {
    guard weights == nil else {
      for node in 0..<nodeCount {
        let part = Double(node) / Double(nodeCount)...Double(node + 1) / Double(nodeCount)
        let paths = try shortestPaths(
          from: node, weights: weights, direction: direction, control: control.step(part))
        let found = paths.distances.enumerated().filter { $0.offset != node && $0.element.isFinite }
        body(
          node, found.count, found.reduce(0) { $0 + $1.element },
          found.reduce(0) { max($0, $1.element) })
      }
      return
    }
    let adjacency = adjacency(direction, loops: .none)
    let work = Double(nodeCount) * Double(nodeCount + adjacency.neighbors.count)
    var meter = try RunMeter(control, phase, total: work)
    // The source of the search that has found a node last.
    var foundFrom = [Int32](repeating: -1, count: nodeCount)
    var queue: [Int32] = []
    queue.reserveCapacity(nodeCount)
    for node in 0..<nodeCount {
      let source = Int32(truncatingIfNeeded: node)
      queue.removeAll(keepingCapacity: true)
      queue.append(source)
      foundFrom[node] = source
      var (begin, depth, sum) = (0, 0, 0)
      var greatest = 0
      while begin < queue.count {
        let end = queue.count
        sum += depth * (end - begin)
        greatest = depth
        depth += 1
        for place in begin..<end {
          let row = adjacency.row(of: Int(queue[place]))
          for entry in row {
            let neighbor = adjacency.neighbors[entry]
            if foundFrom[Int(neighbor)] == source { continue }
            foundFrom[Int(neighbor)] = source
            queue.append(neighbor)
          }
          try meter.advance(by: 1 + row.count)
        }
        begin = end
      }
      body(node, queue.count - 1, Double(sum), Double(greatest))
    }
    meter.finish()
  }
}
