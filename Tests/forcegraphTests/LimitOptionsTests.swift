import ArgumentParser
import CommandLineSupport
import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Limits and choices of GraphIO that the commands pass on.
struct LimitOptionsTests {
  @Test func byteCounts() throws {
    for (text, bytes) in [
      ("1", 1), ("500000", 500_000), ("64K", 65_536), ("1.5k", 1536), ("2M", 2_097_152),
      ("3g", 3_221_225_472), ("2KiB", 2048), ("2kb", 2000), ("1.5MiB", 1_572_864),
      ("5MB", 5_000_000), ("1GiB", 1 << 30), ("0.25gb", 250_000_000),
    ] {
      #expect(try ByteCount(text).bytes == bytes, "\(text)")
    }
    for text in [
      "", "K", "-1", "0", "1.5", "1e3", "2T", "1 K", "nan", "0.0001K", "99999999999G", "5MX", "KB",
    ] {
      let error = try #require(throws: ValidationError.self) { try ByteCount(text) }
      #expect(error.message.hasPrefix("\"\(text)\" is no number of bytes: 500000, 64K, "))
    }
  }

  @Test func theLeastLimitCounts() throws {
    let limits = MemoryLimits([
      MemoryLimits.Limit(bytes: 1 << 60, name: "far", measure: .resident),
      MemoryLimits.Limit(bytes: 1 << 50, name: "near", measure: .addressSpace),
    ])
    #expect(try #require(limits.left).limit.name == "near")
    try limits.check(1000, for: "a thing")
    let failure = try #require(throws: Failure.self) { try limits.check(1 << 51, for: "a thing") }
    #expect(failure.exitCode == 71)
    #expect(failure.message.hasPrefix("a thing takes about 2097152 GiB of memory; "))
    #expect(failure.message.hasSuffix("(near: 1048576 GiB)."))
  }

  @Test(arguments: [
    "info g.json", "convert g.json o.gexf", "layout g.json -o o.svg", "metrics g.json",
    "measure g.json --degree", "metrics one.json g.json", "layout one.json -o o.svg --start g.json",
  ])
  func maximumOfNodes(_ arguments: String) throws {
    try OutputTests.withGraph { folder, run in
      try Data(#"{"nodes": [{"id": "a", "x": 0, "y": 0}], "links": []}"#.utf8)
        .write(to: folder.appending(path: "one.json"))
      #expect(try run("\"$program\" \(arguments) --max-nodes 2").exitCode == 0)
      let outcome = try run("\"$program\" \(arguments) --max-nodes 1")
      #expect(outcome.exitCode == 65)
      #expect(
        outcome.errors.contains(
          "more than 1 nodes, which is the limit set for reading (--max-nodes)"))
    }
  }

