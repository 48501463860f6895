/// Reads JSON: node-link (`nodes` and `links` or `edges`, whose ends are ids or indices) in its
/// variants, and the dialects of `JSONDialect`.
struct JSONGraphReader: FormatReader {
  struct End {
    var value: AttributeValue
    var place: FileLocation
  }
  struct Edge {
    var source: End
    var target: End
    /// The direction; nil for that of the graph.
    var isDirected: Bool?
    var values: [(String, AttributeValue)]
  }

  var json: JSONScanner
  var builder: GraphBuilder
  let options: EdgeListOptions
  var edges: [Edge] = []
  var hasNodes = false
  var hasEdges = false
  var nodesHaveIDs = true
  /// True if an edge states whether it is directed.
  var saysDirections = false
  /// True if nodes have `key` and `attributes`.
  var isGraphology = false
  var lastEndNames = JSONEndNames("source", "target")
  /// The nodes of Graphviz, by the numbers that edges use.
  var graphvizNodes: [Int: Int]?
  /// The subgraphs of Graphviz, until the numbers of their nodes are known.
  var graphvizGroups: [(name: String, members: [Int])] = []
  /// The members of the document other than lists of nodes or edges, until such a list begins.
  private var members: [JSONMember] = []
  private var cost = JSONCost()
  /// True if elements are those of Cytoscape, whose `data` has the attributes of the graph.
  var hasElements = false
  /// True if the file is CX2, whose edges always have numbers.
  var hasCX2 = false
  /// The attribute declarations of CX2.
  var cx2 = CX2Declarations()
  /// The names in trees so far.
  var treeNames = NumberedNames()
  /// The key of another list or object, in which edges may be.
  private var unknownList: String?
  private var adjacency: JSONAdjacency?

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    // [&R] begins a tree in Newick's form.
    let isList = beginning.text.first == "[" && !beginning.text.hasPrefix("[&")
    return Likeness(certainIf: beginning.text.first == "{" || isList)
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    json = JSONScanner(scanner)
    builder = GraphBuilder(scanner)
    options = input.options
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    let place = json.location
    switch try json.value() {
    case .object: try readDocument(at: place)
    case .array: try readList(at: place)
    case .null, .value:
      throw json.text.unexpected("something else", expected: Self.expected, at: place)
    }
    try json.expectEnd()
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
    if hasCX2 { graph.dropEdgeIDsThatAreNumbers() }
    return ReadResult(graph: graph, format: .json, notes: builder.notes + treeNames.notes)
  }

  static let expected = "\"nodes\" and \"links\" or \"edges\""

  // MARK: Documents

  private var hasRecords: Bool {
    hasNodes || hasEdges || adjacency != nil || graphvizNodes != nil
  }

  private mutating func readDocument(at place: FileLocation) throws(GraphFileError) {
    while let key = try json.nextKey() { try readMember(key.name) }
    if hasRecords {
      try checkMembers(at: place)
      try setMembers()
      return
    }
    // These forms have no directions, except the dialects that set them.
    builder.isDirected = options.isDirected ?? builder.isDirected
    let document = JSONItem(value: .object(members), place: place)
    members = []
    try json.skipBlanks()
    if try json.text.peek() != nil {
      try readLines(first: document)
    } else {
      try JSONDialect.ofDocument(document, self).read(document, &self)
    }
  }

  private mutating func readMember(_ key: String) throws(GraphFileError) {
    try json.skipBlanks()
    let place = json.location
    let token = try json.value()
    switch (key, token) {
    case ("nodes", .array):
      hasNodes = true
      while try json.hasElement() { try readNode(nextRecord()) }
    case ("links", .array), ("edges", .array):
      hasEdges = true
      readOptions()
      while try json.hasElement() { try readEdge(nextRecord()) }
    case ("nodes", _), ("links", _), ("edges", _):
      throw json.text.unexpected("something else", expected: "a list of \(key)", at: place)
    case ("directed", .value(.boolean(let value))): builder.isDirected = value
    case ("directed", _):
      throw json.text.unexpected("something else", expected: "true or false", at: place)
    // The edges themselves show this.
    case ("multigraph", _): _ = try json.rest(of: token)
    case ("adjacency", .array): adjacency = try readAdjacency()
    case ("elements", .object), ("elements", .array): try readElements(token)
    case ("objects", .array): try readObjects()
    // Graphviz omits the list of a graph without nodes.
    case ("_subgraph_cnt", .value): graphvizNodes = graphvizNodes ?? [:]
    // Drawing operations of Graphviz are skipped.
    case (let name, _) where name.hasPrefix("_"): _ = try json.rest(of: token)
    default:
      if key != "graph", token == .array || token == .object { unknownList = unknownList ?? key }
      if hasRecords { cost.maximumLength = json.text.limits.textLength }
      members.append(JSONMember(name: key, item: try json.item(of: token, at: place, &cost)))
      // Between lists of records there may be any number of members, so they are processed at once.
      if hasRecords { try setMembers() }
    }
  }

  /// Converts the members kept so far to attributes of the graph.
  private mutating func setMembers() throws(GraphFileError) {
    for member in members {
      switch (member.name, member.item.value) {
      case ("graph", .object(let inner)): for member in inner { try setGraph(member) }
      // The adjacency data of networkx has them as a list of pairs.
      case ("graph", .array(let pairs)): for pair in pairs { try setGraph(pair: pair) }
      case ("attributes", .object(let inner)) where isGraphology:
        for member in inner { try setGraph(member) }
      case ("options", _) where isGraphology: break
      case ("data", .object(let inner)) where hasElements:
        for member in inner { try setGraph(member) }
      default: try setGraph(member)
      }
    }
    members.removeAll(keepingCapacity: true)
    json.text.budget.give(cost.memory)
    cost = JSONCost()
  }

  mutating func setGraph(_ member: JSONMember) throws(GraphFileError) {
    guard let value = member.item.attribute(named: member.name) else { return }
    guard value.textLength <= json.text.limits.textLength else {
      throw json.text.limit(of: "bytes in one value", maximum: json.text.limits.textLength)
    }
    try builder.setGraph(member.name, value)
  }

  private mutating func setGraph(pair: JSONItem) throws(GraphFileError) {
    guard let elements = pair.elements, elements.count == 2, let name = elements[0].text else {
      throw json.text.unexpected(
        "something else", expected: "a list of a name and a value", at: pair.place)
    }
    try setGraph(JSONMember(name: name, item: elements[1]))
  }

  /// Throws for a list of nodes without one of edges, which may have another name.
  private mutating func checkMembers(at place: FileLocation) throws(GraphFileError) {
    if hasEdges || adjacency != nil || graphvizNodes != nil { return }
    if let unknownList {
      throw json.text.unexpected(
        "\"nodes\" and \(shown(unknownList))",
        expected: "\"links\" or \"edges\" beside the nodes, also when there are none", at: place)
    }
    builder.note("the file has neither \"links\" nor \"edges\", and so no edges")
  }

  /// Reads the options of graphology, which state the direction of all edges before them.
  private mutating func readOptions() {
    let type = members.last { $0.name == "options" }?.item["type"]?.text
    guard let type, ["directed", "undirected", "mixed"].contains(type) else {
      if isGraphology { builder.isDirected = true }
      return
    }
    isGraphology = true
    builder.isDirected = type != "undirected"
  }

  // MARK: Lists

  /// Reads a list of edges, of nodes and edges, of trees, or of pairs.
  private mutating func readList(at place: FileLocation) throws(GraphFileError) {
    builder.isDirected = options.isDirected ?? false
    guard try json.hasElement() else {
      throw json.text.unexpected("an empty list", expected: Self.expected, at: place)
    }
    let first = try nextRecord()
    if first.isScalar {
      var elements = [first]
      while try json.hasElement() { elements.append(try nextRecord()) }
      try readLines(first: JSONItem(value: .array(elements), place: place))
      return
    }
    let dialect = try JSONDialect.ofList(first: first, self)
    try dialect.read(first, &self)
    while try json.hasElement() { try dialect.read(nextRecord(), &self) }
  }

  /// Reads consecutive values, usually one per line.
  private mutating func readLines(first: JSONItem) throws(GraphFileError) {
    let dialect = try JSONDialect.ofList(first: first, self)
    try dialect.read(first, &self)
    try json.skipBlanks()
    while try json.text.peek() != nil {
      try dialect.read(nextRecord(), &self)
      try json.skipBlanks()
    }
  }

  // MARK: Adjacency data

  /// Reads the adjacency data of networkx: for each node the list of its neighbours.
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
      while try json.hasElement() { try readNeighbour(nextRecord(), into: &result) }
    }
    return result
  }

  private func readNeighbour(
    _ item: JSONItem, into result: inout JSONAdjacency
  ) throws(GraphFileError) {
    guard result.entries.count / 2 < json.text.limits.edges else {
      throw json.text.limit(of: "edges", maximum: json.text.limits.edges)
    }
    guard let members = item.members else {
      throw json.text.unexpected(
        "something else", expected: "an object with \"id\"", at: item.place)
    }
    guard let id = item["id"] else {
      throw json.text.unexpected(
        "a neighbour without \"id\"", expected: "the id of a node", at: item.place)
    }
    var element = JSONElement()
    element.add(members) { $0 == "id" }
    try take(element.values)
    result.add(try end(id), element.values)
  }

  // MARK: The edges, once all nodes are known

  private mutating func addEdges() throws(GraphFileError) {
    // Without a list of nodes, the ends define them.
    let implicit = !hasNodes
    // If no end is an id, they are indices, as in d3 by default.
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
      if saysDirections {
        try builder.setEdge(
          StandardAttribute.directed, .boolean(edge.isDirected ?? builder.isDirected), index,
          isField: true)
      }
    }
    if saysDirections {
      builder.isDirected = edges.contains { $0.isDirected ?? builder.isDirected }
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
    // A number could still be an out-of-range index, but a string must be an id.
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
  /// Skips to the beginning of the next value.
  mutating func skipBlanks() throws(GraphFileError) { try text.skipBlanksAndNewlines() }
}
