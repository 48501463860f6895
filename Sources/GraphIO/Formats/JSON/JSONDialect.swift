/// A JSON form of graphs, other than an object with lists of nodes and edges: how to recognise it
/// by a value, and how to read the value. A new dialect is an entry in one of the two tables here.
struct JSONDialect: Sendable {
  /// The name in notes and errors.
  let title: String
  let recognises: @Sendable (JSONItem) -> Bool
  /// Reads nodes and edges from a document, or from an element of a list.
  let read: @Sendable (JSONItem, inout JSONGraphReader) throws(GraphFileError) -> Void

  /// The dialects of lists, and of files with a value per line. The first one that recognises the
  /// first element is used.
  static let ofElements: [JSONDialect] = [cytoscape, cx2, neo4j, tree, edge, pair]

  /// The dialects of whole documents.
  static let ofDocuments: [JSONDialect] =
    [jsonGraph, jsonGraphs, packageLock, cargo, swiftPackages] + ofElements + [neighbours]

  static func ofDocument(
    _ document: JSONItem, _ reader: JSONGraphReader
  ) throws(GraphFileError) -> JSONDialect {
    if let found = ofDocuments.first(where: { $0.recognises(document) }) { return found }
    throw reader.json.text.unexpected(
      "an object without \"nodes\"",
      expected: JSONGraphReader.expected + ", or another form of a graph", at: document.place)
  }

  static func ofList(
    first: JSONItem, _ reader: JSONGraphReader
  ) throws(GraphFileError) -> JSONDialect {
    if let found = ofElements.first(where: { $0.recognises(first) }) { return found }
    if first.elements != nil {
      throw reader.json.text.unexpected(
        "a list of \(first.elements?.count ?? 0) elements", expected: Self.pairShape,
        at: first.place)
    }
    if first["numberVerification"] != nil {
      throw reader.json.text.unexpected(
        "CX of version 1", expected: "CX2 (NDEx and Cytoscape write it too)", at: first.place)
    }
    throw reader.json.text.unexpected(
      "a list of objects without ends",
      expected: "edges, with members such as \"source\" and \"target\" (a table of nodes is read "
        + "beside edges)", at: first.place)
  }

  static let pairShape = "the two ends of an edge, and a number if it has a weight"
}

// MARK: Edges in lists

extension JSONDialect {
  /// `[{"source": "a", "target": "b"}, …]`, as pandas and SQL servers write tables.
  static let edge = JSONDialect(
    title: "edges as objects",
    recognises: { $0.members.flatMap(JSONEndNames.init) != nil },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      try reader.readEdge(item)
    })

  /// `[["a", "b"], ["b", "c", 2.5], …]`.
  static let pair = JSONDialect(
    title: "pairs",
    recognises: { $0.elements.map(isPair) ?? false },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      guard let elements = item.elements, isPair(elements) else {
        throw reader.json.text.unexpected(
          item.elements.map { "a list of \($0.count) elements" } ?? "something else",
          expected: pairShape, at: item.place)
      }
      var element = JSONElement()
      element.source = try reader.end(elements[0])
      element.target = try reader.end(elements[1])
      if elements.count == 3 {
        if let members = elements[2].members {
          element.add(members)
        } else if let weight = elements[2].attribute(named: "weight") {
          element.values.append(("weight", weight))
        }
      }
      try reader.addEdge(element, at: item.place)
    })

  /// Returns true for two ends with an optional weight or object of attributes, as in networkx.
  private static func isPair(_ elements: [JSONItem]) -> Bool {
    guard elements.count == 2 || elements.count == 3 else { return false }
    guard elements.prefix(2).allSatisfy({ $0.isScalar || $0.elements != nil }) else { return false }
    return elements.count == 2 || elements[2].number != nil || elements[2].members != nil
  }

  /// A list of elements of Cytoscape.js.
  static let cytoscape = JSONDialect(
    title: "Cytoscape's elements",
    recognises: { $0.members.map(JSONGraphReader.hasData) ?? false },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      let group = item["group"]?.text
      try reader.readElement(item, isEdge: group.map { $0 == "edges" })
    })

  /// The lines of Neo4j (`apoc.export.json`).
  static let neo4j = JSONDialect(
    title: "lines of Neo4j",
    recognises: { item in
      switch item["type"]?.text {
      case "node": item["id"] != nil && (item["properties"] != nil || item["labels"] != nil)
      case "relationship": item["start"] != nil && item["end"] != nil
      default: false
      }
    },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      reader.builder.isDirected = true
      var element = JSONElement()
      element.id = item["id"]?.id?.description
      element.addAll(of: item["properties"], named: "properties")
      switch item["type"]?.text {
      case "node":
        let labels = item["labels"]?.elements?.compactMap(\.text) ?? []
        if !labels.isEmpty {
          element.fields.append(("labels", .string(labels.joined(separator: ";"))))
        }
        try reader.addNode(element, at: item.place)
      case "relationship":
        if let start = item["start"] { element.source = try reader.namedEnd(start) }
        if let end = item["end"] { element.target = try reader.namedEnd(end) }
        if let id = element.id {
          element.fields.append((StandardAttribute.edgeID, .string(id)))
        }
        if let label = item["label"]?.text {
          element.fields.append((StandardAttribute.label, .string(label)))
        }
        try reader.addEdge(element, at: item.place, expected: "\"start\" and \"end\" with an id")
      default:
        throw reader.json.text.unexpected(
          "a line that is neither", expected: "\"type\": \"node\" or \"relationship\"",
          at: item.place)
      }
    })
}

