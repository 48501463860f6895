import ForceSimulation
import GraphModel
import RunSupport

/// Coarsens the graph star by star until some hundred nodes are left, lays those out by stress, and
/// goes back level by level, with some ticks of t-forces on each.
public struct MultilevelLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  public var placement: Placement<Vector>
  public var ticks: Int
  public var coarsest: Int
  public var attraction = 8.0
  public var levelTicks = 30
  public var cutoff = 4.0
  public var theta = 1.3
  public var strength = 10.0
  public var implicit = 0.0
  public var heat = 1 / 0.6
  public var name: String { "multilevel" }
  public var id: String { "multilevel" }

  public init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, coarsest: Int? = nil
  ) {
    self.placement = placement
    self.ticks = ticks ?? quality.pick(quick: 20, balanced: 60, best: 200)
    self.coarsest = coarsest ?? quality.pick(quick: 400, balanced: 600, best: 1_500)
  }

  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      let positions = try placeComponent(component, run: &run)
      return positions.map { $0 * placement.linkLength }
    }
  }

  /// The positions of one component, with edges of about their lengths.
  private func placeComponent(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    var random = SeededRandom(seed: run.seed)
    var levels = [LevelGraph(graph)]
    var steps: [StarCoarsening] = []
    while levels[levels.count - 1].nodeCount > coarsest,
      let step = StarCoarsening(levels[levels.count - 1], random: &random)
    {
      levels.append(step.coarse)
      steps.append(step)
    }
    var positions = try coarsestPositions(levels[levels.count - 1], run: &run)
    for level in levels.indices.dropLast().reversed() {
      let fine = levels[level]
      positions = prolonged(positions, from: levels[level + 1], to: fine, steps[level], &random)
      if level > 0 { try tick(fine, &positions, ticks: levelTicks, run: &run) }
    }
    if levels.count == 1 { scale(&positions, levels[0]) }
    try tick(levels[0], &positions, ticks: ticks, run: &run)
    return scaledToLengths(positions, levels[0])
  }

  private func coarsestPositions(
    _ graph: LevelGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let stress = StressLayout<Vector>(
      quality: .best, placement: Placement(linkLength: 1), fullNodeLimit: 3_000)
    return try stress.place(graph.layoutGraph(), run: &run)
  }

  /// Nodes of the finer level: the mean of their own star's place and of their neighbours' stars',
  /// then halfway to the mean of their neighbours, and a little off.
  private func prolonged(
    _ coarse: [Vector], from coarseGraph: LevelGraph, to fine: LevelGraph, _ step: StarCoarsening,
    _ random: inout SeededRandom
  ) -> [Vector] {
    let blur = 0.1 * meanLength(coarse, coarseGraph)
    var positions = (0..<fine.nodeCount).map { node in
      var sum = coarse[Int(step.parents[node])]
      for place in fine.range(of: node) {
        sum += coarse[Int(step.parents[Int(fine.neighbors[place])])]
      }
      var position = sum / Double(fine.degree(of: node) + 1)
      for axis in 0..<Vector.scalarCount { position[axis] += blur * (random.unit() - 0.5) }
      return position
    }
    positions = (0..<fine.nodeCount).map { node in
      let row = fine.range(of: node)
      if row.isEmpty { return positions[node] }
      var sum = Vector.zero
      for place in row { sum += positions[Int(fine.neighbors[place])] }
      return (positions[node] + sum / Double(row.count)) * 0.5
    }
    scale(&positions, fine)
    return positions
  }

  private func meanLength(_ positions: [Vector], _ graph: LevelGraph) -> Double {
    var sum = 0.0
    for node in positions.indices {
      for place in graph.range(of: node) {
        sum += positions[node].distance(to: positions[Int(graph.neighbors[place])])
      }
    }
    return sum / Double(max(graph.neighbors.count, 1))
  }

  /// The sums of edge lengths in the drawing and of their squares.
  private func lengthSums(_ positions: [Vector], _ graph: LevelGraph) -> (Double, Double) {
    var (sum, squares) = (0.0, 0.0)
    for node in positions.indices {
      for place in graph.range(of: node) {
        let length = positions[node].distance(to: positions[Int(graph.neighbors[place])])
        sum += length
        squares += length * length
      }
    }
    return (sum, squares)
  }

  /// The scale at which edges are about half a unit long, weighted by their length: the balance of
  /// t-forces is near it.
  private func scale(_ positions: inout [Vector], _ graph: LevelGraph) {
    let (sum, squares) = lengthSums(positions, graph)
    guard squares > 0 else { return }
    let factor = 2 * sum / squares
    for node in positions.indices { positions[node] = positions[node] * factor }
  }

  /// The scale with the least stress over edges.
  private func scaledToLengths(_ positions: [Vector], _ graph: LevelGraph) -> [Vector] {
    var (byLength, bySquare) = (0.0, 0.0)
    for node in positions.indices {
      for place in graph.range(of: node) {
        let ratio =
          positions[node].distance(to: positions[Int(graph.neighbors[place])])
          / Double(graph.lengths[place])
        byLength += ratio
        bySquare += ratio * ratio
      }
    }
    guard bySquare > 0 else { return positions }
    return positions.map { $0 * (byLength / bySquare) }
  }

  private func tick(
    _ graph: LevelGraph, _ positions: inout [Vector], ticks: Int, run: inout LayoutRun
  ) throws(LayoutError) {
    guard ticks > 0 else { return }
    do {
      let forces = ForceList<Vector> {
        BoundedAttraction<Vector>(
          graph: graph, strength: attraction,
          repulsion: TForce(strength: strength, distance: 1, cutoff: cutoff, theta: theta),
          implicit: implicit)
        VelocityLimit<Vector>(1 / 0.6)
      }
      let simulation = try Simulation(
        nodeCount: graph.nodeCount, forces: forces,
        parameters: SimulationParameters(
          alpha: heat, alphaMin: 0, alphaDecay: 4 / Double(ticks + 3), alphaTarget: 0.01 * heat,
          velocityDecay: 0.6),
        positions: positions, seed: run.seed)
      simulation.kernelOptions = run.kernelOptions
      var tick = 0
      while tick < ticks, run.mayTick() {
        simulation.advance()
        tick += 1
      }
      positions = simulation.kinetics.position.asArray()
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
  }
}
