import ForceSimulation
import Foundation
import GraphLayout
import Testing
import _TestSupport

/// Circles, grids and lines.
@Suite(.traced) struct SimpleLayoutTests {
  @Test func circlesAreRoundAndEven() throws {
    let graph = try randomGraph(40, edges: 400, seed: 1)
    let p = try CircularLayout(nodeDistance: 20).layout(graph).positions
    let middle = p.reduce(Point.zero, +) / 40
    for point in p { #expect(abs(point.distance(to: middle) - p[0].distance(to: middle)) < 1e-9) }
    for a in 0..<40 {
      let nearest = (0..<40).filter { $0 != a }.map { p[a].distance(to: p[$0]) }.min() ?? 0
      #expect(abs(nearest - 20) < 1e-9)
    }
  }

  /// Cycles with a chord or two, and trees, can be drawn on a circle without crossings.
  @Test func outerplanarGraphsDoNotCross() throws {
    var random = SplitMix64(seed: 5)
    var graphs = [
      try graph(12, pairs(cycle(12)) + [(0, 6), (1, 5), (7, 11)]), try randomTree(30, seed: 3),
    ]
    let number = (0..<25).shuffled(using: &random)
    graphs.append(
      try graph(25, (0..<25).map { (number[$0], number[($0 + 1) % 25]) }))
    for graph in graphs {
      let positions = try CircularLayout().layout(graph).positions
      #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0)
    }
  }

  @Test func siftingTakesCrossingsAway() throws {
    var (before, after) = (0.0, 0.0)
    for seed in UInt64(1)...5 {
      let graph = try randomGraph(40, edges: 60, seed: seed)
      let plain = try CircularLayout(siftingLimit: 0).layout(graph).positions
      before += try LayoutMetrics.crossings(graph, plain).perEdge
      after += try LayoutMetrics.crossings(graph, CircularLayout().layout(graph).positions).perEdge
    }
    #expect(after < 0.8 * before)
  }

  @Test(arguments: UInt64(1)...5) func noNodeHasABetterPlace(seed: UInt64) throws {
    // Each pair once: sifting does not count parallel edges.
    let edges = try pairs(cycle(12)) + pairs(randomGraph(12, edges: 20, seed: seed))
    let different = Set(edges.map { [min($0, $1), max($0, $1)] }).sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let graph = try graph(12, different.map { ($0[0], $0[1]) })
    let places = try CircularLayout().layout(graph).positions
    let middle = places.reduce(Point.zero, +) / 12
    let ring = (0..<12).sorted {
      let (a, b) = (places[$0] - middle, places[$1] - middle)
      return atan2(a.y, a.x) < atan2(b.y, b.x)
    }
    let best = try LayoutMetrics.crossings(graph, places).perEdge
    for node in 0..<12 {
      for place in 0..<12 {
        var order = ring.filter { $0 != node }
        order.insert(node, at: place)
        var moved = places
        for (index, other) in order.enumerated() { moved[other] = places[ring[index]] }
        #expect(try LayoutMetrics.crossings(graph, moved).perEdge >= best)
      }
    }
  }

  @Test func gridsGoRowByRow() throws {
    let p = try GridLayout<Point>(nodeDistance: 10, columns: 4).layout(graph(10, [])).positions
    for node in 0..<10 {
      #expect(p[node] - p[0] == Point(Double(node % 4) * 10, Double(node / 4) * -10))
    }
    let square = try GridLayout<Point>().layout(graph(100, [])).positions
    #expect(LayoutMetrics.extent(square) == Point(270, 270))
    let cube = try GridLayout<Point3>().layout(graph(27, [])).positions
    #expect(LayoutMetrics.extent(cube) == Point3(60, 60, 60))
    #expect(Set(cube.map { "\($0)" }).count == 27)
  }

  @Test func sidesLieOnRows() throws {
    // A ladder's rungs, shuffled: each node of the lower row below the one it is joined to.
    let graph = try graph(
      12,
      [(0, 9), (1, 6), (2, 11), (3, 7), (4, 10), (5, 8)] + [
        (0, 6), (1, 11), (2, 7), (3, 10), (4, 8),
      ])
    let result = try BipartiteLayout().layout(graph)
    let rows = result.positions.map(\.y)
    #expect(Set(rows).count == 2 && (0..<6).allSatisfy { rows[$0] == rows[0] })
    #expect(try LayoutMetrics.crossings(graph, result.positions).perEdge == 0)
    #expect(result.statistics.notes.isEmpty)
    let odd = try BipartiteLayout().layout(cycle(5))
    #expect(odd.statistics.notes == ["not bipartite: 1 edges within a side"])
    #expect(isFinite(odd.positions) && Set(odd.positions.map { "\($0)" }).count == 5)
  }

  @Test(arguments: LayoutDirection.allCases)
  func sidesAreRowsOrColumns(direction: LayoutDirection) throws {
    let graph = try graph(7, [(0, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 6)])
    var layout = BipartiteLayout()
    layout.direction = direction
    let positions = try layout.layout(graph).positions
    let across = positions.map { direction == .up || direction == .down ? $0.y : $0.x }
    #expect(Set(across).count == 2 && Set(across[..<3]).count == 1)
    // The smaller side is where edges come from.
    #expect((across[0] < across[3]) == (direction == .up || direction == .right))
    #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0)
  }

  @Test func pathsLieInTheirOrder() throws {
    var random = SplitMix64(seed: 8)
    let number = (0..<30).shuffled(using: &random)
    let path = try graph(30, (0..<29).map { (number[$0], number[$0 + 1]) })
    let p = try LinearLayout<Point>(nodeDistance: 5).layout(path).positions
    for (a, b) in pairs(path) { #expect(abs(abs(p[a].x - p[b].x) - 5) < 1e-9) }
    #expect(p.allSatisfy { $0.y == 0 })
    let byIndex = try LinearLayout<Point>(nodeDistance: 5, order: .byIndex).layout(path).positions
    #expect((1..<30).allSatisfy { byIndex[$0].x > byIndex[$0 - 1].x })
  }

  // MARK: Packing

  @Test func loneNodesComeAsAGrid() throws {
    let graph = try graph(109, (0..<8).map { ($0, $0 + 1) })
    let p = try StressLayout<Point>().layout(graph).positions
    let lone = p[9...]
    // 100 nodes in rows of 10, a margin apart in a row; rows are half as far apart, as names need less.
    #expect(Set(lone.map { ($0.x * 16).rounded() }).count == 10)
    #expect(Set(lone.map { ($0.y * 16).rounded() }).count == 10)
    let extent = LayoutMetrics.extent(Array(lone))
    #expect(abs(extent.x - 9 * 30) < 1e-6 && abs(extent.y - 9 * 15) < 1e-6)
  }

  /// A ring of 200 has room for a small picture inside, where it would look like a part of the ring.
  @Test func nothingIsPutIntoHoles() throws {
    let ring = pairs(try cycle(200))
    let graph = try graph(210, ring + [(200, 201), (202, 203), (204, 205), (206, 207), (208, 209)])
    let p = try StressLayout<Point>().layout(graph).positions
    let middle = p[..<200].reduce(Point.zero, +) / 200
    let radius = p[0].distance(to: middle)
    for node in 200..<210 { #expect(p[node].distance(to: middle) > radius) }
  }

  /// The set of cells that packing asks is a set: also at its own border, beyond it, and after it has grown.
  @Test func takenCellsAreASet() {
    var taken = TakenCells()
    var expected: Set<SIMD2<Int>> = []
    let some = [-1_000_000_000_000, -4097, -4096, -300, -129, -128, -1, 0, 63, 64, 127, 128, 500]
    for (number, x) in some.enumerated() {
      for y in some + [4095, 4096, 1_000_000_000_000] where (x &+ y) % 3 != number % 3 {
        for _ in 0..<2 { taken.insert(x: x, y: y) }
        expected.insert(SIMD2(x, y))
      }
    }
    #expect(taken.count == expected.count)
    for x in some + [4095, 4096] {
      for y in some + [4095, 4096] {
        #expect(taken.contains(x: x, y: y) == expected.contains(SIMD2(x, y)))
      }
    }
  }

  /// Many small pictures fill most of the ellipse they are in.
  @Test func componentsArePackedTightly() throws {
    var edges: [(Int, Int)] = []
    for part in 0..<300 { edges += [(3 * part, 3 * part + 1), (3 * part + 1, 3 * part + 2)] }
    let graph = try graph(900, edges)
    let p = try StressLayout<Point>().layout(graph).positions
    // Each path of three with its margin is 90 by 30.
    #expect(LayoutMetrics.area(p) < 2.5 * 300 * 90 * 30)
  }
}
