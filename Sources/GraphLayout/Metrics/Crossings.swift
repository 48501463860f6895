import RunSupport

extension LayoutMetrics {
  /// Returns the crossings per edge. They are exact up to 5,000 edges; above,
  /// the crossings of 1,000 edges chosen by `seed` with all others are counted. Self-loops count as
  /// edges without crossings.
  ///
  /// - Complexity: O(edges²) up to the limit with a quick test for most pairs, O(1,000 * edges) above.
  public static func crossings(
    _ graph: LayoutGraph, _ positions: [SIMD2<Double>], sampledEdges: Int? = nil, seed: UInt64 = 1
  ) throws(LayoutError) -> (perEdge: Double, sampledEdges: Int, isExact: Bool) {
    try Check.positions(positions, nodeCount: graph.nodeCount)
    if let sampledEdges { try Check.atLeast(1, sampledEdges, "sampledEdges") }
    let count = graph.edgeCount
    if count == 0 { return (perEdge: 0, sampledEdges: 0, isExact: true) }
    let wanted = sampledEdges ?? (count <= exactCrossingsEdgeLimit ? count : 1_000)
    var random = SeededRandom(seed: seed)
    let chosen = random.sample(wanted, of: count)
    let segments = SegmentSet(graph, normalized(positions))
    let found = chosen.reduce(0) { $0 + segments.crossings(of: $1) }
    return (
      perEdge: Double(found) / 2 / Double(chosen.count), sampledEdges: chosen.count,
      isExact: chosen.count == count
    )
  }
}

/// The edges of a drawing, sorted by their left ends.
private struct SegmentSet {
  private struct Segment {
    var a: SIMD2<Double>
    var b: SIMD2<Double>
    var low: SIMD2<Double>
    var high: SIMD2<Double>
    var source: Int32
    var target: Int32
  }

  private let segments: [Segment]
  /// The index of each edge in `segments`.
  private let place: [Int]

  init(_ graph: LayoutGraph, _ positions: [SIMD2<Double>]) {
    let all = graph.sources.indices.map { edge in
      let (a, b) = (positions[Int(graph.sources[edge])], positions[Int(graph.targets[edge])])
      return Segment(
        a: a, b: b, low: pointwiseMin(a, b), high: pointwiseMax(a, b),
        source: graph.sources[edge], target: graph.targets[edge])
    }
    let order = all.indices.sorted {
      (all[$0].low.x, $0) < (all[$1].low.x, $1)
    }
    segments = order.map { all[$0] }
    var place = [Int](repeating: 0, count: all.count)
    for (index, edge) in order.enumerated() { place[edge] = index }
    self.place = place
  }

  func crossings(of edge: Int) -> Int {
    let mine = segments[place[edge]]
    var count = 0
    segments.withUnsafeBufferPointer { segments in
      for other in segments {
        if other.low.x > mine.high.x { break }
        if other.high.x < mine.low.x || other.low.y > mine.high.y || other.high.y < mine.low.y {
          continue
        }
        if Self.cross(mine, other) { count += 1 }
      }
    }
    return count
  }

  /// Returns true if two segments without a common end cross in a point inside both.
  private static func cross(_ p: Segment, _ q: Segment) -> Bool {
    if p.source == q.source || p.source == q.target || p.target == q.source
      || p.target == q.target
    {
      return false
    }
    return side(p.a, p.b, q.a) * side(p.a, p.b, q.b) < 0
      && side(q.a, q.b, p.a) * side(q.a, q.b, p.b) < 0
  }

  /// Returns 1 if the point is to the left of the line from a to b, 0 on it, -1 to the right.
  private static func side(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ point: SIMD2<Double>
  ) -> Double {
    let area = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    return area > 0 ? 1 : (area < 0 ? -1 : 0)
  }
}
