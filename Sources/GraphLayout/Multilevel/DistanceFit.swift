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
    guard run.mayContinue() else { return Result(positions: positions) }
    let layoutGraph = graph.layoutGraph()
    let count =
      graph.nodeCount <= Self.allPairsLimit
      ? graph.nodeCount : min(pivots, 100_000_000 / max(graph.nodeCount, 1))
    let distances = PivotDistances(layoutGraph, count: count, choice: .random, run: &run)
    let before = PivotStart.scaled(positions, distances, linkLength: 1)
    let stress = distances.stress(before)
    let model = DistanceModel(layoutGraph, distances)
    var after = before
    // The model is used if its distances are closer to those in the graph than the distances in the
    // drawing.
    let isByModel =
      distances.pivots.count < graph.nodeCount && model.error(layoutGraph, distances) < stress
    if isByModel {
      let fit = ModelStress(layoutGraph, distances, model)
      var turning = Turning<Vector>()
      for _ in 0..<(modelSweeps ?? sweeps) where run.mayTick() {
        turning.turn(&after)
        fit.sweep(&after, kernelOptions: run.kernelOptions)
      }
      after = turning.turnedBack(after)
    } else {
      let fit = SparseStress(layoutGraph, distances)
      for _ in 0..<sweeps where run.mayTick() { _ = fit.sweep(&after, isPinned: nil) }
    }
    // In graphs with hubs, pivots represent other nodes poorly.
    let stressAfter = distances.stress(after)
    guard stressAfter < stress else {
      return Result(positions: before, stressBefore: stress, stressAfter: stress)
    }
    return Result(
      positions: after, isByModel: isByModel, stressBefore: stress, stressAfter: stressAfter)
  }
}
