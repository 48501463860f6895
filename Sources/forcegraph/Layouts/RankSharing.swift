#if MPI

import CommandLineSupport
import ForceSimulation
import ForceSimulationDistributed
import Graphs
import Synchronization

/// The ranks of an MPI run, which share the ticks of a layout.
final class RankSharing: TickSharing {
  // A layout ticks on the thread that asked for it, the one that has joined the run.
  nonisolated(unsafe) private let world: World
  private let shared = Mutex(0)

  init(_ world: World) { self.world = world }

  /// The number of simulations that the ranks have shared.
  var count: Int { shared.withLock { $0 } }

  /// Messages between machines take longer than the ticks of fewer nodes.
  static var fewest: Int { 4096 }

  func shared<Vector: SimulationVector>(
    _ simulation: Simulation<Vector, ForceList<Vector>>
  ) -> (any TickedSimulation<Vector>)? {
    guard simulation.nodeCount >= Self.fewest,
      let ranks = try? DistributedSimulation(over: world, sharing: simulation)
    else { return nil }
    shared.withLock { $0 += 1 }
    return RankSimulation(simulation: ranks)
  }
}

/// A simulation that ranks share, of which each has a block of the nodes.
private struct RankSimulation<Vector: SimulationVector>: TickedSimulation {
  let simulation: DistributedSimulation<Vector>

  func advance() { simulation.advance() }

  func changeVectors(_ change: (UnsafeMutableBufferPointer<Vector>) -> Void) {
    simulation.changeVectors(change)
  }

  func allPositions() -> [Vector] { simulation.gatherPositions() }
}

#endif
