/// Reads the simple interaction format of Cytoscape: a node, the type of its edges, and their
/// target nodes; a node alone has no edges. Tabs separate if the file has any, else blanks.
/// (https://manual.cytoscape.org/en/stable/Supported_Network_File_Formats.html#sif-format)
struct SIFReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var row: RowReader

  /// A list of words could be almost anything.
  static var noticesOtherFormats: Bool { false }

  /// Returns likely if the words in the middle column are few and not nodes, and some node occurs
  /// on both sides.
  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let rows = beginning.survey.rows
    guard rows.count >= 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    func words(_ column: Int) -> Set<ExactText> { Set(rows.map { ExactText($0[column]) }) }
    let (kinds, sources, targets) = (words(1), words(0), words(2))
    guard 2 * kinds.count < rows.count, kinds.isDisjoint(with: sources),
      kinds.isDisjoint(with: targets), !sources.isDisjoint(with: targets),
      rows.allSatisfy({ $0[1].utf8.first?.isLetter == true && !$0[2].beginsWithBytes(of: "{") })
    else { return nil }
    return .likely
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
    options = input.options
    row = RowReader(
      separator: input.prefix.contains(UInt8(ascii: "\t")) ? UInt8(ascii: "\t") : nil,
      dictionaryCell: .max, maximumCount: scanner.limits.edges + 2)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while try row.next(&scanner, comment: { (_: inout TextScanner) throws(GraphFileError) in }) {
      try refuseOtherLists()
      let source = try node(0)
      // A separator may end a line.
      var count = row.count
      while count > 1, row.isMissing(count - 1) { count -= 1 }
      if count == 1 { continue }
      guard count > 2 else {
        throw scanner.unexpected(
          "the end of the line",
          expected: Self.line,
          at: row.endPlace)
      }
      let kind = try row.text(1, scanner)
      for cell in 2..<count {
        let edge = try builder.addEdge(source, node(cell), at: row.place(cell))
        try builder.setEdge("interaction", .string(kind), edge)
      }
    }
    if builder.edgeCount == 0, builder.nodeCount > 0 {
      throw scanner.unexpected(
        "no line with an edge", expected: Self.line, at: FileLocation(line: 1, column: 1))
    }
    builder.isDirected = options.isDirected ?? false
    return ReadResult(graph: try builder.graph(), format: .sif, notes: builder.notes)
  }

  private static let line = "a node, the kind of its edges, and the nodes that they lead to"

  /// Rejects other lists: lines of CSV are one cell with commas, lists of networkx have
  /// dictionaries, and in an edge list the middle word is a node, usually a number if others are.
  private func refuseOtherLists() throws(GraphFileError) {
    let isTable = row.count == 1 && !row.isQuoted(0) && row[0].contains(UInt8(ascii: ","))
    let other = isTable ? 0 : (0..<row.count).first(where: row.isDictionary)
    let number = row.count > 1 && Double(decimalBytes: Array(row[1])) != nil ? 1 : nil
    guard let cell = other ?? number else { return }
    throw scanner.unexpected(
      shown(row[cell]), expected: Self.line + " (the kind is a word)", at: row.place(cell))
  }

  private mutating func node(_ cell: Int) throws(GraphFileError) -> Int {
    if row.isMissing(cell) {
      throw scanner.unexpected("nothing", expected: "the id of a node", at: row.place(cell))
    }
    return try builder.nodeOrNew(row.text(cell, scanner), at: row.place(cell))
  }
}
