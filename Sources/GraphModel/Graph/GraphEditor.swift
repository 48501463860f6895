/// Applies the changes of an edit. Nodes and edges keep their numbers until the end, when removed
/// ones are dropped.
struct GraphEditor {
  private let graph: Graph
  private var newIDs: [String] = []
  /// New nodes, and nodes that were removed and added again, by id.
  private var newNodes: [ExactText: Int] = [:]
  private var isNodeGone: [Bool]
  private var newSources: [Int32] = []
  private var newTargets: [Int32] = []
  private var isEdgeGone: [Bool]
  private var newWeights: [Int: Double] = [:]
  /// The current edges by their ends; nil until needed.
  private var edgesByEnds: [Ends: [Int]]?
  private var nodeValues: [Value] = []
  private var edgeValues: [Value] = []

  private struct Ends: Hashable {
    var source: Int32
    var target: Int32
  }

  /// An attribute value to set for a node or an edge.
  fileprivate struct Value {
    var attribute: String
    var value: AttributeValue?
    var row: Int
  }

  init(_ graph: Graph) {
    self.graph = graph
    isNodeGone = [Bool](repeating: false, count: graph.nodeCount)
    isEdgeGone = [Bool](repeating: false, count: graph.edgeCount)
  }

  // MARK: Changes

  mutating func make(_ change: Graph.Edit.Change) throws(GraphError) {
    switch change {
    case .insert(let id): try insert(id)
    case .remove(let id): remove(try node(id))
    case .link(let source, let target, let weight):
      link(Int32(try node(source)), Int32(try node(target)), weight: weight)
    case .unlink(let source, let target):
      let ends = try ends(source, target)
      for edge in try edges(ends, source, target) { isEdgeGone[edge] = true }
      edgesByEnds?[ends] = nil
    case .nodeValue(let attribute, let value, let id):
      nodeValues.append(Value(attribute: attribute, value: value, row: try node(id)))
    case .edgeValue(let attribute, let value, let source, let target):
      for edge in try edges(try ends(source, target), source, target) {
        edgeValues.append(Value(attribute: attribute, value: value, row: edge))
      }
    }
  }

  private func find(_ id: String) -> Int? {
    if let node = newNodes[ExactText(id)] { return isNodeGone[node] ? nil : node }
    guard let node = graph.nodeIDs.index(of: id), !isNodeGone[node] else { return nil }
    return node
  }

  private func node(_ id: String) throws(GraphError) -> Int {
    guard let node = find(id) else { throw GraphError("there is no node \"\(id)\"") }
    return node
  }

  private mutating func insert(_ id: String) throws(GraphError) {
    if find(id) != nil { throw GraphError("there is a node \"\(id)\" already") }
    newNodes[ExactText(id)] = graph.nodeCount + newIDs.count
    newIDs.append(id)
    isNodeGone.append(false)
  }

  private mutating func remove(_ node: Int) {
    isNodeGone[node] = true
    // Its edges are removed with the node at the end; the index by ends becomes invalid.
    edgesByEnds = nil
  }

  /// Returns the ends of an edge; in an undirected graph the lower node is the source.
  private func ends(_ source: String, _ target: String) throws(GraphError) -> Ends {
    let (source, target) = (Int32(try node(source)), Int32(try node(target)))
    return ends(source, target)
  }

  private func ends(_ source: Int32, _ target: Int32) -> Ends {
    graph.isDirected || source <= target
      ? Ends(source: source, target: target) : Ends(source: target, target: source)
  }

  private func isGone(_ edge: Int) -> Bool {
    let (source, target) =
      edge < graph.edgeCount
      ? (graph.sources[edge], graph.targets[edge])
      : (newSources[edge - graph.edgeCount], newTargets[edge - graph.edgeCount])
    return isEdgeGone[edge] || isNodeGone[Int(source)] || isNodeGone[Int(target)]
  }

  private mutating func findEdges() {
    if edgesByEnds != nil { return }
    var found: [Ends: [Int]] = [:]
    for edge in isEdgeGone.indices where !isGone(edge) {
      let new = edge - graph.edgeCount
      let ends =
        new < 0
        ? ends(graph.sources[edge], graph.targets[edge]) : ends(newSources[new], newTargets[new])
      found[ends, default: []].append(edge)
    }
    edgesByEnds = found
  }

  private mutating func edges(
    _ ends: Ends, _ source: String, _ target: String
  ) throws(GraphError) -> [Int] {
    findEdges()
    guard let edges = edgesByEnds?[ends] else {
      throw GraphError("there is no edge from \"\(source)\" to \"\(target)\"")
    }
    return edges
  }

  private mutating func link(_ source: Int32, _ target: Int32, weight: Double?) {
    findEdges()
    let ends = ends(source, target)
    var edges = edgesByEnds?[ends] ?? []
    if edges.isEmpty {
      edges = [isEdgeGone.count]
      edgesByEnds?[ends] = edges
      newSources.append(source)
      newTargets.append(target)
      isEdgeGone.append(false)
    }
    if let weight { for edge in edges { newWeights[edge] = weight } }
  }

