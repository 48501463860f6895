import Testing

@testable import GraphIO

/// Input that other programs' readers often get wrong: unusual line ends, long texts, duplicate
/// columns, invalid numbers.
struct HostileTests {
  /// As a Mac of old ends lines: the graph is the same as with newlines.
  @Test(arguments: [
    ("1 2\n3 4\n5 6\n", GraphFormat.edgeList), ("a b\n# c\nb c\n", .edgeList),
    ("source,target\na,b\nb,c\n", .csv), ("source\ttarget\na\tb\nb\tc\n", .tsv),
    ("*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n", .pajek), ("2 1\n2\n1\n", .metis),
    ("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", .matrixMarket),
    ("graph {\na -- b // c\n# d\nb -- c\n}\n", .dot), ("graph [\n# c\nnode [ id 1 ]\n]\n", .gml),
    ("{\"nodes\":\n[1]}\n", .json), ("<graphml>\n<graph>\n</graph>\n</graphml>\n", .graphML),
  ])
  func carriageReturnsAlone(text: String, format: GraphFormat) throws {
    let expected = try graph(text, format)
    #expect(try graph(text.replacing("\n", with: "\r"), format) == expected)
    #expect(try graph(text.replacing("\n", with: "\r\n"), format) == expected)
  }

  @Test func carriageReturnsInTablesOfPositions() throws {
    let table = try NodePositionTable(Array("id,x,y\ra,1,2\rb,3,4\r".utf8), name: "file.csv")
    #expect(table.ids == ["a", "b"])
    #expect(table.positions == .plane([[1, 2], [3, 4]]))
    // In an array of NumPy they are numbers: 0x0D0D0D... is one.
    let array = try NodePositionTable(
      ids: nil, positions: .plane([SIMD2(repeating: Double(bitPattern: 0x0D0D_0D0D_0D0D_0D0D))]))
    let bytes = try array.bytes(format: .npy).map { $0 == .newline ? 0x20 : $0 }
    #expect(try NodePositionTable(bytes, name: "file.npy").positions == array.positions)
  }

  /// Where lines end in newlines, carriage returns in quotes are text.
  @Test func carriageReturnsInText() throws {
    #expect(try graph("\"a\rb\",c\n", .csv).edgeIDs == [["a\rb", "c"]])
    // Also where there are more of them than newlines.
    #expect(try graph("\"a\r\",\"b\r\"\n", .csv).edgeIDs == [["a\r", "b\r"]])
    #expect(message("1 2\r3 4 5 6 x\r7\r", .edgeList).hasPrefix("file:2:"))
  }

  @Test(arguments: [
    (
      ";A;B\nA;0;1\nB;1;0\n",
      "file:1:1: found a column without a name, expected names of the two ends, such as source and target"
        + " (the file looks like an adjacency matrix, format adjacency-matrix)"
    ),
    (
      ",u,v\n0,1,2\n",
      "file:1:1: found a column without a name, expected names of the two ends, such as source and target"
    ),
    (
      "source,target,weight,Weight\na,b,1,2\n",
      "file:1:22: found a second column \"weight\", expected a name that no other column has"
    ),
    (",source,target\n0,a,b\n1,b,c\n", "no error"),
  ])
  func headers(text: String, expected: String) {
    #expect(message(text, .csv) == expected)
  }

  /// A comment longer than what is looked at to guess the separator.
  @Test func longComment() throws {
    let text = "# " + String(repeating: "x", count: 1 << 15) + "\na,b\n"
    #expect(try graph(text, .csv).edgeIDs == [["a", "b"]])
  }

  /// Weights that are not finite are weights all the same in whatever holds weights.
  @Test(arguments: [[Double.nan], [.infinity, -.infinity], [1, .nan, -.infinity]])
  func weightsThatAreNotFinite(weights: [Double]) throws {
    var start = try Graph(nodeCount: 2, edges: weights.map { _ in (0, 1) })
    start.weights = weights
    for format in GraphFormat.all where format.isWritable {
      let (bytes, report) = try GraphWriter(format: format).bytes(start)
      let again = try GraphReader(format: format).read(bytes).graph
      if report.losses.contains(.weights) {
        #expect([.metis, .pajek, .graphology, .cytoscape, .cx2].contains(format))
      } else {
        #expect(again.weights?.map(\.description) == weights.map(\.description), "\(format)")
      }
    }
  }

  @Test(arguments: [
    ("&#65;&#x41;&#X41;&lt;&gt;&amp;&quot;&apos;", "AAA<>&\"'"), ("&#x10FFFF;", "\u{10FFFF}"),
    ("&#x110000; &#xD800; &#; &#x; &#+65; &#99999999; & &amp &bogus; &#6 5;", nil),
    ("é&amp;e\u{301}&amp;\u{301}", "é&e\u{301}&\u{301}"),
  ])
  func references(text: String, expected: String?) {
    let found = text.replacingCharacterReferences()
    #expect(Array(found.unicodeScalars) == Array((expected ?? text).unicodeScalars))
  }

  @Test func manyReferences() throws {
    func message(_ id: String) -> String {
      GraphIOTests.message("<graphml><graph><node id=\"\(id)\"/></graph></graphml>", .graphML)
    }
    #expect(message("&#9;&#10;&#13;&#x20;&#xe9;") == "no error")
    for reference in ["&#0;", "&#8;", "&#xD800;", "&#x110000;", "&#+65;", "&lol;", "&;", "&#x;"] {
      #expect(message(reference).hasPrefix("file:1:27: found \"\(reference)"), "\(reference)")
    }
    let many = String(repeating: "&#10;", count: 1 << 20)
    #expect(message(many) == "no error")
    let quotes = String(repeating: "&quot;", count: 1 << 21)
    #expect(
      GraphIOTests.message("graph [ node [ id 1 a \"\(quotes)\" ] ]", .gml) == "no error")
  }

  /// Comments among the declarations of a document type may have anything in them.
  @Test func commentsInDocumentTypes() {
    let graph = "<graphml><graph/></graphml>"
    #expect(
      message("<!DOCTYPE g [<!-- don't > --><!ELEMENT a (b)>]>\(graph)", .graphML) == "no error")
    #expect(
      message("<!DOCTYPE g [<!-- \" --><!ENTITY a \"b\">]>\(graph)", .graphML)
        == "file:1:24: found the declaration of an entity, expected none (they can make a small file huge)"
    )
    #expect(
      message("<!DOCTYPE g [<!-- ]>\(graph)", .graphML).hasSuffix(
        "expected \"-->\" for what begins at 1:14"))
  }

  @Test func joinedTexts() {
    let text = "graph { " + String(repeating: "\"aaaaaaaa\" + ", count: 20) + "\"\" }"
    var reader = GraphReader(format: .dot)
    reader.limits.textLength = 100
    let error = #expect(throws: GraphFileError.self) { try reader.read(Array(text.utf8)) }
    #expect(error?.problem == .limit(of: "bytes in one text", maximum: 100))
  }
}
