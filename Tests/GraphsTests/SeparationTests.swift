import Graphs
import Testing
import _TestSupport

@Suite(.traced) struct SeparationTests {
  /// A star whose leaves lie on one another.
  private func crowded() throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs((0..<30).map { "node \($0)" }),
      sources: (1..<30).map { _ in 0 }, targets: (1..<30).map { Int32($0) })
    graph.positions = .plane(
      (0..<30).map { node in
        let (column, row) = (Double(node % 6), Double(node / 6))
        return SIMD2(10 * column + row, row)
      })
    return graph
  }

  private func overlaps(_ picture: Picture) -> Int {
    var count = 0
    for a in picture.nodeCenters.indices {
      for b in picture.nodeCenters.indices.dropFirst(a + 1) {
        let offset = picture.nodeCenters[a] - picture.nodeCenters[b]
        let distance = (offset * offset).sum().squareRoot()
        if distance < picture.nodeRadii[a] + picture.nodeRadii[b] - 1e-9 { count += 1 }
      }
    }
    return count
  }

  @Test func discsOfPicturesDoNotOverlap() throws {
    let graph = try crowded()
    #expect(overlaps(try graph.picture()) == 0)
    var style = GraphStyle(sizeBy: .degree)
    #expect(overlaps(try graph.picture(style)) == 0)
    style.sizes = .points(14)
    #expect(overlaps(try graph.picture(style)) == 0)
    style.separatesDiscs = false
    #expect(overlaps(try graph.picture(style)) > 0)
  }

  @Test func whereNothingOverlapsNothingMoves() throws {
    var graph = try crowded()
    graph.positions = .plane((0..<30).map { SIMD2(Double($0 % 6), Double($0 / 6)) })
    var style = GraphStyle()
    let separated = try graph.picture(style)
    style.separatesDiscs = false
    #expect(try graph.picture(style).svg() == separated.svg())
  }

  @Test func theKeySaysWhatColorsAndSizesAre() throws {
    var style = GraphStyle(colorBy: .degree, sizeBy: .degree)
    let graph = try crowded()
    #expect(try graph.picture(style).svg().contains(">degree</text>"))
    style.showsKey = false
    #expect(try !graph.picture(style).svg().contains(">degree</text>"))
    style.title = "Stars"
    #expect(try !graph.picture(style).svg().contains(">Stars</text>"))
    style.showsTitle = true
    #expect(try graph.picture(style).svg().contains(">Stars</text>"))
  }

  @Test(arguments: [(2, 400.0), (20, 671), (60, 1000), (30_000, 1600)])
  func theWidthFollowsTheNumber(count: Int, width: Double) {
    let drawing = Drawing(positions: (0..<count).map { SIMD2(Double($0), 0) })
    #expect(Picture.Options(fitting: drawing).width == width)
  }
}
