// JSON of programs that have a form of their own: Cytoscape (.cyjs) and Graphviz (dot -Tjson).

// MARK: Cytoscape

extension JSONGraphReader {
  /// `elements`: an object with `nodes` and `edges`, or a list of both. What there is to say of an
  /// element is in its `data`.
  mutating func readElements(_ token: JSONToken) throws(GraphFileError) {
    hasNodes = true
    hasEdges = true
    if token == .array {
      while try json.hasElement() { try readElement(isEdge: nil) }
      return
    }
    while let key = try json.nextKey() {
      let place = json.location
      guard try json.value() == .array, key.name == "nodes" || key.name == "edges" else {
        throw json.text.unexpected(
          shown(key.name), expected: "lists of \"nodes\" and \"edges\"", at: place)
      }
      while try json.hasElement() { try readElement(isEdge: key.name == "edges") }
    }
  }

  /// - Parameter isEdge: Nil when that follows from what is in it.
  private mutating func readElement(isEdge: Bool?) throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    guard try json.value() == .object else {
      throw json.text.unexpected("something else", expected: "an object with \"data\"", at: place)
    }
    var element = CytoscapeElement()
    while let key = try json.nextKey() {
      try json.skipBlanks()
      let valuePlace = json.location
      switch (key.name, try json.value()) {
      case ("data", .object): try readData(&element, at: valuePlace)
      case ("position", .object):
        while let axis = try json.nextKey() {
          // Its y points down.
          guard case .value(let value) = try json.value(), let number = value.number else {
            throw json.text.unexpected("something else", expected: "a number", at: valuePlace)
          }
          element.fields.append((axis.name, .double(axis.name == "y" ? -number : number)))
        }
      // What is selected, and what can be.
      case (_, let token): _ = try json.rest(of: token)
      }
    }
    try add(element, isEdge: isEdge ?? (element.source != nil), at: place)
  }

  private mutating func readData(
    _ element: inout CytoscapeElement, at place: FileLocation
  ) throws(GraphFileError) {
    while let key = try json.nextKey() {
      try json.skipBlanks()
      let valuePlace = json.location
      let token = try json.value()
      switch (key.name, token) {
      case (_, .null): break
      case ("id", .value(let value)): element.id = json.id(value).description
      case ("source", _): element.source = try readEnd(token, at: valuePlace)
      case ("target", _): element.target = try readEnd(token, at: valuePlace)
      case (_, .value(let value)):
        element.values.append((key.name, json.attribute(value, named: key.name)))
      default: element.values.append((key.name, .string(try json.rest(of: token))))
      }
    }
  }

  private mutating func add(
    _ element: CytoscapeElement, isEdge: Bool, at place: FileLocation
  ) throws(GraphFileError) {
    if !isEdge {
      guard let id = element.id else {
        throw json.text.unexpected(
          "a node without \"id\"", expected: "an id in \"data\"", at: place)
      }
      let node = try builder.addNode(id, at: place)
      for (name, value) in element.values { try builder.setNode(name, value, node) }
      for (name, value) in element.fields { try builder.setNode(name, value, node, isField: true) }
      return
    }
    guard let source = element.source, let target = element.target else {
      throw json.text.unexpected(
        "an edge without \"\(element.source == nil ? "source" : "target")\"",
        expected: "\"source\" and \"target\" in \"data\"", at: place)
    }
    guard edges.count < json.text.limits.edges else {
      throw json.text.limit(of: "edges", maximum: json.text.limits.edges)
    }
    var values = element.values + element.fields
    if let id = element.id { values.append((StandardAttribute.edgeID, .string(id))) }
    try take(values)
    edges.append(Edge(source: source.asText, target: target.asText, values: values))
  }
}

private struct CytoscapeElement {
  var id: String?
  var source: JSONGraphReader.End?
  var target: JSONGraphReader.End?
  var values: [(String, AttributeValue)] = []
  /// What stands beside `data`.
  var fields: [(String, AttributeValue)] = []
}

extension JSONGraphReader.End {
  /// An id, also where it is a number.
  fileprivate var asText: Self { Self(value: .string(value.description), place: place) }
}

// MARK: Graphviz

extension JSONGraphReader {
  /// `objects`: subgraphs, which have a list of nodes, edges or subgraphs, and nodes.
  mutating func readObjects() throws(GraphFileError) {
    hasNodes = true
    graphvizNodes = [:]
    builder.valuesAreText = true
    while try json.hasElement() { try readObject() }
  }

  private mutating func readObject() throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    guard try json.value() == .object else {
      throw json.text.unexpected("something else", expected: "a node or a subgraph", at: place)
    }
    var (name, number) = ("", -1)
    var members: [Int]?
    var values: [(String, AttributeValue)] = []
    var coordinates: [(String, AttributeValue)] = []
    while let key = try json.nextKey() {
      switch (key.name, try json.value()) {
      case ("name", .value(let value)): name = value.description
      case ("_gvid", .value(.integer(let value))): number = value
      case ("nodes", .array): members = try readNumbers()
      case ("edges", .array), ("subgraphs", .array):
        members = members ?? []
        _ = try json.rest(of: .array)
      // What is drawn where.
      case (let name, let token) where name.hasPrefix("_"): _ = try json.rest(of: token)
      case ("pos", .value(let value)):
        let numbers = value.description.split(separator: ",").compactMap { Double($0) }
        for (axis, number) in zip(["x", "y", "z"], numbers) {
          coordinates.append((axis, .string(number.description)))
        }
      case (_, .value(let value)): values.append((key.name, .string(value.description)))
      case (_, .null): break
      case (_, let token): values.append((key.name, .string(try json.rest(of: token))))
      }
    }
    if let members {
      graphvizGroups.append((name, members))
      return
    }
    let node = try builder.addNode(name, at: place)
    graphvizNodes?[number] = node
    for (name, value) in values { try builder.setNode(name, value, node) }
    for (name, value) in coordinates { try builder.setNode(name, value, node, isField: true) }
  }

  private mutating func readNumbers() throws(GraphFileError) -> [Int] {
    var numbers: [Int] = []
    while try json.hasElement() {
      let place = json.location
      guard case .value(.integer(let number)) = try json.value() else {
        throw json.text.unexpected("something else", expected: "the number of a node", at: place)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Escapes in labels, and the clusters.
  func finishGraphviz(_ graph: inout Graph) throws(GraphFileError) {
    let budget = builder.budget.rest / 4
    var name = ""
    if case .string(let text)? = graph.attributes["name"] { name = text }
    do throws(LabelsTooLong) {
      try graph.unescapeLabels(name: name, budget: budget)
    } catch {
      throw GraphFileError(
        file: json.text.name,
        problem: .memory(
          "more than \(budget) bytes put into labels by escapes, which is the limit set for reading"
        ))
    }
    // All at once: the graph checks its groups each time.
    graph.groups += graphvizGroups.filter { $0.name.beginsWithBytes(of: "cluster") }.map { group in
      NodeGroup(group.name, nodes: group.members.compactMap { graphvizNodes?[$0] })
    }
  }
}
