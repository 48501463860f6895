import Testing

@testable import GraphIO

/// Lines of Mermaid, PlantUML and Turtle that are easily read as something else.
struct DiagramLineTests {
  /// The nodes without edges and the edges of a text, in their order: `A B C>A`.
  private func summary(_ text: String, _ format: GraphFormat) throws -> String {
    let graph = try GraphReader(format: format).read(Array(text.utf8)).graph
    let ends = Set(graph.edgeIDs.flatMap { $0 })
    let alone = graph.nodeIDs.filter { !ends.contains($0) }
    return (alone + graph.edgeIDs.map { $0.joined(separator: ">") }).joined(separator: " ")
  }

  @Test(arguments: [
    ("A--xB --> C", "A>B B>C"), ("A---oB", "A>B"), ("A -- on --x B", "A>B"),
    ("A -.x.-> B", "A>B"), ("A ==oB", "A>B"), ("A x--x B", "A>B"),
    ("direction --> E", "direction>E"), ("direction LR\nA --> B", "A>B"),
    ("style-x --> A", "style-x>A"), ("class --> B", "class>B"), ("style[Text] --> A", "style>A"),
    ("click --- B", "click>B"), ("style:::hot --> A", "style>A"),
    ("A --> B\nclass A,B hot\nstyle A fill:#f00\naccTitle: x --> y\nlinkStyle 0 stroke:red", "A>B"),
    ("A e1@--> B\ne1@{ animate: true }", "A>B"), ("A --> B\nC@{ shape: rect }", "C A>B"),
    ("A[/x/] --> B[/y\\] --> C[\\z/]", "A>B B>C"),
    ("accDescr {\nX --> Y\n}\nA --> B", "A>B"), ("accDescr { X --> Y }\nA --> B", "A>B"),
    ("accDescr: X --> Y\nA --> B", "A>B"), ("accDescr --> B", "accDescr>B"),
    ("A@{\nshape: rect,\nlabel: \"B } --> C\"\n} --> D", "A>D"),
    ("A@{ shape: hex, label: none } --> D@{ icon: \"x\" }", "A>D"),
  ])
  func linesOfMermaid(lines: String, expected: String) throws {
    #expect(try summary("flowchart TD\n\(lines)\n", .mermaid) == expected)
    #expect(try summary("flowchart-elk LR\n\(lines)\n", .mermaid) == expected)
  }

  /// What may be a graph of DOT with the name of a direction is no Mermaid.
  @Test(arguments: ["graph TD { a -- b; }", "graph TD{ a -- b; }", "graph TD\n{ a -- b; }"])
  func namesThatAreDirections(text: String) throws {
    let result = try GraphReader().read(Array(text.utf8), name: "file")
    #expect(result.format == .dot && result.graph.edgeIDs == [["a", "b"]])
    let chart = try GraphReader().read(Array("graph TD;A{x}-->B;".utf8), name: "file")
    #expect(chart.format == .mermaid && chart.graph.edgeCount == 1)
  }

  /// The ends of a text in slashes are looked for once, not in the rest of the line for each node.
  @Test func longLineOfShapes() throws {
    let line = (0..<20_000).map { "A\($0)[/x/]" }.joined(separator: " --> ")
    let bytes = Array("graph TD\n\(line)\n".utf8)
    let start = ContinuousClock.now
    let graph = try GraphReader(format: .mermaid).read(bytes).graph
    #expect(ContinuousClock.now - start < .seconds(1) && graph.edgeCount == 19_999)
  }

