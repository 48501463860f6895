import GraphModel
import Testing

@Suite struct CommunityTests {
  /// At most 0.01 below the best of ten runs of networkx's louvain_communities.
  @Test(arguments: Fixture.names) func modularityIsHigh(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    for seed in [1, 2, 3] as [UInt64] {
      let found = try graph.communities(weights: fixture.weights, seed: seed)
      try expectSound(found, in: graph, fixture.weights)
      let modularity = try graph.modularity(of: found.classOfNode, weights: fixture.weights)
      if let expected = fixture.measures.modularity {
        #expect(modularity >= expected.louvain - 0.01, "seed \(seed)")
      } else {
        #expect(modularity == 0)
      }
    }
  }

  /// Numbers, sizes, connected communities.
  private func expectSound(
    _ found: NodePartition, in graph: GraphTopology, _ weights: [Double]?
  ) throws {
    #expect(found.classOfNode.count == graph.nodeCount)
    #expect(found.sizes.reduce(0, +) == graph.nodeCount)
    #expect(found.sizes == found.sizes.sorted(by: >))
    for community in 0..<found.count {
      let nodes = found.nodes(of: community)
      #expect(nodes.count == found.sizes[community] && nodes == nodes.sorted())
      #expect(nodes.allSatisfy { found.classOfNode[Int($0)] == community })
    }
    #expect(found.largest == (found.count > 0 ? 0 : nil))
    let inside = try GraphTopology(
      nodeCount: graph.nodeCount,
      edges: (0..<graph.edgeCount).compactMap { edge in
        let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
        return found.classOfNode[source] == found.classOfNode[target]
          && weights?[edge] ?? 1 > 0 ? (source, target) : nil
      })
    #expect(inside.connectedComponents().count == found.count)
  }

  @Test func sameSeedSameResult() throws {
    let graph = try randomGraph(nodeCount: 2_000, edgeCount: 6_000, seed: 3)
    #expect(try graph.communities(seed: 5) == graph.communities(seed: 5))
  }

  @Test func findsPlantedCommunities() throws {
    // 40 cliques of 10 in a ring.
    var edges: [(Int, Int)] = []
    for clique in 0..<40 {
      for a in 0..<10 { for b in 0..<a { edges.append((clique * 10 + a, clique * 10 + b)) } }
      edges.append((clique * 10, (clique * 10 + 11) % 400))
    }
    let graph = try GraphTopology(nodeCount: 400, edges: edges)
    let found = try graph.communities(resolution: 4)
    #expect(found.count == 40)
    for node in 0..<400 {
      #expect(found.classOfNode[node] == found.classOfNode[node / 10 * 10])
    }
  }

  @Test func communitiesOfRandomGraphsAreConnected() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let graph = try randomGraph(
        nodeCount: 300, edgeCount: 500, isDirected: seed % 2 == 0, seed: seed)
      var random = TestRandom(seed: seed)
      let weights = (0..<graph.edgeCount).map { _ in Double(random.below(4)) }
      let resolution = Double(seed) / 5
      let found = try graph.communities(weights: weights, resolution: resolution)
      let inside = (0..<graph.edgeCount).filter {
        weights[$0] > 0
          && found.classOfNode[Int(graph.sources[$0])]
            == found.classOfNode[Int(graph.targets[$0])]
      }
      let kept = try GraphTopology(
        nodeCount: graph.nodeCount, sources: inside.map { graph.sources[$0] },
        targets: inside.map { graph.targets[$0] })
      #expect(kept.connectedComponents().count == found.count)
      // No two communities together are better than apart.
      let reached = try graph.modularity(
        of: found.classOfNode, weights: weights, resolution: resolution)
      let merged = try graph.modularity(
        of: found.classOfNode.map { max($0, 1) }, weights: weights, resolution: resolution)
      #expect(reached >= merged - 1e-12)
    }
  }

  @Test func weightsMoveBorders() throws {
    // A path of four: the heavy edge is within a community.
    let graph = try GraphTopology(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
    #expect(try graph.communities(weights: [5, 1, 5]).classOfNode == [0, 0, 1, 1])
    #expect(try graph.communities(weights: [1, 9, 1]).count == 1)
    #expect(try graph.communities(weights: [1, 0, 1]).classOfNode == [0, 0, 1, 1])
    #expect(try graph.communities(weights: [0, 0, 0]).count == 4)
  }

  @Test func modularityTakesAnyNumbers() throws {
    let graph = try GraphTopology(nodeCount: 4, edges: [(0, 1), (2, 3)])
    let expected = try graph.modularity(of: [0, 0, 1, 1])
    #expect(expected == 0.5)
    #expect(try graph.modularity(of: [7, 7, -3, -3]) == expected)
    #expect(try graph.modularity(of: [.max, .max, .min, .min]) == expected)
  }

  @Test func refusesArguments() throws {
    let graph = try GraphTopology(nodeCount: 2, edges: [(0, 1)])
    for weight in [-1, .nan, .infinity] as [Double] {
      #expect(throws: GraphError.self) { try graph.communities(weights: [weight]) }
      #expect(throws: GraphError.self) { try graph.modularity(of: [0, 0], weights: [weight]) }
    }
    for resolution in [-1, .nan, .infinity] as [Double] {
      #expect(throws: GraphError.self) { try graph.communities(resolution: resolution) }
    }
    #expect(throws: GraphError.self) { try graph.communities(weights: [1, 1]) }
    #expect(throws: GraphError.self) { try graph.modularity(of: [0]) }
  }
}
