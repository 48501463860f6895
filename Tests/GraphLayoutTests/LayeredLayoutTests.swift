import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct LayeredLayoutTests {
  static func randomDAG(_ count: Int, edges: Int, seed: UInt64) throws -> LayoutGraph {
    let any = pairs(try randomGraph(count, edges: edges, seed: seed))
    // From lower numbers to higher ones, which are then shuffled.
    var random = SplitMix64(seed: seed)
    let number = (0..<count).shuffled(using: &random)
    return try graph(
      count, any.filter { $0 != $1 }.map { (number[min($0, $1)], number[max($0, $1)]) },
      directed: true)
  }

  @Test func edgesPointDown() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let dag = try Self.randomDAG(60, edges: 90, seed: seed)
      let result = try LayeredLayout().layout(dag)
      for (from, to) in pairs(dag) {
        #expect(result.positions[to].y <= result.positions[from].y - 40 + 1e-9)
      }
      #expect(result.statistics.notes.isEmpty)
    }
  }

  @Test func nodesOfALayerKeepTheirDistance() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let dag = try Self.randomDAG(60, edges: 120, seed: seed)
      let components = dag.topology.connectedComponents()
      let p = try LayeredLayout(nodeDistance: 25).layout(dag).positions
      for a in 0..<60 {
        for b in 0..<a where abs(p[a].y - p[b].y) < 1e-6 {
          #expect(
            abs(p[a].x - p[b].x) > 25 - 1e-9
              || components.classOfNode[a] != components.classOfNode[b])
        }
      }
      #expect(try LayoutMetrics.overlaps(p, radius: 7) == 0)
    }
  }

  /// What can be drawn in layers without crossings is.
  @Test func treesAndLaddersDoNotCross() throws {
    // Two paths side by side, joined at their ends.
    let rails = (0..<18).map { ($0, $0 + 2) }
    var graphs = [try graph(20, rails + [(0, 1), (18, 19)], directed: true)]
    for seed in UInt64(1)...10 { graphs.append(try randomTree(50, seed: seed, directed: true)) }
    for graph in graphs {
      let positions = try LayeredLayout().layout(graph).positions
      #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0)
    }
  }

  /// The longest path of a history, from which branches leave and to which they come back.
  @Test func mainLinesAreStraight() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      var random = SplitMix64(seed: seed)
      var edges = (0..<29).map { ($0, $0 + 1) }
      var next = 30
      for _ in 0..<6 {
        let start = Int.random(in: 0..<20, using: &random)
        let length = Int.random(in: 1...4, using: &random)
        edges.append((start, next))
        for _ in 1..<length {
          edges.append((next, next + 1))
          next += 1
        }
        edges.append((next, start + length + 2))
        next += 1
      }
      let x = try LayeredLayout().layout(graph(next, edges, directed: true)).positions.map(\.x)
      #expect(x.prefix(30).allSatisfy { abs($0 - x[0]) < 1 })
    }
  }

  /// K(3,3) in two layers has 9 crossings at best, as each two on one side share each two on the other.
  @Test func whatMustCrossCrossesAsLittleAsItCan() throws {
    let graph = try graph(
      6, (0..<3).flatMap { a in (3..<6).map { (a, $0) } }, directed: true)
    let positions = try LayeredLayout().layout(graph).positions
    #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 1)
  }

  @Test func sweepsTakeCrossingsAway() throws {
    var (before, after) = (0.0, 0.0)
    for seed in UInt64(1)...8 {
      let dag = try Self.randomDAG(80, edges: 110, seed: seed)
      let first = try LayeredLayout(sweeps: 0, starts: 1).layout(dag).positions
      before += try LayoutMetrics.crossings(dag, first).perEdge
      after += try LayoutMetrics.crossings(dag, LayeredLayout().layout(dag).positions).perEdge
    }
    #expect(after < 0.7 * before)
  }

  /// Five layers of twelve nodes. The bounds are what was found.
  @Test func fewCrossingsAreLeft() throws {
    var crossings: [LayoutQuality: Int] = [:]
    for seed in UInt64(1)...8 {
      let pairs = Self.layeredPairs(seed)
      let graph = try graph(60, pairs, directed: true)
      for quality in [LayoutQuality.balanced, .best] {
        let x = try LayeredLayout(quality: quality).layout(graph).positions.map(\.x)
        for (number, (a, b)) in pairs.enumerated() {
          crossings[quality, default: 0] += pairs[..<number].count { c, d in
            a / 12 == c / 12 && (x[a] - x[c]) * (x[b] - x[d]) < 0
          }
        }
      }
    }
    let (balanced, best) = (try #require(crossings[.balanced]), try #require(crossings[.best]))
    #expect(balanced <= 819)
    #expect(best <= 799)
  }

  /// As long as the others stay, each node is at the place of its layer with the fewest crossings.
  @Test func noMoveOfANodeTakesACrossingAway() throws {
    for seed in UInt64(1)...8 {
      // Chains keep all nodes on their layers.
      let pairs = (0..<48).map { ($0, $0 + 12) } + Self.layeredPairs(seed).filter { $1 != $0 + 12 }
      let x = try LayeredLayout().layout(graph(60, pairs, directed: true)).positions.map(\.x)
      let rows = (0..<5).map { row in (12 * row..<12 * row + 12).sorted { x[$0] < x[$1] } }
      let found = Self.crossings(rows, pairs)
      var fewest = found
      for row in rows.indices {
        for from in 0..<12 {
          for to in 0..<12 {
            var moved = rows
            moved[row].insert(moved[row].remove(at: from), at: to)
            fewest = min(fewest, Self.crossings(moved, pairs))
          }
        }
      }
      #expect(fewest == found, "seed \(seed)")
    }
  }

  private static func crossings(_ rows: [[Int]], _ pairs: [(Int, Int)]) -> Int {
    var place = [Int](repeating: 0, count: 60)
    for row in rows { for (index, node) in row.enumerated() { place[node] = index } }
    var count = 0
    for (number, (a, b)) in pairs.enumerated() {
      for (c, d) in pairs[..<number] where a / 12 == c / 12 {
        if (place[a] - place[c]) * (place[b] - place[d]) < 0 { count += 1 }
      }
    }
    return count
  }

  /// 90 edges from layers of twelve nodes to the next ones; each node below the first has one.
  private static func layeredPairs(_ seed: UInt64) -> [(Int, Int)] {
    var state = seed
    func index(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    var pairs = (12..<60).map { ($0 / 12 * 12 - 12 + index(12), $0) }
    while pairs.count < 90 {
      let source = index(48)
      let target = source / 12 * 12 + 12 + index(12)
      if !pairs.contains(where: { $0 == (source, target) }) { pairs.append((source, target)) }
    }
    return pairs
  }

  /// Of a cycle one edge is turned, and the note says so.
  @Test func fewEdgesOfCyclesPointUp() throws {
    let result = try LayeredLayout().layout(
      graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], directed: true))
    let up = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)].count {
      result.positions[$1].y > result.positions[$0].y
    }
    #expect(up == 1)
    #expect(result.statistics.notes == ["1 edge points up, as there are cycles"])
  }

  @Test func longEdgesAreStraight() throws {
    // A path of nine and an edge from its first to its last: the path may bend, it may not zigzag.
    let edges = (0..<8).map { ($0, $0 + 1) } + [(0, 8)]
    let p = try LayeredLayout().layout(graph(9, edges, directed: true)).positions
    let x = (1...7).map { p[$0].x }
    #expect((x.max() ?? 0) - (x.min() ?? 0) < 1e-9)
  }

  @Test func tooManyDummiesAreRefusedInWords() throws {
    let graph = try graph(.complete(40), directed: true)
    let error = #expect(throws: LayoutError.self) {
      try LayeredLayout(dummyLimit: 100).layout(graph)
    }
    #expect("\(error as Any)".contains("at most 100"))
  }
}
