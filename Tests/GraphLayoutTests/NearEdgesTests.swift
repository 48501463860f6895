import Testing
import _TestSupport

@testable import GraphLayout

/// The nodes near edges, which the guard against crossings looks at in each tick.
@Suite(.traced) struct NearEdgesTests {
  private func scene(_ count: Int, size: Double) -> (NearEdges<SIMD2<Double>>, [SIMD2<Double>]) {
    var random = SplitMix64(seed: 3)
    let positions = (0..<count).map { _ in SIMD2(random.unit(), random.unit()) * size }
    let links = (1..<count).map { (first: Int32($0 - 1), second: Int32($0)) }
    return (NearEdges(links: links), positions)
  }

  @Test func allPairsWithinReachAreFound() {
    let (near, positions) = scene(60, size: 10)
    var found: Set<[Int]> = []
    let isComplete = near.forEach(positions, within: 1.5) { node, edge, way, distance in
      #expect(found.insert([node, edge]).inserted && distance <= 1.5)
      #expect(abs(way.length() - distance) < 1e-12)
    }
    var wanted: Set<[Int]> = []
    for (edge, link) in near.links.enumerated() {
      let (from, to) = (positions[Int(link.first)], positions[Int(link.second)])
      for node in positions.indices where node != Int(link.first) && node != Int(link.second) {
        let along = to - from
        let share = ((positions[node] - from) * along).sum() / (along * along).sum()
        let nearest = from + along * min(max(share, 0), 1)
        if (nearest - positions[node]).length() <= 1.5 { wanted.insert([node, edge]) }
      }
    }
    #expect(isComplete && found == wanted && !wanted.isEmpty)
  }

  /// A crowd ends early: all pairs would be 9 million.
  @Test func crowdsTakeABoundedNumberOfTests() {
    let (near, positions) = scene(3000, size: 0.5)
    var tests = 0
    let isComplete = near.forEach(positions, within: 1) { _, _, _, _ in tests += 1 }
    #expect(!isComplete && tests > 1_000_000 && tests < 1000 * 6000 + 3000)
  }
}
