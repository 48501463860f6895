import Testing

@testable import GraphRendering
@testable import Graphs

/// What pictures say of what files and graphs mean: shapes, codes, members and ties.
struct PictureMeaningTests {
  private static let style = GraphStyle()

  private func read(_ text: String) throws -> Graph {
    try GraphReader(format: .dot).read(Array(text.utf8)).graph
  }

  /// Heads are as long as Graphviz's, and arrows as wide as their text needs.
  @Test func arrowsAreThoseOfGraphviz() throws {
    let text = "digraph { a [shape=rarrow, label=\"Hef1a-LacOid\"]; b [shape=rpromoter]; a -> b }"
    let graph = try read(text)
    let drawn = try graph.layout(for: Self.style).picture(Self.style)
    let head = try #require(drawn.list.layers.flatMap { $0.heads.flatMap(\.heads) }.first)
    #expect(abs((head.tip - (head.left + head.right) / 2).length - 10) < 0.1)
    // By dot 2.43: 113 by 36 points in Times, which is narrower, and 54 by 36.
    let figures = try GraphLooks(graph, Self.style).figures(graph, Self.style).compactMap { $0 }
    #expect(figures[0].size.x < 135 && figures[0].size.y < 45)
    #expect(figures[1].size.x < 60)
    for length in [60.0, 200] {
      let outline = ShapeOutline(.rightArrow, size: [length, 36]).polygon
      #expect(outline.contains([length / 2 - 18, -18]) && outline.contains([length / 2, 0]))
    }
  }