  @Test(arguments: [
    ("class ArrayList implements List", "ArrayList>List"),
    ("class A <<S>> extends B", "A>B"), ("class A #red extends B", "A>B"),
    ("class Foo<T> implements Bar<T>, Baz {\n{static} int x\nx : int\n}", "Foo>Bar Foo>Baz"),
    ("interface I<K, V extends List<K>> extends J", "I>J"),
    ("class \"A b\" as A extends B\nA --> C", "A>B A>C"),
    ("class A as \"A b\"\nA --> C", "A>C"), ("class A {}\nclass B\nA --> B", "A>B"),
    ("skinparam class {\nArrow {\nColor red\n}\nFont 1\n}\nA --> B", "A>B"),
    ("json J {\n\"a\": {\n\"b\": 1\n},\n\"c\": 2\n}\nA --> J", "A>J"),
    ("A --> B\nnote right of A::counter\nX --> Y\nend note", "A>B"),
    ("A --> B\nnote left of A::b : text", "A>B"), ("A --> B\nnote as N\nX --> Y\nendnote", "A>B"),
    ("A --> B\nlegend right\nthe end of X\nX --> Y\nend legend", "A>B"),
    ("A --> B\nlegend\nX --> Y\nendlegend", "A>B"),
    ("title\nX --> Y\nend title\nA --> B", "A>B"), ("header\nX --> Y\nendheader\nA --> B", "A>B"),
    ("title A -- b\nA --> B", "A>B"), ("title --> Bob", "title>Bob"),
    ("group --> Bob", "group>Bob"), ("state --> B", "state>B"), ("note <-- Bob", "Bob>note"),
    ("A --> B\ncreate Carol", "Carol A>B"), ("create participant C\nA -> C : new", "A>C"),
    ("[Another component] as Comp2\nA --> Comp2", "A>Comp2"),
    (":Main Admin: as Admin\nAdmin --> (Use)\n(Use it) as (Use)", "Admin>Use"),
    ("A }o..o| B", "A>B"), ("A ||--o{ B", "A>B"), ("A }|--|| B", "A>B"), ("A o-- B", "A>B"),
    ("A --o B", "A>B"), ("A->B:text", "A>B"), ("A -> B::c", "A>B::c"),
    ("component C [\nX --> Y\n] \nA --> C", "A>C"),
    ("participant P order 10 #99FF99\nA -> P", "A>P"),
    ("A --> B #red : text", "A>B"), ("A --> B #line:red;line.bold : text", "A>B"),
    ("A --> B <<uses>> : text", "A>B"), ("A ->x B : lost", "A>B"), ("A ->o B", "A>B"),
    ("A x<- B", "B>A"), ("A -> x", "A>x"), ("A ->x", "A>x"), ("A ->x : text", "A>x"),
  ])
  func linesOfPlantUML(lines: String, expected: String) throws {
    #expect(try summary("@startuml\n\(lines)\n@enduml\n", .plantUML) == expected)
  }

  @Test func textsAfterColors() throws {
    let graph = try GraphReader(format: .plantUML).read(
      Array("@startuml\nA --> B #red : text\nA --> B #blue;line.dotted <<s>> : b: c\n@enduml".utf8)
    ).graph
    let labels = graph.edgeAttributes["label"]
    #expect(labels?[0] == .string("text") && labels?[1] == .string("b: c"))
  }

