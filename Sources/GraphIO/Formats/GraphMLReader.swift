/// Reads GraphML (U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall: "GraphML
/// Progress Report", 2002, doi:10.1007/3-540-45848-4_59), with yEd's drawings and Gephi's names.
final class GraphMLReader: FormatReader, XMLHandler {
  private struct Key {
    var name: String
    var type: AttributeType
    var defaultValue: AttributeValue?
    var domain: String
    /// True for graph-tool's lists: `0.5, 1.25`.
    var isVector = false

    /// True if its values are the positions of nodes.
    var isPosition: Bool {
      isVector && domain == "node" && ["pos", "position", "layout"].contains(name.lowercased())
    }
  }
  private enum Owner { case graph, node(Int), edge(Int) }

  private let input: FormatInput
  private let file: String
  private var builder: GraphBuilder
  /// The keys by domain and id: some files reuse an id for keys of graphs and of nodes.
  private var keys: [KeyID: Key] = [:]
  private struct KeyID: Hashable {
    var domain: ExactText
    var id: ExactText
  }
  private var keyOrder: [KeyID] = []
  private var currentKey: KeyID?
  private var owners: [Owner] = []
  private var data: (key: String, place: FileLocation)?
  private var edgeDefault = false
  private var hasRoot = false
  private var hasGraph = false
  private var directions: [Bool?] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let text = beginning.text
    return Likeness(
      certainIf: text.first == "<" && ["<graphml", ":graphml"].contains(where: text.contains))
  }

  init(_ input: FormatInput) {
    self.input = input
    file = input.name
    builder = GraphBuilder(
      file: file, limits: input.limits, budget: ReadBudget(input.limits))
  }

  func read() throws(GraphFileError) -> ReadResult {
    try XMLReader.read(input, budget: builder.budget, handler: self)
    return try finish()
  }

  private func finish() throws(GraphFileError) -> ReadResult {
    guard hasGraph else {
      throw GraphFileError(
        file: file, problem: .unexpected(found: "no <graph>", expected: "one in <graphml>"))
    }
    try builder.findNodes()
    try setDefaults()
    // An edge without a direction has the default of the graph.
    if directions.contains(where: { $0 != nil && $0 != edgeDefault }) {
      for (edge, direction) in directions.enumerated() {
        try builder.setEdge(
          StandardAttribute.directed, .boolean(direction ?? edgeDefault), edge, isField: true)
      }
      builder.isDirected = true
    } else {
      builder.isDirected = edgeDefault
    }
    return ReadResult(graph: try builder.graph(), format: .graphML, notes: builder.notes)
  }

  private func setDefaults() throws(GraphFileError) {
    for id in keyOrder {
      guard let key = keys[id], let value = key.defaultValue else { continue }
      if key.domain == "node" || key.domain == "all" {
        try builder.setNodeDefault(key.name, value)
      }
      if key.domain == "edge" { try builder.setEdgeDefault(key.name, value) }
      if key.domain == "graph", builder.attributes[key.name] == nil {
        try builder.setGraph(key.name, value)
      }
    }
  }

  // MARK: Elements

  func begin(_ element: XMLElementStart) throws(GraphFileError) {
    if !hasRoot {
      guard element.name == "graphml" else {
        throw element.unexpected("<\(element.name)>", expected: "<graphml>")
      }
      hasRoot = true
    }
    switch element.name {
    case "key": try readKey(element)
    case "graph": try readGraph(element)
    case "node":
      owners.append(.node(try builder.addNode(element.needed("id"), at: element.place)))
    case "edge": try readEdge(element)
    case "data": data = (try element.needed("key"), element.place)
    case "hyperedge": builder.note("hyperedges are left out")
    case "port": builder.note("ports are left out")
    default: if data != nil { try readDrawing(element) }
    }
  }

  private func readKey(_ element: XMLElementStart) throws(GraphFileError) {
    let id = try element.needed("id")
    let type: AttributeType =
      switch element.attributes["attr.type"]?.lowercased() {
      case "int", "long", "integer", "short": .integer
      case "float", "double": .double
      case "boolean": .boolean
      // Types of graph-tool and others, such as vector_double, are kept as text.
      default: .string
      }
    guard keys.count < builder.limits.attributes else {
      throw builder.tooMany("attributes", builder.limits.attributes, element.place)
    }
    let domain = element.attributes["for"] ?? "all"
    let keyID = KeyID(domain: ExactText(domain), id: ExactText(id))
    guard keys[keyID] == nil else {
      throw element.unexpected("a second key \(shown(id))", expected: "an id that no other key has")
    }
    let name = element.attributes["attr.name"] ?? id
    let isVector = element.attributes["attr.type"]?.lowercased().hasPrefix("vector_") ?? false
    keys[keyID] = Key(name: name, type: type, domain: domain, isVector: isVector)
    keyOrder.append(keyID)
    currentKey = keyID
    // An unused key becomes an attribute as well, unless it is one of yEd's for drawings.
    guard element.attributes["yfiles.type"] == nil, element.attributes["attr.type"] != nil else {
      return
    }
    if domain == "node" {
      if keys[keyID]?.isPosition == true { return }
      _ = try builder.nodeColumns.index(name, type: type)
    } else if domain == "edge" {
      _ = try builder.edgeColumns.index(name, type: type)
    }
  }

  private func readGraph(_ element: XMLElementStart) throws(GraphFileError) {
    if owners.isEmpty {
      if hasGraph { builder.note("the nodes and edges of several graphs are put into one") }
      switch element.attributes["edgedefault"] ?? "undirected" {
      case "directed": edgeDefault = true
      case "undirected": edgeDefault = hasGraph && edgeDefault
      case let other:
        throw element.unexpected("edgedefault=\(shown(other))", expected: "directed or undirected")
      }
      if !hasGraph, let id = element.attributes["id"], id != "G" {
        try builder.setGraph("name", .string(id))
      }
      hasGraph = true
    } else {
      builder.note("graphs in nodes are put into the graph around them")
    }
    owners.append(.graph)
  }

  private func readEdge(_ element: XMLElementStart) throws(GraphFileError) {
    let edge = try builder.addEdge(
      from: element.needed("source"), to: element.needed("target"), at: element.place)
    switch element.attributes["directed"] {
    case nil: directions.append(nil)
    case "true", "1": directions.append(true)
    case "false", "0": directions.append(false)
    case .some(let other):
      throw element.unexpected("directed=\(shown(other))", expected: "true or false")
    }
    owners.append(.edge(edge))
    if let id = element.attributes["id"] {
      try builder.setEdge(StandardAttribute.edgeID, .string(id), edge, isField: true)
    }
  }

  /// Reads the drawing that yEd stores in a data element.
  private func readDrawing(_ element: XMLElementStart) throws(GraphFileError) {
    switch (element.name, owners.last) {
    case ("Geometry", .node(let node)):
      let width = try element.number("width")
      let height = try element.number("height")
      // yEd's x and y are those of the upper left corner.
      if let x = try element.number("x"), let y = try element.number("y") {
        try builder.setNode("x", .double(x + (width ?? 0) / 2), node, isField: true)
        try builder.setNode("y", .double(y + (height ?? 0) / 2), node, isField: true)
      }
      if let width { try builder.setNode("width", .double(width), node, isField: true) }
      if let height { try builder.setNode("height", .double(height), node, isField: true) }
    case ("Fill", .node(let node)):
      if let color = element.attributes["color"] {
        try builder.setNode(
          StandardAttribute.color, .string(color.lowercased()), node, isField: true)
      }
    case ("Shape", .node(let node)):
      if let type = element.attributes["type"] {
        try builder.setNode("shape", .string(type), node, isField: true)
      }
    case ("LineStyle", .edge(let edge)):
      if let color = element.attributes["color"] {
        try builder.setEdge(
          StandardAttribute.color, .string(color.lowercased()), edge, isField: true)
      }
      if let type = element.attributes["type"], type != "line" {
        try builder.setEdge("style", .string(type), edge, isField: true)
      }
      if let width = try element.number("width"), width != 1 {
        try builder.setEdge("width", .double(width), edge, isField: true)
      }
    case ("Arrows", .edge(let edge)):
      for (name, end) in [("arrowhead", "target"), ("arrowtail", "source")] {
        // The default arrows of directed and undirected edges.
        let usual = (end == "target") == edgeDefault ? "standard" : "none"
        if let arrow = element.attributes[ExactText(end)], arrow != usual,
          arrow != "none" || end == "target"
        {
          try builder.setEdge(name, .string(arrow), edge, isField: true)
        }
      }
    default: break
    }
  }

  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError) {
    switch name {
    case "node", "edge", "graph": if !owners.isEmpty { owners.removeLast() }
    case "key": currentKey = nil
    case "default":
      if let id = currentKey, let key = keys[id] {
        keys[id]?.defaultValue = try value(text, key, at: place)
      }
    case "NodeLabel":
      if case .node(let node)? = owners.last {
        try setLabel(text) { name, value throws(GraphFileError) in
          try builder.setNode(name, value, node, isField: true)
        }
      }
    case "EdgeLabel":
      if case .edge(let edge)? = owners.last {
        try setLabel(text) { name, value throws(GraphFileError) in
          try builder.setEdge(name, value, edge, isField: true)
        }
      }
    case "data":
      if let data { try set(text, data.key, at: data.place) }
      data = nil
    default: break
    }
  }

  private func setLabel(
    _ text: String, _ set: (String, AttributeValue) throws(GraphFileError) -> Void
  ) throws(GraphFileError) {
    let label = text.unicodeScalars.drop(while: \.properties.isWhitespace)
      .droppingLast(while: \.properties.isWhitespace)
    guard !label.isEmpty else { return }
    try set(StandardAttribute.label, .string(String(label)))
  }

  private func set(_ text: String, _ id: String, at place: FileLocation) throws(GraphFileError) {
    guard let key = key(id) else {
      throw GraphFileError(
        file: file, location: place,
        problem: .unexpected(
          found: "<data> with the key \(shown(id))", expected: "the id of a <key>"))
    }
    // A key without a type and without text is one of yEd's for drawings.
    let isEmpty = text.allSatisfy(\.isWhitespace)
    if isEmpty, key.type != .string || key.name.hasSameBytes(as: id) { return }
    if key.isPosition, case .node(let node)? = owners.last, try setPosition(text, node) { return }
    let value = try value(text, key, at: place)
    switch owners.last {
    case .node(let node):
      try builder.setNode(key.name, value, node)
    case .edge(let edge):
      try builder.setEdge(key.name, value, edge)
    case .graph where owners.count == 1, nil: try builder.setGraph(key.name, value)
    case .graph: break
    }
  }

  /// Returns the key of this id for the current element, or for all, or for another domain.
  private func key(_ id: String) -> Key? {
    let domain =
      switch owners.last {
      case .node: "node"
      case .edge: "edge"
      case .graph, nil: "graph"
      }
    for domain in [domain, "all", "node", "edge", "graph"] {
      if let key = keys[KeyID(domain: ExactText(domain), id: ExactText(id))] { return key }
    }
    return keys.first { $0.key.id == ExactText(id) }?.value
  }

  /// Sets a position if the text is two or three numbers, as graph-tool writes them; else returns
  /// false.
  private func setPosition(_ text: String, _ node: Int) throws(GraphFileError) -> Bool {
    let parts = text.split { $0 == "," || $0.isWhitespace }
    let numbers = parts.compactMap { Double(decimalBytes: Array($0.utf8)) }
    guard numbers.count == parts.count, (2...3).contains(numbers.count) else { return false }
    for (axis, number) in zip(["x", "y", "z"], numbers) {
      try builder.setNode(axis, .double(number), node, isField: true)
    }
    return true
  }

  private func value(
    _ text: String, _ key: Key, at place: FileLocation
  ) throws(GraphFileError) -> AttributeValue {
    let bare = key.type == .string ? text : text.filter { !$0.isWhitespace }
    if let value = AttributeValue(text: bare, type: key.type) { return value }
    throw GraphFileError(
      file: file, location: place,
      problem: .unexpected(
        found: shown(text), expected: "\(key.type.article) for \(shown(key.name))"))
  }
}

extension AttributeType {
  /// The type with its article, for messages.
  var article: String {
    switch self {
    case .string: "a text"
    case .integer: "an integer"
    case .double: "a number"
    case .boolean: "true or false"
    }
  }
}
