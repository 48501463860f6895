import ForceSimulation
import Foundation

/// The environment variables that ForceSimulation reads.
package enum KernelEnvironment {
  /// Throws if one of them has a wrong value, as the library has no caller to throw to.
  package static func check(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Failure) {
    if let name = environment["FORCE_SIMULATION_ISA"], !name.isEmpty {
      guard let set = InstructionSet(rawValue: name) else {
        let known = InstructionSet.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("FORCE_SIMULATION_ISA is \"\(name)\"; it takes \(known).")
      }
      guard set.isSupported else {
        throw .unavailable(
          "this machine has no \(name); here FORCE_SIMULATION_ISA can be \(supportedSets), "
            + "or unset.")
      }
    }
    if let text = environment["FORCE_SIMULATION_THREADS"], !text.isEmpty {
      guard let count = Int(text), count >= 1 else {
        throw .usage("FORCE_SIMULATION_THREADS is \"\(text)\"; it takes a number from 1.")
      }
    }
  }

  /// The instruction sets that this machine can run, for messages.
  package static var supportedSets: String {
    InstructionSet.allCases.filter(\.isSupported).map(\.rawValue).joined(separator: " or ")
  }
}
