import Testing
import _TestSupport

/// Environment variables that an OpenMP runtime would end the process for.
@Suite(.traced) struct EnvironmentTests {
  private static let run = [
    "--nodes", "2000", "--dim", "2", "--ticks", "3", "--warmup", "0", "--forces", "many-body",
  ]

  private func outcome(_ environment: [String: String]) throws -> Program.Outcome {
    try simbench.start(Self.run, environment: environment).outcome()
  }

  @Test(arguments: ["", " ", "garbage", "-3", "0", "1e3", "2,", "2,x", "99999999999999999999"])
  func threadsThatAreNoListAreIgnoredWithANote(value: String) throws {
    let outcome = try outcome(["OMP_NUM_THREADS": value])
    #expect(outcome.exitCode == 0)
    let note = "ForceSimulation: OMP_NUM_THREADS is \"\(value)\"; it takes numbers from 1 to 1024"
    #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix(note) } == 1)
  }

  @Test(arguments: ["1", "2", "3,2", " 2 , 1 "])
  func goodThreadsAreHonouredWithoutANote(value: String) throws {
    let outcome = try outcome(["OMP_NUM_THREADS": value])
    #expect(outcome.exitCode == 0)
    #expect(!outcome.errors.contains("ForceSimulation:"))
  }

  @Test(arguments: [("16k", true), ("16", true), ("100000B", true), ("2m", false), ("4096", false)])
  func smallStacksAreIgnoredWithANote(value: String, isSmall: Bool) throws {
    let outcome = try outcome(["OMP_STACKSIZE": value])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("OMP_STACKSIZE is \"\(value)\"") == isSmall)
  }
}
