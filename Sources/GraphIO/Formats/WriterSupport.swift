extension Graph {
  /// A number as short as it can be: 3 instead of 3.0.
  static func short(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15, !(number == 0 && number.sign == .minus) {
      return Int(number).description
    }
    return number.description
  }

  /// True when an edge has a direction.
  func isDirected(edge: Int) -> Bool {
    guard isDirected,
      case .booleans(let values)? = edgeAttributes[StandardAttribute.directed]?.values
    else { return isDirected }
    return values[edge] ?? true
  }

  /// True when only some edges have a direction.
  var hasMixedDirections: Bool {
    isDirected && edgeAttributes[StandardAttribute.directed]?.type == .boolean
  }

  /// True when all labels of nodes say no more than the ids.
  var labelsAreIDs: Bool {
    guard case .strings(let labels)? = nodeAttributes[StandardAttribute.label]?.values else {
      return false
    }
    return labels.indices.allSatisfy { labels[$0] == nodeIDs[$0] }
  }

  /// For formats in which nodes are called 1, 2, 3, ...
  func loseIDs(_ report: inout WriteReport) {
    if nodeCount > 0, nodeIDs.firstOfConsecutive != 1 { report.lose(.nodeIDs) }
  }

  /// Attributes of the graph that a format without a place for them loses.
  func loseGraphAttributes(_ report: inout WriteReport, except kept: Set<String> = []) {
    for name in attributes.names where !kept.contains(name) { report.lose(.graphAttribute(name)) }
  }

  func loseNodeAttributes(_ report: inout WriteReport, except kept: Set<String> = []) {
    for name in nodeAttributes.names where !kept.contains(name) {
      report.lose(.nodeAttribute(name))
    }
  }

  func loseEdgeAttributes(_ report: inout WriteReport, except kept: Set<String> = []) {
    for name in edgeAttributes.names where !kept.contains(name) {
      report.lose(.edgeAttribute(name))
    }
  }
}

extension AttributeColumn {
  /// The type that the values have once they are text. An empty column reads back as none.
  var typeFromText: AttributeType {
    AttributeType(ofTexts: (0..<count).lazy.compactMap { self[$0]?.description })
  }

  /// The type that the values have once they are cells of a table, in which `n/a` may be no value.
  var typeFromTable: AttributeType {
    let type = typeFromText
    guard type == .string, self.type == .string else { return type }
    var cells = ColumnBuilder(name: name)
    for row in 0..<count { if let value = self[row] { cells.set(value, row: row) } }
    return cells.columnOfTable(rowCount: count, hasDecimalCommas: false).column.type
  }

  var isEmpty: Bool { (0..<count).allSatisfy { self[$0] == nil } }
}
