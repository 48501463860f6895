/// A node or an edge of JSON, independent of the dialect.
struct JSONElement {
  var id: String?
  var source: JSONGraphReader.End?
  var target: JSONGraphReader.End?
  /// The direction; nil for that of the graph.
  var isDirected: Bool?
  var values: [(String, AttributeValue)] = []
  /// The fields that the dialect defines, in addition to attributes.
  var fields: [(String, AttributeValue)] = []

  /// Adds members as attributes, except some.
  mutating func add(_ members: [JSONMember], except taken: (String) -> Bool = { _ in false }) {
    for member in members where !taken(member.name) {
      if let value = member.item.attribute(named: member.name) {
        values.append((member.name, value))
      }
    }
  }

  /// Adds the members of an object as attributes; anything else as one attribute.
  mutating func addAll(of item: JSONItem?, named name: String) {
    guard let item else { return }
    if let members = item.members {
      add(members)
    } else if let value = item.attribute(named: name) {
      values.append((name, value))
    }
  }
}

/// The names of the two ends in edge objects.
struct JSONEndNames {
  let source: String
  let target: String

  /// Finds the usual names among members, in the same way as for columns of tables.
  init?(_ members: [JSONMember]) {
    let names = members.map { $0.name.lowercased() }
    guard let (source, target) = EdgeListDialect.ends(in: names) else { return nil }
    (self.source, self.target) = (members[source].name, members[target].name)
  }

  init(_ source: String, _ target: String) { (self.source, self.target) = (source, target) }
}

extension JSONGraphReader {
  /// Adds a node; throws if its id exists already.
  @discardableResult
  mutating func addNode(
    _ element: JSONElement, at place: FileLocation, expected: String = "an id"
  ) throws(GraphFileError) -> Int {
    guard let id = element.id else {
      throw json.text.unexpected("a node without \"id\"", expected: expected, at: place)
    }
    let node = try builder.addNode(id, at: place)
    try setValues(of: node, element)
    return node
  }

  mutating func setValues(of node: Int, _ element: JSONElement) throws(GraphFileError) {
    for (name, value) in element.values { try builder.setNode(name, value, node) }
    for (name, value) in element.fields { try builder.setNode(name, value, node, isField: true) }
  }

  /// Adds an edge, which is resolved when all nodes are known.
  mutating func addEdge(
    _ element: JSONElement, at place: FileLocation,
    expected: String = "\"source\" and \"target\""
  ) throws(GraphFileError) {
    guard let source = element.source, let target = element.target else {
      throw json.text.unexpected(
        "an edge without \"\(element.source == nil ? "source" : "target")\"", expected: expected,
        at: place)
    }
    guard edges.count < json.text.limits.edges else {
      throw json.text.limit(of: "edges", maximum: json.text.limits.edges)
    }
    let values = element.values + element.fields
    try take(values)
    if element.isDirected != nil { saysDirections = true }
    edges.append(
      Edge(source: source, target: target, isDirected: element.isDirected, values: values))
  }

  /// Takes memory for an edge that is not resolved yet.
  func take(_ values: [(String, AttributeValue)]) throws(GraphFileError) {
    let bytes = values.reduce(ReadBudget.waitingEdge) { $0 + ReadBudget.value + $1.1.textLength }
    try builder.budget.take(bytes, file: json.text.name)
  }

  /// Returns an end: an id, an index, or the whole node, which d3 substitutes during a simulation.
  func end(_ item: JSONItem) throws(GraphFileError) -> End {
    if let id = item.id { return End(value: id, place: item.place) }
    let id = item["id"].flatMap { $0.isScalar ? $0.id : nil }
    let index = item["index"].flatMap { $0.isScalar ? $0.id : nil }
    if let id = id ?? index { return End(value: id, place: item.place) }
    throw json.text.unexpected(
      "something else", expected: "the id or the index of a node", at: item.place)
  }

  /// Returns an end that is an id, even if it is a number.
  func namedEnd(_ item: JSONItem) throws(GraphFileError) -> End {
    let end = try end(item)
    return End(value: .string(end.value.description), place: end.place)
  }
}
