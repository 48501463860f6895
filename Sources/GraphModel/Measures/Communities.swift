import RunSupport

/// A partition of the nodes into communities: groups with many edges inside and few between them.
public struct Communities: Hashable, Codable, Sendable {
  /// The community of each node. Communities are numbered by decreasing size; ties go to the one
  /// with the lowest node.
  public let communityOfNode: [Int32]
  /// The number of nodes of each community, in decreasing order.
  public let sizes: [Int]
  /// The modularity of the partition, at the requested resolution.
  public let modularity: Double

  /// The number of communities.
  public var count: Int { sizes.count }

  /// Returns the nodes of a community, in increasing order. O(nodes). Traps if there is no such
  /// community.
  public func nodes(of community: Int) -> [Int32] {
    communityOfNode.places(of: community, count: sizes[community])
  }
}

extension GraphTopology {
  /// Returns communities with a high modularity, by the Leiden method (Traag, Waltman and van Eck
  /// 2019, doi:10.1038/s41598-019-41695-z).
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
  ) throws -> Communities {
    try checkCommunityArguments(weights, resolution)
    let base = WeightedRows(self, weights: weights)
    var leiden = Leiden(base, resolution: resolution, seed: seed)
    var meter = try RunMeter(control, "communities", total: leiden.expectedWork)
    let found = try leiden.run(&meter) { modularity($0, count: $1, weights, resolution) }
    let (communityOfNode, sizes) = Self.bySize(found)
    meter.finish()
    return Communities(
      communityOfNode: communityOfNode, sizes: sizes,
      modularity: modularity(communityOfNode, count: sizes.count, weights, resolution))
  }

  /// Returns groups numbered by decreasing size, then by their lowest node.
  private static func bySize(_ components: GraphComponents) -> ([Int32], [Int]) {
    // Components are numbered by their lowest node, so the index breaks ties.
    let order = components.sizes.indices.sorted {
      (-components.sizes[$0], $0) < (-components.sizes[$1], $1)
    }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, number) in order.enumerated() { rank[number] = Int32(truncatingIfNeeded: place) }
    return (
      components.componentOfNode.map { rank[Int($0)] }, order.map { components.sizes[$0] }
    )
  }
}
