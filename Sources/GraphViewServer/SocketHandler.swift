import GraphView
import NIOCore
import NIOWebSocket
import Synchronization

/// The limits of a socket.
struct SocketLimits: Sendable {
  var messageBytes = 64 << 10
  var messagesPerSecond = 2000
  /// The time without input from a viewer after which it is pinged.
  var pingAfter = TimeAmount.seconds(10)
  /// The time without any traffic after which the connection is closed.
  var goneAfter = TimeAmount.seconds(30)
  /// The maximum number of messages queued for the session; above it reading pauses.
  var queue = 64
  /// The number of unsent bytes above which the session executes no more commands of this viewer.
  /// At twice that number the viewer is disconnected.
  var unsentBytes = 4 << 20
}

/// The WebSocket of a viewer: converts frames of RFC 6455 to messages of the session, and vice
/// versa.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let host: any GraphViewHost
  private let limits: SocketLimits
  private let tasks: TaskCount
  private var context: ChannelHandlerContext?
  private var input: AsyncStream<ViewerInput>.Continuation?
  private var task: Task<Void, Never>?
  private var timer: RepeatedTask?

  private var queued = 0
  private var isReading = true
  private var parts: Parts?
  private var second = NIODeadline.now()
  private var countInSecond = 0
  private var lastInput = NIODeadline.now()
  private var lastOutput = NIODeadline.now()
  private let outbox: Outbox
  /// The context from which chunks are written.
  private var encoder: ChannelHandlerContext?
  private var isSending = false
  private var isPieceUnderWay = false
  private var isClosing = false
  /// True if the client has accepted compressed messages.
  private let compresses: Bool
  /// The compressor of the message that is being sent; nil if it is sent as it is.
  private var deflater: Deflater?

  /// The fragments of a message that has not ended.
  private struct Parts {
    var opcode: WebSocketOpcode
    var bytes: [UInt8]
    var isCompressed: Bool
  }

  init(
    _ host: any GraphViewHost, _ limits: SocketLimits, _ tasks: TaskCount, compresses: Bool = false
  ) {
    (self.host, self.limits, self.tasks, self.compresses) = (host, limits, tasks, compresses)
    outbox = Outbox(bound: 2 * limits.unsentBytes)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
    let (stream, input) = AsyncStream<ViewerInput>.makeStream()
    self.input = input
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let host = host
    let (outbox, mostUnsent) = (outbox, limits.unsentBytes)
    let send: @Sendable (ViewerOutput) -> Void = { output in
      if case .close(let code, let reason) = output {
        loop.execute { bound.value.close(WebSocketErrorCode(codeNumber: Int(code)), reason) }
      } else {
        Self.send(.output(output), outbox, bound)
      }
    }
    let tasks = tasks
    tasks.begin()
    task = Task {
      defer { tasks.end() }
      guard let viewer = await host.attach(send) else {
        return send(.close(code: 1013, reason: "There are as many viewers as there may be"))
      }
      for await message in stream {
        await host.receive(message, from: viewer)
        loop.execute { bound.value.messageDone() }
        while outbox.count > mostUnsent, !Task.isCancelled {
          try? await Task.sleep(for: .milliseconds(10))
        }
      }
      await host.detach(viewer)
    }
    timer = loop.scheduleRepeatedTask(
      initialDelay: limits.pingAfter / 2, delay: limits.pingAfter / 2
    ) { _ in bound.value.checkLife() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A viewer that has closed its output is gone: it could not even acknowledge a frame.
    if case ChannelEvent.inputClosed = event {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func end() {
    timer?.cancel()
    input?.finish()
    task?.cancel()
    outbox.end()
    (context, encoder) = (nil, nil)
    (parts, deflater) = (nil, nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Errors after a protocol error are ignored, so that the close reason can arrive.
    guard !isClosing else { return }
    guard let error = error as? NIOWebSocketError else { return context.close(promise: nil) }
    close(error == .invalidFrameLength ? .messageTooLarge : .protocolError, "")
  }

  // MARK: From the viewer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !isClosing else { return }
    lastInput = .now()
    // Only the first frame of a message says that it is compressed.
    let mayBeCompressed = compresses && (frame.opcode == .text || frame.opcode == .binary)
    guard frame.maskKey != nil, !frame.rsv1 || mayBeCompressed, !frame.rsv2, !frame.rsv3 else {
      return close(.protocolError, "frames must be masked, and compressed only as agreed")
    }
    guard isSlowEnough() else {
      return close(.policyViolation, "more than \(limits.messagesPerSecond) messages a second")
    }
    let bytes = Array(frame.unmaskedData.readableBytesView)
    switch frame.opcode {
    case .ping: send(.pong, bytes)
    case .pong: break
    case .connectionClose: close(.normalClosure, "")
    case .text, .binary:
      guard parts == nil else { return close(.protocolError, "a message within a message") }
      take(
        Parts(opcode: frame.opcode, bytes: bytes, isCompressed: frame.rsv1), isLast: frame.fin)
    case .continuation:
      guard var begun = parts else {
        return close(.protocolError, "a continuation of nothing")
      }
      begun.bytes += bytes
      take(begun, isLast: frame.fin)
    default: close(.protocolError, "a frame of an unknown kind")
    }
  }

  private func take(_ begun: Parts, isLast: Bool) {
    let limit = limits.messageBytes
    var bytes = begun.bytes
    guard bytes.count <= limit else {
      return close(.messageTooLarge, "more than \(limit) bytes in a message")
    }
    guard isLast else {
      parts = begun
      return
    }
    parts = nil
    if begun.isCompressed {
      do { bytes = try SocketCompression.inflated(bytes, limit: limit) } catch {
        return error == .size
          ? close(.messageTooLarge, "more than \(limit) bytes in a message")
          : close(.dataInconsistentWithMessage, "a message that is not compressed as agreed")
      }
    }
    let message: ViewerInput
    if begun.opcode == .text {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return close(.dataInconsistentWithMessage, "text that is not UTF-8")
      }
      message = .text(text)
    } else {
      message = .binary(bytes)
    }
    queued += 1
    input?.yield(message)
    if queued >= limits.queue { setReading(false) }
  }

  private func messageDone() {
    queued -= 1
    if queued <= limits.queue / 2 { setReading(true) }
  }

  private func setReading(_ isOn: Bool) {
    guard isReading != isOn, let context else { return }
    isReading = isOn
    _ = context.channel.setOption(.autoRead, value: isOn)
  }

  private func isSlowEnough() -> Bool {
    let now = NIODeadline.now()
    if now - second >= .seconds(1) { (second, countInSecond) = (now, 0) }
    countInSecond += 1
    return countInSecond <= limits.messagesPerSecond
  }

  // MARK: To the viewer

  /// Queues a message. The session calls this in the order of its messages, from any thread.
  private static func send(
    _ message: Outbox.Message, _ outbox: Outbox, _ handler: NIOLoopBound<SocketHandler>
  ) {
    switch outbox.add(message) {
    case .isFirst: handler.eventLoop.execute { handler.value.sendWaiting() }
    // The viewer would not read a reason either. Its page reconnects and gets the complete state.
    case .overflows: handler.eventLoop.execute { handler.value.context?.close(promise: nil) }
    case .waits, .isDropped: break
    }
  }

  private func send(_ opcode: WebSocketOpcode, _ bytes: [UInt8]) {
    guard let context else { return }
    Self.send(
      .control(opcode, bytes), outbox, NIOLoopBound(self, eventLoop: context.eventLoop))
  }

  /// Sends the queued chunks one at a time, as fast as the connection accepts them.
  private func sendWaiting() {
    // A chunk that is written immediately calls this function again.
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !isPieceUnderWay, let context, let encoder, let piece = outbox.next() {
      isPieceUnderWay = true
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      let promise = context.eventLoop.makePromise(of: Void.self)
      promise.futureResult.whenComplete { _ in bound.value.sent(piece) }
      // The chunks already contain frame headers.
      encoder.writeAndFlush(NIOAny(buffer(of: piece, context)), promise: promise)
    }
  }

  private func buffer(of piece: Outbox.Piece, _ context: ChannelHandlerContext) -> ByteBuffer {
    if piece.isFirst {
      deflater = compresses && piece.message.isWorthDeflating ? Deflater() : nil
    }
    guard let deflater else { return piece.buffer(context.channel.allocator) }
    if piece.isLast { self.deflater = nil }
    return piece.buffer(context.channel.allocator, deflatedBy: deflater)
  }

  private func sent(_ piece: Outbox.Piece) {
    isPieceUnderWay = false
    lastOutput = .now()
    outbox.sent(piece)
    if piece.message.opcode == .connectionClose {
      outbox.end()
      context?.channel.closeSlowly()
    } else {
      sendWaiting()
    }
  }

  private func close(_ code: WebSocketErrorCode, _ reason: String) {
    guard let context, !isClosing else { return }
    isClosing = true
    var buffer = context.channel.allocator.buffer(capacity: 128)
    buffer.write(webSocketErrorCode: code)
    // A control frame has at most 125 bytes.
    buffer.writeString(String(reason.prefix(60)))
    let bytes = Array(buffer.readableBytesView)
    send(.connectionClose, bytes.count <= 125 ? bytes : Array(bytes.prefix(2)))
    // A timeout closes connections to viewers that do not read.
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private func checkLife() {
    guard let context else { return }
    let now = NIODeadline.now()
    // A viewer on a slow connection may send nothing while it receives a large graph.
    let isIdle = outbox.count == 0
    if isIdle { lastOutput = now }
    let last = isIdle ? lastInput : lastOutput
    if now - last > limits.goneAfter {
      context.close(promise: nil)
    } else if isIdle, now - lastInput > limits.pingAfter {
      send(.ping, [])
    }
  }
}

/// Counts the running tasks of sockets.
final class TaskCount: Sendable {
  private let tasks = Atomic<Int>(0)
  private let memory = FreedMemory()
  var count: Int { tasks.load(ordering: .acquiring) }

  func begin() { tasks.add(1, ordering: .acquiringAndReleasing) }

  func end() {
    tasks.subtract(1, ordering: .acquiringAndReleasing)
    memory.giveBack()
  }
}

extension TimeAmount {
  fileprivate static func / (amount: TimeAmount, divisor: Int64) -> TimeAmount {
    .nanoseconds(amount.nanoseconds / divisor)
  }
}
