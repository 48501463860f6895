import CommandLineSupport
import Foundation
import Graphs
import Testing
import _TestSupport

@Suite("Parts of graphs, their measures, and what people mistype", .serialized)
struct ChoiceTests {
  /// A triangle of genes with a drug at it, and two more genes.
  private static let graph = """
    source,target,force
    a,b,1
    b,c,2
    c,a,3
    c,d,4
    e,f,5
    """
  private static let nodes = """
    {"directed": false, "nodes": [
      {"id": "a", "type": "gene", "size": 1}, {"id": "b", "type": "gene", "size": 2},
      {"id": "c", "type": "gene", "size": 3}, {"id": "d", "type": "drug", "size": 4},
      {"id": "e", "type": "gene", "size": 5}, {"id": "f", "type": "drug"}],
    "links": [
      {"source": "a", "target": "b", "force": 1}, {"source": "b", "target": "c", "force": 2},
      {"source": "c", "target": "a", "force": 3}, {"source": "c", "target": "d", "force": 4},
      {"source": "e", "target": "f", "force": 5}]}
    """

  private func withGraph(_ body: ((String) -> String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try Data(Self.nodes.utf8).write(to: folder.appending(path: "g.json"))
      try Data(Self.graph.utf8).write(to: folder.appending(path: "g.csv"))
      try body { folder.appending(path: $0).path }
    }
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try forcegraph.start(arguments).outcome()
  }

  @Test("each option leaves what it says, and the note counts it")
  func parts() throws {
    try withGraph { path in
      let cases: [([String], String)] = [
        (["--largest-component"], "abcd"), (["--min-component", "2"], "abcdef"),
        (["--where", "type=gene"], "abce"), (["--where", "type=gene", "--where", "size>1"], "bce"),
        (["--where", "size!=2"], "acdef"), (["--min-degree", "2"], "abc"),
        (["--k-core", "2"], "abc"), (["--ego", "d"], "cd"),
        (["--ego", "d", "--radius", "2"], "abcd"),
        (["--where", "degree>=3"], "c"), (["--where", "component=2"], "ef"),
      ]
      for (options, expected) in cases {
        let outcome = try run(["measure", path("g.json"), "--degree"] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").dropFirst()
        #expect(lines.map { String($0.prefix { $0 != "," }) }.joined() == expected, "\(options)")
        #expect(outcome.errors.contains("of 6 nodes") == (expected.count < 6))
      }
    }
  }

  @Test("a part of nothing, an unknown name and a wrong condition end with a sentence")
  func wrongParts() throws {
    try withGraph { path in
      let cases: [([String], Int32, String)] = [
        (["--where", "type=gen"], 65, "leaves none of the 6 nodes"),
        (["--where", "kind=x"], 64, "they have \"type\", \"size\""),
        (["--where", "type"], 64, "--where"),
        (["--ego", "z"], 64, "--ego z: there is no such node"),
        (["--radius", "2"], 64, "--radius needs --ego"), (["--k-core", "-1"], 64, "0 or more"),
        (["--largest-component", "--min-component", "3"], 64, "contradict"),
      ]
      for (options, code, words) in cases {
        let outcome = try run(["measure", path("g.json"), "--degree"] + options)
        #expect(outcome.exitCode == code && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
  }

  @Test("measures as CSV, TSV and JSON, plain and compressed")
  func tables() throws {
    try withGraph { path in
      let all = try run(["measure", path("g.json"), "--all"])
      #expect(
        all.output.hasPrefix(
          "id,\(NodeMeasure.all.map(\.id).joined(separator: ","))\na,2,1,"))
      for name in ["t.tsv", "t.json", "t.csv.gz"] {
        let outcome = try run(
          ["measure", path("g.json"), "--degree", "--core", "-o", path(name)])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
      }
      #expect(try String(contentsOfFile: path("t.tsv"), encoding: .utf8).contains("c\t3\t2\n"))
      #expect(
        try String(contentsOfFile: path("t.json"), encoding: .utf8)
          .contains("{\"id\": \"c\", \"degree\": 3, \"core\": 2}"))
      #expect(
        try Data(contentsOf: URL(filePath: path("t.csv.gz"))).prefix(2) == Data([0x1F, 0x8B]))
      #expect(try run(["measure", path("g.json")]).errors.contains("--betweenness"))
      let over = try run(["measure", path("g.json"), "--core", "-o", path("g.json")])
      #expect(over.exitCode == 64 && over.errors.contains("would replace"))
    }
  }

