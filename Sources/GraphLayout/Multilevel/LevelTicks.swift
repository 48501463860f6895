import ForceSimulation

/// Ticks on one level. Lengths are in the unit of the forces: the t-force's, or the length of a spring that is
/// alone.
struct LevelTicks<Vector: LayoutVector> {
  enum Forces {
    /// Short edges pull with `attraction`; see `TForce.attraction`.
    case tForces(attraction: Double)
    /// Edges pull with the square of their lengths, and all nodes push each other with the inverse of their distance.
    case springs
  }

  var forces: Forces

  /// The mean length of edges, in the unit of the forces, that a level starts with.
  static var edgeLength: Double { 2 }

  /// Twice the largest push is reached near the distance 1, and at 6 a push is down to 1 % of that.
  private static var cutoff: Double { 6 }
  /// Cells as large as 1.3 times their distance act as one node: an error of up to 6 % of a push.
  private static var theta: Double { 1.3 }
  /// Steps and momentum as in the paper: velocities keep 0.6, and a node moves by at most 1.
  private static var velocityDecay: Double { 0.6 }
  /// Alpha at the first tick, at which a velocity that has come to rest is as large as the force.
  private static var heat: Double { 1 / velocityDecay }

  /// The heat at which ticks end, relative to that of the first: e^-3, and what is never left.
  static var lastHeat: Double { 0.06 }

  private func tForce(
    _ graph: LevelGraph, _ attraction: Double, byLength: Bool
  ) -> TForce<Vector> {
    TForce<Vector>(
      attraction: attraction,
      stiffness: byLength ? .array(graph.linkLengths().map { 1 / $0 }) : 1,
      cutoff: Self.cutoff, theta: Self.theta)
  }

  /// Springs at the length of one push with all others (k = 1).
  private func springs(
    _ graph: LevelGraph, _ bound: SpringStep<Vector>.Bound
  ) -> ForceList<Vector> {
    ForceList {
      Standstill<Vector>()
      ManyBodyForce<Vector>(strength: -1, theta: 0.9, distanceMin: 0.01)
      SpringStep<Vector>(graph: graph, k: 1, bound: bound)
    }
  }

  /// Where nodes would move, from places in the unit of the forces, if their neighbours stayed.
  private func probe(_ graph: LevelGraph, byLength: Bool) -> Rest<Vector>.Probe {
    switch forces {
    case .tForces(let attraction):
      // With so much heat a velocity is the force over its stiffness.
      Rest.Probe(forces: ForceList { tForce(graph, attraction, byLength: byLength) }, heat: 1e12)
    case .springs: Rest.Probe(forces: springs(graph, .stiffness), heat: 1)
    }
  }

  /// How near a drawing is to rest.
  func rest(
    of positions: [Vector], _ graph: LevelGraph, byLength: Bool, run: LayoutRun
  ) throws(LayoutError) -> Rest<Vector> {
    do {
      return try Rest(graph, probe(graph, byLength: byLength), positions, run: run)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  /// Cools down over `ticks` ticks. Ends earlier when the run must end.
  ///
  /// - Parameters:
  ///   - graph: whose edges pull.
  ///   - byLength: whether short edges are stiffer than long ones.
  ///   - heat: of the first tick, relative to the usual one.
  ///   - pins: nodes that stay, in the unit of the forces.
  ///   - bound: nodes that stay near a place, in the unit of the forces.
  func cool(
    _ graph: LevelGraph, byLength: Bool, _ positions: inout [Vector], ticks: Int, heat: Double = 1,
    pins: [Vector?]? = nil, bound: MoveBound<Vector>? = nil, run: inout LayoutRun
  ) throws(LayoutError) {
    guard ticks > 0, run.mayContinue() else { return }
    do {
      let (forces, parameters) = ticking(graph, byLength: byLength, ticks: ticks, heat: heat)
      let simulation = try Simulation(
        nodeCount: graph.nodeCount, links: graph.links(),
        forces: ForceList<Vector> {
          forces
          if let bound { bound.force }
        },
        parameters: parameters, positions: positions, pins: pins, seed: run.seed)
      simulation.kernelOptions = run.kernelOptions
      var turning = Turning<Vector>()
      // Pins and bounds are places that do not turn.
      let mayTurn = pins == nil && bound == nil
      for tick in 0..<ticks where run.mayTick() {
        if mayTurn { turning.turn(simulation) }
        simulation.advance()
        run.report(Double(tick + 1) / Double(ticks))
      }
      positions = turning.turnedBack(simulation.kinetics.position.asArray())
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  /// The forces of ticks that cool down, and the parameters that go with them.
  private func ticking(
    _ graph: LevelGraph, byLength: Bool, ticks: Int, heat: Double
  ) -> (ForceList<Vector>, SimulationParameters<Double>) {
    switch forces {
    case .tForces(let attraction):
      let heat = heat * Self.heat
      let forces = ForceList<Vector> {
        tForce(graph, attraction, byLength: byLength)
        VelocityLimit<Vector>(1 / Self.velocityDecay)
      }
      let parameters = SimulationParameters(
        alpha: heat, alphaMin: 0, alphaDecay: 3 / Double(ticks + 3),
        alphaTarget: 0.01 * heat, velocityDecay: Self.velocityDecay)
      return (forces, parameters)
    case .springs:
      let bound = SpringStep<Vector>.Bound.temperature(
        first: heat * Self.edgeLength, ticks: ticks)
      return (
        springs(graph, bound),
        SimulationParameters(alpha: 1, alphaMin: 0, alphaDecay: 0, velocityDecay: 1)
      )
    }
  }
}
