import Testing
import _TestSupport

@testable import GraphRendering

struct CameraTests {
  /// Half the height is seen at 45 degrees, so at distance 10 a unit is 40 points.
  private let camera = Camera.at([0, 0, 10], lookingAt: .zero, fieldOfView: 90)

  private func place(_ points: [SIMD3<Double>], _ camera: Camera) throws -> Picture {
    var drawing = Drawing(positions: points, camera: camera)
    drawing.nodeSizes = .layoutUnits(points.map { _ in 1 })
    return try Picture(of: drawing)
  }

  @Test func knownPlaces() throws {
    let picture = try place(
      [[0, 0, 0], [10, 0, 0], [0, 5, 0], [2, 2, 5], [0, 0, -10]], camera)
    let expected: [SIMD2<Double>] = [
      [500, 400], [900, 400], [500, 200], [660, 240], [500, 400],
    ]
    for (center, expected) in zip(picture.nodeCenters, expected) {
      #expect((center - expected).length < 1e-9)
    }
    let radii: [Double] = [40, 40, 40, 80, 20]
    for (radius, expected) in zip(picture.nodeRadii, radii) {
      #expect(abs(radius - expected) < 1e-9)
    }
  }

  @Test func upAndRight() throws {
    // From above, with north up: x is still to the right, -z is up.
    let picture = try place(
      [[1, 0, 0], [0, 0, -1]], .at([0, 10, 0], lookingAt: .zero, up: [0, 0, -1], fieldOfView: 90))
    #expect((picture.nodeCenters[0] - SIMD2(540, 400)).length < 1e-9)
    #expect((picture.nodeCenters[1] - SIMD2(500, 360)).length < 1e-9)
  }

  @Test(arguments: [SIMD3<Double>(0, 0, 0), [0, 0, 1], [.nan, 0, 0], [0, 1e300, 0]])
  func anyUpWillDo(up: SIMD3<Double>) throws {
    let picture = try place([[1, 1, 0]], .at([0, 0, 10], lookingAt: .zero, up: up))
    #expect(picture.nodeCenters[0].isFinite)
    #expect(
      abs(
        (picture.nodeCenters[0] - SIMD2(500, 400)).length - 2.0.squareRoot() * 40
          / tangent(degrees: 17.5)) < 1e-6)
  }

  @Test func nearNodesArePaintedLast() throws {
    var random = SplitMix64(seed: 1)
    let points: [SIMD3<Double>] = (0..<300).map { _ in random.vector(in: -1...1) }
    let picture = try Picture(of: Drawing(positions: points))
    let view = View(.around(), points: points, scale: 1)
    let depths = picture.discs.map { view.coordinates(of: points[$0.node]).z }
    #expect(depths.count == 300)
    #expect(zip(depths, depths.dropFirst()).allSatisfy { $0 >= $1 })
    // And farther ones are fainter: nearer to the background.
    let groups = picture.list.layers.flatMap(\.discs)
    #expect(groups[0].color.brightness > groups[groups.count - 1].color.brightness + 40)
  }

  @Test(arguments: [0.0, 45, 123, 270], [-90.0, -30, 0, 60, 90])
  func aroundSeesEverything(azimuth: Double, elevation: Double) throws {
    var random = SplitMix64(seed: 2)
    let points: [SIMD3<Double>] = (0..<100).map { _ in random.vector(in: -7...7) }
    let drawing = Drawing(
      positions: points, camera: .around(azimuth: azimuth, elevation: elevation))
    let picture = try Picture(of: drawing)
    #expect(picture.report.nodesDrawn == 100)
    let inner = Rectangle(minimum: [23.9, 23.9], maximum: [976.1, 776.1])
    #expect(picture.nodeCenters.allSatisfy { inner.contains($0) })
    // And fills the picture: some node is near an edge.
    #expect(picture.nodeCenters.contains { !inner.inset(by: 40).contains($0) })
  }

  @Test func whatIsBehindIsNotSeen() throws {
    let drawing = Drawing(
      positions: [[0, 0, 0], [1, 0, 20], [2, 1, 20], [.nan, 0, 0]],
      edges: [.init(0, 1), .init(1, 2), .init(0, 3), .init(1, 1)], camera: camera)
    let picture = try Picture(of: drawing)
    #expect(picture.report.nodesDrawn == 1)
    #expect(picture.report.nodesOutside == 2)
    #expect(picture.report.nonFiniteNodes == 1)
    // The edge to the node behind is seen until it passes by.
    #expect(picture.report.edgesDrawn == 1)
    #expect(picture.report.edgesOutside == 2)
    #expect(picture.report.edgesWithoutPlace == 1)
    #expect(picture.accountsFor(drawing))
    #expect(picture.curves.allSatisfy { $0.start.isFinite && $0.end.isFinite })
  }

  @Test func edgesAreCutAtLayersWithoutGaps() throws {
    let drawing = Drawing(
      positions: [[-2, -1, -4], [2, 1, 4], [0, 0, -5], [0, 0, 5]], edges: [.init(0, 1)],
      camera: .at([1, 1, 12], lookingAt: .zero))
    let pieces = try Picture(of: drawing).curves
    #expect(pieces.count > 10)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect((piece.end - next.start).length < 1e-6)
    }
  }
}
