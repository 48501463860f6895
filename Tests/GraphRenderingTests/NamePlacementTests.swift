import Testing
import _TestSupport

@testable import GraphRendering

/// Whose names are drawn where there is little room, and what of long ones.
struct NamePlacementTests {
  /// A dense cloud of nodes with names that are wider than the room between them.
  private func cloud(seed: UInt64, nodes: Int = 105) -> Drawing {
    var random = SplitMix64(seed: seed)
    var drawing = Drawing(
      positions: (0..<nodes).map { node -> SIMD2<Double> in
        let place: SIMD2<Double> = random.vector(in: -1...1)
        // The important ones are in the middle, as in most graphs.
        return place * (0.5 + 0.5 * Double(node) / Double(nodes))
      })
    for node in 1..<nodes {
      for _ in 0..<4 { drawing.edges.append(.init(node, Int.random(in: 0..<node, using: &random))) }
    }
    drawing.labels = (0..<nodes).map { "The title of the book \($0) of many books" }
    drawing.nodeSizes = .points((0..<nodes).map { 4 + 36 / Double($0 + 4) })
    return drawing
  }

  @Test(arguments: 1...4) func theLargestHaveNames(seed: Int) throws {
    let drawing = cloud(seed: UInt64(seed))
    let picture = try Picture(of: drawing, .init(width: 800, height: 700))
    let labels = picture.placedLabels
    let named = Set(labels.map(\.node))
    // Of the largest fifth, 21 discs.
    let covered = (0..<21).filter { node in
      (0..<105).contains { other in
        let distance = (picture.nodeCenters[node] - picture.nodeCenters[other]).length
        return other != node && distance < picture.nodeRadii[other]
      }
    }
    let nameless = (0..<21).filter { !named.contains($0) && !covered.contains($0) }
    #expect(nameless.count <= 1 && covered.count <= 5)
    // So long ones take an eighth of the picture.
    #expect((35...50).contains(named.count))
    let inner = Rectangle(minimum: [6, 6], maximum: [794, 694])
    for (number, label) in labels.enumerated() {
      #expect(inner.contains(label.box))
      for other in labels[..<number] { #expect(!label.box.overlaps(other.box)) }
      // Names of leaves lie on no disc.
      for node in 0..<105 where node != label.node && label.node > 21 {
        let center = picture.nodeCenters[node]
        let letters = label.letters
        let nearest = pointwiseMin(pointwiseMax(center, letters.minimum), letters.maximum)
        #expect((nearest - center).length >= picture.nodeRadii[node])
      }
    }
    #expect(picture.report.labelsDrawn == labels.count)
    #expect(picture.report.labelsDrawn + picture.report.labelsLeftOut == 105)
  }

  @Test func namesAreCutWhereTheyAgree() {
    let names = [
      "library.algorithms.bipartite.centrality", "library.algorithms.bipartite.clustering",
      "library.algorithms.shortest_paths.unweighted", "library.algorithms.shortest_paths.weighted",
      "library.algorithms", "short", "Another long name that is like no other one at all",
      String(repeating: "a", count: 60) + "bc", String(repeating: "a", count: 60) + "de",
      "the very same long name, which two nodes have",
      "the very same long name, which two nodes have",
    ]
    let limit = 16.0
    let cuts = NameCuts(names, room: limit)
    let shown = names.indices.map { cuts.shown($0, limit: limit) }
    #expect(
      shown[0] == "\u{2026}bipartite.centrality" && shown[1] == "\u{2026}bipartite.clustering")
    #expect(shown[3].hasSuffix("weighted") && shown[2].hasSuffix("unweighted"))
    #expect(shown[4] == names[4] && shown[5] == names[5])
    #expect(shown[6].hasPrefix("Another long name") && shown[6].hasSuffix("\u{2026}"))
    #expect(shown[7].hasSuffix("bc") && shown[8].hasSuffix("de"))
    #expect(shown[9] == shown[10])
    #expect(Set(shown).count == names.count - 1)
    for text in shown { #expect(TextMetrics.width(of: text) <= limit) }
    // Whatever the room, no name takes more than that.
    for limit in [0.5, 1, 2, 4, 8, 12] {
      let cuts = NameCuts(names, room: limit)
      for number in names.indices {
        let text = cuts.shown(number, limit: limit)
        #expect(TextMetrics.width(of: text) <= max(limit, TextMetrics.width(of: "\u{2026}")))
      }
    }
  }

  /// What nearly all names begin with tells nothing.
  @Test func commonBeginningsAreLeftOut() {
    let modules = [
      "flow", "flow.edges", "utils", "utils.misc", "drawing", "drawing.layout", "trees",
    ]
    var names = ["library"] + modules.flatMap { ["library.\($0)", "library.more.\($0)"] }
    func shown() -> [String] {
      let cuts = NameCuts(names, room: 16)
      return names.indices.map { cuts.shown($0, limit: 16) }
    }
    // One of fifteen is the library itself, which is more than one in twenty.
    #expect(shown() == names)
    names += (0..<10).map { "library.other.\($0)" }
    #expect(shown()[0] == "library" && shown()[1] == "\u{2026}flow")
    #expect(shown()[2] == "\u{2026}more.flow" && Set(shown()).count == names.count)
    // So does what many begin with, where names stay different: flow and utils are in both parts.
    names = ["library"]
    names += ["flow", "utils", "drawing"].map { "library.\($0)" }
    names += ["flow", "utils", "trees.one", "trees.two"].map { "library.algorithms.\($0)" }
    names += (0..<20).map { "library.other\($0)" }
    names += (0..<10).map { "library.algorithms.more\($0)" }
    #expect(shown()[1] == "\u{2026}flow" && shown()[4] == "\u{2026}algorithms.flow")
    #expect(shown()[6] == "\u{2026}trees.one" && shown().last == "\u{2026}more9")
    #expect(Set(shown()).count == names.count)
    // Blanks and hyphens are no paths.
    names = (0..<30).map { "Customer \($0)" }
    #expect(shown() == names)
  }

  /// Four groups in a row, whose nodes are named above, where names of groups would be first.
  @Test(arguments: 1...4) func namesOfGroupsAndNodesShareTheRoom(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var drawing = Drawing(
      positions: (0..<48).map { node in
        let offset: SIMD2<Double> = random.vector(in: -1...1)
        return SIMD2(4 * Double(node % 4), Double(node % 2)) + offset
      })
    drawing.labels = (0..<48).map { "node \($0)" }
    drawing.nodeSizes = .points([Double](repeating: 6, count: 48))
    drawing.edges = (0..<44).map { .init($0, $0 + 4) }
    drawing.groups = (0..<4).map { group in
      .init((0..<48).filter { $0 % 4 == group }, name: "group \(group)")
    }
    let picture = try Picture(of: drawing, .init(width: 900, height: 400))
    let labels = picture.placedLabels
    let names = labels.filter { $0.text.hasPrefix("group") }
    #expect(names.count == 4 && labels.count > 40)
    for name in names {
      #expect(Rectangle(minimum: .zero, maximum: [900, 400]).contains(name.box))
      #expect(!labels.contains { $0.text != name.text && $0.box.overlaps(name.box) })
      #expect(
        !(0..<48).contains { node in
          let center = picture.nodeCenters[node]
          return Rectangle(minimum: center - 6, maximum: center + 6).overlaps(name.box)
        })
    }
  }

  @Test func fontsAndBackgrounds() throws {
    var drawing = Drawing(positions: [[0, 0], [1, 1]])
    drawing.labels = ["a", "b"]
    drawing.nodeSizes = .points([3, 3])
    var options = Picture.Options()
    options.font = "Bad'\\Serif & <Sons>"
    options.labelSizes = 20...20
    options.theme = .light.on(RGBColor(0x203040))
    let svg = try Picture(of: drawing, options).svg()
    #expect(svg.contains("font-family=\"'BadSerif &amp; &lt;Sons&gt;', Helvetica"))
    #expect(svg.contains("font-size=\"20\"") && svg.contains("fill=\"#203040\""))
    // What is dark has light text.
    #expect(svg.contains("fill=\"\(Theme.dark.text.hex)\""))
    let cream = Theme.light.on(RGBColor(0xFFFFE0))
    #expect(cream.text == Theme.light.text && cream.background == RGBColor(0xFFFFE0))
  }
}
