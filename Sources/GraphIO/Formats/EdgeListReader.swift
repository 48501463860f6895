/// Reads edge lists: an edge per line, with its ends first or in the columns that the header names.
struct EdgeListReader: FormatReader {
  private enum Role { case source, target, weight, dictionary, ignored, attribute(Int) }

  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let dialect: EdgeListDialect
  private let options: EdgeListOptions
  private var ends = EndCollector()
  private var weights: [Double] = []
  private var hasWeights = false
  private var saysDirected: Bool?
  private var shape = EdgeListShape()
  private var lines = RowLines()
  private var missingWeights = MissingWeights()
  /// The estimated memory of all edges that has been taken from the budget.
  private var memory = 0
  /// The number of bytes read at which memory is taken again.
  private var nextTake = 0

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    if format == .edgeList, EdgeListDialect.hasMark(beginning.bytes) { return .certain }
    return EdgeListDialect.format(ofLine: beginning.survey.firstLine) == format ? .likely : nil
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    dialect = EdgeListDialect(format: input.format, prefix: input.prefix, options: input.options)
    options = input.options
    builder = GraphBuilder(scanner)
    builder.valuesAreText = true
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    var row = RowReader(separator: dialect.separator)
    var roles: [Role]?
    while try nextRow(&row) {
      guard let known = roles else {
        if dialect.hasHeader {
          roles = try self.roles(header: row)
        } else {
          roles = try self.roles(firstRow: row)
          try readEdge(row, roles ?? [])
        }
        continue
      }
      if known.count == 2, row.count == 3, !dialect.hasHeader, number(row[2]) != nil {
        roles = try withWeights(row)
      }
      try readEdge(row, roles ?? [])
    }
    return try finish()
  }

  private mutating func nextRow(_ row: inout RowReader) throws(GraphFileError) -> Bool {
    var direction = saysDirected
    var heads: [(id: String, place: FileLocation)] = []
    let found = try row.next(&scanner) {
      (scanner: inout TextScanner) throws(GraphFileError) -> Void in
      let place = scanner.location
      let comment = try Comment(&scanner)
      direction = direction ?? comment.isDirected
      if heads.count < 2, let head = comment.soleID { heads.append((head, place)) }
    }
    saysDirected = direction
    for head in heads { try shape.addHead(head.id, at: head.place, scanner) }
    if found { shape.add(row) }
    return found
  }

  // MARK: Columns

  private mutating func roles(header row: RowReader) throws(GraphFileError) -> [Role] {
    var names: [String] = []
    for cell in 0..<row.count { names.append(try row.text(cell, scanner)) }
    let lowercased = names.map { $0.lowercased() }
    if ["id", "node"].contains(lowercased[0]), names.count > 2, lowercased[1] == "x" {
      throw scanner.unexpected(
        "a table of positions", expected: "an edge list (NodePositionTable reads positions)",
        at: row.place(0))
    }
    guard names.count >= 2 else {
      throw scanner.unexpected(
        "\(names.count) column", expected: "columns for the two ends of an edge", at: row.place(0))
    }
    if options.sourceColumn == nil, let columns = Neo4jColumn.columns(names) {
      return try roles(neo4j: columns, names, row)
    }
    let pair = try ends(names, lowercased, row)
    if names[pair.0].isEmpty || names[pair.1].isEmpty {
      // The file is a matrix, or a table with numbered rows.
      throw scanner.unexpected(
        "a column without a name", expected: "names of the two ends, such as source and target",
        at: row.place(names[pair.0].isEmpty ? pair.0 : pair.1))
    }
    var roles: [Role] = []
    for cell in names.indices {
      roles.append(
        cell == pair.0
          ? .source : cell == pair.1 ? .target : try role(cell, of: names, row))
    }
    for column in [options.weightColumn, options.timeColumn] {
      if let column, !lowercased.containsBytes(of: column.lowercased()) {
        throw noColumn(column, names, row)
      }
    }
    return roles
  }

  /// Returns the roles of the columns of Neo4j's relationships, which have a direction.
  private mutating func roles(
    neo4j columns: [Neo4jColumn], _ names: [String], _ row: RowReader
  ) throws(GraphFileError) -> [Role] {
    guard columns.count(where: { $0 == .start }) == 1, columns.count(where: { $0 == .end }) == 1
    else {
      throw scanner.unexpected(
        columns.contains(.id) ? "a table of Neo4j's nodes" : "one end of a relationship of Neo4j",
        expected:
          "relationships, with :START_ID and :END_ID (a table of nodes is read beside them: "
          + "NodeTable, or --nodes of forcegraph)", at: row.place(0))
    }
    guard columns.count(where: { $0 == .relationshipType }) <= 1 else {
      throw scanner.unexpected("two columns :TYPE", expected: "one", at: row.place(0))
    }
    saysDirected = saysDirected ?? true
    var roles: [Role] = []
    for (cell, column) in columns.enumerated() {
      switch column {
      case .start: roles.append(.source)
      case .end: roles.append(.target)
      case .ignored: roles.append(.ignored)
      case .relationshipType: roles.append(.attribute(try addColumn(StandardAttribute.label)))
      case .labels, .id: roles.append(.attribute(try addColumn(names[cell])))
      case .property(let name, let type):
        var names = names
        names[cell] = name
        let role = try role(cell, of: names, row)
        if case .attribute(let place) = role { builder.edgeColumns.builders[place].type = type }
        roles.append(role)
      }
    }
    return roles
  }

  /// Returns the columns of the two ends: those that the caller names, those with usual names, or
  /// the first two if they look like ids.
  private mutating func ends(
    _ names: [String], _ lowercased: [String], _ row: RowReader
  ) throws(GraphFileError) -> (Int, Int) {
    if let source = options.sourceColumn, let target = options.targetColumn {
      let known = [source, target].map { name in
        lowercased.firstIndex { $0.hasSameBytes(as: name.lowercased()) }
      }
      guard let source = known[0], let target = known[1] else {
        let missing = known[0] == nil ? source : target
        throw noColumn(missing, names, row)
      }
      return (source, target)
    }
    if let pair = EdgeListDialect.ends(in: lowercased) {
      if !EdgeListDialect.areUsual(lowercased[pair.0], lowercased[pair.1]) {
        noteEnds(names[pair.0], names[pair.1])
      }
      return pair
    }
    // Missing names are reported as a different error later.
    if names[0].isEmpty || names[1].isEmpty { return (0, 1) }
    if options.hasHeader != true, EdgeListDialect.isTableOfNodes(lowercased) {
      throw scanner.unexpected(
        "what looks like a table of nodes",
        expected: "edges, with columns such as source and target (a table of nodes is read beside "
          + "them: NodeTable, or --nodes of forcegraph)",
        at: row.place(0))
    }
    if options.hasHeader != true, !dialect.endsLookAlike {
      throw scanner.unexpected(
        "a table in which no columns are called source and target",
        expected: "these names, or those of the columns of the two ends", at: row.place(0))
    }
    noteEnds(names[0], names[1])
    return (0, 1)
  }

  private func noColumn(_ name: String, _ names: [String], _ row: RowReader) -> GraphFileError {
    scanner.unexpected(
      "no column \(shown(name))",
      expected: "one of " + names.prefix(20).map(shown).joined(separator: ", "), at: row.place(0))
  }

  private mutating func noteEnds(_ source: String, _ target: String) {
    builder.note(
      "the columns \(shown(source)) and \(shown(target)) are taken for the ends of the edges")
  }

  /// Returns the role of a column other than the two ends.
  private mutating func role(
    _ cell: Int, of names: [String], _ row: RowReader
  ) throws(GraphFileError) -> Role {
    let lowercased = names[cell].lowercased()
    let isStandard = ["id", "label", "type", "weight"].contains(lowercased)
    var name = names[cell].isEmpty ? "column\(cell + 1)" : isStandard ? lowercased : names[cell]
    if let column = options.timeColumn, column.lowercased().hasSameBytes(as: lowercased) {
      name = "time"
    }
    if let column = options.weightColumn {
      if column.lowercased().hasSameBytes(as: lowercased) {
        hasWeights = true
        return .weight
      }
    } else if name == "weight", !hasWeights {
      hasWeights = true
      return .weight
    }
    if name == "weight" && hasWeights || builder.edgeColumns.has(name) {
      throw scanner.unexpected(
        "a second column \(shown(name))", expected: "a name that no other column has",
        at: row.place(cell))
    }
    return .attribute(try addColumn(name))
  }

  private mutating func roles(firstRow row: RowReader) throws(GraphFileError) -> [Role] {
    var roles: [Role] = [.source, .target]
    for column in [options.weightColumn, options.timeColumn] {
      if let column, Int(canonical: column).map({ $0 < 3 || $0 > row.count }) ?? true {
        throw scanner.unexpected(
          "no column \(shown(column))",
          expected: "a number from 3 to \(row.count), as the list has no names of columns",
          at: row.place(0))
      }
    }
    for cell in 0..<row.count where cell >= 2 {
      let number = (cell + 1).description
      if options.timeColumn == number {
        roles.append(.attribute(try addColumn("time")))
      } else if options.weightColumn.map({ $0 == number })
        ?? (cell == 2 && self.number(row[cell]) != nil)
      {
        roles.append(.weight)
        hasWeights = true
      } else if row.isDictionary(cell) {
        if cell > 2, dialect.separator == nil {
          throw scanner.unexpected(
            "\(cell) words before the dictionary",
            expected: "two ids (those with blanks in them need quotes, or another separator)",
            at: row.place(0))
        }
        roles.append(.dictionary)
      } else {
        roles.append(.attribute(try addColumn("column\(cell + 1)")))
      }
    }
    return roles
  }

  /// Returns the roles of the columns of a list without header whose first weight is in `row`. Some
  /// edges may have no weight, as in NCOL files.
  private mutating func withWeights(_ row: RowReader) throws(GraphFileError) -> [Role] {
    weights = Array(repeating: 1, count: ends.count)
    return try roles(firstRow: row)
  }

  private mutating func addColumn(_ name: String) throws(GraphFileError) -> Int {
    try builder.edgeColumns.index(name, at: scanner.location)
  }

  // MARK: Edges

  private mutating func readEdge(_ row: RowReader, _ roles: [Role]) throws(GraphFileError) {
    guard ends.count < scanner.limits.edges else {
      throw scanner.limit(of: "edges", maximum: scanner.limits.edges, at: row.place(0))
    }
    let edge = ends.count
    lines.append(line: row.place(0).line)
    // Ids may be long, so bytes count as well as edges.
    if edge % 1024 == 0 || scanner.budget.bytesRead >= nextTake { try takeMemory() }
    var source = -1
    var target = -1
    var weight = 1.0
    for cell in 0..<row.count {
      guard cell < roles.count else {
        if row.isMissing(cell) { continue }
        throw scanner.unexpected(
          shown(row[cell]), expected: "the end of the line after \(roles.count) columns",
          at: row.place(cell))
      }
      switch roles[cell] {
      case .source: source = cell
      case .target: target = cell
      case .ignored: continue
      case .weight: weight = try readWeight(row, cell) ?? 1
      case .dictionary: weight = try readDictionary(row, cell, edge) ?? 1
      case .attribute(let column):
        if row.isMissing(cell) { continue }
        try builder.edgeColumns.set(.string(try row.text(cell, scanner)), column: column, row: edge)
      }
    }
    try addEdge(row, source, target)
    if roles.count > 2 { weights.append(weight) }
  }

  private mutating func takeMemory() throws(GraphFileError) {
    let next = ends.memory + 16 * weights.count
    if next > memory { try builder.budget.take(next - memory, file: scanner.name) }
    memory = max(memory, next)
    nextTake = scanner.budget.bytesRead + 1 << 16
  }

  private mutating func addEdge(
    _ row: RowReader, _ source: Int, _ target: Int
  ) throws(GraphFileError) {
    if source < 0 || row.isMissing(source) { throw missingEnd(row, source, "first") }
    if target < 0 || row.isMissing(target) { throw missingEnd(row, target, "second") }
    if dialect.separator == nil, row.isDictionary(target) {
      throw scanner.unexpected(
        shown(row[target]),
        expected: "the second node of an edge (multiline adjacency lists have lines like this)",
        at: row.place(target))
    }
    if options.ids != .text, !ends.isNamed {
      if let first = Int(canonicalBytes: row[source]), let second = Int(canonicalBytes: row[target])
      {
        ends.append(source: first, target: second)
        return
      }
      if options.ids == .integers {
        let cell = Int(canonicalBytes: row[source]) == nil ? source : target
        throw scanner.unexpected(
          shown(row[cell]), expected: "a node number (an integer)", at: row.place(cell))
      }
    }
    if !ends.append(row[source]) { ends.append(try row.text(source, scanner)) }
    if !ends.append(row[target]) { ends.append(try row.text(target, scanner)) }
    if ends.hasMoreNames(than: scanner.limits.nodes) {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes, at: row.place(0))
    }
  }

  /// Returns the error for a missing end of an edge. `cell` is its expected position; -1 if the
  /// line ends before it.
  private func missingEnd(_ row: RowReader, _ cell: Int, _ which: String) -> GraphFileError {
    let isLast = cell < 0 || cell == row.count - 1
    return scanner.unexpected(
      isLast ? "the end of the line" : "nothing", expected: "the \(which) node of an edge",
      at: cell < 0 ? row.endPlace : row.place(cell))
  }

  /// Returns the weight in the dictionary, if any; other entries become attributes.
  private mutating func readDictionary(
    _ row: RowReader, _ cell: Int, _ edge: Int
  ) throws(GraphFileError) -> Double? {
    guard row[cell].first == UInt8(ascii: "{") else {
      throw scanner.unexpected(
        shown(row[cell]), expected: "a dictionary in braces, as on the lines before",
        at: row.place(cell))
    }
    var weight: Double?
    for (name, value) in try PythonDictionary.read(row[cell], at: row.place(cell), scanner) {
      guard let value else { continue }
      if name == "weight", let number = Double(decimalOrWordBytes: Array(value.utf8)) {
        weight = number
        hasWeights = true
      } else {
        try builder.edgeColumns.set(.string(value), column: addColumn(name), row: edge)
      }
    }
    return weight
  }

  private func number(_ cell: ArraySlice<UInt8>) -> Double? {
    let bytes = Array(cell)
    if let number = Double(decimalOrWordBytes: bytes) { return number }
    return dialect.separator == UInt8(ascii: ";") ? Double(bytesWithComma: bytes) : nil
  }

  private mutating func readWeight(
    _ row: RowReader, _ cell: Int
  ) throws(GraphFileError) -> Double? {
    if row.isMissing(cell) { return nil }
    guard let weight = number(row[cell]) else {
      if MissingMark.isMark(String(decoding: row[cell], as: UTF8.self)) {
        missingWeights.add(line: row.place(cell).line)
        return nil
      }
      throw scanner.unexpected(
        shown(row[cell]), expected: "a number (the weight of an edge)", at: row.place(cell))
    }
    return weight
  }

  private mutating func finish() throws(GraphFileError) -> ReadResult {
    try takeMemory()
    var ids = ends.finish()
    guard ids.count <= scanner.limits.nodes else {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes)
    }
    let isDirected = options.isDirected ?? saysDirected ?? dialect.looksLikeGoModules
    if options.isDirected == nil, saysDirected == nil, isDirected {
      builder.note("the lines look like those of go mod graph, so the edges have a direction")
    }
    var (sources, targets) = (ends.sources, ends.targets)
    let names = ends.isNamed ? dialect.rows.first?.prefix(2).map(\.self) ?? [] : []
    ends = EndCollector()
    let hasLateHeader =
      options.hasHeader == nil && !dialect.hasHeader && !hasWeights && names.count == 2
      && dialect.hasLateHeader(sources: sources, targets: targets, nodeCount: ids.count)
    if hasLateHeader {
      ids = Graph.NodeIDs(unique: Array(ids.dropFirst(2)))
      sources = sources.dropFirst().map { $0 - 2 }
      targets = targets.dropFirst().map { $0 - 2 }
      builder.edgeColumns.takeNamesFromFirstRow()
      lines.removeFirst()
      builder.note(
        "the first line is taken for the names of the columns, as \(shown(names[0])) and "
          + "\(shown(names[1])) do not occur again; if it is an edge, say so "
          + "(EdgeListOptions.hasHeader, --no-header of forcegraph)")
    }
    var graph = Graph(
      checkedNodeIDs: ids, sources: sources, targets: targets, isDirected: isDirected)
    if options.hasHeader == nil, !hasLateHeader {
      try shape.check(graph, dialect, weights, scanner) { builder.note($0) }
    } else {
      try shape.checkHeads(graph, scanner) { builder.note($0) }
    }
    if hasWeights { graph.weights = weights }
    let (table, notes) = try builder.edgeColumns.table(
      ofRows: lines, count: graph.edgeCount,
      hasDecimalCommas: dialect.separator == UInt8(ascii: ";"))
    graph.edgeAttributes = table
    for note in notes + [missingWeights.note].compactMap(\.self) { builder.note(note) }
    graph.takeDirections(unless: options.isDirected)
    return ReadResult(graph: graph, format: dialect.format, notes: builder.notes)
  }
}

extension Graph {
  /// Applies the column `Type` of Gephi's lists, which states for each edge whether it is directed.
  fileprivate mutating func takeDirections(unless known: Bool?) {
    guard case .strings(let types)? = edgeAttributes["type"]?.values else { return }
    var directions: [Bool?] = []
    for type in types {
      switch type?.lowercased() {
      case "directed": directions.append(true)
      case "undirected": directions.append(false)
      default: return
      }
    }
    edgeAttributes["type"] = nil
    guard known == nil else { return }
    isDirected = directions.contains(true)
    if isDirected, directions.contains(false) {
      edgeAttributes.set(StandardAttribute.directed, .booleans(directions))
    }
  }
}
