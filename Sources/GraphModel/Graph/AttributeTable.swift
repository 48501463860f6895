/// One attribute of all nodes, or of all edges: a name, and for each of them a value or none.
public struct AttributeColumn: Sendable, Codable {
  /// The values by node or edge; nil where there is none.
  public enum Values: Sendable, Codable {
    /// Texts; nil for elements that have none.
    case strings([String?])
    /// Integers; nil for elements that have none.
    case integers([Int?])
    /// Numbers; nil for elements that have none.
    case doubles([Double?])
    /// Truths; nil for elements that have none.
    case booleans([Bool?])
  }

  /// Unique in its table.
  public let name: String
  /// A value, or none, for each node or edge.
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

  /// The number of nodes or edges, with a value or without.
  public var count: Int {
    switch values {
    case .strings(let values): values.count
    case .integers(let values): values.count
    case .doubles(let values): values.count
    case .booleans(let values): values.count
    }
  }

  /// The value in a row, from 0; nil where there is none.
  public subscript(row: Int) -> AttributeValue? {
    switch values {
    case .strings(let values): values[row].map(AttributeValue.string)
    case .integers(let values): values[row].map(AttributeValue.integer)
    case .doubles(let values): values[row].map(AttributeValue.double)
    case .booleans(let values): values[row].map(AttributeValue.boolean)
    }
  }

  /// The values as numbers; nil when they are text or truth values. O(rows).
  public var numbers: [Double?]? {
    switch values {
    case .integers(let values): values.map { $0.map(Double.init) }
    case .doubles(let values): values
    case .strings, .booleans: nil
    }
  }
}

/// Names and texts are compared by their bytes.
extension AttributeColumn: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.name.hasSameBytes(as: second.name) && first.values == second.values
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(values)
  }
}

extension AttributeColumn.Values: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    switch (first, second) {
    case (.strings(let values), .strings(let others)):
      values.elementsEqual(others) { $0.map(ExactText.init) == $1.map(ExactText.init) }
    case (.integers(let values), .integers(let others)): values == others
    case (.doubles(let values), .doubles(let others)): values == others
    case (.booleans(let values), .booleans(let others)): values == others
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .strings(let values): for value in values { hasher.combine(value.map(ExactText.init)) }
    case .integers(let values): hasher.combine(values)
    case .doubles(let values): hasher.combine(values)
    case .booleans(let values): hasher.combine(values)
    }
  }
}

/// The attributes of all nodes, or of all edges: columns of one length, each with a name of its own,
/// in the order they were added. One array a column, so that a million nodes with a label are a
/// million strings and not a million dictionaries.
///
/// Tables are equal when they have the same columns, in whatever order.
public struct AttributeTable: Sendable {
  /// The number of nodes or edges.
  public let rowCount: Int
  /// In the order in which they were added.
  public private(set) var columns: [AttributeColumn] = []

  /// A table without columns.
  public init(rowCount: Int) {
    self.rowCount = rowCount
  }

  /// For readers, whose columns have a name each. O(columns).
  package init(rowCount: Int, uniqueColumns: [AttributeColumn]) {
    self.rowCount = rowCount
    columns = uniqueColumns
  }

  /// The names of the columns, in their order.
  public var names: [String] { columns.map(\.name) }

  /// The column of a name; nil when there is none. Setting nil removes it, setting another one
  /// replaces it in its place. O(columns).
  ///
  /// Traps when the new column has another number of rows or another name.
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
  /// Traps when it does not have `rowCount` rows.
  public mutating func set(_ name: String, _ values: AttributeColumn.Values) {
    self[name] = AttributeColumn(name, values)
  }

  /// The value of a node or edge; nil when it has none or when there is no such column.
  public subscript(name: String, row: Int) -> AttributeValue? { self[name]?[row] }

  private func checkRows(_ column: AttributeColumn) {
    if column.count == rowCount { return }
    // Not a precondition, whose words are not printed in release builds.
    fatalError(
      "the column \"\(column.name)\" has \(column.count) values; \(rowCount) are needed")
  }
}

extension AttributeTable: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.rowCount == second.rowCount && first.columns.count == second.columns.count
      && first.columns.allSatisfy { second[$0.name] == $0 }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rowCount)
    hasher.combine(Set(columns))
  }
}

extension AttributeTable: Codable {
  private enum CodingKeys: CodingKey { case rowCount, columns }

  /// Throws when two columns have one name, or a column has another number of rows, too.
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

/// The attributes of a graph as a whole: names and values, in the order they were added.
public struct GraphAttributes: Sendable, Codable {
  /// In the order in which they were added.
  public private(set) var names: [String] = []
  private var values: [AttributeValue] = []

  public init() {}

  /// True when the graph has no attributes.
  public var isEmpty: Bool { names.isEmpty }

  /// Setting nil removes the attribute. O(attributes).
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

  /// All names and values. O(attributes).
  package var pairs: Zip2Sequence<[String], [AttributeValue]> { zip(names, values) }

  /// For readers, which know where a name is. O(1).
  package mutating func set(_ value: AttributeValue, at place: Int) { values[place] = value }

  /// Adds an attribute of a name that is not there. O(1).
  package mutating func append(_ name: String, _ value: AttributeValue) {
    names.append(name)
    values.append(value)
  }
}

extension GraphAttributes: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.names.elementsEqual(second.names) { $0.hasSameBytes(as: $1) }
      && first.values == second.values
  }

  public func hash(into hasher: inout Hasher) {
    for name in names { hasher.combine(ExactText(name)) }
    hasher.combine(values)
  }
}

/// The names of attributes that mean the same in every file: readers find them under whatever name a
/// format has for them, and writers write them as the format wants them.
public enum StandardAttribute {
  /// The text beside a node or an edge.
  public static let label = "label"
  /// The diameter of a node: a number.
  public static let size = "size"
  /// `#rrggbb` or, if it is not opaque, `#rrggbbaa`. Files of formats without a notation of
  /// their own for colours may have anything here, such as `red`.
  public static let color = "color"
  /// Of an edge: text by which the file names it. Absent when edges have no names.
  public static let edgeID = "id"
  /// Of an edge in a graph that has directed and undirected ones: whether this one is directed.
  public static let directed = "directed"
  /// Of a node in DOT: the name of the innermost cluster it is in.
  public static let cluster = "cluster"
  /// Of an edge in DOT: the cell of a record, the side or both at which it leaves its source and enters
  /// its target, as in `f0:n`.
  public static let sourcePort = "tailport"
  /// The same at its target.
  public static let targetPort = "headport"
}
