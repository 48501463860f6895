/// The values of a line of JSON, by their ranges. Of a damaged line it has the values that can
/// still be recognised.
struct JSONValues {
  enum Kind { case number, string, other, list, object }

  struct Value {
    var kind: Kind
    var range: Range<Int>
    /// The key before it; empty for an element of a list.
    var key: String
  }

  private(set) var values: [Value] = []
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    value("", depth: 0)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func value(_ key: String, depth: Int) {
    let begin = place
    let index = values.count
    values.append(Value(kind: .other, range: begin..<begin, key: key))
    switch next {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      values[index].kind = next == UInt8(ascii: "[") ? .list : .object
      if depth < 100 { members(isObject: next == UInt8(ascii: "{"), depth: depth) }
    case UInt8(ascii: "\""):
      values[index].kind = .string
      _ = string()
    case let byte?:
      if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) { values[index].kind = .number }
      let ends = Array(",]}".utf8)
      while let byte = next, !ends.contains(byte) { place += 1 }
    case nil: break
    }
    values[index].range = begin..<place
  }

  private mutating func members(isObject: Bool, depth: Int) {
    place += 1
    let end = UInt8(ascii: isObject ? "}" : "]")
    while let byte = next {
      if byte == end {
        place += 1
        return
      }
      if byte == UInt8(ascii: ",") {
        place += 1
        continue
      }
      let before = place
      var key = ""
      if isObject, byte == UInt8(ascii: "\"") {
        key = string()
        if next == UInt8(ascii: ":") { place += 1 }
      }
      value(key, depth: depth + 1)
      if place == before { place += 1 }
    }
  }

  private mutating func string() -> String {
    let begin = place + 1
    place += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place + 1, bytes.count)
    return String(
      decoding: bytes[min(begin, place)..<max(place - 1, min(begin, place))], as: UTF8.self)
  }
}
