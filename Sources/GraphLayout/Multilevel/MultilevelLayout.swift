import ForceSimulation
import GraphModel
import RunSupport

/// A multilevel force-directed layout for graphs of any size, with bounded forces.
///
/// Use it for large graphs. It keeps neighbours together, separates clusters, unfolds meshes, and
/// gets the overall shape right.
///
/// Stars are merged, level by level, until at most some hundred nodes are left (`StarCoarsening`).
/// These are laid out by their distances (`StressLayout`), or without crossings if it is a planar
/// mesh that would be folded (each node at the mean of its neighbours; Tutte 1963,
/// doi:10.1112/plms/s3-13.1.743). Then each level takes its positions from the coarser one, and
/// cools for some ticks with t-forces (`TForce`; Zhong and others 2023,
/// doi:10.1109/TVCG.2023.3238821), the finest for `ticks`. t-forces preserve neighbourhoods, and do
/// not change the overall shape; so if the coarsest level fits its distances, the levels below the
/// finest are also fitted to distances before their ticks (sparse stress; Ortmann, Klimenta and
/// Brandes 2017, doi:10.7155/jgaa.00440). Otherwise, as in trees and social networks, that would
/// only fold the drawing. For `neighborhoods`, if the coarsest level nearly fits, as in power grids,
/// springs and charges spread every level before its t-forces, so that parts which are far from each
/// other stand apart.
///
/// Trees in two dimensions have levels of their own for `neighborhoods`: leaves are removed, and
/// inserted again between the edges of their neighbours (`TreeLevels`). No node passes through an
/// edge (`CrossingGuard`), so the drawing has no crossings. This does not apply to trees with
/// lengths of edges, or with a mean square of degrees above 100.
///
/// `goal` is the property that the drawing preserves:
///
/// | goal | attraction | distances |
/// |---|---|---|
/// | `neighborhoods` | 8, the paper's | as above |
/// | `clusters` | 32: dense parts contract | as above |
/// | `distances` | 2: edges of one length | fitted on every level, and last |
/// | `structure` | springs and charges in place of t-forces | as above |
///
/// Charges act over any distance, and straighten branches where t-forces would fill a disc: springs
/// d²/k and charges k²/d, steps limited by a falling temperature (Fruchterman and Reingold 1991,
/// doi:10.1002/spe.4380211102), on all levels as in Hu 2005 (Efficient, high-quality force-directed
/// graph drawing).
///
/// A component with a start only performs the final ticks from there; so does one with pins, from a
/// drawing without them that is fitted to the pins. A start at rest, such as an earlier result, is
/// left unchanged; if only some nodes are not at rest, ticks are cold, and the drawing keeps its
/// shape (`Rest`).
///
/// Time: O(ticks * n log n + edges) for n nodes, about twice that of the finest level's ticks.
/// Memory: 320 bytes per node and 50 per edge; with the goal `distances`, 11 bytes more for each node
/// and each of 50, 100 or 200 pivots. It uses the threads of the simulation, with the same result for
/// any number of them.
package struct MultilevelLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The start positions, pins and link length.
  package var placement: Placement<Vector>
  /// The property that the drawing preserves.
  package var goal: LayoutGoal
  /// The number of ticks of the finest level of each component; nil for the default of `quality`,
  /// or for as many as a `timeBudget` allows. Only these are counted and limited by budgets;
  /// coarser levels, and the springs that spread the finest, are preparation.
  package var ticks: Int?
  /// The quality of the fit to distances.
  package var quality: LayoutQuality
  package var name: String { "multilevel" }
  package var id: String { "multilevel" }

  /// - Parameter quality: the default of `ticks` without a `timeBudget`: 20 for `quick`, 60 for
  ///   `balanced`, 200 for `best`; with the goal `structure` 100, 300 and 600.
  package init(
    quality: LayoutQuality = .balanced, goal: LayoutGoal = .neighborhoods,
    placement: Placement<Vector> = Placement(), ticks: Int? = nil
  ) {
    self.quality = quality
    self.goal = goal
    self.placement = placement
    self.ticks = ticks
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(
      quality: request.quality, goal: request.goal ?? .neighborhoods,
      placement: placement, ticks: request.ticks)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try placement.check(nodeCount: graph.nodeCount)
    if let ticks { try Check.atLeast(0, ticks, "ticks") }
    let pieces = graph.nodeCount + graph.pairCount
    return try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      if let constraints = placement.constraints?.part(nodes) {
        return try placeConstrained(component, nodes, constraints, run: &run)
      }
      if placement.start == nil, placement.pins(of: nodes) == nil {
        let drawn = try placeComponent(component, of: pieces, run: &run)
        let turned = MirrorAxis.upright(drawn, component) ?? SmallestRectangle.turned(drawn)
        return turned.map { $0 * placement.linkLength }
      }
      return try placeFromStart(component, nodes, run: &run)
    }
  }
}

