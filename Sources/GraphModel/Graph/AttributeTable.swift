/// An attribute of all nodes, or of all edges: a name and an optional value for each.
public struct AttributeColumn: Sendable, Codable {
  /// The values by node or edge; nil if missing.
  public enum Values: Sendable, Codable {
    /// Texts.
    case strings([String?])
    /// Integers.
    case integers([Int?])
    /// Floating-point numbers.
    case doubles([Double?])
    /// Booleans.
    case booleans([Bool?])
  }

  /// The name, unique in its table.
  public let name: String
  /// The value of each node or edge.
  public let values: Values

  public init(_ name: String, _ values: Values) {
    self.name = name
    self.values = values
  }

  /// The type of all values.
  public var type: AttributeType {
    switch values {
    case .strings: .string
    case .integers: .integer
    case .doubles: .double
    case .booleans: .boolean
    }
  }

  /// The number of nodes or edges, with or without a value.
  public var count: Int {
    switch values {
    case .strings(let values): values.count
    case .integers(let values): values.count
    case .doubles(let values): values.count
    case .booleans(let values): values.count
    }
  }

  /// The value in a row, from 0; nil if it is missing.
  public subscript(row: Int) -> AttributeValue? {
    switch values {
    case .strings(let values): values[row].map(AttributeValue.string)
    case .integers(let values): values[row].map(AttributeValue.integer)
    case .doubles(let values): values[row].map(AttributeValue.double)
    case .booleans(let values): values[row].map(AttributeValue.boolean)
    }
  }

  /// The values as numbers; nil if they are texts or booleans. O(rows).
  public var numbers: [Double?]? {
    switch values {
    case .integers(let values): values.map { $0.map(Double.init) }
    case .doubles(let values): values
    case .strings, .booleans: nil
    }
  }
}

/// Names and texts are compared by their bytes.
extension AttributeColumn: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    name.hasSameBytes(as: other.name) && values == other.values
  }

  package func addHash(to hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(values)
  }
}

extension AttributeColumn.Values: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (.strings(let values), .strings(let others)):
      values.elementsEqual(others) { $0.map(ExactText.init) == $1.map(ExactText.init) }
    case (.integers(let values), .integers(let others)): values == others
    case (.doubles(let values), .doubles(let others)): values == others
    case (.booleans(let values), .booleans(let others)): values == others
    default: false
    }
  }

  package func addHash(to hasher: inout Hasher) {
    switch self {
    case .strings(let values): for value in values { hasher.combine(value.map(ExactText.init)) }
    case .integers(let values): hasher.combine(values)
    case .doubles(let values): hasher.combine(values)
    case .booleans(let values): hasher.combine(values)
    }
  }
}

/// The attributes of all nodes, or of all edges: columns of equal length with unique names, in the
/// order in which they were added. Each column is one array, so that a million labels are a million
/// strings and not a million dictionaries.
///
/// Tables are equal if they have the same columns, in any order.
public struct AttributeTable: Sendable {
  /// The number of nodes or edges.
  public let rowCount: Int
  /// The columns in the order in which they were added.
  public private(set) var columns: [AttributeColumn] = []

  /// Creates a table without columns.
  public init(rowCount: Int) {
    self.rowCount = rowCount
  }

  /// Creates a table from columns with unique names, for readers. O(columns).
  package init(rowCount: Int, uniqueColumns: [AttributeColumn]) {
    self.rowCount = rowCount
    columns = uniqueColumns
  }

  /// The names of the columns, in order.
  public var names: [String] { columns.map(\.name) }

  /// The column of a name; nil if there is none. Setting nil removes it; setting another one
  /// replaces it at its position. O(columns).
  ///
  /// Traps if the new column has another number of rows or another name.
  public subscript(name: String) -> AttributeColumn? {
    get { columns.first { $0.name.hasSameBytes(as: name) } }
    set {
      let place = columns.firstIndex { $0.name.hasSameBytes(as: name) }
      guard let newValue else {
        if let place { columns.remove(at: place) }
        return
      }
      if !newValue.name.hasSameBytes(as: name) {
        fatalError("the column \"\(newValue.name)\" cannot be set as \"\(name)\"")
      }
      checkRows(newValue)
      if let place { columns[place] = newValue } else { columns.append(newValue) }
    }
  }

