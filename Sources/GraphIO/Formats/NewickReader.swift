/// Reads trees in Newick's form, as programs for phylogenies write them: `(A:0.1,(B,C)X:0.3)R;`
/// (https://phylipweb.github.io/phylip/newicktree.html). Edges lead to the children; the length of a
/// branch is the attribute `length`.
struct NewickReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var names = NumberedNames()
  /// The nodes whose closing parenthesis has not been read. It takes memory, not stack.
  private var open: [Int] = []
  private var labels: [String] = []
  private var places: [FileLocation] = []
  private var lengths: [Double?] = []
  private var parents: [Int] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    var text = beginning.text
    // [&R] and [&U] say whether the tree has a root.
    while text.hasPrefix("[&"), let end = text.firstIndex(of: "]") {
      text = text[end...].dropFirst().drop { $0 == " " }
    }
    guard text.first == "(", text.contains(","), let end = text.firstIndex(of: ";") else {
      return nil
    }
    // In lists of tuples, semicolons may separate cells, so the tree must end its line.
    let after = text[end...].dropFirst().drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard after.first.map(\.isNewline) ?? true else { return nil }
    let tree = text[...end]
    let opening = tree.utf8.count { $0 == UInt8(ascii: "(") }
    return opening == tree.utf8.count { $0 == UInt8(ascii: ")") } ? .certain : nil
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
    builder.isDirected = true
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try readTree()
    try skipBlanksAndComments()
    if try scanner.peek() != nil {
      guard try scanner.peek() == UInt8(ascii: "(") else {
        throw try scanner.unexpectedNext(expected: "the end of the file after \";\"")
      }
      builder.note("only the first tree of several is read")
    }
    try addNodes()
    return ReadResult(
      graph: try builder.graph(), format: .newick, notes: builder.notes + names.notes)
  }

  // MARK: The tree

  private mutating func readTree() throws(GraphFileError) {
    try skipBlanksAndComments()
    guard let first = try scanner.peek() else {
      throw try scanner.unexpectedNext(expected: "a tree such as (A,B);")
    }
    guard first == UInt8(ascii: "(") else {
      throw try scanner.unexpectedNext(expected: "\"(\", with which a tree begins")
    }
    /// True where a node begins: after an opening parenthesis or a comma.
    var isAtNode = true
    while true {
      try skipBlanksAndComments()
      let place = scanner.location
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: open.isEmpty ? "\";\"" : "\")\" for the one at \(location(of: open))")
      }
      switch byte {
      case UInt8(ascii: "(") where isAtNode:
        scanner.advance()
        try open.append(addNode(at: place))
      case UInt8(ascii: ","), UInt8(ascii: ")"):
        guard !open.isEmpty else {
          throw try scanner.unexpectedNext(expected: "\";\", with which the tree ends")
        }
        if isAtNode { _ = try addNode(at: place) }
        scanner.advance()
        isAtNode = byte == UInt8(ascii: ",")
        if !isAtNode { try readNameAndLength(of: open.removeLast()) }
      case UInt8(ascii: ";"):
        guard open.isEmpty, !isAtNode else {
          throw try scanner.unexpectedNext(expected: "\")\" before it")
        }
        scanner.advance()
        return
      default:
        guard isAtNode else {
          throw try scanner.unexpectedNext(expected: "\",\", \")\" or \";\"")
        }
        try readNameAndLength(of: addNode(at: place))
        isAtNode = false
      }
    }
  }

  private func location(of open: [Int]) -> String {
    guard let node = open.last else { return "" }
    return "\(places[node].line):\(places[node].column)"
  }

  private mutating func addNode(at place: FileLocation) throws(GraphFileError) -> Int {
    guard labels.count < scanner.limits.nodes else {
      throw scanner.limit(of: "nodes", maximum: scanner.limits.nodes, at: place)
    }
    try builder.budget.take(ReadBudget.waitingEdge, file: scanner.name, at: place)
    labels.append("")
    places.append(place)
    lengths.append(nil)
    parents.append(open.last ?? -1)
    return labels.count - 1
  }

  /// Reads `name:length`, of which each may be missing.
  private mutating func readNameAndLength(of node: Int) throws(GraphFileError) {
    try skipBlanksAndComments()
    labels[node] = try readName()
    try skipBlanksAndComments()
    guard try scanner.peek() == UInt8(ascii: ":") else { return }
    scanner.advance()
    try skipBlanksAndComments()
    let place = scanner.location
    let text = try readWord()
    guard let length = Double(decimalBytes: text) else {
      throw text.isEmpty
        ? try scanner.unexpectedNext(expected: "a number (the length of a branch)")
        : scanner.unexpected(shown(text), expected: "a number (the length of a branch)", at: place)
    }
    lengths[node] = length
  }

  /// Reads a name: in single quotes, of which two stand for one, or a word whose underscores are
  /// blanks.
  private mutating func readName() throws(GraphFileError) -> String {
    let place = scanner.location
    guard try scanner.peek() == UInt8(ascii: "'") else {
      return try scanner.string(readWord().map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }, at: place)
    }
    scanner.advance()
    var text: [UInt8] = []
    while true {
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "the quote that ends the name begun at \(place.line):\(place.column)")
      }
      scanner.advance()
      if byte == UInt8(ascii: "'") {
        guard try scanner.peek() == UInt8(ascii: "'") else { break }
        scanner.advance()
      }
      text.append(byte)
      try checkLength(of: text, at: place)
    }
    return try scanner.string(text, at: place)
  }

  private mutating func readWord() throws(GraphFileError) -> [UInt8] {
    let place = scanner.location
    var text: [UInt8] = []
    while let byte = try scanner.peek(), !byte.isBlankOrNewline, !"()[],:;'".utf8.contains(byte) {
      text.append(byte)
      scanner.advance()
      try checkLength(of: text, at: place)
    }
    return text
  }

  private func checkLength(of text: [UInt8], at place: FileLocation) throws(GraphFileError) {
    if text.count > scanner.limits.textLength {
      throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
    }
  }

  /// Skips blanks and comments in brackets, in which programs keep what the form has no place for.
  private mutating func skipBlanksAndComments() throws(GraphFileError) {
    while true {
      try scanner.skipBlanksAndNewlines()
      guard try scanner.peek() == UInt8(ascii: "[") else { return }
      let place = scanner.location
      builder.note("comments in brackets are left out")
      while let byte = try scanner.peek(), byte != UInt8(ascii: "]") { scanner.advance() }
      guard try scanner.peek() != nil else {
        throw scanner.unexpected(
          "the end of the file", expected: "\"]\" for the one at \(place.line):\(place.column)")
      }
      scanner.advance()
    }
  }

  // MARK: The graph

  /// Adds the nodes under their names, and inner ones without a name as `node 2`. Then there are
  /// labels, so that the latter are drawn without a name.
  private mutating func addNodes() throws(GraphFileError) {
    for (node, label) in labels.enumerated() {
      let id = names.free(label.isEmpty ? "node \(node + 1)" : label, builder)
      _ = try builder.addNode(id, at: places[node])
    }
    if builder.ids != labels {
      for (node, label) in labels.enumerated() {
        try builder.setNode(StandardAttribute.label, .string(label), node)
      }
    }
    for (node, parent) in parents.enumerated() {
      guard parent >= 0 else {
        if lengths[node] != nil { builder.note("the length of the root is left out") }
        continue
      }
      let edge = try builder.addEdge(parent, node, at: places[node])
      if let length = lengths[node] { try builder.setEdge("length", .double(length), edge) }
    }
  }
}
