import ForceSimulation

/// Ticks of t-forces on one level. Lengths are in the t-force's unit.
struct LevelTicks<Vector: LayoutVector> {
  /// What short edges pull with; see `TForce.attraction`.
  var attraction: Double

  /// The mean length of edges, in the t-force's unit, that a level starts with.
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

  func force(_ graph: LevelGraph, byLength: Bool) -> TForce<Vector> {
    TForce<Vector>(
      attraction: attraction,
      stiffness: byLength ? .array(graph.linkLengths().map { 1 / $0 }) : 1,
      cutoff: Self.cutoff, theta: Self.theta)
  }

  /// How near a drawing is to rest.
  func rest(
    of positions: [Vector], _ graph: LevelGraph, byLength: Bool, run: LayoutRun
  ) throws(LayoutError) -> Rest<Vector> {
    do {
      return try Rest(graph, force(graph, byLength: byLength), positions, run: run)
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
  ///   - pins: nodes that stay, in the t-force's unit.
  ///   - bound: nodes that stay near a place, in the t-force's unit.
  func cool(
    _ graph: LevelGraph, byLength: Bool, _ positions: inout [Vector], ticks: Int, heat: Double = 1,
    pins: [Vector?]? = nil, bound: MoveBound<Vector>? = nil, run: inout LayoutRun
  ) throws(LayoutError) {
    guard ticks > 0, run.mayContinue() else { return }
    let heat = heat * Self.heat
    do {
      let forces = ForceList<Vector> {
        force(graph, byLength: byLength)
        VelocityLimit<Vector>(1 / Self.velocityDecay)
        if let bound { bound.force }
      }
      let simulation = try Simulation(
        nodeCount: graph.nodeCount, links: graph.links(), forces: forces,
        parameters: SimulationParameters(
          alpha: heat, alphaMin: 0, alphaDecay: 3 / Double(ticks + 3),
          alphaTarget: 0.01 * heat, velocityDecay: Self.velocityDecay),
        positions: positions, pins: pins, seed: run.seed)
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
}
