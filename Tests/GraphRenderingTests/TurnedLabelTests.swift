import Testing

@testable import GraphRendering

struct TurnedLabelTests {
  /// A star whose names lead away from its middle.
  private func star(_ count: Int, name: String = "a name of some length") -> Drawing {
    let angles = (0..<count).map { 360 * Double($0) / Double(count) }
    var drawing = Drawing(
      positions: [SIMD2.zero] + angles.map { SIMD2(cosine(degrees: $0), sine(degrees: $0)) * 100 },
      edges: (1...count).map { .init(0, $0) })
    drawing.labels = ["root"] + (1...count).map { "\(name) \($0)" }
    drawing.labelAngles = [nil] + angles
    drawing.nodeSizes = .points([Double](repeating: 4, count: count + 1))
    return drawing
  }

  @Test(arguments: [12, 40, 60])
  func namesLeadAwayFromTheirNodes(count: Int) throws {
    let picture = try Picture(of: star(count), .init(width: 900, height: 700))
    #expect(picture.report.labelsDrawn == count + 1)
    let middle = picture.nodeCenters[0]
    for label in picture.placedLabels where label.node > 0 {
      let center = picture.nodeCenters[label.node]
      let away = (center - middle).normalized(or: .zero)
      let degrees = label.turn?.degrees ?? 0
      // Never upside down.
      #expect(abs(degrees) <= 90 + 1e-9)
      // The direction of the text is that from the root, or the opposite.
      let along = SIMD2(cosine(degrees: degrees), sine(degrees: degrees))
      #expect(abs(abs(along.dot(away)) - 1) < 1e-6)
      #expect((label.anchor == .start) == (along.dot(away) > 0))
      // It begins beside its disc, and its other end is in the picture.
      let pivot = label.turn?.pivot ?? center + away * 5
      #expect((pivot - center).length > 4 && (pivot - center).length < 15)
      let end = pivot + away * label.box.size.x
      #expect(end.x > 0 && end.x < 900 && end.y > 0 && end.y < 700)
    }
    let svg = picture.svg()
    #expect(svg.split(separator: "transform=\"rotate(").count > count / 2)
  }

  @Test func turnedNamesWithoutAPlaceStandBesideTheirNodes() throws {
    // The first two nodes are in each other's way.
    var drawing = Drawing(
      positions: [[0, 0], [30, 0], [0, 60]], edges: [.init(0, 1), .init(0, 2)])
    drawing.labels = ["one long name", "b", "c"]
    drawing.labelAngles = [0, 0, nil]
    drawing.nodeSizes = .points([8, 8, 8])
    let picture = try Picture(of: drawing, .init(width: 500, height: 400))
    #expect(picture.report.labelsDrawn == 3 && picture.report.labelsLeftOut == 0)
  }

  @Test func anglesAreChecked() {
    var drawing = star(3)
    drawing.labelAngles[1] = .nan
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
    drawing.labelAngles = [0]
    #expect(throws: RenderingError.self) { try Picture(of: drawing) }
  }
}
