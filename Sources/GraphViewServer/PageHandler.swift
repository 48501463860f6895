import GraphView
import NIOCore
import NIOHTTP1

/// The properties of the page, which the host is asked for once.
struct ServedPage: Sendable {
  var title: String
  var parts: GraphViewPage.Parts

  init(of host: any GraphViewHost) async {
    title = await host.title
    parts = await host.pageParts
  }
}

/// Responds to HTTP requests with the page or an error. It handles one request per connection.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let rules: AccessRules
  private let page: ServedPage
  private let connections: Connections
  private let refusedFrame: (@Sendable (String?) -> Void)?
  private var hasAnswered = false

  init(
    _ rules: AccessRules, _ page: ServedPage, _ connections: Connections,
    _ refusedFrame: (@Sendable (String?) -> Void)?
  ) {
    (self.rules, self.page, self.connections) = (rules, page, connections)
    self.refusedFrame = refusedFrame
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let head) = unwrapInboundIn(data), !hasAnswered else { return }
    hasAnswered = true
    switch rules.verdict(head) {
    case .refused(let status): answer(context, head, status)
    case .refusedFrame(let origin):
      refusedFrame?(origin)
      answer(context, head, .forbidden, hint: Self.frameHint(origin))
    case _ where !connections.admit(context.channel): answer(context, head, .serviceUnavailable)
    case .page: answer(context, head, .ok)
    // A request to the socket's path gets here only if it is not a valid WebSocket upgrade.
    case .socket: answer(context, head, .upgradeRequired)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      if !hasAnswered { context.close(promise: nil) }
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// Ignores the errors of WebSocket upgrades that this handler has answered; closes the connection
  /// on parse errors.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if !(error is HTTPParserError), context.channel.isActive, hasAnswered { return }
    if error is HTTPParserError { context.close(promise: nil) }
  }

  /// Says in the refused frame how it would be allowed.
  private static func frameHint(_ origin: String?) -> String {
    "This view may not be shown in a frame. Start it with --allow-frame "
      + "\(origin ?? "and the origin of the page"), or with that in "
      + "GraphViewServer.Options.frameOrigins.\n"
  }

  /// - Parameter hint: the text of an error; it may be shown in a frame.
  private func answer(
    _ context: ChannelHandlerContext, _ request: HTTPRequestHead, _ status: HTTPResponseStatus,
    hint: String? = nil
  ) {
    var headers = HTTPHeaders([
      ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "no-store"),
      ("Connection", "close"),
    ])
    var body: [UInt8]
    if status == .ok {
      let nonce = RandomText.text(count: 22)
      let host = request.headers["Host"].first ?? ""
      let asked = GraphViewPage.Parts.asked(
        by: request.uri, languages: request.headers["Accept-Language"].first ?? "")
      body = GraphViewPage.html(
        title: page.title, nonce: nonce, host: host,
        parts: page.parts.union(asked))
      headers.add(name: "Content-Type", value: "text/html; charset=utf-8")
      headers.add(
        name: "Content-Security-Policy",
        value: GraphViewPage.policy(nonce: nonce, connections: "'self' ws://\(host)")
          + "; \(rules.framePolicy)")
    } else {
      body = Array((hint ?? "\(status.code) \(status.reasonPhrase)\n").utf8)
      headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
      headers.add(
        name: "Content-Security-Policy",
        value: hint == nil ? "default-src 'none'; frame-ancestors 'none'" : "default-src 'none'")
    }
    // Compression matters on slow connections: it takes the page from 89 to 35 kB.
    headers.add(name: "Vary", value: "Accept-Encoding")
    if status == .ok, Self.accepts("gzip", request), let small = GraphViewPage.gzipped(body) {
      body = small
      headers.add(name: "Content-Encoding", value: "gzip")
    }
    if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
    headers.add(name: "Content-Length", value: "\(body.count)")
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD {
      let buffer = context.channel.allocator.buffer(bytes: body)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.channel.closeSlowly()
  }

  /// Returns true if a request accepts a content coding by its name.
  private static func accepts(_ coding: String, _ request: HTTPRequestHead) -> Bool {
    request.headers[canonicalForm: "Accept-Encoding"].contains { value in
      let parts = value.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      let isRefused = parts.dropFirst().contains {
        $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0
      }
      return parts.first == coding && !isRefused
    }
  }
}
