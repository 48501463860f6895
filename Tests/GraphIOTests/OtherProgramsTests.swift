import Foundation
import Testing

@testable import GraphIO

/// Files of other programs that extend or violate the specification of their format.
struct OtherProgramsTests {
  @Test func edgeListsOfNetworkx() throws {
    let text = """
      a b {'weight': 1.5, 'kind': "it's", 'list': [1, {'x': 2}], 'open': True}
      b c {}
      c a {'kind': 'say \\'x\\'', 'weight': None}

      """
    #expect(GraphFormat(content: Array(text.utf8)) == .edgeList)
    let graph = try read(text, .edgeList)
    #expect(graph.edgeIDs == [["a", "b"], ["b", "c"], ["c", "a"]])
    #expect(graph.weights == [1.5, 1, 1])
    #expect(graph.edgeAttributes["kind"]?.values == .strings(["it's", nil, "say 'x'"]))
    #expect(graph.edgeAttributes["list", 0] == "[1, {'x': 2}]")
    #expect(graph.edgeAttributes["open"]?.values == .booleans([true, nil, nil]))
    #expect(try read("0 1 {}\n", .edgeList).weights == nil)
  }

  @Test(arguments: [
    ("a b {\n", "file:1:6: found the end of the line, expected the name of an attribute in quotes"),
    (
      "a b {'c\n",
      "file:1:8: found the end of the line, expected the quote that ends the text begun at column 6"
    ),
    ("a b {'c'}\n", "file:1:9: found \"}\", expected \":\" after the name of an attribute"),
    ("a b {'c': }\n", "file:1:11: found \"}\", expected a value"),
    ("a b {'c': 1 'd': 2}\n", "file:1:13: found \"'\", expected \",\" or \"}\""),
    ("a b {} c\n", "file:1:8: found \"c\", expected the end of the line after \"}\""),
    ("a b {'c': )}\n", "file:1:13: found the end of the line, expected \",\" or \"}\""),
    (
      "a b {}\nb c 5\n",
      "file:2:5: found \"5\", expected a dictionary in braces, as on the lines before"
    ),
  ])
  func brokenDictionaries(text: String, expected: String) {
    #expect(message(text, .edgeList) == expected)
  }

  @Test func tuplesOfNetworkxInJSON() throws {
    let grid = try read(
      "{\"nodes\": [{\"id\": [0, 0]}, {\"id\": [0, 1]}], \"edges\": [{\"source\": [0, 0], \"target\": [0, 1]}]}",
      .json)
    #expect(Array(grid.nodeIDs) == ["[0,0]", "[0,1]"])
    #expect(grid.sources == [0] && grid.targets == [1])
  }

  @Test func listsOfStanford() throws {
    let text =
      "# Directed graph: Wiki-Vote.txt \n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n30\t1412\r\n3352\t30\r\n"
    let result = try GraphReader().read(Array(text.utf8), name: "wiki-Vote.txt")
    #expect(result.graph.isDirected)
    #expect(result.graph.edgeIDs == [["30", "1412"], ["3352", "30"]])
  }

  @Test func listsOfKONECT() throws {
    let text = "% asym positive\n% 2 3 3\n1 2 1 1082040961\n2 3 4 1082040962\n"
    let result = try GraphReader().read(Array(text.utf8), name: "out.opsahl")
    #expect(result.format == .edgeList)
    #expect(result.graph.isDirected)
    #expect(result.graph.weights == [1, 4])
    #expect(result.graph.edgeAttributes["column4", 1] == 1_082_040_962)
    #expect(try !read("% sym unweighted\n1 2\n", .edgeList).isDirected)
  }

  @Test func headersOverNames() throws {
    let graph = try read("alice,bob,weight\nx,y,3\ny,z,4.5\n", .csv)
    #expect(graph.edgeIDs == [["x", "y"], ["y", "z"]])
    #expect(graph.weights == [3, 4.5])
  }

  /// What `dot -Tdot` makes of `digraph G { a -> b; {rank=same; b; c} }`.
  @Test func drawingsOfGraphviz() throws {
    let text = """
      digraph G {
      	graph [bb="0,0,126,108"];
      	node [label="\\N"];
      	{
      		graph [rank=same];
      		b	[height=0.5, pos="27,18", width=0.75];
      		c	[height=0.5, label="\\N of \\G\\n\\x", pos="99,18",
      			width=0.75];
      	}
      	a	[height=0.5, pos="27,90", width=0.75];
      	a -> b	[label="\\T to \\H", pos="e,27,36.104 27,71.697 27,64.407 27,55.726 27,47.536"];
      }

      """
    let result = try GraphReader().read(Array(text.utf8), name: "g.gv")
    let graph = result.graph
    #expect(Array(graph.nodeIDs) == ["b", "c", "a"])
    #expect(graph.nodeAttributes["label"]?.values == .strings([nil, "c of G\n\\x", nil]))
    #expect(graph.edgeAttributes["label", 0] == "a to b")
    #expect(graph.positions == .plane([[27, 18], [99, 18], [27, 90]]))
    #expect(result.notes == ["the curves of edges (pos) are left out"])
    let plain = try read("graph { node [label=\"\\N\"] a -- b }", .dot)
    #expect(plain.nodeAttributes.names.isEmpty)
  }

