import ForceSimulation
import ForceSimulationLive
import Foundation
import GraphModel
import Synchronization
import Testing

@testable import GraphView

/// A viewer without a socket: it keeps the received messages, and acknowledges frames on request.
final class TestViewer: Sendable {
  struct Frame: Sendable {
    var flags: PositionsMessage.Flags
    var epoch: UInt32
    var sequence: UInt32
    var count: Int
    var tick: UInt32
    var command: UInt32
    /// Three numbers for each node; the third is 0 in the plane.
    var places: [SIMD3<Float>]
    var positions: [SIMD2<Float>] { places.map { SIMD2($0.x, $0.y) } }
  }

  private let outputs = Mutex<[ViewerOutput]>([])
  private let number = Mutex<Int?>(nil)
  let host: any GraphViewHost

  init(_ host: any GraphViewHost) { self.host = host }

  /// Joins a host. Nil when there are too many viewers.
  static func join(_ host: any GraphViewHost) async -> TestViewer? {
    let viewer = TestViewer(host)
    let id = await host.attach { output in viewer.outputs.withLock { $0.append(output) } }
    guard let id else { return nil }
    viewer.number.withLock { $0 = id }
    return viewer
  }

  var id: Int { number.withLock { $0 } ?? 0 }
  var all: [ViewerOutput] { outputs.withLock { $0 } }

  func leave() async { await host.detach(id) }

  // MARK: What it has got

  var texts: [[String: Any]] {
    all.compactMap { output in
      guard case .text(let text) = output else { return nil }
      return try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    }
  }

  var hello: [String: Any]? { texts.first { $0["is"] as? String == "hello" } }
  var states: [[String: Any]] { texts.filter { $0["is"] as? String == "state" } }

  func reply(_ id: Int) -> [String: Any]? {
    texts.first { $0["is"] as? String == "reply" && $0["to"] as? Int == id }
  }

  /// The binary messages of a kind.
  func messages(_ kind: MessageHeader.Kind) -> [[UInt8]] {
    all.compactMap { output in
      guard case .binary(let head, let body) = output, head[0] == kind.rawValue else { return nil }
      return head + body
    }
  }

  var frames: [Frame] { messages(.positions).map(Self.frame) }

  /// The newest frame; quicker than all of them.
  var frame: Frame? {
    outputs.withLock { outputs in
      for case .binary(let head, let body) in outputs.reversed()
      where head[0] == MessageHeader.Kind.positions.rawValue {
        return Self.frame(head + body)
      }
      return nil
    }
  }

  static func frame(_ bytes: [UInt8]) -> Frame {
    func word(_ place: Int) -> UInt32 {
      (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }
    func number(_ place: Int) -> Float { Float(bitPattern: word(place)) }
    let flags = PositionsMessage.Flags(rawValue: bytes[1])
    let count = Int(word(12))
    let axes = flags.contains(.inSpace) ? 3 : 2
    let begin = 32 + 8 * axes
    let places = (0..<count).map { node -> SIMD3<Float> in
      var place = SIMD3<Float>.zero
      for axis in 0..<axes {
        let index = axes * node + axis
        if flags.contains(.float32) {
          place[axis] = number(begin + 4 * index)
        } else {
          let (low, high) = (number(32 + 4 * axis), number(32 + 4 * (axes + axis)))
          let step = Int(bytes[begin + 2 * index]) | Int(bytes[begin + 2 * index + 1]) << 8
          place[axis] = low + Float(step) / 65535 * (high - low)
        }
      }
      return place
    }
    return Frame(
      flags: flags, epoch: word(4), sequence: word(8), count: count, tick: word(16),
      command: word(24), places: places)
  }

  // MARK: What it sends

  func send(_ text: String) async { await host.receive(.text(text), from: id) }

  func pointer(
    _ kind: UInt8, flags: UInt8 = 0, command: UInt32 = 0, node: Int = 0, _ x: Float = 0,
    _ y: Float = 0, _ z: Float = 0
  ) async {
    var writer = MessageWriter()
    writer.append(kind)
    writer.append(flags)
    writer.append(UInt16(0))
    writer.append(command)
    writer.append(UInt32(node))
    writer.append(x)
    writer.append(y)
    writer.append(z)
    await host.receive(.binary(writer.bytes), from: id)
  }

  func acknowledge(milliseconds: Float = 1) async {
    guard let last = frame else { return }
    await pointer(3, command: last.sequence, milliseconds)
  }

  /// Waits for something to become true, acknowledging frames meanwhile when asked to. Gives up
  /// after a time that no run needs.
  nonisolated(nonsending) func wait(
    acknowledging: Bool = true, _ what: String = "", _ condition: (TestViewer) -> Bool
  ) async throws {
    for _ in 0..<6000 {
      if condition(self) { return }
      if acknowledging { await acknowledge() }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("waited in vain for \(what)")
  }
}

/// Graphs that several tests use.
enum Sample {
  static func graph(_ nodeCount: Int = 10) throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs((0..<nodeCount).map { "n\($0)" }),
      sources: (1..<nodeCount).map { Int32($0 / 2) }, targets: (1..<nodeCount).map { Int32($0) })
    graph.nodeAttributes.set(
      "group", .strings((0..<nodeCount).map { $0 % 3 == 0 ? "a" : "b" }))
    graph.nodeAttributes.set("weight", .doubles((0..<nodeCount).map { Double($0) }))
    return graph
  }

  static func session(
    _ graph: Graph? = nil, isRunning: Bool = false,
    _ change: (inout GraphViewOptions) -> Void = { _ in }
  ) async throws -> GraphViewSession<String, SIMD2<Double>> {
    let graph = try graph ?? Self.graph()
    var options = GraphViewOptions(title: "Sample")
    options.startsRunning = isRunning
    change(&options)
    return try await GraphView(graph, options: options).session
  }
}
