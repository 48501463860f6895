import Foundation
import Testing
import _TestSupport

/// Environment variables for which an OpenMP runtime would end the process.
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
    let outcome = try outcome([
      "OMP_STACKSIZE": value, "FORCE_SIMULATION_THREAD_RUNTIME": "openmp",
    ])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("OMP_STACKSIZE is \"\(value)\"") == isSmall)
  }

  /// The first line of a value that holds what terminals obey.
  @Test func notesShowValuesWithoutEffect() throws {
    let outcome = try outcome(["OMP_NUM_THREADS": "\u{1B}[31m\u{202E}\n2"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains(#"OMP_NUM_THREADS is "\x1B[31m\xE2\x80\xAE\x0A2"; "#))
  }

  /// Threads of our own have stacks of their own.
  @Test func stacksOfOpenMPMatterToOpenMPOnly() throws {
    let outcome = try outcome(["OMP_STACKSIZE": "16k"])
    #expect(outcome.exitCode == 0 && !outcome.errors.contains("ForceSimulation:"))
  }

  #if os(Linux)
  /// The system's limits of processes hold for users other than root.
  private static let canLimitProcesses =
    geteuid() == 0
    && ["/usr/bin/setpriv", "/usr/bin/prlimit"].allSatisfy(
      FileManager.default.isExecutableFile(atPath:))

  @Test(
    .enabled(if: canLimitProcesses),
    arguments: [(1, "", 1), (1, "--threads 8", 1), (3, "--threads 8", 3)])
  func fewThreadsAreEnough(limit: Int, option: String, used: Int) throws {
    // A user of its own, as the limit counts all processes of a user.
    let user =
      "setpriv --reuid=$((60000 + $$ % 5000)) --regid=65534 --clear-groups prlimit --nproc=\(limit)"
    let run = "--nodes 20000 --ticks 2 --warmup 0 --forces many-body --json"
    let outcome = try simbench.shell("timeout 100 \(user) \"$program\" \(run) \(option)")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let machine = try #require(try outcome.json["machine"] as? [String: Any])
    #expect(try #require(machine["threads"] as? Int) <= used)
    #expect(outcome.errors.contains("ForceSimulation: the system gives this process "))
  }

  /// A scene that does not fit is refused before it is made; a small one runs.
  @Test func tooLittleMemoryIsSaid() throws {
    for arguments in ["--nodes 1000000", "--nodes 100000000", "--scene grid --nodes 50000000"] {
      let outcome = try simbench.shell("ulimit -v 400000; \"$program\" \(arguments) --ticks 1")
      #expect(outcome.exitCode == 71 && outcome.exited, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("Error: a run of "))
      #expect(outcome.errors.contains("(ulimit -v: 390 MiB)."))
    }
    let small = try simbench.shell("ulimit -v 400000; \"$program\" --nodes 1000 --ticks 1")
    #expect(small.exitCode == 0, "\(small.errors)")
  }

  @Test func smallStacksAreEnough() throws {
    let line = Self.run.joined(separator: " ")
    let small = try simbench.shell("ulimit -s 256; \"$program\" \(line)")
    #expect(small.exitCode == 0 && small.exited, "\(small.errors)")
  }
  #endif
}
