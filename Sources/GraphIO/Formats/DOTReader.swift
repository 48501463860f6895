/// Reads DOT, the language of Graphviz: attributes and defaults, subgraphs (also as ends of edges),
/// chains of edges, ports, `pos`.
struct DOTReader: FormatReader {
  typealias Attributes = [(name: String, value: String, place: FileLocation)]

  /// The state of a pair of braces: its cluster and defaults.
  struct Scope {
    /// The outer defaults, which the closing brace restores.
    var changes = DOTDefaultPair.Changes()
    var cluster: String?
    /// The label style that inner clusters inherit.
    var labelLooks = GraphAttributes()
    /// The index in `groups`; nil for the root graph.
    var group: Int?
    /// True if it was opened before and had set defaults, which have not been applied again. They,
    /// and those set since, are only applied when a node or an edge needs them.
    var hasPendingDefaults = false
  }

  var lexer: DOTLexer?
  let scanner: TextScanner
  var builder: GraphBuilder
  var edgesBetweenSubgraphs = 0
  var edges = DOTEdges()
  var scopes: [Scope] = []
  var defaults = DOTDefaultPair()
  var groups = DOTGroups()

  /// Returns the text before the first brace if it is the head of a DOT file.
  static func head(of beginning: FileBeginning) -> Substring? {
    guard let word = beginning.words.first, ["strict", "graph", "digraph"].contains(word),
      let brace = beginning.statement.firstIndex(of: "{"),
      hasOneName(beginning.statement[..<brace])
    else { return nil }
    return beginning.statement[..<brace]
  }

