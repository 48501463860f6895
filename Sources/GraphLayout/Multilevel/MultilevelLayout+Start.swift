import ForceSimulation

/// Layout of components with a start or pins, in layout units.
extension MultilevelLayout {
  func placeFromStart(
    _ graph: LayoutGraph, _ nodes: [Int32], run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let start = try placement.start(of: nodes, seed: run.seed) { () throws(LayoutError) in
      try run.preparing { run throws(LayoutError) in
        try run.within(0...0.5) { run throws(LayoutError) in
          try placeComponent(graph, of: graph.nodeCount + graph.pairCount, run: &run).map {
            $0 * placement.linkLength
          }
        }
      }
    }
    return try run.within(0.5...1) { run throws(LayoutError) in
      run.begin("ticks")
      if let pins = placement.pins(of: nodes) {
        return try placeHeld(graph, nodes, start, pins, run: &run)
      }
      if placement.moveBound(of: nodes) != nil {
        return try placeHeld(graph, nodes, start, nil, run: &run)
      }
      let isNew = nodes.map { placement.newNodes.contains(Int($0)) }
      return try placeFree(graph, start, isNew, run: &run)
    }
  }

  /// Lays out a component with pins or bounded moves, at the present edge length.
  private func placeHeld(
    _ graph: LayoutGraph, _ nodes: [Int32], _ start: [Vector], _ pins: [Vector?]?,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let unit = placement.linkLength / LevelTicks<Vector>.edgeLength
    var positions = start.map { $0 / unit }
    try levelTicks.cool(
      LevelGraph(graph), byLength: graph.lengths != nil, &positions,
      ticks: ticks ?? ticksOfQuality, heat: Self.startHeat,
      pins: pins?.map { $0.map { $0 / unit } },
      bound: placement.moveBound(of: nodes)?.scaled(by: 1 / unit), run: &run)
    // Pinned nodes keep their exact positions.
    return positions.indices.map { (pins?[$0] ?? nil) ?? positions[$0] * unit }
  }

  /// The initial heat of a component with a start, relative to one without: it is lower, as the
  /// order exists.
  static var startHeat: Double { 0.3 }

  /// - Parameter isNew: true for nodes that are new in the drawing.
  private func placeFree(
    _ graph: LayoutGraph, _ start: [Vector], _ isNew: [Bool], run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let finest = LevelGraph(graph)
    if goal == .distances,
      let fitted = refitted(start, finest, isNew, run: &run)
    {
      return fitted
    }
    if let kept = try placeUncrossed(graph, finest, start, run: &run) { return kept }
    let byLength = graph.lengths != nil
    let ticks = ticks ?? ticksOfQuality
    if goal != .distances,
      let settled = try settled(start, finest, byLength: byLength, isNew, ticks: ticks, run: &run)
    {
      return settled
    }
    let rest = try levelTicks.rest(of: start, finest, byLength: byLength, run: run)
    var positions = start.map { $0 / rest.unit }
    try levelTicks.cool(
      finest, byLength: byLength, &positions, ticks: ticks, heat: Self.startHeat, run: &run)
    if goal == .distances {
      positions = try fitLast(
        positions, to: finest, ticks: min(ticks, Self.lastTicks), run: &run)
    } else {
      positions = finest.scaled(positions, edgeLength: 1, byLength: true)
    }
    return positions.map { $0 * placement.linkLength }
  }

  private func settled(
    _ start: [Vector], _ graph: LevelGraph, byLength: Bool, _ isNew: [Bool], ticks: Int,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector]? {
    // What was spread is at rest under other forces.
    for forces in goal == .neighborhoods ? [levelTicks, Self.tForcesAfterSprings] : [levelTicks] {
      func ticked(
        _ positions: [Vector], _ pins: [Vector?], _ run: inout LayoutRun
      ) throws(SimulationError) -> [Vector] {
        try forces.cooled(
          graph, byLength: byLength, positions, ticks: ticks, heat: Self.startHeat, pins: pins,
          run: &run)
      }
      do {
        let restart = forces.restart(graph, byLength: byLength, isNew: isNew)
        if let settled = try restart.settled(start, run: &run, ticked) { return settled }
      } catch {
        throw .badOption("the simulation's input", value: "\(error)", expected: "in range")
      }
    }
    return nil
  }

