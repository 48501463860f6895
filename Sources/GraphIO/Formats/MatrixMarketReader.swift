/// Reads Matrix Market files: the matrix is the adjacency matrix of the graph, its entries are edges.
/// (R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market Exchange Formats", NISTIR 5935, 1996,
/// doi:10.6028/NIST.IR.5935)
struct MatrixMarketReader: FormatReader {
  private enum Symmetry { case general, symmetric, skew }

  private var words: WordReader
  private var builder: GraphBuilder
  private var hasValues = true
  /// True for a dense matrix: all entries column by column, without indices.
  private var isDense = false
  private var saysDirected: Bool?
  private var symmetry = Symmetry.general
  private var weights: [Double] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(certainIf: beginning.text.hasPrefix("%%matrixmarket"))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
    saysDirected = input.options.isDirected
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try readHeader()
    try skipCommentsAndEmptyLines()
    let limits = words.scanner.limits
    let rows = try words.nextCount(of: "nodes", maximum: limits.nodes)
    let columns = try words.nextCount(of: "nodes", maximum: limits.nodes)
    guard rows == columns else {
      throw words.scanner.unexpected(
        "\(rows) rows and \(columns) columns", expected: "as many columns as rows (a graph)",
        at: words.place)
    }
    var count = rows.multipliedReportingOverflow(by: columns).partialValue
    if isDense {
      try words.expectEndOfLine()
      try readDense(rows)
    } else {
      let entries = try words.nextCount(of: "edges", maximum: limits.edges)
      try words.expectEndOfLine()
      count = entries
      for entry in 0..<entries { try readEntry(entry, of: entries, nodes: rows) }
    }
    try skipCommentsAndEmptyLines()
    if try words.scanner.peek() != nil {
      throw try words.scanner.unexpectedNext(
        expected: "the end of the file after \(count) entries")
    }
    builder.isDirected = symmetry != .symmetric
    var graph = try builder.graph(nodeIDs: Graph.NodeIDs(count: rows, from: 1))
    if hasValues { graph.weights = weights }
    if symmetry == .general, saysDirected != true { graph = undirected(graph) }
    return ReadResult(graph: graph, format: .matrixMarket, notes: builder.notes)
  }

  /// Reads the header: `%%MatrixMarket matrix coordinate real symmetric`
  private mutating func readHeader() throws(GraphFileError) {
    try expect(["%%matrixmarket"], "\"%%MatrixMarket\"")
    try expect(["matrix"], "\"matrix\"")
    isDense =
      try expect(["coordinate", "array"], "\"coordinate\" or \"array\" (all entries)") == "array"
    let field = try expect(["pattern", "real", "integer"], "\"pattern\", \"real\" or \"integer\"")
    hasValues = field != "pattern"
    switch try expect(
      ["general", "symmetric", "skew-symmetric"],
      "\"general\", \"symmetric\" or \"skew-symmetric\"")
    {
    case "general": symmetry = .general
    case "symmetric": symmetry = .symmetric
    default: symmetry = .skew
    }
    try words.expectEndOfLine()
  }

  @discardableResult
  private mutating func expect(_ known: [String], _ expected: String) throws(GraphFileError)
    -> String
  {
    _ = try words.nextWord()
    let word = String(decoding: words.word.map(\.lowercased), as: UTF8.self)
    guard known.contains(word) else { throw words.unexpectedWord(expected: expected) }
    return word
  }

  private mutating func skipCommentsAndEmptyLines() throws(GraphFileError) {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard try words.scanner.peek() == UInt8(ascii: "%") else { return }
      let comment = try Comment(&words.scanner)
      saysDirected = saysDirected ?? comment.isDirected
      try words.scanner.skipLine()
    }
  }

  /// Reads numbers column by column; for symmetric matrices those on and below the diagonal, for
  /// skew-symmetric ones those below.
  private mutating func readDense(_ nodes: Int) throws(GraphFileError) {
    for column in 0..<nodes {
      let first = symmetry == .general ? 0 : symmetry == .symmetric ? column : column + 1
      for row in first..<max(first, nodes) {
        try skipCommentsAndEmptyLines()
        let place = words.scanner.location
        let value = try words.nextNumber(
          expected: "a number (row \(row + 1), column \(column + 1))")
        try words.expectEndOfLine()
        if value != 0 { try add(row, column, value, at: place) }
      }
    }
  }

  /// Returns an undirected graph if the matrix is symmetric though the file does not declare it, as
  /// scipy writes it. A complete diagonal has no meaning as edges.
  private mutating func undirected(_ graph: Graph) -> Graph {
    if graph.edgeCount == 0 {
      var graph = graph
      graph.isDirected = false
      return graph
    }
    let hasEdges = zip(graph.sources, graph.targets).contains { $0 != $1 }
    let leavesDiagonal = graph.hasWholeDiagonal
    guard hasEdges, let result = graph.ofSymmetricMatrix(leavesDiagonal: leavesDiagonal) else {
      return graph
    }
    builder.note("the matrix is symmetric: each two entries are one edge without direction")
    if leavesDiagonal { builder.note("the diagonal, which has no zeros, is left out") }
    return result
  }

  private mutating func readEntry(
    _ entry: Int, of entries: Int, nodes: Int
  ) throws(GraphFileError) {
    try skipCommentsAndEmptyLines()
    let place = words.scanner.location
    if try words.scanner.peek() == nil {
      throw words.scanner.unexpected(
        "the end of the file", expected: "entry \(entry + 1) of \(entries)", at: place)
    }
    let node = "a node from 1 to \(nodes)"
    let row = try words.nextInteger(1...max(1, nodes), expected: node)
    let column = try words.nextInteger(1...max(1, nodes), expected: node)
    guard nodes > 0 else { throw words.unexpectedWord(expected: "no entry, as there are no nodes") }
    let value = hasValues ? try words.nextNumber(expected: "a number (the value of an entry)") : 1
    try words.expectEndOfLine()
    try add(row - 1, column - 1, value, at: place)
  }

  private mutating func add(
    _ row: Int, _ column: Int, _ value: Double, at place: FileLocation
  ) throws(GraphFileError) {
    try builder.addEdge(row, column, at: place)
    if hasValues { weights.append(value) }
    if symmetry == .skew, row != column {
      // The other triangle of the matrix has the opposite sign.
      try builder.addEdge(column, row, at: place)
      if hasValues { weights.append(-value) }
    }
  }
}
