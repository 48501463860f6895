import ForceSimulation
import GraphModel
import RunSupport
import Scenes
import Testing
import _TestSupport

@testable import GraphLayout

/// The multilevel layout: its levels, the promised properties of drawings, and its options.
@Suite(.traced) struct MultilevelTests {
  // MARK: Levels

  private static func graphs() throws -> [(name: String, graph: LayoutGraph)] {
    [
      ("grid", try graph(.grid(40, 40))), ("star", try graph(.star(leaves: 3_000))),
      ("path", try graph(.path(2_000))), ("random", try connected(4_000, edges: 9_000)),
    ]
  }

  static func connected(_ nodes: Int, edges: Int) throws -> LayoutGraph {
    var random = SeededRandom(seed: 3)
    let pairs =
      (1..<nodes).map { ($0, random.index($0)) }
      + (nodes..<edges).map { _ in (random.index(nodes), random.index(nodes)) }
    return try LayoutGraph(nodeCount: nodes, edges: pairs)
  }

  @Test func everyLevelIsTheGraphOfTheStarsBelow() throws {
    for (name, graph) in try Self.graphs() {
      let hierarchy = LevelHierarchy(LevelGraph(graph), downTo: 100, seed: 1)
      #expect(hierarchy.graphs.count > 1, "\(name)")
      #expect(hierarchy.graphs[hierarchy.graphs.count - 1].nodeCount <= 100, "\(name)")
      for level in hierarchy.parents.indices {
        expectMerged(
          hierarchy.graphs[level], hierarchy.parents[level], hierarchy.graphs[level + 1], name)
      }
    }
  }