  /// Straight lines where they pass beside other nodes if the drawing is a little larger.
  @Test func starsHaveStraightLines() throws {
    let ring = (0..<5).map { "\($0) -- \(($0 + 1) % 5) [len=2.6]; \($0) -- \($0 + 5)" }
    let inner = (0..<5).map { "\($0 + 5) -- \(5 + ($0 + 2) % 5)" }
    let text = "graph { node [shape=circle, width=0.4, height=0.4]; "
    var graph = try read(text + (ring + inner).joined(separator: "; ") + "}")
    let hasLengths = graph.useEdgeAttributeAsWeights("len")
    #expect(hasLengths)
    var layout = LayoutRequest()
    layout.weights = .length
    let picture = try graph.layout(layout, for: Self.style).picture(Self.style)
    #expect(
      picture.list.layers.flatMap { $0.strokes.flatMap(\.curves) }.allSatisfy {
        if case .line = $0 { true } else { false }
      })
  }

  /// Codes say nothing to a reader: the key has the top members of their groups, too, if nodes have names.
  @Test func keysExplainCodes() throws {
    func names(_ kinds: [AttributeValue?], _ labels: [String]? = nil) throws -> [String] {
      var graph = try Graph(nodeCount: 5, edges: [(0, 1), (0, 2), (3, 4), (3, 1)])
      let column = AttributeColumn(
        "kind",
        kinds.contains { if case .integer? = $0 { true } else { false } }
          ? .integers(kinds.map { Int($0?.description ?? "") })
          : .strings(kinds.map { $0?.description }))
      graph.nodeAttributes["kind"] = column
      if let labels { graph.nodeAttributes.set(StandardAttribute.label, .strings(labels)) }
      let style = GraphStyle(colorBy: .attribute("kind"))
      let looks = try GraphLooks(graph, style)
      guard case .groups(let groups, _)? = looks.key(style).nodeColors?.meaning else { return [] }
      // Programs find the values themselves.
      #expect(looks.legend?.description.contains("oak") == false)
      return groups.map(\.name)
    }
    let trees = ["oak", "elm", "ash", "fir", "yew"]
    #expect(try names([0, 0, 0, 1, 1], trees) == ["0: oak", "1: fir"])
    #expect(try names(["c", "c", "l", "l", "l"], trees) == ["l: fir", "c: oak"])
    #expect(try names(["left", "left", "c", "c", "c"], trees) == ["c", "left"])
    #expect(try names([0, 0, 0, 1, 1]) == ["0", "1"])
  }

  /// Groups whose names stand beside their outlines have no row in the key, and those of a tree none that are
  /// named after its nodes.
  @Test func keysRepeatNoNamesOfThePicture() throws {
    func words(_ graph: Graph, _ style: GraphStyle) throws -> [String] {
      try graph.layout(for: style).picture(style).list.furniture
        .flatMap { $0.texts.map(\.label.text) }
    }
    var graph = try Graph(
      nodeCount: 9, edges: [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (6, 0)])
    let kinds = ["one", "one", "one", "two", "two", "two", "alone", "far", "far"]
    graph.nodeAttributes.set("kind", .strings(kinds))
    var style = GraphStyle(colorBy: .attribute("kind"))
    #expect(try words(graph, style).contains("one (3)"))
    style.groups = .by(.attribute("kind"))
    let rest = try words(graph, style)
    #expect(rest.contains("alone (1)") && !rest.contains("one (3)") && !rest.contains("two (3)"))
    let tree = try Graph(nodeCount: 9, edges: (1..<9).map { ($0 < 3 ? 0 : 1 + $0 % 2, $0) })
    style = GraphStyle(colorBy: .community)
    var request = LayoutRequest()
    request.method = .radial
    let drawn = try tree.layout(request, for: style).picture(style)
    #expect(drawn.list.furniture.allSatisfy { $0.texts.isEmpty })
  }

  /// The boxes of an org chart are equally wide on each level, and darker the nearer they are to the root.
  @Test func boxesOfTreesShowTheirLevel() throws {
    var style = GraphStyle()
    style.nodes = .text
    func figures(_ edges: [(Int, Int)]) throws -> [Drawing.Figure] {
      var graph = try Graph(nodeCount: 5, edges: edges)
      graph.nodeAttributes.set(
        StandardAttribute.label, .strings(["Ann", "Bo", "Christopher", "Di", "Everard"]))
      return try GraphLooks(graph, style).figures(graph, style).compactMap { $0 }
    }
    let boxes = try figures([(0, 1), (0, 2), (1, 3), (2, 4)])
    #expect(boxes[1].size.x == boxes[2].size.x && boxes[3].size.x == boxes[4].size.x)
    #expect(boxes[1].size.x > boxes[3].size.x)
    let fills = boxes.map { $0.fill?.brightness ?? 255 }
    #expect(fills[0] < fills[1] && fills[1] == fills[2] && fills[2] < fills[3])
    // A graph with a second way to a node has no levels.
    #expect(try figures([(0, 1), (0, 2), (1, 2), (2, 4)])[2].fill == nil)
  }

  /// The longest chain of a history is darker than its branches; a graph of more edges is no history.
  @Test(arguments: [0, 3]) func theMainLineOfAHistoryIsDark(more: Int) throws {
    let main = (0..<8).map { ($0, $0 + 1) }
    let branches = [(2, 9), (9, 5), (5, 10), (10, 7)]
    let shortcuts = (0..<more).map { ($0, $0 + 2) }
    let graph = try Graph(nodeCount: 11, edges: main + branches + shortcuts, isDirected: true)
    var style = GraphStyle()
    style.nodes = .text
    let fills = try GraphLooks(graph, style).figures(graph, style).map { $0?.fill }
    #expect(fills.prefix(9).allSatisfy { ($0 != nil) == (more == 0) && $0 == fills[0] })
    #expect(fills[9] == nil && fills[10] == nil)
  }

  /// Edges between two columns: those of one node have one colour, and those of its neighbours others.
  @Test func edgesOfColumnsCanBeFollowed() throws {
    var graph = try Graph(nodeCount: 10, edges: (0..<20).map { ($0 % 4, 4 + $0 / 4) })
    graph.nodeAttributes.set("kind", .strings((0..<10).map { $0 < 4 ? "event" : "woman" }))
    graph.positions = .plane(
      (0..<10).map { $0 < 4 ? SIMD2(0, 20 * Double($0)) : SIMD2(200, 10 * Double($0)) })
    let style = GraphStyle(colorBy: .attribute("kind"))
    let picture = try graph.picture(style)
    var columns = [Set<RGBColor>](repeating: [], count: 4)
    for stroke in picture.list.layers.flatMap(\.strokes) {
      for curve in stroke.curves {
        let left = curve.start.x < curve.end.x ? curve.start : curve.end
        // Edges begin at the outlines of discs.
        let distances = picture.nodeCenters.prefix(4).map { ($0 - left).length }
        let node = try #require(distances.indices.min { distances[$0] < distances[$1] })
        columns[node].insert(stroke.style.color)
      }
    }
    #expect(columns.allSatisfy { $0.count == 1 })
    #expect(Set(columns).count == columns.count)
    let colors = Set(try GraphLooks(graph, style).coloring?.colors ?? [])
    #expect(colors.count == 2 && columns.allSatisfy { $0.isDisjoint(with: colors) })
  }

  /// Of more than a hundred edges between groups the key says how many are where.
  @Test(arguments: [40, 400]) func keysCountTies(edges: Int) throws {
    let ends = (0..<edges).map { ($0 % 30, 30 + $0 * 7 % 20 + ($0 % 4 == 0 ? 20 : 0)) }
    var graph = try Graph(nodeCount: 70, edges: ends)
    let kinds = (0..<70).map { $0 < 30 ? "one" : $0 < 50 ? "two" : "three" }
    graph.nodeAttributes.set("kind", .strings(kinds))
    let style = GraphStyle(colorBy: .attribute("kind"))
    let looks = try GraphLooks(graph, style)
    let drawing = try looks.drawing(graph.laidOut(), style, prefersEqualSizes: false)
    let ties = looks.key(style, drawing.edges).ties
    #expect(ties.map(\.count) == (edges > 100 ? [300, 100] : []))
    let colors = looks.coloring?.colors ?? []
    #expect(ties.first.map { $0.colors == [colors[0], colors[30]] } ?? true)
    let picture = try graph.laidOut().picture(style)
    let texts = picture.list.furniture.flatMap { $0.texts.map(\.label.text) }
    #expect(texts.contains("edges between") == (edges > 100))
    #expect(texts.contains("300 (75 %)") == (edges > 100))
  }

  /// Of three thousand nodes a hub is seen at once.
  @Test func hubsOfLargeGraphsAreLarge() throws {
    let ends = (1..<3000).map { ($0 % 40 == 0 ? 0 : $0 / 2, $0) }
    let graph = try Graph(nodeCount: 3000, edges: ends)
    let drawing = try GraphLooks(graph, GraphStyle()).drawing(
      graph.laidOut(), GraphStyle(), prefersEqualSizes: false)
    let radii = try Picture(of: drawing, .init(width: 900, height: 900)).nodeRadii
    let others = radii.sorted()[1500]
    #expect(radii[0] > 6 * others && radii[0] == radii.max())
  }

  @Test func supernodesSayHowManyMembersTheyHave() throws {
    var graph = try Graph(nodeCount: 3, edges: [(0, 1), (0, 2)])
    graph.nodeAttributes.set(StandardAttribute.label, .strings(["Ann", "Bob", ""]))
    graph.nodeAttributes.set(GraphAggregate.membersAttribute, .integers([40, 7, 1]))
    var looks = try GraphLooks(graph, GraphStyle())
    looks.addMembers(of: graph)
    #expect(looks.labels.prefix(2) == ["Ann (40)", "Bob (7)"])
  }

  /// Large supernodes are called by two of their members, and none by a placeholder.
  @Test func largeSupernodesHaveTwoNames() throws {
    let edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (4, 5), (5, 0)]
    var graph = try Graph(nodeCount: 6, edges: edges)
    graph.nodeAttributes.set(
      StandardAttribute.label, .strings(["et al.", "Hume", "Kant", "Mill", "Rawls", "Berlin"]))
    graph.nodeAttributes.set("kind", .strings(["a", "a", "a", "a", "b", "b"]))
    let whole = try graph.aggregated(by: .attribute("kind")).graph
    #expect(whole.nodeAttributes["top_names"]?[0]?.description == "Hume; Kant; Mill")
    let numbers = AttributeColumn("part", .integers([1, 1, 1, 1, 2, 2]))
    let parts = try graph.aggregated(by: numbers, isNumbering: true).graph
    var looks = try GraphLooks(parts, GraphStyle())
    looks.addMembers(of: parts)
    #expect(looks.labels == ["Hume; Kant (4)", "Berlin; Rawls (2)"])
  }

  /// Among many edges between groups those of weak ties are faint; few are all as dark.
  @Test(arguments: [2, 30]) func weakTiesAreFaint(many: Int) throws {
    var edges: [(Int, Int)] = []
    for node in 0..<60 { edges.append((node, (node + 3) % 60)) }
    for number in 0..<20 * many { edges.append((3 * (number % 20), 3 * (number * 7 % 20) + 1)) }
    for number in 0..<many { edges.append((3 * (number % 20), 3 * (number * 7 % 20) + 2)) }
    var graph = try Graph(nodeCount: 60, edges: edges)
    graph.nodeAttributes.set("kind", .strings((0..<60).map { "kind \($0 % 3)" }))
    let style = GraphStyle(colorBy: .attribute("kind"))
    let drawing = try GraphLooks(graph, style).drawing(
      graph.laidOut(), style, prefersEqualSizes: false)
    let alphas = drawing.edges.map { Int($0.color?.alpha ?? 0) }
    #expect(alphas.prefix(60 + 20 * many).allSatisfy { $0 == 255 })
    #expect((alphas.last ?? 0) < 150 || many == 2)
    #expect(alphas.allSatisfy { $0 == 255 } == (many == 2))
  }
}
