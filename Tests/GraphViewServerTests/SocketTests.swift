#if Server

import GraphModel
import Testing

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
    let kinds = (0..<3).map { _ in client.readFrame().map { $0.bytes[0] } }
    #expect(kinds == [1, 4, 2])
    let command = Array(#"{"do":"details","id":7,"node":0}"#.utf8)
    client.sendFrame(1, Array(command[..<9]), isLast: false)
    client.sendFrame(9, [1, 2, 3])
    client.sendFrame(0, Array(command[9...]))
    var pong = client.readFrame()
    while let frame = pong, frame.opcode == 2 { pong = client.readFrame() }
    #expect(pong == RawClient.Frame(opcode: 10, bytes: [1, 2, 3]))
    #expect(reply(client, 7)?.contains(#""label":"</script>""#) == true)
    var hold = ByteWriter()
    hold.append(UInt32(1))
    hold.append(UInt32(1))
    hold.append(UInt32(2))
    hold.append(all: [Float(8), 9, 0])
    client.sendFrame(2, hold.bytes)
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

  @Test("the viewer after the last gets a sentence")
  func viewers() async throws {
    let fixture = try await Fixture(viewers: 2)
    let first = try fixture.socket()
    let second = try fixture.socket()
    #expect(first.readFrame() != nil && second.readFrame() != nil)
    let third = try fixture.socket()
    let close = try #require(third.readFrame())
    #expect(close.closeCode == 1013)
    #expect(String(decoding: close.bytes.dropFirst(2), as: UTF8.self).contains("viewers"))
    await fixture.close()
  }

  @Test("a viewer that says nothing is asked, then let go")
  func silence() async throws {
    let fixture = try await Fixture {
      $0.limits.pingAfter = .milliseconds(100)
      $0.limits.goneAfter = .milliseconds(600)
    }
    let client = try fixture.socket()
    var wasAsked = false
    while let frame = client.readFrame() { if frame.opcode == 9 { wasAsked = true } }
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
      var ack = ByteWriter()
      ack.append(UInt32(3))
      ack.append(frame.bytes[8..<12].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      ack.append(all: [Float](repeating: 0, count: 4))
      quick.sendFrame(2, ack.bytes)
    }
    #expect(frames == 60)
    // The lazy one has two frames under way, and no more.
    var received = 0
    for _ in 0..<6 {
      guard let frame = lazy.readFrame() else { break }
      if frame.opcode == 2, frame.bytes[0] == 2 { received += 1 }
      if received == 2 { break }
    }
    #expect(received == 2)
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

#endif
