import GraphLayout
import Testing
import _TestSupport

/// The table of layouts.
@Suite(.traced) struct LayoutMethodTests {
  @Test func idsAreThoseOfTheLayouts() throws {
    #expect(Set(LayoutMethod.all).count == LayoutMethod.all.count)
    for method in LayoutMethod.all {
      let plane: (any GraphLayoutAlgorithm<Point>)? = method.layout()
      #expect(plane?.id == method.id)
      let space: (any GraphLayoutAlgorithm<Point3>)? = method.layout()
      #expect((space != nil) == method.worksInSpace, "\(method)")
      #expect(space == nil || space?.id == method.id)
      #expect(LayoutMethod(method.id) == method)
    }
    #expect(LayoutMethod("force") == .force && LayoutMethod("pivot-mds") == .pivotMDS)
    #expect(LayoutMethod("keep") == nil)
    #expect(LayoutMethod("Stress") == nil)
  }

  @Test func requestsReachTheLayouts() throws {
    let graph = try graph(.grid(6, 6))
    let pin = Point(7, 8)
    for method in LayoutMethod.all where method.abilities.contains(.start) {
      var request = LayoutRequest(method, quality: .quick)
      request.ticks = 5
      let placement = Placement<Point>(pins: [3: pin])
      let result = try #require(method.layout(request, placement)).layout(graph)
      #expect(result.positions[3] == pin, "\(method)")
      #expect(result.statistics.ticks <= 5, "\(method)")
      #expect(LayoutMethod(result.statistics.layoutID) != nil)
    }
    let tree = try randomTree(9, seed: 2)
    for method in LayoutMethod.all where method.abilities.contains(.root) {
      var request = LayoutRequest(method)
      let chosen = try tree.layout(request).positions
      request.root = 5
      #expect(try tree.layout(request).positions != chosen, "\(method)")
      request.root = 9
      #expect(throws: LayoutError.self) { try tree.layout(request) }
    }
  }

  @Test func availability() throws {
    let graph = try graph(.path(4))
    for method in LayoutMethod.all {
      let layout: (any GraphLayoutAlgorithm<Point>)? = method.layout()
      if method.isAvailable {
        #expect(try #require(layout).layout(graph).positions.count == 4, "\(method)")
      } else {
        #expect(method.abilities.contains(.linearAlgebra))
        #expect(throws: LayoutError.self) { try layout?.layout(graph) }
      }
    }
  }

  @Test func linkLengthScalesEveryLayout() throws {
    let graph = try randomTree(30, seed: 4)
    for method in LayoutMethod.all where method.isAvailable {
      var request = LayoutRequest(method, quality: .quick)
      let usual = try graph.layout(request).positions.inPlane
      request.linkLength = 60
      let doubled = try graph.layout(request).positions.inPlane
      let ratio = (LayoutMetrics.extent(doubled) / LayoutMetrics.extent(usual)).max()
      #expect(abs(ratio - 2) < 0.05, "\(method): \(ratio)")
    }
  }

