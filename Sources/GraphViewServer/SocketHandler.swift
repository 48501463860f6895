#if Server

import GraphView
import NIOCore
import NIOWebSocket
import Synchronization

/// The limits of a socket.
struct SocketLimits: Sendable {
  var messageBytes = 64 << 10
  var messagesPerSecond = 2000
  /// When a viewer has sent nothing for so long, it is asked whether it is there.
  var pingAfter = TimeAmount.seconds(10)
  /// When nothing comes or goes for so long, it is gone.
  var goneAfter = TimeAmount.seconds(30)
  /// Messages that wait for the session; then no more is read.
  var queue = 64
  /// Bytes that wait to be sent; then the session does no more for this viewer.
  var unsentBytes = 16 << 20
}

/// A viewer's socket: frames of RFC 6455 to messages of the session, and back.
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
  private var parts: (opcode: WebSocketOpcode, bytes: [UInt8])?
  private var second = NIODeadline.now()
  private var countInSecond = 0
  private var lastInput = NIODeadline.now()
  private var lastOutput = NIODeadline.now()
  private let unsent = Unsent()
  private var isClosing = false

  init(_ host: any GraphViewHost, _ limits: SocketLimits, _ tasks: TaskCount) {
    (self.host, self.limits, self.tasks) = (host, limits, tasks)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let (stream, input) = AsyncStream<ViewerInput>.makeStream()
    self.input = input
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let host = host
    let (unsent, mostUnsent) = (unsent, limits.unsentBytes)
    let send: @Sendable (ViewerOutput) -> Void = { output in
      unsent.add(output.count)
      loop.execute { bound.value.write(output) }
    }
    let tasks = tasks
    tasks.add(1)
    task = Task {
      defer { tasks.add(-1) }
      guard let viewer = await host.attach(send) else {
        return send(.close(code: 1013, reason: "There are as many viewers as there may be"))
      }
      for await message in stream {
        await host.receive(message, from: viewer)
        loop.execute { bound.value.messageDone() }
        while unsent.count > mostUnsent, !Task.isCancelled {
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
    // A viewer that sends nothing more is gone: it cannot even say that it has drawn a frame.
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
    context = nil
    parts = nil
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Errors of the protocol have been answered by the handler before.
    if !(error is NIOWebSocketError) { context.close(promise: nil) }
    isClosing = true
  }

  // MARK: From the viewer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    guard !isClosing else { return }
    lastInput = .now()
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return close(.protocolError, "frames must be masked, and not compressed")
    }
    guard isSlowEnough() else {
      return close(.policyViolation, "more than \(limits.messagesPerSecond) messages a second")
    }
    let bytes = Array(frame.unmaskedData.readableBytesView)
    switch frame.opcode {
    case .ping: write(.pong, bytes)
    case .pong: break
    case .connectionClose: close(.normalClosure, "")
    case .text, .binary:
      guard parts == nil else { return close(.protocolError, "a message within a message") }
      take(frame.opcode, bytes, isLast: frame.fin)
    case .continuation:
      guard let begun = parts else {
        return close(.protocolError, "a continuation of nothing")
      }
      take(begun.opcode, begun.bytes + bytes, isLast: frame.fin)
    default: close(.protocolError, "a frame of an unknown kind")
    }
  }

  private func take(_ opcode: WebSocketOpcode, _ bytes: [UInt8], isLast: Bool) {
    guard bytes.count <= limits.messageBytes else {
      return close(.messageTooLarge, "more than \(limits.messageBytes) bytes in a message")
    }
    guard isLast else {
      parts = (opcode, bytes)
      return
    }
    parts = nil
    let message: ViewerInput
    if opcode == .text {
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

  private func write(_ output: ViewerOutput) {
    switch output {
    case .text(let text): write(.text, Array(text.utf8), counted: output.count)
    case .binary(let head, let body): write(.binary, head, body, counted: output.count)
    case .close(let code, let reason):
      close(WebSocketErrorCode(codeNumber: Int(code)), reason)
    }
  }

  private func write(
    _ opcode: WebSocketOpcode, _ head: [UInt8], _ body: [UInt8] = [], counted: Int = 0
  ) {
    guard let context, !isClosing else { return unsent.add(-counted) }
    var buffer = context.channel.allocator.buffer(capacity: head.count + body.count)
    buffer.writeBytes(head)
    buffer.writeBytes(body)
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: buffer)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.whenComplete { _ in
      bound.value.unsent.add(-counted)
      bound.value.lastOutput = .now()
    }
    context.writeAndFlush(wrapOutboundOut(frame), promise: promise)
  }

  private func close(_ code: WebSocketErrorCode, _ reason: String) {
    guard let context, !isClosing else { return }
    isClosing = true
    var buffer = context.channel.allocator.buffer(capacity: 128)
    buffer.write(webSocketErrorCode: code)
    // A control frame has 125 bytes.
    buffer.writeString(String(reason.prefix(60)))
    let frame = WebSocketFrame(
      fin: true, opcode: .connectionClose,
      data: buffer.readableBytes <= 125 ? buffer : buffer.getSlice(at: 0, length: 2) ?? buffer)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    context.channel.closeSlowly()
  }

  private func checkLife() {
    guard let context else { return }
    let now = NIODeadline.now()
    if unsent.count == 0 { lastOutput = now }
    if now - lastInput > limits.goneAfter || now - lastOutput > limits.goneAfter {
      context.close(promise: nil)
    } else if now - lastInput > limits.pingAfter {
      write(.ping, [])
    }
  }
}

/// How many tasks of sockets have not ended.
final class TaskCount: Sendable {
  private let tasks = Atomic<Int>(0)
  var count: Int { tasks.load(ordering: .acquiring) }
  func add(_ count: Int) { tasks.add(count, ordering: .acquiringAndReleasing) }
}

/// The bytes that have been given to a socket and have not left.
private final class Unsent: Sendable {
  private let bytes = Atomic<Int>(0)
  var count: Int { bytes.load(ordering: .relaxed) }
  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

extension ViewerOutput {
  fileprivate var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let head, let body): head.count + body.count
    case .close: 0
    }
  }
}

extension TimeAmount {
  fileprivate static func / (amount: TimeAmount, divisor: Int64) -> TimeAmount {
    .nanoseconds(amount.nanoseconds / divisor)
  }
}

#endif
