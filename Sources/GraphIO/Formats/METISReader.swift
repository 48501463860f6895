/// Reads graph files of METIS (G. Karypis, METIS manual 5.1, section 4.1.1): a node per line, with
/// its neighbours. Each edge occurs twice, and is merged.
struct METISReader: FormatReader {
  private var words: WordReader
  private var builder: GraphBuilder
  private var hasNodeSizes = false
  private var nodeWeightCount = 0
  private var hasEdgeWeights = false
  private var nodeCount = 0
  private var weights: [Double] = []
  /// The numbers of edges as listed at the lower and at the higher node, and the sums of a hash of
  /// them, which must be equal.
  private var lowerCount = 0
  private var higherCount = 0
  private var lowerHash: UInt64 = 0
  private var higherHash: UInt64 = 0
  private var loopEntries = 0

  /// Returns certain if the header agrees with the number of values that follow.
  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let survey = beginning.survey
    guard survey.separator == nil, let header = survey.rows.first, (2...4).contains(header.count)
    else { return nil }
    let numbers = header.map { Int(canonical: $0) ?? -1 }
    let (nodes, edges) = (numbers[0], numbers[1])
    guard nodes > 1, edges > 0, edges < 1 << 40, survey.heads.isEmpty else { return nil }
    let digits = (header.count > 2 ? Array(header[2].utf8) : []).map { $0 == UInt8(ascii: "1") }
    guard digits.count <= 3, header.count < 3 || header[2].allSatisfy({ "01".contains($0) }) else {
      return nil
    }
    let rows = survey.rows.dropFirst()
    if survey.isWhole {
      // The last nodes may have no neighbours, and thus empty lines.
      guard survey.lineCount <= nodes, rows.count <= nodes, survey.lineCountToEnd + 1 >= nodes
      else { return nil }
      let flags = [Bool](repeating: false, count: 3 - digits.count) + digits
      let weights = flags[1] ? (header.count > 3 ? max(0, min(numbers[3], 4096)) : 1) : 0
      let count = nodes * (weights + (flags[0] ? 1 : 0)) + 2 * edges * (flags[2] ? 2 : 1)
      return Likeness(certainIf: rows.reduce(0) { $0 + $1.count } == count)
    }
    let firsts = rows.map { $0[0] }
    let areNodes = rows.joined().allSatisfy {
      Int(canonical: $0).map { (1...nodes).contains($0) } ?? false
    }
    let isRagged = Set(rows.map(\.count)).count > 1
    return areNodes && isRagged && Set(firsts).count < firsts.count ? .likely : nil
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try skipComments()
    // An empty line is a node without neighbours, but not before the header.
    try words.scanner.skipBlanksAndNewlines()
    try skipComments()
    let limits = words.scanner.limits
    nodeCount = try words.nextCount(of: "nodes", maximum: limits.nodes)
    let edgeCount = try words.nextCount(of: "edges", maximum: limits.edges)
    let edgeCountPlace = words.place
    try readFormat()
    for node in 0..<nodeCount { try readNode(node) }
    try words.scanner.skipBlanksAndNewlines()
    try skipComments()
    try words.scanner.skipBlanksAndNewlines()
    if try words.scanner.peek() != nil {
      throw try words.scanner.unexpectedNext(
        expected: "the end of the file after the lines of \(nodeCount) nodes")
    }
    try checkSymmetry()
    // Self-loops may be counted once or twice.
    let found = builder.edgeCount
    guard found == edgeCount || found - loopEntries + (loopEntries + 1) / 2 == edgeCount else {
      throw words.scanner.unexpected(
        "\(edgeCount) edges in the header",
        expected: "\(found), which are in the lines of the nodes",
        at: edgeCountPlace)
    }
    var graph = try builder.graph(nodeIDs: Graph.NodeIDs(count: nodeCount, from: 1))
    if hasEdgeWeights { graph.weights = weights }
    return ReadResult(graph: graph, format: .metis, notes: builder.notes)
  }

  private mutating func skipComments() throws(GraphFileError) {
    while try words.scanner.peek() == UInt8(ascii: "%") { try words.scanner.skipLine() }
  }

  /// Reads the format: the third number of the header has three digits for node sizes, node weights
  /// and edge weights. The fourth is the number of weights per node.
  private mutating func readFormat() throws(GraphFileError) {
    guard try words.nextWord() else {
      try words.scanner.skipLine()
      return
    }
    let digits = words.word
    guard digits.count <= 3,
      digits.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") })
    else { throw words.unexpectedWord(expected: "up to three digits 0 or 1 (the format)") }
    let flags =
      [false, false, false].prefix(3 - digits.count) + digits.map { $0 == UInt8(ascii: "1") }
    (hasNodeSizes, hasEdgeWeights) = (flags[0], flags[2])
    nodeWeightCount = flags[1] ? 1 : 0
    if try words.nextWord() {
      let count = try words.integer(
        0...words.scanner.limits.attributes, expected: "the number of weights of a node")
      if flags[1] { nodeWeightCount = count }
    }
    try words.expectEndOfLine()
  }

  private mutating func readNode(_ node: Int) throws(GraphFileError) {
    try skipComments()
    if try words.scanner.peek() == nil {
      throw words.scanner.unexpected(
        "the end of the file", expected: "the line of node \(node + 1) of \(nodeCount)")
    }
    if hasNodeSizes {
      try readNodeValue("size", "the size of node \(node + 1)", node)
    }
    for index in 0..<nodeWeightCount {
      try readNodeValue(
        index == 0 ? "weight" : "weight\(index + 1)", "a weight of node \(node + 1)", node)
    }
    while try words.nextWord() {
      let place = words.place
      let neighbour =
        try words.integer(
          1...max(1, nodeCount), expected: "a node from 1 to \(nodeCount)") - 1
      let weight =
        hasEdgeWeights ? try words.nextNumber(expected: "a number (the weight of an edge)") : 1
      try addEntry(node, neighbour, weight, at: place)
    }
    try words.scanner.skipLine()
  }

  private mutating func readNodeValue(
    _ name: String, _ what: String, _ node: Int
  ) throws(GraphFileError) {
    let value = try words.nextInteger(Int.min...Int.max, expected: "an integer (\(what))")
    try builder.setNode(name, .integer(value), node)
  }

  private mutating func addEntry(
    _ node: Int, _ neighbour: Int, _ weight: Double, at place: FileLocation
  ) throws(GraphFileError) {
    if node > neighbour {
      higherCount += 1
      higherHash &+= Self.hash(neighbour, node)
      return
    }
    if node < neighbour {
      lowerCount += 1
      lowerHash &+= Self.hash(node, neighbour)
    } else {
      loopEntries += 1
    }
    try builder.addEdge(node, neighbour, at: place)
    if hasEdgeWeights { weights.append(weight) }
  }

  /// Hashes a pair of nodes with the mixing function of splitmix64.
  private static func hash(_ lower: Int, _ higher: Int) -> UInt64 {
    var bits = UInt64(lower) << 32 | UInt64(higher)
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  private func checkSymmetry() throws(GraphFileError) {
    if lowerCount == higherCount, lowerHash == higherHash { return }
    throw GraphFileError(
      file: words.scanner.name,
      problem: .unexpected(
        found: "edges that only one of their nodes lists (\(lowerCount) entries name a higher "
          + "node, \(higherCount) a lower one)", expected: "each edge in the lines of both nodes"))
  }
}
