import Foundation
import FuzzSupport
import GraphModel
import GraphView
import GraphViewServer
import Synchronization

/// A receiver of inputs.
protocol Target {
  var damage: Damage { get }
  func take(_ input: [UInt8]) async throws
  /// Ends it, when it does what is right as it always did.
  func end() async throws
}

/// Returns the view of a small graph with attributes and links, which viewers may change.
func makeView() async throws -> GraphView<String> {
  let count = 20
  var graph = try Graph(
    nodeIDs: Graph.NodeIDs((0..<count).map { "n\($0)" }),
    sources: (1..<count).map { Int32($0 / 2) }, targets: (1..<count).map { Int32($0) })
  graph.nodeAttributes.set("group", .strings((0..<count).map { $0 % 3 == 0 ? "a" : "b" }))
  graph.nodeAttributes.set("size", .doubles((0..<count).map { Double($0) }))
  var options = GraphViewOptions(title: "Fuzz")
  options.allowsEditing = true
  options.layouts = [(name: "line", title: "Line")]
  options.computeLayout = { _, graph in
    .plane((0..<graph.nodeCount).map { SIMD2(Double($0), 0) })
  }
  return try await GraphView(graph, options: options)
}

/// The messages of a correct viewer.
enum Right {
  static let texts = [
    #"{"do":"pause","id":1}"#, #"{"do":"resume","id":2}"#, #"{"do":"step","id":3,"ticks":2}"#,
    #"{"do":"reheat","id":4,"alpha":0.5}"#, #"{"do":"speed","id":5,"factor":4}"#,
    #"{"do":"speed","id":5,"factor":"free"}"#,
    #"{"do":"set","id":6,"force":"charge","parameter":"strength","value":-40.5}"#,
    #"{"do":"force","id":7,"name":"links","on":false}"#,
    #"{"do":"pin","id":8,"nodes":[1,2],"at":[[1,2],[3,4]],"epoch":1}"#,
    #"{"do":"unpin","id":9,"nodes":"all"}"#, #"{"do":"layout","id":10,"name":"line"}"#,
    #"{"do":"layout","id":10,"name":"force"}"#,
    #"{"do":"look","id":11,"color":"group","size":"size","labels":"id"}"#,
    #"{"do":"look","id":11,"color":null,"size":"betweenness","labels":"none"}"#,
    #"{"do":"find","id":12,"text":"n1","limit":5}"#, #"{"do":"details","id":13,"node":3}"#,
    #"{"do":"status","id":12}"#, #"{"do":"details","id":13,"link":3}"#,
    #"{"do":"labels","id":14,"nodes":[1,2,3]}"#,
    #"{"do":"column","id":15,"name":"group"}"#,
    #"{"do":"add","id":16,"nodes":[{"id":"new","label":"New"}],"links":[["new","n3"]]}"#,
    #"{"do":"remove","id":17,"nodes":[0],"links":[8]}"#,
    #"{"do":"undo","id":18}"#,
    #"{"do":"export","id":18,"format":"svg","width":99,"camera":{"x":0,"y":0,"scale":2}}"#,
    #"{"do":"export","id":19,"format":"html"}"#, #"{"do":"export","id":20,"format":"positions"}"#,
    #"{"do":"precision","id":21,"bits":32}"#, #"{"do":"hidden","id":22,"on":true}"#,
    #"{"do":"hidden","id":22,"on":false}"#, #"{"do":"step_to","id":23,"step":0}"#,
    #"{"do":"select","id":24,"nodes":[5,6]}"#,
  ].map { Array($0.utf8) }

  /// A hold, two releases, and an acknowledgement.
  static let pointers: [[UInt8]] = [
    pointer(1, 0, [1, 3], [7.5, -8, 0]), pointer(2, 0, [2, 3], [1, 2, 0]),
    pointer(2, 1, [3, 3], [0, 0, 0]), pointer(3, 0, [1, 0], [5, 0, 0]),
  ]

