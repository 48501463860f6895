import ForceSimulation
import GraphLayout
import RunSupport
import Testing
import _TestSupport

/// Trees by levels of their own, without crossings.
@Suite(.traced) struct TreeLevelsTests {
  /// No crossings, neighbourhoods of at least 0.77, and the same bits on several threads.
  @Test(arguments: [
    ("binary", 1_023), ("caterpillar", 200), ("recursive", 200), ("random", 250), ("random", 2_000),
    ("ternary", 1_093), ("spider", 400),
  ])
  func treesDoNotCross(kind: String, count: Int) throws {
    let tree = try Self.tree(kind, count)
    let layout = MultilevelLayout<SIMD2<Double>>()
    let result = try layout.layout(tree)
    #expect(try LayoutMetrics.crossings(tree, result.positions).perEdge == 0)
    #expect(try LayoutMetrics.neighborhoodPreservation(tree, result.positions) >= 0.77)
    // Nothing is so long that the rest is a point.
    let lengths = pairs(tree).map { result.positions[$0].distance(to: result.positions[$1]) }
    #expect(lengths.max()! < 40 * lengths.sorted()[lengths.count / 2])
    let threads = KernelOptions(threadCount: 3, serialBelowNanoseconds: 0)
    #expect(
      try layout.layout(tree, control: LayoutControl(kernelOptions: threads)).positions
        == result.positions)
  }

  @Test func smallAndLargeTreesAndBudgets() throws {
    for count in 1...12 {
      let tree = try randomTree(count, seed: UInt64(count))
      let result = try MultilevelLayout<SIMD2<Double>>().layout(tree)
      #expect(try LayoutMetrics.crossings(tree, result.positions).perEdge == 0)
    }
    // Hubs with thousands of edges, and long paths, are no danger.
    for graph in [try graph(.star(leaves: 3_000)), try graph(.path(20_000))] {
      let result = try MultilevelLayout<SIMD2<Double>>(quality: .quick).layout(graph)
      #expect(result.stop == .converged)
    }
    let tree = try randomTree(3_000, seed: 9)
    let control = LayoutControl(run: RunControl(isCancelled: { true }))
    let cancelled = try MultilevelLayout<SIMD2<Double>>().layout(tree, control: control)
    #expect(cancelled.stop == .cancelled && cancelled.positions.count == 3_000)
    #expect(try LayoutMetrics.crossings(tree, cancelled.positions).perEdge == 0)
  }

  static func tree(_ kind: String, _ count: Int) throws -> LayoutGraph {
    var random = SplitMix64(seed: 5)
    let edges: [(Int, Int)] =
      switch kind {
      case "binary": (1..<count).map { (($0 - 1) / 2, $0) }
      case "ternary": (1..<count).map { (($0 - 1) / 3, $0) }
      case "caterpillar":
        (1..<count).map { ($0 < 60 ? $0 - 1 : Int.random(in: 0..<60, using: &random), $0) }
      case "recursive": (1..<count).map { (Int.random(in: 0..<$0, using: &random), $0) }
      case "spider": (1..<count).map { ($0 <= 8 ? 0 : $0 - 8, $0) }
      default: pairs(try randomTree(count, seed: 8))
      }
    return try graph(count, edges)
  }
}
