/// The shape of the lines of an edge list, by which files of other formats are recognised.
struct EdgeListShape {
  private var rowCount = 0
  private var fewestCells = Int.max
  private var mostCells = 0
  private var hasDictionary = false
  /// True if all cells of all rows are numbers. It is only tracked while rows are long.
  private var areNumbers = true
  /// True if all cells of all rows are integers, as ids are. It is only tracked while rows are long.
  private var areIntegers = true
  private var heads: [(id: String, place: FileLocation)] = []

  /// Handles a comment with at most one word; in LGL these are nodes.
  mutating func addHead(
    _ id: String, at place: FileLocation, _ scanner: TextScanner
  ) throws(GraphFileError) {
    // An LGL file begins with a node.
    if rowCount > 0, heads.isEmpty { return }
    heads.append((id, place))
    if heads.count > 1 || Int(canonical: id) != nil { throw looksLikeLGL(scanner) }
  }

  private func looksLikeLGL(_ scanner: TextScanner) -> GraphFileError {
    scanner.unexpected(
      "\(shown("# " + heads[0].id)), as LGL has it",
      expected: "edges (of a comment, several words)",
      at: heads[0].place)
  }

  @inline(__always)
  mutating func add(_ row: RowReader) {
    rowCount += 1
    if row.count < fewestCells { fewestCells = row.count }
    if row.count > mostCells { mostCells = row.count }
    if row.count > 2 { addLong(row) }
  }

  private mutating func addLong(_ row: RowReader) {
    if row.isDictionary(row.count - 1) { hasDictionary = true }
    if row.count >= 4, areNumbers {
      for cell in 0..<row.count where Double(decimalBytes: Array(row[cell])) == nil {
        areNumbers = false
      }
    }
    if row.count >= 4, areIntegers {
      areIntegers = (0..<row.count).allSatisfy { Int(canonicalBytes: row[$0]) != nil }
    }
  }

  /// Throws if the lines are those of another format, and adds notes on other possible
  /// interpretations.
  func check(
    _ graph: Graph, _ dialect: EdgeListDialect, _ weights: [Double], _ scanner: TextScanner,
    note: (String) -> Void
  ) throws(GraphFileError) {
    try checkHeads(graph, scanner, note: note)
    if dialect.hasHeader || hasDictionary || rowCount == 0 { return }
    if mostCells == fewestCells, mostCells == rowCount, mostCells >= 5, areNumbers {
      throw unexpected(
        "\(rowCount) lines of \(rowCount) numbers, which look like an adjacency matrix", scanner)
    }
    if dialect.separator == nil, areIntegers, mostCells >= 4, mostCells == fewestCells {
      try checkPairs(scanner, note: note)
    }
    if mostCells > fewestCells {
      try checkRagged(graph, dialect, weights, scanner, note: note)
    }
    if dialect.separator != nil { checkFirstLine(graph, dialect, note: note) }
  }

  /// Throws if one line has all of the edges, as a program may write that only looks for numbers:
  /// `1 2 3 4` would be two edges. Notes what becomes of further numbers in lists of several lines.
  private func checkPairs(
    _ scanner: TextScanner, note: (String) -> Void
  ) throws(GraphFileError) {
    if rowCount == 1 { throw unexpected("one line of \(mostCells) integers", scanner) }
    note(
      "lines of \(mostCells) integers: the first two are the ends of an edge, the third is its "
        + "weight, the others are attributes")
  }

  func checkHeads(
    _ graph: Graph, _ scanner: TextScanner, note: (String) -> Void
  ) throws(GraphFileError) {
    guard let head = heads.first else { return }
    if graph.nodeIDs.contains(head.id) { throw looksLikeLGL(scanner) }
    note("the line \(shown("# " + head.id)) is taken for a comment; in LGL it would be a node")
  }

  private func checkRagged(
    _ graph: Graph, _ dialect: EdgeListDialect, _ weights: [Double], _ scanner: TextScanner,
    note: (String) -> Void
  ) throws(GraphFileError) {
    let what = "lines of \(fewestCells) to \(mostCells) columns"
    if dialect.separator == nil {
      let areIDs = weights.allSatisfy { weight in
        Int(exactly: weight).map { graph.nodeIDs.contains($0.description) } ?? false
      }
      if mostCells > 3 || areIDs {
        throw unexpected("\(what), which look like adjacency lists or METIS", scanner)
      }
    }
    note("\(what): what is missing at the ends of lines has no value, or the weight 1")
  }

  /// Notes that a first line of two names that do not recur may be a header.
  private func checkFirstLine(
    _ graph: Graph, _ dialect: EdgeListDialect, note: (String) -> Void
  ) {
    guard graph.edgeCount > 1, !graph.nodeIDs.areIntegers, let first = dialect.rows.first,
      first.prefix(2).allSatisfy({ $0.utf8.first?.isDigit == false })
    else { return }
    let (source, target) = (graph.sources[0], graph.targets[0])
    let occursAgain = zip(graph.sources, graph.targets).dropFirst().contains {
      $0 == source || $0 == target || $1 == source || $1 == target
    }
    if source == target || occursAgain { return }
    note(
      "the first line is taken for an edge, though its names do not occur again; if it has the "
        + "names of the columns, say so (EdgeListOptions.hasHeader, --header of forcegraph)")
  }

  private func unexpected(_ found: String, _ scanner: TextScanner) -> GraphFileError {
    GraphFileError(
      file: scanner.name,
      problem: .unexpected(
        found: found,
        expected: "an edge a line (say the format, or that an edge list has no header)"))
  }
}
