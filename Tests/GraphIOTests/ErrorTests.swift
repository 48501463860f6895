import Testing

@testable import GraphIO

/// Each error message says where the error is, what was found and what was expected.
struct ErrorTests {
  @Test(arguments: [
    ("0 1\n2\n", "file:2:2: found the end of the line, expected the second node of an edge"),
    ("0 1 0.5\n1 2 abc\n", "file:2:5: found \"abc\", expected a number (the weight of an edge)"),
    ("0 1\n1 2 3\n", "no error"),
    (
      "0 1\n1 2 0\n",
      "file: found lines of 2 to 3 columns, which look like adjacency lists or METIS, expected an edge "
        + "a line (say the format, or that an edge list has no header)"
    ),
    (
      "a \"b\nc",
      "file:2:2: found the end of the file, expected the quote that ends the text begun at 1:3"
    ),
    ("a \"b\"c\n", "file:1:6: found \"c\", expected a separator after the text in quotes"),
    ("# \u{FFFD}\nab c\n", "no error"),
  ])
  func edgeLists(text: String, expected: String) {
    #expect(message(text, .edgeList) == expected)
  }

  @Test(arguments: [
    (
      "source,target\na,b,c\n",
      "file:2:5: found \"c\", expected the end of the line after 2 columns"
    ),
    ("source,target\n,b\n", "file:2:1: found nothing, expected the first node of an edge"),
    (
      "source,target\na,\n",
      "file:2:3: found the end of the line, expected the second node of an edge"
    ),
    (
      "source,target,kind,kind\n",
      "file:1:20: found a second column \"kind\", expected a name that no other column has"
    ),
    (
      "id,x,y\na,1,2\n",
      "file:1:1: found a table of positions, expected an edge list (NodePositionTable reads positions)"
    ),
    (
      "weight;target;source\n1,5,2;a;b\n",
      "file:2:1: found \"1,5,2\", expected a number (the weight of an edge)"
    ),
  ])
  func tables(text: String, expected: String) {
    #expect(message(text, .csv) == expected)
  }

