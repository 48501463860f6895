import Foundation
import Testing

@testable import GraphIO

/// Work in proportion to the file, in every construct that a file can repeat. The work is counted in
/// instructions, not timed, where the kernel counts them (many virtual machines do not).
@Suite(.serialized)
struct GrowthTests {
  struct Construct: CustomTestStringConvertible {
    var format: GraphFormat
    var begin = ""
    var each: @Sendable (Int) -> String
    var end = ""
    var testDescription: String { "\(format): \(begin.suffix(20)) \(each(0).prefix(30))" }

    init(
      _ format: GraphFormat, _ begin: String = "", _ end: String = "",
      _ each: @escaping @Sendable (Int) -> String
    ) {
      (self.format, self.begin, self.end, self.each) = (format, begin, end, each)
    }

    func bytes(_ count: Int) -> [UInt8] {
      var text = begin
      for index in 0..<count { text += each(index) }
      return Array((text + end).utf8)
    }
  }

  static let lines: [Construct] = [
    Construct(.edgeList) { "\($0) \($0 + 1)\n" }, Construct(.edgeList) { "a\($0) b\n" },
    Construct(.edgeList) { "é\($0) é\n" }, Construct(.edgeList) { "a b \($0)\n" },
    Construct(.edgeList) { "a b {'w': \($0)}\n" },
    Construct(.edgeList, "a b\n") { "# c d \($0)\n" },
    Construct(.edgeList, "a b\n") { _ in "\n" }, Construct(.edgeList) { "(\($0), 0) (0, 1)\n" },
    Construct(.edgeList, "a \"", "\"\n") { _ in "\"\"" },
    Construct(.edgeList, "a (", "\n") { _ in "(" },
    Construct(.edgeList, "a b {'c': '", "'}\n") { _ in "\\'" },
    Construct(.edgeList, "a b {'c': [", "]}\n") { _ in "1, " },
    Construct(.csv, "source,target,k\n") { "a,b,\($0)\n" },
    Construct(.csv, "a,", "\n") { _ in "x" },
    Construct(.csv, "a,\"", "\"\n") { _ in "\n" }, Construct(.tsv) { "a\tb\($0)\n" },
    Construct(.lgl) { "# n\($0)\nm\($0) 2\n" }, Construct(.lgl, "# a\n") { "m\($0)\n" },
    Construct(.adjacencyList) { "n\($0) n\($0 + 1)\n" },
    Construct(.adjacencyList) { "n\($0) a b c d\n" },
    Construct(.multilineAdjacencyList) { "n\($0) 1\nm {'k': \($0)}\n" },
    Construct(.metis, "2 1\n2\n1\n") { _ in "% c\n" },
    Construct(.matrixMarket, "%%MatrixMarket matrix coordinate pattern general\n", "2 2 0\n") { _ in
      "% c\n"
    },
    Construct(.pajek, "*Vertices 1000000\n") { "\($0 + 1) \"a\($0)\" 0.1 0.2 ic Red\n" },
    Construct(.pajek, "*Vertices 3\n*Arcs\n") { "1 2 \($0) l \"x\"\n" },
    Construct(.pajek, "*Vertices 3\n*Arcslist\n1", "\n") { _ in " 2" },
    Construct(.pajek, "*Vertices 3\n") { _ in "*Edges\n1 2\n" },
  ]

  static let structured: [Construct] = [
    Construct(.json, "{\"nodes\":[{\"id\":-1}", "],\"links\":[]}") { ",{\"id\":\($0)}" },
    Construct(.json, "{\"nodes\":[0", "],\"links\":[]}") { ",\"a\($0)\"" },
    Construct(.json, "{\"nodes\":[1],\"links\":[{\"source\":1,\"target\":1}", "]}") {
      ",{\"source\":1,\"target\":1,\"k\":\($0)}"
    },
    Construct(.json, "{\"nodes\":[\"", "\"],\"links\":[]}") { _ in "\\u00e4" },
    Construct(.json, "{\"nodes\":[],\"links\":[],\"a\":[1", "]}") { _ in ",[]" },
    Construct(.json, "{\"nodes\":[],\"links\":[]", "}") { ",\"k\($0 % 4000)\":\($0)" },
    Construct(.json, "{\"nodes\":[1],\"adjacency\":[[{\"id\":1}", "]]}") { _ in ",{\"id\":1}" },
    Construct(.json, "{\"nodes\":[1", "],\"links\":[]}") { _ in " " },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { "<node id=\"\($0)\"/>" },
    Construct(.graphML, "<graphml><graph><node id=\"a\"/>", "</graph></graphml>") { _ in
      "<edge source=\"a\" target=\"a\"/>"
    },
    Construct(
      .graphML, "<graphml><key id=\"k\" attr.name=\"k\"/><graph><node id=\"a\"><data key=\"k\">",
      "</data></node></graph></graphml>"
    ) { _ in "&#228;" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<!-- c -->" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<![CDATA[x]]>" },
    Construct(.graphML, "<graphml><graph>", "</graph></graphml>") { _ in "<?b c?>" },
    Construct(.gexf, "<gexf><graph><nodes>", "</nodes></graph></gexf>") {
      "<node id=\"\($0)\" label=\"x\"/>"
    },
    Construct(
      .gexf, "<gexf><graph><nodes><node id=\"a\"/></nodes><edges>", "</edges></graph></gexf>"
    ) { "<edge id=\"\($0)\" source=\"a\" target=\"a\"/>" },
    Construct(.gexf, "<!DOCTYPE gexf [", "]><gexf><graph/></gexf>") { _ in "<!-- c -->" },
    Construct(.gml, "graph [", "]") { "node [ id \($0) label \"x\" ]\n" },
    Construct(.gml, "graph [ node [ id 1 ]", "]") { "edge [ source 1 target 1 k \($0) ]\n" },
    Construct(.gml, "graph [ node [ id 1 label \"", "\" ] ]") { _ in "&#228;" },
    Construct(.gml, "graph [ node [ id 1 label \"", "\" ] ]") { _ in "&" },
    Construct(.gml, "graph [", "]") { "k\($0 % 4000) \($0)\n" },
    Construct(.gml, "graph [ node [ id 1 ", "] ]") { "k\($0 % 4000) \($0)\n" },
    Construct(.gml, "graph [", "]") { _ in "# c\n" },
  ]

