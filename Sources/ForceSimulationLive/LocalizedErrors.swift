#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ForceSimulation

extension LiveError: LocalizedError {
  /// The text of `description`, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}

// This conformance is here, as ForceSimulation does not depend on Foundation.
extension SimulationError: LocalizedError {
  /// The text of `description`, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}
