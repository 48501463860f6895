import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Runs the program with `--aggregate`, `--members` and `--backbone`.
struct ReductionOptionsTests {
  /// Two triangles that one edge joins.
  private static let graph = """
    source,target,weight
    a,b,9
    b,c,9
    c,a,9
    c,d,1
    d,e,9
    e,f,9
    f,d,9
    d,g,1

    """

  private func withGraph(_ body: (String, (String) -> String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      try Data(Self.graph.utf8).write(to: URL(filePath: path("g.csv")))
      try body(path("g.csv"), path)
    }
  }

  @Test func supernodesWithTheirMembers() throws {
    try withGraph { graph, path in
      let done = try forcegraph(
        "convert", graph, path("s.gexf"), "--aggregate", "community", "--members", path("m.csv"))
      #expect(done.exitCode == 0, "\(done.errors)")
      #expect(done.errors.contains("7 nodes are 2 supernodes by --aggregate community"))
      let small = try Graph(contentsOf: path("s.gexf"))
      #expect(small.weights == [1] && small.nodeCount == 2)
      let members = try String(contentsOfFile: path("m.csv"), encoding: .utf8)
      #expect(members.hasPrefix("id,supernode,supernode_name\na,2,c\n"), "\(members)")
      #expect(members.contains("\ng,1,d\n"))
      let picture = try forcegraph(
        "layout", graph, "-o", path("s.svg"), "--aggregate", "community", "--min-members", "4")
      #expect(picture.exitCode == 0)
      #expect(picture.errors.contains("leaves 1 of 2 supernodes; the others have 3 members"))
      #expect(try String(contentsOfFile: path("s.svg"), encoding: .utf8).contains("members"))
    }
  }

  @Test func backbones() throws {
    try withGraph { graph, path in
      let tree = try forcegraph("convert", graph, "-", "--format", "csv", "--backbone", "spanning")
      #expect(tree.output.split(separator: "\n").count == 7)
      #expect(tree.errors.contains("(maximum spanning tree) leaves 6 of 8 edges"))
      // At c (1 - 9/19)^2, at d (1 - 9/20)^3; at the other ends, which have two neighbours, 1 - 9/18.
      let few = try forcegraph("info", graph, "--backbone", "0.35")
      #expect(few.exitCode == 0, "\(few.errors)")
      #expect(few.output.contains("(disparity filter) leaves 4 of 8 edges; left out: 1 node"))
    }
  }

  /// Both kinds of backbones together leave no node without an edge.
  @Test func backbonesOfBothKinds() throws {
    try withGraph { graph, path in
      let both = try forcegraph("info", graph, "--backbone", "0.2,spanning")
      #expect(both.exitCode == 0, "\(both.errors)")
      #expect(
        both.output.contains("(disparity filter and maximum spanning tree) leaves 7 of 8 edges"))
      #expect(!both.output.contains("left out"))
    }
  }

  /// Boxes have the names of members, the rest as a number.
  @Test func listedMembers() throws {
    try withGraph { graph, path in
      let done = try forcegraph(
        "layout", graph, "-o", path("s.svg"), "--aggregate", "community", "--list-members", "3")
      #expect(done.exitCode == 0, "\(done.errors)")
      let picture = try String(contentsOfFile: path("s.svg"), encoding: .utf8)
      for name in ["a", "b", "c", "d", "e", "f", "and 1 more"] {
        #expect(picture.contains(">\(name)</text>"), "\(name)")
      }
      #expect(!picture.contains(">g</text>"))
    }
  }

  @Test func whatDoesNotFit() throws {
    try withGraph { graph, path in
      let cases: [([String], Int32, String)] = [
        (["--min-members", "3"], 64, "needs --aggregate"),
        (["--members", path("m.csv")], 64, "needs --aggregate"),
        (["--list-members", "3"], 64, "needs --aggregate"),
        (["--aggregate", "community", "--list-members", "0"], 64, "is 1 or more"),
        (["--backbone", "0.1,spaning"], 64, "--backbone"),
        (["--aggregate", "komponent"], 64, "component"),
        (["--aggregate", "degree"], 64, "no such attribute"),
        (["--backbone", "2"], 64, "--backbone"),
        (["--backbone", "0.0001"], 65, "leaves none of 8 edges"),
        (["--unweighted", "--backbone", "0.1"], 64, "the edges have none"),
        (["--aggregate", "community", "--min-members", "9"], 65, "the largest has 4 members"),
        (["--aggregate", "community", "--members", graph], 64, "reads or writes"),
        (["--aggregate", "community", "--members", path("o.json")], 64, "reads or writes"),
        (["--aggregate", "community", "--members", path("m.txt")], 64, ".csv .tsv .json"),
      ]
      for (options, code, words) in cases {
        let arguments = ["convert", graph, path("o.json")] + options
        let outcome = try forcegraph.start(arguments).outcome()
        #expect(outcome.exitCode == code, "\(options): \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(options): \(outcome.errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: path("o.json")))
    }
  }
}
