import CommandLineSupport
import ForceSimulation
import Graphs

/// The output of `--version`: the version, and on further lines facts about the build and the
/// system.
enum BuildFacts {
  static var text: String {
    [
      packageVersion, "traits: \(traits.joined(separator: ", "))", "built for: \(target)",
      "kernels: \(kernels)",
    ].joined(separator: "\n")
  }

  private static var traits: [String] {
    var names = ["Tools"]
    #if Server
    names.append("Server")
    #endif
    #if PNG
    names.append("PNG")
    #endif
    #if LinearAlgebra
    names.append("LinearAlgebra")
    #endif
    return names
  }

  private static var target: String {
    #if arch(x86_64)
    let machine = "x86-64"
    #elseif arch(arm64)
    let machine = "arm64"
    #else
    let machine = "another processor"
    #endif
    #if os(Linux)
    let system = "Linux"
    #elseif os(macOS)
    let system = "macOS"
    #else
    let system = "another system"
    #endif
    #if DEBUG
    return "\(machine) \(system), debug"
    #else
    return "\(machine) \(system), release"
    #endif
  }

  private static var kernels: String {
    let supported = KernelOptions.InstructionSet.allCases.filter(\.isSupported).map(\.rawValue)
    let used = KernelOptions.default.instructionSet ?? .best
    return "\(used.rawValue) (of \(supported.joined(separator: ", ")))"
  }
}
