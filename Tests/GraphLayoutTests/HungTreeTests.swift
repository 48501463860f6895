import GraphLayout
import Testing
import _TestSupport

/// Trees of boxes, whose children hang in columns.
@Suite(.traced) struct HungTreeTests {
  private struct Box {
    var low: Point
    var high: Point

    func overlaps(_ other: Box, by hair: Double = 1e-9) -> Bool {
      low.x + hair < other.high.x && other.low.x + hair < high.x
        && low.y + hair < other.high.y && other.low.y + hair < high.y
    }
  }

  private func layout(_ sizes: [SIMD2<Double>], _ direction: LayoutDirection = .down)
    -> TidyTreeLayout
  {
    var layout = TidyTreeLayout(direction: direction)
    layout.details = LayeredDetails(nodeSizes: sizes)
    return layout
  }

  private func boxes(_ positions: [Point], _ sizes: [SIMD2<Double>]) -> [Box] {
    zip(positions, sizes).map { Box(low: $0 - $1 / 2, high: $0 + $1 / 2) }
  }

  /// No box overlaps another, no edge runs through the box of another node, and the drawing has a shape for pages.
  @Test(arguments: [LayoutDirection.down, .up])
  func chartsFitPages(direction: LayoutDirection) throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let count = 40 + 20 * Int(seed)
      let tree = try randomTree(count, seed: seed, directed: true)
      let sizes = (0..<count).map { node -> SIMD2<Double> in
        let (width, height) = (60 + node * 37 % 50, 18 + node % 3 * 12)
        return SIMD2(Double(width), Double(height))
      }
      let result = try layout(sizes, direction).layout(tree)
      let routes = try #require(result.routes)
      #expect(routes.hasRoomForBoxes && routes.hasCorners && routes.count == tree.edgeCount)
      let boxes = boxes(result.positions, sizes)
      let width = (boxes.map(\.high.x).max() ?? 0) - (boxes.map(\.low.x).min() ?? 0)
      let height = (boxes.map(\.high.y).max() ?? 0) - (boxes.map(\.low.y).min() ?? 0)
      #expect(max(width, height) / min(width, height) < 4.0 / 3 + 1e-9)
      for (number, box) in boxes.enumerated() {
        #expect(!boxes[(number + 1)...].contains { $0.overlaps(box) }, "node \(number)")
      }
      for (edge, (source, target)) in pairs(tree).enumerated() {
        let route = Array(routes[edge])
        #expect(route.first == result.positions[source])
        #expect(route.last == result.positions[target])
        for (a, b) in zip(route, route.dropFirst()) {
          #expect(a.x == b.x || a.y == b.y)
          let low = Point(min(a.x, b.x), min(a.y, b.y))
          let high = Point(max(a.x, b.x), max(a.y, b.y))
          let line = Box(low: low - 1e-6, high: high + 1e-6)
          for node in 0..<count where node != source && node != target {
            #expect(!line.overlaps(boxes[node]), "edge \(source) - \(target), node \(node)")
          }
        }
        let isBelow = result.positions[target].y < result.positions[source].y
        #expect(isBelow == (direction == .down))
      }
    }
  }

  @Test func treesWithRoomAreTidy() throws {
    let tree = try randomTree(12, seed: 1, directed: true)
    let sizes = [SIMD2<Double>](repeating: [60, 20], count: 12)
    let result = try layout(sizes).layout(tree)
    #expect(result.routes == nil)
    #expect(try TidyTreeLayout().layout(tree).positions == result.positions)
    // Nor do trees that grow sideways.
    let wide = try randomTree(200, seed: 1, directed: true)
    let many = [SIMD2<Double>](repeating: [60, 20], count: 200)
    #expect(try layout(many, .right).layout(wide).routes == nil)
  }

  /// Stars, paths, forests, loops and edges that close cycles.
  @Test func unusualGraphs() throws {
    let star = try graph(400, (1..<400).map { (0, $0) }, directed: true)
    let sizes = [SIMD2<Double>](repeating: [80, 20], count: 400)
    #expect(try layout(sizes).layout(star).routes != nil)
    let forest = try graph(400, [(0, 1), (1, 2), (2, 0), (5, 5), (1, 0)], directed: true)
    let result = try layout(sizes).layout(forest)
    let boxes = boxes(result.positions, sizes)
    #expect(boxes.indices.allSatisfy { a in !boxes[(a + 1)...].contains { $0.overlaps(boxes[a]) } })
    #expect(result.routes.map { $0[3].count } == 1)
    let none = [SIMD2<Double>](repeating: .zero, count: 400)
    #expect(try layout(none).layout(star).positions.allSatisfy { $0.x.isFinite && $0.y.isFinite })
  }
}
