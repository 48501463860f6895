import Foundation
import Testing

@testable import GraphIO

/// Random graphs by the grammar of DOT, with the result of dot 2.43. scripts/check-dot writes them,
/// and compares many more where dot is installed.
struct DOTAnswerTests {
  private struct Answer: Decodable {
    var text: String
    /// Names, and the value of the attribute `w`.
    var nodes: [[String]]
    /// Tails, heads, and the value of `w`.
    var edges: [[String]]
  }

  /// HTML-like names keep their brackets here.
  private static func bare(_ id: String) -> String {
    id.beginsWithBytes(of: "<") ? String(id.dropFirst().dropLast()) : id
  }

  @Test func allAreReadAsDotReadsThem() throws {
    let answers = try JSONDecoder().decode(
      [Answer].self, from: Data(Fixture.bytes("dot-answers.json")))
    #expect(answers.count == 300)
    for answer in answers {
      let graph = try GraphReader(format: .dot).read(Array(answer.text.utf8)).graph
      let ids = graph.nodeIDs.map(Self.bare)
      let nodes = ids.indices.map { [ids[$0], graph.nodeAttributes["w", $0]?.description ?? ""] }
      let edges = (0..<graph.edgeCount).map { edge in
        [
          ids[Int(graph.sources[edge])], ids[Int(graph.targets[edge])],
          graph.edgeAttributes["w", edge]?.description ?? "",
        ]
      }
      #expect(Self.counts(nodes) == Self.counts(answer.nodes), "\(answer.text)")
      #expect(Self.counts(edges) == Self.counts(answer.edges), "\(answer.text)")
    }
  }

  private static func counts(_ rows: [[String]]) -> [[ExactText]: Int] {
    Dictionary(rows.map { ($0.map(ExactText.init), 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: [
    ("graph{subgraph s{a;b} subgraph s{c}--x}", "ax bx cx"),
    ("graph{subgraph s{a b} c--subgraph s{}}", "ca cb"),
    ("graph{a--b[key=1];a--b[key=1];a--b[key=2]}", "ab ab"),
    ("graph{edge[key=5]; a--b; a--b; a--b[key=5,key=6]; b--a[key=6]}", "ab ab ab"),
    ("strict graph{a--b[key=1];a--b[key=1];b--a[key=2] a--b[key=3] a--b}", "ab ba"),
    ("strict graph{a--b[key=1]; subgraph s{a--b[key=2]; a--b[key=3]} a--b[key=4]}", "ab ab"),
    ("graph{a -- subgraph s{b} -- subgraph s{c}}", "ab ac bb bc cb cc"),
    ("graph{subgraph t{subgraph s{a}} subgraph s{b} -- x}", "bx"),
    ("graph{a,b--c,d:n:s; e,f}", "ac ad bc bd"), ("digraph{\n\t # -> }\n a -> b # c\n}", "ab"),
    ("GRAPH{a--b SubGraph{c}}", "ab"), ("graph { a -- { b -- { c } } }", "bc ab ac"),
  ])
  func edges(text: String, expected: String) throws {
    let edges = try graph(text, .dot).edgeIDs.map { $0.joined() }
    #expect(edges.joined(separator: " ") == expected)
  }

  /// Edges that would be read as one keep no key; others do.
  @Test func keysAreWritten() throws {
    var graph = try Graph(nodeCount: 2, edges: [(0, 1), (1, 0), (0, 1)])
    graph.edgeAttributes.set("key", .integers([0, 1, 2]))
    var written = try GraphWriter(format: .dot).bytes(graph)
    #expect(written.report.isLossless)
    #expect(try GraphReader(format: .dot).read(written.bytes).graph.edgeAttributes["key", 2] == 2)
    graph.edgeAttributes.set("key", .integers([0, 0, 2]))
    written = try GraphWriter(format: .dot).bytes(graph)
    #expect(written.report.losses == [.edgeAttribute("key")])
    #expect(try GraphReader(format: .dot).read(written.bytes).graph.edgeCount == 3)
  }
}
