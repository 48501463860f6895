import CommandLineSupport
import ForceSimulation
import Foundation
import Testing
import _TestSupport

@testable import SimbenchTool

/// Runs the program: `simbench run` without the name of the subcommand.
struct SimbenchTests {
  @Test func tableAndNothingElse() throws {
    let outcome = try simbench("--nodes", "100", "--ticks", "3")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.hasPrefix("random: 100 nodes, 200 links, 2D double, seed 42\n"))
    #expect(outcome.output.contains("\nwhole tick "))
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(outcome.errors.isEmpty)
  }

  @Test func jsonOfBothEngines() throws {
    let outcome = try simbench(
      "--nodes", "200", "--dim", "3", "--ticks", "4", "--engine", "both", "--json")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    let json = try outcome.json
    #expect(
      json.keys.sorted() == [
        "accuracy", "engine", "forces", "machine", "peak_bytes_per_node",
        "peak_rss_mb", "processor_ms", "ranks", "reference", "scene", "state_hash", "tick_ms",
        "ticks",
        "version",
      ])
    let ticks = try #require(json["tick_ms"] as? [String: Any])
    #expect((ticks["samples"] as? [Double])?.count == 4)
    #expect(try #require(ticks["min"] as? Double) > 0)
    let reference = try #require(json["reference"] as? [String: Any])
    #expect(reference["max_deviation"] as? Double == 0)
    #expect(try #require(reference["speedup"] as? Double) > 0)
    let forces = try #require(json["forces"] as? [[String: Any]])
    #expect(forces.map { $0["name"] as? String } == ["many-body", "link", "center", "collide"])
    #expect(try #require(json["peak_rss_mb"] as? Double) > 1)
    #expect(json["peak_bytes_per_node"] is NSNull)
  }

  @Test func stateHashDependsOnNeitherThreadsNorInstructionSet() throws {
    func hash(_ arguments: String...) throws -> String {
      let outcome = try simbench.start(
        ["--nodes", "2000", "--dim", "3", "--ticks", "2", "--warmup", "3", "--no-verify", "--json"]
          + arguments, environment: [:]
      ).outcome()
      #expect(outcome.exitCode == 0)
      return try #require(try outcome.json["state_hash"] as? String)
    }
    // With the tree and the exact sum, which is the reference's to the bit.
    for (name, value) in [("--theta", "0.9"), ("--accuracy", "1e-3"), ("--accuracy", "0")] {
      var hashes: Set<String> = []
      for threads in ["1", "2", "5"] {
        for isa in KernelOptions.InstructionSet.allCases where isa.isSupported {
          hashes.insert(
            try hash(name, value, "--threads", threads, "--isa", isa.rawValue))
        }
      }
      #expect(hashes.count == 1)
      if value == "0" {
        #expect(hashes == [try hash(name, value, "--engine", "reference")])
      }
    }
  }

  @Test func positionsOfAGraphFile() throws {
    try withTemporaryFolder { folder in
      let graph = folder.appending(path: "graph.txt").path(percentEncoded: false)
      let csv = folder.appending(path: "out.csv").path(percentEncoded: false)
      try Data("# a path\n5 7\n7 11\n".utf8).write(to: URL(filePath: graph))
      let outcome = try simbench("--scene", graph, "--dim", "3", "--ticks", "5", "--positions", csv)
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.hasPrefix("graph.txt: 3 nodes, 2 links, 3D float"))
      let lines = try String(contentsOf: URL(filePath: csv), encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines[0] == "id,x,y,z")
      #expect(lines.dropFirst().map { $0.split(separator: ",")[0] } == ["5", "7", "11"])
      for line in lines.dropFirst() {
        let numbers = line.split(separator: ",").dropFirst().compactMap { Float($0) }
        #expect(numbers.filter(\.isFinite).count == 3)
      }
    }
  }

  @Test func wrongOptionsExitWith64() throws {
    let outcome = try simbench("--nodes", "-5", "--json")
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: --nodes is 1 to 100000000, not -5."))
  }

  @Test func instructionSetOfAnotherMachineExitsWith69() throws {
    let foreign = try #require(KernelOptions.InstructionSet.allCases.first { !$0.isSupported })
    let outcome = try simbench("--isa", foreign.rawValue)
    #expect(outcome.exitCode == 69)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: this machine has no \(foreign); "))
  }

  /// The report has what was used, not what was asked for.
  @Test func wrongEnvironmentIsIgnoredAndSaid() throws {
    let foreign = try #require(KernelOptions.InstructionSet.allCases.first { !$0.isSupported })
    let wrong = [
      ("ISA", "sse"), ("ISA", foreign.rawValue), ("THREADS", "0"), ("THREADS", "1e3"),
      ("THREAD_RUNTIME", "tbb"), ("THREAD_RUNTIME", "\u{1B}[31m"),
    ]
    let run = ["--nodes", "5", "--ticks", "2", "--json"]
    let usual = try #require(try simbench.start(run).outcome().json["machine"] as? [String: Any])
    for (name, value) in wrong {
      let outcome = try simbench.start(
        run, environment: ["FORCE_SIMULATION_\(name)": value]
      ).outcome()
      #expect(outcome.exitCode == 0)
      let shown = value.replacing("\u{1B}", with: "\\x1B")
      let note = "ForceSimulation: FORCE_SIMULATION_\(name) is \"\(shown)\"; "
      #expect(outcome.errors.components(separatedBy: note).count == 2, "\(outcome.errors)")
      let machine = try #require(try outcome.json["machine"] as? [String: Any])
      #expect(machine["isa"] as? String == KernelOptions.InstructionSet.best.rawValue)
      #expect(machine["threads"] as? Int == usual["threads"] as? Int)
      #expect(machine["runtime"] as? String == usual["runtime"] as? String)
    }
    let info = try simbench("info", environment: ["FORCE_SIMULATION_ISA": "sse"])
    #expect(info.exitCode == 0)
    #expect(info.output.contains("used, the widest this machine has"))
    let text = try simbench(
      "--nodes", "5", "--ticks", "2",
      environment: ["FORCE_SIMULATION_ISA": "sse", "FORCE_SIMULATION_THREADS": "none"])
    #expect(text.output.contains("kernels: \(KernelOptions.InstructionSet.best), "))
  }

  @Test func severalRunsAreOneReport() throws {
    let outcome = try simbench(
      "--scene", "miserables", "--warmup", "0", "--ticks", "5", "--runs", "3", "--json")
    #expect(outcome.exitCode == 0)
    let json = try outcome.json
    #expect(try #require(json["peak_bytes_per_node"] as? Double) >= 0)
    let ticks = try #require(json["ticks"] as? [String: Int])
    #expect(ticks == ["warmup": 0, "measured": 5, "runs": 3])
    let times = try #require(json["tick_ms"] as? [String: Any])
    let samples = try #require(times["samples"] as? [Double])
    #expect(samples.count == 5)
    let total = try #require(times["total"] as? Double)
    #expect(abs(total - samples.reduce(0, +)) <= 1e-9)
    let single = try simbench("--scene", "miserables", "--warmup", "0", "--ticks", "5", "--json")
    #expect(json["state_hash"] as? String == (try single.json["state_hash"] as? String))
  }

  /// The same graph in other formats, and what its weights would be.
  @Test func graphFilesOfAllFormats() throws {
    try withTemporaryFolder { folder in
      let files = [
        "g.csv": "Source,Target,Weight\n0,1,5\n1,2,7\n2,2,1\n",
        "g.json": #"{"nodes": [{"id": "0"}, {"id": "1"}, {"id": "2"}], "links": ["#
          + #"{"source": "0", "target": "1"}, {"source": "1", "target": "2"}, "#
          + #"{"source": "2", "target": "2"}]}"#,
        "g.edges": "0 1 0.5\n1 2 0.5\n2 2 9\n",
      ]
      var hashes: Set<String?> = []
      for (name, text) in files {
        let path = folder.appending(path: name).path(percentEncoded: false)
        try Data(text.utf8).write(to: URL(filePath: path))
        let outcome = try simbench("--scene", path, "--ticks", "5", "--no-verify", "--json")
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
        hashes.insert(try outcome.json["state_hash"] as? String)
      }
      #expect(hashes.count == 1 && !hashes.contains(nil))
    }
  }

  @Test func guessesOfTheReaderAreSaid() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "g.txt").path(percentEncoded: false)
      try Data("a b c d\nb\nc\nd\n".utf8).write(to: URL(filePath: path))
      let outcome = try simbench("--scene", path, "--ticks", "5", "--no-verify")
      #expect(outcome.exitCode == 0)
      #expect(outcome.output.hasPrefix("g.txt: 4 nodes, 3 links"))
      #expect(
        outcome.errors == "Note: \(path): neither the name nor a mark says the format; the lines "
          + "look like adjacency lists\n")
    }
  }

  @Test func filesThatAreNotThereOrWrong() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "g.txt").path(percentEncoded: false)
      let missing = try simbench("--scene", path)
      #expect(missing.exitCode == 66)
      #expect(missing.errors == "Error: \(path): cannot be read: No such file or directory\n")
      try Data("{\"nodes\": [\n{]}".utf8).write(to: URL(filePath: path))
      let wrong = try simbench("--scene", path)
      #expect(wrong.exitCode == 65)
      #expect(wrong.errors.hasPrefix("Error: \(path):2:2: found \"]\", expected "))
      try Data("# empty\n".utf8).write(to: URL(filePath: path))
      let empty = try simbench("--scene", path)
      #expect(empty.exitCode == 65)
      #expect(empty.errors.hasPrefix("Error: \(path): neither the name nor the content says "))
      let list = folder.appending(path: "g.edges").path(percentEncoded: false)
      try Data("# no edges\n".utf8).write(to: URL(filePath: list))
      let nodeless = try simbench("--scene", list)
      #expect(nodeless.exitCode == 65)
      #expect(nodeless.errors == "Error: \(list): there are no nodes in it.\n")
      let unwritable = try simbench("--nodes", "5", "--positions", path + "/no/out.csv")
      #expect(unwritable.exitCode == 73)
      #expect(unwritable.output.isEmpty)
    }
  }

  @Test func versionAndHelp() throws {
    let version = try simbench("--version")
    #expect(version.exitCode == 0)
    #expect(version.output == packageVersion + "\n")
    let help = try simbench("--help")
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXIT CODES"))
  }

  @Test func interruptEndsReading() throws {
    try withTemporaryFolder { folder in
      let path = folder.appending(path: "p.edges").path(percentEncoded: false)
      #expect(mkfifo(path, 0o600) == 0)
      let run = try simbench.start(["--scene", path])
      // Opens once the program has.
      var pipe: Int32 = -1
      while pipe < 0, run.process.isRunning {
        pipe = open(path, O_WRONLY | O_NONBLOCK)
        usleep(200)
      }
      #expect(write(pipe, "1 2\n", 4) == 4)
      kill(run.process.processIdentifier, SIGINT)
      close(pipe)
      let outcome = run.outcome()
      #expect(outcome.exitCode == 130)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors == "Error: \(path): cancelled before it was done\n")
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func signalsEndTheRunInOrder(_ number: Int32, _ code: Int32) throws {
    signal(number, SIG_DFL)
    try withTemporaryFolder { folder in
      let csv = folder.appending(path: "out.csv").path(percentEncoded: false)
      // A million ticks take an hour.
      let run = try simbench.start([
        "--nodes", "10000", "--ticks", "1000000", "--warmup", "0", "--positions", csv, "--json",
      ])
      run.interrupt(afterSeconds: 0.3, by: number)
      let outcome = run.outcome()
      #expect(outcome.exited)
      #expect(outcome.exitCode == code)
      // A machine that did not come to its first tick in this time has nothing but a sentence.
      if outcome.output.isEmpty {
        #expect(outcome.errors.contains("stopped before the first measured tick"))
      } else {
        let ticks = try #require(try outcome.json["ticks"] as? [String: Int])
        let measured = try #require(ticks["measured"])
        #expect((1..<1_000_000).contains(measured))
        let text = try String(contentsOf: URL(filePath: csv), encoding: .utf8)
        #expect(text.split(separator: "\n").count == 10_001)
      }
    }
  }
}
