/// The cells of one line, one after the other in one array that is used again for the next line.
struct RowReader {
  /// Nil: any number of blanks.
  let separator: UInt8?
  private(set) var bytes: [UInt8] = []
  private(set) var ends: [Int] = []
  private(set) var isQuoted: [Bool] = []
  private(set) var places: [FileLocation] = []

  init(separator: UInt8?) { self.separator = separator }

  var count: Int { ends.count }

  @inline(__always)
  subscript(cell: Int) -> ArraySlice<UInt8> { bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]] }

  /// Whether there is nothing in a cell, not even an empty text in quotes.
  func isMissing(_ cell: Int) -> Bool { !isQuoted[cell] && self[cell].isEmpty }

  func text(_ cell: Int, _ scanner: TextScanner) throws(GraphFileError) -> String {
    try scanner.string(self[cell], at: places[cell])
  }

  /// Reads the next line that has something in it. False at the end. `comment` gets what lines say that
  /// begin with #, % or //.
  mutating func next(
    _ scanner: inout TextScanner, comment: (inout TextScanner) throws(GraphFileError) -> Void
  ) throws(GraphFileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isQuoted.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    while true {
      try skipPadding(&scanner)
      guard let byte = try scanner.peek() else { return false }
      if byte == .newline {
        scanner.advance()
      } else if try isComment(byte, &scanner) {
        try comment(&scanner)
        try scanner.skipLine()
      } else {
        try readCells(&scanner)
        return true
      }
    }
  }

  private func isComment(_ byte: UInt8, _ scanner: inout TextScanner) throws(GraphFileError) -> Bool
  {
    if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "%") { return true }
    guard byte == UInt8(ascii: "/") else { return false }
    return try scanner.peekSecond() == UInt8(ascii: "/")
  }

  /// Blanks that do not separate.
  private func skipPadding(_ scanner: inout TextScanner) throws(GraphFileError) {
    while let byte = try scanner.peek(), byte.isBlank, byte != separator { scanner.advance() }
  }

  private mutating func readCells(_ scanner: inout TextScanner) throws(GraphFileError) {
    while true {
      try skipPadding(&scanner)
      let next = try scanner.peek()
      if separator == nil {
        // A comment may follow what is on the line.
        guard let next, next != .newline, next != UInt8(ascii: "#") else { break }
      }
      places.append(scanner.location)
      if next == .quote {
        try readQuoted(&scanner)
        isQuoted.append(true)
      } else {
        try readPlain(&scanner)
        isQuoted.append(false)
      }
      ends.append(bytes.count)
      if bytes.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
      if ends.count > scanner.limits.attributes {
        throw scanner.limit(of: "columns", maximum: scanner.limits.attributes)
      }
      if let separator {
        guard try scanner.peek() == separator else { break }
        scanner.advance()
      }
    }
    try scanner.skipLine()
  }

  private mutating func readPlain(_ scanner: inout TextScanner) throws(GraphFileError) {
    let begin = bytes.count
    while let byte = try scanner.peek(), byte != .newline, byte != separator {
      if separator == nil, byte.isBlank { return }
      bytes.append(byte)
      if bytes.count > scanner.limits.textLength { break }
      scanner.advance()
    }
    while bytes.count > begin, bytes[bytes.count - 1].isBlank { bytes.removeLast() }
  }

  /// Two quotes in a quoted cell are one. Separators and ends of lines are nothing special in it.
  private mutating func readQuoted(_ scanner: inout TextScanner) throws(GraphFileError) {
    let start = scanner.location
    scanner.advance()
    while true {
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "the quote that ends the text begun at "
            + "\(start.line):\(start.column)")
      }
      scanner.advance()
      if byte == .quote {
        guard try scanner.peek() == .quote else { break }
        scanner.advance()
      }
      bytes.append(byte)
      if bytes.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one line", maximum: scanner.limits.textLength)
      }
    }
    if separator != nil { try skipPadding(&scanner) }
    if let byte = try scanner.peek(), byte != separator, !byte.isBlankOrNewline {
      throw try scanner.unexpectedNext(expected: "a separator after the text in quotes")
    }
  }
}

/// Reads edge lists: a line an edge, its ends first (or where the header says).
struct EdgeListReader {
  private enum Role { case source, target, weight, attribute(Int) }

  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let dialect: EdgeListDialect
  private let options: EdgeListOptions
  private var ends = EndCollector()
  private var weights: [Double] = []
  private var saysDirected: Bool?

