import Testing
import _TestSupport

@testable import GraphRendering

struct RouteTests {
  /// Boxes in rows, and routes that zigzag between them: the curves touch none.
  @Test(arguments: 1...20)
  func curvesAvoidBoxes(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var points: [SIMD2<Double>] = []
    for row in 0..<6 {
      for column in 0..<5 {
        points.append(SIMD2(90 * Double(column) + 40 * random.unit(), -70 * Double(row)))
      }
    }
    var drawing = Drawing(positions: points)
    drawing.figures = points.map { _ in Drawing.Figure("node", shape: .box) }
    drawing.isToScale = true
    var routes = Drawing.Routes(points: [], offsets: [0])
    for source in 0..<5 {
      let target = 25 + Int.random(in: 0..<5, using: &random)
      drawing.edges.append(.init(source, target))
      var way = [points[source]]
      for row in 1..<5 {
        // Left or right of a box, straight down beside it.
        let box = points[5 * row + Int.random(in: 0..<5, using: &random)]
        let x = box.x + (Bool.random(using: &random) ? 30 : -30)
        way += [SIMD2(x, box.y + 14), SIMD2(x, box.y - 14)]
      }
      way.append(points[target])
      routes.points += way
      routes.offsets.append(routes.points.count)
    }
    drawing.routes = routes
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    #expect(edges.count == 5)
    for edge in edges {
      let given = drawing.edges[edge.index]
      for step in 0...400 {
        let point = edge.curve.point(at: Double(step) / 400)
        for node in points.indices where node != Int(given.source) && node != Int(given.target) {
          // A line of the route itself may run along a box of a neighbouring row.
          let line = routes[edge.index].map { nodes.place($0) }
          let isOnRoute = zip(line, line.dropFirst()).contains { a, b in
            nodes.box(node).clip(from: a, to: b) != nil
          }
          #expect(isOnRoute || !nodes.isOn(node, point), "edge \(edge.index) is on \(node)")
        }
      }
    }
  }

