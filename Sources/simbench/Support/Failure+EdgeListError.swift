import CommandLineSupport
import Scenes

extension Failure {
  init(_ error: EdgeListError) {
    switch error.reason {
    case .unreadable: self = .noInput(error.description)
    case .damaged, .unexpected, .tooManyLinks: self = .badInput(error.description)
    }
  }
}