  /// Adds a column, or replaces the one of that name.
  ///
  /// Traps if it does not have `rowCount` rows.
  public mutating func set(_ name: String, _ values: AttributeColumn.Values) {
    self[name] = AttributeColumn(name, values)
  }

  /// The value of a node or edge; nil if it is missing or there is no such column.
  public subscript(name: String, row: Int) -> AttributeValue? { self[name]?[row] }

  private func checkRows(_ column: AttributeColumn) {
    if column.count == rowCount { return }
    // A precondition would not print its message in release builds.
    fatalError(
      "the column \"\(column.name)\" has \(column.count) values; \(rowCount) are needed")
  }
}

extension AttributeTable: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    rowCount == other.rowCount && columns.count == other.columns.count
      && columns.allSatisfy { other[$0.name] == $0 }
  }

  package func addHash(to hasher: inout Hasher) {
    hasher.combine(rowCount)
    hasher.combine(Set(columns))
  }
}

extension AttributeTable: Codable {
  private enum CodingKeys: CodingKey { case rowCount, columns }

  /// Decodes a table. Also throws if two columns have the same name, or a column has a wrong number
  /// of rows.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rowCount = try container.decode(Int.self, forKey: .rowCount)
    columns = try container.decode([AttributeColumn].self, forKey: .columns)
    for column in columns where column.count != rowCount {
      throw GraphError(
        "the column \"\(column.name)\" has \(column.count) values; \(rowCount) are needed")
    }
    guard Set(names.map(ExactText.init)).count == names.count, rowCount >= 0 else {
      throw GraphError("two columns of a table of attributes have the same name")
    }
  }
}

/// The attributes of a whole graph: names and values, in the order in which they were added.
public struct GraphAttributes: Sendable, Codable {
  /// The names in the order in which they were added.
  public private(set) var names: [String] = []
  private var values: [AttributeValue] = []

  public init() {}

  /// True if the graph has no attributes.
  public var isEmpty: Bool { names.isEmpty }

  /// The value of an attribute; nil if there is none. Setting nil removes it. O(attributes).
  public subscript(name: String) -> AttributeValue? {
    get { place(of: name).map { values[$0] } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): values[place] = value
      case (let place?, nil):
        names.remove(at: place)
        values.remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    names.firstIndex { $0.hasSameBytes(as: name) }
  }

  /// All pairs of a name and a value. O(attributes).
  package var pairs: Zip2Sequence<[String], [AttributeValue]> { zip(names, values) }

  /// Sets a value by its position, for readers. O(1).
  package mutating func set(_ value: AttributeValue, at place: Int) { values[place] = value }

  /// Adds an attribute with a new name. O(1).
  package mutating func append(_ name: String, _ value: AttributeValue) {
    names.append(name)
    values.append(value)
  }
}

extension GraphAttributes: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    names.elementsEqual(other.names) { $0.hasSameBytes(as: $1) }
      && values == other.values
  }

  package func addHash(to hasher: inout Hasher) {
    for name in names { hasher.combine(ExactText(name)) }
    hasher.combine(values)
  }
}

/// The names of attributes with a fixed meaning in all files: readers map each format's names to
/// them, and writers map them back.
public enum StandardAttribute {
  /// The label of a node or an edge.
  public static let label = "label"
  /// The diameter of a node, a number.
  public static let size = "size"
  /// The colour: `#rrggbb`, or `#rrggbbaa` if it is not opaque. For formats without a notation for
  /// colours it may be any text, such as `red`.
  public static let color = "color"
  /// The name of an edge in the file. The attribute is absent if edges have no names.
  public static let edgeID = "id"
  /// The direction of an edge in a graph with directed and undirected edges: true if it is
  /// directed.
  public static let directed = "directed"
  /// The name of the innermost cluster of a node in DOT.
  public static let cluster = "cluster"
  /// The place where an edge in DOT leaves its source: a cell of a record, a side or both, as in
  /// `f0:n`.
  public static let sourcePort = "tailport"
  /// The place where an edge in DOT enters its target, in the same form.
  public static let targetPort = "headport"
}
