import GraphModel
import Testing

@Suite("Supernodes and backbones")
struct ReductionTests {
  /// Two triangles, a-b-c and d-e-f, that c-d and a-f join, and a single node g.
  private func sample(isDirected: Bool = false) throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b", "c", "d", "e", "f", "g"]),
      sources: [0, 1, 2, 3, 4, 5, 2, 5], targets: [1, 2, 0, 4, 5, 3, 3, 0], isDirected: isDirected)
    graph.weights = [1, 2, 3, 4, 5, 6, 7, 8]
    graph.nodeAttributes.set("side", .strings(["l", "l", "l", "r", "r", "r", nil]))
    return graph
  }

  private func column(_ graph: Graph, _ name: String) throws -> [String?] {
    let column = try #require(graph.nodeAttributes[name])
    return (0..<column.count).map { column[$0]?.description }
  }

  @Test("weights between are summed, those inside are counted")
  func aggregateByText() throws {
    let graph = try sample()
    let aggregate = try graph.aggregated(by: #require(graph.nodeAttributes["side"]))
    let small = aggregate.graph
    #expect(Array(small.nodeIDs) == ["l", "r", "no value"])
    #expect(small.sources == [0] && small.targets == [1] && small.weights == [15])
    #expect(small.edgeAttributes["edges", 0] == .integer(2))
    #expect(try column(small, "label") == ["l", "r", "no value"])
    #expect(try column(small, "members") == ["3", "3", "1"])
    #expect(try column(small, "inner_edges") == ["3", "3", "0"])
    #expect(try column(small, "inner_weight") == ["6.0", "15.0", "0.0"])
    #expect(aggregate.supernodes.classOfNode == [0, 0, 0, 1, 1, 1, 2])
    #expect(aggregate.supernodes.nodes(of: 1) == [3, 4, 5])
    #expect(
      aggregate.memberColumns[0].values == .strings(["l", "l", "l", "r", "r", "r", "no value"]))
  }

  @Test("attributes that all members share are kept")
  func sharedAttributes() throws {
    var graph = try sample()
    graph.nodeAttributes.set("shared", .integers([1, 1, 1, 2, 2, 2, nil]))
    graph.nodeAttributes.set("own", .integers([1, 1, 1, 2, 2, 3, nil]))
    let small = try graph.aggregated(by: #require(graph.nodeAttributes["side"])).graph
    #expect(try column(small, "shared") == ["1", "2", nil])
    #expect(small.nodeAttributes["own"] == nil)
  }

  @Test("directions are kept apart, and weights that are not finite do not spread")
  func directed() throws {
    var graph = try sample(isDirected: true)
    graph.weights?[7] = .infinity
    let small = try graph.aggregated(by: #require(graph.nodeAttributes["side"])).graph
    #expect(small.isDirected && small.sources == [0, 1] && small.targets == [1, 0])
    #expect(small.weights == [7, 1])
  }

  @Test("a community is called by its member of the highest PageRank")
  func names() throws {
    let graph = try sample()
    let community = try NodeMeasure.community.column(of: graph)
    let aggregate = try graph.aggregated(by: community, isNumbering: true)
    let numbered = try column(graph.aggregated(by: community).graph, "label")
    let names = try column(aggregate.graph, "label")
    let ranks = try graph.topology.pageRank(weights: graph.weights).scores
    #expect(names.count > 1)
    for supernode in names.indices {
      let members = aggregate.supernodes.nodes(of: supernode).map { Int($0) }
      let top = try #require(members.max { ranks[$0] < ranks[$1] })
      #expect(names[supernode] == graph.nodeIDs[top])
      let number = try #require(community[top]?.description)
      #expect(numbered[supernode] == "\(number): \(graph.nodeIDs[top])")
    }
  }

  @Test("lists of names come back as they were, but for a space that no longer breaks")
  func listsOfNames() {
    let names = ["Kant; Hume", "a;b", "c"]
    let back = GraphAggregate.names(in: GraphAggregate.list(of: names))
    #expect(back == ["Kant;\u{A0}Hume", "a;b", "c"])
  }

  @Test("sums of aggregates are those of the graph", arguments: [false, true])
  func sums(isDirected: Bool) throws {
    let count = 200
    let edges = (0..<900).map { (($0 * 37) % count, ($0 * $0 * 11 + 5) % count) }
    var graph = try Graph(nodeCount: count, edges: edges, isDirected: isDirected)
    graph.weights = (0..<900).map { Double($0 % 7) }
    let values = (0..<count).map { Optional($0 % 13) }
    let aggregate = try graph.aggregated(by: AttributeColumn("k", .integers(values)))
    var expected: [[String]: Double] = [:]
    for (place, (source, target)) in edges.enumerated() where source % 13 != target % 13 {
      let ends = ["\(source % 13)", "\(target % 13)"]
      expected[isDirected ? ends : ends.sorted(), default: 0] += Double(place % 7)
    }
    let small = aggregate.graph
    var found: [[String]: Double] = [:]
    for edge in 0..<small.edgeCount {
      let ends = [small.nodeIDs[Int(small.sources[edge])], small.nodeIDs[Int(small.targets[edge])]]
      found[isDirected ? ends : ends.sorted()] = small.weights?[edge]
    }
    #expect(found == expected && found.count == small.edgeCount)
  }

  @Test("empty graphs, values of another graph, and ids that are taken")
  func oddAggregates() throws {
    let empty = try Graph(nodeCount: 0, edges: [])
    #expect(try empty.aggregated(by: AttributeColumn("k", .integers([]))).graph.nodeCount == 0)
    let pair = try Graph(nodeCount: 2, edges: [(0, 1)])
    #expect(throws: GraphError.self) {
      try pair.aggregated(by: AttributeColumn("k", .integers([1])))
    }
    let taken = try pair.aggregated(by: AttributeColumn("k", .strings(["no value", nil])))
    #expect(Array(taken.graph.nodeIDs) == ["no value", "no value_"])
    let nans = try pair.aggregated(by: AttributeColumn("k", .doubles([.nan, .nan])))
    #expect(nans.graph.nodeCount == 1)
  }

  @Test("the disparity of a star's rays follows its formula, in each direction")
  func disparities() throws {
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2)]
    let weights = [6.0, 3, 1, 1]
    let both = try GraphTopology(nodeCount: 4, edges: edges).disparities(weights: weights)
    // At node 0 of degree 3 and strength 10: (1 - w / 10)^2. At nodes 1 and 2, of degree 2: 1 - share.
    let expected = [1.0 / 7, 0.25, 0.81, 0.75]
    for (value, wanted) in zip(both, expected) { #expect(abs(value - wanted) < 1e-12) }
    let directed = try GraphTopology(nodeCount: 4, edges: edges, isDirected: true)
    // Only 0 has more than one edge out, only 2 more than one in.
    let wanted = [0.16, 0.25, 0.81, 0.75]
    for (value, wanted) in zip(try directed.disparities(weights: weights), wanted) {
      #expect(abs(value - wanted) < 1e-12)
    }
    var graph = try Graph(GraphTopology(nodeCount: 4, edges: edges))
    graph.weights = weights
    #expect(try graph.backbone(significance: 0.3).weights == [6, 3])
    #expect(throws: GraphError.self) { try graph.backbone(significance: 2) }
    graph.weights = [1, -1, 1, 1]
    #expect(throws: GraphError.self) { try graph.backbone(significance: 0.3) }
  }

  @Test("parallel edges are judged as one, loops are none")
  func parallel() throws {
    var graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 0), (0, 2), (0, 0)])
    graph.weights = [2, 4, 1, 100]
    let values = try graph.topology.disparities(weights: graph.weights)
    #expect(values[0] == values[1] && abs(values[0] - 1.0 / 7) < 1e-12 && values[3] == 1)
    #expect(try graph.maximumSpanningForest().weights == [2, 4, 1])
  }

  @Test("a spanning backbone keeps every component together by its heaviest edges")
  func spanning() throws {
    let graph = try sample()
    let tree = try graph.maximumSpanningForest()
    #expect(tree.weights == [2, 5, 6, 7, 8])
    #expect(tree.topology.connectedComponents() == graph.topology.connectedComponents())
    #expect(try sample(isDirected: true).maximumSpanningForest().weights == tree.weights)
  }
}
