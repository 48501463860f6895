import Foundation
import GraphModel
import Testing

@Suite struct GraphTopologyTests {
  @Test func keepsEdgesInOrder() throws {
    let graph = try GraphTopology(nodeCount: 3, edges: [(2, 0), (1, 1), (2, 0)], isDirected: true)
    #expect(graph.sources == [2, 1, 2])
    #expect(graph.targets == [0, 1, 0])
    #expect(graph.edgeCount == 3)
    #expect(graph.isDirected)
  }

  @Test(
    arguments: [
      (-1, [], "a graph cannot have -1 nodes"),
      (2, [(0, 2)], "edge 0 goes from 0 to 2, but there are 2 nodes, 0 to 1"),
      (2, [(0, 1), (-1, 0)], "edge 1 goes from -1 to 0, but there are 2 nodes, 0 to 1"),
      (0, [(0, 0)], "edge 0 goes from 0 to 0, but there are 0 nodes"),
      (1 << 31, [], "2147483648 nodes are too many; 2147483647 are allowed"),
    ] as [(Int, [(Int, Int)], String)])
  func refuses(_ nodeCount: Int, _ edges: [(Int, Int)], _ words: String) {
    #expect(throws: GraphError.self) {
      do throws(GraphError) {
        _ = try GraphTopology(nodeCount: nodeCount, edges: edges)
      } catch {
        #expect(error.description == words)
        throw error
      }
    }
  }

  @Test func refusesArraysThatDisagree() {
    #expect(throws: GraphError.self) {
      try GraphTopology(nodeCount: 2, sources: [0, 1], targets: [1])
    }
    for end in [Int32(2), -1, .min, .max] {
      #expect(throws: GraphError.self) {
        try GraphTopology(nodeCount: 2, sources: [0, end], targets: [1, 1])
      }
      #expect(throws: GraphError.self) {
        try GraphTopology(nodeCount: 2, sources: [0, 1], targets: [1, end])
      }
    }
  }

  @Test func forestsHaveNoCycle() throws {
    func isForest(_ nodeCount: Int, _ edges: [(Int, Int)]) throws -> Bool {
      try GraphTopology(nodeCount: nodeCount, edges: edges, isDirected: true).isForest
    }
    #expect(try isForest(0, []) && isForest(3, []))
    #expect(try isForest(6, [(0, 1), (2, 1), (1, 3), (5, 4)]))
    // A triangle beside an isolated node has as many edges as a tree of its nodes.
    #expect(try !isForest(4, [(0, 1), (1, 2), (0, 2)]))
    #expect(try !isForest(3, [(0, 1), (1, 0)]) && !isForest(3, [(0, 1), (0, 1)]))
    #expect(try !isForest(3, [(2, 2)]) && !isForest(1, [(0, 0)]))
  }

  @Test func survivesCoding() throws {
    let graph = try GraphTopology(nodeCount: 4, edges: [(3, 1), (0, 0)], isDirected: true)
    let data = try JSONEncoder().encode(graph)
    #expect(try JSONDecoder().decode(GraphTopology.self, from: data) == graph)
  }

  @Test func decodingChecks() {
    let broken = #"{"nodeCount":2,"isDirected":false,"sources":[0],"targets":[2]}"#
    do {
      _ = try JSONDecoder().decode(GraphTopology.self, from: Data(broken.utf8))
      Issue.record("a graph with an edge to a missing node was decoded")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains("edge 0 goes from 0 to 2"))
    } catch {
      Issue.record("\(error)")
    }
  }
}
