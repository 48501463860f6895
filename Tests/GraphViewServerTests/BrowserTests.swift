import FileWriting
import Testing

@testable import GraphViewServer

/// How programs are started that open the page.
@Suite struct BrowserTests {
  private func status(_ command: String) throws -> Int32 {
    ViewBrowser.exitStatus(of: try ViewBrowser.start(["/bin/sh", "-c", command]))
  }

  @Test func statusIsThatOfTheProgram() throws {
    #expect(try status("exit 0") == 0)
    #expect(try status("exit 3") == 3)
    #expect(try status("kill -9 $$") == SIGKILL)
  }

  @Test func missingProgramsAreNamed() {
    let error = #expect(throws: ViewBrowser.Failure.self) {
      try ViewBrowser.start(["/no/such/program"])
    }
    #expect(error?.description.hasPrefix("no browser can be started: ") == true)
  }

  /// A browser that outlives the program does not hold its terminal.
  @Test func nothingIsInherited() throws {
    #expect(try status("test -t 0 || test -t 1 || test -t 2") == 1)
    let old = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, old) }
    #expect(try status("kill -USR1 $$") == SIGUSR1)
    // The shell is the leader of a group of its own.
    #expect(try status("kill -s 0 -- -$$") == 0)
  }
}
