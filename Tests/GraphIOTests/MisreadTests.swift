import Testing

@testable import GraphIO

/// Files that resemble another format. None is read as another graph.
struct MisreadTests {
  struct Size: Equatable, CustomStringConvertible {
    var nodes: Int
    var edges: Int

    init(_ nodes: Int, _ edges: Int) { (self.nodes, self.edges) = (nodes, edges) }
    init(_ graph: Graph) { self.init(graph.nodeCount, graph.edgeCount) }
    var description: String { "\(nodes) nodes, \(edges) edges" }
  }

  /// The files by name with their true sizes; nil for what is no graph.
  static let sizes: [(String, Size?)] = [
    ("davis.edgelist", Size(32, 89)), ("grid.adjlist", Size(96, 172)),
    ("grid.edgelist", Size(96, 172)), ("karate.adj.json", Size(34, 78)),
    ("karate.ig.lgl", Size(34, 78)), ("lesmis.ig.dot", Size(77, 254)),
    ("lesmis.ig.gml", Size(77, 254)), ("lesmis.ig.graphml", Size(77, 254)),
    ("lesmis.ig.lgl", Size(77, 254)), ("multi.net", Size(5, 4)), ("nodes.csv", nil),
    ("pay.csv", Size(4, 2)), ("tree34.ig.adjacency", Size(121, 120)),
    ("tree34.madjlist", Size(121, 120)),
  ]

  private func result(_ name: String, _ format: GraphFormat? = nil, as other: String? = nil)
    -> Result<ReadResult, GraphFileError>
  {
    Result { () throws(GraphFileError) in
      let bytes = (try? Fixture.bytes(name)) ?? []
      return try GraphReader(format: format).read(bytes, name: other ?? name)
    }
  }