  private static func pointer(
    _ kind: UInt8, _ flags: UInt8, _ words: [UInt32], _ point: [Float]
  ) -> [UInt8] {
    var bytes: [UInt8] = [kind, flags, 0, 0]
    for word in words + point.map(\.bitPattern) {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
    return bytes
  }
}

/// A viewer, which reconnects when the view has disconnected it.
final class Guest {
  private let view: GraphView<String>
  private var viewer = 0
  private let closing = Closing()

  /// Whether the view has let the viewer go.
  private final class Closing: Sendable {
    private let flag = Mutex(false)
    var isSet: Bool {
      get { flag.withLock { $0 } }
      set { flag.withLock { $0 = newValue } }
    }
  }

  init(_ view: GraphView<String>) async {
    self.view = view
    await join()
  }

  private func join() async {
    let closing = closing
    closing.isSet = false
    guard
      let id = await view.attach({ output in
        if case .close = output { closing.isSet = true }
      })
    else { fatalError("a viewer finds no place, as an earlier one is still there") }
    viewer = id
  }

  /// Goes, and comes as another viewer.
  func comeAgain() async {
    await view.detach(viewer)
    await join()
  }

  func send(_ message: [UInt8], isText: Bool) async {
    // Servers give the view text that is text.
    let input: ViewerMessage =
      isText ? .text(String(decoding: message, as: UTF8.self)) : .binary(message)
    await view.receive(input, from: viewer)
    if closing.isSet { await comeAgain() }
  }
}

extension GraphView where NodeID == String, Vector == SIMD2<Double> {
  /// Ends the view. The graph and where it is are whole whatever was asked for.
  fileprivate func endWhole() async {
    let (scene, frame) = await scene()
    guard scene.ids.count == frame.positions.count else { fatalError("nodes have no positions") }
    guard frame.positions.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      fatalError("positions are not finite")
    }
    guard Set(scene.ids).count == scene.ids.count else { fatalError("an id is there twice") }
    await close()
  }
}

/// Damaged messages to a view. The first byte of an input chooses how it is sent.
final class Messages: Target {
  let damage = Damage(
    (Right.texts + Right.pointers).map { [$0[0]] + $0 },
    words: [
      "9223372036854775807", "-9223372036854775808", "4294967295", "4294967296", "65535", "1e308",
      "-1e308", "1e-320", "0.5", "null", "true", "[]", "{}", "\"inf\"", "\"nan\"", "\"all\"",
      ",\"epoch\":18446744073709551615", ",\"epoch\":0",
    ])
  private let view: GraphView<String>
  private let guest: Guest

  init() async throws {
    view = try await makeView()
    guest = await Guest(view)
  }

  func take(_ input: [UInt8]) async throws {
    guard let kind = input.first else { return }
    let message = Array(input.dropFirst())
    let isText = kind == UInt8(ascii: "{") || kind % 2 == 1 && message.count != 24
    await guest.send(message, isText: isText)
  }

  func end() async throws { await view.endWhole() }
}

/// Valid messages in any sequence, small and huge, from three viewers that connect and disconnect.
/// Each byte of an input selects a message and its sender.
final class Orders: Target {
  let damage: Damage
  private let view: GraphView<String>
  private let guests: [Guest]

  private static let huge: [[UInt8]] = [
    #"{"do":"find","id":1,"text":"\#(String(repeating: "n", count: 1 << 17))"}"#,
    #"{"do":"labels","id":2,"nodes":[\#((0..<20_000).map { "\($0)" }.joined(separator: ","))]}"#,
    #"{"do":"pin","id":3,"nodes":[\#((0..<9000).map { "\($0 % 20)" }.joined(separator: ","))]}"#,
    "{\"do\":" + String(repeating: "[", count: 1 << 16),
  ].map { Array($0.utf8) }
  private static let messages = Right.texts + Right.pointers + huge

  init() async throws {
    view = try await makeView()
    var all: [Guest] = []
    for _ in 0..<3 { all.append(await Guest(view)) }
    guests = all
    // From any message to any other.
    damage = Damage((1...40).map { step in (0..<64).map { UInt8(truncatingIfNeeded: $0 * step) } })
  }

