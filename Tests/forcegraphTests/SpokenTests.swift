import CommandLineSupport
import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

@Suite("What would have to be guessed is said", .serialized)
struct SpokenTests {
  private static let files = [
    "edges.csv": """
    source,target,weight,group
    a,b,2,x
    b,a,3,y
    b,c,-1,x
    c,d,1,x
    """,
    "nodes.csv": """
    id,name,papers,group,city
    a,Ann,12,A,Oslo
    b,Bob,n/a,,7
    c,Cem,3,B,9

    d,Dea,9,A,11
    """,
    "twice.csv": "id,name\na,Ann\nb,Bob\na,Abe\n",
    "few.csv": "id,name\nc,Cem\nz,Zoe\n",
    "words.json": """
    {"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b", "weight": "high"}]}
    """,
  ]

  private func withFiles(_ body: ((String) -> String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      for (name, text) in Self.files {
        try Data((text + "\n").utf8).write(to: folder.appending(path: name))
      }
      try body { folder.appending(path: $0).path }
    }
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try forcegraph.start(arguments).outcome()
  }

  @Test("who is left out by --where cannot be the middle of --ego, and why")
  func whereBeforeEgo() throws {
    try withFiles { path in
      let graph = ["measure", path("edges.csv"), "--nodes", path("nodes.csv"), "--degree", "--ego"]
      let little = try run(graph + ["c", "--where", "papers > 5"])
      #expect(little.exitCode != 0)
      #expect(little.errors.contains("the node \"c\" does not meet \"papers>5\""))
      #expect(little.errors.contains("its papers is 3"))
      let missing = try run(graph + ["b", "--where", "papers>5"])
      #expect(missing.errors.contains("it has no value of papers"), "\(missing.errors)")
      #expect(try run(graph + ["a", "--where", "papers > 5"]).exitCode == 0)
    }
  }

  @Test("marks of missing values, text among numbers, nodes that are not in the table")
  func tables() throws {
    try withFiles { path in
      let graph = ["measure", path("edges.csv"), "--degree", "--nodes"]
      let read = try run(graph + [path("nodes.csv")])
      for note in [
        "in \(path("nodes.csv")), \"n/a\" in line 3 is taken for no value, as \"papers\" has numbers",
        "in \(path("nodes.csv")), the attribute \"city\" is text: \"Oslo\" in line 2 is no number",
      ] { #expect(read.errors.contains(note), "\(read.errors)") }
      #expect(read.output.hasPrefix("id,name,degree\na,Ann,2\n"), "\(read.output)")
      let twice = try run(graph + [path("twice.csv")])
      #expect(twice.exitCode == 65)
      #expect(twice.errors.contains("twice.csv:4:1: found a second line of the node \"a\""))
      #expect(twice.errors.contains("(line 2 has it)"))
      let few = try run(graph + [path("few.csv")])
      #expect(few.errors.contains("few.csv has 1 node without edges"), "\(few.errors)")
      #expect(
        few.errors.contains(
          "3 nodes of the edges are not in \(path("few.csv")): \"a\", \"b\", \"d\"\n"))
    }
  }

