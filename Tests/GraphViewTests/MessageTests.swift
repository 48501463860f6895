import ForceSimulation
import Foundation
import GraphModel
import GraphRendering
import Testing

@testable import GraphView

/// Returns the bytes as hexadecimal digits in groups of four, as in the tables of the protocol.
func hex(_ bytes: [UInt8]) -> String {
  stride(from: 0, to: bytes.count, by: 4).map { start in
    bytes[start..<min(start + 4, bytes.count)]
      .map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
  }.joined(separator: " ")
}

@Suite("Messages have the bytes of the protocol")
struct MessageTests {
  private var looks: ViewLooks {
    var looks = ViewLooks(nodeCount: 3, linkCount: 1, radius: 4)
    looks.nodeColors = [0xFF00_72B2, 0, 0x8001_0203]
    looks.nodeRadii = [4, 5.5, 0.25]
    looks.nodeShapes = [0, 1, 7]
    looks.nodeFlags = [1, 2, 4]
    looks.linkColors = [0xFF04_0506]
    looks.linkWidths = [12]
    looks.linkFlags = [LinkLook(hasArrow: true, isDashed: true, bend: -3, isHidden: true).flags]
    return looks
  }

  @Test("graph, with and without previous indices")
  func graph() {
    let ends = LinkEnds(ends: [0, 2])
    let looksPart =
      "b27200ff 00000000 03020180 00008040 0000b040 0000803e 00010700 01020400 060504ff 0c000000 23000000"
    #expect(
      hex(looks.graphMessage(ends, previous: nil, epoch: 7))
        == "01010000 07000000 00000000 03000000 01000000 00000000 02000000 " + looksPart)
    #expect(
      hex(looks.graphMessage(ends, previous: [1, .max, 0], epoch: 8))
        == "01000000 08000000 00000000 03000000 01000000 01000000 ffffffff 00000000 00000000 02000000 "
        + looksPart)
  }

  @Test("outlines of nodes are in the graph where there are any, and a column when they change")
  func strokes() {
    var outlined = looks
    outlined.nodeStrokes[1] = RGBColor(red: 1, green: 2, blue: 3).outline(2)
    let plain = looks.graphMessage(LinkEnds(ends: [0, 2]), previous: nil, epoch: 7)
    let message = outlined.graphMessage(LinkEnds(ends: [0, 2]), previous: nil, epoch: 7)
    #expect(hex(message.prefix(4) + []) == "01030000")
    #expect(Array(message[4..<plain.count]) == Array(plain[4...]))
    #expect(hex(message.suffix(12) + []) == "00000000 01020310 00000000")
    let changes = outlined.changes(since: looks)
    #expect(changes == [.init(column: .nodeStrokes, range: 1..<2)])
    #expect(
      hex(outlined.message(changes[0], epoch: 3))
        == "03070000 03000000 00000000 01000000 01000000 01020310")
    #expect(RGBColor.clear.outline(3) == 0)
    #expect(outlined.arranged(nodes: [1, 0], links: []).nodeStrokes == [0x1003_0201, 0])
  }

  @Test("flags of links: the bend is raised by three")
  func linkFlags() {
    #expect(LinkLook().flags == 0b01100)
    #expect(LinkLook(bend: 3).flags == 0b11000)
    #expect(LinkLook(bend: -9).flags == 0)
    #expect(LinkLook.width(0) == 0)
    #expect(LinkLook.width(0.01) == 1)
    #expect(LinkLook.width(1.5) == 12)
    #expect(LinkLook.width(1e9) == 255)
    #expect(LinkLook.width(.nan) == 0)
  }

  @Test("links between the same nodes are bent apart, and loops are not")
  func bends() {
    #expect(LinkLook.bends(sources: [0, 1, 2], targets: [1, 2, 2]) == [0, 0, 0])
    #expect(LinkLook.bends(sources: [0, 0, 0], targets: [1, 1, 1]) == [0, 1, -1])
    // There and back: both to their own right.
    #expect(LinkLook.bends(sources: [0, 1], targets: [1, 0]) == [1, 1])
  }

  @Test("positions with 16 and with 32 bits")
  func positions() {
    let nodes: [SIMD2<Double>] = [[-1, 0], [1, 10], [0, 5]]
    let body16 = nodes.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: false) }
    let box = "000080bf 00000000 0000803f 00002041"
    #expect(hex(body16) == box + " 00000000 ffffffff 00800080")
    let body32 = nodes.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: true) }
    #expect(
      hex(body32) == box + " 000080bf 00000000 0000803f 00002041 00000000 0000a040")
    let message = PositionsMessage(
      flags: [.float32, .isFinal], epoch: 2, tick: 300, alpha: 0.5, nodeCount: 3, body: body32)
    #expect(
      hex(message.head(sequence: 9, command: 4))
        == "02050000 02000000 09000000 03000000 2c010000 0000003f 04000000 00000000")
  }

  @Test("an odd number of 16-bit values is padded; no nodes are no values; huge boxes do not trap")
  func oddPositions() {
    let space: [SIMD3<Float>] = [[1, 2, 3]]
    let body = space.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: false) }
    #expect(body.count == 24 + 8)
    #expect(body.suffix(8).allSatisfy { $0 == 0 })
    let none: [SIMD2<Double>] = []
    #expect(
      none.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: false) }.count == 16)
    let huge: [SIMD2<Double>] = [[-1e308, 0], [1e308, Double(bitPattern: 1)]]
    let words = huge.withUnsafeBufferPointer { PositionsMessage.body($0, isFloat32: false) }
    #expect(hex(Array(words.suffix(8))) == "00000000 ffff0000")
  }

  @Test("looks: only what has changed, padded")
  func changes() {
    var other = looks
    other.nodeShapes[1] = 3
    other.nodeRadii[2] = 1
    let changes = other.changes(since: looks)
    #expect(
      changes == [
        .init(column: .nodeRadii, range: 2..<3), .init(column: .nodeShapes, range: 1..<2),
      ])
    #expect(
      hex(other.message(changes[0], epoch: 3))
        == "03010000 03000000 00000000 01000000 02000000 0000803f")
    #expect(
      hex(other.message(changes[1], epoch: 3))
        == "03020000 03000000 00000000 01000000 01000000 03000000")
    #expect(looks.changes(since: looks).isEmpty)
  }

  @Test("labels, files and columns")
  func others() {
    #expect(
      hex(LabelsMessage(nodes: [5, 0], labels: ["aé", ""]).bytes(epoch: 1))
        == "04000000 01000000 00000000 02000000 05000000 00000000 03000000 03000000 61c3a900")
    let file = ExportedFile(name: "a.b", mediaType: "x/y", bytes: [1, 2, 3, 4, 5])
    #expect(
      hex(file.message(request: 6))
        == "05000000 00000000 00000000 06000000 03000000 612e6200 03000000 782f7900 05000000 01020304 05000000"
    )
    let numbers = ColumnMessage(AttributeColumn("n", .integers([1, nil])))
    #expect(
      hex(numbers.bytes(request: 2)).hasPrefix(
        "06000000 00000000 00000000 02000000 0000803f 0000c07f"))
    let words = ColumnMessage(AttributeColumn("w", .strings(["b", nil, "a", "b"])))
    #expect(
      hex(words.bytes(request: 3))
        == "06010000 00000000 00000000 03000000 02000000 01000000 02000000 62610000 "
        + "00000000 ffffffff 01000000 00000000")
  }

  @Test("labels of files are cut, not refused")
  func longLabels() {
    let long = String(repeating: "x", count: 10_000)
    #expect(LabelsMessage(nodes: [0], labels: [long]).bytes(epoch: 1).count == 16 + 8 + 500)
  }
}