  @Test func subgraphsNamedAgain() throws {
    let graph = try read(
      "digraph { subgraph x { a b } subgraph y { subgraph x; c } subgraph y -> d }", .dot)
    #expect(graph.edgeIDs == [["a", "d"], ["b", "d"], ["c", "d"]])
  }

  @Test func idsInGMLThatAreTexts() throws {
    let text = """
      graph [ multigraph 1 node [ id "a" label "A" pos 1 pos 2 ] node [ id "b" ]
        edge [ source "a" target "b" ] ]
      """
    let result = try GraphReader(format: .gml).read(Array(text.utf8))
    #expect(result.graph.edgeIDs == [["a", "b"]])
    #expect(result.graph.attributes.isEmpty)
    #expect(result.notes == ["of a key that a node has several times only the last value is read"])
    let other = try GraphReader(format: .gml).read(
      Array("graph [ node [ id 1 ] edge [ source 1 target \"x\" ] ]".utf8))
    #expect(other.graph.edgeIDs == [["1", "x"]])
    #expect(other.notes == ["the node \"x\" is named by edges only"])
  }

  /// networkx wants labels, and takes them for ids.
  @Test func labelsInGMLThatAreIDs() throws {
    var graph = try Graph(nodeIDs: try Graph.NodeIDs(["a", "b"]), sources: [0], targets: [1])
    graph.weights = [.infinity]
    let (bytes, report) = try GraphWriter(format: .gml).bytes(graph)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("node [ id 0 nodeId \"a\" label \"a\" ]"))
    #expect(text.contains("weight +INF"))
    #expect(report.isLossless)
    #expect(try GraphReader(format: .gml).read(bytes).graph == graph)
    graph.nodeAttributes.set("label", .strings(["a", "b"]))
    #expect(try GraphWriter(format: .gml).bytes(graph).report.losses == [.nodeAttribute("label")])
    graph.nodeAttributes.set("label", .strings(["a", "c"]))
    #expect(try GraphWriter(format: .gml).bytes(graph).report.isLossless)
  }

  /// graph-tool has types of its own; a default holds for every node that has no value.
  @Test func typesAndDefaultsInGraphML() throws {
    let graph = try read(
      """
      <graphml><key id="p" for="node" attr.name="path" attr.type="vector_double"/>
      <key id="k" for="node" attr.name="kind" attr.type="string"><default>x</default></key>
      <key id="s" for="edge" attr.name="share" attr.type="int"><default>7</default></key>
      <graph><node id="a"><data key="p">1, 2</data><data key="k">y</data></node><node id="b"/>
      <edge source="a" target="b"/></graph></graphml>
      """, .graphML)
    #expect(graph.nodeAttributes["path", 0] == "1, 2")
    #expect(graph.nodeAttributes["kind"]?.values == .strings(["y", "x"]))
    #expect(graph.edgeAttributes["share"]?.values == .integers([7]))
  }

  /// Gephi draws with numbers what a file may have as an attribute of another type.
  @Test func valuesOfAnotherTypeThanDeclared() throws {
    let graph = try read(
      """
      <gexf><graph><attributes class="node"><attribute id="0" title="size" type="integer"/></attributes>
      <nodes><node id="a"><attvalues><attvalue for="0" value="3"/></attvalues></node>
      <node id="b" start="2020"><size value="2.5"/></node></nodes></graph></gexf>
      """, .gexf)
    #expect(graph.nodeAttributes["size"]?.values == .doubles([3, 2.5]))
  }

  /// Lists without a header in which the first edges look like one.
  @Test(arguments: [
    [("a", "b"), ("1", "2")], [("source", "target"), ("a", "b")], [("from", "to"), ("1", "2")],
  ])
  func idsThatLookLikeAHeader(edges: [(String, String)]) throws {
    var ids: [String] = []
    for (source, target) in edges { ids += [source, target] }
    let graph = try Graph(
      nodeIDs: try Graph.NodeIDs(ids), sources: [0, 2], targets: [1, 3])
    for format in [GraphFormat.edgeList, .csv, .tsv] {
      let (bytes, report) = try GraphWriter(format: format).bytes(graph)
      #expect(report.isLossless)
      #expect(try GraphReader(format: format).read(bytes).graph == graph)
    }
  }

  @Test func columnsWithStrangeNames() throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph.edgeAttributes.set("5", .integers([1]))
    graph.edgeAttributes.set("Label", .strings(["x"]))
    let (bytes, report) = try GraphWriter(format: .csv).bytes(graph)
    #expect(report.losses == [.edgeAttribute("Label")])
    graph.edgeAttributes["Label"] = nil
    #expect(try GraphReader(format: .csv).read(bytes).graph == graph)
  }

  @Test func addressesThatAreNoFiles() throws {
    let url = try #require(URL(string: "https://example.org/graph.gexf"))
    let error = #expect(throws: GraphFileError.self) { try Graph(contentsOf: url) }
    #expect(
      error?.description
        == "https://example.org/graph.gexf: cannot be read: this is not the URL of a file")
  }

  private func read(_ text: String, _ format: GraphFormat) throws -> Graph {
    try graph(text, format)
  }
}
