import GraphModel
import Testing

/// Measures of small random graphs, with loops and parallel edges, equal their definitions.
@Suite struct BruteForceTests {
  static let cases: [(UInt64, Bool)] = (1...12).flatMap { [($0, false), ($0, true)] }

  private func graph(_ seed: UInt64, _ isDirected: Bool) throws -> GraphTopology {
    try randomGraph(
      nodeCount: 6 + Int(seed) % 9, edgeCount: 8 + 2 * Int(seed), isDirected: isDirected,
      seed: seed)
  }

  /// Multiples of 1/4, so that ties are ties.
  private func weights(_ graph: GraphTopology, _ seed: UInt64, least: Int) -> [Double] {
    var random = TestRandom(seed: seed + 1_000)
    return (0..<graph.edgeCount).map { _ in Double(least + random.below(8)) / 4 }
  }

  /// Bellman and Ford, between all pairs.
  private func distances(_ graph: GraphTopology, _ weights: [Double]) -> [[Double]] {
    (0..<graph.nodeCount).map { source in
      var found = [Double](repeating: .infinity, count: graph.nodeCount)
      found[source] = 0
      for _ in 0..<graph.nodeCount {
        for edge in 0..<graph.edgeCount {
          let (a, b) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
          found[b] = min(found[b], found[a] + weights[edge])
          if !graph.isDirected { found[a] = min(found[a], found[b] + weights[edge]) }
        }
      }
      return found
    }
  }

  /// The weight of the lightest edge from one node to another, infinite if there is none.
  private func matrix(_ graph: GraphTopology, _ weights: [Double]) -> [[Double]] {
    var matrix = [[Double]](
      repeating: [Double](repeating: .infinity, count: graph.nodeCount), count: graph.nodeCount)
    for edge in 0..<graph.edgeCount {
      let (a, b) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      matrix[a][b] = min(matrix[a][b], weights[edge])
      if !graph.isDirected { matrix[b][a] = min(matrix[b][a], weights[edge]) }
    }
    return matrix
  }

  @Test(arguments: cases) func dijkstra(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    let weights = weights(graph, seed, least: 0)
    let expected = distances(graph, weights)
    for source in 0..<graph.nodeCount {
      let paths = try graph.shortestPaths(from: source, weights: weights)
      #expect(paths.distances == expected[source])
      let inOrder = paths.order.map { paths.distances[Int($0)] }
      #expect(inOrder == inOrder.sorted() && paths.order.first == Int32(source))
      #expect(Set(paths.order).count == expected[source].count { $0 < .infinity })
      let backwards = try graph.shortestPaths(
        from: source, weights: weights, direction: .incoming)
      #expect(backwards.distances == expected.map { $0[source] })
      for node in 0..<graph.nodeCount {
        guard let path = paths.path(to: node) else {
          #expect(expected[source][node] == .infinity)
          continue
        }
        #expect(path.edges.reduce(0) { $0 + weights[Int($1)] } == expected[source][node])
      }
    }
  }

  @Test(arguments: cases) func strongComponents(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    let unit = [Double](repeating: 1, count: graph.edgeCount)
    let far = distances(graph, unit)
    let strong = try graph.stronglyConnectedComponents()
    for a in 0..<graph.nodeCount {
      for b in 0..<graph.nodeCount {
        let isTogether = far[a][b] < .infinity && far[b][a] < .infinity
        #expect((strong.classOfNode[a] == strong.classOfNode[b]) == isTogether)
      }
    }
    for component in 0..<strong.count {
      #expect(strong.nodes(of: component).count == strong.sizes[component])
    }
  }

  @Test(arguments: cases) func coreNumbers(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    var expected = [Int32](repeating: 0, count: graph.nodeCount)
    for core in 1...Int32(graph.edgeCount) {
      // What is left when nodes with fewer edges than this are removed while there are any.
      var isLeft = [Bool](repeating: true, count: graph.nodeCount)
      for _ in 0...graph.nodeCount {
        var degrees = [Int32](repeating: 0, count: graph.nodeCount)
        for edge in 0..<graph.edgeCount where graph.sources[edge] != graph.targets[edge] {
          let (a, b) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
          guard isLeft[a], isLeft[b] else { continue }
          degrees[a] += 1
          degrees[b] += 1
        }
        for node in 0..<graph.nodeCount where degrees[node] < core { isLeft[node] = false }
      }
      for node in 0..<graph.nodeCount where isLeft[node] { expected[node] = core }
    }
    #expect(try graph.coreNumbers() == expected)
  }

