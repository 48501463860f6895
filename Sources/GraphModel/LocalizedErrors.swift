#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An error whose `description` is a sentence for people, which `localizedDescription` returns too.
///
/// The protocol is the package's own; errors that conform to it are `LocalizedError`s for everybody.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The text of `description`, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}

extension GraphError: DescribedError {}
