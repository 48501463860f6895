import Foundation
import Testing

@testable import GraphIO

/// A graph that is written and read again is equal, except for the losses in the report.
struct RoundTripTests {
  /// Everything a graph can have.
  static func rich(ids: Graph.NodeIDs, directed: Bool) -> Graph {
    var graph = Graph(
      checkedNodeIDs: ids, sources: [0, 1, 2, 3, 1], targets: [1, 2, 0, 3, 2], isDirected: directed)
    graph.weights = [1, 0.5, -3, 1e-300, 123_456.789]
    graph.positions = .plane([[0, -1.5], [1e9, 2], [0.1, 0.2], [-0.0, 7]])
    graph.nodeAttributes.set(
      "label", .strings(["A \"one\"", "B\nC & <D>", nil, "é😀 \\ n\\\u{301}&\u{301}\r\n"]))
    graph.nodeAttributes.set("size", .doubles([1, nil, 2.5, 1e22]))
    graph.nodeAttributes.set("color", .strings(["#ff0000", nil, "#00ff7f", "#000000"]))
    graph.nodeAttributes.set("rank", .integers([.max, nil, .min, 0]))
    graph.nodeAttributes.set("ready", .booleans([true, false, nil, true]))
    graph.nodeAttributes.set("code", .strings(["007", "x", nil, ""]))
    graph.edgeAttributes.set("label", .strings(["a", nil, "b, c", "d;e\tf", "#g"]))
    graph.edgeAttributes.set("since", .integers([1, 2, nil, 4, 5]))
    graph.edgeAttributes.set("share", .doubles([0.25, nil, 1, 2, 3]))
    graph.attributes["name"] = "a graph"
    graph.attributes["year"] = 2026
    return graph
  }

  static let strangeIDs = ["Zoë 😀", "a \"b\"\nc", "x,y;z\tw", "<&>'|#\"\u{5C0}"]

  static func again(_ graph: Graph, _ format: GraphFormat) throws -> (Graph, WriteReport) {
    let (bytes, report) = try GraphWriter(format: format).bytes(graph)
    let result = try GraphReader(format: format).read(bytes)
    #expect(result.notes.isEmpty)
    var read = result.graph
    #expect(read.dialect == (format == .dot ? .graphviz : nil))
    read.dialect = graph.dialect
    return (read, report)
  }

  @Test(arguments: [GraphFormat.json, .graphML], [true, false])
  func everything(format: GraphFormat, directed: Bool) throws {
    for ids in [
      Graph.NodeIDs(unique: Self.strangeIDs), Graph.NodeIDs(count: 4),
      Graph.NodeIDs(uniqueIntegers: [5, -7, 0, 99]),
    ] {
      let graph = Self.rich(ids: ids, directed: directed)
      let (read, report) = try Self.again(graph, format)
      #expect(report.isLossless)
      #expect(read == graph.ordered(like: read))
    }
  }

  @Test(arguments: [true, false])
  func gexf(directed: Bool) throws {
    let graph = Self.rich(ids: Graph.NodeIDs(unique: Self.strangeIDs), directed: directed)
    let (read, report) = try Self.again(graph, .gexf)
    #expect(report.losses == [.graphAttribute("name"), .graphAttribute("year")])
    var expected = graph.ordered(like: read)
    expected.attributes = GraphAttributes()
    #expect(read == expected)
  }

  @Test(arguments: [true, false])
  func dot(directed: Bool) throws {
    var graph = Self.rich(ids: Graph.NodeIDs(unique: Self.strangeIDs), directed: directed)
    graph.nodeAttributes.set("digits", .strings(["1", nil, "2", "3"]))
    let (read, report) = try Self.again(graph, .dot)
    #expect(report.losses == [.typeOfNodeAttribute("digits", becomes: .integer)])
    graph.nodeAttributes.set("digits", .integers([1, nil, 2, 3]))
    #expect(read == graph.ordered(like: read))
  }

