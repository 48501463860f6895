/// Moves nodes to where their distances are those in the graph.
struct DistanceFit {
  /// From how many nodes distances are found. No more than 100 million distances are kept.
  var pivots: Int
  /// How often all nodes move where pivots stand for the nodes around them (`SparseStress`), and where a model of distances
  /// is better (`ModelStress`); nil for as often.
  var sweeps: Int
  var modelSweeps: Int?

  /// Up to so many nodes distances are found from all of them.
  private static var allPairsLimit: Int { 600 }

  struct Result<Vector: LayoutVector> {
    /// In link lengths.
    var positions: [Vector]
    /// Whether they are fitted to a model of distances.
    var isByModel = false
    /// Over all pairs of a pivot and another node.
    var stressBefore = 0.0
    var stressAfter = 0.0
  }

  /// Positions whose stress is no greater than that of the given ones.
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
    // Which is nearer to the distances in the graph: those of the model, or those in the drawing?
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
    // Pivots stand for other nodes badly in graphs with hubs.
    let stressAfter = distances.stress(after)
    guard stressAfter < stress else {
      return Result(positions: before, stressBefore: stress, stressAfter: stress)
    }
    return Result(
      positions: after, isByModel: isByModel, stressBefore: stress, stressAfter: stressAfter)
  }
}
