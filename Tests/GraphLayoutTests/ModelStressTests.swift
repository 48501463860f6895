import ForceSimulation
import RunSupport
import Testing
import _TestSupport

@testable import GraphLayout

/// Stress over a model of the distances: its steps and its results.
struct ModelStressTests {
  private static func pivots(_ graph: LayoutGraph, count: Int) -> PivotDistances {
    var run = LayoutRun(LayoutControl())
    return PivotDistances(graph, count: count, choice: .random, run: &run)
  }

  /// Each node with all others, one by one.
  @Test(arguments: [1, 17, 3_000]) func directionsAreSummed(count: Int) {
    let positions: [Point] = randomPositions(count, seed: 3)
    let weights = (0..<count).map { 0.5 + Double($0 % 7) / 10 }
    let own = (0..<count).map { Double($0 % 5) / 10 - 0.2 }
    let sums = DirectionSums(positions, weights: weights, kernelOptions: .default).sums(own: own)
    var (wrong, all) = (0.0, 0.0)
    for node in 0..<count {
      var sum = Point.zero
      for other in 0..<count where other != node {
        let difference = positions[node] - positions[other]
        sum += difference / difference.length() * (own[node] + weights[other])
      }
      wrong += (sums[node] - sum).lengthSquared()
      all += sum.lengthSquared()
    }
    #expect(wrong <= 1e-4 * all + 1e-12, "\((wrong / all).squareRoot())")
  }

  @Test func directionsAreSummedInSpaceAndWhereNodesCoincide() {
    let positions = [Point3](repeating: [1, 2, 3], count: 40) + [[1, 2, 5]]
    let sums = DirectionSums(
      positions, weights: [Double](repeating: 1, count: 41), kernelOptions: .default
    ).sums(own: [Double](repeating: 0, count: 41))
    #expect(sums[40] == [0, 0, 40] && sums[0] == [0, 0, -1])
  }

  /// With a pivot at each node the model and its deviations are the distances themselves: at the minimum of the full
  /// stress nothing moves.
  @Test func withAllPivotsItIsTheFullStress() throws {
    let graph = try graph(.grid(9, 9))
    let distances = Self.pivots(graph, count: 81)
    let model = ModelStress(graph, distances, DistanceModel(graph, distances))
    var run = LayoutRun(LayoutControl())
    let full = try #require(FullStress(graph, run: &run))
    var positions: [Point] = (0..<81).map { [Double($0 % 9), Double($0 / 9)] }
    for _ in 0..<400 { _ = full.sweep(&positions, isPinned: nil) }
    var moved = positions
    model.sweep(&moved, kernelOptions: .default)
    for (before, after) in zip(positions, moved) { #expect((after - before).length() < 0.02) }
  }

  /// Where paths are short a model tells distances better than places in the plane; in meshes places do.
  @Test func theModelIsForShortPaths() throws {
    for (graph, isForIt) in [
      (try graph(.grid(30, 30)), false), (try randomGraph(1_500, edges: 9_000, seed: 2), true),
    ] {
      let part = graph.components()
      let largest = graph.subgraphs(part).max { $0.nodeCount < $1.nodeCount } ?? graph
      let distances = Self.pivots(largest, count: 60)
      let error = DistanceModel(largest, distances).error(largest, distances)
      let drawn = try StressLayout<Point>().layout(largest).positions
      #expect((error < distances.stress(drawn)) == isForIt, "\(error)")
    }
  }

  /// Less stress than by pivots that stand for what is around them, and than by all pairs hardly more.
  @Test func stressIsNearThatOfAllPairs() throws {
    let graph = try MultilevelTests.planted(groups: 1, size: 1_500)
    let drawn = try MultilevelLayout<Point>(goal: .distances).layout(graph).positions
    let least = try StressLayout<Point>().layout(graph).positions
    let (ours, full) = (
      try LayoutMetrics.stress(graph, drawn), try LayoutMetrics.stress(graph, least)
    )
    #expect(ours < 1.08 * full, "\(ours), \(full)")
  }
}
