/// Reads files of Large Graph Layout: `# node`, then a line per neighbour, with an optional weight.
/// Each edge occurs once.
struct LGLReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let survey = beginning.survey
    guard survey.beginsWithHead, !survey.hasOtherComments, let head = survey.heads.first else {
      return nil
    }
    let isShaped = survey.rows.allSatisfy {
      $0.count == 1 || $0.count == 2 && LineSurvey.isNumber($0[1])
    }
    guard isShaped else { return nil }
    return Likeness(
      certainIf: survey.heads.count > 1 || Int(canonical: head) != nil
        || survey.rows.contains { $0[0] == head })
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    var node: Int?
    var hasWeights = false
    var cells = WordReader(scanner)
    while true {
      try cells.scanner.skipBlanksAndNewlines()
      let place = cells.scanner.location
      guard try cells.nextWord() else { break }
      if cells.word == [UInt8(ascii: "#")] {
        guard try cells.nextWord() else {
          throw cells.unexpectedWord(expected: "the id of a node after \"#\"")
        }
        node = try builder.nodeOrNew(cells.scanner.string(cells.word, at: place), at: place)
        try cells.expectEndOfLine()
        continue
      }
      guard let node else {
        throw cells.unexpectedWord(expected: "\"#\" and the id of a node")
      }
      let neighbour = try builder.nodeOrNew(cells.scanner.string(cells.word, at: place), at: place)
      let edge = try builder.addEdge(node, neighbour, at: place)
      if try cells.nextWord() {
        let weight = try cells.number(expected: "a number (the weight of an edge)")
        try builder.setEdge("weight", .double(weight), edge)
        hasWeights = true
      }
      try cells.expectEndOfLine()
    }
    if builder.nodeCount == 0 {
      throw try cells.scanner.unexpectedNext(expected: "\"#\" and the id of a node")
    }
    var graph = try builder.graph()
    if !hasWeights { graph.weights = nil }
    return ReadResult(graph: graph, format: .lgl, notes: builder.notes)
  }
}