  func take(_ input: [UInt8]) async throws {
    for byte in input.prefix(64) {
      let (guest, number) = (guests[Int(byte) % 3], Int(byte) / 3 % (Self.messages.count + 1))
      if number < Self.messages.count {
        let message = Self.messages[number]
        await guest.send(message, isText: message[0] == UInt8(ascii: "{"))
      } else {
        await guest.comeAgain()
      }
    }
  }

  func end() async throws { await view.endWhole() }
}

/// A server, and the response that a correct viewer gets from it.
private struct Serving {
  let view: GraphView<String>
  let server: GraphViewServer
  let path: String
  var host: String { "127.0.0.1:\(server.port)" }

  init() async throws {
    view = try await makeView()
    server = try await GraphViewServer(view)
    path = "/" + server.address.split(separator: "/")[2] + "/"
  }

  var page: String { "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n" }
  var upgrade: String {
    "GET \(path)socket HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
      + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
      + "Sec-WebSocket-Protocol: forcegraph.1\r\n\r\n"
  }

  func client() -> Client {
    // A connection that is over frees its place when the server has read its end.
    for _ in 0..<1000 {
      if let client = Client(port: server.port, address: Watch.current % 200) { return client }
      usleep(1000)
    }
    fatalError("the server takes no connection")
  }

  func end() async {
    // Those before may still be counted for a moment.
    var answer = ""
    for _ in 0..<1000 where !answer.hasPrefix("HTTP/1.1 200 ") {
      let client = client()
      client.send(page)
      answer = String(decoding: client.readAll(), as: UTF8.self)
      if !answer.hasPrefix("HTTP/1.1 200 ") { usleep(5000) }
    }
    guard answer.hasPrefix("HTTP/1.1 200 ") else { fatalError("the page does not come any more") }
    await view.close()
    await server.close()
  }
}

/// Damaged heads of requests.
struct Heads: Target {
  let damage: Damage
  private let serving: Serving

  init() async throws {
    serving = try await Serving()
    damage = Damage(
      [serving.page, serving.upgrade].map { Array($0.utf8) },
      words: [
        "POST", "HEAD", "HTTP/1.0", "Transfer-Encoding: chunked\r\n", "Content-Length: 9\r\n",
      ])
  }

  func take(_ input: [UInt8]) async throws {
    let client = serving.client()
    client.send(input)
    client.finish()
    let answer = client.readAll { $0.starts(with: Array("HTTP/1.1 101".utf8)) }
    guard answer.isEmpty || answer.starts(with: Array("HTTP/1.1 ".utf8)) else {
      fatalError("an answer that is none: \(answer.prefix(40))")
    }
    // Nobody gets the page or the socket without the secret.
    let isRight =
      answer.starts(with: Array("HTTP/1.1 200".utf8))
      || answer.starts(with: Array("HTTP/1.1 101".utf8))
    if isRight, !String(decoding: input, as: UTF8.self).contains(serving.path) {
      fatalError("an answer without the secret")
    }
  }

  func end() async throws { await serving.end() }
}

/// Damaged frames of a socket that was opened correctly.
struct Frames: Target {
  let damage: Damage
  private let serving: Serving

  init() async throws {
    serving = try await Serving()
    let long = [UInt8](repeating: 0x20, count: 300)
    var files = Right.texts.map { frame(1, $0) } + Right.pointers.map { frame(2, $0) }
    files += [
      frame(9, [1, 2]), frame(10, []), frame(8, [3, 232]), frame(1, Right.texts[0] + long),
    ]
    // Several in a row, and a message in parts.
    files.append(Array(files[0...3].joined()) + files[files.count - 3])
    files.append([1] + frame(1, Array(Right.texts[0][..<9])).dropFirst() + frame(0, [0x7D]))
    damage = Damage(files)
  }

  func take(_ input: [UInt8]) async throws {
    let client = serving.client()
    client.send(serving.upgrade)
    let head = client.readAll { $0.count >= 12 }
    guard head.starts(with: Array("HTTP/1.1 101".utf8)) else {
      // As many are there as may be; those before go soon.
      usleep(2000)
      return
    }
    client.send(input)
    client.finish()
    _ = client.readAll()
  }

  func end() async throws { await serving.end() }
}
