import Foundation
import GraphModel
import Synchronization
import Testing
import _TestSupport

@testable import GraphView
@testable import GraphViewServer

/// A server of a small view, with requests to it.
struct Fixture {
  let session: GraphViewSession<String, SIMD2<Double>>
  let server: GraphViewServer
  let token: String

  var host: String { "127.0.0.1:\(server.port)" }

  init(
    viewers: Int = 16, isRunning: Bool = false,
    _ change: (inout GraphViewServer.Options) -> Void = { _ in }
  ) async throws {
    var graph = try Graph(nodeCount: 5, edges: [(0, 1), (1, 2), (2, 3), (3, 4)])
    graph.nodeAttributes.set("label", .strings(["</script>", nil, nil, nil, nil]))
    var options = GraphViewOptions(title: "</title><script>alert(1)</script>")
    options.startsRunning = isRunning
    options.viewerLimit = viewers
    session = try await GraphView(graph, options: options).session
    var serverOptions = GraphViewServer.Options()
    change(&serverOptions)
    server = try await GraphViewServer(session, serverOptions)
    token = String(server.address.split(separator: "/")[2])
  }

  func close() async {
    await session.close()
    await server.close()
  }

  /// A request with the right host, unless another one is among the headers.
  func ask(
    _ path: String? = nil, method: String = "GET", headers: [String] = [], host: String? = nil
  ) throws -> String {
    let client = try RawClient(port: server.port)
    let lines =
      ["\(method) \(path ?? "/\(token)/") HTTP/1.1", "Host: \(host ?? self.host)"] + headers
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return client.readAll()
  }

  static let upgrade = [
    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: forcegraph.1",
  ]

  func asksSocket(_ headers: [String], path: String? = nil, host: String? = nil) throws -> String {
    let client = try RawClient(port: server.port)
    let lines =
      [
        "GET \(path ?? "/\(token)/socket") HTTP/1.1", "Host: \(host ?? self.host)",
      ] + Self.upgrade + headers
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return client.readHead()
  }

  /// A viewer's socket, past its handshake.
  func socket() throws -> RawClient {
    let client = try RawClient(port: server.port)
    #expect(client.openSocket("/\(token)/", port: server.port).hasPrefix("HTTP/1.1 101 "))
    return client
  }
}

func status(_ answer: String) -> Int? { Int(answer.dropFirst(9).prefix(3)) }

@Suite("The server's rules, over real sockets", .serialized)
struct ServerTests {
  @Test("the page, with its policy and headers; a title is text")
  func page() async throws {
    let fixture = try await Fixture()
    let answer = try fixture.ask()
    #expect(status(answer) == 200)
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    let (head, body) = (String(parts[0]), String(parts[1]))
    let nonce = try #require(head.firstMatch(of: /script-src 'nonce-([A-Za-z0-9_-]{22})'/)?.1)
    #expect(
      head.contains(
        "Content-Security-Policy: default-src 'none'; script-src 'nonce-\(nonce)'; style-src "
          + "'nonce-\(nonce)'; img-src data: blob:; connect-src 'self' ws://\(fixture.host); "
          + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"))
    for line in [
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
      "Cache-Control: no-store", "Content-Type: text/html; charset=utf-8",
    ] { #expect(head.contains(line)) }
    #expect(!head.lowercased().contains("access-control"))
    #expect(
      body.contains("&lt;/title&gt;&lt;script&gt;alert(1)") && !body.contains("<script>alert"))
    #expect(body.contains("nonce=\"\(nonce)\"") && !body.contains("{{"))
    #expect(try !fixture.ask().contains(nonce))
    // This graph has no steps, lies in the plane, and is not edited; its nodes may get attributes.
    for sign in [#""aria-valuetext""#, "dialog.help.ask", "Einstellungen"] {
      #expect(!body.contains(sign))
    }
    #expect(try GraphViewPage.deflated(Array(body.utf8)).count <= 35_700)
    let bare = try fixture.ask(method: "HEAD")
    #expect(status(bare) == 200 && bare.hasSuffix("\r\n\r\n"))
    await fixture.close()
  }

  @Test("the page is compressed for who asks for it")
  func compressedPage() async throws {
    let fixture = try await Fixture()
    let plain = try fixture.ask()
    #expect(!plain.contains("Content-Encoding"))
    for refused in ["deflate, br", "gzip;q=0", "x-gzip", "gzip;q=0.000"] {
      let answer = try fixture.ask(headers: ["Accept-Encoding: \(refused)"])
      #expect(!answer.contains("Content-Encoding"), "\(refused)")
    }
    for accepted in ["gzip", "deflate, GZIP;q=0.5, br", "gzip, deflate, br, zstd"] {
      let client = try RawClient(port: fixture.server.port)
      client.send(
        "HEAD /\(fixture.token)/ HTTP/1.1\r\nHost: \(fixture.host)\r\n"
          + "Accept-Encoding: \(accepted)\r\n\r\n")
      let head = client.readAll()
      #expect(head.contains("Content-Encoding: gzip") && head.contains("Vary: Accept-Encoding"))
      let length = try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
      #expect((20_000...36_500).contains(length))
    }
    let bytes = Array((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) })
    let small = try #require(GraphViewPage.gzipped(bytes))
    #expect(small.prefix(2) == [0x1F, 0x8B])
    await fixture.close()
  }

