/// Reads DOT, Graphviz's language: attributes and their defaults, subgraphs (as ends of edges, too),
/// chains of edges, ports, `pos`.
struct DOTReader: FormatReader {
  private typealias Attributes = [(name: String, value: String, place: FileLocation)]

  /// The nodes, the cluster and the defaults of a pair of braces.
  private struct Scope {
    /// The defaults around the braces, which their end restores.
    var nodeDefaults = DOTDefaults.Changes()
    var edgeDefaults = DOTDefaults.Changes()
    var cluster: String?
    /// What clusters inside take over.
    var labelLooks = GraphAttributes()
    /// Its place in `groups`; nil for the graph itself.
    var group: Int?
    /// In the order they were named.
    var members: [Int] = []
    var isMember: Set<Int> = []

    mutating func add(_ node: Int) { if isMember.insert(node).inserted { members.append(node) } }
  }

  private var lexer: DOTLexer?
  private let scanner: TextScanner
  private var builder: GraphBuilder
  private var edgesBetweenSubgraphs = 0
  private var isStrict = false
  private var strictEdges: [SIMD2<UInt32>: Int] = [:]
  private var scopes: [Scope] = []
  private var nodeDefaults = DOTDefaults()
  private var edgeDefaults = DOTDefaults()
  private var groups = DOTGroups()
  /// Names come back: `a -> {b c}` and later `subgraph x` means the same nodes.
  private var subgraphs: [String: [Int]] = [:]

