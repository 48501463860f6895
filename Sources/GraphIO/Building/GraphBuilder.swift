/// Builds a graph during reading.
struct GraphBuilder {
  let file: String
  let limits: ReadLimits
  let budget: ReadBudget
  var isDirected = false
  private(set) var ids: [String] = []
  private var indices: [ExactText: Int32] = [:]
  private(set) var sources: [Int32] = []
  private(set) var targets: [Int32] = []
  private var undeclaredCount = 0
  private var firstUndeclared = ""
  private var namedEdges: [(source: String, target: String, place: FileLocation)] = []
  var nodeColumns: ColumnSet
  var edgeColumns: ColumnSet
  private(set) var attributes = GraphAttributes()
  private var attributePlaces: [ExactText: Int] = [:]
  private(set) var notes: [String] = []
  /// True for formats whose values are all text.
  var valuesAreText = false

  init(_ scanner: TextScanner) {
    self.init(file: scanner.name, limits: scanner.limits, budget: scanner.budget)
  }

  init(file: String, limits: ReadLimits, budget: ReadBudget) {
    self.file = file
    self.limits = limits
    self.budget = budget
    nodeColumns = ColumnSet(limits: limits, file: file, budget: budget)
    edgeColumns = nodeColumns
  }

  var nodeCount: Int { ids.count }
  /// The number of edges, including those whose nodes are not known yet.
  var edgeCount: Int { sources.count + namedEdges.count }

  /// Adds a note on something in the file that the graph does not contain, once. If there are more
  /// than `noteCount` distinct notes, a final one says so.
  mutating func note(_ text: String) {
    if notes.count > Self.noteCount || notes.containsBytes(of: text) { return }
    notes.append(notes.count < Self.noteCount ? text : "further notes are left out")
  }
  private static let noteCount = 50

  // MARK: Nodes and edges

  func node(_ id: String) -> Int? { indices[ExactText(id)].map(Int.init) }

  /// Returns the node of an id, which is added if it is new.
  mutating func nodeOrNew(_ id: String, at place: FileLocation?) throws(GraphFileError) -> Int {
    let key = ExactText(id)
    if let node = indices[key] { return Int(node) }
    guard ids.count < limits.nodes else { throw tooMany("nodes", limits.nodes, place) }
    try budget.take(ReadBudget.node + id.utf8.count, file: file, at: place)
    indices[key] = Int32(ids.count)
    ids.append(id)
    return ids.count - 1
  }

  /// Adds a node; throws if its id exists already.
  mutating func addNode(_ id: String, at place: FileLocation?) throws(GraphFileError) -> Int {
    if indices[ExactText(id)] != nil {
      throw GraphFileError(
        file: file, location: place,
        problem: .unexpected(
          found: "a second node \(shown(id))", expected: "an id that no other node has"))
    }
    return try nodeOrNew(id, at: place)
  }

  @discardableResult
  mutating func addEdge(_ source: Int, _ target: Int, at place: FileLocation?)
    throws(GraphFileError)
    -> Int
  {
    guard edgeCount < limits.edges else { throw tooMany("edges", limits.edges, place) }
    try budget.take(ReadBudget.edge, file: file, at: place)
    sources.append(Int32(source))
    targets.append(Int32(target))
    return sources.count - 1
  }

  /// Adds an edge between nodes that may be declared later in the file. `findNodes` must follow;
  /// until then no other edges may be added.
  mutating func addEdge(
    from source: String, to target: String, at place: FileLocation
  ) throws(GraphFileError) -> Int {
    guard edgeCount < limits.edges else { throw tooMany("edges", limits.edges, place) }
    try budget.take(
      ReadBudget.waitingEdge + source.utf8.count + target.utf8.count, file: file, at: place)
    namedEdges.append((source, target, place))
    return edgeCount - 1
  }

  /// Resolves the nodes of edges that were added by ids. Nodes that only edges mention are created,
  /// with a note.
  mutating func findNodes() throws(GraphFileError) {
    sources.reserveCapacity(namedEdges.count)
    targets.reserveCapacity(namedEdges.count)
    for edge in namedEdges {
      sources.append(Int32(try namedNode(edge.source, at: edge.place)))
      targets.append(Int32(try namedNode(edge.target, at: edge.place)))
    }
    namedEdges = []
    noteUndeclaredNodes()
  }

