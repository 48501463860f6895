import GraphModel
import RunSupport
import Testing
import _TestSupport

/// Ids and other texts of files are compared by their bytes.
struct ExactIDTests {
  private let ids = HostileIDs.all

  private func star() throws -> Graph {
    try Graph(
      nodeIDs: Graph.NodeIDs(ids), sources: ids.indices.dropFirst().map { Int32($0) },
      targets: ids.indices.dropFirst().map { _ in 0 })
  }

  @Test func lookUp() throws {
    let known = try Graph.NodeIDs(ids)
    for (node, id) in ids.enumerated() { #expect(known.index(of: id) == node) }
    let error = #expect(throws: GraphError.self) { try Graph.NodeIDs(ids + ["\u{E9}"]) }
    #expect(error?.description.contains("the same id") == true)
    #expect(!(try Graph.NodeIDs(["\u{E9}"])).contains("e\u{301}"))
  }

  @Test func equality() throws {
    let (composed, decomposed) = (try Graph.NodeIDs(["\u{E9}"]), try Graph.NodeIDs(["e\u{301}"]))
    #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
    let values: [AttributeValue] = ["\u{E9}", "e\u{301}", "\u{E9}"]
    #expect(values[0] != values[1] && values[0] == values[2] && Set(values).count == 2)
    let columns = ["\u{E9}", "e\u{301}"].map { AttributeColumn("n", .strings([$0, nil])) }
    #expect(columns[0] != columns[1] && Set(columns).count == 2)
    var attributes = GraphAttributes()
    attributes["\u{E9}"] = 1
    attributes["e\u{301}"] = 2
    #expect(attributes.names.count == 2 && attributes["\u{E9}"] == 1)
    #expect(NodeGroup("\u{E9}", nodes: []) != NodeGroup("e\u{301}", nodes: []))
    // An accent after the word is none of it.
    #expect(NodeGroup("cluster\u{301}", nodes: []).isCluster)
  }

  @Test func edits() throws {
    var graph = try Graph(nodeIDs: Graph.NodeIDs(["\u{E9}", "x"]), sources: [0], targets: [1])
    var edit = Graph.Edit()
    edit.insert("e\u{301}")
    edit.link("e\u{301}", "x")
    edit.set("\u{E9}", to: 1, for: "\u{E9}")
    edit.set("e\u{301}", to: 2, for: "e\u{301}")
    try graph.apply(edit)
    #expect(bytes(of: graph.nodeIDs) == bytes(of: ["\u{E9}", "x", "e\u{301}"]))
    #expect(graph.nodeAttributes["\u{E9}", 0] == 1 && graph.nodeAttributes["\u{E9}", 2] == nil)
    #expect(graph.nodeAttributes["e\u{301}", 2] == 2)
    var all = try star()
    var removal = Graph.Edit()
    for id in ids.dropFirst() { removal.remove(id) }
    try all.apply(removal)
    #expect(bytes(of: all.nodeIDs) == bytes(of: ids.prefix(1)))
  }

  @Test func filters() throws {
    let graph = try star()
    for id in ids.dropFirst() {
      var filter = GraphFilter()
      filter.neighborhood = .init(of: [id], radius: 0)
      #expect(bytes(of: try graph.subgraph(filter).nodeIDs) == bytes(of: [id]))
    }
    // A relation with an accent behind it is one.
    let condition = try GraphFilter.Condition(parsing: "id=\u{301}x")
    #expect(condition == GraphFilter.Condition("id", .equal, "\u{301}x"))
    var filter = GraphFilter()
    filter.conditions = [GraphFilter.Condition("id", .equal, "e\u{301}")]
    #expect(bytes(of: try graph.subgraph(filter).nodeIDs) == bytes(of: ["e\u{301}"]))
  }

  @Test func keys() {
    #expect(ExactText("\u{212A}") != ExactText("K") && ExactKey(5) == ExactKey(5))
    #expect(Set(ids.map(ExactText.init)).count == ids.count)
    #expect("a,\u{301}".beginsWithBytes(of: "a,") && !"\u{212A}".hasSameBytes(as: "K"))
  }
}
