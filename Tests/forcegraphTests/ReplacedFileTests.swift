import Foundation
import Graphs
import Testing
import _TestSupport

/// Existing files that are replaced: their permissions, links to them, and files that are also
/// inputs.
struct ReplacedFileTests {
  private static let outputs = ["o.svg", "o.png", "o.json", "o.csv", "o.npy", "o.gexf.gz"]

  @Test func rightsAndLinksStay() throws {
    try OutputTests.withGraph { folder, run in
      for name in Self.outputs.filter({ $0 != "o.png" || hasPNG }) {
        let made = try run(
          """
          mkdir -p far && echo old > far/\(name) && chmod 600 far/\(name) && ln -s far/\(name) . &&
          ln -s far/new-\(name) new-\(name) && umask 027 &&
          "$program" layout g.json -o \(name) -o new-\(name) -o plain-\(name) &&
          stat -c %a far/\(name) far/new-\(name) plain-\(name) &&
          test -L \(name) && test -L new-\(name) && cmp \(name) far/\(name) && cmp \(name) plain-\(name)
          """)
        #expect(made.exitCode == 0, "\(name): \(made.errors)")
        #expect(made.output == "600\n640\n640\n", "\(name)")
      }
      #expect(try run("find . -name '.new-*'").output.isEmpty)
    }
  }

  private var hasPNG: Bool {
    #if PNG
    true
    #else
    false
    #endif
  }

  @Test func pipesAndDescriptorsAreWrittenTo() throws {
    try OutputTests.withGraph { _, run in
      let pipe = try run(
        "mkfifo p && { cat p > copy & } && \"$program\" layout g.json -o p --format svg && wait && "
          + "test -p p && tail -c 7 copy")
      #expect(pipe.output == "</svg>\n", "\(pipe.errors)")
      let appended = try run(
        "{ echo first; \"$program\" convert g.json /dev/stdout --format csv --quiet; } > both; cat both"
      )
      #expect(appended.output == "first\nSource,Target\na,b\n")
      let full = try run("\"$program\" convert g.json /dev/full --format csv")
      #expect(full.exitCode == 73)
      #expect(full.errors.contains("/dev/full: cannot be written: "))
    }
  }

  /// The command, and the words of the refusal.
  static let refused = [
    ("layout m.csv -o m.csv", "m.csv is also an input, and positions cannot hold the graph in it"),
    ("layout m.csv -o link.csv", "link.csv is also an input, and positions cannot"),
    ("layout - -o m.csv < m.csv", "m.csv is also an input"),
    ("layout - -o - --format positions-csv < m.csv >> m.csv", "standard output is also an input"),
    ("layout g.json -o hard.svg", "a picture cannot hold what is in it"),
    ("layout m.csv -o s.svg --start s.svg", "a picture cannot hold"),
    ("layout m.csv -o g.json --start g.json", "the graph in it has "),
    ("layout m.csv -o n.json --start n.json", "would not have its attribute \"mass\" of nodes"),
    ("convert g.gml g.gml", "the list \"Extra\" of a node is left out"),
  ]

  @Test func anInputThatWouldBeLostStays() throws {
    try OutputTests.withGraph { folder, run in
      let edges = "source,target\na,b\nb,c\n"
      try Data(edges.utf8).write(to: folder.appending(path: "m.csv"))
      try Data("graph [ node [ id 0 Extra [ x 1 ] ] ]".utf8)
        .write(to: folder.appending(path: "g.gml"))
      let nodes = ["a", "b", "c"].map { "{\"id\": \"\($0)\", \"x\": 1, \"y\": 2, \"mass\": 3}" }
      let links = #"[{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]"#
      try Data("{\"nodes\": [\(nodes.joined(separator: ","))], \"links\": \(links)}".utf8)
        .write(to: folder.appending(path: "n.json"))
      _ = try run("ln -s m.csv link.csv; ln g.json hard.svg; cp g.json s.svg")
      let before = try run("cat m.csv g.json g.gml n.json s.svg").output
      for (arguments, words) in Self.refused {
        let outcome = try run("\"$program\" \(arguments)")
        #expect(outcome.exitCode == 64, "\(arguments)")
        #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.hasSuffix("; --force replaces it nevertheless.\n"))
        #expect(try run("cat m.csv g.json g.gml n.json s.svg").output == before)
      }
      #expect(try run("\"$program\" layout m.csv -o link.csv --force").exitCode == 0)
      #expect(try run("cat m.csv").output.hasPrefix("id,x,y\na,"))
      #expect(try run("\"$program\" convert g.gml g.gml --force").exitCode == 0)
    }
  }

  @Test func anInputThatHoldsAllIsReplaced() throws {
    try OutputTests.withGraph { folder, run in
      #expect(
        try run("\"$program\" layout g.json -o g.json --layout auto").errors.isEmpty)
      #expect(try Graph(contentsOf: folder.appending(path: "g.json")).positions != nil)
      #expect(try run("\"$program\" convert g.json g.json").exitCode == 0)
      // Positions take the place of positions.
      #expect(try run("\"$program\" layout g.json -o p.csv").exitCode == 0)
      #expect(try run("\"$program\" layout g.json -o p.csv --start p.csv").exitCode == 0)
      let layout = "\"$program\" layout g.json -o p.json --layout force"
      #expect(try run(layout).exitCode == 0)
      #expect(try run("\(layout) --start p.json").exitCode == 0)
      let twice = try run("ln -s p.csv q.csv && \"$program\" layout g.json -o p.csv -o q.csv")
      #expect(twice.exitCode == 64)
      #expect(twice.errors.contains("p.csv and q.csv are the same file"))
    }
  }
}
