#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DistributedError: LocalizedError {
  /// The text of `description`, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}
