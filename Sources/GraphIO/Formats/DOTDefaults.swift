/// The default attribute values of nodes, or of edges.
struct DOTDefaults {
  /// The previous values, by name; nil for a new name.
  typealias Changes = [(name: String, value: String?)]

  private var values: [ExactText: String] = [:]
  /// The names in the order in which they were added.
  private(set) var names: [String] = []

  subscript(name: String) -> String? { values[ExactText(name)] }

  /// Sets a value and returns the previous one.
  @discardableResult
  mutating func set(_ name: String, _ value: String) -> String? {
    let old = values.updateValue(value, forKey: ExactText(name))
    if old == nil { names.append(name) }
    return old
  }

  mutating func set(_ name: String, _ value: String, _ changes: inout Changes) {
    changes.append((name, set(name, value)))
  }

  /// Sets all values of other defaults.
  mutating func set(_ others: DOTDefaults, _ changes: inout Changes) {
    for name in others.names { set(name, others[name] ?? "", &changes) }
  }

  /// Reverts changes, at the end of the braces that made them.
  mutating func restore(_ changes: Changes) {
    for (name, value) in changes.reversed() {
      values[ExactText(name)] = value
      if value == nil { names.removeLast() }
    }
  }
}

/// The defaults of nodes and of edges.
struct DOTDefaultPair {
  enum Kind { case nodes, edges }
  struct Changes {
    var nodes = DOTDefaults.Changes()
    var edges = DOTDefaults.Changes()
  }

  private(set) var nodes = DOTDefaults()
  private(set) var edges = DOTDefaults()

  /// Sets a default and returns the number of defaults of that kind.
  mutating func set(
    _ kind: Kind, _ name: String, _ value: String, _ changes: inout Changes
  ) -> Int {
    switch kind {
    case .nodes:
      nodes.set(name, value, &changes.nodes)
      return nodes.names.count
    case .edges:
      edges.set(name, value, &changes.edges)
      return edges.names.count
    }
  }

  /// Sets a default that is never reverted.
  mutating func set(_ kind: Kind, _ name: String, _ value: String) -> Int {
    switch kind {
    case .nodes:
      nodes.set(name, value)
      return nodes.names.count
    case .edges:
      edges.set(name, value)
      return edges.names.count
    }
  }

  /// Sets all values of other defaults.
  mutating func set(_ others: DOTDefaultPair, _ changes: inout Changes) {
    nodes.set(others.nodes, &changes.nodes)
    edges.set(others.edges, &changes.edges)
  }

  mutating func restore(_ changes: Changes) {
    nodes.restore(changes.nodes)
    edges.restore(changes.edges)
  }
}
