import Client
import Foundation
import Numbers

/// A broken promise, as a message.
struct Mistake: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A viewer from connection to disconnection.
struct Visit {
  private let client: RawClient
  /// Of the graph that the viewer has.
  private(set) var epoch = 0
  private(set) var nodeCount = 0
  private var lastCommand = 0

  init(port: Int, path: String) throws {
    client = try RawClient(port: port)
    let head = client.openSocket(path, port: port)
    guard head.hasPrefix("HTTP/1.1 101 ") else {
      throw Mistake("no socket: \(head.prefix { $0 != "\r\n" })")
    }
    while nodeCount == 0 { try readFrame() }
  }

  /// Reads a frame, and answers it as a page does. Returns it where it is text.
  @discardableResult
  private mutating func readFrame() throws -> String? {
    guard let frame = client.readFrame() else { throw Mistake("the server has ended a connection") }
    func word(_ place: Int) -> Int {
      frame.bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch (frame.opcode, frame.bytes.first) {
    case (1, _): return String(decoding: frame.bytes, as: UTF8.self)
    case (2, 1): (epoch, nodeCount) = (word(4), word(12))
    case (2, 2): client.sendPointer(3, command: UInt32(word(8)))
    case (8, _): throw Mistake("the server closes with \(frame.closeCode ?? 0)")
    case (9, _): client.sendFrame(10, frame.bytes)
    default: break
    }
    return nil
  }

  /// The answer to a command.
  private mutating func answer(_ fields: String) throws -> String {
    lastCommand += 1
    client.sendText(#"{"id":\#(lastCommand),\#(fields)}"#)
    while true {
      guard let text = try readFrame(), text.contains(#""is":"reply""#) else { continue }
      if text.contains(#""to":\#(lastCommand)}"#) { return text }
    }
  }

  /// Holds a node at some places, and lets go.
  func drag(_ random: inout Numbers) {
    let node = UInt32(random.below(nodeCount))
    for step in 0..<5 { client.sendPointer(1, node: node, [Float(10 * step), Float(node)]) }
    client.sendPointer(2, node: node, [1, 1])
  }

  /// Adds nodes, and removes as many, the last ones that there are.
  mutating func edit(_ names: [String]) throws {
    let nodes = names.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let added = try answer(#""do":"add","nodes":[\#(nodes)],"links":[["\#(names[0])","0"]]"#)
    guard added.contains(#""ok""#) else { throw Mistake("add: \(added)") }
    while true {
      let last = (nodeCount - names.count..<nodeCount).map(String.init).joined(separator: ",")
      let removed = try answer(#""do":"remove","epoch":\#(epoch),"nodes":[\#(last)]"#)
      if removed.contains(#""ok""#) { return }
      // Another viewer has changed the graph, which this one gets with the next messages.
      guard removed.contains("try again") else { throw Mistake("remove: \(removed)") }
    }
  }

  /// Leaves politely.
  func close() {
    client.sendFrame(8, [3, 232])
    _ = client.closeCode()
  }
}
