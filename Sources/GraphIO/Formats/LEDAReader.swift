/// Reads LEDA's graphs: types, nodes in the order of their numbers, edges; the information of each
/// is between `|{` and `}|`. (LEDA's guide, "Native graph file format",
/// https://www.algorithmic-solutions.info/leda_guide/graphs/leda_native_graph_fileformat.html)
struct LEDAReader: FormatReader {
  private var words: WordReader
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var edgesHaveNumbers = false
  private var hasReversals = false

  private static let numberTypes: Set = [
    "int", "short", "long", "unsigned", "float", "double", "integer", "rational", "bigfloat",
  ]

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(certainIf: beginning.text.hasPrefix("leda.graph"))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
    options = input.options
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    guard try nextLine() == "leda.graph" else {
      throw words.unexpectedWord(expected: "\"LEDA.GRAPH\"")
    }
    try words.expectEndOfLine()
    try readType("the type of nodes")
    edgesHaveNumbers = Self.numberTypes.contains(try readType("the type of edges"))
    let nodes = try readDirection()
    for node in 0..<nodes { try readNode(node, of: nodes) }
    _ = try nextLine()
    let edges = try count(of: "edges", maximum: words.scanner.limits.edges)
    for edge in 0..<edges { try readEdge(edge, of: edges, nodes: nodes) }
    if try !nextLine().isEmpty {
      throw words.unexpectedWord(expected: "the end of the file after \(edges) edges")
    }
    if hasReversals { builder.note("which edges are reversals of each other is left out") }
    var graph = try builder.graph(nodeIDs: Graph.NodeIDs(count: nodes, from: 1))
    if !edgesHaveNumbers { graph.weights = nil }
    return ReadResult(graph: graph, format: .leda, notes: builder.notes)
  }

  // MARK: The head

  /// Reads the first word of the next line that is not a comment, in lower case; "" at the end.
  private mutating func nextLine() throws(GraphFileError) -> String {
    try skipComments()
    return try words.nextWord() ? words.item : ""
  }

  private mutating func skipComments() throws(GraphFileError) {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard try words.scanner.peek() == UInt8(ascii: "#") else { return }
      try words.scanner.skipLine()
    }
  }

  @discardableResult
  private mutating func readType(_ what: String) throws(GraphFileError) -> String {
    let type = try nextLine()
    guard let first = type.utf8.first, first.isLetter else {
      throw words.unexpectedWord(expected: what)
    }
    try words.scanner.skipLine()
    return type
  }

  /// Reads the direction: -1 for a directed graph, -2 for an undirected one; old files have the
  /// number of nodes instead, which is returned.
  private mutating func readDirection() throws(GraphFileError) -> Int {
    let word = try nextLine()
    builder.isDirected = options.isDirected ?? (word != "-2")
    if word == "-1" || word == "-2" {
      try words.expectEndOfLine()
      _ = try nextLine()
    }
    return try count(of: "nodes", maximum: words.scanner.limits.nodes)
  }

  /// Reads a count, which has its own line.
  private mutating func count(of what: String, maximum: Int) throws(GraphFileError) -> Int {
    let count = try words.integer(0...Int.max, expected: "the number of \(what)")
    guard count <= maximum else {
      throw words.scanner.limit(of: what, maximum: maximum, at: words.place)
    }
    try words.expectEndOfLine()
    return count
  }

  // MARK: Nodes and edges

  private mutating func readNode(_ node: Int, of nodes: Int) throws(GraphFileError) {
    try skipComments()
    let text = try information("what is said of node \(node + 1) of \(nodes)")
    try words.expectEndOfLine()
    if !text.isEmpty, text != (node + 1).description {
      try builder.setNode(StandardAttribute.label, .string(text), node)
    }
  }

  /// Reads an edge: two nodes, the number of the reversal or 0, and a text, which is the weight or
  /// a label.
  private mutating func readEdge(
    _ edge: Int, of edges: Int, nodes: Int
  ) throws(GraphFileError) {
    try skipComments()
    let place = words.scanner.location
    if try words.scanner.peek() == nil {
      throw words.scanner.unexpected(
        "the end of the file", expected: "edge \(edge + 1) of \(edges)", at: place)
    }
    let expected = "a node from 1 to \(nodes)"
    let source = try words.nextInteger(1...max(1, nodes), expected: expected)
    let target = try words.nextInteger(1...max(1, nodes), expected: expected)
    guard nodes > 0 else { throw words.unexpectedWord(expected: "no edge, as there are no nodes") }
    let reversal = try words.nextInteger(
      0...edges, expected: "the number of the reversal of an edge, or 0")
    if reversal > 0 { hasReversals = true }
    let number = try builder.addEdge(source - 1, target - 1, at: place)
    let textPlace = words.scanner.location
    let text = try information("what is said of edge \(edge + 1) of \(edges)")
    try words.expectEndOfLine()
    if text.isEmpty { return }
    guard edgesHaveNumbers else {
      try builder.setEdge(StandardAttribute.label, .string(text), number)
      return
    }
    guard let weight = Double(decimalOrWordBytes: Array(text.utf8)) else {
      throw words.scanner.unexpected(
        shown(text), expected: "a number (the weight of an edge)", at: textPlace)
    }
    try builder.setEdge("weight", .double(weight), number)
  }

  /// Reads the information between `|{` and `}|`.
  private mutating func information(_ what: String) throws(GraphFileError) -> String {
    try words.scanner.skipBlanks()
    let place = words.scanner.location
    for mark in "|{".utf8 {
      guard try words.scanner.peek() == mark else {
        throw try words.scanner.unexpectedNext(expected: "\"|{\" and \(what)")
      }
      words.scanner.advance()
    }
    var text: [UInt8] = []
    while text.last != UInt8(ascii: "|") || text.dropLast().last != UInt8(ascii: "}") {
      guard let byte = try words.scanner.peek(), byte != .newline else {
        throw try words.scanner.unexpectedNext(
          expected: "\"}|\", the end of what begins at \(place.line):\(place.column)")
      }
      text.append(byte)
      words.scanner.advance()
      if text.count > words.scanner.limits.textLength {
        throw words.scanner.limit(
          of: "bytes in one text", maximum: words.scanner.limits.textLength, at: place)
      }
    }
    return try words.scanner.string(Array(text.dropLast(2)), at: place)
  }
}
