import Testing

@testable import GraphIO

/// Files of lines to which another program gives another meaning than that of an edge list.
struct ForeignLineTests {
  @Test func interactions() throws {
    let result = try Fixture.read("interactions.sif")
    let graph = result.graph
    #expect(result.format == .sif && !graph.isDirected)
    #expect(Array(graph.nodeIDs) == ["TP53", "MDM2", "ATM", "GAL4"])
    #expect(graph.edgeIDs == [["TP53", "MDM2"], ["TP53", "ATM"], ["ATM", "TP53"]])
    #expect(graph.edgeAttributes["interaction"]?.values == .strings(["pp", "pp", "pd"]))
    let text = "a b pp c\nd pp e\n"
    #expect(try GraphIOTests.graph(text, .sif).edgeIDs == [["a", "pp"], ["a", "c"], ["d", "e"]])
    let ids = try GraphIOTests.graph("K pp \u{212A}\n", .sif)
    #expect(ids.nodeCount == 2)
    #expect(
      message("a pp\n", .sif).contains("found the end of the line, expected a node, the kind"))
    #expect(message("a\tpp\t\tb\n", .sif).contains("found nothing, expected the id of a node"))
    #expect(message("a 1 b\n", .sif).contains("(the kind is a word)"))
    #expect(message("a\nb\n", .sif).contains("found no line with an edge"))
    #expect(message("a,b\n", .sif).contains("found \"a,b\""))
    #expect(message("a\tp\tb,1\n", .sif) == "no error")
    #expect(message("{\"nodes\": []}\n", .sif).contains("what looks like JSON"))
  }

  /// Without a name: a word in the middle that is no node.
  @Test func interactionsByTheirContent() throws {
    let result = try GraphReader().read(Array("a pp b\nb pp c\nc pp d\n".utf8), name: "x.txt")
    #expect(result.format == .sif && result.graph.edgeCount == 3 && result.graph.nodeCount == 4)
    #expect(result.notes.count == 1)
    // What may be edges with a third column has to have a name that says so.
    #expect(throws: GraphFileError.self) {
      try GraphReader().read(Array("a b x\nb c x\nc d x\n".utf8), name: "x.txt")
    }
  }

  @Test func goModules() throws {
    let result = try Fixture.read("modules.txt")
    #expect(result.graph.isDirected && result.graph.edgeCount == 3)
    #expect(
      result.notes
        == ["the lines look like those of go mod graph, so the edges have a direction"])
    var reader = GraphReader()
    reader.edgeList.isDirected = false
    #expect(try !reader.read(Fixture.bytes("modules.txt"), name: "modules.txt").graph.isDirected)
  }

  @Test(arguments: [
    ("sequenceDiagram\n  A->>B: x\n", "a diagram of Mermaid that is no flow chart"),
    ("#NEXUS\nbegin trees;\n", "NEXUS"), ("<?xml version=\"1.0\"?><rss/>", "rss"),
  ])
  func formatsThatAreNotRead(text: String, name: String) {
    for file in ["file", "file.txt"] {
      let error = #expect(throws: GraphFileError.self) {
        try GraphReader().read(Array(text.utf8), name: file)
      }
      #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
    }
  }

  /// Wherever a dynamic file says a time, a note says that it is left out.
  @Test(arguments: [
    "<graph mode=\"dynamic\"><nodes/></graph>",
    "<graph><attributes class=\"node\" mode=\"dynamic\"/><nodes/></graph>",
    "<graph><nodes><node id=\"a\" start=\"1\"/></nodes></graph>",
    "<graph><nodes><node id=\"a\"><spells><spell start=\"1\"/></spells></node></nodes></graph>",
    "<graph><attributes class=\"node\"><attribute id=\"0\" title=\"k\" type=\"integer\"/></attributes><nodes>"
      + "<node id=\"a\"><attvalues><attvalue for=\"0\" value=\"1\" start=\"1\" end=\"2\"/><attvalue for=\"0\" value=\"3\" start=\"2\"/></attvalues></node></nodes></graph>",
    "<graph><nodes><node id=\"a\" timestamps=\"<[1, 2]>\"/></nodes></graph>".replacing(
      "<[", with: "["
    ).replacing("]>", with: "]"),
    "<graph><nodes><node id=\"a\" intervals=\"[1, 2]\"/></nodes></graph>",
  ])
  func timesOfGEXF(text: String) throws {
    let result = try GraphReader(format: .gexf).read(Array("<gexf>\(text)</gexf>".utf8))
    #expect(result.notes.count == 1 && result.notes[0].hasPrefix("times are left out"))
    let plain = try GraphReader(format: .gexf).read(
      Array("<gexf><graph mode=\"static\"><nodes><node id=\"a\"/></nodes></graph></gexf>".utf8))
    #expect(plain.notes.isEmpty)
  }
}
