import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct LayoutMetricsTests {
  // MARK: Stress

  @Test func aPathOnALineHasNoStress() throws {
    let graph = try graph(.path(7))
    let line = (0..<7).map { Point(Double($0) * 3, 1) }
    #expect(try LayoutMetrics.stress(graph, line) < 1e-15)
    #expect(try LayoutMetrics.stress(graph, [Point](repeating: Point(2, 2), count: 7)) == 1)
  }

  /// Path 0-1-2 with the ends at a right angle: distances 1, 1, √2 against 1, 1, 2. A = 2 + √2/2, B = 2 + 1/2, and stress
  /// is 1 - A² / (3 B).
  @Test func stressOfABentPathIsAsByHand() throws {
    let bent = [Point(1, 0), Point(0, 0), Point(0, 1)]
    let byDistance = 2 + 0.5.squareRoot()
    let expected = 1 - byDistance * byDistance / (3 * 2.5)
    #expect(abs(try LayoutMetrics.stress(graph(.path(3)), bent) - expected) < 1e-14)
  }

  @Test func stressIsItsDefinition() throws {
    try withEvery("seed", in: UInt64(1)...5) { seed in
      let weighted = try graph(
        12, pairs(randomGraph(12, edges: 16, seed: seed)), weights: (0..<16).map { 1 + Double($0) })
      for isWeighted in [false, true] {
        let positions: [Point] = randomPositions(12, seed: seed + 100)
        let distance = allDistances(isWeighted ? weighted : try graph(12, pairs(weighted)))
        var terms: [(drawn: Double, wanted: Double)] = []
        for a in 0..<12 {
          for b in 0..<a where distance[a][b] < .infinity {
            terms.append((positions[a].distance(to: positions[b]), distance[a][b]))
          }
        }
        let scale =
          terms.reduce(0) { $0 + $1.drawn / $1.wanted }
          / terms.reduce(0) { $0 + $1.drawn * $1.drawn / ($1.wanted * $1.wanted) }
        let sum = terms.reduce(0) {
          let error = scale * $1.drawn / $1.wanted - 1
          return $0 + error * error
        }
        let stress = try LayoutMetrics.stress(weighted, positions, weighted: isWeighted)
        #expect(abs(stress - sum / Double(terms.count)) < 1e-12)
      }
    }
  }

  @Test func stressDoesNotDependOnTheScale() throws {
    let graph = try randomGraph(30, edges: 60, seed: 3)
    let positions: [Point] = randomPositions(30, seed: 4)
    let stress = try LayoutMetrics.stress(graph, positions)
    for scale in [1e-150, 1e150, 1e-300, 1e300] {
      let scaled = try LayoutMetrics.stress(graph, positions.map { $0 * scale })
      #expect(abs(scaled - stress) < 1e-12, "scale \(scale)")
    }
  }

  @Test func sampledStressIsNearTheExactOne() throws {
    let graph = try randomGraph(400, edges: 900, seed: 5)
    let positions: [Point] = randomPositions(400, seed: 6)
    let exact = try LayoutMetrics.stress(graph, positions)
    let sampled = try LayoutMetrics.stress(graph, positions, sampledSources: 100, seed: 9)
    #expect(sampled != exact)
    #expect(abs(sampled - exact) < 0.02 * exact)
  }

  // MARK: Neighbourhoods

  /// Of each end of a path one of one nearest is a neighbour; the middle of 0-1-2-3 sees both.
  @Test func neighbourhoodsOfALineArePreserved() throws {
    let line = (0..<6).map { Point(Double($0), 0) }
    #expect(try LayoutMetrics.neighborhoodPreservation(graph(.path(6)), line) == 1)
    // 0 and 2 exchanged: 2-1-0-3. Node 0: neighbour 1, nearest 1 (distance 1, lower index than 3): 1. Node 1: both of 0, 2: 1.
    // Node 2: neighbours 1, 3; nearest 1, 0: 1/3. Node 3: neighbour 2, nearest 0: 0.
    let exchanged = [Point(2, 0), Point(1, 0), Point(0, 0), Point(3, 0)]
    let found = try LayoutMetrics.neighborhoodPreservation(graph(.path(4)), exchanged)
    #expect(abs(found - (1 + 1 + 1.0 / 3 + 0) / 4) < 1e-15)
  }

  @Test func neighbourhoodsAreThoseOfAllPairs() throws {
    try withEvery("seed", in: UInt64(1)...5) { seed in
      let graph = try randomGraph(60, edges: 120, seed: seed)
      let positions: [Point3] = randomPositions(60, seed: seed + 50)
      var (sum, counted) = (0.0, 0.0)
      for node in 0..<60 where graph.degree(of: node) > 0 {
        let nearest = (0..<60).filter { $0 != node }.sorted {
          positions[$0].distance(to: positions[node]) < positions[$1].distance(to: positions[node])
        }.prefix(graph.degree(of: node))
        let neighbors = Set(graph.neighbors(of: node).map { Int($0) })
        let common = Double(neighbors.intersection(nearest).count)
        sum += common / (2 * Double(neighbors.count) - common)
        counted += 1
      }
      let found = try LayoutMetrics.neighborhoodPreservation(graph, positions)
      #expect(abs(found - sum / counted) < 1e-14)
    }
  }

  /// Nodes that reach more than half of the others do not count; with them most of the nodes, there is no value.
  @Test func neighbourhoodsOverHopsAreThoseOfAllPairs() throws {
    let graphs = try (UInt64(1)...5).map { try randomGraph(60, edges: 66, seed: $0) }
    var without = 0
    for (seed, graph) in graphs.enumerated() {
      let distance = allDistances(graph)
      let positions: [Point3] = randomPositions(60, seed: UInt64(seed) + 50)
      try withEvery("hops", in: 1...6) { hops in
        var (sum, counted, nodes) = (0.0, 0, 0)
        for node in 0..<60 where graph.degree(of: node) > 0 {
          nodes += 1
          let others = (0..<60).filter { $0 != node }
          let reached = Set(others.filter { distance[node][$0] <= Double(hops) })
          if 2 * reached.count > others.count(where: { distance[node][$0] < .infinity }) {
            continue
          }
          let nearest = others.sorted {
            positions[$0].distance(to: positions[node])
              < positions[$1].distance(to: positions[node])
          }.prefix(reached.count)
          let common = reached.intersection(nearest).count
          sum += Double(common) / Double(2 * reached.count - common)
          counted += 1
        }
        let expected = 2 * counted >= nodes && counted > 0 ? sum / Double(counted) : nil
        let found = try LayoutMetrics.neighborhoodPreservation(graph, positions, hops: hops)
        #expect((found == nil) == (expected == nil))
        if let found, let expected { #expect(abs(found - expected) < 1e-14) } else { without += 1 }
      }
    }
    #expect((1..<30).contains(without))
  }

  @Test func neighbourhoodsOverHopsOfALineArePreserved() throws {
    let line = (0..<40).map { Point(Double($0) * 1e200, 0) }
    let path = try graph(.path(40))
    // At the ends a node reaches 4 on one side, and its nearest are these.
    #expect(try LayoutMetrics.neighborhoodPreservation(path, line, hops: 4) == 1)
    #expect(try LayoutMetrics.neighborhoodPreservation(path, line, hops: 30) == nil)
    #expect(try LayoutMetrics.neighborhoodPreservation(graph(0, []), [Point](), hops: 4) == nil)
    #expect(throws: LayoutError.self) {
      try LayoutMetrics.neighborhoodPreservation(path, line, hops: 0)
    }
  }

  // MARK: Edges

  @Test func edgeLengthVariationIsDeviationOverMean() throws {
    // Lengths 1 and 3: mean 2, deviation 1. The self-edge does not count.
    let graph = try graph(3, [(0, 1), (1, 2), (2, 2)])
    let positions = [Point(0, 0), Point(1, 0), Point(4, 0)]
    #expect(abs(try LayoutMetrics.edgeLengthVariation(graph, positions) - 0.5) < 1e-15)
  }

  @Test func crossingsAreCounted() throws {
    let square = [Point(0, 0), Point(1, 1), Point(0, 1), Point(1, 0)]
    let cross = try LayoutMetrics.crossings(graph(4, [(0, 1), (2, 3)]), square)
    #expect(cross.perEdge == 0.5 && cross.sampledEdges == 2 && cross.isExact)
    // Sharing an end, touching in a point of one, and lying on each other are no proper crossings.
    #expect(try LayoutMetrics.crossings(graph(4, [(0, 1), (1, 3)]), square).perEdge == 0)
    let touching = [Point(0, 0), Point(2, 0), Point(1, 0), Point(1, 5)]
    #expect(try LayoutMetrics.crossings(graph(4, [(0, 1), (2, 3)]), touching).perEdge == 0)
    let same = [Point(0, 0), Point(2, 0), Point(0, 0), Point(2, 0)]
    #expect(try LayoutMetrics.crossings(graph(4, [(0, 1), (2, 3)]), same).perEdge == 0)
    // A convex drawing of a complete graph has a crossing for every four nodes.
    let round = (0..<7).map { StartPositions.sineAndCosine(turn: UInt64($0) << 61) }
      .map { Point($0.cosine, $0.sine) }
    let complete = try LayoutMetrics.crossings(graph(.complete(7)), round)
    #expect(abs(complete.perEdge - 35.0 / 21) < 1e-14)
  }

  @Test func sampledCrossingsAreNearTheExactOnes() throws {
    let graph = try randomGraph(300, edges: 900, seed: 8)
    let positions: [Point] = randomPositions(300, seed: 9)
    let exact = try LayoutMetrics.crossings(graph, positions)
    let sampled = try LayoutMetrics.crossings(graph, positions, sampledEdges: 300, seed: 2)
    #expect(exact.isExact && !sampled.isExact && sampled.sampledEdges == 300)
    #expect(abs(sampled.perEdge - exact.perEdge) < 0.1 * exact.perEdge)
  }

  // MARK: Overlaps and area

  @Test func overlapsAreThoseOfAllPairs() throws {
    try withEvery("seed", in: UInt64(1)...5) { seed in
      let positions: [Point] = randomPositions(200, seed: seed)
      var count = 0.0
      for a in 0..<200 {
        for b in 0..<a where positions[a].distance(to: positions[b]) < 14 { count += 1 }
      }
      let found = try LayoutMetrics.overlaps(positions, radius: 7)
      #expect(found == count / 200)
    }
    #expect(try LayoutMetrics.overlaps([Point(0, 0), Point(2, 0)], radius: 1) == 0)
    #expect(try LayoutMetrics.overlaps([Point(0, 0), Point(0, 0)], radius: 0) == 0)
  }

  /// Every pair overlaps, and yet not every pair is looked at.
  @Test func manyNodesOnOnePointAreCountedQuickly() throws {
    let count = 50_000
    let found = try LayoutMetrics.overlaps(
      [Point](repeating: Point(3, 4), count: count), radius: 1)
    #expect(found == Double(count - 1) / 2)
  }

  @Test func areaIsThatOfTheBox() throws {
    #expect(LayoutMetrics.extent([Point(1, 5), Point(4, 3), Point(2, 4)]) == Point(3, 2))
    #expect(LayoutMetrics.area([Point(1, 5), Point(4, 3), Point(2, 4)]) == 6)
    #expect(LayoutMetrics.area([Point3(0, 0, 0), Point3(1, 2, 3)]) == 6)
    #expect(LayoutMetrics.extent([Point]()) == .zero)
  }

  @Test func badPositionsAreRefused() throws {
    let graph = try graph(.path(2))
    #expect(throws: LayoutError.wrongLength(of: "positions", expected: 2, found: 1)) {
      try LayoutMetrics.stress(graph, [Point(0, 0)])
    }
    #expect(throws: LayoutError.self) {
      try LayoutMetrics.overlaps([Point(0, .nan)], radius: 1)
    }
    #expect(throws: LayoutError.self) {
      try LayoutMetrics.overlaps([Point(0, 0)], radius: -1)
    }
    #expect(throws: LayoutError.self) {
      try LayoutMetrics.stress(graph, [Point(0, 0), Point(1, 1)], sampledSources: 0)
    }
  }

  @Test func emptyGraphsHaveValues() throws {
    let empty = try graph(0, [])
    #expect(try LayoutMetrics.stress(empty, [Point]()) == 0)
    #expect(try LayoutMetrics.neighborhoodPreservation(empty, [Point]()) == 1)
    #expect(try LayoutMetrics.edgeLengthVariation(empty, [Point]()) == 0)
    #expect(try LayoutMetrics.crossings(empty, []).perEdge == 0)
    #expect(try LayoutMetrics.overlaps([Point](), radius: 1) == 0)
  }
}
