import Foundation
import Testing

@testable import GraphIO

/// The JSON of graphology, Cytoscape and CX2, written and read again.
struct JSONWriterTests {
  private func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
  }

  @Test(arguments: [GraphFormat.graphology, .cytoscape], [true, false])
  func everything(format: GraphFormat, directed: Bool) throws {
    for ids in [
      Graph.NodeIDs(unique: RoundTripTests.strangeIDs), Graph.NodeIDs(count: 4),
      Graph.NodeIDs(uniqueIntegers: [5, -7, 0, 99]),
    ] {
      let graph = RoundTripTests.rich(ids: ids, directed: directed)
      let (read, report) = try RoundTripTests.again(graph, format)
      #expect(report.isLossless)
      #expect(read == graph.ordered(like: read))
      #expect(isJSON(try GraphWriter(format: format).bytes(graph).bytes))
    }
  }

  @Test(arguments: [true, false])
  func cx2(directed: Bool) throws {
    let graph = RoundTripTests.rich(
      ids: Graph.NodeIDs(uniqueIntegers: [5, 7, 0, 99]), directed: directed)
    let (read, report) = try RoundTripTests.again(graph, .cx2)
    #expect(report.isLossless)
    #expect(read == graph.ordered(like: read))
    let named = RoundTripTests.rich(
      ids: Graph.NodeIDs(unique: RoundTripTests.strangeIDs), directed: directed)
    let (numbered, losses) = try RoundTripTests.again(named, .cx2)
    #expect(losses.losses == [.nodeIDs])
    #expect(numbered.nodeAttributes["name"]?.values == .strings(RoundTripTests.strangeIDs))
    #expect(isJSON(try GraphWriter(format: .cx2).bytes(named).bytes))
  }

  @Test func directionsAndIDsOfEdges() throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b"]), sources: [0, 1], targets: [1, 0], isDirected: true)
    graph.edgeAttributes.set(StandardAttribute.directed, .booleans([true, false]))
    graph.edgeAttributes.set(StandardAttribute.edgeID, .strings(["e7", "e8"]))
    let (read, report) = try RoundTripTests.again(graph, .graphology)
    #expect(report.isLossless && read == graph.ordered(like: read))
    #expect(try RoundTripTests.again(graph, .cytoscape).1.losses == [.directions])
    #expect(
      try RoundTripTests.again(graph, .cx2).1.losses
        == [.directions, .nodeIDs, .edgeAttribute("id")])
    graph.edgeAttributes.set(StandardAttribute.edgeID, .strings(["e", "e"]))
    #expect(try RoundTripTests.again(graph, .graphology).1.losses == [.edgeAttribute("id")])
  }

  @Test(arguments: [GraphFormat.graphology, .cytoscape, .cx2])
  func numbersThatJSONDoesNotHave(format: GraphFormat) throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.nodeAttributes.set("k", .doubles([.nan, 1]))
    graph.weights = [.infinity]
    let (bytes, report) = try GraphWriter(format: format).bytes(graph)
    #expect(isJSON(bytes))
    #expect(Set(report.losses) == [.nodeAttribute("k"), .weights])
    graph = try Graph(nodeCount: 0, edges: [])
    #expect(isJSON(try GraphWriter(format: format).bytes(graph).bytes))
  }

  @Test func fileNames() throws {
    for (name, format) in [
      ("a.cyjs", GraphFormat.cytoscape), ("a.cx2.gz", .cx2), ("a.graphology", .graphology),
      ("a.json", .json),
    ] {
      #expect(GraphFormat(fileName: name) == format)
    }
  }
}