  /// Returns the positions of a tree that starts without crossings, after cold ticks that create
  /// none; nil for other graphs, and if it moves too much to be at rest. Nodes that edges hold
  /// apart have different steps even at rest (`Rest`), so their movement is the criterion.
  private func placeUncrossed(
    _ graph: LayoutGraph, _ finest: LevelGraph, _ start: [Vector], run: inout LayoutRun
  ) throws(LayoutError) -> [Vector]? {
    guard treeLevels(graph) != nil,
      try LayoutMetrics.crossings(graph, start.map { SIMD2($0[0], $0[1]) }).perEdge == 0
    else { return nil }
    var cold = levelTicks
    cold.keepsOrder = true
    let rest = try cold.rest(of: start, finest, byLength: false, run: run)
    guard rest.unit > 0, rest.unit.isFinite else { return nil }
    var positions = start.map { $0 / rest.unit }
    let unit = rest.unit
    try run.preparing { run throws(LayoutError) in
      try cold.cool(
        finest, byLength: false, &positions, ticks: ticks ?? ticksOfQuality,
        heat: LevelTicks<Vector>.lastHeat, run: &run)
    }
    let edge = LevelTicks<Vector>.edgeLength
    let moves = positions.indices.map { (positions[$0] - start[$0] / unit).length() / edge }
      .sorted()
    guard let greatest = moves.last, moves[moves.count / 2] < Self.settled.median else {
      return nil
    }
    run.staysInPlace = true
    return greatest < Self.settled.greatest ? start : positions.map { $0 * unit }
  }

  /// The movements of the median node and of the one that moves most in cold ticks, in edge
  /// lengths, below which a tree is at rest.
  private static var settled: (median: Double, greatest: Double) { (0.3, 1.5) }

  /// Returns positions fitted to distances, of which as much is kept as hardly costs stress
  /// (`StressRestart`); nil if the start is far from that. A relative error of distances of a
  /// hundredth (RMS) is close enough.
  private func refitted(
    _ start: [Vector], _ graph: LevelGraph, _ isNew: [Bool], run: inout LayoutRun
  ) -> [Vector]? {
    guard run.mayContinue() else { return start }
    let distances = lastFit.distances(graph, run: &run)
    let fit = lastFit.positions(start, distances, run: &run)
    let isBesideOthers = run.othersStay && 2 * isNew.count { $0 } <= isNew.count
    let fits = fit.stressBefore < 1e-4 && !isNew.contains(true)
    if fits || (fit.stressAfter > 0.97 * fit.stressBefore && !isNew.contains(true)) {
      run.staysInPlace = true
      return start
    }
    let restart = StressRestart(
      start: fit.before, fitted: fit.positions, distances.graph, isNew: isNew)
    let isTouched = restart.isTouched
    let kept = restart.kept(max(fit.stressAfter, 1e-4)) { moved in
      let placed = lastFit.positions(moved, distances, isFree: isTouched, run: &run)
      // Fits have scales and centres of their own.
      let factor = Self.radius(moved) / Self.radius(placed.before)
      return (
        moved.indices.map { node in
          isTouched[node]
            ? moved[node] + (placed.positions[node] - placed.before[node]) * factor : moved[node]
        }, placed.stressAfter
      )
    }
    let factor = Self.radius(start) / Self.radius(fit.before)
    func inPlace(_ positions: [Vector]) -> [Vector] {
      start.indices.map { start[$0] + (positions[$0] - fit.before[$0]) * factor }
    }
    guard let kept else {
      if fit.stressAfter < 0.7 * fit.stressBefore, !isBesideOthers, !restart.isNearby { return nil }
      run.staysInPlace = true
      return inPlace(fit.positions)
    }
    run.staysInPlace = true
    return inPlace(kept)
  }
}
