/// Reads adjacency lists: per line a node and its neighbours. For undirected graphs, networkx lists
/// each edge at one of its nodes; other programs list it at both, and then it becomes one edge.
struct AdjacencyListReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let dialect: EdgeListDialect
  private let options: EdgeListOptions
  private var row: RowReader
  /// For each node, true if it has its own line.
  private var hasLine: [Bool] = []
  private var hasLinesTwice = false
  private var hasRepetition = false
  private var rowCount = 0
  private var fewestCells = Int.max
  private var mostCells = 0

  /// A list of words could be almost anything.
  static var noticesOtherFormats: Bool { false }

  /// Returns certain if all neighbours have their own line.
  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let (survey, rows) = (beginning.survey, beginning.survey.rows)
    let counts = rows.map(\.count)
    guard let least = counts.min(), let most = counts.max(), least < most, least == 1 || most >= 4
    else { return nil }
    let nodes = Set(rows.map { ExactText($0[0]) })
    guard nodes.count == rows.count, survey.heads.isEmpty else { return nil }
    let neighbours = rows.joined()
    if neighbours.contains(where: { $0.beginsWithBytes(of: "{") || $0.isEmpty }) { return nil }
    if survey.isWhole, neighbours.allSatisfy({ nodes.contains(ExactText($0)) }) { return .certain }
    return survey.separator == nil && least == 1 ? .likely : nil
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    dialect = input.lineDialect
    options = input.options
    row = RowReader(
      separator: dialect.separator, dictionaryCell: .max, maximumCount: scanner.limits.edges + 1)
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while try nextRow() {
      if rowCount == 0, dialect.hasHeader {
        throw refusal("a line that looks like the header of a table")
      }
      try readRow()
    }
    try checkShape()
    let graph = try withoutReversed(builder.graph())
    return ReadResult(graph: graph, format: .adjacencyList, notes: builder.notes)
  }

  private mutating func nextRow() throws(GraphFileError) -> Bool {
    var head: String?
    let found = try row.next(&scanner) {
      (scanner: inout TextScanner) throws(GraphFileError) -> Void in
      let comment = try Comment(&scanner)
      head = comment.soleID ?? head
    }
    if let head { throw refusal("\(shown("# " + head)), as LGL has it") }
    return found
  }

  private mutating func readRow() throws(GraphFileError) {
    rowCount += 1
    fewestCells = min(fewestCells, row.count)
    mostCells = max(mostCells, row.count)
    let node = try node(0)
    if hasLine[node] { hasLinesTwice = true }
    hasLine[node] = true
    var previous = -1
    for cell in 1..<max(1, row.count) {
      // A separator may end a line.
      if row.isMissing(cell), cell == row.count - 1 { break }
      if row.isDictionary(cell) { throw refusal("a dictionary, as edge lists of networkx have it") }
      let neighbour = try self.node(cell)
      if neighbour == previous { hasRepetition = true }
      previous = neighbour
      try builder.addEdge(node, neighbour, at: row.place(cell))
    }
  }

  private mutating func node(_ cell: Int) throws(GraphFileError) -> Int {
    if row.isMissing(cell) {
      throw scanner.unexpected("nothing", expected: "the id of a node", at: row.place(cell))
    }
    let node = try builder.nodeOrNew(row.text(cell, scanner), at: row.place(cell))
    if node == hasLine.count { hasLine.append(false) }
    return node
  }

  // MARK: Other formats

  private func refusal(_ found: String) -> GraphFileError {
    scanner.unexpected(
      found, expected: "adjacency lists: a node and its neighbours on each line",
      at: row.count > 0 ? row.place(0) : nil)
  }

  private mutating func checkShape() throws(GraphFileError) {
    if hasLinesTwice, mostCells > 2 {
      throw refusal("several lines of one node, which look like an edge list with more columns")
    }
    if rowCount > 3, fewestCells == rowCount, mostCells == rowCount, hasRepetition {
      throw refusal("as many lines as columns, which look like an adjacency matrix")
    }
    let others = hasLine.indices.filter { !hasLine[$0] }
    let isNumber = others.contains { node in
      let id = builder.ids[node]
      return Int(canonical: id) == nil && Double(decimalBytes: Array(id.utf8)) != nil
    }
    let areNumbers = others.allSatisfy { Int(canonical: builder.ids[$0]) != nil }
    if isNumber || fewestCells == 3 && mostCells == 3 && areNumbers && !others.isEmpty {
      throw refusal("numbers that are no nodes, which look like the weights of an edge list")
    }
    if !others.isEmpty {
      builder.note("nodes that are neighbours and have no line of their own: \(others.count)")
    }
    if builder.edgeCount == 0 { builder.note("no line has a neighbour") }
  }

  // MARK: Directions

  /// Returns the graph with each edge once, if each occurs in the lines of both of its nodes.
  private mutating func withoutReversed(_ graph: Graph) throws(GraphFileError) -> Graph {
    var graph = graph
    graph.isDirected = options.isDirected ?? false
    if graph.isDirected { return graph }
    var balance: [UInt64: Int] = [:]
    for (source, target) in zip(graph.sources, graph.targets) where source != target {
      let key = UInt64(min(source, target)) << 32 | UInt64(max(source, target))
      balance[key, default: 0] += source < target ? 1 : -1
    }
    if balance.isEmpty || balance.values.contains(where: { $0 != 0 }) { return graph }
    builder.note("each edge is in the lines of both of its nodes, and is read once")
    let kept = (0..<graph.edgeCount).filter { graph.sources[$0] <= graph.targets[$0] }
    return Graph(
      checkedNodeIDs: graph.nodeIDs, sources: kept.map { graph.sources[$0] },
      targets: kept.map { graph.targets[$0] })
  }
}
