/// The adjacency data of networkx. Undirected edges are in the lists of both nodes, and are merged.
struct JSONAdjacency {
  struct Entry {
    var node: Int
    var target: JSONGraphReader.End
    var values: [(String, AttributeValue)]
  }
  private(set) var entries: [Entry] = []
  private var nodeCount = 0

  mutating func beginNode() { nodeCount += 1 }

  mutating func add(_ target: JSONGraphReader.End, _ values: [(String, AttributeValue)]) {
    entries.append(Entry(node: nodeCount - 1, target: target, values: values))
  }

  /// Returns the edges, once all nodes are known.
  func edges(
    isDirected: Bool, _ builder: GraphBuilder, _ text: TextScanner
  ) throws(GraphFileError) -> [JSONGraphReader.Edge] {
    guard nodeCount == builder.nodeCount else {
      throw text.unexpected(
        "\(nodeCount) lists of neighbours", expected: "one for each of \(builder.nodeCount) nodes")
    }
    var result: [JSONGraphReader.Edge] = []
    var balance: [UInt64: Int] = [:]
    for entry in entries {
      guard let target = builder.node(entry.target.value.description) else {
        throw text.unexpected(
          shown(entry.target.value.description), expected: "the id of a node",
          at: entry.target.place)
      }
      if !isDirected, target != entry.node {
        let key = UInt64(min(target, entry.node)) << 32 | UInt64(max(target, entry.node))
        balance[key, default: 0] += entry.node < target ? 1 : -1
        if target < entry.node { continue }
      }
      let source = JSONGraphReader.End(
        value: .string(builder.ids[entry.node]), place: entry.target.place)
      let end = JSONGraphReader.End(value: .string(builder.ids[target]), place: entry.target.place)
      result.append(JSONGraphReader.Edge(source: source, target: end, values: entry.values))
    }
    if balance.values.contains(where: { $0 != 0 }) {
      throw text.unexpected(
        "an edge that only one of its nodes lists",
        expected: "each edge in the lists of both nodes, as \"directed\" is not true")
    }
    return result
  }
}