// MARK: JSON Graph Format

extension JSONDialect {
  /// JSON Graph Format (https://jsongraphformat.info): `graph`, whose nodes are an object, or in
  /// version 1 a list.
  static let jsonGraph = JSONDialect(
    title: "JSON Graph Format",
    recognises: { ($0["graph"]).map(isGraph) ?? false },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      if let graph = item["graph"] { try read(graph: graph, &reader) }
    })

  /// JSON Graph Format with `graphs`, of which only the first is read.
  static let jsonGraphs = JSONDialect(
    title: "JSON Graph Format",
    recognises: { $0["graphs"]?.elements?.first.map(isGraph) ?? false },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      guard let graphs = item["graphs"]?.elements, let first = graphs.first else { return }
      if graphs.count > 1 {
        reader.builder.note("only the first graph of \(graphs.count) is read")
      }
      try read(graph: first, &reader)
    })

  private static func isGraph(_ item: JSONItem) -> Bool {
    let nodes = item["nodes"]
    return nodes?.members != nil || nodes?.elements != nil || item["edges"]?.elements != nil
  }

  private static func read(
    graph: JSONItem, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    reader.builder.isDirected = graph["directed"]?.boolean ?? true
    for member in graph.members ?? [] {
      switch (member.name, member.item.value) {
      case ("nodes", .object(let nodes)):
        reader.hasNodes = true
        for node in nodes { try readNode(node.item, id: node.name, &reader) }
      case ("nodes", .array(let nodes)):
        reader.hasNodes = true
        for node in nodes { try readNode(node, id: node["id"]?.id?.description, &reader) }
      case ("edges", .array(let edges)): for edge in edges { try readEdge(edge, &reader) }
      case ("hyperedges", _): reader.builder.note("hyperedges are left out")
      case ("metadata", .object(let values)): for value in values { try reader.setGraph(value) }
      case ("directed", _): break
      default: try reader.setGraph(member)
      }
    }
  }

  private static func readNode(
    _ item: JSONItem, id: String?, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    var element = JSONElement()
    element.id = id
    element.add(item.members ?? []) { $0 == "id" || $0 == "metadata" }
    element.addAll(of: item["metadata"], named: "metadata")
    try reader.addNode(element, at: item.place)
  }

  private static func readEdge(
    _ item: JSONItem, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    var element = JSONElement()
    if let source = item["source"] { element.source = try reader.namedEnd(source) }
    if let target = item["target"] { element.target = try reader.namedEnd(target) }
    element.isDirected = item["directed"]?.boolean
    element.add(item.members ?? []) { ["source", "target", "directed", "metadata"].contains($0) }
    element.addAll(of: item["metadata"], named: "metadata")
    try reader.addEdge(element, at: item.place)
  }
}

// MARK: Trees and neighbours

