import ForceSimulation
import Testing
import _TestSupport

@testable import GraphLayout

@Suite(.traced) struct StressLayoutTests {
  @Test func pathsAreStraightAndToScale() throws {
    let graph = try graph(.path(12))
    let positions = try StressLayout<Point>(placement: Placement(linkLength: 10), tolerance: 1e-6)
      .layout(graph).positions
    for a in 0..<12 {
      for b in 0..<a {
        #expect(abs(positions[a].distance(to: positions[b]) - 10 * Double(a - b)) < 0.1)
      }
    }
  }

  @Test func weightsAreLengths() throws {
    // A triangle with sides 3, 4 and 5 can be drawn as it is.
    let graph = try graph(3, [(0, 1), (1, 2), (2, 0)], weights: [3, 4, 5])
    let p = try StressLayout<Point>(placement: Placement(linkLength: 1), tolerance: 1e-7).layout(
      graph
    ).positions
    #expect(abs(p[0].distance(to: p[1]) - 3) < 1e-4)
    #expect(abs(p[1].distance(to: p[2]) - 4) < 1e-4)
    #expect(abs(p[2].distance(to: p[0]) - 5) < 1e-4)
    // As strengths a weight of 4 is half of the length.
    let strong = try LayoutGraph(nodeCount: 2, edges: [(0, 1)], weights: [4])
    let q = try StressLayout<Point>(placement: Placement(linkLength: 1), tolerance: 1e-7).layout(
      strong
    ).positions
    #expect(abs(q[0].distance(to: q[1]) - 0.5) < 1e-4)
  }

