import ForceSimulation
import Foundation
import Testing
import _TestSupport

@testable import SimbenchTool

/// Runs the program with each of its subcommands except `run`.
struct SubcommandTests {
  // MARK: verify

  @Test func standardScenesAreAsRecorded() throws {
    let outcome = try simbench("verify", "--threads", "1,3")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    let scenes = outcome.output.split(separator: "\n").filter { $0.contains(" nodes, ") }
    #expect(scenes.count == VerificationSuite.recordedHashes.count)
    #expect(scenes.allSatisfy { $0.hasSuffix("ok, as recorded") })
  }

  @Test(arguments: ForceName.allCases.map(\.rawValue))
  func wrongKernelIsNamed(_ force: String) throws {
    let outcome = try simbench(
      "verify", "--scene", "clusters", "--nodes", "200", "--dim", "3", "--forces",
      ForceName.allCases.map(\.rawValue).joined(separator: ","), "--fault", force, "--isa", "scalar"
    )
    #expect(outcome.exitCode == 1)
    let problems = outcome.errors.split(separator: "\n")
    #expect(!problems.isEmpty)
    #expect(
      problems.allSatisfy {
        $0.hasPrefix("WRONG: \(force) of clusters, 200 nodes, 3D float, scalar: it")
      })
  }

  @Test func wrongKernelChangesRecordedStates() throws {
    let outcome = try simbench("verify", "--fault", "center", "--isa", "scalar", "--threads", "1")
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("it ended in state"))
    #expect(outcome.errors.contains(", recorded is "))
  }

  @Test func verificationAsJSON() throws {
    let outcome = try simbench("verify", "--scene", "miserables", "--json")
    #expect(outcome.exitCode == 0)
    let json = try outcome.json
    #expect(json["ok"] as? Bool == true)
    let scenes = try #require(json["scenes"] as? [[String: Any]])
    #expect(scenes.count == 1)
    #expect(scenes[0]["recorded_hash"] is NSNull)
    let hashes = try #require(scenes[0]["hashes"] as? [[String: Any]])
    #expect(hashes.count == 3 * KernelOptions.InstructionSet.allCases.filter(\.isSupported).count)
  }

  // MARK: sweep

  @Test func sweepOfSettings() throws {
    try withTemporaryFolder { folder in
      func path(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
      }
      let outcome = try simbench(
        "sweep", "--nodes", "50,200", "--dim", "2", "--threads", "1,2", "--isa", "scalar",
        "--scenes", "random,grid", "--ticks", "3", "--warmup", "1", "--rounds", "2",
        "--csv", path("a.csv"), "--json", path("a.json"))
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.output.split(separator: "\n").count == 2 + 8)
      let csv = try String(contentsOfFile: path("a.csv"), encoding: .utf8)
      #expect(csv.split(separator: "\n").count == 1 + 8)
      let json = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: path("a.json"))))
      let rows = try #require((json as? [String: Any])?["rows"] as? [[String: Any]])
      #expect(rows.map { $0["threads"] as? Int } == [1, 1, 2, 2, 1, 1, 2, 2])
      let hashes = rows.compactMap { $0["state_hash"] as? String }
      #expect(hashes[0] == hashes[2] && hashes[1] == hashes[3] && hashes[0] != hashes[1])
    }
  }

  @Test func sweepRefusesWhatItCannotDo() throws {
    let list = try simbench("sweep", "--nodes", "10,none")
    #expect(list.exitCode == 64)
    let count = try simbench("sweep", "--nodes", "10,0")
    #expect(count.exitCode == 64)
    #expect(count.errors.hasPrefix("Error: --nodes is 1 to 100000000, not 0."))
    let file = try simbench("sweep", "--nodes", "10", "--csv", "/no/such/folder/a.csv")
    #expect(file.exitCode == 73)
    #expect(file.output.isEmpty)
  }

  // MARK: compare

  @Test func programAgainstItself() throws {
    let program = try simbench.executable.path(percentEncoded: false)
    let outcome = try simbench(
      "compare", program, program, "--rounds", "5", "--json", "--", "--nodes", "20", "--ticks", "2")
    // Five rounds are too few to be sure of anything.
    #expect(outcome.exitCode == 0)
    let json = try outcome.json
    #expect(json["rounds"] as? Int == 5)
    #expect(json["same_state"] as? Bool == true)
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(
      rows.map { $0["name"] as? String } == [
        "many-body", "link", "center", "collide", "whole tick",
      ])
    #expect(rows.allSatisfy { $0["verdict"] as? String == "inconclusive" })
  }

  @Test func reports() throws {
    try withTemporaryFolder { folder in
      func file(_ name: String, _ report: Report) throws -> String {
        let url = folder.appending(path: name)
        try Data(JSONReport(report).text.utf8).write(to: url)
        return url.path(percentEncoded: false)
      }
      var report = Report.full
      report.forces = []
      report.tick = Timing(samples: (0..<100).map { 1 + Double($0 % 7) / 1000 })
      let a = try file("a.json", report)
      report.tick = Timing(samples: report.tick.samples.map { $0 * 1.2 })
      let b = try file("b.json", report)
      let slower = try simbench("compare", a, b)
      #expect(slower.exitCode == 1)
      #expect(slower.output.contains(" 1.200 "))
      #expect(slower.output.contains("slower"))
      #expect(try simbench("compare", b, a).exitCode == 0)
      #expect(try simbench("compare", a, b, "--threshold", "25").exitCode == 0)
      report.scene.nodes = 5
      let other = try file("c.json", report)
      let unlike = try simbench("compare", a, other)
      #expect(unlike.exitCode == 65)
      #expect(unlike.errors.contains("cannot be compared: they are of different scenes"))
    }
  }

  @Test func whatCannotBeCompared() throws {
    try withTemporaryFolder { folder in
      let text = folder.appending(path: "a.txt").path(percentEncoded: false)
      try Data("hello".utf8).write(to: URL(filePath: text))
      #expect(try simbench("compare", text, text).exitCode == 65)
      #expect(try simbench("compare", text + "x", text).exitCode == 66)
      let program = try simbench.executable.path(percentEncoded: false)
      let options = try simbench("compare", program, program, "--", "--nodes", "-1")
      #expect(options.exitCode == 64)
      #expect(options.errors.contains("--nodes is 1 to 100000000, not -1."))
    }
  }

  // MARK: info and completion

  @Test func infoSaysWhy() throws {
    let outcome = try simbench("info", environment: ["FORCE_SIMULATION_ISA": "scalar"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("scalar    used, as FORCE_SIMULATION_ISA says so"))
    let json = try simbench("info", "--json").json
    #expect(json["isa"] as? String == KernelOptions.InstructionSet.best.rawValue)
    #expect(
      (json["isas"] as? [[String: Any]])?.count == KernelOptions.InstructionSet.allCases.count)
    let chosen = try simbench("info", environment: ["FORCE_SIMULATION_THREAD_RUNTIME": "pthreads"])
    #expect(chosen.output.contains("by pthreads, as FORCE_SIMULATION_THREAD_RUNTIME says so"))
    #expect((json["runtime_reason"] as? String)?.isEmpty == false)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completion(_ shell: String) throws {
    let outcome = try simbench("--generate-completion-script", shell)
    #expect(outcome.exitCode == 0)
    for word in ["sweep", "verify", "compare", "info", "avx2"] {
      #expect(outcome.output.contains(word))
    }
  }
}
