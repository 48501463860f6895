import CommandLineSupport
import Foundation
import Testing
import _TestSupport

@testable import SimbenchTool

/// `simbench run --distributed` of a process that is its only rank; scripts/test-mpi has several.
/// Without MPI the program says so.
struct DistributedTests {
  private func run(_ arguments: String...) throws -> Program.Outcome? {
    let outcome = try simbench.start(["run", "--distributed"] + arguments).outcome()
    guard outcome.exitCode != 69 else {
      #expect(outcome.errors.contains("MPI"))
      #expect(outcome.output.isEmpty)
      return nil
    }
    return outcome
  }

  @Test func hasTheHashOfOneProcess() throws {
    guard
      let shared = try run(
        "--nodes", "600", "--warmup", "2", "--ticks", "10", "--runs", "2", "--json")
    else { return }
    let alone = try simbench.start(
      [
        "--nodes", "600", "--warmup", "2", "--ticks", "10", "--forces", "many-body,link,center",
        "--no-verify", "--json",
      ]
    ).outcome()
    #expect(shared.exitCode == 0)
    let json = try shared.json
    #expect(json["state_hash"] as? String == (try alone.json["state_hash"] as? String))
    #expect(json["ranks"] as? Int == 1)
    #expect((json["ticks"] as? [String: Int])?["runs"] == 2)
  }

  @Test func goesOnFromItsCheckpoint() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "state").path(percentEncoded: false)
      let options = ["--nodes", "600", "--warmup", "2", "--checkpoint", file]
      func hash(_ more: String...) throws -> String? {
        let outcome = try simbench.start(
          ["run", "--distributed", "--json"] + options + more
        ).outcome()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try outcome.json["state_hash"] as? String
      }
      guard try run("--nodes", "5", "--ticks", "1") != nil else { return }
      let whole = try hash("--ticks", "10", "--checkpoint-every", "5")
      #expect(try hash("--ticks", "10", "--resume") == whole)
      let other = try run(
        "--nodes", "601", "--ticks", "10", "--checkpoint", file, "--resume")
      #expect(other?.exitCode == 65)
      #expect(other?.errors.contains("this checkpoint is of another scene, seed or list") == true)
      let done = try run(
        "--nodes", "600", "--warmup", "2", "--ticks", "3", "--checkpoint", file, "--resume")
      #expect(done?.exitCode == 64)
      #expect(done?.errors.contains("has 10 ticks, and --warmup and --ticks ask for 5") == true)
      let missing = try run(
        "--nodes", "600", "--ticks", "10", "--checkpoint", file + ".no", "--resume")
      #expect(missing?.exitCode == 66)
    }
  }

  @Test func refusesWhatRanksCannotShare() throws {
    for force in ForceName.allCases where !force.canBeShared {
      guard let outcome = try run("--nodes", "10", "--forces", force.rawValue) else { return }
      #expect(outcome.exitCode == 64)
      #expect(
        outcome.errors.contains(
          "Error: ranks cannot share the force \(force.rawValue) yet; leave it out of --forces, which can have "
            + "many-body, t-force, link, center, position, radial, gravity, pointer, boundary, "
            + "velocity-limit."))
    }
    let shared = ForceName.list(ForceName.allCases.filter(\.canBeShared), separator: ",")
    #expect(try run("--nodes", "10", "--ticks", "2", "--forces", shared)?.exitCode == 0)
    let reference = try run("--engine", "both")
    #expect(reference?.exitCode == 64)
  }
}
