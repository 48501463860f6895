/// Reads GML (M. Himsolt, "GML: A portable Graph File Format", Universität Passau, 1997): keys with
/// numbers, texts, or nested lists.
struct GMLReader: FormatReader {
  /// A value, or the beginning of a list.
  private enum Value {
    case value(AttributeValue)
    case list
  }

  /// A key and its value in a node or an edge; `isField` if it is in its `graphics`.
  private typealias Member = (key: String, value: AttributeValue, isField: Bool)

  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var depth = 0
  /// The location of the last key.
  private var keyPlace = FileLocation(line: 1, column: 1)
  private var hasGraph = false
  /// The edges, which may precede their nodes.
  private var edges: [(source: String, target: String, place: FileLocation, values: [Member])] = []
  private var realIDs: [String?] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    if let head = DOTReader.head(of: beginning) {
      return Likeness(certainIf: head.contains("["))
    }
    let keys = ["graph", "creator", "version", "directed", "comment"]
    let beginsWithKey = beginning.words.first.map { keys.contains(String($0)) } ?? false
    return Likeness(certainIf: beginsWithKey && beginning.statement.contains("["))
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while let key = try nextKey(endsWithBracket: false) {
      switch try nextValue(after: key) {
      case .list where key == "graph":
        if hasGraph {
          builder.note("only the first graph of several is read")
          try skipList()
        } else {
          hasGraph = true
          try readGraph()
        }
      case .list: try skipList()
      case .value: break
      }
    }
    guard hasGraph else {
      throw scanner.unexpected("the end of the file", expected: "\"graph [\"")
    }
    return try finish()
  }

  private mutating func finish() throws(GraphFileError) -> ReadResult {
    for edge in edges {
      let source = try builder.namedNode(edge.source, at: edge.place)
      let target = try builder.namedNode(edge.target, at: edge.place)
      let index = try builder.addEdge(source, target, at: edge.place)
      for (name, value, isField) in edge.values {
        try builder.setEdge(name, value, index, isField: isField)
      }
    }
    builder.noteUndeclaredNodes()
    realIDs += Array(repeating: nil, count: builder.nodeCount - realIDs.count)
    let texts = realIDs.compactMap { $0 }
    let ids = texts.count == builder.nodeCount && !texts.isEmpty ? try? Graph.NodeIDs(texts) : nil
    if ids == nil {
      for (node, text) in realIDs.enumerated() {
        if let text { try builder.setNode(GMLWriter.idKey, .string(text), node) }
      }
    }
    var graph = try builder.graph(nodeIDs: ids)
    if graph.labelsAreIDs { graph.nodeAttributes[StandardAttribute.label] = nil }
    return ReadResult(graph: graph, format: .gml, notes: builder.notes)
  }

  private mutating func readGraph() throws(GraphFileError) {
    while let key = try nextKey() {
      let place = scanner.location
      switch (key, try nextValue(after: key)) {
      case ("node", .list): try readNode()
      case ("edge", .list): try readEdge()
      case ("directed", .value(.integer(let value))): builder.isDirected = value != 0
      case ("node", .value), ("edge", .value), ("directed", .value):
        throw scanner.unexpected(
          "another value of \"\(key)\"", expected: key == "directed" ? "0 or 1" : "\"[\"", at: place
        )
      // The edges themselves show this.
      case ("multigraph", .value): break
      case (_, .value(let value)): try builder.setGraph(key, value)
      case (_, .list):
        builder.note("the list \"\(key)\" of the graph is left out")
        try skipList()
      }
    }
  }

  private mutating func readNode() throws(GraphFileError) {
    let place = keyPlace
    var id: String?
    var values: [Member] = []
    var repeated: String?
    try readValues(of: "node") { member in
      if member.key == "id", !member.isField, let text = Self.id(member.value) {
        if id != nil { repeated = member.key }
        id = text
      } else {
        values.append(member)
      }
    }
    try refuse(repeated, of: "node", at: place)
    noteRepetitions(values, "node")
    if id == nil { id = usualID(values) }
    let node = try builder.addNode(id ?? "", at: place)
    realIDs.append(nil)
    for (key, value, isField) in values {
      if key == GMLWriter.idKey, case .string(let text) = value {
        realIDs[node] = text
      } else {
        try builder.setNode(key, value, node, isField: isField)
      }
    }
  }

  /// Returns the id of a node without one: its label if that is unique so far, else its number.
  private mutating func usualID(_ values: [Member]) -> String {
    builder.note("nodes without an id have their label or their number as one")
    let label = values.first { $0.key == StandardAttribute.label }?.value.description ?? ""
    if !label.isEmpty, builder.node(label) == nil { return label }
    var number = builder.nodeCount
    while builder.node(number.description) != nil { number += 1 }
    return number.description
  }

  private mutating func readEdge() throws(GraphFileError) {
    let place = keyPlace
    guard edges.count < scanner.limits.edges else {
      throw scanner.limit(of: "edges", maximum: scanner.limits.edges)
    }
    var ends: (String?, String?) = (nil, nil)
    var values: [Member] = []
    var repeated: String?
    try readValues(of: "edge") { member in
      switch (member.key, Self.id(member.value)) {
      case ("source", let node?):
        if ends.0 != nil { repeated = member.key }
        ends.0 = node
      case ("target", let node?):
        if ends.1 != nil { repeated = member.key }
        ends.1 = node
      default: values.append(member)
      }
    }
    guard let source = ends.0, let target = ends.1 else {
      throw scanner.unexpected(
        "an edge without \(ends.0 == nil ? "source" : "target")",
        expected: "\"source\" and \"target\"",
        at: place)
    }
    try refuse(repeated, of: "edge", at: place)
    noteRepetitions(values, "edge")
    let bytes = values.reduce(ReadBudget.waitingEdge) {
      $0 + ReadBudget.value + $1.value.textLength
    }
    try builder.budget.take(bytes, file: scanner.name, at: place)
    edges.append((source, target, place, values))
  }

  /// Throws if a node has two ids or an edge two sources: a bracket is missing, and a node or an
  /// edge would be lost.
  private func refuse(
    _ repeated: String?, of what: String, at place: FileLocation
  ) throws(GraphFileError) {
    guard let repeated else { return }
    throw scanner.unexpected(
      "a second \"\(repeated)\" in the \(what) begun here",
      expected: "one (a \"]\" may be missing)", at: place)
  }

  /// Returns an id as text. The specification requires integers; Gephi and others write texts.
  private static func id(_ value: AttributeValue) -> String? {
    switch value {
    case .integer, .string: value.description
    case .double, .boolean: nil
    }
  }

  /// Notes repeated keys, by which networkx writes lists.
  private mutating func noteRepetitions(_ values: [Member], _ what: String) {
    let keys = values.lazy.filter { !$0.isField }.map { ExactText($0.key) }
    if values.count > 1, Set(keys).count < keys.count {
      builder.note("of a key that a \(what) has several times only the last value is read")
    }
  }

  /// Reads the values of a node or an edge. `graphics` has the drawing by yEd and others.
  private mutating func readValues(
    of what: String, _ take: (Member) -> Void
  ) throws(GraphFileError) {
    while let key = try nextKey() {
      switch try nextValue(after: key) {
      case .value(let value):
        // All values are kept until the list ends, including those of repeated keys.
        try builder.budget.take(ReadBudget.value / 2 + value.textLength, file: scanner.name)
        take((key, value, false))
      case .list where key == "graphics":
        while let inner = try nextKey() {
          switch try nextValue(after: inner) {
          case .value(let value):
            if let name = Self.graphicsNames[inner] { take((name, value, true)) }
          case .list:
            builder.note("lists in the graphics of a \(what) are left out")
            try skipList()
          }
        }
      case .list:
        builder.note("the list \"\(key)\" of a \(what) is left out")
        try skipList()
      }
    }
  }

  private static let graphicsNames = [
    "x": "x", "y": "y", "z": "z", "w": "width", "h": "height", "d": "depth", "type": "shape",
    "fill": StandardAttribute.color,
  ]

  // MARK: Tokens

  /// Reads the next key; nil at the bracket that ends a list, or at the end of the file outside
  /// lists.
  private mutating func nextKey(endsWithBracket: Bool = true) throws(GraphFileError) -> String? {
    try skipBlanksAndComments()
    let expected = endsWithBracket ? "a key or \"]\"" : "a key such as \"graph\""
    guard let first = try scanner.peek() else {
      if !endsWithBracket { return nil }
      throw try scanner.unexpectedNext(expected: expected)
    }
    if first == UInt8(ascii: "]"), endsWithBracket {
      scanner.advance()
      depth -= 1
      return nil
    }
    guard first.isLetter || first == UInt8(ascii: "_") else {
      throw try scanner.unexpectedNext(expected: expected)
    }
    keyPlace = scanner.location
    var key: [UInt8] = []
    while let byte = try scanner.peek(), byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_")
    {
      key.append(byte)
      if key.count > 1024 { throw scanner.limit(of: "bytes in a key", maximum: 1024) }
      scanner.advance()
    }
    return String(decoding: key, as: UTF8.self)
  }

  private mutating func nextValue(after key: String) throws(GraphFileError) -> Value {
    try skipBlanksAndComments()
    let place = scanner.location
    let expected = "a number, a text in quotes or \"[\" after \"\(key)\""
    guard let first = try scanner.peek() else {
      throw try scanner.unexpectedNext(expected: expected)
    }
    if first == UInt8(ascii: "[") {
      scanner.advance()
      depth += 1
      if depth > scanner.limits.nestingDepth {
        throw scanner.limit(of: "lists in lists", maximum: scanner.limits.nestingDepth, at: place)
      }
      return .list
    }
    if first == .quote { return .value(.string(try readText())) }
    guard first.isDigit || first.isLetter || [43, 45, 46].contains(first) else {
      throw try scanner.unexpectedNext(expected: expected)
    }
    var word: [UInt8] = []
    while let byte = try scanner.peek(), !byte.isBlankOrNewline, byte != UInt8(ascii: "]"),
      byte != UInt8(ascii: "["), word.count < 4096
    {
      word.append(byte)
      scanner.advance()
    }
    if let integer = Int(canonicalBytes: word) { return .value(.integer(integer)) }
    if word.count > 18, AttributeValue.isInteger(word) {
      let isID = ["id", "source", "target"].contains(key)
      return .value(
        isID
          ? .string(String(decoding: word, as: UTF8.self))
          : AttributeValue(largeInteger: word, named: key))
    }
    if let number = Double(decimalOrWordBytes: word) {
      // Some programs do not quote numeric labels: 007 must be preserved as text.
      let isText =
        key == StandardAttribute.label && number.isFinite && Array(number.description.utf8) != word
      return .value(isText ? .string(try scanner.string(word, at: place)) : .double(number))
    }
    // Some programs do not quote names.
    if ["id", "source", "target", "label", "name"].contains(key), first.isLetter {
      return .value(.string(try scanner.string(word, at: place)))
    }
    throw scanner.unexpected(shown(word), expected: expected, at: place)
  }

  private mutating func readText() throws(GraphFileError) -> String {
    let place = scanner.location
    scanner.advance()
    var text: [UInt8] = []
    while true {
      guard let byte = try scanner.peek() else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "the quote that ends the text begun at \(place.line):\(place.column)")
      }
      scanner.advance()
      if byte == .quote { break }
      text.append(byte)
      if text.count > scanner.limits.textLength {
        throw scanner.limit(of: "bytes in one text", maximum: scanner.limits.textLength, at: place)
      }
    }
    if let next = try scanner.peek(), !next.isBlankOrNewline, next != UInt8(ascii: "]") {
      throw try scanner.unexpectedNext(
        expected: "a blank after the text (a quote inside of it is written &quot;)")
    }
    return try scanner.string(text, at: FileLocation(line: place.line, column: place.column + 1))
      .replacingCharacterReferences()
  }

  private mutating func skipBlanksAndComments() throws(GraphFileError) {
    while true {
      try scanner.skipBlanksAndNewlines()
      guard try scanner.peek() == UInt8(ascii: "#") else { return }
      try scanner.skipLine()
    }
  }

  /// Skips to the end of a list whose opening bracket has been read.
  private mutating func skipList() throws(GraphFileError) {
    let outside = depth - 1
    while depth > outside {
      if let key = try nextKey() { _ = try nextValue(after: key) }
    }
  }
}
