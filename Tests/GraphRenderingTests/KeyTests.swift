import Testing
import _TestSupport

@testable import GraphRendering

struct KeyTests {
  private var legend: Legend {
    Legend(
      title: "team",
      meaning: .groups(
        [
          .init(name: "red ones", color: RGBColor(0xCC2222), count: 7),
          .init(name: "blue ones", color: RGBColor(0x2222CC), count: 3),
        ], others: 5))
  }

  private func texts(_ picture: Picture) -> [String] {
    picture.list.furniture.flatMap { $0.texts.map(\.label.text) }
  }

  private func box(_ figure: PaintedFigure) -> Rectangle {
    let boxes = figure.texts.map(\.label.box)
    return boxes.reduce(boxes[0]) {
      Rectangle(
        minimum: pointwiseMin($0.minimum, $1.minimum),
        maximum: pointwiseMax($0.maximum, $1.maximum))
    }
  }

  /// Names that lead away from their nodes are where the key would be.
  @Test func keysKeepOffTurnedNames() throws {
    var drawing = Drawing(positions: (0..<20).map { SIMD2(Double($0 % 2), Double($0 / 2)) })
    drawing.labels = (0..<20).map { "a name of some length \($0)" }
    drawing.labelAngles = (0..<20).map { $0 % 2 == 0 ? 180 : 0 }
    drawing.nodeSizes = .points([Double](repeating: 4, count: 20))
    var options = Picture.Options(width: 600, height: 500)
    options.key = .init(nodeColors: legend)
    let picture = try Picture(of: drawing, options)
    let key = box(picture.list.furniture[0])
    let labels = picture.placedLabels
    #expect(labels.count == 20 && labels.allSatisfy { !$0.box.overlaps(key) })
    // Each leads straight away from its node.
    for label in labels {
      #expect(abs(label.box.center.y - picture.nodeCenters[label.node].y) < 2)
    }
  }

