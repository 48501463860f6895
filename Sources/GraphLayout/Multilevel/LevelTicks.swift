import ForceSimulation

/// The ticks on one level. Lengths are in the unit of the forces: that of the t-force, or the
/// length of a single spring.
struct LevelTicks<Vector: LayoutVector> {
  enum Forces {
    /// t-forces, with `attraction` at short distances; see `TForce.attraction`.
    case tForces(attraction: Double)
    /// Springs whose pull is the square of their length, and repulsion of all nodes by the inverse
    /// of the distance.
    case springs
  }

  var forces: Forces
  /// Whether nodes are prevented from passing through edges, in two dimensions.
  var keepsOrder = false

  /// The initial mean edge length of a level, in the unit of the forces.
  static var edgeLength: Double { 2 }

  /// The cutoff of the repulsion, which is greatest near the distance 1 and falls to 1 % of twice
  /// that maximum at 6.
  private static var cutoff: Double { 6 }
  /// The opening criterion: cells up to 1.3 times as large as their distance act as one node, with
  /// an error of up to 6 % of a push.
  private static var theta: Double { 1.3 }
  /// The decay of velocities as in the paper: they keep 0.6, and a node moves by at most 1.
  private static var velocityDecay: Double { 0.6 }
  /// The initial alpha, with which a steady velocity equals the force.
  private static var heat: Double { 1 / velocityDecay }

  /// The final heat relative to the initial one: e^-3, plus a constant remainder.
  static var lastHeat: Double { 0.06 }

  private func tForce<V: SimulationVector>(
    _ graph: LevelGraph, _ attraction: Double, byLength: Bool
  ) -> TForce<V> {
    TForce(
      attraction: V.Scalar(attraction),
      stiffness: byLength ? .array(graph.linkLengths().map { V.Scalar(1 / $0) }) : 1,
      cutoff: V.Scalar(Self.cutoff), theta: V.Scalar(Self.theta))
  }

  /// Returns springs and repulsion of all nodes with k = 1.
  private func springs(
    _ graph: LevelGraph, _ bound: SpringStep<Vector>.Bound
  ) -> ForceList<Vector> {
    ForceList {
      Standstill<Vector>()
      ManyBodyForce<Vector>(strength: -1, theta: 0.9, distanceMin: 0.01)
      SpringStep<Vector>(graph: graph, k: 1, bound: bound)
    }
  }

  /// Returns a probe that computes the moves of nodes for fixed neighbours, from positions in the
  /// unit of the forces.
  private func probe(_ graph: LevelGraph, byLength: Bool) -> Rest<Vector>.Probe {
    switch forces {
    case .tForces(let attraction):
      // At this heat the velocity is the force divided by its stiffness.
      Rest.Probe(
        forces: ForceList {
          tForce(graph, attraction, byLength: byLength)
          if keepsOrder {
            VelocityLimit<Vector>(1)
            CrossingGuard<Vector>(graph, velocityDecay: 1)
          }
        }, heat: 1e12)
    case .springs: Rest.Probe(forces: springs(graph, .stiffness), heat: 1)
    }
  }

