import ArgumentParser
import CommandLineSupport
import ForceSimulation

/// A change of a simulation between its ticks, whose cost scripts/guard-costs holds.
enum SimulationChange: String, CaseIterable, ExpressibleByArgument {
  /// A parameter that all nodes share.
  case strength
  /// The strength that all links share.
  case linkStrength = "link-strength"
  /// An edit that pins a node.
  case pin
  /// An edit that adds a node and a link to it, and one that removes it.
  case node
  /// A new simulation of the same scene.
  case creation
}

extension Benchmark {
  /// Makes as many changes as the plan has measured ticks, after its other ticks. Returns the hash
  /// of the state that one more tick gives.
  func stateHash(after change: SimulationChange) throws(Failure) -> UInt64 {
    var simulation = try newSimulation()
    simulation.advance(by: plan.warmup)
    do {
      for round in 0..<plan.ticks {
        switch change {
        case .strength: Self.setStrength(round, of: simulation)
        case .linkStrength: Self.setLinkStrength(round, of: simulation)
        case .pin:
          try simulation.edit { $0.pin(node: round % simulation.nodeCount, at: .zero) }
        case .node: try Self.addAndRemoveNode(in: simulation)
        case .creation: simulation = try newSimulation()
        }
      }
    } catch { throw .internalError("the library does not make this change: \(error)") }
    simulation.advance()
    return simulation.kinetics.trajectoryHash
  }

  private typealias Live = Simulation<Vector, ForceList<Vector>>

  private static func setStrength(_ round: Int, of simulation: Live) {
    let name = ForceName.collide.rawValue
    let strength = Vector.Scalar(round % 2 == 0 ? 0.5 : 0.75)
    simulation.forces[name, as: CollideForce<Vector>.self]?.strength = strength
  }

  private static func setLinkStrength(_ round: Int, of simulation: Live) {
    let name = ForceName.link.rawValue
    let strength = Vector.Scalar(round % 2 == 0 ? 0.5 : 0.75)
    simulation.forces[name, as: LinkForce<Vector>.self]?.strength = .byDegree(.constant(strength))
  }

  private static func addAndRemoveNode(in simulation: Live) throws {
    try simulation.edit { edit in
      let node = edit.insert(at: .zero)
      edit.link(0, node)
    }
    try simulation.edit { $0.remove(node: simulation.nodeCount - 1) }
  }
}