  @Test(arguments: [
    ("grid.adjlist", GraphFormat.adjacencyList), ("grid.edgelist", .edgeList),
    ("karate.adj.json", .json), ("karate.ig.lgl", .lgl), ("lesmis.ig.dot", .dot),
    ("lesmis.ig.gml", .gml), ("lesmis.ig.graphml", .graphML), ("lesmis.ig.lgl", .lgl),
    ("pay.csv", .csv), ("tree34.ig.adjacency", .adjacencyMatrix),
    ("tree34.madjlist", .multilineAdjacencyList),
  ])
  func readAsWhatTheyAre(name: String, format: GraphFormat) throws {
    let size = try #require(Self.sizes.first { $0.0 == name }?.1)
    let known = try result(name).get()
    #expect(known.format == format)
    #expect(Size(known.graph) == size)
    let unknown = try result(name, as: "file.txt").get()
    #expect(unknown.format == format)
    #expect(unknown.graph == known.graph)
    #expect(
      unknown.notes.isEmpty != (format.isLines && !format.isKin(of: .edgeList) || name == "pay.csv")
    )
  }

  @Test func refusals() {
    #expect(
      message("davis.edgelist")
        == "davis.edgelist:1:1: found 3 words before the dictionary, expected two ids (those with "
        + "blanks in them need quotes, or another separator)")
    #expect(
      message("nodes.csv")
        == "nodes.csv:1:1: found what looks like a table of nodes, expected edges, with columns such "
        + "as source and target (a table of nodes is read beside them: NodeTable, or --nodes of "
        + "forcegraph)")
    #expect(message("multi.net").contains("expected a node from 1 to 5"))
    #expect(
      message("karate.ig.lgl", .edgeList)
        == "karate.ig.lgl:1:1: found \"# 0\", as LGL has it, expected edges (of a comment, several "
        + "words) (the file looks like LGL, format lgl)")
    #expect(message("tree34.ig.adjacency", .csv).contains("look like an adjacency matrix"))
    #expect(message("tree34.madjlist", .edgeList).contains("(multiline adjacency lists have"))
    #expect(message("grid.adjlist", .edgeList).contains("adjacency lists"))
    #expect(
      message("lesmis.ig.gml", .edgeList)
        == "lesmis.ig.gml:1:1: found what looks like GML, expected an edge list (the format is gml)"
    )
    #expect(message("lesmis.ig.gml", .json).hasSuffix("(the file looks like GML, format gml)"))
  }

  private func message(_ name: String, _ format: GraphFormat? = nil) -> String {
    switch result(name, format) {
    case .success: "no error"
    case .failure(let error): error.description
    }
  }

  /// Every file in every format, by its name and said outright: the graph or an error.
  @Test func noOtherGraph() throws {
    var files = Self.sizes
    for name in Fixture.graphs { files.append((name, Size(try Fixture.read(name).graph))) }
    for (name, size) in files {
      for format in GraphFormat.all {
        for (said, other) in [(format, name), (nil, "file.\(format.fileExtension)")] {
          guard case .success(let found) = result(name, said, as: other) else { continue }
          #expect(Size(found.graph) == size, "\(name) as \(other), \(format), \(found.notes)")
        }
      }
      for other in ["file", "file.txt"] {
        guard case .success(let found) = result(name, as: other) else { continue }
        #expect(Size(found.graph) == size, "\(name) as \(other)")
      }
    }
  }

  /// Nodes without neighbours at the end of a file of METIS are empty lines.
  @Test(arguments: ["5 1\n3\n\n1\n\n\n", "4 1\n2\n1\n\n\n", "3 1\n2\n1\n\n\n\n"])
  func lastNodesWithoutNeighbours(text: String) throws {
    for name in ["g.graph", "g.txt", "g"] {
      let read = try GraphReader().read(Array(text.utf8), name: name)
      #expect(read.format == .metis)
      #expect(Size(read.graph) == Size(try #require(text.first?.wholeNumberValue), 1))
    }
  }

  /// Lists of edges whose first node is called like the beginning of another format.
  @Test(arguments: [
    "graph", "digraph", "strict", "Graph [", "{", "[", "{\"nodes\": [", "<graphml>", "<?xml",
    "<gexf>",
    "*Vertices", "dl", "%%MatrixMarket", "#", "@nodes", "Creator", "nodes", "0", "node", "id",
  ])
  func listsOfNodesCalledLikeFormats(first: String) throws {
    for rest in [["a", "<{", "}>"], ["{\"a\": 1}", "b"], ["a[", "]b"], ["1", "<graph>"]] {
      let ids = [first] + rest
      for isDirected in [false, true] {
        let graph = Graph(
          checkedNodeIDs: Graph.NodeIDs(unique: ids),
          sources: ids.indices.dropLast().map { Int32($0) },
          targets: ids.indices.dropFirst().map { Int32($0) }, isDirected: isDirected)
        let written = try GraphWriter(format: .edgeList).bytes(graph).bytes
        for format in [nil, GraphFormat.edgeList] {
          let read = try GraphReader(format: format).read(written, name: "a.edges").graph
          #expect(read.nodeIDs.map { $0 } == ids, "\(isDirected)")
          #expect(read.edgeCount == ids.count - 1 && read.isDirected == isDirected)
        }
      }
    }
  }

  /// DOT is told by its first words and one name, lists by their lines.
  @Test func namesOfGraphsInDOT() throws {
    for head in [
      "graph", "digraph g", "strict graph \"a b\"", "graph <a <b>>", "graph /* a b */ g",
      "strict digraph g // a b\n",
    ] {
      let read = try GraphReader().read(Array("\(head) { a b }".utf8), name: "file")
      #expect(read.format == .dot && read.graph.nodeCount == 2, "\(head)")
    }
    let list = "graph a\na b{\nb{ c}\n"
    #expect(try GraphReader().read(Array(list.utf8), name: "file.edges").format == .edgeList)
  }

  /// All files with line ends of a Mac of old, and those of Windows.
  @Test(arguments: ["\r", "\r\n"])
  func otherLineEnds(end: String) throws {
    for (name, size) in Self.sizes {
      let text = String(decoding: try Fixture.bytes(name), as: UTF8.self)
      for last in [end, "\n"] {
        let changed = text.dropLast().replacing("\n", with: end) + last
        guard let found = try? GraphReader().read(Array(changed.utf8), name: name) else { continue }
        #expect(Size(found.graph) == size, "\(name)")
      }
    }
    let pajek = "*Vertices 3\n*Edges\n1 2\n2 3\n".replacing("\n", with: end)
    #expect(try graph(pajek + "\n", .pajek).edgeCount == 2)
    // Half of the lines, where no newline is wanted.
    #expect(
      GraphIOTests.message("*Vertices 3\n\n\n\n*Edges\r1 2\r2 3\n", .pajek).contains(
        "a carriage return within a line"))
  }
}
