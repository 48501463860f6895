import Foundation
import Scenes

/// Why there is no result, in a sentence, and the exit code that goes with it (as in sysexits.h).
struct Failure: Error, Equatable {
  var exitCode: Int32
  var message: String

  static func usage(_ message: String) -> Failure { Failure(exitCode: 64, message: message) }
  static func badInput(_ message: String) -> Failure { Failure(exitCode: 65, message: message) }
  static func noInput(_ message: String) -> Failure { Failure(exitCode: 66, message: message) }
  static func unavailable(_ message: String) -> Failure { Failure(exitCode: 69, message: message) }
  static func internalError(_ message: String) -> Failure {
    Failure(exitCode: 70, message: message)
  }
  static func cannotCreate(_ message: String) -> Failure { Failure(exitCode: 73, message: message) }
  static func interrupted(_ message: String) -> Failure { Failure(exitCode: 130, message: message) }

  init(exitCode: Int32, message: String) {
    self.exitCode = exitCode
    self.message = message
  }

  init(_ error: EdgeListError) {
    switch error.reason {
    case .unreadable: self = .noInput(error.description)
    case .damaged, .unexpected, .tooManyLinks: self = .badInput(error.description)
    }
  }
}

/// Prints a line on standard error.
func warn(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
