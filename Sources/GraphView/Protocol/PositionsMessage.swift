import ForceSimulation

/// The positions of all nodes: kind 2. `body` has the bytes that all viewers share; the header and
/// the fields of one viewer precede it.
struct PositionsMessage: Sendable {
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    static let float32 = Flags(rawValue: 1)
    static let isHot = Flags(rawValue: 2)
    static let isFinal = Flags(rawValue: 4)
    static let isPaused = Flags(rawValue: 8)
    static let inSpace = Flags(rawValue: 16)
  }

  var flags: Flags
  var epoch: UInt32
  var tick: UInt32
  var alpha: Float
  var nodeCount: Int
  /// The bounding box and the coordinates.
  var body: [UInt8]

  /// Returns the first 32 bytes of the message, which are specific to one viewer.
  ///
  /// - Parameters:
  ///   - sequence: the sequence number of the frame for this viewer.
  ///   - command: the highest number of this viewer's commands that the frame reflects.
  func head(sequence: UInt32, command: UInt32) -> [UInt8] {
    var writer = MessageWriter(capacity: 32)
    MessageHeader(
      kind: .positions, flags: flags.rawValue, epoch: epoch, sequence: sequence, count: nodeCount
    ).write(to: &writer)
    writer.append(tick)
    writer.append(alpha)
    writer.append(command)
    writer.append(UInt32(0))
    return writer.bytes
  }
}

extension PositionsMessage {
  /// Encodes the bounding box of the nodes, then the coordinates x, y (and z) of each node. With 16
  /// bits, a value v means low + v / 65535 * (high - low). O(nodes).
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD3<Float>)
  static func body<Vector: SimulationVector>(
    _ positions: UnsafeBufferPointer<Vector>, isFloat32: Bool
  ) -> [UInt8] {
    var (low, high) = (Vector(repeating: .infinity), Vector(repeating: -.infinity))
    for position in positions {
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
    if positions.isEmpty { (low, high) = (.zero, .zero) }
    let axes = Vector.scalarCount
    let count = positions.count * axes
    let boxLength = 8 * axes
    let length = boxLength + (isFloat32 ? 4 * count : (2 * count + 3) / 4 * 4)
    return [UInt8](unsafeUninitializedCapacity: length) { bytes, initialized in
      let raw = UnsafeMutableRawBufferPointer(bytes)
      for axis in 0..<axes {
        raw.storeBytes(of: Float(low[axis]).word, toByteOffset: 4 * axis, as: UInt32.self)
        raw.storeBytes(
          of: Float(high[axis]).word, toByteOffset: 4 * (axes + axis), as: UInt32.self)
      }
      if isFloat32 {
        write(positions, to: raw, from: boxLength)
      } else {
        quantize(positions, low, high, to: raw, from: boxLength)
        for place in boxLength + 2 * count..<length { raw[place] = 0 }
      }
      initialized = length
    }
  }

  @inline(__always)
  private static func write<Vector: SimulationVector>(
    _ positions: UnsafeBufferPointer<Vector>, to raw: UnsafeMutableRawBufferPointer, from begin: Int
  ) {
    var place = begin
    for position in positions {
      for axis in 0..<Vector.scalarCount {
        raw.storeBytes(of: Float(position[axis]).word, toByteOffset: place, as: UInt32.self)
        place += 4
      }
    }
  }

  @inline(__always)
  private static func quantize<Vector: SimulationVector>(
    _ positions: UnsafeBufferPointer<Vector>, _ low: Vector, _ high: Vector,
    to raw: UnsafeMutableRawBufferPointer, from begin: Int
  ) {
    // The terms are halved, as the width of a box of finite numbers may overflow.
    var factor = Vector.zero
    for axis in 0..<Vector.scalarCount {
      let half = high[axis] / 2 - low[axis] / 2
      factor[axis] = half > 0 ? 32767.5 / half : 0
      if !factor[axis].isFinite { factor[axis] = 0 }
    }
    var place = begin
    for position in positions {
      for axis in 0..<Vector.scalarCount {
        let value = (position[axis] / 2 - low[axis] / 2) * factor[axis] * 2
        let step: UInt16 = value > 0 ? (value < 65535 ? UInt16(value.rounded()) : .max) : 0
        raw.storeBytes(of: step.littleEndian, toByteOffset: place, as: UInt16.self)
        place += 2
      }
    }
  }
}

extension Float {
  /// The little-endian bits. Numbers beyond the range of Float are clamped.
  fileprivate var word: UInt32 {
    let largest = Float.greatestFiniteMagnitude
    let finite = isNaN ? 0 : Swift.min(Swift.max(self, -largest), largest)
    return finite.bitPattern.littleEndian
  }
}
