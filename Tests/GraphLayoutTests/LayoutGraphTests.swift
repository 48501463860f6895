import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct LayoutGraphTests {
  @Test func neighboursAreDistinctAndSorted() throws {
    let graph = try graph(5, [(3, 1), (1, 3), (2, 2), (1, 0), (3, 1), (4, 1)])
    #expect(Array(graph.neighbors(of: 1)) == [0, 3, 4])
    #expect(Array(graph.neighbors(of: 3)) == [1])
    #expect(graph.degree(of: 2) == 0)
    #expect(graph.edgeCount == 6)
    #expect(graph.pairCount == 3)
  }

  @Test func neighboursOfRandomGraphsAreThoseOfTheirEdges() throws {
    try withEvery("seed", in: UInt64(1)...10) { seed in
      let graph = try randomGraph(40, edges: 150, seed: seed)
      for node in 0..<40 {
        let expected = Set(
          pairs(graph).flatMap { a, b in
            a == b ? [] : (a == node ? [b] : (b == node ? [a] : []))
          })
        #expect(graph.neighbors(of: node).map { Int($0) } == expected.sorted())
      }
    }
  }

  @Test func ofParallelEdgesTheShortestCounts() throws {
    let weighted = try graph(3, [(0, 1), (1, 0), (1, 2)], weights: [4, 2, 3])
    let positions = [Point(0, 0), Point(2, 0), Point(5, 0)]
    let stress = try LayoutMetrics.stress(weighted, positions, weighted: true)
    #expect(stress < 1e-15)
  }

  @Test func fourTimesTheStrengthIsHalfTheLength() throws {
    let graph = try graph(2, [(0, 1)], weights: [4], meaning: .strength)
    #expect(graph.lengths == [0.5])
  }

  @Test func badInputIsRefusedInWords() throws {
    func words(_ make: () throws -> LayoutGraph) -> String? {
      let error = #expect(throws: LayoutError.self) { try make() }
      guard case .badGraph? = error else { return nil }
      return error?.description
    }
    #expect(words { try graph(-1, []) } == "a graph cannot have -1 nodes")
    #expect(
      words { try graph(3, [(0, 1), (1, 3)]) }
        == "edge 1 goes from 1 to 3, but there are 3 nodes, 0 to 2")
    #expect(
      words { try graph(0, [(-2, 1)]) } == "edge 0 goes from -2 to 1, but there are 0 nodes")
    #expect(
      words { try LayoutGraph(nodeCount: 2, sources: [0, 1], targets: [1, 2]) }
        == "edge 1 goes from 1 to 2, but there are 2 nodes, 0 to 1")
    #expect(words { try LayoutGraph(nodeCount: 2, sources: [0], targets: []) } != nil)
    #expect(throws: LayoutError.wrongLength(of: "weights", expected: 1, found: 2)) {
      try graph(2, [(0, 1)], weights: [1, 2])
    }
    for weight in [0, -1, .nan, .infinity, -.infinity, 1e-13, 1e13, .leastNonzeroMagnitude] {
      let error = #expect(throws: LayoutError.self) {
        try graph(2, [(0, 1), (0, 1)], weights: [1, weight])
      }
      #expect(error == .badWeight(edge: 1, value: "\(weight)"))
      #expect("\(error as Any)".contains("between 1e-12 and 1e12"))
    }
  }

  @Test func componentsAreNumberedByTheirLowestNode() throws {
    let components = try graph(6, [(5, 0), (3, 1), (4, 3)]).topology.connectedComponents()
    #expect(components.classOfNode == [0, 1, 2, 1, 1, 0])
    #expect((0..<components.count).map(components.nodes(of:)) == [[0, 5], [1, 3, 4], [2]])
  }

  @Test func graphsAndTopologies() throws {
    var graph = try Graph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 2), (1, 0)], isDirected: true)
    graph.weights = [1, 16, 4, 64]
    let plain = try LayoutGraph(graph)
    #expect(plain.topology == graph.topology && plain.lengths == nil && plain.isDirected)
    #expect(try LayoutGraph(graph, weights: .length).lengths == [1, 16, 4, 64])
    #expect(try LayoutGraph(graph, weights: .strength).lengths == [1, 0.25, 0.5, 0.125])
    graph.weights?[2] = 0
    #expect(throws: LayoutError.badWeight(edge: 2, value: "0.0")) {
      try LayoutGraph(graph, weights: .length)
    }
    let links = [Link(0, 1), Link(1, 2), Link(2, 2), Link(1, 0)]
    #expect(graph.topology.links == links)
    let simulation = try Simulation(graph.topology) {
      ManyBodyForce<SIMD2<Double>>()
      LinkForce()
    }
    let direct = try Simulation(nodeCount: 4, links: links) {
      ManyBodyForce<SIMD2<Double>>()
      LinkForce()
    }
    simulation.run()
    direct.run()
    #expect(simulation.kinetics.stateHash == direct.kinetics.stateHash)
  }
}
