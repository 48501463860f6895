/// The frame around a checkpoint's payload: "FORCESIM", the version (4 bytes), the payload's length
/// (8 bytes), the payload, and a checksum of all that (8 bytes). Numbers are little-endian.
package enum CheckpointFrame {
  package static let magic = Array("FORCESIM".utf8)
  /// The beginning of the states that `DistributedSimulation` saves.
  package static let magicOfRanks = Array("FRANKS01".utf8)
  /// The supported versions; the last one is written. Version 2 has no measured errors of trees.
  fileprivate static let versions: ClosedRange<UInt32> = 2...3
  private static let headLength = 20

  static func frame(_ payload: ByteWriter) -> [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(headLength + payload.bytes.count + 8)
    writer.bytes += magic
    writer.write(payload.version)
    writer.write(UInt64(payload.bytes.count))
    writer.bytes += payload.bytes
    writer.write(FNV1a.hash(writer.bytes[...]))
    return writer.bytes
  }

  /// A reader of the payload of a checkpoint, once its frame has been checked.
  static func reader(of bytes: [UInt8]) throws(SimulationError) -> ByteReader {
    if bytes.starts(with: magicOfRanks) {
      throw .unreadableCheckpoint(
        "it is a state that ranks have saved: DistributedSimulation.restoreState(from:) reads it, also on "
          + "one rank, and gather(into:) then puts it into a Simulation")
    }
    guard bytes.starts(with: magic.prefix(bytes.count)), !bytes.isEmpty else {
      throw .unreadableCheckpoint("it does not begin as one")
    }
    guard bytes.count >= headLength + 8 else {
      throw .unreadableCheckpoint("it is cut off after \(bytes.count) bytes")
    }
    var head = ByteReader(bytes[magic.count..<headLength])
    let version = try head.read(UInt32.self)
    guard versions.contains(version) else {
      throw .unreadableCheckpoint(
        "it is of version \(version); this release reads versions \(versions.lowerBound) to "
          + "\(versions.upperBound)")
    }
    let length = try head.read(UInt64.self)
    guard length == UInt64(bytes.count - headLength - 8) else {
      throw .unreadableCheckpoint(
        "it has \(bytes.count) bytes where \(length &+ UInt64(headLength + 8)) were written")
    }
    let end = bytes.count - 8
    var tail = ByteReader(bytes[end...])
    guard try tail.read(UInt64.self) == FNV1a.hash(bytes[..<end]) else {
      throw .unreadableCheckpoint("its checksum is wrong: it has been altered")
    }
    return ByteReader(bytes[headLength..<end], version: version)
  }
}

/// The hash function FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923).
package enum FNV1a {
  package static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBufferPointer { bytes in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return hash
    }
  }
}

// MARK: Bytes

/// Writes numbers as little-endian bytes.
struct ByteWriter {
  var bytes: [UInt8] = []
  /// The byte ranges of the lists of numbers, with the number of bytes per element.
  private(set) var lists: [(bytes: Range<Int>, stride: Int)] = []
  /// True if a force with code has been written, whose content the bytes do not describe.
  var hasCode = false
  /// The version of the checkpoint: the last one, except for hashes of an older release.
  var version = CheckpointFrame.versions.upperBound

  mutating func write<T: FixedWidthInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write<T: SimulationScalar>(_ value: T) {
    if T.self == Float.self {
      write(Float(value).bitPattern)
    } else {
      write(Double(value).bitPattern)
    }
  }

  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write<T: SimulationScalar>(_ values: [T]) {
    write(UInt64(values.count))
    let begin = bytes.count
    for value in values { write(value) }
    lists.append((begin..<bytes.count, MemoryLayout<T>.size))
  }

  mutating func write<Vector: SimulationVector>(vector: Vector) {
    for axis in 0..<Vector.scalarCount { write(vector[axis]) }
  }
}

extension ByteWriter {
  /// Returns the difference of two forces, from 0 to 1: the largest fraction of changed numbers of
  /// a list; 1 if anything else differs, such as a number common to all nodes. O(bytes).
  func difference(from old: ByteWriter) -> Double {
    guard !hasCode, !old.hasCode, bytes.count == old.bytes.count,
      lists.elementsEqual(old.lists, by: ==)
    else { return 1 }
    var (share, end) = (0.0, 0)
    for (list, stride) in lists {
      guard bytes[end..<list.lowerBound] == old.bytes[end..<list.lowerBound] else { return 1 }
      let changed = Swift.stride(from: list.lowerBound, to: list.upperBound, by: stride)
        .reduce(0) { count, begin in
          let number = begin..<begin + stride
          return bytes[number] == old.bytes[number] ? count : count + 1
        }
      share = max(share, Double(changed * stride) / Double(max(list.count, 1)))
      end = list.upperBound
    }
    return bytes[end...] == old.bytes[end...] ? share : 1
  }
}

/// Reads numbers from bytes. Reading beyond the end throws.
struct ByteReader {
  private var bytes: ArraySlice<UInt8>
  /// The version of the checkpoint.
  let version: UInt32

  init(_ bytes: ArraySlice<UInt8>, version: UInt32 = 0) {
    self.bytes = bytes
    self.version = version
  }

  mutating func read<T: FixedWidthInteger>(_: T.Type) throws(SimulationError) -> T {
    let size = MemoryLayout<T>.size
    guard bytes.count >= size else { throw .unreadableCheckpoint("a number is cut off") }
    var value: T = 0
    for (place, byte) in bytes.prefix(size).enumerated() { value |= T(byte) << T(8 * place) }
    bytes.removeFirst(size)
    return value
  }

  mutating func readFlag() throws(SimulationError) -> Bool { try read(UInt8.self) != 0 }

  mutating func read<T: SimulationScalar>(_: T.Type) throws(SimulationError) -> T {
    T.self == Float.self
      ? T(Float(bitPattern: try read(UInt32.self))) : T(Double(bitPattern: try read(UInt64.self)))
  }

  /// Reads the count of the items that follow, each of at least `size` bytes. Throws when the rest
  /// is too short for them.
  mutating func readCount(of size: Int) throws(SimulationError) -> Int {
    let count = try read(UInt64.self)
    guard count <= UInt64(bytes.count / max(size, 1)) else {
      throw .unreadableCheckpoint("a list is longer than the rest of it")
    }
    return Int(count)
  }

  /// Throws if bytes are left.
  func checkEnd() throws(SimulationError) {
    guard bytes.isEmpty else { throw .unreadableCheckpoint("something follows its end") }
  }

  mutating func readText() throws(SimulationError) -> String {
    let count = try readCount(of: 1)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    bytes.removeFirst(count)
    return text
  }

  mutating func readArray<T: SimulationScalar>(_: T.Type) throws(SimulationError) -> [T] {
    let count = try readCount(of: MemoryLayout<T>.size)
    var values: [T] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try read(T.self)) }
    return values
  }

  mutating func readVector<Vector: SimulationVector>(
    _: Vector.Type
  ) throws(SimulationError) -> Vector {
    var vector = Vector.zero
    for axis in 0..<Vector.scalarCount { vector[axis] = try read(Vector.Scalar.self) }
    return vector
  }
}
