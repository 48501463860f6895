import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct ComponentGroundTests {
  /// A dense component, pairs and lone nodes, in this order.
  private func giant(
    _ count: Int, pairs pairCount: Int, alone: Int, weights: Bool = false
  ) throws -> LayoutGraph {
    var random = SplitMix64(seed: 5)
    var edges = (1..<count).map { (Int.random(in: 0..<$0, using: &random), $0) }
    for _ in 0..<(6 * count) {
      edges.append(
        (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)))
    }
    edges.removeAll { $0.0 == $0.1 }
    edges += (0..<pairCount).map { (count + 2 * $0, count + 2 * $0 + 1) }
    return try graph(
      count + 2 * pairCount + alone, edges,
      weights: weights ? edges.map { _ in 1.5 } : nil)
  }

  private func area(_ positions: some Collection<Point>) -> Double {
    let extent = LayoutMetrics.extent(Array(positions))
    return extent[0] * extent[1]
  }

  private func length(_ positions: [Point], _ a: Int, _ b: Int) -> Double {
    let offset = positions[a] - positions[b]
    return (offset * offset).sum().squareRoot()
  }

  @Test(arguments: ["stress", "multilevel", "force-directed"])
  func aGiantHasMoreThanAQuarterOfThePicture(name: String) throws {
    let graph = try giant(400, pairs: 30, alone: 100)
    let layouts: [any GraphLayoutAlgorithm<Point>] = [
      StressLayout(), MultilevelLayout(), ForceDirectedLayout(),
    ]
    let layout = try #require(layouts.first { $0.name == name })
    let positions = try layout.layout(graph).positions
    // At least 0.277 was measured. Rotation makes the box of the giant smaller, not that of the picture.
    #expect(area(positions[..<400]) > 0.27 * area(positions))
    // Small parts lie beside the giant, not in it, and not on one another.
    let small = Array(positions[400...])
    for (number, position) in small.enumerated() {
      let nearest = positions.indices.filter { $0 != 400 + number }
        .map { length(positions, $0, 400 + number) }.min()
      #expect(try #require(nearest) > 0.01 * LayoutMetrics.extent(small)[0], "\(position)")
    }
  }

  @Test func besideSmallComponentsAndLengthsPairsKeepTheirSize() throws {
    let small = try StressLayout<Point>().layout(giant(60, pairs: 5, alone: 5)).positions
    #expect(abs(length(small, 60, 61) - 30) < 1)
    let lengths = try giant(400, pairs: 5, alone: 5, weights: true)
    #expect(abs(length(try StressLayout<Point>().layout(lengths).positions, 400, 401) - 45) < 1)
    // As dense as pairs: a long path.
    let path = try graph(310, (0..<299).map { ($0, $0 + 1) } + [(301, 302), (303, 304)])
    #expect(abs(length(try StressLayout<Point>().layout(path).positions, 301, 302) - 30) < 1)
  }
}
