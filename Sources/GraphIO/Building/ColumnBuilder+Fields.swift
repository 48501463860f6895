extension ColumnBuilder {
  /// Returns true if this field and the attribute of its name cannot share a column: a row has
  /// different values of both, or numbers would become text.
  func contradicts(_ attribute: ColumnBuilder) -> Bool {
    if rows.isEmpty || attribute.rows.isEmpty && attribute.defaultValue == nil { return false }
    if let value = attribute.defaultValue, values.contains(where: { !Self.isSame($0, value) }) {
      return true
    }
    let isNumeric = values.allSatisfy { $0.number != nil }
    if isNumeric, attribute.values.contains(where: { $0.number == nil }) { return true }
    let own = Dictionary(zip(rows, values)) { _, last in last }
    return zip(attribute.rows, attribute.values).contains { row, value in
      own[row].map { !Self.isSame($0, value) } ?? false
    }
  }

  /// Adds the values of an attribute that does not contradict.
  mutating func join(_ attribute: ColumnBuilder) {
    if rows.isEmpty { type = attribute.type }
    defaultValue = attribute.defaultValue
    let (ownRows, ownValues) = (rows, values)
    (rows, values) = (attribute.rows + ownRows, attribute.values + ownValues)
  }

  private static func isSame(_ first: AttributeValue, _ second: AttributeValue) -> Bool {
    if first == second { return true }
    func number(_ value: AttributeValue) -> Double? {
      value.number ?? Double(decimalOrWordBytes: Array(value.description.utf8))
    }
    guard let first = number(first), let second = number(second) else { return false }
    return first == second
  }
}
