import ForceSimulation

extension StressLayout {
  /// Returns positions in layout units that are refined under constraints, of a component.
  func refined(
    _ positions: [Vector], _ graph: LayoutGraph, _ constraints: ConstraintSet,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let pivots = PivotDistances(graph, count: pivotCount, choice: .random, run: &run)
    let terms: Terms
    if graph.nodeCount <= fullNodeLimit {
      guard let stress = FullStress(graph, run: &run) else { return positions }
      terms = .full(stress)
    } else {
      terms = .sparse(SparseStress(graph, pivots, kernelOptions: run.kernelOptions), pivots)
    }
    let unit = placement.linkLength
    return try refined(
      positions.map { $0 / unit }, terms, constraints, unit: unit, mayTurn: false, run: &run)
  }

  /// Returns positions in layout units, from a draft in link lengths without constraints, which is turned
  /// to where they move it least.
  func refined(
    _ draft: [Vector], _ terms: Terms, _ constraints: ConstraintSet, unit: Double, mayTurn: Bool,
    run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    var projection = ConstraintProjection<Vector>(constraints, weights: terms.weightSums)
    var positions = draft
    if mayTurn { positions = projection.turned(draft.map { $0 * unit }).map { $0 / unit } }
    if constraints.boxes != nil {
      positions = try projection.begun(
        positions.map { $0 * unit }, linkLength: mayTurn ? unit : nil
      ).map { $0 / unit }
    }
    positions = held(positions, terms, &projection, unit: unit, run: &run).map { $0 * unit }
    projection.project(&positions, .tick)
    return positions
  }

  /// Returns the positions of least stress under constraints, from positions in link lengths.
  ///
  /// Each iteration moves all nodes half of the way to the minimum of the majorizing function that each
  /// has alone, by which the stress cannot grow, and projects them in the metric of these steps. It
  /// begins from where the last two lead to (Nesterov 1983), but not where that leads back up.
  func held(
    _ start: [Vector], _ terms: Terms, _ projection: inout ConstraintProjection<Vector>,
    unit: Double, run: inout LayoutRun
  ) -> [Vector] {
    var positions = start
    projection.project(&positions, unit: unit, Self.effortOfStart)
    let weights = terms.weightSums
    var freeAxes = Vector.zero
    for axis in 0..<Vector.scalarCount where !projection.isHeld(axis) { freeAxes[axis] = 1 }
    var (ahead, momentum) = (positions, 1.0)
    for iteration in 0..<iterations where run.mayTick() {
      var next = ahead
      let steps = terms.steps(ahead)
      let drift = terms.drift(steps) * freeAxes
      for node in next.indices { next[node] += (steps[node] - drift) * 0.5 }
      projection.project(&next, unit: unit, .tick)
      var (moved2, back) = (0.0, 0.0)
      for node in next.indices {
        let move = next[node] - positions[node]
        moved2 += move.lengthSquared()
        back += weights[node] * ((ahead[node] - next[node]) * move).sum()
      }
      let following = back > 0 ? 1 : (1 + (1 + 4 * momentum * momentum).squareRoot()) / 2
      let share = back > 0 ? 0 : (momentum - 1) / following
      for node in next.indices {
        ahead[node] = next[node] + (next[node] - positions[node]) * share
      }
      (positions, momentum) = (next, following)
      run.report(Double(iteration + 1) / Double(iterations))
      if moved2 <= 0.1 * tolerance * tolerance * Double(positions.count) { return positions }
    }
    run.noteUnfinished()
    return positions
  }

  static var effortOfStart: ProjectionEffort { .nearest(atMost: 20) }
}
