import GraphView
import NIOCore
import NIOWebSocket
import Synchronization

/// What is to be sent to a viewer and has not left yet, in its sequence.
///
/// All that is sent passes here, whoever asked for it, so the bound of the bytes holds for all of it.
/// Messages that viewers share are in memory once: each becomes bytes of a connection piece by piece,
/// as the connection takes them.
final class Outbox: Sendable {
  /// What became of a message that was added.
  enum Addition {
    /// It waits.
    case waits
    /// It is the first, and somebody has to begin to send.
    case isFirst
    /// There is too much: the viewer does not read. All is dropped, and nothing more is taken.
    case overflows
    /// It is dropped, as the connection ends.
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
    /// The bytes of the first message that have left.
    var begun = 0
    var bytes = 0
    /// The bytes of the greatest message that waits.
    var greatest = 0
    var isSending = false
    var hasEnded = false
  }

  /// A piece of a message that is sent.
  struct Piece {
    var message: Message
    var range: Range<Int>
    var isLast: Bool { range.upperBound == message.count }
  }

  /// What a message takes besides its bytes.
  private static let overhead = 64
  /// Pieces are small, as each connection has one in memory, and as a viewer on a slow line is there
  /// as long as one leaves now and then.
  static let pieceBytes = 128 << 10

  /// The bytes that may wait besides those of the greatest message: a graph alone may take more than
  /// any bound.
  private let bound: Int
  private let state = Mutex(State())

  init(bound: Int) { self.bound = bound }

  /// The bytes that wait.
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

  /// Drops all, and takes nothing more.
  func end() {
    state.withLock { state in
      state = State()
      state.hasEnded = true
    }
  }

  /// The next piece; nil when there is none, and then the next message is a first one.
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

  /// The piece has left.
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
  /// The bytes of a connection: those of the message, after the beginning of its frame (RFC 6455,
  /// 5.2).
  func buffer(_ allocator: ByteBufferAllocator) -> ByteBuffer {
    var buffer = allocator.buffer(capacity: range.count + 10)
    if range.lowerBound == 0 {
      buffer.writeInteger(0x80 | UInt8(webSocketOpcode: message.opcode))
      switch message.count {
      case ..<126: buffer.writeInteger(UInt8(message.count))
      case ..<65536:
        buffer.writeInteger(126 as UInt8)
        buffer.writeInteger(UInt16(message.count))
      default:
        buffer.writeInteger(127 as UInt8)
        buffer.writeInteger(UInt64(message.count))
      }
    }
    switch message {
    case .output(.text(let text)):
      buffer.writeBytes(text.utf8.dropFirst(range.lowerBound).prefix(range.count))
    case .output(.binary(let head, let body)):
      let inHead = range.clamped(to: 0..<head.count)
      buffer.writeBytes(head[inHead])
      let begin = max(range.lowerBound - head.count, 0)
      buffer.writeBytes(body[begin..<max(range.upperBound - head.count, begin)])
    case .output(.close): break
    case .control(_, let bytes): buffer.writeBytes(bytes[range])
    }
    return buffer
  }
}
