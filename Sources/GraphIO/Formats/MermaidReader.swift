/// Reads flow charts of Mermaid (https://mermaid.js.org/syntax/flowchart.html): nodes with their
/// texts and shapes, links, subgraphs. Other diagrams of Mermaid are refused.
struct MermaidReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var groups = DiagramGroups()
  private var directions: [Bool] = []
  private var groupNames: Set<ExactText> = []
  private var linkIDs: Set<ExactText> = []

  private static let rankDirections = ["td": "TB", "tb": "TB", "bt": "BT", "lr": "LR", "rl": "RL"]

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    let lines = beginning.lines.drop { $0.hasPrefix("%%") }
    let line = lines.first ?? ""
    let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
    if words.first == "flowchart" || words.first == "flowchart-elk" {
      return Likeness(certainIf: words.count == 1 || rankDirections[String(words[1])] != nil)
    }
    guard words.first == "graph", words.count >= 2 else { return nil }
    // A graph of DOT may have such a name: graph TD { a -- b; }
    let next =
      words.count > 2 ? words[2] : (lines.dropFirst().first ?? "").drop(while: \.isWhitespace)
    guard !words[1].contains("{"), !next.hasPrefix("{") else { return nil }
    return Likeness(
      certainIf: rankDirections[String(words[1])] != nil && (words.count == 2 || line.contains(";"))
    )
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try readHead()
    while var line = try LineCursor(&scanner) { try readStatements(&line) }
    if let place = groups.openPlace {
      throw try scanner.unexpectedNext(
        expected: "\"end\" for the subgraph begun at \(place.line):\(place.column)")
    }
    let graph = try builder.diagram(directions, groups)
    return ReadResult(graph: graph, format: .mermaid, notes: builder.notes)
  }

  /// Reads `flowchart LR` or `graph TD`, after comments and a title between lines of `---`.
  private mutating func readHead() throws(GraphFileError) {
    while var line = try LineCursor(&scanner) {
      line.skipBlanks()
      if line.isAtEnd || line.isNext("%%") { continue }
      if line.isNext("---") {
        try readFrontMatter()
        continue
      }
      guard line.take("flowchart-elk") || line.takeWord("flowchart") || line.takeWord("graph")
      else {
        throw line.unexpected(
          "\"flowchart\" or \"graph\" (of Mermaid's diagrams flow charts are read)")
      }
      line.skipBlanks()
      let place = line.place
      let word = line.takeAll { $0.isLetter }
      if !word.isEmpty {
        let name = String(decoding: word, as: UTF8.self).lowercased()
        guard let direction = Self.rankDirections[name] else {
          throw scanner.unexpected(shown(word), expected: "TB, TD, BT, LR or RL", at: place)
        }
        try builder.setGraph("rankdir", .string(direction))
      }
      try readStatements(&line)
      return
    }
    throw try scanner.unexpectedNext(expected: "\"flowchart\" or \"graph\"")
  }

  private mutating func readFrontMatter() throws(GraphFileError) {
    while var line = try LineCursor(&scanner) {
      if line.isNext("---") { return }
      if line.take("title:") {
        try builder.setGraph(StandardAttribute.label, .string(line.restOfLine().trimmed))
      }
    }
  }

  // MARK: Statements

  private mutating func readStatements(_ line: inout LineCursor) throws(GraphFileError) {
    while true {
      line.skipBlanks()
      while line.take(";") { line.skipBlanks() }
      if line.isAtEnd || line.isNext("%%") { return }
      if try !readKeyword(&line) { try readChain(&line) }
      line.skipBlanks()
      guard line.isAtEnd || line.isNext(";") || line.isNext("%%") else {
        throw line.unexpected("a link such as -->, or the end of the line")
      }
    }
  }

  /// Reads a statement that begins with a keyword; returns false if there is none.
  private mutating func readKeyword(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    let place = line.place
    if line.takeWord("subgraph") {
      try beginSubgraph(&line, at: place)
      return true
    }
    if line.takeWord("end") {
      guard groups.openPlace != nil else {
        throw scanner.unexpected("\"end\"", expected: "a subgraph that it ends", at: place)
      }
      groups.end()
      return true
    }
    if skipDirection(&line) { return true }
    if try skipDescription(&line) || skipLook(&line) { return true }
    return try skipProperties(&line)
  }

  /// Skips `direction LR`; returns false if no direction follows the word.
  private mutating func skipDirection(_ line: inout LineCursor) -> Bool {
    var ahead = line
    guard ahead.takeWord("direction") else { return false }
    ahead.skipBlanks()
    let word = String(decoding: ahead.takeAll { $0.isLetter }, as: UTF8.self)
    guard Self.rankDirections[word.lowercased()] != nil else { return false }
    if groups.openPlace != nil { builder.note("directions of subgraphs are left out") }
    line = ahead
    return true
  }

  private static let looks: [StaticString] = [
    "classDef", "class", "style", "linkStyle", "click", "accTitle", "accDescr",
  ]

  /// Skips a description of several lines, `accDescr { text }`; returns false if none begins here.
  private mutating func skipDescription(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    var ahead = line
    guard ahead.takeWord("accDescr") else { return false }
    ahead.skipBlanks()
    guard ahead.take("{") else { return false }
    builder.note("descriptions for screen readers are left out")
    let place = line.place
    while ahead.distance(to: "}") == nil { ahead = try nextLine(after: place, expected: "}") }
    _ = try ahead.text(upTo: "}")
    line = ahead
    return true
  }

  /// Returns the next line of what began at a place, and has not ended.
  private mutating func nextLine(
    after place: FileLocation, expected end: String
  ) throws(GraphFileError) -> LineCursor {
    guard let next = try LineCursor(&scanner) else {
      throw scanner.unexpected(
        "the end of the file",
        expected: "\"\(end)\" for what begins at \(place.line):\(place.column)")
    }
    return next
  }

  /// Skips `style a fill:#f00` and the like; returns false if the word is the id of a node.
  private mutating func skipLook(_ line: inout LineCursor) -> Bool {
    var ahead = line
    guard Self.looks.contains(where: { ahead.takeWord($0) }) else { return false }
    if !ahead.isNext(":") || ahead.isNext("::") {
      guard ahead.next?.isBlank ?? false else { return false }
      ahead.skipBlanks()
      let isLink = ahead.next.map { [UInt8]("-=~<&".utf8).contains($0) } ?? true
      if isLink { return false }
    }
    builder.note("classes, styles and what a click does are left out")
    _ = ahead.takeAll { $0 != UInt8(ascii: ";") }
    line = ahead
    return true
  }

  /// Skips the properties of a link: `e1@{ animate: true }`; returns false if there are none.
  private mutating func skipProperties(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    var ahead = line
    let id = Self.takeLinkID(&ahead)
    guard ahead.take("@{"), linkIDs.contains(ExactText(try line.string(id))) else { return false }
    builder.note("properties of links in @{ } are left out")
    _ = try readProperties(&ahead)
    line = ahead
    return true
  }

  /// Reads the rest of `subgraph one [Title]`; without an id the title is one.
  private mutating func beginSubgraph(
    _ line: inout LineCursor, at place: FileLocation
  ) throws(GraphFileError) {
    line.skipBlanks()
    var name: String
    var label = ""
    if line.take("\"") {
      name = try line.text(upTo: "\"")
    } else {
      name = try line.string(line.takeAll { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: ";") })
        .trimmed
      if line.take("[") { label = Self.plain(try line.text(upTo: "]")) }
    }
    if label.isEmpty { label = name }
    groupNames.insert(ExactText(name))
    try groups.begin(name, label: label, at: place, builder)
  }

  // MARK: Nodes and links

  private struct Link {
    var label = ""
    var style: String?
    var isDirected = false
    var isBoth = false
    var isHidden = false
  }

  /// Reads `a --> b & c -- text --> d`.
  private mutating func readChain(_ line: inout LineCursor) throws(GraphFileError) {
    var tails = try readNodes(&line)
    while true {
      line.skipBlanks()
      if line.isAtEnd || line.isNext(";") || line.isNext("%%") { return }
      let place = line.place
      let link = try readLink(&line)
      let heads = try readNodes(&line)
      // A few names may stand for many edges.
      let (product, overflow) = tails.count.multipliedReportingOverflow(by: heads.count)
      if product > 64 || overflow {
        try builder.budget.take(
          implied: overflow ? .max : product, each: ReadBudget.impliedEdge, file: scanner.name,
          at: place)
      }
      if link.isHidden { builder.note("links that are not drawn (~~~) are left out") }
      for tail in tails where !link.isHidden {
        for head in heads { try addEdge(tail, head, link, at: place) }
      }
      tails = heads
    }
  }

  private mutating func addEdge(
    _ tail: Int, _ head: Int, _ link: Link, at place: FileLocation
  ) throws(GraphFileError) {
    let edge = try builder.addEdge(tail, head, at: place)
    directions.append(link.isDirected)
    if !link.label.isEmpty {
      try builder.setEdge(StandardAttribute.label, .string(link.label), edge)
    }
    if let style = link.style { try builder.setEdge("style", .string(style), edge) }
    if link.isBoth { try builder.setEdge("dir", .string("both"), edge) }
  }

  /// Reads `a & b`.
  private mutating func readNodes(_ line: inout LineCursor) throws(GraphFileError) -> [Int] {
    var nodes = [try readNode(&line)]
    while true {
      line.skipBlanks()
      guard line.take("&") else { return nodes }
      nodes.append(try readNode(&line))
    }
  }

  private mutating func readNode(_ line: inout LineCursor) throws(GraphFileError) -> Int {
    line.skipBlanks()
    let place = line.place
    let id = try line.string(Self.takeID(&line))
    guard !id.isEmpty else { throw line.unexpected("the id of a node") }
    if groupNames.contains(ExactText(id)) {
      builder.note("links to subgraphs lead to nodes of their names")
    }
    let node = try builder.nodeOrNew(id, at: place)
    try groups.add(node, builder)
    if let (text, shape) = try readShape(&line) {
      try builder.setNode(StandardAttribute.label, .string(Self.plain(text)), node)
      try builder.setNode("shape", .string(shape), node)
    }
    if line.take(":::") {
      builder.note("classes, styles and what a click does are left out")
      _ = line.takeAll { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 == 0x2D }
    }
    if line.take("@{") { try setProperties(readProperties(&line), of: node) }
    return node
  }

  // MARK: Properties

  /// The shapes of properties that have one here, by their names and short names.
  private static let namedShapes = [
    "rect": "box", "rectangle": "box", "proc": "box", "process": "box", "rounded": "box",
    "event": "box", "stadium": "ellipse", "pill": "ellipse", "terminal": "ellipse",
    "circle": "circle", "circ": "circle", "dbl-circ": "doublecircle",
    "double-circle": "doublecircle", "diam": "diamond", "diamond": "diamond",
    "decision": "diamond", "question": "diamond", "hex": "hexagon", "hexagon": "hexagon",
    "prepare": "hexagon", "cyl": "cylinder", "cylinder": "cylinder", "database": "cylinder",
    "db": "cylinder", "lean-r": "parallelogram", "lean-right": "parallelogram",
    "in-out": "parallelogram", "tri": "triangle", "triangle": "triangle", "doc": "note",
    "document": "note", "text": "plain",
  ]

  private mutating func setProperties(
    _ properties: [(name: String, value: String)], of node: Int
  ) throws(GraphFileError) {
    for (name, value) in properties {
      switch name {
      case "label": try builder.setNode(StandardAttribute.label, .string(Self.plain(value)), node)
      case "shape":
        if let shape = Self.namedShapes[value] {
          try builder.setNode("shape", .string(shape), node)
        } else {
          builder.note("shapes of properties that pictures do not have are left out")
        }
      default: builder.note("properties of nodes other than label and shape are left out")
      }
    }
  }

  /// Reads the rest of `@{ shape: diamond, label: "text" }`, which may have several lines.
  private mutating func readProperties(
    _ line: inout LineCursor
  ) throws(GraphFileError) -> [(name: String, value: String)] {
    let place = line.place
    var properties: [(name: String, value: String)] = []
    func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == UInt8(ascii: ",") }
    while true {
      _ = line.takeAll(while: isSpace)
      if line.isAtEnd {
        line = try nextLine(after: place, expected: "}")
        continue
      }
      if line.take("}") { return properties }
      let name = try line.string(line.takeAll { $0 != UInt8(ascii: ":") && $0 != 0x7D }).trimmed
      guard line.take(":") else { throw line.unexpected("\":\" after the name of a property") }
      line.skipBlanks()
      let value =
        line.take("\"")
        ? try line.text(upTo: "\"")
        : try line.string(line.takeAll { $0 != UInt8(ascii: ",") && $0 != 0x7D }).trimmed
      try builder.budget.take(
        ReadBudget.value + name.utf8.count + value.utf8.count, file: scanner.name, at: place)
      properties.append((name, value))
    }
  }

  /// Takes an id: letters, digits and underscores, and marks between them that begin no link.
  private static func takeID(_ line: inout LineCursor) -> ArraySlice<UInt8> {
    func isWord(_ byte: UInt8?) -> Bool {
      byte.map { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 >= 0x80 } ?? false
    }
    let all = line.rest
    var count = 0
    while let byte = line.peek(count) {
      let isMark = [UInt8](".-/:*#$".utf8).contains(byte)
      guard
        isWord(byte)
          || isMark && count > 0 && isWord(line.peek(count + 1))
            && isWord(line.peek(count - 1))
      else { break }
      count += 1
    }
    line.advance(count)
    return all.prefix(count)
  }

  private static let shapes: [(begin: StaticString, ends: [StaticString], shape: String)] = [
    ("(((", [")))"], "doublecircle"), ("((", ["))"], "circle"), ("([", ["])"], "ellipse"),
    ("[[", ["]]"], "box"), ("[(", [")]"], "cylinder"), ("{{", ["}}"], "hexagon"),
    ("[/", ["/]", "\\]"], "parallelogram"), ("[\\", ["\\]", "/]"], "parallelogram"),
    ("(", [")"], "box"), ("[", ["]"], "box"), ("{", ["}"], "diamond"), (">", ["]"], "box"),
  ]

  /// Reads the text and the shape of a node: `[text]`, `{"text"}`; nil if there is none.
  private func readShape(
    _ line: inout LineCursor
  ) throws(GraphFileError) -> (text: String, shape: String)? {
    for (begin, ends, shape) in Self.shapes where line.take(begin) {
      line.skipBlanks()
      if line.take("\"") {
        let text = try line.text(upTo: "\"")
        line.skipBlanks()
        for end in ends where line.take(end) { return (text, shape) }
        throw line.unexpected("\"\(ends[0])\" after the text")
      }
      guard let end = line.first(of: ends) else {
        throw line.unexpected("\"\(ends[0])\" after the text of a node")
      }
      let text = try line.string(line.rest.prefix(end.distance))
      line.advance(end.distance + end.text.utf8CodeUnitCount)
      return (text, shape)
    }
    return nil
  }

  /// Reads `-->`, `-. text .->`, `==>|text|`.
  private mutating func readLink(_ line: inout LineCursor) throws(GraphFileError) -> Link {
    let expected = "a link such as --> or ---"
    var link = Link()
    try readLinkID(&line)
    if line.isNext("~~~") {
      _ = line.takeAll { $0 == UInt8(ascii: "~") }
      link.isHidden = true
      return link
    }
    let hasTailMark =
      line.next.map { [UInt8]("<ox".utf8).contains($0) } ?? false
      && line.peek(1).map { $0 == 0x2D || $0 == 0x3D } ?? false
    if hasTailMark {
      link.isBoth = line.next == UInt8(ascii: "<")
      line.advance()
    }
    let stroke = line.takeAll(while: Self.isStroke)
    guard let first = stroke.first, first != UInt8(ascii: "."), stroke.count > 1 else {
      throw line.unexpected(expected)
    }
    let isDotted = stroke.contains(UInt8(ascii: "."))
    if isDotted { link.style = "dashed" } else if first == 0x3D { link.style = "bold" }
    let isWhole = takeHead(&line, &link) || stroke.count > 2
    if !isWhole {
      let end: StaticString = isDotted ? ".-" : first == 0x3D ? "==" : "--"
      link.label = Self.plain(try line.text(upTo: end))
      _ = line.takeAll(while: Self.isStroke)
      _ = takeHead(&line, &link)
    }
    line.skipBlanks()
    if line.take("|") { link.label = Self.plain(try line.text(upTo: "|")) }
    link.isBoth = link.isBoth && link.isDirected
    return link
  }

  private static func isStroke(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".")
  }

  /// Takes the head of a link, if it has one; crosses and circles are heads too: `--x`, but not in
  /// `-.x.->`, where it is text.
  private func takeHead(_ line: inout LineCursor, _ link: inout Link) -> Bool {
    let isMark =
      (line.isNext("x") || line.isNext("o")) && line.peek(-1) != UInt8(ascii: ".")
    guard line.isNext(">") || isMark else { return false }
    line.advance()
    link.isDirected = true
    return true
  }

  /// Reads the id of a link, which its properties name: `e1@-->`.
  private mutating func readLinkID(_ line: inout LineCursor) throws(GraphFileError) {
    var ahead = line
    let id = Self.takeLinkID(&ahead)
    guard !id.isEmpty, ahead.take("@"),
      ahead.next.map({ [UInt8]("-=<ox".utf8).contains($0) }) ?? false
    else { return }
    try builder.budget.take(ReadBudget.value + id.count, file: scanner.name, at: line.place)
    linkIDs.insert(ExactText(try line.string(id)))
    line = ahead
  }

  private static func takeLinkID(_ line: inout LineCursor) -> ArraySlice<UInt8> {
    line.takeAll { $0.isLetter || $0.isDigit || $0 == 0x5F }
  }

  /// Returns a text without marks of Markdown and HTML: `<br/>` becomes a line end.
  private static func plain(_ text: String) -> String {
    var bytes = text.trimmed.utf8[...]
    for mark in [UInt8.quote, UInt8(ascii: "`")]
    where bytes.count > 1 && bytes.first == mark && bytes.last == mark {
      bytes = bytes.dropFirst().dropLast()
    }
    var text = String(Substring(bytes))
    for mark in ["<br/>", "<br />", "<br>"] { text = text.replacing(mark, with: "\n") }
    return text.replacing("#quot;", with: "\"").replacing("#amp;", with: "&")
  }
}
