import ForceSimulation

/// Stress majorization: distances in the drawing approximate graph distances.
///
/// Use it for the most faithful picture of distances, best for up to some ten thousand nodes. With
/// weights as lengths it minimises the energy of Kamada and Kawai (1989,
/// doi:10.1016/0020-0190(89)90102-6), by a method that decreases monotonically.
///
/// It minimises the sum over pairs of `(|x_i - x_j| - d_ij)² / d_ij²`. Components of up to
/// `fullNodeLimit` nodes use all pairs (Gansner, Koren and North 2004,
/// doi:10.1007/978-3-540-31843-9_25). Larger ones use neighbours and `pivotCount` random pivots,
/// which represent the nodes around them (Ortmann, Klimenta and Brandes 2017,
/// doi:10.7155/jgaa.00440). Nodes move in turn, one and a half times the way to the minimum of the
/// majorizing function, so the stress decreases with every move (over all pairs) and low-frequency
/// errors decay in half the iterations. It stops with `converged` when the root mean square move of
/// an iteration is below `tolerance` link lengths, and with `tickBudget` after `iterations`.
///
/// In two dimensions trees, and what has 0.1 crossings per edge, are then spread by springs and charges,
/// if the mean stress of a pair is at least 0.01: what lies folded or exactly on each other is pulled
/// apart, and iterations from there mostly end with less stress and fewer crossings. This needs all
/// pairs, no start and no lengths of edges.
///
/// Where the drawing fits its distances (a stress of at most 0.045, as in flat meshes) and in folded meshes, the
/// last iterations over all pairs end at a fifth of `tolerance`: the bend of a whole mesh, and sheets that slide
/// along each other, are seen, but cost little stress and decay slowly. These iterations count too.
///
/// Time: O(nodes * (nodes + edges)) once and O(nodes²) per iteration; sparse: O(pivots * (nodes +
/// edges) + pivots² * nodes) once, and O(pivots * nodes + edges) per iteration. Memory: 4 bytes per
/// pair; sparse: 20 per node and pivot. All pairs are summed on the threads of the simulation, with the
/// same result for any number of them; sparse stress uses one.
package struct StressLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The start positions, pins and link length.
  package var placement: Placement<Vector>
  /// The maximum number of iterations per component.
  package var iterations: Int
  /// The root mean square move per iteration, in link lengths, below which it has converged.
  package var tolerance: Double
  /// The size of the largest component for which all pairs are used, at most 40,000.
  package var fullNodeLimit: Int
  /// The number of pivots of larger components.
  package var pivotCount: Int
  /// Whether the drawing is only the start of another layout: then neither springs and charges spread it, nor do
  /// the last iterations end at a fifth of `tolerance`.
  package var isDraft = false
  private let springTicks: Int
  package var name: String { "stress" }

  /// - Parameter quality: the defaults of `iterations`, `tolerance`, `fullNodeLimit` and
  ///   `pivotCount`: 200, 0.01, 3,000 and 200 for `balanced`; 40, 0.03, 1,000 and 50 for `quick`;
  ///   1,000, 0.002, 6,000 and 400 for `best`.
  package init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    iterations: Int? = nil, tolerance: Double? = nil, fullNodeLimit: Int? = nil,
    pivotCount: Int? = nil
  ) {
    self.placement = placement
    self.iterations = iterations ?? quality.pick(quick: 40, balanced: 200, best: 1_000)
    self.tolerance = tolerance ?? quality.pick(quick: 0.03, balanced: 0.01, best: 0.002)
    self.fullNodeLimit = fullNodeLimit ?? quality.pick(quick: 1_000, balanced: 3_000, best: 6_000)
    self.pivotCount = pivotCount ?? quality.pick(quick: 50, balanced: 200, best: 400)
    springTicks = quality.pick(quick: 60, balanced: 200, best: 400)
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(
      quality: request.quality, placement: placement, iterations: request.ticks)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    return try placement.placeByComponents(graph, run: &run) {
      component, nodes, run throws(LayoutError) in
      let positions = Array(
        try place(component, nodes: nodes, run: &run).prefix(component.nodeCount))
      let isFree =
        placement.start == nil && placement.pins(of: nodes) == nil
        && placement.constraints?.part(nodes) == nil
      guard isFree else { return positions }
      return MirrorAxis.upright(positions, component) ?? SmallestRectangle.turned(positions)
    }
  }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    try placement.check(nodeCount: graph.nodeCount)
    try Check.atLeast(0, iterations, "iterations")
    try Check.notNegative(tolerance, "tolerance")
    try Check.atLeast(0, fullNodeLimit, "fullNodeLimit")
    guard fullNodeLimit <= 40_000 else {
      throw .tooLarge("fullNodeLimit", found: fullNodeLimit, limit: 40_000)
    }
    try Check.atLeast(1, pivotCount, "pivotCount")
  }

  private var linkLength: Double { placement.linkLength }

  /// Returns the length of an edge in the start of a component. For bounded nodes it is the length
  /// that best fits their distances: with any other, all nodes would move outwards or inwards, but
  /// the bounded ones would stay behind.
  private func linkLength(
    of start: [Vector], _ pivots: PivotDistances, within bound: MoveBound<Vector>?
  ) -> Double {
    guard let bound, bound.places.contains(where: { $0 != nil }) else { return linkLength }
    let scale = PivotStart.scale(start.map { $0 / linkLength }, pivots)
    return scale > 0 && scale.isFinite ? linkLength / scale : linkLength
  }

  /// Lays out one component; hubs of groups come after its nodes. Stress is in link lengths.
  private func place(
    _ component: LayoutGraph, nodes: [Int32], run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    var constraints = placement.constraints?.part(nodes)
    let graph = constraints?.addHubs(to: component, linkLength: linkLength).roomy ?? component
    let isFull = graph.nodeCount <= fullNodeLimit
    let pivots = run.within(0...0.2) { run in
      run.begin("pivots")
      return PivotDistances(
        graph, count: isFull ? PivotStart.pivotCount : pivotCount,
        choice: isFull ? .farthest : .random, run: &run)
    }
    var start = placement.start(of: nodes, seed: run.seed) {
      PivotStart.positions(graph, pivots, linkLength: linkLength, seed: run.seed)
    }
    if placement.start != nil, let boxes = constraints?.boxes { start = boxes.withHubs(start) }
    let localPins = placement.pins(of: nodes)
    let held = placement.moveBound(of: nodes)
    var unit = linkLength(of: start, pivots, within: held)
    let isFree = localPins == nil && held == nil && placement.start != nil
    if isFree, run.othersStay {
      // Small components have a scale of their own beside a giant one (`ComponentGround`).
      let scale = PivotStart.scale(start.map { $0 / unit }, pivots)
      if scale > 1, scale.isFinite { unit /= scale }
    }
    return try run.within(0.2...1) { run throws(LayoutError) in
      let terms: Terms
      if isFull {
        run.begin("distances")
        guard let stress = FullStress(graph, run: &run) else { return start }
        terms = .full(stress)
      } else {
        terms = .sparse(SparseStress(graph, pivots, kernelOptions: run.kernelOptions), pivots)
      }
      run.begin("ticks")
      var positions = start.map { $0 / unit }
      if placement.start != nil, let constraints {
        return try refined(positions, terms, constraints, unit: unit, mayTurn: false, run: &run)
      }
      var left = iterations
      func minimize(_ positions: inout [Vector], tolerance: Double, run: inout LayoutRun) {
        self.minimize(
          &positions, terms, isPinned: localPins.map { $0.map { $0 != nil } },
          within: held?.scaled(by: 1 / unit), tolerance: tolerance, iterations: &left, run: &run)
      }
      minimize(&positions, tolerance: tolerance, run: &run)
      if isFull, localPins == nil, run.mayContinue(), try mayBeSpread(graph, positions, terms) {
        positions = try spread(positions, graph, terms, pivots, run: &run)
      }
      if isFull, !isDraft, left > 0, run.mayContinue(),
        terms.mean(positions) <= Self.fittingStress
      {
        minimize(&positions, tolerance: lastTolerance, run: &run)
      }
      if let constraints {
        return try refined(positions, terms, constraints, unit: unit, mayTurn: true, run: &run)
      }
      let isNew = nodes.map { placement.newNodes.contains(Int($0)) }
      if isFree,
        let kept = kept(start, unit, positions, graph, terms, isNew: isNew, run: &run)
      {
        return kept
      }
      // Pinned nodes keep their exact positions, without rounding by a division and a multiplication.
      return positions.indices.map { (localPins?[$0] ?? nil) ?? positions[$0] * unit }
    }
  }

  /// Whether springs may lower the stress of a component without pins. Its stress has to be at least
  /// 0.01, an error of 10 % in each distance. And it has to be a tree, whose branches wind, or folded,
  /// with at least 0.1 crossings per edge. Springs know no lengths of edges.
  private func mayBeSpread(
    _ graph: LayoutGraph, _ positions: [Vector], _ terms: Terms
  ) throws(LayoutError) -> Bool {
    guard !isDraft, iterations > 0, placement.start == nil, Vector.scalarCount == 2,
      graph.lengths == nil, graph.nodeCount > 3
    else { return false }
    if graph.pairCount >= graph.nodeCount {
      let points = positions.map { SIMD2($0[0], $0[1]) }
      let crossings = try LayoutMetrics.crossings(
        graph, points, sampledEdges: min(graph.edgeCount, 200))
      if crossings.perEdge < 0.1 { return false }
    }
    return terms.mean(positions) >= 0.01
  }

  /// Returns the positions of less stress: the given ones, or those in which iterations end after
  /// springs and charges.
  private func spread(
    _ fitted: [Vector], _ graph: LayoutGraph, _ terms: Terms, _ pivots: PivotDistances,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let level = LevelGraph(graph)
    return try run.preparing { run throws(LayoutError) in
      var positions = level.scaled(
        fitted, edgeLength: LevelTicks<Vector>.edgeLength, byLength: false)
      try LevelTicks<Vector>(forces: .springs).cool(
        level, byLength: false, &positions, ticks: springTicks, run: &run)
      positions = PivotStart.scaled(positions, pivots, linkLength: 1)
      func minimize(_ positions: inout [Vector], tolerance: Double, run: inout LayoutRun) {
        var left = iterations
        self.minimize(
          &positions, terms, isPinned: nil, within: nil, tolerance: tolerance, iterations: &left,
          run: &run)
      }
      minimize(&positions, tolerance: tolerance, run: &run)
      if terms.value(positions) >= terms.value(fitted) { positions = fitted }
      if level.isMesh { minimize(&positions, tolerance: lastTolerance, run: &run) }
      return positions
    }
  }

  /// The stress up to which a drawing fits its distances, which corresponds to relative errors of 21 %. Meshes,
  /// road maps and tubes are below it, most trees and networks with short paths above (docs/layouts.md,
  /// "Multilevel").
  static var fittingStress: Double { 0.045 }

  private var lastTolerance: Double { tolerance / 5 }

  /// The terms of the stress of a component.
  enum Terms {
    case full(FullStress)
    case sparse(SparseStress, PivotDistances)

    func sweep(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
      switch self {
      case .full(let stress): stress.sweep(&positions, isPinned: isPinned)
      case .sparse(let stress, _): stress.sweep(&positions, isPinned: isPinned)
      }
    }

    /// Returns the step of each node to the minimum of the majorizing function, if all others stay.
    func steps(_ positions: [Vector]) -> [Vector] {
      switch self {
      case .full(let stress): stress.steps(positions)
      case .sparse(let stress, _): stress.steps(positions)
      }
    }

    /// Returns the mean of steps, by the weights of the nodes. In sparse stress it is not 0, as nodes follow
    /// pivots that do not follow them: without constraints nothing comes of it, but steps that gain momentum
    /// would carry the whole drawing away, faster and faster, and never end.
    func drift(_ steps: [Vector]) -> Vector {
      guard case .sparse(let stress, _) = self else { return .zero }
      var (sum, weight) = (Vector.zero, 0.0)
      for (node, step) in steps.enumerated() {
        sum += step * stress.weightSums[node]
        weight += stress.weightSums[node]
      }
      return weight > 0 ? sum / weight : .zero
    }

    var weightSums: [Double] {
      switch self {
      case .full(let stress): stress.weightSums
      case .sparse(let stress, _): stress.weightSums
      }
    }

    /// Returns the stress at the scale of the positions, with full weights.
    func value(_ positions: [Vector]) -> Double {
      switch self {
      case .full(let stress): stress.value(positions)
      case .sparse(_, let pivots):
        pivots.stress(positions) + Self.square(PivotStart.scale(positions, pivots) - 1)
      }
    }

    /// Returns the mean stress of a pair, of terms over all pairs.
    func mean(_ positions: [Vector]) -> Double {
      let count = Double(positions.count)
      return count > 1 ? value(positions) * 2 / (count * (count - 1)) : 0
    }

    private static func square(_ value: Double) -> Double { value * value }
  }

  /// Returns what can be kept of a start (`StressRestart`), and notes in `run` that it stays in
  /// place; nil if that is nothing.
  private func kept(
    _ start: [Vector], _ unit: Double, _ fitted: [Vector], _ graph: LayoutGraph, _ terms: Terms,
    isNew: [Bool], run: inout LayoutRun
  ) -> [Vector]? {
    // The stress of each attempt takes O(nodes²), which somebody who cancels does not wait for.
    if run.stop == .cancelled { return nil }
    let before = start.map { $0 / unit }
    if !isNew.contains(true), isNear(fitted, before) {
      run.staysInPlace = true
      return start
    }
    let restart = StressRestart(start: before, fitted: fitted, graph, isNew: isNew)
    let isPinned = restart.isTouched.map { !$0 }
    let hasTouched = isPinned.contains(false)
    let kept = restart.kept(terms.value(fitted)) { moved in
      var positions = moved
      for _ in 0..<(hasTouched ? Self.sweepsOfTouched : 0) where run.mayContinue() {
        _ = terms.sweep(&positions, isPinned: isPinned)
      }
      return (positions, run.stop == .cancelled ? .infinity : terms.value(positions))
    }
    guard let kept else {
      // Beside others that stay it does not go elsewhere either.
      run.staysInPlace =
        restart.isNearby || (run.othersStay && 2 * isNew.count { $0 } <= isNew.count)
      return nil
    }
    run.staysInPlace = true
    return start.indices.map { kept[$0] == before[$0] ? start[$0] : kept[$0] * unit }
  }

  private static var sweepsOfTouched: Int { 20 }

  /// Returns true if nodes have moved at most as far as in two iterations at `tolerance`.
  private func isNear(_ positions: [Vector], _ start: [Vector]) -> Bool {
    let moved2 = positions.indices.reduce(0.0) {
      $0 + (positions[$1] - start[$1]).lengthSquared()
    }
    return moved2 <= 4 * tolerance * tolerance * Double(positions.count)
  }

  /// Moves nodes until an iteration moves them by no more than `tolerance`, or none of the iterations is left.
  private func minimize(
    _ positions: inout [Vector], _ terms: Terms, isPinned: [Bool]?,
    within bound: MoveBound<Vector>?, tolerance: Double, iterations left: inout Int,
    run: inout LayoutRun
  ) {
    while left > 0, run.mayTick() {
      let movement2 = terms.sweep(&positions, isPinned: isPinned)
      bound?.apply(to: &positions)
      left -= 1
      run.report(1 - Double(left) / Double(iterations))
      if movement2 <= tolerance * tolerance * Double(positions.count) { return }
    }
    run.noteUnfinished()
  }
}
