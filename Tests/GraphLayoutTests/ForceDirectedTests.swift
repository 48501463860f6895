import ForceSimulation
import GraphLayout
import Scenes
import Synchronization
import Testing
import _TestSupport

/// The simulation as a layout, and Fruchterman and Reingold's method.
@Suite(.traced) struct ForceDirectedTests {
  static func miserables() throws -> LayoutGraph {
    let scene = Scene.miserables
    return try LayoutGraph(nodeCount: scene.nodeCount, links: scene.links)
  }

  /// Bounds in the range of other force-directed programs (docs/layouts.md).
  @Test func picturesAreGood() throws {
    let miserables = try Self.miserables()
    let mesh = try graph(.grid(30, 30))
    for seed in UInt64(1)...3 {
      let control = LayoutControl(seed: seed)
      let people = try ForceDirectedLayout<Point>().layout(miserables, control: control)
      #expect(try LayoutMetrics.stress(miserables, people.positions) < 0.15)
      let net = try ForceDirectedLayout<Point>().layout(mesh, control: control)
      #expect(try LayoutMetrics.stress(mesh, net.positions) < 0.05)
      #expect(try LayoutMetrics.crossings(mesh, net.positions).perEdge == 0)
    }
  }

  @Test func aMeshUnfoldsInSpaceToo() throws {
    let mesh = try graph(.grid(20, 20))
    let positions = try ForceDirectedLayout<Point3>().layout(mesh).positions
    #expect(try LayoutMetrics.stress(mesh, positions) < 0.05)
  }

  @Test func itStopsByItself() throws {
    let graph = try graph(.path(2))
    let result = try ForceDirectedLayout<Point>().layout(graph)
    #expect(result.stop == .converged)
    let never = try ForceDirectedLayout<Point>(tolerance: 0).layout(graph)
    #expect(never.stop == .converged && never.statistics.ticks == 200)
    #expect(result.statistics.ticks < 200)
  }

  @Test func qualitySetsTheTicks() throws {
    let graph = try randomGraph(300, edges: 300, seed: 2)
    let ticks = try LayoutQuality.allCases.map {
      try ForceDirectedLayout<Point>(quality: $0).layout(graph).statistics.ticks
    }
    #expect(ticks == ticks.sorted() && Set(ticks).count == 3)
    #expect(ForceDirectedLayout<Point>(quality: .best, ticks: 7).ticks == 7)
  }

  // MARK: Leaves

  /// Three hubs in a row, and leaves that outnumber all else.
  static func hubs() throws -> LayoutGraph {
    try graph(
      3_003, [(0, 1), (1, 2)] + (0..<3_000).map { ($0 % 3, $0 + 3) })
  }

  @Test func leavesSurroundTheirHubs() throws {
    let graph = try Self.hubs()
    let p = try ForceDirectedLayout<Point>().layout(graph).positions
    #expect(try LayoutMetrics.overlaps(p, radius: 2.5) < 0.05)
    for hub in 0..<3 {
      let leaves = stride(from: hub + 3, to: 3_003, by: 3).map { $0 }
      let own = leaves.count { leaf in
        (0..<3).allSatisfy { p[leaf].distance(to: p[hub]) <= p[leaf].distance(to: p[$0]) }
      }
      #expect(own > 950)
    }
  }

