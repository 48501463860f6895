import NIOCore

/// Closes connections whose request head is too long or too slow, before it is parsed.
///
/// It is the first handler. After the head it passes everything on.
final class HeadGuard: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  static let longestHead = 8 << 10

  private let timeLimit: TimeAmount
  private var count = 0
  private var timer: Scheduled<Void>?
  private var hasEnded = false
  /// The last bytes received, in which the end of the head may begin.
  private var tail: [UInt8] = []
  /// True after the first byte that does not belong to empty lines before the head.
  private var headHasBegun = false
  private var headHasEnded = false

  init(timeLimit: TimeAmount) { self.timeLimit = timeLimit }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = context.loopBound
    let guardian = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: timeLimit) {
      guardian.value.end(bound.value, "408 Request Timeout")
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if hasEnded { return }
    let buffer = unwrapInboundIn(data)
    count(buffer)
    if count > Self.longestHead {
      end(context, "431 Request Header Fields Too Large")
    } else {
      context.fireChannelRead(data)
    }
  }

  /// Counts the bytes up to the empty line that ends the head.
  private func count(_ buffer: ByteBuffer) {
    guard !headHasEnded else { return }
    for byte in buffer.readableBytesView {
      count += 1
      if byte != 13, byte != 10 { headHasBegun = true }
      tail.append(byte)
      if tail.count > 4 { tail.removeFirst() }
      if headHasBegun, tail == [13, 10, 13, 10] || tail.suffix(2) == [10, 10] {
        headHasEnded = true
        timer?.cancel()
        return
      }
      if count > Self.longestHead { return }
    }
  }

  private func end(_ context: ChannelHandlerContext, _ status: String) {
    guard !hasEnded else { return }
    hasEnded = true
    timer?.cancel()
    let text = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    context.writeAndFlush(
      wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    context.channel.closeSlowly()
  }
}

extension Channel {
  /// Closes the output now, and the connection when the peer has read it, or after a second. An
  /// immediate close would discard the output if the peer still sends.
  func closeSlowly() {
    close(mode: .output, promise: nil)
    eventLoop.scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
  }
}
