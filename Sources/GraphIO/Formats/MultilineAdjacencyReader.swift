/// Reads multiline adjacency lists of networkx: a node and the number of its lines, then a line per
/// neighbour, with an optional dictionary. Each edge occurs once.
struct MultilineAdjacencyReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var row = RowReader(separator: nil, dictionaryCell: 1)

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let rows = beginning.survey.rows
    var row = 0
    var hasDictionary = false
    while row < rows.count {
      guard rows[row].count == 2, let count = Int(canonical: rows[row][1]), count >= 0 else {
        return nil
      }
      let lines = rows[(row + 1)...].prefix(count)
      if lines.count < count, beginning.survey.isWhole { return nil }
      for line in lines where line.count > 1 {
        guard line[1].hasPrefix("{") else { return nil }
        hasDictionary = true
      }
      row += 1 + lines.count
    }
    return Likeness(certainIf: hasDictionary)
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    options = input.options
    builder = GraphBuilder(scanner)
    builder.valuesAreText = true
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while try next() {
      let node = try node()
      guard row.count == 2, let count = Int(canonicalBytes: row[1]), count >= 0 else {
        throw unexpectedEnd(expected: "a node and the number of its lines")
      }
      let place = row.place(1)
      var rest = count
      while rest > 0 {
        guard try next() else {
          throw scanner.unexpected(
            "the end of the file", expected: "\(rest) more lines for the node at line \(place.line)"
          )
        }
        rest -= 1
        try readNeighbour(of: node)
      }
    }
    builder.isDirected = options.isDirected ?? false
    return ReadResult(
      graph: try builder.graph(), format: .multilineAdjacencyList, notes: builder.notes)
  }

  private mutating func next() throws(GraphFileError) -> Bool {
    try row.next(&scanner) { (_: inout TextScanner) throws(GraphFileError) in }
  }

  private mutating func node() throws(GraphFileError) -> Int {
    try builder.nodeOrNew(row.text(0, scanner), at: row.place(0))
  }

  private mutating func readNeighbour(of node: Int) throws(GraphFileError) {
    let edge = try builder.addEdge(node, self.node(), at: row.place(0))
    if row.count == 1 { return }
    guard row.count == 2, row.isDictionary(1) else {
      throw unexpectedEnd(expected: "a neighbour and a dictionary in braces")
    }
    for (name, value) in try PythonDictionary.read(row[1], at: row.place(1), scanner) {
      if let value { try builder.setEdge(name, .string(value), edge) }
    }
  }

  private func unexpectedEnd(expected: String) -> GraphFileError {
    let cell = min(1, row.count - 1)
    return scanner.unexpected(
      row.count == 1 ? "the end of the line" : shown(row[cell]), expected: expected,
      at: row.count == 1 ? row.endPlace : row.place(cell))
  }
}
