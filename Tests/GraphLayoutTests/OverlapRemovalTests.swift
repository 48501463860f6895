import Testing
import _TestSupport

@testable import GraphLayout

struct OverlapRemovalTests {
  typealias Body = OverlapRemoval.Body

  /// Boxes and discs of sizes from 2 to 22 by lot, in a square that they fill `cover` times.
  private func crowd(_ count: Int, cover: Double, seed: UInt64) -> ([Point], [Body]) {
    var random = SplitMix64(seed: seed)
    let side = (Double(count) * 140 / cover).squareRoot()
    let positions: [Point] = (0..<count).map { _ in random.vector(in: 0...side) }
    let bodies = positions.map { _ in
      Bool.random(using: &random)
        ? Body.disc(radius: 1 + 10 * random.unit())
        : Body.box(width: 2 + 20 * random.unit(), height: 2 + 8 * random.unit())
    }
    return (positions, bodies)
  }

  private func reach(_ body: Body) -> Point { body.half + body.radius }

  /// By the definition of each shape, all pairs.
  private func overlaps(_ positions: [Point], _ bodies: [Body], gap: Double = 0) -> Int {
    var count = 0
    for a in positions.indices {
      for b in positions.indices.dropFirst(a + 1) {
        let offset = positions[a] - positions[b]
        let half = bodies[a].half + bodies[b].half
        // What is between the two rectangles, along each axis.
        let away = Point(max(abs(offset.x) - half.x, 0), max(abs(offset.y) - half.y, 0))
        let radius = bodies[a].radius + bodies[b].radius
        let distance = (away.x * away.x + away.y * away.y).squareRoot()
        let isApart =
          radius > 0
          ? distance >= radius + gap
          : abs(offset.x) >= half.x + gap || abs(offset.y) >= half.y + gap
        if !isApart { count += 1 }
      }
    }
    return count
  }

  @Test(arguments: 1...8, [0.05, 0.3, 1, 5, 200])
  func nothingOverlapsAfterwards(seed: UInt64, cover: Double) throws {
    for count in [1, 2, 3, 10, 300] {
      let (positions, bodies) = crowd(count, cover: cover, seed: seed)
      let result = try OverlapRemoval.separated(positions, bodies)
      #expect(overlaps(result.positions, bodies) == 0, "\(count) bodies")
      #expect(result.pinnedOverlaps == 0)
      #expect(try OverlapRemoval.separated(positions, bodies) == result)
    }
  }

  @Test(arguments: 1...4) func aGapStaysFree(seed: UInt64) throws {
    var (positions, bodies) = crowd(200, cover: 0.6, seed: seed)
    bodies = bodies.map { $0.radius > 0 ? .disc(radius: $0.radius) : $0 }
    positions = try OverlapRemoval.separated(positions, bodies, gap: 3).positions
    // A box and a disc are farther apart at corners than the gap, which is round there.
    let discs = positions.indices.filter { bodies[$0].radius > 0 }
    #expect(overlaps(discs.map { positions[$0] }, discs.map { bodies[$0] }, gap: 2.999) == 0)
    #expect(overlaps(positions, bodies) == 0)
  }

  @Test(arguments: 1...4) func whatDoesNotOverlapStays(seed: UInt64) throws {
    let (positions, bodies) = crowd(300, cover: 1, seed: seed)
    let apart = try OverlapRemoval.separated(positions, bodies).positions
    #expect(try OverlapRemoval.separated(apart, bodies).positions == apart)
    // Squares that share their borders.
    let tiles = (0..<100).map { Point(Double($0 % 10), Double($0 / 10)) }
    let squares = tiles.map { _ in Body.box(width: 1, height: 1) }
    #expect(try OverlapRemoval.separated(tiles, squares).positions == tiles)
    // Points have no inside.
    let points = [Point](repeating: Point(3, 4), count: 50)
    let dots = points.map { _ in Body.disc(radius: 0) }
    #expect(try OverlapRemoval.separated(points, dots).positions == points)
  }

