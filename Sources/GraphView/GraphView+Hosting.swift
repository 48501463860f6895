/// A message between a view and one of its viewers, which the host of the view transports.
public enum ViewerMessage: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message.
  case binary([UInt8])
  /// The end of the connection, with a code of RFC 6455 and a reason.
  case close(code: UInt16, reason: String)
}

/// What a server needs to show a view to its own visitors: the page, and the messages of a WebSocket.
/// `GraphViewServer` is such a server.
extension DimensionedGraphView {
  /// The WebSocket subprotocol of the page.
  public static var subprotocol: String { GraphViewPage.subprotocol }

  /// Returns the page, whose WebSocket is at its own address, and its content security policy. The
  /// policy allows only the page's own script, style and connections.
  ///
  /// - Parameters:
  ///   - host: host and port of the WebSocket, as the host has validated them.
  ///   - nonce: a random text of letters, digits, - and _, new for each response.
  public func page(host: String, nonce: String) async -> (body: [UInt8], policy: String) {
    let (title, parts) = await (session.title, session.pageParts)
    return (
      GraphViewPage.html(title: title, nonce: nonce, host: host, parts: parts),
      GraphViewPage.policy(nonce: nonce, connections: "'self' ws://\(host) wss://\(host)")
    )
  }

  /// Adds a viewer: one connection to the page.
  ///
  /// - Parameter send: called with the messages in order; it must not block.
  /// - Returns: the number of the viewer; nil if there are `GraphViewOptions.viewerLimit` already.
  public func attach(_ send: @escaping @Sendable (ViewerMessage) -> Void) async -> Int? {
    await session.attach { output in
      switch output {
      case .text(let text): send(.text(text))
      case .binary(let header, let body): send(.binary(header + body))
      case .close(let code, let reason): send(.close(code: code, reason: reason))
      }
    }
  }

  /// Handles a message of a viewer; `.close` removes it. Call it again only after it has returned.
  public func receive(_ message: ViewerMessage, from viewer: Int) async {
    switch message {
    case .text(let text): await session.receive(.text(text), from: viewer)
    case .binary(let bytes): await session.receive(.binary(bytes), from: viewer)
    case .close: await session.detach(viewer)
    }
  }

  /// Removes a viewer, and releases the nodes that it held.
  public func detach(_ viewer: Int) async { await session.detach(viewer) }

  /// The number of viewers.
  public var viewerCount: Int { get async { await session.viewerCount } }
}
