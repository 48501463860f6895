import FileWriting
import GraphView
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A server of one view, with its page and its WebSocket, on this machine.
///
///     let server = try await GraphViewServer(view)
///     print(server.address)   // http://127.0.0.1:43127/kX3.../
///
/// It binds the loopback addresses. Every path begins with a secret, which the address contains:
/// anyone who has the address can see and control the view. docs/view.md has all rules.
public final class GraphViewServer: Sendable {
  /// The options of a server.
  public struct Options: Sendable {
    /// The port; 0 to let the system choose.
    public var port = 0
    /// An IP address of this machine; nil for 127.0.0.1 and ::1. Other addresses are reachable from
    /// outside, without encryption.
    public var host: String?
    /// The secret in the address: 8 to 64 letters, digits, - and _. Nil for 132 random bits.
    public var token: String?
    /// The maximum number of connections that have presented the secret.
    public var connectionLimit = 64
    /// The origins whose pages may show the view in a frame, such as `http://localhost:8888` for a
    /// notebook. None by default: no other page can frame the view, or lure clicks into it.
    public var frameOrigins: [String] = []
    /// Is called when a page asks to show the view in a frame and none may: with the origin of that
    /// page, such as `http://localhost:8888`, or nil where the browser does not say it. The call comes from
    /// the server's thread and must not block.
    package var refusedFrame: (@Sendable (_ origin: String?) -> Void)?

    /// The maximum number of connections that have not presented the secret; beyond it the oldest
    /// is closed.
    var newcomerLimit = 128
    var headTime = TimeAmount.seconds(5)
    var limits = SocketLimits()

    public init() {}
  }

  /// The address of the page.
  public let address: String
  /// The port on which the server listens.
  public let port: Int

  private let group: MultiThreadedEventLoopGroup
  private let listeners: [any Channel]
  private let connections: Connections

  /// Starts to serve a view, until `close()`.
  ///
  /// - Throws: `GraphViewError` if an option is invalid or too few file descriptors are left; an
  ///   `IOError` if the port is in use.
  public convenience init<NodeID, Vector>(
    _ view: DimensionedGraphView<NodeID, Vector>, _ options: Options = Options()
  ) async throws {
    try await self.init(view.session, options)
  }

