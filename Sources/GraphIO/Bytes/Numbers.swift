/// The powers of ten that a Double represents exactly.
private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]

extension Double {
  /// Parses a decimal number with optional sign, point and exponent. Nil for anything else,
  /// including words such as `nan`, and for numbers beyond the range of Double.
  init?(decimalBytes text: [UInt8]) {
    var position = 0
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { position = 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    var isShort = true
    var hasPoint = false
    loop: while position < text.count {
      let byte = text[position]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if digits <= 15 { mantissa = mantissa * 10 + UInt64(byte &- 48) } else { isShort = false }
        if hasPoint { fraction += 1 }
      case UInt8(ascii: "."):
        if hasPoint { return nil }
        hasPoint = true
      default: break loop
      }
      position += 1
    }
    guard digits > 0 else { return nil }
    // Both operands are exact, so the quotient is rounded only once and thus correctly.
    if position == text.count, isShort, fraction <= 22 {
      let value = Double(mantissa) / exactPowersOfTen[fraction]
      self = isNegative ? -value : value
      return
    }
    if position < text.count {
      guard text[position] | 0x20 == UInt8(ascii: "e") else { return nil }
      var exponent = text[(position + 1)...]
      if let sign = exponent.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        exponent = exponent.dropFirst()
      }
      guard !exponent.isEmpty, exponent.allSatisfy(\.isDigit) else { return nil }
    }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    self = value
  }

  /// Parses a decimal number, or a word for a non-finite one: `nan`, `inf`, `infinity`, ignoring
  /// case, with an optional sign.
  init?(decimalOrWordBytes text: [UInt8]) {
    if let value = Double(decimalBytes: text) {
      self = value
      return
    }
    let isNegative = text.first == UInt8(ascii: "-")
    let word = isNegative || text.first == UInt8(ascii: "+") ? Array(text.dropFirst()) : text
    if word.isWord("nan") {
      self = .nan
    } else if word.isWord("inf") || word.isWord("infinity") {
      self = isNegative ? -.infinity : .infinity
    } else {
      return nil
    }
  }
}
