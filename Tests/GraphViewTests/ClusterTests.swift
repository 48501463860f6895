import GraphIO
import GraphModel
import GraphRendering
import Testing

@testable import GraphView

@Suite("Clusters, shapes and lines of Graphviz files in views")
struct ClusterTests {
  private func graph(_ text: String) throws -> Graph {
    try GraphReader(format: .dot).read(Array(text.utf8)).graph
  }

  private static let nested = """
    digraph tasks {
      a -> b [style=dashed, penwidth=3]; b -> c [dir=none]; c -> d; x -> a
      subgraph cluster_outer {
        label="Outer\\nwork"; color=red; b
        subgraph cluster_inner { label="Inner"; style=filled; fillcolor="#00ff00"; c; d }
      }
      subgraph plain { a }
      subgraph cluster_empty { label="Empty" }
      subgraph cluster_away { style=invis; label="Away"; x }
      a [shape=box]; b [shape=diamond]; c [shape=star, style=filled, fillcolor=yellow, color=blue]
      d [shape=point]
    }
    """

  @Test("hello has the clusters: nested ones inner last, with names and colours of the file")
  func groups() throws {
    let graph = try graph(Self.nested)
    let groups = try #require(graph.viewGroups)
    #expect(groups.map(\.name) == ["Outer work", "Inner"])
    #expect(groups.map(\.levels) == [1, 0])
    func names(_ group: ViewGroup) -> Set<String> { Set(group.nodes.map { graph.nodeIDs[$0] }) }
    #expect(names(groups[0]) == ["b", "c", "d"] && names(groups[1]) == ["c", "d"])
    #expect(groups[0].stroke == "#ff0000" && groups[0].fill == nil)
    #expect(groups[1].fill == "#00ff00")
    #expect(try Graph(nodeCount: 2, edges: [(0, 1)]).viewGroups == nil)
  }

  @Test("shapes are the nearest symbols; lines are dashed, wide and without heads as in the file")
  func looks() throws {
    let graph = try graph(Self.nested)
    let looks = GraphSnapshot(graph).looks
    func node(_ id: String) throws -> Int { try #require(graph.nodeIDs.index(of: id)) }
    let symbols = try ["a", "b", "c", "d", "x"].map {
      GraphSymbol(rawValue: looks.nodeShapes[try node($0)])
    }
    #expect(symbols == [.square, .diamond, .star, .circle, .circle])
    #expect(looks.nodeStrokes[try node("c")] == 8 << 24 | 0xFF0000)
    #expect(looks.nodeStrokes[try node("a")] == 0)
    func link(_ source: String, _ target: String) throws -> Int {
      let ends = (try node(source), try node(target))
      return try #require(
        (0..<graph.edgeCount).first {
          (Int(graph.sources[$0]), Int(graph.targets[$0])) == ends
        })
    }
    let (dashed, bare, plain) = (try link("a", "b"), try link("b", "c"), try link("c", "d"))
    #expect([dashed, bare, plain].map { looks.linkFlags[$0] & 3 } == [3, 0, 1])
    #expect([dashed, plain].map { looks.linkWidths[$0] } == [24, LinkLook.defaultWidth])
    for shape in Drawing.Shape.allCases { _ = GraphSymbol(nearest: shape) }
  }

  @Test("viewers get the clusters of the graph that is shown; so do files and pictures")
  func session() async throws {
    var graph = try graph(Self.nested)
    let session = try await GraphView(graph).session
    #expect(await session.pageParts.contains(.groups))
    let viewer = try #require(await TestViewer.join(session))
    let groups = viewer.hello?["groups"] as? [[String: Any]]
    #expect(groups?.map { $0["name"] as? String } == ["Outer work", "Inner"])
    // Without a, every node after it has another number.
    var edit = Graph.Edit()
    edit.remove("a")
    var fewer = graph
    try fewer.apply(edit)
    try await session.update(GraphSnapshot(fewer))
    try await viewer.wait("the clusters anew") { $0.states.contains { $0["groups"] != nil } }
    let told = viewer.states.last { $0["groups"] != nil }?["groups"] as? [[String: Any]]
    let now = await session.snapshot.graph
    let members = (told?[1]["nodes"] as? [Int])?.map { now.nodeIDs[$0] }
    #expect(Set(members ?? []) == ["c", "d"])
    try await session.update(GraphSnapshot(Graph(nodeCount: 2, edges: [(0, 1)])))
    try await viewer.wait("no clusters") { viewer in
      (viewer.states.last { $0["groups"] != nil }?["groups"] as? [Any])?.isEmpty == true
    }
    await session.close()
    graph.positions = .plane((0..<graph.nodeCount).map { [Double($0 * $0), Double($0)] })
    let html = String(decoding: try await GraphSnapshot(graph).html(), as: UTF8.self)
    #expect(html.contains(".slice(-2)"))
    let shown = ShownLooks(
      GraphSnapshot(graph), Hello.Looks(GraphViewOptions()), .init(), GraphViewOptions())
    let picture = ViewPicture(graph: graph, shown: shown, theme: .light, title: "tasks")
    let svg = String(decoding: try picture.picture().svgBytes(), as: UTF8.self)
    #expect(svg.contains("Inner") && svg.contains("#00ff00") && !svg.contains("Empty"))
  }

  @Test("clusters follow nodes that are reordered")
  func reordered() throws {
    let graph = try graph("graph { a; b; c; subgraph cluster_k { c; a } }")
    let snapshot = GraphSnapshot(graph).arranged([2, 0, 1])
    let group = try #require(snapshot.graph.groups.first)
    #expect(Set(group.nodes.map { snapshot.graph.nodeIDs[$0] }) == ["a", "c"])
  }
}