  @Test("nodes without a value have an entry in the key")
  func keys() throws {
    try withFiles { path in
      for property in ["papers", "group"] {
        let drawn = try run([
          "layout", path("edges.csv"), "--nodes", path("nodes.csv"), "-o", path("o.svg"),
          "--color-by", property, "--verbose",
        ])
        #expect(drawn.exitCode == 0, "\(drawn.errors)")
        let picture = try String(contentsOfFile: path("o.svg"), encoding: .utf8)
        #expect(picture.contains("no value (1)") && !picture.contains("others"))
        #expect(drawn.errors.contains("no value \(Palette.missing.hex) (1)"))
        #expect(
          drawn.errors.contains("is the attribute of the nodes, not that of the edges")
            == (property == "group"))
      }
      let edges = try run([
        "layout", path("edges.csv"), "-o", path("o.svg"), "--color-by", "group",
      ])
      #expect(edges.exitCode == 64 && edges.errors.contains("Edges have one"), "\(edges.errors)")
    }
  }

  @Test("parallel edges and weights that no measure can use; what changes that")
  func measures() throws {
    try withFiles { path in
      let graph = path("edges.csv")
      let plain = try run(["measure", graph, "--degree", "--pagerank", "--betweenness"])
      #expect(
        plain.errors.contains(
          "one pair of nodes has parallel edges, such as \"a\" and \"b\"; degree and pagerank count "
            + "each of them"), "\(plain.errors)")
      #expect(
        plain.errors.contains(
          "one edge has a weight below 0 or not finite, such as -1.0 of \"b\" and \"c\"; in pagerank"
        ))
      let none = try run(["measure", graph, "--betweenness", "--component"])
      #expect(none.exitCode == 0 && none.errors.isEmpty)
      let merged = try run(["measure", graph, "--degree", "--merge-edges"])
      #expect(merged.errors.contains("of 4 edges 3 are left by --merge-edges"))
      #expect(merged.output == "id,degree\na,1\nb,2\nc,2\nd,1\n")
      let unweighted = try run(["measure", graph, "--pagerank", "--merge-edges", "--unweighted"])
      #expect(!unweighted.errors.contains("weight"))
      #expect(unweighted.output.contains("a,0.17543") && unweighted.output.contains("b,0.32456"))
      #expect(
        try run(["measure", graph, "--pagerank", "--unweighted", "--weight-column", "weight"])
          .exitCode == 64)
      let words = try run(["measure", path("words.json"), "--pagerank"])
      #expect(words.errors.contains("such as \"high\"; in pagerank all edges count the same"))
      try #expect(
        run(["convert", graph, "-", "--format", "csv", "--merge-edges", "-q"]).output
          .contains("\na,b,5,x\n"))
    }
  }

  @Test("a table of nodes beside a list of edges: both together are the graph")
  func nodeTables() throws {
    try withFiles { path in
      let graph = ["convert", path("edges.csv"), "--nodes", path("nodes.csv")]
      #expect(try run(graph + [path("g.json"), "-q"]).exitCode == 0)
      let hint = try run(["convert", path("g.json"), path("e.csv")])
      #expect(hint.errors.contains("\"papers\" of nodes is left out"))
      #expect(hint.errors.contains("--node-table writes what is known of nodes"))
      let written = try run(
        ["convert", path("g.json"), path("e.csv"), "--node-table", path("n.csv")])
      #expect(written.exitCode == 0 && written.errors.isEmpty, "\(written.errors)")
      let back = try run(
        ["convert", path("e.csv"), "--nodes", path("n.csv"), path("back.json"), "-q"])
      #expect(back.exitCode == 0, "\(back.errors)")
      #expect(try Graph(contentsOf: path("back.json")) == Graph(contentsOf: path("g.json")))
      for table in [path("g.json"), path("e.csv"), path("n.txt")] {
        let refused = try run(["convert", path("g.json"), path("e.csv"), "--node-table", table])
        #expect(refused.exitCode == 64 && refused.errors.contains("--node-table"), "\(table)")
      }
    }
  }

  @Test("an option that does not exist is named before anything else, with the one that was meant")
  func unknownOptions() throws {
    try withFiles { path in
      let graph = path("edges.csv")
      let cases = [
        (["measure", graph, "--harmonic"], "Unknown option '--harmonic'.\n"),
        (["layout", graph, "--colour-by", "x"], "Did you mean '--color-by'?"),
        (["layout", graph, "-o", path("o.svg"), "--color", "x"], "Did you mean '--color-by'?"),
        (["layout", graph, "-o", path("o.svg"), "--colour=x"], "Did you mean '--color-by'?"),
        (["--colour", "x", graph, "-o", path("o.svg")], "Did you mean '--color-by'?"),
        (["measure", graph, "--where"], "Missing value"),
        (["measure", graph], "Say what to measure"),
        (["layout", graph, "--title=--odd"], "Say where the result goes"),
      ]
      for (arguments, words) in cases {
        let outcome = try run(arguments)
        #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.errors.contains("--help' for more information"))
      }
    }
  }

  @Test("names that were not asked for are no loss; a key without room is")
  func pictures() throws {
    try withFiles { path in
      let graph = path("edges.csv")
      let few = try run(["layout", graph, "-o", path("o.svg"), "--max-labels", "2"])
      #expect(few.exitCode == 0 && few.errors.isEmpty, "\(few.errors)")
      let small = try run([
        "layout", graph, "-o", path("o.svg"), "--width", "90", "--color-by", "degree",
      ])
      #expect(small.errors.contains("no room for the key"), "\(small.errors)")
      #expect(try !String(contentsOfFile: path("o.svg"), encoding: .utf8).contains("degree"))
    }
  }
}
