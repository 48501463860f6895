import Testing
import _TestSupport

@testable import GraphRendering

/// Edges with several colours.
struct EdgeColorTests {
  private static let red = RGBColor(0xFF0000)
  private static let blue = RGBColor(0x0000FF)
  private static let green = RGBColor(0x00FF00)

  private func strands(_ curve: Curve, _ colors: Drawing.EdgeColors) -> [RoutedEdge] {
    var drawing = Drawing(positions: [[0, 0], [100, 0]], edges: [.init(0, 1, isDirected: true)])
    drawing.edgeColors[0] = colors
    var edge = RoutedEdge(curve: curve, color: Self.green, width: 1, depths: (1, 1), index: 0)
    edge.head = ArrowHead(tip: curve.end, base: curve.end - [5, 0], width: 4)
    return EdgeStrands(drawing).strands(of: edge)
  }

  @Test func listsOfGraphviz() {
    func list(_ text: String) -> Drawing.EdgeColors? { .init(list: text, names: .x11) }
    #expect(list("red:blue") == .beside([Self.red, Self.blue]))
    #expect(list("#ff0000:0.3333333 1 1") == .beside([Self.red, Self.green]))
    #expect(
      list("red;0.25:blue")
        == .along([.init(Self.red, share: 0.25), .init(Self.blue, share: 0.75)]))
    #expect(
      list("red:blue;0.5:green")
        == .along([
          .init(Self.red, share: 0.25), .init(Self.blue, share: 0.5),
          .init(Self.green, share: 0.25),
        ]))
    for bad in ["", ":", "red:no colour", "red;x:blue", "red;2:blue", "red;-1:blue"] {
      #expect(list(bad) == nil, "\(bad)")
    }
  }

  /// As dot has them: the first on the right of one who walks to the target.
  @Test func strandsLieSideBySide() {
    let line = strands(.line([0, 0], [100, 0]), .beside([Self.red, Self.blue]))
    #expect(line.map(\.color) == [Self.red, Self.blue])
    // y is down.
    #expect(line.map { $0.curve.point(at: 0.5) } == [[50, 1], [50, -1]])
    #expect(line.map { $0.head == nil } == [false, true])
    let bow = Curve.spline([
      [0, 0], [20, 40], [40, 50], [60, 50], [80, 50], [90, 40], [100, 0],
    ])
    for strand in strands(bow, .beside([Self.red, Self.blue, Self.green]))
    where strand.color != Self.blue {
      for step in 1..<40 {
        let point = strand.curve.point(at: Double(step) / 40)
        let distance =
          (0...2000).map { (bow.point(at: Double($0) / 2000) - point).length }.min() ?? 0
        #expect(abs(distance - 2) < 0.3, "\(distance)")
      }
    }
  }

  @Test func invisibleStrandsAreGaps() {
    let lines = strands(.line([0, 0], [100, 0]), .beside([Self.red, .clear, Self.red]))
    #expect(lines.map { $0.curve.start.y } == [2, -2])
  }

  @Test(arguments: [
    Curve.line([0, 0], [100, 0]), .quadratic([0, 0], [10, 80], [100, 0]),
    .spline([[0, 0], [0, 30], [10, 40], [20, 40], [60, 40], [100, 40], [100, 0]]),
  ])
  func stretchesHaveTheirShares(curve: Curve) {
    func length(_ curve: Curve) -> Double {
      let points = (0...4000).map { curve.point(at: Double($0) / 4000) }
      return zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    }
    let pieces = strands(
      curve,
      .along([
        .init(Self.red, share: 0.2), .init(Self.blue, share: 0.5), .init(Self.green, share: 0),
        .init(Self.red, share: 0.1),
      ]))
    #expect(pieces.map(\.color) == [Self.red, Self.blue, Self.red])
    for (piece, share) in zip(pieces, [0.2, 0.5, 0.3]) {
      #expect(abs(length(piece.curve) / length(curve) - share) < 0.01)
    }
    #expect(pieces.map { $0.head != nil } == [false, false, true])
    #expect(pieces[0].curve.start == curve.start && pieces[2].curve.end == curve.end)
  }

  @Test func picturesCountEdgesNotStrands() throws {
    var drawing = Drawing(
      positions: [[0, 0], [100, 0], [50, 80]], edges: [.init(0, 1, isDirected: true), .init(1, 2)])
    drawing.edgeColors[0] = .beside([Self.red, Self.blue])
    let picture = try Picture(of: drawing)
    #expect(picture.report.edgesDrawn == 2 && picture.curves.count == 3)
    let svg = picture.svg()
    #expect(svg.contains("stroke=\"#ff0000\"") && svg.contains("stroke=\"#0000ff\""))
    #expect(svg.split(separator: "id=\"edge-0\"").count == 2)
    drawing.edgeColors[2] = .beside([Self.red])
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
    drawing.edgeColors = [0: .along([.init(Self.red, share: 1.5)])]
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
  }

  /// The parts of a shape have their shares of its area, and are where Graphviz has them.
  @Test(arguments: [Drawing.Shape.ellipse, .circle, .box, .square])
  func partsShareTheInside(shape: Drawing.Shape) {
    func area(_ path: [Curve]) -> Double {
      abs(path.reduce(0) { $0 + $1.start.x * $1.end.y - $1.start.y * $1.end.x }) / 2
    }
    let outline = ShapeOutline(shape, size: [80, 80])
    let colors = [Self.red, Self.blue, Self.green]
    let shares = zip(colors, [0.5, 0.25, 0.1]).map { Drawing.ColorShare($0, share: $1) }
    let parts = outline.parts(shares, isRound: shape.isRound)
    #expect(parts.map(\.color) == colors)
    let whole = parts.reduce(0) { $0 + area($1.path) }
    for (part, share) in zip(parts, [0.5, 0.25, 0.25]) {
      #expect(abs(area(part.path) / whole - share) < 0.005)
    }
    let middles = parts.map { part in
      part.path.reduce(SIMD2<Double>.zero) { $0 + $1.point(at: 0.5) } / Double(part.path.count)
    }
    if shape.isRound {
      #expect(middles[0].y < -10 && middles[1].x < 0 && middles[1].y > 0 && middles[2].x > 0)
    } else {
      #expect(middles[0].x < middles[1].x && middles[1].x < middles[2].x)
      #expect(abs(whole - 6400) < 1e-6)
    }
  }

  @Test func partsArePaintedBelowTheOutline() throws {
    var drawing = Drawing(positions: [[0, 0]])
    var figure = Drawing.Figure("x", shape: .ellipse)
    figure.fillParts = [.init(Self.red, share: 0.5), .init(RGBColor(0x000040), share: 0.5)]
    drawing.figures = [figure]
    let painted = try Picture(of: drawing).list.layers[0].figures[0]
    #expect(painted.shapes.map(\.fill) == [Self.red, RGBColor(0x000040), nil])
    #expect(painted.shapes[2].stroke != nil)
    #expect(painted.texts.map(\.color) == [Theme.dark.text])
    // Text stands on the stripe in the middle.
    figure.shape = .box
    figure.fillParts = [RGBColor(0x000040), RGBColor(0xFFFF00), RGBColor(0x000040)].map {
      .init($0, share: 1.0 / 3)
    }
    drawing.figures = [figure]
    let striped = try Picture(of: drawing).list.layers[0].figures[0]
    #expect(striped.texts.map(\.color) == [Theme.light.text])
    drawing.figures[0]?.fillParts[0].share = -1
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
  }
}
