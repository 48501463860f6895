import GraphModel
import Testing
import _TestSupport

@testable import GraphView
@testable import GraphViewServer

@Suite("Sockets of viewers, over real connections", .serialized)
struct SocketTests {
  @Test("frames that are unmasked, compressed, of unknown kinds or out of place end with 1002")
  func protocolErrors() async throws {
    let fixture = try await Fixture()
    let wrongs: [(RawClient) -> Void] = [
      { $0.sendFrame(1, Array("{}".utf8), isMasked: false) },
      { $0.sendFrame(1, Array("{}".utf8), reserved: 4) },
      { $0.sendFrame(3, []) },
      { $0.sendFrame(0, [1]) },
      { client in
        client.sendFrame(1, [1], isLast: false)
        client.sendFrame(1, [1])
      },
      { $0.sendFrame(9, Array(repeating: 0, count: 126)) },
      { $0.sendFrame(9, [], isLast: false) },
    ]
    for (number, wrong) in wrongs.enumerated() {
      let client = try fixture.socket()
      wrong(client)
      #expect(client.closeCode() == 1002, "case \(number)")
    }
    await fixture.close()
  }

  @Test("who offers compression gets the start compressed, and may compress its messages")
  func compression() async throws {
    let fixture = try await Fixture()
    func open(_ offer: String) throws -> (client: RawClient, head: String) {
      let client = try RawClient(port: fixture.server.port)
      let head = client.openSocket(
        "/\(fixture.token)/", port: fixture.server.port,
        more: ["Sec-WebSocket-Extensions: \(offer)"])
      return (client, head)
    }
    // What Chromium, Firefox and Safari offer; what they do not; and offers that are none.
    for offer in [
      "permessage-deflate; client_max_window_bits", "permessage-deflate",
      "x-webkit-deflate-frame, PERMESSAGE-DEFLATE;server_no_context_takeover",
    ] { #expect(try open(offer).head.contains("Sec-WebSocket-Extensions: permessage-deflate;")) }
    for offer in [
      "x-webkit-deflate-frame", "permessage-deflate; server_max_window_bits=8",
      "permessage-deflate; client_max_window_bits; client_max_window_bits", "permessage-deflat",
      "permessage-deflate; mode=fast", "", ";",
    ] {
      let (client, head) = try open(offer)
      #expect(head.hasPrefix("HTTP/1.1 101 ") && !head.contains("Sec-WebSocket-Extensions"))
      let hello = try #require(client.readFrame())
      #expect(hello.opcode == 1 && !hello.isCompressed)
    }
    let (client, _) = try open("permessage-deflate; client_max_window_bits")
    let hello = try #require(client.readFrame())
    #expect(hello.opcode == 1 && hello.isCompressed && hello.isLast)
    let text = try SocketCompression.inflated(hello.bytes, limit: 1 << 20)
    #expect(String(decoding: text, as: UTF8.self).contains(#""is":"hello""#))
    #expect(hello.bytes.count < text.count / 2)
    // Short messages, and frames of positions, are as they were.
    let others = (0..<4).map { _ in client.readFrame() }
    #expect(others.map { $0?.bytes[0] } == [1, 4, 4, 2])
    #expect(others.allSatisfy { $0?.isCompressed == false })
    // In two fragments, of which the first says that the message is compressed.
    let command = #"{"do":"pause","id":9}"# + String(repeating: " ", count: 60_000)
    let small = try #require(Deflater()).deflate(Array(command.utf8), isLast: true)
    #expect(small.count < 500)
    client.sendFrame(1, Array(small[..<10]), isLast: false, reserved: 4)
    client.sendFrame(0, Array(small[10...]))
    #expect(reply(client, 9)?.contains("ok") == true)
    // What becomes more than 64 KiB, what is not compressed, and a mark at the wrong fragment.
    let bomb = try #require(Deflater()).deflate(
      Array(repeating: 32, count: 1 << 20), isLast: true)
    let cases: [(Int, (RawClient) -> Void)] = [
      (1009, { $0.sendFrame(1, bomb, reserved: 4) }),
      (1007, { $0.sendFrame(1, [0xFF, 0xFF, 0xFF], reserved: 4) }),
      (1002, { $0.sendFrame(9, [1], reserved: 4) }),
      (
        1002,
        { client in
          client.sendFrame(1, Array(small[..<10]), isLast: false, reserved: 4)
          client.sendFrame(0, Array(small[10...]), reserved: 4)
        }
      ),
      (1002, { $0.sendFrame(1, small, reserved: 6) }),
    ]
    for (number, (code, wrong)) in cases.enumerated() {
      let (client, _) = try open("permessage-deflate")
      wrong(client)
      #expect(client.closeCode() == code, "case \(number)")
    }
    await fixture.close()
  }

