import ForceSimulation

/// The method of Fruchterman and Reingold (1991, doi:10.1002/spe.4380211102): repulsion k²/d
/// between all nodes, attraction d²/k along edges, steps limited by a falling temperature.
///
/// Use it for evenly spread drawings inside a frame, and for results that are comparable with other
/// programs. `ForceDirectedLayout` is better for large graphs.
///
/// The repulsion is the simulation's many-body force, so a tick takes time proportional to nodes +
/// edges. Nodes start from a pivot sketch, or from `placement.start`. The temperature falls
/// linearly from `temperature` to zero over `ticks`. With a frame, nodes stop at its walls.
/// Components are laid out separately and packed, or all together in the frame.
package struct FruchtermanReingoldLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The start positions, pins and link length, which is k without a frame. Pins may be outside the
  /// frame.
  package var placement: Placement<Vector>
  /// The number of ticks per component.
  package var ticks: Int
  /// The maximum step of the first tick, in units of k.
  package var temperature: Double
  /// The corners of the frame, lowest and highest; nil for none. With a frame, k follows from its
  /// area per node, and nothing is packed or centred.
  package var frame: (low: Vector, high: Vector)?
  package var name: String { "Fruchterman-Reingold" }
  package var id: String { "fruchterman-reingold" }

  /// - Parameter quality: the default of `ticks`: 80 for `quick`, 200 for `balanced`, 500 for
  ///   `best`.
  package init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, temperature: Double = 1, frame: (low: Vector, high: Vector)? = nil
  ) {
    self.placement = placement
    self.ticks = ticks ?? quality.ticks
    self.temperature = temperature
    self.frame = frame
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(quality: request.quality, placement: placement, ticks: request.ticks)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    if graph.nodeCount == 0 { return [] }
    if let frame { return try place(graph, in: frame, run: &run) }
    let k = placement.linkLength
    return try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      let sketch = placement.start(of: nodes, seed: run.seed) {
        PivotStart.positions(component, linkLength: k, run: &run)
      }
      return try simulate(component, nodes, from: sketch, k: k, run: &run)
    }
  }

  private func place(
    _ graph: LayoutGraph, in frame: (low: Vector, high: Vector), run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let sides = frame.high - frame.low
    var volume = 1.0
    for axis in 0..<Vector.scalarCount { volume *= sides[axis] }
    let k = root(volume / Double(graph.nodeCount))
    var given = placement
    given.linkLength = k
    let nodes = (0..<Int32(graph.nodeCount)).map { $0 }
    let pins = given.pins(of: nodes)
    var positions = try given.start(of: nodes, seed: run.seed) { () throws(LayoutError) in
      try sketch(graph, in: frame, k: k, run: &run)
    }
    positions = positions.map { $0.clamped(lowerBound: frame.low, upperBound: frame.high) }
    // Many nodes may coincide in a corner.
    positions = given.parted(positions, pins: pins, seed: run.seed)
    return try simulate(graph, nodes, from: positions, k: k, run: &run)
  }

  /// Returns the sketches of all components, packed and scaled into nine tenths of the frame, so
  /// that no node starts at a wall.
  private func sketch(
    _ graph: LayoutGraph, in frame: (low: Vector, high: Vector), k: Double, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let positions: [Vector] = try placeByComponents(graph, margin: k, run: &run) {
      component, _, _, run throws(LayoutError) in
      PivotStart.positions(component, linkLength: k, run: &run)
    }
    let extent = LayoutMetrics.extent(positions)
    var scale = 1.0
    for axis in 0..<Vector.scalarCount {
      let room = 0.9 * (frame.high[axis] - frame.low[axis])
      if extent[axis] > room { scale = min(scale, room / extent[axis]) }
    }
    let middle = (frame.low + frame.high) * 0.5
    return positions.map { middle + $0 * scale }
  }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    try placement.check(nodeCount: graph.nodeCount)
    try Check.atLeast(0, ticks, "ticks")
    try Check.positive(temperature, "temperature")
    guard let frame else { return }
    for axis in 0..<Vector.scalarCount {
      let side = frame.high[axis] - frame.low[axis]
      guard side > 0, side.isFinite else {
        throw .badOption(
          "the frame's side on axis \(axis)", value: "\(side)", expected: "positive and finite")
      }
    }
  }

  /// Returns the side of a cube (square) of a given volume.
  private func root(_ volume: Double) -> Double {
    switch Vector.scalarCount {
    case 2: volume.squareRoot()
    case 4: volume.squareRoot().squareRoot()
    default: cubeRoot(volume)
    }
  }

  private func cubeRoot(_ volume: Double) -> Double {
    // The argument of `StartPositions.cubeRoot` must be at least 0.5, so powers of eight are
    // factored out.
    let eighths = Int((Double(volume.exponent) / 3).rounded(.down))
    let scaled = volume / Double(sign: .plus, exponent: 3 * eighths, significand: 1)
    return StartPositions.cubeRoot(scaled) * Double(sign: .plus, exponent: eighths, significand: 1)
  }

  private func simulate(
    _ graph: LayoutGraph, _ nodes: [Int32], from sketch: [Vector], k: Double,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    run.begin("ticks")
    let (pins, bound) = (placement.pins(of: nodes), placement.moveBound(of: nodes))
    let level = LevelGraph(graph)
    func forces(_ step: SpringStep<Vector>.Bound) -> ForceList<Vector> {
      ForceList {
        Standstill<Vector>()
        ManyBodyForce<Vector>(strength: .constant(-k * k), theta: 0.9, distanceMin: 0.01 * k)
        SpringStep<Vector>(graph: level, k: k, bound: step, frame: frame)
        if let bound { bound.force }
      }
    }
    func ticked(
      _ positions: [Vector], _ pins: [Vector?]?, _ run: inout LayoutRun
    ) throws(SimulationError) -> [Vector] {
      let simulation = try Simulation(
        nodeCount: graph.nodeCount,
        forces: forces(.temperature(first: temperature * k, ticks: ticks)),
        parameters: SimulationParameters(alpha: 1, alphaDecay: 0, velocityDecay: 1),
        positions: positions, pins: pins, seed: run.seed)
      simulation.kernelOptions = run.kernelOptions
      for tick in 0..<ticks where run.mayTick() {
        simulation.advance()
        run.report(Double(tick + 1) / Double(ticks))
      }
      return simulation.kinetics.position.asArray()
    }
    do {
      if placement.start != nil, pins == nil, bound == nil, frame == nil {
        let restart = Restart(
          graph: level, probe: Rest.Probe(forces: forces(.stiffness), heat: 1), unit: 1,
          isNew: nodes.map { placement.newNodes.contains(Int($0)) })
        if let settled = try restart.settled(sketch, run: &run, ticked) { return settled }
      }
      return try ticked(sketch, pins, &run)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }
}
