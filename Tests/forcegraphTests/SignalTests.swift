#if Tools

import Foundation
import Graphs
import Testing
import _TestSupport

/// Signals that end the program while it writes.
struct SignalTests {
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

#endif