  @Test("messages that are too large, whole or in parts, end with 1009")
  func large() async throws {
    let fixture = try await Fixture()
    let whole = try fixture.socket()
    whole.sendFrame(1, Array(repeating: 32, count: 1 << 20))
    #expect(whole.closeCode() == 1009)
    let parts = try fixture.socket()
    parts.sendFrame(1, Array(repeating: 32, count: 40_000), isLast: false)
    parts.sendFrame(0, Array(repeating: 32, count: 40_000))
    #expect(parts.closeCode() == 1009)
    // 64 KiB are allowed.
    let right = try fixture.socket()
    right.sendText(#"{"do":"pause","id":1}"# + String(repeating: " ", count: 65_536 - 21))
    #expect(reply(right, 1)?.contains("ok") == true)
    await fixture.close()
  }

  @Test("more than the allowed messages in a second end with 1008")
  func fast() async throws {
    let fixture = try await Fixture { $0.limits.messagesPerSecond = 20 }
    let client = try fixture.socket()
    for _ in 0..<100 { client.sendFrame(9, []) }
    #expect(client.closeCode() == 1008)
    await fixture.close()
  }

  @Test("text that is not UTF-8 ends with 1007, unknown binary messages with 1003")
  func contents() async throws {
    let fixture = try await Fixture()
    let text = try fixture.socket()
    text.sendFrame(1, [0xFF, 0xFE])
    #expect(text.closeCode() == 1007)
    let binary = try fixture.socket()
    binary.sendFrame(2, [77] + Array(repeating: 0, count: 23))
    #expect(binary.closeCode() == 1003)
    let short = try fixture.socket()
    short.sendFrame(2, [1, 2, 3])
    #expect(short.closeCode() == 1003)
    await fixture.close()
  }

  @Test("a client in Swift: greeting, fragments, ping, hold, and a polite end")
  func client() async throws {
    let fixture = try await Fixture()
    let client = try fixture.socket()
    let hello = try #require(client.readFrame())
    #expect(hello.opcode == 1)
    #expect(String(decoding: hello.bytes, as: UTF8.self).contains(#""is":"hello""#))
    // The graph, its labels, its ids, a frame.
    let kinds = (0..<4).map { _ in client.readFrame().map { $0.bytes[0] } }
    #expect(kinds == [1, 4, 4, 2])
    let command = Array(#"{"do":"details","id":7,"node":0}"#.utf8)
    client.sendFrame(1, Array(command[..<9]), isLast: false)
    client.sendFrame(9, [1, 2, 3])
    client.sendFrame(0, Array(command[9...]))
    var pong = client.readFrame()
    while let frame = pong, frame.opcode == 2 { pong = client.readFrame() }
    #expect(pong == RawClient.Frame(opcode: 10, bytes: [1, 2, 3]))
    #expect(reply(client, 7)?.contains(#""label":"</script>""#) == true)
    client.sendPointer(1, command: 1, node: 2, [8, 9])
    var frame = client.readFrame()
    while let next = frame, next.opcode != 2 || next.bytes[0] != 2 { frame = client.readFrame() }
    #expect(await fixture.session.live.heldNodes == ["2"])
    client.sendFrame(8, [3, 232])
    #expect(client.closeCode() == 1000)
    for _ in 0..<1000 where await fixture.session.viewerCount > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(await fixture.session.live.heldNodes.isEmpty)
    await fixture.close()
  }

  @Test("there are 16 viewers; the next gets a sentence; when all have left, nothing ticks")
  func viewers() async throws {
    let fixture = try await Fixture(isRunning: true)
    var viewers: [RawClient] = []
    for _ in 0..<16 {
      let viewer = try fixture.socket()
      #expect(viewer.readFrame()?.opcode == 1)
      viewers.append(viewer)
    }
    let next = try fixture.socket()
    let close = try #require(next.readFrame())
    #expect(close.closeCode == 1013)
    #expect(String(decoding: close.bytes.dropFirst(2), as: UTF8.self).contains("viewers"))
    viewers[3].sendPointer(1, command: 1, node: 0, [9, 9])
    // One place is free again, and can be taken.
    viewers.removeLast()
    try await wait(fixture, 15)
    viewers.append(try fixture.socket())
    #expect(viewers[15].readFrame()?.opcode == 1)
    viewers = []
    try await wait(fixture, 0)
    #expect(await fixture.session.live.heldNodes.isEmpty)
    // A tick may be under way when the last one leaves.
    try await Task.sleep(for: .milliseconds(100))
    let tick = await fixture.session.live.frame.tick
    try await Task.sleep(for: .milliseconds(200))
    #expect(await fixture.session.live.frame.tick == tick)
    #expect(await fixture.session.live.state == .running)
    await fixture.close()
  }

  @Test("a viewer that ends its side of the connection is let go of at once, with what it held")
  func halfClosed() async throws {
    let fixture = try await Fixture()
    let client = try fixture.socket()
    #expect(client.readFrame() != nil)
    client.sendPointer(1, command: 1, node: 2, [8, 9])
    for _ in 0..<6000 where await fixture.session.live.heldNodes.isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
    client.finish()
    #expect(client.closeCode() == nil)
    try await wait(fixture, 0)
    #expect(await fixture.session.live.heldNodes.isEmpty)
    await fixture.close()
  }

  /// Until there are so many viewers: the server notices one that is gone when it reads its end.
  private func wait(_ fixture: Fixture, _ count: Int) async throws {
    for _ in 0..<6000 where await fixture.session.viewerCount != count {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(await fixture.session.viewerCount == count)
  }

  @Test("a server that is started again at the same port gives an old viewer everything")
  func again() async throws {
    let first = try await Fixture { $0.token = "the-same-token" }
    let (port, path) = (first.server.port, "/the-same-token/")
    let viewer = try first.socket()
    let hello = try #require(viewer.readFrame())
    await first.close()
    #expect(viewer.closeCode() == 1001)
    let second = try await Fixture {
      $0.token = "the-same-token"
      $0.port = port
    }
    #expect(second.server.address == first.server.address)
    // The page says what it has; it is of another session, so it gets all of the new one.
    let old = try #require(
      String(decoding: hello.bytes, as: UTF8.self).firstMatch(of: /"session":"([0-9a-f]{16})"/)?.1)
    let client = try RawClient(port: port)
    let head = client.openSocket(path, port: port, query: "?session=\(old)&epoch=1")
    #expect(head.hasPrefix("HTTP/1.1 101 "))
    let greeting = (0..<5).compactMap { _ in client.readFrame() }
    #expect(greeting.map(\.opcode) == [1, 2, 2, 2, 2])
    #expect(greeting.dropFirst().map { $0.bytes[0] } == [1, 4, 4, 2])
    #expect(!String(decoding: greeting[0].bytes, as: UTF8.self).contains(old))
    await second.close()
  }

  @Test("a viewer that says nothing is asked, then let go")
  func silence() async throws {
    let fixture = try await Fixture {
      $0.limits.pingAfter = .milliseconds(100)
      $0.limits.goneAfter = .milliseconds(600)
    }
    let client = try fixture.socket()
    var wasAsked = false
    while let frame = client.nextFrame() { if frame.opcode == 9 { wasAsked = true } }
    #expect(wasAsked)
    await fixture.close()
  }

  @Test("the end of the session is said with 1001")
  func end() async throws {
    let fixture = try await Fixture()
    let client = try fixture.socket()
    #expect(client.readFrame() != nil)
    await fixture.session.close()
    #expect(client.closeCode() == 1001)
    await fixture.server.close()
    #expect(throws: RawClient.NoConnection.self) { try RawClient(port: fixture.server.port) }
  }

  @Test("a viewer that reads nothing does not slow another one, nor fill the memory")
  func slowViewer() async throws {
    let fixture = try await Fixture(isRunning: true)
    let lazy = try fixture.socket()
    let quick = try fixture.socket()
    var frames = 0
    while frames < 60, let frame = quick.readFrame() {
      guard frame.opcode == 2, frame.bytes[0] == 2 else { continue }
      frames += 1
      quick.sendPointer(
        3, command: frame.bytes[8..<12].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    #expect(frames == 60)
    // The lazy one has two frames under way, and no more.
    var received = 0
    for _ in 0..<10 {
      guard let frame = lazy.readFrame() else { break }
      if frame.opcode == 2, frame.bytes[0] == 2 { received += 1 }
      if received == 2 { break }
    }
    #expect(received == 2)
    await fixture.close()
  }

  @Test("a viewer that does not read is let go when others make messages, and they are not")
  func silentViewer() async throws {
    let fixture = try await Fixture { $0.limits.unsentBytes = 100_000 }
    let silent = try fixture.socket()
    let speaker = try fixture.socket()
    for _ in 0..<5 { #expect(speaker.readFrame() != nil) }
    #expect(await fixture.session.viewerCount == 2)
    // The silent one sends nothing, so that its own messages cannot be what finds it.
    var rounds = 0
    while await fixture.session.viewerCount == 2, rounds < 20_000 {
      await fixture.session.broadcast(Array(repeating: 9, count: 50_000))
      _ = speaker.readFrame()
      rounds += 1
    }
    for _ in 0..<1000 where fixture.server.connectionCount > 1 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(await fixture.session.viewerCount == 1)
    #expect(fixture.server.connectionCount == 1)
    speaker.sendText(#"{"do":"pause","id":5}"#)
    #expect(reply(speaker, 5) != nil)
    withExtendedLifetime(silent) {}
    await fixture.close()
  }

  /// The reply to a command.
  private func reply(_ client: RawClient, _ id: Int) -> String? {
    while let frame = client.readFrame() {
      let text = String(decoding: frame.bytes, as: UTF8.self)
      if frame.opcode == 1, text.contains(#""is":"reply""#), text.contains("\"to\":\(id)}") {
        return text
      }
    }
    return nil
  }
}
