/// The layout of components that are trees, in link lengths.
extension MultilevelLayout {
  /// Returns the levels of a tree that is drawn without crossings; nil for other graphs and goals.
  func treeLevels(_ graph: LayoutGraph) -> TreeLevels? {
    guard Vector.scalarCount == 2, goal == .neighborhoods, graph.lengths == nil else { return nil }
    return TreeLevels(LevelGraph(graph))
  }

  /// Lays a tree out from the coarsest to the finest level, without crossings.
  func placeTree(
    _ tree: TreeLevels, of pieces: Int, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let graphs = tree.graphs
    let shares = LevelHierarchy.shares(
      of: graphs, finestTicks: ticks ?? ticksOfQuality, otherTicks: otherTicks)
    var positions: [Vector] = tree.start(edgeLength: LevelTicks<Vector>.edgeLength)
    var (rate, spreads): (TickRate?, Bool) = (nil, false)
    try run.preparing { run throws(LayoutError) in
      for level in graphs.indices.dropFirst().reversed() {
        let before = run.secondsLeft
        try cool(graphs[level], &positions, otherTicks, shares[level], run: &run)
        if let before, let after = run.secondsLeft, after > 0 {
          rate = TickRate(of: graphs[level], ticks: otherTicks, took: before - after)
        }
        // The last level that is fitted.
        if graphs[level].nodeCount <= Self.fitted.nodes,
          graphs[level - 1].nodeCount > Self.fitted.nodes
        {
          spreads =
            try LayoutMetrics.stress(graphs[level].layoutGraph(), positions, sampledSources: 50)
            <= Self.spreadTreeStress
        }
        positions = tree.finer(
          positions, level: level - 1, reach: LevelTicks<Vector>.edgeLength)
      }
    }
    let share = Double(2 * graphs[0].nodeCount - 1) / Double(max(pieces, 1))
    let ticks = ticks(at: rate, of: pieces, share: share, run: &run)
    var rest = shares[0]
    if spreads {
      let middle = (rest.lowerBound + rest.upperBound) / 2
      try spread(graphs[0], &positions, rest.lowerBound...middle, run: &run)
      rest = middle...rest.upperBound
    }
    try cool(graphs[0], &positions, ticks, rest, run: &run)
    positions = graphs[0].scaled(positions, edgeLength: 1, byLength: true)
    var placed = positions
    for (place, node) in tree.order.enumerated() { placed[Int(node)] = positions[place] }
    return placed
  }

  private func cool(
    _ graph: LevelGraph, _ positions: inout [Vector], _ ticks: Int, _ share: ClosedRange<Double>,
    run: inout LayoutRun
  ) throws(LayoutError) {
    var levelTicks = levelTicks
    levelTicks.keepsOrder = true
    try run.within(share) { run throws(LayoutError) in
      fit(&positions, to: graph, run: &run)
      run.begin("ticks")
      try levelTicks.cool(graph, byLength: false, &positions, ticks: ticks, run: &run)
    }
  }

  /// The stress of the last fitted level up to which the finest one, if it is too large to be fitted, is
  /// spread. Above it, as in recursive and balanced trees, all nodes are near each other, and charges
  /// would push them apart.
  private static var spreadTreeStress: Double { 0.08 }

  /// Evens out the lengths of edges by some ticks of springs and charges, without creating crossings. As
  /// the ground grows from level to level, so do long paths, whose ends t-forces do not bring nearer.
  private func spread(
    _ graph: LevelGraph, _ positions: inout [Vector], _ share: ClosedRange<Double>,
    run: inout LayoutRun
  ) throws(LayoutError) {
    var springs = Self.springs
    springs.keepsOrder = true
    let ticks = quality.pick(quick: 15, balanced: 30, best: 60)
    try run.preparing { run throws(LayoutError) in
      try cool(graph, &positions, ticks, springs, byLength: false, share, run: &run)
    }
    positions = graph.scaled(
      positions, edgeLength: LevelTicks<Vector>.edgeLength, byLength: false)
  }

  /// The size of the largest level that is fitted to its distances, and the number of sweeps.
  private static var fitted: (nodes: Int, sweeps: Int) { (1_000, 50) }

  /// Fits positions to the distances in the tree without creating crossings, which straightens and
  /// separates branches. Ticks do not change the overall shape. O(nodes²) per sweep.
  private func fit(_ positions: inout [Vector], to graph: LevelGraph, run: inout LayoutRun) {
    guard graph.nodeCount > 2, graph.nodeCount <= Self.fitted.nodes,
      let stress = FullStress(graph.layoutGraph(), run: &run)
    else { return }
    let crossings = CrossingGuard<Vector>(graph, velocityDecay: 1)
    let unit = stress.unit(of: positions)
    for _ in 0..<Self.fitted.sweeps where run.mayContinue() {
      var fitted = positions.map { $0 / unit }
      _ = stress.sweep(&fitted, isPinned: nil)
      var steps = positions.indices.map { node in
        let step = fitted[node] * unit - positions[node]
        let length = step.length()
        return SIMD2(step[0], step[1]) * (length > 1 ? 1 / length : 1)
      }
      _ = crossings.shorten(&steps, from: positions)
      for node in positions.indices {
        positions[node][0] += steps[node].x
        positions[node][1] += steps[node].y
      }
    }
  }
}
