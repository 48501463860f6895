import RunSupport

extension GraphTopology {
  /// Returns communities, which are groups of nodes with many edges inside and few between them: a
  /// partition with a high modularity, by the Leiden method (Traag, Waltman and van Eck 2019,
  /// doi:10.1038/s41598-019-41695-z). They are numbered by decreasing size; ties go to the one with the
  /// lowest node. `modularity(of:weights:resolution:)` returns the modularity of the partition.
  ///
  /// Each community is connected by edges of positive weight; an isolated node is its own
  /// community. The maximum of modularity is not guaranteed: finding it is NP-hard. O(nodes +
  /// edges) per round, of which a few dozen are usual; O(nodes + edges) in memory. Deterministic:
  /// nodes merge where the gain of modularity is greatest, and ties go to the lowest number.
  ///
  /// Directions are ignored. Each parallel edge counts; a loop counts twice in the degree of its
  /// node.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0. Nil for 1.
  ///   - resolution: above 1 for smaller communities, below 1 for larger ones; at least 0.
  ///   - seed: the seed of random orders, which are tried in graphs with fewer than 10,000 nodes
  ///     and edges; the best partition is returned.
  ///   - control: cancellation and progress.
  /// - Throws: `GraphError` if a weight or the resolution is out of range or a weight is missing,
  ///   `CancellationError` if `control` or the task is cancelled.
  public func communities(
    weights: [Double]? = nil, resolution: Double = 1, seed: UInt64 = 1,
    control: RunControl = RunControl()
  ) throws -> NodePartition {
    try checkCommunityArguments(weights, resolution)
    let base = WeightedRows(self, weights: weights)
    var leiden = Leiden(base, resolution: resolution, seed: seed)
    var meter = try RunMeter(control, "communities", total: leiden.expectedWork)
    let found = try leiden.run(&meter) { modularity($0, count: $1, weights, resolution) }
    meter.finish()
    // Those found are numbered by their lowest nodes, so the number breaks ties.
    return found.bySize
  }
}
