/// The reason why there is no result, as a sentence, and the corresponding exit code (as in
/// sysexits.h).
package struct Failure: Error, Equatable {
  package var exitCode: Int32
  package var message: String

  package static func usage(_ message: String) -> Failure {
    Failure(exitCode: 64, message: message)
  }
  package static func badInput(_ message: String) -> Failure {
    Failure(exitCode: 65, message: message)
  }
  package static func noInput(_ message: String) -> Failure {
    Failure(exitCode: 66, message: message)
  }
  package static func unavailable(_ message: String) -> Failure {
    Failure(exitCode: 69, message: message)
  }
  package static func internalError(_ message: String) -> Failure {
    Failure(exitCode: 70, message: message)
  }
  package static func cannotCreate(_ message: String) -> Failure {
    Failure(exitCode: 73, message: message)
  }
  package static func interrupted(_ message: String) -> Failure {
    Failure(exitCode: Interrupt.exitCode, message: message)
  }

  package init(exitCode: Int32, message: String) {
    self.exitCode = exitCode
    self.message = message
  }
}
