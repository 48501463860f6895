#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import ForceSimulation

extension LiveError: LocalizedError {
  /// The sentence of `description`, which is then that of `localizedDescription` too.
  public var errorDescription: String? { description }
}

// Here, as ForceSimulation needs no Foundation.
extension SimulationError: LocalizedError {
  /// The sentence of `description`, which is then that of `localizedDescription` too.
  public var errorDescription: String? { description }
}
