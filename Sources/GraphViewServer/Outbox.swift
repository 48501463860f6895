import GraphView
import NIOCore
import NIOWebSocket
import Synchronization

/// The queue of messages to a viewer.
///
/// All output passes through it, so the limit of bytes covers everything. Messages that viewers
/// share are in memory only once: each is converted to bytes of a connection in chunks, as fast as
/// the connection accepts them.
final class Outbox: Sendable {
  /// The result of adding a message.
  enum Addition {
    /// It is queued.
    case waits
    /// It is the first one, so the caller must start sending.
    case isFirst
    /// The limit is exceeded, as the viewer does not read. Everything is dropped, and nothing more
    /// is accepted.
    case overflows
    /// It is dropped, as the connection is closing.
    case isDropped
  }

  /// A message of a session, or a control frame.
  enum Message {
    case output(ViewerOutput)
    case control(WebSocketOpcode, [UInt8])

    var opcode: WebSocketOpcode {
      switch self {
      case .output(.text): .text
      case .output(.binary): .binary
      case .output(.close): .connectionClose
      case .control(let opcode, _): opcode
      }
    }

    /// True for texts, graphs and labels. Frames of positions, which have a shared body, hardly
    /// shrink, and must not wait; short messages do not shrink either.
    var isWorthDeflating: Bool {
      switch self {
      case .output(.text), .output(.binary(_, [])): count >= 256
      default: false
      }
    }

    var count: Int {
      switch self {
      case .output(.text(let text)): text.utf8.count
      case .output(.binary(let head, let body)): head.count + body.count
      case .output(.close): 0
      case .control(_, let bytes): bytes.count
      }
    }
  }

  private struct State {
    var waiting = CircularBuffer<Message>()
    /// The number of bytes of the first message that have been sent.
    var begun = 0
    var bytes = 0
    /// The size of the largest queued message, in bytes.
    var greatest = 0
    var isSending = false
    var hasEnded = false
  }

  /// A chunk of a message.
  struct Piece {
    var message: Message
    var range: Range<Int>
    var isFirst: Bool { range.lowerBound == 0 }
    var isLast: Bool { range.upperBound == message.count }
  }

  /// The assumed overhead of a message, in bytes.
  private static let overhead = 64
  /// The size of chunks. It is small, since each connection has one in memory, and since a viewer
  /// on a slow connection counts as alive while chunks are sent.
  static let pieceBytes = 128 << 10

  /// The maximum number of queued bytes in addition to the largest message, since a single graph
  /// may exceed any limit.
  private let bound: Int
  private let state = Mutex(State())

  init(bound: Int) { self.bound = bound }

  /// The number of queued bytes.
  var count: Int { state.withLock { $0.bytes } }

  func add(_ message: Message) -> Addition {
    state.withLock { state in
      guard !state.hasEnded else { return .isDropped }
      let count = message.count + Self.overhead
      let greatest = max(state.greatest, count)
      guard state.bytes + count <= bound + greatest else {
        state = State()
        state.hasEnded = true
        return .overflows
      }
      state.waiting.append(message)
      state.bytes += count
      state.greatest = greatest
      defer { state.isSending = true }
      return state.isSending ? .waits : .isFirst
    }
  }

  /// Drops all messages, and accepts no more.
  func end() {
    state.withLock { state in
      state = State()
      state.hasEnded = true
    }
  }

  /// Returns the next chunk; nil if there is none, in which case the next message is a first one.
  func next() -> Piece? {
    state.withLock { state in
      guard let message = state.waiting.first else {
        state.isSending = false
        return nil
      }
      return Piece(
        message: message,
        range: state.begun..<min(message.count, state.begun + Self.pieceBytes))
    }
  }

  /// Records that a chunk has been sent.
  func sent(_ piece: Piece) {
    state.withLock { state in
      guard let message = state.waiting.first else { return }
      state.begun = piece.range.upperBound
      guard piece.isLast else { return }
      state.waiting.removeFirst()
      state.begun = 0
      state.bytes -= message.count + Self.overhead
      if state.waiting.isEmpty { state.greatest = 0 }
    }
  }
}

extension Outbox.Piece {
  /// Returns the bytes for the connection: the chunk, preceded by the frame header if it is the
  /// first (RFC 6455, 5.2).
  func buffer(_ allocator: ByteBufferAllocator) -> ByteBuffer {
    var buffer = allocator.buffer(capacity: range.count + 10)
    if isFirst {
      buffer.writeFrameHead(0x80 | UInt8(webSocketOpcode: message.opcode), count: message.count)
    }
    buffer.writeBytes(bytes)
    return buffer
  }

  /// Returns the chunk as a compressed fragment of its message (RFC 6455, 5.4, and RFC 7692, 6.1).
  func buffer(_ allocator: ByteBufferAllocator, deflatedBy deflater: Deflater) -> ByteBuffer {
    let payload = deflater.deflate(bytes, isLast: isLast)
    var buffer = allocator.buffer(capacity: payload.count + 10)
    // The first fragment has the opcode and the mark of compression, RSV1.
    let head: UInt8 = isFirst ? 0x40 | UInt8(webSocketOpcode: message.opcode) : 0
    buffer.writeFrameHead(isLast ? 0x80 | head : head, count: payload.count)
    buffer.writeBytes(payload)
    return buffer
  }

  /// The bytes of the chunk.
  private var bytes: [UInt8] {
    switch message {
    case .output(.text(let text)):
      return Array(text.utf8.dropFirst(range.lowerBound).prefix(range.count))
    case .output(.binary(let head, let body)):
      let begin = max(range.lowerBound - head.count, 0)
      return Array(head[range.clamped(to: 0..<head.count)])
        + body[begin..<max(range.upperBound - head.count, begin)]
    case .output(.close): return []
    case .control(_, let bytes): return Array(bytes[range])
    }
  }
}

extension ByteBuffer {
  /// Writes the header of a frame without a mask.
  fileprivate mutating func writeFrameHead(_ first: UInt8, count: Int) {
    writeInteger(first)
    switch count {
    case ..<126: writeInteger(UInt8(count))
    case ..<65536:
      writeInteger(126 as UInt8)
      writeInteger(UInt16(count))
    default:
      writeInteger(127 as UInt8)
      writeInteger(UInt64(count))
    }
  }
}