  @Test func needlessBendsGo() {
    var drawing = Drawing(positions: [[0, 0], [0, -300], [400, -150]], edges: [.init(0, 1)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    drawing.routes = .init(
      points: [[0, 0], [30, -100], [-20, -200], [0, -300]], offsets: [0, 4])
    let (_, edges, _) = routed(drawing, .init(fitting: drawing))
    guard case .line? = edges.first?.curve else {
      Issue.record("the way is free, and the curve is no line")
      return
    }
  }

  @Test func bendsAroundABoxStay() {
    var drawing = Drawing(positions: [[0, 0], [0, -300], [0, -150]], edges: [.init(0, 1)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    drawing.routes = .init(
      points: [[0, 0], [60, -130], [60, -170], [0, -300]], offsets: [0, 4])
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    guard let curve = edges.first?.curve, case .spline = curve else {
      Issue.record("the curve is straight")
      return
    }
    #expect((0...200).allSatisfy { !nodes.isOn(2, curve.point(at: Double($0) / 200)) })
    // On the side where the route is.
    #expect(curve.point(at: 0.5).x > nodes.centers[2].x)
  }

  /// The bend stays, though the way is free without it, however far apart its points are.
  @Test func edgesRunBesideTheirLabels() throws {
    var drawing = Drawing(positions: [[0, 0], [400, 0]], edges: [.init(0, 1)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    drawing.routes = .init(points: [[0, 0], [120, 60], [280, 60], [400, 0]], offsets: [0, 4])
    drawing.edgeLabels = [.init(0, Drawing.Text("in"), position: [200, 72])]
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    let curve = try #require(edges.first?.curve)
    let label = nodes.place([200, 72])
    let distance = (0...200).map { (curve.point(at: Double($0) / 200) - label).length }.min() ?? 0
    #expect(distance < 13 && distance > 5)
  }

  /// As far out as the layout says, without corners, and in other edges' way.
  @Test func loopsOfLayoutsAreRound() throws {
    var drawing = Drawing(
      positions: [[0, 0], [200, 0]], edges: [.init(0, 0, isDirected: true), .init(0, 1)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    let half = try #require(drawing.figures[0]?.size).x / 2
    let loop: [SIMD2<Double>] = [[half, 6], [half + 20, 6], [half + 20, -6], [half, -6]]
    drawing.routes = .init(points: loop + [[0, 0], [100, 80], [200, 0]], offsets: [0, 4, 7])
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    let curve = try #require(edges.first { $0.index == 0 }?.curve)
    guard case .cubic = curve else {
      Issue.record("the loop is \(curve)")
      return
    }
    let points = (0...100).map { curve.point(at: Double($0) / 100) }
    let out = nodes.place([half + 20, 0]).x
    #expect(abs((points.map(\.x).max() ?? 0) - out) < 0.5)
    #expect(points.allSatisfy { !nodes.isOn(0, $0) || abs($0.x - nodes.box(0).maximum.x) < 1 })
    #expect(edges.first { $0.index == 0 }?.head != nil)
    guard case .spline? = edges.first(where: { $0.index == 1 })?.curve else {
      Issue.record("the edge is straight through the loop")
      return
    }
  }

  /// Figures by lot, far enough apart for edges to pass: few edges run through one.
  @Test func straightEdgesGoAroundFigures() {
    var (straight, curved) = (0, 0)
    for seed in 1...10 {
      var random = SplitMix64(seed: UInt64(seed))
      let positions = (0..<25).map { node -> SIMD2<Double> in
        let offset: SIMD2<Double> = random.vector(in: 0...30)
        return SIMD2(110 * Double(node % 5), 80 * Double(node / 5)) + offset
      }
      var drawing = Drawing(positions: positions)
      drawing.edges = (0..<30).map { _ -> Drawing.Edge in
        let source = Int.random(in: 0..<25, using: &random)
        let step = Int.random(in: 1..<25, using: &random)
        return Drawing.Edge(source, (source + step) % 25)
      }
      drawing.figures = drawing.topologyFigures
      drawing.isToScale = true
      let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
      func hits(_ edge: RoutedEdge, _ curve: Curve) -> Bool {
        let ends = drawing.edges[edge.index]
        let points = (0...200).map { curve.point(at: Double($0) / 200) }
        return (0..<25).contains { node in
          if node == Int(ends.source) || node == Int(ends.target) { return false }
          return points.contains { nodes.isOn(node, $0) }
        }
      }
      for edge in edges {
        if hits(edge, .line(edge.curve.start, edge.curve.end)) { straight += 1 }
        if hits(edge, edge.curve) { curved += 1 }
      }
    }
    #expect(straight > 30 && curved * 6 < straight, "\(straight), \(curved)")
  }

  @Test func detoursAreForFiguresInTheWayOnly() throws {
    var drawing = Drawing(
      positions: [[0, 0], [400, 0], [200, 12], [200, 200]], edges: [.init(0, 1), .init(0, 3)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    // y is down in the picture: the figure's middle is above the line, the way below it is shorter.
    #expect(edges[0].curve.point(at: 0.5).y > nodes.box(2).maximum.y)
    guard case .line = edges[1].curve else {
      Issue.record("nothing is in the way")
      return
    }
  }

  /// Around a circle an edge passes it closely, without the corners of a box around it.
  @Test(arguments: [Drawing.Shape.circle, .ellipse, .diamond, .box])
  func detoursFollowOutlines(shape: Drawing.Shape) throws {
    for height in [-14.0, -5, 1, 9] {
      var drawing = Drawing(
        positions: [[0, 0], [400, 30], [200, 15 + height]], edges: [.init(0, 1)])
      drawing.figures = (0..<3).map { _ in
        Drawing.Figure("", shape: shape, leastSize: [60, 60])
      }
      drawing.isToScale = true
      let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
      let figure = try #require(nodes.figure(2))
      let curve = edges[0].curve
      let points = (0...400).map { curve.point(at: Double($0) / 400) }
      #expect(points.allSatisfy { !figure.contains($0) }, "\(height)")
      // The path is that of a thread around the figure, 6 points from it.
      let length = zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
      let straight = (curve.end - curve.start).length
      #expect(length < 1.12 * straight, "\(height): \(length) for \(straight)")
      var last = 0.0
      for index in 2..<points.count {
        let (a, b) = (points[index - 1] - points[index - 2], points[index] - points[index - 1])
        last = max(last, abs((a.x * b.y - a.y * b.x) / (a.length * b.length)))
      }
      #expect(last < 0.5, "a corner of \(last)")
    }
  }

  @Test func convexOutlinesTouchTheirFigures() throws {
    let corners: [SIMD2<Double>] = [[-3, -1], [3, -1], [3, 1], [-3, 1]]
    let outline = ConvexOutline(around: corners)
    let crossing = try #require(outline.clip(from: [-10, 0], to: [10, 0], clearance: 0))
    #expect(abs(crossing.0 - 0.35) < 1e-12 && abs(crossing.1 - 0.65) < 1e-12)
    #expect(outline.clip(from: [-10, 1.001], to: [10, 1.001], clearance: 0) == nil)
    #expect(outline.clip(from: [-10, 1.001], to: [10, 1.001], clearance: 0.1) != nil)
    #expect(outline.clip(from: [4, 0], to: [4, 0], clearance: 0.5) == nil)
    #expect(outline.clip(from: [2, 0], to: [2, 0], clearance: 0) != nil)
    for side in [1.0, -1] {
      let bends = outline.bends(from: [-10, 0], to: [10, 0], side: side, clearance: 1)
      #expect(bends.allSatisfy { $0.y * side >= 0 && !bends.isEmpty })
      #expect(bends == bends.sorted { $0.x < $1.x })
    }
  }

  @Test func splinesAreCutAndTurned() {
    let spline = Curve.spline([
      [0, 0], [1, 2], [3, 2], [4, 0], [5, -2], [7, -2], [8, 0], [9, 2], [11, 2], [12, 0],
    ])
    for t in stride(from: 0.0, through: 1, by: 0.125) {
      #expect((spline.reversed.point(at: 1 - t) - spline.point(at: t)).length < 1e-12)
    }
    for (from, to) in [(0.0, 1.0), (0.1, 0.2), (0.1, 0.5), (0.4, 0.9), (1.0 / 3, 2.0 / 3)] {
      let piece = spline.piece(from: from, to: to)
      #expect((piece.start - spline.point(at: from)).length < 1e-12)
      #expect((piece.end - spline.point(at: to)).length < 1e-12)
    }
    #expect(spline.segments.count == 3)
  }

  /// Labels that the picture places lie on no edge and no node of a small drawing.
  @Test func labelsOfEdgesLieBeside() throws {
    var drawing = Drawing(
      positions: [[0, 0], [160, 0], [80, 130]],
      edges: [.init(0, 1), .init(1, 2), .init(2, 0), .init(0, 1)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    drawing.edgeLabels = (0..<4).map { .init($0, Drawing.Text("label \($0)")) }
    let options = Picture.Options(fitting: drawing)
    let (nodes, edges, _) = routed(drawing, options)
    let placed = EdgeLabelPlacement(drawing, nodes, edges).place(
      in: Rectangle(minimum: .zero, maximum: [options.width, options.height]))
    #expect(placed.boxes.count == 4)
    for (index, box) in placed.boxes.enumerated() {
      for edge in edges {
        #expect(!(0...100).contains { box.contains(edge.curve.point(at: Double($0) / 100)) })
      }
      for node in 0..<3 { #expect(!box.overlaps(nodes.box(node))) }
      for other in placed.boxes[..<index] { #expect(!box.overlaps(other)) }
    }
  }

  @Test func noHullHidesASmallerOne() throws {
    var drawing = Drawing(positions: (0..<9).map { [Double($0 % 3), Double($0 / 3)] })
    drawing.groups = [
      .init([0, 1], name: "small"), .init([3, 4, 5], name: "box", outline: .box),
      .init(Array(0..<9), name: "all"), .init([0, 1, 3, 4], name: "quarter"),
    ]
    let (nodes, _, _) = routed(drawing, .init(width: 600, height: 600))
    let painted = GroupPainter(drawing, nodes, .light).painted()
    #expect(painted.map(\.name) == ["all", "box", "quarter", "small"])
  }

  @Test func groupsLieAroundTheirNodes() throws {
    var drawing = Drawing(positions: [[0, 0], [160, 0], [80, 130], [400, 0]])
    drawing.figures = [.init("a"), .init("b", shape: .ellipse), nil, nil]
    drawing.groups = [
      .init([0, 1, 2], name: "hull"), .init([0, 1], name: "box", outline: .box), .init([]),
    ]
    drawing.isToScale = true
    let options = Picture.Options(fitting: drawing)
    let (nodes, _, _) = routed(drawing, options)
    let painter = GroupPainter(drawing, nodes, .light)
    let painted = painter.painted()
    #expect(painted.map(\.name) == ["hull", "box"])
    for (figure, group) in zip(painted, drawing.groups) {
      let path = figure.shapes[0].path
      for node in group.nodes {
        let box = nodes.box(node)
        for corner in [box.minimum, box.maximum] where group.outline == .box {
          #expect(Self.isInside(path, corner))
        }
        #expect(Self.isInside(path, box.center))
      }
      #expect(!Self.isInside(path, nodes.centers[3]))
    }
    #expect(painter.names().flatMap { $0.labels.map(\.text) } == ["hull", "box"])
    #expect(painter.names().map(\.rim) == painted.map { $0.shapes[0].fill })
    #expect(try Picture(of: drawing, options).svg().contains(">hull<"))
  }

  /// Four groups in the corners, and one whose members are between them.
  @Test func hullsAroundOthersAreLeftOut() throws {
    var positions: [SIMD2<Double>] = (0..<20).map { node in
      let corner = SIMD2(Double(node % 2), Double(node / 2 % 2)) * 100
      let place = SIMD2(Double(node / 4), Double(node % 3)) * 5
      return corner + place
    }
    positions += [[-40, -40], [160, -40], [60, 160]]
    var drawing = Drawing(positions: positions)
    drawing.groups = (0..<4).map { corner in
      Drawing.Group((0..<20).filter { $0 % 4 == corner }, name: "\(corner)")
    }
    drawing.groups.append(.init([20, 21, 22], name: "scattered"))
    func names() throws -> [String] {
      let (nodes, _, _) = routed(drawing, Picture.Options(fitting: drawing))
      return GroupPainter(drawing, nodes, .light).painted().map(\.name).sorted()
    }
    #expect(try names() == ["0", "1", "2", "3"])
    #expect(try Picture(of: drawing).report.groupsWithoutHull == 1)
    // Boxes are what was asked for, and where most hulls are such, there is no clearer way.
    drawing.groups[4].outline = .box
    #expect(try names().contains("scattered"))
    drawing.groups = [.init([20, 21, 22], name: "scattered")]
    #expect(try names() == ["scattered"])
  }

  /// What is written on a dark ground is light, whatever the ground is: background, group or cell.
  @Test func textStandsOutFromItsGround() throws {
    var drawing = Drawing(positions: [[0, 0], [150, 0], [0, 200], [150, 200]])
    drawing.edges = [.init(0, 1), .init(2, 3)]
    var cell = Drawing.Cell(.row(["dark", "light"]))
    if case .row(var cells) = cell.content {
      cells[0].fill = RGBColor(0x000080)
      cell.content = .row(cells)
    }
    drawing.figures = [
      .init("on white", shape: .plain), .init(cell, shape: .box, fill: RGBColor(0xFFFFFF)),
      .init("on navy", shape: .plain), nil,
    ]
    drawing.edgeLabels = [
      .init(0, "upper", position: [70, 0]), .init(1, "lower", position: [70, 200]),
    ]
    drawing.groups = [.init([2, 3], name: "group", outline: .box, fill: RGBColor(0x000080))]
    drawing.groups[0].nameIsBelow = true
    drawing.groups[0].textAlignment = .right
    drawing.isToScale = true
    let picture = try Picture(of: drawing, .init(fitting: drawing))
    var colors: [String: RGBColor] = [:]
    for text in picture.list.layers.flatMap({ $0.figures.flatMap(\.texts) }) {
      colors[text.label.text] = text.color
    }
    for group in picture.list.labels {
      for label in group.labels { colors[label.text] = group.color }
    }
    for (text, isLight) in [
      ("on white", false), ("on navy", true), ("dark", true), ("light", false), ("upper", false),
      ("lower", true), ("group", true),
    ] {
      #expect(colors[text] == (isLight ? Theme.dark.text : Theme.light.text), "\(text)")
    }
    let name = try #require(picture.placedLabels.first { $0.text == "group" }).box
    let box = try #require(picture.list.ground.first?.shapes.first?.path).map(\.bounds)
    #expect(abs(name.maximum.x - (box.map(\.maximum.x).max() ?? 0)) < 6)
    #expect(name.maximum.y > (box.map(\.maximum.y).max() ?? 0) - 6)
  }

  /// Edges come to ports on sides that do not face them straight, not along the side.
  @Test func edgesComeStraightToPorts() throws {
    var drawing = Drawing(
      positions: [[0, 0], [200, -60]], edges: [.init(0, 1, isDirected: true)])
    drawing.figures = drawing.topologyFigures
    drawing.isToScale = true
    let half = try #require(drawing.figures[1]).size / 2
    let port = SIMD2(200, -60 + half.y)
    drawing.routes = .init(
      points: [[0, 0], SIMD2(150, port.y + 9), SIMD2(200, port.y + 9), port], offsets: [0, 4])
    let (nodes, edges, _) = routed(drawing, .init(fitting: drawing))
    let head = try #require(edges.first?.head)
    let step = head.tip - (head.left + head.right) / 2
    #expect(step.y > 2 * abs(step.x), "\(step)")
    #expect(abs(head.tip.y - nodes.box(1).minimum.y) < 0.1)
  }

  private static func isInside(_ path: [Curve], _ point: SIMD2<Double>) -> Bool {
    let corners = path.flatMap { curve in (0..<8).map { curve.point(at: Double($0) / 8) } }
    var (isInside, last) = (false, corners[corners.count - 1])
    for corner in corners {
      if (corner.y > point.y) != (last.y > point.y),
        point.x < corner.x + (last.x - corner.x) * (point.y - corner.y) / (last.y - corner.y)
      {
        isInside.toggle()
      }
      last = corner
    }
    return isInside
  }
}

extension Drawing {
  /// A box with a word for each node.
  fileprivate var topologyFigures: [Figure?] {
    (0..<nodeCount).map { _ in Figure("word", shape: .box) }
  }
}
