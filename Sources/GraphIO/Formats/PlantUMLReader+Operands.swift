/// The operands of relations of PlantUML, and what is next in a line.
extension PlantUMLReader {
  /// Reads an element as a relation names it: `Name`, `"a name"`, `[Part]`, `(Use case)`, `:Actor:`
  /// or `[*]`. Returns its id and its text.
  func readOperand(
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
      let (before, after) = (line.peek(count - 1), line.peek(count + 1))
      // Of colons two are a part of a name, one begins a text: `A -> B:text`.
      let isBetween =
        isMark && (after == byte || isWord(after) && (byte != UInt8(ascii: ":") || before == byte))
      guard isWord(byte) || isBetween && count > 0 || count == 0 && (byte == 0x24 || byte == 0x40)
      else { break }
      count += 1
    }
    guard count > 0 else {
      throw line.unexpected(PlantUMLArrow.expected)
    }
    line.advance(count)
    let text = try line.string(all.prefix(count))
    return (text, text)
  }

  func readQuantity(_ line: inout LineCursor) throws(GraphFileError) -> String {
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

  /// Returns true if a note ends in its line: it has a text after a colon (`A::b` is a member of a
  /// class), or is quoted: `note "text" as N`.
  func isWholeNote(_ line: LineCursor) -> Bool {
    if line.distance(to: "\" as ") != nil { return true }
    var colons = 0
    for byte in line.rest + [0] {
      if byte != UInt8(ascii: ":"), colons == 1 { return true }
      colons = byte == UInt8(ascii: ":") ? colons + 1 : 0
    }
    return false
  }

  /// Returns true if an arrow with marks and an element follow. The preceding word is an element then.
  func isArrowNext(_ line: LineCursor) -> Bool {
    if line.isNext(">") { return true }
    var ahead = line
    ahead.skipBlanks()
    guard let arrow = try? PlantUMLArrow(&ahead), arrow.hasMark else { return false }
    ahead.skipBlanks()
    return (try? readOperand(&ahead)) != nil
  }
}
