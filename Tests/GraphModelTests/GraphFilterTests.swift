import GraphModel
import Testing

@Suite("A filter chooses a part of a graph")
struct GraphFilterTests {
  /// A triangle with a tail, a pair, and a single node: 0-1-2-0, 2-3, 3-4; 5-6; 7.
  private func sample() throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b", "c", "d", "e", "f", "g", "h"]),
      sources: [0, 1, 2, 2, 3, 5], targets: [1, 2, 0, 3, 4, 6])
    graph.weights = [1, 2, 3, 4, 5, 6]
    graph.nodeAttributes.set(
      "type", .strings(["gene", "gene", "drug", "gene", nil, "gene", "drug", "gene"]))
    graph.nodeAttributes.set("size", .doubles([1, 2, 3, 4, nil, 6, 7, 8]))
    graph.edgeAttributes.set("n", .integers([10, 11, 12, 13, 14, 15]))
    graph.positions = .plane((0..<8).map { SIMD2(Double($0), 0) })
    graph.attributes["name"] = "sample"
    return graph
  }

  private func ids(_ change: (inout GraphFilter) -> Void) throws -> String {
    var filter = GraphFilter()
    change(&filter)
    return try sample().subgraph(filter).nodeIDs.joined()
  }

  private func condition(_ text: String) throws -> GraphFilter.Condition {
    try GraphFilter.Condition(parsing: text)
  }

  @Test("a part has all that is known of its nodes and edges")
  func part() throws {
    let graph = try sample()
    let part = graph.subgraph { [1, 2, 3, 6].contains($0) }
    #expect(Array(part.nodeIDs) == ["b", "c", "d", "g"])
    #expect(part.sources == [0, 1] && part.targets == [1, 2])
    #expect(part.weights == [2, 4])
    #expect(part.edgeAttributes["n"]?.values == .integers([11, 13]))
    #expect(part.nodeAttributes["size"]?.values == .doubles([2, 3, 4, 7]))
    #expect(part.positions?[3] == [6, 0])
    #expect(part.attributes["name"] == "sample")
    #expect(graph.subgraph { _ in true } == graph)
    #expect(graph.subgraph { _ in false }.nodeCount == 0)
  }

  @Test("conditions on text, numbers, measures and ids; nodes without a value")
  func conditions() throws {
    let cases = [
      ("type=gene", "abdfh"), ("type!=gene", "ceg"), ("size>3", "dfgh"), ("size<=3", "abc"),
      ("size=2", "b"), ("size!=2", "acdefgh"), ("size>=6", "fgh"), ("size<1", ""),
      ("degree>2", "c"), ("component=2", "fg"), ("id=g", "g"), ("type=", ""), ("core>=2", "abc"),
    ]
    for (text, expected) in cases {
      let wanted = try condition(text)
      #expect(wanted.description == text)
      #expect(try ids { $0.conditions = [wanted] } == expected, "\(text)")
    }
    let both = try [condition("type=gene"), condition("size>1")]
    #expect(try ids { $0.conditions = both } == "bdfh")
    for text in ["size > 3", " size>3 ", "size >3", "size\t> 3"] {
      #expect(try condition(text) == .init("size", .greater, "3"))
    }
    #expect(try condition("a b = c d") == .init("a b", .equal, "c d"))
    for text in ["", "type", "=gene", "<3", " < 3"] {
      #expect(throws: GraphError.self) { try condition(text) }
    }
  }

  @Test("each choice acts on what the ones before it have left")
  func sequence() throws {
    #expect(try ids { $0.components = .largest } == "abcde")
    #expect(try ids { $0.components = .atLeast(nodes: 2) } == "abcdefg")
    #expect(try ids { $0.core = 2 } == "abc")
    #expect(try ids { $0.minimumDegree = 2 } == "abcd")
    #expect(try ids { $0.neighborhood = .init(of: ["d"]) } == "cde")
    #expect(try ids { $0.neighborhood = .init(of: ["e", "f"], radius: 2) } == "cdefg")
    #expect(try ids { $0.neighborhood = .init(of: ["h"], radius: 0) } == "h")
    #expect(try ids { $0.neighborhood = .init(of: ["a"], radius: .max) } == "abcde")
    // Without c the tail is a part of its own.
    let genes = try [condition("type!=drug")]
    #expect(
      try ids {
        $0.conditions = genes
        $0.components = .atLeast(nodes: 2)
      } == "abde")
    #expect(GraphFilter().isEmpty)
    #expect(try sample().subgraph(GraphFilter()) == sample())
  }

  @Test("what a graph does not have is an error that says what it has")
  func errors() throws {
    let cases: [(String, (inout GraphFilter) -> Void)] = [
      ("\"type\", \"size\"", { $0.conditions = [.init("kind", .equal, "x")] }),
      ("needs numbers", { $0.conditions = [.init("type", .less, "3")] }),
      ("is no number", { $0.conditions = [.init("size", .less, "much")] }),
      ("no node with the id \"z\"", { $0.neighborhood = .init(of: ["z"]) }),
      (
        "the node \"a\" does not meet \"type=drug\", ",
        {
          $0.conditions = [.init("size", .less, "5"), .init("type", .equal, "drug")]
          $0.neighborhood = .init(of: ["c", "a"])
        }
      ),
      (
        "its size is 1.0",
        {
          $0.conditions = [.init("size", .greater, "3")]
          $0.neighborhood = .init(of: ["a"])
        }
      ),
      (
        "which acts first: it has no value of size",
        {
          $0.conditions = [.init("size", .greater, "3")]
          $0.neighborhood = .init(of: ["e"])
        }
      ),
      ("must not be negative", { $0.minimumDegree = -1 }),
    ]
    for (words, change) in cases {
      let error = #expect(throws: GraphError.self) { try ids(change) }
      #expect(error?.description.contains(words) == true, "\(words)")
    }
  }

  @Test("expressions of and, or, not and parentheses; patterns and parts of texts; edges")
  func expressions() throws {
    let cases = [
      ("type=gene and size>1", "bdfh"), ("type=drug or size=1", "acg"),
      ("type=drug or size>3 and type=gene", "cdfgh"),
      ("(type=drug or size>3) and type=gene", "dfh"),
      ("not type=gene", "ceg"), ("not (type=gene or size=3)", "eg"), ("type contains GEN", "abdfh"),
      ("type ~ d*g", "cg"), ("type ~ ?ene", "abdfh"), ("type ~ gen", ""), ("id ~ *", "abcdefgh"),
      ("type = 'gene' and not id = \"a\"", "bdfh"), ("measure:degree>2", "c"),
      // Edges: 10 to 15, and their weights 1 to 6; the nodes stay.
      ("n>=14", "abcdefgh"), ("weight<2 and degree>0", nil), ("edge.n>11 and weight<5", "abcdefgh"),
    ]
    for (text, expected) in cases {
      let wanted = try condition(text)
      if let expected {
        #expect(try ids { $0.conditions = [wanted] } == expected, "\(text)")
      } else {
        #expect(throws: GraphError.self) { try ids { $0.conditions = [wanted] } }
      }
      #expect(try condition(wanted.description) == wanted, "\(text)")
    }
    var filter = GraphFilter()
    filter.conditions = [try .init(parsing: "edge.n>11 and weight<5")]
    #expect(try sample().subgraph(filter).edgeAttributes["n"]?.values == .integers([12, 13]))
    // What follows acts on the edges that are left.
    filter.minimumDegree = 1
    #expect(try sample().subgraph(filter).nodeIDs.joined() == "acd")
    let words = try condition("title = War and Peace and year > 1800")
    #expect(try words == condition("title = 'War and Peace' and year > 1800"))
    #expect(words.names == ["title", "year"])
    // Those about edges act first, wherever they stand, also when they are not read.
    filter = GraphFilter()
    filter.conditions = try [
      .init("size", .less, "5"), condition("n>=13"), .init("n", .less, "15"),
    ]
    #expect(try sample().subgraph(filter).nodeIDs.joined() == "abcd")
    #expect(try sample().subgraph(filter).edgeAttributes["n"]?.values == .integers([13]))
    for text in ["", "type", "(type=gene", "=3", "not", "(a=1) b", "a = 1 or (b=2"] {
      #expect(throws: GraphError.self, "\(text)") { try condition(text) }
    }
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: GraphError.self) { try condition(deep) }
    #expect(throws: GraphError.self) {
      try condition(String(repeating: "not ", count: 100_000) + "a=1")
    }
  }
}
