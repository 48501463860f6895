/// What stands beside the pixels in a PNG file (ISO/IEC 15948).
enum PNGChunks {
  /// The length of the signature and of the header, behind which other chunks may stand.
  private static let begin = 33

  /// The file with its resolution, a title and what made it.
  static func added(to png: [UInt8], title: String, pixelsPerPoint: Double) -> [UInt8] {
    guard png.count > begin else { return png }
    // A point is 1/72 of 25.4 mm.
    let perMeter = UInt32(min((pixelsPerPoint * 72 / 0.0254).rounded(), Double(Int32.max)))
    let resolution = bytes(perMeter) + bytes(perMeter) + [1]
    return png[..<begin] + chunk("pHYs", resolution)
      + chunk("iTXt", text("Title", title))
      + chunk("iTXt", text("Software", "swift-force-simulation")) + png[begin...]
  }

  /// Text as UTF-8: keyword, not compressed, no language.
  private static func text(_ keyword: String, _ value: String) -> [UInt8] {
    Array(keyword.utf8) + [0, 0, 0, 0, 0] + Array(value.utf8)
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bytes(UInt32(content.count)) + named + bytes(checksum(named))
  }

  /// CRC-32, bit by bit: chunks are short.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }
}
