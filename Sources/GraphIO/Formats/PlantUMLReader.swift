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
    if Set(directions).count == 2 {
      for (edge, direction) in directions.enumerated() {
        try builder.setEdge(StandardAttribute.directed, .boolean(direction), edge, isField: true)
      }
    }
    builder.isDirected = directions.isEmpty || directions.contains(true)
    var graph = try builder.graph()
    graph.groups = groups.result
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
    if try readElement(&line) { return }
    try readRelation(&line)
  }

  private mutating func readDirection(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    let isAcross = line.takeWord("left to right direction")
    guard isAcross || line.takeWord("top to bottom direction") else { return false }
    try builder.setGraph("rankdir", .string(isAcross ? "LR" : "TB"))
    return true
  }

  private mutating func skip(_ line: inout LineCursor, to end: StaticString) throws(GraphFileError)
  {
    let place = line.place
    while line.distance(to: end) == nil {
      guard let next = try LineCursor(&scanner) else {
        throw scanner.unexpected(
          "the end of the file",
          expected: "\"\(end)\" for what begins at \(place.line):\(place.column)")
      }
      line = next
    }
  }

  private static let leftOut: [StaticString] = [
    "skinparam", "hide", "show", "header", "footer", "caption", "scale", "autonumber", "activate",
    "deactivate", "return", "newpage", "!theme", "!pragma", "remove", "restore", "title",
    "allow_mixing", "mainframe", "create", "destroy", "alt", "else", "end", "loop", "opt", "par",
    "break", "critical", "group", "==", "...", "|||", "--", "..", "!define", "!include",
    "!procedure", "!endprocedure", "!$",
  ]

  /// Skips lines that say how the diagram looks; returns false if this one says something else.
  private mutating func skipLook(_ line: inout LineCursor) throws(GraphFileError) -> Bool {
    if line.takeWord("note") {
      builder.note("notes and legends are left out")
      // A note is one line with a colon, or ends with "end note".
      let isAlias = line.distance(to: "\" as ") != nil
      if line.distance(to: ":") == nil, !isAlias { try skip(&line, to: "end note") }
      return true
    }
    if line.takeWord("legend") {
      builder.note("notes and legends are left out")
      try skip(&line, to: "end")
      return true
    }
    if line.take("<style>") {
      try skip(&line, to: "</style>")
      return true
    }
    for word in Self.leftOut where line.takeWord(word) {
      builder.note("lines that say how the diagram looks, such as \(word), are left out")
      if line.rest.last(where: { !$0.isBlank }) == UInt8(ascii: "{") { try skip(&line, to: "}") }
      return true
    }
    return false
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
      line.isAtEnd || line.next?.isBlank == true || line.isNext("{")
    else {
      line = start
      return false
    }
    let place = line.place
    line.skipBlanks()
    let hasBox = line.rest.last { !$0.isBlank } == UInt8(ascii: "{")
    var (id, label) = ("", "")
    if !line.isAtEnd, !line.isNext("{") {
      (id, label) = try readOperand(&line)
      line.skipBlanks()
      if line.takeWord("as") {
        line.skipBlanks()
        let (alias, text) = try readOperand(&line)
        // The longer form may come first or second.
        (id, label) = text == alias ? (alias, label) : (id, text)
      }
    }
    if hasBox, !isClass {
      try groups.begin(id, label: label, at: place, builder)
    } else if id.isEmpty {
      throw line.unexpected("a name")
    } else {
      _ = try node(id, label: label, at: place)
      if hasBox {
        builder.note("the members of classes are left out")
        try skip(&line, to: "}")
      }
    }
    return true
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

  /// Reads an element as a relation names it: `Name`, `"a name"`, `[Part]`, `(Use case)`, `:Actor:`
  /// or `[*]`. Returns its id and its text.
  private func readOperand(
    _ line: inout LineCursor
  ) throws(GraphFileError) -> (id: String, label: String) {
    if line.take("[*]") { return ("[*]", "[*]") }
    // With one colon it is a step of an activity diagram.
    let isActor = line.isNext(":") && line.rest.dropFirst().contains(UInt8(ascii: ":"))
    var marks: [(StaticString, StaticString)] = [("\"", "\""), ("[", "]"), ("(", ")")]
    if isActor { marks.append((":", ":")) }
    for (begin, end) in marks where line.take(begin) {
      let text = try line.text(upTo: end).trimmed
      return (text, text)
    }
    func isWord(_ byte: UInt8?) -> Bool {
      byte.map { $0.isLetter || $0.isDigit || $0 == 0x5F || $0 >= 0x80 } ?? false
    }
    let all = line.rest
    var count = 0
    while let byte = line.peek(count) {
      let isMark = [UInt8](".:#$@/".utf8).contains(byte)
      let isBetween = isMark && (isWord(line.peek(count + 1)) || line.peek(count + 1) == byte)
      guard isWord(byte) || isBetween && count > 0 || count == 0 && (byte == 0x24 || byte == 0x40)
      else { break }
      count += 1
    }
    guard count > 0 else {
      throw line.unexpected(
        "a relation such as A --> B, or an element such as class A (activity diagrams are not read)"
      )
    }
    line.advance(count)
    let text = try line.string(all.prefix(count))
    return (text, text)
  }

  // MARK: Relations

  private struct Arrow {
    var tail: ArraySlice<UInt8> = []
    var head: ArraySlice<UInt8> = []
    var isDotted = false
    var isHidden = false

    func has(_ mark: StaticString) -> Bool {
      tail.elementsEqual(mark.bytes) || head.elementsEqual(mark.bytes)
    }

    var kind: String {
      if has("<|") || has("|>") || has("^") { return isDotted ? "implementation" : "inheritance" }
      if has("*") { return "composition" }
      if has("o") { return "aggregation" }
      return isDotted ? "dependency" : "association"
    }

    static func isArrow(_ mark: ArraySlice<UInt8>) -> Bool {
      mark.contains { [UInt8]("<>^\\/".utf8).contains($0) }
    }
  }

  /// Reads `A "1" --> "n" B : text`.
  private mutating func readRelation(_ line: inout LineCursor) throws(GraphFileError) {
    let place = line.place
    let first = try readOperand(&line)
    line.skipBlanks()
    // A member of a class, or the text of a state: it is no relation.
    if line.isNext(":") || line.isAtEnd || line.isNext("<<") || line.isNext("#") {
      builder.note("the members of classes are left out")
      _ = try node(first.id, label: first.label, at: place)
      return
    }
    let tailText = try readQuantity(&line)
    let arrow = try readArrow(&line)
    line.skipBlanks()
    let headText = try readQuantity(&line)
    let second = try readOperand(&line)
    let ends = [
      try node(first.id, label: first.label, at: place),
      try node(second.id, label: second.label, at: place),
    ]
    line.skipBlanks()
    var label = ""
    if line.take(":") {
      label = try line.restOfLine().trimmed.replacing("\\n", with: "\n")
    } else if !line.isAtEnd, !line.isNext("#"), !line.isNext("<<"), !line.isNext("'") {
      throw line.unexpected("\":\" and a text, or the end of the line")
    }
    if arrow.isHidden {
      builder.note("relations that are not drawn are left out")
      return
    }
    let (tail, head) = (Arrow.isArrow(arrow.tail), Arrow.isArrow(arrow.head))
    let isBackward = tail && !head
    let edge = try builder.addEdge(
      ends[isBackward ? 1 : 0], ends[isBackward ? 0 : 1], at: place)
    directions.append(tail || head)
    let values = [
      (StandardAttribute.label, label), ("taillabel", isBackward ? headText : tailText),
      ("headlabel", isBackward ? tailText : headText), ("kind", arrow.kind),
      ("style", arrow.isDotted ? "dashed" : ""), ("dir", tail && head ? "both" : ""),
    ]
    for (name, value) in values where !value.isEmpty {
      try builder.setEdge(name, .string(value), edge)
    }
  }

  private func readQuantity(_ line: inout LineCursor) throws(GraphFileError) -> String {
    // A quoted element is followed by the end of the line or a colon, not by an element.
    guard line.isNext("\"") else { return "" }
    var ahead = line
    _ = ahead.take("\"")
    let text = try ahead.text(upTo: "\"")
    ahead.skipBlanks()
    if ahead.isAtEnd || ahead.isNext(":") || ahead.isNext("#") { return "" }
    line = ahead
    line.skipBlanks()
    return text
  }

  /// Reads `<|--`, `-[#red]left->`, `..>`.
  private func readArrow(_ line: inout LineCursor) throws(GraphFileError) -> Arrow {
    var arrow = Arrow()
    let expected =
      "a relation such as A --> B, or an element such as class A (activity diagrams are not read)"
    func isStroke(_ byte: UInt8?) -> Bool {
      byte.map { [UInt8]("-.=~".utf8).contains($0) } ?? false
    }
    let isLetterMark =
      (line.isNext("o") || line.isNext("x")) && isStroke(line.peek(1))
    arrow.tail =
      isLetterMark
      ? line.takeAll { $0.isLetter } : line.takeAll { [UInt8]("<|*+^#}{\\/0".utf8).contains($0) }
    guard isStroke(line.next) else { throw line.unexpected(expected) }
    while true {
      let stroke = line.takeAll { isStroke($0) }
      if stroke.contains(UInt8(ascii: ".")) { arrow.isDotted = true }
      if line.take("[") {
        let style = try line.text(upTo: "]")
        if style.contains("hidden") { arrow.isHidden = true }
        if style.contains("dashed") || style.contains("dotted") { arrow.isDotted = true }
        continue
      }
      // A direction: -left->
      var ahead = line
      let word = ahead.takeAll { $0.isLetter }
      guard !word.isEmpty, isStroke(ahead.next) else { break }
      line = ahead
    }
    let after = line.peek(1)
    if line.isNext("o") || line.isNext("x"), after == nil || after?.isBlank == true {
      arrow.head = line.takeAll { $0.isLetter }
    } else {
      arrow.head = line.takeAll { [UInt8]("<>|*+^#}{\\/".utf8).contains($0) }
    }
    return arrow
  }
}

extension StaticString {
  fileprivate var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