@Suite("What viewers send is read strictly")
struct ViewerMessageTests {
  @Test("pointer messages")
  func pointer() throws {
    let bytes: [UInt8] = [
      2, 1, 5, 1, 7, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0,
    ]
    let message = try PointerMessage(bytes)
    #expect(message.action == .release(staysPinned: true))
    #expect((message.epoch, message.command, message.node) == (0x105, 7, 3))
    #expect(message.point == [1, -2, 0])
    #expect(message.isFinite)
    #expect(throws: PointerMessage.Problem.length(23)) {
      try PointerMessage(Array(bytes.dropLast()))
    }
    for kind in [0, 4, 255] as [UInt8] {
      #expect(throws: PointerMessage.Problem.kind(kind)) {
        try PointerMessage([kind] + bytes.dropFirst())
      }
    }
    var bad = bytes
    bad[15] = 0x7f
    #expect(try !PointerMessage(bad).isFinite)
  }

  @Test("commands: every field, and null is not nothing")
  func commands() throws {
    let look = try TextCommand(#"{"do":"look","id":4,"color":null,"size":"degree"}"#)
    #expect(look.do == "look" && look.id == 4)
    #expect(look.color == .back && look.size == .to("degree") && look.labels == nil)
    let pin = try TextCommand(#"{"do":"pin","nodes":[1,2],"at":[[0.5,1],[2,3]],"epoch":1}"#)
    #expect(pin.nodes == .indices([1, 2]) && pin.at == [[0.5, 1], [2, 3]] && pin.epoch == 1)
    #expect(try TextCommand(#"{"do":"pin","nodes":"all"}"#).nodes == .all)
    #expect(try TextCommand(#"{"do":"speed","factor":"free"}"#).factor == .free)
    #expect(try TextCommand(#"{"do":"speed","factor":4}"#).factor == .number(4))
    let add = try TextCommand(#"{"do":"add","nodes":[{"id":"x"}],"links":[["x","y"]]}"#)
    #expect(add.nodes == .new([.init(id: "x", label: nil)]) && add.links == .new([["x", "y"]]))
  }

  @Test(
    "what is no command is a sentence",
    arguments: [
      "", "[]", "nul", "{}", #"{"do":1}"#, #"{"do":"x","id":-1}"#, #"{"do":"x","id":1e99}"#,
      #"{"do":"reheat","alpha":1e999}"#, #"{"do":"reheat","alpha":NaN}"#,
      #"{"do":"pin","nodes":"some"}"#,
      #"{"do":"speed","factor":"fast"}"#, #"{"do":"add","links":[[1]]}"#, #"{"do":"x""#,
      String(repeating: "[", count: 60_000),
    ])
  func noCommands(_ text: String) {
    #expect(throws: TextCommand.Problem.self) { try TextCommand(text) }
  }
}
