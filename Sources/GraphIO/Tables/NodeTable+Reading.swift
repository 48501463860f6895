import FileWriting

// A table of nodes that accompanies an edge list: a header, then a node per line, with its id and
// attributes. Gephi, Cytoscape and R exchange graphs as two such tables.

extension NodeTable {
  /// Reads a file, optionally compressed with gzip: a header, then a node per line, with commas,
  /// semicolons, tabs or `|` between the columns. A column is numeric if all values look like
  /// numbers; the usual markers of missing values (`NA`, `n/a`, `null`, `-` and others) then count
  /// as missing, which `notes` report.
  ///
  /// - Parameter idColumn: the name of the id column; nil for `id`, `node` or `name`, else the
  ///   first.
  public init(
    contentsOf path: String, idColumn: String? = nil, limits: ReadLimits = ReadLimits(),
    control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(FileSource(path: path), name: path, idColumn, limits, control)
  }

  /// Reads bytes in memory. `name` is used in errors.
  public init(
    _ bytes: [UInt8], name: String = "nodes", idColumn: String? = nil,
    limits: ReadLimits = ReadLimits(), control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(MemorySource(bytes), name: name, idColumn, limits, control)
  }

  private init(
    _ source: any ByteSource, name: String, _ idColumn: String?, _ limits: ReadLimits,
    _ control: RunControl
  ) throws(GraphFileError) {
    let limits = limits.sensible
    let watch = ReadWatch(control, name: name, length: source.length)
    let (plain, prefix) = try GraphReader.plain(source, name: name, limits: limits, watch: watch)
    let scanner = try TextScanner(plain, name: name, limits: limits)
    var reader = NodeTableReader(scanner, prefix, idColumn)
    let (ids, attributes, notes) = try reader.read()
    nodeIDs = Graph.NodeIDs(unique: ids)
    columns = attributes.columns
    self.notes = notes
  }

  /// Adds the attributes of the table to the nodes of a graph. Rows of unknown nodes become nodes
  /// without edges. Coordinates and colours get their meaning. O(nodes + rows).
  ///
  /// - Returns: the number of added nodes, and the number of nodes of the graph that are missing in
  ///   the table.
  @discardableResult
  public func add(to graph: inout Graph) -> (added: Int, missing: Int) {
    var rows = [Int](repeating: -1, count: graph.nodeCount)
    var added: [Int] = []
    for (row, id) in nodeIDs.enumerated() {
      if let node = graph.nodeIDs.index(of: id) { rows[node] = row } else { added.append(row) }
    }
    let missing = rows.count { $0 < 0 }
    rows += added
    if !added.isEmpty { graph = graph.adding(added.map { nodeIDs[$0] }) }
    for column in columns { graph.nodeAttributes[column.name] = column.picked(rows) }
    graph.takeStandardAttributes()
    return (added.count, missing)
  }
}

extension Graph {
  /// Returns the graph with more nodes at the end, which have no values.
  fileprivate func adding(_ ids: [String]) -> Graph {
    let count = nodeCount
    let rows = (0..<(count + ids.count)).map { $0 < count ? $0 : -1 }
    var graph = Graph(
      checkedNodeIDs: NodeIDs(unique: Array(nodeIDs) + ids), sources: sources, targets: targets,
      isDirected: isDirected)
    graph.weights = weights
    graph.nodeAttributes = AttributeTable(
      rowCount: rows.count, uniqueColumns: nodeAttributes.columns.map { $0.picked(rows) })
    graph.edgeAttributes = edgeAttributes
    graph.attributes = attributes
    graph.groups = groups
    switch positions {
    case nil: break
    case .plane(let points):
      graph.positions = .plane(points + ids.map { _ in SIMD2(repeating: .nan) })
    case .space(let points):
      graph.positions = .space(points + ids.map { _ in SIMD3(repeating: .nan) })
    }
    return graph
  }
}

extension AttributeColumn {
  /// Returns the values of these rows; none for negative rows.
  fileprivate func picked(_ rows: [Int]) -> AttributeColumn {
    func pick<Value>(_ values: [Value?]) -> [Value?] { rows.map { $0 < 0 ? nil : values[$0] } }
    return switch values {
    case .strings(let values): AttributeColumn(name, .strings(pick(values)))
    case .integers(let values): AttributeColumn(name, .integers(pick(values)))
    case .doubles(let values): AttributeColumn(name, .doubles(pick(values)))
    case .booleans(let values): AttributeColumn(name, .booleans(pick(values)))
    }
  }
}