  /// Starts to serve a session.
  package init(_ host: any GraphViewHost, _ options: Options = Options()) async throws {
    let token = try Self.token(options)
    try Self.checkFrameOrigins(options.frameOrigins)
    // Event loops abort the process if they get no file descriptor.
    guard Descriptor.areLeft(Self.fewestDescriptors) else {
      throw GraphViewError.impossible(
        "this process may open too few files for a server, which needs \(Self.fewestDescriptors) "
          + "more (ulimit -n)")
    }
    let page = await ServedPage(of: host)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let connections = Connections(
      newcomers: options.newcomerLimit, guests: options.connectionLimit)
    do {
      let addresses = try Self.addresses(options)
      var listeners: [any Channel] = []
      var port = options.port
      let shared = Shared()
      for (number, address) in addresses.enumerated() {
        let bootstrap = Self.bootstrap(
          group, host, options, connections, shared, page)
        do {
          let listener = try await bootstrap.bind(
            to: SocketAddress(ipAddress: address, port: port)
          ).get()
          port = listener.localAddress?.port ?? port
          listeners.append(listener)
        } catch {
          // The machine may not support the second address.
          if number == 0 { throw error }
        }
      }
      let shown = addresses[0].contains(":") ? "[\(addresses[0])]" : addresses[0]
      shared.set(Self.rules(token, options, port, shown))
      self.listeners = listeners
      self.port = port
      address = "http://\(shown):\(port)/\(token)/"
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    self.group = group
    self.connections = connections
  }

  /// Stops the server and closes its connections.
  public func close() async {
    for listener in listeners { try? await listener.close() }
    await connections.close()
    try? await group.shutdownGracefully()
  }

  /// The number of connections.
  var connectionCount: Int { connections.count }

  /// The number of file descriptors needed: three per event loop, one per listener, and some for
  /// connections.
  private static let fewestDescriptors = 16

  // MARK: Options

  private static func token(_ options: Options) throws(GraphViewError) -> String {
    guard let token = options.token else { return RandomText.text(count: 22) }
    let isRight = token.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isRight, (8...64).contains(token.utf8.count) else {
      throw .outOfRange(
        "the token", value: "of \(token.utf8.count) characters",
        allowed: "8 to 64 letters, digits, - and _")
    }
    return token
  }

  private static func addresses(_ options: Options) throws(GraphViewError) -> [String] {
    guard (0...65535).contains(options.port) else {
      throw .outOfRange("the port", value: "\(options.port)", allowed: "from 0 to 65535")
    }
    guard let host = options.host, host != "localhost" else { return ["127.0.0.1", "::1"] }
    // Host names are not resolved.
    guard (try? SocketAddress(ipAddress: host, port: 0)) != nil else {
      throw .outOfRange("the host", value: "\"\(host)\"", allowed: "an IP address of this machine")
    }
    return [host]
  }

  private static func checkFrameOrigins(_ origins: [String]) throws(GraphViewError) {
    for origin in origins where origin.wholeMatch(of: originPattern()) == nil {
      throw .outOfRange(
        "an origin that may frame the view", value: "\"\(origin)\"",
        allowed: "a scheme, a host and maybe a port, such as http://localhost:8888")
    }
  }

  /// What RFC 6454 calls an origin, and nothing that means more in a policy, such as `*` or `;`.
  private static func originPattern() -> Regex<Substring> {
    /https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?/
      .ignoresCase()
  }

  /// Returns the origin of an address, in the form of `frameOrigins`; nil if it has none.
  static func origin(of address: String) -> String? {
    guard let found = address.prefixMatch(of: originPattern()) else { return nil }
    // A port or host that goes on after the match is no origin.
    let rest = address[found.range.upperBound...]
    return rest.isEmpty || rest.hasPrefix("/") ? String(found.output) : nil
  }

  private static func rules(
    _ token: String, _ options: Options, _ port: Int, _ shown: String
  ) -> AccessRules {
    var names = ["127.0.0.1", "localhost", "[::1]"]
    if options.host != nil { names.append(shown.lowercased()) }
    var hosts = Set(names.map { "\($0):\(port)" })
    if port == 80 { hosts.formUnion(names) }
    return AccessRules(
      token: token, hosts: hosts,
      acceptsAddresses: options.host == "0.0.0.0" || options.host == "::", port: port,
      frameOrigins: options.frameOrigins)
  }

  /// Returns true for loopback addresses.
  package static func isLoopback(_ host: String?) -> Bool {
    guard let host else { return true }
    return host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  // MARK: Connections

  private static func bootstrap(
    _ group: MultiThreadedEventLoopGroup, _ host: any GraphViewHost, _ options: Options,
    _ connections: Connections, _ shared: Shared, _ page: ServedPage
  ) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 512)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          connections.add(channel)
          guard let rules = shared.value else { return channel.close(promise: nil) }
          try prepare(channel, host, options, rules, connections, page)
        }
      }
  }

  /// Sets up the pipeline of a connection: the guard of the request head, HTTP, and the handlers.
  private static func prepare(
    _ channel: any Channel, _ host: any GraphViewHost, _ options: Options, _ rules: AccessRules,
    _ connections: Connections, _ page: ServedPage
  ) throws {
    let limits = options.limits
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: limits.messageBytes, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        guard head.method == .GET, rules.verdict(head) == .socket, connections.admit(channel) else {
          return channel.eventLoop.makeSucceededFuture(nil)
        }
        // A page requests this subprotocol; other programs need not.
        let protocols = head.headers[canonicalForm: "Sec-WebSocket-Protocol"]
        var headers = HTTPHeaders()
        if !protocols.isEmpty {
          guard protocols.contains(where: { $0 == GraphViewPage.subprotocol }) else {
            return channel.eventLoop.makeSucceededFuture(nil)
          }
          headers.add(name: "Sec-WebSocket-Protocol", value: GraphViewPage.subprotocol)
        }
        if let extensions = SocketCompression.response(to: head.headers) {
          headers.add(name: "Sec-WebSocket-Extensions", value: extensions)
        }
        return channel.eventLoop.makeSucceededFuture(headers)
      },
      upgradePipelineHandler: { channel, head in
        let compresses = SocketCompression.response(to: head.headers) != nil
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            SocketHandler(host, limits, connections.tasks, compresses: compresses))
        }
      })
    let pipeline = channel.pipeline.syncOperations
    // The guard already limits the size of the head.
    var fields = NIOHTTPDecoderLimitConfiguration()
    fields.maxHeaderFieldCount = HeadGuard.longestHead
    try pipeline.addHandler(HeadGuard(timeLimit: options.headTime))
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false,
      withServerUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          let pipeline = context.pipeline.syncOperations
          if let handler = try? pipeline.handler(type: PageHandler.self) {
            pipeline.removeHandler(handler, promise: nil)
          }
        }
      ),
      withErrorHandling: true, withOutboundHeaderValidation: true,
      withEncoderConfiguration: .init(), withDecoderLimitConfiguration: fields)
    try pipeline.addHandler(PageHandler(rules, page, connections, options.refusedFrame))
  }
}

/// The access rules, set once the port is known.
private final class Shared: Sendable {
  private let rules = Mutex<AccessRules?>(nil)
  var value: AccessRules? { rules.withLock { $0 } }
  func set(_ new: AccessRules) { rules.withLock { $0 = new } }
}
