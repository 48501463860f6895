import GraphModel
import Testing

/// The measures of the recorded graphs equal those of networkx.
@Suite struct NetworkXTests {
  @Test func thereAreFixtures() throws {
    #expect(Fixture.names.count >= 30)
    for name in Fixture.names {
      #expect(try Fixture(named: name).provenance.contains("networkx 3.6.1"))
    }
  }

  @Test(arguments: Fixture.names) func degrees(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    for (kind, degrees) in fixture.measures.degrees {
      let direction = try #require(EdgeDirection(rawValue: kind))
      #expect(graph.degrees(direction) == degrees)
      let adjacency = graph.adjacency(direction)
      #expect((0..<graph.nodeCount).map { adjacency.degree(of: $0) } == degrees)
    }
  }

  @Test(arguments: Fixture.names) func components(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    let components = graph.connectedComponents()
    #expect(components.classOfNode == fixture.measures.components)
    #expect(
      components.sizes == sizes(fixture.measures.components, count: components.count))
    let strong = try graph.stronglyConnectedComponents()
    #expect(
      strong.classOfNode
        == fixture.measures.strongComponents ?? fixture.measures.components)
  }

  private func sizes(_ labels: [Int32], count: Int) -> [Int] {
    (0..<count).map { label in labels.count { $0 == label } }
  }

  @Test(arguments: Fixture.names) func topologicalOrder(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    guard fixture.isDirected else {
      #expect(throws: GraphError.self) { try graph.topologicalOrder() }
      #expect(throws: GraphError.self) { try graph.cycle() }
      return
    }
    let order = try graph.topologicalOrder()
    let found = try graph.cycle()
    #expect(order == fixture.measures.topologicalOrder)
    #expect((order == nil) == (found != nil))
    guard let cycle = found else { return }
    #expect(cycle.nodes.count == cycle.edges.count)
    #expect(Set(cycle.nodes).count == cycle.nodes.count)
    #expect(cycle.nodes.first == cycle.nodes.min())
    for (place, edge) in cycle.edges.enumerated() {
      #expect(graph.sources[Int(edge)] == cycle.nodes[place])
      #expect(graph.targets[Int(edge)] == cycle.nodes[(place + 1) % cycle.nodes.count])
    }
  }

  @Test(arguments: Fixture.names) func searches(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    for expected in fixture.measures.searches {
      let source = expected.source
      let breadthFirst = try graph.breadthFirstSearch(from: source)
      #expect(breadthFirst.order == expected.breadthFirst.order)
      #expect(breadthFirst.parents == expected.breadthFirst.parents)
      let depthFirst = try graph.depthFirstSearch(from: source)
      #expect(depthFirst.order == expected.depthFirst.order)
      #expect(depthFirst.parents == expected.depthFirst.parents)
      let paths = try graph.shortestPaths(from: source, weights: fixture.weights)
      let distances = expected.distances.map { $0 ?? .infinity }
      #expect(largestDifference(paths.distances, distances) < 1e-9)
      for node in 0..<graph.nodeCount {
        let single = try graph.shortestPath(from: source, to: node, weights: fixture.weights)
        #expect(single == paths.path(to: node))
        guard let path = single else {
          #expect(distances[node] == .infinity)
          continue
        }
        expectPath(path, in: graph, from: source, to: node, weights: fixture.weights)
      }
    }
  }

  private func expectPath(
    _ path: GraphPath, in graph: GraphTopology, from source: Int, to node: Int, weights: [Double]?
  ) {
    #expect(path.nodes.first == Int32(source) && path.nodes.last == Int32(node))
    #expect(path.nodes.count == path.edges.count + 1)
    var length = 0.0
    for (place, edge) in path.edges.enumerated() {
      let ends = (graph.sources[Int(edge)], graph.targets[Int(edge)])
      let step = (path.nodes[place], path.nodes[place + 1])
      #expect(ends == step || (!graph.isDirected && ends == (step.1, step.0)))
      length += weights?[Int(edge)] ?? 1
    }
    #expect(abs(length - path.length) < 1e-9)
  }

  @Test(arguments: Fixture.names) func coreNumbers(_ name: String) throws {
    let fixture = try Fixture(named: name)
    // networkx has none for graphs with loops or parallel edges; BruteForceTests has.
    guard let expected = fixture.measures.coreNumbers else { return }
    #expect(try fixture.topology().coreNumbers() == expected)
  }

  @Test(arguments: Fixture.names) func pageRank(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let rank = try fixture.topology().pageRank(
      weights: fixture.weights,
      tolerance: 1e-12, iterationLimit: 10_000)
    #expect(rank.isConverged)
    #expect(largestDifference(rank.scores, fixture.measures.pageRank) < 1e-9)
  }

  @Test(arguments: Fixture.names) func betweenness(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    let normalized = try graph.betweenness(weights: fixture.weights)
    #expect(normalized.pivots == nil)
    #expect(largestDifference(normalized.scores, fixture.measures.betweenness) < 1e-9)
    let counts = try graph.betweenness(
      weights: fixture.weights, isNormalized: false)
    #expect(largestDifference(counts.scores, fixture.measures.pathCounts) < 1e-9)
  }

  @Test(arguments: Fixture.names) func modularity(_ name: String) throws {
    let fixture = try Fixture(named: name)
    guard let expected = fixture.measures.modularity else { return }
    let graph = try fixture.topology()
    let found = try graph.modularity(of: expected.partition, weights: fixture.weights)
    #expect(abs(found - expected.louvain) < 1e-9)
    let fine = try graph.modularity(
      of: expected.partition, weights: fixture.weights, resolution: 2)
    #expect(abs(fine - expected.louvainAtResolution2) < 1e-9)
  }
}