  /// Springs between the iterations open what lies folded.
  @Test func springsLowerStressAndCrossings() throws {
    var (crossings, before) = (0.0, 0.0)
    for edges in stride(from: 70, through: 140, by: 10) {
      let graph = try MultilevelTests.connected(70, edges: edges)
      var plain = StressLayout<Point>()
      plain.isDraft = true
      let positions = try plain.layout(graph).positions
      let spread = try StressLayout<Point>().layout(graph).positions
      #expect(
        try LayoutMetrics.stress(graph, spread) < 1.001 * LayoutMetrics.stress(graph, positions))
      before += try LayoutMetrics.crossings(graph, positions).perEdge
      crossings += try LayoutMetrics.crossings(graph, spread).perEdge
    }
    #expect(crossings < 0.97 * before, "\(crossings), \(before)")
  }

  /// The bend of a whole mesh costs little stress and decays slowly. Iterations that end at a tolerance of 0.01,
  /// which random graphs need, leave a mesh of hexagons sheared, with .1 % more stress.
  @Test func flatMeshesAreStraight() throws {
    let bricks = try graph(27 * 40, brickEdges(rows: 40, columns: 27))
    func stress(_ layout: StressLayout<Point>) throws -> Double {
      try LayoutMetrics.stress(bricks, layout.layout(bricks).positions)
    }
    let least = try stress(StressLayout(iterations: 2_000, tolerance: 1e-5))
    let found = try stress(StressLayout())
    #expect(found < 1.0002 * least, "\(found), \(least)")
  }

  /// The sheets of a flat tube lie evenly on each other, without a seam: one more iteration moves its nodes
  /// by less than a third of the tolerance of other drawings (root mean square).
  @Test func foldedMeshesSettle() throws {
    var edges: [(Int, Int)] = []
    for ring in 0..<40 {
      for at in 0..<24 {
        edges.append((24 * ring + at, 24 * ring + (at + 1) % 24))
        if ring > 0 { edges.append((24 * (ring - 1) + at, 24 * ring + at)) }
      }
    }
    let tube = try graph(960, edges)
    var run = LayoutRun(LayoutControl())
    let stress = try #require(FullStress(tube, run: &run))
    let layout = StressLayout<Point>(placement: Placement(linkLength: 1))
    var positions = try layout.layout(tube).positions
    let moved = (stress.sweep(&positions, isPinned: nil) / 960).squareRoot()
    #expect(moved < layout.tolerance / 3, "\(moved)")
  }

  /// All pairs, pivots, and the model of distances of a small world; with pins, and in space.
  @Test func threadsDoNotChangeTheResult() throws {
    let mesh = try graph(.grid(30, 30))
    let network = try MultilevelTests.connected(900, edges: 2_000)
    let start: [Point] = randomPositions(900, seed: 3)
    let pins = [5: Point(1, 2), 400: Point(300, -20)]
    for (name, graph) in [("mesh", mesh), ("network", network)] {
      for limit in [0, 1_000] {
        func positions(_ options: KernelOptions) throws -> [[Double]] {
          let control = LayoutControl(kernelOptions: options)
          let free = StressLayout<Point>(iterations: 20, fullNodeLimit: limit)
          let held = StressLayout<Point>(
            placement: Placement(start: start, pins: pins), iterations: 20, fullNodeLimit: limit)
          let inSpace = StressLayout<SIMD3<Double>>(iterations: 20, fullNodeLimit: limit)
          return [
            try free.layout(graph, control: control).positions.flatMap { [$0.x, $0.y] },
            try held.layout(graph, control: control).positions.flatMap { [$0.x, $0.y] },
            try inSpace.layout(graph, control: control).positions.flatMap { [$0.x, $0.y, $0.z] },
          ]
        }
        let alone = try positions(KernelOptions(threadCount: 1))
        for threads in [2, 3] {
          let found = try positions(
            KernelOptions(threadCount: threads, serialBelowNanoseconds: 0))
          #expect(found == alone, "\(name), full up to \(limit), \(threads) threads")
        }
      }
    }
  }

  /// Each iteration lowers the stress, from any start.
  @Test func theStressNeverRises() throws {
    try withEvery("seed", in: UInt64(1)...4) { seed in
      let tree = try randomTree(60, seed: seed)
      let graph = try graph(60, pairs(tree) + [(0, 59), (3, 41), (17, 30)])
      let start: [Point] = randomPositions(60, seed: seed + 10)
      var last = Double.infinity
      for iterations in 0...12 {
        let layout = StressLayout(
          placement: Placement(linkLength: 1, start: start), iterations: iterations, tolerance: 0)
        let positions = try layout.layout(graph).positions
        let stress = rawStress(graph, positions)
        #expect(stress <= last * (1 + 1e-5), "after \(iterations)")
        last = stress
      }
    }
  }

  /// The sum the layout minimises, for link lengths of 1.
  private func rawStress(_ graph: LayoutGraph, _ positions: [Point]) -> Double {
    let distance = allDistances(graph)
    var sum = 0.0
    for a in positions.indices {
      for b in 0..<a {
        let ratio = positions[a].distance(to: positions[b]) / distance[a][b]
        sum += (ratio - 1) * (ratio - 1)
      }
    }
    return sum
  }

  @Test func picturesAreGood() throws {
    let people = try ForceDirectedTests.miserables()
    let mesh = try graph(.grid(25, 25))
    for seed in UInt64(1)...3 {
      let control = LayoutControl(seed: seed)
      let drawn = try StressLayout<Point>().layout(people, control: control).positions
      #expect(try LayoutMetrics.stress(people, drawn) < 0.09)
      let net = try StressLayout<Point>().layout(mesh, control: control).positions
      #expect(try LayoutMetrics.stress(mesh, net) < 0.03)
    }
  }

  /// Few pivots come near what all pairs give, with hubs and without.
  @Test func pivotsStandForAllNodes() throws {
    var random = SplitMix64(seed: 4)
    var edges: [(Int, Int)] = []
    // Each new node joins the ends of two random edges: hubs grow.
    for node in 2..<800 {
      for _ in 0..<2 {
        let edge = edges.randomElement(using: &random) ?? (0, 1)
        edges.append((Bool.random(using: &random) ? edge.0 : edge.1, node))
      }
    }
    for graph in [try graph(800, edges + [(0, 1)]), try graph(.grid(28, 28))] {
      let full = try StressLayout<Point>(quality: .best).layout(graph).positions
      let sparse = try StressLayout<Point>(fullNodeLimit: 0, pivotCount: 100).layout(graph)
        .positions
      let best = try LayoutMetrics.stress(graph, full)
      #expect(try LayoutMetrics.stress(graph, sparse) < 1.35 * best + 0.01)
    }
  }

  @Test func itSaysWhyItStopped() throws {
    let graph = try graph(.grid(12, 12))
    let short = try StressLayout<Point>(iterations: 2, tolerance: 1e-9).layout(graph)
    #expect(short.stop == .tickBudget && short.statistics.ticks == 2)
    let long = try StressLayout<Point>(iterations: 2_000).layout(graph)
    #expect(long.stop == .converged && long.statistics.ticks < 2_000)
  }

  @Test func betterQualityIsBetter() throws {
    let graph = try randomGraph(400, edges: 700, seed: 3)
    let stress = try LayoutQuality.allCases.map {
      try LayoutMetrics.stress(
        graph, StressLayout<Point>(quality: $0).layout(graph).positions)
    }
    #expect(stress[2] <= stress[0])
    #expect(StressLayout<Point>(quality: .best, pivotCount: 3).pivotCount == 3)
  }

  @Test func nodesOnOnePointComeApart() throws {
    for graph in [try graph(.path(2)), try graph(.complete(7)), try graph(5, [(0, 1), (2, 3)])] {
      let start = [Point](repeating: Point(3, 3), count: graph.nodeCount)
      let placement = Placement(start: start)
      for layout in [
        StressLayout(placement: placement), StressLayout(placement: placement, fullNodeLimit: 0),
      ] {
        let positions = try layout.layout(graph).positions
        for a in positions.indices {
          for b in 0..<a { #expect(positions[a].distance(to: positions[b]) > 10) }
        }
      }
    }
  }
}
