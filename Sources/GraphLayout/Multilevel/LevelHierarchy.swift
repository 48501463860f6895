import RunSupport

/// A hierarchy of successively coarser versions of a connected graph.
struct LevelHierarchy {
  /// The levels, the finest first.
  private(set) var graphs: [LevelGraph]
  /// By level and node, the node of the next coarser level into which it is merged.
  private(set) var parents: [[Int32]] = []

  /// Merges stars until at most `limit` nodes are left, or no more can be merged. O(nodes + edges).
  init(_ graph: LevelGraph, downTo limit: Int, seed: UInt64) {
    graphs = [graph]
    var random = SeededRandom(seed: seed)
    while graphs[graphs.count - 1].nodeCount > limit,
      let step = StarCoarsening(graphs[graphs.count - 1], random: &random)
    {
      graphs.append(step.coarse)
      parents.append(step.parents)
    }
  }

  private var coarsest: LevelGraph { graphs[graphs.count - 1] }

  /// Returns positions of the coarsest level by its distances, in link lengths.
  func coarsestPositions<Vector: LayoutVector>(
    quality: LayoutQuality = .best, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    // A graph that cannot be coarsened, such as a clique, may be large.
    var stress = StressLayout<Vector>(
      quality: quality, placement: Placement(linkLength: 1), fullNodeLimit: 3_000)
    stress.isDraft = true
    return try stress.place(coarsest.layoutGraph(), run: &run)
  }

  /// Returns the stress of a drawing of the coarsest level, over 50 sources.
  func stress<Vector: LayoutVector>(_ positions: [Vector]) throws(LayoutError) -> Double {
    try LayoutMetrics.stress(coarsest.layoutGraph(), positions, sampledSources: 50)
  }

  /// Returns true if the drawing of the coarsest level fits its distances.
  func fitsDistances<Vector: LayoutVector>(_ positions: [Vector]) throws(LayoutError) -> Bool {
    try stress(positions) <= StressLayout<Vector>.fittingStress
  }

  /// Replaces two-dimensional positions of the coarsest level by a drawing without crossings, if
  /// the graph is a planar mesh, the positions have at least 0.1 crossings per edge, and the new
  /// drawing preserves more neighbourhoods with at most ten times the stress: a long tube is better
  /// seen folded flat than opened. Such positions are folded, since where a mesh overlaps itself each
  /// edge crosses about one other. Ticks do not unfold them.
  ///
  /// A mesh, three quarters of whose nodes have at least three neighbours, stays a planar mesh when
  /// stars are merged. In sparser graphs, such as trees and outerplanar graphs, the drawing would
  /// depend on few nodes, and others would come to lie on lines between them.
  func unfolded<Vector: LayoutVector>(_ positions: [Vector]) throws(LayoutError) -> [Vector] {
    // The cheapest conditions are tested first.
    guard Vector.scalarCount == 2, coarsest.isMesh, let drawing = PlanarDrawing(coarsest)
    else { return positions }
    let graph = coarsest.layoutGraph()
    let points = positions.map { SIMD2($0[0], $0[1]) }
    guard try LayoutMetrics.crossings(graph, points).perEdge >= 0.1 else { return positions }
    let flat = try drawing.positions(graph)
    let kept = try LayoutMetrics.neighborhoodPreservation(graph, points)
    guard try LayoutMetrics.neighborhoodPreservation(graph, flat) > kept,
      try stress(flat) <= 10 * stress(points)
    else { return positions }
    return flat.map { point in
      var position = Vector.zero
      for axis in 0..<2 { position[axis] = point[axis] }
      return position
    }
  }

  /// Returns for each level the range of progress, from 0.1 to 1, of its ticks, by the number of
  /// nodes.
  static func shares(
    of graphs: [LevelGraph], finestTicks: Int, otherTicks: Int
  ) -> [ClosedRange<Double>] {
    let work = graphs.indices.map {
      Double(graphs[$0].nodeCount) * Double($0 == 0 ? max(finestTicks, 1) : otherTicks)
    }
    let total = work.reduce(0, +)
    var (shares, done) = ([ClosedRange<Double>](repeating: 0...1, count: graphs.count), 0.0)
    for level in graphs.indices.reversed() {
      let end = min(done + work[level] / total, 1)
      shares[level] = (0.1 + 0.9 * done)...(0.1 + 0.9 * end)
      done = end
    }
    return shares
  }
}