  /// Returns the node of an id that an edge mentions, declared or not. Call it when all
  /// declarations have been read.
  mutating func namedNode(_ id: String, at place: FileLocation) throws(GraphFileError) -> Int {
    if let node = indices[ExactText(id)] { return Int(node) }
    if undeclaredCount == 0 { firstUndeclared = id }
    undeclaredCount += 1
    return try nodeOrNew(id, at: place)
  }

  mutating func noteUndeclaredNodes() {
    guard undeclaredCount > 0 else { return }
    note(
      undeclaredCount == 1
        ? "the node \(shown(firstUndeclared)) is named by edges only"
        : "\(undeclaredCount) nodes are named by edges only, such as \(shown(firstUndeclared))")
  }

  func tooMany(_ what: String, _ maximum: Int, _ place: FileLocation?) -> GraphFileError {
    GraphFileError(file: file, location: place, problem: .limit(of: what, maximum: maximum))
  }

  // MARK: Attributes

  /// - Parameters:
  ///   - isDefault: true if the file has the value once for many.
  ///   - isField: true if the format defines the field, in addition to attributes.
  mutating func setNode(
    _ name: String, _ value: AttributeValue, _ node: Int, isDefault: Bool = false,
    isField: Bool = false
  ) throws(GraphFileError) {
    let column = try nodeColumns.index(name, isField: isField)
    if isDefault {
      try nodeColumns.setInherited(value, column: column, row: node)
    } else {
      try nodeColumns.set(value, column: column, row: node)
    }
  }

  /// - Parameters:
  ///   - isDefault: true if the file has the value once for many.
  ///   - isField: true if the format defines the field, in addition to attributes.
  mutating func setEdge(
    _ name: String, _ value: AttributeValue, _ edge: Int, isDefault: Bool = false,
    isField: Bool = false
  ) throws(GraphFileError) {
    let column = try edgeColumns.index(name, isField: isField)
    if isDefault {
      try edgeColumns.setInherited(value, column: column, row: edge)
    } else {
      try edgeColumns.set(value, column: column, row: edge)
    }
  }

  /// Sets the value of nodes without their own, including later ones.
  mutating func setNodeDefault(_ name: String, _ value: AttributeValue) throws(GraphFileError) {
    nodeColumns.setDefault(value, column: try nodeColumns.index(name))
  }

  /// Sets the value of edges without their own, including later ones.
  mutating func setEdgeDefault(_ name: String, _ value: AttributeValue) throws(GraphFileError) {
    edgeColumns.setDefault(value, column: try edgeColumns.index(name))
  }

  mutating func setGraph(_ name: String, _ value: AttributeValue) throws(GraphFileError) {
    guard attributes.names.count < limits.attributes else {
      throw tooMany("attributes", limits.attributes, nil)
    }
    if let place = attributePlaces[ExactText(name)] {
      attributes.set(value, at: place)
    } else {
      attributePlaces[ExactText(name)] = attributes.names.count
      attributes.append(name, value)
    }
  }

  // MARK: The graph

  /// - Parameter nodeIDs: the ids of nodes, if they were not added by `addNode`.
  mutating func graph(nodeIDs: Graph.NodeIDs? = nil) throws(GraphFileError) -> Graph {
    separateFields()
    let implied = (nodeIDs?.count ?? 0) - ids.count - 16 * sources.count
    try budget.take(implied: max(0, implied), each: ReadBudget.node, file: file)
    let nodeIDs = nodeIDs ?? Graph.NodeIDs(unique: ids)
    let nodes = try nodeColumns.table(rowCount: nodeIDs.count, fromText: valuesAreText)
    let edges = try edgeColumns.table(rowCount: sources.count, fromText: valuesAreText)
    var graph = Graph(
      checkedNodeIDs: nodeIDs, sources: sources, targets: targets, isDirected: isDirected)
    graph.nodeAttributes = nodes
    graph.edgeAttributes = edges
    graph.attributes = attributes
    graph.takeStandardAttributes()
    return graph
  }
}