  @Test func theHubOfAStarIsInTheMiddle() throws {
    let graph = try graph(.star(leaves: 4_000))
    func offset<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
      let leaves = positions.dropFirst()
      let middle = leaves.reduce(.zero, +) / 4_000
      let radius = leaves.reduce(0) { $0 + $1.distance(to: middle) } / 4_000
      return positions[0].distance(to: middle) / radius
    }
    #expect(offset(try ForceDirectedLayout<Point>().layout(graph).positions) < 0.3)
    #expect(offset(try ForceDirectedLayout<Point3>().layout(graph).positions) < 0.3)
  }

  /// Weights, budgets, pins and self-edges where most nodes are leaves.
  @Test func leavesKeepWhatIsAskedFor() throws {
    let hubs = try Self.hubs()
    let few = try ForceDirectedLayout<Point>().layout(
      hubs, control: LayoutControl(tickBudget: 3))
    #expect(few.stop == .tickBudget && few.statistics.ticks == 3)
    #expect(Set(few.positions.map { "\($0)" }).count == 3_003)
    let pin = Point(500, 500)
    let pinned = try ForceDirectedLayout<Point>(placement: Placement(pins: [77: pin]), ticks: 5)
      .layout(hubs).positions
    #expect(pinned[77] == pin)
    let weighted = try graph(
      2_001, (1...2_000).map { (0, $0) } + [(0, 0), (5, 5), (7, 0)],
      weights: (0..<2_003).map { $0 < 1_000 ? 1 : 100 })
    let p = try ForceDirectedLayout<Point>().layout(weighted).positions
    func mean(_ nodes: ClosedRange<Int>) -> Double {
      nodes.reduce(0) { $0 + p[$1].distance(to: p[0]) } / Double(nodes.count)
    }
    #expect(mean(1_001...2_000) > 2 * mean(1...1_000))
  }

  @Test func nodesDoNotOverlap() throws {
    let graph = try Self.miserables()
    let positions = try ForceDirectedLayout<Point>(nodeRadius: 5).layout(graph).positions
    #expect(try LayoutMetrics.overlaps(positions, radius: 4.5) == 0)
  }

  @Test func threadsDoNotChangeTheResult() throws {
    let graph = try randomGraph(3_000, edges: 5_000, seed: 9)
    for layout in [
      ForceDirectedLayout<Point>(ticks: 10), FruchtermanReingoldLayout<Point>(ticks: 5),
    ] as [any GraphLayoutAlgorithm<Point>] {
      let alone = try layout.layout(graph).positions
      try withEvery("threads", in: [1, 2, 3, 5, 8]) { threads in
        let options = KernelOptions(threadCount: threads, serialBelowNanoseconds: 0)
        let control = LayoutControl(kernelOptions: options)
        let positions = try layout.layout(graph, control: control).positions
        #expect(positions == alone, "\(layout.name)")
      }
    }
  }

  @Test func layoutsAtTheSameTimeDoNotDisturbEachOther() async throws {
    let graph = try randomGraph(2_000, edges: 3_000, seed: 10)
    let alone = try ForceDirectedLayout<Point>(ticks: 10).layout(graph).positions
    try await withThrowingTaskGroup(of: [Point].self) { group in
      for _ in 0..<6 {
        group.addTask { try ForceDirectedLayout<Point>(ticks: 10).layout(graph).positions }
      }
      for try await positions in group { #expect(positions == alone) }
    }
  }

  /// The sketch is done by the first tick, so a run that ends then has a picture already.
  @Test func whoStopsItEarlyHasAPicture() throws {
    let graph = try graph(.grid(60, 60))
    let hasTicked = Atomic(false)
    let control = LayoutControl(
      run: RunControl(
        isCancelled: { hasTicked.load(ordering: .relaxed) },
        progress: { if $0.count > 0 { hasTicked.store(true, ordering: .relaxed) } }))
    let result = try ForceDirectedLayout<Point>(tolerance: 0).layout(graph, control: control)
    #expect(result.stop == .cancelled)
    #expect((1..<100).contains(result.statistics.ticks))
    #expect(try LayoutMetrics.stress(graph, result.positions) < 0.2)
  }

  /// However fast the machine: these ticks would take it hours.
  @Test func aTimeBudgetEndsARun() throws {
    let graph = try graph(.grid(60, 60))
    let layout = ForceDirectedLayout<Point>(ticks: 100_000_000, tolerance: 0)
    let result = try layout.layout(graph, control: LayoutControl(timeBudget: .milliseconds(50)))
    #expect(result.stop == .timeBudget)
    #expect(result.statistics.seconds >= 0.05)
    #expect(isFinite(result.positions))
  }

  // MARK: Fruchterman-Reingold

  /// Two joined nodes come to rest where k²/d = d²/k: at distance k.
  @Test func twoNodesRestAtTheLinkLength() throws {
    let layout = FruchtermanReingoldLayout<Point>(
      placement: Placement(linkLength: 50), ticks: 400)
    let positions = try layout.layout(try graph(.path(2))).positions
    #expect(abs(positions[0].distance(to: positions[1]) - 50) < 1)
  }

  @Test func theFrameIsKept() throws {
    let frame = (low: Point(100, 10), high: Point(180, 50))
    let graph = try randomGraph(120, edges: 100, seed: 5)
    let positions = try FruchtermanReingoldLayout(frame: frame).layout(graph).positions
    for position in positions {
      #expect(position.clamped(lowerBound: frame.low, upperBound: frame.high) == position)
    }
    // It is used, not just kept.
    let extent = LayoutMetrics.extent(positions)
    #expect(extent.x > 60 && extent.y > 30)
  }

  @Test func theTemperatureBoundsTheSteps() throws {
    let graph = try graph(.grid(6, 6))
    let start: [Point] = randomPositions(36, seed: 2)
    let layout = FruchtermanReingoldLayout(
      placement: Placement(start: start), ticks: 1, temperature: 0.1)
    let positions = try layout.layout(graph).positions
    let middle = positions.reduce(Point.zero, +) / 36 - start.reduce(Point.zero, +) / 36
    for node in 0..<36 {
      // A tenth of 30 each, and as much for the move to the middle.
      #expect((positions[node] - start[node] - middle).length() <= 6.01)
    }
  }
}
