/// Reads the graphs of the DIMACS challenges: `p edge 5 7`, then a line `e 1 2` for each edge, or
/// `a 1 2 10` for each arc. (http://archive.dimacs.rutgers.edu/Challenges)
struct DIMACSReader: FormatReader {
  private var words: WordReader
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var nodeCount: Int?
  private var hasArcs = false
  private var hasWeights = false

  private static let problems = ["edge", "edges", "col", "cnf", "aux"] + arcProblems
  /// Problems on paths and flows, whose edges are directed.
  private static let arcProblems = ["sp", "max", "min", "asn"]

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let line = beginning.lines.first { $0 != "c" && !$0.hasPrefix("c ") } ?? ""
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.count >= 3, words[0] == "p", problems.contains(String(words[1])) else { return nil }
    return Likeness(certainIf: words[2].allSatisfy(\.isNumber))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
    options = input.options
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard try words.nextWord() else { break }
      switch String(decoding: words.word, as: UTF8.self) {
      case "c": try words.scanner.skipLine()
      case "p": try readProblem()
      case "e": try readEdge(isArc: false)
      case "a": try readEdge(isArc: true)
      case "n":
        builder.note("what lines with \"n\" say of nodes is left out")
        try words.scanner.skipLine()
      default:
        throw words.unexpectedWord(expected: "a line that begins with c, p, e, a or n")
      }
    }
    guard let nodeCount else {
      throw try words.scanner.unexpectedNext(
        expected: "\"p edge\" and the numbers of nodes and edges")
    }
    builder.isDirected = options.isDirected ?? hasArcs
    var graph = try builder.graph(nodeIDs: Graph.NodeIDs(count: nodeCount, from: 1))
    if !hasWeights { graph.weights = nil }
    return ReadResult(graph: graph, format: .dimacs, notes: builder.notes)
  }

  /// Reads the problem line: `p edge 125 736`.
  private mutating func readProblem() throws(GraphFileError) {
    guard nodeCount == nil else { throw words.unexpectedWord(expected: "one line with \"p\"") }
    _ = try words.nextWord()
    let problem = String(decoding: words.word.map(\.lowercased), as: UTF8.self)
    guard Self.problems.contains(problem), problem != "cnf" else {
      throw words.unexpectedWord(expected: "\"edge\", \"col\", \"sp\" or \"max\" (a graph)")
    }
    hasArcs = hasArcs || Self.arcProblems.contains(problem)
    nodeCount = try words.nextCount(of: "nodes", maximum: words.scanner.limits.nodes)
    try words.scanner.skipLine()
  }

  private mutating func readEdge(isArc: Bool) throws(GraphFileError) {
    let place = words.place
    guard let nodeCount else {
      throw words.unexpectedWord(
        expected: "\"p edge\" and the numbers of nodes and edges before it")
    }
    let expected = "a node from 1 to \(nodeCount)"
    let source = try words.nextInteger(1...max(1, nodeCount), expected: expected)
    let target = try words.nextInteger(1...max(1, nodeCount), expected: expected)
    guard nodeCount > 0 else { throw words.unexpectedWord(expected: "no edge without nodes") }
    if isArc { hasArcs = true }
    let edge = try builder.addEdge(source - 1, target - 1, at: place)
    if try words.nextWord() {
      let weight = try words.number(expected: "a number (the weight of an edge)")
      try builder.setEdge("weight", .double(weight), edge)
      hasWeights = true
    }
    if try words.nextWord() {
      builder.note("only the first number after the ends of an edge is read")
    }
    try words.scanner.skipLine()
  }
}
