#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GraphViewError: LocalizedError {
  /// The sentence of `description`, which is then that of `localizedDescription` too.
  public var errorDescription: String? { description }
}