  /// By all shortest paths between all pairs, one after the other.
  private func allPathScores(_ graph: GraphTopology, _ weights: [Double]) -> [Double] {
    let far = distances(graph, weights)
    let step = matrix(graph, weights)
    let nodes = 0..<graph.nodeCount
    var scores = [Double](repeating: 0, count: graph.nodeCount)
    for source in nodes {
      for target in nodes where target != source && far[source][target] < .infinity {
        var paths: [[Int]] = []
        var open = [[source]]
        while let path = open.popLast() {
          let last = path[path.count - 1]
          if last == target {
            paths.append(path)
            continue
          }
          for next in nodes
          where step[last][next] < .infinity
            && far[source][last] + step[last][next] == far[source][next]
            && far[source][next] + far[next][target] == far[source][target] && next != last
          { open.append(path + [next]) }
        }
        for path in paths {
          for node in path.dropFirst().dropLast() { scores[node] += 1 / Double(paths.count) }
        }
      }
    }
    return graph.isDirected ? scores : scores.map { $0 / 2 }
  }

  @Test(arguments: cases) func betweenness(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    let unit = [Double](repeating: 1, count: graph.edgeCount)
    let found = try graph.betweenness(isNormalized: false)
    #expect(largestDifference(found.scores, allPathScores(graph, unit)) < 1e-9)
    let weights = weights(graph, seed, least: 1)
    let weighted = try graph.betweenness(weights: weights, isNormalized: false)
    #expect(largestDifference(weighted.scores, allPathScores(graph, weights)) < 1e-9)
  }

  @Test(arguments: cases) func pageRank(_ seed: UInt64, _ isDirected: Bool) throws {
    // The scores are what one more step leaves as it is.
    let graph = try graph(seed, isDirected)
    let weights = weights(graph, seed, least: 0)
    let rank = try graph.pageRank(
      weights: weights, tolerance: 1e-14, iterationLimit: 1_000)
    var arcs = [[Double]](
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: graph.nodeCount)
    for edge in 0..<graph.edgeCount {
      let (a, b) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      arcs[a][b] += weights[edge]
      if !isDirected, a != b { arcs[b][a] += weights[edge] }
    }
    var next = [Double](repeating: 0.15 / Double(graph.nodeCount), count: graph.nodeCount)
    for a in 0..<graph.nodeCount {
      let total = arcs[a].reduce(0, +)
      for b in 0..<graph.nodeCount {
        let share = total > 0 ? arcs[a][b] / total : 1 / Double(graph.nodeCount)
        next[b] += 0.85 * share * rank.scores[a]
      }
    }
    #expect(largestDifference(rank.scores, next) < 1e-12)
    #expect(abs(rank.scores.reduce(0, +) - 1) < 1e-12)
  }

  @Test(arguments: cases) func parallelEdges(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    let expected = (0..<graph.edgeCount).map { edge in
      (0..<edge).contains { other in
        let (a, b) = (graph.sources[edge], graph.targets[edge])
        let (c, d) = (graph.sources[other], graph.targets[other])
        return (a, b) == (c, d) || (!isDirected && (a, b) == (d, c))
      }
    }
    #expect(graph.isParallelToEarlier == expected)
    #expect(graph.parallelEdgeCount == expected.count { $0 })
    #expect(graph.isMultigraph == expected.contains(true))
    #expect(
      graph.selfLoopCount == (0..<graph.edgeCount).count { graph.sources[$0] == graph.targets[$0] })
    #expect(graph.isolatedNodeCount == graph.degrees().count { $0 == 0 })
  }

  @Test(arguments: cases) func adjacency(_ seed: UInt64, _ isDirected: Bool) throws {
    let graph = try graph(seed, isDirected)
    for direction in EdgeDirection.allCases {
      let adjacency = graph.adjacency(direction)
      let followsSources = !isDirected || direction != .incoming
      let followsTargets = !isDirected || direction != .outgoing
      for node in 0..<graph.nodeCount {
        var neighbors: [Int32] = []
        var edges: [Int32] = []
        for edge in 0..<graph.edgeCount {
          if followsSources, graph.sources[edge] == node {
            neighbors.append(graph.targets[edge])
            edges.append(Int32(edge))
          }
          if followsTargets, graph.targets[edge] == node {
            neighbors.append(graph.sources[edge])
            edges.append(Int32(edge))
          }
        }
        #expect(Array(adjacency.neighbors(of: node)) == neighbors)
        #expect(Array(adjacency.edges(of: node)) == edges)
      }
    }
  }
}
