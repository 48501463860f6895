/// Reads DL, the language of UCINET: a header, node labels, then a matrix, or lists of edges or
/// neighbours. (S. P. Borgatti, M. G. Everett, L. C. Freeman: "Ucinet for Windows", 2002)
struct UCINETReader: FormatReader {
  private enum Data: String { case fullmatrix, edgelist1, nodelist1, edgelist2, nodelist2 }

  private var words: WordReader
  private var builder: GraphBuilder
  private let options: EdgeListOptions
  private var nodeCount = -1
  /// The numbers of rows and columns in a two-mode network, whose nodes are the rows and then the
  /// columns.
  private var rowCount: Int?
  private var columnCount: Int?
  private var columnLabels: [String] = []
  /// The labels in the data, in lower case, in which UCINET compares them.
  private var embedded: [ExactText: Int] = [:]
  /// Of each node with such a label, whether it is a column.
  private var areColumns: [Bool] = []
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
    case .edgelist1, .edgelist2: try readLists(areEdges: true)
    case .nodelist1, .nodelist2: try readLists(areEdges: false)
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
      case "n": nodeCount = try readCount(of: "nodes")
      case "nr": rowCount = try readCount(of: "nodes")
      case "nc": columnCount = try readCount(of: "nodes")
      case "nm":
        if try readCount(of: "matrices") > 1 {
          builder.note("only the first matrix of several is read")
        }
      case "format":
        try readEquals()
        guard try nextItem(), let known = Data(rawValue: words.item) else {
          throw unexpected(
            "\"fullmatrix\", \"edgelist1\" or \"nodelist1\", or \"edgelist2\" or \"nodelist2\" of "
              + "two kinds of nodes")
        }
        data = known
      case "labels": try readLabels(of: nil)
      case "row", "col", "column": try readLabelsOfOneKind()
      case "embedded": hasLabelsInData = true
      case "data":
        try readColon()
        try finishHeader()
        return
      default: throw unexpected("n= or nr= and nc=, format=, labels: or data:")
      }
    }
  }

  /// Reads `row labels:` or `column labels:`. In a network of one kind both name the same nodes, and
  /// the last are taken.
  private mutating func readLabelsOfOneKind() throws(GraphFileError) {
    let isRow = words.item == "row"
    guard try nextItem(), words.item == "labels" else { throw unexpected("\"labels:\"") }
    if rowCount == nil, columnCount == nil {
      builder.note("of labels of rows and columns the last are read")
    }
    try readLabels(of: isRow)
  }

  /// Checks the numbers of nodes, and makes one of two kinds of them.
  private mutating func finishHeader() throws(GraphFileError) {
    let isTwoMode = rowCount != nil || columnCount != nil
    if isTwoMode {
      guard let rowCount, let columnCount, nodeCount < 0 else {
        throw unexpected("either n=, or nr= and nc= before it")
      }
      let maximum = words.scanner.limits.nodes
      let (sum, overflow) = rowCount.addingReportingOverflow(columnCount)
      guard !overflow, sum <= maximum else {
        throw words.scanner.limit(of: "nodes", maximum: maximum, at: words.place)
      }
      nodeCount = sum
    }
    guard nodeCount >= 0 else { throw unexpected("\"n=\" and the number of nodes before it") }
    let needsTwo = data == .edgelist2 || data == .nodelist2
    guard isTwoMode == needsTwo || data == .fullmatrix else {
      throw unexpected(
        needsTwo
          ? "nr= and nc=, as \(data.rawValue) has two kinds of nodes"
          : "n=, as \(data.rawValue) has one kind of nodes")
    }
    // A number that is given again after the labels may be another one.
    let isLabelled =
      (labels.isEmpty || labels.count == rowCount ?? nodeCount)
      && (columnLabels.isEmpty || columnLabels.count == columnCount)
    guard isLabelled else {
      throw unexpected("as many nodes as there are labels, \(labels.count), before it")
    }
    guard isTwoMode else { return }
    if labels.isEmpty != columnLabels.isEmpty {
      throw unexpected("labels of both the rows and the columns before it, or of neither")
    }
    labels += columnLabels
  }

  private mutating func readCount(of what: String) throws(GraphFileError) -> Int {
    try readEquals()
    guard try nextItem() else { throw unexpected("a number") }
    let maximum = words.scanner.limits.nodes
    let count = try words.integer(0...Int.max, expected: "a number")
    guard count <= maximum else {
      throw words.scanner.limit(of: what, maximum: maximum, at: words.place)
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
  ///
  /// - Parameter isRow: true for the labels of rows, false for those of columns, nil for `labels:`,
  ///   which are those of all nodes.
  private mutating func readLabels(of isRow: Bool?) throws(GraphFileError) {
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
    var count = nodeCount
    if let rowCount, let columnCount {
      count = isRow == true ? rowCount : columnCount
      if isRow == nil { throw unexpected("\"row labels:\" or \"column labels:\"") }
    }
    guard count >= 0 else {
      throw unexpected("\"n=\" and the number of nodes before the labels")
    }
    var found: [String] = []
    for _ in 0..<count {
      found.append(try nextLabel("a label for each of \(count) nodes"))
    }
    if isRow == false, rowCount != nil { columnLabels = found } else { labels = found }
  }

  // MARK: The data

  /// Reads a matrix: in a network of one kind a row and a column for each node.
  private mutating func readMatrix() throws(GraphFileError) {
    let rows = rowCount ?? nodeCount
    let columns = columnCount ?? nodeCount
    var labelled: [Int] = []
    if hasLabelsInData {
      for _ in 0..<columns {
        labelled.append(try node("the labels of the columns", isRow: false))
      }
    }
    for row in 0..<rows {
      let source = hasLabelsInData ? try node("the label of a row", isRow: true) : row
      for column in 0..<columns {
        guard try nextItem() else { throw unexpected("\(rows) lines of \(columns) numbers") }
        let weight = try words.number(expected: "a number (0 where there is no edge)")
        if weight == 0 { continue }
        let target = hasLabelsInData ? labelled[column] : column + (rowCount ?? 0)
        try addEdge(source, target, weight)
      }
    }
  }

  private mutating func readLists(areEdges: Bool) throws(GraphFileError) {
    while true {
      try words.scanner.skipBlanksAndNewlines()
      guard try words.scanner.peek() != nil else { return }
      let source = try node("a node", isRow: true)
      if areEdges {
        let target = try node("the second node of an edge", isRow: false)
        try skipSeparators()
        var weight = 1.0
        if let byte = try words.scanner.peek(), byte != .newline, try nextItem() {
          weight = try words.number(expected: "a number (the weight of an edge)")
        }
        try addEdge(source, target, weight)
      } else {
        try skipSeparators()
        while let byte = try words.scanner.peek(), byte != .newline {
          try addEdge(source, node("a node", isRow: false), 1)
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
  ///
  /// - Parameter isRow: false for what is a column in a network of two kinds, whose numbers and
  ///   labels are their own.
  private mutating func node(_ expected: String, isRow: Bool) throws(GraphFileError) -> Int {
    let isColumn = !isRow && rowCount != nil
    let count = (isColumn ? columnCount : rowCount) ?? nodeCount
    if !hasLabelsInData {
      guard try nextItem() else { throw unexpected(expected) }
      let number = try words.integer(
        1...max(1, count), expected: "\(expected) from 1 to \(count)")
      return number - 1 + (isColumn ? rowCount ?? 0 : 0)
    }
    let label = try nextLabel(expected)
    // Labels of the two kinds may be the same; those of one differ beyond upper and lower case.
    let key = ExactText((isColumn ? "c" : "r") + label.lowercased())
    if let node = embedded[key] { return node }
    let node = try builder.addNode(freeID(label), at: words.place)
    embedded[key] = node
    areColumns.append(isColumn)
    guard node < nodeCount else {
      throw words.scanner.unexpected(
        "another label \(shown(label))", expected: "\(nodeCount) labels, as the header says",
        at: words.place)
    }
    return node
  }

  /// Returns the label, or one with a number if a node of the other kind has it.
  private mutating func freeID(_ label: String) -> String {
    guard builder.node(label) != nil else { return label }
    builder.note("nodes of both kinds have one label: the second has a number in its id")
    var number = 2
    while builder.node("\(label)#\(number)") != nil { number += 1 }
    return "\(label)#\(number)"
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
    builder.isDirected = rowCount == nil
    if rowCount != nil { try setModes() }
    var graph = try builder.graph(nodeIDs: ids)
    if !hasWeights { graph.weights = nil }
    if !labels.isEmpty {
      graph.nodeAttributes.set(StandardAttribute.label, .strings(labels.map { $0 }))
    }
    if rowCount == nil,
      options.isDirected == false || options.isDirected == nil && data == .fullmatrix
    {
      graph = graph.ofSymmetricMatrix() ?? graph
    }
    return ReadResult(graph: graph, format: .ucinet, notes: builder.notes)
  }

  /// Says of each node whether it is a row or a column.
  private mutating func setModes() throws(GraphFileError) {
    for node in 0..<nodeCount {
      let isColumn =
        hasLabelsInData ? node < areColumns.count && areColumns[node] : node >= rowCount ?? 0
      try builder.setNode(
        StandardAttribute.mode, .integer(isColumn ? 2 : 1), node, isDefault: true)
    }
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