  init(scanner: TextScanner, dialect: EdgeListDialect, options: EdgeListOptions) {
    self.scanner = scanner
    self.dialect = dialect
    self.options = options
    builder = GraphBuilder(file: scanner.name, limits: scanner.limits)
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
      try readEdge(row, known)
    }
    return try finish(
      hasWeights: roles?.contains { if case .weight = $0 { true } else { false } } ?? false)
  }

  private mutating func nextRow(_ row: inout RowReader) throws(GraphFileError) -> Bool {
    var direction = saysDirected
    let found = try row.next(&scanner) {
      (scanner: inout TextScanner) throws(GraphFileError) -> Void in
      // Stanford's lists, and ours, begin with "# Directed graph ..." or "# Undirected graph ...".
      guard direction == nil else { return }
      var word: [UInt8] = []
      while let byte = try scanner.peek(), !byte.isLetter, byte != .newline { scanner.advance() }
      while let byte = try scanner.peek(), byte.isLetter, word.count < 11 {
        word.append(byte)
        scanner.advance()
      }
      if word.isWord("directed") { direction = true }
      if word.isWord("undirected") { direction = false }
    }
    saysDirected = direction
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
        at: row.places[0])
    }
    guard names.count >= 2 else {
      throw scanner.unexpected(
        "\(names.count) column", expected: "columns for the two ends of an edge", at: row.places[0])
    }
    let pair = EdgeListDialect.ends(in: lowercased) ?? (0, 1)
    var roles: [Role] = []
    for (cell, name) in names.enumerated() {
      if cell == pair.0 {
        roles.append(.source)
      } else if cell == pair.1 {
        roles.append(.target)
      } else if lowercased[cell] == "weight" {
        roles.append(.weight)
      } else {
        let isStandard = ["id", "label", "type"].contains(lowercased[cell])
        let ours = name.isEmpty ? "column\(cell + 1)" : isStandard ? lowercased[cell] : name
        if builder.edgeColumns.has(ours) {
          throw scanner.unexpected(
            "a second column \(shown(ours))", expected: "a name that no other column has",
            at: row.places[cell])
        }
        roles.append(.attribute(try addColumn(ours)))
      }
    }
    return roles
  }

  private mutating func roles(firstRow row: RowReader) throws(GraphFileError) -> [Role] {
    var roles: [Role] = [.source, .target]
    for cell in 0..<row.count where cell >= 2 {
      if cell == 2, Double(decimalOrWordBytes: Array(row[cell])) != nil {
        roles.append(.weight)
      } else {
        roles.append(.attribute(try addColumn("column\(cell + 1)")))
      }
    }
    return roles
  }

  private mutating func addColumn(_ name: String) throws(GraphFileError) -> Int {
    try builder.edgeColumns.index(name, at: scanner.location)
  }

  // MARK: Edges

  private mutating func readEdge(_ row: RowReader, _ roles: [Role]) throws(GraphFileError) {
    guard ends.count < scanner.limits.edges else {
      throw scanner.limit(of: "edges", maximum: scanner.limits.edges, at: row.places[0])
    }
    let edge = ends.count
    var source = -1
    var target = -1
    var weight = 1.0
    for cell in 0..<row.count {
      guard cell < roles.count else {
        if row.isMissing(cell) { continue }
        throw scanner.unexpected(
          shown(row[cell]), expected: "the end of the line after \(roles.count) columns",
          at: row.places[cell])
      }
      switch roles[cell] {
      case .source: source = cell
      case .target: target = cell
      case .weight: weight = try readWeight(row, cell) ?? 1
      case .attribute(let column):
        if row.isMissing(cell) { continue }
        try builder.edgeColumns.set(.string(try row.text(cell, scanner)), column: column, row: edge)
      }
    }
    try addEdge(row, source, target)
    if roles.count > 2 { weights.append(weight) }
  }

  private mutating func addEdge(
    _ row: RowReader, _ source: Int, _ target: Int
  ) throws(GraphFileError) {
    for (cell, which) in [(source, "first"), (target, "second")]
    where cell < 0 || row.isMissing(cell) {
      let isLast = cell < 0 || cell == row.count - 1
      let found = isLast ? "the end of the line" : "nothing"
      var place = cell < 0 ? row.places[row.count - 1] : row.places[cell]
      if cell < 0 {
        place.column += row[row.count - 1].count + (row.isQuoted[row.count - 1] ? 2 : 0)
      }
      throw scanner.unexpected(found, expected: "the \(which) node of an edge", at: place)
    }
    if options.ids != .text, let first = Int(canonicalBytes: row[source]),
      let second = Int(canonicalBytes: row[target])
    {
      ends.append(source: first, target: second)
      return
    }
    if options.ids == .integers {
      let cell = Int(canonicalBytes: row[source]) == nil ? source : target
      throw scanner.unexpected(
        shown(row[cell]), expected: "a node number (an integer)", at: row.places[cell])
    }
    ends.append(source: try row.text(source, scanner), target: try row.text(target, scanner))
    if ends.nameCount > scanner.limits.nodes {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes, at: row.places[0])
    }
  }

  private func readWeight(_ row: RowReader, _ cell: Int) throws(GraphFileError) -> Double? {
    if row.isMissing(cell) { return nil }
    guard let weight = Double(decimalOrWordBytes: Array(row[cell])) else {
      throw scanner.unexpected(
        shown(row[cell]), expected: "a number (the weight of an edge)", at: row.places[cell])
    }
    return weight
  }

  private mutating func finish(hasWeights: Bool) throws(GraphFileError) -> ReadResult {
    let ids = ends.finish()
    guard ids.count <= scanner.limits.nodes else {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes)
    }
    let isDirected = options.isDirected ?? saysDirected ?? false
    var graph = Graph(
      nodeIDs: ids, sources: ends.sources, targets: ends.targets, isDirected: isDirected)
    ends = EndCollector()
    if hasWeights { graph.weights = weights }
    graph.edgeAttributes = try builder.edgeColumns.table(
      rowCount: graph.edgeCount, fromText: true)
    graph.takeDirections(unless: options.isDirected)
    return ReadResult(graph: graph, format: dialect.format, notes: builder.notes)
  }
}

extension Graph {
  /// Gephi's lists have a column `Type` that says of each edge whether it is directed.
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
