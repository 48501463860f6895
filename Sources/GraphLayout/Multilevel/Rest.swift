import ForceSimulation

/// The proximity of a drawing to rest under the forces of ticks.
///
/// Ticks that have cooled leave slow waves, in which neighbours are pulled in the same direction,
/// but hardly any difference of pull between neighbours. So rest is measured by how differently
/// neighbours are pulled. In drawings by other methods the difference is at least a tenth of an
/// edge; after ticks, a few hundredths. A node whose edges have changed since is pulled alone.
struct Rest<Vector: LayoutVector> {
  enum State {
    /// At rest, as after ticks: everything may stay.
    case complete
    /// At rest except for some nodes.
    case disturbed
    /// Not at rest, as after other methods.
    case none
  }

  private(set) var state = State.none
  /// The forces' unit in units of the drawing at which attraction and repulsion are balanced.
  private(set) var unit: Double
  /// True for nodes that are not at rest.
  private(set) var isDisturbed: [Bool] = []

  /// The threshold of the median node, in mean edge lengths: lower values mean rest.
  private static var median: Double { 0.1 }
  /// The threshold of the maximum: higher values mean a disturbance.
  private static var greatest: Double { 0.75 }

  /// Measures the rest. O(n log n + edges), about the time of fourteen ticks; with a `unit`, of one.
  ///
  /// - Parameter unit: the forces' unit; nil for that at which they are balanced.
  init(
    _ graph: LevelGraph, _ probe: Probe, _ positions: [Vector], unit known: Double? = nil,
    run: LayoutRun
  ) throws(SimulationError) {
    let edge = Self.meanEdgeLength(graph, positions)
    unit = known ?? edge / LevelTicks<Vector>.edgeLength
    guard unit > 0, unit.isFinite, graph.nodeCount > 1 else { return }
    // A two-dimensional drawing would be in an unstable balance in space. Only paths are straight
    // at rest.
    let extent = LayoutMetrics.extent(positions)
    let isFlat = (0..<Vector.scalarCount).contains { extent[$0] < 0.1 * edge }
    if isFlat, !Self.isPath(graph) { return }
    let steps = try Steps(graph, probe, run: run)
    if known == nil {
      // Forces point outwards at this unit and larger ones, inwards at smaller ones, so bisection
      // finds the balance.
      var (low, high) = (unit / 64, unit * 64)
      for _ in 0..<12 {
        unit = (low * high).squareRoot()
        if steps.isOutward(positions, unit: unit) { high = unit } else { low = unit }
      }
    }
    let differences = Self.differences(graph, steps.from(positions, unit: unit))
      .map { $0 * unit / edge }
    isDisturbed = differences.map { $0 >= Self.greatest }
    guard differences.sorted()[differences.count / 2] < Self.median else { return }
    state = isDisturbed.contains(true) ? .disturbed : .complete
  }

  private static func isPath(_ graph: LevelGraph) -> Bool {
    graph.neighbors.count == 2 * (graph.nodeCount - 1)
      && (0..<graph.nodeCount).allSatisfy { graph.degree(of: $0) <= 2 }
  }

  private static func meanEdgeLength(_ graph: LevelGraph, _ positions: [Vector]) -> Double {
    var sum = 0.0
    for node in 0..<graph.nodeCount {
      for place in graph.range(of: node) {
        sum += positions[node].distance(to: positions[Int(graph.neighbors[place])])
      }
    }
    return sum / Double(max(graph.neighbors.count, 1))
  }

  /// Returns the deviation of each node's step from the mean of its own and its neighbours'.
  private static func differences(_ graph: LevelGraph, _ steps: [Vector]) -> [Double] {
    (0..<graph.nodeCount).map { node in
      var sum = steps[node]
      for place in graph.range(of: node) { sum += steps[Int(graph.neighbors[place])] }
      return (steps[node] - sum / Double(graph.degree(of: node) + 1)).length()
    }
  }
}

extension Rest {
  /// Forces whose velocities, at the given heat, lead to each node's equilibrium for fixed
  /// neighbours.
  struct Probe {
    var forces: ForceList<Vector>
    var heat: Double
  }
}

/// The steps that nodes would make.
private struct Steps<Vector: LayoutVector> {
  let simulation: Simulation<Vector, ForceList<Vector>>

  init(
    _ graph: LevelGraph, _ probe: Rest<Vector>.Probe, run: LayoutRun
  ) throws(SimulationError) {
    simulation = try Simulation(
      nodeCount: graph.nodeCount, links: graph.links(), forces: probe.forces,
      parameters: SimulationParameters(
        alpha: probe.heat, alphaMin: 0, alphaDecay: 0, alphaTarget: probe.heat, velocityDecay: 1),
      seed: run.seed)
    simulation.kernelOptions = run.kernelOptions
  }

  /// Returns the steps in the forces' unit.
  func from(_ positions: [Vector], unit: Double) -> [Vector] {
    simulation.kinetics.position.withUnsafeMutableBufferPointer {
      for node in $0.indices { $0[node] = positions[node] / unit }
    }
    simulation.kinetics.velocity.withUnsafeMutableBufferPointer {
      for node in $0.indices { $0[node] = .zero }
    }
    simulation.advance()
    return simulation.kinetics.velocity.asArray()
  }

  func isOutward(_ positions: [Vector], unit: Double) -> Bool {
    let steps = from(positions, unit: unit)
    let middle = positions.reduce(Vector.zero, +) / Double(positions.count)
    return positions.indices.reduce(0.0) {
      $0 + ((positions[$1] - middle) * steps[$1]).sum()
    } > 0
  }
}