  @Test func propertiesOfMermaidsNodes() throws {
    let result = try GraphReader(format: .mermaid).read(
      Array("graph TD\nA@{ shape: hex, label: \"a, b } c\" } --> B@{\n  shape: cyl\n}".utf8))
    let nodes = result.graph.nodeAttributes
    #expect(nodes["label"]?[0] == .string("a, b } c"))
    #expect(nodes["shape"]?[0] == .string("hexagon") && nodes["shape"]?[1] == .string("cylinder"))
    #expect(throws: GraphFileError.self) {
      try GraphReader(format: .mermaid).read(Array("graph TD\nA@{ shape: hex,\nB --> C".utf8))
    }
  }

  @Test func listsAndLinksOfGXL() throws {
    let text = """
      <gxl xmlns:xlink="http://www.w3.org/1999/xlink"><graph id="g"><node id="a">
      <attr name="places"><seq><int>3</int><tup><string>x y</string></tup>
      <locator xlink:href="f.c"/></seq></attr>
      <attr name="file"><locator xlink:href="main.c"/></attr>
      <attr name="line"><int>7</int></attr></node><node id="b"/><edge from="a" to="b"/></graph></gxl>
      """
    let result = try GraphReader(format: .gxl).read(Array(text.utf8))
    let nodes = result.graph.nodeAttributes
    #expect(nodes["places"]?[0] == .string("3;x y;f.c"))
    #expect(nodes["file"]?[0] == .string("main.c") && nodes["line"]?[0] == .integer(7))
    #expect(result.notes.count == 1 && result.notes[0].contains("semicolons"))
  }

  /// Lists of two ends beside nodes are ids, or indices where nodes have none.
  @Test(arguments: [
    ("{\"nodes\":[1,2],\"edges\":[[1,2]]}", "1>2"),
    ("{\"nodes\":[\"a\",\"b\"],\"links\":[[\"b\",\"a\",2.5]]}", "b>a"),
    ("{\"nodes\":[{\"id\":5},{\"id\":7}],\"edges\":[[7,5]]}", "7>5"),
    ("{\"nodes\":[{\"k\":5},{\"k\":7}],\"edges\":[[0,1]]}", "0>1"),
    ("{\"edges\":[[1,2],[2,3]]}", "1>2 2>3"),
  ])
  func pairsBesideNodes(text: String, expected: String) throws {
    #expect(try summary(text, .json) == expected)
    let weighted = text.contains("2.5")
    let graph = try GraphReader().read(Array(text.utf8), name: "f.json").graph
    #expect(graph.weights == (weighted ? [2.5] : nil))
  }

  @Test func pairsOfOtherLengthsAreErrors() {
    for text in ["[1]", "[1,2,3,4]", "7", "\"a\""] {
      #expect(throws: GraphFileError.self) {
        try GraphReader(format: .json).read(Array("{\"nodes\":[1,2],\"edges\":[\(text)]}".utf8))
      }
    }
  }

  @Test func kindsOfDeclaredParents() throws {
    let graph = try GraphReader(format: .plantUML).read(
      Array("@startuml\nclass A as \"Long\" extends B implements C\nX }o--|{ Y\n@enduml".utf8)
    ).graph
    #expect(
      graph.edgeAttributes["kind"]?.values
        == .strings(["inheritance", "implementation", "association"]))
    #expect(graph.edgeAttributes["style", 1] == "dashed")
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, true, false]))
    #expect(graph.nodeAttributes["label", 0] == "Long")
  }

  @Test(arguments: [
    ("class A includes B", "file:2:9: found \"includes\", expected \"{\", a stereotype"),
    ("class A<T", "file:2:10: found the end of the line, expected \">\" after type parameters"),
    ("node N { A }", "file:2:10: found \"A\", expected the end of the line after \"{\""),
    ("[C] <<x>> {", "file:2:11: found \"{\", expected the end of the line"),
    (
      "title\nA --> B",
      "file:5:1: found the end of the file, expected \"end title\" for what begins"
    ),
  ])
  func linesThatAreNoneOfPlantUML(lines: String, expected: String) {
    #expect(message("@startuml\n\(lines)\n@enduml\n", .plantUML).hasPrefix(expected))
  }

  @Test(arguments: [
    ("ex:foo\\,ex ex:p ex:b .", "http://x/foo,ex>http://x/b"),
    ("ex:a.\\(b\\) ex:p ex:c\\.d .", "http://x/a.(b)>http://x/c.d"),
    ("@base <http://y/> . <a/b> <p> <#c> .", "http://y/a/b>http://y/#c"),
    ("@base <http://y/z#t> . <> ex:p <#c> .", "http://y/z>http://y/z#c"),
    ("<a> <p> <../b> .", "a>../b"),
  ])
  func namesOfTurtle(lines: String, expected: String) throws {
    #expect(try summary("@prefix ex: <http://x/> .\n\(lines)\n", .turtle) == expected)
  }

  @Test(arguments: [
    ("http://y/z", "a"), ("http://y/", "../a"), ("http://y/", "/a"), ("http://y/", "b/./a"),
    ("http://y/", "?a"), ("http://y/?q=/", "a"),
  ])
  func relativeNamesOfTurtle(base: String, name: String) {
    #expect(
      message("@base <\(base)> .\n<\(name)> <http://p> 1 .\n", .turtle)
        .hasPrefix("file:2:1: found the relative IRI \"\(name)\", expected a whole one"))
  }

  @Test func escapesOfTurtle() {
    #expect(
      message("@prefix ex: <http://x/> .\nex:a\\b ex:p 1 .\n", .turtle)
        .hasPrefix("file:2:6: found \"b\", expected one of the marks"))
  }

  /// A long prefix makes a small file large.
  @Test func longPrefixOfTurtle() throws {
    let prefix = "@prefix e: <http://\(String(repeating: "a", count: 50_000))/> .\n"
    func text(_ count: Int) -> String {
      prefix + (0..<count).map { "e:a\($0) e:p e:b .\n" }.joined()
    }
    #expect(message(text(4_000), .turtle).contains("for what the file only implies"))
    let graph = try GraphReader(format: .turtle).read(Array(text(100).utf8)).graph
    #expect(graph.edgeCount == 100 && graph.edgeAttributes["label", 99] == "p")
  }
}
