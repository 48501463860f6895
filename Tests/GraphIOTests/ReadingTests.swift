import Foundation
import Testing

@testable import GraphIO

struct ReadingTests {
  @Test(arguments: [
    ("%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", GraphFormat.matrixMarket),
    ("<?xml version=\"1.0\"?>\n<graphml xmlns=\"x\"/>", .graphML), ("\u{FEFF}<gexf/>", .gexf),
    ("  {\"nodes\": []}", .json),
    ("*Vertices 3\n", .pajek), ("*network x\n", .pajek), ("graph [\n node [", .gml),
    ("Creator \"me\"\ngraph\n[\n", .gml),
    ("strict digraph {", .dot), ("// hello\ngraph g\n{", .dot), ("graph{a}", .dot),
    ("/* a\n * b */\ndigraph \"x\" { a [b=1] }", .dot),
    ("# a\n0 1\n", .edgeList), ("a b 2.5\n", .edgeList), ("0\t1\n", .tsv),
    ("source,target\n", .csv), ("a;b\n", .csv),
  ])
  func formatsByContent(text: String, format: GraphFormat) {
    #expect(GraphFormat(content: Array(text.utf8)) == format)
  }

  @Test(arguments: ["", "hello there my friend", "<html>", "\u{0}\u{1}"])
  func contentThatSaysNothing(text: String) {
    #expect(GraphFormat(content: Array(text.utf8)) == nil)
  }

  /// Errors name formats by their ids, and callers read these back.
  @Test func formatsHaveOneName() {
    for format in GraphFormat.all {
      #expect(GraphFormat(name: format.id) == format)
      #expect(GraphFormat(name: format.id.uppercased()) == format)
      #expect(GraphFormat(name: "\(format)") == format)
      #expect(GraphFormat(name: format.fileExtension) == format)
      #expect(format.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
    #expect(GraphFormat(name: "xml") == nil && GraphFormat(name: "") == nil)
  }

  @Test func formatsByName() {
    for format in GraphFormat.all {
      #expect(GraphFormat(fileName: "a.b/c.\(format.fileExtension)") == format)
      #expect(GraphFormat(fileName: "C.\(format.fileExtension.uppercased()).GZ") == format)
    }
    for name in ["a", "a.txt", "a.gz", "a.gexf/b", "", ".", "a.xml"] {
      #expect(GraphFormat(fileName: name) == nil)
    }
  }

  @Test(arguments: [
    "a,b\nb,c\n", "a;b\nb;c\n", "a\tb\nb\tc\n", "a|b\nb|c\n", "a b\nb c",
    "  a   b  \r\n\r\nb \t c\r\n", "a, b\nb ,c\n",
    "source,target\na,b\nb,c\n", "Target;Source\nb;a\nc;b\n", "# x\n\"a\" \"b\"\nb c # y\n",
  ])
  func separators(text: String) throws {
    #expect(try graph(text, .edgeList).edgeIDs == [["a", "b"], ["b", "c"]])
    if !text.contains("   ") {
      #expect(try graph(text, .csv).edgeIDs == [["a", "b"], ["b", "c"]])
    }
  }

  @Test func headers() throws {
    #expect(try graph("alpha beta\n1 2\n", .edgeList).edgeIDs == [["1", "2"]])
    #expect(try graph("alpha beta\ngamma delta\n", .edgeList).edgeCount == 2)
    #expect(try graph("1 2\n3 4\n", .edgeList).edgeCount == 2)
    var reader = GraphReader(format: .csv)
    reader.edgeList.hasHeader = false
    #expect(try reader.read(Array("source,target\na,b\n".utf8)).graph.edgeCount == 2)
    reader.edgeList.hasHeader = true
    let first = try reader.read(Array("x,y,,x2\na,b,c,d\n".utf8)).graph
    #expect(first.edgeIDs == [["a", "b"]])
    #expect(first.edgeAttributes.names == ["column3", "x2"])
    reader.edgeList.separator = "/"
    #expect(try reader.read(Array("x/y\na,b/c\n".utf8)).graph.edgeIDs == [["a,b", "c"]])
  }

  @Test func idsThatAreNumbers() throws {
    #expect(
      try graph("0 1\n1 2\n", .edgeList).nodeIDs.index(of: "2") == 2)
    #expect(try graph("2 1\n1 3\n", .edgeList).nodeIDs.firstOfConsecutive == 1)
    let sparse = try graph("5000000000 7\n-3 7\n", .edgeList)
    #expect(Array(sparse.nodeIDs) == ["-3", "7", "5000000000"])
    #expect(sparse.edgeIDs == [["5000000000", "7"], ["-3", "7"]])
    #expect(sparse.nodeIDs.areIntegers)
    #expect(Array(try graph("4000000000 7\n9 7\n", .edgeList).nodeIDs) == ["7", "9", "4000000000"])
    // A single text makes all of them texts, in the order of the file, as they are written.
    let mixed = try graph("10 7\n5000000000 10\n007 10\n", .edgeList)
    #expect(Array(mixed.nodeIDs) == ["10", "7", "5000000000", "007"])
    #expect(mixed.edgeIDs == [["10", "7"], ["5000000000", "10"], ["007", "10"]])
    #expect(mixed.nodeIDs.index(of: "007") == 3)
    var reader = GraphReader(format: .edgeList)
    reader.edgeList.ids = .text
    #expect(Array(try reader.read(Array("2 1\n".utf8)).graph.nodeIDs) == ["2", "1"])
  }

