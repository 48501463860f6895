import Testing
import _TestSupport

@testable import GraphIO

/// Ids are compared by their bytes, in each format and in tables and positions.
struct IDTests {
  /// A ring through the ids.
  private func ring(_ ids: [String]) -> Graph {
    var graph = Graph(
      checkedNodeIDs: Graph.NodeIDs(unique: ids), sources: ids.indices.map { Int32($0) },
      targets: ids.indices.map { Int32(($0 + 1) % ids.count) }, isDirected: true)
    graph.weights = ids.indices.map { Double($0) + 1 }
    return graph
  }

  private func edges(_ graph: Graph) -> Set<[[UInt8]]> {
    Set(graph.edgeIDs.map { bytes(of: $0) })
  }

  @Test func theyDiffer() {
    #expect(HostileIDs.all.count >= 80)
    #expect(Set(bytes(of: HostileIDs.all)).count == HostileIDs.all.count)
    // To Swift some are the same.
    #expect(Set(HostileIDs.all).count < HostileIDs.all.count)
  }

  /// Each format that is written and has ids keeps them, or refuses with a sentence.
  @Test(arguments: GraphFormat.all.filter(\.isWritable))
  func formatsKeepThem(format: GraphFormat) throws {
    var kept: [String] = []
    for id in HostileIDs.all {
      do throws(GraphFileError) {
        let report = try GraphWriter(format: format).bytes(ring([id, "other", "third"])).report
        if !report.losses.contains(.nodeIDs) { kept.append(id) }
      } catch {
        #expect(error.description.contains("cannot"))
      }
    }
    guard !kept.isEmpty else {
      #expect([.metis, .matrixMarket, .pajek, .cx2].contains(format))
      return
    }
    #expect(kept.count >= 78)
    let graph = ring(kept)
    let written = try GraphWriter(format: format).bytes(graph)
    let read = try GraphReader(format: format).read(written.bytes).graph
    #expect(read.nodeCount == kept.count)
    #expect(Set(bytes(of: read.nodeIDs)) == Set(bytes(of: kept)))
    #expect(edges(read) == edges(graph))
  }

  /// Names that one comparison takes for the same and another does not, by hand in each format.
  @Test(arguments: [
    (GraphFormat.csv, "source,target\n\u{E9},x\ne\u{301},y\n"),
    (.edgeList, "\u{E9} x\ne\u{301} y\n"),
    (.dot, "graph { \u{E9} -- x; e\u{301} -- y; \u{E9} [n=1]; e\u{301} [n=2]; }"),
    (
      .json,
      """
      {"nodes":[{"id":"\u{E9}"},{"id":"x"},{"id":"e\u{301}"},{"id":"y"}],
      "links":[{"source":"\u{E9}","target":"x"},{"source":"e\u{301}","target":"y"}]}
      """
    ),
    (
      .graphML,
      "<graphml><graph><node id='\u{E9}'/><node id='x'/><node id='e\u{301}'/><node id='y'/>"
        + "<edge source='\u{E9}' target='x'/><edge source='e\u{301}' target='y'/></graph></graphml>"
    ),
    (
      .gexf,
      "<gexf><graph><nodes><node id='\u{E9}'/><node id='x'/><node id='e\u{301}'/><node id='y'/>"
        + "</nodes><edges><edge source='\u{E9}' target='x'/><edge source='e\u{301}' target='y'/>"
        + "</edges></graph></gexf>"
    ),
    (
      .gml,
      "graph [ node [ id \"\u{E9}\" ] node [ id \"x\" ] node [ id \"e\u{301}\" ] node [ id \"y\" ]"
        + "edge [ source \"\u{E9}\" target \"x\" ] edge [ source \"e\u{301}\" target \"y\" ] ]"
    ),
    (.lgl, "# \u{E9}\nx\n# e\u{301}\ny\n"), (.adjacencyList, "\u{E9} x\ne\u{301} y\nx\ny\n"),
  ])
  func composedAndDecomposed(format: GraphFormat, text: String) throws {
    let graph = try graph(text, format)
    #expect(Set(bytes(of: graph.nodeIDs)) == Set(bytes(of: ["\u{E9}", "x", "e\u{301}", "y"])))
    #expect(graph.edgeCount == 2)
    let node = try #require(graph.nodeIDs.index(of: "e\u{301}"))
    #expect(node != graph.nodeIDs.index(of: "\u{E9}"))
    #expect(graph.nodeIDs.index(of: "E\u{301}") == nil)
  }

  @Test func filesOfOthers() throws {
    let graph = try Fixture.read("nfc-nfd.csv").graph
    #expect(graph.nodeCount == 4 && graph.edgeCount == 2)
    let table = try Fixture.read("nfc-nfd-attributes.json").graph.nodeAttributes
    #expect(bytes(of: table.names) == bytes(of: ["caf\u{E9}", "cafe\u{301}"]))
    #expect(table["caf\u{E9}", 0] == 1 && table["cafe\u{301}", 0] == 2)
    let twice = [UInt8]("{\"nodes\":[{\"id\":\"é\"},{\"id\":\"é\"}],\"links\":[]}".utf8)
    #expect(message(twice, .json).contains("a second node"))
  }

  /// Attributes and texts are told apart as ids are.
  @Test(arguments: [GraphFormat.json, .graphML, .gexf, .dot])
  func attributes(format: GraphFormat) throws {
    var graph = ring(["a", "b", "c"])
    graph.nodeAttributes.set("\u{E9}", .integers([1, 2, 3]))
    graph.nodeAttributes.set("e\u{301}", .strings(["\u{212A}", "K", nil]))
    graph.edgeAttributes.set("\u{E9}", .strings(["\u{E9}", "e\u{301}", "x"]))
    graph.edgeAttributes.set("e\u{301}", .booleans([true, false, nil]))
    let read = try GraphReader(format: format).read(GraphWriter(format: format).bytes(graph).bytes)
      .graph
    #expect(read.nodeAttributes == graph.nodeAttributes)
    #expect(read.edgeAttributes == graph.edgeAttributes)
    #expect(read.nodeAttributes["e\u{301}", 0] != AttributeValue.string("K"))
  }

  @Test func cells() {
    for (id, cell) in HostileIDs.cells {
      #expect(Array(CSVCell.quoted(id).utf8) == Array(cell.utf8))
    }
  }

  @Test func tablesBesideGraphs() throws {
    let ids = HostileIDs.all.filter { !$0.isEmpty }
    var graph = ring(ids)
    graph.positions = .plane(ids.indices.map { SIMD2(Double($0), -1) })
    graph.nodeAttributes.set("place", .integers(ids.indices.map { $0 }))
    let positions = try #require(NodePositionTable(of: graph)).bytes(format: .csv)
    var bare = ring(ids)
    #expect(try NodePositionTable(positions).place(&bare) == ids.count)
    #expect(bare.positions == graph.positions)
    for format in [NodeTable.Format.csv, .tsv] {
      let table = NodeTable(graph, columns: graph.nodeAttributes.columns)
      var again = ring(ids)
      let read = try NodeTable(table.bytes(format: format).bytes)
      let (added, missing) = read.add(to: &again)
      #expect(added == 0 && missing == 0)
      #expect(again.nodeAttributes == graph.nodeAttributes)
    }
  }
}
