// Nodes, edges and subgraphs of DOT.

extension DOTReader {
  /// An end of an edge statement.
  private enum End {
    case node(Int, port: String?)
    /// A list of nodes: `a, b:n`.
    case nodes([(node: Int, port: String?)])
    case group(Int)
  }

  /// Reads a statement: `a`, `a = b`, `a, b [...]`, `a, b -> {c d} -> e [...]` or `subgraph s
  /// {...}`.
  mutating func readNodesOrEdges() throws(GraphFileError) {
    let start = place
    let end: End
    if case .id = token, let id = try takeID() {
      if try take("=") {
        guard let value = try takeID() else { throw unexpected("a value after \"=\"") }
        try setGraph(id, value)
        return
      }
      end = try readNodes(after: id, at: start)
    } else {
      end = .group(try readSubgraph())
    }
    guard token == .directedEdge || token == .undirectedEdge else {
      try readNodeAttributes(of: end)
      return
    }
    let ends = try readChain(from: end)
    let attributes = token == .mark(UInt8(ascii: "[")) ? try readAttributes() : []
    let key = attributes.last { $0.name == "key" }?.value
    // As in Graphviz, subgraphs at the ends have the nodes that they contain after the statement.
    var isFirst = true
    for (tails, heads) in zip(ends, ends.dropFirst()) {
      for edge in try makeEdges(from: tails.end, to: heads.end, key: key, at: heads.place) {
        // The file has them once for all edges of a chain.
        for (name, value, _) in attributes { try setEdge(name, value, edge, isDefault: !isFirst) }
        isFirst = false
      }
    }
  }

  private mutating func readNodeAttributes(of end: End) throws(GraphFileError) {
    let attributes = token == .mark(UInt8(ascii: "[")) ? try readAttributes() : []
    let nodes: [Int] =
      switch end {
      case .node(let node, _): [node]
      case .nodes(let list): list.map(\.node)
      case .group: []
      }
    for (index, node) in nodes.enumerated() {
      for (name, value, place) in attributes {
        try setNode(name, value, node, at: place, isDefault: index > 0)
      }
    }
  }

  /// Reads the rest of `a:f0, b, c:n` after the first id.
  private mutating func readNodes(
    after id: String, at start: FileLocation
  ) throws(GraphFileError) -> End {
    let first = try node(id, at: start)
    let port = try takePort()
    guard token == .mark(UInt8(ascii: ",")) else { return .node(first, port: port) }
    var list = [(node: first, port: port)]
    while try take(",") {
      let place = self.place
      guard let id = try takeID() else { throw unexpected("a node after \",\"") }
      list.append((try node(id, at: place), try takePort()))
    }
    return .nodes(list)
  }

  /// Reads the rest of a chain: `-> {b c} -> d`. Returns all ends, each with the location of the
  /// arrow before it.
  private mutating func readChain(
    from first: End
  ) throws(GraphFileError) -> [(end: End, place: FileLocation)] {
    var ends = [(end: first, place: place)]
    while token == .directedEdge || token == .undirectedEdge {
      guard (token == .directedEdge) == builder.isDirected else {
        throw unexpected(
          builder.isDirected
            ? "\"->\", as this is a digraph" : "\"--\", as this is a graph and no digraph")
      }
      let edgePlace = place
      try builder.budget.take(ReadBudget.chainEnd, file: scanner.name, at: edgePlace)
      try next()
      ends.append((try readEnd(), edgePlace))
    }
    return ends
  }

  /// Returns the edges between all nodes of two ends, creating those that do not exist.
  private mutating func makeEdges(
    from tails: End, to heads: End, key: String?, at place: FileLocation
  ) throws(GraphFileError) -> [Int] {
    let (tails, heads) = (list(tails), list(heads))
    if tails.count != 1 || heads.count != 1 {
      try count(tails.count, times: heads.count, at: place)
    }
    var made: [Int] = []
    for tail in tails {
      for head in heads {
        guard let (edge, isTurned) = try edge(tail.node, head.node, key: key, at: place) else {
          continue
        }
        let (source, target) = isTurned ? (head.port, tail.port) : (tail.port, head.port)
        if let source { try builder.setEdge(StandardAttribute.sourcePort, .string(source), edge) }
        if let target { try builder.setEdge(StandardAttribute.targetPort, .string(target), edge) }
        made.append(edge)
      }
    }
    return made
  }

