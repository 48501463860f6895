import CommandLineSupport
import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Runs the program: convert, metrics, info, and unusual graphs.
struct OtherCommandsTests {
  private func withFile(
    _ name: String, _ text: String, _ body: (String, (String) -> String) throws -> Void
  ) throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      try Data(text.utf8).write(to: URL(filePath: path(name)))
      try body(path(name), path)
    }
  }

  @Test func convertSaysWhatIsLost() throws {
    try withFile("g.json", LayoutCommandTests.graph) { graph, path in
      let same = try forcegraph("convert", graph, path("o.graphml.gz"))
      #expect(same.exitCode == 0)
      #expect(same.errors.isEmpty)
      #expect(try Graph(contentsOf: path("o.graphml.gz")) == Graph(contentsOf: graph))
      let poorer = try forcegraph("convert", graph, path("o.mtx"))
      #expect(poorer.exitCode == 0)
      #expect(
        poorer.errors.contains(
          "Note: \(path("o.mtx")): the attribute \"group\" of nodes is left out\n"))
      let quiet = try forcegraph("convert", graph, path("o.mtx"), "--quiet")
      #expect(quiet.errors.isEmpty)
      let text = try forcegraph("convert", graph, "-", "--format", "csv", "--quiet")
      #expect(text.output.hasPrefix("Source,Target,value\na,b,3\n"))
      let picture = try forcegraph("convert", graph, path("o.svg"))
      #expect(picture.exitCode == 64)
      #expect(picture.errors.contains("pictures come from \"forcegraph layout\""))
      let positions = try forcegraph("convert", graph, path("o.npy"))
      #expect(positions.exitCode == 65)
      let contradiction = try forcegraph("convert", graph, path("o.gml"), "--format", "gexf")
      #expect(contradiction.exitCode == 64)
    }
  }

  @Test func metricsOfASquare() throws {
    let square = """
      graph [ node [ id 0 graphics [ x 0 y 0 ] ] node [ id 1 graphics [ x 1 y 0 ] ]
        node [ id 2 graphics [ x 1 y 1 ] ] node [ id 3 graphics [ x 0 y 1 ] ]
        edge [ source 0 target 1 ] edge [ source 1 target 3 ] edge [ source 3 target 2 ]
        edge [ source 2 target 0 ] ]
      """
    try withFile("g.gml", square) { graph, path in
      let outcome = try forcegraph("metrics", graph, "--json")
      #expect(outcome.exitCode == 0)
      let json = try outcome.json
      // The diagonals cross: one pair of four edges.
      #expect(json["crossings_per_edge"] as? Double == 0.25)
      #expect(json["area"] as? Double == 1)
      #expect(json["overlaps_per_node"] as? Double == 0)
      let mean = (1 + 2.0.squareRoot()) / 2
      let deviation = (2.0.squareRoot() - 1) / 2
      #expect(
        abs(try #require(json["edge_length_variation"] as? Double) - deviation / mean) < 1e-12)
      #expect(json["stress_is_exact"] as? Bool == true)
      let table = try forcegraph("metrics", graph, "--radius", "0.6")
      #expect(table.output.contains("crossings         0.25  per edge\n"), "\(table.output)")
      // All four sides, not the diagonals.
      #expect(
        table.output.contains("overlaps           1.0  per node, discs of radius 0.60\n"),
        "\(table.output)")
      // Turned by a right angle, and one node is missing.
      try Data("id,x,y\n0,5,5\n1,5,6\n2,4,6\n".utf8).write(to: URL(filePath: path("old.csv")))
      let change = try forcegraph("metrics", graph, "--from", path("old.csv"), "--json").json
      #expect(change["common_nodes"] as? Int == 3)
      #expect(abs(try #require(change["displacement"] as? Double)) < 1e-6)
      let mean4 = (2 + 2 * 2.0.squareRoot()) / 4
      #expect(
        abs(try #require(change["median_move"] as? Double) - 50.0.squareRoot() / mean4) < 1e-9)
      try Data("id,x,y\n0,0,0\n".utf8).write(to: URL(filePath: path("p.csv")))
      let missing = try forcegraph("metrics", graph, path("p.csv"))
      #expect(missing.exitCode == 65)
      #expect(missing.errors.contains("3 of 4 nodes have no position"))
    }
    try withFile("g.edges", "0 1\n") { graph, _ in
      let none = try forcegraph("metrics", graph)
      #expect(none.exitCode == 65)
      #expect(none.errors.contains("the graph has no positions"))
    }
  }

  @Test func infoOfAGraph() throws {
    try withFile("g.json", LayoutCommandTests.graph) { graph, _ in
      let outcome = try forcegraph("info", graph)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.hasPrefix("format      JSON\nnodes       4\n"))
      #expect(outcome.output.contains("\n  group  integer  2 different  4 nodes\n"))
      #expect(!outcome.output.contains("\u{1B}"))
      let json = try forcegraph("info", graph, "--weight-attribute", "value", "--json").json
      #expect(json["format"] as? String == "json")
      #expect(json["components"] as? Int == 1)
      #expect(json["unusable_weights"] as? Int == 1)
      #expect(json["auto_layout"] as? String == "stress")
      #expect((json["node_attributes"] as? [[String: Any]])?.count == 2)
    }
  }

  @Test(arguments: [
    ("empty.edges", ""), ("no-nodes.gv", "graph {}"), ("one.gv", "graph { a }"),
    ("isolated.gv", "graph { a; b; c; d; e }"), ("loop.edges", "x x\n"),
    ("twice.edges", "a a\na b\na b\nb a\nb c\n"),
    ("weights.csv", "source,target,weight\na,b,0\nb,c,NaN\nc,a,-1\n"),
    (
      "parts.edges",
      (0..<200).map { "\(3 * $0) \(3 * $0 + 1)\n\(3 * $0 + 1) \(3 * $0 + 2)\n" }.joined()
    ),
    ("star.edges", (1...3000).map { "0 \($0)\n" }.joined()),
    ("path.edges", (0..<3000).map { "\($0) \($0 + 1)\n" }.joined()),
  ])
  func oddGraphsHavePictures(_ name: String, _ text: String) throws {
    try withFile(name, text) { graph, path in
      let drawn = try forcegraph(
        "layout", graph, "-o", path("o.svg"), "-o", path("o.csv"), "--color-by", "community")
      #expect(drawn.exitCode == 0, "\(drawn.errors)")
      #expect(
        try String(contentsOf: URL(filePath: path("o.svg")), encoding: .utf8).hasSuffix("</svg>\n"))
      #expect(try forcegraph("metrics", graph, path("o.csv")).exitCode == 0)
      #expect(try forcegraph("info", graph).exitCode == 0)
    }
  }

  @Test func whatTraitsBring() throws {
    try withFile("g.edges", "a b\nb c\n") { graph, path in
      let picture = try forcegraph("layout", graph, "-o", path("o.png"))
      let algebra = try [
        ["--layout", "pivot-mds"], ["--layout", "spectral", "--dim", "3"], ["--align-to", graph],
      ].map { options in
        try forcegraph.start(["layout", graph, "-o", path("o.svg")] + options).outcome()
      }
      #if PNG
      #expect(picture.exitCode == 0)
      let bytes = try Data(contentsOf: URL(filePath: path("o.png")))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #else
      #expect(picture.exitCode == 69)
      #expect(picture.errors.contains("needs the package trait PNG"))
      #expect(picture.errors.contains("--traits PNG"))
      #expect(!FileManager.default.fileExists(atPath: path("o.png")))
      #endif
      #if LinearAlgebra
      #expect(algebra[0].exitCode == 0 && algebra[1].exitCode == 0)
      // The graph has no positions to align to.
      #expect(algebra[2].exitCode == 65)
      #else
      for outcome in algebra.prefix(2) {
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("needs OpenBLAS"))
        #expect(outcome.errors.contains("libopenblas-dev"))
        #expect(outcome.errors.contains("swift build --traits LinearAlgebra"))
      }
      #expect(!FileManager.default.fileExists(atPath: path("o.svg")))
      #endif
    }
  }

  @Test func versionAndHelp() throws {
    let version = try forcegraph("--version").output.split(separator: "\n").map(String.init)
    #expect(version.first == packageVersion)
    for fact in ["traits: Tools", "built for: ", "kernels: "] {
      #expect(version.contains { $0.hasPrefix(fact) })
    }
    let help = try forcegraph("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXIT CODES"))
    for command in ["layout", "view", "convert", "measure", "metrics", "info"] {
      let page = try forcegraph(command, "--help")
      #expect(page.exitCode == 0)
      #expect(page.output.contains("EXAMPLES"))
    }
    #expect(try forcegraph("layuot").exitCode == 64)
  }

  /// Examples and tables that are cut at the edge of a terminal cannot be read.
  @Test(arguments: ["", "layout", "view", "convert", "measure", "metrics", "info"])
  func helpFitsATerminal(command: String) throws {
    let help = command.isEmpty ? try forcegraph("--help") : try forcegraph(command, "--help")
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    var isExample = false
    for line in lines {
      if line == "EXAMPLES" || line == "EXIT CODES" {
        isExample = true
      } else if line.isEmpty {
        isExample = false
      } else if isExample {
        #expect(line.hasPrefix("  "), "\(line)")
      }
    }
    // What a value may be is said once.
    #expect(!help.output.replacing("\n", with: " ").contains(/\(default: [^)]*\) +\(default:/))
  }

  @Test func measuresOfWholeGraphs() throws {
    try withFile("g.edges", "a b\nb c\nc a\nc d\n") { graph, path in
      let plain = try forcegraph("info", graph, "--json").json
      #expect(plain["measures"] is NSNull)
      let json = try #require(
        try forcegraph("info", graph, "--json", "--measures").json["measures"] as? [String: Any])
      #expect(json["density"] as? Double == 4.0 / 6 && json["triangles"] as? Int == 1)
      #expect(json["transitivity"] as? Double == 0.6 && json["diameter"] as? Int == 2)
      #expect(json["strong_components"] is NSNull)
      let text = try forcegraph("info", graph, "--measures", "--directed").output
      #expect(text.contains("strong components  2, the largest has 3 nodes"))
      let table = try forcegraph("measure", graph, "--clustering", "--indegree", "--eigenvector")
      #expect(table.output.hasPrefix("id,indegree,clustering,eigenvector\na,2,1.0,0.52"))
      // Without a cycle there is no such vector.
      try Data("a b\nb c\n".utf8).write(to: URL(filePath: path("dag.edges")))
      let none = try forcegraph("measure", path("dag.edges"), "--directed", "--eigenvector")
      #expect(none.errors.contains("eigenvector has no values"))
    }
  }

  @Test func picturesLeaveTheirMeasuresInGraphs() throws {
    try withFile("g.edges", "a b\nb c\nc a\nc d\n") { graph, path in
      let made = try forcegraph(
        "layout", graph, "-o", path("o.svg"), "-o", path("o.gexf"), "--color-by", "community",
        "--size-by", "core")
      #expect(made.exitCode == 0)
      let written = try Graph(contentsOf: path("o.gexf"))
      #expect(written.nodeAttributes["community"] != nil)
      #expect(written.nodeAttributes["core"]?.values == .integers([2, 2, 2, 1]))
      let again = try forcegraph(
        "layout", path("o.gexf"), "-o", path("p.svg"), "--color-by", "core")
      #expect(
        again.errors.contains(
          "--color-by core is the attribute of the file; measure:core computes it anew"))
      let anew = try forcegraph(
        "layout", path("o.gexf"), "-o", path("p.svg"), "--color-by", "measure:core")
      #expect(anew.exitCode == 0 && !anew.errors.contains("anew"))
      let few = try forcegraph(
        "convert", graph, "-", "--format", "csv", "--where", "id = a or (id = b and not id = c)")
      #expect(few.output.contains("a,b") && !few.output.contains("b,c"))
      let bad = try forcegraph("convert", graph, "-", "--format", "csv", "--where", "(id = a")
      #expect(bad.exitCode == 64 && bad.errors.contains("a parenthesis is not closed"))
    }
  }
}
