#if Server

import Foundation
import Testing
import _TestSupport

/// Runs `forcegraph view` and `forcegraph layout` with pages as users do.
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

  @Test func aSystemWithoutABrowserIsSaid() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\n", folder)
      let outcome = try forcegraph.start(
        ["view", graph, "--open", "--timeout", "500ms"], environment: ["PATH": folder.path]
      ).outcome()
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.contains("open ended with 127); open the address yourself"))
    }
  }

  /// The files of `-o`, the end of the recording, and the file that leads the browser.
  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalsEndAViewInOrder(_ number: Int32, _ code: Int32) throws {
    signal(number, SIG_DFL)
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      let graph = try write("source,target\na,b\n", folder)
      try FileManager.default.createDirectory(
        atPath: path("tmp"), withIntermediateDirectories: false)
      try Data(
        "#!/bin/sh\ncp \"$1\" '\(path("opened.new"))'\nmv '\(path("opened.new"))' '\(path("opened"))'\n"
          .utf8
      )
      .write(to: folder.appending(path: "xdg-open"))
      chmod(path("xdg-open"), 0o700)
      let run = try forcegraph.start(
        ["view", graph, "--open", "-o", path("o.html"), "--record", path("s.jsonl")],
        environment: ["TMPDIR": path("tmp"), "PATH": "\(folder.path):/usr/bin:/bin"])
      let address = try run.firstLine()
      while run.process.isRunning, !FileManager.default.fileExists(atPath: path("opened")) {
        usleep(1000)
      }
      let leaders = try FileManager.default.contentsOfDirectory(atPath: path("tmp"))
      #expect(leaders.count == 1)
      run.interrupt(afterSeconds: 0.1, by: number)
      let outcome = run.outcome()
      #expect(outcome.exitCode == code && outcome.exited, "\(outcome.errors)")
      #expect(FileManager.default.fileExists(atPath: path("o.html")))
      #expect(try String(contentsOfFile: path("opened"), encoding: .utf8).contains(address))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path("tmp")).isEmpty)
      let recorded = try String(contentsOfFile: path("s.jsonl"), encoding: .utf8)
      #expect(recorded.split(separator: "\n").last?.contains("stateHash") == true)
    }
  }

  /// `nohup` ignores HUP for the programs that it starts.
  @Test func aViewWithoutATerminalOutlivesHangingUp() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\n", folder)
      signal(SIGHUP, SIG_IGN)
      let run = try forcegraph.start(["view", graph])
      signal(SIGHUP, SIG_DFL)
      _ = try run.firstLine()
      run.interrupt(afterSeconds: 0, by: SIGHUP)
      run.interrupt(afterSeconds: 0.5, by: SIGTERM)
      let outcome = run.outcome()
      #expect(outcome.exited && outcome.exitCode == 143)
    }
  }

  #if os(Linux)
  /// With any limit of open files or memory a view ends well or says why not.
  @Test func aViewWithTooLittleSaysSo() throws {
    try OutputTests.withGraph { folder, run in
      var codes: Set<Int32> = []
      let files = [4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 64].map { "-n \($0)" }
      let memory = [120, 160, 240, 320, 400, 500, 600, 800, 2000].map { "-v \($0 * 1000)" }
      for limit in files + memory {
        let outcome = try run(
          "ulimit \(limit); \"$program\" view g.json --timeout 10ms -o o.html")
        #expect(outcome.exited, "\(limit): \(outcome.errors)")
        #expect(outcome.exitCode == 0 || outcome.errors.hasPrefix("Error: "), "\(limit)")
        codes.insert(outcome.exitCode)
      }
      #expect(codes == [0, 71])
    }
  }
  #endif

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

  /// 50 drags over a real socket; the recording ends in the same state without one.
  @Test func aRecordedSessionCanBeReplayed() throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      let lines = (1..<60).map { "n\($0 / 2),n\($0)" }
      let graph = try write("source,target\n" + lines.joined(separator: "\n") + "\n", folder)
      let run = try forcegraph.start([
        "view", graph, "--token", "a-token-for-tests", "--speed", "8", "--record",
        path("s.jsonl"), "-o", path("end.csv"), "--layout", "force",
      ])
      let address = try run.firstLine()
      let port = try #require(Int(address.split(separator: ":")[2].prefix { $0 != "/" }))
      let client = try RawClient(port: port)
      #expect(client.openSocket("/a-token-for-tests/", port: port).hasPrefix("HTTP/1.1 101"))
      for drag in 0..<50 { try dragNode(drag % 7 * 8, UInt32(4 * drag), client) }
      run.interrupt(afterSeconds: 0)
      let outcome = run.outcome()
      #expect(outcome.exitCode == 130, "\(outcome.errors)")
      let recorded = try String(contentsOfFile: path("s.jsonl"), encoding: .utf8)
        .split(separator: "\n")
      // The state, 50 times three holds and a release, the hash. The last release has no answer: the
      // signal may overtake it.
      let commands = recorded.count - 2
      #expect((199...200).contains(commands))
      let hash = try #require(recorded.last?.firstMatch(of: /"stateHash":"([0-9a-f]+)"/)?.1)
      for round in 0..<3 {
        for threads in ["1", "2"] {
          let again = try forcegraph(
            "view", graph, "--replay", path("s.jsonl"), "-o", path("again.csv"),
            environment: ["FORCE_SIMULATION_THREADS": threads])
          #expect(again.exitCode == 0, "\(again.errors)")
          let found = again.output.trimmingCharacters(in: .newlines)
          #expect(found.count == 16 && found.hasSuffix(hash), "round \(round), \(threads)")
          #expect(again.errors.contains("\(commands) commands in "))
          #expect(again.errors.contains("the state is the recorded one"))
          #expect(
            try String(contentsOfFile: path("again.csv"), encoding: .utf8)
              == String(contentsOfFile: path("end.csv"), encoding: .utf8))
        }
      }
    }
  }

  /// Holds a node at three places, each until a frame has it, and lets go.
  private func dragNode(_ node: Int, _ first: UInt32, _ client: RawClient) throws {
    for step in 1...3 {
      let command = first + UInt32(step)
      client.sendPointer(1, command: command, node: UInt32(node), [Float(9 * step), Float(node)])
      while true {
        let frame = try #require(client.readFrame())
        guard frame.opcode == 2, frame.bytes[0] == 2 else { continue }
        func word(_ at: Int) -> UInt32 {
          frame.bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        client.sendPointer(3, command: word(8))
        if word(24) >= command { break }
      }
    }
    client.sendPointer(
      2, flags: UInt8(node % 3 == 0 ? 1 : 0), command: first + 4, node: UInt32(node))
  }

  @Test func aReplayThatCannotBeIsASentence() throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      let graph = try write("source,target\na,b\n", folder)
      let record = path("s.jsonl")
      let made = try forcegraph("view", graph, "--timeout", "10ms", "--record", record)
      #expect(made.exitCode == 0, "\(made.errors)")
      let other = folder.appending(path: "other.csv")
      try Data("source,target\na,c\n".utf8).write(to: other)
      var lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
      lines[lines.count - 1] = #"{"stateHash":"1","tick":0}"#
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path("wrong")))
      let wrong: [([String], Int32, String)] = [
        ([graph, "--replay", path("none")], 66, "there is no such file"),
        ([graph, "--replay", graph], 65, "line 1"),
        ([graph, "--replay", path("wrong")], 65, "replay"),
        ([graph, "--replay", record, "--dim", "3"], 65, "s.jsonl: "),
        ([path("other.csv"), "--replay", record], 65, "another graph"),
        ([graph, "--replay", record, "--port", "8080"], 64, "--port does not go with --replay"),
        ([graph, "--replay", record, "--record", record], 64, "--record does not go with"),
        ([graph, "--timeout", "10ms", "--record", graph], 64, "is the graph"),
        ([graph, "--timeout", "10ms", "--record", path("o.svg"), "-o", path("o.svg")], 64, "-o"),
        ([graph, "--timeout", "10ms", "--record", "-"], 64, "needs a file"),
        ([graph, "--timeout", "10ms", "--record", path("none/x")], 73, "none"),
      ]
      for (options, code, words) in wrong {
        let outcome = try forcegraph.start(["view"] + options).outcome()
        #expect(outcome.exitCode == code, "\(options): \(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(options): \(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
      // A recording that was cut off is gone through, and says so.
      try Data((lines.dropLast().joined(separator: "\n") + "\n").utf8).write(
        to: URL(filePath: path("cut")))
      let cut = try forcegraph("view", graph, "--replay", path("cut"))
      #expect(cut.exitCode == 0 && cut.errors.contains("was cut off"))
    }
  }

  @Test func aViewInSpaceWritesThreeCoordinates() throws {
    try withTemporaryFolder { folder in
      let graph = try write("source,target\na,b\nb,c\nc,d\nd,a\n", folder)
      let outputs = ["o.csv", "o.html", "o.svg"].map {
        folder.appending(path: $0).path(percentEncoded: false)
      }
      let outcome = try forcegraph.start(
        ["view", graph, "--dim", "3", "--timeout", "10ms"] + outputs.flatMap { ["-o", $0] }
      ).outcome()
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let table = try String(contentsOfFile: outputs[0], encoding: .utf8)
      #expect(table.hasPrefix("id,x,y,z\na,"))
      #expect(try String(contentsOfFile: outputs[1], encoding: .utf8).contains("id=\"data\""))
      #expect(try String(contentsOfFile: outputs[2], encoding: .utf8).contains("<circle"))
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
