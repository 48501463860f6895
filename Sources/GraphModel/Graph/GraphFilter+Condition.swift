import RunSupport

extension GraphFilter {
  /// A comparison of a value of a node, or of an edge.
  struct Comparison: Sendable, Hashable {
    var name: String
    /// The required relation of the value to `value`.
    var relation: Relation
    /// The value as text.
    var value: String

    init(_ name: String, _ relation: Relation, _ value: String) {
      (self.name, self.relation, self.value) = (name, relation, value)
    }
  }
}

extension GraphFilter.Comparison: CustomStringConvertible {
  var description: String {
    relation == .contains ? "\(name) contains \(value)" : name + relation.rawValue + value
  }
}

extension GraphFilter.Comparison {
  /// The prefix of names of edge attributes.
  private static let edgePrefix = "edge."

  private var edgeName: String {
    name.hasPrefix(Self.edgePrefix) ? String(name.dropFirst(Self.edgePrefix.count)) : name
  }

  /// Returns true if the name is that of an edge attribute, and of nothing of nodes.
  func isAboutEdges(of graph: Graph) -> Bool {
    if graph.nodeAttributes[name] != nil { return false }
    if name.hasPrefix(Self.edgePrefix) { return true }
    return name != "id" && NodeMeasure(name) == nil && graph.edgeColumn(named: name) != nil
  }

  /// Returns the column of nodes to compare: an attribute, else `id`, else a measure.
  func column(of graph: Graph, _ control: RunControl) throws -> AttributeColumn {
    if let column = graph.nodeAttributes[name] { return column }
    if name == "id" {
      return AttributeColumn("id", .strings(graph.nodeIDs.map(Optional.some)))
    }
    guard let measure = NodeMeasure(anew: name) ?? NodeMeasure(name) else {
      let names = graph.nodeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw GraphError(
        "nodes have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names), and the "
          + "measures \(NodeMeasure.all.map(\.id).joined(separator: ", "))")
    }
    return try measure.column(of: graph, control: control)
  }

  /// Returns the column of edges to compare.
  func edgeColumn(of graph: Graph) throws -> AttributeColumn {
    if let column = graph.edgeColumn(named: edgeName) { return column }
    let names = graph.edgeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
    throw GraphError(
      "edges have no attribute \"\(edgeName)\"; they have \(names.isEmpty ? "none" : names)")
  }

  /// Returns a predicate that tests the comparison for a node or an edge, by its value in a column.
  func test(_ column: AttributeColumn) throws -> (Int) -> Bool {
    switch relation {
    case .contains:
      let pattern = GlobPattern(part: value)
      return { column[$0].map { pattern.matches($0.description) } ?? false }
    case .matches:
      let pattern = GlobPattern(value)
      return { column[$0].map { pattern.matches($0.description) } ?? false }
    default: break
    }
    if let numbers = column.numbers, let bound = Double(value) {
      let holds = relation
      return { holds.holds(numbers[$0], bound) }
    }
    guard relation == .equal || relation == .notEqual else {
      throw GraphError(
        column.numbers == nil
          ? "\"\(self)\": the attribute \"\(name)\" is of type \(column.type); \(relation.rawValue) "
            + "needs numbers" : "\"\(self)\": \"\(value)\" is no number")
    }
    let (wanted, isEqual) = (value, relation == .equal)
    return { (column[$0]?.description.hasSameBytes(as: wanted) ?? false) == isEqual }
  }
}

extension Graph {
  /// An attribute of edges by its name; the weights are one called `weight`, if no other is.
  package func edgeColumn(named name: String) -> AttributeColumn? {
    if let column = edgeAttributes[name] { return column }
    guard name == "weight", let weights else { return nil }
    return AttributeColumn(name, .doubles(weights.map(Optional.some)))
  }

  /// Throws when an expression is about nodes and edges at once.
  func isAboutEdges(_ expression: GraphFilter.Expression) throws(GraphError) -> Bool {
    let kinds = Set(expression.comparisons.map { $0.isAboutEdges(of: self) })
    guard kinds.count < 2 else {
      throw GraphError(
        "\"\(expression)\" is about nodes and edges at once; each has a condition of its own")
    }
    return kinds.contains(true)
  }

  /// Whether an expression holds for a node, or an edge. Each value is found once.
  func test(
    _ expression: GraphFilter.Expression, ofEdges: Bool, _ control: RunControl
  ) throws -> (Int) -> Bool {
    try control.check()
    switch expression {
    case .comparison(let comparison):
      return try comparison.test(
        ofEdges ? comparison.edgeColumn(of: self) : comparison.column(of: self, control))
    case .not(let inner):
      let holds = try test(inner, ofEdges: ofEdges, control)
      return { !holds($0) }
    case .and(let first, let second):
      let both = try (
        test(first, ofEdges: ofEdges, control), test(second, ofEdges: ofEdges, control)
      )
      return { both.0($0) && both.1($0) }
    case .or(let first, let second):
      let both = try (
        test(first, ofEdges: ofEdges, control), test(second, ofEdges: ofEdges, control)
      )
      return { both.0($0) || both.1($0) }
    }
  }
}

/// A text in which `*` stands for any signs and `?` for one.
private struct GlobPattern {
  private let pattern: [Sign]

  private enum Sign: Equatable {
    case letter(Unicode.Scalar)
    case one, any
  }

  init(_ pattern: String) {
    self.pattern = pattern.lowercased().unicodeScalars.map {
      $0 == "*" ? .any : $0 == "?" ? .one : .letter($0)
    }
  }

  /// Any text with a part in it.
  init(part: String) {
    pattern = [.any] + part.lowercased().unicodeScalars.map(Sign.letter) + [.any]
  }

  /// Goes back to the last `*` alone, so that no text takes longer than its length times the pattern's.
  func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased().unicodeScalars)
    var (place, sign) = (0, 0)
    var lastStar: (place: Int, sign: Int)?
    while place < text.count {
      if sign < pattern.count, pattern[sign] == .any {
        lastStar = (place, sign)
        sign += 1
      } else if sign < pattern.count, pattern[sign] == .one || pattern[sign] == .letter(text[place])
      {
        place += 1
        sign += 1
      } else if let star = lastStar {
        lastStar = (star.place + 1, star.sign)
        (place, sign) = (star.place + 1, star.sign + 1)
      } else {
        return false
      }
    }
    return pattern[sign...].allSatisfy { $0 == .any }
  }
}

extension GraphFilter.Relation {
  fileprivate func holds(_ number: Double?, _ bound: Double) -> Bool {
    guard let number else { return self == .notEqual }
    return switch self {
    case .equal: number == bound
    case .notEqual: number != bound
    case .less: number < bound
    case .greater: number > bound
    case .atMost: number <= bound
    case .atLeast: number >= bound
    case .contains, .matches: false
    }
  }
}
