extension Graph {
  /// A change of nodes, edges and their values by id, applied atomically.
  ///
  ///     try graph.edit { edit in
  ///       edit.insert("Marius")
  ///       edit.link("Marius", "Cosette", weight: 21)
  ///       edit.set("group", to: 4, for: "Marius")
  ///     }
  ///
  /// An edit is a value: it can be prepared anywhere, stored, encoded, and passed to
  /// `Graph.apply(_:)`. The changes are applied in order. Nothing is checked before the edit is
  /// applied. An edit of a running simulation (`LiveEdit` of ForceSimulationLive) has the same
  /// methods with the same meaning.
  public struct Edit: Sendable, Hashable, Codable {
    enum Change: Sendable, Hashable, Codable {
      case insert(id: String)
      case remove(id: String)
      case link(source: String, target: String, weight: Double?)
      case unlink(source: String, target: String)
      case nodeValue(attribute: String, value: AttributeValue?, id: String)
      case edgeValue(attribute: String, value: AttributeValue?, source: String, target: String)
    }

    var changes: [Change] = []

    /// An edit that changes nothing.
    public init() {}

    /// True if there are no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// Adds a node, without a position and attributes. The edit fails if the id exists already.
    public mutating func insert(_ id: String) { changes.append(.insert(id: id)) }

    /// Removes a node and its edges. The edit fails if there is no such node.
    public mutating func remove(_ id: String) { changes.append(.remove(id: id)) }

    /// Adds an edge. An existing edge is left unchanged, except for a given weight. The edit fails
    /// if an end does not exist.
    ///
    /// - Parameter weight: nil for 1 in a graph with weights.
    public mutating func link(_ source: String, _ target: String, weight: Double? = nil) {
      changes.append(.link(source: source, target: target, weight: weight))
    }

    /// Removes the edges from one node to another; in an undirected graph, in either direction. The
    /// edit fails if there are none.
    public mutating func unlink(_ source: String, _ target: String) {
      changes.append(.unlink(source: source, target: target))
    }

    /// Sets an attribute of a node; nil removes its value. The edit fails if there is no such node,
    /// or the values of the attribute are of another type.
    public mutating func set(_ attribute: String, to value: AttributeValue?, for id: String) {
      changes.append(.nodeValue(attribute: attribute, value: value, id: id))
    }

    /// Sets an attribute of all edges from one node to another; in an undirected graph, in either
    /// direction. The edit fails if there are none, or the values of the attribute are of another
    /// type.
    public mutating func set(
      _ attribute: String, to value: AttributeValue?, for source: String, _ target: String
    ) {
      changes.append(
        .edgeValue(attribute: attribute, value: value, source: source, target: target))
    }
  }

  /// The effect of an edit.
  public struct Change: Sendable, Hashable {
    /// The number of new nodes.
    public var insertedNodes = 0
    /// The number of removed nodes.
    public var removedNodes = 0
    /// The number of new edges.
    public var insertedEdges = 0
    /// The number of removed edges, including those of removed nodes.
    public var removedEdges = 0

    /// Creates an empty change.
    public init() {}

    /// True if nodes and edges are unchanged.
    public var isEmpty: Bool { self == Change() }
  }

  /// Prepares an edit and applies it. If the edit or `body` fails, the graph is unchanged.
  @discardableResult
  public mutating func edit(_ body: (inout Edit) throws -> Void) throws -> Change {
    var edit = Edit()
    try body(&edit)
    return try apply(edit)
  }

  /// Applies an edit. Existing nodes and edges keep their values and their order; new ones are
  /// appended. O(nodes + edges + changes).
  ///
  /// - Throws: `GraphError` for the first invalid change; the graph is unchanged then.
  @discardableResult
  public mutating func apply(_ edit: Edit) throws(GraphError) -> Change {
    var editor = GraphEditor(self)
    for change in edit.changes { try editor.make(change) }
    let (graph, change) = try editor.finish()
    self = graph
    return change
  }
}