  @Test func integersOnly() {
    var reader = GraphReader(format: .csv)
    reader.edgeList.ids = .integers
    let error = #expect(throws: GraphFileError.self) {
      try reader.read(Array("source,target\n0,1\n2,abc\n".utf8), name: "graph.csv")
    }
    #expect(
      error?.description == "graph.csv:3:3: found \"abc\", expected a node number (an integer)")
    #expect(error?.line == 3)
    #expect(error?.column == 3)
  }

  @Test func textThatIsNotUTF8() {
    let found = "found bytes that are not UTF-8, expected UTF-8 text"
    #expect(
      message(Array("a b\nZo".utf8) + [0xEB] + Array(" c\n".utf8), .edgeList)
        == "file:2:3: \(found)")
    #expect(
      message(Array("{\"nodes\":\n [{\"id\": \"".utf8) + [0xC3, 0x28] + Array("\"}]}".utf8), .json)
        == "file:2:11: \(found)")
    #expect(message(Array("graph { ".utf8) + [0xFF, 0x20], .dot) == "file:1:9: \(found)")
    #expect(message([0xFF, 0xFE, 0x30, 0], .csv) == "file:1:1: found UTF-16 text, expected UTF-8")
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected a value"),
    (
      "[]",
      "file:1:1: found an empty list, expected \"nodes\" and \"links\" or \"edges\""
    ),
    (
      "{\"a\": 1}",
      "file:1:1: found an object without \"nodes\", expected \"nodes\" and \"links\" or \"edges\", or "
        + "another form of a graph"
    ),
    ("{\"nodes\": 3}", "file:1:11: found something else, expected a list of nodes"),
    (
      "{\"nodes\": [\n{\"id\": \"a\"},\n{\"id\": \"a\"}]}",
      "file:3:1: found a second node \"a\", expected an id that no other node has"
    ),
    (
      "{\"nodes\": [{\"id\": \"a\"}], \"links\":\n [{\"source\": \"a\", \"target\": \"b\"}]}",
      "no error"
    ),
    (
      "{\"nodes\": [{}], \"links\":\n [{\"source\": 0, \"target\": 1}]}",
      "file:2:27: found 1, expected the index of a node, from 0 to 0"
    ),
    (
      "{\"nodes\": [{\"id\": 1}], \"edges\": [\n{\"source\": 1}]}",
      "file:2:1: found an edge without \"target\", expected \"source\" and \"target\""
    ),
    ("{\"nodes\": [{\"id\": 1,}]}", "file:1:21: found \"}\", expected a key in quotes"),
    ("{\"nodes\": [1 2]}", "file:1:14: found \"2\", expected \",\" or \"]\""),
    ("{\"nodes\": [01]}", "file:1:12: found \"01\", expected a number"),
    ("{\"nodes\": [tru]}", "file:1:12: found \"tru\", expected a value"),
    (
      "{\"nodes\": [\"\\x\"]}",
      "file:1:13: found \"\\x\", expected an escape of JSON such as \\n or \\u00e4"
    ),
    (
      "{\"nodes\": [\"\\ud800\"]}",
      "file:1:13: found half of a character, expected its other half after it"
    ),
    ("{\"nodes\": []} x", "file:1:15: found \"x\", expected the end of the file"),
    ("{\"nodes\" []}", "file:1:10: found \"[\", expected \":\" after the key \"nodes\""),
  ])
  func json(text: String, expected: String) {
    #expect(message(text, .json).replacing("\\\\", with: "\\") == expected)
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected \"graph\" or \"digraph\""),
    ("grap {}", "file:1:1: found \"grap\", expected \"graph\" or \"digraph\""),
    (
      "graph {\n a -> b }",
      "file:2:4: found \"->\", expected \"--\", as this is a graph and no digraph"
    ),
    ("digraph {\n a -- b }", "file:2:4: found \"--\", expected \"->\", as this is a digraph"),
    ("graph { a -- }", "file:1:14: found \"}\", expected a node or a subgraph"),
    ("graph { a [x=] }", "file:1:14: found \"]\", expected a value after \"=\""),
    (
      "graph { a [pos=\"1;2\"] }",
      "file:1:16: found the pos \"1;2\", expected two or three numbers with commas between them"
    ),
    (
      "graph { 2nd }",
      "file:1:9: found \"2nd\", expected a number, or a name in quotes as it begins with a digit"
    ),
    (
      "graph {\n\"a",
      "file:2:3: found the end of the file, expected the quote that ends the text begun at 2:1"
    ),
    (
      "graph { /* a",
      "file:1:13: found the end of the file, expected \"*/\" for the comment begun at 1:9"
    ),
    (
      "graph { <a>b> }",
      "file:1:13: found \">\", expected a name, a text in quotes or one of {}[];,=:"
    ),
    (
      "graph { a",
      "file:1:10: found the end of the file, expected a node, an edge, a subgraph, an attribute or \"}\""
    ),
    ("graph { node a }", "file:1:14: found \"a\", expected \"[\" and attributes"),
  ])
  func dot(text: String, expected: String) {
    #expect(message(text, .dot) == expected)
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected \"graph [\""),
    ("graph [ node [ id 1 ]", "file:1:22: found the end of the file, expected a key or \"]\""),
    (
      "graph [ node [ label \"a\" ] ]",
      "no error"
    ),
    (
      "graph [ node [ id 1 ]\n node [ id 1 ] ]",
      "file:2:2: found a second node \"1\", expected an id that no other node has"
    ),
    (
      "graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]",
      "no error"
    ),
    (
      "graph [ edge [ source 1 ] ]",
      "file:1:9: found an edge without target, expected \"source\" and \"target\""
    ),
    (
      "graph [ a b ]",
      "file:1:11: found \"b\", expected a number, a text in quotes or \"[\" after \"a\""
    ),
    ("graph [ directed \"x\" ]", "file:1:17: found another value of \"directed\", expected 0 or 1"),
  ])
  func gml(text: String, expected: String) {
    #expect(message(text, .gml) == expected)
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected \"*Vertices\" and the number of nodes"),
    ("*Arcs\n1 2\n", "file:1:1: found \"*arcs\", expected \"*Vertices\" before it"),
    ("*Vertices 2\n*Arcs\n1 3\n", "file:3:3: found \"3\", expected a node from 1 to 2"),
    ("*Vertices 2\n*Edges\n1 2 x3\n", "no error"),
    (
      "*Vertices 2\n*Edges\n1 2 3x\n",
      "file:3:5: found \"3x\", expected a number (the weight of an edge)"
    ),
    (
      "*Vertices 2\n1 \"a\n",
      "file:3:1: found the end of the file, expected the quote that ends the text begun at 2:3"
    ),
    (
      "*Vertices 2\n*Matrix\n0 1\n",
      "file:4:1: found the end of the file, expected 2 lines of the matrix"
    ),
    ("*Vertices -1\n", "file:1:11: found \"-1\", expected the number of nodes"),
    (
      "*Vertices 1\n1 \"a\" 0.5 1.2.3\n",
      "file:2:11: found \"1.2.3\", expected a number (the y of node 1)"
    ),
    (
      "*Vertices 1\n*Nonsense\n",
      "file:2:1: found \"*Nonsense\", expected \"*Vertices\", \"*Arcs\", \"*Edges\" or a list of them"
    ),
  ])
  func pajek(text: String, expected: String) {
    #expect(message(text, .pajek) == expected)
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected the number of nodes"),
    ("2 1\n2\n", "file:3:1: found the end of the file, expected the line of node 2 of 2"),
    ("2 1\n2\n3\n", "file:3:1: found \"3\", expected a node from 1 to 2"),
    (
      "2 2\n2\n1\n",
      "file:1:3: found 2 edges in the header, expected 1, which are in the lines of the nodes"
    ),
    (
      "2 1\n2\n\n",
      "file: found edges that only one of their nodes lists (1 entries name a higher node, 0 a lower one), expected each edge in the lines of both nodes"
    ),
    ("2 1 7\n2\n1\n", "file:1:5: found \"7\", expected up to three digits 0 or 1 (the format)"),
    ("2 1 1\n2 x\n1 1\n", "file:2:3: found \"x\", expected a number (the weight of an edge)"),
    (
      "1 0\n\n5\n", "file:3:1: found \"5\", expected the end of the file after the lines of 1 nodes"
    ),
  ])
  func metis(text: String, expected: String) {
    #expect(message(text, .metis) == expected)
  }

  @Test(arguments: [
    ("1 1 0\n", "file:1:1: found \"1\", expected \"%%MatrixMarket\""),
    (
      "%%MatrixMarket matrix list real general\n",
      "file:1:23: found \"list\", expected \"coordinate\" or \"array\" (all entries)"
    ),
    (
      "%%MatrixMarket matrix array real general\n2 2\n0\n1\n",
      "file:5:1: found the end of the file, expected a number (row 1, column 2)"
    ),
    (
      "%%MatrixMarket matrix coordinate complex general\n",
      "file:1:34: found \"complex\", expected \"pattern\", \"real\" or \"integer\""
    ),
    (
      "%%MatrixMarket matrix coordinate real general\n3 5 0\n",
      "file:2:3: found 3 rows and 5 columns, expected as many columns as rows (a graph)"
    ),
    (
      "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 4\n",
      "file:4:1: found the end of the file, expected entry 2 of 2"
    ),
    (
      "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 4 1\n",
      "file:3:3: found \"4\", expected a node from 1 to 3"
    ),
    (
      "%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2\n",
      "file:3:4: found the end of the line, expected a number (the value of an entry)"
    ),
    (
      "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n2 3\n",
      "file:4:1: found \"2\", expected the end of the file after 1 entries"
    ),
  ])
  func matrixMarket(text: String, expected: String) {
    #expect(message(text, .matrixMarket) == expected)
  }

  @Test(arguments: [
    ("", "file:1:1: found the end of the file, expected a header such as id,x,y"),
    ("a,1,2\n", "file:1:1: found \"a\", expected a header such as id,x,y or id,x,y,z"),
    ("id,x,y\na,1\n", "file:2:1: found 2 columns, expected 3, as in the header"),
    ("id,x,y\na,1,b\n", "file:2:5: found \"b\", expected a number (y)"),
    ("id,x,y\na,1,inf\n", "file:2:5: found \"inf\", expected a number (y)"),
    (
      "id,x,y\na,1,2\na,1,2\n",
      "file:3:1: found a second row for \"a\", expected one row for each id"
    ),
  ])
  func positions(text: String, expected: String) {
    let error = #expect(throws: GraphFileError.self) {
      try NodePositionTable(Array(text.utf8), name: "file")
    }
    #expect(error?.description == expected)
  }

  @Test func arraysOfNumPy() throws {
    let bytes = try Fixture.bytes("plane.npy")
    func message(_ bytes: [UInt8]) -> String? {
      #expect(throws: GraphFileError.self) { try NodePositionTable(bytes, name: "file") }?
        .description
    }
    func replacing(_ old: String, _ new: String) -> [UInt8] {
      let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
      guard let range = text.firstRange(of: old) else { return [] }
      let begin = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      return bytes[..<begin] + Array(new.utf8) + bytes[(begin + old.utf8.count)...]
    }
    #expect(
      message(Array(bytes.dropLast()))
        == "file: found 47 bytes of data, expected 48, for 3 rows of 2 columns")
    #expect(
      message(bytes + [0])
        == "file: found more than 48 bytes of data, expected 48, for 3 rows of 2 columns")
    #expect(
      message(replacing("<f8", "<i8"))
        == "file: found an array of \"<i8\", expected one of \"<f8\" or \"<f4\" (float64 or float32)"
    )
    #expect(
      message(replacing("(3, 2)", "(3, 4)"))
        == "file: found an array of shape (3,4), expected (n, 2) or (n, 3)")
    #expect(
      message(replacing("(3, 2)", "(-3,2)"))
        == "file: found an array of shape (-3,2), expected (n, 2) or (n, 3)")
    #expect(
      message(replacing("(3, 2), }         ", "(999999999999, 2)}"))
        == "file: found an array of shape (999999999999,2), expected (n, 2) or (n, 3)")
    #expect(
      message(replacing("(3, 2), }   ", "(99999999,2)"))
        == "file: found 48 bytes of data, expected 1599999984, for 99999999 rows of 2 columns")
  }

  @Test func filesThatAreNotThere() {
    let error = #expect(throws: GraphFileError.self) {
      try Graph(contentsOf: "no such folder/graph.gexf")
    }
    #expect(
      error?.description == "no such folder/graph.gexf: cannot be read: No such file or directory")
    let folder = #expect(throws: GraphFileError.self) { try Graph(contentsOf: ".") }
    #expect(folder?.description == ".: cannot be read: Is a directory")
  }

  @Test func unknownFormats() {
    let error = #expect(throws: GraphFileError.self) {
      try GraphReader().read(Array("???".utf8), name: "a.bin")
    }
    #expect(error?.problem == .unknownFormat)
    #expect(
      error?.description.hasPrefix(
        "a.bin: neither the name nor the content says which format it is") == true)
    let array = #expect(throws: GraphFileError.self) {
      try GraphReader().read(Fixture.bytes("plane.npy"))
    }
    #expect(
      array?.description
        == "graph:1:1: found an array of NumPy, expected a graph (NodePositionTable reads positions)"
    )
  }
}
