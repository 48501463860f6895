import GraphIO
import Testing
import _TestSupport

/// Formats of a program's own.
@Suite(.traced) struct CustomFormatTests {
  private struct Refusal: Error, CustomStringConvertible { let description: String }

  /// Two digits an edge, after a mark.
  private let pairs = GraphFormat(
    name: "pairs", fileExtensions: ["pairs", "txt"],
    recognizes: { $0.starts(with: Array("pairs:".utf8)) },
    read: { bytes, control in
      if control.mustEnd { throw CancellationError() }
      let numbers = bytes.dropFirst(6).filter { $0 != 10 }.map { Int($0) - 48 }
      if numbers.isEmpty {
        throw GraphFileError(
          file: "", line: 1, problem: .unexpected(found: "an end", expected: "a digit"))
      }
      guard numbers.allSatisfy((0...9).contains) else { throw Refusal(description: "no digit") }
      let edges = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (numbers[$0], numbers[$0 + 1])
      }
      return try Graph(nodeCount: (numbers.max() ?? -1) + 1, edges: edges)
    },
    write: { graph in
      guard graph.nodeCount < 10 else { throw Refusal(description: "more than ten nodes") }
      let ends = (0..<graph.edgeCount).flatMap { [graph.sources[$0], graph.targets[$0]] }
      return Array("pairs:".utf8) + ends.map { UInt8($0) + 48 } + [10]
    })

  @Test func isFoundByNameContentAndID() throws {
    let formats = GraphFormat.all + [pairs]
    #expect(GraphFormat(id: "pairs") == nil && GraphFormat(id: "pairs", among: formats) == pairs)
    #expect(GraphFormat(fileName: "a.pairs.gz", among: formats) == pairs)
    #expect(GraphFormat(name: "Pairs", among: formats) == pairs)
    #expect(GraphFormat(content: Array("pairs:01".utf8), among: formats) == pairs)
    #expect(GraphFormat(content: Array("graph { a -- b }".utf8), among: formats) == .dot)
    #expect(pairs.isWritable && pairs.fileExtension == "pairs" && pairs.title == "pairs")
  }

  @Test func roundTrip() throws {
    var reader = GraphReader(), writer = GraphWriter()
    (reader.formats, writer.formats) = (GraphFormat.all + [pairs], GraphFormat.all + [pairs])
    var graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    graph.positions = .plane([[0, 0], [1, 0], [2, 0]])
    try withTemporaryFolder { folder in
      let report = try writer.write(graph, path: "\(folder)/a.pairs.gz")
      #expect(report.losses == [.positions])
      let result = try reader.read(path: "\(folder)/a.pairs.gz")
      #expect(result.format == pairs && result.graph.sources == [0, 1])
      #expect(result.graph.targets == [1, 2] && result.notes.isEmpty)
      // By the content, where the name says nothing; by the format, where it is given.
      try writer.write(graph, path: "\(folder)/b.txt")
      #expect(try reader.read(path: "\(folder)/b.txt").format == pairs)
      #expect(try Graph(contentsOf: "\(folder)/b.txt", format: pairs).edgeCount == 2)
    }
  }

  @Test func errorsAndLimitsNameTheFile() throws {
    func problem(_ text: String, _ change: (inout GraphReader) -> Void = { _ in }) -> String {
      var reader = GraphReader(format: pairs)
      change(&reader)
      let error = #expect(throws: GraphFileError.self) {
        try reader.read(Array(text.utf8), name: "x.pairs")
      }
      return error?.description ?? ""
    }
    #expect(problem("pairs:0a") == "x.pairs: no digit")
    #expect(problem("pairs:").hasPrefix("x.pairs:1:1: "))
    #expect(
      problem("pairs:0123") { $0.limits.nodes = 3 }
        == "x.pairs: more than 3 nodes, which is the limit set for reading")
    #expect(problem("pairs:0123") { $0.limits.edges = 1 }.contains("more than 1 edges"))
    #expect(problem("pairs:0123") { $0.limits.bytes = 4 }.contains("limit"))
    #expect(problem("pairs:01") { $0.control.isCancelled = { true } }.contains("cancelled"))

    let large = try Graph(nodeCount: 20, edges: [(0, 1)])
    let error = #expect(throws: GraphFileError.self) {
      try GraphWriter(format: pairs).bytes(large)
    }
    #expect(error?.description == "graph: cannot be written: more than ten nodes")
    let readOnly = GraphFormat(name: "half", read: { _, _ in try Graph(nodeCount: 0, edges: []) })
    #expect(!readOnly.isWritable)
    #expect(throws: GraphFileError.self) { try GraphWriter(format: readOnly).bytes(large) }
  }
}