// MARK: One component, in link lengths

extension MultilevelLayout {
  var levelTicks: LevelTicks<Vector> {
    switch goal {
    case .distances: LevelTicks(forces: .tForces(attraction: 2))
    case .neighborhoods: LevelTicks(forces: .tForces(attraction: 8))
    case .clusters: LevelTicks(forces: .tForces(attraction: 32))
    case .structure: LevelTicks(forces: .springs)
    }
  }

  /// Lays out a component from coarse to fine.
  ///
  /// - Parameter pieces: the number of nodes and edges of all components.
  func placeComponent(
    _ graph: LayoutGraph, of pieces: Int, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    run.begin("levels")
    if let tree = treeLevels(graph) { return try placeTree(tree, of: pieces, run: &run) }
    let order = NodeOrder(graph)
    let hierarchy = LevelHierarchy(
      LevelGraph(graph, order: order), downTo: 600, seed: run.seed)
    let shares = LevelHierarchy.shares(
      of: hierarchy.graphs, finestTicks: ticks ?? ticksOfQuality, otherTicks: otherTicks)
    var (positions, rate, spreads) = try run.preparing { run throws(LayoutError) in
      try startOfFinest(hierarchy, shares, run: &run)
    }
    let finest = hierarchy.graphs[0]
    let share = Double(graph.nodeCount + graph.pairCount) / Double(max(pieces, 1))
    let ticks = ticks(at: rate, of: pieces, share: share, spreads: spreads, run: &run)
    let byLength = graph.lengths != nil
    if spreads {
      try coolSpread(finest, &positions, ticks, byLength: byLength, shares[0], run: &run)
    } else {
      try cool(finest, &positions, ticks, levelTicks, byLength: byLength, shares[0], run: &run)
    }
    positions =
      goal == .distances
      ? try fitLast(positions, to: finest, ticks: min(ticks, Self.lastTicks), run: &run)
      : finest.scaled(positions, edgeLength: 1, byLength: true)
    return order.map { $0.byNode(positions) } ?? positions
  }

  /// Performs the final sweeps. If they use a model of distances, some ticks at the final heat
  /// follow. They even out artefacts such as cells and shells, in which nodes are equally far from
  /// few others, without changing the shape.
  func fitLast(
    _ positions: [Vector], to graph: LevelGraph, ticks: Int, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let fit = lastFit.positions(positions, of: graph, run: &run)
    var fitted = fit.positions
    guard fit.isByModel else { return fitted }
    // The size after the preceding ticks is kept.
    let factor = Self.radius(positions) / Self.radius(fitted)
    guard factor.isFinite, factor > 0 else { return fitted }
    fitted = fitted.map { $0 * factor }
    try levelTicks.cool(
      graph, byLength: graph.lengths.contains { $0 != 1 }, &fitted, ticks: ticks,
      heat: LevelTicks<Vector>.lastHeat, run: &run)
    return fitted.map { $0 * (1 / factor) }
  }

  static var lastTicks: Int { 5 }

  var lastFit: DistanceFit {
    DistanceFit(
      pivots: quality.pick(quick: 50, balanced: 100, best: 200),
      sweeps: quality.pick(quick: 5, balanced: 20, best: 100),
      modelSweeps: quality.pick(quick: 5, balanced: 10, best: 20))
  }

  /// Returns the root mean square distance from the mean.
  static func radius(_ positions: [Vector]) -> Double {
    let middle = positions.reduce(Vector.zero, +) / Double(max(positions.count, 1))
    return
      (positions.reduce(0) { $0 + ($1 - middle).lengthSquared() }
      / Double(max(positions.count, 1))).squareRoot()
  }

