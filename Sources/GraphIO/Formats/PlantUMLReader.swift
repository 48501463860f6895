/// Reads the simple part of PlantUML (https://plantuml.com/guide): elements such as `class A` or
/// `[Part] as p`, boxes of them, and relations such as `A <|-- B : text`. Members of classes, notes
/// and looks are left out, with a note; activity diagrams and others are refused.
struct PlantUMLReader: FormatReader {
  private var scanner: TextScanner
  private var builder: GraphBuilder
  private var groups = DiagramGroups()
  private var directions: [Bool] = []

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(
      certainIf: beginning.lines.prefix(20).contains { line in
        line.drop(while: \.isWhitespace).hasPrefix("@start")
      })
  }

  init(_ input: FormatInput) throws(GraphFileError) {
    scanner = try input.scanner()
    builder = GraphBuilder(scanner)
  }

  mutating func read() throws(GraphFileError) -> ReadResult {
    try readStart()
    guard try readBlock(end: "@enduml") else {
      throw try scanner.unexpectedNext(expected: "\"@enduml\"")
    }
    if let place = groups.openPlace {
      throw scanner.unexpected(
        "\"@enduml\"", expected: "\"}\" for the box begun at \(place.line):\(place.column)")
    }
    let graph = try builder.diagram(directions, groups)
    return ReadResult(graph: graph, format: .plantUML, notes: builder.notes)
  }

  /// Reads `@startuml name`; text before it is no part of the diagram.
  private mutating func readStart() throws(GraphFileError) {
    while var line = try LineCursor(&scanner) {
      line.skipBlanks()
      guard line.isNext("@start") else { continue }
      guard line.takeWord("@startuml") else {
        throw line.unexpected(
          "\"@startuml\" (of PlantUML's diagrams those with relations are read)")
      }
      let name = try line.restOfLine().trimmed
      if !name.isEmpty { try builder.setGraph("name", .string(name)) }
      return
    }
    throw try scanner.unexpectedNext(expected: "\"@startuml\"")
  }

  /// Reads lines up to the one with this end; returns false if the file ends before.
  private mutating func readBlock(end: StaticString) throws(GraphFileError) -> Bool {
    while var line = try LineCursor(&scanner) {
      line.skipBlanks()
      if line.takeWord(end) { return true }
      try readStatement(&line)
    }
    return false
  }

  // MARK: Statements

  private mutating func readStatement(_ line: inout LineCursor) throws(GraphFileError) {
    if line.isAtEnd || line.isNext("'") { return }
    if line.take("/'") {
      try skip(&line, to: "'/")
      return
    }
    if line.take("}") {
      guard groups.openPlace != nil else { throw line.unexpected("a box that \"}\" ends") }
      groups.end()
      return
    }
    if try readDirection(&line) { return }
    if try skipLook(&line) { return }
    var created = line
    if created.takeWord("create"), created.next?.isBlank ?? false, !isArrowNext(created) {
      line = created
      line.skipBlanks()
    }
    if try readElement(&line) { return }
    try readRelation(&line)
  }

  private mutating func readDirection(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    let isAcross = line.takeWord("left to right direction")
    guard isAcross || line.takeWord("top to bottom direction") else { return false }
    try builder.setGraph("rankdir", .string(isAcross ? "LR" : "TB"))
    return true
  }

  /// Skips to the line that has a mark.
  private mutating func skip(_ line: inout LineCursor, to end: StaticString) throws(GraphFileError)
  {
    let place = line.place
    while line.distance(to: end) == nil { line = try nextLine("\(end)", begin: place) }
  }

  /// Skips to the line that ends a text of several lines: `end note` or `endnote`.
  private mutating func skip(
    _ line: inout LineCursor, toEndOf word: String
  ) throws(GraphFileError) {
    let place = line.place
    var text = ""
    while text != "end \(word)", text != "end\(word)" {
      line = try nextLine("end \(word)", begin: place)
      text = try line.restOfLine().trimmed.lowercased()
    }
  }

  /// Skips to the line in which the braces that begin in this one end.
  private mutating func skipBraces(_ line: inout LineCursor) throws(GraphFileError) {
    let place = line.place
    var depth = 0
    while true {
      for byte in line.rest where byte == 0x7B || byte == 0x7D { depth += byte == 0x7B ? 1 : -1 }
      if depth <= 0 { return }
      line = try nextLine("}", begin: place)
    }
  }

  private mutating func nextLine(
    _ end: String, begin: FileLocation
  ) throws(GraphFileError) -> LineCursor {
    guard let next = try LineCursor(&scanner) else {
      throw scanner.unexpected(
        "the end of the file",
        expected: "\"\(end)\" for what begins at \(begin.line):\(begin.column)")
    }
    return next
  }

  private static let leftOut: [StaticString] = [
    "skinparam", "hide", "show", "header", "footer", "caption", "scale", "autonumber", "activate",
    "deactivate", "return", "newpage", "!theme", "!pragma", "remove", "restore", "title",
    "allow_mixing", "mainframe", "destroy", "alt", "else", "end", "loop", "opt", "par", "break",
    "critical", "group", "==", "...", "|||", "--", "..", "!define", "!include", "!procedure",
    "!endprocedure", "!$", "note", "hnote", "rnote", "legend",
  ]

  /// Skips lines that say how the diagram looks; returns false if this one says something else.
  private mutating func skipLook(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    if line.take("<style>") {
      try skip(&line, to: "</style>")
      return true
    }
    let start = line
    guard let word = Self.leftOut.first(where: { line.takeWord($0) }), !isArrowNext(line) else {
      line = start
      return false
    }
    let isAlone = line.rest.allSatisfy(\.isBlank)
    switch "\(word)" {
    case "note", "hnote", "rnote", "legend":
      builder.note("notes and legends are left out")
      if "\(word)" == "legend" || !isWholeNote(line) { try skip(&line, toEndOf: "\(word)") }
    case "title", "header", "footer", "caption":
      builder.note("lines that say how the diagram looks, such as \(word), are left out")
      if isAlone { try skip(&line, toEndOf: "\(word)") }
    default:
      builder.note("lines that say how the diagram looks, such as \(word), are left out")
      if line.rest.last(where: { !$0.isBlank }) == UInt8(ascii: "{") { try skipBraces(&line) }
    }
    return true
  }

  // MARK: Elements

  private static let classes: [StaticString] = [
    "abstract class", "abstract", "class", "interface", "enum", "annotation", "entity", "object",
    "struct", "exception", "protocol", "metaclass", "map", "json", "dataclass", "record",
  ]
  private static let elements: [StaticString] = [
    "component", "node", "database", "cloud", "folder", "frame", "package", "rectangle", "actor",
    "usecase", "state", "participant", "boundary", "control", "collections", "queue", "storage",
    "artifact", "card", "agent", "file", "stack", "hexagon", "person", "namespace", "together",
    "label", "circle", "diamond", "action", "process", "port", "portin", "portout", "box",
  ]

  /// Reads a declaration: `class "Long name" as L {`. Returns false if the line is none.
  private mutating func readElement(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    let start = line
    let isClass = Self.classes.contains { line.takeWord($0) }
    guard isClass || Self.elements.contains(where: { line.takeWord($0) }),
      line.isAtEnd || line.next?.isBlank == true || line.isNext("{"), !isArrowNext(line)
    else {
      line = start
      return false
    }
    let place = line.place
    line.skipBlanks()
    var (id, label) = ("", "")
    if !line.isAtEnd, !line.isNext("{") { (id, label) = try readName(&line) }
    let parents = try readTraits(&line, ofClass: isClass)
    let hasBody = line.isNext("{")
    if hasBody, !isClass {
      line.advance()
      line.skipBlanks()
      if line.isAtEnd {
        try groups.begin(id, label: label, at: place, builder)
        return true
      }
      guard line.take("}") else { throw line.unexpected("the end of the line after \"{\"") }
    }
    guard !id.isEmpty else { throw line.unexpected("a name") }
    let child = try node(id, label: label, at: place)
    for parent in parents {
      try addEdge(
        child, node(parent.id, label: parent.id, at: parent.place), isDirected: true,
        [
          ("kind", parent.isImplemented ? "implementation" : "inheritance"),
          ("style", parent.isImplemented ? "dashed" : ""),
        ], at: parent.place)
    }
    if hasBody, isClass {
      builder.note("the members of classes are left out")
      try skipBraces(&line)
    }
    return true
  }

  /// Reads the name of an element: `A`, `Foo<T>`, `"Long name" as L`, `U as "Long name"`.
  private mutating func readName(
    _ line: inout LineCursor
  ) throws(GraphFileError) -> (id: String, label: String) {
    let isQuoted = line.isNext("\"")
    let name = try readOperand(&line)
    try skipParameters(&line)
    line.skipBlanks()
    guard line.takeWord("as") else { return name }
    line.skipBlanks()
    let isText = line.isNext("\"") && !isQuoted
    let alias = try readOperand(&line)
    return isText ? (name.id, alias.label) : (alias.id, name.label)
  }

  /// Skips the type parameters of a class: `<K, V extends List<K>>`.
  private mutating func skipParameters(_ line: inout LineCursor) throws(GraphFileError) {
    guard line.isNext("<"), line.peek(1).map({ $0.isLetter || $0 == 0x3F }) ?? false else { return }
    builder.note("the type parameters of classes are left out")
    var depth = 0
    repeat {
      guard let byte = line.next else { throw line.unexpected("\">\" after type parameters") }
      depth += byte == UInt8(ascii: "<") ? 1 : byte == UInt8(ascii: ">") ? -1 : 0
      line.advance()
    } while depth > 0
  }

  private struct Parent {
    var id: String
    var isImplemented: Bool
    var place: FileLocation
  }

  /// Reads what follows the name of an element, up to a body: `<<stereotype>> #color extends A, B`.
  private mutating func readTraits(
    _ line: inout LineCursor, ofClass isClass: Bool
  ) throws(GraphFileError) -> [Parent] {
    var parents: [Parent] = []
    while true {
      line.skipBlanks()
      if line.isAtEnd || line.isNext("{") || line.isNext("'") { return parents }
      let isImplemented = isClass && line.takeWord("implements")
      if isImplemented || isClass && line.takeWord("extends") {
        repeat {
          line.skipBlanks()
          let place = line.place
          let id = try readOperand(&line).id
          parents.append(Parent(id: id, isImplemented: isImplemented, place: place))
          try skipParameters(&line)
          line.skipBlanks()
        } while line.take(",")
      } else if line.take(":") {
        builder.note("the members of classes are left out")
        line.skipAll()
      } else {
        try skipTrait(&line)
      }
    }
  }

  private mutating func skipTrait(_ line: inout LineCursor) throws(GraphFileError) {
    if line.take("<<") {
      _ = try line.text(upTo: ">>")
    } else if line.take("[[") {
      _ = try line.text(upTo: "]]")
    } else if line.take("[") {
      // A text of several lines.
      try skip(&line, to: "]")
      line.skipAll()
    } else if line.isNext("#") || line.isNext("$") {
      _ = line.takeAll { !$0.isBlank && $0 != UInt8(ascii: "{") }
    } else if line.takeWord("order") {
      line.skipBlanks()
      _ = line.takeAll { $0.isDigit }
    } else {
      throw line.unexpected("\"{\", a stereotype, a color or the end of the line")
    }
    builder.note("stereotypes, colors and longer texts of elements are left out")
  }

  private mutating func node(
    _ id: String, label: String, at place: FileLocation
  ) throws(GraphFileError) -> Int {
    let node = try builder.nodeOrNew(id, at: place)
    if label != id {
      try builder.setNode(
        StandardAttribute.label, .string(label.replacing("\\n", with: "\n")), node)
    }
    try groups.add(node, builder)
    return node
  }

  // MARK: Relations

  /// Reads `A "1" --> "n" B : text`.
  private mutating func readRelation(_ line: inout LineCursor) throws(GraphFileError) {
    let place = line.place
    let first = try readName(&line)
    line.skipBlanks()
    // An element, a member of a class, or the text of a state: it is no relation.
    let isElement =
      line.isAtEnd || line.isNext(":") || line.isNext("<<") || line.isNext("[[")
      || line.isNext("#") && !isArrowNext(line)
    if isElement {
      _ = try node(first.id, label: first.label, at: place)
      _ = try readTraits(&line, ofClass: false)
      if line.isNext("{") { throw line.unexpected("the end of the line") }
      return
    }
    let tailText = try readQuantity(&line)
    let arrow = try PlantUMLArrow(&line)
    line.skipBlanks()
    let headText = try readQuantity(&line)
    let second = try readOperand(&line)
    let ends = [
      try node(first.id, label: first.label, at: place),
      try node(second.id, label: second.label, at: place),
    ]
    line.skipBlanks()
    while line.isNext("#") || line.isNext("<<") {
      // The look of a relation: `#red;line.bold`, `<<stereotype>>`.
      if line.take("<<") {
        _ = try line.text(upTo: ">>")
      } else {
        _ = line.takeAll { !$0.isBlank }
      }
      builder.note("colors and stereotypes of relations are left out")
      line.skipBlanks()
    }
    var label = ""
    if line.take(":") {
      label = try line.restOfLine().trimmed.replacing("\\n", with: "\n")
    } else if !line.isAtEnd, !line.isNext("'") {
      throw line.unexpected("\":\" and a text, or the end of the line")
    }
    if arrow.isHidden {
      builder.note("relations that are not drawn are left out")
      return
    }
    let (back, ahead) = (arrow.leadsBack, arrow.leadsAhead)
    let isBackward = back && !ahead
    try addEdge(
      ends[isBackward ? 1 : 0], ends[isBackward ? 0 : 1], isDirected: back || ahead,
      [
        (StandardAttribute.label, label), ("taillabel", isBackward ? headText : tailText),
        ("headlabel", isBackward ? tailText : headText), ("kind", arrow.kind),
        ("style", arrow.isDotted ? "dashed" : ""), ("dir", back && ahead ? "both" : ""),
      ], at: place)
  }

  private mutating func addEdge(
    _ tail: Int, _ head: Int, isDirected: Bool, _ values: [(String, String)],
    at place: FileLocation
  ) throws(GraphFileError) {
    let edge = try builder.addEdge(tail, head, at: place)
    directions.append(isDirected)
    for (name, value) in values where !value.isEmpty {
      try builder.setEdge(name, .string(value), edge)
    }
  }
}
