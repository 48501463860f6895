import ForceSimulation
import GraphModel

/// A graph with its style at one moment: the content of a view. It is a value; views apply a new
/// one as a difference to the current one. That of a declared graph has its handle, forces and pace too.
public struct GraphSnapshot<ID: Hashable & Sendable>: Sendable, Equatable {
  /// The unique id of each node.
  public private(set) var ids: [ID]
  /// The nodes and edges with their attributes, by number.
  public private(set) var graph: Graph
  /// The style that the graph defines.
  var looks: ViewLooks
  /// The label of each node; empty for none.
  var labels: [String]
  var legend: [ViewLegend] = []
  /// True if the view may choose a style by degree or by attributes.
  var hasPlainLooks = false
  /// What a declared graph says beside its nodes and links; nil for other graphs.
  var declaration: GraphDeclaration<ID>?

  init(
    ids: [ID], graph: Graph, looks: ViewLooks, labels: [String], legend: [ViewLegend] = [],
    hasPlainLooks: Bool = false
  ) {
    self.ids = ids
    self.graph = graph
    self.looks = looks
    self.labels = labels
    self.legend = legend
    self.hasPlainLooks = hasPlainLooks
  }

  /// False if a graph from a file has no node attributes. A declared or empty graph may get some
  /// later.
  var mayHaveAttributes: Bool {
    !hasPlainLooks || ids.isEmpty || !graph.nodeAttributes.columns.isEmpty
  }

  /// True if nodes may be drawn as other than discs without an outline. Those of a declared graph
  /// may at any time.
  var mayHaveShapes: Bool {
    !hasPlainLooks || looks.nodeShapes.contains { $0 != 0 }
      || looks.nodeStrokes.contains { $0 != 0 }
  }
  /// True if links may be drawn as other than lines from one node to another. Those of a declared
  /// graph may at any time.
  var mayHaveCurves: Bool {
    let plain = LinkLook().flags
    return !hasPlainLooks || looks.linkFlags.contains { $0 & 31 != plain }
      || zip(graph.sources, graph.targets).contains { $0 == $1 }
  }

  /// The number of nodes.
  package var nodeCount: Int { ids.count }
  /// The number of links.
  package var linkCount: Int { graph.edgeCount }

  var ends: LinkEnds {
    var ends: [UInt32] = []
    ends.reserveCapacity(2 * linkCount)
    for (source, target) in zip(graph.sources, graph.targets) {
      ends.append(UInt32(truncatingIfNeeded: source))
      ends.append(UInt32(truncatingIfNeeded: target))
    }
    return LinkEnds(ends: ends)
  }

  var links: [Link<ID>] {
    zip(graph.sources, graph.targets).map { Link(ids[Int($0)], ids[Int($1)]) }
  }

  /// The links by node indices.
  var indexedLinks: [Link<Int>] {
    zip(graph.sources, graph.targets).map { Link(Int($0), Int($1)) }
  }

  /// Returns the same graph with the nodes reordered: new node i is old node `order[i]`. O(nodes +
  /// links).
  func arranged(_ order: [Int]) -> GraphSnapshot {
    if order.indices.allSatisfy({ order[$0] == $0 }) { return self }
    var places = [Int32](repeating: 0, count: order.count)
    for (place, old) in order.enumerated() { places[old] = Int32(truncatingIfNeeded: place) }
    var new = self
    new.ids = order.map { ids[$0] }
    new.labels = labels.isEmpty ? [] : order.map { labels[$0] }
    new.looks = looks.arranged(nodes: order, links: Array(0..<linkCount))
    new.graph = graph.arranged(order, places)
    return new
  }

  // MARK: Differences

  /// The kind of change that leads to another snapshot.
  enum Difference: Hashable {
    /// Nothing.
    case none
    /// Only the style differs.
    case looks
    /// Nodes or links are added or removed.
    case graph
  }

  /// Returns the difference from this snapshot to a newer one. O(nodes + links).
  func difference(to new: GraphSnapshot) -> Difference {
    guard ids.elementsEqual(new.ids, by: { ExactKey($0) == ExactKey($1) }),
      graph.sources == new.graph.sources,
      graph.targets == new.graph.targets
    else { return .graph }
    return looks == new.looks && labels == new.labels && legend == new.legend
      && graph.nodeAttributes == new.graph.nodeAttributes
      && graph.edgeAttributes == new.graph.edgeAttributes ? .none : .looks
  }

  /// Returns true if both show the same, and by the same handle. Forces are not compared.
  /// O(nodes + links).
  public static func == (left: Self, right: Self) -> Bool {
    left.declaration == right.declaration && left.difference(to: right) == .none
  }

  /// Returns the order of a newer snapshot's nodes that an edit of a simulation produces: nodes
  /// that remain in their current order, then new ones. O(nodes).
  func order(of new: GraphSnapshot) -> [Int] {
    var places: [ExactKey<ID>: Int] = [:]
    places.reserveCapacity(new.ids.count)
    for (place, id) in new.ids.enumerated() { places[ExactKey(id)] = place }
    var order: [Int] = []
    order.reserveCapacity(new.ids.count)
    var isKept = [Bool](repeating: false, count: new.ids.count)
    for id in ids {
      guard let place = places[ExactKey(id)] else { continue }
      order.append(place)
      isKept[place] = true
    }
    for place in new.ids.indices where !isKept[place] { order.append(place) }
    return order
  }

  /// Returns the index in this snapshot of each node of a newer one; `UInt32.max` for a new node.
  func previousIndices(of new: GraphSnapshot) -> [UInt32] {
    var places: [ExactKey<ID>: Int] = [:]
    places.reserveCapacity(ids.count)
    for (place, id) in ids.enumerated() { places[ExactKey(id)] = place }
    return new.ids.map { id in places[ExactKey(id)].map { UInt32(clamping: $0) } ?? .max }
  }
}

extension Graph {
  /// Returns the graph with its nodes reordered. `places` is the inverse of `order`.
  fileprivate func arranged(_ order: [Int], _ places: [Int32]) -> Graph {
    let names = order.map { nodeIDs[$0] }
    var new = Graph(
      checkedNodeIDs: NodeIDs(unique: names), sources: sources.map { places[Int($0)] },
      targets: targets.map { places[Int($0)] }, isDirected: isDirected)
    new.weights = weights
    new.edgeAttributes = edgeAttributes
    new.attributes = attributes
    new.dialect = dialect
    new.groups = groups.map { group in
      var group = group
      group.nodes = group.nodes.map { Int(places[$0]) }
      return group
    }
    var table = AttributeTable(rowCount: nodeCount)
    for column in nodeAttributes.columns { table[column.name] = column.arranged(order) }
    new.nodeAttributes = table
    new.positions = positions.map { positions in
      switch positions {
      case .plane(let points): .plane(order.map { points[$0] })
      case .space(let points): .space(order.map { points[$0] })
      }
    }
    return new
  }
}

extension AttributeColumn {
  fileprivate func arranged(_ order: [Int]) -> AttributeColumn {
    let arranged: Values =
      switch values {
      case .strings(let values): .strings(order.map { values[$0] })
      case .integers(let values): .integers(order.map { values[$0] })
      case .doubles(let values): .doubles(order.map { values[$0] })
      case .booleans(let values): .booleans(order.map { values[$0] })
      }
    return AttributeColumn(name, arranged)
  }
}
