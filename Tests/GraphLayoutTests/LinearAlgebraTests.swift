import Foundation
import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

#if LinearAlgebra
/// The users of OpenBLAS: pivot MDS, spectral layouts, alignment and principal views.
@Suite(.traced) struct LinearAlgebraTests {
  @Test func pivotMDSKeepsThePlane() throws {
    let path = try graph(.path(40))
    let line = try PivotMDSLayout<Point>(linkLength: 10).layout(path).positions
    #expect(try LayoutMetrics.stress(path, line) < 1e-6)
    #expect(abs(line[0].distance(to: line[39]) - 390) < 1)
    let mesh = try graph(.grid(20, 20))
    let net = try PivotMDSLayout<Point>().layout(mesh).positions
    #expect(try LayoutMetrics.stress(mesh, net) < 0.06)
    #expect(try LayoutMetrics.crossings(mesh, net).perEdge == 0)
  }

  /// The eigenvectors of a cycle are its sine and cosine: a circle.
  @Test func theSpectrumOfACycleIsACircle() throws {
    for layout in [SpectralLayout<Point>(), SpectralLayout<Point>(denseLimit: 0)] {
      let p = try layout.layout(cycle(30)).positions
      let radii = p.map { $0.length() }
      #expect((radii.max() ?? 0) < 1.001 * (radii.min() ?? 0))
      for node in 0..<30 {
        let step = p[node].distance(to: p[(node + 1) % 30])
        #expect(abs(step / radii[0] - 2 * sin(Double.pi / 30)) < 1e-3)
      }
    }
  }

  /// The first eigenvector tells two cliques with a bridge apart.
  @Test func theSpectrumSeesClusters() throws {
    let clique = (0..<12).flatMap { a in (0..<a).map { (a, $0) } }
    let graph = try graph(24, clique + clique.map { ($0 + 12, $1 + 12) } + [(0, 12)])
    let dense = try SpectralLayout<Point>().layout(graph).positions
    let lanczos = try SpectralLayout<Point>(denseLimit: 0).layout(graph).positions
    for p in [dense, lanczos] {
      let side = p[1].x > 0
      #expect((0..<12).allSatisfy { (p[$0].x > 0) == side })
      #expect((12..<24).allSatisfy { (p[$0].x > 0) != side })
    }
    for (a, b) in zip(dense, lanczos) {
      #expect(abs(abs(a.x) - abs(b.x)) < 1e-3 * abs(a.x) + 1e-3)
    }
  }

  // MARK: Alignment

  private static func turned(_ points: [Point], by angle: Double, mirrored: Bool) -> [Point] {
    points.map { point in
      let x = mirrored ? -point.x : point.x
      return Point(
        cos(angle) * x - sin(angle) * point.y + 70, sin(angle) * x + cos(angle) * point.y - 20)
    }
  }

  @Test func aTurnedAndMovedLayoutComesBack() throws {
    let old: [Point] = randomPositions(50, seed: 1)
    for mirrored in [false, true] {
      for angle in [0, 0.3, 2, 3.1, 5] {
        let new = Self.turned(old, by: angle, mirrored: mirrored)
        let aligned = try LayoutAlignment.align(new, to: old)
        #expect(aligned.displacement < 1e-12)
        for (a, b) in zip(aligned.positions, old) { #expect(a.distance(to: b) < 1e-10) }
        let turnedOnly = try LayoutAlignment.align(new, to: old, allowsReflection: false)
        #expect((turnedOnly.displacement < 1e-12) == !mirrored)
      }
    }
  }

  /// No rotation brings the common nodes nearer than the one found.
  @Test func noOtherTurnIsBetter() throws {
    let old: [Point] = randomPositions(20, seed: 2)
    let new: [Point] = randomPositions(25, seed: 3)
    let common = (0..<15).map { (new: $0 + 10, old: $0) }
    let aligned = try LayoutAlignment.align(new, to: old, common: common)
    #expect(aligned.positions.count == 25)
    let middle = common.reduce(Point.zero) { $0 + aligned.positions[$1.new] } / 15
    func error(_ angle: Double) -> Double {
      common.reduce(0) { sum, pair in
        let p = aligned.positions[pair.new] - middle
        let q = Point(cos(angle) * p.x - sin(angle) * p.y, sin(angle) * p.x + cos(angle) * p.y)
        return sum + (q + middle).distanceSquared(to: old[pair.old])
      }
    }
    for angle in [-2, -0.5, -0.01, 0.01, 0.5, 2] { #expect(error(angle) > error(0)) }
    let radius2 = common.reduce(0) {
      $0 + (aligned.positions[$1.new] - middle).lengthSquared()
    }
    #expect(abs(aligned.displacement - (error(0) / radius2).squareRoot()) < 1e-12)
  }

  @Test func alignmentOfNothing() throws {
    let one = try LayoutAlignment.align([Point(1, 2)], to: [Point(5, 5)])
    let same = try NodePositions.plane([[1, 2]]).aligned(to: .space([[5, 5, 7]]))
    #expect(same.positions == .plane(one.positions) && same.displacement == one.displacement)
    #expect(one.positions == [Point(5, 5)] && one.displacement == 0)
    let none = try LayoutAlignment.align([Point(1, 2)], to: [], common: [])
    #expect(none.positions == [Point(1, 2)])
    #expect(throws: LayoutError.self) {
      try LayoutAlignment.align([Point(1, 2)], to: [Point(0, 0)], common: [(0, 3)])
    }
  }

  // MARK: Principal views

  /// A flat cloud in space is seen from above, its longest side along the first axis.
  @Test func thePrincipalViewShowsMost() throws {
    let flat: [Point] = randomPositions(60, seed: 4)
    let (u, v) = (Point3(2, 1, 2) / 3, Point3(-2, 2, 1) / 3)
    let space = flat.map { u * (5 * $0.x) + v * $0.y + Point3(10, 20, 30) }
    let view = try LayoutAlignment.principalView(space, as: Point.self)
    #expect(try NodePositions.space(space).principalView() == .plane(view))
    for a in 0..<60 {
      for b in 0..<a {
        #expect(abs(view[a].distance(to: view[b]) - space[a].distance(to: space[b])) < 1e-9)
      }
    }
    let extent = LayoutMetrics.extent(view)
    #expect(extent.x > 3 * extent.y)
  }
}
#else
@Suite(.traced) struct LinearAlgebraTests {
  /// What is missing is named, with what to do about it.
  @Test func withoutTheTraitErrorsSayWhatIsMissing() throws {
    let graph = try graph(.path(3))
    let calls: [() throws -> Void] = [
      { _ = try PivotMDSLayout<Point>().layout(graph) },
      { _ = try SpectralLayout<Point>().layout(graph) },
      { _ = try LayoutAlignment.align([Point(0, 0)], to: [Point(0, 0)]) },
      { _ = try LayoutAlignment.principalView([Point3(0, 0, 0)], as: Point.self) },
    ]
    for call in calls {
      let error = #expect(throws: LayoutError.self) { try call() }
      #expect("\(error as Any)".contains("trait LinearAlgebra"))
      #expect("\(error as Any)".contains("libopenblas-dev"))
    }
  }
}
#endif
