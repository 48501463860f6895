/// The attributes of nodes or of edges as members of JSON objects.
struct JSONFields {
  private var columns: [(name: String, column: AttributeColumn)] = []
  private let allowsNonFinite: Bool

  /// - Parameters:
  ///   - taken: names that have another meaning in these objects.
  ///   - allowsNonFinite: true to write NaN and Infinity as Python does. Otherwise there is no value,
  ///     as in JSON.
  ///   - lose: called with the names of attributes of which something is left out.
  init(
    _ table: AttributeTable, except taken: [String], allowsNonFinite: Bool = false,
    lose: (String) -> Void
  ) {
    self.allowsNonFinite = allowsNonFinite
    for column in table.columns {
      if taken.containsBytes(of: column.name) || column.isEmpty {
        lose(column.name)
        continue
      }
      if !allowsNonFinite, case .doubles(let values) = column.values,
        values.contains(where: { $0.map { !$0.isFinite } ?? false })
      {
        lose(column.name)
      }
      columns.append((JSONGraphWriter.json(.string(column.name)), column))
    }
  }

  /// Writes the members of a row; `isFirst` is true as long as the object has none.
  func write(
    row: Int, to output: TextOutput, isFirst: inout Bool
  ) throws(GraphFileError) {
    for (name, column) in columns {
      guard let value = column[row] else { continue }
      if !allowsNonFinite, case .double(let number) = value, !number.isFinite { continue }
      try output.write((isFirst ? "" : ", ") + name + ": " + JSONGraphWriter.json(value))
      isFirst = false
    }
  }
}

extension Graph {
  /// Returns the attributes of the graph as members of a JSON object, without those that JSON cannot
  /// hold.
  func jsonAttributes(_ report: inout WriteReport, except taken: [String] = []) -> [String] {
    var members: [String] = []
    for (name, value) in attributes.pairs {
      var isFinite = true
      if case .double(let number) = value { isFinite = number.isFinite }
      guard isFinite, !taken.containsBytes(of: name) else {
        report.lose(.graphAttribute(name))
        continue
      }
      members.append(JSONGraphWriter.json(.string(name)) + ": " + JSONGraphWriter.json(value))
    }
    return members
  }

  /// The weights; nil, with a loss, if JSON cannot hold them.
  func finiteWeights(_ report: inout WriteReport) -> [Double]? {
    guard let weights else { return nil }
    if weights.allSatisfy(\.isFinite) { return weights }
    report.lose(.weights)
    return nil
  }

  /// The place of a node as members of a JSON object: `"x": 1.0, "y": 2.0`; nil for none.
  ///
  /// - Parameter isDown: true if y points down, other than here.
  func jsonPlace(of node: Int, isDown: Bool = false) -> String? {
    guard let place = positions?[node] else { return nil }
    return zip(["x", "y", "z"], place).map { axis, value in
      "\"\(axis)\": \(JSONGraphWriter.json(.double(axis == "y" && isDown ? -value : value)))"
    }.joined(separator: ", ")
  }

  /// The names of attributes of nodes that places take.
  var namesOfPlaces: [String] { positions == nil ? [] : ["x", "y", "z"] }
}
