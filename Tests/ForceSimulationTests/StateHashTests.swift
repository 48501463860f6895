import Foundation
import Synchronization
import Testing
import _TestSupport

@testable import ForceSimulation

/// Named scenes end in the recorded states for all numbers of threads and instruction sets, beside
/// other running simulations, and under all floating-point settings of the caller.
///
/// The suite is serialised, because a process runs one parallel region at a time, and a pass that
/// finds it in use is not split.
@Suite(.serialized, .traced) struct StateHashTests {
  // MARK: The file

  /// Set to anything, makes this suite write the file anew, from the plain variant on one thread.
  private static let recordVariable = "FORCE_SIMULATION_RECORD_HASHES"
  private static let plain = eagerThreads(1, .scalar)

  /// By the names of the cases.
  private static let recorded = Result { () throws -> [String: String] in
    if (ProcessInfo.processInfo.environment[recordVariable] ?? "").isEmpty {
      let url = try #require(Bundle.module.url(forResource: "StateHashes", withExtension: "json"))
      return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: url))
    }
    var hashes: [String: String] = [:]
    for run in StateHashCase.all { hashes[run.name] = text(try run.hash(plain)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "StateHashes.json")
    try (encoder.encode(hashes) + Data("\n".utf8)).write(to: file)
    return hashes
  }

  private static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test func theFileHasAllCasesAndNoOthers() throws {
    let names = StateHashCase.all.map(\.name)
    let recorded = try Self.recorded.get()
    #expect(recorded.keys.sorted() == names.sorted())
    #expect(Set(recorded.values).count == names.count)
  }

  // MARK: Settings

  @Test(arguments: StateHashCase.all)
  func everySettingEndsInTheRecordedState(run: StateHashCase) throws {
    let recorded = try #require(try Self.recorded.get()[run.name])
    for set in KernelOptions.InstructionSet.allCases where set.isSupported {
      for threads in [1, 2, 3, 5, 8] {
        let found = Self.text(try run.hash(eagerThreads(threads, set)))
        guard found == recorded else {
          Issue.record(
            """
            \(set), \(threads) threads: ends in \(found), recorded is \(recorded). \
            \(try Self.explanation(run, found: found, with: eagerThreads(threads, set)))
            """)
          return
        }
      }
    }
  }

  /// Runs the case once more against the plain variant, side by side.
  private static func explanation(
    _ run: StateHashCase, found: String, with options: KernelOptions
  ) throws -> String {
    if text(try run.hash(plain)) == found {
      return """
        The plain variant on one thread ends there, too: not the setting makes the difference, but the \
        arithmetic has changed. If that was meant, run scripts/record-hashes and write a line under \
        Numerics in CHANGELOG.md.
        """
    }
    for attempt in 1...10 {
      if let difference = try run.firstDifference(plain, options) {
        return "The plain variant on one thread and this part at \(difference) (replay \(attempt))."
      }
    }
    return "In 10 replays against the plain variant on one thread it did not happen again: a race?"
  }

  // MARK: Saved states

  @Test(arguments: StateHashCase.all)
  func savedRunsGoOnToTheSameState(run: StateHashCase) throws {
    let recorded = try #require(try Self.recorded.get()[run.name])
    let hashes = try run.hashesOfContinuedRuns(eagerThreads(2), eagerThreads(3, .scalar))
    #expect(hashes.map(Self.text) == [recorded, recorded, recorded])
  }

  // MARK: Many at once

  @Test func manyThreadsWithSimulationsOfTheirOwn() throws {
    let recorded = try Self.recorded.get()
    let threads = 8
    final class Failures: Sendable { let texts = Mutex<[String]>([]) }
    let failures = Failures()
    withThreads(threads) { thread in
      // Every other case, so that each is run by four threads, and neighbours begin at different
      // ones.
      let cases = StateHashCase.small
      for step in stride(from: thread % 2, to: cases.count, by: 2) {
        let run = cases[(step + 7 * thread / 2 * 2) % cases.count]
        let found = Result { Self.text(try run.hash(eagerThreads(1 + (step + thread) % 4))) }
        if (try? found.get()) != recorded[run.name] {
          failures.texts.withLock { $0.append("\(run.name) on thread \(thread): \(found)") }
        }
      }
    }
    #expect(failures.texts.withLock { $0 } == [])
  }

  /// Runs `body` on threads of its own, as many as asked for: the pools of the system have one for
  /// each core.
  private func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let finished = DispatchSemaphore(value: 0)
    for index in 0..<count {
      let thread = Thread {
        body(index)
        finished.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    for _ in 0..<count { finished.wait() }
  }

  // MARK: The caller's floating-point settings

  #if arch(x86_64)
  /// MXCSR: flush-to-zero and denormals-are-zero, with each direction of rounding but the usual
  /// one.
  private static let hostileControls: [UInt64] = [0x2000, 0x4000, 0x6000].map {
    0x1F80 | 0x8040 | $0
  }
  /// No exception masked: the first inexact operation would end the process.
  private static let trappingControl: UInt64 = 0
  #elseif arch(arm64)
  private static let hostileControls: [UInt64] = [1, 2, 3].map { 1 << 24 | $0 << 22 }
  #endif

  #if arch(x86_64) || arch(arm64)
  /// Does the ticks under a control register of the caller's.
  private static func under(_ control: UInt64) -> (() -> Void) -> Void {
    { ticks in
      let saved = KernelPasses.beginDefaultArithmetic()
      KernelPasses.endDefaultArithmetic(control)
      ticks()
      KernelPasses.endDefaultArithmetic(saved)
    }
  }

  @Test(arguments: StateHashCase.small)
  func roundingAndFlushingOfTheCallerChangeNothing(run: StateHashCase) throws {
    let recorded = try #require(try Self.recorded.get()[run.name])
    for control in Self.hostileControls {
      for threads in [1, 3] {
        let found = try run.hash(eagerThreads(threads), wrapped: Self.under(control))
        #expect(Self.text(found) == recorded, "control register \(control), \(threads) threads")
      }
    }
  }
  #endif

  #if arch(x86_64)
  /// In a process of its own, as a trap ends it.
  @Test func trapsOfTheCallerAreNotTaken() async {
    await #expect(processExitsWith: .success) {
      for run in StateHashCase.small {
        let plain = try run.hash(eagerThreads(1))
        for threads in [1, 3] {
          let found = try run.hash(
            eagerThreads(threads), wrapped: StateHashTests.under(StateHashTests.trappingControl))
          #expect(found == plain, "\(run.name), \(threads) threads")
        }
      }
    }
  }
  #endif
}