  /// The coarse graph has the edges between different stars, with the sum of their weights, and every
  /// star hangs together.
  private func expectMerged(
    _ fine: LevelGraph, _ parents: [Int32], _ coarse: LevelGraph, _ name: String
  ) {
    var wanted: [SIMD2<Int32>: Float] = [:]
    for node in 0..<fine.nodeCount {
      for place in fine.range(of: node) {
        let ends = SIMD2(parents[node], parents[Int(fine.neighbors[place])])
        if ends[0] != ends[1] { wanted[ends, default: 0] += fine.weights[place] }
      }
    }
    var found: [SIMD2<Int32>: Float] = [:]
    for node in 0..<coarse.nodeCount {
      for place in coarse.range(of: node) {
        found[SIMD2(Int32(node), coarse.neighbors[place])] = coarse.weights[place]
        #expect(coarse.lengths[place] >= 1 && coarse.lengths[place].isFinite)
      }
    }
    #expect(found == wanted, "\(name)")
    #expect(
      coarse.masses.reduce(0, +) == Float(fine.masses.reduce(0, +)), "\(name): masses are kept")
    // Inside its star a node has a neighbour, unless it is a star of its own.
    var sizes = [Int](repeating: 0, count: coarse.nodeCount)
    for parent in parents { sizes[Int(parent)] += 1 }
    for node in 0..<fine.nodeCount where sizes[Int(parents[node])] > 1 {
      #expect(
        fine.range(of: node).contains { parents[Int(fine.neighbors[$0])] == parents[node] },
        "\(name): node \(node)")
    }
  }

  @Test func meshesFitTheirDistancesAndHubsDoNot() throws {
    func fits(_ graph: LayoutGraph) throws -> Bool {
      let hierarchy = LevelHierarchy(LevelGraph(graph), downTo: 600, seed: 1)
      var run = LayoutRun(LayoutControl())
      let positions: [Point] = try hierarchy.coarsestPositions(run: &run)
      return try hierarchy.fitsDistances(positions)
    }
    #expect(try fits(graph(.grid(40, 40))))
    #expect(try fits(graph(.grid(8, 300))))
    #expect(try !fits(Self.connected(4_000, edges: 9_000)))
    #expect(try !fits(graph(.tree(depth: 10, degree: 2))))
  }

  // MARK: Drawings

  /// A square grid drawn as squares has a stress of 0.0115, as its distances are those of a taxi.
  @Test func meshesUnfold() throws {
    for (width, height) in [(40, 40), (100, 100), (20, 100)] {
      let mesh = try graph(.grid(width, height))
      for seed in UInt64(1)...3 {
        let positions = try MultilevelLayout<Point>()
          .layout(mesh, control: LayoutControl(seed: seed)).positions
        #expect(try LayoutMetrics.stress(mesh, positions, sampledSources: 100) < 0.015)
        #expect(try LayoutMetrics.crossings(mesh, positions).perEdge == 0)
        #expect(try LayoutMetrics.neighborhoodPreservation(mesh, positions) > 0.95)
      }
    }
  }

  /// A ribbon as narrow as a star is wide keeps some twists.
  @Test func ribbonsStayLong() throws {
    let ribbon = try graph(.grid(8, 300))
    for seed in UInt64(1)...3 {
      let positions = try MultilevelLayout<Point>()
        .layout(ribbon, control: LayoutControl(seed: seed)).positions
      #expect(try LayoutMetrics.stress(ribbon, positions) < 0.015)
      #expect(try LayoutMetrics.crossings(ribbon, positions).perEdge < 0.15)
      #expect(try LayoutMetrics.neighborhoodPreservation(ribbon, positions) > 0.9)
    }
  }

  @Test func aMeshUnfoldsInSpaceToo() throws {
    let mesh = try graph(.grid(40, 40))
    let positions = try MultilevelLayout<Point3>().layout(mesh).positions
    #expect(try LayoutMetrics.stress(mesh, positions) < 0.02)
  }

  @Test func edgesAreALinkLengthLongOnAverage() throws {
    let mesh = try graph(.grid(30, 30))
    let layout = MultilevelLayout<Point>(placement: Placement(linkLength: 70))
    let mean = LayoutMetrics.meanEdgeLength(mesh, try layout.layout(mesh).positions)
    #expect(abs((mean ?? 0) / 70 - 1) < 0.1)
  }

  /// Each goal is best in what it is for.
  @Test func goalsKeepWhatTheySay() throws {
    let graph = try Self.planted(groups: 30, size: 30)
    func measures(_ goal: LayoutGoal) throws -> (stress: Double, kept: Double, together: Double) {
      let p = try MultilevelLayout<Point>(goal: goal).layout(graph).positions
      let near = KDTree(p).nearestOthers(10)
      var together = 0.0
      for node in p.indices {
        together += Double(near[node].count { $0.index / 30 == node / 30 }) / 10
      }
      return (
        try LayoutMetrics.stress(graph, p), try LayoutMetrics.neighborhoodPreservation(graph, p),
        together / Double(p.count)
      )
    }
    let (distances, neighborhoods, clusters) = (
      try measures(.distances), try measures(.neighborhoods), try measures(.clusters)
    )
    #expect(distances.stress < neighborhoods.stress)
    #expect(neighborhoods.kept > distances.kept)
    #expect(clusters.together > neighborhoods.together)
    #expect(clusters.together > 0.9)
  }

  /// Groups of nodes with four edges each in their group, and one in three has one to another.
  static func planted(groups: Int, size: Int) throws -> LayoutGraph {
    var random = SeededRandom(seed: 11)
    var edges: [(Int, Int)] = []
    for node in 0..<(groups * size) {
      for _ in 0..<4 { edges.append((node, node / size * size + random.index(size))) }
      if random.index(3) == 0 { edges.append((node, random.index(groups * size))) }
    }
    return try LayoutGraph(nodeCount: groups * size, edges: edges)
  }

  /// More time is no worse in what was asked for.
  @Test func qualityIsMonotone() throws {
    let graphs = [try graph(.grid(50, 50)), try Self.planted(groups: 40, size: 40)]
    for graph in graphs {
      let kept = try LayoutQuality.allCases.map { quality in
        try LayoutMetrics.neighborhoodPreservation(
          graph, MultilevelLayout<Point>(quality: quality).layout(graph).positions)
      }
      #expect(kept[1] >= 0.98 * kept[0] && kept[2] >= 0.98 * kept[1], "\(kept)")
      let stress = try LayoutQuality.allCases.map { quality in
        try LayoutMetrics.stress(
          graph,
          MultilevelLayout<Point>(quality: quality, goal: .distances).layout(graph).positions,
          sampledSources: 200)
      }
      #expect(stress[1] <= 1.02 * stress[0] && stress[2] <= 1.02 * stress[1], "\(stress)")
    }
  }

  /// Branches of trees are apart: over eight edges the drawing keeps more than that by neighbourhoods.
  @Test func structureShowsBranches() throws {
    let edges = (1..<3_280).map { ((($0 - 1) / 3), $0) }
    let tree = try LayoutGraph(nodeCount: 3_280, edges: edges)
    let (structure, neighborhoods) = (
      try LayoutMetrics.neighborhoodPreservation(
        tree, MultilevelLayout<Point>(goal: .structure).layout(tree).positions, hops: 8),
      try LayoutMetrics.neighborhoodPreservation(
        tree, MultilevelLayout<Point>().layout(tree).positions, hops: 8)
    )
    #expect(try #require(structure) >= 0.55)
    #expect(try #require(structure) > 1.15 * #require(neighborhoods))
  }

  // MARK: What is asked for

  /// In a cactus branches stand apart: nodes a few edges away are the nearest, which t-forces alone
  /// did not keep (0.54 at four hops). In a large one, this needs many springs on the finest level.
  @Test(arguments: [(1_000, 4, 0.58), (3_000, 8, 0.46)])
  func whatIsFarApartIsSpread(size: Int, hops: Int, least: Double) throws {
    var random = SplitMix64(seed: 1)
    var (edges, count): ([(Int, Int)], Int) = ([], 1)
    while count < size {
      let first = Int.random(in: 0..<count, using: &random)
      let ring = [first] + Array(count..<count + Int.random(in: 2...7, using: &random))
      count = ring[ring.count - 1] + 1
      for place in ring.indices { edges.append((ring[place], ring[(place + 1) % ring.count])) }
    }
    let graph = try graph(count, edges)
    let positions = try MultilevelLayout<Point>().layout(graph).positions
    let kept = try LayoutMetrics.neighborhoodPreservation(graph, positions, hops: hops)
    #expect(try #require(kept) > least)
    #expect(try LayoutMetrics.neighborhoodPreservation(graph, positions) > 0.75)
  }

  /// Cliques in a tree are spread too, and their nodes are not left on one point.
  @Test func cliquesOpenAfterSprings() throws {
    var edges: [(Int, Int)] = []
    for clique in 0..<80 {
      let first = 5 * clique
      for a in 0..<5 { for b in 0..<a { edges.append((first + b, first + a)) } }
      if clique > 0 { edges.append((first, (clique - 1) / 2 * 5 + clique % 4 + 1)) }
    }
    let positions = try MultilevelLayout<Point>().layout(graph(400, edges)).positions
    let nearest = positions.indices.map { node in
      positions.indices.reduce(Double.infinity) {
        $1 == node ? $0 : min($0, positions[node].distance(to: positions[$1]))
      }
    }.sorted()
    // In link lengths of 30; of a tenth of the nodes.
    #expect(nearest[40] > 3, "\(nearest[40])")
  }

  @Test func threadsDoNotChangeTheResult() throws {
    let graph = try Self.connected(4_000, edges: 9_000)
    for goal in LayoutGoal.allCases {
      let layout = MultilevelLayout<Point>(quality: .quick, goal: goal)
      let alone = try layout.layout(graph).positions
      try withEvery("threads", in: [1, 2, 5]) { threads in
        let options = KernelOptions(threadCount: threads, serialBelowNanoseconds: 0)
        let control = LayoutControl(kernelOptions: options)
        let positions = try layout.layout(graph, control: control).positions
        #expect(positions == alone)
      }
    }
  }

  @Test func longEdgesAreDrawnLonger() throws {
    // A grid whose right half has edges three times as long.
    let mesh = try graph(.grid(20, 20))
    let isLong = mesh.sources.indices.map { mesh.sources[$0] >= 200 && mesh.targets[$0] >= 200 }
    let graph = try LayoutGraph(
      mesh.topology, weights: isLong.map { $0 ? 3 : 1 }, meaning: .length)
    for goal in LayoutGoal.allCases {
      let p = try MultilevelLayout<Point>(goal: goal).layout(graph).positions
      var (long, short) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
      for edge in isLong.indices {
        let length = p[Int(graph.sources[edge])].distance(to: p[Int(graph.targets[edge])])
        if isLong[edge] {
          long = (long.sum + length, long.count + 1)
        } else {
          short = (short.sum + length, short.count + 1)
        }
      }
      #expect(long.sum / long.count > 1.2 * short.sum / short.count, "\(goal)")
    }
  }

  @Test func aRunThatEndsEarlyHasAPicture() throws {
    let graph = try Self.connected(4_000, edges: 9_000)
    for budget in [0, 1, 30] {
      let result = try MultilevelLayout<Point>().layout(
        graph, control: LayoutControl(tickBudget: budget))
      #expect(result.stop == .tickBudget && result.statistics.ticks == budget)
      #expect(Set(result.positions.map { "\($0)" }).count == 4_000, "budget \(budget)")
      #expect(isFinite(result.positions))
    }
  }

  /// Whatever number of ticks fits into a time, the same number without a clock gives the same bits.
  @Test func ticksFollowFromTheTime() throws {
    let graph = try Self.connected(4_000, edges: 9_000)
    for goal in LayoutGoal.allCases {
      for budget in [Duration.milliseconds(60), .seconds(100)] {
        let result = try MultilevelLayout<Point>(goal: goal).layout(
          graph, control: LayoutControl(timeBudget: budget))
        guard result.stop == .converged else {
          #expect(budget < .seconds(1))
          continue
        }
        let ticks = try #require(result.statistics.ticksInTime)
        let most = goal == .structure ? 600 : 200
        #expect((1...most).contains(ticks) && (budget < .seconds(1) || ticks == most))
        let again = try MultilevelLayout<Point>(goal: goal, ticks: ticks).layout(graph)
        #expect(again.positions == result.positions && again.statistics.ticksInTime == nil)
      }
    }
  }

  @Test func badOptionsAreRefused() throws {
    let graph = try graph(.path(3))
    #expect(throws: LayoutError.self) { try MultilevelLayout<Point>(ticks: -1).layout(graph) }
    #expect(throws: LayoutError.self) {
      try MultilevelLayout<Point>(placement: Placement(linkLength: .nan)).layout(graph)
    }
  }

  /// Graphs without clusters are drawn without clumps, cells and rows. Points by lot have 1 and about 5.
  @Test(arguments: LayoutGoal.allCases)
  func graphsWithoutClustersAreDrawnEvenly(goal: LayoutGoal) throws {
    let graphs = [
      "random": try randomGraph(20_000, edges: 80_000, seed: 5),
      "scale-free": try Self.scaleFree(12_000, edges: 3),
    ]
    for (name, graph) in graphs {
      let evenness = try Evenness(MultilevelLayout<Point>(goal: goal).layout(graph).positions)
      #expect(evenness.varianceOverMean < 1, "\(name)")
      #expect(evenness.axisPower < 12, "\(name)")
    }
  }

  /// Each node brings edges to ends of earlier ones.
  private static func scaleFree(_ count: Int, edges each: Int) throws -> LayoutGraph {
    var random = SeededRandom(seed: 6)
    var edges = [(0, 1)]
    for node in 2..<count {
      for _ in 0..<each {
        let edge = edges[random.index(edges.count)]
        edges.append((node, random.index(2) == 0 ? edge.0 : edge.1))
      }
    }
    return try LayoutGraph(nodeCount: count, edges: edges)
  }

  /// The leaves of a star come from one point. Their numbers in equal cells of its middle would vary as much as their mean if they
  /// lay by lot, and more if they stuck together.
  @Test func leavesOfALargeStarLieEvenly() throws {
    let positions = try MultilevelLayout<SIMD2<Double>>().layout(graph(.star(leaves: 20_000)))
      .positions
    let offsets = positions.dropFirst().map { $0 - positions[0] }
    let radius = offsets.map { ($0 * $0).sum().squareRoot() }.sorted()[19_000]
    var counts = [Double](repeating: 0, count: 400)
    for offset in offsets {
      let cell = (offset / (0.8 * radius) + 0.5) * 20
      guard cell.x >= 0, cell.x < 20, cell.y >= 0, cell.y < 20 else { continue }
      counts[Int(cell.y) * 20 + Int(cell.x)] += 1
    }
    let mean = counts.reduce(0, +) / 400
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 400
    #expect(variance < 1.3 * mean)
  }
}
