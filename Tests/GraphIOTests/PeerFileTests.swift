import Testing

@testable import GraphIO

/// Regression tests for differences that `scripts/check-peer-files` found in files of networkx,
/// igraph, graph-tool, Graphviz and scipy.
struct PeerFileTests {
  private func result(_ text: String, _ name: String) throws -> ReadResult {
    try GraphReader().read(Array(text.utf8), name: name)
  }

  private func refusal(_ text: String, _ name: String) -> String {
    do throws(GraphFileError) {
      _ = try GraphReader().read(Array(text.utf8), name: name)
      return "no error"
    } catch { return error.description }
  }

  /// Small ones look like lists of neighbours: unique first words, few of them.
  @Test(arguments: [
    "", "<node id=\"a\">\n</node>\n", "<node id=\"a\">\n</node>\n<edge from=\"a\" to=\"a\"/>\n",
  ])
  func otherLanguages(content: String) {
    let text =
      "<?xml version=\"1.0\"?>\n<xgmml>\n<graph id=\"G\">\n<attr name=\"n\">\n</attr>\n\(content)"
      + "</graph>\n</xgmml>\n"
    let expected = "g.xml:1:1: found XML of the language \"xgmml\", expected a format that is read"
    #expect(refusal(text, "g.xml") == expected)
    #expect(GraphFormat(content: Array(text.utf8)) == nil)
    // What is no other language may begin with an angle bracket.
    #expect(throws: Never.self) { try result("<b> a&b\na&b c\nc d\n", "x.txt") }
  }

  @Test func graphsOfLEDA() throws {
    let text = """
      LEDA.GRAPH
      string
      double
      -1
      # Vertices
      3
      |{New York}|
      |{}|
      |{3}|
      # Edges
      2
      1 2 0 |{0.25}|
      3 1 0 |{-2}|

      """
    let read = try result(text, "g.txt")
    #expect(read.format == .leda && read.graph.isDirected && read.notes.isEmpty)
    #expect(read.graph.edgeIDs == [["1", "2"], ["3", "1"]])
    #expect(read.graph.weights == [0.25, -2])
    #expect(read.graph.nodeAttributes["label"]?.values == .strings(["New York", nil, nil]))
    // Old files do not say whether edges have a direction.
    let old = try graph("LEDA.GRAPH\nvoid\nstring\n2\n|{}|\n|{}|\n1\n1 2 0 |{a}|\n", .leda)
    #expect(old.isDirected && old.weights == nil && old.edgeAttributes["label", 0] == "a")
    #expect(try !graph("LEDA.GRAPH\nvoid\nvoid\n-2\n0\n0\n", .leda).isDirected)
  }

  @Test(arguments: [
    ("LEDA.GRAPH\nvoid\n5\n", "3:1: found \"5\", expected the type of edges"),
    ("LEDA.GRAPH\nvoid\nvoid\n-1\nx\n", "5:1: found \"x\", expected the number of nodes"),
    (
      "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n{}\n",
      "6:1: found \"{\", expected \"|{\" and what is said of node 1 of 1"
    ),
    (
      "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{a\n",
      "6:4: found the end of the line, expected \"}|\", the end of what begins at 6:1"
    ),
    (
      "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{}|\n1\n1 2 0 |{}|\n",
      "8:3: found \"2\", expected a node from 1 to 1"
    ),
    (
      "LEDA.GRAPH\nvoid\nint\n-1\n1\n|{}|\n1\n1 1 0 |{x}|\n",
      "8:6: found \"x\", expected a number (the weight of an edge)"
    ),
    (
      "LEDA.GRAPH\nvoid\nvoid\n-1\n1\n|{}|\n2\n1 1 0 |{}|\n",
      "9:1: found the end of the file, expected edge 2 of 2"
    ),
  ])
  func brokenGraphsOfLEDA(text: String, expected: String) {
    #expect(message(text, .leda) == "file:\(expected)")
  }

