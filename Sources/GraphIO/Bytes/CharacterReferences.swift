extension Unicode.Scalar {
  /// Creates the character of a reference in XML or GML, without `&` and `;`: `quot`, `#228`,
  /// `#xE4`.
  init?(reference name: ArraySlice<UInt8>) {
    if name.first == UInt8(ascii: "#") {
      let hasRadix = name.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
      self.init(digits: name.dropFirst(hasRadix ? 2 : 1), radix: hasRadix ? 16 : 10)
    } else if name.elementsEqual("lt".utf8) {
      self = "<"
    } else if name.elementsEqual("gt".utf8) {
      self = ">"
    } else if name.elementsEqual("amp".utf8) {
      self = "&"
    } else if name.elementsEqual("quot".utf8) {
      self = "\""
    } else if name.elementsEqual("apos".utf8) {
      self = "'"
    } else {
      return nil
    }
  }

  private init?(digits: ArraySlice<UInt8>, radix: UInt32) {
    guard !digits.isEmpty else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      let digit: UInt8
      switch byte | 0x20 {
      case _ where byte.isDigit: digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f") where radix == 16:
        digit = (byte | 0x20) - UInt8(ascii: "a") + 10
      default: return nil
      }
      value = value * radix + UInt32(digit)
      if value > 0x10_FFFF { return nil }
    }
    self.init(value)
  }
}

extension String {
  /// Returns the text with references such as `&quot;`, `&amp;` or `&#228;` replaced by their
  /// characters. Invalid ones are left unchanged.
  ///
  /// - Parameter areNumbersAlone: true to replace only numeric references.
  func replacingCharacterReferences(areNumbersAlone: Bool = false) -> String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let after = bytes[(index + 1)...].prefix(11)
      if bytes[index] == UInt8(ascii: "&"), let end = after.firstIndex(of: UInt8(ascii: ";")),
        !areNumbersAlone || after.first == UInt8(ascii: "#"),
        let scalar = Unicode.Scalar(reference: after[..<end])
      {
        result += String(scalar).utf8
        index = end + 1
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
