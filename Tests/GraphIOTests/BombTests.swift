import CZlib
import Foundation
import Testing

@testable import GraphIO

/// Small files that expand to large graphs.
struct BombTests {
  static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let sink = MemorySink()
    let gzip = try GzipSink(sink)
    for begin in stride(from: 0, to: bytes.count, by: 1 << 20) {
      try gzip.write(Array(bytes[begin..<min(bytes.count, begin + 1 << 20)]))
    }
    try gzip.finish()
    return sink.bytes
  }

  @Test func compressionRatio() throws {
    let bomb = try Self.compressed([UInt8](repeating: UInt8(ascii: "\n"), count: 40 << 20))
    #expect(bomb.count < 50_000)
    #expect(
      message(bomb, .edgeList)
        == "file: more than 64 bytes for each compressed byte, which is the limit set for reading")
    var reader = GraphReader(format: .edgeList)
    reader.limits.compressionRatio = 2000
    #expect(try reader.read(bomb).graph.nodeCount == 0)
    reader.limits.bytes = 1 << 20
    #expect(throws: GraphFileError.self) { try reader.read(bomb) }
  }

  @Test func compressedFilesThatAreDamaged() throws {
    let whole = try Self.compressed(Array("0 1\n1 2\n".utf8))
    #expect(
      message(Array(whole.dropLast(3)), .edgeList) == "file: the compressed data is cut short")
    var damaged = whole
    damaged[whole.count - 6] ^= 0xFF
    #expect(
      message(damaged, .edgeList) == "file: the compressed data is damaged: incorrect data check")
    // Several in a row are one, as are zeros that fill up the end.
    let reader = GraphReader(format: .edgeList)
    let joined = try reader.read(whole + Self.compressed(Array("2 3\n".utf8)) + [0, 0, 0]).graph
    #expect(joined.edgeCount == 3)
  }

  @Test func nesting() {
    let many = 1_000_000
    let expected = "which is the limit set for reading"
    let texts: [(String, GraphFormat)] = [
      ("{\"a\":" + String(repeating: "[", count: many), .json),
      ("{\"nodes\":[{\"id\":1,\"a\":" + String(repeating: "{\"a\":", count: many), .json),
      ("graph " + String(repeating: "{", count: many), .dot),
      ("graph " + String(repeating: "{a--", count: many), .dot),
      (String(repeating: "graph [ ", count: many), .gml),
      ("<graphml>" + String(repeating: "<graph>", count: 10_000), .graphML),
      ("<gexf>" + String(repeating: "<a>", count: 10_000), .gexf),
    ]
    for (text, format) in texts {
      #expect(message(text, format).hasSuffix(expected), "\(format)")
    }
    #expect(
      message("graph { " + String(repeating: "<", count: many), .dot).contains(
        "\">\" for the \"<\" at 1:9"))
  }

  @Test func entities() {
    var text = "<?xml version=\"1.0\"?>\n<!DOCTYPE graphml [\n<!ENTITY a \"aaaaaaaaaa\">\n"
    for level in 0..<20 { text += "<!ENTITY \(level)b \"&a;&a;&a;&a;&a;&a;&a;&a;\">\n" }
    text += "]><graphml><graph><node id=\"&b;\"/></graph></graphml>"
    #expect(
      message(text, .graphML)
        == "file:3:1: found the declaration of an entity, expected none (they can make a small file huge)"
    )
    let outside =
      "<!DOCTYPE g [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><graphml><graph><node id=\"&a;\"/></graph></graphml>"
    #expect(message(outside, .gexf).contains("found the declaration of an entity"))
    // A document type alone does no harm.
    #expect(
      message("<!DOCTYPE graphml SYSTEM \"x.dtd\"><graphml><graph/></graphml>", .graphML)
        == "no error")
  }

  @Test(arguments: [
    ("1000000000000000000 1\n", GraphFormat.metis, "file:1:1: more than 100000000 nodes"),
    ("5 1000000000000000000\n", .metis, "file:1:3: more than 1073741824 edges"),
    ("99999999999999999999999 1\n", .metis, "file:1:1: found \"99999999999999999999999\""),
    ("*Vertices 1000000000000000000\n", .pajek, "file:1:11: more than 100000000 nodes"),
    (
      "%%MatrixMarket matrix coordinate pattern general\n1000000000000000000 1000000000000000000 0\n",
      .matrixMarket, "file:2:1: more than 100000000 nodes"
    ),
    (
      "*Vertices 100000000\n1 \"a\"\n", .pajek, "file: more than 134219392 bytes of memory for what"
    ),
    (
      "*Vertices 50000000\n1 \"a\"\n", .pajek,
      "file: more than 134219328 bytes of memory for what"
    ),
  ])
  func headers(text: String, format: GraphFormat, expected: String) {
    #expect(message(text, format).hasPrefix(expected))
  }

  @Test func productsOfSubgraphs() {
    let nodes = (0..<5000).map { "a\($0)" }.joined(separator: " ")
    let text = "graph { subgraph s {\(nodes)} subgraph s -- subgraph s -- subgraph s }"
    #expect(
      message(text, .dot).hasSuffix(
        "more than 16777216 edges between subgraphs, which is the limit set for reading"))
  }

  /// What is said once, and holds for every node.
  @Test func defaults() throws {
    let nodes = (0..<100).map { "a\($0)" }
    let attributes = (0..<100).map { "k\($0)=v" }.joined(separator: " ")
    var reader = GraphReader(format: .dot)
    let dot = "graph { node [\(attributes)] \(nodes.joined(separator: " ")) }"
    #expect(try reader.read(Array(dot.utf8)).graph.nodeAttributes.columns.count == 100)
    reader.limits.missingAttributeValues = 9_999
    var error = #expect(throws: GraphFileError.self) { try reader.read(Array(dot.utf8)) }
    #expect(error?.problem == .limit(of: "attribute values that are missing", maximum: 9_999))
    reader = GraphReader(format: .graphML)
    let keys = (0..<100).map { "<key id=\"k\($0)\" for=\"node\"><default>v</default></key>" }
      .joined()
    let elements = nodes.map { "<node id=\"\($0)\"/>" }.joined()
    let graphML = "<graphml>\(keys)<graph>\(elements)</graph></graphml>"
    #expect(try reader.read(Array(graphML.utf8)).graph.nodeAttributes["k99", 99] == "v")
    reader.limits.missingAttributeValues = 9_999
    error = #expect(throws: GraphFileError.self) { try reader.read(Array(graphML.utf8)) }
    #expect(error?.problem == .limit(of: "attribute values that are missing", maximum: 9_999))
    let many = (0...4096).map { "k\($0)=v" }.joined(separator: "] node [")
    #expect(message("graph { node [\(many)] }", .dot).contains("more than 4096 attributes"))
  }

  @Test func labels() {
    let name = String(repeating: "a", count: 1 << 20)
    let nodes = (0..<65).map { "a\($0)" }.joined(separator: " ")
    #expect(
      message("graph \(name) { node [label=\"\\G\"] \(nodes) }", .dot)
        .contains("bytes put into labels by escapes"))
    let references = String(repeating: "subgraph s ", count: 3_500)
    let members = (0..<5_000).map { "a\($0)" }.joined(separator: " ")
    #expect(
      message("graph { subgraph s {\(members)} \(references) }", .dot)
        .contains("bytes of memory for what the file only implies")
    )
  }

  /// Limits that make no sense are no reason to crash.
  @Test(arguments: [Int.min, -1, 0, 1, Int.max])
  func senselessLimits(value: Int) {
    var limits = ReadLimits()
    let all: [WritableKeyPath<ReadLimits, Int>] = [
      \.bytes, \.compressionRatio, \.nodes, \.edges, \.nestingDepth, \.attributes,
      \.attributeValues,
      \.missingAttributeValues, \.edgesBetweenSubgraphs, \.textLength,
    ]
    for limit in all { limits[keyPath: limit] = value }
    for name in Fixture.graphs {
      var reader = GraphReader()
      reader.limits = limits
      let result = Result { try reader.read(Fixture.bytes(name), name: name) }
      #expect(value == .max || (try? result.get()) == nil, "\(name)")
    }
    for name in Fixture.tables {
      _ = try? NodePositionTable(Fixture.bytes(name), name: name, limits: limits)
    }
  }

  @Test func limitsOfTheCaller() throws {
    let limit = "which is the limit set for reading"
    #expect(
      message("0 1\n1 2\n", .edgeList) { $0.edges = 1 } == "file:2:1: more than 1 edges, \(limit)")
    #expect(
      message("a b\nc d\n", .edgeList) { $0.nodes = 3 } == "file:2:1: more than 3 nodes, \(limit)")
    #expect(
      message("0 1\n2 3\n", .edgeList) { $0.nodes = 3 } == "file:3:1: more than 3 nodes, \(limit)")
    #expect(
      message("{\"nodes\":[1,2]}", .json) { $0.nodes = 1 }
        == "file:1:13: more than 1 nodes, \(limit)")
    #expect(
      message("graph { a -- b -- c }", .dot) { $0.edges = 1 }
        == "file:1:16: more than 1 edges, \(limit)")
    #expect(
      message("source,target,a,b,c\n", .csv) { $0.attributes = 4 }
        == "file:1:20: more than 4 columns, \(limit)")
    let long = String(repeating: "a", count: 100)
    for (text, format) in [
      ("0 \(long)\n", GraphFormat.edgeList), ("{\"nodes\":[\"\(long)\"]}", .json),
      ("graph { \(long) }", .dot),
      ("graph { \"\(long)\" }", .dot), ("graph [ a \"\(long)\" ]", .gml),
      ("*Vertices 1\n1 \"\(long)\"", .pajek),
      ("<graphml><key id=\"a\"/><graph><data key=\"a\">\(long)</data></graph></graphml>", .graphML),
    ] {
      #expect(message(text, format) { $0.textLength = 64 }.hasSuffix(limit), "\(format)")
    }
  }
}
