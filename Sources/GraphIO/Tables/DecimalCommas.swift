// If semicolons separate columns, numbers may have decimal commas, as spreadsheets in much of
// Europe write them: `Bern;0,75`.

extension Double {
  /// Parses a decimal number with a decimal comma.
  init?(bytesWithComma text: [UInt8]) {
    guard text.count(where: { $0 == UInt8(ascii: ",") }) == 1, !text.contains(UInt8(ascii: "."))
    else { return nil }
    self.init(decimalBytes: text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 })
  }
}

extension AttributeColumn {
  /// The column as numbers if all texts are numbers, some with a comma; else the unchanged column.
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