  /// Two that overlap move by half their overlap each, and nothing else moves.
  @Test func littleMoves() throws {
    var positions: [Point] = (0..<100).map { Point(Double($0 % 10) * 30, Double($0 / 10) * 30) }
    positions.append(Point(37, 30))
    let bodies = positions.map { _ in Body.disc(radius: 5) }
    let moved = try OverlapRemoval.separated(positions, bodies).positions
    let changed = positions.indices.filter { moved[$0] != positions[$0] }
    #expect(changed == [11, 100])
    #expect(abs(moved[11].x - 28.5) < 1e-3 && abs(moved[100].x - 38.5) < 1e-3)
  }

  /// The share of pairs whose order along an axis is kept.
  private func keptOrder(_ old: [Point], _ new: [Point]) -> Double {
    var (kept, count) = (0, 0)
    for a in old.indices {
      for b in old.indices.dropFirst(a + 1) {
        for axis in 0..<2 {
          count += 1
          if (old[a][axis] < old[b][axis]) == (new[a][axis] < new[b][axis]) { kept += 1 }
        }
      }
    }
    return Double(kept) / Double(count)
  }

  /// The bounds are what was measured, rounded down: docs/layouts.md has them.
  @Test(arguments: [(0.1, 0.99), (0.5, 0.97), (1.0, 0.93), (4.0, 0.92), (1e6, 0.9)])
  func theOrderIsKept(cover: Double, bound: Double) throws {
    for seed in 1...3 {
      let (positions, bodies) = crowd(500, cover: cover, seed: UInt64(seed))
      let moved = try OverlapRemoval.separated(positions, bodies).positions
      #expect(keptOrder(positions, moved) >= bound)
    }
  }

  @Test(arguments: 1...6) func pinnedBodiesStay(seed: UInt64) throws {
    let (positions, bodies) = crowd(300, cover: 0.8, seed: seed)
    var pinned: [Int] = []
    for body in stride(from: 0, to: 300, by: 3) {
      let others = pinned + [body]
      if overlaps(others.map { positions[$0] }, others.map { bodies[$0] }) == 0 { pinned = others }
    }
    let result = try OverlapRemoval.separated(positions, bodies, pinned: pinned)
    for body in pinned { #expect(result.positions[body] == positions[body]) }
    #expect(result.pinnedOverlaps == 0)
    #expect(overlaps(result.positions, bodies) == 0)
  }

  @Test func pinnedBodiesThatOverlapAreCounted() throws {
    let positions: [Point] = [[0, 0], [1, 0], [2, 0], [30, 0]]
    let bodies = positions.map { _ in Body.box(width: 4, height: 4) }
    let result = try OverlapRemoval.separated(positions, bodies, pinned: [0, 2])
    #expect(result.pinnedOverlaps == 1)
    #expect(result.positions[0] == positions[0] && result.positions[2] == positions[2])
    #expect(overlaps(result.positions, bodies) == 1)
  }

  @Test func bodiesOnOnePointGetRoom() throws {
    let positions = [Point](repeating: Point(5, 5), count: 400)
    let bodies = positions.map { _ in Body.disc(radius: 1) }
    let moved = try OverlapRemoval.separated(positions, bodies).positions
    #expect(overlaps(moved, bodies) == 0)
    // A disc of twice their area has radius 28.
    #expect(moved.allSatisfy { ($0 - Point(5, 5)).x.magnitude < 50 })
  }

  @Test func badNumbersAreRefused() {
    let box = Body.box(width: 1, height: 1)
    func refuses(
      _ error: LayoutError, _ positions: [Point], _ bodies: [Body], gap: Double = 0,
      pinned: [Int] = [], at place: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: error, sourceLocation: place) {
        try OverlapRemoval.separated(positions, bodies, gap: gap, pinned: pinned)
      }
    }
    refuses(.wrongLength(of: "bodies", expected: 2, found: 1), [.zero, .zero], [box])
    refuses(
      .badOption("gap", value: "-1.0", expected: "finite and not negative"), [.zero], [box], gap: -1
    )
    refuses(
      .badOption("a pinned body", value: "1", expected: "a node, 0 to 0"), [.zero], [box],
      pinned: [1])
    #expect(throws: LayoutError.self) { try OverlapRemoval.separated([Point(.nan, 0)], [box]) }
    for bad in [Body.disc(radius: -1), .disc(radius: .nan), .box(width: .infinity, height: 1)] {
      #expect(throws: LayoutError.self) { try OverlapRemoval.separated([.zero], [bad]) }
    }
  }
}
