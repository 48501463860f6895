// Where semicolons are between the columns, numbers may have commas: `Bern;0,75`, as spreadsheets in much
// of Europe write them.

extension Double {
  /// A decimal number with a comma for the point.
  init?(bytesWithComma text: [UInt8]) {
    guard text.count(where: { $0 == UInt8(ascii: ",") }) == 1, !text.contains(UInt8(ascii: "."))
    else { return nil }
    self.init(decimalBytes: text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
  }
}

extension AttributeColumn {
  /// Numbers where all texts are numbers, some with a comma; else the same column.
  var withDecimalCommas: AttributeColumn {
    guard case .strings(let texts) = values else { return self }
    var numbers: [Double?] = []
    numbers.reserveCapacity(texts.count)
    var hasComma = false
    for text in texts {
      guard let text else {
        numbers.append(nil)
        continue
      }
      let bytes = Array(text.utf8)
      if let number = Double(bytesWithComma: bytes) {
        hasComma = true
        numbers.append(number)
      } else if let number = Double(decimalBytes: bytes) {
        numbers.append(number)
      } else {
        return self
      }
    }
    return hasComma ? AttributeColumn(name, .doubles(numbers)) : self
  }
}
