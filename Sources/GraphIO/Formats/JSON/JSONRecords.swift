// Nodes and edges of documents with lists of them: node-link of d3 and networkx, vis.js (`from` and
// `to`), graphology (`key` and `attributes`), Cytoscape (`data`) and Graphviz (`_gvid`).

extension JSONGraphReader {
  /// Reads the next element of a list; its memory is not counted permanently, as it is freed after
  /// use.
  mutating func nextRecord() throws(GraphFileError) -> JSONItem {
    var cost = JSONCost()
    cost.maximumLength = json.text.limits.textLength
    let item = try json.item(&cost)
    json.text.budget.give(cost.memory)
    return item
  }

  // MARK: Nodes

  mutating func readNode(_ item: JSONItem) throws(GraphFileError) {
    var element = JSONElement()
    switch item.value {
    case .scalar, .large: element.id = item.id?.description
    case .null, .array:
      throw json.text.unexpected(
        "something else", expected: "a node: an object or an id", at: item.place)
    case .object(let members):
      if Self.hasData(members) {
        try readElement(item, isEdge: false)
        return
      }
      if isGraphology || Self.isGraphology(members) {
        isGraphology = true
        element.id = item["key"]?.id?.description
        element.add(members) { $0 == "key" || $0 == "attributes" }
        element.addAll(of: item["attributes"], named: "attributes")
      } else {
        for member in members { try read(member, ofNode: &element) }
      }
    }
    let id = element.id
    if id == nil, builder.nodeCount == 0 { nodesHaveIDs = false }
    guard (id != nil) == nodesHaveIDs else {
      throw json.text.unexpected(
        nodesHaveIDs ? "a node without \"id\"" : "a node with \"id\"",
        expected: nodesHaveIDs
          ? "an id, as the nodes before it have one" : "none, as the nodes before it have none",
        at: item.place)
    }
    element.id = id ?? builder.nodeCount.description
    try addNode(element, at: item.place)
  }

  private func read(
    _ member: JSONMember, ofNode element: inout JSONElement
  ) throws(GraphFileError) {
    let item = member.item
    switch (member.name, item.value) {
    case (_, .null): break
    case ("id", .object):
      throw json.text.unexpected(
        "something else", expected: "an id: text or a number", at: item.place)
    case ("id", _): element.id = item.id?.description
    case ("pos", .array(let numbers)): try readPosition(numbers, into: &element)
    case (let name, _):
      if let value = item.attribute(named: name) { element.values.append((name, value)) }
    }
  }

  /// Reads coordinates from a list, a common convention with networkx.
  private func readPosition(
    _ numbers: [JSONItem], into element: inout JSONElement
  ) throws(GraphFileError) {
    for (axis, item) in numbers.enumerated() {
      guard axis < 3, item.number != nil, let value = item.attribute(named: "x") else {
        throw json.text.unexpected(
          "something else", expected: "two or three numbers (a position)", at: item.place)
      }
      element.fields.append((["x", "y", "z"][axis], value))
    }
  }

  /// Returns true for an element of Cytoscape, whose content is in `data`.
  static func hasData(_ members: [JSONMember]) -> Bool {
    var hasData = false
    for member in members {
      if member.name == "data", member.item.members != nil { hasData = true }
      if ["id", "source", "from"].contains(member.name) { return false }
    }
    return hasData
  }

  /// Returns true for an element of graphology, which has only a key and attributes.
  private static func isGraphology(_ members: [JSONMember]) -> Bool {
    members.contains { $0.name == "key" && $0.item.isScalar }
      && members.allSatisfy { $0.name == "key" || $0.name == "attributes" }
  }

  // MARK: Edges

  mutating func readEdge(_ item: JSONItem) throws(GraphFileError) {
    if item.elements != nil {
      try JSONDialect.pair.read(item, &self)
      return
    }
    guard let members = item.members else {
      throw json.text.unexpected(
        "something else",
        expected: "an object with \"source\" and \"target\", or a list of two ends",
        at: item.place)
    }
    if Self.hasData(members) {
      try readElement(item, isEdge: true)
      return
    }
    let names = endNames(members)
    var element = JSONElement()
    for member in members {
      switch member.name {
      case names.source: element.source = try end(member.item)
      case names.target: element.target = try end(member.item)
      case "pos" where graphvizNodes != nil:
        builder.note("the curves of edges (pos) are left out")
      case let name where graphvizNodes != nil && name.hasPrefix("_"): break
      case "attributes" where isGraphology:
        element.addAll(of: member.item, named: "attributes")
      case "undirected" where isGraphology: element.isDirected = member.item.boolean != true
      case "key" where isGraphology:
        if let id = member.item.id {
          element.fields.append((StandardAttribute.edgeID, .string(id.description)))
        }
      case let name:
        guard let value = member.item.attribute(named: name) else { break }
        element.values.append((name, value))
        // In vis.js the value is `to`, or `to, from`.
        if name == "arrows", names.source == "from", case .string(let ends) = value {
          element.isDirected = ends.utf8.count > 0 && ends != "from"
        }
      }
    }
    try addEdge(element, at: item.place)
  }

  /// Returns the names of the ends of an edge, usually the same as for the previous edge.
  private mutating func endNames(_ members: [JSONMember]) -> JSONEndNames {
    if graphvizNodes != nil, members.contains(where: { $0.name == "tail" }) {
      return JSONEndNames("tail", "head")
    }
    let hasBoth =
      members.contains { $0.name == lastEndNames.source }
      && members.contains { $0.name == lastEndNames.target }
    if hasBoth { return lastEndNames }
    guard let found = JSONEndNames(members) else { return JSONEndNames("source", "target") }
    lastEndNames = found
    return found
  }
}