  @Test("measures, colours and sizes go into graphs")
  func addedAttributes() throws {
    try withGraph { path in
      let converted = try run(
        ["convert", path("g.json"), path("o.json"), "--add-measures", "degree,component"])
      #expect(converted.exitCode == 0, "\(converted.errors)")
      let text = try String(contentsOfFile: path("o.json"), encoding: .utf8)
      #expect(text.contains("\"degree\": 3") && text.contains("\"component\": 2"))
      let drawn = try run([
        "layout", path("g.json"), "-o", path("drawn.json"), "-o", path("o.svg"), "--color-by",
        "type",
        "--size-by", "degree", "--add-measures", "core",
      ])
      #expect(drawn.exitCode == 0, "\(drawn.errors)")
      let graph = try String(contentsOfFile: path("drawn.json"), encoding: .utf8).lowercased()
      for part in ["#0072b2", "#d55e00", "\"size\": 24", "\"core\": 2"] {
        #expect(graph.contains(part))
      }
      #expect(
        drawn.errors.contains("the attribute \"size\" of the file is now that of the picture"))
      let wrong = try run(
        ["convert", path("g.json"), path("o.json"), "--add-measures", "pagernk"])
      #expect(wrong.exitCode == 64 && wrong.errors.contains("Did you mean \"pagerank\"?"))
    }
  }

  @Test("widths by an attribute; scales of colours")
  func looks() throws {
    try withGraph { path in
      func svg(_ options: String...) throws -> String {
        let outcome = try run(
          ["layout", path("g.json"), "-o", "-", "--format", "svg"] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output
      }
      #expect(try svg("--width-by", "force") != svg())
      #expect(try svg("--edge-width", "2") == svg("--width-by", "2"))
      let scales = try ["linear", "log", "quantiles"].map {
        try svg("--color-by", "degree", "--color-scale", $0)
      }
      #expect(Set(scales).count == 3)
      let wrong = try run(
        ["layout", path("g.json"), "-o", path("o.svg"), "--width-by", "forse"])
      #expect(wrong.exitCode == 64 && wrong.errors.contains("Did you mean \"force\"?"))
    }
  }

  @Test("layout is meant where a graph and an output are named; mistyped words are suggested")
  func meant() throws {
    try withGraph { path in
      let drawn = try run([path("g.csv"), "-o", path("o.svg")])
      #expect(drawn.exitCode == 0, "\(drawn.errors)")
      #expect(try Data(contentsOf: URL(filePath: path("o.svg"))).count > 500)
      let first = try run(["-o", path("p.svg"), path("g.csv")])
      #expect(first.exitCode == 0, "\(first.errors)")
      let cases: [([String], String)] = [
        (["layot", path("g.csv"), "-o", path("o.svg")], "Did you mean \"layout\"?"),
        (["mesure", path("g.csv")], "Did you mean \"measure\"?"), (["xyzzy"], "nor"),
        (
          ["layout", path("g.csv"), "-o", path("o.svg"), "--layout", "stres"],
          "Did you mean \"stress\"?"
        ),
        (["layout", path("g.csv"), "-o", path("o.svg"), "--colr-by", "x"], "--color-by"),
        ([path("none.csv"), "-o", path("o.svg")], "none.csv"),
      ]
      for (arguments, words) in cases {
        let outcome = try run(arguments)
        #expect(outcome.exitCode != 0 && outcome.errors.contains(words), "\(outcome.errors)")
      }
    }
  }

  @Test("the nearest word, and none where all are far")
  func suggestions() {
    let words = ["layout", "view", "convert", "measure", "metrics", "info"]
    let cases = [
      ("layot", "layout"), ("laoyut", "layout"), ("veiw", "view"), ("Convert", "convert"),
      ("metric", "metrics"), ("inf", "info"), ("draw", nil), ("", nil), ("x", nil),
    ]
    for (word, expected) in cases {
      #expect(Suggestion.nearest(to: word, among: words) == expected, "\(word)")
    }
    let error = "Error: The value 'stres' is invalid for '--layout <name>'."
    let better = "\(error) Did you mean \"stress\"? There are auto, stress.\nUsage: x"
    let asked = "\(error) Please provide one of"
    #expect(Suggestion.added(to: "\(asked) 'auto' and 'stress'.\nUsage: x") == better)
    #expect(
      Suggestion.added(to: "\(asked) the following:\n  - auto\n  - stress\nUsage: x") == better)
    #expect(Suggestion.added(to: "Error: 'a' is no 'b'") == "Error: 'a' is no 'b'")
  }

  @Test("a bar fits its terminal", arguments: [10, 30, 50, 80, 200])
  func bars(columns: Int) {
    let line = ProgressBar.line(
      "reading a-rather-long-name.graphml.gz", fraction: 0.4, elapsed: .seconds(9),
      columns: columns)
    #expect(line.count < columns)
  }
}
