import Testing

import GraphRendering

/// The code of docs/rendering.md.
struct DocumentationTests {
  @Test func firstExample() throws {
    var drawing = Drawing(
      positions: [[0, 0], [10, 0], [5, 8]],
      edges: [.init(0, 1), .init(1, 2, isDirected: true), .init(2, 2)])
    drawing.labels = ["Valjean", "Cosette", "Javert"]
    drawing.nodeSizes = .byWeight(try drawing.topology.degrees().map(Double.init))
    drawing.nodeColors = Palette.colors(byGroup: ["family", "family", "police"]).colors

    var options = Picture.Options(width: 900, height: 600)
    options.theme = .dark
    options.title = "Three people"

    let picture = try Picture(of: drawing, options)
    let svg = picture.svg()
    #expect(svg.contains("<title>Three people</title>") && svg.contains(">Cosette</text>"))
    #expect(picture.report.labelsLeftOut == 0)
  }

  @Test func space() throws {
    let points: [SIMD3<Double>] = [[0, 0, 0], [1, 2, 3], [-1, 0, 2]]
    let space = Drawing(
      positions: points, edges: [.init(0, 1), .init(1, 2)],
      camera: .around(azimuth: 45, elevation: 30))
    #expect(try Picture(of: space).report.edgesDrawn == 2)
  }
}
