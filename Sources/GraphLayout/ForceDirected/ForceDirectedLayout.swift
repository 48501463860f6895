import ForceSimulation

/// Nodes repel, edges pull: the simulation of this package, each connected component by itself, the components packed.
///
/// What it is for: the picture people expect of a graph, at any size. Clusters show, hubs stand out.
///
/// Each component starts from a sketch by pivots (Brandes and Pich 2007, doi:10.1007/978-3-540-70904-6_6) or from `placement.start`, so
/// that few ticks are needed, and cools down over `ticks` ticks. It stops by itself, with `converged`, when it has cooled, or
/// before that as soon as the root mean square movement of a tick falls below `tolerance` link lengths.
///
/// The strength of the repulsion follows from the number of nodes and edges: in the final drawing all edges together hold it when
/// stretched by some factor, in the virial theorem's sense (sum over edges of k * stretch * length² = strength * n²/2). The factor
/// is n²/30,000 up to 200 nodes and n/150 up to 1,000. Above, it depends on how far apart nodes are. Far-flung graphs,
/// in which a node is more than log2(n) edges from a pivot on average (meshes, road and power networks), open up: up to n/37. And
/// they are unfolded first: the sketch puts what lies behind each other on one place, and in the first half of the ticks a
/// repulsion four times as strong pulls it apart. Graphs with short paths (social networks, dependencies) have no folds and
/// would only burst: sqrt(1,000 n)/150.
///
/// Even so some of these burst, hubs first. So their stress over the pivots is looked at every five ticks, and once it has risen by a
/// hundredth, the drawing of the least stress cools in an eighth of the ticks; unless `openness` is more than 1, which asks for it.
/// Where more than half of the nodes are leaves, of 1,000 nodes or more, three quarters of the ticks move the others only, each with
/// the weight of its leaves; then the leaves come round them and all move.
///
/// All these numbers were chosen by measuring and looking at drawings of 77 to 59,414 nodes
/// (docs/layouts.md).
///
/// Time: ticks * (nodes + edges), and 2,500 * nodes + 50 * edges for the start. As many threads as the simulation uses, with the
/// same result for any number of them.
public struct ForceDirectedLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// Where nodes start and stay, and how far apart they are.
  public var placement: Placement<Vector>
  /// How many ticks each component cools for, at most.
  public var ticks: Int
  /// A factor of the repulsion. More than 1 opens dense clusters, less keeps edges of one length.
  public var openness: Double
  /// The radius of nodes, which are kept from overlapping; 0 to let them overlap.
  public var nodeRadius: Double
  /// The movement in a tick, in link lengths, below which a component has come to rest.
  public var tolerance: Double
  public var name: String { "force-directed" }
  public var id: String { "force" }

  /// - Parameter quality: how many `ticks` when they are not given: 80 for `quick`, 200 for `balanced`, 500 for `best`.
  public init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, openness: Double = 1, nodeRadius: Double = 3, tolerance: Double = 0.002
  ) {
    self.placement = placement
    self.ticks = ticks ?? quality.ticks
    self.openness = openness
    self.nodeRadius = nodeRadius
    self.tolerance = tolerance
  }

  /// With what programs let people choose.
  public init(_ settings: LayoutSettings<Vector>) {
    self.init(
      quality: settings.quality, placement: settings.placement, ticks: settings.ticks,
      openness: settings.openness, nodeRadius: 0.1 * settings.placement.linkLength)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    return try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      let (sketch, pivots) = run.within(0...0.2) { run in
        run.begin("start")
        let pivots = PivotDistances(component, count: PivotStart.pivotCount, run: &run)
        let sketch = placement.start(of: nodes, seed: run.seed) {
          PivotStart.positions(component, pivots, linkLength: linkLength, seed: run.seed)
        }
        return (sketch, pivots)
      }
      let isFarFlung = Self.isFarFlung(component, pivots)
      return try run.within(0.2...1) { run throws(LayoutError) in
        run.begin("ticks")
        let stretch =
          openness * Self.stretch(nodeCount: component.nodeCount, isFarFlung: isFarFlung)
        let strength = repulsion(component, stretch: stretch)
        let bodies = Bodies(
          graph: component, strengths: .constant(strength),
          linkStrength: .byDegree,
          needsUnfolding: isFarFlung && placement.start == nil,
          mayBurst: isFarFlung || component.nodeCount <= 1_000 || openness > 1 ? nil : pivots)
        let pins = placement.pins(of: nodes)
        guard placement.start == nil, pins == nil, let folded = FoldedLeaves(component) else {
          return try simulate(bodies, from: sketch, pins: pins, ticks: ticks, run: &run)
        }
        return try simulate(folded, bodies, strength, from: sketch, run: &run)
      }
    }
  }

  private var linkLength: Double { placement.linkLength }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    try placement.check(nodeCount: graph.nodeCount)
    try Check.atLeast(0, ticks, "ticks")
    try Check.positive(openness, "openness")
    try Check.notNegative(nodeRadius, "nodeRadius")
    try Check.notNegative(tolerance, "tolerance")
  }

  // MARK: One component

  /// By how much of its length an edge is stretched in the drawing.
  private static func stretch(nodeCount: Int, isFarFlung: Bool) -> Double {
    let count = Double(nodeCount)
    if nodeCount < 200 { return count * count / 30_000 }
    if nodeCount < 1_000 { return count / 150 }
    return isFarFlung
      ? count / 150 * min(count / 1_000, 4) : (1_000 * count).squareRoot() / 150
  }

  /// Whether nodes are on average more than log2(n) edges apart, as in meshes and road maps, but not in social networks.
  private static func isFarFlung(_ graph: LayoutGraph, _ pivots: PivotDistances) -> Bool {
    var edgeLength = 1.0
    if let lengths = graph.adjacency.lengths {
      edgeLength = lengths.reduce(0, +) / Double(max(lengths.count, 1))
    }
    return pivots.meanDistance > edgeLength
      * Double(Int.bitWidth - graph.nodeCount.leadingZeroBitCount)
  }

  /// What is simulated.
  private struct Bodies {
    var graph: LayoutGraph
    var strengths: NodeValues<Double>
    var linkStrength: LinkForce<Vector>.Strength
    /// Whether what lies behind each other has to be pulled apart first.
    var needsUnfolding: Bool
    /// What tells whether it bursts, where it may.
    var mayBurst: PivotDistances?
  }

  /// Three quarters of the ticks for the core, the rest for all.
  private func simulate(
    _ folded: FoldedLeaves, _ all: Bodies, _ strength: Double, from sketch: [Vector],
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let degrees = folded.coreNodes.map { Double(all.graph.degree(of: Int($0))) }
    let core = Bodies(
      graph: folded.core,
      strengths: .function { strength * Double(1 + folded.leaves[$0].count) },
      linkStrength: .function { link, _ in 1 / min(degrees[link.source], degrees[link.target]) },
      needsUnfolding: all.needsUnfolding)
    let coreTicks = ticks - ticks / 4
    var positions = folded.coreNodes.map { sketch[Int($0)] }
    positions = try run.within(0...0.5) { run throws(LayoutError) in
      try simulate(core, from: positions, pins: nil, ticks: coreTicks, run: &run)
    }
    let unfolded = folded.unfolded(
      positions, repulsion: -strength, linkLength: linkLength, nodeRadius: nodeRadius)
    var rest = all
    (rest.needsUnfolding, rest.mayBurst) = (false, nil)
    return try run.within(0.5...1) { run throws(LayoutError) in
      try simulate(rest, from: unfolded, pins: nil, ticks: ticks - coreTicks, run: &run)
    }
  }

  private func simulate(
    _ bodies: Bodies, from sketch: [Vector], pins: [Vector?]?, ticks: Int, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    // Of millions of nodes the simulation alone takes seconds to make.
    if pins == nil, !run.mayContinue() { return sketch }
    let graph = bodies.graph
    let (links, lengths) = uniqueLinks(graph)
    let unfolding = bodies.needsUnfolding ? ticks / 2 : 0
    let phases = [(ticks: unfolding, factor: 4.0), (ticks: ticks - unfolding, factor: 1.0)]
    let simulation: Simulation<Vector, ForceList<Vector>>
    do {
      simulation = try Simulation(
        nodeCount: graph.nodeCount, links: links, forces: forces(bodies, lengths, factor: 1),
        positions: sketch, pins: pins, seed: run.seed)
      simulation.kernelOptions = run.kernelOptions
      var done = 0
      for phase in phases where phase.ticks > 0 {
        simulation.forces = forces(bodies, lengths, factor: phase.factor)
        simulation.parameters = SimulationParameters(
          alpha: 0.5, alphaMin: 0, alphaDecay: 1 - root(of: 0.01, degree: phase.ticks))
        var watch = bodies.mayBurst.map { BurstWatch<Vector>($0) }
        var (tick, end) = (0, phase.ticks)
        while tick < end, run.mayTick() {
          simulation.advance()
          tick += 1
          run.report(Double(done + tick) / Double(ticks))
          if isAtRest(simulation.kinetics) { break }
          let cooling = max(ticks / 8, 1)
          guard tick % 5 == 0, tick + cooling < end,
            let best = watch?.best(simulation.kinetics.position.asArray())
          else { continue }
          simulation.kinetics.position = NodeArray(best)
          simulation.kinetics.velocity = NodeArray(best.map { _ in .zero })
          simulation.parameters.alphaDecay =
            1 - root(of: 0.005 / simulation.parameters.alpha, degree: cooling)
          (end, watch) = (tick + cooling, nil)
        }
        done += phase.ticks
      }
    } catch {
      throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
    }
    return simulation.kinetics.position.asArray()
  }

  /// - Parameter factor: of the repulsion.
  private func forces(
    _ bodies: Bodies, _ lengths: LinkValues<Double>, factor: Double
  ) -> ForceList<Vector> {
    ForceList {
      ManyBodyForce<Vector>(
        strength: bodies.strengths.scaled(by: factor), theta: 0.9,
        distanceMin: 0.1 * linkLength)
      LinkForce<Vector>(strength: bodies.linkStrength, length: lengths)
      if nodeRadius > 0 { CollideForce<Vector>(radius: .constant(nodeRadius)) }
    }
  }

  /// Each pair of neighbours once, and how long they want to be apart.
  private func uniqueLinks(
    _ graph: LayoutGraph
  ) -> ([Link<Int>], LinkValues<Double>) {
    var links: [Link<Int>] = []
    links.reserveCapacity(graph.pairCount)
    var lengths: [Double] = []
    for node in 0..<graph.nodeCount {
      for place in graph.adjacency.range(of: node) where graph.adjacency.neighbors[place] > node {
        links.append(Link(node, Int(graph.adjacency.neighbors[place])))
        if let all = graph.adjacency.lengths { lengths.append(linkLength * all[place]) }
      }
    }
    return (links, graph.adjacency.lengths == nil ? .constant(linkLength) : .array(lengths))
  }

  /// The strength whose virial, n²/2 times it, is that of all edges stretched by `stretch` times their length.
  private func repulsion(_ graph: LayoutGraph, stretch: Double) -> Double {
    var virial = 0.0
    for node in 0..<graph.nodeCount {
      for place in graph.adjacency.range(of: node) where graph.adjacency.neighbors[place] > node {
        let neighbor = Int(graph.adjacency.neighbors[place])
        let stiffness = 1 / Double(min(graph.degree(of: node), graph.degree(of: neighbor)))
        let length = linkLength * (graph.adjacency.lengths?[place] ?? 1)
        virial += stiffness * stretch * length * length
      }
    }
    let count = Double(graph.nodeCount)
    return -2 * virial / (count * count)
  }

  private func isAtRest(_ kinetics: Kinetics<Vector>) -> Bool {
    var sum = 0.0
    for velocity in kinetics.velocity { sum += velocity.lengthSquared() }
    let limit = tolerance * linkLength
    return sum <= limit * limit * Double(kinetics.nodeCount)
  }

  /// The number whose power `steps` is `value`, by bisection: `pow` may differ between systems in the last bit.
  private func root(of value: Double, degree steps: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      var (power, base, rest) = (1.0, middle, steps)
      while rest > 0 {
        if rest & 1 == 1 { power *= base }
        base *= base
        rest >>= 1
      }
      if power < value { low = middle } else { high = middle }
    }
    return low
  }
}
