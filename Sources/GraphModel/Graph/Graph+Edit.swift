extension Graph {
  /// A change of nodes, edges and their values by id, made at once and as a whole.
  ///
  ///     try graph.edit { edit in
  ///       edit.insert("Marius")
  ///       edit.link("Marius", "Cosette", weight: 21)
  ///       edit.set("group", to: 4, for: "Marius")
  ///     }
  ///
  /// A value: it can be prepared anywhere, kept, encoded, and given to `Graph.apply(_:)`. The changes act
  /// in their sequence. Nothing is checked before the edit is applied. An edit of a running simulation
  /// (`LiveEdit` of ForceSimulationLive) has the same verbs with the same meaning.
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

    /// True when there are no changes.
    public var isEmpty: Bool { changes.isEmpty }

    /// Adds a node, without a position and without attributes. The edit fails when a node has the id
    /// already.
    public mutating func insert(_ id: String) { changes.append(.insert(id: id)) }

    /// Removes a node and its edges. The edit fails when there is none.
    public mutating func remove(_ id: String) { changes.append(.remove(id: id)) }

    /// Adds an edge; one that is there already stays as it is, but for a weight that is given. The edit
    /// fails when an end is missing.
    ///
    /// - Parameter weight: nil for 1 in a graph that has weights.
    public mutating func link(_ source: String, _ target: String, weight: Double? = nil) {
      changes.append(.link(source: source, target: target, weight: weight))
    }

    /// Removes the edges from the one node to the other; in an undirected graph either way. The edit
    /// fails when there is none.
    public mutating func unlink(_ source: String, _ target: String) {
      changes.append(.unlink(source: source, target: target))
    }

    /// Sets an attribute of a node; nil removes its value. The edit fails when there is no such node,
    /// and when the values of the attribute are of another type.
    public mutating func set(_ attribute: String, to value: AttributeValue?, for id: String) {
      changes.append(.nodeValue(attribute: attribute, value: value, id: id))
    }

    /// Sets an attribute of all edges from the one node to the other; in an undirected graph either
    /// way. The edit fails when there is none, and when the values of the attribute are of another
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
    /// The number of nodes that are new.
    public var insertedNodes = 0
    /// The number of nodes that are gone.
    public var removedNodes = 0
    /// The number of edges that are new.
    public var insertedEdges = 0
    /// The number of edges that are gone, those of removed nodes included.
    public var removedEdges = 0

    /// No change.
    public init() {}

    /// True when nodes and edges are what they were.
    public var isEmpty: Bool { self == Change() }
  }

  /// Prepares an edit and applies it. The graph is as before when the edit, or `body`, fails.
  @discardableResult
  public mutating func edit(_ body: (inout Edit) throws -> Void) throws -> Change {
    var edit = Edit()
    try body(&edit)
    return try apply(edit)
  }

  /// Applies an edit. Nodes and edges that stay keep their values, and their sequence; new ones come
  /// after them. O(nodes + edges + changes).
  ///
  /// - Throws: `GraphError` with the first change that cannot be made; the graph is as before then.
  @discardableResult
  public mutating func apply(_ edit: Edit) throws(GraphError) -> Change {
    var editor = GraphEditor(self)
    for change in edit.changes { try editor.make(change) }
    let (graph, change) = try editor.finish()
    self = graph
    return change
  }
}
