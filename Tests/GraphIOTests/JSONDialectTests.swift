import Testing

@testable import GraphIO

/// JSON of programs that write another form than the node-link form of d3 and networkx.
struct JSONDialectTests {
  private static let families = [
    "florentine-edges.json", "florentine-array.json", "florentine-unwrapped.json",
    "florentine-lists.json", "florentine-dicts.json", "florentine-pairs.json",
  ]

  /// One graph in seven dialects.
  @Test(arguments: families)
  func florentine(name: String) throws {
    let result = try Fixture.read(name)
    let known = try Fixture.read("florentine.cyjs").graph
    func ends(_ graph: Graph) -> Set<Set<String>> { Set(graph.edgeIDs.map { Set($0) }) }
    #expect(result.format == .json && result.graph.nodeCount == 15)
    #expect(result.graph.edgeCount == 20 && !result.graph.isDirected)
    #expect(ends(result.graph) == ends(known))
    #expect(result.notes.isEmpty || name.contains("lists") || name.contains("dicts"))
    // Without a name, by its content.
    #expect(try GraphReader().read(Fixture.bytes(name), name: "file").graph == result.graph)
  }

  @Test func graphology() throws {
    let graph = try Fixture.read("graphology.json").graph
    #expect(Array(graph.nodeIDs) == ["Genoa", "Pisa", "Venice"])
    #expect(graph.edgeIDs == [["Genoa", "Pisa"], ["Pisa", "Venice"]])
    #expect(graph.weights == [2, 1])
    #expect(graph.edgeAttributes["id"]?.values == .strings(["e0", "e1"]))
    #expect(graph.isDirected)
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, false]))
    #expect(graph.positions?[0] == [1.5, 2] && graph.positions?[1] == nil)
    #expect(graph.nodeAttributes["size", 0] == 4)
    #expect(graph.attributes.names == ["name"])
  }

  @Test func vis() throws {
    let graph = try Fixture.read("vis.json").graph
    #expect(graph.edgeIDs == [["10", "20"], ["20", "30"]])
    #expect(graph.nodeAttributes["label"]?.values == .strings(["A", "B", "C"]))
    #expect(graph.isDirected)
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, false]))
    #expect(graph.edgeAttributes["width"]?.values == .integers([nil, 2]))
  }

  @Test func jsonGraphFormat() throws {
    let graph = try Fixture.read("jgf.json").graph
    #expect(Array(graph.nodeIDs) == ["nissan", "infiniti", "leaf"])
    #expect(graph.edgeIDs == [["nissan", "infiniti"], ["nissan", "leaf"]])
    #expect(graph.weights == [3, 1])
    #expect(graph.edgeAttributes["directed"]?.values == .booleans([true, false]))
    #expect(graph.attributes["year"] == 2014 && graph.attributes["label"] == "Car")
    let list = try Fixture.read("jgf-list.json")
    #expect(list.graph.edgeIDs == [["a", "b"]] && !list.graph.isDirected)
    #expect(list.notes == ["only the first graph of 2 is read"])
  }

  @Test func trees() throws {
    let flare = try Fixture.read("hierarchy.json")
    #expect(
      Array(flare.graph.nodeIDs)
        == ["flare", "analytics", "cluster", "graph", "query", "graph#2"])
    #expect(flare.graph.edgeIDs.last == ["query", "graph#2"] && flare.graph.isDirected)
    #expect(flare.graph.nodeAttributes["name", 5] == "graph")
    #expect(flare.graph.nodeAttributes["value", 2] == 3938)
    #expect(flare.notes.count == 1)
    let tree = try Fixture.read("tree7.json").graph
    #expect(tree.nodeCount == 7 && tree.edgeCount == 6)
    #expect(tree.edgeIDs.first == ["0", "1"])
  }

  @Test func edgesAsObjectsAndLines() throws {
    for name in ["records.json", "records.jsonl"] {
      let graph = try Fixture.read(name).graph
      #expect(graph.edgeIDs == [["a", "b"], ["b", "c"]], "\(name)")
      #expect(graph.weights == [2.5, 1] && !graph.isDirected)
    }
    #expect(
      try graph("[\"a\", \"b\"]\n[\"b\", \"c\"]\n", .json).edgeIDs == [["a", "b"], ["b", "c"]])
    #expect(try graph("{\"source\": 1, \"target\": 2}", .json).edgeIDs == [["1", "2"]])
    #expect(try graph("[[1, 2, 0.5], [2, 3, {\"k\": 7}]]", .json).edgeAttributes["k", 1] == 7)
    var reader = GraphReader(format: .json)
    reader.edgeList.isDirected = true
    #expect(try reader.read(Array("[[1, 2]]".utf8)).graph.isDirected)
  }

  @Test func neo4j() throws {
    let graph = try Fixture.read("neo4j.jsonl").graph
    #expect(graph.edgeIDs == [["0", "1"]] && graph.isDirected)
    #expect(graph.nodeAttributes["name"]?.values == .strings(["Ann", "Bob"]))
    #expect(graph.nodeAttributes["labels", 1] == "Person;Chef")
    #expect(graph.edgeAttributes["label", 0] == "KNOWS")
    #expect(graph.edgeAttributes["since", 0] == 2001)
  }

  @Test func cx2() throws {
    let result = try Fixture.read("net.cx2")
    let graph = result.graph
    #expect(graph.edgeIDs == [["0", "1"]])
    #expect(graph.nodeAttributes["name"]?.values == .strings(["TP53", "MDM2"]))
    #expect(graph.nodeAttributes["kind"]?.values == .strings(["gene", "protein"]))
    #expect(graph.edgeAttributes["interaction", 0] == "binds")
    #expect(graph.positions == .plane([[1, -2], [3, -4]]))
    #expect(result.notes == ["how Cytoscape draws the network is left out"])
  }

  @Test func packages() throws {
    let npm = try Fixture.read("package-lock.json")
    #expect(npm.graph.nodeCount == 5 && npm.graph.isDirected)
    #expect(
      npm.graph.edgeIDs == [
        ["app", "node_modules/a"], ["app", "node_modules/b"], ["app", "node_modules/t"],
        ["node_modules/a", "node_modules/a/node_modules/b"], ["node_modules/t", "node_modules/a"],
      ])
    #expect(npm.graph.nodeAttributes["label", 2] == "b")
    #expect(npm.graph.edgeAttributes["kind", 2] == "development")
    #expect(npm.notes == ["packages that are needed and not installed are left out: 1"])
    let cargo = try Fixture.read("cargo.json").graph
    #expect(cargo.edgeIDs == [["path+file:///app#0.1.0", "serde#1.0.1"]] && cargo.isDirected)
    #expect(cargo.nodeAttributes["label"]?.values == .strings(["app", "serde"]))
    let swift = try Fixture.read("dependencies.json").graph
    #expect(Array(swift.nodeIDs) == ["app", "swift-nio", "swift-atomics"])
    #expect(
      swift.edgeIDs == [
        ["swift-nio", "swift-atomics"], ["app", "swift-nio"], ["app", "swift-atomics"],
      ])
  }

  /// Version 1 has packages in packages.
  @Test func oldLockFiles() throws {
    let graph = try graph(
      """
      {"name": "app", "lockfileVersion": 1, "dependencies": {
        "a": {"version": "1", "requires": {"b": "2"}, "dependencies": {"b": {"version": "2"}}},
        "b": {"version": "1"}}}
      """, .json)
    #expect(graph.edgeIDs.contains(["node_modules/a", "node_modules/a/node_modules/b"]))
    #expect(graph.edgeIDs.contains(["app", "node_modules/b"]) && graph.nodeCount == 4)
  }

  /// Ids are bytes: K and the sign of kelvins are two nodes in each dialect.
  @Test(arguments: [
    "[[\"K\", \"\u{212A}\"]]", "{\"K\": [\"\u{212A}\"]}",
    "[{\"from\": \"K\", \"to\": \"\u{212A}\"}]",
    "{\"name\": \"K\", \"children\": [{\"name\": \"\u{212A}\"}]}",
    "{\"graph\": {\"nodes\": {\"K\": {}, \"\u{212A}\": {}}, \"edges\": [{\"source\": \"K\", \"target\": \"\u{212A}\"}]}}",
    "{\"nodes\": [{\"key\": \"K\"}, {\"key\": \"\u{212A}\"}], \"edges\": [{\"source\": \"K\", \"target\": \"\u{212A}\"}]}",
  ])
  func idsAreBytes(text: String) throws {
    let graph = try graph(text, .json)
    #expect(graph.nodeCount == 2 && graph.edgeCount == 1 && graph.sources != graph.targets)
  }

  /// Large numbers as ids keep their digits.
  @Test func largeNumbers() throws {
    let large = "123456789012345678901"
    #expect(try graph("[[\(large), 1]]", .json).edgeIDs == [[large, "1"]])
    #expect(try graph("{\"a\": [\(large)]}", .json).edgeIDs == [["a", large]])
  }

  @Test(arguments: [
    ("[]", "file:1:1: found an empty list"), ("[[1]]", "found a list of 1 elements, expected"),
    ("[[1, 2], [3]]", "file:1:10: found a list of 1 elements"),
    ("[[1, 2], 3]", "file:1:10: found something else, expected the two ends"),
    ("[{\"id\": 1}]", "found a list of objects without ends"),
    ("[{\"source\": 1, \"target\": 2}, {\"source\": 3}]", "an edge without \"target\""),
    ("{\"name\": \"a\", \"children\": [{}]}", "found a node without a name"),
    ("{\"name\": \"a\", \"children\": [1]}", "found a node without a name"),
    (
      "{\"name\": \"a\", \"children\": [{\"name\": \"b\", \"children\": 3}]}",
      "expected a list of children"
    ),
    ("{\"id\": 1, \"children\": [{\"id\": 1}]}", "found a second node \"1\""),
    ("{\"a\": [], \"a\": []}", "found a second node \"a\""),
    ("{\"a\": 1}", "found an object without \"nodes\""),
    ("{\"a\": {\"b\": 1}}", "found an object without \"nodes\""),
    ("{\"source\": 1, \"target\": 2}\n{\"source\": 1", "expected \",\" or \"}\""),
    ("{\"source\": 1, \"target\": 2} x", "file:1:28"),
    ("[{\"CXVersion\": \"2.0\"}, {\"nodes\": [{}]}]", "found a node without \"id\""),
    ("[{\"CXVersion\": \"2.0\"}, {\"edges\": [{\"s\": 1}]}]", "an edge without \"target\""),
    ("[{\"numberVerification\": []}]", "CX of version 1"),
    ("{\"packages\": [], \"resolve\": null}", "expected cargo metadata without --no-deps"),
    ("{\"lockfileVersion\": 3, \"packages\": {\"a\": 1}}", "expected an object (a package)"),
    ("{\"identity\": \"a\", \"dependencies\": [{\"identity\": \"b\"}]}", "expected a package with"),
  ])
  func refusals(text: String, part: String) {
    #expect(message(text, .json).contains(part), "\(message(text, .json))")
  }

  /// A file that ends too early, at every byte: a graph or an error.
  @Test func truncated() throws {
    for name in [
      "graphology.json", "jgf.json", "hierarchy.json", "records.jsonl", "neo4j.jsonl", "net.cx2",
      "package-lock.json", "cargo.json", "dependencies.json", "florentine-dicts.json",
    ] {
      let bytes = try Fixture.bytes(name)
      let whole = try GraphReader(format: .json).read(bytes).graph
      for length in bytes.indices.dropLast() {
        let found = try? GraphReader(format: .json).read(Array(bytes[..<length]))
        let isWhole = bytes[length...].allSatisfy { $0 == 0x0A || $0 == 0x20 }
        // Lines are whole files.
        if found != nil, !isWhole { #expect(name.hasSuffix("jsonl"), "\(name) \(length)") }
        if let found { #expect(found.graph.edgeCount <= whole.edgeCount) }
      }
    }
  }

  @Test func deepNesting() {
    let many = 100_000
    for text in [
      String(repeating: "{\"name\":\"a\",\"children\":[", count: many),
      String(repeating: "[", count: many), String(repeating: "{\"a\":", count: many),
    ] {
      #expect(message(text, .json).hasSuffix("which is the limit set for reading"))
    }
  }
}
