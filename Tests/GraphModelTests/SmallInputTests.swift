import GraphModel
import Testing

@Suite struct SmallInputTests {
  @Test(arguments: [false, true]) func emptyGraph(_ isDirected: Bool) throws {
    let graph = try GraphTopology(nodeCount: 0, edges: [], isDirected: isDirected)
    #expect(graph.degrees().isEmpty)
    #expect(graph.connectedComponents().count == 0)
    #expect(graph.connectedComponents().largest == nil)
    #expect(try graph.stronglyConnectedComponents().count == 0)
    #expect(try graph.coreNumbers().isEmpty)
    #expect(try graph.pageRank().isConverged)
    #expect(try graph.betweenness().scores.isEmpty)
    #expect(try graph.communities().count == 0)
    #expect(try graph.modularity(of: []) == 0)
    #expect(throws: GraphError.self) { try graph.breadthFirstSearch(from: 0) }
    #expect(graph.adjacency().nodeCount == 0)
  }

  @Test func loopsAlone() throws {
    let graph = try GraphTopology(
      nodeCount: 2, edges: [(1, 1), (1, 1)], isDirected: true)
    #expect(graph.degrees() == [0, 4])
    #expect(graph.degrees(.outgoing) == [0, 2])
    #expect(graph.isolatedNodeCount == 1)
    #expect(graph.selfLoopCount == 2)
    #expect(graph.parallelEdgeCount == 1)
    #expect(try graph.coreNumbers() == [0, 0])
    #expect(try graph.communities().count == 2)
    #expect(try graph.topologicalOrder() == nil)
    let cycle = try #require(try graph.cycle())
    #expect(cycle.nodes == [1] && cycle.edges == [0] && cycle.length == 1)
  }

  @Test func largestComponent() throws {
    let graph = try GraphTopology(nodeCount: 6, edges: [(1, 2), (4, 5)])
    let components = graph.connectedComponents()
    #expect(components.classOfNode == [0, 1, 1, 2, 3, 3])
    #expect(components.largest == 1)
    #expect(components.nodes(of: 3) == [4, 5])
  }

  @Test func directions() throws {
    let graph = try GraphTopology(nodeCount: 4, edges: [(0, 1), (2, 1), (2, 3)], isDirected: true)
    #expect(try graph.breadthFirstSearch(from: 1).order == [1])
    #expect(try graph.breadthFirstSearch(from: 1, direction: .incoming).order == [1, 0, 2])
    #expect(try graph.depthFirstSearch(from: 0, direction: .both).order == [0, 1, 2, 3])
    #expect(try graph.shortestPath(from: 0, to: 3) == nil)
    #expect(try graph.shortestPath(from: 0, to: 3, direction: .both)?.nodes == [0, 1, 2, 3])
    #expect(try graph.shortestPath(from: 2, to: 2)?.edges == [])
  }

