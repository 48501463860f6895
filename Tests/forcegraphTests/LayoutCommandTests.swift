import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Runs the program: `forcegraph layout`.
struct LayoutCommandTests {
  /// A graph with words, groups and weights.
  static let graph = """
    {"nodes": [{"id": "a", "group": 1, "name": "Ada"}, {"id": "b", "group": 1, "name": "Bob"},
      {"id": "c", "group": 2, "name": "Cleo"}, {"id": "d", "group": 2, "name": "<Dan & Dora>"}],
     "links": [{"source": "a", "target": "b", "value": 3}, {"source": "b", "target": "c", "value": 0},
      {"source": "c", "target": "d", "value": 2}, {"source": "d", "target": "a", "value": 1},
      {"source": "a", "target": "c", "value": 1}]}
    """

  /// Runs with files in a folder: `body` gets a function from names to paths.
  private func withGraph(_ text: String = graph, _ body: ((String) -> String) throws -> Void) throws
  {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      try Data(text.utf8).write(to: URL(filePath: path("g.json")))
      try body(path)
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: path), encoding: .utf8)
  }

  @Test func everyOutputHoldsTheSameLayout() throws {
    try withGraph { path in
      let names = ["o.svg", "o.gexf", "o.json", "o.graphml.gz", "o.gv", "o.gml", "o.csv", "o.npy"]
      var arguments = ["layout", path("g.json")]
      for name in names { arguments += ["-o", path(name)] }
      let outcome = try forcegraph.start(arguments).outcome()
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.isEmpty)
      #expect(try text(path("o.svg")).contains("<svg"))
      let expected = try NodePositionTable(contentsOf: path("o.csv"))
      #expect(expected.ids == ["a", "b", "c", "d"])
      #expect(try NodePositionTable(contentsOf: path("o.npy")).positions == expected.positions)
      for name in names[1...5] {
        let read = try Graph(contentsOf: path(name))
        #expect(read.positions == expected.positions, "\(name)")
        #expect(read.nodeAttributes["name", 2] == "Cleo", "\(name)")
      }
    }
  }

  @Test func sameSeedSameBytes() throws {
    try withGraph { path in
      func drawing(_ seed: String) throws -> String {
        let outcome = try forcegraph(
          "layout", path("g.json"), "-o", "-", "--format", "positions-csv", "--layout", "force",
          "--seed", seed)
        #expect(outcome.exitCode == 0)
        return outcome.output
      }
      let (first, second) = (try drawing("5"), try drawing("5"))
      #expect(first == second)
      #expect(first.hasPrefix("id,x,y\na,"))
    }
  }

  @Test func layersGoDown() throws {
    try withGraph(
      "{\"directed\": true, \"nodes\": [{\"id\": 1}, {\"id\": 2}], \"links\": [{\"source\": 1, \"target\": 2}]}"
    ) {
      path in
      for layout in ["layered", "tree", "trie", "binary-heap"] {
        let outcome = try forcegraph(
          "layout", path("g.json"), "-o", path("o.csv"), "--layout", layout)
        #expect(outcome.exitCode == 0)
        let places = try NodePositionTable(contentsOf: path("o.csv")).positions.inPlane
        #expect(places[0].y > places[1].y, "\(layout)")
      }
    }
  }

  @Test func everyLayout() throws {
    try withGraph { path in
      for choice in LayoutMethod.all where !choice.abilities.contains(.linearAlgebra) {
        for dim in choice.worksInSpace ? ["2", "3"] : ["2"] {
          let outcome = try forcegraph(
            "layout", path("g.json"), "-o", path("o.svg"), "-o", path("o.csv"), "--dim", dim,
            "--layout", choice.id, "--quality", "quick")
          #expect(outcome.exitCode == 0, "\(choice) \(outcome.errors)")
          let positions = try NodePositionTable(contentsOf: path("o.csv")).positions
          #expect(positions.dimensions == Int(dim))
          #expect(positions.missingCount == 0)
        }
      }
    }
  }

  @Test func picturesSayWhatTheyLeaveOut() throws {
    try withGraph { path in
      let pairs = String(repeating: "a b\n", count: 30_000)
      try Data(pairs.utf8).write(to: URL(filePath: path("pairs.edges")))
      let arguments = ["layout", path("pairs.edges"), "-o", path("o.svg")]
      let outcome = try forcegraph.start(arguments).outcome()
      let note = "Note: \(path("o.svg")): 1 of 30000 edges drawn (29999 lie on others)\n"
      #expect(outcome.errors == note)
      #expect(try forcegraph.start(arguments + ["--quiet"]).outcome().errors.isEmpty)
    }
  }

  @Test func looks() throws {
    try withGraph { path in
      func svg(_ arguments: String...) throws -> String {
        let outcome = try forcegraph.start(
          ["layout", path("g.json"), "-o", "-", "--format", "svg"] + arguments
        ).outcome()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output
      }
      #expect(try svg("--label", "name").contains("Cleo"))
      #expect(try svg("--label", "name").contains("&lt;Dan &amp; Dora&gt;"))
      #expect(try !svg("--label", "none").contains("<text"))
      #expect(try svg("--title", "a < b").contains("a &lt; b"))
      #expect(try svg("--width", "321", "--height", "123").contains("321"))
      let groups = try svg("--color-by", "group").lowercased()
      #expect(groups.contains("#0072b2") && groups.contains("#d55e00"))
      for what in ["community", "component", "degree"] {
        #expect(try svg("--color-by", what).contains("<svg"))
      }
      for what in ["degree", "group", "7", "same"] {
        #expect(try svg("--size", what).contains("<svg"))
      }
      #expect(try svg("--dim", "3", "--camera", "-40,10") != svg("--dim", "3", "--camera", "50,10"))
      #expect(try svg("--theme", "dark") != svg("--theme", "light"))
      #expect(
        try svg("--weight-attribute", "value", "--edge-width", "weight") != svg("--edge-width", "1")
      )
    }
  }

  @Test func wrongNamesAreToldTheRightOnes() throws {
    try withGraph { path in
      let known = "nodes have no such attribute; they have \"group\", \"name\"."
      for (option, others) in [
        (
          "--color-by",
          "authority, betweenness, closeness, clustering, community, component, core, degree, "
            + "eccentricity, eigenvector, hub, indegree, outdegree, pagerank, strength, "
            + "strongcomponent and none"
        ), ("--label", "id and none"),
        (
          "--size-by",
          "authority, betweenness, closeness, clustering, core, degree, eccentricity, "
            + "eigenvector, hub, indegree, outdegree, pagerank, strength, same and a radius in points"
        ),
      ] {
        let outcome = try forcegraph("layout", path("g.json"), "-o", path("o.svg"), option, "grup")
        #expect(outcome.exitCode == 64)
        #expect(
          outcome.errors
            == "Error: \(option) grup: \(known) \(option) also takes \(others). "
            + "Did you mean \"group\"?\n")
      }
      let kind = try forcegraph("layout", path("g.json"), "-o", path("o.jpeg"))
      #expect(kind.exitCode == 64)
      #expect(
        kind.errors.contains(
          "files that end in .jpeg are not known; known are .svg .svgz .pdf .png"))
      let places = try forcegraph("layout", path("g.json"), "-o", path("o.mtx"))
      #expect(places.exitCode == 64)
      #expect(places.errors.contains("cannot hold positions"))
      let size = try forcegraph("layout", path("g.json"), "-o", path("o.svg"), "--size", "name")
      #expect(size.exitCode == 64)
      #expect(size.errors.contains("the attribute is no number, but of type string"))
      let picture = try forcegraph("layout", path("g.json"), "-o", path("o.csv"), "--theme", "dark")
      #expect(picture.exitCode == 64)
      #expect(picture.errors.contains("--theme is for pictures"))
      let root = try forcegraph(
        "layout", path("g.json"), "-o", path("o.svg"), "--layout", "tree", "--root", "z")
      #expect(root.exitCode == 64)
      #expect(root.errors.contains("there is no such node; nodes are \"a\", \"b\", \"c\", ..."))
      for name in ["o.svg", "o.csv", "o.jpeg", "o.mtx"] {
        #expect(!FileManager.default.fileExists(atPath: path(name)))
      }
    }
  }

  @Test func filesThatAreNotThere() throws {
    try withGraph { path in
      let missing = try forcegraph("layout", path("no.json"), "-o", path("o.svg"))
      #expect(missing.exitCode == 66)
      #expect(
        missing.errors == "Error: \(path("no.json")): cannot be read: No such file or directory\n")
      // A place that cannot be written to is known before a graph is read.
      let folder = try forcegraph("layout", path("no.json"), "-o", path("no/o.svg"))
      #expect(folder.exitCode == 73)
      #expect(folder.errors.contains("there is no folder"))
      let directory = try forcegraph("layout", path("g.json"), "-o", path(""), "--format", "svg")
      #expect(directory.exitCode == 73)
      #expect(directory.errors.contains("it is a folder"))
      #if os(Linux)
      for format in ["svg", "gexf", "npy"] {
        let full = try forcegraph(
          "layout", path("g.json"), "-o", "/dev/full", "--format", format)
        #expect(full.exitCode == 73, "\(format)")
        #expect(full.errors.contains("No space left on device"), "\(full.errors)")
      }
      #endif
    }
  }

  @Test func damagedFiles() throws {
    for (text, found) in [("{\"nodes\": [", "the end of the file"), ("{]", "1:2")] {
      try withGraph(text) { path in
        let outcome = try forcegraph("layout", path("g.json"), "-o", path("o.svg"))
        #expect(outcome.exitCode == 65)
        #expect(outcome.errors.contains(found), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("Error: \(path("g.json"))"))
        #expect(!FileManager.default.fileExists(atPath: path("o.svg")))
      }
    }
  }

  @Test func weights() throws {
    try withGraph { path in
      let arguments = ["layout", path("g.json"), "-o", path("o.svg"), "--weights", "length"]
      func run(_ more: [String]) throws -> Program.Outcome {
        try forcegraph.start(arguments + more).outcome()
      }
      let none = try run([])
      let zero = try run(["--weight-attribute", "value"])
      #expect(none.exitCode == 65)
      #expect(none.errors.contains("the edges have no weights"))
      #expect(zero.exitCode == 65)
      #expect(zero.errors.contains("the edge from \"b\" to \"c\" (number 2) has the weight 0.0"))
      let unknown = try run(["--weight-attribute", "heft"])
      #expect(unknown.exitCode == 65)
      #expect(unknown.errors.contains("edges have no attribute \"heft\"; they have \"value\""))
      // Where they are not used, they may be anything.
      let unused = try forcegraph(
        "layout", path("g.json"), "-o", path("o.svg"), "--weight-attribute", "value")
      #expect(unused.exitCode == 0)
    }
  }

  @Test func pipes() throws {
    try withGraph { path in
      let program = try forcegraph.executable.path(percentEncoded: false)
      let shell = Program(path: "/bin/sh")
      let outcome = try shell(
        "-c",
        "'\(program)' layout - --input-format json -o - --format gexf < '\(path("g.json"))' "
          + "| '\(program)' metrics - --json")
      #expect(outcome.exitCode == 0)
      #expect(try outcome.json["nodes"] as? Int == 4)
    }
  }
}
