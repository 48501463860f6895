import Testing

@testable import GraphIO

/// Less common forms of formats that other programs read.
struct PeerFormatTests {
  private func read(_ text: String, _ name: String) throws -> ReadResult {
    try GraphReader().read(Array(text.utf8), name: name)
  }

  // MARK: Formats

  @Test func matricesOfUCINET() throws {
    let text = "dl n=3 format=fullmatrix\nlabels:\na,b,\"c d\"\ndata:\n0 1 0\n1 0 2\n0 2 0\n"
    let result = try read(text, "x.txt")
    #expect(result.format == .ucinet && !result.graph.isDirected)
    #expect(result.graph.edgeIDs == [["1", "2"], ["2", "3"]])
    #expect(result.graph.weights == [1, 2])
    #expect(result.graph.nodeAttributes["label"]?.values == .strings(["a", "b", "c d"]))
  }

  @Test func listsOfUCINET() throws {
    let edges = try read(
      "DL n = 3, format = edgelist1\nlabels embedded:\ndata:\nann bob 2.5\nbob eve\n", "x.dl")
    #expect(edges.graph.isDirected && edges.graph.weights == [2.5, 1])
    #expect(edges.graph.edgeIDs == [["ann", "bob"], ["bob", "eve"]])
    let lists = try read("dl n=4 format=nodelist1\ndata:\n1 2 3\n3 4\n", "x.dl").graph
    #expect(lists.edgeIDs == [["1", "2"], ["1", "3"], ["3", "4"]] && lists.weights == nil)
    #expect(
      message("dl nr=3 nc=2\n", .ucinet)
        == "file:2:1: found the end of the line, expected \"data:\"")
    #expect(message("dl n=2 data:\n0 1 1\n", .ucinet).hasSuffix("expected 2 lines of 2 numbers"))
  }

  @Test func graphsOfDIMACS() throws {
    let coloring = try read("c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n", "x.txt")
    #expect(coloring.format == .dimacs && !coloring.graph.isDirected)
    #expect(coloring.graph.edgeIDs == [["1", "2"], ["2", "3"], ["3", "1"]])
    let paths = try read("p sp 3 2\na 1 2 7\na 2 3 5\n", "x.gr").graph
    #expect(paths.isDirected && paths.weights == [7, 5])
    #expect(
      message("p edge 2 1\ne 1 3\n", .dimacs)
        == "file:2:5: found \"3\", expected a node from 1 to 2")
    #expect(message("e 1 2\n", .dimacs).contains("before it"))
  }

  /// What networkx writes of the same graphs.
  @Test func graphsOfNauty() throws {
    // The path 0-1-2-3, the same sparse, and 0 -> 1 -> 2.
    let path = [["0", "1"], ["1", "2"], ["2", "3"]]
    #expect(try read(">>graph6<<Ch\n", "p.txt").graph.edgeIDs == path)
    #expect(try read("Ch\n", "p.g6").graph.edgeIDs == path)
    #expect(try read(">>sparse6<<:Cdv\n", "p.s6").graph.edgeIDs == path)
    let directed = try read("&BP?\n", "p.d6").graph
    #expect(directed.isDirected && directed.edgeIDs == [["0", "1"], ["1", "2"]])
    #expect(message("C\u{7}\n", .graph6).contains("expected characters from"))
    #expect(message("C\n", .graph6) == "file:1:1: found 0 bits for 4 nodes, expected 6")
  }

  @Test func documentsOfCytoscape() throws {
    let result = try read(
      """
      {"data": {"name": "net"}, "elements": {"nodes": [
        {"data": {"id": "1", "name": "a"}, "position": {"x": 3, "y": 4}, "selected": false},
        {"data": {"id": "2", "name": "b"}, "position": {"x": 5, "y": 6}}],
       "edges": [{"data": {"id": "9", "source": "1", "target": "2", "kind": "pp"}}]}}
      """, "x.cyjs")
    let graph = result.graph
    #expect(result.format == .json && graph.edgeIDs == [["1", "2"]])
    #expect(graph.nodeNames == ["a", "b"])
    #expect(graph.positions == .plane([[3, -4], [5, -6]]))
    #expect(graph.edgeAttributes["kind", 0] == "pp")
  }

  /// What `dot -Tjson` makes of `digraph G { subgraph cluster_0 { b } a -> b }`.
  @Test func documentsOfGraphviz() throws {
    let result = try read(
      #"""
      {"name": "G", "directed": true, "strict": false, "_draw_": [{"op": "c"}], "_subgraph_cnt": 1,
       "objects": [
        {"name": "cluster_0", "_gvid": 0, "nodes": [2]},
        {"_gvid": 1, "name": "a", "label": "\\N", "pos": "27,90", "height": "0.5"},
        {"_gvid": 2, "name": "b", "label": "B", "pos": "27,18", "height": "0.5"}],
       "edges": [{"_gvid": 0, "tail": 1, "head": 2, "pos": "e,27,36", "color": "red"}]}
      """#, "x.json")
    let graph = result.graph
    #expect(graph.edgeIDs == [["a", "b"]] && graph.isDirected)
    #expect(graph.positions == .plane([[27, 90], [27, 18]]))
    #expect(graph.nodeNames == ["a", "B"])
    #expect(graph.nodeAttributes["height"]?.values == .doubles([0.5, 0.5]))
    #expect(graph.edgeAttributes["color", 0] == "red")
    #expect(graph.groups.map(\.nodes) == [[1]])
  }

  // MARK: Forms of formats

  @Test func keysOfGraphMLWithOneID() throws {
    let graph = try read(
      """
      <g:graphml xmlns:g="x"><g:key id="name" for="graph" attr.name="name" attr.type="string"/>
      <g:key id="name" for="node" attr.name="name" attr.type="string"/>
      <g:key id="p" for="node" attr.name="pos" attr.type="vector_float"/>
      <g:graph><g:data key="name">net</g:data>
      <g:node id="a"><g:data key="name">A</g:data><g:data key="p">1, 2.5</g:data></g:node>
      <g:edge source="a" target="b"/></g:graph></g:graphml>
      """, "x.xml")
    #expect(graph.format == .graphML && graph.graph.attributes["name"] == "net")
    #expect(graph.graph.nodeAttributes["name", 0] == "A")
    #expect(graph.graph.positions?.missingCount == 1)
    #expect(graph.notes == ["the node \"b\" is named by edges only"])
  }

  @Test func matricesThatAreSymmetric() throws {
    let text = "%%MatrixMarket matrix coordinate pattern general\n2 2 4\n1 1\n1 2\n2 1\n2 2\n"
    let result = try read(text, "x.mtx")
    #expect(!result.graph.isDirected && result.graph.edgeIDs == [["1", "2"]])
    #expect(result.notes.count == 2)
    // One loop is a loop.
    let loop = try read(
      "%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n1 2\n2 1\n", "x.mtx"
    ).graph
    #expect(!loop.isDirected && loop.edgeIDs == [["1", "1"], ["1", "2"]])
    // What we write of a directed graph stays one.
    let graph = try Graph(nodeCount: 2, edges: [(0, 1), (1, 0)], isDirected: true)
    let bytes = try GraphWriter(format: .matrixMarket).bytes(graph).bytes
    #expect(try GraphReader(format: .matrixMarket).read(bytes).graph.isDirected)
    let dense = try read(
      "%%MatrixMarket matrix array real general\n2 2\n0\n0\n3\n0\n", "x.mtx"
    ).graph
    #expect(dense.edgeIDs == [["1", "2"]] && dense.weights == [3] && dense.isDirected)
  }

  @Test func networksOfPajek() throws {
    let result = try read(
      "A title\n*Vertices 2\n1 \"two\nlines\"\n2 \"b\"\n*Matrix\n0 2\n0 0\n", "x.net")
    #expect(result.graph.edgeIDs == [["1", "2"]] && result.graph.weights == [2])
    #expect(result.graph.nodeAttributes["label", 0] == "two\nlines")
    #expect(result.notes == ["the text before *Vertices is left out"])
  }

  @Test func weightsOfSomeEdges() throws {
    let graph = try read("a b\nb c 2.5\nc a\n", "x.ncol").graph
    #expect(graph.weights == [1, 2.5, 1])
  }

  @Test func latin1WhereAFileSaysSo() throws {
    let dot =
      Array("graph { charset=latin1; a [label=\"".utf8) + [0xE9, 0xDF] + Array("\"] }".utf8)
    #expect(try GraphReader().read(dot, name: "x.gv").graph.nodeNames == ["éß"])
    let xml =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph><node id='".utf8) + [0xFC]
      + Array("'/></graph></graphml>".utf8)
    #expect(try GraphReader().read(xml, name: "x.graphml").graph.nodeIDs[0] == "ü")
    #expect(message([0x61, 0x20, 0xE9, 0x0A], .edgeList).contains("not UTF-8"))
  }

  @Test func idsOfGML() throws {
    let graph = try read(
      "graph [ node [ label \"a\" ] node [ id b ] edge [ source a target b ] ]", "x.gml")
    #expect(graph.graph.edgeIDs == [["a", "b"]])
    #expect(graph.notes == ["nodes without an id have their label or their number as one"])
  }

  // MARK: Tables

  @Test func columnsOfLists() throws {
    var reader = GraphReader(format: .edgeList)
    reader.edgeList.timeColumn = "3"
    reader.edgeList.weightColumn = "4"
    let graph = try reader.read(Array("1 2 1000 5\n2 3 1001 6\n".utf8)).graph
    #expect(graph.weights == [5, 6])
    #expect(graph.edgeAttributes["time"]?.values == .integers([1000, 1001]))
    reader = GraphReader(format: .csv)
    reader.edgeList.timeColumn = "When"
    reader.edgeList.weightColumn = "amount"
    let text = "source;target;when;amount\na;b;1;0,5\nb;c;2;1,25\n"
    let named = try reader.read(Array(text.utf8)).graph
    #expect(named.weights == [0.5, 1.25] && named.edgeAttributes["time", 1] == 2)
    reader.edgeList.weightColumn = "cost"
    let error = #expect(throws: GraphFileError.self) { try reader.read(Array(text.utf8)) }
    #expect(
      error?.description.contains("found no column \"cost\", expected one of \"source\"") == true)
  }

  @Test func decimalCommas() throws {
    let graph = try read("Source;Target;share;note\na;b;0,5;1,x\nb;c;2;1,5\n", "x.csv").graph
    #expect(graph.edgeAttributes["share"]?.values == .doubles([0.5, 2]))
    #expect(graph.edgeAttributes["note"]?.values == .strings(["1,x", "1,5"]))
    #expect(try read("a;b;0,5\nb;c;1,5\n", "x.csv").graph.weights == [0.5, 1.5])
  }

  @Test func tablesOfNodes() throws {
    var graph = try read("source,target\na,b\nb,c\n", "edges.csv").graph
    let table = try NodeTable(
      Array("Id,Label,kind,x,y\na,Ann,1,0,1\nd,Dan,2,3,4\nb,Bob,,5,6\n".utf8))
    let (added, missing) = table.add(to: &graph)
    #expect(added == 1 && missing == 1)
    #expect(Array(graph.nodeIDs) == ["a", "b", "c", "d"] && graph.edgeCount == 2)
    #expect(graph.nodeNames == ["Ann", "Bob", "c", "Dan"])
    #expect(graph.nodeAttributes["kind"]?.values == .integers([1, nil, nil, 2]))
    #expect(graph.positions?.missingCount == 1)
    let error = #expect(throws: GraphFileError.self) {
      try NodeTable(Array("id,x\na,1\n\nb,3\na,2\n".utf8), name: "n.csv")
    }
    #expect(
      error?.description
        == "n.csv:5:1: found a second line of the node \"a\", expected an id that no other line has "
        + "(line 2 has it)")
  }
}
