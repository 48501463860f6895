import Foundation
import Graphs
import Testing
import _TestSupport

/// Standard output and standard error that cannot be written, and files that cannot be written.
struct OutputTests {
  static let graph = """
    {"nodes": [{"id": "a", "group": 1, "x": 0, "y": 0}, {"id": "b", "group": 2, "x": 3, "y": 4}],
      "links": [{"source": "a", "target": "b"}]}
    """

  /// A folder with `g.json`, which is the current folder of the shell lines.
  static func withGraph(_ body: (URL, (String) throws -> Program.Outcome) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try Data(graph.utf8).write(to: folder.appending(path: "g.json"))
      try body(folder) { line in
        try forcegraph.shell("cd '\(folder.path(percentEncoded: false))' && \(line)")
      }
    }
  }

  static let printing = [
    "--help", "help layout", "convert --help", "--version", "--generate-completion-script bash",
    "info g.json", "info g.json --json", "metrics g.json", "metrics g.json --json",
    "convert g.json - --format gexf", "convert g.json - --format npy",
    "layout g.json -o - --format svg", "layout g.json -o - --format json",
    "layout g.json -o - --format positions-csv",
  ]

  @Test(arguments: printing)
  func aResultThatCannotBePrintedIsAFailure(_ arguments: String) throws {
    try Self.withGraph { _, run in
      let full = try run("\"$program\" \(arguments) > /dev/full")
      #expect(full.exitCode == 73 && full.exited)
      #expect(
        full.errors.hasSuffix(
          "standard output: cannot be written: \(String(cString: strerror(ENOSPC)))\n"))
      let closed = try run("\"$program\" \(arguments) >&-")
      #expect(closed.exitCode == 73 && closed.exited)
      #expect(
        closed.errors.hasSuffix(
          "standard output: cannot be written: \(String(cString: strerror(EBADF)))\n"))
    }
  }

  /// The tables of layouts and of formats are what shells complete.
  @Test(arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let script = try forcegraph("--generate-completion-script", shell)
    #expect(script.exitCode == 0)
    for id in LayoutMethod.all.map(\.id) + GraphFormat.all.map(\.id) {
      #expect(script.output.contains(id), "\(id)")
    }
    let help = try forcegraph("help", "layout").output
    #expect(help.split(separator: "fruchterman-reingold").count == 2)
  }

  @Test(
    arguments: [
      ("info g.json", 0), ("info nothing.json", 66), ("info", 64), ("layuot", 64),
      ("convert g.json o.mtx", 0), ("layout g.json -o o.svg --verbose", 0),
      ("layout g.json -o no/folder.svg", 73), ("info g.json > /dev/full", 73),
    ] as [(String, Int32)])
  func messagesThatCannotBePrintedChangeNothing(_ arguments: String, _ exitCode: Int32) throws {
    try Self.withGraph { folder, run in
      let open = try run("\"$program\" \(arguments)")
      #expect(open.exitCode == exitCode && open.exited)
      for redirection in ["2> /dev/full", "2>&-"] {
        let outcome = try run("\"$program\" \(arguments) \(redirection)")
        #expect(outcome.exitCode == exitCode && outcome.exited, "\(redirection)")
        #expect(outcome.output == open.output)
        #expect(outcome.errors.isEmpty)
      }
    }
  }

  @Test func readersThatHaveGone() throws {
    try Self.withGraph { folder, _ in
      let graph = folder.appending(path: "g.json").path(percentEncoded: false)
      let noErrors = try forcegraph.withoutReader(ofErrors: true, ["info", graph + "-"])
      #expect(noErrors.exitCode == 66 && noErrors.exited)
      for arguments in [["info", graph], ["convert", graph, "-", "--format", "csv"], ["--help"]] {
        let noOutput = try forcegraph.withoutReader(ofErrors: false, arguments)
        #expect(noOutput.exitCode == SIGPIPE && !noOutput.exited)
        #expect(!noOutput.errors.contains("standard output"))
      }
    }
  }

  /// A file that is opened while a standard stream is closed has its number, unless the program
  /// takes care: then messages go into the file.
  @Test func closedStreamsAreNotFiles() throws {
    try Self.withGraph { folder, run in
      #expect(try run("\"$program\" convert g.json open.mtx").errors.hasPrefix("Note: "))
      let closed = try run("\"$program\" convert g.json closed.mtx <&- >&- 2>&-")
      #expect(closed.exitCode == 0)
      let files = try ["open.mtx", "closed.mtx"].map {
        try Data(contentsOf: folder.appending(path: $0))
      }
      #expect(files[0] == files[1])
    }
  }

  /// The limit of file size is half a kilobyte; what is written is more.
  @Test(arguments: ["layout g.json -o o.svg", "convert big.edges o.gexf"])
  func filesBeyondALimit(_ arguments: String) throws {
    try Self.withGraph { folder, run in
      let edges = (0..<2000).map { "\($0) \($0 + 1)\n" }.joined()
      try Data(edges.utf8).write(to: folder.appending(path: "big.edges"))
      for name in ["o.svg", "o.gexf"] {
        try Data("old".utf8).write(to: folder.appending(path: name))
      }
      let outcome = try run("ulimit -f 1 && \"$program\" \(arguments)")
      #expect(outcome.exitCode == 73 && outcome.exited)
      #expect(outcome.errors.contains("cannot be written: \(String(cString: strerror(EFBIG)))"))
      #expect(try run("cat o.svg o.gexf").output == "oldold")
      #expect(try run("ls -A").output == "big.edges\ng.json\no.gexf\no.svg\n")
    }
  }
}