  /// The beginning up to the first brace, when its first word is one that graphs of DOT begin with.
  static func head(of beginning: FileBeginning) -> Substring? {
    guard let word = beginning.words.first, ["strict", "graph", "digraph"].contains(word),
      let brace = beginning.statement.firstIndex(of: "{")
    else { return nil }
    return beginning.statement[..<brace]
  }

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    guard let head = head(of: beginning), !head.contains("[") else { return nil }
    // networkx ends the lines of edge lists with a dictionary.
    let afterBrace = beginning.statement[head.endIndex...].dropFirst().first
    let isDictionary = afterBrace.map { "'}".contains($0) } ?? false
    return Likeness(
      certainIf: !isDictionary || beginning.words.count <= 2
        || beginning.linesAfterComments.first?.contains("{") != true)
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
    builder.valuesAreText = true
  }

  // MARK: Tokens

  private var token: DOTToken { lexer?.token ?? .end }
  private var place: FileLocation { lexer?.place ?? FileLocation(line: 1, column: 1) }

  private mutating func next() throws(GraphFileError) { try lexer?.next() }

  private func unexpected(_ expected: String) -> GraphFileError {
    lexer?.unexpected(expected: expected) ?? scanner.unexpected("nothing", expected: expected)
  }

  private mutating func take(_ mark: StaticString) throws(GraphFileError) -> Bool {
    guard token == .mark(mark.utf8Start.pointee) else { return false }
    try next()
    return true
  }

  private mutating func expect(_ mark: StaticString, _ expected: String) throws(GraphFileError) {
    if try !take(mark) { throw unexpected(expected) }
  }

  /// A name; texts in quotes joined by + are one.
  private mutating func takeID() throws(GraphFileError) -> String? {
    guard case .id(var text) = token else { return nil }
    try next()
    while try take("+") {
      guard case .id(let more) = token else { throw unexpected("a text in quotes after \"+\"") }
      text += more
      if text.utf8.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
      }
      try next()
    }
    return text
  }

  // MARK: Statements

  mutating func read() throws(GraphFileError) -> ReadResult {
    lexer = try DOTLexer(scanner)
    if token == .keyword(.strict) {
      isStrict = true
      try next()
    }
    switch token {
    case .keyword(.graph): builder.isDirected = false
    case .keyword(.digraph): builder.isDirected = true
    default: throw unexpected("\"graph\" or \"digraph\"")
    }
    try next()
    let name = try takeID()
    if let name { try builder.setGraph("name", .string(name)) }
    try expect("{", "\"{\"")
    scopes = [Scope()]
    try readStatements()
    if token != .end {
      builder.note("only the first graph of several is read")
    }
    var graph = try builder.graph()
    graph.dialect = .graphviz
    graph.groups = groups.kept()
    let labelBudget = builder.budget.rest / 4
    do throws(LabelsTooLong) {
      try graph.unescapeLabels(name: name ?? "", budget: labelBudget)
    } catch {
      throw GraphFileError(
        file: scanner.name, location: scanner.location,
        problem: .memory(
          "more than \(labelBudget) bytes put into labels by escapes, which is the limit set for reading"
        ))
    }
    return ReadResult(graph: graph, format: .dot, notes: builder.notes)
  }

  private mutating func readStatements() throws(GraphFileError) {
    while try !take("}") {
      if try take(";") { continue }
      try readStatement()
    }
  }

  private mutating func readStatement() throws(GraphFileError) {
    switch token {
    case .keyword(.graph):
      try next()
      let attributes = try readAttributes()
      for (name, value, _) in attributes { try setGraph(name, value) }
    case .keyword(.node):
      try next()
      for (name, value, place) in try readAttributes() {
        if name == "pos" { _ = try position(value, at: place) }
        nodeDefaults.set(name, value, &scopes[scopes.count - 1].nodeDefaults)
        try checkCount(ofDefaults: nodeDefaults.names.count)
      }
    case .keyword(.edge):
      try next()
      for (name, value, _) in try readAttributes() {
        edgeDefaults.set(name, value, &scopes[scopes.count - 1].edgeDefaults)
        try checkCount(ofDefaults: edgeDefaults.names.count)
      }
    case .id, .keyword(.subgraph), .mark(UInt8(ascii: "{")): try readNodesOrEdges()
    default: throw unexpected("a node, an edge, a subgraph, an attribute or \"}\"")
    }
  }

  private func checkCount(ofDefaults count: Int) throws(GraphFileError) {
    if count > scanner.limits.attributes {
      throw scanner.limit(of: "attributes", maximum: scanner.limits.attributes, at: place)
    }
  }

  private mutating func setGraph(_ name: String, _ value: String) throws(GraphFileError) {
    let typed =
      AttributeValue(text: value, type: AttributeType(ofTexts: [value])) ?? .string(value)
    if DOTGroups.inheritedNames.contains(name) { scopes[scopes.count - 1].labelLooks[name] = typed }
    guard let group = scopes[scopes.count - 1].group else {
      try builder.setGraph(name, typed)
      return
    }
    try builder.budget.take(
      ReadBudget.value + name.utf8.count + value.utf8.count, file: scanner.name, at: place)
    try checkCount(ofDefaults: groups.set(name, typed, of: group))
  }

  /// `a`, `a = b`, `a [...]`, `a -> {b c} -> d [...]`, `subgraph s {...}`
  private mutating func readNodesOrEdges() throws(GraphFileError) {
    let start = place
    var isSubgraph = true
    var group: [Int]
    var port: String?
    if case .id = token, let id = try takeID() {
      if try take("=") {
        guard let value = try takeID() else { throw unexpected("a value after \"=\"") }
        try setGraph(id, value)
        return
      }
      isSubgraph = false
      group = [try node(id, at: start)]
      port = try takePort()
    } else {
      group = try readSubgraph()
    }
    let isChain = token == .directedEdge || token == .undirectedEdge
    let edges = try readChain(from: &group, port: port)
    let attributes = token == .mark(UInt8(ascii: "[")) ? try readAttributes() : []
    if !edges.isEmpty {
      for (index, edge) in edges.enumerated() {
        // The file has them once for all edges of a chain.
        for (name, value, _) in attributes {
          try setEdge(name, value, edge, isDefault: index > 0)
        }
      }
    } else if !isSubgraph, !isChain {
      for (name, value, place) in attributes { try setNode(name, value, group[0], at: place) }
    }
  }

  /// `-> {b c} -> d`; returns the edges. `group` becomes the last of the ends.
  private mutating func readChain(
    from group: inout [Int], port: String?
  ) throws(GraphFileError) -> [Int] {
    var edges: [Int] = []
    var port = port
    while token == .directedEdge || token == .undirectedEdge {
      guard (token == .directedEdge) == builder.isDirected else {
        throw unexpected(
          builder.isDirected
            ? "\"->\", as this is a digraph" : "\"--\", as this is a graph and no digraph")
      }
      let edgePlace = place
      try next()
      let (heads, headPort) = try readEnd()
      if group.count != 1 || heads.count != 1 {
        try count(group.count, times: heads.count, at: edgePlace)
      }
      let first = edges.count
      for tail in group { for head in heads { try addEdge(tail, head, &edges, at: edgePlace) } }
      for edge in edges[first...] {
        if let port { try setEdge(StandardAttribute.sourcePort, port, edge) }
        if let headPort { try setEdge(StandardAttribute.targetPort, headPort, edge) }
      }
      (group, port) = (heads, headPort)
    }
    return edges
  }

  /// A few bytes with subgraphs in them can ask for many edges.
  private mutating func count(
    _ first: Int, times second: Int, at place: FileLocation
  ) throws(GraphFileError) {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    let maximum = scanner.limits.edgesBetweenSubgraphs
    guard !overflow, product <= maximum - edgesBetweenSubgraphs else {
      throw scanner.limit(of: "edges between subgraphs", maximum: maximum, at: place)
    }
    edgesBetweenSubgraphs += product
    try builder.budget.take(
      implied: product, each: ReadBudget.impliedEdge, file: scanner.name, at: place)
  }

  private mutating func readEnd() throws(GraphFileError) -> (nodes: [Int], port: String?) {
    let start = place
    if let id = try takeID() {
      let node = try node(id, at: start)
      return ([node], try takePort())
    }
    guard token == .keyword(.subgraph) || token == .mark(UInt8(ascii: "{")) else {
      throw unexpected("a node or a subgraph")
    }
    return (try readSubgraph(), nil)
  }

  /// `:f0`, `:n` or `:f0:n` after a node.
  private mutating func takePort() throws(GraphFileError) -> String? {
    var parts: [String] = []
    while try take(":") {
      guard let part = try takeID() else { throw unexpected("a port after \":\"") }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ":")
  }

  private mutating func readSubgraph() throws(GraphFileError) -> [Int] {
    let start = place
    var name: String?
    if token == .keyword(.subgraph) {
      try next()
      name = try takeID()
    }
    guard try take("{") else {
      if let name, let known = subgraphs[name] {
        try count(known.count, times: 1, at: start)
        try addMembers(known, at: start)
        return known
      }
      throw unexpected("\"{\"")
    }
    guard scopes.count <= scanner.limits.nestingDepth else {
      throw scanner.limit(
        of: "subgraphs in subgraphs", maximum: scanner.limits.nestingDepth, at: start)
    }
    var cluster = scopes[scopes.count - 1].cluster
    if let name, name.hasPrefix("cluster") { cluster = name }
    let group = try group(name, at: start)
    scopes.append(
      Scope(cluster: cluster, labelLooks: scopes[scopes.count - 1].labelLooks, group: group))
    try readStatements()
    let scope = scopes.removeLast()
    groups.add(scope.members, to: group)
    nodeDefaults.restore(scope.nodeDefaults)
    edgeDefaults.restore(scope.edgeDefaults)
    try addMembers(scope.members, at: start)
    if let name { subgraphs[name] = scope.members }
    return scope.members
  }

  /// The group of a subgraph: a new one, or the one that has its name.
  private mutating func group(_ name: String?, at place: FileLocation) throws(GraphFileError) -> Int
  {
    if let number = groups.number(of: name) { return number }
    try builder.budget.take(
      ReadBudget.group + (name?.utf8.count ?? 0), file: scanner.name, at: place)
    let around = scopes[scopes.count - 1]
    try builder.budget.take(
      implied: around.labelLooks.names.count, each: ReadBudget.value, file: scanner.name, at: place)
    return groups.add(name, parent: around.group, inherited: around.labelLooks)
  }

  /// Adds the nodes of a subgraph to the one around it. Nobody asks for those of the whole graph.
  private mutating func addMembers(
    _ members: [Int], at place: FileLocation
  ) throws(GraphFileError) {
    let top = scopes.count - 1
    if top == 0 { return }
    try builder.budget.take(
      implied: members.count, each: ReadBudget.member, file: scanner.name, at: place)
    for node in members { scopes[top].add(node) }
  }

  // MARK: Attributes

  private mutating func readAttributes() throws(GraphFileError) -> Attributes {
    var attributes: Attributes = []
    guard token == .mark(UInt8(ascii: "[")) else { throw unexpected("\"[\" and attributes") }
    while try take("[") {
      while try !take("]") {
        guard let name = try takeID() else { throw unexpected("the name of an attribute or \"]\"") }
        var value = "true"
        var valuePlace = place
        if try take("=") {
          valuePlace = place
          guard let given = try takeID() else { throw unexpected("a value after \"=\"") }
          value = given
        }
        attributes.append((name, value, valuePlace))
        if attributes.count > scanner.limits.attributes {
          throw scanner.limit(of: "attributes", maximum: scanner.limits.attributes, at: place)
        }
        if try !take(",") { _ = try take(";") }
      }
    }
    return attributes
  }

  private mutating func node(_ id: String, at place: FileLocation) throws(GraphFileError) -> Int {
    let count = builder.nodeCount
    let node = try builder.nodeOrNew(id, at: place)
    let top = scopes.count - 1
    if top > 0 { scopes[top].add(node) }
    if node == count {
      for name in nodeDefaults.names {
        guard let value = nodeDefaults[name] else { continue }
        try setNode(name, value, node, at: place, isDefault: true)
      }
    }
    if let cluster = scopes[top].cluster {
      try builder.setNode(StandardAttribute.cluster, .string(cluster), node, isDefault: true)
    }
    return node
  }

  private mutating func addEdge(
    _ tail: Int, _ head: Int, _ edges: inout [Int], at place: FileLocation
  ) throws(GraphFileError) {
    let isTurned = !builder.isDirected && head < tail
    let key = isTurned ? SIMD2(UInt32(head), UInt32(tail)) : SIMD2(UInt32(tail), UInt32(head))
    if isStrict, let edge = strictEdges[key] {
      edges.append(edge)
      return
    }
    let edge = try builder.addEdge(tail, head, at: place)
    if isStrict { strictEdges[key] = edge }
    for name in edgeDefaults.names {
      guard let value = edgeDefaults[name] else { continue }
      try setEdge(name, value, edge, isDefault: true)
    }
    edges.append(edge)
  }

  private mutating func setNode(
    _ name: String, _ value: String, _ node: Int, at place: FileLocation, isDefault: Bool = false
  ) throws(GraphFileError) {
    guard name == "pos" else {
      try builder.setNode(name, .string(value), node, isDefault: isDefault)
      return
    }
    for (axis, number) in zip(["x", "y", "z"], try position(value, at: place)) {
      try builder.setNode(axis, .string(number.description), node, isDefault: isDefault)
    }
  }

  private func position(_ value: String, at place: FileLocation) throws(GraphFileError) -> [Double]
  {
    // `x,y` or `x,y,z`, with ! when Graphviz has to leave the node there.
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap {
      Double(decimalBytes: $0.utf8.droppingLast { $0 == UInt8(ascii: "!") }.filter { !$0.isBlank })
    }
    guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 3 else {
      if value.isEmpty { return [] }
      throw scanner.unexpected(
        "the pos \(shown(value))", expected: "two or three numbers with commas between them",
        at: place)
    }
    return numbers
  }

  private mutating func setEdge(
    _ name: String, _ value: String, _ edge: Int, isDefault: Bool = false
  ) throws(GraphFileError) {
    // The spline of a drawing.
    if name == "pos" {
      builder.note("the curves of edges (pos) are left out")
      return
    }
    try builder.setEdge(name, .string(value), edge, isDefault: isDefault)
  }
}