/// Reads the lines of a table of nodes.
private struct NodeTableReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let separator: UInt8
  private let idColumn: String?
  private var lines = RowLines()

  init(_ scanner: TextScanner, _ prefix: [UInt8], _ idColumn: String?) {
    self.scanner = scanner
    builder = GraphBuilder(scanner)
    let line = EdgeListDialect.firstLine(prefix)
    separator = EdgeListDialect.separator(.csv, line) ?? UInt8(ascii: ",")
    self.idColumn = idColumn
  }

  mutating func read() throws(GraphFileError) -> ([String], AttributeTable, notes: [String]) {
    var row = RowReader(separator: separator, dictionaryCell: .max)
    guard try next(&row) else {
      throw scanner.unexpected("an empty file", expected: "a line with the names of the columns")
    }
    let (idCell, columns) = try readHeader(row)
    while try next(&row) { try readNode(row, idCell, columns) }
    let (table, notes) = try builder.nodeColumns.table(
      ofRows: lines, count: builder.nodeCount, hasDecimalCommas: separator == UInt8(ascii: ";"))
    return (builder.ids, table, notes)
  }

  private mutating func next(_ row: inout RowReader) throws(GraphFileError) -> Bool {
    try row.next(&scanner) { (_: inout TextScanner) throws(GraphFileError) in }
  }

  /// Reads the header: returns the id cell, and for each cell the attribute column.
  private mutating func readHeader(_ row: RowReader) throws(GraphFileError) -> (Int, [Int]) {
    var names: [String] = []
    for cell in 0..<row.count { names.append(try row.text(cell, scanner)) }
    let lowercased = names.map { $0.lowercased() }
    let neo4j = idColumn == nil ? Neo4jColumn.columns(names) : nil
    var idCell = 0
    if let neo4j {
      guard let cell = neo4j.firstIndex(of: .id) else {
        throw scanner.unexpected(
          "a table of Neo4j's relationships", expected: "nodes, with a column of the type :ID",
          at: row.place(0))
      }
      idCell = cell
    } else if let idColumn {
      let wanted = idColumn.lowercased()
      guard let cell = lowercased.firstIndex(where: { $0.hasSameBytes(as: wanted) }) else {
        throw scanner.unexpected(
          "no column \(shown(idColumn))",
          expected: "one of " + names.prefix(20).map(shown).joined(separator: ", "),
          at: row.place(0))
      }
      idCell = cell
    } else {
      let usual = ["id", "nodeid", "node_id", "node", "name"]
      idCell = usual.lazy.compactMap { lowercased.firstIndex(of: $0) }.first ?? 0
    }
    var columns = [Int](repeating: -1, count: names.count)
    for cell in names.indices where cell != idCell {
      let isStandard = ["label", "size", "color", "x", "y", "z"].contains(lowercased[cell])
      var name =
        names[cell].isEmpty ? "column\(cell + 1)" : isStandard ? lowercased[cell] : names[cell]
      var type: AttributeType?
      switch neo4j?[cell] {
      case .ignored: continue
      case .labels: (name, type) = ("labels", .string)
      case .property(let property, let declared) where !property.isEmpty:
        (name, type) = (property, declared)
      default: break
      }
      if builder.nodeColumns.has(name) {
        throw scanner.unexpected(
          "a second column \(shown(name))", expected: "a name that no other column has",
          at: row.place(cell))
      }
      columns[cell] = try builder.nodeColumns.index(name, type: type, at: row.place(cell))
    }
    return (idCell, columns)
  }

  private mutating func readNode(
    _ row: RowReader, _ idCell: Int, _ columns: [Int]
  ) throws(GraphFileError) {
    guard idCell < row.count, !row.isMissing(idCell) else {
      throw scanner.unexpected("nothing", expected: "the id of a node", at: row.place(0))
    }
    let id = try row.text(idCell, scanner)
    if let first = builder.node(id) {
      throw scanner.unexpected(
        "a second line of the node \(shown(id))",
        expected: "an id that no other line has (line \(lines[first]) has it)",
        at: row.place(idCell))
    }
    let node = try builder.addNode(id, at: row.place(idCell))
    lines.append(line: row.place(0).line)
    for cell in 0..<row.count where cell != idCell && !row.isMissing(cell) {
      guard cell < columns.count else {
        throw scanner.unexpected(
          shown(row[cell]), expected: "the end of the line after \(columns.count) columns",
          at: row.place(cell))
      }
      if columns[cell] < 0 { continue }
      let value = AttributeValue.string(try row.text(cell, scanner))
      try builder.nodeColumns.set(value, column: columns[cell], row: node)
    }
  }
}
