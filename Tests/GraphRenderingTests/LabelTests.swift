import Testing
import _TestSupport

@testable import GraphRendering

struct LabelTests {
  private func labelled(_ seed: Int, nodes: Int = 250) -> Drawing {
    var drawing = randomDrawing(seed: UInt64(seed), nodes: nodes, edges: nodes)
    drawing.labels = (0..<nodes).map { "node \($0) " + String(repeating: "x", count: $0 % 9) }
    drawing.importance = (0..<nodes).map { Double(mixedBits($0) % 100_000) }
    return drawing
  }

  @Test(arguments: 1...10, [Picture.Labels.automatic, .atMost(.max), .atMost(20)])
  func labelsDoNotOverlap(seed: Int, labels: Picture.Labels) throws {
    var options = Picture.Options(width: 700, height: 500)
    options.labels = labels
    let picture = try Picture(of: labelled(seed), options)
    let boxes = picture.placedLabels.map(\.box)
    #expect(boxes.count >= 20)
    for (i, box) in boxes.enumerated() {
      #expect(Rectangle(minimum: .zero, maximum: [700, 500]).contains(box))
      for other in boxes[..<i] { #expect(!box.overlaps(other)) }
    }
    #expect(picture.report.labelsDrawn == boxes.count)
    if case .atMost(let count) = labels { #expect(boxes.count <= count) }
  }

  @Test func shortenedNamesAreCounted() throws {
    var drawing = Drawing(positions: [[0, 0], [100, 0], [0, 100]])
    drawing.labels = [
      "short", String(repeating: "long ", count: 40), String(repeating: "w", count: 150),
    ]
    let report = try Picture(of: drawing).report
    #expect(report.labelsDrawn == 3 && report.labelsShortened == 2)
  }

  @Test func wordsWiderThanTheirLineAreBroken() {
    let word = String(repeating: "abcdefg", count: 30)
    let lines = Drawing.Text("a \(word) b", wrappedTo: 14).lines.map(\.text)
    #expect(lines.joined().filter { $0 != " " } == "a\(word)b")
    #expect(lines.allSatisfy { TextMetrics.width(of: $0) <= 14 } && lines.count < 12)
    // A few letters more are no reason.
    #expect(Drawing.Text("antidisestablishmentarian", wrappedTo: 12).lines.count == 1)
  }

  /// The less important have no influence on the more important: without them, these stand where they stood.
  @Test(arguments: 1...10)
  func importantLabelsWin(seed: Int) throws {
    var options = Picture.Options(width: 700, height: 500)
    options.labels = .atMost(.max)
    options.labelSizes = 12...12
    var drawing = labelled(seed)
    let all = try Picture(of: drawing, options).placedLabels
    let median = drawing.importance.sorted()[drawing.nodeCount / 2]
    for node in 0..<drawing.nodeCount where drawing.importance[node] < median {
      drawing.labels[node] = ""
    }
    let important = try Picture(of: drawing, options).placedLabels
    #expect(important.count > 40)
    #expect(Array(all.prefix(important.count)).map(\.box) == important.map(\.box))
    #expect(Array(all.prefix(important.count)).map(\.node) == important.map(\.node))
  }

  /// The share of labels with an edge along half of them or more.
  private func struckThrough(_ picture: Picture) -> Double {
    let labels = picture.placedLabels
    let struck = labels.count { label in
      picture.curves.contains { curve in
        let parts = curve.chords.compactMap { start, end in
          label.box.clip(from: start, to: end).map { (end - start).x * ($0.1 - $0.0) }
        }
        return abs(parts.reduce(0, +)) >= label.box.size.x / 2
      }
    }
    return Double(struck) / Double(max(labels.count, 1))
  }

  /// A grid, whose edges are where names would be first.
  @Test func namesAreBesideEdges() throws {
    let (columns, rows) = (19, 5)
    var drawing = Drawing(
      positions: (0..<95).map { SIMD2(Double($0 % columns), Double($0 / columns)) })
    for node in 0..<95 {
      if node % columns + 1 < columns { drawing.edges.append(.init(node, node + 1)) }
      if node / columns + 1 < rows { drawing.edges.append(.init(node, node + columns)) }
    }
    drawing.labels = (0..<95).map { "\($0 / columns),\($0 % columns)" }
    let picture = try Picture(of: drawing, .init(fitting: drawing))
    #expect(picture.report.labelsDrawn == 95)
    #expect(struckThrough(picture) <= 0.05)
  }

  /// As dense as the schedule of American football: 115 nodes in 12 groups, 10 edges each.
  @Test(arguments: 1...3) func namesInDenseGraphsAreReadable(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let turn = 2 * Double.pi / 12
    var drawing = Drawing(
      positions: (0..<115).map { node in
        let center = SIMD2(
          cosine(degrees: Double(node % 12) * 30), sine(degrees: Double(node % 12) * 30))
        let offset: SIMD2<Double> = random.vector(in: -0.35...0.35)
        return center * (2 / turn * 0.5) + offset
      })
    for node in 0..<115 {
      for _ in 0..<5 {
        let isInside = Int.random(in: 0..<10, using: &random) < 7
        let other =
          isInside
          ? (node + 12 * Int.random(in: 1..<9, using: &random)) % 115
          : Int.random(in: 0..<115, using: &random)
        drawing.edges.append(.init(node, other))
      }
    }
    drawing.labels = (0..<115).map { "Team \($0)" }
    let picture = try Picture(of: drawing, .init(fitting: drawing))
    #expect(struckThrough(picture) <= 0.06)
    #expect(picture.report.labelsDrawn + picture.report.labelsLeftOut == 115)
    #expect(picture.report.labelsDrawn >= 110)
    expectNothingOverlaps(picture)
  }

  /// Neither names nor, except for their own, names and discs.
  private func expectNothingOverlaps(_ picture: Picture) {
    let labels = picture.placedLabels
    for (number, label) in labels.enumerated() {
      for other in labels[..<number] { #expect(!label.box.overlaps(other.box)) }
      for node in picture.nodeCenters.indices where node != label.node {
        let center = picture.nodeCenters[node]
        let letters = label.letters
        let nearest = pointwiseMin(pointwiseMax(center, letters.minimum), letters.maximum)
        #expect((nearest - center).length >= picture.nodeRadii[node], "\(label.text), \(node)")
      }
    }
  }

  @Test(arguments: 1...10) func ofFewNamesNoneCoversADisc(seed: Int) throws {
    var drawing = randomDrawing(seed: UInt64(seed), nodes: 90, edges: 150, radii: 3...12)
    drawing.labels = (0..<90).map { "name \($0)" }
    let picture = try Picture(of: drawing, .init(width: 700, height: 500))
    #expect(picture.report.labelsDrawn >= 60)
    expectNothingOverlaps(picture)
  }

  /// Only the row of the two discs is free. The important one prefers its right, where alone there is room
  /// for the name of the other.
  @Test func namesMakeRoomForOneAnother() throws {
    var drawing = Drawing(positions: [[75, 30], [155, 30]])
    let letters = Int(60 / (10 * TextMetrics.width(of: "n")))
    drawing.labels = [Int](0..<2).map { _ in String(repeating: "n", count: letters) }
    drawing.nodeSizes = .points([4, 4])
    drawing.importance = [2, 1]
    var options = Picture.Options(width: 200, height: 60)
    options.region = .init(minimum: [0, 0], maximum: [200, 60])
    options.labelSizes = 10...10
    let nodes = routed(drawing, options).nodes
    func place(_ labels: Picture.Labels) -> [PlacedLabel] {
      options.labels = labels
      var placement = LabelPlacement(
        drawing, nodes, ink: DensityGrid(width: 200, height: 60), [], options, isSpace: false,
        .init())
      placement.reserve([
        Rectangle(minimum: [0, 0], maximum: [200, 20]),
        Rectangle(minimum: [0, 40], maximum: [200, 60]),
      ])
      return placement.place()
    }
    // One after the other, the second finds nothing.
    #expect(place(.atMost(2)).map(\.node) == [0])
    let both = place(.automatic)
    #expect(both.map(\.node) == [0, 1])
    #expect(both.allSatisfy { $0.anchor == .end })
  }

  /// Discs of one size have their names inside, or none of them has.
  @Test(arguments: [8.0, 50.0]) func namesOfEqualDiscsStandAlike(radius: Double) throws {
    var drawing = Drawing(positions: (0..<12).map { SIMD2(Double($0 % 4), Double($0 / 4)) })
    drawing.labels = (0..<12).map { "\($0)\($0 == 7 ? " with more" : "")" }
    drawing.nodeSizes = .points([Double](repeating: radius, count: 12))
    let labels = try Picture(of: drawing).placedLabels
    #expect(labels.count == 12 && labels.allSatisfy { $0.isOnNode == (radius > 30) })
    // A larger one is a case of its own.
    drawing.nodeSizes = .points([50] + [Double](repeating: radius, count: 11))
    #expect(try Picture(of: drawing).placedLabels.first { $0.node == 0 }?.isOnNode == true)
  }

  /// Of equals the first comes first, so that what is regular has regular names.
  @Test func namesAlongAPathTakeTurns() throws {
    var drawing = Drawing(positions: (0..<30).map { SIMD2(Double($0), 0) })
    drawing.edges = (0..<29).map { .init($0, $0 + 1) }
    drawing.labels = (0..<30).map { "\($0 + 10)" }
    drawing.nodeSizes = .points([Double](repeating: 2, count: 30))
    let labels = try Picture(of: drawing, .init(width: 448, height: 100)).placedLabels
    #expect(labels.count == 30)
    let inner = labels.filter { (2..<28).contains($0.node) }.sorted { $0.node < $1.node }
    for (one, next) in zip(inner, inner.dropFirst()) {
      #expect((one.box.center.y < 50) != (next.box.center.y < 50), "\(one.text)")
    }
  }

  /// Beside a graph, nodes without edges are a list.
  @Test func loneNodesBesideAGraphHaveNoNames() throws {
    var drawing = labelled(1, nodes: 400)
    drawing.importance = []
    drawing.edges.removeAll { max($0.source, $0.target) >= 300 }
    drawing.edges += (0..<299).map { .init($0, $0 + 1) }
    #expect(try Picture(of: drawing).placedLabels.allSatisfy { $0.node < 300 })
    drawing.edges = []
    #expect(try !Picture(of: drawing).placedLabels.isEmpty)
  }

  @Test func flatDrawingsHaveFlatPictures() {
    func height(_ points: [SIMD2<Double>]) -> Double {
      Picture.Options(fitting: Drawing(positions: points), width: 800).height
    }
    #expect(height([[0, 0], [60, 0]]) == 160)
    #expect(height([[0, 0], [100, 50]]) == 448)
    #expect(height([[0, 0], [10, 90]]) == 800)
    #expect(height([[3, 3]]) == 400)
  }

  @Test func discsOfOneSizeHaveNamesOfOneSize() throws {
    var drawing = labelled(3, nodes: 40)
    drawing.importance = []
    drawing.nodeSizes = .automatic
    let sizes = Set(try Picture(of: drawing).placedLabels.map(\.size))
    #expect(sizes.isSubset(of: [10, 12.5]))
    #expect(sizes.allSatisfy { $0 >= 9 })
  }

  @Test func ofTwoNodesOnOnePlaceTheImportantOneIsNamed() throws {
    let positions = [SIMD2<Double>](repeating: .zero, count: 30)
    var drawing = Drawing(positions: positions)
    drawing.labels = positions.indices.map { "a long enough name \($0)" }
    drawing.importance = positions.indices.map { $0 == 17 ? 2 : 1 }
    let picture = try Picture(of: drawing)
    #expect(picture.placedLabels.first?.node == 17)
    #expect(picture.report.labelsDrawn + picture.report.labelsLeftOut == 30)
  }

  @Test("names beyond a limit that was asked for have not been left out for want of room")
  func limits() throws {
    var options = Picture.Options(width: 700, height: 500)
    for limit in [0, 5, 30] {
      options.labels = .atMost(limit)
      let report = try Picture(of: labelled(1, nodes: 60), options).report
      #expect(report.labelsDrawn == limit && report.labelsLeftOut == 0)
      #expect(report.labelsBeyondLimit == 60 - limit)
    }
    // Names that are wider than the picture find no room.
    var narrow = Picture.Options(width: 24, height: 24)
    narrow.labels = .atMost(5)
    let report = try Picture(of: labelled(1, nodes: 30), narrow).report
    #expect(report.labelsDrawn + report.labelsLeftOut == 5 && report.labelsLeftOut > 0)
    #expect(report.labelsBeyondLimit == 25)
  }

  @Test func longLabelsAreCut() {
    let width = { (text: String) in TextMetrics.width(of: text) }
    #expect(LabelText.shown("short", limit: 10) == "short")
    let cut = LabelText.shown(String(repeating: "long ", count: 100_000), limit: 10)
    #expect(cut.hasPrefix("long long") && cut.hasSuffix("\u{2026}"))
    #expect(width(cut) <= 10 && width(cut) > 7)
    #expect(LabelText.shown("word", limit: 0.5) == "\u{2026}")
    // A letter with a million marks is one character, of which a few marks are kept.
    let marked = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(LabelText.shown(marked, limit: 10).unicodeScalars.count <= 16)
  }

  @Test func labelsAreOneCleanLine() {
    #expect(LabelText.shown("  two\nlines\t ", limit: 100) == "two lines")
    #expect(LabelText.shown("a\u{0}b\u{1B}c\u{202E}d\u{FFFF}e", limit: 100) == "abcde")
    #expect(LabelText.shown(" \n ", limit: 100) == "")
  }

  /// Widths in Adobe's Helvetica.afm and DejaVuSans.ttf, in thousandths.
  @Test(arguments: [
    ("W", 944, 989), ("@", 1015, 1000), ("i", 222, 278), ("J", 500, 295), ("0", 556, 637),
    ("\u{E9}", 556, 616), ("\u{DF}", 611, 630),
  ])
  func widthsAreTheGreaterOfTwoFonts(letter: String, helvetica: Double, dejaVu: Double) {
    #expect(abs(TextMetrics.width(of: letter) - max(helvetica, dejaVu) / 1000) < 1e-12)
  }

  @Test func labelsOnLargeNodesStandInThem() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 0]])
    drawing.nodeSizes = .points([60, 60])
    drawing.labels = ["light", "dark"]
    drawing.nodeColors = [RGBColor(0xFFEE00), RGBColor(0x200040)]
    let picture = try Picture(of: drawing)
    for label in picture.placedLabels {
      #expect(label.isOnNode)
      #expect((label.box.center - picture.nodeCenters[label.node]).length < 10)
    }
    let colors = Dictionary(
      uniqueKeysWithValues: picture.list.labels.map { ($0.labels[0].node, $0.color) })
    #expect(colors[0] == Theme.light.text && colors[1] == Theme.light.background)
  }

  /// A name is in a disc if the corners of its letters keep off the outline, as fonts of viewers may be wider.
  @Test(arguments: [("Medici", 23.0), ("Pazzi", 11), ("SN96", 14), ("939", 11), ("old", 20)])
  func namesInDiscsKeepOffTheOutline(name: String, radius: Double) throws {
    var isInside: [Bool] = []
    for radius in [0.6 * radius, radius, 1.1 * radius, 3 * radius] {
      var drawing = Drawing(positions: [[0, 0], [1, 0]])
      (drawing.labels, drawing.importance) = ([name, "b"], [2, 1])
      drawing.nodeSizes = .points([radius, 3])
      let label = try #require(Picture(of: drawing).placedLabels.first { $0.node == 0 })
      isInside.append(label.isOnNode)
      guard label.isOnNode else { continue }
      let half = SIMD2(label.box.size.x, TextMetrics.capitals * label.size) / 2
      #expect(half.length <= 0.885 * radius)
    }
    #expect(isInside.first == false && isInside.last == true)
  }

  /// A node whose middle is below a larger one has its name at the end of a line.
  @Test func partlyCoveredNodesHaveALine() throws {
    var drawing = Drawing(positions: [[100, 100], [112, 100]])
    drawing.nodeSizes = .points([20, 24])
    drawing.labels = ["below", "above"]
    var options = Picture.Options(width: 240, height: 200)
    options.region = .init(minimum: [0, 0], maximum: [240, 200])
    options.margin = 0
    let labels = try Picture(of: drawing, options).placedLabels
    let below = try #require(labels.first { $0.text == "below" })
    #expect(labels.count == 2 && below.leader != nil)
    // The line begins where the disc is seen.
    #expect((below.leader?.end.x ?? 200) < 112)
  }

  @Test func coveredNodesHaveNoLabel() throws {
    var drawing = Drawing(
      positions: [[0, 0, 0], [0, 0, 5]], camera: .at([0, 0, 10], lookingAt: .zero))
    drawing.nodeSizes = .layoutUnits([0.5, 0.5])
    drawing.labels = ["behind", "before"]
    #expect(try Picture(of: drawing).placedLabels.map(\.text) == ["before"])
  }
}
