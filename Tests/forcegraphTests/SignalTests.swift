import Foundation
import Graphs
import Testing
import _TestSupport

/// Signals that end the program while it writes.
struct SignalTests {
  /// Tests that run in the background of a shell, or under nohup, ignore these signals, and so would the
  /// programs they start.
  init() {
    for number in [SIGHUP, SIGINT] { signal(number, SIG_DFL) }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func noTemporaryFileStays(_ number: Int32) throws {
    try withTemporaryFolder { folder in
      let edges = (0..<300_000).map { "\($0) \($0 + 1)\n" }.joined()
      try Data(edges.utf8).write(to: folder.appending(path: "g.edges"))
      let output = folder.appending(path: "o.gexf.gz")
      try Data("old".utf8).write(to: output)
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
          .sorted()
      }
      var endedCount = 0
      for _ in 0..<8 {
        let run = try forcegraph.start(
          [
            "convert", folder.appending(path: "g.edges").path(percentEncoded: false),
            output.path(percentEncoded: false),
          ])
        while run.process.isRunning, try names().count == 2 { usleep(200) }
        kill(run.process.processIdentifier, number)
        let outcome = run.outcome()
        #expect(try names() == ["g.edges", "o.gexf.gz"])
        if outcome.exited {
          // The signal came too late.
          #expect(outcome.exitCode == 0)
          try Data("old".utf8).write(to: output)
        } else {
          #expect(outcome.exitCode == number)
          #expect(outcome.errors.isEmpty)
          #expect(try Data(contentsOf: output) == Data("old".utf8))
          endedCount += 1
        }
      }
      #expect(endedCount > 0)
    }
  }

  /// While a file is read there is no result to save: the signal ends the program.
  @Test(arguments: [["layout", "-o"], ["convert"]])
  func interruptEndsReading(_ command: [String]) throws {
    try withTemporaryFolder { folder in
      let input = folder.appending(path: "p.edges").path(percentEncoded: false)
      let output = folder.appending(path: "o.gexf").path(percentEncoded: false)
      #expect(mkfifo(input, 0o600) == 0)
      let run = try forcegraph.start(
        [command[0], input] + command.dropFirst() + [output])
      // Opens once the program has.
      var pipe: Int32 = -1
      while pipe < 0, run.process.isRunning {
        pipe = open(input, O_WRONLY | O_NONBLOCK)
        usleep(200)
      }
      #expect(write(pipe, "1 2\n", 4) == 4)
      usleep(50_000)
      kill(run.process.processIdentifier, SIGINT)
      let outcome = run.outcome()
      close(pipe)
      #expect(!outcome.exited)
      #expect(outcome.exitCode == SIGINT)
      #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.path(percentEncoded: false))
      #expect(names == ["p.edges"])
    }
  }

  /// A shell ignores the signal for programs in the background.
  @Test func ignoredSignalsStayIgnored() throws {
    try OutputTests.withGraph { _, run in
      let outcome = try run(
        "trap '' HUP INT TERM; mkfifo p; \"$program\" convert g.json p --format csv & "
          + "sleep 0.3; kill -HUP $!; kill -TERM $!; kill -INT $!; cat p; wait $!; echo $?")
      #expect(outcome.output == "Source,Target\na,b\n0\n")
    }
  }
}
