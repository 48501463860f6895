import ForceSimulation

/// Springs and charges: d3's simulation, applied to each connected component; the components are
/// packed.
///
/// Use it for the familiar look of d3-force. Hubs stand out, leaves fan out around them, and
/// density falls towards the edge, as charges add up over any distance. `MultilevelLayout`
/// preserves neighbourhoods and distances better, and is faster.
///
/// Each component starts from a quick `MultilevelLayout`, or from `placement.start`, and cools over
/// `ticks` ticks. It stops, with `converged`, when it has cooled, or earlier if the root mean
/// square movement per tick falls below `tolerance` link lengths.
///
/// Links have d3's stiffness, the reciprocal of the smaller degree of their ends, and their own
/// lengths; charges are -`linkLength`² / 30, which is d3's -30 at its length of 30, times
/// `repulsion`.
///
/// Time: O(ticks * (n log n + edges)) for n nodes, plus the start. It uses the threads of the
/// simulation, with the same result for any number of them.
package struct ForceDirectedLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The start positions, pins and link length.
  package var placement: Placement<Vector>
  /// The maximum number of ticks per component.
  package var ticks: Int
  /// A factor of the charges. Values above 1 spread dense regions, values below 1 make edge lengths
  /// more uniform.
  package var repulsion: Double
  /// The radius of nodes, which are kept from overlapping; 0 to allow overlaps.
  package var nodeRadius: Double
  /// The movement per tick, in link lengths, below which a component is at rest.
  package var tolerance: Double
  package var name: String { "force-directed" }
  package var id: String { "force" }

  /// - Parameter quality: the default of `ticks`: 80 for `quick`, 200 for `balanced`, 500 for
  ///   `best`.
  package init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, repulsion: Double = 1, nodeRadius: Double = 3, tolerance: Double = 0.002
  ) {
    self.placement = placement
    self.ticks = ticks ?? quality.ticks
    self.repulsion = repulsion
    self.nodeRadius = nodeRadius
    self.tolerance = tolerance
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(
      quality: request.quality, placement: placement, ticks: request.ticks,
      repulsion: request.repulsion, nodeRadius: 0.1 * placement.linkLength)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    return try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      let start = try run.within(0...0.3) { run throws(LayoutError) in
        try placement.start(of: nodes, seed: run.seed) { () throws(LayoutError) in
          try run.preparing { run throws(LayoutError) in
            try MultilevelLayout<Vector>(
              quality: .quick, placement: Placement(linkLength: linkLength)
            ).place(component, run: &run)
          }
        }
      }
      return try run.within(0.3...1) { run throws(LayoutError) in
        run.begin("ticks")
        return try simulate(component, nodes, from: start, run: &run)
      }
    }
  }

  private var linkLength: Double { placement.linkLength }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    try placement.check(nodeCount: graph.nodeCount)
    try Check.atLeast(0, ticks, "ticks")
    try Check.positive(repulsion, "repulsion")
    try Check.notNegative(nodeRadius, "nodeRadius")
    try Check.notNegative(tolerance, "tolerance")
  }

  // MARK: One component

  private func simulate(
    _ graph: LayoutGraph, _ nodes: [Int32], from start: [Vector], run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let (pins, bound) = (placement.pins(of: nodes), placement.moveBound(of: nodes))
    // For millions of nodes, creating the simulation alone takes seconds.
    if pins == nil, !run.mayContinue() { return start }
    do {
      let level = LevelGraph(graph)
      let forces = forces(level, bound)
      func ticked(
        _ positions: [Vector], _ pins: [Vector?]?, _ run: inout LayoutRun
      ) throws(SimulationError) -> [Vector] {
        try cooled(level, forces, positions, pins, run: &run)
      }
      if placement.start != nil, pins == nil, bound == nil {
        let restart = Restart(
          graph: level, probe: Rest.Probe(forces: forces, heat: 1), unit: 1,
          isNew: nodes.map { placement.newNodes.contains(Int($0)) })
        if let settled = try restart.settled(start, run: &run, ticked) { return settled }
      }
      return try ticked(start, pins, &run)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }

  private func cooled(
    _ graph: LevelGraph, _ forces: ForceList<Vector>, _ start: [Vector], _ pins: [Vector?]?,
    run: inout LayoutRun
  ) throws(SimulationError) -> [Vector] {
    let simulation = try Simulation(
      nodeCount: graph.nodeCount, links: graph.links(), forces: forces,
      parameters: SimulationParameters(
        alpha: Self.heat, alphaMin: 0, alphaDecay: min(4 / Double(ticks + 3), 1),
        alphaTarget: 0.01 * Self.heat),
      positions: start, pins: pins, seed: run.seed)
    simulation.kernelOptions = run.kernelOptions
    for tick in 0..<ticks where run.mayTick() {
      simulation.advance()
      run.report(Double(tick + 1) / Double(ticks))
      if isAtRest(simulation.kinetics) { break }
    }
    return simulation.kinetics.position.asArray()
  }

  /// The initial alpha, which is reduced, as the start is already ordered.
  private static var heat: Double { 0.5 }

  private func forces(_ graph: LevelGraph, _ bound: MoveBound<Vector>?) -> ForceList<Vector> {
    ForceList {
      ManyBodyForce<Vector>(
        strength: .constant(-repulsion * linkLength * linkLength / 30),
        distanceMin: 0.1 * linkLength)
      LinkForce<Vector>(length: .array(graph.linkLengths().map { $0 * linkLength }))
      if nodeRadius > 0 { CollideForce<Vector>(radius: .constant(nodeRadius)) }
      if let bound { bound.force }
    }
  }

  private func isAtRest(_ kinetics: Kinetics<Vector>) -> Bool {
    var sum = 0.0
    for velocity in kinetics.velocity { sum += velocity.lengthSquared() }
    let limit = tolerance * linkLength
    return sum <= limit * limit * Double(kinetics.nodeCount)
  }
}
