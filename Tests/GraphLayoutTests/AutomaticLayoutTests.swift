import GraphLayout
import Testing
import _TestSupport

@Suite(.traced) struct AutomaticLayoutTests {
  @Test func eachGraphGetsWhatFitsIt() throws {
    let cases: [(String, LayoutGraph, String)] = [
      ("empty", try graph(0, []), "grid"), ("no edges", try graph(9, [(3, 3)]), "grid"),
      ("tree", try randomTree(60, seed: 1), "tidy tree"),
      ("star", try graph(.star(leaves: 50)), "radial tree"),
      ("star of three", try graph(.star(leaves: 3)), "radial tree"),
      ("wheel", try wheel(of: 9), "circular"), ("large wheel", try wheel(of: 400), "multilevel"),
      (
        "a hub and two cycles",
        try graph(7, pairs(wheel(of: 3)) + [(0, 4), (0, 5), (0, 6), (4, 5), (5, 6), (6, 4)]),
        "stress"
      ),
      (
        "hub with a few other edges",
        try graph(21, (1...20).map { (0, $0) } + [(1, 9), (2, 17), (9, 12)]), "circular"
      ),
      (
        "hub with many other edges",
        try graph(21, (1...20).map { (0, $0) } + (1...10).map { ($0, $0 + 10) }), "stress"
      ),
      ("path", try graph(.path(61)), "linear"),
      ("long path", try graph(.path(3_100)), "multilevel"),
      ("directed path", try graph(.path(9), directed: true), "tidy tree"),
      ("binary tree", try graph(63, (1..<63).map { (($0 - 1) / 2, $0) }), "tidy tree"),
      (
        "a branch with twigs",
        try graph(60, (1..<60).map { ($0 < 30 ? $0 - 1 : $0 - 30, $0) }), "multilevel"
      ),
      ("two paths", try graph(7, [(0, 1), (1, 2), (3, 4), (4, 5), (5, 6)]), "tidy tree"),
      ("complete", try graph(.complete(12)), "circular"),
      ("complete bipartite", try bipartite(4, 5), "bipartite"),
      ("three of many", try bipartite(3, 30), "bipartite"),
      ("complete, directed", try graph(.complete(12), directed: true), "layered"),
      ("tree with two parents", try graph(3, [(0, 2), (1, 2)], directed: true), "layered"),
      ("DAG", try LayeredLayoutTests.randomDAG(40, edges: 80, seed: 1), "layered"),
      ("DAG of 700", try banded(700), "layered"), ("DAG of 1,100", try banded(1_100), "multilevel"),
      // Strips, one wide and one high.
      ("two layers", try flat(), "stress"), ("long flow", try flow(turning: 12), "stress"),
      ("flow with cycles", try flow(24, turning: 12), "layered"),
      ("no flow", try flow(turning: 2), "stress"),
      (
        "ring of two paths", try graph(4, [(0, 1), (1, 3), (0, 2), (2, 3)], directed: true),
        "layered"
      ),
      ("directed cycle", try graph(3, [(0, 1), (1, 2), (2, 0)], directed: true), "circular"),
      ("cycle", try cycle(20), "circular"), ("mesh", try graph(.grid(10, 10)), "stress"),
      ("large mesh", try graph(.grid(60, 60)), "multilevel"),
      ("large tree", try randomTree(5_000, seed: 2), "multilevel"),
      ("tree of 120", try randomTree(120, seed: 2), "multilevel"),
      ("long arms", try spider(legs: 12, of: 40), "radial tree"),
      ("few arms", try spider(legs: 5, of: 12), "radial tree"),
      ("twigs", try caterpillar(40, leaves: 14), "stress"),
      ("few twigs", try caterpillar(50, leaves: 3), "multilevel"),
      ("directed tree of 400", try randomTree(400, seed: 2, directed: true), "radial tree"),
      ("star of 900", try graph(.star(leaves: 900)), "radial tree"),
      ("communities", try communities(8, of: 30), "multilevel"),
      ("small communities", try communities(4, of: 20), "stress"),
      ("mesh of 400", try graph(.grid(20, 20)), "stress"),
      ("large star", try graph(.star(leaves: 5_000)), "multilevel"),
    ]
    for (name, graph, layout) in cases {
      #expect(AutomaticLayout().choice(for: graph).name == layout, "\(name)")
      #expect(
        try AutomaticLayout(quality: .quick).layout(graph).statistics.layout == layout, "\(name)")
    }
  }

  /// In a direction that is asked for there are layers where they are wide, and rows of a tree far apart.
  @Test(arguments: LayoutDirection.allCases) func aDirectionIsKept(direction: LayoutDirection)
    throws
  {
    for graph in [try flat(), try randomTree(300, seed: 3, directed: true)] {
      var layout = AutomaticLayout()
      layout.direction = direction
      let result = try layout.layout(graph)
      #expect(["layered", "tidy tree"].contains(result.statistics.layout))
      for (source, target) in pairs(graph) {
        let way = result.positions[target] - result.positions[source]
        switch direction {
        case .down: #expect(way.y < -1)
        case .up: #expect(way.y > 1)
        case .right: #expect(way.x > 1)
        case .left: #expect(way.x < -1)
        }
      }
      let extent = LayoutMetrics.extent(result.positions)
      if result.statistics.layout == "tidy tree" { #expect(extent.max() < 5 * extent.min()) }
    }
  }

  /// Where boxes take too much room, nodes are points in layers.
  @Test func layersWithoutBoxes() throws {
    let graph = try banded(500)
    var layout = AutomaticLayout()
    #expect(try layout.layout(graph).routes?.hasRoomForBoxes == false)
    let points = try layout.layout(graph)
    layout.details.nodeSizes = Array(repeating: SIMD2(300, 40), count: 500)
    let result = try layout.layout(graph)
    #expect(result.statistics.layout == "layered" && result.routes?.hasRoomForBoxes == false)
    #expect(result.positions == points.positions)
    layout.details.nodeSizes = Array(repeating: SIMD2(1, 1), count: 500)
    #expect(try layout.layout(graph).routes?.hasRoomForBoxes == true)
  }

  /// Each node has edges to two of the hundred after it.
  private func banded(_ count: Int) throws -> LayoutGraph {
    var random = SplitMix64(seed: 7)
    return try graph(
      count,
      (0..<(count - 100)).flatMap { node in
        (0..<2).map { _ in (node, node + Int.random(in: 1...100, using: &random)) }
      }, directed: true)
  }

  /// Two layers of 150 nodes, each with edges to two of the other.
  private func flat() throws -> LayoutGraph {
    try graph(
      300, (0..<150).flatMap { [($0, 150 + $0), ($0, 150 + ($0 + 1) % 150)] }, directed: true)
  }

  private func spider(legs: Int, of length: Int) throws -> LayoutGraph {
    try graph(
      legs * length + 1, (1...legs * length).map { ($0 % length == 1 ? 0 : $0 - 1, $0) })
  }

  /// A path with leaves.
  private func caterpillar(_ length: Int, leaves: Int) throws -> LayoutGraph {
    try graph(
      length * (leaves + 1),
      (1..<length * (leaves + 1)).map { ($0 < length ? $0 - 1 : $0 % length, $0) })
  }

  /// A hub, which is the first node, and a cycle around it.
  private func wheel(of rim: Int) throws -> LayoutGraph {
    try graph(rim + 1, (1...rim).flatMap { [(0, $0), ($0, $0 % rim + 1)] })
  }

  @Test func hubsOfStarsAndWheelsAreInTheMiddle() throws {
    for graph in [try wheel(of: 4), try wheel(of: 40), try graph(.star(leaves: 3))] {
      let positions = try AutomaticLayout().layout(graph).positions
      let radius = positions[0].distance(to: positions[1])
      #expect(radius > 10)
      for rim in positions.dropFirst() {
        #expect(abs(rim.distance(to: positions[0]) - radius) < 1e-9)
      }
      #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0)
      let middle = positions.dropFirst().reduce(Point.zero, +) / Double(positions.count - 1)
      #expect(middle.distance(to: positions[0]) < 1e-9)
    }
  }

  private func bipartite(_ first: Int, _ second: Int) throws -> LayoutGraph {
    try graph(
      first + second,
      (0..<first).flatMap { a in (0..<second).map { (a, first + $0) } })
  }

  /// Paths through 60 nodes with as many edges across, and one edge back after so many nodes.
  private func flow(_ count: Int = 60, turning step: Int) throws -> LayoutGraph {
    let on = (0..<(count - 2)).flatMap { [($0, $0 + 1), ($0, $0 + 2)] }
    let back = stride(from: 0, to: count - 2 - step, by: step > 2 ? step : 1).map {
      ($0 + step, $0)
    }
    return try graph(count, on + back, directed: true)
  }

  private func communities(_ count: Int, of size: Int) throws -> LayoutGraph {
    var random = SplitMix64(seed: 4)
    return try graph(
      count * size,
      (0..<(count * size)).flatMap { node in
        (0..<4).map { _ in
          let base = Int.random(in: 0..<12, using: &random) > 0 ? node / size : 0
          return (node, base * size + Int.random(in: 0..<size, using: &random))
        }
      })
  }

  /// Who asks for distances, or gives lengths, gets them where there is no room for them, too.
  @Test func distancesAreKeptWhenAsked() throws {
    let tree = try randomTree(400, seed: 2)
    #expect(AutomaticLayout(goal: .distances).choice(for: tree).name == "stress")
    let lengths = try graph(
      400, pairs(tree), weights: (0..<399).map { 1 + Double($0 % 3) }, meaning: .length)
    #expect(AutomaticLayout().choice(for: lengths).name == "stress")
  }

  @Test func inSpaceToo() throws {
    let cases: [(String, LayoutGraph, String)] = [
      ("empty", try graph(0, []), "grid"), ("no edges", try graph(9, [(3, 3)]), "grid"),
      ("tree", try randomTree(60, seed: 1), "stress"), ("cycle", try cycle(20), "stress"),
      ("DAG", try LayeredLayoutTests.randomDAG(40, edges: 80, seed: 1), "stress"),
      ("mesh", try graph(.grid(20, 20)), "stress"),
      ("large mesh", try graph(.grid(60, 60)), "multilevel"),
    ]
    for (name, graph, layout) in cases {
      let automatic = AutomaticLayout<Point3>(quality: .quick)
      #expect(automatic.choice(for: graph).name == layout, "\(name)")
      let result = try automatic.layout(graph)
      #expect(result.statistics.layout == layout, "\(name)")
      #expect(isFinite(result.positions), "\(name)")
      if graph.nodeCount >= 400 {
        #expect(try LayoutMetrics.stress(graph, result.positions) < 0.05, "\(name)")
      }
    }
    // Depth is used: the corners of a cube are nearer to their true distances than in the plane.
    let cube = try graph(
      8, (0..<8).flatMap { a in [1, 2, 4].filter { a & $0 == 0 }.map { (a, a | $0) } })
    let flat = try AutomaticLayout().layout(cube).positions
    let deep = try AutomaticLayout<Point3>().layout(cube).positions
    #expect(
      try LayoutMetrics.stress(cube, deep) < 0.5 * LayoutMetrics.stress(cube, flat))
  }

  @Test func startAndPinsInSpace() throws {
    let graph = try graph(.grid(5, 5))
    let pin = Point3(1, 2, 3)
    let positions = try AutomaticLayout(placement: Placement(pins: [7: pin])).layout(graph)
      .positions
    #expect(positions[7] == pin)
    #expect(
      AutomaticLayout(placement: Placement(pins: [7: pin])).choice(for: try randomTree(9, seed: 2))
        .name == "stress")
  }

  @Test func ticksReachTheLayout() throws {
    for graph in [try graph(.grid(9, 9)), try graph(.grid(60, 60))] {
      #expect(try AutomaticLayout(ticks: 3).layout(graph).statistics.ticks == 3)
    }
    #expect(throws: LayoutError.self) { try AutomaticLayout(ticks: -1).layout(cycle(5)) }
  }

  @Test func startAndPinsRuleOutDrawingsWithoutThem() throws {
    let tree = try randomTree(10, seed: 1)
    #expect(
      AutomaticLayout(placement: Placement(pins: [3: .zero])).choice(for: tree).name == "multilevel"
    )
    let start: [Point] = randomPositions(10, seed: 1)
    #expect(
      AutomaticLayout(placement: Placement(start: start)).choice(for: tree).name == "multilevel")
  }

  @Test func linkLengthsReachTheLayout() throws {
    for graph in [try graph(.path(6)), try graph(.grid(7, 7)), try cycle(9), try graph(9, [])] {
      let small = try AutomaticLayout(placement: Placement(linkLength: 3)).layout(graph).positions
      let large = try AutomaticLayout(placement: Placement(linkLength: 300)).layout(graph).positions
      let ratio =
        LayoutMetrics.extent(large).length() / LayoutMetrics.extent(small).length()
      #expect(abs(ratio - 100) < 1)
    }
    #expect(throws: LayoutError.self) {
      try AutomaticLayout(placement: Placement(linkLength: 0)).layout(graph(2, []))
    }
  }
}
