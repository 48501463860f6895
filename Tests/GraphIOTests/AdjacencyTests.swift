import Testing

@testable import GraphIO

/// LGL, adjacency lists and matrices.
struct AdjacencyTests {
  private func read(_ text: String, _ format: GraphFormat? = nil) throws -> ReadResult {
    try GraphReader(format: format).read(Array(text.utf8), name: "file")
  }

  @Test func lgl() throws {
    let found = try read("# a\nb 2\nc 0.5\n# b\nc 1\n")
    #expect(found.format == .lgl)
    #expect(found.graph.edgeIDs == [["a", "b"], ["a", "c"], ["b", "c"]])
    #expect(found.graph.weights == [2, 0.5, 1])
    #expect(try read("# a\n# b\na\n", .lgl).graph.weights == nil)
    #expect(message("a b\n", .lgl).hasPrefix("file:1:1: found \"a\", expected \"#\""))
    #expect(message("# a b\n", .lgl) == "file:1:5: found \"b\", expected the end of the line")
    #expect(message("# a\nb x\n", .lgl).contains("found \"x\", expected a number"))
    // One comment of one word may be a comment.
    let list = try read("# edges\n1 2\n2 3\n")
    #expect(list.format == .edgeList)
    #expect(
      list.notes == ["the line \"# edges\" is taken for a comment; in LGL it would be a node"])
  }

  /// A node may have more neighbours than a table has columns.
  @Test func hubs() throws {
    let hub = "a" + (0..<5000).map { " b\($0)" }.joined() + "\n"
    #expect(try read(hub, .adjacencyList).graph.edgeCount == 5000)
  }

  /// Cells with parentheses, of which some are tuples and some are not.
  @Test func cellsOfTuples() throws {
    let cases: [(String, [String])] = [
      ("(0, 1) (1, 1)", ["(0, 1)", "(1, 1)"]),
      ("(0, (1, 2)) b", ["(0, (1, 2))", "b"]),
      ("(a b", ["(a", "b"]),
      ("(a) (b)", ["(a)", "(b)"]),
      ("(a b)", ["(a", "b)"]),
      ("(a)) (b,", ["(a))", "(b,"]),
      ("((a, b) c)", ["((a, b) c)"]),
      ("a (b, \"c)\" d)", ["a", "(b, c) d)"]),
    ]
    for (text, cells) in cases {
      var scanner = try TextScanner(
        MemorySource(Array(text.utf8)), name: "file", limits: ReadLimits())
      var row = RowReader(separator: nil)
      let found = try row.next(&scanner) { (_: inout TextScanner) throws(GraphFileError) in }
      #expect(found)
      #expect((0..<row.count).map { String(decoding: row[$0], as: UTF8.self) } == cells)
    }
  }

  @Test func adjacencyLists() throws {
    let found = try read("# written by\n# two words\na b c\nb c d\nc d\nd\n")
    #expect(found.format == .adjacencyList)
    #expect(
      found.graph.edgeIDs == [["a", "b"], ["a", "c"], ["b", "c"], ["b", "d"], ["c", "d"]])
    #expect(!found.graph.isDirected)
    let both = try read("a b c\nb a\nc a\nd\n")
    #expect(both.graph.edgeIDs == [["a", "b"], ["a", "c"]])
    #expect(both.notes.last == "each edge is in the lines of both of its nodes, and is read once")
    var reader = GraphReader(format: .adjacencyList)
    reader.edgeList.isDirected = true
    #expect(try reader.read(Array("a b\nb a\n".utf8)).graph.edgeCount == 2)
    let sinks = try read("a b c d\ne f\n", .adjacencyList)
    #expect(sinks.notes == ["nodes that are neighbours and have no line of their own: 4"])
    #expect(message("a b 2\na c 3\n", .adjacencyList).contains("several lines of one node"))
    #expect(message("a b 0.5\nb c 1.5\n", .adjacencyList).contains("the weights of an edge list"))
    #expect(message("source,target\na,b\n", .adjacencyList).contains("the header of a table"))
  }

  @Test func multilineAdjacencyLists() throws {
    let found = try read("# x y\na 2\nb {'weight': 2, 'kind': 'k'}\nc {}\nb 0\nc 0\nd 0\n")
    #expect(found.format == .multilineAdjacencyList)
    #expect(found.graph.edgeIDs == [["a", "b"], ["a", "c"]])
    #expect(found.graph.weights == [2, 1])
    #expect(found.graph.edgeAttributes["kind"]?.values == .strings(["k", nil]))
    #expect(found.graph.nodeCount == 4)
    let format = GraphFormat.multilineAdjacencyList
    #expect(
      message("a 2\nb {}\n", format)
        == "file:3:1: found the end of the file, expected 1 more lines for the node at line 1")
    #expect(message("a b\n", format).contains("expected a node and the number of its lines"))
    #expect(message("a 1\nb c\n", format).contains("expected a neighbour and a dictionary"))
  }

  @Test(arguments: [
    "0 1 0 2\n1 0 0 0\n0 0 0 1\n2 0 1 0\n", "0,1,0,2\n1,0,0,0\n0,0,0,1\n2,0,1,0\n",
    "0 1 0 2 \n1 0 0 0 \n0 0 0 1 \n2 0 1 0 \n",
  ])
  func matrices(text: String) throws {
    let found = try read(text)
    #expect(found.format == .adjacencyMatrix)
    #expect(found.graph.edgeIDs == [["0", "1"], ["0", "3"], ["2", "3"]])
    #expect(found.graph.weights == [1, 2, 1])
    #expect(!found.graph.isDirected)
  }

  @Test(arguments: [
    ",a,b\na,0,1\nb,0,0\n", "a;b\n0;1\n0;0\n", "id,a,b\na,0,1\nb,0,0\n", "a b\na 0 1\nb 0 0\n",
  ])
  func matricesWithNames(text: String) throws {
    let found = try read(text, .adjacencyMatrix).graph
    #expect(found.edgeIDs == [["a", "b"]])
    #expect(found.isDirected)
    #expect(found.weights == nil)
  }

  @Test func brokenMatrices() {
    let format = GraphFormat.adjacencyMatrix
    #expect(message("0 1\n0 0\n1 0\n", format).hasPrefix("file:3:1: found more lines than columns"))
    #expect(message("0 1 1\n0 0 1\n", format).contains("found 2 lines of 3 numbers"))
    #expect(message("0 1\n0\n", format).hasPrefix("file:2:1: found 1 numbers, expected 2"))
    #expect(message("0 1\n0 x\n", format).hasPrefix("file:2:3: found \"x\", expected a number"))
    #expect(message(",a,b\nb,0,1\na,0,0\n", format).contains("found \"b\", expected \"a\""))
    #expect(message(",a,a\na,0,1\na,0,0\n", format).contains("an id twice"))
  }

  @Test func adjacencyJSON() throws {
    let text = """
      {"directed": false, "graph": [["name", "g"]], "adjacency": [[{"id": "b", "weight": 2},
      {"id": "a"}], [{"id": "a", "weight": 2}]], "nodes": [{"id": "a"}, {"id": "b"}]}
      """
    let found = try read(text).graph
    #expect(found.edgeIDs == [["a", "b"], ["a", "a"]])
    #expect(found.weights == [2, 1])
    #expect(found.attributes["name"] == "g")
    let directed = text.replacing("false", with: "true")
    #expect(try read(directed).graph.edgeIDs == [["a", "b"], ["a", "a"], ["b", "a"]])
    #expect(
      message(text.replacing("[{\"id\": \"a\", \"weight\": 2}]", with: "[]"), .json).contains(
        "an edge that only one of its nodes lists"))
    #expect(message(text.replacing(", [{\"id", with: ", [], [{\"id"), .json).contains("3 lists"))
  }

  @Test func nodesWithoutEdges() throws {
    #expect(
      try read("{\"nodes\": [1, 2]}").notes
        == ["the file has neither \"links\" nor \"edges\", and so no edges"])
    #expect(
      message("{\"nodes\": [1, 2], \"connections\": [[1, 2]]}", .json).contains(
        "found \"nodes\" and \"connections\", expected \"links\" or \"edges\""))
  }

  @Test func tuples() throws {
    let graph = try read("('a b', 1) (2, (3, 4)) {}\n(2, (3, 4)) x {}\n").graph
    #expect(graph.edgeIDs == [["('a b', 1)", "(2, (3, 4))"], ["(2, (3, 4))", "x"]])
    #expect(try read("(0, 0),(1, 0)\n", .csv).graph.edgeIDs == [["(0, 0)", "(1, 0)"]])
    #expect(try read("(a b\n(c d)\n", .edgeList).graph.edgeIDs == [["(a", "b"], ["(c", "d)"]])
  }

  @Test func headersOfTables() throws {
    let table = "day,who,whom\n2020,Ann,Bob\n2021,Bob,Cy\n"
    #expect(message(table, .csv).contains("no columns are called source and target"))
    var reader = GraphReader(format: .csv)
    (reader.edgeList.sourceColumn, reader.edgeList.targetColumn) = ("Who", "whom")
    let found = try reader.read(Array(table.utf8))
    #expect(found.graph.edgeIDs == [["Ann", "Bob"], ["Bob", "Cy"]])
    #expect(found.graph.edgeAttributes["day"]?.values == .integers([2020, 2021]))
    reader.edgeList.targetColumn = "other"
    #expect(throws: GraphFileError.self) { try reader.read(Array(table.utf8)) }
    #expect(
      try read("a,b\nc,d\nd,e\ng,h\ni,j\n").notes
        == [
          "the first line is taken for an edge, though its names do not occur again; if it has the "
            + "names of the columns, say so (EdgeListOptions.hasHeader, --header of forcegraph)"
        ])
    #expect(try read("a,b\nb,c\n").notes.isEmpty)
    #expect(
      try read("x,y\n1,2\n").notes
        == ["the columns \"x\" and \"y\" are taken for the ends of the edges"])
  }

  @Test func raggedLines() throws {
    #expect(
      try read("a b 2\nb c\n", .edgeList).notes
        == [
          "lines of 2 to 3 columns: what is missing at the ends of lines has no value, or the weight 1"
        ])
    #expect(message("0 1 2\n1 2\n", .edgeList).contains("look like adjacency lists or METIS"))
    var reader = GraphReader(format: .edgeList)
    reader.edgeList.hasHeader = false
    #expect(try reader.read(Array("0 1 2\n1 2\n".utf8)).graph.edgeCount == 2)
  }
}
