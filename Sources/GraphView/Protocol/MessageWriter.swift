/// Writes a binary message: little-endian, every array aligned to 4 bytes.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Float) { append(number.bitPattern) }

  /// Appends all numbers of an array, and zeros up to a multiple of 4 bytes.
  mutating func append<Number: FixedWidthInteger>(all numbers: [Number]) {
    if Number(1).littleEndian == 1 {
      numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    } else {
      for number in numbers { append(number) }
    }
    pad()
  }

  mutating func append(all numbers: [Float]) { append(all: numbers.map(\.bitPattern)) }

  /// Appends a text, preceded by its length and padded with zeros.
  mutating func append(counted text: [UInt8]) {
    append(UInt32(clamping: text.count))
    append(all: text)
  }

  /// Appends the end offset of each text, then the texts.
  mutating func append(texts: [String]) {
    var ends: [UInt32] = []
    var all: [UInt8] = []
    ends.reserveCapacity(texts.count)
    for text in texts {
      all.append(contentsOf: text.utf8)
      ends.append(UInt32(clamping: all.count))
    }
    append(all: ends)
    append(all: all)
  }

  /// Appends zeros up to a multiple of 4 bytes.
  mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}

/// The header of every binary message to the page: 16 bytes.
struct MessageHeader: Hashable {
  enum Kind: UInt8 {
    case graph = 1
    case positions, looks, labels, file, column
  }

  static let length = 16

  var kind: Kind
  var flags: UInt8 = 0
  /// The epoch of the graph to whose indices the message refers; 0 if it has none.
  var epoch: UInt32 = 0
  /// The sequence number of a frame of positions, which the acknowledgement repeats.
  var sequence: UInt32 = 0
  var count: Int = 0

  func write(to writer: inout MessageWriter) {
    writer.append(kind.rawValue)
    writer.append(flags)
    writer.append(UInt16(0))
    writer.append(epoch)
    writer.append(sequence)
    writer.append(UInt32(clamping: count))
  }
}