  @Test func titlesOfSeveralLines() throws {
    var options = Picture.Options(width: 400, height: 400)
    options.title = "one\ntwo\nthree"
    let picture = try Picture(of: randomDrawing(seed: 3, nodes: 5, edges: 4), options)
    #expect(texts(picture) == ["one", "two", "three"])
    let boxes = picture.list.furniture[0].texts.map(\.label.box)
    #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.maximum.y <= $1.minimum.y })
    for center in picture.nodeCenters { #expect(center.y > boxes[2].maximum.y) }
  }

  @Test(arguments: [Drawing.Text.Alignment.left, .center, .right], [false, true])
  func titlesStandWhereTheyAreAsked(alignment: Drawing.Text.Alignment, isBelow: Bool) throws {
    var options = Picture.Options(width: 400, height: 300)
    options.title = "one\nand two"
    options.titleLook.size = 24
    options.titleLook.color = RGBColor(0x123456)
    (options.titleLook.alignment, options.titleLook.isBelow) = (alignment, isBelow)
    let picture = try Picture(of: randomDrawing(seed: 3, nodes: 5, edges: 4), options)
    let title = picture.list.furniture[0]
    #expect(title.texts.map(\.label.text) == ["one", "and two"])
    #expect(title.texts.allSatisfy { $0.color == RGBColor(0x123456) && $0.label.size == 24 })
    let box = box(title)
    for center in picture.nodeCenters {
      #expect(isBelow ? center.y < box.minimum.y : center.y > box.maximum.y)
    }
    #expect(box.minimum.y >= 0 && box.maximum.y <= 300)
    let middles = title.texts.map { $0.label.box.center.x }
    switch alignment {
    case .left: #expect(title.texts.allSatisfy { $0.label.box.minimum.x == 14 })
    case .center: #expect(middles.allSatisfy { abs($0 - 200) < 1e-9 })
    case .right: #expect(title.texts.allSatisfy { abs($0.label.box.maximum.x - 386) < 1e-9 })
    }
    options.titleLook.size = 0
    #expect(throws: RenderingError.self) { try Picture(of: Drawing(positions: [[0, 0]]), options) }
  }

  /// Whether there are corners free or none, the key covers no node and no name.
  @Test(arguments: 1...6, [0.0, 1.0]) func theKeyHasRoom(seed: Int, corners: Double) throws {
    var drawing = randomDrawing(seed: UInt64(seed), nodes: 80, edges: 60)
    if corners == 1, case .plane(var points) = drawing.positions {
      for (index, corner) in [[-50.0, -50], [50, -50], [-50, 50], [50, 50]].enumerated() {
        points[index] = SIMD2(corner[0], corner[1])
      }
      drawing.positions = .plane(points)
    }
    drawing.labels = (0..<80).map { "name \($0)" }
    var options = Picture.Options(width: 700, height: 500)
    options.key = Picture.Key(
      nodeColors: legend, nodeSizes: .init(title: "score", values: (0..<80).map(Double.init)))
    options.title = "A title"
    drawing.nodeSizes = .byWeight((0..<80).map(Double.init))
    let picture = try Picture(of: drawing, options)
    #expect(
      texts(picture).prefix(5) == [
        "A title", "team", "red ones (7)", "blue ones (3)", "others (5)",
      ])
    #expect(texts(picture).contains("score") && texts(picture).contains("80"))
    let page = Rectangle(minimum: .zero, maximum: [700, 500])
    for figure in picture.list.furniture {
      let box = box(figure)
      #expect(page.contains(box))
      for label in picture.placedLabels { #expect(!label.box.overlaps(box)) }
      for node in picture.nodeCenters.indices {
        let reach = picture.nodeRadii[node]
        #expect(!box.inset(by: -reach).contains(picture.nodeCenters[node]))
      }
    }
  }

  @Test("nodes without a value have a row of their own, in groups and beside scales")
  func noValue() throws {
    let drawing = randomDrawing(seed: 2, nodes: 40, edges: 10)
    let scale = NodeColoring(
      byNumber: (0..<40).map { $0 < 3 ? .nan : Double($0) }, title: "age", scaling: .quantiles)
    let groups = NodeColoring(
      byGroup: (0..<40).map { $0 < 3 ? nil : "group \($0 % 16)" }, title: "team")
    #expect(Array(scale.colors.prefix(3)) == [RGBColor](repeating: Palette.missing, count: 3))
    for (coloring, expected) in [
      (scale, ["age", "3", "39", "by rank", "no value (3)"]),
      (
        groups,
        ["team"] + (3...7).map { "group \($0) (3)" } + (8...14).map { "group \($0) (2)" }
          + ["others (8)", "no value (3)"]
      ),
    ] {
      var options = Picture.Options(width: 700, height: 500)
      options.key = Picture.Key(nodeColors: coloring.legend)
      #expect(texts(try Picture(of: drawing, options)) == expected)
    }
  }

  @Test("a key that would take the picture from the graph is left out, and the report says so")
  func keysWithoutRoom() throws {
    let drawing = randomDrawing(seed: 4, nodes: 30, edges: 20)
    func picture(_ width: Double, _ height: Double) throws -> Picture {
      var options = Picture.Options(width: width, height: height)
      options.key = Picture.Key(nodeColors: legend)
      return try Picture(of: drawing, options)
    }
    for (width, height) in [(120.0, 300.0), (500, 70), (1, 1)] {
      let picture = try picture(width, height)
      #expect(picture.report.keyIsLeftOut && picture.list.furniture.isEmpty, "\(width)")
    }
    for (width, height) in [(250.0, 300.0), (500, 110)] {
      let picture = try picture(width, height)
      #expect(!picture.report.keyIsLeftOut, "\(width)")
      let key = box(try #require(picture.list.furniture.first))
      for node in picture.nodeCenters.indices {
        let reach = picture.nodeRadii[node]
        #expect(!key.inset(by: -reach).contains(picture.nodeCenters[node]))
      }
    }
  }

  @Test("a flat picture grows to the height of its key, unless its height is given")
  func flatPictures() {
    var options = Picture.Options(width: 500, height: 60)
    options.key = Picture.Key(nodeColors: legend)
    var given = options
    options.makeRoomForKey(hasHeight: false)
    given.makeRoomForKey(hasHeight: true)
    #expect(options.height == 90 && given.height == 60)
  }

  /// Nodes all over a square, so that the key gets a column, and the graph less of the width.
  @Test func thePictureIsNoHigherThanItsGraphBesideTheKey() throws {
    var drawing = Drawing(
      positions: (0..<400).map { SIMD2(Double($0 % 20), Double($0 / 20)) })
    drawing.edges = (0..<380).map { .init($0, $0 + 20) }
    var options = Picture.Options(width: 600, height: 600)
    options.key = Picture.Key(nodeColors: legend)
    let whole = try Picture(of: drawing, options)
    options.fitsHeightBesideKey = true
    let fitted = try Picture(of: drawing, options)
    func side(_ picture: Picture) -> Double {
      picture.nodeCenters[399].x - picture.nodeCenters[0].x
    }
    #expect(whole.height == 600 && fitted.width == 600)
    #expect(abs(side(fitted) - side(whole)) < 0.02 * side(whole))
    #expect(fitted.height > side(fitted) && fitted.height < side(fitted) + 2 * options.margin + 20)
  }

  /// The sizes of nodes are known only when these are placed.
  @Test func thePictureIsNoLowerThanItsKey() throws {
    var drawing = Drawing(positions: (0..<25).map { SIMD2(Double($0 % 5), Double($0 / 5)) })
    drawing.nodeSizes = .byWeight((0..<25).map(Double.init))
    for height in stride(from: 150.0, through: 320, by: 10) {
      var options = Picture.Options(width: 300, height: height)
      options.key = Picture.Key(
        nodeColors: legend, nodeSizes: .init(title: "score", values: (0..<25).map(Double.init)))
      let whole = try Picture(of: drawing, options)
      options.fitsHeightBesideKey = true
      let fitted = try Picture(of: drawing, options)
      #expect(fitted.report.keyIsLeftOut == whole.report.keyIsLeftOut, "\(height)")
      #expect(fitted.height <= whole.height)
    }
  }

  @Test func withoutAKeyThereIsNone() throws {
    let picture = try Picture(of: randomDrawing(seed: 1, nodes: 10, edges: 10))
    #expect(picture.list.furniture.isEmpty)
  }

  @Test(arguments: [
    (3.0, "3"), (0.25, "0.25"), (123.456, "123.5"), (0.000_012_34, "1.23e-5"),
    (2.5e9, "2500000000"),
    (1.5e-300, "1.5e-300"), (-0.5, "-0.5"), (0, "0"),
  ])
  func numbersAreShort(number: Double, text: String) { #expect(KeyPanel.text(number) == text) }

  @Test func theLargestPartsHaveColors() throws {
    // Twenty parts; part k has k + 1 nodes.
    let parts: [Int32] = (0..<20).flatMap { part in [Int32](repeating: Int32(part), count: part + 1)
    }
    let places = [SIMD2<Double>](repeating: .zero, count: parts.count)
    let topology = try Drawing(positions: places).topology
    let coloring = NodeColoring(byPart: parts, of: topology, title: "community")
    guard case .groups(let groups, let others)? = coloring.legend?.meaning else {
      Issue.record("the legend has no groups")
      return
    }
    #expect(groups.map(\.name) == (9...20).reversed().map(String.init))
    #expect(others == (1...8).reduce(0, +))
    for (part, color) in zip(parts, coloring.colors) {
      #expect((color == Palette.other) == (part < 8))
    }
  }
}
