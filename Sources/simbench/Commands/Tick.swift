import ArgumentParser
import CommandLineSupport

/// `simbench tick`: ticks, or changes of a simulation, without a clock or statistics, for tools
/// that count instructions or allocations (scripts/guard-costs). It is hidden in the help, as it
/// prints nothing of use on its own.
struct Tick: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Do ticks and print the state they end in.", shouldDisplay: false)

  @OptionGroup(title: "Scene")
  var scene: SceneOptions
  @OptionGroup(title: "Forces")
  var forces: ForceOptions
  @OptionGroup(title: "Run")
  var engine: EngineOptions

  @Option(help: "After the ticks before the measured ones, so many changes instead of ticks.")
  var change: SimulationChange?

  func run() throws {
    try withExitCodes {
      let plan = try RunPlan(scene: scene, forces: forces, engine: engine, positions: nil)
      let hash = try plan.stateHash(after: change)
      try StandardOutput.printText(hash.hexadecimal)
    }
  }
}
