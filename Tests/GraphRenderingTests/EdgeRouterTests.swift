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
}