  private func list(_ end: End) -> [(node: Int, port: String?)] {
    switch end {
    case .node(let node, let port): [(node, port)]
    case .nodes(let list): list
    // Graphviz iterates in this order.
    case .group(let group): groups.members(of: group).sorted().map { ($0, nil) }
    }
  }

  /// Counts edges between groups of nodes, as a few bytes with subgraphs can demand many edges.
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

  private mutating func readEnd() throws(GraphFileError) -> End {
    let start = place
    if let id = try takeID() { return try readNodes(after: id, at: start) }
    guard token == .keyword(.subgraph) || token == .mark(UInt8(ascii: "{")) else {
      throw unexpected("a node or a subgraph")
    }
    return .group(try readSubgraph())
  }

  /// Reads the port after a node: `:f0`, `:n` or `:f0:n`.
  private mutating func takePort() throws(GraphFileError) -> String? {
    var parts: [String] = []
    while try take(":") {
      guard let part = try takeID() else { throw unexpected("a port after \":\"") }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ":")
  }

  /// Reads a subgraph and returns its index in the groups.
  private mutating func readSubgraph() throws(GraphFileError) -> Int {
    let start = place
    var name: String?
    if token == .keyword(.subgraph) {
      try next()
      name = try takeID()
    }
    let around = scopes[scopes.count - 1]
    guard try take("{") else {
      guard let name, let known = groups.known(name, in: around.group) else {
        throw unexpected("\"{\"")
      }
      let members = groups.members(of: known)
      try count(members.count, times: 1, at: start)
      for node in members { try add(node, to: around.group, at: start) }
      return known
    }
    guard scopes.count <= scanner.limits.nestingDepth else {
      throw scanner.limit(
        of: "subgraphs in subgraphs", maximum: scanner.limits.nestingDepth, at: start)
    }
    var cluster = around.cluster
    if let name, name.beginsWithBytes(of: "cluster") { cluster = name }
    let group = try group(name, at: start)
    scopes.append(
      Scope(
        cluster: cluster, labelLooks: around.labelLooks, group: group,
        hasPendingDefaults: groups.defaults(of: group) != nil))
    try readStatements()
    let scope = scopes.removeLast()
    defaults.restore(scope.changes)
    return group
  }

  /// Returns the group of a subgraph: a new one, or the existing one of this name in the same
  /// parent.
  private mutating func group(_ name: String?, at place: FileLocation) throws(GraphFileError) -> Int
  {
    let around = scopes[scopes.count - 1]
    if let number = groups.number(of: name, in: around.group) { return number }
    try builder.budget.take(
      ReadBudget.group + (name?.utf8.count ?? 0), file: scanner.name, at: place)
    try builder.budget.take(
      implied: around.labelLooks.names.count, each: ReadBudget.value, file: scanner.name, at: place)
    return groups.add(name, parent: around.group, inherited: around.labelLooks)
  }

  /// Adds a node to a subgraph and its ancestors, except the root graph.
  mutating func add(
    _ node: Int, to group: Int?, at place: FileLocation
  ) throws(GraphFileError) {
    let count = groups.add(node, to: group)
    if count > 1 {
      try builder.budget.take(
        implied: count - 1, each: ReadBudget.member, file: scanner.name, at: place)
    }
  }

  /// Returns the edge to which a statement refers, and whether its ends are reversed; nil if a
  /// strict graph omits it.
  private mutating func edge(
    _ tail: Int, _ head: Int, key: String?, at place: FileLocation
  ) throws(GraphFileError) -> (edge: Int, isTurned: Bool)? {
    let group = scopes[scopes.count - 1].group
    let chain = edges.isStrict ? groups.chain(of: group) : []
    try builder.budget.take(
      implied: chain.count, each: ReadBudget.member, file: scanner.name, at: place)
    if let known = edges.known(tail, head, key: key, in: group) {
      let (source, target) = known.isTurned ? (head, tail) : (tail, head)
      edges.place(source, target, in: chain)
      return known
    }
    guard edges.mayAdd(tail, head, in: group) else { return nil }
    applyPendingDefaults()
    let edge = try builder.addEdge(tail, head, at: place)
    edges.add(edge, tail, head, key: key)
    edges.place(tail, head, in: chain)
    for name in defaults.edges.names {
      guard let value = defaults.edges[name] else { continue }
      try setEdge(name, value, edge, isDefault: true)
    }
    return (edge, false)
  }
}