  /// Returns how close a drawing is to rest.
  func rest(
    of positions: [Vector], _ graph: LevelGraph, byLength: Bool, run: LayoutRun
  ) throws(LayoutError) -> Rest<Vector> {
    do {
      return try Rest(graph, probe(graph, byLength: byLength), positions, run: run)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  /// Returns the start of a drawing by these forces.
  func restart(_ graph: LevelGraph, byLength: Bool, isNew: [Bool]) -> Restart<Vector> {
    Restart(graph: graph, probe: probe(graph, byLength: byLength), unit: nil, isNew: isNew)
  }

  /// Cools over `ticks` ticks, or fewer if the run must end.
  ///
  /// - Parameters:
  ///   - graph: the graph of the attraction.
  ///   - byLength: true if short edges are stiffer than long ones.
  ///   - heat: the initial heat, relative to the usual one.
  ///   - pins: pinned nodes, in the unit of the forces.
  ///   - bound: nodes that stay near a position, in the unit of the forces.
  func cool(
    _ graph: LevelGraph, byLength: Bool, _ positions: inout [Vector], ticks: Int, heat: Double = 1,
    pins: [Vector?]? = nil, bound: MoveBound<Vector>? = nil, run: inout LayoutRun
  ) throws(LayoutError) {
    guard ticks > 0, run.mayContinue() else { return }
    do {
      positions = try cooled(
        graph, byLength: byLength, positions, ticks: ticks, heat: heat, pins: pins, bound: bound,
        run: &run)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  /// Returns the positions after ticks; see `cool`.
  func cooled(
    _ graph: LevelGraph, byLength: Bool, _ positions: [Vector], ticks: Int, heat: Double,
    pins: [Vector?]?, bound: MoveBound<Vector>? = nil, run: inout LayoutRun
  ) throws(SimulationError) -> [Vector] {
    // A drawing with pins or bounds keeps its places: it does not rotate, and ticks in double precision.
    if pins == nil, bound == nil, let attraction = attractionInFloat(graph) {
      func cooled<V: SimulationVector<Float>>(
        as type: V.Type
      ) throws(SimulationError) -> [Vector] {
        let (forces, parameters): (ForceList<V>, _) = cooling(
          graph, attraction, byLength: byLength, ticks: ticks, heat: heat)
        return try Self.cooled(
          Simulation(
            nodeCount: graph.nodeCount, links: graph.links(), forces: forces,
            parameters: parameters, positions: positions.map { Self.converted($0) },
            seed: run.seed),
          ticks: ticks, isShared: canBeShared, mayTurn: true, run: &run)
      }
      if Vector.self == SIMD2<Double>.self { return try cooled(as: SIMD2<Float>.self) }
      if Vector.self == SIMD3<Double>.self { return try cooled(as: SIMD3<Float>.self) }
    }
    let (forces, parameters) = ticking(graph, byLength: byLength, ticks: ticks, heat: heat)
    return try Self.cooled(
      Simulation(
        nodeCount: graph.nodeCount, links: graph.links(),
        forces: ForceList<Vector> {
          forces
          if let bound { bound.force }
        },
        parameters: parameters, positions: positions, pins: pins, seed: run.seed),
      ticks: ticks, isShared: canBeShared, mayTurn: pins == nil && bound == nil, run: &run)
  }

  /// Returns the attraction of t-forces that are computed in single precision; nil if ticks need
  /// double precision.
  ///
  /// In a large graph (`NodeOrder.large`) single precision halves the memory that a tick reads, and
  /// doubles the nodes of a vector instruction. Positions are exact to 1e-4 of an edge up to 1e7
  /// nodes, less than the last ticks move them.
  private func attractionInFloat(_ graph: LevelGraph) -> Double? {
    guard case .tForces(let attraction) = forces, !keepsOrder, graph.nodeCount >= NodeOrder.large
    else { return nil }
    return attraction
  }

  private static func cooled<V: SimulationVector>(
    _ simulation: Simulation<V, ForceList<V>>, ticks: Int, isShared: Bool, mayTurn: Bool,
    run: inout LayoutRun
  ) -> [Vector] {
    simulation.kernelOptions = run.kernelOptions
    guard isShared, let shared = run.tickSharing?.shared(simulation) else {
      return Self.cooled(
        OwnSimulation(simulation: simulation), ticks: ticks, mayTurn: mayTurn, run: &run)
    }
    return Self.cooled(shared, ticks: ticks, mayTurn: mayTurn, run: &run)
  }

  private static func cooled(
    _ simulation: some TickedSimulation, ticks: Int, mayTurn: Bool, run: inout LayoutRun
  ) -> [Vector] {
    var turning = Turning()
    for tick in 0..<ticks where run.mayTick() {
      if mayTurn { turning.turn(simulation) }
      simulation.advance()
      run.report(Double(tick + 1) / Double(ticks))
    }
    return turning.turnedBack(simulation.allPositions().map { converted($0) })
  }

  /// Returns a vector in another precision.
  private static func converted<From: SimulationVector, To: SimulationVector>(
    _ vector: From
  ) -> To {
    var result = To.zero
    for axis in 0..<To.scalarCount { result[axis] = To.Scalar(vector[axis]) }
    return result
  }

  /// Whether processes may share the ticks: springs and guards of crossings need the whole graph.
  private var canBeShared: Bool {
    if case .tForces = forces { return !keepsOrder }
    return false
  }

  /// Returns the forces and parameters of ticks that cool.
  func ticking(
    _ graph: LevelGraph, byLength: Bool, ticks: Int, heat: Double
  ) -> (ForceList<Vector>, SimulationParameters<Double>) {
    switch forces {
    case .tForces(let attraction):
      let (forces, parameters): (ForceList<Vector>, _) = cooling(
        graph, attraction, byLength: byLength, ticks: ticks, heat: heat)
      return (
        ForceList {
          forces
          if keepsOrder { CrossingGuard<Vector>(graph, velocityDecay: Self.velocityDecay) }
        }, parameters
      )
    case .springs:
      let bound = SpringStep<Vector>.Bound.temperature(
        first: heat * Self.edgeLength, ticks: ticks)
      return (
        ForceList {
          springs(graph, bound)
          if keepsOrder { CrossingGuard<Vector>(graph, velocityDecay: 1) }
        },
        SimulationParameters(alpha: 1, alphaMin: 0, alphaDecay: 0, velocityDecay: 1)
      )
    }
  }

  /// Returns t-forces and their parameters, in either precision.
  private func cooling<V: SimulationVector>(
    _ graph: LevelGraph, _ attraction: Double, byLength: Bool, ticks: Int, heat: Double
  ) -> (ForceList<V>, SimulationParameters<V.Scalar>) {
    let heat = V.Scalar(heat * Self.heat)
    let forces = ForceList<V> {
      tForce(graph, attraction, byLength: byLength) as TForce<V>
      VelocityLimit<V>(V.Scalar(1 / Self.velocityDecay))
    }
    let parameters = SimulationParameters<V.Scalar>(
      alpha: heat, alphaMin: 0, alphaDecay: 3 / V.Scalar(ticks + 3),
      alphaTarget: V.Scalar(0.01) * heat, velocityDecay: V.Scalar(Self.velocityDecay))
    return (forces, parameters)
  }
}
