/// A source that converts Latin-1 (ISO 8859-1) to UTF-8. It is used if the file declares this
/// encoding: XML in its declaration, DOT by `charset`.
final class Latin1Source: ByteSource {
  static let names = ["iso-8859-1", "iso_8859-1", "iso8859-1", "latin1", "latin-1", "l1"]

  private let source: any ByteSource
  private var piece: [UInt8] = []

  init(_ source: any ByteSource) { self.source = source }

  /// Returns true if the beginning of a file declares Latin-1.
  static func isSaid(by prefix: [UInt8]) -> Bool {
    let head = prefix.prefix(1 << 12).map(\.lowercased)
    let text = String(decoding: head, as: UTF8.self)
    let isXML = text.hasPrefix("<?xml")
    // In DOT, `charset` may also occur in a label, so valid UTF-8 is kept.
    if !isXML, String(validating: prefix.droppingLast { $0 >= 0x80 }, as: UTF8.self) != nil {
      return false
    }
    let said = isXML ? text.prefix { $0 != ">" } : text[...]
    guard let key = said.firstRange(of: isXML ? "encoding" : "charset") else { return false }
    let value = said[key.upperBound...].drop { $0.isWhitespace || "=\"'".contains($0) }
    let name = value.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return names.contains(String(name))
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    // A byte becomes at most two.
    if piece.count != buffer.count / 2 {
      piece = Array(repeating: 0, count: max(1, buffer.count / 2))
    }
    let count = try source.read(into: &piece)
    var end = 0
    for byte in piece[..<count] {
      if byte < 0x80 {
        buffer[end] = byte
        end += 1
      } else {
        buffer[end] = 0xC0 | byte >> 6
        buffer[end + 1] = 0x80 | byte & 0x3F
        end += 2
      }
    }
    return end
  }
}
