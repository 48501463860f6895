import Foundation
import Graphs
import Synchronization
import Testing
import _TestSupport

/// The conversion of a graph to a picture.
@Suite(.traced) struct GraphsTests {
  /// Two triangles joined by an edge, with ids, groups, weights and colours.
  private func sample() throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b", "c", "d", "e", "f"]),
      sources: [0, 1, 2, 3, 4, 5, 2], targets: [1, 2, 0, 4, 5, 3, 3])
    graph.weights = [1, 1, 1, 2, 2, 2, 8]
    graph.nodeAttributes.set("team", .strings(["x", "x", "x", "y", "y", nil]))
    graph.nodeAttributes.set("score", .doubles([0, 1, 2, 3, 4, .nan]))
    return graph
  }

  @Test func layoutGivesPositions() throws {
    let graph = try sample()
    let laidOut = try graph.laidOut()
    #expect(laidOut.positions?.missingCount == 0)
    var expected = graph
    expected.positions = laidOut.positions
    #expect(laidOut == expected)
    let drawn = try graph.layout(LayoutRequest(.circular))
    #expect(drawn.result.method.id == "circular" && drawn.result.stop == .converged)
    // What `auto` chose is told.
    #expect(try graph.layout().result.method != .automatic)

    var request = LayoutRequest(dimensions: 3)
    #expect(try graph.layout(request).graph.positions?.dimensions == 3)
    #expect(try graph.laidOut(.force, dimensions: 3).positions?.dimensions == 3)
    #expect(LayoutRequest(.force, quality: .quick) != LayoutRequest(.force))
    request.dimensions = 4
    #expect(throws: LayoutError.self) { try graph.layout(request) }
    request.dimensions = 3
    request.method = .circular
    #expect(throws: LayoutError.self) { try graph.layout(request) }
  }

  @Test func layoutEqualsTheLayoutsOwn() throws {
    let graph = try sample()
    var request = LayoutRequest(.stress, seed: 9)
    request.weights = .length
    let direct = try StressLayout<SIMD2<Double>>().layout(
      LayoutGraph(graph, weights: .length), control: LayoutControl(seed: 9))
    let result = try graph.layout(request)
    #expect(result.graph.positions == .plane(direct.positions))
    request.weights = nil
    #expect(try graph.layout(request).graph != result.graph)
  }

  @Test func startAndPins() throws {
    let graph = try sample()
    var start = try #require(graph.laidOut().positions?.inPlane)
    start[4] = SIMD2(.nan, .nan)
    var request = LayoutRequest()
    request.start = .plane(start)
    request.pinned = [0, 2]
    let places = try #require(graph.layout(request).graph.positions?.inPlane)
    #expect(places[0] == start[0] && places[2] == start[2])
    #expect(places.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    request.pinned = [4]
    #expect(throws: LayoutError.self) { try graph.layout(request) }
    request.start = nil
    request.pinned = [0]
    #expect(throws: LayoutError.self) { try graph.layout(request) }
    request.pinned = []
    request.start = .plane([])
    #expect(throws: LayoutError.self) { try graph.layout(request) }
  }

  @Test func whatAMethodCannotDo() throws {
    let graph = try sample()
    let wishes: [(LayoutMethod.Abilities, String, (inout LayoutRequest) -> Void)] = [
      (.ticks, "ticks is 5; it must be nil", { $0.ticks = 5 }),
      (.repulsion, "repulsion is 2.0; it must be 1", { $0.repulsion = 2 }),
      (.root, "root is 1; it must be nil", { $0.root = 1 }),
      (
        .start, "start is an array of 6 positions; it must be nil",
        { $0.start = .plane((0..<6).map { SIMD2(Double($0), 0) }) }
      ),
    ]
    for method in LayoutMethod.all where method.isAvailable {
      for (ability, words, wish) in wishes {
        var request = LayoutRequest(method)
        #expect(request == LayoutRequest(method))
        wish(&request)
        #expect(request != LayoutRequest(method))
        if method.abilities.contains(ability) {
          #expect(try graph.layout(request).graph.positions?.missingCount == 0, "\(method)")
        } else {
          let error = #expect(throws: LayoutError.self) { try graph.layout(request) }
          #expect(error?.description == "\(words) for the layout \(method.id)")
        }
      }
    }
  }

  @Test func picturesOfLayoutsThatSayItAll() throws {
    let tree = try Graph(nodeCount: 5, edges: [(0, 1), (0, 2), (0, 3), (3, 4)])
    // Equal discs in a tree, areas by degree in other layouts, and what the style says in both.
    for (method, isEqual) in [(LayoutMethod.tree, true), (.stress, false)] {
      let result = try tree.layout(LayoutRequest(method))
      let radii = try result.picture().nodeRadii
      #expect((Set(radii).count == 1) == isEqual, "\(method)")
      var style = GraphStyle()
      style.sizes = .points(4)
      #expect(try result.picture(style).nodeRadii == [4, 4, 4, 4, 4])
      style.sizes = .by(.degree)
      #expect(Set(try result.picture(style).nodeRadii).count > 1)
    }
  }

  @Test func everyProperty() throws {
    let graph = try sample().laidOut()
    for measure in NodeMeasure.all {
      let column = try measure.column(of: graph)
      #expect(column.count == 6 && column.name == measure.id)
      let svg = try graph.picture(GraphStyle(colorBy: measure)).svg()
      #expect(svg.contains("<svg"))
      let sized = GraphStyle(sizeBy: measure)
      if measure.isGroup {
        let error = #expect(throws: GraphError.self) { try graph.picture(sized) }
        #expect(error?.description.contains(measure.id) == true)
      } else {
        #expect(try graph.picture(sized).svg().contains("<svg"))
      }
    }
    #expect(try NodeMeasure.degree.column(of: graph).values == .integers([2, 2, 3, 3, 2, 2]))
    var unweighted = graph
    unweighted.weights = nil
    #expect(
      try NodeMeasure.community.column(of: unweighted).values == .integers([1, 1, 1, 2, 2, 2]))
    // The heavy edge between the triangles keeps its ends together.
    let parts = try NodeMeasure.community.column(of: graph)
    #expect(parts[2] == parts[3])
    // An attribute goes before a measure of its name.
    #expect(NodeMeasure("degree", of: graph) == .degree)
    var named = graph
    named.nodeAttributes.set("degree", .integers([1, 2, 3, 4, 5, 6]))
    #expect(NodeMeasure("degree", of: named) == .attribute("degree"))
    #expect(NodeMeasure("nothing", of: graph) == nil)
  }

  @Test func looksOfAGraph() throws {
    let graph = try sample()
    let groups = try GraphLooks(graph, GraphStyle(colorBy: .attribute("team")))
    #expect(
      groups.legend?.description
        == "colours by team: x #0072b2 (3), y #d55e00 (2), no value #b0b4ba (1)")
    #expect(groups.labels == ["a", "b", "c", "d", "e", "f"])
    let scale = try GraphLooks(graph, GraphStyle(colorBy: .attribute("score")))
    #expect(
      scale.legend?.description
        == "colours by score: 0 (blue) to 4 (yellow), no value #b0b4ba (1)")
    #expect(scale.coloring?.colors.last == Palette.missing)
    let degrees = try GraphLooks(graph, GraphStyle(colorBy: .degree))
    #expect(
      degrees.legend?.description == "colours by degree: 2 (blue) to 3 (yellow), by logarithm")
    var style = GraphStyle()
    style.edgeWidths = .byWeight
    #expect(try GraphLooks(graph, style).edgeWidths.max() == 6)
    style.labels = .attribute("team")
    #expect(try GraphLooks(graph, style).labels == ["x", "x", "x", "y", "y", ""])
    style.labels = .none
    #expect(try GraphLooks(graph, style).labels.isEmpty)
  }

  @Test func whatAGraphDoesNotHave() throws {
    let graph = try sample()
    for style in [
      GraphStyle(colorBy: .attribute("club")), GraphStyle(sizeBy: .attribute("club")),
      GraphStyle(sizeBy: .attribute("team")),
    ] {
      let error = #expect(throws: GraphError.self) { try GraphLooks(graph, style) }
      #expect(error?.description.contains("\"") == true)
    }
    var plain = graph
    plain.weights = nil
    var style = GraphStyle()
    style.edgeWidths = .byWeight
    #expect(throws: GraphError.self) { try GraphLooks(plain, style) }
    style.edgeWidths = .points(-1)
    #expect(throws: GraphError.self) { try GraphLooks(graph, style) }
    style = GraphStyle()
    style.sizes = .points(.nan)
    #expect(throws: GraphError.self) { try GraphLooks(graph, style) }
    // No positions.
    #expect(throws: RenderingError.self) { try graph.picture() }
  }

  @Test func cancelled() throws {
    let graph = try sample().laidOut()
    let control = RunControl(isCancelled: { true })
    #expect(throws: CancellationError.self) {
      try graph.picture(GraphStyle(colorBy: .community), control: control)
    }
    // Where no measure has to be found, too.
    #expect(throws: CancellationError.self) { try graph.picture(control: control) }
    let drawn = try graph.layout(control: control)
    #expect(drawn.result.stop == .cancelled)
    #expect(drawn.graph.positions?.missingCount == 0)
  }

  /// Also over the measures and the picture, which each go from 0 to 1.
  @Test func progressNeverFalls() throws {
    let result = try sample().layout()
    let styles = [
      GraphStyle(), GraphStyle(colorBy: .community), GraphStyle(sizeBy: .pageRank),
      GraphStyle(colorBy: .community, sizeBy: .betweenness),
    ]
    for style in styles {
      for isResult in [false, true] {
        let fractions = Mutex<[Double]>([])
        let control = RunControl(progress: { step in
          fractions.withLock { $0.append(step.fraction) }
        })
        _ =
          isResult
          ? try result.picture(style, control: control)
          : try result.graph.picture(style, control: control)
        let seen = fractions.withLock { $0 }
        #expect(seen == seen.sorted() && seen.last == 1 && seen.count > 3, "\(seen)")
      }
    }
  }

  @Test func filesOfPictures() throws {
    let folder = URL.temporaryDirectory.appending(path: "graphs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = try sample().laidOut().picture()
    let path = folder.appending(path: "a.svg").path
    try picture.write(to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == picture.svg())
    let copy = folder.appending(path: "a copy.svg")
    try picture.write(to: copy)
    #expect(try String(contentsOf: copy, encoding: .utf8) == picture.svg())
    let remote = try #require(URL(string: "https://example.org/a.svg"))
    #expect(throws: RenderingError.self) { try picture.write(to: remote) }
    let error = #expect(throws: RenderingError.self) {
      try picture.write(to: folder.appending(path: "a.jpg").path)
    }
    #expect(error?.description.contains("a.jpg") == true)
    #expect(throws: RenderingError.self) {
      try picture.write(to: folder.appending(path: "none/a.svg").path)
    }
    if Picture.isPNGAvailable {
      let png = folder.appending(path: "a.PNG").path
      try picture.write(to: png)
      #expect(try Data(contentsOf: URL(filePath: png)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }
}
