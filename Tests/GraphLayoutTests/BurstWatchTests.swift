import Testing
import _TestSupport

@testable import GraphLayout

/// What ends the ticks of drawings that burst.
@Suite(.traced) struct BurstWatchTests {
  private func pivots(_ graph: LayoutGraph) -> PivotDistances {
    var run = LayoutRun(LayoutControl())
    return PivotDistances(graph, count: 5, run: &run)
  }

  @Test func thePivotsSeeTheStressOfAll() throws {
    let path = try graph(.path(40))
    let line = (0..<40).map { Point(Double($0) * 7, 0) }
    #expect(pivots(path).stress(line) < 1e-12)
    let noise: [Point] = randomPositions(40, seed: 1)
    let all = try LayoutMetrics.stress(path, noise)
    #expect(abs(pivots(path).stress(noise) / all - 1) < 0.3)
    #expect(pivots(path).stress([Point](repeating: .zero, count: 40)) == 1)
  }

  @Test func itGoesBackToTheBest() throws {
    let path = try graph(.path(40))
    let noise: [Point] = randomPositions(40, seed: 1)
    func drawing(_ disorder: Double) -> [Point] {
      (0..<40).map { Point(Double($0) * 7, 0) + noise[$0] * disorder }
    }
    var watch = BurstWatch<Point>(pivots(path))
    // Falling, then higher by less than a hundredth: no reason to stop.
    for disorder in [3, 1, 0.3, 0.3005] { #expect(watch.best(drawing(disorder)) == nil) }
    #expect(watch.best(drawing(0.4)) == drawing(0.3))
  }

  /// The neighbours of a hub stand well to begin with, and would only burst. Who wants it open gets it.
  @Test func aDrawingThatBurstsEndsEarly() throws {
    let hub = try graph(
      20_001, (1...20_000).map { (0, $0) } + stride(from: 1, to: 20_000, by: 2).map { ($0, $0 + 1) }
    )
    let ended = try ForceDirectedLayout<Point>().layout(hub)
    let opened = try ForceDirectedLayout<Point>(openness: 1.001).layout(hub)
    #expect(ended.stop == .converged)
    #expect(2 * ended.statistics.ticks < opened.statistics.ticks)
    #expect(
      try LayoutMetrics.stress(hub, ended.positions)
        < LayoutMetrics.stress(hub, opened.positions))
  }
}
