@testable import GraphLayout
import Testing
import _TestSupport

/// Drawings in the plane are rotated into their smallest rectangles.
@Suite(.traced) struct SmallestRectangleTests {
  private func size(_ positions: [Point], turns: Double = 0) -> Point {
    let (sine, cosine) = sineAndCosine(turns: turns)
    let turned = positions.map {
      Point(cosine * $0.x - sine * $0.y, sine * $0.x + cosine * $0.y)
    }
    return LayoutMetrics.extent(turned)
  }

  @Test(arguments: [0.03, 0.11, 0.2, 0.37, 0.49])
  func aRectangleThatLiesAskewIsLaidFlat(turns: Double) {
    let (sine, cosine) = sineAndCosine(turns: turns)
    let grid = (0..<20).flatMap { x in (0..<7).map { y in Point(Double(x), Double(y)) } }
    let askew = grid.map { Point(cosine * $0.x - sine * $0.y, sine * $0.x + cosine * $0.y) }
    let flat = size(SmallestRectangle.turned(askew))
    #expect(abs(flat.x - 19) < 0.01 && abs(flat.y - 6) < 0.01, "\(flat)")
  }

  @Test func roundDrawingsAndThoseInSpaceStay() {
    let circle = (0..<90).map { number in
      let (sine, cosine) = sineAndCosine(turns: Double(number) / 90)
      return Point(cosine, sine)
    }
    #expect(SmallestRectangle.turned(circle) == circle)
    let space = (0..<9).map { SIMD3(Double($0), Double($0), 0) }
    #expect(SmallestRectangle.turned(space) == space)
    let one = [Point(3, 4)]
    #expect(SmallestRectangle.turned(one) == one)
    let wrong = [Point(0, 0), Point(.nan, 1), Point(.infinity, 2)]
    #expect(SmallestRectangle.turned(wrong).count == 3)
  }

  @Test func layoutsLieFlat() throws {
    let graph = try graph(.grid(8, 21))
    let layouts: [any GraphLayoutAlgorithm<Point>] = [MultilevelLayout(), StressLayout()]
    for layout in layouts {
      let positions = try layout.layout(graph).positions
      let now = size(positions)
      let least =
        (0..<90).map { number in
          let other = size(positions, turns: 0.25 * Double(number) / 90)
          return other.x * other.y
        }.min() ?? 0
      #expect(now.x * now.y < 1.06 * least && now.x > now.y, "\(layout.name): \(now)")
    }
  }

  @Test func aStartStaysAskew() throws {
    let graph = try graph(.grid(8, 21))
    let flat = try StressLayout<Point>().layout(graph).positions
    let (sine, cosine) = sineAndCosine(turns: 0.08)
    let start = flat.map { Point(cosine * $0.x - sine * $0.y, sine * $0.x + cosine * $0.y) }
    let again = try StressLayout(placement: Placement(start: start)).layout(graph).positions
    #expect(size(again, turns: -0.08).x > 2 * size(again, turns: -0.08).y)
    #expect(size(again).y > 0.7 * size(start).y)
  }

