import RunSupport

/// The textual form `type=gene` or `type = gene`: a name, a relation and a value, split at the
/// first relation. Blanks around the name and the value are ignored.
extension GraphFilter.Condition: LosslessStringConvertible {
  /// Returns nil if there is no relation, or no name before it.
  public init?(_ text: String) {
    // Scalars are used, as in Swift a relation followed by a combining accent is one character.
    guard let place = text.unicodeScalars.firstIndex(where: { "=!<>".unicodeScalars.contains($0) })
    else { return nil }
    let name = text.unicodeScalars[..<place].withoutOuterBlanks
    guard !name.isEmpty else { return nil }
    let rest = text.unicodeScalars[place...]
    // Longer relations come first, as <= begins with <.
    let relations = GraphFilter.Relation.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let relation = relations.first(where: { rest.starts(with: $0.rawValue.unicodeScalars) })
    else {
      return nil
    }
    self.init(
      name, relation, rest.dropFirst(relation.rawValue.unicodeScalars.count).withoutOuterBlanks)
  }

  public var description: String { name + relation.rawValue + value }
}

extension Substring.UnicodeScalarView {
  fileprivate var withoutOuterBlanks: String {
    var rest = drop { $0.properties.isWhitespace }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}

extension GraphFilter.Condition {
  /// Returns the column to compare: an attribute, else `id`, else a measure.
  func column(of graph: Graph, _ control: RunControl) throws -> AttributeColumn {
    if let column = graph.nodeAttributes[name] { return column }
    if name == "id" {
      return AttributeColumn("id", .strings(graph.nodeIDs.map(Optional.some)))
    }
    guard let measure = NodeMeasure(name) else {
      let names = graph.nodeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw GraphError(
        "nodes have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names), and the "
          + "measures \(NodeMeasure.all.map(\.id).joined(separator: ", "))")
    }
    return try measure.column(of: graph, control: control)
  }

  /// Returns a predicate that tests the condition for a node, by its value in a column.
  func test(_ column: AttributeColumn) throws -> (Int) -> Bool {
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
    }
  }
}
