import ForceSimulation
import GraphLayout
import Synchronization
import Testing
import _TestSupport

/// Properties of all layouts.
@Suite(.traced) struct EveryLayoutTests {
  static func smallGraphs() throws -> [(String, LayoutGraph)] {
    [
      ("empty", try graph(0, [])),
      ("one node", try graph(1, [])),
      ("a self-edge", try graph(1, [(0, 0), (0, 0)])),
      ("isolated nodes", try graph(30, [])),
      ("two nodes", try graph(2, [(0, 1)])),
      ("two nodes joined twice", try graph(2, [(0, 1), (1, 0), (0, 1), (1, 1)])),
      ("triangle", try cycle(3)),
      ("directed cycle", try graph(3, [(0, 1), (1, 2), (2, 0)], directed: true)),
      ("star", try graph(.star(leaves: 40))),
      ("complete", try graph(.complete(12))),
      ("grid", try graph(.grid(6, 5))),
      ("path", try graph(.path(40))),
      ("random", try randomGraph(60, edges: 100, seed: 1)),
      ("random, directed", try randomGraph(60, edges: 150, seed: 2, directed: true)),
      ("forest", try graph(9, [(0, 1), (0, 2), (3, 4), (5, 6), (6, 7)])),
      (
        "extreme lengths",
        try graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], weights: [1e-12, 1e12, 1, 3])
      ),
      (
        "200 components",
        try graph(
          700,
          (0..<200).flatMap { part in
            (1..<(part % 5 + 1)).map { (part * 3 + $0 - 1, part * 3 + $0) }
          })
      ),
    ]
  }

  @Test func everyNodeGetsAFinitePosition() throws {
    for layout in everyLayout + everyAlgebraicLayout {
      try withEvery("graph", in: try Self.smallGraphs()) { _, graph in
        let result = try layout.layout(graph)
        #expect(result.positions.count == graph.nodeCount, "\(layout.name)")
        #expect(isFinite(result.positions), "\(layout.name)")
        #expect(result.stop == .converged, "\(layout.name)")
      }
    }
    for layout in everyLayoutInSpace {
      try withEvery("graph", in: try Self.smallGraphs()) { _, graph in
        let result = try layout.layout(graph)
        #expect(result.positions.count == graph.nodeCount, "\(layout.name)")
        #expect(isFinite(result.positions), "\(layout.name)")
      }
    }
  }

  @Test func theSameSeedGivesTheSameBits() throws {
    let graph = try randomGraph(300, edges: 450, seed: 7)
    for layout in everyLayout + everyAlgebraicLayout {
      let control = LayoutControl(seed: 5)
      let first = try layout.layout(graph, control: control).positions
      #expect(try layout.layout(graph, control: control).positions == first, "\(layout.name)")
    }
  }

  @Test func anotherSeedGivesAnotherPicture() throws {
    let graph = try randomGraph(300, edges: 450, seed: 7)
    let layout = ForceDirectedLayout<Point>()
    let first = try layout.layout(graph, control: LayoutControl(seed: 5)).positions
    #expect(try layout.layout(graph, control: LayoutControl(seed: 6)).positions != first)
  }

  /// Layouts that leave no two nodes of a connected graph on one point.
  @Test func nodesAreApart() throws {
    let graph = try graph(.star(leaves: 60))
    for layout in everyLayout {
      let positions = try layout.layout(graph).positions
      let places = Set(positions.map { "\($0)" })
      #expect(places.count == positions.count, "\(layout.name)")
    }
  }

  @Test func cancellationEndsARunWithWhatItHas() throws {
    let graph = try randomGraph(500, edges: 900, seed: 3)
    for layout in everyLayout {
      let asked = Atomic(0)
      let control = LayoutControl(
        run: RunControl(isCancelled: { asked.add(1, ordering: .relaxed).newValue > 3 }))
      let result = try layout.layout(graph, control: control)
      #expect(isFinite(result.positions), "\(layout.name)")
      if asked.load(ordering: .relaxed) > 3 {
        #expect(result.stop == .cancelled, "\(layout.name)")
      }
    }
    let cancelled = try ForceDirectedLayout<Point>().layout(
      graph, control: LayoutControl(run: RunControl(isCancelled: { true })))
    #expect(cancelled.stop == .cancelled)
    #expect(cancelled.statistics.ticks == 0)
  }

  @Test func aCancelledTaskEndsItsRun() async throws {
    let graph = try randomGraph(500, edges: 900, seed: 3)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try StressLayout<Point>().layout(graph).stop
    }
    task.cancel()
    #expect(try await task.value == .cancelled)
  }

  @Test func budgetsAreKept() throws {
    let graph = try randomGraph(200, edges: 300, seed: 4)
    for layout in [
      ForceDirectedLayout<Point>(), StressLayout<Point>(), FruchtermanReingoldLayout<Point>(),
    ] as [any GraphLayoutAlgorithm<Point>] {
      let few = try layout.layout(graph, control: LayoutControl(tickBudget: 7))
      #expect(few.stop == .tickBudget)
      #expect(few.statistics.ticks == 7)
      let none = try layout.layout(graph, control: LayoutControl(tickBudget: 0))
      #expect(none.stop == .tickBudget && none.statistics.ticks == 0)
      let noTime = try layout.layout(graph, control: LayoutControl(timeBudget: .zero))
      #expect(noTime.stop == .timeBudget)
      #expect(isFinite(noTime.positions))
    }
  }

  @Test func progressGrowsToOne() throws {
    let graph = try randomGraph(300, edges: 400, seed: 4)
    for layout in everyLayout + everyAlgebraicLayout {
      let seen = Mutex<[RunProgress]>([])
      _ = try layout.layout(
        graph,
        control: LayoutControl(
          run: RunControl(progress: { step in seen.withLock { $0.append(step) } })))
      let fractions = seen.withLock { $0.map(\.fraction) }
      #expect(fractions.last == 1, "\(layout.name)")
      #expect(fractions == fractions.sorted(), "\(layout.name)")
      #expect(fractions.allSatisfy { (0...1).contains($0) }, "\(layout.name)")
      #expect(fractions.count < 300, "\(layout.name)")
    }
  }

  @Test func badOptionsAreRefusedInWords() throws {
    let graph = try graph(.path(3))
    let bad: [any GraphLayoutAlgorithm<Point>] = [
      ForceDirectedLayout<Point>(placement: Placement(linkLength: 0)),
      ForceDirectedLayout<Point>(ticks: -1),
      ForceDirectedLayout<Point>(repulsion: .nan),
      ForceDirectedLayout<Point>(placement: Placement(start: [Point(0, 0)])),
      ForceDirectedLayout<Point>(
        placement: Placement(start: [Point(0, 0), Point(.infinity, 0), Point(1, 1)])),
      FruchtermanReingoldLayout<Point>(frame: (Point(0, 0), Point(0, 1))),
      StressLayout<Point>(pivotCount: 0), StressLayout<Point>(fullNodeLimit: 1_000_000),
      CircularLayout(nodeDistance: -1), LayeredLayout(sweeps: -1), TidyTreeLayout(root: 3),
      RadialTreeLayout(root: -1), TrieLayout(levelDistance: .infinity),
      GridLayout<Point>(columns: 0), LinearLayout<Point>(nodeDistance: 0),
      BinaryHeapLayout(levelDistance: 0),
    ]
    for layout in bad {
      let error = #expect(throws: LayoutError.self, "\(layout.name)") { try layout.layout(graph) }
      #expect("\(error as Any)".count > 20)
    }
  }

  @Test func componentsDoNotOverlap() throws {
    let graph = try Self.smallGraphs().last!.1
    let components = graph.topology.connectedComponents()
    for layout in [ForceDirectedLayout<Point>(), StressLayout<Point>()]
      as [any GraphLayoutAlgorithm<Point>]
    {
      let positions = try layout.layout(graph).positions
      #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0)
      for a in 0..<graph.nodeCount {
        for b in 0..<a where components.classOfNode[a] != components.classOfNode[b] {
          #expect(positions[a].distance(to: positions[b]) > 14)
        }
      }
      let extent = LayoutMetrics.extent(positions)
      #expect(max(extent.x, extent.y) < 4 * min(extent.x, extent.y))
    }
  }
}
