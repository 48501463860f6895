import Testing
import _TestSupport

@testable import GraphRendering

struct EdgeRouterTests {
  @Test(arguments: 1...20)
  func edgesEndAtRims(seed: Int) {
    let drawing = randomDrawing(seed: UInt64(seed), nodes: 25, edges: 90, radii: 2...20)
    let (nodes, edges, _) = routed(drawing)
    #expect(edges.count > 60)
    for edge in edges {
      let given = drawing.edges[edge.index]
      let (source, target) = (Int(given.source), Int(given.target))
      let fromSource = (edge.curve.start - nodes.centers[source]).length
      #expect(abs(fromSource - nodes.radii[source]) < 1e-6)
      let tip = edge.head?.tip ?? edge.curve.end
      let fromTarget = (tip - nodes.centers[target]).length
      #expect(abs(fromTarget - nodes.radii[target]) < 1e-6)
    }
  }

  @Test func straightEdgesAreStraight() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0]], edges: [.init(0, 1)])
    drawing.nodeSizes = .points([30, 10])
    let (nodes, edges, _) = routed(drawing)
    let edge = try #require(edges.first)
    #expect(
      edge.curve
        == .line(nodes.centers[0] + SIMD2(30, 0), nodes.centers[1] - SIMD2(10, 0)))
    #expect(edge.head == nil)
  }

  @Test func headsPointAtTargets() throws {
    var drawing = Drawing(positions: [[0, 0], [0, 1]], edges: [.init(0, 1, isDirected: true)])
    drawing.nodeSizes = .points([5, 8])
    let (nodes, edges, _) = routed(drawing)
    let head = try #require(edges.first?.head)
    let target = nodes.centers[1]
    // y is turned over: node 1 is above node 0, and the arrow comes from below.
    #expect(nodes.centers[0].y > target.y)
    #expect((head.tip - (target + SIMD2(0, 8))).length < 1e-9)
    #expect(head.left.y > head.tip.y && head.right.y > head.tip.y)
    #expect(abs((head.left.x + head.right.x) / 2 - target.x) < 1e-9)
    // The line ends at the broad side, so that it does not show beside the tip.
    #expect(abs(edges[0].curve.end.y - head.left.y) < 1e-9)
  }

  @Test(arguments: 2...7)
  func parallelEdgesAreApart(count: Int) {
    // Half of them the other way round.
    let drawing = Drawing(
      positions: [[0, 0], [3, 1]],
      edges: (0..<count).map { $0 % 2 == 0 ? .init(0, 1) : .init(1, 0, isDirected: true) })
    let (_, edges, _) = routed(drawing)
    #expect(edges.count == count)
    let middles = edges.map { $0.curve.point(at: 0.5) }
    for (i, middle) in middles.enumerated() {
      for other in middles[..<i] { #expect((middle - other).length > 10) }
    }
  }

  @Test func oneEdgeEachWayIsNoDoubleLine() {
    let drawing = Drawing(
      positions: [[0, 0], [1, 0]],
      edges: [.init(0, 1, isDirected: true), .init(1, 0, isDirected: true)])
    let (nodes, edges, _) = routed(drawing)
    let level = nodes.centers[0].y
    #expect(
      edges[0].curve.point(at: 0.5).y < level - 2 || edges[0].curve.point(at: 0.5).y > level + 2)
    #expect(
      (edges[0].curve.point(at: 0.5).y - level) * (edges[1].curve.point(at: 0.5).y - level) < 0)
  }

  @Test(arguments: [0.7, 3, 12, 60])
  func loopsAreSeen(radius: Double) {
    var drawing = Drawing(
      positions: [[0, 0], [1, 0]],
      edges: [.init(0, 1), .init(0, 0), .init(0, 0, isDirected: true), .init(1, 1)])
    drawing.nodeSizes = .points([radius, radius])
    let (nodes, edges, _) = routed(drawing)
    #expect(edges.count == 4)
    let picture = Rectangle(minimum: .zero, maximum: [1000, 800])
    let apexes = edges[1...].map { edge in
      let node = Int(drawing.edges[edge.index].source)
      let apex = edge.curve.point(at: 0.5)
      #expect((apex - nodes.centers[node]).length > radius + 5)
      #expect(picture.contains(apex))
      return apex
    }
    // Away from the neighbour, and the second beyond the first.
    #expect(apexes[0].x < nodes.centers[0].x && apexes[1].x < nodes.centers[0].x)
    #expect(apexes[2].x > nodes.centers[1].x)
    #expect(edges[1].curve.bounds.maximum.y < edges[2].curve.bounds.maximum.y)
  }

  @Test func edgesUnderTheirNodesAreCounted() {
    var drawing = Drawing(
      positions: [[0, 0], [1, 0], [1000, 0]], edges: [.init(0, 1), .init(1, 2)])
    drawing.nodeSizes = .points([20, 20, 20])
    let (_, edges, report) = routed(drawing)
    #expect(edges.map(\.index) == [1])
    #expect(report.edgesTooShort == 1)
  }

  @Test(arguments: 1...5)
  func piecesOfCurvesLieOnThem(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let p: [SIMD2<Double>] = (0..<4).map { _ in random.vector(in: -10...10) }
    for curve in [
      Curve.line(p[0], p[1]), .quadratic(p[0], p[1], p[2]), .cubic(p[0], p[1], p[2], p[3]),
    ] {
      let (from, to) = (random.unit() / 2, 0.5 + random.unit() / 2)
      let piece = curve.piece(from: from, to: to)
      for t in stride(from: 0.0, through: 1, by: 0.125) {
        #expect((piece.point(at: t) - curve.point(at: from + (to - from) * t)).length < 1e-12)
        #expect((curve.reversed.point(at: t) - curve.point(at: 1 - t)).length < 1e-12)
      }
    }
  }

  /// Edges of both directions bend to their right: two between the same nodes lie on two sides.
  @Test(arguments: [0.2, -0.3])
  func curvedEdgesLieApart(bend: Double) {
    var options = Picture.Options()
    options.edgeCurve = bend
    var drawing = Drawing(
      positions: [[0, 0], [10, 0]], edges: [.init(0, 1), .init(1, 0), .init(0, 1)])
    drawing.nodeSizes = .points([2, 2])
    let (nodes, edges, _) = routed(drawing, options)
    let length = nodes.centers[1].x - nodes.centers[0].x
    // y is turned over: the right of the way to the right is below.
    let lifts = edges.map { edge in
      edge.curve.chords.map { $0.1.y - nodes.centers[0].y }.max { abs($0) < abs($1) } ?? 0
    }
    #expect(abs(lifts[0] - bend * length) < 0.01 * length)
    #expect(abs(lifts[1] + bend * length) < 0.01 * length)
    // The second one of a direction lies outside of the first.
    #expect(lifts[2] / lifts[0] > 1 && abs(lifts[2] - lifts[0]) > 4)
    #expect(edges.allSatisfy { $0.curve.chords.count > 1 })
  }

  @Test func headsFitTheirLines() throws {
    func head(_ width: Double) throws -> (length: Double, width: Double) {
      var drawing = Drawing(
        positions: [[0, 0], [0, 1]], edges: [.init(0, 1, isDirected: true, width: width)])
      drawing.nodeSizes = .points([2, 2])
      let head = try #require(routed(drawing).edges.first?.head)
      let base = (head.left + head.right) / 2
      return ((head.tip - base).length, (head.left - head.right).length)
    }
    for width in [0.4, 1, 1.7, 3, 5, 12] {
      let size = try head(width)
      #expect(size.width >= 2 * width && size.width >= 4)
      #expect(size.width <= max(8, 3.3 * width) && size.length >= size.width)
    }
    #expect(try head(1).length < head(5).length)
  }

  @Test func aKeySaysWhatWidthsMean() throws {
    var drawing = Drawing(
      positions: [[0, 0], [1, 0], [1, 1], [0, 1]],
      edges: [
        .init(0, 1, width: 0.5), .init(1, 2, width: 3), .init(2, 3, width: 6),
        .init(3, 0, width: 1),
      ])
    drawing.nodeSizes = .points([2, 2, 2, 2])
    var options = Picture.Options()
    options.key.edgeWidths = .init(title: "r", values: [0.6, 0.8, 1, .nan])
    let key = try #require(try Picture(of: drawing, options).list.furniture.last)
    #expect(key.texts.map(\.label.text) == ["r", "0.6", "0.8", "1"])
    #expect(key.shapes.filter { $0.stroke != nil }.map(\.strokeWidth) == [0.5, 3, 6])
    options.edgeCurve = 1.5
    #expect(throws: RenderingError.self) { try Picture(of: drawing, options) }
  }
}
