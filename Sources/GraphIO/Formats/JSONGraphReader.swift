/// Reads node-link JSON: `nodes` and `links` (d3) or `edges` (networkx), whose ends are ids or indices;
/// and what Cytoscape and Graphviz write.
struct JSONGraphReader: FormatReader {
  struct End {
    var value: AttributeValue
    var place: FileLocation
  }
  struct Edge {
    var source: End
    var target: End
    var values: [(String, AttributeValue)]
  }

  var json: JSONScanner
  var builder: GraphBuilder
  var edges: [Edge] = []
  var hasNodes = false
  var hasEdges = false
  /// The nodes of Graphviz, by the numbers that its edges name.
  var graphvizNodes: [Int: Int]?
  /// Its subgraphs, until the numbers of their nodes are known.
  var graphvizGroups: [(name: String, members: [Int])] = []
  /// A list or an object beside the nodes, in which edges may be.
  private var unknownList: String?
  private var adjacency: JSONAdjacency?
  private var nodesHaveIDs = true

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(certainIf: beginning.text.first == "{" || beginning.text.first == "[")
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    json = JSONScanner(scanner)
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    let place = json.location
    guard try json.value() == .object else {
      throw json.text.unexpected(
        "something else", expected: "an object with \"nodes\" and \"links\" or \"edges\"", at: place
      )
    }
    while let key = try json.nextKey() { try readMember(key.name) }
    try json.expectEnd()
    guard hasNodes || !edges.isEmpty || adjacency != nil || graphvizNodes != nil else {
      throw json.text.unexpected(
        "an object without \"nodes\"", expected: "\"nodes\" and \"links\" or \"edges\"", at: place)
    }
    try checkMembers(at: place)
    if let adjacency {
      for edge in try adjacency.edges(isDirected: builder.isDirected, builder, json.text) {
        edges.append(edge)
      }
    }
    try addEdges()
    builder.noteUndeclaredNodes()
    let ids = nodesHaveIDs ? nil : Graph.NodeIDs(count: builder.nodeCount)
    var graph = try builder.graph(nodeIDs: ids)
    if graphvizNodes != nil { try finishGraphviz(&graph) }
    return ReadResult(graph: graph, format: .json, notes: builder.notes)
  }

  private mutating func readMember(_ key: String) throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    let token = try json.value()
    switch (key, token) {
    case ("nodes", .array):
      hasNodes = true
      while try json.hasElement() { try readNode() }
    case ("links", .array), ("edges", .array):
      hasEdges = true
      while try json.hasElement() { try readEdge() }
    case ("nodes", _), ("links", _), ("edges", _):
      throw json.text.unexpected("something else", expected: "a list of \(key)", at: place)
    case ("directed", .value(.boolean(let value))): builder.isDirected = value
    case ("directed", _):
      throw json.text.unexpected("something else", expected: "true or false", at: place)
    // Seen from the edges.
    case ("multigraph", _): _ = try json.rest(of: token)
    case ("graph", .object):
      while let inner = try json.nextKey() { try readGraphAttribute(inner.name, json.value()) }
    case ("graph", .array): try readPairs()
    case ("adjacency", .array): adjacency = try readAdjacency()
    case ("elements", .object), ("elements", .array): try readElements(token)
    case ("objects", .array): try readObjects()
    // Graphviz leaves out the list of a graph without nodes.
    case ("_subgraph_cnt", .value): graphvizNodes = graphvizNodes ?? [:]
    // What Graphviz draws.
    case (let name, _) where name.hasPrefix("_"): _ = try json.rest(of: token)
    default:
      if token == .array || token == .object { unknownList = unknownList ?? key }
      try readGraphAttribute(key, token)
    }
  }

  /// A list of nodes without one of edges is no graph, or one whose edges are called otherwise.
  private mutating func checkMembers(at place: FileLocation) throws(GraphFileError) {
    if hasEdges || adjacency != nil || graphvizNodes != nil { return }
    if let unknownList {
      throw json.text.unexpected(
        "\"nodes\" and \(shown(unknownList))",
        expected: "\"links\" or \"edges\" beside the nodes, also when there are none", at: place)
    }
    builder.note("the file has neither \"links\" nor \"edges\", and so no edges")
  }

  /// networkx writes the attributes of the graph as a list of pairs, in adjacency data.
  private mutating func readPairs() throws(GraphFileError) {
    while try json.hasElement() {
      let token = try json.value()
      guard token == .array, try json.hasElement(),
        case .value(.string(let name)) = try json.value(),
        try json.hasElement()
      else {
        throw json.text.unexpected("something else", expected: "a list of a name and a value")
      }
      try readGraphAttribute(name, json.value())
      guard try !json.hasElement() else {
        throw json.text.unexpected("a third element", expected: "a list of a name and a value")
      }
    }
  }

  /// Adjacency data of networkx: for each node the list of its neighbours.
  private mutating func readAdjacency() throws(GraphFileError) -> JSONAdjacency {
    var result = JSONAdjacency()
    while try json.hasElement() {
      try json.skipBlanks()
      let place = json.location
      guard try json.value() == .array else {
        throw json.text.unexpected(
          "something else", expected: "the list of the neighbours of a node", at: place)
      }
      result.beginNode()
      while try json.hasElement() { try readNeighbour(into: &result) }
    }
    return result
  }

  private mutating func readNeighbour(into result: inout JSONAdjacency) throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    guard result.entries.count / 2 < json.text.limits.edges else {
      throw json.text.limit(of: "edges", maximum: json.text.limits.edges)
    }
    guard try json.value() == .object else {
      throw json.text.unexpected("something else", expected: "an object with \"id\"", at: place)
    }
    var target: End?
    var values: [(String, AttributeValue)] = []
    while let key = try json.nextKey() {
      try json.skipBlanks()
      let valuePlace = json.location
      let token = try json.value()
      switch (key.name, token) {
      case ("id", _): target = try readEnd(token, at: valuePlace)
      case (_, .null): break
      case (_, .value(let value)):
        values.append((key.name, json.attribute(value, named: key.name)))
      default: values.append((key.name, .string(try json.rest(of: token))))
      }
    }
    guard let target else {
      throw json.text.unexpected(
        "a neighbour without \"id\"", expected: "the id of a node", at: place)
    }
    try take(values)
    result.add(target, values)
  }

  private mutating func readGraphAttribute(_ key: String, _ token: JSONToken) throws(GraphFileError)
  {
    switch token {
    case .null: break
    case .value(let value): try builder.setGraph(key, json.attribute(value, named: key))
    case .object, .array: try builder.setGraph(key, .string(try json.rest(of: token)))
    }
  }

  private mutating func readNode() throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    var id: String?
    var values: [(String, AttributeValue)] = []
    var coordinates: [(String, AttributeValue)] = []
    switch try json.value() {
    case .value(let value): id = json.id(value).description
    case .null, .array:
      throw json.text.unexpected(
        "something else", expected: "a node: an object or an id", at: place)
    case .object:
      while let key = try json.nextKey() {
        try json.skipBlanks()
        let valuePlace = json.location
        switch (key.name, try json.value()) {
        case (_, .null): break
        case ("id", .value(let value)): id = json.id(value).description
        // networkx makes lists of tuples.
        case ("id", .array): id = try json.rest(of: .array)
        case ("id", _):
          throw json.text.unexpected(
            "something else", expected: "an id: text or a number", at: valuePlace)
        case ("pos", .array): try readPosition(&coordinates)
        case (_, .value(let value)):
          values.append((key.name, json.attribute(value, named: key.name)))
        case (_, let token): values.append((key.name, .string(try json.rest(of: token))))
        }
      }
    }
    if id == nil, builder.nodeCount == 0 { nodesHaveIDs = false }
    guard (id != nil) == nodesHaveIDs else {
      throw json.text.unexpected(
        nodesHaveIDs ? "a node without \"id\"" : "a node with \"id\"",
        expected: nodesHaveIDs
          ? "an id, as the nodes before it have one" : "none, as the nodes before it have none",
        at: place)
    }
    let node = try builder.addNode(id ?? builder.nodeCount.description, at: place)
    for (name, value) in values { try builder.setNode(name, value, node) }
    for (name, value) in coordinates { try builder.setNode(name, value, node, isField: true) }
  }

  /// networkx users keep coordinates as a list.
  private mutating func readPosition(_ values: inout [(String, AttributeValue)])
    throws(GraphFileError)
  {
    var axis = 0
    while try json.hasElement() {
      let place = json.location
      guard case .value(let value) = try json.value(), value.number?.isFinite == true, axis < 3
      else {
        throw json.text.unexpected(
          "something else", expected: "two or three numbers (a position)", at: place)
      }
      values.append((["x", "y", "z"][axis], value))
      axis += 1
    }
  }

  private mutating func readEdge() throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    guard edges.count < json.text.limits.edges else {
      throw json.text.limit(of: "edges", maximum: json.text.limits.edges)
    }
    guard try json.value() == .object else {
      throw json.text.unexpected(
        "something else", expected: "an object with \"source\" and \"target\"", at: place)
    }
    var source: End?
    var target: End?
    var values: [(String, AttributeValue)] = []
    while let key = try json.nextKey() {
      try json.skipBlanks()
      let valuePlace = json.location
      let token = try json.value()
      switch key.name {
      case "source": source = try readEnd(token, at: valuePlace)
      case "target": target = try readEnd(token, at: valuePlace)
      case "tail" where graphvizNodes != nil: source = try readEnd(token, at: valuePlace)
      case "head" where graphvizNodes != nil: target = try readEnd(token, at: valuePlace)
      case "pos" where graphvizNodes != nil:
        builder.note("the curves of edges (pos) are left out")
      case _ where graphvizNodes != nil && key.name.hasPrefix("_"): _ = try json.rest(of: token)
      default:
        switch token {
        case .null: break
        case .value(let value):
          values.append((key.name, json.attribute(value, named: key.name)))
        case .object, .array: values.append((key.name, .string(try json.rest(of: token))))
        }
      }
    }
    guard let source, let target else {
      throw json.text.unexpected(
        "an edge without \"\(source == nil ? "source" : "target")\"",
        expected: "\"source\" and \"target\"", at: place)
    }
    try take(values)
    edges.append(Edge(source: source, target: target, values: values))
  }

  /// Takes memory for an edge that waits until all nodes are known.
  func take(_ values: [(String, AttributeValue)]) throws(GraphFileError) {
    let bytes = values.reduce(ReadBudget.waitingEdge) { $0 + ReadBudget.value + $1.1.textLength }
    try builder.budget.take(bytes, file: json.text.name)
  }

  /// An id, an index, or the whole node, which d3 puts there once its simulation runs.
  mutating func readEnd(_ token: JSONToken, at place: FileLocation) throws(GraphFileError)
    -> End
  {
    switch token {
    case .value(let value): return End(value: json.id(value), place: place)
    case .null: break
    case .array: return End(value: .string(try json.rest(of: .array)), place: place)
    case .object:
      var id: AttributeValue?
      while let key = try json.nextKey() {
        let token = try json.value()
        if case .value(let value) = token, key.name == "id" || key.name == "index" && id == nil {
          id = json.id(value)
        } else if token != .null {
          _ = try json.rest(of: token)
        }
      }
      if let id { return End(value: id, place: place) }
    }
    throw json.text.unexpected(
      "something else", expected: "the id or the index of a node", at: place)
  }

  private mutating func addEdges() throws(GraphFileError) {
    // Without a list of nodes, the ends name them.
    let implicit = !hasNodes
    // When no end is an id, they are indices, which is what d3 takes them for by default.
    let byIndex =
      !implicit && nodesHaveIDs && graphvizNodes == nil
      && edges.allSatisfy { edge in
        guard case .integer(let source) = edge.source.value,
          case .integer(let target) = edge.target.value
        else { return false }
        return (0..<builder.nodeCount).contains(source) && (0..<builder.nodeCount).contains(target)
      }
      && edges.contains {
        builder.node($0.source.value.description) == nil
          || builder.node($0.target.value.description) == nil
      }
    for edge in edges {
      let source = try node(edge.source, byIndex: byIndex, implicit: implicit)
      let target = try node(edge.target, byIndex: byIndex, implicit: implicit)
      let index = try builder.addEdge(source, target, at: edge.source.place)
      for (name, value) in edge.values { try builder.setEdge(name, value, index) }
    }
  }

  private mutating func node(_ end: End, byIndex: Bool, implicit: Bool) throws(GraphFileError)
    -> Int
  {
    if implicit { return try builder.nodeOrNew(end.value.description, at: end.place) }
    if byIndex, case .integer(let index) = end.value { return index }
    if let graphvizNodes, case .integer(let number) = end.value, let node = graphvizNodes[number] {
      return node
    }
    if let node = builder.node(end.value.description) { return node }
    // A number might be the index of a node, of which there are fewer.
    if nodesHaveIDs, case .string(let id) = end.value {
      return try builder.namedNode(id, at: end.place)
    }
    throw json.text.unexpected(
      end.value.type == .string ? shown(end.value.description) : end.value.description,
      expected: nodesHaveIDs
        ? "the id of a node" : "the index of a node, from 0 to \(builder.nodeCount - 1)",
      at: end.place)
  }
}

extension JSONScanner {
  /// To the place where the next value begins.
  mutating func skipBlanks() throws(GraphFileError) { try text.skipBlanksAndNewlines() }
}