  static let dot: [Construct] = [
    Construct(.dot, "graph {", "}") { "a\($0);" }, Construct(.dot, "graph {", "}") { _ in "a--b;" },
    Construct(.dot, "graph { a", "}") { "--b\($0)" },
    Construct(.dot, "graph {", "}") { "k\($0 % 4000)=1;" },
    Construct(.dot, "graph {", "}") { "a [k\($0 % 9)=\($0)];" },
    Construct(.dot, "graph {", "}") { _ in "node [k=1];" },
    Construct(.dot, "graph {", "}") { _ in "subgraph s {a};" },
    Construct(.dot, "graph { subgraph s {a}", "}") { _ in "subgraph s;" },
    Construct(.dot, "strict graph {", "}") { "a--b\($0 % 9);" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\|" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\N" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "\\n" },
    Construct(.dot, "graph { a [label=\"", "\"]}") { _ in "é" },
    Construct(.dot, "graph { a [k=\"x\"", "]}") { _ in "+\"y\"" },
    Construct(.dot, "graph { a [label=<", ">]}") { _ in "<b/>" },
    Construct(.dot, "graph { a", "}") { _ in ":p" },
    Construct(.dot, "graph {", "}") { _ in "/* c */" },
    Construct(.dot, "graph {", "}") { _ in "{}" },
    Construct(.dot, "graph {", "}") { _ in "a [pos=\"1,2!\"];" },
    Construct(.dot, "graph { a [pos=\"1,2", "\"]}") { _ in "!" },
  ]

  /// Whether the constructs are what they are meant to be.
  @Test(arguments: lines + structured + dot)
  func areRead(construct: Construct) {
    let bytes = construct.bytes(50)
    #expect(message(bytes, construct.format) == "no error")
  }

  @Test(.enabled(if: InstructionCounter() != nil), arguments: lines + structured + dot)
  func growth(construct: Construct) throws {
    let work = try [8_000, 16_000, 32_000].map { size in
      let bytes = construct.bytes(size)
      let counter = try #require(InstructionCounter())
      counter.start()
      _ = try? GraphReader(format: construct.format).read(bytes)
      return counter.stop()
    }
    for (half, whole) in zip(work, work.dropFirst()) {
      // Twice as much, and what does not depend on the size.
      #expect(whole * 10 < 26 * half + 10_000_000)
    }
  }

  /// Escapes in labels were copied with the whole label, each.
  @Test func escapesInLabels() throws {
    for escape in ["\\|", "\\N", "\\n", "\\x", "é"] {
      let label = String(repeating: escape, count: 400_000)
      let found = try graph("graph { a [label=\"\(label)\"] }", .dot).nodeAttributes["label", 0]
      let meaning = ["\\N": "a", "\\n": "\n"][escape] ?? escape
      #expect(found == .string(String(repeating: meaning, count: 400_000)))
    }
  }
}

/// The kernel's counter of instructions of this thread (perf_event_open).
private final class InstructionCounter {
  private let descriptor: Int32

  init?() {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
    typealias Open = @convention(c) (Int, UnsafeRawPointer, Int32, Int32, Int32, UInt) -> Int
    guard let address = dlsym(nil, "syscall") else { return nil }
    #if arch(x86_64)
    let number = 298
    #else
    let number = 241
    #endif
    // The type (hardware), the size, the event (instructions), and the flags, of which the bits say:
    // not yet, not in the kernel, not in the hypervisor.
    var attributes = [UInt64](repeating: 0, count: 16)
    attributes[0] = 128 << 32
    attributes[1] = 1
    attributes[5] = 1 | 1 << 5 | 1 << 6
    let open = unsafeBitCast(address, to: Open.self)
    descriptor = Int32(truncatingIfNeeded: open(number, attributes, 0, -1, -1, 0))
    if descriptor < 0 { return nil }
    #else
    return nil
    #endif
  }

  deinit { close(descriptor) }

  func start() { _ = ioctl(descriptor, 0x2400, 0) }

  func stop() -> Int {
    _ = ioctl(descriptor, 0x2401, 0)
    var count = 0
    return read(descriptor, &count, 8) == 8 ? count : 0
  }
}