extension GraphBuilder {
  /// Renames attributes that have the name of a field of the format but different values.
  private mutating func separateFields() {
    for (old, new) in nodeColumns.separateFields() {
      note(
        "the attribute \(shown(old)) of nodes is called \(shown(new)), as the format has one too")
    }
    for (old, new) in edgeColumns.separateFields() {
      note(
        "the attribute \(shown(old)) of edges is called \(shown(new)), as the format has one too")
    }
  }
}

extension Graph {
  /// Converts attributes for coordinates, weights and colours to their meaning.
  mutating func takeStandardAttributes() {
    takePositions()
    useEdgeAttributeAsWeights("weight")
    takeColors(&nodeAttributes)
    takeColors(&edgeAttributes)
    // If all edges have the same direction flag, it becomes that of the graph.
    if case .booleans(let directions)? = edgeAttributes[StandardAttribute.directed]?.values,
      let first = directions.first, let direction = first,
      directions.allSatisfy({ $0 == direction })
    {
      isDirected = direction
      edgeAttributes[StandardAttribute.directed] = nil
    }
  }

  private mutating func takePositions() {
    guard let x = nodeAttributes["x"]?.numbers, let y = nodeAttributes["y"]?.numbers else { return }
    let z = nodeAttributes["z"]?.numbers
    let columns = z.map { [x, y, $0] } ?? [x, y]
    // An infinite coordinate is not a position, so the columns remain attributes.
    for column in columns where column.contains(where: { $0?.isInfinite ?? false }) { return }
    if let z {
      positions = .space(
        (0..<nodeCount).map { node in
          guard let x = x[node], let y = y[node] else { return SIMD3(repeating: .nan) }
          return Self.wholeOrNone(SIMD3(x, y, z[node] ?? 0))
        })
    } else {
      positions = .plane(
        (0..<nodeCount).map { node in
          guard let x = x[node], let y = y[node] else { return SIMD2(repeating: .nan) }
          return Self.wholeOrNone(SIMD2(x, y))
        })
    }
    for name in ["x", "y", "z"] where nodeAttributes[name]?.numbers != nil {
      nodeAttributes[name] = nil
    }
  }

  private static func wholeOrNone<Place: SIMD>(_ place: Place) -> Place
  where Place.Scalar == Double {
    for axis in place.indices where place[axis].isNaN { return Place(repeating: .nan) }
    return place
  }

  /// Combines red, green and blue, which Gephi writes as separate attributes.
  private func takeColors(_ table: inout AttributeTable) {
    guard case .integers(let red)? = table["r"]?.values,
      case .integers(let green)? = table["g"]?.values,
      case .integers(let blue)? = table["b"]?.values, table[StandardAttribute.color] == nil
    else { return }
    var colors = [String?](repeating: nil, count: red.count)
    for row in red.indices {
      guard let red = red[row], let green = green[row], let blue = blue[row] else { continue }
      guard let color = Color(red, green, blue) else { return }
      colors[row] = color.description
    }
    table.set(StandardAttribute.color, .strings(colors))
    for name in ["r", "g", "b"] { table[name] = nil }
  }
}

/// A colour in the form of attributes: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
struct Color: Equatable, CustomStringConvertible {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255

  init?(_ red: Int, _ green: Int, _ blue: Int, alpha: Int = 255) {
    guard let red = UInt8(exactly: red), let green = UInt8(exactly: green),
      let blue = UInt8(exactly: blue), let alpha = UInt8(exactly: alpha)
    else { return nil }
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Parses the format of `description`; nil for anything else.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.first == UInt8(ascii: "#"), digits.count == 7 || digits.count == 9 else {
      return nil
    }
    var parts: [Int] = []
    for start in stride(from: 1, to: digits.count, by: 2) {
      let pair = String(decoding: digits[start..<(start + 2)], as: UTF8.self)
      guard let part = UInt8(pair, radix: 16), !pair.hasPrefix("+") else { return nil }
      parts.append(Int(part))
    }
    self.init(parts[0], parts[1], parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  var description: String {
    let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
