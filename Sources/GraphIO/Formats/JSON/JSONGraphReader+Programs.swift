// JSON forms of specific programs: Cytoscape (.cyjs) and Graphviz (dot -Tjson).

// MARK: Cytoscape

extension JSONGraphReader {
  /// Reads `elements`: an object with `nodes` and `edges`, or a list of both.
  mutating func readElements(_ token: JSONToken) throws(GraphFileError) {
    hasNodes = true
    hasEdges = true
    hasElements = true
    if token == .array {
      while try json.hasElement() { try readElement(nextRecord(), isEdge: nil) }
      return
    }
    while let key = try json.nextKey() {
      let place = json.location
      guard try json.value() == .array, key.name == "nodes" || key.name == "edges" else {
        throw json.text.unexpected(
          shown(key.name), expected: "lists of \"nodes\" and \"edges\"", at: place)
      }
      while try json.hasElement() { try readElement(nextRecord(), isEdge: key.name == "edges") }
    }
  }

  /// Reads an element, whose content is in its `data`.
  ///
  /// - Parameter isEdge: nil if the content determines it.
  mutating func readElement(_ item: JSONItem, isEdge: Bool?) throws(GraphFileError) {
    guard let members = item.members else {
      throw json.text.unexpected(
        "something else", expected: "an object with \"data\"", at: item.place)
    }
    var element = JSONElement()
    for member in members {
      switch (member.name, member.item.value) {
      case ("data", .object(let data)): try read(data, into: &element)
      case ("position", .object(let axes)):
        for axis in axes {
          // y points down.
          guard let number = axis.item.number else {
            throw json.text.unexpected("something else", expected: "a number", at: axis.item.place)
          }
          element.fields.append((axis.name, .double(axis.name == "y" ? -number : number)))
        }
      // Other members are flags such as selected or selectable.
      default: break
      }
    }
    if isEdge ?? (element.source != nil) {
      if let id = element.id {
        element.fields.append((StandardAttribute.edgeID, .string(id)))
      }
      try addEdge(element, at: item.place, expected: "\"source\" and \"target\" in \"data\"")
    } else {
      try addNode(element, at: item.place, expected: "an id in \"data\"")
    }
  }

  private func read(
    _ data: [JSONMember], into element: inout JSONElement
  ) throws(GraphFileError) {
    for member in data where !member.item.isNull {
      switch member.name {
      case "id" where member.item.isScalar: element.id = member.item.id?.description
      case "source": element.source = try namedEnd(member.item)
      case "target": element.target = try namedEnd(member.item)
      case let name:
        if let value = member.item.attribute(named: name) { element.values.append((name, value)) }
      }
    }
  }
}

// MARK: Graphviz

extension JSONGraphReader {
  /// Reads `objects`: subgraphs, which have a list of nodes, edges or subgraphs, and nodes.
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
      // Drawing operations are skipped.
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

  /// Expands the escapes in labels, and adds the clusters.
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
    // The groups are added at once, as the graph validates its groups on each change.
    graph.groups += graphvizGroups.filter { $0.name.beginsWithBytes(of: "cluster") }.map { group in
      NodeGroup(group.name, nodes: group.members.compactMap { graphvizNodes?[$0] })
    }
  }
}
