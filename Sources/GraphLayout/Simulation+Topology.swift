import ForceSimulation
import GraphModel

extension GraphTopology {
  /// The edges as links of a simulation, in order. O(edges).
  package var links: [Link<Int>] {
    zip(sources, targets).map { Link(source: Int($0), target: Int($1)) }
  }
}

extension Simulation where Forces == ForceList<Vector> {
  /// Creates a simulation of the nodes of a graph, with a link for each of its edges.
  ///
  ///     let simulation = try Simulation(graph.topology) {
  ///       ManyBodyForce<SIMD2<Double>>()
  ///       LinkForce()
  ///     }
  ///
  /// The parameters are those of `Simulation.init(nodeCount:links:...)`. O(nodes + edges).
  public convenience init(
    _ graph: GraphTopology, parameters: SimulationParameters<Vector.Scalar> = .d3,
    positions: [Vector]? = nil, velocities: [Vector]? = nil, pins: [Vector?]? = nil,
    seed: UInt64 = 1, engine: Engine = .kernels,
    @ForceBuilder<Vector> _ forces: () -> [ForceList<Vector>.Entry]
  ) throws(SimulationError) {
    try self.init(
      nodeCount: graph.nodeCount, links: graph.links, forces: ForceList(forces()),
      parameters: parameters, positions: positions, velocities: velocities, pins: pins, seed: seed,
      engine: engine)
  }
}
