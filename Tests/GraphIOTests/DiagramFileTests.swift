import Testing

@testable import GraphIO

/// Trees, diagrams and triples: GXL, OPML, Newick, RDF, Mermaid, PlantUML.
struct DiagramFileTests {
  @Test func gxl() throws {
    let result = try Fixture.read("calls.gxl")
    let graph = result.graph
    #expect(result.format == .gxl && graph.isDirected)
    #expect(Array(graph.nodeIDs) == ["N_cluster_io", "read", "write", "main", "parse"])
    #expect(graph.edgeIDs == [["main", "parse"], ["parse", "read"], ["parse", "write"]])
    #expect(graph.nodeAttributes["label", 3] == "main & more")
    #expect(graph.edgeAttributes["label", 0] == "reads" && graph.weights == [2, 1, 1])
    #expect(graph.groups.map(\.name) == ["cluster_io"] && graph.groups[0].nodes == [1, 2])
    #expect(result.notes == ["graphs in nodes are read as groups beside these nodes"])
    let typed = try self.graph(
      "<gxl><graph edgemode=\"defaultdirected\"><node id=\"p\"><type xlink:href=\"s.gxl#File\"/>"
        + "<attr name=\"n\"><int> 3 </int></attr><attr name=\"l\"><seq><int>1</int></seq></attr></node>"
        + "<edge from=\"p\" to=\"q\" isdirected=\"false\"/><edge from=\"q\" to=\"p\"/></graph></gxl>",
      .gxl)
    #expect(typed.nodeAttributes["type", 0] == "File" && typed.nodeAttributes["n", 0] == 3)
    #expect(typed.edgeAttributes["directed"]?.values == .booleans([false, true]))
    #expect(
      message(
        "<gxl><graph><node id=\"a\"><attr name=\"n\"><int>x</int></attr></node></graph></gxl>", .gxl
      )
        == "file:1:47: found \"x\", expected an integer for \"n\"")
    #expect(message("<gxl/>", .gxl).contains("found no <graph>"))
  }

  private func graph(_ text: String, _ format: GraphFormat) throws -> Graph {
    try GraphReader(format: format).read(Array(text.utf8)).graph
  }

  @Test func opml() throws {
    let result = try Fixture.read("outline.opml")
    let graph = result.graph
    #expect(
      result.format == .opml && graph.isDirected && graph.attributes["title"] == "Plans & more")
    #expect(Array(graph.nodeIDs) == ["House", "Roof", "Garden", "Roof#2", "Feeds", "News"])
    #expect(
      graph.edgeIDs == [
        ["House", "Roof"], ["House", "Garden"], ["Garden", "Roof#2"], ["Feeds", "News"],
      ])
    #expect(graph.nodeAttributes["label", 3] == "Roof" && graph.nodeAttributes["cost", 1] == 1200)
    #expect(graph.nodeAttributes["xmlUrl", 5] == "http://example.org/rss?a=1&b=2")
    #expect(result.notes.count == 1)
    #expect(message("<opml><body><outline/></body></opml>", .opml).contains("without text"))
    let deep = String(repeating: "<outline text=\"a\">", count: 200)
    #expect(message("<opml><body>\(deep)", .opml).contains("limit"))
  }

  @Test func newick() throws {
    let result = try Fixture.read("primates.nwk")
    let graph = result.graph
    #expect(result.format == .newick && graph.isDirected && graph.nodeCount == 8)
    #expect(
      Array(graph.nodeIDs) == [
        "root", "95", "Homo sapiens", "Pan t's", "95#2", "Gorilla", "Pongo", "node 8",
      ])
    #expect(
      graph.edgeIDs == [
        ["root", "95"], ["95", "Homo sapiens"], ["95", "Pan t's"], ["root", "95#2"],
        ["95#2", "Gorilla"], ["95#2", "Pongo"], ["root", "node 8"],
      ])
    #expect(
      graph.edgeAttributes["length"]?.values == .doubles([0.3, 0.1, 0.12, 0.05, 0.2, 0.1, nil]))
    #expect(graph.nodeAttributes["label", 4] == "95" && graph.nodeAttributes["label", 7] == "")
    #expect(result.notes.count == 2)
    #expect(try self.graph("(A,B);", .newick).nodeAttributes["label", 0] == "")
    #expect(try GraphReader().read(Array("(A,B);\n".utf8), name: "file").format == .newick)
    #expect(
      try GraphReader().read(Array("[&R] (A,B);\n".utf8), name: "t.nwk").format == .newick)
    // The depth takes no stack.
    let deep = String(repeating: "(", count: 100_000) + "a" + String(repeating: ")", count: 100_000)
    #expect(try self.graph(deep + ";", .newick).edgeCount == 100_000)
  }

  @Test(arguments: [
    ("(A,B)", "file:1:6: found the end of the file, expected \";\""),
    ("(A,(B,C);", "file:1:9: found \";\", expected \")\" before it"),
    ("(A,B));", "file:1:6: found \")\", expected \";\", with which the tree ends"),
    ("(A:x,B);", "file:1:4: found \"x\", expected a number (the length of a branch)"),
    ("(A:,B);", "file:1:4: found \",\", expected a number (the length of a branch)"),
    (
      "('A,B);",
      "file:1:8: found the end of the file, expected the quote that ends the name begun at 1:2"
    ),
    ("(A,B[c);", "file:1:9: found the end of the file, expected \"]\" for the one at 1:5"),
    ("(A B,C);", "file:1:4: found \"B\", expected \",\", \")\" or \";\""),
    ("x", "file:1:1: found \"x\", expected \"(\", with which a tree begins"),
    ("(A,B); C", "file:1:8: found \"C\", expected the end of the file after \";\""),
  ])
  func treesThatAreNone(text: String, expected: String) {
    #expect(message(text, .newick) == expected)
  }

  @Test func rdf() throws {
    let triples = try Fixture.read("people.nt")
    let turtle = try Fixture.read("people.ttl")
    #expect(triples.format == .nTriples && turtle.format == .turtle)
    let graph = triples.graph
    #expect(graph == turtle.graph)
    #expect(
      Array(graph.nodeIDs) == [
        "http://example.org/ann", "http://example.org/bob", "_:b1",
        "http://xmlns.com/foaf/0.1/Person",
      ])
    #expect(
      graph.edgeAttributes["label"]?.values == .strings(["knows", "knows", "type"]))
    #expect(graph.edgeAttributes["predicate", 0] == "http://xmlns.com/foaf/0.1/knows")
    #expect(graph.nodeAttributes["label", 0] == "Ann Ä." && graph.nodeAttributes["age", 0] == 41)
    #expect(graph.isDirected && triples.notes == ["the languages of texts are left out"])
    let more = try self.graph(
      "@base <http://x/> .\n<a> <p> <b>, <c> ; <q> 1.5 , \"\"\"two\nlines\"\"\" , true .", .turtle)
    #expect(Array(more.nodeIDs) == ["http://x/a", "http://x/b", "http://x/c"])
    #expect(more.edgeCount == 2 && more.nodeAttributes["q", 0] == "true")
    let names = try self.graph(
      "<http://a> <http://x/name> \"A\" .\n<http://a> <http://y/name> \"B\" .\n", .nTriples)
    #expect(names.nodeAttributes.names == ["name", "http://y/name"])
  }

  @Test(arguments: [
    (
      "<http://a> <http://b> [ <c> <d> ] .",
      "file:1:23: found \"[\", expected a resource or a literal (of"
    ),
    (
      "<http://a> <http://b> <http://c>",
      "file:1:33: found the end of the file, expected \".\" after"
    ),
    (
      "<http://a> <http://b> <http://c> <http://d> .",
      "file:1:34: found \"<\", expected \".\", \";\" or"
    ),
    ("ex:a ex:b ex:c .", "file:1:1: found \"ex:a\", expected a prefix that is declared"),
    ("\"a\" <http://b> <http://c> .", "file:1:1: found a literal, expected a resource as subject"),
    (
      "<http://a b> <http://b> 1 .",
      "file:1:10: found a blank, expected \">\" for the IRI begun at 1:1"
    ),
    ("<http://a> <http://b> \"x\\q\" .", "file:1:26: found an escape that there is not"),
    ("<http://a> <http://b> \"x\n\" .", "file:1:25: found the end of the line, expected the quote"),
    ("# nothing\n", "file:1:1: found no triple"),
  ])
  func triplesThatAreNone(text: String, expected: String) {
    #expect(message(text, .turtle).hasPrefix(expected))
  }

  @Test func mermaid() throws {
    let result = try Fixture.read("flow.mmd")
    let graph = result.graph
    #expect(result.format == .mermaid && graph.isDirected)
    #expect(graph.attributes["rankdir"] == "LR" && graph.attributes["label"] == "A flow")
    #expect(
      Array(graph.nodeIDs) == ["start", "check", "store", "log", "fix", "copy", "a-b", "c.d"])
    #expect(
      graph.edgeIDs == [
        ["start", "check"], ["check", "store"], ["check", "log"], ["check", "fix"],
        ["fix", "check"], ["store", "copy"], ["log", "copy"], ["a-b", "c.d"],
      ])
    #expect(graph.nodeAttributes["label", 1] == "Is it \n fine?")
    #expect(
      graph.nodeAttributes["shape"]?.values
        == .strings(["ellipse", "diamond", "cylinder", nil, "box", "circle", nil, nil]))
    #expect(
      graph.edgeAttributes["label"]?.values
        == .strings([nil, "yes", "yes", "no", "again", nil, nil, nil]))
    #expect(
      graph.edgeAttributes["style", 3] == "dashed" && graph.edgeAttributes["style", 4] == "bold")
    #expect(
      graph.edgeAttributes["directed", 5] == false && graph.edgeAttributes["dir", 7] == "both")
    #expect(
      graph.groups.count == 1 && graph.groups[0].nodes == [2, 5] && graph.groups[0].isCluster)
    #expect(graph.groups[0].attributes["label"] == "Back end")
    #expect(result.notes == ["classes, styles and what a click does are left out"])
    #expect(try self.graph("graph TD;A---B;B-->C;", .mermaid).edgeCount == 2)
    #expect(
      try GraphReader().read(Array("graph LR\na-->b\n".utf8), name: "f.txt").format == .mermaid)
  }

  @Test(arguments: [
    (
      "sequenceDiagram\nA->>B: x\n",
      "file:1:1: found \"sequenceDiagram\", expected \"flowchart\" or"
    ),
    ("graph XY\n", "file:1:7: found \"XY\", expected TB, TD, BT, LR or RL"),
    ("graph LR\nA --> \n", "file:2:7: found the end of the line, expected the id of a node"),
    ("graph LR\nA[x --> B\n", "file:2:3: found \"x\", expected \"]\" after the text of a node"),
    ("graph LR\nA B\n", "file:2:3: found \"B\", expected a link such as"),
    ("graph LR\nend\n", "file:2:1: found \"end\", expected a subgraph that it ends"),
    (
      "graph LR\nsubgraph s\nA\n",
      "file:4:1: found the end of the file, expected \"end\" for the subgraph"
    ),
    ("", "file:1:1: found the end of the file, expected \"flowchart\""),
  ])
  func flowChartsThatAreNone(text: String, expected: String) {
    #expect(message(text, .mermaid).hasPrefix(expected))
  }

  @Test func plantUML() throws {
    let result = try Fixture.read("classes.puml")
    let graph = result.graph
    #expect(result.format == .plantUML && graph.isDirected && graph.attributes["rankdir"] == "LR")
    #expect(
      Array(graph.nodeIDs) == ["Shape", "Circle", "Drawable", "Canvas", "Printer", "User", "Print"])
    #expect(
      graph.edgeIDs == [
        ["Circle", "Shape"], ["Shape", "Drawable"], ["Canvas", "Shape"], ["Canvas", "Printer"],
        ["User", "Print"],
      ])
    #expect(
      graph.edgeAttributes["kind"]?.values
        == .strings(["inheritance", "implementation", "aggregation", "association", "association"]))
    #expect(
      graph.edgeAttributes["label", 2] == "holds" && graph.edgeAttributes["label", 4] == "wants")
    #expect(
      graph.edgeAttributes["taillabel", 2] == "1" && graph.edgeAttributes["headlabel", 2] == "many")
    #expect(
      graph.edgeAttributes["directed", 2] == false && graph.edgeAttributes["style", 1] == "dashed")
    #expect(graph.nodeAttributes["label", 2] == "Can be drawn")
    #expect(graph.groups.map(\.name) == ["Drawing"] && graph.groups[0].nodes == [0, 1])
    #expect(result.notes.count == 3)
    let arrows = try self.graph(
      "@startuml\nA->B\n\"a b\" <-- [C]\n[*] --> S1\n@enduml\n", .plantUML)
    #expect(arrows.edgeIDs == [["A", "B"], ["C", "a b"], ["[*]", "S1"]])
  }

  @Test(arguments: [
    (
      "@startuml\nstart\n:work;\nstop\n@enduml\n",
      "file:3:1: found \":work;\", expected a relation such as A --> B, or an element such as class A"
    ),
    (
      "@startmindmap\n* a\n@endmindmap\n",
      "file:1:1: found \"@startmindmap\", expected \"@startuml\""
    ),
    ("@startuml\nA --> B\n", "file:3:1: found the end of the file, expected \"@enduml\""),
    (
      "@startuml\npackage P {\n@enduml\n", "file:4:1: found \"@enduml\", expected \"}\" for the box"
    ),
    (
      "@startuml\nclass A {\n",
      "file:3:1: found the end of the file, expected \"}\" for what begins"
    ),
    ("A --> B\n", "file:2:1: found the end of the file, expected \"@startuml\""),
  ])
  func diagramsThatAreNone(text: String, expected: String) {
    #expect(message(text, .plantUML).hasPrefix(expected))
  }

  /// A few names stand for many edges, which the budget counts before they are there.
  @Test func productsOfNamesInMermaid() {
    let names = (0..<20_000).map { "n\($0)" }.joined(separator: " & ")
    #expect(message("graph LR\n\(names) --> \(names)\n", .mermaid).contains("only implies"))
  }
}
