import Graphs

/// Columns of attributes as bytes, in the form that the header describes: a word of 8 bytes a row,
/// then a byte a row that is 0 where there is no value, then the texts.
enum ColumnBytes {
  static func bytes(_ values: AttributeColumn.Values) -> [UInt8] {
    switch values {
    case .integers(let values): return words(values) { UInt64(bitPattern: Int64($0)) }
    case .doubles(let values): return words(values) { $0.bitPattern }
    case .booleans(let values): return words(values) { $0 ? 1 : 0 }
    case .strings(let values):
      var bytes = words(values) { UInt64($0.utf8.count) }
      bytes.reserveCapacity(bytes.count + values.reduce(0) { $0 + ($1?.utf8.count ?? 0) })
      for case let value? in values { bytes += value.utf8 }
      return bytes
    }
  }

  private static func words<Value>(_ values: [Value?], _ word: (Value) -> UInt64) -> [UInt8] {
    let count = values.count
    return [UInt8](unsafeUninitializedCapacity: 9 * count) { bytes, initialized in
      for (row, value) in values.enumerated() {
        let number = (value.map(word) ?? 0).littleEndian
        UnsafeMutableRawBufferPointer(bytes).storeBytes(
          of: number, toByteOffset: 8 * row, as: UInt64.self)
        bytes[8 * count + row] = value == nil ? 0 : 1
      }
      initialized = 9 * count
    }
  }

  /// Returns the values of a column. Throws if the bytes are not those of `count` rows.
  static func values(
    _ type: AttributeType, _ bytes: UnsafeBufferPointer<UInt8>, count: Int, of name: String
  ) throws(CallError) -> AttributeColumn.Values {
    guard bytes.count >= 9 * count else {
      throw CallError(
        .badGraph, "the column \"\(name)\" has \(bytes.count) bytes; it needs \(9 * count) or more")
    }
    let raw = UnsafeRawBufferPointer(bytes)
    func values<Value>(_ value: (UInt64) -> Value) -> [Value?] {
      (0..<count).map { row in
        guard bytes[8 * count + row] != 0 else { return nil }
        return value(
          UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * row, as: UInt64.self)))
      }
    }
    switch type {
    case .integer: return .integers(values { Int(Int64(bitPattern: $0)) })
    case .double: return .doubles(values { Double(bitPattern: $0) })
    case .boolean: return .booleans(values { $0 != 0 })
    case .string:
      return .strings(try texts(values { $0 }, bytes, from: 9 * count, of: name))
    }
  }

  private static func texts(
    _ lengths: [UInt64?], _ bytes: UnsafeBufferPointer<UInt8>, from begin: Int, of name: String
  ) throws(CallError) -> [String?] {
    var texts: [String?] = []
    texts.reserveCapacity(lengths.count)
    var place = begin
    for length in lengths {
      guard let length else {
        texts.append(nil)
        continue
      }
      guard length <= UInt64(bytes.count - place) else {
        throw CallError(
          .badGraph, "the column \"\(name)\" ends before the text of row \(texts.count)")
      }
      let end = place + Int(length)
      texts.append(String(decoding: bytes[place..<end], as: UTF8.self))
      place = end
    }
    return texts
  }
}
