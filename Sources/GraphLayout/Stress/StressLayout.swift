import ForceSimulation

/// Distances in the picture are to be distances in the graph: stress majorization.
///
/// What it is for: the truest picture of distances, best for up to some ten thousand nodes. With weights as lengths it is what
/// Kamada and Kawai meant (1989, doi:10.1016/0020-0190(89)90102-6), by a method that never gets worse.
///
/// Minimises the sum over pairs of `(|x_i - x_j| - d_ij)² / d_ij²`. Components up to `fullNodeLimit` nodes: all pairs (Gansner,
/// Koren and North 2004, doi:10.1007/978-3-540-31843-9_25). Larger ones: neighbours, and `pivotCount` pivots that stand for the
/// nodes around them (Ortmann, Klimenta and Brandes 2017, doi:10.7155/jgaa.00440). Nodes move one after the other to the minimum of
/// the majorizing function, so the stress falls with every move. It stops when no node has moved by more than `tolerance` link
/// lengths in an iteration, on average, or after `iterations`.
///
/// Time: nodes * (nodes + edges) once and nodes² an iteration; sparse: pivots * (nodes + edges) once and an iteration. Memory: 4 bytes
/// for each pair, 8 for each node and pivot.
public struct StressLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// How long an edge wants to be, in layout units; times the edge's own length where the graph has weights.
  public var linkLength: Double
  /// How many iterations each component may take.
  public var iterations: Int
  /// The root mean square movement in an iteration, in link lengths, below which it has converged.
  public var tolerance: Double
  /// The largest component that all pairs are used for. At most 40,000.
  public var fullNodeLimit: Int
  /// The number of pivots of larger components.
  public var pivotCount: Int
  /// Where nodes start, instead of a sketch by pivots; one for each node.
  public var start: [Vector]?
  /// The space between components, in layout units.
  public var margin: Double

  public var name: String { "stress" }

  public init(
    linkLength: Double = 30, iterations: Int = 200, tolerance: Double = 0.004,
    fullNodeLimit: Int = 3_000, pivotCount: Int = 200, start: [Vector]? = nil,
    margin: Double = 30
  ) {
    self.linkLength = linkLength
    self.iterations = iterations
    self.tolerance = tolerance
    self.fullNodeLimit = fullNodeLimit
    self.pivotCount = pivotCount
    self.start = start
    self.margin = margin
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try check(graph)
    return try placeByComponents(graph, margin: margin, run: &run) {
      component, components, number, run throws(LayoutError) in
      let start = start.map { start in components.nodes[number].map { start[Int($0)] } }
      return try lay(component, from: start, run: &run)
    }
  }

  private func check(_ graph: LayoutGraph) throws(LayoutError) {
    try Check.positive(linkLength, "linkLength")
    try Check.atLeast(0, iterations, "iterations")
    try Check.notNegative(tolerance, "tolerance")
    try Check.atLeast(0, fullNodeLimit, "fullNodeLimit")
    guard fullNodeLimit <= 40_000 else {
      throw .tooLarge("fullNodeLimit", found: fullNodeLimit, limit: 40_000)
    }
    try Check.atLeast(1, pivotCount, "pivotCount")
    try Check.positive(margin, "margin")
    if let start { try Check.positions(start, of: "start", nodeCount: graph.nodeCount) }
  }

  /// One component, from positions in layout units.
  private func lay(
    _ graph: LayoutGraph, from start: [Vector]?, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    let isFull = graph.nodeCount <= fullNodeLimit
    let pivots = try run.within(0...0.2) { run in
      run.begin("pivots")
      return PivotDistances(
        graph, count: isFull ? PivotStart.pivotCount : pivotCount, run: &run)
    }
    var positions =
      start?.map { $0 / linkLength }
      ?? PivotStart.positions(graph, pivots, linkLength: 1, seed: run.seed)
    try run.within(0.2...1) { run in
      if isFull {
        run.begin("distances")
        guard let stress = FullStress(graph, run: &run) else { return }
        run.begin("ticks")
        minimize(&positions, run: &run) { stress.sweep(&$0) }
      } else {
        let stress = SparseStress(graph, pivots)
        run.begin("ticks")
        minimize(&positions, run: &run) { stress.sweep(&$0) }
      }
    }
    return positions.map { $0 * linkLength }
  }

  private func minimize(
    _ positions: inout [Vector], run: inout LayoutRun, sweep: (inout [Vector]) -> Double
  ) {
    for iteration in 0..<iterations where run.mayTick() {
      let movement2 = sweep(&positions)
      run.report(Double(iteration + 1) / Double(iterations))
      if movement2 <= tolerance * tolerance * Double(positions.count) { break }
    }
  }
}
