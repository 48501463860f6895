import Testing
import _TestSupport

/// This target exists for all sets of traits. The tests of targets that need a trait are its
/// dependencies, as test targets themselves cannot be left out of a build.
struct ProgramTests {
  @Test(arguments: ["forcegraph", "simbench"])
  func programsRunOrSayHowTheyAreBuilt(_ name: String) throws {
    let outcome = try Program(name: name)("--version")
    #if Tools
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    #else
    #expect(outcome.exitCode == 69)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--traits Tools --product \(name)"))
    #endif
  }
}
