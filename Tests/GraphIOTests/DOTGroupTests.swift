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

  /// As Graphviz has it: how labels look is taken over by clusters that come later, and by those
  /// inside them; what they say is not, and other subgraphs have nothing of it.
  @Test func clustersTakeOverHowLabelsLook() throws {
    let graph = try read(
      """
      graph { subgraph cluster_early { a } fontsize=20; label=title; graph [fontcolor=red]
        subgraph cluster_outer { fontsize=30; labelloc=b; subgraph cluster_inner { fontcolor=blue; b }
          { rank=same; b; c } }
        subgraph cluster_late { d } }
      """)
    func looks(_ name: String) throws -> [String: String] {
      let group = try #require(graph.groups.first { $0.name == name })
      let names = group.attributes.names
      return Dictionary(
        uniqueKeysWithValues: names.map { ($0, group.attributes[$0]?.description ?? "") })
    }
    #expect(try looks("cluster_early") == [:])
    #expect(try looks("cluster_outer") == ["fontsize": "30", "labelloc": "b", "fontcolor": "red"])
    #expect(try looks("cluster_inner") == ["fontsize": "30", "labelloc": "b", "fontcolor": "blue"])
    #expect(try looks("") == ["rank": "same"])
    #expect(try looks("cluster_late") == ["fontsize": "20", "fontcolor": "red"])
    // Written so that the early one takes nothing over.
    let (bytes, report) = try GraphWriter(format: .dot).bytes(graph)
    #expect(report.isLossless)
    let again = try GraphReader(format: .dot).read(bytes).graph
    #expect(again.groups == graph.groups)
    #expect(Set(again.attributes.names) == Set(graph.attributes.names))
  }

  @Test func groupsAreWrittenAndCarried() throws {
    var graph = try read(Self.text)
    let (bytes, report) = try GraphWriter(format: .dot).bytes(graph)
    #expect(report.isLossless)
    #expect(try GraphReader(format: .dot).read(bytes).graph == graph)
    #expect(try GraphWriter(format: .gexf).bytes(graph).report.losses.contains(.groups))
    let part = graph.subgraph { graph.nodeIDs[$0] != "y" }
    #expect(
      part.groups.map { $0.nodes.map { part.nodeIDs[$0] } } == [["x", "z", "u"], ["z"], ["w"]])
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
