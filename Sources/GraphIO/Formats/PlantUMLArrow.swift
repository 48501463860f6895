/// The arrow of a relation of PlantUML: `<|--`, `-[#red]left->`, `..>`, `||--o{`.
struct PlantUMLArrow {
  private(set) var tail: ArraySlice<UInt8> = []
  private(set) var head: ArraySlice<UInt8> = []
  private(set) var isDotted = false
  private(set) var isHidden = false

  static let expected =
    "a relation such as A --> B, or an element such as class A (activity diagrams are not read)"

  init(_ line: inout LineCursor) throws(GraphFileError) {
    tail = Self.takeTail(&line)
    guard Self.isStroke(line.next) else { throw line.unexpected(Self.expected) }
    while true {
      let stroke = line.takeAll { Self.isStroke($0) }
      if stroke.contains(UInt8(ascii: ".")) { isDotted = true }
      if line.take("[") {
        let style = try line.text(upTo: "]")
        if style.contains("hidden") { isHidden = true }
        if style.contains("dashed") || style.contains("dotted") { isDotted = true }
        continue
      }
      // A direction: -left->
      var ahead = line
      let word = ahead.takeAll { $0.isLetter }
      guard !word.isEmpty, Self.isStroke(ahead.next) else { break }
      line = ahead
    }
    head = Self.takeHead(&line)
  }

  /// Takes marks, with a circle or a cross before the stroke: `<|`, `o`, `}o`.
  private static func takeTail(_ line: inout LineCursor) -> ArraySlice<UInt8> {
    let all = line.rest
    _ = line.takeAll { [UInt8]("<|*+^#}{\\/0".utf8).contains($0) }
    if isLetterMark(line), isStroke(line.peek(1)) { line.advance() }
    // A message that gets lost or comes from nowhere: `x<-`.
    if isLetterMark(line), line.peek(1) == UInt8(ascii: "<"), isStroke(line.peek(2)) {
      line.advance(2)
    }
    return all.dropLast(line.rest.count)
  }

  /// Takes marks, with a circle or a cross after the stroke: `|>`, `o`, `o{`, `>x`.
  private static func takeHead(_ line: inout LineCursor) -> ArraySlice<UInt8> {
    let all = line.rest
    if isLetterMark(line), line.peek(1).map({ $0.isBlank || $0 == 0x7B || $0 == 0x7C }) ?? true {
      line.advance()
    }
    _ = line.takeAll { [UInt8]("<>|*+^#}{\\/".utf8).contains($0) }
    // A message that gets lost, `->x B`; at the end of the line it is the name of an element.
    if isLetterMark(line), line.peek(1)?.isBlank ?? false,
      let next = line.rest.dropFirst().first(where: { !$0.isBlank }), next != UInt8(ascii: ":")
    {
      line.advance()
    }
    return all.dropLast(line.rest.count)
  }

  private static func isLetterMark(_ line: LineCursor) -> Bool {
    line.isNext("o") || line.isNext("x")
  }

  private static func isStroke(_ byte: UInt8?) -> Bool {
    byte.map { [UInt8]("-.=~".utf8).contains($0) } ?? false
  }

  var leadsBack: Bool { Self.isDirected(tail) }
  var leadsAhead: Bool { Self.isDirected(head) }
  var hasMark: Bool { !tail.isEmpty || !head.isEmpty }

  private static func isDirected(_ mark: ArraySlice<UInt8>) -> Bool {
    mark.contains { [UInt8]("<>^\\/".utf8).contains($0) }
  }

  /// The kind of relation that the marks say.
  var kind: String {
    if has("<|") || has("|>") || has("^") { return isDotted ? "implementation" : "inheritance" }
    if has("*") { return "composition" }
    if has("o") { return "aggregation" }
    return isDotted ? "dependency" : "association"
  }

  private func has(_ mark: String) -> Bool {
    tail.elementsEqual(mark.utf8) || head.elementsEqual(mark.utf8)
  }
}