  @Test func infiniteWeightsCloseEdges() throws {
    let graph = try GraphTopology(nodeCount: 3, edges: [(0, 1), (0, 2), (2, 1)])
    let paths = try graph.shortestPaths(from: 0, weights: [.infinity, 1, 2])
    #expect(paths.distances == [0, 3, 1])
    let closed = try graph.shortestPaths(from: 0, weights: [.infinity, 1, .infinity])
    #expect(closed.distances == [0, .infinity, 1])
    #expect(closed.path(to: 1) == nil)
    #expect(
      try graph.betweenness(weights: [.infinity, 1, 2]).scores == [0, 0, 1])
  }

  @Test func refusesArguments() throws {
    let graph = try GraphTopology(nodeCount: 2, edges: [(0, 1)])
    func words(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)" }
      return "nothing was thrown"
    }
    #expect(
      words { _ = try graph.shortestPaths(from: 0, weights: [-1]) }
        == "edge 0 has the weight -1.0, but shortest paths need weights of at least 0")
    #expect(
      words { _ = try graph.shortestPaths(from: 0, weights: []) }
        == "there are 0 weights for 1 edges; each has one")
    #expect(
      words { _ = try graph.depthFirstSearch(from: 2) }
        == "the source is node 2, but there are 2 nodes, 0 to 1")
    #expect(
      words { _ = try graph.shortestPath(from: 0, to: -1) }
        == "the target is node -1, but there are 2 nodes, 0 to 1")
    #expect(throws: GraphError.self) { try graph.shortestPaths(from: 0, weights: [.nan]) }
    #expect(throws: GraphError.self) { try graph.betweenness(weights: [0]) }
    #expect(throws: GraphError.self) { try graph.betweenness(weights: [.nan]) }
    #expect(throws: GraphError.self) { try graph.betweenness(pivotCount: 1) }
    #expect(throws: GraphError.self) { try graph.pageRank(weights: [.infinity]) }
    for damping in [1.1, .nan] {
      #expect(throws: GraphError.self) { try graph.pageRank(damping: damping) }
    }
    for tolerance in [0, Double.nan] {
      #expect(throws: GraphError.self) { try graph.pageRank(tolerance: tolerance) }
    }
    #expect(throws: GraphError.self) { try graph.pageRank(iterationLimit: 0) }
  }

  @Test func pageRankStopsAtItsLimit() throws {
    let graph = try GraphTopology(nodeCount: 3, edges: [(0, 1), (1, 2)], isDirected: true)
    let rank = try graph.pageRank(tolerance: 1e-15, iterationLimit: 2)
    #expect(rank.iterations == 2)
    #expect(!rank.isConverged)
    #expect(try graph.pageRank(iterationLimit: .max).isConverged)
  }

  /// A star of k leaves: the hub has h = 0.15 / n + 0.85 * k * l, and a leaf l = 0.15 / n + 0.85 * h / k.
  @Test(arguments: [3, 40, 5_000]) func pageRankOfAStar(leaves: Int) throws {
    let graph = try GraphTopology(nodeCount: leaves + 1, edges: (1...leaves).map { (0, $0) })
    let (k, n) = (Double(leaves), Double(leaves + 1))
    let hub = 0.15 / n * (1 + 0.85 * k) / (1 - 0.85 * 0.85)
    let leaf = 0.15 / n + 0.85 * hub / k
    let rank = try graph.pageRank()
    #expect(rank.isConverged)
    for (node, score) in rank.scores.enumerated() {
      let exact = node == 0 ? hub : leaf
      #expect(abs(score - exact) < 1e-9 * exact)
    }
    // The table has the digits that hold, and no more.
    let star = try Graph(nodeCount: leaves + 1, edges: (1...leaves).map { (0, $0) })
    let shown = try #require(try NodeMeasure.pageRank.column(of: star).numbers)
    for (score, text) in zip(rank.scores, shown.compactMap { $0?.description }) {
      let number = try #require(Double(text))
      #expect(abs(number - score) <= 0.5001e-7 * score)
      let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
      #expect(digits.count <= 8, "\(text)")
    }
  }

  @Test func pageRankWithoutAWayBack() throws {
    // With damping 1 the scores of what nothing leads to fall for ever; they do not keep it going.
    let graph = try GraphTopology(
      nodeCount: 4, edges: [(0, 1), (0, 0), (1, 2), (2, 2), (3, 0)], isDirected: true)
    let rank = try graph.pageRank(damping: 1)
    #expect(rank.isConverged && abs(rank.scores[2] - 1) < 1e-9)
  }

  /// All nodes as pivots are the exact scores, but for the scale of pivots.
  @Test func samples() throws {
    let graph = try randomGraph(nodeCount: 200, edgeCount: 700, seed: 8)
    let exact = try graph.betweenness()
    #expect(exact.pivots == nil)
    func sample(_ pivotCount: Int, _ seed: UInt64) throws -> (scores: [Double], pivots: [Int32]?) {
      try graph.betweenness(exactNodeLimit: 100, pivotCount: pivotCount, seed: seed)
    }
    let sampled = try sample(100, 4)
    let pivots = try #require(sampled.pivots)
    #expect(pivots.count == 100 && Set(pivots).count == 100 && pivots == pivots.sorted())
    #expect(try sample(100, 4) == sampled)
    #expect(try sample(100, 5).pivots != pivots)
    // Half of all pairs were seen, so that estimates are near.
    #expect(largestDifference(sampled.scores, exact.scores) < 0.02)
    #expect(sampled.scores != exact.scores)
    #expect(try sample(200, 5) == exact)
  }
}