/// The measures of version 0.3, as networkx has them.
@Suite struct NetworkXStructureTests {
  @Test(arguments: Fixture.names) func degreesAndDensity(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    let strengths = try graph.strengths(weights: fixture.weights)
    #expect(largestDifference(strengths, fixture.measures.strengths) < 1e-9)
    #expect(abs(graph.density - fixture.measures.density) < 1e-9)
  }

  @Test(arguments: Fixture.names) func distances(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    #expect(largestDifference(try graph.closeness(), fixture.measures.closeness) < 1e-9)
    let found = try graph.eccentricities()
    #expect(found.values == fixture.measures.eccentricities)
    #expect(found.isConnected == (fixture.measures.diameter != nil || graph.nodeCount == 0))
    if let diameter = fixture.measures.diameter { #expect(found.diameter == diameter) }
    if let radius = fixture.measures.radius { #expect(found.radius == radius) }
    if let mean = fixture.measures.meanDistance { #expect(abs(found.meanDistance - mean) < 1e-9) }
    // Edges of length 1 are edges without a length.
    let ones = [Double](repeating: 1, count: graph.edgeCount)
    #expect(try graph.closeness(weights: ones) == graph.closeness())
    let weighted = try graph.eccentricities(weights: ones)
    #expect(weighted.values == found.values && weighted.meanDistance == found.meanDistance)
    #expect(weighted.isConnected == found.isConnected)
  }

  @Test(arguments: Fixture.names) func clustering(_ name: String) throws {
    let fixture = try Fixture(named: name)
    guard let expected = fixture.measures.clustering else { return }
    let found = try fixture.topology().clustering()
    #expect(largestDifference(found.coefficients, expected) < 1e-9)
    #expect(abs(found.transitivity - (fixture.measures.transitivity ?? .nan)) < 1e-9)
  }

  /// Loops and parallel edges change no coefficient.
  @Test(arguments: Fixture.names) func clusteringOfSimpleGraphs(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    guard graph.nodeCount > 0 else { return }
    let more = try GraphTopology(
      nodeCount: graph.nodeCount, sources: graph.sources + graph.sources + [0],
      targets: graph.targets + graph.targets + [0], isDirected: graph.isDirected)
    let (found, expected) = try (more.clustering(), graph.clustering())
    #expect(found.coefficients == expected.coefficients && found.mean == expected.mean)
    #expect(found.transitivity == expected.transitivity)
    #expect(found.triangleCount == expected.triangleCount)
  }

  @Test(arguments: Fixture.names) func eigenvectors(_ name: String) throws {
    let fixture = try Fixture(named: name)
    let graph = try fixture.topology()
    if let expected = fixture.measures.eigenvector {
      let found = try graph.eigenvectorCentrality(
        weights: fixture.weights, tolerance: 1e-14, iterationLimit: 200_000)
      #expect(found.isConverged && largestDifference(found.scores, expected) < 1e-8)
    }
    guard let hubs = fixture.measures.hubs, let authorities = fixture.measures.authorities else {
      return
    }
    let found = try graph.hubsAndAuthorities(
      weights: fixture.weights, tolerance: 1e-14, iterationLimit: 200_000)
    #expect(found.hubs.isConverged && largestDifference(found.hubs.scores, hubs) < 1e-8)
    #expect(largestDifference(found.authorities.scores, authorities) < 1e-8)
  }

  @Test(arguments: Fixture.names) func assortativity(_ name: String) throws {
    let fixture = try Fixture(named: name)
    guard fixture.measures.clustering != nil, !fixture.edges.isEmpty else { return }
    let graph = try fixture.topology()
    let nodes = 0..<graph.nodeCount
    let pairs: [(Double?, Double?)] = [
      (graph.degreeAssortativity, fixture.measures.degreeAssortativity),
      (
        try graph.assortativity(ofValues: nodes.map { Double($0 * $0 % 17) }),
        fixture.measures.numberAssortativity
      ),
      (
        try graph.assortativity(ofGroups: nodes.map { Int32($0 % 3) }),
        fixture.measures.groupAssortativity
      ),
    ]
    for (found, expected) in pairs {
      #expect((found == nil) == (expected == nil))
      if let found, let expected { #expect(abs(found - expected) < 1e-9) }
    }
  }

  @Test func whatCannotBe() throws {
    let graph = try GraphTopology(nodeCount: 3, edges: [(0, 1), (1, 2)], isDirected: true)
    #expect(throws: GraphError.self) { try graph.strengths(weights: [1]) }
    #expect(throws: GraphError.self) { try graph.strengths(weights: [1, .nan]) }
    #expect(throws: GraphError.self) { try graph.closeness(weights: [1, -1]) }
    #expect(throws: GraphError.self) { try graph.eigenvectorCentrality(weights: [1, .infinity]) }
    #expect(throws: GraphError.self) { try graph.hubsAndAuthorities(tolerance: 0) }
    #expect(throws: GraphError.self) { try graph.assortativity(ofValues: [1]) }
    #expect(throws: GraphError.self) { try graph.assortativity(ofGroups: [1]) }
    // Without a cycle nothing settles.
    #expect(try !graph.eigenvectorCentrality(iterationLimit: 50).isConverged)
  }
}
