import GraphModel
import GraphRendering

/// The supernodes of a view: groups of nodes of a graph, each of which is one node until a viewer
/// opens it.
package struct Supernodes: Sendable {
  /// The graph with all nodes.
  let whole: Graph
  let aggregate: GraphAggregate
  /// The ids of the supernodes, which are no ids of the whole graph.
  let ids: [String]
  /// The open supernodes, by number.
  private(set) var open: Set<Int> = []

  /// The attribute of all shown nodes with the name of their supernode, by which they are coloured.
  package static let nameAttribute = "supernode"
  /// The outline of supernodes.
  static let outline = RGBColor(red: 0x8C, green: 0x90, blue: 0x96).outline(1.5)

  /// Creates the supernodes of an aggregated graph; all are closed. Throws if the aggregate is of
  /// another graph.
  package init(_ aggregate: GraphAggregate, of whole: Graph) throws(GraphViewError) {
    guard aggregate.supernodes.classOfNode.count == whole.nodeCount else {
      throw .impossible(
        "the supernodes are of a graph with \(aggregate.supernodes.classOfNode.count) nodes, not "
          + "\(whole.nodeCount)")
    }
    self.whole = whole
    self.aggregate = aggregate
    let taken = Set(whole.nodeIDs.map(ExactText.init))
    var own: Set<ExactText> = []
    ids = aggregate.graph.nodeIDs.map { id in
      // Communities have numbers, as nodes may.
      var id = id
      while taken.contains(ExactText(id)) || own.contains(ExactText(id)) { id += "_" }
      own.insert(ExactText(id))
      return id
    }
  }

  var count: Int { ids.count }

  /// Returns the number of the supernode of a shown node: its own, or that of which it is a member;
  /// nil if there is no such node.
  func number(of id: String) -> (supernode: Int, isMember: Bool)? {
    if let number = ids.firstIndex(where: { ExactText($0) == ExactText(id) }),
      !open.contains(number)
    {
      return (number, false)
    }
    guard let node = whole.nodeIDs.index(of: id) else { return nil }
    let number = Int(aggregate.supernodes.classOfNode[node])
    return open.contains(number) ? (number, true) : nil
  }

  /// Opens a supernode, or closes it again.
  mutating func setOpen(_ isOpen: Bool, _ supernode: Int) {
    if isOpen { open.insert(supernode) } else { open.remove(supernode) }
  }

  /// Returns the ids of the members of a supernode, in the order of the whole graph. O(nodes).
  func members(of supernode: Int) -> [String] {
    aggregate.supernodes.nodes(of: supernode).map { whole.nodeIDs[Int($0)] }
  }

  /// Returns the graph of the members of a supernode, without attributes. O(nodes + edges).
  func inner(_ supernode: Int) -> Graph {
    let members = aggregate.supernodes.nodes(of: supernode)
    var places = [Int32](repeating: -1, count: whole.nodeCount)
    for (place, node) in members.enumerated() {
      places[Int(node)] = Int32(truncatingIfNeeded: place)
    }
    let edges = (0..<whole.edgeCount).filter {
      places[Int(whole.sources[$0])] >= 0 && places[Int(whole.targets[$0])] >= 0
    }
    var graph = Graph(
      checkedNodeIDs: Graph.NodeIDs(unique: members.map { whole.nodeIDs[Int($0)] }),
      sources: edges.map { places[Int(whole.sources[$0])] },
      targets: edges.map { places[Int(whole.targets[$0])] }, isDirected: whole.isDirected)
    graph.weights = whole.weights.map { weights in edges.map { weights[$0] } }
    return graph
  }

  /// Returns the shown graph: the closed supernodes, then the members of the open ones.
  ///
  /// Edges between members of open supernodes are those of the whole graph. The others are summed:
  /// their weight is the sum of the weights of the edges between the same two shown nodes, and their
  /// attribute `edges` is the number of those. O(nodes + edges).
  package func graph() -> Graph {
    let closed = (0..<count).filter { !open.contains($0) }
    let members = (0..<whole.nodeCount).filter {
      open.contains(Int(aggregate.supernodes.classOfNode[$0]))
    }
    var placeOfSupernode = [Int32](repeating: -1, count: count)
    for (place, supernode) in closed.enumerated() {
      placeOfSupernode[supernode] = Int32(truncatingIfNeeded: place)
    }
    var placeOfNode = aggregate.supernodes.classOfNode.map { placeOfSupernode[Int($0)] }
    for (place, node) in members.enumerated() {
      placeOfNode[node] = Int32(truncatingIfNeeded: closed.count + place)
    }
    let edges = shownEdges(placeOfNode, closedCount: closed.count)
    var graph = Graph(
      checkedNodeIDs: Graph.NodeIDs(
        unique: closed.map { ids[$0] } + members.map { whole.nodeIDs[$0] }),
      sources: edges.map(\.source), targets: edges.map(\.target), isDirected: whole.isDirected)
    graph.weights = edges.map(\.weight)
    graph.nodeAttributes = nodeAttributes(closed, members)
    graph.edgeAttributes = edgeAttributes(edges)
    graph.attributes = whole.attributes
    graph.dialect = whole.dialect
    return graph
  }

  private struct ShownEdge {
    var source: Int32
    var target: Int32
    var weight: Double
    /// The number of the edges that are summed.
    var count = 1
    /// The edge of the whole graph; nil for a sum.
    var own: Int?
  }

  private func shownEdges(_ placeOfNode: [Int32], closedCount: Int) -> [ShownEdge] {
    var sums: [SIMD2<Int32>: Int] = [:]
    var edges: [ShownEdge] = []
    for edge in 0..<whole.edgeCount {
      let (source, target) = (
        placeOfNode[Int(whole.sources[edge])], placeOfNode[Int(whole.targets[edge])]
      )
      let given = whole.weights?[edge] ?? 1
      let weight = given.isFinite ? given : 1
      if source >= closedCount, target >= closedCount {
        edges.append(
          ShownEdge(
            source: source, target: target, weight: whole.weights?[edge] ?? 1, own: edge))
        continue
      }
      // What is within a closed supernode is not shown.
      if source == target { continue }
      let key =
        whole.isDirected
        ? SIMD2(source, target) : SIMD2(min(source, target), max(source, target))
      if let place = sums[key] {
        edges[place].weight = min(edges[place].weight + weight, .greatestFiniteMagnitude)
        edges[place].count += 1
      } else {
        sums[key] = edges.count
        edges.append(ShownEdge(source: source, target: target, weight: weight))
      }
    }
    return edges
  }

  /// Returns the attributes of the whole graph for members and those of the aggregate for
  /// supernodes. Of two attributes of one name with other types the member's is kept.
  private func nodeAttributes(_ closed: [Int], _ members: [Int]) -> AttributeTable {
    var table = AttributeTable(rowCount: closed.count + members.count)
    let names = aggregate.graph.nodeAttributes
    let labels = names[StandardAttribute.label]
    func name(_ supernode: Int) -> String { labels?[supernode]?.description ?? ids[supernode] }
    for column in whole.nodeAttributes.columns where column.name != StandardAttribute.label {
      table[column.name] = column.rows(closed.map { _ in nil } + members.map(Optional.some))
    }
    let style = whole.nodeAttributes[StandardAttribute.label]
    table.set(
      StandardAttribute.label,
      .strings(
        closed.map(name) + members.map { style?[$0]?.description ?? whole.nodeIDs[$0] }))
    if table[GraphAggregate.membersAttribute] == nil {
      let sizes = names[GraphAggregate.membersAttribute]
      table.set(
        GraphAggregate.membersAttribute,
        .integers(
          closed.map { supernode in sizes?[supernode]?.number.map { Int($0) } ?? 1 }
            + members.map { _ in 1 }))
    }
    if table[Self.nameAttribute] == nil {
      table.set(
        Self.nameAttribute,
        .strings(closed.map(name) + members.map { name(Int(aggregate.supernodes.classOfNode[$0])) })
      )
    }
    return table
  }

  private func edgeAttributes(_ edges: [ShownEdge]) -> AttributeTable {
    var table = AttributeTable(rowCount: edges.count)
    for column in whole.edgeAttributes.columns {
      table[column.name] = column.rows(edges.map(\.own))
    }
    if table["edges"] == nil { table.set("edges", .integers(edges.map(\.count))) }
    return table
  }
}

extension AttributeColumn {
  /// Returns the values of some rows; nil rows have none.
  fileprivate func rows(_ rows: [Int?]) -> AttributeColumn {
    let picked: Values =
      switch values {
      case .strings(let values): .strings(rows.map { row in row.flatMap { values[$0] } })
      case .integers(let values): .integers(rows.map { row in row.flatMap { values[$0] } })
      case .doubles(let values): .doubles(rows.map { row in row.flatMap { values[$0] } })
      case .booleans(let values): .booleans(rows.map { row in row.flatMap { values[$0] } })
      }
    return AttributeColumn(name, picked)
  }
}