  @Test func textsOfGMLEndAtBlanks() throws {
    let broken = "graph [ node [ id 0 name \"say \"hi\"\" ] ]"
    #expect(
      message(broken, .gml)
        == "file:1:32: found \"hi\", expected a blank after the text (a quote inside of it is "
        + "written &quot;)")
    #expect(try graph("graph [ node [ id 0 name \"a\"] ]", .gml).nodeCount == 1)
    #expect(try graph("graph [ node [ id 0 name \"a\"\n] ]", .gml).nodeCount == 1)
  }

  /// gv2gml writes them without quotes.
  @Test func labelsOfGMLThatAreNumbers() throws {
    let read = try graph(
      "graph [ node [ id 0 label 007 ] node [ id 1 label \"x\" ] node [ id 2 label 7 size 007 ] ]",
      .gml)
    #expect(read.nodeAttributes["label"]?.values == .strings(["007", "x", "7"]))
    #expect(read.nodeAttributes["size", 2] == 7.0)
    // What are numbers stays numbers.
    let numbers = try graph("graph [ node [ id 0 label 7 ] node [ id 1 label 1 ] ]", .gml)
    #expect(numbers.nodeAttributes["label"]?.values == .integers([7, 1]))
  }

  @Test func textsOfPajekEndAtBlanks() throws {
    #expect(
      message("*Vertices 1\n1 \"say \"hi\"\" 0.0 0.0\n", .pajek)
        == "file:2:9: found \"hi\", expected a blank after the text (which cannot have quotes in it)"
    )
  }

  /// igraph writes quotes so; `&amp;` is no reference to Pajek.
  @Test func charactersOfPajekByNumber() throws {
    let text = "*Vertices 2\n1 \"say &#34;hi&#34;\"\n2 \"&amp;\"\n*Arcs\n1 2 1 l \"&#233;\"\n"
    let read = try graph(text, .pajek)
    #expect(read.nodeAttributes["label"]?.values == .strings(["say \"hi\"", "&amp;"]))
    #expect(read.edgeAttributes["label", 0] == "é")
  }

  @Test func textsOfPajekComeBack() throws {
    var graph = try Graph(nodeIDs: Graph.NodeIDs(count: 4, from: 1), sources: [0], targets: [1])
    graph.nodeAttributes.set("label", .strings(["a \"b\"", "two\nlines\r", "&#34;", "&amp; é"]))
    graph.edgeAttributes.set("label", .strings(["\"&\""]))
    graph.attributes["name"] = "x \"y\""
    let (bytes, report) = try GraphWriter(format: .pajek).bytes(graph)
    #expect(report.isLossless)
    #expect(try GraphReader(format: .pajek).read(bytes).graph == graph)
  }

  @Test func flowsHaveDirections() throws {
    for (problem, isDirected) in [("max", true), ("sp", true), ("edge", false), ("col", false)] {
      #expect(try graph("p \(problem) 2 0\n", .dimacs).isDirected == isDirected)
    }
  }

  @Test func matricesWithoutEntries() throws {
    let head = "%%MatrixMarket matrix coordinate real general\n"
    #expect(try !graph(head + "2 2 0\n", .matrixMarket).isDirected)
    #expect(try graph(head + "% Directed graph\n2 2 0\n", .matrixMarket).isDirected)
  }

  @Test func emptyGraphsOfGraphviz() throws {
    let text = "{ \"name\": \"%3\", \"directed\": true, \"strict\": false, \"_subgraph_cnt\": 0 }"
    let read = try graph(text, .json)
    #expect(read.nodeCount == 0 && read.isDirected)
    #expect(message("{ \"name\": \"%3\" }", .json).contains("an object without \"nodes\""))
  }

  @Test func weightsFromTheSecondLineOn() throws {
    let read = try result("a b\nb c 2.5\n", "late.ncol").graph
    #expect(read.edgeIDs == [["a", "b"], ["b", "c"]])
    #expect(read.weights == [1, 2.5])
  }
}