  /// Sixty edges are estimated as 1,920 bytes in memory, and are 3,563 in a file of GEXF.
  @Test func maximumOfWrittenBytes() throws {
    try OutputTests.withGraph { folder, run in
      let path = (0..<60).map { "\($0) \($0 + 1)\n" }.joined()
      try Data(path.utf8).write(to: folder.appending(path: "p.edges"))
      for arguments in ["convert p.edges o.gexf", "convert p.edges - --format gexf"] {
        let outcome = try run("\"$program\" \(arguments) --max-memory 2K")
        #expect(outcome.exitCode == 71)
        #expect(
          outcome.errors.contains(
            "more than 2048 bytes, which is the limit set for writing (--max-memory)"))
      }
      #expect(try run("ls").output == "g.json\np.edges\n")
    }
  }

  /// Memory alone bounds the graph: more edges than it fits, and no other limit is met.
  @Test func maximumOfMemory() throws {
    try OutputTests.withGraph { folder, run in
      let path = (0..<60).map { "\($0) \($0 + 1)\n" }.joined()
      try Data(path.utf8).write(to: folder.appending(path: "p.edges"))
      let outcome = try run("\"$program\" info p.edges --max-memory 1K")
      #expect(outcome.exitCode == 71)
      #expect(
        outcome.errors
          == "Error: p.edges: more than 1024 bytes of memory, which is the limit set for reading "
          + "(--max-memory)\n")
    }
  }

  @Test func headersThatPromiseTooMuch() throws {
    try OutputTests.withGraph { folder, run in
      try Data("%%MatrixMarket matrix coordinate pattern general\n9000000 9000000 1\n1 2\n".utf8)
        .write(to: folder.appending(path: "h.mtx"))
      let outcome = try run("\"$program\" info h.mtx --max-memory 100M")
      #expect(outcome.exitCode == 71)
      #expect(outcome.errors.contains("--max-memory)"))
    }
  }

  @Test func safeCells() throws {
    try OutputTests.withGraph { folder, run in
      let text = """
        {"nodes": [{"id": "=1+2", "x": 1, "y": 2}, {"id": "b", "x": 0, "y": 0}],
          "links": [{"source": "=1+2", "target": "b"}]}
        """
      try Data(text.utf8).write(to: folder.appending(path: "f.json"))
      func output(_ arguments: String) throws -> String {
        try run("\"$program\" \(arguments) --quiet").output
      }
      #expect(try output("convert f.json - --format csv").contains("\n=1+2,b"))
      #expect(try output("convert f.json - --format csv --safe-cells").contains("\n'=1+2,b"))
      #expect(try output("convert f.json - --format tsv --safe-cells").contains("\n'=1+2\tb"))
      let positions = "layout f.json -o - --format positions-csv --layout keep"
      #expect(try output(positions).contains("\n=1+2,1.0,2.0"))
      #expect(try output(positions + " --safe-cells").contains("\n'=1+2,1.0,2.0"))
      let table = try run("\"$program\" \(positions) --safe-cells")
      #expect(
        table.errors
          == "Note: standard output: cells that begin like formulas have an apostrophe: 1\n")
      let noTable = try run("\"$program\" convert f.json o.gexf --safe-cells")
      #expect(noTable.exitCode == 64)
      #expect(noTable.errors.hasPrefix("Error: --safe-cells is for CSV and TSV, "))
    }
  }

  @Test func columnsOfTheEnds() throws {
    try OutputTests.withGraph { folder, run in
      try Data("date,amount,payer,payee\n1,5,a,b\n2,6,b,c\n".utf8)
        .write(to: folder.appending(path: "pay.csv"))
      let columns = "--source-column Payee --target-column payer"
      let list = try run("\"$program\" convert pay.csv - --format edge-list \(columns) --quiet")
      #expect(list.exitCode == 0)
      #expect(list.output.contains("b a") && list.output.contains("c b"))
      for (arguments, exitCode, message) in [
        ("info pay.csv --source-column payer", 64, "go together; give both."),
        ("info pay.csv --source-column a --target-column A", 64, "are two columns, not both"),
        ("info pay.csv \(columns) --no-header", 64, "not --no-header."),
        ("info g.json \(columns)", 64, "are for lists of edges; g.json is JSON."),
        (
          "info pay.csv --source-column who --target-column payee", 65,
          "found no column \"who\", expected one of \"date\", \"amount\", \"payer\", \"payee\""
        ),
      ] {
        let outcome = try run("\"$program\" \(arguments)")
        #expect(outcome.exitCode == Int32(exitCode))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }

  /// The name of the format in an error can be given to the program.
  @Test func namesOfFormatsInErrors() throws {
    try OutputTests.withGraph { folder, run in
      try Data("0 1 1 0\n1 0 0 1\n1 0 0 0\n0 1 0 0\n".utf8)
        .write(to: folder.appending(path: "m.txt"))
      let refused = try run("\"$program\" info m.txt --input-format lgl")
      #expect(refused.exitCode == 65)
      #expect(refused.errors.contains("format adjacency-matrix)"), "\(refused.errors)")
      let read = try run("\"$program\" info m.txt --input-format adjacency-matrix")
      #expect(read.exitCode == 0 && read.output.contains("format      adjacency matrix"))
    }
  }
}

/// `--directed` and `--no-directed` in the formats.
struct DirectionTests {
  private func facts(_ name: String, _ text: String, _ option: String) throws -> [String: Any] {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return try forcegraph(
        "info", file.path(percentEncoded: false), "--json", option
      ).json
    }
  }

  /// Lists of neighbours have an undirected edge twice, a directed one once.
  @Test(arguments: [
    ("g.adjlist", "a b c\nb a\nc a\n", 4, 2), ("g.adjacency", "0 1 1\n1 0 0\n1 0 0\n", 4, 2),
  ])
  func formatsThatListEdgesTwice(
    _ name: String, _ text: String, directed: Int, undirected: Int
  ) throws {
    let one = try facts(name, text, "--directed")
    #expect(one["edges"] as? Int == directed && one["directed"] as? Bool == true)
    let other = try facts(name, text, "--no-directed")
    #expect(other["edges"] as? Int == undirected && other["directed"] as? Bool == false)
  }

  /// A file without directions is said to have none.
  @Test(arguments: [
    ("g.graph", "3 2\n2 3\n1\n1\n"),
    ("g.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n"),
    ("g.json", #"{"nodes":[{"id":1},{"id":2}],"links":[{"source":1,"target":2}]}"#),
    ("g.gml", "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]"),
  ])
  func formatsWithoutDirections(_ name: String, _ text: String) throws {
    let facts = try facts(name, text, "--directed")
    #expect(facts["directed"] as? Bool == true)
    let notes = try #require(facts["notes"] as? [String])
    #expect(notes.contains { $0.hasPrefix("the file has no directions; each edge goes from ") })
    #expect(try self.facts(name, text, "--no-directed")["notes"] as? [String] == [])
  }

  /// Directions of single edges give way to the option.
  @Test(arguments: ["--directed", "--no-directed"])
  func directionsOfSingleEdges(_ option: String) throws {
    let text = """
      {"directed": true, "nodes": [{"id": 1}, {"id": 2}, {"id": 3}], "links": [
        {"source": 1, "target": 2, "directed": true}, {"source": 2, "target": 3, "directed": false}]}
      """
    let facts = try facts("g.json", text, option)
    #expect(facts["directed"] as? Bool == (option == "--directed"))
    #expect((facts["edge_attributes"] as? [Any])?.isEmpty == true)
  }

  @Test func listsSayTheirDirections() throws {
    let list = try facts("g.csv", "source,target,type\na,b,Directed\n", "--no-directed")
    #expect(list["directed"] as? Bool == false)
    #expect(list["notes"] as? [String] == [])
    let other = try facts("g.edges", "a b\n", "--directed")
    #expect(other["directed"] as? Bool == true && other["notes"] as? [String] == [])
  }
}
