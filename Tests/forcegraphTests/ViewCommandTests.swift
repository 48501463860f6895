#if Tools && Server

import Foundation
import Testing
import _TestSupport

/// `forcegraph view`, and pages of `layout`, as their users start them.
struct ViewCommandTests {
  private func write(_ text: String, _ folder: URL) throws -> String {
    let file = folder.appending(path: "g.csv")
    try Data(text.utf8).write(to: file)
    return file.path(percentEncoded: false)
  }

  @Test func aViewPrintsItsAddressServesAndWritesFilesAtTheEnd() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\nb,c\nc,a\n", folder)
      let names = ["o.html", "o.svg", "o.gexf", "o.csv"]
      let outputs = names.flatMap {
        ["-o", folder.appending(path: $0).path(percentEncoded: false)]
      }
      let outcome = try forcegraph.start(["view", graph, "--timeout", "300ms"] + outputs).outcome()
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let address = outcome.output.trimmingCharacters(in: .newlines)
      #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9_-]{22}\//) != nil)
      let contents = try names.map {
        String(decoding: try Data(contentsOf: folder.appending(path: $0)), as: UTF8.self)
      }
      #expect(contents[0].contains("id=\"data\"") && contents[1].contains("<svg"))
      #expect(contents[2].contains("viz:position") && contents[3].hasPrefix("id,x,y\n"))
    }
  }

  @Test func interruptEndsAViewWith130AndItsFiles() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\n", folder)
      let output = folder.appending(path: "o.html")
      let run = try forcegraph.start(
        ["view", graph, "--layout", "circular", "-o", output.path(percentEncoded: false)])
      run.interrupt(afterSeconds: 0.2)
      let outcome = run.outcome()
      #expect(outcome.exitCode == 130 && outcome.exited)
      #expect(FileManager.default.fileExists(atPath: output.path(percentEncoded: false)))
    }
  }

  @Test func whatCannotBeIsASentence() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\n", folder)
      let wrong: [([String], Int32, String)] = [
        (["--port", "70000"], 64, "--port is 0 to 65535"),
        (["--host", "example.com"], 64, "an IP address"), (["--token", "x"], 64, "the token"),
        (["--color-by", "nothing"], 64, "no attribute \"nothing\""),
        (["--layout", "tree", "--dim", "3"], 64, "which is for the plane"),
        (["--layout", "keep"], 65, "no positions"), (["-o", "x.png"], 64, "a view ends as"),
        (["-o", "x.mtx"], 64, "a view ends as"),
      ]
      for (options, code, words) in wrong {
        let outcome = try forcegraph.start(["view", graph, "--timeout", "10ms"] + options).outcome()
        #expect(outcome.exitCode == code, "\(options): \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(options): \(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
  }

  @Test func aHostThatOthersReachIsWarnedAbout() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\n", folder)
      let outcome = try forcegraph("view", graph, "--host", "0.0.0.0", "--timeout", "10ms")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("Warning: everybody who reaches 0.0.0.0"))
    }
  }

  @Test func aLayoutCanBeAPage() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\nb,</script>\n", folder)
      let output = folder.appending(path: "o.html").path(percentEncoded: false)
      let outcome = try forcegraph(
        "layout", graph, "-o", output, "--color-by", "degree", "--title", "<b>&")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let page = try String(contentsOfFile: output, encoding: .utf8)
      #expect(page.contains("&lt;b&gt;&amp;") && !page.contains("b,</script>"))
      let convert = try forcegraph("convert", graph, output)
      #expect(convert.exitCode == 64)
    }
  }
}

#endif
