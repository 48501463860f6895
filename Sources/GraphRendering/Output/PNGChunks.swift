/// The metadata of a PNG file (ISO/IEC 15948).
enum PNGChunks {
  /// The length of the signature and the header, after which other chunks may follow.
  private static let begin = 33

  /// Returns the file with its resolution, a title and the name of the software.
  static func added(to png: [UInt8], title: String, pixelsPerPoint: Double) -> [UInt8] {
    guard png.count > begin else { return png }
    // A point is 1/72 inch, and an inch 25.4 mm.
    let perMeter = UInt32(min((pixelsPerPoint * 72 / 0.0254).rounded(), Double(Int32.max)))
    let resolution = bytes(perMeter) + bytes(perMeter) + [1]
    return png[..<begin] + chunk("pHYs", resolution)
      + chunk("iTXt", text("Title", title))
      + chunk("iTXt", text("Software", "swift-force-simulation")) + png[begin...]
  }

  /// Returns an uncompressed text chunk in UTF-8 without a language.
  private static func text(_ keyword: String, _ value: String) -> [UInt8] {
    Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(value.utf8)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { (shift: UInt32) in UInt8(truncatingIfNeeded: number >> shift) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bytes(UInt32(content.count)) + named + bytes(checksum(named))
  }

  /// Returns the CRC-32, computed bit by bit, as chunks are short.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~0 as UInt32
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}
