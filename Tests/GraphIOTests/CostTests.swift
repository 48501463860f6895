import Testing

@testable import GraphIO

/// The memory that a small file may take, and the limits that a caller may set.
struct CostTests {
  private let implied = "bytes of memory for what the file only implies, which is the limit set for"

  /// Nodes that only a header counts.
  @Test func headers() {
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n"
    #expect(message(matrix + "99000000 99000000 1\n1 1\n", .matrixMarket).contains(implied))
    #expect(message("*Vertices 99000000\n", .pajek).contains(implied))
    #expect(message(matrix + "1000000 1000000 1\n1 1\n", .matrixMarket) == "no error")
    #expect(
      message(matrix + "99000000 99000000 1\n1 1\n", .matrixMarket) { $0.unbackedMemory = 1 << 33 }
        == "no error")
  }

  /// 4,096 defaults for each of a thousand nodes, in 70 KB.
  @Test func defaults() {
    let defaults = (0..<4000).map { "node[k\($0)=1];" }.joined()
    let nodes = (0..<1000).map { "n\($0);" }.joined()
    #expect(message("graph{\(defaults)\(nodes)}", .dot).contains(implied))
    let keys = (0..<4000).map { "<key id=\"k\($0)\" for=\"node\"><default>v</default></key>" }
    let elements = (0..<9000).map { "<node id=\"\($0)\"/>" }.joined()
    #expect(
      message("<graphml>\(keys.joined())<graph>\(elements)</graph></graphml>", .graphML)
        .contains(implied))
  }

  /// A long text that is in memory once, and would be written for each node.
  @Test func longDefaults() throws {
    let long = String(repeating: "x", count: 1 << 20)
    let elements = (0..<1000).map { "<node id=\"\($0)\"/>" }.joined()
    #expect(
      message(
        "<graphml><key id=\"k\" for=\"node\"><default>\(long)</default></key><graph>\(elements)"
          + "</graph></graphml>", .graphML
      ).contains(implied))
    var graph = try Graph(nodeCount: 1000, edges: [])
    graph.nodeAttributes.set("k", .strings(Array(repeating: long, count: 1000)))
    var writer = GraphWriter(format: .json)
    writer.maximumBytes = 1 << 24
    let error = #expect(throws: GraphFileError.self) { try writer.bytes(graph) }
    #expect(
      error?.description
        == "graph: cannot be written: more than 16777216 bytes, which is the limit set for writing")
  }

  /// Values and nodes that the file has once for many.
  @Test func subgraphs() throws {
    let attributes = (0..<4000).map { "k\($0)=1" }.joined(separator: ",")
    let chain = "a" + (0..<2000).map { "--b\($0)" }.joined()
    #expect(message("graph{\(chain) [\(attributes)]}", .dot).contains(implied))
    let name = "cluster" + String(repeating: "x", count: 1 << 20)
    let nodes = (0..<1000).map { "n\($0);" }.joined()
    #expect(message("graph{subgraph \(name) {\(nodes)}}", .dot).contains(implied))
    let many = (0..<70_000).map { "n\($0);" }.joined()
    let begins = (0..<90).map { "subgraph s\($0) {" }.joined()
    let ends = String(repeating: "}", count: 91)
    #expect(message("graph{\(begins)\(many)\(ends)", .dot).contains(implied))
  }

  /// Defaults end with their braces, whatever changed them within.
  @Test func defaultsInBraces() throws {
    let graph = try graph(
      """
      graph { node [k=1]; a; { node [k=2, l=3]; b; { node [l=4]; node [l=5, m=6]; c }; d }; e;
        edge [w=1]; subgraph s { edge [w=2, v=3]; a--b }; a--c }
      """, .dot)
    #expect(Array(graph.nodeIDs) == ["a", "b", "c", "d", "e"])
    let table = graph.nodeAttributes
    #expect((0..<5).map { table["k", $0] } == [1, 2, 2, 2, 1])
    #expect((0..<5).map { table["l", $0] } == [nil, 3, 5, 3, nil])
    #expect((0..<5).map { table["m", $0] } == [nil, nil, 6, nil, nil])
    #expect((0..<2).map { graph.edgeAttributes["w", $0] } == [2, 1])
    #expect((0..<2).map { graph.edgeAttributes["v", $0] } == [3, nil])
  }

  /// Each list of another name was a note of its own, which was looked for among all others.
  @Test func notes() throws {
    let lists = (0..<5000).map { "k\($0) [ ]" }.joined(separator: " ")
    let notes = try GraphReader(format: .gml).read(Array("graph [ \(lists) ]".utf8)).notes
    #expect(notes.count == 51)
    #expect(notes.last == "further notes are left out")
  }

  @Test func emptyCells() {
    let names = (0..<4000).map { ",\"k\($0)\":1" }.joined()
    let nodes = (1..<9000).map { ",{\"id\":\($0)}" }.joined()
    let text = "{\"nodes\":[{\"id\":0\(names)}\(nodes)],\"links\":[]}"
    #expect(message(text, .json).contains(implied))
  }

  @Test func memory() {
    let list = (0..<1000).map { "\($0) \($0 + 1)\n" }.joined()
    #expect(message(list, .edgeList) { $0.memory = 4000 }.contains("more than 4000 bytes"))
    #expect(message(list, .edgeList) { $0.memory = 1 << 20 } == "no error")
    let word = String(repeating: "x", count: 5000)
    let long = (0..<400).map { "a\($0)\(word) b\($0)\(word)" }.joined(separator: "\n")
    #expect(message(long, .edgeList) { $0.memory = 1 << 20 }.contains("bytes of memory"))
    #expect(message(long, .edgeList) { $0.memory = 1 << 26 } == "no error")
    // Nodes, edges and values have one budget.
    let nodes = (0..<1000).map { "<node id=\"\($0)\"><data key=\"k\">v</data></node>" }.joined()
    let edges = (0..<999).map { "<edge source=\"\($0)\" target=\"\($0 + 1)\"/>" }.joined()
    let text = "<graphml><key id=\"k\" for=\"node\"/><graph>\(nodes)\(edges)</graph></graphml>"
    #expect(message(text, .graphML) { $0.memory = 300_000 } == "no error")
    for memory in [60_000, 120_000, 200_000] {
      let message = message(text, .graphML) { $0.memory = memory }
      #expect(message.contains("more than \(memory) bytes of memory"))
    }
  }

  // MARK: Integers beyond 64 bits

  private static let ids = [
    "18446744073709551615", "18446744073709551616", "-9223372036854775809", "9223372036854775808",
    "100000000000000000000000000000000000000000", "9007199254740993",
  ]

  @Test(arguments: GraphFormat.all.filter(\.isWritable))
  func largeIDs(format: GraphFormat) throws {
    let ids = try Graph.NodeIDs(Self.ids)
    let graph = try Graph(nodeIDs: ids, sources: [0, 2, 4], targets: [1, 3, 5])
    let (bytes, report) = try GraphWriter(format: format).bytes(graph)
    let again = try GraphReader(format: format).read(bytes).graph
    if report.losses.contains(.nodeIDs) { return }
    #expect(Array(again.nodeIDs) == Self.ids)
    #expect(again.edgeIDs == graph.edgeIDs)
  }

  @Test func largeIntegersInFiles() throws {
    let nodes = Self.ids.map { "{\"id\":\($0),\"k\":\($0)}" }.joined(separator: ",")
    let text =
      "{\"nodes\":[\(nodes)],\"links\":[{\"source\":\(Self.ids[0]),\"target\":\(Self.ids[1])}]}"
    let json = try graph(text, .json)
    #expect(Array(json.nodeIDs) == Self.ids)
    #expect(json.edgeIDs == [[Self.ids[0], Self.ids[1]]])
    // Those that are no double keep their digits.
    #expect(json.nodeAttributes["k", 0] == .string(Self.ids[0]))
    let gml = Self.ids.map { "node [ id \($0) k \($0) ]" }.joined(separator: " ")
    let edge = "edge [ source \(Self.ids[0]) target \(Self.ids[1]) ]"
    let found = try graph("graph [ \(gml) \(edge) ]", .gml)
    #expect(Array(found.nodeIDs) == Self.ids)
    #expect(found.edgeIDs == json.edgeIDs)
    #expect(found.nodeAttributes["k", 0] == .string(Self.ids[0]))
    // 1e20 as d3 writes it is a number; a weight is one in any case.
    let numbers = try graph(
      "{\"nodes\":[{\"id\":1,\"k\":100000000000000000000}],\"links\":[{\"source\":1,\"target\":1,"
        + "\"weight\":18446744073709551615}]}", .json)
    #expect(numbers.nodeAttributes["k", 0] == 1e20)
    #expect(numbers.weights == [0x1p64])
    let typed = try graph(
      "<graphml><key id=\"k\" for=\"node\" attr.name=\"k\" attr.type=\"long\"/><graph><node id=\"a\">"
        + "<data key=\"k\">18446744073709551615</data></node></graph></graphml>", .graphML)
    #expect(typed.nodeAttributes["k", 0] == "18446744073709551615")
  }

  // MARK: Graphs that cannot be

  @Test func graphsThatCannotBe() {
    let cases: [(() throws -> Graph, String)] = [
      (
        { try Graph(nodeCount: 1, edges: [(0, 5)]) },
        "edge 0 goes from 0 to 5, but there are 1 nodes, 0 to 0"
      ),
      ({ try Graph(nodeCount: -1, edges: []) }, "a graph cannot have -1 nodes"),
      (
        { try Graph(nodeCount: .max, edges: []) },
        "9223372036854775807 nodes are too many; 2147483647 are allowed"
      ),
      (
        { try Graph(nodeIDs: Graph.NodeIDs(count: 2), sources: [0], targets: []) },
        "there are 1 sources and 0 targets; each edge has one of both"
      ),
      (
        { try Graph(nodeIDs: Graph.NodeIDs(count: 2), sources: [0], targets: [2]) },
        "edge 0 goes from 0 to 2, but there are 2 nodes, 0 to 1"
      ),
    ]
    for (make, expected) in cases {
      let error = #expect(throws: GraphError.self) { try make() }
      #expect(error?.description == expected)
    }
    let error = #expect(throws: GraphError.self) {
      try NodePositionTable(ids: ["a"], positions: .plane([]))
    }
    #expect(error?.description == "there are 1 ids and 0 positions; each position needs one id")
  }
}