  var ticksOfQuality: Int { ticks(of: quality) }

  private func ticks(of quality: LayoutQuality) -> Int {
    goal == .structure
      ? quality.pick(quick: 100, balanced: 300, best: 600)
      : quality.pick(quick: 20, balanced: 60, best: 200)
  }

  /// Returns the number of ticks of the finest level.
  ///
  /// - Parameters:
  ///   - rate: the rate measured on the next coarser level; nil if there is none.
  ///   - pieces: the number of nodes and edges of all components.
  ///   - share: the fraction of them in this component, the largest when ticks are chosen.
  ///   - spreads: true if ticks with springs come first.
  func ticks(
    at rate: TickRate?, of pieces: Int, share: Double, spreads: Bool = false,
    run: inout LayoutRun
  ) -> Int {
    if let ticks { return ticks }
    if let chosen = run.ticksInTime { return chosen }
    guard let rate, var seconds = run.secondsLeft else { return ticksOfQuality }
    // The rest is for the final sweeps, or for springs.
    if goal == .distances { seconds /= 2 }
    if spreads { seconds *= Double(ticksOfQuality) / Double(ticksOfQuality + spreadTicks) }
    // Coarser levels of the remaining components take about a third of the work of their ticks.
    let others = (1 - share) * Double(otherTicks) / 3
    let ticks = Int(
      min(max(rate.ticks(ofPieces: pieces, in: seconds) - others, 1), Double(self.ticks(of: .best)))
    )
    run.ticksInTime = ticks
    return ticks
  }

  /// Runs all levels up to the start of the finest, and returns the rate of ticks on the last one,
  /// and whether levels are spread.
  private func startOfFinest(
    _ hierarchy: LevelHierarchy, _ shares: [ClosedRange<Double>], run: inout LayoutRun
  ) throws(LayoutError) -> ([Vector], TickRate?, spreads: Bool) {
    var rate: TickRate?
    var positions: [Vector] = try run.within(0...0.1) { run throws(LayoutError) in
      try hierarchy.coarsestPositions(run: &run)
    }
    var (fits, spreads) = (goal == .distances, false)
    if !fits {
      positions = try hierarchy.unfolded(positions)
      let stress = try hierarchy.stress(positions)
      fits = stress <= StressLayout<Vector>.fittingStress
      spreads = !fits && goal == .neighborhoods && stress <= Self.spreadStress
    }
    let (ticks, forces) = spreads ? (spreadTicks, Self.springs) : (otherTicks, levelTicks)
    var random = SeededRandom(seed: run.seed &+ 1)
    for level in hierarchy.parents.indices.reversed() {
      let finer = hierarchy.graphs[level]
      positions = finer.prolonged(positions, parents: hierarchy.parents[level], random: &random)
      if fits, level > 0 || goal == .distances {
        positions =
          DistanceFit(pivots: goal == .distances ? 50 : 20, sweeps: 3)
          .positions(positions, of: finer, run: &run).positions
      }
      if level == 0 { break }
      let before = run.secondsLeft
      try cool(finer, &positions, ticks, forces, byLength: false, shares[level], run: &run)
      if let before, let after = run.secondsLeft, after > 0 {
        rate = TickRate(of: finer, ticks: ticks, took: before - after)
      }
    }
    return (positions, rate, spreads)
  }

  func cool(
    _ graph: LevelGraph, _ positions: inout [Vector], _ ticks: Int, _ forces: LevelTicks<Vector>,
    byLength: Bool, edgeLength: Double = LevelTicks<Vector>.edgeLength, heat: Double = 1,
    _ share: ClosedRange<Double>, run: inout LayoutRun
  ) throws(LayoutError) {
    positions = graph.scaled(positions, edgeLength: edgeLength, byLength: byLength)
    try run.within(share) { run throws(LayoutError) in
      run.begin("ticks")
      try forces.cool(
        graph, byLength: byLength, &positions, ticks: ticks, heat: heat, run: &run)
    }
  }

  /// The number of ticks of the coarser levels, which have a third of the finest level's nodes
  /// altogether.
  var otherTicks: Int { goal == .structure ? ticksOfQuality : 60 }
}
