/// The meaning of a column in the CSV files of `neo4j-admin database import`, whose headers give
/// each column a type: `:ID`, `:START_ID(Person)`, `since:int`.
/// (https://neo4j.com/docs/operations-manual/current/import/)
enum Neo4jColumn: Equatable {
  /// The id of a node. Its name, if it has one, is a property as well, which equals the id.
  case id
  case start
  case end
  /// The type of a relationship: `KNOWS`.
  case relationshipType
  /// The labels of a node, separated by semicolons: `Movie;Sequel`.
  case labels
  case ignored
  /// A property; the type is nil if the header does not give it.
  case property(String, AttributeType?)

  /// Returns the columns of a header; nil if none of them has one of the types `:ID`, `:START_ID`
  /// and `:END_ID`, which other tables do not have.
  static func columns(_ header: [String]) -> [Neo4jColumn]? {
    let columns = header.map(Self.init)
    let isNeo4j = columns.contains { $0 == .id || $0 == .start || $0 == .end }
    return isNeo4j ? columns : nil
  }

  private init(_ name: String) {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      self = .property(name, nil)
      return
    }
    let property = String(name[..<colon])
    // An id space in parentheses, or options in braces, may follow the type.
    let type = name[name.utf8.index(after: colon)...].lowercased().prefix {
      $0 != "(" && $0 != "{" && $0 != "["
    }
    let isList = name.utf8.last == UInt8(ascii: "]")
    switch type {
    case "id": self = .id
    case "start_id": self = .start
    case "end_id": self = .end
    case "type" where property.isEmpty: self = .relationshipType
    case "label" where property.isEmpty: self = .labels
    case "ignore": self = .ignored
    case "int", "long", "short", "byte": self = .property(property, isList ? .string : .integer)
    case "float", "double": self = .property(property, isList ? .string : .double)
    case "boolean": self = .property(property, isList ? .string : .boolean)
    case "string", "char", "point", "date", "localtime", "time", "localdatetime", "datetime",
      "duration":
      self = .property(property, .string)
    default: self = .property(name, nil)
    }
  }
}
