extension Graph {
  /// Returns the induced subgraph of some nodes, in their present order, with their edges and all
  /// values. O(nodes + edges + values).
  ///
  /// - Parameter isKept: called once for each node, in order.
  public func subgraph(where isKept: (Int) throws -> Bool) rethrows -> Graph {
    let nodes = try (0..<nodeCount).filter(isKept)
    guard nodes.count < nodeCount else { return self }
    let (topology, edges) = topology.part(nodes)
    var part = Graph(
      checkedNodeIDs: NodeIDs(unique: nodes.map { nodeIDs[$0] }), sources: topology.sources,
      targets: topology.targets, isDirected: isDirected)
    part.weights = weights.map { weights in edges.map { weights[$0] } }
    part.positions = positions.map { positions in
      switch positions {
      case .plane(let places): .plane(nodes.map { places[$0] })
      case .space(let places): .space(nodes.map { places[$0] })
      }
    }
    part.nodeAttributes = nodeAttributes.part(nodes)
    part.edgeAttributes = edgeAttributes.part(edges)
    part.attributes = attributes
    part.dialect = dialect
    if !groups.isEmpty {
      var numbers = [Int32](repeating: -1, count: nodeCount)
      for (place, node) in nodes.enumerated() { numbers[node] = Int32(truncatingIfNeeded: place) }
      part.groups = groups.renumbered(numbers)
    }
    return part
  }

  /// Returns the graph with all nodes and some of the edges, and all values. O(nodes + edges +
  /// values).
  ///
  /// - Parameter isKept: called once for each edge, in order.
  public func keepingEdges(where isKept: (Int) throws -> Bool) rethrows -> Graph {
    let edges = try (0..<edgeCount).filter(isKept)
    guard edges.count < edgeCount else { return self }
    var part = Graph(
      checkedNodeIDs: nodeIDs, sources: edges.map { sources[$0] },
      targets: edges.map { targets[$0] }, isDirected: isDirected)
    part.weights = weights.map { weights in edges.map { weights[$0] } }
    part.positions = positions
    part.nodeAttributes = nodeAttributes
    part.edgeAttributes = edgeAttributes.part(edges)
    part.attributes = attributes
    part.dialect = dialect
    part.groups = groups
    return part
  }
}

extension GraphTopology {
  /// Returns the induced subgraph of some nodes, numbered by their positions in `nodes`, and its
  /// edges by their original numbers.
  func part(_ nodes: [Int]) -> (topology: GraphTopology, edges: [Int]) {
    var places = [Int32](repeating: -1, count: nodeCount)
    for (place, node) in nodes.enumerated() { places[node] = Int32(truncatingIfNeeded: place) }
    let edges = (0..<edgeCount).filter {
      places[Int(sources[$0])] >= 0 && places[Int(targets[$0])] >= 0
    }
    let topology = GraphTopology(
      trusted: nodes.count, sources: edges.map { places[Int(sources[$0])] },
      targets: edges.map { places[Int(targets[$0])] }, isDirected: isDirected)
    return (topology, edges)
  }
}

extension AttributeTable {
  func part(_ rows: [Int]) -> AttributeTable {
    AttributeTable(rowCount: rows.count, uniqueColumns: columns.map { $0.part(rows) })
  }
}

extension AttributeColumn {
  func part(_ rows: [Int]) -> AttributeColumn {
    let values: Values =
      switch values {
      case .strings(let values): .strings(rows.map { values[$0] })
      case .integers(let values): .integers(rows.map { values[$0] })
      case .doubles(let values): .doubles(rows.map { values[$0] })
      case .booleans(let values): .booleans(rows.map { values[$0] })
      }
    return AttributeColumn(name, values)
  }
}
