/// Reads Pajek networks (A. Mrvar, V. Batagelj: "Pajek, reference manual"): vertices with labels
/// and coordinates, then arcs and edges, individually or as lists.
struct PajekReader: FormatReader {
  private enum Section { case vertices, arcs, edges, arcsList, edgesList, matrix }

  private var words: WordReader
  private var builder: GraphBuilder
  private var section: Section?
  private var nodeCount: Int?
  /// The number of nodes of the first kind in a two-mode network; nil if all are of one kind.
  private var firstModeCount: Int?
  private var hasArcs = false
  private var hasEdges = false
  private var isDirected: [Bool] = []
  /// The number of matrix rows so far.
  private var rowCount = 0

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let line = beginning.lines.first { !$0.hasPrefix("%") && !$0.hasPrefix("/") } ?? ""
    if line.hasPrefix("*vertices") || line.hasPrefix("*network") { return .certain }
    // A title may precede it.
    return beginning.lines.prefix(50).contains { $0.hasPrefix("*vertices ") } ? .likely : nil
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    let scanner = try input.scanner()
    words = WordReader(scanner)
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard let byte = try words.scanner.peek() else { break }
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") {
        try words.scanner.skipLine()
      } else if byte == UInt8(ascii: "*") {
        if try !readSectionLine() { break }
      } else {
        try readLine()
      }
    }
    guard let nodeCount else {
      throw try words.scanner.unexpectedNext(expected: "\"*Vertices\" and the number of nodes")
    }
    if section == .matrix, rowCount < firstModeCount ?? nodeCount {
      throw try words.scanner.unexpectedNext(
        expected: "\(firstModeCount ?? nodeCount) lines of the matrix")
    }
    return try finish(nodeCount)
  }

  private mutating func finish(_ nodeCount: Int) throws(GraphFileError) -> ReadResult {
    if hasArcs, hasEdges {
      for edge in isDirected.indices {
        try builder.setEdge(StandardAttribute.directed, .boolean(isDirected[edge]), edge)
      }
    }
    if let firstModeCount, firstModeCount > 0, firstModeCount < nodeCount {
      for node in 0..<nodeCount {
        try builder.setNode(
          StandardAttribute.mode, .integer(node < firstModeCount ? 1 : 2), node, isDefault: true)
      }
    }
    builder.isDirected = hasArcs
    var graph = try builder.graph(nodeIDs: Graph.NodeIDs(count: nodeCount, from: 1))
    // Drawings in the plane have 0.5 or 0 as every third coordinate.
    if case .space(let places)? = graph.positions,
      let z = places.first(where: { !$0.z.isNaN })?.z, z == 0.5 || z == 0,
      places.allSatisfy({ $0.z == z || $0.z.isNaN })
    {
      graph.positions = .plane(places.map { SIMD2($0.x, $0.y) })
    }
    return ReadResult(graph: graph, format: .pajek, notes: builder.notes)
  }

  /// Reads a section line; returns false if the rest of the file is not a network.
  private mutating func readSectionLine() throws(GraphFileError) -> Bool {
    _ = try words.nextWord()
    let name = String(decoding: words.word.map(\.lowercased), as: UTF8.self)
    let place = words.place
    switch name {
    case "*network":
      try words.scanner.skipBlanks()
      if let text = try text() { try builder.setGraph("name", .string(text)) }
    case "*vertices":
      guard nodeCount == nil else {
        builder.note("only the first network of several is read")
        return false
      }
      nodeCount = try words.nextCount(of: "nodes", maximum: words.scanner.limits.nodes)
      try readFirstModeCount()
      section = .vertices
    case "*arcs": section = .arcs
    case "*edges": section = .edges
    case "*arcslist": section = .arcsList
    case "*edgeslist": section = .edgesList
    case "*matrix": section = .matrix
    case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
      if nodeCount == nil {
        throw words.unexpectedWord(
          expected: "\"*Vertices\", \"*Arcs\", \"*Edges\" or a list of them")
      }
      builder.note("what follows \(name) is left out")
      return false
    default:
      throw words.unexpectedWord(expected: "\"*Vertices\", \"*Arcs\", \"*Edges\" or a list of them")
    }
    if name != "*network", nodeCount == nil {
      throw words.scanner.unexpected(shown(name), expected: "\"*Vertices\" before it", at: place)
    }
    try words.scanner.skipLine()
    return true
  }

  /// Reads the rest of the line `*Vertices 18 7`: of 18 nodes 7 are of the first kind.
  private mutating func readFirstModeCount() throws(GraphFileError) {
    let nodes = nodeCount ?? 0
    try words.scanner.skipBlanks()
    guard let byte = try words.scanner.peek(), byte.isDigit || byte == UInt8(ascii: "-") else {
      return
    }
    firstModeCount = try words.nextInteger(
      0...nodes, expected: "how many of the \(nodes) nodes are of the first kind")
    if try words.nextWord() { throw words.unexpectedWord(expected: "the end of the line") }
  }

  private mutating func readLine() throws(GraphFileError) {
    switch section {
    case nil:
      builder.note("the text before *Vertices is left out")
      try words.scanner.skipLine()
    case .matrix: try readRow()
    case .vertices: try readVertex()
    case .arcs: try readEdge(directed: true)
    case .edges: try readEdge(directed: false)
    case .arcsList: try readList(directed: true)
    case .edgesList: try readList(directed: false)
    }
  }

  /// Reads a quoted text or a word; characters may be written as numeric references, `&#34;`.
  private mutating func text(spansLines: Bool = false) throws(GraphFileError) -> String? {
    try words.nextText(spansLines: spansLines, endsAtBlank: true)?
      .replacingCharacterReferences(areNumbersAlone: true)
  }

  private mutating func node() throws(GraphFileError) -> Int {
    let nodes = nodeCount ?? 0
    let node = try words.nextInteger(Int.min...Int.max, expected: "a node from 1 to \(nodes)")
    guard node >= 1, node <= nodes else {
      throw words.unexpectedWord(expected: "a node from 1 to \(nodes)")
    }
    return node - 1
  }

  /// Reads a vertex: `1 "Valjean" 0.25 0.75 0.5 ellipse ic Red`
  private mutating func readVertex() throws(GraphFileError) {
    let node = try node()
    // A label equal to the number is only there because coordinates must follow a label.
    if let label = try text(spansLines: true), label != (node + 1).description {
      try builder.setNode(StandardAttribute.label, .string(label), node)
    }
    for axis in ["x", "y", "z"] {
      guard try words.nextWord() else { break }
      guard let value = Double(decimalBytes: words.word) else {
        if axis != "x" || !words.word[0].isLetter {
          if axis == "z", words.word[0].isLetter {
            try readParameters(node)
            break
          }
          throw words.unexpectedWord(expected: "a number (the \(axis) of node \(node + 1))")
        }
        try readParameters(node)
        break
      }
      try builder.setNode(axis, .double(value), node)
    }
    while try words.nextWord() { try readParameters(node) }
    try words.scanner.skipLine()
  }

  /// Handles a word that has been read: a shape, or the name of a parameter whose value follows.
  private mutating func readParameters(_ node: Int) throws(GraphFileError) {
    let name = words.word
    if name.isWord("ic") {
      if let color = try text() {
        try builder.setNode(StandardAttribute.color, .string(Self.color(color)), node)
      }
    } else if name.isWord("s_size") {
      let size = try words.nextNumber(expected: "a number (the size of node \(node + 1))")
      try builder.setNode(StandardAttribute.size, .double(size), node)
    } else if ["box", "ellipse", "diamond", "triangle", "cross", "empty"].contains(
      String(decoding: name, as: UTF8.self))
    {
      try builder.setNode("shape", .string(String(decoding: name, as: UTF8.self)), node)
    } else {
      builder.note(
        "parameters of vertices and lines other than shape, s_size, ic, l and c are left out")
      _ = try words.nextWord()
    }
  }

  /// Converts Pajek's colours, which are names or RGBFF0000.
  private static func color(_ text: String) -> String {
    guard text.hasPrefix("RGB"), let color = Color("#" + text.dropFirst(3)) else { return text }
    return color.description
  }

  /// Reads an edge: `1 2 0.5 l "friends"`
  private mutating func readEdge(directed: Bool) throws(GraphFileError) {
    let place = words.scanner.location
    let source = try node()
    let target = try node()
    let edge = try addEdge(source, target, directed, at: place)
    guard try words.nextWord() else {
      try words.scanner.skipLine()
      return
    }
    // A word is the name of a parameter, unless it is a non-finite number.
    if !words.word[0].isLetter || Double(decimalOrWordBytes: words.word) != nil {
      let weight = try words.number(expected: "a number (the weight of an edge)")
      try builder.setEdge("weight", .double(weight), edge)
      _ = try words.nextWord()
    }
    while !words.word.isEmpty {
      let name = words.word
      let value = try text()
      if let value, name.isWord("l") {
        try builder.setEdge(StandardAttribute.label, .string(value), edge)
      } else if let value, name.isWord("c") {
        try builder.setEdge(StandardAttribute.color, .string(Self.color(value)), edge)
      } else {
        builder.note(
          "parameters of vertices and lines other than shape, s_size, ic, l and c are left out")
      }
      if try !words.nextWord() { break }
    }
    try words.scanner.skipLine()
  }

  /// Reads a row of the matrix: for each node 0, or the weight of an arc to it. In a two-mode
  /// network the rows are the nodes of the first kind, the columns those of the second, and edges
  /// join them.
  private mutating func readRow() throws(GraphFileError) {
    let nodes = nodeCount ?? 0
    let rows = firstModeCount ?? nodes
    let columns = (firstModeCount ?? 0)..<nodes
    guard rowCount < rows else {
      throw try words.scanner.unexpectedNext(expected: "\(rows) lines of the matrix")
    }
    for target in columns {
      let weight = try words.nextNumber(
        expected: "\(columns.count) numbers, one for each node"
          + (firstModeCount == nil ? "" : " of the second kind"))
      if weight == 0 { continue }
      let arc = try addEdge(rowCount, target, firstModeCount == nil, at: words.place)
      if weight != 1 { try builder.setEdge("weight", .double(weight), arc) }
    }
    rowCount += 1
    try words.expectEndOfLine()
  }

  private mutating func readList(directed: Bool) throws(GraphFileError) {
    let place = words.scanner.location
    let source = try node()
    try words.scanner.skipBlanks()
    while let byte = try words.scanner.peek(), byte != .newline {
      try addEdge(source, node(), directed, at: place)
      try words.scanner.skipBlanks()
    }
  }

  @discardableResult
  private mutating func addEdge(
    _ source: Int, _ target: Int, _ directed: Bool, at place: FileLocation
  ) throws(GraphFileError) -> Int {
    if directed { hasArcs = true } else { hasEdges = true }
    isDirected.append(directed)
    return try builder.addEdge(source, target, at: place)
  }
}
