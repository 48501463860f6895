#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ViewBrowser.Failure: LocalizedError {
  /// The sentence of `description`, which is then that of `localizedDescription` too.
  package var errorDescription: String? { description }
}
