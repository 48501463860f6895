import RunSupport

/// `type=gene`: a name, a relation and a value, the first relation in the text.
extension GraphFilter.Condition: LosslessStringConvertible {
  /// Nil when there is no relation, or no name before it.
  public init?(_ text: String) {
    guard let place = text.firstIndex(where: { "=!<>".contains($0) }), place > text.startIndex
    else { return nil }
    let rest = text[place...]
    // The longer ones first: <= begins with <.
    let relations = GraphFilter.Relation.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
    guard let relation = relations.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return nil
    }
    self.init(
      String(text[..<place]), relation, String(rest.dropFirst(relation.rawValue.count)))
  }

  public var description: String { name + relation.rawValue + value }
}

extension GraphFilter.Condition {
  /// Whether it holds for a node.
  func test(in graph: Graph, _ control: RunControl) throws -> (Int) -> Bool {
    if graph.nodeAttributes[name] == nil, name == "id" {
      let column = AttributeColumn("id", .strings(graph.nodeIDs.map(Optional.some)))
      return try test(column)
    }
    if let column = graph.nodeAttributes[name] { return try test(column) }
    guard let measure = NodeMeasure(name) else {
      let names = graph.nodeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw GraphError(
        "nodes have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names), and the "
          + "measures \(NodeMeasure.all.map(\.id).joined(separator: ", "))")
    }
    return try test(measure.column(of: graph, control: control))
  }

  private func test(_ column: AttributeColumn) throws -> (Int) -> Bool {
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
    return { (column[$0]?.description == wanted) == isEqual }
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
