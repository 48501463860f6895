import Testing
import _TestSupport

@testable import GraphRendering

struct DetailTests {
  private func large(nodes: Int, edges: Int, seed: UInt64 = 1) -> Drawing {
    var drawing = randomDrawing(seed: seed, nodes: nodes, edges: edges)
    drawing.labels = (0..<nodes).map { "node \($0)" }
    drawing.nodeColors = Palette.colors(byGroup: (0..<nodes).map { $0 % 11 }).colors
    return drawing
  }

  @Test func aLargePictureIsASmallFile() throws {
    let drawing = large(nodes: 100_000, edges: 200_000)
    let picture = try Picture(of: drawing)
    #expect(picture.svgBytes().count < 10_000_000)
    #expect(picture.accountsFor(drawing))
    // Nodes stay: at most those under others of their colour are gone.
    #expect(picture.report.nodesDrawn > 95_000)
    // Names between so many discs have lines, which lead to free places around them.
    #expect(picture.report.labelsDrawn > 8 && picture.report.labelsDrawn < 200)
    #expect(picture.nodeRadii.allSatisfy { $0 >= 0.5 && $0 < 2 })
  }

  @Test func veryManyEdgesAreThinned() throws {
    let drawing = large(nodes: 700, edges: 500_000)
    let picture = try Picture(of: drawing)
    #expect(picture.accountsFor(drawing))
    #expect(picture.report.edgesThinned > 100_000)
    #expect(Double(picture.report.edgesDrawn) <= 1.02 * EdgeDetail.edgeLimit)
    #expect(picture.svgBytes().count < 6_000_000)
  }

  @Test func everythingIsEverything() throws {
    var drawing = large(nodes: 300, edges: 40_000)
    drawing.nodeSizes = .points([Double](repeating: 1, count: 300))
    var options = Picture.Options()
    options.levelOfDetail = .everything
    let picture = try Picture(of: drawing, options)
    #expect(picture.accountsFor(drawing))
    #expect(picture.report.edgesThinned == 0 && picture.report.edgesMerged == 0)
    #expect(picture.report.edgesDrawn > 39_900)
    #expect(picture.report.nodesCovered == 0)
  }

  @Test func equalEdgesAreDrawnOnceWhereThereAreMany() throws {
    let drawing = Drawing(
      positions: [[0, 0], [1, 0], [0, 1]],
      edges: (0..<30_000).map { .init($0 % 3, ($0 + 1) % 3) })
    let picture = try Picture(of: drawing)
    #expect(picture.report.edgesDrawn == 3)
    #expect(picture.report.edgesMerged == 29_997)
  }

  @Test func denserIsFainter() throws {
    func opacity(_ edges: Int) throws -> Double {
      let strokes = try Picture(of: large(nodes: 400, edges: edges)).list.layers[0].strokes
      let curves = strokes.reduce(0) { $0 + $1.curves.count }
      return strokes.reduce(0) { $0 + $1.style.opacity * Double($1.curves.count) } / Double(curves)
    }
    let opacities = [try opacity(50), try opacity(1000), try opacity(10_000), try opacity(100_000)]
    #expect(abs(opacities[0] - 0.6) < 1e-9)
    #expect(zip(opacities, opacities.dropFirst()).allSatisfy { $0 > $1 * 1.2 })
    #expect(opacities[3] > 0.04)
  }

  /// Single edges around a dense graph are no darker than others, by much.
  @Test func fewEdgesAroundManyAreFaint() throws {
    var drawing = large(nodes: 400, edges: 20_000)
    drawing.positions = .plane(
      (0..<400).map { node in
        let angle = Double(node) * 137.5
        let radius = node < 398 ? 20 * Double(node % 20) : 4_000
        return SIMD2(cosine(degrees: angle), sine(degrees: angle)) * radius
      })
    drawing.edges.append(.init(398, 399))
    let strokes = try Picture(of: drawing).list.layers[0].strokes
    let opacities = strokes.flatMap { stroke in stroke.curves.map { _ in stroke.style.opacity } }
      .sorted()
    let median = opacities[opacities.count / 2]
    #expect(opacities[opacities.count - 1] <= 1.8 * median && median < 0.3)
  }

