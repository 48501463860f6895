/// Reads GXL (R. C. Holt, A. Schürr, S. E. Sim, A. Winter: "GXL: A graph-based standard exchange
/// format for reengineering", 2006, DOI 10.1016/j.scico.2005.10.003), as Graphviz's gv2gxl writes it:
/// nodes, edges and their attributes. Graphs in nodes become groups.
final class GXLReader: FormatReader, XMLHandler {
  private enum Owner { case graph, node(Int), edge(Int), none }
  private enum Mode: String { case directed, undirected, defaultdirected, defaultundirected }

  private let input: FormatInput
  private var builder: GraphBuilder
  private var owners: [Owner] = []
  private var modes: [Mode] = []
  private var directions: [Bool] = []
  private var hasRoot = false
  private var graphCount = 0
  /// The name of the attribute being read, and its text so far.
  private var attribute: (name: String, depth: Int)?
  /// The values of the open list (`seq`, `set`, `bag` or `tup`) in the attribute, and its depth.
  private var list: (values: [String], depth: Int)?
  private var depth = 0
  /// The groups of graphs in nodes: their names, parents and members.
  private var groups: [(name: String, parent: Int?, nodes: [Int])] = []
  /// The open graphs in nodes, as indices of groups.
  private var openGroups: [Int] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let text = beginning.text
    return Likeness(
      certainIf: text.first == "<" && ["<gxl", ":gxl"].contains(where: text.contains))
  }

  init(_ input: FormatInput) {
    self.input = input
    builder = GraphBuilder(
      file: input.name, limits: input.limits, budget: ReadBudget(input.limits))
  }

  func read() throws(GraphFileError) -> ReadResult {
    try XMLReader.read(input, budget: builder.budget, handler: self)
    guard graphCount > 0 else {
      throw GraphFileError(
        file: input.name, problem: .unexpected(found: "no <graph>", expected: "one in <gxl>"))
    }
    try builder.findNodes()
    if Set(directions).count == 2 {
      for (edge, direction) in directions.enumerated() {
        try builder.setEdge(StandardAttribute.directed, .boolean(direction), edge, isField: true)
      }
    }
    builder.isDirected = directions.isEmpty ? firstIsDirected : directions.contains(true)
    var graph = try builder.graph()
    graph.groups = groups.map { NodeGroup($0.name, nodes: $0.nodes, parent: $0.parent) }
    return ReadResult(graph: graph, format: .gxl, notes: builder.notes)
  }

  private var firstIsDirected = true

  // MARK: Elements

  func begin(_ element: XMLElementStart) throws(GraphFileError) {
    if !hasRoot {
      guard element.name == "gxl" else {
        throw element.unexpected("<\(element.name)>", expected: "<gxl>")
      }
      hasRoot = true
    }
    depth += 1
    switch element.name {
    case "graph": try beginGraph(element)
    case "node": try beginNode(element)
    case "edge": try beginEdge(element)
    case "rel":
      builder.note("relations of more than two nodes (<rel>) are left out")
      owners.append(.none)
    case "relend": owners.append(.none)
    case "type": try readType(element)
    case "attr": if attribute == nil { attribute = (try element.needed("name"), depth) }
    case "locator":
      if let target = element.attributes["href"] ?? element.attributes["xlink:href"] {
        try add(.string(target), depth: depth)
      }
    case "seq", "set", "bag", "tup":
      guard attribute != nil, list == nil else { break }
      builder.note("lists of values (seq, set, bag, tup) are read as texts, joined by semicolons")
      list = ([], depth)
    default: break
    }
  }

  private func beginGraph(_ element: XMLElementStart) throws(GraphFileError) {
    var mode = modes.last ?? .directed
    if let text = element.attributes["edgemode"] {
      guard let known = Mode(rawValue: text) else {
        throw element.unexpected(
          "edgemode=\(shown(text))",
          expected: "directed, undirected, defaultdirected or defaultundirected")
      }
      mode = known
    }
    modes.append(mode)
    if graphCount == 0 { firstIsDirected = mode == .directed || mode == .defaultdirected }
    graphCount += 1
    if case .node(let node)? = owners.last {
      let name = element.attributes["id"] ?? builder.ids[node]
      groups.append((name, openGroups.last, []))
      openGroups.append(groups.count - 1)
      builder.note("graphs in nodes are read as groups beside these nodes")
      owners.append(.none)
    } else {
      if graphCount > 1 { builder.note("the nodes and edges of several graphs are put into one") }
      if graphCount == 1, let id = element.attributes["id"] {
        try builder.setGraph("name", .string(id))
      }
      owners.append(graphCount == 1 ? .graph : .none)
    }
  }

  private func beginNode(_ element: XMLElementStart) throws(GraphFileError) {
    let node = try builder.addNode(element.needed("id"), at: element.place)
    for group in openGroups { groups[group].nodes.append(node) }
    owners.append(.node(node))
  }

  private func beginEdge(_ element: XMLElementStart) throws(GraphFileError) {
    let edge = try builder.addEdge(
      from: element.needed("from"), to: element.needed("to"), at: element.place)
    let mode = modes.last ?? .directed
    var isDirected = mode == .directed || mode == .defaultdirected
    // The mode of the graph decides, unless it is only a default.
    if mode == .defaultdirected || mode == .defaultundirected {
      switch element.attributes["isdirected"] {
      case nil: break
      case "true": isDirected = true
      case "false": isDirected = false
      case .some(let other):
        throw element.unexpected("isdirected=\(shown(other))", expected: "true or false")
      }
    }
    directions.append(isDirected)
    owners.append(.edge(edge))
    if let id = element.attributes["id"] {
      try builder.setEdge(StandardAttribute.edgeID, .string(id), edge, isField: true)
    }
  }

  /// Reads the type of a node or an edge, a link into a schema: `#Function`.
  private func readType(_ element: XMLElementStart) throws(GraphFileError) {
    guard let target = element.attributes["xlink:href"] ?? element.attributes["href"] else {
      return
    }
    let name =
      target.utf8.last == UInt8(ascii: "#")
      ? target
      : target.split(separator: "#").last
        .map(String.init) ?? target
    switch owners.last {
    case .node(let node)?: try builder.setNode("type", .string(name), node, isField: true)
    case .edge(let edge)?: try builder.setEdge("type", .string(name), edge, isField: true)
    default: break
    }
  }

  /// Adds a value to the open list, or sets the open attribute.
  ///
  /// - Parameter depth: that of the element with the value.
  private func add(_ value: AttributeValue, depth: Int) throws(GraphFileError) {
    if list != nil {
      list?.values.append(value.description)
    } else if let attribute, attribute.depth == depth - 1 {
      try set(attribute.name, value)
    }
  }

  private func set(_ name: String, _ value: AttributeValue) throws(GraphFileError) {
    switch owners.last {
    case .node(let node)?: try builder.setNode(name, value, node)
    case .edge(let edge)?:
      // Graphviz writes all values as text.
      if name == "weight", case .string(let text) = value,
        let weight = Double(decimalBytes: Array(text.utf8))
      {
        try builder.setEdge(name, .double(weight), edge)
      } else {
        try builder.setEdge(name, value, edge)
      }
    case .graph?: try builder.setGraph(name, value)
    default: break
    }
  }

  func end(_ name: String, text: String, at place: FileLocation) throws(GraphFileError) {
    depth -= 1
    switch name {
    case "graph":
      modes.removeLast()
      owners.removeLast()
      if case .node? = owners.last { openGroups.removeLast() }
    case "node", "edge", "rel", "relend": if !owners.isEmpty { owners.removeLast() }
    case "attr": if attribute?.depth == depth + 1 { attribute = nil }
    case "seq", "set", "bag", "tup":
      guard let list, list.depth == depth + 1, let attribute else { return }
      self.list = nil
      try set(attribute.name, .string(list.values.joined(separator: ";")))
    case "string", "enum", "int", "float", "bool":
      guard let attribute else { return }
      try add(try value(text, of: name, attribute.name, at: place), depth: depth + 1)
    default: break
    }
  }

  private func value(
    _ text: String, of element: String, _ name: String, at place: FileLocation
  ) throws(GraphFileError) -> AttributeValue {
    let type: AttributeType =
      switch element {
      case "int": .integer
      case "float": .double
      case "bool": .boolean
      default: .string
      }
    let bare = type == .string ? text : text.filter { !$0.isWhitespace }
    guard let value = AttributeValue(text: bare, type: type) else {
      throw GraphFileError(
        file: input.name, location: place,
        problem: .unexpected(
          found: shown(text), expected: "\(type.article) for \(shown(name))"))
    }
    return value
  }
}
