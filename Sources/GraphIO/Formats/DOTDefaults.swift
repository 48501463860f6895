/// The values that nodes, or edges, have unless they say otherwise.
struct DOTDefaults {
  /// The values before, by name; nil for a name that is new.
  typealias Changes = [(name: String, value: String?)]

  private var values: [ExactText: String] = [:]
  /// In the order in which they were added.
  private(set) var names: [String] = []

  subscript(name: String) -> String? { values[ExactText(name)] }

  /// Returns the value before.
  @discardableResult
  mutating func set(_ name: String, _ value: String) -> String? {
    let old = values.updateValue(value, forKey: ExactText(name))
    if old == nil { names.append(name) }
    return old
  }

  mutating func set(_ name: String, _ value: String, _ changes: inout Changes) {
    changes.append((name, set(name, value)))
  }

  /// Sets all of others.
  mutating func set(_ others: DOTDefaults, _ changes: inout Changes) {
    for name in others.names { set(name, others[name] ?? "", &changes) }
  }

  /// Takes changes back, at the end of the braces that made them.
  mutating func restore(_ changes: Changes) {
    for (name, value) in changes.reversed() {
      values[ExactText(name)] = value
      if value == nil { names.removeLast() }
    }
  }
}

/// The defaults of nodes and those of edges.
struct DOTDefaultPair {
  enum Kind { case nodes, edges }
  struct Changes {
    var nodes = DOTDefaults.Changes()
    var edges = DOTDefaults.Changes()
  }

  private(set) var nodes = DOTDefaults()
  private(set) var edges = DOTDefaults()

  /// Returns how many there are now.
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

  /// For defaults that are never taken back.
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

  /// Sets all of others.
  mutating func set(_ others: DOTDefaultPair, _ changes: inout Changes) {
    nodes.set(others.nodes, &changes.nodes)
    edges.set(others.edges, &changes.edges)
  }

  mutating func restore(_ changes: Changes) {
    nodes.restore(changes.nodes)
    edges.restore(changes.edges)
  }
}
