/// Reads DL, the language of UCINET: a header, node labels, then a matrix, or lists of edges or
/// neighbours. (S. P. Borgatti, M. G. Everett, L. C. Freeman: "Ucinet for Windows", 2002)
struct UCINETReader: FormatReader {
  private enum Data: String { case fullmatrix, edgelist1, nodelist1 }

  private var words: WordReader
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var nodeCount = -1
  private var data = Data.fullmatrix
  private var hasLabelsInData = false
  private var labels: [String] = []
  private var hasWeights = false

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    guard beginning.text.hasPrefix("dl"), beginning.text.dropFirst(2).first?.isLetter != true else {
      return nil
    }
    return Likeness(certainIf: beginning.text.prefix(200).contains("="))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
    options = input.options
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    guard try nextItem(), words.item == "dl" else { throw unexpected("\"DL\"") }
    try readHeader()
    switch data {
    case .fullmatrix: try readMatrix()
    case .edgelist1: try readLists(areEdges: true)
    case .nodelist1: try readLists(areEdges: false)
    }
    try words.scanner.skipBlanksAndNewlines()
    if try words.scanner.peek() != nil { builder.note("only the first matrix of several is read") }
    return try finish()
  }

  private func unexpected(_ expected: String) -> GraphFileError {
    words.unexpectedWord(expected: expected)
  }

  // MARK: The header

  private mutating func readHeader() throws(GraphFileError) {
    while true {
      guard try nextItem() else { throw unexpected("\"data:\"") }
      switch words.item {
      case "n": nodeCount = try readCount()
      case "nm": if try readCount() > 1 { builder.note("only the first matrix of several is read") }
      case "format":
        try readEquals()
        guard try nextItem(), let known = Data(rawValue: words.item) else {
          throw unexpected("\"fullmatrix\", \"edgelist1\" or \"nodelist1\"")
        }
        data = known
      case "labels": try readLabels()
      case "row", "col", "column": builder.note("of labels of rows and columns the last are read")
      case "embedded": hasLabelsInData = true
      case "data":
        try readColon()
        guard nodeCount >= 0 else { throw unexpected("\"n=\" and the number of nodes before it") }
        return
      default: throw unexpected("n=, format=, labels: or data: (a network of one kind of nodes)")
      }
    }
  }

  private mutating func readCount() throws(GraphFileError) -> Int {
    try readEquals()
    guard try nextItem() else { throw unexpected("a number") }
    let maximum = words.scanner.limits.nodes
    let count = try words.integer(0...Int.max, expected: "a number")
    guard count <= maximum else {
      throw words.scanner.limit(of: "nodes", maximum: maximum, at: words.place)
    }
    return count
  }

  private mutating func readEquals() throws(GraphFileError) {
    try words.scanner.skipBlanksAndNewlines()
    guard try words.scanner.peek() == UInt8(ascii: "=") else {
      throw try words.scanner.unexpectedNext(expected: "\"=\"")
    }
    words.scanner.advance()
  }

  private mutating func readColon() throws(GraphFileError) {
    try words.scanner.skipBlanks()
    if try words.scanner.peek() == UInt8(ascii: ":") { words.scanner.advance() }
  }

  /// Reads `labels:` and a label per node, or `labels embedded:`.
  private mutating func readLabels() throws(GraphFileError) {
    try words.scanner.skipBlanks()
    if try words.scanner.peek() != UInt8(ascii: ":") {
      guard try nextItem(), words.item == "embedded" else {
        throw unexpected("\":\" or \"embedded\"")
      }
      hasLabelsInData = true
      try readColon()
      return
    }
    try readColon()
    guard nodeCount >= 0 else {
      throw unexpected("\"n=\" and the number of nodes before the labels")
    }
    labels = []
    for _ in 0..<nodeCount {
      labels.append(try nextLabel("a label for each of \(nodeCount) nodes"))
    }
  }

  // MARK: The data

  private mutating func readMatrix() throws(GraphFileError) {
    if hasLabelsInData {
      for _ in 0..<nodeCount { _ = try node("the labels of the columns") }
    }
    for row in 0..<nodeCount {
      let source = hasLabelsInData ? try node("the label of a row") : row
      for target in 0..<nodeCount {
        guard try nextItem() else { throw unexpected("\(nodeCount) lines of \(nodeCount) numbers") }
        let weight = try words.number(expected: "a number (0 where there is no edge)")
        if weight != 0 { try addEdge(source, target, weight) }
      }
    }
  }

  private mutating func readLists(areEdges: Bool) throws(GraphFileError) {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard try words.scanner.peek() != nil else { return }
      let source = try node("a node")
      if areEdges {
        let target = try node("the second node of an edge")
        try skipSeparators()
        var weight = 1.0
        if let byte = try words.scanner.peek(), byte != .newline, try nextItem() {
          weight = try words.number(expected: "a number (the weight of an edge)")
        }
        try addEdge(source, target, weight)
      } else {
        try skipSeparators()
        while let byte = try words.scanner.peek(), byte != .newline {
          try addEdge(source, node("a node"), 1)
          try skipSeparators()
        }
      }
    }
  }

  private mutating func addEdge(
    _ source: Int, _ target: Int, _ weight: Double
  ) throws(GraphFileError) {
    let edge = try builder.addEdge(source, target, at: words.place)
    try builder.setEdge("weight", .double(weight), edge)
    if weight != 1 { hasWeights = true }
  }

  /// Reads a node by its label, or by its number from 1.
  private mutating func node(_ expected: String) throws(GraphFileError) -> Int {
    if !hasLabelsInData {
      guard try nextItem() else { throw unexpected(expected) }
      return try words.integer(
        1...max(1, nodeCount), expected: "\(expected) from 1 to \(nodeCount)") - 1
    }
    let label = try nextLabel(expected)
    let node = try builder.nodeOrNew(label, at: words.place)
    guard node < nodeCount else {
      throw words.scanner.unexpected(
        "another label \(shown(label))", expected: "\(nodeCount) labels, as the header says",
        at: words.place)
    }
    return node
  }

  private mutating func finish() throws(GraphFileError) -> ReadResult {
    var ids: Graph.NodeIDs?
    if hasLabelsInData {
      // Nodes without edges are only known by number.
      for number in builder.nodeCount..<max(nodeCount, builder.nodeCount) {
        _ = try builder.nodeOrNew("node \(number + 1)", at: nil)
      }
    } else {
      ids = Graph.NodeIDs(count: nodeCount, from: 1)
    }
    builder.isDirected = true
    var graph = try builder.graph(nodeIDs: ids)
    if !hasWeights { graph.weights = nil }
    if !labels.isEmpty {
      graph.nodeAttributes.set(StandardAttribute.label, .strings(labels.map { $0 }))
    }
    if options.isDirected == false || options.isDirected == nil && data == .fullmatrix {
      graph = graph.ofSymmetricMatrix() ?? graph
    }
    return ReadResult(graph: graph, format: .ucinet, notes: builder.notes)
  }

  // MARK: Words

  private mutating func skipSeparators() throws(GraphFileError) {
    while let byte = try words.scanner.peek(), byte.isBlank || byte == UInt8(ascii: ",") {
      words.scanner.advance()
    }
  }

  /// Reads the next word, which ends at a blank, comma, `=` or `:`; returns false at the end of the
  /// file.
  private mutating func nextItem() throws(GraphFileError) -> Bool {
    try skipSeparators()
    while try words.scanner.peek() == .newline {
      words.scanner.advance()
      try skipSeparators()
    }
    return try words.nextItem(endedBy: ",=:")
  }

  private mutating func nextLabel(_ expected: String) throws(GraphFileError) -> String {
    try skipSeparators()
    while let byte = try words.scanner.peek(), byte.isBlankOrNewline || byte == UInt8(ascii: ",") {
      words.scanner.advance()
    }
    if try words.scanner.peek() == .quote, let text = try words.nextText() { return text }
    guard try words.nextItem(endedBy: ",") else { throw unexpected(expected) }
    return try words.scanner.string(words.word, at: words.place)
  }
}