  /// Each function of own options reaches the algorithm, and makes another method of the same id.
  @Test func ownOptions() throws {
    let mesh = try graph(.grid(6, 6)), tree = try randomTree(30, seed: 3)
    let cases: [(LayoutMethod, LayoutMethod, LayoutGraph)] = [
      (.force, .force(nodeRadius: 20), mesh), (.force, .force(tolerance: 1), mesh),
      (.fruchtermanReingold, .fruchtermanReingold(temperature: 0.1), mesh),
      (.fruchtermanReingold, .fruchtermanReingold(frame: (.zero, [90, 50, 0])), mesh),
      (.stress, .stress(tolerance: 1), mesh), (.stress, .stress(fullNodeLimit: 1), mesh),
      (.layered, .layered(sweeps: 0, starts: 1), tree),
      (.tree, .tree(nodeDistance: 40), tree), (.tree, .tree(levelDistance: 7), tree),
      (.radial, .radial(levelDistance: 90), tree), (.radial, .radial(nodeDistance: 90), tree),
      (.trie, .trie(nodeDistance: 40), tree), (.trie, .trie(levelDistance: 7), tree),
      (.circular, .circular(center: 3), mesh), (.circular, .circular(nodeDistance: 3), mesh),
      (.circular, .circular(siftingLimit: 0), mesh), (.linear, .linear(followsIndices: true), tree),
      (.bipartite, .bipartite(rounds: 0), mesh), (.grid, .grid(columns: 2), mesh),
    ]
    for (usual, own, graph) in cases {
      #expect(usual != own && usual.id == own.id && usual.abilities == own.abilities)
      let positions = try graph.layout(LayoutRequest(own)).positions
      if own != .layered(sweeps: 0, starts: 1), own != .bipartite(rounds: 0) {
        #expect(try positions != graph.layout(LayoutRequest(usual)).positions, "\(own)")
      }
    }
    #expect(throws: LayoutError.self) {
      try graph(.path(4)).layout(LayoutRequest(.circular(center: 9)))
    }
  }

  @Test func methodsOfAProgramsOwn() throws {
    let diagonal = LayoutMethod(name: "diagonal", abilities: [.start, .space]) {
      graph, request, run in
      if let start = request.start { return start }
      let places = (0..<graph.nodeCount).map { Double($0) * request.linkLength }
      return request.dimensions == 2
        ? .plane(places.map { [$0, $0] }) : .space(places.map { [$0, $0, $0] })
    }
    #expect(LayoutMethod("diagonal", among: LayoutMethod.all + [diagonal]) == diagonal)
    #expect(diagonal.worksInSpace && diagonal.isAvailable && LayoutMethod("diagonal") == nil)
    let graph = try graph(.path(3))
    var request = LayoutRequest(diagonal)
    let result = try graph.layout(request)
    #expect(result.positions == .plane([[0, 0], [30, 30], [60, 60]]))
    #expect(result.method.id == "diagonal" && result.stop == .converged)
    request.dimensions = 3
    #expect(try graph.layout(request).positions.inSpace[2] == [60, 60, 60])
    // A start is complete, and options that the method does not support are refused.
    request.start = .space([[0, 0, 0], [.nan, .nan, .nan], [60, 0, 0]])
    #expect(try graph.layout(request).positions.missingCount == 0)
    request.root = 1
    let refusal = #expect(throws: LayoutError.self) { try graph.layout(request) }
    #expect(refusal?.description == "root is 1; it must be nil for the layout diagonal")

    // What it returns is checked.
    let wrong = LayoutMethod(name: "wrong") { _, _, _ in .space([]) }
    let few = LayoutMethod(name: "few") { _, _, _ in .plane([[0, 0]]) }
    let endless = LayoutMethod(name: "endless") { graph, _, _ in
      .plane((0..<graph.nodeCount).map { _ in [.infinity, 0] })
    }
    for method in [wrong, few, endless] {
      #expect(throws: LayoutError.self) { try graph.layout(LayoutRequest(method)) }
    }
    let failing = LayoutMethod(name: "failing") { _, _, _ throws(LayoutError) in
      throw .badOption("root", value: "1", expected: "2")
    }
    #expect(throws: LayoutError.badOption("root", value: "1", expected: "2")) {
      try graph.layout(LayoutRequest(failing))
    }
  }

  @Test func suitableMethodsAreThoseOfAutomatic() throws {
    for (graph, id) in [
      (try graph(.path(9)), "linear"), (try graph(.grid(6, 6)), "stress"),
      (try LayoutGraph(nodeCount: 4, edges: []), "grid"),
    ] {
      #expect(try LayoutMethod.suitable(for: graph).id == id)
      #expect(try graph.layout().method.id == id)
    }
    let path = try graph(.path(9))
    #expect(try LayoutMethod.suitable(for: path, LayoutRequest(dimensions: 3)) == .stress)
    var weighted = LayoutRequest()
    weighted.weights = .length
    #expect(throws: LayoutError.self) { try path.layout(weighted) }
  }

  @Test func memoryGrowsWithTheGraph() throws {
    let small = try GraphTopology(nodeCount: 100, edges: [(0, 1)])
    let large = try GraphTopology(nodeCount: 20_000, edges: [(0, 1)])
    for method in LayoutMethod.all {
      #expect(method.memory(of: small) > 0)
      #expect(method.memory(of: large) > method.memory(of: small), "\(method)")
    }
    func multilevel(_ quality: LayoutQuality, _ goal: LayoutGoal?) -> Int {
      LayoutMethod.multilevel.memory(of: large, quality, goal)
    }
    #expect(multilevel(.quick, .structure) == LayoutMethod.multilevel.memory(of: large))
    #expect(multilevel(.quick, .distances) > 2 * multilevel(.quick, nil))
    #expect(multilevel(.balanced, .distances) > multilevel(.quick, .distances))
  }
}