  @Test(arguments: [true, false])
  func gml(directed: Bool) throws {
    for ids in [
      Graph.NodeIDs(unique: Self.strangeIDs), Graph.NodeIDs(uniqueIntegers: [5, -7, 0, 99]),
    ] {
      var graph = Self.rich(ids: ids, directed: directed)
      graph.edgeAttributes.set("no key", .integers([1, 2, 3, 4, 5]))
      let (read, report) = try Self.again(graph, .gml)
      #expect(
        report.losses == [
          .typeOfNodeAttribute("ready", becomes: .integer), .edgeAttribute("no key"),
        ])
      graph.nodeAttributes.set("ready", .integers([1, 0, nil, 1]))
      graph.edgeAttributes["no key"] = nil
      #expect(read == graph.ordered(like: read))
    }
  }

  @Test(arguments: [GraphFormat.csv, .tsv], [true, false])
  func tables(format: GraphFormat, directed: Bool) throws {
    for ids in [
      Graph.NodeIDs(unique: Self.strangeIDs), Graph.NodeIDs(count: 4),
      Graph.NodeIDs(uniqueIntegers: [-5, 7, 10, 99]),
    ] {
      let graph = Self.rich(ids: ids, directed: directed)
      let (read, report) = try Self.again(graph, format)
      #expect(
        report.losses == [
          .nodeAttribute("label"), .nodeAttribute("size"), .nodeAttribute("color"),
          .nodeAttribute("rank"),
          .nodeAttribute("ready"), .nodeAttribute("code"), .graphAttribute("name"),
          .graphAttribute("year"), .positions,
        ])
      #expect(read == graph.withoutNodes)
    }
  }

  @Test(arguments: [true, false])
  func blanks(directed: Bool) throws {
    var graph = Self.rich(ids: Graph.NodeIDs(unique: Self.strangeIDs), directed: directed)
      .withoutNodes
    let (read, report) = try Self.again(graph, .edgeList)
    #expect(
      report.losses == [.edgeAttribute("label"), .edgeAttribute("since"), .edgeAttribute("share")])
    graph.edgeAttributes = AttributeTable(rowCount: 5)
    #expect(read == graph)
  }

  @Test(arguments: [true, false])
  func pajek(directed: Bool) throws {
    var graph = Self.rich(ids: Graph.NodeIDs(count: 4, from: 1), directed: directed)
    graph.nodeAttributes["code"] = nil
    graph.nodeAttributes.set("label", .strings(["A", "Bé", nil, "3"]))
    graph.nodeAttributes.set("size", .doubles([1, nil, 2.5, 1e22]))
    let (read, report) = try Self.again(graph, .pajek)
    #expect(
      report.losses == [
        .graphAttribute("year"), .nodeAttribute("rank"), .nodeAttribute("ready"),
        .edgeAttribute("since"),
        .edgeAttribute("share"),
      ])
    graph.attributes["year"] = nil
    for name in ["rank", "ready"] { graph.nodeAttributes[name] = nil }
    for name in ["since", "share"] { graph.edgeAttributes[name] = nil }
    #expect(read == graph.ordered(like: read))
  }

  @Test func pajekSaysWhatItCannotHold() throws {
    var graph = Self.rich(ids: Graph.NodeIDs(unique: Self.strangeIDs), directed: true)
    graph.positions = .space([[1, 2, 0.5], [1, 2, 0.5], [1, 2, 0.5], [1, 2, 0.5]])
    let (read, report) = try Self.again(graph, .pajek)
    #expect(report.losses.contains(.nodeIDs))
    #expect(report.losses.contains(.thirdCoordinate))
    #expect(read.positions == .plane([[1, 2], [1, 2], [1, 2], [1, 2]]))
    #expect(read.nodeIDs == Graph.NodeIDs(count: 4, from: 1))
  }

  @Test func metis() throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: 5, from: 1), sources: [0, 0, 1, 2], targets: [1, 4, 2, 4])
    graph.weights = [1, 2, 3, 4]
    graph.nodeAttributes.set("weight", .integers([1, 0, 2, 3, 9]))
    let (read, report) = try Self.again(graph, .metis)
    #expect(report.isLossless)
    #expect(read == graph)

    let (other, losses) = try Self.again(
      Self.rich(ids: Graph.NodeIDs(count: 4), directed: true), .metis)
    #expect(
      losses.losses == [
        .nodeIDs, .graphAttribute("name"), .graphAttribute("year"), .positions, .directions,
        .edgeAttribute("label"), .edgeAttribute("since"), .edgeAttribute("share"),
        .nodeAttribute("label"),
        .nodeAttribute("size"), .nodeAttribute("color"), .nodeAttribute("rank"),
        .nodeAttribute("ready"),
        .nodeAttribute("code"), .weights, .selfLoops(1), .parallelEdges(1), .edgeOrder,
      ])
    #expect(other.edgeIDs == [["1", "2"], ["1", "3"], ["2", "3"]])
  }

  @Test(arguments: [true, false])
  func matrixMarket(directed: Bool) throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: 5, from: 1), sources: [1, 4, 2, 4], targets: [0, 0, 2, 2],
      isDirected: directed)
    for weights in [nil, [1, 2, -3, 4], [0.5, .infinity, -1e-9, 4]] {
      graph.weights = weights
      let (read, report) = try Self.again(graph, .matrixMarket)
      #expect(report.isLossless)
      #expect(read == graph)
    }
  }

  @Test(arguments: [GraphFormat.csv, .json, .graphML, .gexf, .pajek])
  func mixedDirections(format: GraphFormat) throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: 3, from: 1), sources: [0, 1, 2], targets: [1, 2, 0],
      isDirected: true)
    graph.edgeAttributes.set(StandardAttribute.directed, .booleans([true, true, false]))
    let (read, report) = try Self.again(graph, format)
    #expect(report.isLossless)
    #expect(read == graph)
  }

  @Test(arguments: [GraphFormat.dot, .gml, .matrixMarket, .edgeList])
  func mixedDirectionsThatAreLost(format: GraphFormat) throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: 3, from: 1), sources: [0, 1, 2], targets: [1, 2, 0],
      isDirected: true)
    graph.edgeAttributes.set(StandardAttribute.directed, .booleans([true, true, false]))
    let (read, report) = try Self.again(graph, format)
    #expect(report.losses == [.directions])
    #expect(read.isDirected)
    #expect(read.edgeIDs == graph.edgeIDs)
  }

  @Test(arguments: [GraphFormat.json, .graphML, .gexf, .dot, .gml, .pajek])
  func space(format: GraphFormat) throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: 2, from: 1), sources: graph.sources, targets: graph.targets)
    graph.positions = .space([[1, 2, 3], [4, 5e-7, 0.1]])
    let (read, report) = try Self.again(graph, format)
    #expect(report.isLossless)
    #expect(read == graph)
  }

  @Test(arguments: [GraphFormat.json, .graphML, .gexf, .dot, .gml])
  func someNodesWithoutPosition(format: GraphFormat) throws {
    var graph = try Graph(nodeCount: 3, edges: [(0, 1)])
    graph.positions = .plane([[1, 2], [.nan, .nan], [3, 4]])
    let (read, report) = try Self.again(graph, format)
    #expect(report.isLossless)
    #expect((0..<3).map { read.positions?[$0] } == [[1, 2], nil, [3, 4]])
  }

  @Test(arguments: GraphFormat.all.filter(\.isWritable))
  func emptyGraphs(format: GraphFormat) throws {
    let none = try Graph(nodeCount: 0, edges: [])
    let (read, report) = try Self.again(none, format)
    #expect(read == none)
    #expect(report.isLossless)
    let lone = try Graph(nodeIDs: Graph.NodeIDs(count: 3, from: 1), sources: [], targets: [])
    let (other, losses) = try Self.again(lone, format)
    let isList = [.csv, .tsv, .edgeList].contains(format)
    #expect(other == (isList ? none : lone))
    #expect(losses.losses == (isList ? [.isolatedNodes(3)] : []))
  }

  @Test func everyFixtureThroughEveryFormat() throws {
    for name in Fixture.graphs {
      let graph = try Fixture.read(name).graph
      for format in GraphFormat.all where format.isWritable {
        let (read, report) = try Self.again(graph, format)
        if report.isLossless { #expect(read.edgeIDs == graph.edgeIDs, "\(name) as \(format)") }
        // Once a format has had its way, nothing more is lost.
        let (twice, _) = try Self.again(read, format)
        #expect(twice.edgeIDs == read.edgeIDs, "\(name) as \(format)")
        #expect(twice.nodeAttributes == read.nodeAttributes, "\(name) as \(format)")
        #expect(twice.edgeAttributes == read.edgeAttributes, "\(name) as \(format)")
        #expect(twice.weights == read.weights, "\(name) as \(format)")
        #expect(twice.isDirected == read.isDirected, "\(name) as \(format)")
      }
    }
  }

  @Test(arguments: [("a\u{1}b", GraphFormat.graphML), ("a\u{0}", .gexf), ("a\\", .dot)])
  func idsThatAFormatCannotHoldAreErrors(id: String, format: GraphFormat) throws {
    let graph = try Graph(nodeIDs: Graph.NodeIDs(unique: [id]), sources: [], targets: [])
    let error = #expect(throws: GraphFileError.self) {
      try GraphWriter(format: format).bytes(graph)
    }
    #expect(error?.description.contains("cannot be written: the id") == true)
  }

  @Test func charactersThatXMLCannotHoldAreReported() throws {
    var graph = try Graph(nodeCount: 1, edges: [])
    graph.nodeAttributes.set("label", .strings(["a\u{2}b"]))
    for format in [GraphFormat.graphML, .gexf] {
      let (read, report) = try Self.again(graph, format)
      #expect(report.losses == [.characters(in: "\"label\"")])
      #expect(read.nodeAttributes["label", 0] == "a\u{FFFD}b")
    }
    graph.nodeAttributes.set("path", .strings(["C:\\\"x\" \\"]))
    let (read, report) = try Self.again(graph, .dot)
    #expect(report.losses == [.characters(in: "\"path\"")])
    #expect(read.nodeAttributes["path", 0] == "C:\\\\\"x\" \\\\")
  }

  @Test func positionTables() throws {
    var graph = Self.rich(ids: Graph.NodeIDs(unique: Self.strangeIDs), directed: false)
    for positions in [
      graph.positions, .space([[1, 2, 3], [4, 5, 6], [7, 8, 9.5], [0, 0, 1e-9]]),
    ] {
      graph.positions = positions
      let table = try #require(NodePositionTable(of: graph))
      for format in NodePositionTable.Format.allCases {
        let read = try NodePositionTable(table.bytes(format: format))
        #expect(read.positions == table.positions)
        #expect(read.ids == (format == .csv ? Self.strangeIDs : nil))
        var other = graph
        other.positions = nil
        let placed = try read.place(&other)
        #expect(placed == 4)
        #expect(other == graph)
      }
    }
  }

  @Test func positionsAreFoundByID() throws {
    var graph = try graph("b c\nc d\n", .edgeList)
    let table = try NodePositionTable(Array("id,x,y\nd,1,2\nother,3,4\nb,5,6\n".utf8))
    let placed = try table.place(&graph)
    #expect(placed == 2)
    #expect((0..<3).map { graph.positions?[$0] } == [[5, 6], nil, [1, 2]])
    let rows = try NodePositionTable(ids: nil, positions: .plane([[1, 2]]))
    #expect(throws: GraphFileError.self) { try rows.place(&graph) }
  }
}

extension Graph {
  /// Without what edge lists cannot hold.
  fileprivate var withoutNodes: Graph {
    var graph = self
    graph.nodeAttributes = AttributeTable(rowCount: nodeCount)
    graph.attributes = GraphAttributes()
    graph.positions = nil
    return graph
  }

  /// The same with its columns in the order of another, as formats have orders of their own.
  func ordered(like other: Graph) -> Graph {
    func ordered(_ table: AttributeTable, _ names: [String]) -> AttributeTable {
      var result = AttributeTable(rowCount: table.rowCount)
      for name in names + table.names where table[name] != nil { result[name] = table[name] }
      return result
    }
    var graph = self
    graph.nodeAttributes = ordered(nodeAttributes, other.nodeAttributes.names)
    graph.edgeAttributes = ordered(edgeAttributes, other.edgeAttributes.names)
    return graph
  }
}
