/// Reads adjacency matrices: as many rows as columns, with 0 for no edge. The first row may have
/// ids; then the first column may have them too. A symmetric matrix is an undirected graph.
struct AdjacencyMatrixReader: FormatReader {
  private struct Entry {
    var source: Int32
    var target: Int32
    var value: Double
  }

  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var row: RowReader
  private var entries: [Entry] = []
  /// The number of numeric columns, once it is known.
  private var width: Int?
  private var names: [String]?
  private var rowCount = 0

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let (survey, rows) = (beginning.survey, beginning.survey.rows)
    guard let width = rows.first?.count, rows.count > 1 else { return nil }
    if survey.separator != nil, rows[0][0].isEmpty, survey.isWhole, rows.count == width {
      return Likeness(
        certainIf: zip(rows[0], rows).dropFirst().allSatisfy { $0 == $1[0] && $1.count == width })
    }
    guard width >= 4,
      rows.allSatisfy({ $0.count == width && $0.allSatisfy(LineSurvey.isNumber) })
    else { return nil }
    if !survey.isWhole { return Likeness(certainIf: width >= 16) }
    guard rows.count == width else { return nil }
    let zeros = rows.joined().count { $0 == "0" || $0 == "0.0" }
    let isSymmetric = rows.indices.allSatisfy { row in
      rows.indices.allSatisfy { rows[row][$0] == rows[$0][row] }
    }
    return Likeness(certainIf: width >= 8 || isSymmetric || 2 * zeros >= width * width)
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    options = input.options
    row = RowReader(
      separator: input.lineDialect.separator, dictionaryCell: .max,
      maximumCount: scanner.limits.nodes + 1)
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while try row.next(&scanner, comment: { (_: inout TextScanner) throws(GraphFileError) in }) {
      if rowCount == 0, names == nil, try readNames() { continue }
      try readRow()
    }
    let width = width ?? 0
    guard rowCount == width else {
      throw scanner.unexpected(
        "\(rowCount) lines of \(width) numbers",
        expected: "an adjacency matrix: as many lines as columns")
    }
    return try finish()
  }

  /// Reads a first row of names; returns false if it has numbers.
  private mutating func readNames() throws(GraphFileError) -> Bool {
    let isHeader = (0..<row.count).contains { cell in
      row.isMissing(cell) || row.isQuoted(cell) || Double(decimalBytes: Array(row[cell])) == nil
    }
    if !isHeader { return false }
    // A separator may end a line of numbers, too.
    if !row.isMissing(0), row.isMissing(row.count - 1),
      Double(decimalBytes: Array(row[0])) != nil
    {
      return false
    }
    var found: [String] = []
    for cell in 0..<row.count { found.append(try row.text(cell, scanner)) }
    names = found
    return true
  }

  private mutating func readRow() throws(GraphFileError) {
    var count = row.count
    if count > 1, row.isMissing(count - 1) { count -= 1 }
    var first = 0
    if let names, let label = rowLabel(names, count) {
      guard try row.text(0, scanner).hasSameBytes(as: label) else {
        throw scanner.unexpected(
          shown(row[0]), expected: "\(shown(label)), as in the first line", at: row.place(0))
      }
      first = 1
    }
    if width == nil, let names { width = min(names.count, count - first) }
    let width = width ?? count
    self.width = width
    guard count - first == width else {
      throw scanner.unexpected(
        "\(count - first) numbers", expected: "\(width), as many as there are columns",
        at: row.place(0))
    }
    guard rowCount < width else {
      throw scanner.unexpected(
        "more lines than columns", expected: "an adjacency matrix: as many lines as columns",
        at: row.place(0))
    }
    for column in 0..<width { try readEntry(column, cell: first + column) }
    rowCount += 1
  }

  /// Returns the id in the first cell of a row; nil if rows have only numbers.
  private func rowLabel(_ names: [String], _ count: Int) -> String? {
    if names.count == count + 1 || count == names.count && rowCount < names.count - 1 {
      // As in `,a,b` above `a,0,1`: the first cell of the header does not name a node.
      if names[0].isEmpty || count == names.count && isText(0) { return names[rowCount + 1] }
    }
    return count == names.count + 1 && rowCount < names.count ? names[rowCount] : nil
  }

  private func isText(_ cell: Int) -> Bool { Double(decimalBytes: Array(row[cell])) == nil }

  private mutating func readEntry(_ column: Int, cell: Int) throws(GraphFileError) {
    // Most entries of a matrix are 0, so this case comes first.
    if row[cell].elementsEqual([UInt8(ascii: "0")]) { return }
    guard let value = Double(decimalBytes: Array(row[cell])) else {
      throw scanner.unexpected(
        shown(row[cell]), expected: "a number (0 where there is no edge)", at: row.place(cell))
    }
    if value == 0 { return }
    guard entries.count < scanner.limits.edges else {
      throw scanner.limit(of: "edges", maximum: scanner.limits.edges, at: row.place(cell))
    }
    try builder.budget.take(3 * ReadBudget.edge, file: scanner.name, at: row.place(cell))
    entries.append(Entry(source: Int32(rowCount), target: Int32(column), value: value))
  }

  private var isSymmetric: Bool {
    let transposed = entries.sorted { ($0.target, $0.source) < ($1.target, $1.source) }
    return zip(entries, transposed).allSatisfy {
      $0.source == $1.target && $0.target == $1.source && $0.value == $1.value
    }
  }

  private mutating func finish() throws(GraphFileError) -> ReadResult {
    let width = width ?? 0
    guard width <= scanner.limits.nodes else {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes)
    }
    var ids = Graph.NodeIDs(count: width)
    if let names {
      guard let named = try? Graph.NodeIDs(names.suffix(width)) else {
        throw scanner.unexpected(
          "an id twice in the first line", expected: "an id of its own for each node",
          at: FileLocation(line: 1, column: 1))
      }
      ids = named
    }
    let isSymmetric = isSymmetric
    if options.isDirected == false, !isSymmetric {
      throw scanner.unexpected(
        "a matrix that is not symmetric", expected: "one that is, for edges without direction")
    }
    let isDirected = options.isDirected ?? !isSymmetric
    if !isDirected { entries.removeAll { $0.source > $0.target } }
    var graph = Graph(
      checkedNodeIDs: ids, sources: entries.map(\.source), targets: entries.map(\.target),
      isDirected: isDirected)
    if entries.contains(where: { $0.value != 1 }) {
      graph.weights = entries.map(\.value)
      builder.note("the numbers of the matrix are taken for weights")
    }
    return ReadResult(graph: graph, format: .adjacencyMatrix, notes: builder.notes)
  }
}
