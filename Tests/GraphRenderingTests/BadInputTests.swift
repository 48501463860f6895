import Testing
import _TestSupport

@testable import GraphRendering

struct BadInputTests {
  private func error(
    _ options: Picture.Options = .init(), _ change: (inout Drawing) -> Void = { _ in }
  ) -> String? {
    var drawing = Drawing(positions: [[0, 0], [1, 0], [2, 5]], edges: [.init(0, 1)])
    change(&drawing)
    do {
      _ = try Picture(of: drawing, options)
      return nil
    } catch { return "\(error)" }
  }

  @Test func wrongDrawings() {
    #expect(error() == nil)
    #expect(
      error { $0.labels = ["a"] }
        == "labels has 1 elements; 3 are needed, one for each node, or none")
    #expect(error { $0.nodeColors = [Palette.other] }?.hasPrefix("nodeColors has 1") == true)
    #expect(error { $0.importance = [1, 2] }?.hasPrefix("importance has 2") == true)
    #expect(error { $0.importance = [1, .nan, 1] } == "importance [1] is nan; it must be a number")
    #expect(error { $0.nodeSizes = .points([]) }?.hasPrefix("nodeSizes has 0") == true)
    #expect(
      error { $0.nodeSizes = .byWeight([1, -2, 3]) }
        == "the weight of a node [1] is -2.0; it must be finite and not negative")
    #expect(
      error { $0.nodeSizes = .layoutUnits([1, 2, .infinity]) }?.contains("[2] is inf") == true)
    #expect(
      error { $0.edges.append(.init(2, 3)) }
        == "edge 1 has target 3, which is not a node; nodes are 0 to 2")
    #expect(error { $0.edges.append(.init(-1, 0)) }?.contains("source -1") == true)
    #expect(error { $0.edges.append(.init(Int.max, 0)) }?.contains("source") == true)
    #expect(error { $0.edges[0].width = .nan }?.contains("the width of an edge [0] is nan") == true)
    #expect(error { $0.edges[0].width = 1e9 }?.contains("0 to 1000 points") == true)
  }

  @Test(arguments: [0.0, -1, .nan, .infinity, 20_000])
  func wrongSizes(size: Double) {
    #expect(error(.init(width: size))?.contains("the width of the picture is \(size)") == true)
    #expect(error(.init(height: size))?.contains("1 to 16384 points") == true)
  }

  @Test func wrongOptions() {
    func with(_ change: (inout Picture.Options) -> Void) -> String? {
      var options = Picture.Options()
      change(&options)
      return error(options)
    }
    #expect(with { $0.margin = -1 }?.contains("the margin is -1.0") == true)
    #expect(with { $0.edgeOpacity = 2 }?.contains("0 to 1") == true)
    #expect(with { $0.edgeWidth = .nan }?.contains("the width of edges is nan") == true)
    #expect(with { $0.labelSizes = 0...5 }?.contains("the size of labels is 0.0") == true)
    #expect(with { $0.labelWidth = .infinity } != nil)
    #expect(
      with { $0.region = .init(minimum: [0, 0], maximum: [0, 1]) }?.contains("the region") == true)
    // A margin larger than the picture is no reason to have none.
    #expect(with { $0.margin = 5000 } == nil)
    #expect(with { $0.labels = .atMost(-5) } == nil)
  }

  @Test func wrongCameras() {
    func with(_ camera: Camera) -> String? {
      do {
        _ = try Picture(of: Drawing(positions: [[0, 0, 0]], camera: camera))
        return nil
      } catch { return "\(error)" }
    }
    #expect(with(.around(fieldOfView: 0))?.contains("field of view is 0.0") == true)
    #expect(with(.around(fieldOfView: 180)) != nil)
    #expect(with(.around(azimuth: .nan))?.contains("azimuth is nan") == true)
    #expect(
      with(.at([1, 1, 1], lookingAt: [1, 1, 1]))?.contains("apart from what it looks at") == true)
    #expect(with(.at([.infinity, 1, 1], lookingAt: [1, 1, 1])) != nil)
    var camera = Camera.around()
    camera.depthCue = 1.5
    #expect(with(camera)?.contains("depth cue is 1.5") == true)
  }

  @Test func nodesWithoutAPlaceAreLeftOutAndCounted() throws {
    var drawing = Drawing(
      positions: [[0, 0], [.nan, 0], [3, 4], [0, .infinity]],
      edges: [.init(0, 1), .init(0, 2), .init(3, 3), .init(1, 3)])
    drawing.labels = ["a", "b", "c", "d"]
    let picture = try Picture(of: drawing)
    #expect(picture.report.nonFiniteNodes == 2)
    #expect(picture.report.edgesWithoutPlace == 3)
    #expect(picture.accountsFor(drawing))
    #expect(Set(picture.placedLabels.map(\.text)) == ["a", "c"])
    #expect(!picture.svg().contains("nan"))
    let none = try Picture(
      of: Drawing(positions: [SIMD2<Double>(.nan, .nan)], edges: [.init(0, 0)]))
    #expect(none.report.nodesDrawn == 0)
  }

  /// Every extreme gives a picture with all its nodes inside.
  @Test(arguments: [1e300, 1.7e308, 1e-300, Double.leastNonzeroMagnitude, 1e17, 0, 1], [2, 3])
  func extremeCoordinates(extent: Double, dimensions: Int) throws {
    let factors: [Double] = [-1, 0.5, 0, 1, 1, 0.25]
    var drawing =
      dimensions == 2
      ? Drawing(positions: factors.indices.map { SIMD2(factors[$0], factors[5 - $0]) * extent })
      : Drawing(
        positions: factors.indices.map {
          SIMD3(factors[$0], factors[5 - $0], factors[($0 + 2) % 6]) * extent
        })
    drawing.edges = [
      .init(0, 1, isDirected: true), .init(1, 2), .init(3, 3), .init(2, 5), .init(5, 2),
    ]
    drawing.labels = factors.map { "\($0)" }
    for sizes in [Drawing.NodeSizes.automatic, .layoutUnits(factors.map { abs($0) * extent / 10 })]
    {
      drawing.nodeSizes = sizes
      let picture = try Picture(of: drawing)
      #expect(picture.report.nodesDrawn == 6)
      #expect(picture.accountsFor(drawing))
      let inside = Rectangle(minimum: .zero, maximum: [1000, 800])
      #expect(picture.nodeCenters.allSatisfy { inside.contains($0) })
      #expect(picture.nodeRadii.allSatisfy { $0.isFinite && $0 >= 0 })
      #expect(picture.curves.allSatisfy { $0.start.isFinite && $0.end.isFinite })
    }
  }

  @Test func allNodesOnOnePoint() throws {
    var drawing = Drawing(
      positions: [SIMD2<Double>](repeating: [7, 7], count: 10_000),
      edges: (0..<9999).map { .init($0, $0 + 1) })
    drawing.labels = (0..<10_000).map(String.init)
    let picture = try Picture(of: drawing)
    #expect(picture.accountsFor(drawing))
    #expect(picture.nodeCenters.allSatisfy { $0 == [500, 400] })
    #expect(picture.report.labelsDrawn >= 1)
  }

  @Test(arguments: [1.0, 2, 10])
  func tinyPictures(side: Double) throws {
    var drawing = randomDrawing(seed: 4, nodes: 50, edges: 100)
    drawing.labels = (0..<50).map { "label \($0)" }
    let picture = try Picture(of: drawing, .init(width: side, height: side))
    #expect(picture.accountsFor(drawing))
    #expect(picture.report.labelsDrawn == 0)
  }

  @Test func hugeNodes() throws {
    var drawing = randomDrawing(seed: 5, nodes: 20, edges: 30)
    drawing.nodeSizes = .points([Double](repeating: 1e200, count: 20))
    drawing.labels = (0..<20).map(String.init)
    let picture = try Picture(of: drawing)
    #expect(picture.accountsFor(drawing))
    #expect(picture.report.nodesDrawn == 20)
  }

  /// Discs that cover everything take no longer than small ones: this would not end if each painted all it covers.
  @Test func manyHugeNodes() throws {
    var drawing = randomDrawing(seed: 5, nodes: 5_000, edges: 0)
    drawing.nodeSizes = .points([Double](repeating: 3000, count: 5_000))
    drawing.labels = (0..<5_000).map(String.init)
    let picture = try Picture(of: drawing, .init(width: 4000, height: 4000))
    #expect(picture.accountsFor(drawing))
  }

  @Test func aThousandEdgesBetweenTwoNodes() throws {
    let drawing = Drawing(
      positions: [[0, 0], [1, 0]],
      edges: (0..<1000).map { .init($0 % 2, 1 - $0 % 2, isDirected: true) }
        + (0..<1000).map { _ in .init(0, 0) })
    var options = Picture.Options()
    options.levelOfDetail = .everything
    let picture = try Picture(of: drawing, options)
    #expect(picture.report.edgesDrawn == 2000)
    let inside = Rectangle(minimum: .zero, maximum: [1000, 800])
    #expect(picture.curves.allSatisfy { inside.contains($0.point(at: 0.5)) })
  }
}