  /// A star of five points, at any angle and a little askew, ends with a point at the top, and symmetric.
  @Test(arguments: [0.0, 0.013, 0.11, 0.3, 0.77])
  func symmetricDrawingsStandUpright(turns: Double) throws {
    let star = (0..<10).map { number -> Point in
      let (sine, cosine) = sineAndCosine(turns: turns + Double(number) / 10)
      return Point(cosine, sine) * (number % 2 == 0 ? 2.0 : 1.0) + Point(0.03 * sine * sine, 0)
    }
    let rim = (0..<10).map { ($0, ($0 + 1) % 10) }
    let upright = try #require(
      MirrorAxis.upright(star, LayoutGraph(nodeCount: 10, edges: rim)))
    let top = upright.max { $0.y < $1.y } ?? .zero
    #expect(abs(top.x) < 1e-9 && top.y > 1.9, "\(top)")
    for point in upright {
      #expect(upright.contains { abs($0.x + point.x) + abs($0.y - point.y) < 1e-9 })
    }
    // What is no symmetry of the graph is none of the drawing.
    #expect(MirrorAxis.upright(star, try LayoutGraph(nodeCount: 10, edges: rim + [(0, 3)])) == nil)
  }

  /// A grid that is shaken a little and lies askew ends wide and symmetric. In space, and with an edge that has no
  /// mirrored one, it stays.
  @Test(arguments: [0.01, 0.13, 0.26, 0.4, 0.77])
  func shakenGridsStandUpright(turns: Double) throws {
    let (columns, rows) = (20, 7)
    let (sine, cosine) = sineAndCosine(turns: turns)
    var random = SeededRandom(seed: 3)
    let shaken = (0..<columns * rows).map { node -> Point in
      let (x, y) = (Double(node % columns), Double(node / columns))
      let place = Point(x, y) + Point(random.unit(), random.unit()) * 0.2
      return Point(cosine * place.x - sine * place.y, sine * place.x + cosine * place.y)
    }
    var edges: [(Int, Int)] = []
    for node in 0..<columns * rows {
      if node % columns > 0 { edges.append((node - 1, node)) }
      if node >= columns { edges.append((node - columns, node)) }
    }
    let grid = try graph(columns * rows, edges)
    let upright: [Point] = MirrorAxis.upright(shaken, grid) ?? shaken
    let extent = LayoutMetrics.extent(upright)
    #expect(extent.x > 2 * extent.y, "\(extent)")
    for point in upright {
      #expect(upright.contains { abs($0.x + point.x) + abs($0.y - point.y) < 1e-9 })
    }
    #expect(MirrorAxis.upright(shaken, try graph(columns * rows, edges + [(0, 21)])) == nil)
    let inSpace: [Point3] = shaken.map { Point3($0.x, $0.y, 0) }
    #expect(MirrorAxis.upright(inSpace, grid) == nil)
  }

  /// An axis is found among the many of a ring, and edges of different lengths are not mirrored by each other.
  @Test func ringsHaveAxesByLengths() throws {
    let count = 400
    let ring = (0..<count).map { number -> Point in
      let (sine, cosine) = sineAndCosine(turns: Double(number * 7 % count) / Double(count))
      return Point(cosine, sine)
    }
    // Neighbours on the rim are 343 numbers apart, as 7 * 343 is 6 turns and a node.
    let edges: [(Int, Int)] = (0..<count).map { ($0, ($0 + 343) % count) }
    #expect(MirrorAxis.upright(ring, try graph(count, edges)) != nil)
    // A chord leaves two axes, and an edge of another length at one of its ends none.
    let chord = edges + [(0, 200)]
    #expect(MirrorAxis.upright(ring, try graph(count, chord)) != nil)
    var lengths = chord.map { _ in 1.0 }
    lengths[0] = 2
    let uneven = try graph(count, chord, weights: lengths)
    #expect(MirrorAxis.upright(ring, uneven) == nil)
  }

  /// A mesh of hexagons ends wide and symmetric, exactly; with an edge across a corner it has no axis.
  @Test func symmetricMeshesStandUpright() throws {
    let bricks = try graph(27 * 40, brickEdges(rows: 40, columns: 27))
    let drawn = try StressLayout<Point>().layout(bricks).positions
    let extent = LayoutMetrics.extent(drawn)
    let low = drawn.reduce(drawn[0]) { pointwiseMin($0, $1) }
    // By rounded places, so that a place has few candidates.
    func key(_ point: Point) -> SIMD2<Int> {
      SIMD2(Int((point.x / 3).rounded()), Int((point.y / 3).rounded()))
    }
    let places = Dictionary(grouping: drawn, by: key)
    let middle = low.x + extent.x / 2
    let alone = drawn.filter { point in
      let image = Point(2 * middle - point.x, point.y)
      let around = [-1, 0, 1].flatMap { x in
        [-1, 0, 1].flatMap { y in places[key(image) &+ SIMD2(x, y)] ?? [] }
      }
      return !around.contains { ($0 - image).length() < 1e-6 }
    }
    #expect(alone.isEmpty && extent.x > extent.y, "\(alone.count), \(extent)")
    let other = try graph(27 * 40, brickEdges(rows: 40, columns: 27) + [(0, 28)])
    #expect(MirrorAxis.upright(drawn, bricks) != nil)
    #expect(MirrorAxis.upright(drawn, other) == nil)
  }
}
