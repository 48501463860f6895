import Testing
import _TestSupport

@testable import GraphRendering

struct FigureTests {
  private static let words = ["a", "compute the sum", "two\nlines of text", "WWWWWWWWWWWWWWWWWWWW"]

  /// The corners of the box that each line of text takes are inside of the outline.
  @Test(arguments: Drawing.Shape.allCases)
  func textFitsIntoEveryShape(shape: Drawing.Shape) {
    for word in Self.words {
      for least in [SIMD2<Double>.zero, SIMD2(54, 36), SIMD2(10, 90)] {
        var figure = Drawing.Figure(word, shape: shape)
        figure.leastSize = least
        let layout = FigureLayout(figure)
        let outline = ShapeOutline(shape, size: layout.size)
        #expect(all(layout.size .>= least))
        #expect(all(layout.size .< 1000))
        for line in layout.lines {
          // What letters take of the height between base lines.
          let box = Rectangle(
            minimum: SIMD2(line.box.minimum.x, line.baseline - 0.73 * line.size),
            maximum: SIMD2(line.box.maximum.x, line.baseline + 0.2 * line.size))
          for corner in [
            box.minimum, box.maximum, SIMD2(box.minimum.x, box.maximum.y),
            SIMD2(box.maximum.x, box.minimum.y),
          ] {
            #expect(outline.contains(corner), "\(shape) \(word) \(least) \(corner)")
          }
        }
      }
    }
  }

  @Test func cellsFillTheirBoxAndHavePorts() throws {
    var left = Drawing.Cell("left")
    left.port = "f0"
    let right = Drawing.Cell(
      .column([Drawing.Cell("upper"), Drawing.Cell(.text("the lower one"), port: "f1")]))
    var figure = Drawing.Figure(Drawing.Cell(.row([left, right])), shape: .box)
    figure.leastSize = [200, 80]
    let layout = FigureLayout(figure)
    #expect(layout.size == [200, 80])
    let (first, second) = (try #require(layout.ports["f0"]), try #require(layout.ports["f1"]))
    #expect(first.minimum == [-100, -40])
    #expect(first.maximum.y == 40)
    #expect((second.maximum - SIMD2(100, 40)).length < 1e-9)
    #expect(abs(first.maximum.x - second.minimum.x) < 1e-9)
    #expect(layout.rules.count == 2)
    #expect(layout.lines.map(\.text) == ["left", "upper", "the lower one"])
    // y up, as in layouts.
    let south = try #require(figure.place(ofPort: "f1", side: .south))
    #expect((south - SIMD2(second.center.x, -40)).length < 1e-9)
    #expect(figure.place(ofPort: "f7") == nil)
    #expect(figure.place(ofPort: nil, side: .west) == [-100, 0])
    let corner = try #require(
      Drawing.Figure("round", shape: .ellipse).place(ofPort: nil, side: .northEast))
    let half = Drawing.Figure("round", shape: .ellipse).size / 2
    #expect(abs(((corner / half) * (corner / half)).sum() - 1) < 0.01)
  }

  @Test func linesAreAlignedAndStacked() throws {
    let text = Drawing.Text([
      .init("one", alignment: .left), .init("the middle one"), .init("three", alignment: .right),
    ])
    let layout = FigureLayout(Drawing.Figure(Drawing.Cell(.text(text)), shape: .box))
    let boxes = layout.lines.map(\.box)
    #expect(abs(boxes[0].minimum.x - boxes[1].minimum.x) < 1e-9)
    #expect(abs(boxes[2].maximum.x - boxes[1].maximum.x) < 1e-9)
    #expect(layout.lines[0].baseline < layout.lines[1].baseline)
    #expect(abs(boxes[0].maximum.y - boxes[1].minimum.y) < 1e-9)
  }

  @Test func wordsAreWrapped() {
    let text = Drawing.Text("one two three four\nfive incomprehensibilities", wrappedTo: 5.5)
    #expect(
      text.lines.map(\.text) == ["one two", "three four", "five", "incomprehensibilities"])
    for line in text.lines.dropLast() { #expect(TextMetrics.width(of: line.text) <= 5.5) }
  }

