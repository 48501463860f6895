import Foundation
import GraphModel
import GraphView
import GraphViewServer
import Synchronization

/// Returns a tree, which has one more node in each round.
private func tree(_ round: Int) throws -> Graph {
  let count = 300 + round
  var graph = try Graph(
    nodeIDs: Graph.NodeIDs((0..<count).map { "n\($0)" }),
    sources: (1..<count).map { Int32($0 / 2) }, targets: (1..<count).map { Int32($0) })
  graph.nodeAttributes.set("group", .integers((0..<count).map { ($0 + round) % 7 }))
  return graph
}

private func makeView() async throws -> GraphView<String> {
  var options = GraphViewOptions(title: "Races")
  options.allowsEditing = true
  options.layouts = [(name: "line", title: "Line")]
  options.computeLayout = { _, graph in
    .plane((0..<graph.nodeCount).map { SIMD2(Double($0), 0) })
  }
  return try await GraphView(tree(0), options: options)
}

/// Returns a pointer message.
private func pointer(_ kind: UInt8, _ command: UInt32, _ node: UInt32, _ x: Float) -> [UInt8] {
  var bytes: [UInt8] = [kind, 0, 0, 0]
  for word in [command, node, x.bitPattern, 0, 0] {
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
  }
  return bytes
}

/// What a viewer has got, all of it, as `snapshots` says: the detector does not know reference
/// counts.
private final class Kept: Sendable {
  private let outputs = Mutex<[ViewerMessage]>([])
  func add(_ output: ViewerMessage) { outputs.withLock { $0.append(output) } }

  /// The number of the newest frame; 0 without one.
  var frame: UInt32 {
    outputs.withLock { outputs in
      for case .binary(let head) in outputs.reversed() where head[0] == 2 {
        return head[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
      return 0
    }
  }
}

/// Connects viewers that drag, query, edit and disconnect, while the program changes the graph.
func viewsAtOnce() async throws {
  let view = try await makeView()
  let events = view.events
  let listener = Task { await events.reduce(0) { count, _ in count + 1 } }
  let kept = try await inTasks(8) { task -> [Kept] in
    var all: [Kept] = []
    for round in 0..<10 {
      let mine = Kept()
      all.append(mine)
      guard let viewer = await view.attach({ mine.add($0) }) else { continue }
      let node = UInt32(8 * task + round)
      for command in 1...5 as ClosedRange<UInt32> {
        await view.receive(.binary(pointer(1, command, node, Float(command))), from: viewer)
        await view.receive(.binary(pointer(3, mine.frame, 0, 1)), from: viewer)
      }
      await view.receive(.binary(pointer(2, 6, node, 3)), from: viewer)
      let commands = [
        #""do":"look","color":"community","size":"degree""#, #""do":"find","text":"n1""#,
        #""do":"column","name":"pagerank""#, #""do":"export","format":"html""#,
        #""do":"layout","name":"line""#, #""do":"details","node":3"#,
        #""do":"set","force":"charge","parameter":"strength","value":-\#(20 + round)"#,
        #""do":"remove","nodes":[\#(290 - task)]"#,
      ]
      await view.receive(
        .text("{\(commands[(task + round) % commands.count]),\"id\":\(round)}"), from: viewer)
      if task == 0 { try await view.update(tree(round)) }
      if task == 1 { _ = try await view.html() }
      if task == 2 { await view.fit() }
      if round % 2 == 0 { await view.detach(viewer) }
    }
    return all
  }
  await view.close()
  expect(await listener.value > 0, "no events have come")
  expect(kept.joined().contains { $0.frame > 0 }, "no frames have come")
}

/// Opens and closes a server while pages and sockets are requested.
func serversAtOnce() async throws {
  for _ in 0..<3 {
    let view = try await makeView()
    let server = try await GraphViewServer(view)
    let (port, path) = (server.port, "/" + server.address.split(separator: "/")[2] + "/")
    let counts = try await inTasks(8) { task -> Int in
      var bytes = 0
      for _ in 0..<4 {
        let socket = task % 2 == 0
        bytes += await onThread { call(port, socket ? path + "socket" : path, isSocket: socket) }
      }
      return bytes
    }
    expect(counts.allSatisfy { $0 > 10_000 }, "a page is not whole")
    await view.close()
    await server.close()
  }
}

/// Waits for work that blocks its thread.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Requests the page, or opens a socket, drags a node, and reads a little. Returns the received
/// bytes.
private func call(_ port: Int, _ path: String, isSocket: Bool) -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var place = sockaddr_in()
  place.sin_family = sa_family_t(AF_INET)
  place.sin_port = UInt16(port).bigEndian
  place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let status = withUnsafePointer(to: &place) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  expect(status == 0, "no connection")
  func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  var head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
  if isSocket {
    head +=
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
  }
  write(Array((head + "\r\n").utf8))
  var (bytes, piece) = (0, [UInt8](repeating: 0, count: 1 << 16))
  for round in 0... {
    let count = recv(descriptor, &piece, piece.count, 0)
    if count <= 0 || isSocket && bytes > 20_000 { break }
    bytes += count
    guard isSocket else { continue }
    // The server waits for acknowledgements, and a chunk may hold two frames. Masked with zeros.
    let frames = (1...UInt32(2 * round + 2)).map { pointer(3, $0, 0, 1) }
    for message in [pointer(1, UInt32(round), 7, Float(round))] + frames {
      write([0x82, 0x80 | 24, 0, 0, 0, 0] + message)
    }
  }
  return bytes
}
