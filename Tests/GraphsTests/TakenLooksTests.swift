import Testing

@testable import Graphs

@Suite("What is computed for a picture goes into the graph")
struct TakenLooksTests {
  private func sample() throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b", "c", "d", "e"]), sources: [0, 1, 2, 2],
      targets: [1, 2, 0, 3])
    graph.nodeAttributes.set("kind", .strings(["x", "x", "y", "y", "x"]))
    graph.nodeAttributes.set("core", .integers([9, 9, 9, 9, 9]))
    graph.edgeAttributes.set("force", .doubles([1, 4, nil, 16]))
    graph.edgeAttributes.set("word", .strings(["p", nil, nil, nil]))
    return graph
  }

  @Test("measures become attributes; those they replace are told")
  func measures() throws {
    var graph = try sample()
    #expect(try graph.add([.degree, .component, .coreNumber]) == ["core"])
    #expect(graph.nodeAttributes["degree"]?.values == .integers([2, 2, 3, 1, 0]))
    #expect(graph.nodeAttributes["component"]?.values == .integers([1, 1, 1, 1, 2]))
    #expect(graph.nodeAttributes["core"]?.values == .integers([2, 2, 2, 1, 0]))
    let before = graph
    #expect(throws: CancellationError.self) {
      try graph.add([.pageRank], control: RunControl(isCancelled: { true }))
    }
    #expect(graph == before)
  }

  @Test("colours and diameters are taken where the style says what they stand for")
  func looks() throws {
    var graph = try sample()
    var style = GraphStyle(colorBy: .attribute("kind"), sizeBy: .degree)
    #expect(graph.take(try GraphLooks(graph, style), of: style) == [])
    let colors = try #require(graph.nodeAttributes[StandardAttribute.color])
    #expect(colors[0] == "#0072b2" && colors[2] == "#d55e00" && colors[4] == "#0072b2")
    let sizes = try #require(graph.nodeAttributes[StandardAttribute.size]?.numbers)
    // Areas grow with degree and one.
    #expect(sizes[2] == 24 && sizes[4] == 12 && sizes[0] == 24 * (0.75).squareRoot())

    var plain = try sample()
    style = GraphStyle()
    plain.take(try GraphLooks(plain, style), of: style)
    #expect(try plain == sample())
    style.sizes = .points(3)
    plain.nodeAttributes.set(StandardAttribute.size, .integers([1, 2, 3, 4, 5]))
    #expect(plain.take(try GraphLooks(plain, style), of: style) == ["size"])
    #expect(plain.nodeAttributes[StandardAttribute.size]?.numbers == [6, 6, 6, 6, 6])
  }

  @Test("measures that a picture shows become attributes, over none that the file has")
  func measuresOfPictures() throws {
    var graph = try sample()
    var style = GraphStyle(colorBy: .coreNumber, sizeBy: .degree)
    style.groups = .by(.component)
    let looks = try GraphLooks(graph, style)
    #expect(looks.measures.map(\.name) == ["core", "degree", "component"])
    graph.take(looks, of: style)
    #expect(graph.nodeAttributes["core"]?.values == .integers([9, 9, 9, 9, 9]))
    #expect(graph.nodeAttributes["measure:core"]?.values == .integers([2, 2, 2, 1, 0]))
    #expect(graph.nodeAttributes["degree"]?.values == .integers([2, 2, 3, 1, 0]))
    #expect(graph.nodeAttributes["component"]?.values == .integers([1, 1, 1, 1, 2]))
    #expect(NodeMeasure("core", of: graph) == .attribute("core"))
    var plain = try sample()
    #expect(NodeMeasure("measure:core", of: plain) == .coreNumber)
    plain.take(try GraphLooks(plain, GraphStyle(colorBy: .attribute("kind"))), of: style)
    #expect(plain.nodeAttributes.names.sorted() == ["color", "core", "kind"])
  }

  @Test("widths by an attribute of the edges; words are refused")
  func widths() throws {
    let graph = try sample()
    var style = GraphStyle()
    style.edgeWidths = .by(attribute: "force")
    func widths() throws -> [Double] {
      // To a millionth: thirds are not exact.
      try GraphLooks(graph, style).edgeWidths.map { ($0 * 1e6).rounded() / 1e6 }
    }
    // Roots are 1, 2 and 4.
    #expect(try widths() == [0.8, 2.533333, 0.8, 6])
    style.edgeWidthRange = 1...7
    #expect(try widths() == [1, 3, 1, 7])
    #expect(try graph.laidOut().picture(style).svg().contains(">force</text>"))
    style.edgeWidthRange = nil
    for (name, words) in [("word", "need numbers"), ("weight", "they have \"force\", \"word\"")] {
      style.edgeWidths = .by(attribute: name)
      let error = #expect(throws: GraphError.self) { try GraphLooks(graph, style) }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test("colours of edges are by an attribute, by weight, or those of their nodes")
  func edgeColors() throws {
    var graph = try sample()
    graph.weights = [1, 2, 3, 4]
    func colors(_ edges: GraphStyle.EdgeColors, by name: String? = "kind") throws -> [RGBColor?] {
      var style = GraphStyle(colorBy: name.map { .attribute($0) })
      style.edgeColors = edges
      let looks = try GraphLooks(graph, style)
      return try looks.drawing(graph.laidOut(), style, prefersEqualSizes: false)
        .edges.map(\.color)
    }
    // x, x, y, y, x
    let (x, y) = (Palette.categorical[0], Palette.categorical[1])
    #expect(try colors(.source) == [x, x, y, y] && colors(.target) == [x, y, x, y])
    #expect(
      try colors(.mix)[1] == x.mixed(with: y, share: 0.5) && colors(.mix) == colors(.automatic))
    #expect(try colors(.none) == [nil, nil, nil, nil])
    #expect(
      try colors(.by(attribute: "word"), by: nil) == [x]
        + [RGBColor](repeating: Palette.missing, count: 3))
    let scale = try colors(.by(attribute: "weight"))
    #expect(Set(scale).count == 4 && scale[0] == Palette.colors(byNumber: [0, 1])[0])
    #expect(throws: GraphError.self) { try colors(.source, by: nil) }
    #expect(throws: GraphError.self) { try colors(.by(attribute: "kind")) }

    var style = GraphStyle()
    style.edgeColors = .by(attribute: "word")
    #expect(try GraphLooks(graph, style).edgeLegend?.title == "word")
    style.edgeWidths = .by(attribute: "weight")
    style.edgeWidthRange = -1...2
    #expect(throws: GraphError.self) { try GraphLooks(graph, style) }
  }

  @Test("a scale of colours is that of the style, else what suits the measure")
  func scales() throws {
    var graph = try sample()
    graph.nodeAttributes.set("score", .integers([1, 2, 4, 8, 100]))
    func scaling(_ property: NodeMeasure, _ scale: Palette.Scaling?) throws -> Palette.Scaling? {
      var style = GraphStyle(colorBy: property)
      style.colorScale = scale
      guard case .scale(_, let scaling, _, _)? = try GraphLooks(graph, style).legend?.meaning
      else { return nil }
      return scaling
    }
    #expect(try scaling(.pageRank, nil) == .logarithmic)
    #expect(try scaling(.coreNumber, nil) == .linear)
    #expect(try scaling(.pageRank, .quantiles) == .quantiles)
    // Few whole numbers are groups, unless somebody wants a scale.
    #expect(try scaling(.attribute("score"), nil) == nil)
    #expect(try scaling(.attribute("score"), .linear) == .linear)
    #expect(try scaling(.component, .linear) == nil)
  }
}