  // MARK: The result

  func finish() throws(GraphError) -> (Graph, Graph.Change) {
    let nodes = isNodeGone.indices.filter { !isNodeGone[$0] }
    let edges = isEdgeGone.indices.filter { !isGone($0) }
    var numbers = [Int32](repeating: -1, count: isNodeGone.count)
    for (new, old) in nodes.enumerated() { numbers[old] = Int32(truncatingIfNeeded: new) }
    let (sources, targets) = (graph.sources + newSources, graph.targets + newTargets)
    let kept = nodes.prefix { $0 < graph.nodeCount }
    let keptEdges = edges.prefix { $0 < graph.edgeCount }
    let ids: Graph.NodeIDs =
      newIDs.isEmpty && kept.count == graph.nodeCount
      ? graph.nodeIDs
      : Graph.NodeIDs(
        unique: nodes.map {
          $0 < graph.nodeCount ? graph.nodeIDs[$0] : newIDs[$0 - graph.nodeCount]
        })
    var result = try Graph(
      nodeIDs: ids, sources: edges.map { numbers[Int(sources[$0])] },
      targets: edges.map { numbers[Int(targets[$0])] }, isDirected: graph.isDirected)
    result.attributes = graph.attributes
    result.dialect = graph.dialect
    result.groups = graph.groups.renumbered(numbers)
    result.weights = weights(of: edges)
    result.positions = graph.positions.map { $0.rows(nodes) }
    result.nodeAttributes = try graph.nodeAttributes.rows(nodes, setting: nodeValues)
    result.edgeAttributes = try graph.edgeAttributes.rows(edges, setting: edgeValues)
    var change = Graph.Change()
    change.insertedNodes = nodes.count - kept.count
    change.removedNodes = graph.nodeCount - kept.count
    change.insertedEdges = edges.count - keptEdges.count
    change.removedEdges = graph.edgeCount - keptEdges.count
    return (result, change)
  }

  private func weights(of edges: [Int]) -> [Double]? {
    if graph.weights == nil, newWeights.isEmpty { return nil }
    return edges.map { edge in
      newWeights[edge] ?? (edge < graph.edgeCount ? graph.weights?[edge] ?? 1 : 1)
    }
  }
}

extension NodePositions {
  /// Returns the positions of these nodes; NaN for new nodes.
  fileprivate func rows(_ nodes: [Int]) -> NodePositions {
    switch self {
    case .plane(let points):
      .plane(nodes.map { $0 < points.count ? points[$0] : SIMD2(repeating: .nan) })
    case .space(let points):
      .space(nodes.map { $0 < points.count ? points[$0] : SIMD3(repeating: .nan) })
    }
  }
}

extension AttributeTable {
  /// Returns the table of these rows; new rows only have the values that are set.
  fileprivate func rows(
    _ rows: [Int], setting values: [GraphEditor.Value]
  ) throws(GraphError) -> AttributeTable {
    var place: [Int: Int] = [:]
    if !values.isEmpty { for (new, old) in rows.enumerated() { place[old] = new } }
    var byName: [ExactText: [GraphEditor.Value]] = [:]
    var names = names
    for value in values {
      if self[value.attribute] == nil, byName[ExactText(value.attribute)] == nil {
        names.append(value.attribute)
      }
      byName[ExactText(value.attribute), default: []].append(value)
    }
    var table = AttributeTable(rowCount: rows.count)
    for name in names {
      var cells = rows.map { row -> AttributeValue? in
        row < rowCount ? self[name]?[row] : nil
      }
      var type = self[name]?.type
      for value in byName[ExactText(name)] ?? [] {
        guard let row = place[value.row] else { continue }
        cells[row] = try value.value?.converted(to: &type, attribute: name)
      }
      // An attribute that was only set to nil has no type.
      if let type { table.set(name, .init(cells, of: type)) }
    }
    return table
  }
}

extension AttributeValue {
  /// Returns the value converted to this type; the first value of an attribute determines its type.
  fileprivate func converted(
    to type: inout AttributeType?, attribute: String
  ) throws(GraphError) -> AttributeValue {
    guard let known = type, known != self.type else {
      type = self.type
      return self
    }
    if known == .double, case .integer(let value) = self { return .double(Double(value)) }
    throw GraphError(
      "the attribute \"\(attribute)\" is of type \(known); \(self) is of type \(self.type)")
  }
}

extension AttributeColumn.Values {
  /// Creates values from cells that are all nil or of this type.
  fileprivate init(_ cells: [AttributeValue?], of type: AttributeType) {
    switch type {
    case .string:
      self = .strings(cells.map { if case .string(let value)? = $0 { value } else { nil } })
    case .integer:
      self = .integers(cells.map { if case .integer(let value)? = $0 { value } else { nil } })
    case .double:
      self = .doubles(cells.map { if case .double(let value)? = $0 { value } else { nil } })
    case .boolean:
      self = .booleans(cells.map { if case .boolean(let value)? = $0 { value } else { nil } })
    }
  }
}