  /// Straight and through bends, edges end at the outline of their nodes.
  @Test(arguments: Drawing.Shape.allCases)
  func edgesEndAtOutlines(shape: Drawing.Shape) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<10 {
      let far: SIMD2<Double> = random.vector(in: -100...100) + SIMD2(300, 20)
      var drawing = Drawing(positions: [[0, 0], far], edges: [.init(0, 1, isDirected: true)])
      drawing.figures = [.init("from here", shape: shape), .init("to there", shape: shape)]
      drawing.isToScale = true
      drawing.routes = .init(points: [[0, 0], [150, -40], far], offsets: [0, 3])
      for isRouted in [true, false] {
        if !isRouted { drawing.routes = nil }
        let (nodes, edges, _) = routed(drawing)
        #expect(edges.count == 1)
        guard let edge = edges.first, let head = edge.head else { continue }
        for (node, point) in [(0, edge.curve.start), (1, head.tip)] {
          let outward = (point - nodes.centers[node]).normalized(or: [1, 0])
          #expect(nodes.isOn(node, point - outward * 0.5), "\(shape)")
          #expect(!nodes.isOn(node, point + outward * 0.5), "\(shape)")
        }
      }
    }
  }

  @Test func figuresGrowWithADrawingToScale() throws {
    var drawing = Drawing(positions: [[0, 0], [200, 0]], edges: [.init(0, 1)])
    drawing.figures = [.init("a figure"), nil]
    drawing.isToScale = true
    let own = Picture.Options(fitting: drawing)
    let size = try #require(drawing.figures[0]?.size)
    #expect(abs(own.width - (200 + size.x / 2 + 24)) < 2)
    let wide = Picture.Options(fitting: drawing, width: 2 * own.width)
    #expect(abs(wide.height - 2 * own.height) < 4)
    let (small, _, _) = routed(drawing, own)
    let (large, _, _) = routed(drawing, wide)
    #expect(abs(small.scale - 1) < 0.02)
    // Twice, but for sides that are rounded up to whole points: the margin grows too.
    #expect(abs(large.scale / small.scale - 2) < 0.02)
    #expect(abs((large.figures[0]?.box.size.x ?? 0) - large.scale * size.x) < 1e-9)
  }

  @Test func picturesShowFigures() throws {
    var drawing = Drawing(
      positions: [[0, 0], [200, 0]], edges: [.init(0, 1, isDirected: true), .init(1, 1)])
    drawing.figures = [.init("one & two", shape: .diamond), .init("b\nc", shape: .ellipse)]
    drawing.edges[0].dash = .dashed
    drawing.edges[0].tail = .openDiamond
    drawing.edgeLabels = [.init(0, "label of the edge")]
    drawing.isToScale = true
    let picture = try Picture(of: drawing, .init(fitting: drawing))
    let svg = picture.svg()
    for text in [">one &amp; two<", ">b<", ">c<", ">label of the edge<", "stroke-dasharray"] {
      #expect(svg.contains(text), "\(text)")
    }
    #expect(picture.report.nodesDrawn == 2)
    #expect(picture.discs.isEmpty)
    #expect(picture.accountsFor(drawing))
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  /// Edges that lead into a group do not strike its name through.
  @Test func namesOfGroupsAreAboveEdges() throws {
    var drawing = Drawing(positions: [[0, 0], [0, -100]], edges: [.init(0, 1)])
    drawing.figures = [.init("a"), .init("b")]
    drawing.groups = [.init([1], name: "group")]
    drawing.isToScale = true
    let picture = try Picture(of: drawing, .init(fitting: drawing))
    #expect(picture.placedLabels.contains { $0.text == "group" })
    #expect(picture.list.ground.count == 1 && picture.list.ground[0].texts.isEmpty)
  }

  @Test func badFiguresAreRefused() {
    var drawing = Drawing(positions: [[0, 0]])
    drawing.figures = [nil, nil]
    #expect(throws: RenderingError.wrongLength(of: "figures", expected: 1, found: 2)) {
      try Picture(of: drawing)
    }
    drawing.figures = [.init("x")]
    drawing.figures[0]?.leastSize = [.nan, 0]
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
    drawing.figures = []
    drawing.edgeLabels = [.init(0, "x")]
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
    drawing.edgeLabels = []
    drawing.groups = [.init([1])]
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
    drawing.groups = []
    drawing.routes = .init(points: [], offsets: [0, 1])
    #expect(throws: RenderingError.wrongOffsets(expected: 1, found: 2)) {
      try Picture(of: drawing)
    }
  }
}
