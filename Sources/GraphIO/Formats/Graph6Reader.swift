/// Reads graph6, sparse6 and digraph6, which nauty and networkx write: six bits per character,
/// starting at `?`. (https://users.cecs.anu.edu.au/~bdm/data/formats.txt)
struct Graph6Reader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var place = FileLocation(line: 1, column: 1)

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let marks = [">>graph6<<", ">>sparse6<<", ">>digraph6<<"]
    return Likeness(certainIf: marks.contains(where: beginning.text.hasPrefix))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try scanner.skipBlanksAndNewlines()
    place = scanner.location
    var line: [UInt8] = []
    try scanner.readWord(into: &line)
    for mark in [">>graph6<<", ">>sparse6<<", ">>digraph6<<"] where line.starts(with: mark.utf8) {
      line.removeFirst(mark.utf8.count)
      place.column += mark.utf8.count
      if line.isEmpty {
        try scanner.skipBlanksAndNewlines()
        place = scanner.location
        try scanner.readWord(into: &line)
      }
    }
    try scanner.skipBlanksAndNewlines()
    if try scanner.peek() != nil { builder.note("only the first graph of several is read") }
    guard let first = line.first else {
      throw scanner.unexpected("an empty file", expected: "a graph in graph6", at: place)
    }
    let isSparse = first == UInt8(ascii: ":")
    builder.isDirected = first == UInt8(ascii: "&")
    if isSparse || builder.isDirected { line.removeFirst() }
    var bits = try SixBits(line, scanner, at: place)
    let nodeCount = try bits.count(maximum: scanner.limits.nodes)
    if isSparse { try readSparse(&bits, nodeCount) } else { try readMatrix(&bits, nodeCount) }
    return ReadResult(
      graph: try builder.graph(nodeIDs: Graph.NodeIDs(count: nodeCount)), format: .graph6,
      notes: builder.notes)
  }

  /// Reads the upper triangle of the matrix, column by column; for directed graphs the whole
  /// matrix, row by row.
  private mutating func readMatrix(_ bits: inout SixBits, _ nodeCount: Int) throws(GraphFileError) {
    let (square, overflow) = nodeCount.multipliedReportingOverflow(by: nodeCount)
    let half = builder.isDirected ? square : (square - nodeCount) / 2
    guard !overflow, bits.rest >= half, bits.rest - half < 6 else {
      throw scanner.unexpected(
        "\(bits.rest) bits for \(nodeCount) nodes", expected: overflow ? "fewer nodes" : "\(half)",
        at: place)
    }
    for row in 0..<nodeCount {
      for column in 0..<(builder.isDirected ? nodeCount : row) where bits.next() == 1 {
        let edge = builder.isDirected ? (row, column) : (column, row)
        try builder.addEdge(edge.0, edge.1, at: place)
      }
    }
  }

  /// Reads sparse6: each step has a bit, which advances to the next node, and a node, which is an
  /// edge if it is not later.
  private mutating func readSparse(_ bits: inout SixBits, _ nodeCount: Int) throws(GraphFileError) {
    let width = nodeCount > 1 ? Int.bitWidth - (nodeCount - 1).leadingZeroBitCount : 1
    var node = 0
    while bits.rest > width {
      node += bits.next()
      var other = 0
      for _ in 0..<width { other = other << 1 | bits.next() }
      if other > node {
        node = other
      } else if node < nodeCount {
        try builder.addEdge(other, node, at: place)
      }
      // The remaining bits pad the last character.
      if node >= nodeCount { break }
    }
  }
}

/// A bit stream with six bits per character.
private struct SixBits {
  private let bytes: [UInt8]
  private var index = 0
  private let scanner: TextScanner
  private let place: FileLocation

  init(_ bytes: [UInt8], _ scanner: TextScanner, at place: FileLocation) throws(GraphFileError) {
    self.bytes = bytes
    self.scanner = scanner
    self.place = place
    if let wrong = bytes.firstIndex(where: { !(63...126).contains($0) }) {
      throw scanner.unexpected(
        shown([bytes[wrong]]), expected: "characters from \"?\" to \"~\"",
        at: FileLocation(line: place.line, column: place.column + wrong))
    }
  }

  /// The number of remaining bits.
  var rest: Int { 6 * bytes.count - index }

  /// Reads the next bit; 0 at the end.
  mutating func next() -> Int {
    guard rest > 0 else { return 0 }
    defer { index += 1 }
    return Int(bytes[index / 6] - 63) >> (5 - index % 6) & 1
  }

  /// Reads the number of nodes: one character, or three or six characters after one or two `~`.
  mutating func count(maximum: Int) throws(GraphFileError) -> Int {
    var length = 1
    var marks = 0
    while marks < 2, marks < bytes.count, bytes[marks] == 126 { marks += 1 }
    if marks > 0 { length = marks == 1 ? 3 : 6 }
    guard marks + length <= bytes.count else {
      throw scanner.unexpected("the end of the line", expected: "the number of nodes", at: place)
    }
    index = 6 * marks
    var count = 0
    for _ in 0..<(6 * length) { count = count << 1 | next() }
    guard count <= maximum else { throw scanner.limit(of: "nodes", maximum: maximum, at: place) }
    return count
  }
}