  /// A hub and forty others, of which some are joined, too.
  @Test func edgesOfHubsAreFainterThanOthers() throws {
    var drawing = large(nodes: 41, edges: 0)
    drawing.edges = (1...40).map { .init(0, $0) }
    func opacities() throws -> [[Double]] {
      let strokes = try Picture(of: drawing).list.layers[0].strokes
      return [true, false].map { isSpoke in
        strokes.filter { isSpoke == ($0.edges[0] < 40) }.map(\.style.opacity)
      }
    }
    // Where there is nothing else, all are as dark as usual.
    let alone = try opacities()[0].max() ?? 0
    drawing.edges += (1...6).map { .init($0, $0 + 10) }
    let both = try opacities()
    let faint = both[0].max() ?? 1
    #expect(alone > 1.5 * faint)
    #expect(!both[1].isEmpty && (both[1].min() ?? 0) > 1.8 * faint)
    // Widths of their own say which edges are important, and a given opacity is kept.
    for index in drawing.edges.indices { drawing.edges[index].width = 1 + Double(index % 5) }
    #expect((try opacities()[0].max() ?? 0) > 0.9)
  }

  /// As by weight: wide edges are dark and on top.
  @Test func wideEdgesAreDarker() throws {
    var drawing = large(nodes: 100, edges: 400)
    for index in drawing.edges.indices {
      drawing.edges[index].width = 0.5 + Double(index * 7 % 400) / 80
    }
    let strokes = try Picture(of: drawing).list.layers[0].strokes
    let styles = strokes.map(\.style)
    #expect(zip(styles, styles.dropFirst()).allSatisfy { $0.width <= $1.width })
    #expect(styles.last?.opacity == 0.95 && styles.first?.opacity ?? 1 < 0.4)
  }

  @Test func givenOpacityAndWidthAreKept() throws {
    var drawing = large(nodes: 200, edges: 3000)
    for index in drawing.edges.indices where index % 2 == 0 { drawing.edges[index].width = 2.5 }
    var options = Picture.Options()
    options.edgeOpacity = 0.3
    options.edgeWidth = 0.7
    let styles = Set(try Picture(of: drawing, options).list.layers[0].strokes.map(\.style))
    #expect(Set(styles.map(\.opacity)) == [0.3])
    #expect(Set(styles.map(\.width)) == [0.7, 2.5])
  }

  @Test func areasFollowWeights() throws {
    var drawing = Drawing(positions: [[0, 0], [10, 0], [0, 10], [10, 10]])
    drawing.nodeSizes = .byWeight([1, 2, 4, 3])
    let radii = try Picture(of: drawing).nodeRadii
    for (radius, weight) in zip(radii, [1.0, 2, 4, 3]) {
      #expect(abs(radius / radii[0] - weight.squareRoot()) < 1e-9)
    }
    drawing.nodeSizes = .byWeight([0, 0, 0, 0])
    let equal = try Picture(of: drawing).nodeRadii
    #expect(Set(equal).count == 1 && equal[0] > 1)
  }

  @Test func layoutUnitsFollowTheScale() throws {
    var drawing = Drawing(positions: [[0, 0], [100, 0]])
    drawing.nodeSizes = .layoutUnits([10, 5])
    let picture = try Picture(of: drawing)
    let distance = (picture.nodeCenters[1] - picture.nodeCenters[0]).length
    #expect(abs(picture.nodeRadii[0] / distance - 0.1) < 1e-9)
    #expect(abs(picture.nodeRadii[1] / distance - 0.05) < 1e-9)
  }

  @Test func aRegionIsEnlarged() throws {
    let drawing = large(nodes: 1000, edges: 3000)
    var options = Picture.Options(width: 600, height: 600)
    options.region = .init(minimum: [-10, -10], maximum: [10, 10])
    let picture = try Picture(of: drawing, options)
    #expect(picture.accountsFor(drawing))
    #expect(picture.report.nodesOutside > 800 && picture.report.nodesDrawn > 20)
    guard case .plane(let positions) = drawing.positions else { return }
    for (position, center) in zip(positions, picture.nodeCenters) {
      let expected = SIMD2(300 + 30 * position.x, 300 - 30 * position.y)
      #expect((center - expected).length < 1e-9)
    }
    // Nothing is written far outside of the picture.
    let near = Rectangle(minimum: [-41, -41], maximum: [641, 641])
    #expect(picture.curves.allSatisfy { near.contains($0.start) || $0.bounds.overlaps(near) })
  }
}
