import Testing

@testable import ForceSimulation

/// Options from the environment, and the reported properties of the machine.
@Suite struct KernelOptionsTests {
  private func options(_ environment: [String: String]) -> KernelOptions {
    KernelOptions { environment[$0] }
  }

  @Test func withoutAnEnvironmentEverythingIsAutomatic() {
    #expect(options([:]) == KernelOptions())
    #expect(
      options(["FORCE_SIMULATION_ISA": "", "FORCE_SIMULATION_THREADS": ""]) == KernelOptions())
    let automatic = KernelOptions()
    #expect(automatic.instructionSet == nil && automatic.threadCount == nil)
    #expect(automatic.serialBelowNanoseconds > 0)
  }

  @Test(arguments: KernelOptions.InstructionSet.allCases.filter(\.isSupported))
  func theEnvironmentChoosesTheInstructionSet(set: KernelOptions.InstructionSet) {
    #expect(
      options(["FORCE_SIMULATION_ISA": set.rawValue]) == KernelOptions(instructionSet: set))
  }

  @Test(arguments: [1, 2, 64])
  func theEnvironmentChoosesTheNumberOfThreads(count: Int) {
    #expect(
      options(["FORCE_SIMULATION_THREADS": "\(count)"]) == KernelOptions(threadCount: count))
  }

  @Test(arguments: ["0", "-1", "two", "1.5", " 3", "1025", "99999999999999999999"])
  func aWrongNumberOfThreadsIsIgnoredWithANote(text: String) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [text] in
      let options = KernelOptions { $0 == "FORCE_SIMULATION_THREADS" ? text : nil }
      precondition(options == KernelOptions())
    }
    #expect(
      says("FORCE_SIMULATION_THREADS is \"\(text)\"; it takes a number from 1 to 1024", result))
  }

  @Test(arguments: [
    "AVX2", "sse", KernelOptions.InstructionSet.allCases.first { !$0.isSupported }!.rawValue,
  ])
  func aWrongInstructionSetIsIgnoredWithANote(name: String) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [name] in
      let options = KernelOptions { $0 == "FORCE_SIMULATION_ISA" ? name : nil }
      precondition(options == KernelOptions())
    }
    #expect(says("FORCE_SIMULATION_ISA is \"\(name)\"; this machine can run scalar", result))
  }

  /// The note on the value "\u{1B}[31m\u{9B}2J\u{202E}\n", and on one that is too long.
  @Test func notesHoldNothingThatTerminalsObey() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      _ = KernelOptions {
        $0 == "FORCE_SIMULATION_THREADS" ? "\u{1B}[31m\u{9B}2J\u{202E}\n" : nil
      }
      _ = KernelOptions {
        $0 == "FORCE_SIMULATION_ISA" ? String(repeating: "a", count: 100_000) : nil
      }
    }
    let bytes = try #require(result).standardErrorContent
    #expect(bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
    #expect(says(#"THREADS is "\x1B[31m\xC2\x9B2J\xE2\x80\xAE\x0A"; it takes"#, result))
    #expect(says("ISA is \"\(String(repeating: "a", count: 40))\"...; this machine", result))
  }

  @Test func theBestInstructionSetIsSupported() {
    #expect(KernelOptions.InstructionSet.scalar.isSupported)
    #expect(KernelOptions.InstructionSet.best.isSupported)
    #expect(
      !(KernelOptions.InstructionSet.avx2.isSupported
        && KernelOptions.InstructionSet.neon.isSupported))
    #expect(KernelOptions.defaultThreadCount >= 1)
    #expect(!KernelOptions.threadRuntime.isEmpty)
  }
}
