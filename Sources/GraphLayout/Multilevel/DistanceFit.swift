/// Moves nodes such that their distances approach those in the graph.
struct DistanceFit {
  /// The number of nodes from which distances are computed. At most 100 million distances are kept.
  var pivots: Int
  /// The number of sweeps if pivots represent the nodes around them (`SparseStress`), and if a
  /// model of distances is better (`ModelStress`); nil for the same number.
  var sweeps: Int
  var modelSweeps: Int?

  /// The number of nodes up to which distances are computed from all of them.
  private static var allPairsLimit: Int { 600 }

  struct Result<Vector: LayoutVector> {
    /// The positions in link lengths.
    var positions: [Vector]
    /// The positions before the sweeps, in link lengths.
    var before: [Vector]
    /// True if they are fitted to a model of distances.
    var isByModel = false
    /// The stress over all pairs of a pivot and another node.
    var stressBefore = 0.0
    var stressAfter = 0.0
  }

  /// Returns positions whose stress is not greater than that of the given ones.
  func positions<Vector: LayoutVector>(
    _ positions: [Vector], of graph: LevelGraph, run: inout LayoutRun
  ) -> Result<Vector> {
    guard run.mayContinue() else { return Result(positions: positions, before: positions) }
    return self.positions(positions, distances(graph, run: &run), run: &run)
  }

  func distances(_ graph: LevelGraph, run: inout LayoutRun) -> Distances {
    let layoutGraph = graph.layoutGraph()
    let count =
      graph.nodeCount <= Self.allPairsLimit
      ? graph.nodeCount : min(pivots, 100_000_000 / max(graph.nodeCount, 1))
    return Distances(
      graph: layoutGraph,
      pivots: PivotDistances(layoutGraph, count: count, choice: .random, run: &run))
  }

  /// The distances from pivots in a graph.
  struct Distances {
    var graph: LayoutGraph
    var pivots: PivotDistances
  }

  /// - Parameter isFree: false for nodes that stay; nil if none does.
  func positions<Vector: LayoutVector>(
    _ positions: [Vector], _ distances: Distances, isFree: [Bool]? = nil, run: inout LayoutRun
  ) -> Result<Vector> {
    let (graph, distances) = (distances.graph, distances.pivots)
    let before = PivotStart.scaled(positions, distances, linkLength: 1)
    let stress = distances.stress(before)
    let model = DistanceModel(graph, distances)
    var after = before
    // The model is used if its distances are closer to those in the graph than the distances in the
    // drawing.
    let isByModel =
      distances.pivots.count < graph.nodeCount && model.error(graph, distances) < stress
    let isPinned = isFree.map { $0.map { !$0 } }
    if isByModel {
      let fit = ModelStress(graph, distances, model)
      var turning = Turning()
      for _ in 0..<(modelSweeps ?? sweeps) where run.mayTick() {
        let kept = after
        if isFree == nil { turning.turn(&after) }
        fit.sweep(&after, kernelOptions: run.kernelOptions)
        if let isFree { for node in after.indices where !isFree[node] { after[node] = kept[node] } }
      }
      after = turning.turnedBack(after)
    } else {
      let fit = SparseStress(graph, distances, kernelOptions: run.kernelOptions)
      for _ in 0..<sweeps where run.mayTick() { _ = fit.sweep(&after, isPinned: isPinned) }
    }
    // In graphs with hubs, pivots represent other nodes poorly.
    let stressAfter = distances.stress(after)
    guard stressAfter < stress else {
      return Result(
        positions: before, before: before, stressBefore: stress, stressAfter: stress)
    }
    return Result(
      positions: after, before: before, isByModel: isByModel, stressBefore: stress,
      stressAfter: stressAfter)
  }
}