  @Test("origins that are named may have the view in a frame, no others")
  func frames() async throws {
    let notebook = "http://localhost:8888"
    let fixture = try await Fixture { $0.frameOrigins = [notebook, "https://hub.example.org"] }
    let frame = [
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe",
    ]
    let answer = try fixture.ask(headers: frame)
    #expect(status(answer) == 200)
    #expect(answer.contains("; frame-ancestors \(notebook) https://hub.example.org\r\n"))
    // Everything else is as it was.
    #expect(status(try fixture.ask(headers: ["Sec-Fetch-Site: cross-site"])) == 403)
    for other in ["embed", "object", "script", "empty"] {
      let asked = frame.dropLast() + ["Sec-Fetch-Dest: \(other)"]
      #expect(status(try fixture.ask(headers: Array(asked))) == 403)
    }
    #expect(status(try fixture.asksSocket(["Origin: \(notebook)"])) == 403)
    await fixture.close()
    let session = try await GraphView(Graph(nodeCount: 1, edges: [])).session
    for wrong in [
      "*", "localhost:8888", "http://*", "http://a.example/", "http://a.example;", "http://",
      "'self'", "http://a b", "http://a.example https://b.example", "ftp://a.example", "",
      "http://a.example:999999", "http://user@a.example",
    ] {
      var options = GraphViewServer.Options()
      options.frameOrigins = [wrong]
      await #expect(throws: GraphViewError.self, "\(wrong)") {
        try await GraphViewServer(session, options)
      }
    }
    for right in ["http://[::1]:8888", "HTTPS://Hub.Example.org", "http://127.0.0.1:1"] {
      var options = GraphViewServer.Options()
      options.frameOrigins = [right]
      try await GraphViewServer(session, options).close()
    }
    await session.close()
  }

  @Test("another Host is misdirected")
  func hosts() async throws {
    let fixture = try await Fixture()
    let port = fixture.server.port
    for host in [
      "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "localhost.:\(port)", "127.1:\(port)",
      "\(fixture.host)@evil", "",
    ] { #expect(status(try fixture.ask(host: host)) == 421) }
    #expect(status(try fixture.ask(headers: ["Host: \(fixture.host)"])) != 200)
    for host in ["localhost:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)"] {
      #expect(status(try fixture.ask(host: host)) == 200)
    }
    #expect(status(try fixture.asksSocket([], host: "evil.example:\(port)")) == 421)
    await fixture.close()
  }

  @Test("a wrong token and a wrong path get the same bytes")
  func tokens() async throws {
    let fixture = try await Fixture()
    #expect(fixture.token.utf8.count == 22)
    let token = fixture.token
    let paths = [
      "/", "/\(token)", "/\(token)x/", "/\(token.dropLast())/", "//", "/\(token)/../", "/%2e/",
      "/\(String(token.reversed()))x/", "/\(token)/socket/", "/\(token)/page.js",
      "/\(token.lowercased() == token ? token.uppercased() : token.lowercased())/", "/x/socket",
    ]
    let answers = try paths.map { try fixture.ask($0) }
    #expect(answers.allSatisfy { status($0) == 404 })
    #expect(Set(answers).count == 1)
    #expect(try fixture.asksSocket([], path: "/wrong/socket").hasPrefix("HTTP/1.1 404"))
    #expect(try fixture.ask("/\(token)/?session=1").hasPrefix("HTTP/1.1 200"))
    await fixture.close()
  }

  @Test("a page that asks for the view in a frame in vain is named, and its frame says why")
  func refusedFrames() async throws {
    let asked = Mutex<[String?]>([])
    let fixture = try await Fixture {
      $0.refusedFrame = { origin in asked.withLock { $0.append(origin) } }
    }
    for site in ["cross-site", "same-site"] {
      let answer = try fixture.ask(headers: [
        "Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe",
        "Referer: http://localhost:8888/notebook",
      ])
      #expect(status(answer) == 403)
      #expect(answer.contains("--allow-frame http://localhost:8888,"))
      #expect(!answer.contains("frame-ancestors") && answer.contains("default-src 'none'"))
    }
    let frame = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]
    for other in ["Referer: http://a.example:80;x/", "Referer: javascript:0", "Accept: */*"] {
      #expect(status(try fixture.ask(headers: frame + [other])) == 403)
    }
    #expect(
      asked.withLock { $0 } == ["http://localhost:8888", "http://localhost:8888", nil, nil, nil])
    await fixture.close()
  }

  @Test("other methods, bodies and cross-site requests are refused")
  func methods() async throws {
    let fixture = try await Fixture()
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
      #expect(status(try fixture.ask(method: method)) == 405)
    }
    #expect(status(try fixture.ask(headers: ["Content-Length: 5"])) == 400)
    #expect(status(try fixture.ask(headers: ["Sec-Fetch-Site: cross-site"])) == 403)
    let frame = [
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe",
    ]
    #expect(status(try fixture.ask(headers: frame)) == 403)
    // A link that a person has clicked: the address is the secret.
    let click = [
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
    ]
    #expect(status(try fixture.ask(headers: click)) == 200)
    #expect(status(try fixture.ask(headers: ["Sec-Fetch-Site: same-origin"])) == 200)
    await fixture.close()
  }

  @Test("a socket needs its own origin; without one, no browser")
  func origins() async throws {
    let fixture = try await Fixture()
    let own = "Origin: http://\(fixture.host)"
    #expect(try fixture.asksSocket([own]).hasPrefix("HTTP/1.1 101"))
    #expect(try fixture.asksSocket([]).hasPrefix("HTTP/1.1 101"))
    for origin in [
      "http://evil.example", "https://\(fixture.host)", "null", "http://localhost:1",
      "http://\(fixture.host).evil.example", "http://localhost:\(fixture.server.port)",
    ] { #expect(status(try fixture.asksSocket(["Origin: \(origin)"])) == 403) }
    #expect(status(try fixture.asksSocket([own, "Origin: http://evil.example"])) == 403)
    #expect(status(try fixture.asksSocket(["Sec-Fetch-Mode: websocket"])) == 403)
    let accept = try fixture.asksSocket([own])
    // The example of RFC 6455, section 1.3.
    #expect(accept.lowercased().contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
    #expect(accept.contains("forcegraph.1"))
    // The socket's path without an upgrade, and another subprotocol.
    #expect(status(try fixture.ask("/\(fixture.token)/socket", headers: [own])) == 426)
    await fixture.close()
  }

  @Test("a head of 9 KiB, one that never ends, and one that is none")
  func heads() async throws {
    let fixture = try await Fixture { $0.headTime = .milliseconds(300) }
    let long = "X-Long: " + String(repeating: "x", count: 9 << 10)
    #expect(status(try fixture.ask(headers: [long])) == 431)
    let lines = (0..<500).map { "X-\($0): 0123456789" }
    #expect(status(try fixture.ask(headers: lines)) == 431)
    let newlines = try RawClient(port: fixture.server.port)
    newlines.send(String(repeating: "\r\n", count: 5000))
    #expect(status(newlines.readAll()) == 431)
    let slow = try RawClient(port: fixture.server.port)
    slow.send("GET /")
    #expect(status(slow.readAll()) == 408)
    let silent = try RawClient(port: fixture.server.port)
    #expect(status(silent.readAll()) == 408)
    let wrong = try RawClient(port: fixture.server.port)
    wrong.send("\u{1}\u{2}\u{3} nonsense\r\n\r\n")
    #expect(status(wrong.readAll()) == 400)
    await fixture.close()
  }

  @Test("a head that comes byte by byte is a head")
  func bytewise() async throws {
    let fixture = try await Fixture()
    let client = try RawClient(port: fixture.server.port)
    for byte in "GET /\(fixture.token)/ HTTP/1.1\r\nHost: \(fixture.host)\r\n\r\n".utf8 {
      client.send([byte])
    }
    #expect(status(client.readAll()) == 200)
    await fixture.close()
  }

  @Test("one connection too many is told so")
  func connections() async throws {
    let fixture = try await Fixture { $0.connectionLimit = 3 }
    var open: [RawClient] = []
    for _ in 0..<3 { open.append(try fixture.socket()) }
    #expect(status(try fixture.ask()) == 503)
    open.removeLast()
    // The server notices a connection that is gone when it reads its end.
    for _ in 0..<1000 where fixture.server.connectionCount > 2 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(status(try fixture.ask()) == 200)
    open = []
    await fixture.close()
  }

  @Test("connections that do not show the secret do not keep those out that do")
  func crowd() async throws {
    let fixture = try await Fixture {
      $0.newcomerLimit = 20
      $0.headTime = .seconds(60)
    }
    let port = fixture.server.port
    var crowd: [RawClient] = []
    for round in 0..<10 {
      for number in 0..<30 {
        let client = try RawClient(port: port)
        // Nothing, the beginning of a head, and a wrong secret.
        if number % 3 == 1 { client.send("GET /") }
        if number % 3 == 2 { client.send("GET /wrong/ HTTP/1.1\r\nHost: \(fixture.host)\r\n") }
        crowd.append(client)
      }
      #expect(status(try fixture.ask()) == 200, "round \(round)")
      #expect(try fixture.asksSocket([]).hasPrefix("HTTP/1.1 101"), "round \(round)")
    }
    for _ in 0..<1000 where fixture.server.connectionCount > 20 + 64 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(fixture.server.connectionCount <= 20 + 64)
    #expect(status(try fixture.ask("/wrong/")) == 404)
    await fixture.close()
  }

  @Test("a view is served until its task is cancelled")
  func serve() async throws {
    let view = try await GraphView(Graph(nodeCount: 2, edges: [(0, 1)]))
    let (addresses, report) = AsyncStream<String>.makeStream()
    let task = Task {
      try await view.serve { report.yield($0) }
    }
    var address = ""
    for await started in addresses {
      address = started
      break
    }
    let port = try #require(Int(address.split(separator: ":")[2].prefix { $0 != "/" }))
    let client = try RawClient(port: port)
    let path = address.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(status(client.readAll()) == 200)
    task.cancel()
    try await task.value
    #expect(throws: RawClient.NoConnection.self) { try RawClient(port: port) }
  }

  @Test("the file that leads a browser to the page is the user's alone, and goes")
  func leader() throws {
    let leader = try ViewBrowser.leader(to: "http://127.0.0.1:1/secret/")
    let attributes = try FileManager.default.attributesOfItem(atPath: leader.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try String(contentsOfFile: leader.path, encoding: .utf8).contains("/secret/"))
    leader.remove()
    #expect(!FileManager.default.fileExists(atPath: leader.path))
  }

  @Test("options are checked")
  func options() async throws {
    let session = try await GraphView(Graph(nodeCount: 1, edges: [])).session
    for change in [
      { $0.port = 70000 }, { $0.token = "short" }, { $0.token = "with a blank, and long" },
      { $0.host = "example.com" },
    ] as [(inout GraphViewServer.Options) -> Void] {
      var options = GraphViewServer.Options()
      change(&options)
      await #expect(throws: GraphViewError.self) { try await GraphViewServer(session, options) }
    }
    #expect(GraphViewServer.isLoopback(nil) && GraphViewServer.isLoopback("127.0.0.1"))
    #expect(!GraphViewServer.isLoopback("0.0.0.0"))
    await session.close()
  }
}
