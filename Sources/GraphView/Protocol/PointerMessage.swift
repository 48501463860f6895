/// A message that a viewer sends at the rate of pointer events: 24 bytes.
struct PointerMessage: Hashable {
  enum Action: Hashable {
    case hold
    /// Releases the node. If it does not stay pinned, the point is its velocity.
    case release(staysPinned: Bool)
    case acknowledge
  }

  static let length = 24

  var action: Action
  /// The low 16 bits of the epoch to which `node` belongs; 0 if the page does not specify it.
  var epoch: UInt16
  /// The number of the command; in an acknowledgement, the sequence number of the frame.
  var command: UInt32
  var node: UInt32
  /// A point or a velocity; in an acknowledgement, x is the drawing time in milliseconds.
  var point: SIMD3<Float>

  /// The reason why a message is invalid.
  enum Problem: Error, Hashable {
    case length(Int)
    case kind(UInt8)

    var description: String {
      switch self {
      case .length(let length):
        "a binary message has \(PointerMessage.length) bytes, not \(length)"
      case .kind(let kind): "there is no binary message of kind \(kind)"
      }
    }
  }

  init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count == Self.length else { throw .length(bytes.count) }
    func word(at place: Int) -> UInt32 {
      (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }
    switch bytes[0] {
    case 1: action = .hold
    case 2: action = .release(staysPinned: bytes[1] & 1 != 0)
    case 3: action = .acknowledge
    default: throw .kind(bytes[0])
    }
    epoch = UInt16(bytes[2]) | UInt16(bytes[3]) << 8
    command = word(at: 4)
    node = word(at: 8)
    point = SIMD3(
      Float(bitPattern: word(at: 12)), Float(bitPattern: word(at: 16)),
      Float(bitPattern: word(at: 20)))
  }

  /// True if all three numbers are finite.
  var isFinite: Bool { point.x.isFinite && point.y.isFinite && point.z.isFinite }
}
