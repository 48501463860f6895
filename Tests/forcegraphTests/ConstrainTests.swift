import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Runs the program: layouts with `--constrain`.
struct ConstrainTests {
  private func withGraph(
    _ text: String, _ name: String = "g.gv",
    _ body: (_ graph: String, _ out: String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let graph = folder.appending(path: name)
      try Data(text.utf8).write(to: graph)
      try body(
        graph.path(percentEncoded: false),
        folder.appending(path: "o.csv").path(percentEncoded: false))
    }
  }

  private func places(_ path: String) throws -> [String: SIMD2<Double>] {
    let table = try NodePositionTable(contentsOf: path)
    let ids = try #require(table.ids)
    return Dictionary(uniqueKeysWithValues: zip(ids, table.positions.inPlane))
  }

  private let graph = """
    digraph { a -> b -> c; a -> "d e"; "d e" -> f; b [constrain="below a by 70; x 5"]; \
    graph [constrain="align y: c f"] }
    """

  @Test func allFormsHold() throws {
    try withGraph(graph) { graph, out in
      for layout in ["auto", "stress", "multilevel"] {
        let run = try forcegraph(
          "layout", graph, "-o", out, "--layout", layout, "--constrain", "a at 1.5, -2",
          "--constrain", "align x: c f", "--constrain", "\"d e\" right of b by exactly 40",
          "--constrain", "c above f by 12", "--constrain", "b left of a")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        let at = try places(out)
        #expect(at["a"] == SIMD2(1.5, -2))
        let (b, c) = (try #require(at["b"]), try #require(at["c"]))
        let (d, f) = (try #require(at["d e"]), try #require(at["f"]))
        #expect(abs(c.x - f.x) < 1e-6 && abs(d.x - b.x - 40) < 1e-6)
        #expect(c.y - f.y > 12 - 1e-6 && b.x < 1.5 + 1e-6)
      }
    }
  }

  @Test func edgesFlowAndAttributesCount() throws {
    try withGraph(graph) { graph, out in
      let run = try forcegraph(
        "layout", graph, "-o", out, "--constrain", "flow down by 30", "--constrain", "attributes")
      #expect(run.exitCode == 0, "\(run.errors)")
      let at = try places(out)
      let (a, b) = (try #require(at["a"]), try #require(at["b"]))
      #expect(a.y - b.y > 70 - 1e-6 && b.x == 5)
      #expect(abs((at["c"]?.y ?? 0) - (at["f"]?.y ?? 1)) < 1e-6)
    }
  }

  @Test func groupsAreApart() throws {
    let text = """
      digraph { subgraph cluster_a { a -> b -> c } subgraph cluster_b { d -> e -> f } a -> d; c -> f; \
      a [team=1]; b [team=1]; c [team=1]; d [team=2]; e [team=2]; f [team=2]; b -> e; g -> b; g -> e }
      """
    try withGraph(text) { graph, out in
      let all = [
        ["clusters padding 7"], ["groups team padding 7"],
        ["group: a b c padding 7", "group: \"d\" e f padding 7"],
      ]
      for texts in all {
        let run = try forcegraph.start(
          ["layout", graph, "-o", out, "--layout", "stress"]
            + texts.flatMap { ["--constrain", $0] }
        ).outcome()
        #expect(run.exitCode == 0, "\(run.errors)")
        let at = try places(out)
        let boxes = [["a", "b", "c"], ["d", "e", "f"]].map { $0.compactMap { at[$0] } }
        let (x, y) = (boxes.map { $0.map(\.x) }, boxes.map { $0.map(\.y) })
        func apart(_ a: [Double], _ b: [Double]) -> Double {
          max((a.min() ?? 0) - (b.max() ?? 0), (b.min() ?? 0) - (a.max() ?? 0))
        }
        #expect(max(apart(x[0], x[1]), apart(y[0], y[1])) > 14 - 1e-6, "\(texts)")
      }
    }
  }

  /// What only a layout finds out is said with ids, too.
  @Test func errorsWithinLayoutsNameIDs() throws {
    try withGraph(graph) { graph, out in
      let run = try forcegraph.start([
        "layout", graph, "-o", out, "--constrain", "group: a b", "--constrain", "a at 0,0",
        "--constrain", "b at 30,30", "--constrain", "\"d e\" at 15,15",
      ]).outcome()
      #expect(run.exitCode != 0)
      #expect(
        run.errors.contains("the group of \"a\", \"b\" has a box of its own"), "\(run.errors)")
      #expect(run.errors.contains("\"d e\" is at x 15.0") && !run.errors.contains("node 3"))
    }
  }

  @Test func picturesShowTheBoxes() throws {
    let text = """
      graph { subgraph cluster_a { label=Reds; a -- b -- c } d -- a; d -- c; d -- e; \
      e [team=1]; d [team=1]; a [team=2]; b [team=2] }
      """
    try withGraph(text) { graph, out in
      let picture = out + ".svg"
      for (constraint, name) in [("clusters", "Reds"), ("groups team", "2")] {
        let run = try forcegraph(
          "layout", graph, "-o", picture, "--layout", "stress", "--force", "--constrain",
          constraint)
        #expect(run.exitCode == 0, "\(run.errors)")
        let svg = try String(contentsOfFile: picture, encoding: .utf8)
        #expect(svg.contains(">\(name)</text>"), "\(svg)")
      }
    }
  }

  @Test func errorsNameTheOptionAndTheNode() throws {
    let cases: [([String], String)] = [
      (["--constrain", "g x 3"], "--constrain \"g x 3\": the node g: there is no such node"),
      (["--constrain", "a x three"], "\"three\" is no number from -1e9 to 1e9."),
      (["--constrain", "a beside b"], "--constrain \"a beside b\": it has to be like: a at 0,0;"),
      (
        ["--constrain", "group: a q"],
        "--constrain \"group: a q\": the node q: there is no such node"
      ),
      (["--constrain", "flew down"], "--constrain \"flew down\": it has to be like: a at 0,0;"),
      (["--constrain", "align q: a b"], "\"q\" is no axis; those are x, y and z."),
      (["--constrain", "flow sideways"], "directions are down, up, right and left."),
      (["--constrain", "a x 3 4"], "\"4\" is too much"),
      (["--constrain", "a \"x 3"], "it has to be like"),
      (
        ["--constrain", "a left of \"d e\" by 2", "--constrain", "\"d e\" left of a"],
        "impossible (\"d e\" is at least 2.0 right of \"a\"; \"a\" is at least 0.0 right of \"d e\")"
      ),
      (["--constrain", "a x 3", "--layout", "grid"], "--constrain is for --layout auto, multi"),
      (["--constrain", "clusters"], "--constrain \"clusters\": the graph has no clusters."),
      (["--constrain", "groups team"], "groups also takes community"),
      (
        ["--constrain", "group: a b", "--constrain", "group: b c"],
        "the group of \"b\", \"c\" is partly in the group of \"a\", \"b\"; it must be within it, or apart"
      ),
      (["--constrain", "a z 3"], "x or y in the plane"),
    ]
    try withGraph(graph) { graph, out in
      for (options, message) in cases {
        let run = try forcegraph.start(["layout", graph, "-o", out] + options).outcome()
        #expect(run.exitCode == 64 && run.errors.contains(message), "\(run.errors)")
      }
    }
    try withGraph("a b\n", "g.edges") { graph, out in
      let run = try forcegraph("layout", graph, "-o", out, "--constrain", "attributes")
      #expect(run.errors.contains("neither the graph nor a node has an attribute constrain"))
    }
  }
}
