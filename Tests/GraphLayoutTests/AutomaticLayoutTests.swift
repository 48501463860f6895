import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct AutomaticLayoutTests {
  @Test func eachGraphGetsWhatFitsIt() throws {
    let cases: [(String, LayoutGraph, String)] = [
      ("empty", try graph(0, []), "grid"), ("no edges", try graph(9, [(3, 3)]), "grid"),
      ("tree", try randomTree(60, seed: 1), "tidy tree"),
      ("star", try graph(.star(leaves: 50)), "radial tree"),
      ("tree with two parents", try graph(3, [(0, 2), (1, 2)], directed: true), "layered"),
      ("DAG", try LayeredLayoutTests.randomDAG(40, edges: 80, seed: 1), "layered"),
      ("cycle", try cycle(20), "circular"), ("mesh", try graph(.grid(10, 10)), "stress"),
      ("large mesh", try graph(.grid(60, 60)), "force-directed"),
      ("large tree", try randomTree(5_000, seed: 2), "force-directed"),
    ]
    for (name, graph, layout) in cases {
      #expect(AutomaticLayout().choice(for: graph).name == layout, "\(name)")
      #expect(
        try AutomaticLayout(quality: .quick).layout(graph).statistics.layout == layout, "\(name)")
    }
  }

  @Test func startAndPinsRuleOutDrawingsWithoutThem() throws {
    let tree = try randomTree(10, seed: 1)
    #expect(AutomaticLayout(pins: [3: .zero]).choice(for: tree).name == "stress")
    let start: [Point] = randomPositions(10, seed: 1)
    #expect(AutomaticLayout(start: start).choice(for: tree).name == "stress")
  }

  @Test func linkLengthsReachTheLayout() throws {
    for graph in [try graph(.path(6)), try graph(.grid(7, 7)), try cycle(9), try graph(9, [])] {
      let small = try AutomaticLayout(linkLength: 3).layout(graph).positions
      let large = try AutomaticLayout(linkLength: 300).layout(graph).positions
      let ratio =
        LayoutMetrics.extent(large).length() / LayoutMetrics.extent(small).length()
      #expect(abs(ratio - 100) < 1)
    }
    #expect(throws: LayoutError.self) { try AutomaticLayout(linkLength: 0).layout(graph(2, [])) }
  }
}
