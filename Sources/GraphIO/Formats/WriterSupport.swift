extension Graph {
  /// Returns a number in its shortest form: 3 instead of 3.0.
  static func short(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15, !(number == 0 && number.sign == .minus) {
      return Int(number).description
    }
    return number.description
  }

  /// Returns true if an edge is directed.
  func isDirected(edge: Int) -> Bool {
    guard isDirected,
      case .booleans(let values)? = edgeAttributes[StandardAttribute.directed]?.values
    else { return isDirected }
    return values[edge] ?? true
  }

  /// True if only some edges are directed.
  var hasMixedDirections: Bool {
    isDirected && edgeAttributes[StandardAttribute.directed]?.type == .boolean
  }

  /// True if all labels of nodes equal the ids.
  var labelsAreIDs: Bool {
    guard case .strings(let labels)? = nodeAttributes[StandardAttribute.label]?.values else {
      return false
    }
    return labels.indices.allSatisfy { labels[$0] == nodeIDs[$0] }
  }

  /// Reports the loss of ids, for formats in which nodes are numbered from 1.
  func loseIDs(_ report: inout WriteReport) {
    if nodeCount > 0, nodeIDs.firstOfConsecutive != 1 { report.lose(.nodeIDs) }
  }

  /// Reports the loss of graph attributes, for a format without a place for them.
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
  /// The type inferred from the values as text. An empty column is lost on reading.
  var typeFromText: AttributeType {
    AttributeType(ofTexts: (0..<count).lazy.compactMap { self[$0]?.description })
  }

  /// The type inferred from the values as cells of a table, in which `n/a` may be a missing value.
  var typeFromTable: AttributeType {
    let type = typeFromText
    guard type == .string, self.type == .string else { return type }
    var cells = ColumnBuilder(name: name)
    for row in 0..<count { if let value = self[row] { cells.set(value, row: row) } }
    return cells.columnOfTable(rowCount: count, hasDecimalCommas: false).column.type
  }

  var isEmpty: Bool { (0..<count).allSatisfy { self[$0] == nil } }
}
