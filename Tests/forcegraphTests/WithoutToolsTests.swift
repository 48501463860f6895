#if !Tools

import Testing
import _TestSupport

struct WithoutToolsTests {
  @Test func aBuildWithoutTheTraitSaysHowToBuildWithIt() throws {
    let outcome = try forcegraph("--version")
    #expect(outcome.exitCode == 69)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--traits Tools --product forcegraph"))
  }
}

#endif
