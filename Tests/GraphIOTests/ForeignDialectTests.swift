import Testing

@testable import GraphIO

/// Dialects of tables and of line-based formats that other programs write.
struct ForeignDialectTests {
  private func read(
    _ text: String, _ format: GraphFormat, _ change: (inout EdgeListOptions) -> Void = { _ in }
  ) throws -> ReadResult {
    var reader = GraphReader(format: format)
    change(&reader.edgeList)
    return try reader.read(Array(text.utf8))
  }

  // MARK: Headers

  private static let staff = "manager,employee,how\nAnn,Bob,well\nAnn,Cid,\nBob,Dan,badly\n"

  @Test func namesThatDoNotOccurAgainAreHeaders() throws {
    let found = try read(Self.staff, .csv)
    #expect(Array(found.graph.nodeIDs) == ["Ann", "Bob", "Cid", "Dan"])
    #expect(found.graph.edgeIDs == [["Ann", "Bob"], ["Ann", "Cid"], ["Bob", "Dan"]])
    #expect(found.graph.edgeAttributes["how"]?.values == .strings(["well", nil, "badly"]))
    #expect(
      found.notes == [
        "the first line is taken for the names of the columns, as \"manager\" and \"employee\" do not "
          + "occur again; if it is an edge, say so (EdgeListOptions.hasHeader, --no-header of "
          + "forcegraph)"
      ])
    let edges = try read(Self.staff, .csv) { $0.hasHeader = false }
    #expect(edges.graph.edgeCount == 4 && edges.notes.isEmpty)
    let header = try read(Self.staff, .csv) { $0.hasHeader = true }
    #expect(header.graph == found.graph)
  }

  /// A file longer than what is looked at to recognise it.
  @Test func headersOfLongTables() throws {
    let rows = (0..<9000).map { "person number \($0),person number \($0 / 2)\n" }
    let found = try read("package,depends\n" + rows.joined(), .csv).graph
    #expect(found.edgeCount == 9000 && found.nodeIDs.first == "person number 0")
    #expect(found.edgeIDs[8999] == ["person number 8999", "person number 4499"])
    // The name occurs once more, in the last line.
    let edge = try read("package,depends\n" + rows.joined() + "x,package\n", .csv).graph
    #expect(edge.edgeCount == 9002 && edge.nodeIDs.first == "package")
  }

  @Test(arguments: [
    "ann,bob\ncid,dan\n", "a,b\nc,d\ne,f\ng,h\n", "a,b\nb,c\nc,d\n", "a,a\nb,c\nc,d\n",
    "1a,2b\n3c,4d\n4d,5e\n",
  ])
  func edgesThatAreNoHeaders(text: String) throws {
    #expect(try read(text, .csv).graph.edgeCount == text.utf8.count { $0 == .newline })
  }

  @Test func columnsWhoseNamesDifferInCase() throws {
    let text = "boss,worker,Label,label\na,b,x,y\na,c,z,w\na,d,q,r\n"
    let attributes = try read(text, .csv).graph.edgeAttributes
    #expect(Set(attributes.columns.map(\.name)).count == 2)
    #expect(attributes["label"]?.values == .strings(["x", "z", "q"]))
    #expect(
      message(":START_ID,:END_ID,:TYPE,:TYPE\n1,2,A,B\n", .csv).contains("two columns :TYPE"))
  }

  // MARK: Edges on one line

  @Test func oneLineOfManyNumbers() throws {
    #expect(
      message("1 2 3 4 4 4 1 3\n", .edgeList)
        == "file: found one line of 8 integers, expected an edge a line (say the format, or that an "
        + "edge list has no header)")
    let found = try read("1 2 3 4\n2 3 4 1\n", .edgeList)
    #expect(found.graph.edgeCount == 2)
    #expect(
      found.notes == [
        "lines of 4 integers: the first two are the ends of an edge, the third is its weight, the "
          + "others are attributes"
      ])
    #expect(try read("1 2 0.5 4\n", .edgeList).notes.isEmpty)
    #expect(try read("1 2 3 4\n", .edgeList) { $0.hasHeader = false }.graph.edgeCount == 1)
  }

  // MARK: Neo4j

  @Test func relationshipsOfNeo4j() throws {
    let text =
      ":START_ID(Person),role,:END_ID(Movie),:TYPE,since:int,code:string,share:double,:IGNORE\n"
      + "k1,Neo,tt1,ACTED_IN,3,007,1,x\nk2,,tt1,ACTED_IN,,1,2.5,y\n"
    let result = try read(text, .csv)
    let graph = result.graph
    #expect(result.notes.isEmpty && graph.isDirected)
    #expect(graph.edgeIDs == [["k1", "tt1"], ["k2", "tt1"]])
    #expect(graph.edgeAttributes.names == ["role", "label", "since", "code", "share"])
    #expect(graph.edgeAttributes["label"]?.values == .strings(["ACTED_IN", "ACTED_IN"]))
    #expect(graph.edgeAttributes["since"]?.values == .integers([3, nil]))
    #expect(graph.edgeAttributes["code"]?.values == .strings(["007", "1"]))
    #expect(graph.edgeAttributes["share"]?.values == .doubles([1, 2.5]))
    #expect(try read(":START_ID,:END_ID,weight:float\na,b,2\n", .csv).graph.weights == [2])
    #expect(try !read(text, .csv) { $0.isDirected = false }.graph.isDirected)
  }

  @Test func nodesOfNeo4j() throws {
    let text =
      "movieId:ID(Movie),title,year:int,:LABEL,tags:string[],:IGNORE\n"
      + "tt1,Matrix,1999,Movie,a;b,-\ntt2,Reloaded,,Movie;Sequel,,-\n"
    var graph = try read(":START_ID,:END_ID\ntt1,tt2\n", .csv).graph
    let table = try NodeTable(Array(text.utf8))
    #expect(table.add(to: &graph) == (0, 0))
    #expect(graph.nodeAttributes.names == ["title", "year", "labels", "tags"])
    #expect(graph.nodeAttributes["year"]?.values == .integers([1999, nil]))
    #expect(graph.nodeAttributes["labels"]?.values == .strings(["Movie", "Movie;Sequel"]))
    #expect(message(text, .csv).contains("found a table of Neo4j's nodes, expected relationships"))
    #expect(
      message(":START_ID,x\na,b\n", .csv).contains("found one end of a relationship of Neo4j"))
    #expect(throws: GraphFileError.self) { try NodeTable(Array(":START_ID,:END_ID\na,b\n".utf8)) }
  }

  // MARK: Pajek

  @Test func twoModesOfPajek() throws {
    let head = "*Vertices 5 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n4 \"x\"\n5 \"y\"\n"
    let matrix = try read(head + "*Matrix\n1 0\n1 2\n0 1\n", .pajek).graph
    #expect(matrix.edgeIDs == [["1", "4"], ["2", "4"], ["2", "5"], ["3", "5"]])
    #expect(!matrix.isDirected && matrix.weights == [1, 1, 2, 1])
    #expect(matrix.nodeAttributes["mode"]?.values == .integers([1, 1, 1, 2, 2]))
    let list = try read(head + "*Edges\n1 4\n2 4\n3 5\n", .pajek).graph
    #expect(list.nodeAttributes["mode"]?.values == .integers([1, 1, 1, 2, 2]))
    #expect(
      message(head + "*Matrix\n1 0\n1\n0 1\n", .pajek).hasPrefix(
        "file:9:2: found the end of the line, expected 2 numbers"))
  }

  @Test(arguments: [
    (
      "*Vertices 1 3\n",
      "file:1:13: found \"3\", expected how many of the 1 nodes are of the first kind"
    ),
    ("%foo\n*Vertices 1 2 1\n", "file:2:13: found \"2\", expected how many"),
    ("*Vertices 3 2 1\n", "file:1:15: found \"1\", expected the end of the line"),
    ("*Vertices 3 -1\n", "file:1:13: found \"-1\", expected how many"),
    ("*vertices 4 1\n  0 \"3.\"\n", "file:2:3: found \"0\", expected a node from 1 to 4"),
  ])
  func pajekThatIsNone(text: String, expected: String) {
    #expect(message(text, .pajek).hasPrefix(expected))
  }

  // MARK: GML

  @Test func bracketsThatAreMissingInGML() {
    let edge =
      "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2\n source 2 target 1 ] ]"
    #expect(
      message(edge, .gml)
        == "file:1:37: found a second \"target\" in the edge begun here, expected one (a \"]\" may be "
        + "missing)")
    #expect(
      message("graph [ node [ id 1 id 2 ] ]", .gml).hasPrefix(
        "file:1:9: found a second \"id\" in the node begun here"))
  }

  // MARK: DL

  @Test func twoModesOfUCINET() throws {
    for text in [
      "dl nr=2 nc=3 format=fullmatrix\nrow labels:\na,b\ncolumn labels:\nx,y,z\ndata:\n0 1 1\n3 0 0\n",
      "dl nr=2, nc=3 format=edgelist2\nrow labels:\na,b\ncol labels:\nx,y,z\ndata:\n1 2\n1 3\n2 1 3\n",
    ] {
      let graph = try read(text, .ucinet).graph
      #expect(graph.edgeIDs == [["1", "4"], ["1", "5"], ["2", "3"]])
      #expect(graph.weights == [1, 1, 3] && !graph.isDirected)
      #expect(graph.nodeAttributes["label"]?.values == .strings(["a", "b", "x", "y", "z"]))
      #expect(graph.nodeAttributes["mode"]?.values == .integers([1, 1, 2, 2, 2]))
    }
    let embedded = "dl nr=2 nc=2 labels embedded format=fullmatrix data:\n a x\nA 1 0\nb 0 1\n"
    let graph = try read(embedded, .ucinet).graph
    #expect(graph.edgeIDs == [["A", "a"], ["b", "x"]])
    #expect(graph.nodeAttributes["mode"]?.values == .integers([2, 2, 1, 1]))
    #expect(
      message("dl nr=2 format=edgelist2 data:\n", .ucinet).contains("nr= and nc= before it"))
    #expect(message("dl n=2 format=nodelist2 data:\n", .ucinet).contains("two kinds of nodes"))
    #expect(
      message("dl nr=99999999 nc=9 data:\n", .ucinet).contains("limit"))
    #expect(message("dl nr=9223372036854775807 nc=9 data:\n", .ucinet).contains("limit"))
  }

  /// Numbers of nodes that are given again after the labels.
  @Test(arguments: [
    "dl n=3 format=edgelist1\nlabels:\na,b,c\nn=5\ndata:\n1 2\n4 5\n",
    "dl n=5 format=edgelist1\nlabels:\na,b,c,d,e\nn=2\ndata:\n1 2\n",
    "dl nr=2 nc=2 format=edgelist2\nrow labels:\na,b\ncolumn labels:\nx,y\nnr=3\ndata:\n1 2\n",
  ])
  func otherNumbersThanLabels(text: String) {
    #expect(message(text, .ucinet).contains("as many nodes as there are labels"))
  }

  @Test func labelsThatDifferInCase() throws {
    let text =
      "DL n=3\nformat = fullmatrix\nlabels embedded\ndata:\nlarry david lin\n"
      + "Larry 0 1 1\nDAVID 1 0 0\nLin 1 0 0\n"
    let graph = try read(text, .ucinet).graph
    #expect(Array(graph.nodeIDs) == ["larry", "david", "lin"])
    #expect(graph.edgeCount == 2 && !graph.isDirected)
  }

  // MARK: DOT

  /// Of records the ends of lines with an alignment stay, for the cells; and through a file again.
  @Test func alignedLinesOfRecords() throws {
    let graph = try read(
      "graph { a [shape=record label=\"{A\\l|b\\nc\\r}\"] b [label=\"x\\ly\\N\"] }", .dot
    ).graph
    #expect(graph.nodeAttributes["label"]?.values == .strings(["{A\\l|b\nc\\r}", "x\nyb"]))
    let bytes = try GraphWriter(format: .dot).bytes(graph).bytes
    #expect(try GraphReader(format: .dot).read(bytes).graph == graph)
  }

  // MARK: GEXF

  @Test(arguments: [
    "<graph type=\"dynamic\">", "<graph mode=\"dynamic\">", "<graph timeformat=\"date\">",
    "<graph><nodes><node id=\"a\" timestamp=\"3\"/></nodes>",
    "<graph><nodes><node id=\"a\"><spells><spell/></spells></node></nodes>",
  ])
  func timesOfGEXF(start: String) throws {
    let found = try read("<gexf>\(start)</graph></gexf>", .gexf)
    #expect(found.notes.count == 1 && found.notes[0].hasPrefix("times are left out"))
    #expect(
      try read("<gexf><graph mode=\"static\" timeformat=\"date\"/></gexf>", .gexf).notes.isEmpty)
  }
}
