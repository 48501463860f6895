import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Runs the program: layouts that start from an earlier one.
struct StartAndPinTests {
  private func places(_ path: String) throws -> [String: SIMD2<Double>] {
    let table = try NodePositionTable(contentsOf: path)
    let ids = try #require(table.ids)
    return Dictionary(uniqueKeysWithValues: zip(ids, table.positions.inPlane))
  }

  private func withFiles(
    _ files: [String: String], _ body: ((String) -> String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: path(name))) }
      try body(path)
    }
  }

  private let square = "a b\nb c\nc d\nd a\nd e\n"
  private let start = "id,x,y\na,0,0\nb,100,0\nc,100,100\nd,0,100\n"

  @Test func pinnedNodesStay() throws {
    try withFiles(["g.edges": square, "s.csv": start]) { path in
      let all = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("s.csv"), "--pin-all")
      #expect(all.exitCode == 0, "\(all.errors)")
      let before = try places(path("s.csv"))
      let after = try places(path("o.csv"))
      for id in ["a", "b", "c", "d"] { #expect(after[id] == before[id]) }
      // The new node comes near the one it is tied to, in the units of the others.
      let offset = try #require(after["e"]) - SIMD2(0, 100)
      #expect((offset * offset).sum() < 300 * 300)
      #expect((offset * offset).sum() > 1)
      for layout in ["force", "stress", "fruchterman-reingold"] {
        let some = try forcegraph(
          "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("s.csv"), "--pin", "a,c",
          "--layout", layout)
        #expect(some.exitCode == 0, "\(some.errors)")
        let moved = try places(path("o.csv"))
        #expect(moved["a"] == before["a"] && moved["c"] == before["c"])
      }
      let unplaced = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("s.csv"), "--pin", "e")
      #expect(unplaced.exitCode == 64)
      #expect(unplaced.errors == "Error: --pin e: --start has no position for this node.\n")
    }
  }

  /// A file in which each node has a position is drawn so, unless an option asks for a layout.
  @Test func drawingsAreKeptByDefault() throws {
    func graph(_ x: [String]) -> String {
      #"{"nodes": ["#
        + zip(["a", "b", "c"], x).map { #"{"id": "\#($0)"\#($1)}"# }
        .joined(separator: ", ") + #"], "links": [{"source": "a", "target": "b"}]}"#
    }
    let files = [
      "drawn.json": graph([#", "x": 0, "y": 5"#, #", "x": 70, "y": 5"#, #", "x": 9, "y": -4"#]),
      "partly.json": graph([#", "x": 0, "y": 5"#, #", "x": 70, "y": 5"#, ""]),
      "point.json": graph([#", "x": 1, "y": 1"#, #", "x": 1, "y": 1"#, #", "x": 1, "y": 1"#]),
    ]
    try withFiles(files) { path in
      func run(_ input: String, _ options: String...) throws -> (isKept: Bool, isSaid: Bool) {
        let outcome = try forcegraph.start(
          ["layout", path(input), "-o", path("o.csv"), "--force"] + options
        ).outcome()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let places = try places(path("o.csv"))
        return (
          places["a"] == [0, 5] && places["b"] == [70, 5] && places["c"] == [9, -4],
          outcome.errors.contains("--layout auto")
        )
      }
      #expect(try run("drawn.json") == (true, true))
      #expect(try run("drawn.json", "--layout", "keep") == (true, false))
      for options in [
        ["--layout", "auto"], ["--goal", "distances"], ["--quality", "best"], ["--seed", "1"],
        ["--ticks", "9"], ["--dim", "2"],
      ] {
        let outcome = try forcegraph.start(
          ["layout", path("drawn.json"), "-o", path("o.csv"), "--force"] + options
        ).outcome()
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try places(path("o.csv"))["b"] != [70, 5], "\(options)")
      }
      // A layout that starts there: the drawing of one edge is as good as can be, and stays.
      #expect(try run("drawn.json", "--start", "input", "--seed", "1") == (true, false))
      #expect(try !run("partly.json").isKept)
      #expect(try run("point.json") == (false, false))
      let info = try forcegraph("info", path("drawn.json"))
      #expect(info.output.contains("positions are kept; --layout auto would choose"))
    }
  }

  @Test func keptPositions() throws {
    try withFiles(["g.edges": square, "s.csv": start]) { path in
      let kept = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.csv"), "-o", path("o.svg"), "--layout", "keep",
        "--start", path("s.csv"))
      #expect(kept.exitCode == 0)
      #expect(kept.errors == "Note: nodes without a position: 1\n")
      #expect(try places(path("o.csv"))["c"] == SIMD2(100, 100))
      let none = try forcegraph("layout", path("g.edges"), "-o", path("o.svg"), "--layout", "keep")
      #expect(none.exitCode == 65)
      #expect(none.errors.contains("the graph has no positions to keep"))
    }
  }

  @Test func allOnOnePoint() throws {
    let point = "id,x,y\na,5,5\nb,5,5\nc,5,5\nd,5,5\ne,5,5\n"
    try withFiles(["g.edges": square, "s.csv": point]) { path in
      for layout in ["force", "stress", "fruchterman-reingold"] {
        let outcome = try forcegraph(
          "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("s.csv"), "--layout",
          layout)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(Set(try places(path("o.csv")).values).count == 5, "\(layout)")
      }
      let picture = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.svg"), "--start", path("s.csv"), "--layout", "keep"
      )
      #expect(picture.exitCode == 0)
    }
  }

  @Test func positionsOfAnotherGraph() throws {
    try withFiles(["g.edges": square, "s.csv": "id,x,y\nz,0,0\n", "n.csv": "x,y\n1,2\n"]) { path in
      let foreign = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("s.csv"))
      #expect(foreign.exitCode == 65)
      #expect(
        foreign.errors.contains("has a position for none of the graph's 5 nodes, such as \"a\""))
      let short = try forcegraph(
        "layout", path("g.edges"), "-o", path("o.csv"), "--start", path("n.csv"))
      #expect(short.exitCode == 65)
      #expect(short.errors.contains("has 1 positions and no ids; the graph has 5 nodes"))
    }
  }

  /// With the package trait the layout lies on the old one; without it a sentence says what is missing.
  @Test func alignment() throws {
    try withFiles(["g.edges": square]) { path in
      let first = try forcegraph(
        "layout", path("g.edges"), "-o", path("old.csv"), "--layout", "stress")
      #expect(first.exitCode == 0)
      var turned = "id,x,y\n"
      for (id, place) in try places(path("old.csv")).sorted(by: { $0.key < $1.key }) {
        turned += "\(id),\(-place.y + 7),\(place.x - 3)\n"
      }
      try Data(turned.utf8).write(to: URL(filePath: path("turned.csv")))
      let second = try forcegraph(
        "layout", path("g.edges"), "-o", path("new.csv"), "--layout", "stress", "--align-to",
        path("turned.csv"))
      #if LinearAlgebra
      #expect(second.exitCode == 0)
      let wanted = try places(path("turned.csv"))
      for (id, place) in try places(path("new.csv")) {
        let offset = try #require(wanted[id]) - place
        #expect((offset * offset).sum() < 1e-12)
      }
      #else
      #expect(second.exitCode == 69)
      #expect(second.errors.contains("LinearAlgebra"))
      #endif
    }
  }

  @Test(
    arguments: [
      (SIGINT, "Ctrl-C", 130), (SIGTERM, "the signal TERM", 143), (SIGHUP, "the signal HUP", 129),
    ] as [(Int32, String, Int32)])
  func signalsWriteWhatThereIs(_ number: Int32, _ name: String, _ code: Int32) throws {
    signal(number, SIG_DFL)
    try withTemporaryFolder { folder in
      let graph = folder.appending(path: "g.edges").path(percentEncoded: false)
      let csv = folder.appending(path: "o.csv").path(percentEncoded: false)
      let path = (0..<2000).map { "\($0) \($0 + 1)\n" }.joined()
      try Data(path.utf8).write(to: URL(filePath: graph))
      // All ticks of this layout are done, which would take hours.
      let run = try forcegraph.start([
        "layout", graph, "-o", csv, "--layout", "fruchterman-reingold", "--ticks", "1000000",
      ])
      run.interrupt(afterSeconds: 0.3, by: number)
      let outcome = run.outcome()
      #expect(outcome.exited)
      #expect(outcome.exitCode == code)
      #expect(
        outcome.errors
          == "stopped by \(name) before the layout was done; wrote what there was to \(csv)\n")
      #expect(try NodePositionTable(contentsOf: csv).positions.missingCount == 0)
    }
  }
}
