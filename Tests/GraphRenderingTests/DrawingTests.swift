import Testing

import GraphRendering

struct DrawingTests {
  private let drawing = Drawing(
    positions: [SIMD2<Double>](repeating: .zero, count: 7),
    edges: [.init(5, 3), .init(1, 1), .init(0, 4), .init(4, 0), .init(3, 6)])

  @Test func degrees() {
    #expect(drawing.degrees == [2, 2, 0, 2, 2, 1, 1])
  }

  @Test func components() {
    #expect(drawing.components == [0, 1, 2, 3, 0, 3, 3])
    #expect(Drawing(positions: [SIMD2<Double>]()).components.isEmpty)
  }

  @Test func aPathOfManyIsOneComponent() {
    let count = 100_000
    // In an order that makes long chains of parents.
    let edges = (1..<count).reversed().map { Drawing.Edge($0, $0 - 1) }
    let path = Drawing(positions: [SIMD2<Double>](repeating: .zero, count: count), edges: edges)
    #expect(path.components.allSatisfy { $0 == 0 })
  }

  @Test func edgesTakeTheColorsOfNodes() {
    var drawing = drawing
    drawing.colorEdgesByNodes()
    #expect(drawing.edges.allSatisfy { $0.color == nil })
    let (red, blue) = (RGBColor(red: 200, green: 0, blue: 0), RGBColor(red: 0, green: 0, blue: 100))
    drawing.nodeColors = [red, red, red, red, blue, red, red]
    drawing.edges[0].color = blue
    drawing.colorEdgesByNodes()
    #expect(drawing.edges[0].color == blue)
    #expect(drawing.edges[1].color == red)
    #expect(drawing.edges[2].color == RGBColor(red: 100, green: 0, blue: 50))
  }
}
