import GraphModel

/// A random number generator for tests: the high bits of a linear congruential generator.
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x5851_F42D_4C95_7F2D &+ 99 }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

/// Returns edges between random nodes; some are loops, some are parallel.
func randomGraph(
  nodeCount: Int, edgeCount: Int, isDirected: Bool = false, seed: UInt64
) throws -> GraphTopology {
  var random = TestRandom(seed: seed)
  return try GraphTopology(
    nodeCount: nodeCount,
    edges: (0..<edgeCount).map { _ in (random.below(nodeCount), random.below(nodeCount)) },
    isDirected: isDirected)
}