  /// Texts differ when their bytes do.
  @Test func idsThatAreTexts() throws {
    let count = 3000
    var text = "7 8\n"
    for number in 0..<count {
      text += "node\(number) a-name-of-more-than-sixteen-bytes-\(number % 1000)\n"
    }
    let ascii = try graph(text, .edgeList)
    #expect(ascii.nodeCount == 2 + count + 1000)
    #expect(
      ascii.nodeIDs.prefix(5).elementsEqual([
        "7", "8", "node0", "a-name-of-more-than-sixteen-bytes-0", "node1",
      ]))
    #expect(ascii.edgeIDs[1500] == ["node1499", "a-name-of-more-than-sixteen-bytes-499"])
    let mixed = try graph(text + "K \u{212A}\nnode5 7\ne\u{301} é\n9 8\n", .edgeList)
    #expect(Array(mixed.sources.prefix(count + 1)) == ascii.sources)
    #expect(Array(mixed.targets.prefix(count + 1)) == ascii.targets)
    #expect(
      mixed.edgeIDs.suffix(4) == [
        ["K", "\u{212A}"], ["node5", "7"], ["e\u{301}", "é"], ["9", "8"],
      ])
    #expect(mixed.nodeCount == ascii.nodeCount + 5)
  }

  @Test func directions() throws {
    #expect(try graph("# Directed graph: x\n0 1\n", .edgeList).isDirected)
    #expect(try !graph("# Undirected graph\n0 1\n", .edgeList).isDirected)
    #expect(try graph("source,target,type\na,b,Directed\n", .csv).isDirected)
    let typed = try graph("source,target,type\na,b,road\n", .csv)
    #expect(typed.edgeAttributes["type", 0] == "road")
    var reader = GraphReader(format: .csv)
    reader.edgeList.isDirected = true
    #expect(try reader.read(Array("a,b\n".utf8)).graph.isDirected)
    reader.edgeList.isDirected = false
    #expect(try !reader.read(Array("source,target,type\na,b,directed\n".utf8)).graph.isDirected)
  }

  @Test(
    arguments: [
      (["1", "-2", "0"], AttributeType.integer), (["1", "2.5"], .double),
      (["1e3", "nan", "-inf"], .double),
      (["nan", "inf"], .string), (["true", "False"], .boolean), (["true", "1"], .string),
      (["007"], .string),
      (["+49"], .string), (["9223372036854775808"], .string), (["1e400"], .string), ([""], .string),
      ([], .string),
      (["0x1p3"], .string), ([".5", "5."], .double), (["1-2"], .string),
    ] as [([String], AttributeType)])
  func typesOfTexts(texts: [String], type: AttributeType) {
    #expect(AttributeType(ofTexts: texts) == type)
  }

  @Test(arguments: [
    "0", "-0", "1.5", "0.1", "123456789012345", "1234567890123456789", "1e10", "-2.5E-3",
    "4.9e-324",
    "0.30000000000000004", "1.7976931348623157e308", ".5", "5.", "+1", "000012.5",
    "0.0000000000000000000000001",
  ])
  func numbers(text: String) throws {
    // strtod is the judge; Swift's own wants a digit on both sides of the point.
    #expect(Double(decimalBytes: Array(text.utf8))?.bitPattern == strtod(text, nil).bitPattern)
  }

  @Test(arguments: [
    "", "-", ".", "e5", "1e", "1e+", "1..2", "1 ", "0x10", "nan", "inf", "1e999", "1_000",
  ])
  func noNumbers(text: String) {
    #expect(Double(decimalBytes: Array(text.utf8)) == nil)
  }

  @Test func indicesInJSON() throws {
    let byIndex = try graph(
      "{\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"links\":[{\"source\":1,\"target\":0}]}",
      .json)
    #expect(byIndex.edgeIDs == [["1", "0"]])
    let named = try graph(
      "{\"nodes\":[{\"id\":\"a\"},{\"id\":\"b\"}],\"links\":[{\"source\":1,\"target\":0}]}", .json)
    #expect(named.edgeIDs == [["b", "a"]])
    let numbers = try graph(
      "{\"nodes\":[{\"id\":1},{\"id\":0}],\"links\":[{\"source\":1,\"target\":0}]}", .json)
    #expect(numbers.sources == [0])
    let edgesFirst = try graph(
      "{\"edges\":[{\"source\":\"a\",\"target\":\"b\"}],\"nodes\":[\"b\",\"a\"]}", .json)
    #expect(edgesFirst.sources == [1])
    let edgesOnly = try graph("{\"links\":[{\"source\":\"a\",\"target\":\"b\"}]}", .json)
    #expect(Array(edgesOnly.nodeIDs) == ["a", "b"])
  }

  @Test func subgraphsInDOT() throws {
    let product = try graph("digraph { {a b} -> {c d} -> e }", .dot)
    #expect(
      product.edgeIDs == [
        ["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"], ["c", "e"], ["d", "e"],
      ])
    let nested = try graph(
      "graph { subgraph x { node [n=1] a subgraph { node [n=2]; b } } subgraph x -- c }", .dot)
    #expect(nested.edgeIDs == [["a", "c"], ["b", "c"]])
    #expect(nested.nodeAttributes["n"]?.values == .integers([1, 2, nil]))
    #expect(try graph("graph { a -- a -- a }", .dot).topology.selfLoopCount == 2)
    #expect(try graph("strict graph { a -- b b -- a }", .dot).edgeCount == 1)
    #expect(try graph("graph { a; \"node\"; Node [x=1] }", .dot).nodeCount == 2)
    #expect(try graph("graph { \"a\\\nb\"; \"\\\"\" }", .dot).nodeIDs.elementsEqual(["ab", "\""]))
  }

  @Test func parallelEdges() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 0), (2, 2), (2, 2), (0, 1), (1, 2)])
    #expect(graph.topology.isParallelToEarlier == [false, true, false, true, true, false])
    var directed = graph
    directed.isDirected = true
    #expect(directed.topology.isParallelToEarlier == [false, false, false, true, true, false])
    #expect(graph.topology.parallelEdgeCount == 3)
    #expect(try !Graph(nodeCount: 1, edges: []).topology.isMultigraph)
  }
}
