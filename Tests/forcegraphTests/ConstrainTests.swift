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

  @Test func errorsNameTheOptionAndTheNode() throws {
    let cases: [([String], String)] = [
      (["--constrain", "g x 3"], "--constrain \"g x 3\": the node g: there is no such node"),
      (["--constrain", "a x three"], "\"three\" is no number from -1e9 to 1e9."),
      (["--constrain", "a beside b"], "--constrain \"a beside b\": it has to be like: a at 0,0;"),
      (["--constrain", "group: a b"], "--constrain \"group: a b\": it has to be like: a at 0,0;"),
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
