#if !Tools

import Testing
import _TestSupport

struct WithoutToolsTests {
  @Test func aBuildWithoutTheTraitSaysHowToBuildWithIt() throws {
    let outcome = try simbench("--version")
    #expect(outcome.exitCode == 69)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--traits Tools --product simbench"))
  }
}

#endif
