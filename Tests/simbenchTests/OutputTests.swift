import Foundation
import Testing
import _TestSupport

/// Standard output and standard error that cannot be written, and files that are also inputs.
struct OutputTests {
  @Test(arguments: [
    "--help", "help sweep", "--version", "--generate-completion-script zsh", "info", "info --json",
    "--nodes 5 --ticks 1 --no-verify", "--nodes 5 --ticks 1 --no-verify --json",
    "sweep --nodes 5 --ticks 1 --rounds 1 --dim 2", "tick --nodes 5 --ticks 1",
    "verify --nodes 5 --threads 1 --isa scalar", "verify --nodes 5 --threads 1 --isa scalar --json",
    "compare \"$report\" \"$report\"", "compare \"$report\" \"$report\" --json",
  ])
  func aResultThatCannotBePrintedIsAFailure(_ arguments: String) throws {
    try withTemporaryFolder { folder in
      let report = folder.appending(path: "report.json").path(percentEncoded: false)
      let environment = ["report": report]
      _ = try simbench.shell(
        "\"$program\" --nodes 5 --ticks 9 --no-verify --json > \"$report\"",
        environment: environment)
      for (redirection, code) in [("> /dev/full", ENOSPC), (">&-", EBADF)] {
        let outcome = try simbench.shell(
          "\"$program\" \(arguments) \(redirection)", environment: environment)
        #expect(outcome.exitCode == 73 && outcome.exited)
        #expect(
          outcome.errors.hasSuffix(
            "standard output: cannot be written: \(String(cString: strerror(code)))\n"))
      }
    }
  }

  @Test(
    arguments: [
      ("--nodes 5 --ticks 1 --no-verify", 0), ("--nodes x", 64), ("--scene no/file.txt", 66),
      ("verify --nodes 200 --threads 1 --isa scalar --fault link", 1),
    ] as [(String, Int32)])
  func messagesThatCannotBePrintedChangeNothing(_ arguments: String, _ exitCode: Int32) throws {
    for redirection in ["", "2> /dev/full", "2>&-"] {
      let outcome = try simbench.shell("\"$program\" \(arguments) \(redirection)")
      #expect(outcome.exitCode == exitCode && outcome.exited, "\(redirection)")
      #expect(outcome.errors.isEmpty == (exitCode == 0 || !redirection.isEmpty))
    }
  }

  @Test func aSceneIsNotReplaced() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "g.txt").path(percentEncoded: false)
      let link = folder.appending(path: "link.csv").path(percentEncoded: false)
      try Data("0 1\n1 2\n".utf8).write(to: URL(filePath: path))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "g.txt")
      let run = ["--scene", path, "--ticks", "1", "--no-verify", "--positions", link]
      let sweep = [
        "sweep", "--scenes", path, "--ticks", "1", "--rounds", "1", "--dim", "2", "--csv", link,
      ]
      for arguments in [run, sweep] {
        let refused = try simbench.start(arguments).outcome()
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("\(link) is also an input, and "))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "0 1\n1 2\n")
      }
      #expect(try simbench.start(run + ["--force"]).outcome().exitCode == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("id,x,y\n"))
    }
  }

  /// Names of files and values of variables come from elsewhere.
  @Test func noCommandReachesTheTerminal() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "g\u{1B}[31m\n\u{202E}.txt").path(percentEncoded: false)
      try Data("0 1\n1 2\n".utf8).write(to: URL(filePath: path))
      let outcomes = [
        try simbench("--scene", path, "--ticks", "1", "--no-verify"),
        try simbench("sweep", "--scenes", path, "--ticks", "1", "--rounds", "1", "--dim", "2"),
        try simbench("verify", "--scene", path, "--threads", "1", "--isa", "scalar"),
        try simbench("--scene", path + "\u{9B}2J"),
        try simbench("info", environment: ["FORCE_SIMULATION_ISA": "\u{1B}[31m"]),
      ]
      for outcome in outcomes {
        for text in [outcome.output, outcome.errors] {
          #expect(
            !text.unicodeScalars.contains { "\u{1B}\u{9B}\u{202E}".unicodeScalars.contains($0) })
        }
      }
    }
  }
}