  /// Returns true if at most one name follows the keywords. An edge list may begin with nodes named
  /// like keywords, and contain a brace somewhere.
  private static func hasOneName(_ head: Substring) -> Bool {
    // With comments, the reader decides.
    if ["/*", "//", "#"].contains(where: { head.contains($0) }) { return true }
    let words = head.split(whereSeparator: \.isWhitespace)
    let names = words.dropFirst(words.first == "strict" ? 2 : 1)
    guard let first = names.first?.utf8.first, let last = names.last?.utf8.last, names.count > 1
    else { return true }
    switch first {
    case UInt8(ascii: "\""): return last == first
    case UInt8(ascii: "<"): return last == UInt8(ascii: ">")
    default: return false
    }
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

  var token: DOTToken { lexer?.token ?? .end }
  var place: FileLocation { lexer?.place ?? FileLocation(line: 1, column: 1) }

  mutating func next() throws(GraphFileError) { try lexer?.next() }

  func unexpected(_ expected: String) -> GraphFileError {
    lexer?.unexpected(expected: expected) ?? scanner.unexpected("nothing", expected: expected)
  }

  mutating func take(_ mark: StaticString) throws(GraphFileError) -> Bool {
    guard token == .mark(mark.utf8Start.pointee) else { return false }
    try next()
    return true
  }

  private mutating func expect(_ mark: StaticString, _ expected: String) throws(GraphFileError) {
    if try !take(mark) { throw unexpected(expected) }
  }

  /// Reads an id; quoted texts joined by + are concatenated.
  mutating func takeID() throws(GraphFileError) -> String? {
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
      edges.isStrict = true
      try next()
    }
    switch token {
    case .keyword(.graph): builder.isDirected = false
    case .keyword(.digraph): builder.isDirected = true
    default: throw unexpected("\"graph\" or \"digraph\"")
    }
    edges.isDirected = builder.isDirected
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

  mutating func readStatements() throws(GraphFileError) {
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
        try setDefault(.nodes, name, value)
      }
    case .keyword(.edge):
      try next()
      // A key identifies a single edge, so it cannot be a default.
      for (name, value, _) in try readAttributes() where name != "key" {
        try setDefault(.edges, name, value)
      }
    case .id, .keyword(.subgraph), .mark(UInt8(ascii: "{")): try readNodesOrEdges()
    default: throw unexpected("a node, an edge, a subgraph, an attribute or \"}\"")
    }
  }

  /// Sets a default of nodes or edges in the innermost braces.
  private mutating func setDefault(
    _ kind: DOTDefaultPair.Kind, _ name: String, _ value: String
  ) throws(GraphFileError) {
    let top = scopes.count - 1
    if let group = scopes[top].group {
      let count = groups.setDefault(kind, name, value, of: group)
      try checkCount(ofDefaults: count)
    }
    if scopes[top].hasPendingDefaults || scopes.contains(where: \.hasPendingDefaults) {
      scopes[top].hasPendingDefaults = true
      return
    }
    let count = defaults.set(kind, name, value, &scopes[top].changes)
    try checkCount(ofDefaults: count)
  }

  /// Applies the defaults of reopened braces, before something new is added in them.
  mutating func applyPendingDefaults() {
    for index in scopes.indices where scopes[index].hasPendingDefaults {
      scopes[index].hasPendingDefaults = false
      guard let group = scopes[index].group, let own = groups.defaults(of: group) else { continue }
      defaults.set(own, &scopes[index].changes)
    }
  }

  private func checkCount(ofDefaults count: Int) throws(GraphFileError) {
    if count > scanner.limits.attributes {
      throw scanner.limit(of: "attributes", maximum: scanner.limits.attributes, at: place)
    }
  }

  mutating func setGraph(_ name: String, _ value: String) throws(GraphFileError) {
    let typed =
      AttributeValue(text: value, type: AttributeType(ofTexts: [value])) ?? .string(value)
    if DOTGroups.inheritedNames.contains(name) { scopes[scopes.count - 1].labelLooks[name] = typed }
    guard let group = scopes[scopes.count - 1].group else {
      try builder.setGraph(name, typed)
      return
    }
    try builder.budget.take(
      ReadBudget.value + name.utf8.count + value.utf8.count, file: scanner.name, at: place)
    // The call is separate, as an overlapping access would copy all groups.
    let count = groups.set(name, typed, of: group)
    try checkCount(ofDefaults: count)
  }

  // MARK: Attributes

  mutating func readAttributes() throws(GraphFileError) -> Attributes {
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

  mutating func node(_ id: String, at place: FileLocation) throws(GraphFileError) -> Int {
    let count = builder.nodeCount
    let node = try builder.nodeOrNew(id, at: place)
    let top = scopes.count - 1
    try add(node, to: scopes[top].group, at: place)
    if node == count {
      applyPendingDefaults()
      for name in defaults.nodes.names {
        guard let value = defaults.nodes[name] else { continue }
        try setNode(name, value, node, at: place, isDefault: true)
      }
    }
    if let cluster = scopes[top].cluster {
      try builder.setNode(
        StandardAttribute.cluster, .string(cluster), node, isDefault: true, isField: true)
    }
    return node
  }

  mutating func setNode(
    _ name: String, _ value: String, _ node: Int, at place: FileLocation, isDefault: Bool = false
  ) throws(GraphFileError) {
    guard name == "pos" else {
      try builder.setNode(name, .string(value), node, isDefault: isDefault)
      return
    }
    for (axis, number) in zip(["x", "y", "z"], try position(value, at: place)) {
      try builder.setNode(
        axis, .string(number.description), node, isDefault: isDefault, isField: true)
    }
  }

  private func position(_ value: String, at place: FileLocation) throws(GraphFileError) -> [Double]
  {
    // The value is `x,y` or `x,y,z`, with ! if Graphviz must not move the node.
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

  mutating func setEdge(
    _ name: String, _ value: String, _ edge: Int, isDefault: Bool = false
  ) throws(GraphFileError) {
    // The value is the spline of a drawing.
    if name == "pos" {
      builder.note("the curves of edges (pos) are left out")
      return
    }
    try builder.setEdge(name, .string(value), edge, isDefault: isDefault)
  }
}
