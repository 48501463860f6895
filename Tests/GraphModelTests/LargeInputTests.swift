import GraphModel
import Testing

/// Graphs on which recursion, quadratic work or narrow integers would fail.
@Suite struct LargeInputTests {
  private func path(_ count: Int, isDirected: Bool = false) throws -> GraphTopology {
    try GraphTopology(
      nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) }, isDirected: isDirected)
  }

  @Test func longPath() throws {
    let count = 300_000
    let graph = try path(count, isDirected: true)
    #expect(graph.connectedComponents().count == 1)
    #expect(try graph.stronglyConnectedComponents().count == count)
    #expect(try graph.topologicalOrder() == (0..<Int32(count)).map { $0 })
    #expect(try graph.cycle() == nil)
    let search = try graph.depthFirstSearch(from: 0)
    #expect(search.distances[count - 1] == Double(count - 1))
    #expect(search.path(to: count - 1)?.edges.count == count - 1)
    #expect(try graph.breadthFirstSearch(from: 0) == search)
    let weights = [Double](repeating: 0.5, count: count - 1)
    #expect(
      try graph.shortestPaths(from: 0, weights: weights).distances[count - 1]
        == Double(count - 1) / 2)
    #expect(try graph.coreNumbers() == [Int32](repeating: 1, count: count))
    #expect(try graph.pageRank().isConverged)
    #expect(try graph.modularity(of: graph.communities().classOfNode) > 0.99)
  }

  @Test func longCycle() throws {
    let count = 300_000
    let graph = try GraphTopology(
      nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) }, isDirected: true)
    #expect(try graph.stronglyConnectedComponents().count == 1)
    #expect(try graph.topologicalOrder() == nil)
    #expect(try graph.cycle()?.nodes.count == count)
  }

  @Test func largeStar() throws {
    let count = 100_000
    let graph = try GraphTopology(nodeCount: count + 1, edges: (1...count).map { (0, $0) })
    #expect(graph.degrees()[0] == count)
    #expect(try graph.coreNumbers().allSatisfy { $0 == 1 })
    #expect(try graph.breadthFirstSearch(from: 1).distances.max() == 2)
    #expect(try graph.communities().count == 1)
    let found = try graph.betweenness(exactNodeLimit: 0, pivotCount: 4)
    #expect(found.pivots?.count == 4)
    #expect(abs(found.scores[0] - 1) < 1e-4)
  }

  /// The shortest paths across a grid are more than a Double can count.
  @Test func manyPaths() throws {
    let side = 560
    var edges: [(Int, Int)] = []
    for row in 0..<side {
      for column in 0..<side {
        let node = row * side + column
        if column + 1 < side { edges.append((node, node + 1)) }
        if row + 1 < side { edges.append((node, node + side)) }
      }
    }
    let graph = try GraphTopology(nodeCount: side * side, edges: edges)
    let found = try graph.betweenness(
      exactNodeLimit: 0, pivotCount: 4, seed: 7)
    #expect(found.scores.allSatisfy { $0.isFinite && $0 >= 0 && $0 <= 1 })
    // Each path from a pivot to another node has as many inner nodes as its length less one.
    var inner = 0.0
    for pivot in found.pivots ?? [] {
      let search = try graph.breadthFirstSearch(from: Int(pivot))
      inner += search.distances.reduce(0) { $0 + max($1 - 1, 0) }
    }
    let others = Double(side * side - 1)
    let pivots = Set(found.pivots ?? [])
    var sum = 0.0
    for node in 0..<(side * side) {
      let sources = pivots.contains(Int32(node)) ? 3.0 : 4.0
      sum += found.scores[node] * sources * (others - 1)
    }
    #expect(abs(sum - inner) <= 1e-9 * inner)
  }
}
