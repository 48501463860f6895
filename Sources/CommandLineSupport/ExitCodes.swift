#if Tools

import ArgumentParser

/// Does what a command does: a failure becomes its sentence and exit code.
///
/// - Parameter catchesInterrupts: whether Ctrl-C is a request from now on, instead of the end.
package func withExitCodes(catchesInterrupts: Bool = true, _ body: () throws -> Void) throws {
  if catchesInterrupts { Interrupt.install() }
  do { try body() } catch let failure as Failure {
    warn("Error: \(failure.message)")
    throw ExitCode(failure.exitCode)
  }
}

#endif
