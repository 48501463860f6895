import GraphIO

extension GraphConstruct {
  static let all: [GraphConstruct] = [
    GraphConstruct("nodes by number") { count in graph(nodes: count) },
    GraphConstruct("nodes by name") { count in
      graph(nodes: 0, ids: (0..<count).map { "n \($0)" })
    },
    GraphConstruct("edges") { count in
      graph(nodes: 2, edges: count)
    },
    GraphConstruct("edges with weights") { count in
      var graph = graph(nodes: 2, edges: count)
      graph.weights = (0..<count).map { Double($0) + 0.5 }
      return graph
    },
    GraphConstruct("directed and undirected edges") { count in
      var graph = graph(nodes: 2, edges: count)
      graph.isDirected = true
      graph.edgeAttributes.set("directed", .booleans((0..<count).map { $0 % 2 == 0 }))
      return graph
    },
    GraphConstruct("places in the plane") { count in
      var graph = graph(nodes: count)
      graph.positions = .plane((0..<count).map { SIMD2(Double($0), 0.1) })
      return graph
    },
    GraphConstruct("places in space") { count in
      var graph = graph(nodes: count)
      graph.positions = .space((0..<count).map { SIMD3(Double($0), 0.1, 2) })
      return graph
    },
    GraphConstruct("values of nodes") { count in
      var graph = graph(nodes: count)
      graph.nodeAttributes.set("label", .strings((0..<count).map { "a \"\($0)\" <&>\\ é" }))
      graph.nodeAttributes.set("size", .doubles((0..<count).map { Double($0) }))
      graph.nodeAttributes.set("color", .strings((0..<count).map { _ in "#ff8000" }))
      return graph
    },
    GraphConstruct("values of edges") { count in
      var graph = graph(nodes: 2, edges: count)
      graph.edgeAttributes.set("label", .strings((0..<count).map { "b \($0)" }))
      graph.edgeAttributes.set("k", .integers((0..<count).map { $0 }))
      return graph
    },
    GraphConstruct("attributes of nodes") { count in
      var graph = graph(nodes: 8)
      for index in 0..<(count / 4) {
        graph.nodeAttributes.set("k\(index)", .integers(Array(repeating: index, count: 8)))
      }
      return graph
    },
    GraphConstruct("attributes of the graph") { count in
      var graph = graph(nodes: 1)
      for index in 0..<(count / 4) { graph.attributes["k\(index)"] = .integer(index) }
      return graph
    },
    GraphConstruct("a label of quotes") { count in label("\"", count) },
    GraphConstruct("a label of backslashes") { count in label("\\", count) },
    GraphConstruct("a label of ends of lines") { count in label("\n", count) },
    GraphConstruct("a label of marks") { count in label("<&>'", count) },
    GraphConstruct("a label beyond ASCII") { count in label("é", count) },
  ]

  private static func graph(nodes: Int, ids: [String]? = nil, edges: Int = 0) -> Graph {
    let nodeIDs = ids.flatMap { try? Graph.NodeIDs($0) } ?? Graph.NodeIDs(count: nodes)
    let ends = [Int32](repeating: 0, count: edges)
    guard let graph = try? Graph(nodeIDs: nodeIDs, sources: ends, targets: ends) else {
      fatalError("a graph of \(nodes) nodes and \(edges) edges cannot be")
    }
    return graph
  }

  private static func label(_ piece: String, _ count: Int) -> Graph {
    var graph = graph(nodes: 1)
    graph.nodeAttributes.set("label", .strings([String(repeating: piece, count: count)]))
    return graph
  }
}
