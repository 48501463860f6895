import ForceSimulation

/// Repulsion k²/d between all nodes, attraction d²/k along edges, steps bounded by a falling temperature (Fruchterman and Reingold
/// 1991, doi:10.1002/spe.4380211102).
///
/// What it is for: evenly spread drawings inside a frame, and results to compare with other programs that use this method.
/// `ForceDirectedLayout` is better for large graphs.
///
/// The repulsion is the simulation's many-body force, so a tick takes time in proportion to nodes + edges. Nodes start from a
/// sketch by pivots, or from `start`. The temperature falls evenly from `temperature` to zero over `ticks`. With a frame, nodes
/// that would leave it stop at its wall. Components are laid out by themselves and packed, or all together in the frame.
public struct FruchtermanReingoldLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// k: how far apart nodes would be if they were evenly spread, in layout units; nil, with a frame, for what its area allows.
  public var linkLength: Double?
  /// How many ticks each component gets.
  public var ticks: Int
  /// The longest step of the first tick, in units of k.
  public var temperature: Double
  /// The corners of the frame, lowest and highest; nil for none.
  public var frame: (low: Vector, high: Vector)?
  /// Where nodes start, instead of the sketch; one for each node.
  public var start: [Vector]?
  /// The space between components, in layout units.
  public var margin: Double

  public var name: String { "Fruchterman-Reingold" }

  public init(
    linkLength: Double? = nil, ticks: Int = 200, temperature: Double = 1,
    frame: (low: Vector, high: Vector)? = nil, start: [Vector]? = nil, margin: Double = 30
  ) {
    self.linkLength = linkLength
    self.ticks = ticks
    self.temperature = temperature
    self.frame = frame
    self.start = start
    self.margin = margin
  }

  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    if graph.nodeCount == 0 { return [] }
    guard let frame else {
      return try placeByComponents(graph, margin: margin, run: &run) {
        component, components, number, run throws(LayoutError) in
        let sketch =
          start.map { start in components.nodes[number].map { start[Int($0)] } }
          ?? PivotStart.positions(component, linkLength: linkLength ?? 30, run: &run)
        return try simulate(component, from: sketch, k: linkLength ?? 30, run: &run)
      }
    }
    let sides = frame.high - frame.low
    var volume = 1.0
    for axis in 0..<Vector.scalarCount { volume *= sides[axis] }
    let even = root(volume / Double(graph.nodeCount))
    var positions = start ?? []
    if start == nil {
      positions = try placeByComponents(graph, margin: linkLength ?? even, run: &run) {
        component, _, _, run throws(LayoutError) in
        PivotStart.positions(component, linkLength: linkLength ?? even, run: &run)
      }
      // Shrunk into the frame, to nine tenths of it so that nothing begins at a wall.
      let extent = LayoutMetrics.extent(positions)
      var scale = 1.0
      for axis in 0..<Vector.scalarCount where extent[axis] > 0.9 * sides[axis] {
        scale = min(scale, 0.9 * sides[axis] / extent[axis])
      }
      let middle = (frame.low + frame.high) * 0.5
      positions = positions.map { middle + $0 * scale }
    }
    positions = positions.map { $0.clamped(lowerBound: frame.low, upperBound: frame.high) }
    return try simulate(graph, from: positions, k: linkLength ?? even, run: &run)
  }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    if let linkLength { try Check.positive(linkLength, "linkLength") }
    try Check.atLeast(0, ticks, "ticks")
    try Check.positive(temperature, "temperature")
    try Check.positive(margin, "margin")
    if let start { try Check.positions(start, of: "start", nodeCount: graph.nodeCount) }
    guard let frame else { return }
    for axis in 0..<Vector.scalarCount {
      let side = frame.high[axis] - frame.low[axis]
      guard side > 0, side.isFinite else {
        throw .badOption(
          "the frame's side on axis \(axis)", value: "\(side)", expected: "positive and finite")
      }
    }
  }

  /// The side of a cube (square) of some volume.
  private func root(_ volume: Double) -> Double {
    switch Vector.scalarCount {
    case 2: volume.squareRoot()
    case 4: volume.squareRoot().squareRoot()
    default: cubeRoot(volume)
    }
  }

  private func cubeRoot(_ volume: Double) -> Double {
    // `StartPositions.cubeRoot` wants 0.5 at least: powers of eight go in and powers of two come out.
    let eighths = Int((Double(volume.exponent) / 3).rounded(.down))
    let scaled = volume / Double(sign: .plus, exponent: 3 * eighths, significand: 1)
    return StartPositions.cubeRoot(scaled) * Double(sign: .plus, exponent: eighths, significand: 1)
  }

  private func simulate(
    _ graph: LayoutGraph, from sketch: [Vector], k: Double, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    run.begin("ticks")
    let simulation: Simulation<Vector, SealedForce<Vector>>
    do {
      simulation = try Simulation(
        checking: graph.nodeCount,
        forceField: SealedForce([
          .custom(Standstill<Vector>()),
          .manyBody(Kinetics<Vector>.ManyBodyForce(strength: -k * k, distanceMin: 0.01 * k)),
          .custom(
            BoundedStep<Vector>(
              adjacency: graph.adjacency, k: k, temperature: temperature * k, ticks: ticks,
              frame: frame)),
        ]),
        parameters: SimulationParameters(alpha: 1, alphaDecay: 0, velocityDecay: 1),
        position: sketch, seed: run.seed)
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
    for tick in 0..<ticks where run.mayTick() {
      simulation.advance()
      run.report(Double(tick + 1) / Double(ticks))
    }
    return simulation.kinetics.position.asArray()
  }
}

/// Nodes forget the last tick: steps are not carried on.
private struct Standstill<Vector: LayoutVector>: ForceProtocol {
  func apply(to kinetics: inout Kinetics<Vector>) {
    for node in 0..<kinetics.nodeCount { kinetics.velocity[node] = .zero }
  }
}

/// Adds the attraction along edges and cuts steps to the temperature and the frame.
private struct BoundedStep<Vector: LayoutVector>: ForceProtocol {
  let adjacency: Adjacency
  let k: Double
  let temperature: Double
  let ticks: Int
  let frame: (low: Vector, high: Vector)?

  func apply(to kinetics: inout Kinetics<Vector>) {
    let left = 1 - Double(kinetics.tickCount - 1) / Double(max(ticks, 1))
    let longest = temperature * max(left, 0)
    let positions = kinetics.position.asArray()
    for node in positions.indices {
      var step = kinetics.velocity[node]
      for place in adjacency.range(of: node) {
        let to = positions[Int(adjacency.neighbors[place])] - positions[node]
        step += to * (to.length() / (k * (adjacency.lengths?[place] ?? 1)))
      }
      let length = step.length()
      if length > longest { step *= longest / length }
      if let frame {
        let end = (positions[node] + step).clamped(lowerBound: frame.low, upperBound: frame.high)
        step = end - positions[node]
      }
      kinetics.velocity[node] = step
    }
  }
}
