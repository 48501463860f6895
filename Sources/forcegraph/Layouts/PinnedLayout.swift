import ForceSimulation
import GraphLayout

/// The simulation with some nodes held where they are: all components together, nothing packed or moved
/// afterwards. For additions to a drawing that is to stay what it was.
struct PinnedLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// Where nodes start.
  var start: [Vector]
  /// Whether each node stays there.
  var isPinned: [Bool]
  var linkLength: Double
  var ticks: Int

  var name: String { "force-directed with pins" }

  func place(_ graph: LayoutGraph, run: inout LayoutRun) throws(LayoutError) -> [Vector] {
    run.begin("ticks")
    do {
      let simulation = try Simulation(
        checking: graph.nodeCount, links: links(graph), forceField: forces(graph),
        parameters: SimulationParameters(
          alpha: 0.5, alphaMin: 0, alphaDecay: 4.6 / Double(max(ticks, 5))),
        position: start, fixation: start.indices.map { isPinned[$0] ? start[$0] : nil },
        seed: run.seed)
      for tick in 0..<ticks where run.mayTick() {
        simulation.advance()
        run.report(Double(tick + 1) / Double(ticks))
      }
      return simulation.kinetics.position.asArray()
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  /// Each pair of neighbours once.
  private func links(_ graph: LayoutGraph) -> [EdgeID<Int>] {
    (0..<graph.nodeCount).flatMap { node in
      graph.neighbors(of: node).lazy.filter { $0 > node }.map { EdgeID(node, Int($0)) }
    }
  }

  /// The balance of `ForceDirectedLayout`, or, where that is weaker, the one of d3's defaults: nodes that are added have to
  /// find a place between those that cannot give way.
  private func forces(_ graph: LayoutGraph) -> SealedForce<Vector> {
    let count = Double(max(graph.nodeCount, 1))
    var stiffness = 0.0
    for node in 0..<graph.nodeCount {
      for neighbor in graph.neighbors(of: node) where neighbor > node {
        stiffness += 1 / Double(min(graph.degree(of: node), graph.degree(of: Int(neighbor))))
      }
    }
    let square = linkLength * linkLength
    let strength = max(2 * stiffness * square / (400 * count), square / 60)
    return SealedForce([
      .manyBody(
        Kinetics<Vector>.ManyBodyForce(strength: -strength, distanceMin: 0.1 * linkLength)),
      .link(
        Kinetics<Vector>.LinkForce(
          stiffness: .weightedByDegree { _, _ in 1 }, originalLength: .constant(linkLength))),
      .collide(Kinetics<Vector>.CollideForce(radius: .constant(0.1 * linkLength))),
    ])
  }
}
