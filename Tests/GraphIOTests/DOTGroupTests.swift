import GraphIO
import GraphModel
import Testing

struct DOTGroupTests {
  private static let text = """
    digraph {
      subgraph cluster_a { label="the outer"; x; subgraph { subgraph cluster_b { color=red; y; z } } }
      { rank=same; y; w }
      subgraph plain { v }
      subgraph cluster_a { u }
      x:f0 -> y:f1:n -> {w v};
      w -> x:se [headport=n, label=l];
    }
    """

  private func read(_ text: String) throws -> Graph {
    try GraphReader(format: .dot).read(Array(text.utf8)).graph
  }

  @Test func subgraphsBecomeGroups() throws {
    let graph = try read(Self.text)
    func ids(_ group: NodeGroup) -> [String] { group.nodes.map { graph.nodeIDs[$0] } }
    #expect(graph.groups.map(\.name) == ["cluster_a", "cluster_b", ""])
    #expect(graph.groups.map(\.parent) == [nil, 0, nil])
    #expect(graph.groups.map(ids) == [["x", "y", "z", "u"], ["y", "z"], ["y", "w"]])
    #expect(graph.groups.map(\.isCluster) == [true, true, false])
    #expect(graph.groups[0].attributes["label"] == "the outer")
    #expect(graph.groups[2].attributes["rank"] == "same")
    #expect(graph.attributes.isEmpty)
  }

  @Test func portsBecomeAttributes() throws {
    let graph = try read(Self.text)
    #expect(graph.edgeIDs == [["x", "y"], ["y", "w"], ["y", "v"], ["w", "x"]])
    #expect(
      graph.edgeAttributes["tailport"]?.values == .strings(["f0", "f1:n", "f1:n", nil]))
    // The attribute comes after the port, and wins, as in Graphviz.
    #expect(graph.edgeAttributes["headport"]?.values == .strings(["f1:n", nil, nil, "n"]))
  }

  @Test func groupsAreWrittenAndCarried() throws {
    var graph = try read(Self.text)
    let (bytes, report) = try GraphWriter(format: .dot).bytes(graph)
    #expect(report.isLossless)
    #expect(try GraphReader(format: .dot).read(bytes).graph == graph)
    #expect(try GraphWriter(format: .gexf).bytes(graph).report.losses.contains(.groups))
    try graph.edit { edit in
      edit.remove("x")
      edit.insert("new")
    }
    #expect(
      graph.groups.map { $0.nodes.map { graph.nodeIDs[$0] } } == [
        ["y", "z", "u"], ["y", "z"], ["y", "w"],
      ])
  }
}
