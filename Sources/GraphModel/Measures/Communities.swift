import RunSupport

/// A partition of the nodes into communities: groups with many edges inside and few between them.
public struct Communities: Hashable, Codable, Sendable {
  /// The community of each node. The largest is 0, and so on; of equally large ones the one with
  /// the lowest node comes first.
  public let communityOfNode: [Int32]
  /// The number of nodes of each community, falling.
  public let sizes: [Int]
  /// Of the partition, at the resolution that was asked for.
  public let modularity: Double

  /// The number of communities.
  public var count: Int { sizes.count }

  /// The nodes of a community, increasing. O(nodes). Traps when there is no such community.
  public func nodes(of community: Int) -> [Int32] {
    communityOfNode.places(of: community, count: sizes[community])
  }
}

extension GraphTopology {
  /// Communities with a high modularity, by the Leiden method (Traag, Waltman and van Eck 2019,
  /// doi:10.1038/s41598-019-41695-z).
  ///
  /// Each community is connected by edges of positive weight; an isolated node is a community of
  /// its own. The highest modularity of all is not known: finding it is NP-hard. O(nodes + edges)
  /// for each round, of which a few dozen are usual; O(nodes + edges) in memory. Deterministic:
  /// nodes merge where modularity gains most, and ties go to the lowest number.
  ///
  /// Directions are ignored. Parallel edges count each; a loop counts twice in the degree of its
  /// node.
  ///
  /// - Parameters:
  ///   - weights: the weight of each edge, finite and at least 0. Nil for 1.
  ///   - resolution: above 1 communities are smaller, below 1 larger; at least 0.
  ///   - seed: what random orders follow from, in which graphs with fewer than 10,000 nodes and
  ///     edges are tried again; the best partition is taken.
  ///   - control: cancelling and progress.
  /// - Throws: `GraphError` when a weight or the resolution is out of range or a weight is missing,
  ///   `CancellationError` when `control` or the task says so.
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

  /// Groups numbered by falling size, then by their lowest node.
  private static func bySize(_ components: GraphComponents) -> ([Int32], [Int]) {
    // Components are numbered by their lowest node.
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
