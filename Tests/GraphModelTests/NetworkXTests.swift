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
    #expect(components.componentOfNode == fixture.measures.components)
    #expect(
      components.sizes == sizes(fixture.measures.components, count: components.count))
    let strong = try graph.stronglyConnectedComponents()
    #expect(
      strong.componentOfNode
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
      return
    }
    switch try graph.topologicalOrder() {
    case .order(let order): #expect(order == fixture.measures.topologicalOrder)
    case .cycle(let cycle):
      #expect(fixture.measures.topologicalOrder == nil)
      #expect(cycle.nodes.count == cycle.edges.count)
      #expect(Set(cycle.nodes).count == cycle.nodes.count)
      #expect(cycle.nodes.first == cycle.nodes.min())
      for (place, edge) in cycle.edges.enumerated() {
        #expect(graph.sources[Int(edge)] == cycle.nodes[place])
        #expect(graph.targets[Int(edge)] == cycle.nodes[(place + 1) % cycle.nodes.count])
      }
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
      options: PageRankOptions(tolerance: 1e-12, iterationLimit: 10_000))
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
      weights: fixture.weights, options: BetweennessOptions(isNormalized: false))
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