extension JSONDialect {
  /// Nested nodes: d3's hierarchies and tree data of networkx. The edges lead to the children.
  static let tree = JSONDialect(
    title: "a tree",
    recognises: { $0["children"]?.elements != nil && nameOfTreeNode($0) != nil },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.hasNodes = true
      reader.builder.isDirected = true
      try read(tree: item, below: nil, &reader)
    })

  private static func nameOfTreeNode(_ item: JSONItem) -> (key: String, id: String)? {
    for key in ["id", "name", "key", "label", "text", "title"] {
      if let value = item[key], value.isScalar, let id = value.id { return (key, id.description) }
    }
    return nil
  }

  private static func read(
    tree item: JSONItem, below parent: String?, _ reader: inout JSONGraphReader
  ) throws(GraphFileError) {
    guard let name = nameOfTreeNode(item), let members = item.members else {
      throw reader.json.text.unexpected(
        "a node without a name", expected: "\"id\" or \"name\" in each node of a tree",
        at: item.place)
    }
    var element = JSONElement()
    element.id = name.key == "id" ? name.id : reader.treeNames.free(name.id, reader.builder)
    let isRenamed = element.id?.hasSameBytes(as: name.id) == false
    element.add(members) { $0 == "children" || $0 == name.key && !isRenamed }
    try reader.addNode(element, at: item.place)
    let id = element.id ?? name.id
    if let parent {
      var edge = JSONElement()
      edge.source = JSONGraphReader.End(value: .string(parent), place: item.place)
      edge.target = JSONGraphReader.End(value: .string(id), place: item.place)
      try reader.addEdge(edge, at: item.place)
    }
    guard let children = item["children"], !children.isNull else { return }
    guard let list = children.elements else {
      throw reader.json.text.unexpected(
        "something else", expected: "a list of children", at: children.place)
    }
    for child in list { try read(tree: child, below: id, &reader) }
  }

  /// An object with the neighbours of each node, as a list or an object.
  static let neighbours = JSONDialect(
    title: "lists of neighbours",
    recognises: { item in
      guard let members = item.members, !members.isEmpty else { return false }
      if members.allSatisfy({ $0.item.elements?.allSatisfy(\.isScalar) ?? false }) { return true }
      // Any object of objects looks like this, so some neighbour must be a node.
      let isNested = members.allSatisfy { member in
        member.item.members?.allSatisfy {
          $0.item.members != nil || $0.item.number != nil || $0.item.isNull
        } ?? false
      }
      guard isNested else { return false }
      let names = Set(members.map { ExactText($0.name) })
      return members.contains { member in
        member.item.members?.contains { names.contains(ExactText($0.name)) } ?? false
      }
    },
    read: { (item: JSONItem, reader: inout JSONGraphReader) throws(GraphFileError) in
      reader.builder.note("the members of the file are read as nodes with their neighbours")
      try reader.readNeighbours(item.members ?? [])
    })
}

extension JSONGraphReader {
  fileprivate mutating func readNeighbours(_ members: [JSONMember]) throws(GraphFileError) {
    hasNodes = true
    for member in members { _ = try builder.addNode(member.name, at: member.item.place) }
    var pairs: [(source: Int, target: Int)] = []
    for member in members {
      let source = try builder.nodeOrNew(member.name, at: member.item.place)
      for neighbour in member.item.elements ?? [] {
        let end = try namedEnd(neighbour)
        pairs.append((source, try builder.nodeOrNew(end.value.description, at: end.place)))
        try addEdge(from: member.name, to: end.value.description, JSONElement(), at: end.place)
      }
      for neighbour in member.item.members ?? [] {
        let target = try builder.nodeOrNew(neighbour.name, at: neighbour.item.place)
        for element in Self.edges(of: neighbour) {
          pairs.append((source, target))
          try addEdge(
            from: member.name, to: neighbour.name, element, at: neighbour.item.place)
        }
      }
    }
    if options.isDirected != true, Self.isSymmetric(pairs) {
      builder.note("each edge is in the lists of both of its nodes, and is read once")
      edges = zip(edges, pairs).filter { $0.1.source <= $0.1.target }.map(\.0)
    }
  }

  /// Returns the edges to a neighbour: a number is a weight, an object has attributes, and an
  /// object of objects is several edges, as in networkx.
  private static func edges(of neighbour: JSONMember) -> [JSONElement] {
    var element = JSONElement()
    guard let members = neighbour.item.members else {
      if let weight = neighbour.item.attribute(named: "weight") {
        element.values.append(("weight", weight))
      }
      return [element]
    }
    if !members.isEmpty, members.allSatisfy({ $0.item.members != nil }) {
      return members.map { member in
        var element = JSONElement()
        element.add(member.item.members ?? [])
        return element
      }
    }
    element.add(members)
    return [element]
  }

  private mutating func addEdge(
    from source: String, to target: String, _ element: JSONElement, at place: FileLocation
  ) throws(GraphFileError) {
    var element = element
    element.source = End(value: .string(source), place: place)
    element.target = End(value: .string(target), place: place)
    try addEdge(element, at: place)
  }

  /// Returns true if each edge occurs in both directions.
  private static func isSymmetric(_ pairs: [(source: Int, target: Int)]) -> Bool {
    var balance: [UInt64: Int] = [:]
    for (source, target) in pairs where source != target {
      let key = UInt64(min(source, target)) << 32 | UInt64(max(source, target))
      balance[key, default: 0] += source < target ? 1 : -1
    }
    return !balance.isEmpty && balance.values.allSatisfy { $0 == 0 }
  }
}
