import ForceSimulation
@testable import GraphLayout
import Testing
import _TestSupport

/// Start positions and pins.
@Suite(.traced) struct PlacementTests {
  /// The layouts that take pins, with the same ones.
  static func layouts(
    start: [Point]? = nil, pins: [Int: Point] = [:]
  ) -> [any GraphLayoutAlgorithm<Point>] {
    let placement = Placement(start: start, pins: pins)
    return [
      ForceDirectedLayout(placement: placement),
      FruchtermanReingoldLayout(placement: placement, ticks: 60),
      FruchtermanReingoldLayout(
        placement: placement, ticks: 60, frame: (Point(-300, -300), Point(300, 300))),
      StressLayout(placement: placement),
      StressLayout(placement: placement, fullNodeLimit: 0),
      AutomaticLayout(placement: placement),
    ]
  }

  @Test func pinnedNodesStayToTheBit() throws {
    let graph = try graph(.grid(8, 8))
    let pins = [0: Point(-100.1, -90.3), 63: Point(130.7, 111.9), 7: Point(0.1, 0.2)]
    for layout in Self.layouts(pins: pins) {
      let positions = try layout.layout(graph).positions
      for (node, pin) in pins { #expect(positions[node] == pin, "\(layout.name)") }
      #expect(isFinite(positions))
    }
  }

  /// A path pinned at its ends lies between them, wherever they are.
  @Test func theOthersFollowThePins() throws {
    let graph = try graph(.path(9))
    let (from, to) = (Point(1000, 500), Point(1000, 740))
    for layout in Self.layouts(pins: [0: from, 8: to]) where layout.name != "Fruchterman-Reingold" {
      let positions = try layout.layout(graph).positions
      for node in 0...8 {
        let wanted = from + (to - from) * (Double(node) / 8)
        #expect(positions[node].distance(to: wanted) < 60, "\(layout.name), node \(node)")
      }
    }
  }

  /// A grid that has lost a corner and got a tail, from a start that is not what any layout would draw.
  @Test func nodesMoveNoFartherThanAllowed() throws {
    let graph = try graph(
      20,
      (0..<17).filter { $0 % 6 != 5 }.map { ($0, $0 + 1) } + (0..<12).map { ($0, $0 + 6) }
        + [(17, 18), (18, 19)])
    let start: [Point] = (0..<20).map { Point(Double($0 % 6) * 40, Double($0 / 6) * 25) }
    for maximum in [0.0, 4, 40] {
      for var layout in Self.layouts(start: start) {
        // Each of them is a value with a placement.
        layout = Self.holding(layout, within: maximum, free: [18, 19])
        let positions = try layout.layout(graph).positions
        let moves = (0..<18).map { positions[$0].distance(to: start[$0]) }
        #expect(moves.allSatisfy { $0 <= maximum }, "\(layout.name), \(maximum)")
        #expect(isFinite(positions), "\(layout.name)")
        // What is allowed is used: the drawing gets better.
        if maximum == 40 { #expect(moves.contains { $0 > 1 }, "\(layout.name)") }
      }
    }
    #expect(throws: LayoutError.self) {
      try StressLayout<Point>(placement: Placement(maximumMove: 3)).layout(graph)
    }
    #expect(throws: LayoutError.self) {
      try StressLayout(placement: Placement(start: start, maximumMove: -1)).layout(graph)
    }
  }

  private static func holding(
    _ layout: any GraphLayoutAlgorithm<Point>, within maximum: Double, free: Set<Int>
  ) -> any GraphLayoutAlgorithm<Point> {
    func held(_ placement: Placement<Point>) -> Placement<Point> {
      var placement = placement
      placement.maximumMove = maximum
      placement.newNodes = free
      return placement
    }
    switch layout {
    case var layout as ForceDirectedLayout<Point>:
      layout.placement = held(layout.placement)
      return layout
    case var layout as FruchtermanReingoldLayout<Point>:
      layout.placement = held(layout.placement)
      layout.frame = nil
      return layout
    case var layout as StressLayout<Point>:
      layout.placement = held(layout.placement)
      return layout
    case var layout as AutomaticLayout<Point>:
      layout.placement = held(layout.placement)
      return layout
    default: return layout
    }
  }

  /// Survivors of an edit stay near; what is new comes near its neighbours, and is not held.
  @Test func oldDrawingsAreKeptInMind() throws {
    let graph = try graph(.grid(70, 60))
    var old: [Point] = (0..<4200).map { Point(Double($0 % 70) * 30, Double($0 / 70) * 30) }
    for node in stride(from: 0, to: 4200, by: 7) { old[node] = Point(repeating: .nan) }
    let before = try LayoutMetrics.stress(
      graph, (0..<4200).map { Point(Double($0 % 70), Double($0 / 70)) }, sampledSources: 40)
    let placement = try Placement(from: old, of: graph, maximumMove: 10)
    #expect(placement.newNodes.count == 600)
    for layout in [
      MultilevelLayout(placement: placement) as any GraphLayoutAlgorithm<Point>,
      StressLayout(quality: .quick, placement: placement, fullNodeLimit: 0),
    ] {
      let positions = try layout.layout(graph).positions
      for node in 0..<4200 where !old[node].x.isNaN {
        #expect(positions[node].distance(to: old[node]) <= 10, "\(layout.name)")
      }
      let after = try LayoutMetrics.stress(graph, positions, sampledSources: 40)
      #expect(after < 1.1 * before, "\(layout.name): \(after), \(before)")
    }
  }

  @Test func aLoneNodeCanBePinned() throws {
    let graph = try graph(4, [(0, 1)])
    let pin = Point(77, -5)
    for layout in Self.layouts(pins: [3: pin]) {
      let positions = try layout.layout(graph).positions
      #expect(positions[3] == pin, "\(layout.name)")
      #expect(Set(positions.map { "\($0)" }).count == 4, "\(layout.name)")
    }
  }

  /// Nothing pulls a node without neighbours: it stays where it starts, if it is held there.
  @Test func aLoneNodeIsHeld() throws {
    let graph = try graph(3, [(0, 1)])
    let start = [Point(0, 0), Point(30, 0), Point(0, 50)]
    for layout in Self.layouts(start: start) {
      let positions = try Self.holding(layout, within: 5, free: []).layout(graph).positions
      #expect(positions[2] == start[2], "\(layout.name)")
      #expect(isFinite(positions), "\(layout.name)")
    }
  }

  /// Components without pins make room for those with some.
  @Test func componentsGoRoundPinnedOnes() throws {
    let graph = try graph(12, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (6, 7)])
    let positions = try StressLayout<Point>(
      placement: Placement(pins: [0: .zero, 1: Point(30, 0)])
    )
    .layout(graph)
    .positions
    #expect(positions[0] == .zero)
    let membership = graph.topology.connectedComponents().classOfNode
    for a in 0..<12 {
      for b in 0..<a where membership[a] != membership[b] {
        #expect(positions[a].distance(to: positions[b]) > 14)
      }
    }
  }

  @Test func pinsFarApartAreNoDanger() throws {
    let graph = try graph(6, [(0, 1), (2, 3), (4, 5)])
    for far in [1e9, 1e30] {
      let result = try StressLayout<Point>(
        placement: Placement(pins: [0: Point(far, 0), 2: Point(-far, far)])
      )
      .layout(graph)
      #expect(result.positions[0] == Point(far, 0))
    }
    // Where differences overflow there is an error.
    #expect(throws: LayoutError.self) {
      try StressLayout<Point>(placement: Placement(pins: [0: Point(1e150, 0)])).layout(graph)
    }
  }

  /// In space pins hold too.
  @Test func pinsInSpace() throws {
    let graph = try graph(.grid(4, 4))
    let pins = [2: Point3(1, 2, 3), 9: Point3(40, 50, 60)]
    for layout in [
      ForceDirectedLayout<Point3>(placement: Placement(pins: pins)),
      StressLayout<Point3>(placement: Placement(pins: pins)),
    ] as [any GraphLayoutAlgorithm<Point3>] {
      let positions = try layout.layout(graph).positions
      #expect(positions[2] == pins[2] && positions[9] == pins[9], "\(layout.name)")
    }
  }

  /// With no ticks a connected graph stays where it starts, but for its middle.
  @Test func layoutsBeginAtTheStart() throws {
    let graph = try graph(.grid(5, 5))
    let start: [Point] = randomPositions(25, seed: 3)
    for layout in Self.layouts(start: start)
    where !(layout is FruchtermanReingoldLayout<Point>) {
      let positions = try layout.layout(graph, control: LayoutControl(tickBudget: 0)).positions
      for node in 1..<25 {
        let moved = (positions[node] - positions[0]) - (start[node] - start[0])
        #expect(moved.length() < 1e-9, "\(layout.name)")
      }
    }
  }

  /// Whoever starts them: positions of other programs are often rounded, or none.
  @Test func nodesThatStartOnOnePointComeApart() throws {
    let graph = try graph(.grid(4, 4))
    let apart: [Point] = randomPositions(16, seed: 4)
    let pairwise = (0..<16).map { apart[$0 / 2] }
    for start in [[Point](repeating: Point(3, 3), count: 16), pairwise] {
      for layout in Self.layouts(start: start) {
        let positions = try layout.layout(graph).positions
        for a in 0..<16 {
          for b in 0..<a { #expect(positions[a].distance(to: positions[b]) > 5, "\(layout.name)") }
        }
      }
    }
  }

  /// A crowd on one point gets room before it is looked at pair by pair; the others stay where they were.
  @Test func aCrowdOnOnePointGetsRoom() throws {
    let graph = try graph(.star(leaves: 20_000))
    var start = [Point](repeating: Point(7, 7), count: 20_001)
    start[20_000] = Point(5_000, 0)
    let layout = ForceDirectedLayout(placement: Placement(start: start), ticks: 0)
    let positions = try layout.layout(graph).positions
    #expect(Set(positions.map { "\($0)" }).count == 20_001)
    #expect(abs(positions[20_000].distance(to: positions[0]) - Point(4_993, -7).length()) < 1e-9)
    let crowd = LayoutMetrics.extent(Array(positions[..<20_000]))
    #expect(min(crowd.x, crowd.y) > 0.09 * 30 * 20_000.squareRoot())
  }

  /// On a line, and in a plane in space, there is no direction out of it.
  @Test func flatStartsUnfold() throws {
    let graph = try graph(.grid(6, 6))
    let line = (0..<36).map { Point(Double($0) * 30, 4) }
    for layout in Self.layouts(start: line) where !(layout is FruchtermanReingoldLayout<Point>) {
      let extent = LayoutMetrics.extent(try layout.layout(graph).positions)
      #expect(min(extent.x, extent.y) > 15, "\(layout.name)")
    }
    let plane = (0..<36).map { Point3(Double($0 % 6) * 30, Double($0 / 6) * 30, 0) }
    let cube = try LayoutGraph(nodeCount: 36, edges: pairs(graph) + [(0, 35), (5, 30)])
    let extent = LayoutMetrics.extent(
      try StressLayout(placement: Placement(start: plane)).layout(cube).positions)
    #expect(extent.z > 30)
  }

  /// Starts at the ends of what is allowed: powers of their distances stay finite.
  @Test func distantStartsGiveFinitePictures() throws {
    let graph = try graph(.grid(8, 8))
    var random = SplitMix64(seed: 3)
    let start = (0..<64).map { _ in
      Point(
        .random(in: -1e30...1e30, using: &random), .random(in: -1e30...1e30, using: &random))
    }
    for layout in Self.layouts(start: start) {
      #expect(isFinite(try layout.layout(graph).positions), "\(layout.name)")
    }
  }

  @Test func badPinsAreRefusedInWords() throws {
    let graph = try graph(.path(3))
    for layout in Self.layouts(pins: [3: Point(0, 0)]) {
      let error = #expect(throws: LayoutError.self) { try layout.layout(graph) }
      #expect("\(error as Any)".contains("a pinned node is 3"), "\(layout.name)")
    }
    for layout in Self.layouts(pins: [1: Point(.nan, 0)]) {
      let error = #expect(throws: LayoutError.self) { try layout.layout(graph) }
      #expect("\(error as Any)".contains("position of node 1"), "\(layout.name)")
    }
    for layout in Self.layouts(pins: [1: Point(1e31, 0)]) {
      #expect(throws: LayoutError.self) { try layout.layout(graph) }
    }
    for layout in Self.layouts(start: [.zero, Point(0, -1e155), Point(1, 1)]) {
      let error = #expect(throws: LayoutError.self) { try layout.layout(graph) }
      #expect("\(error as Any)".contains("coordinates up to 1e+30"), "\(layout.name)")
    }
    for layout in Self.layouts(start: [.zero]) {
      #expect(throws: LayoutError.wrongLength(of: "start", expected: 3, found: 1)) {
        try layout.layout(graph)
      }
    }
  }

  // MARK: From given positions

  @Test func startPositionsAreCompleted() throws {
    let graph = try LayoutGraph(nodeCount: 5, edges: [(0, 1), (1, 2), (1, 3)])
    let hole = SIMD2<Double>(repeating: .nan)
    let places = Placement<Point>.completed(
      [SIMD2(10, 0), hole, hole, hole, hole], graph, linkLength: 10)
    #expect(places[0] == SIMD2(10, 0))
    for place in places { #expect(place.x.isFinite && place.y.isFinite) }
    // Each in a place of its own, near what it is tied to.
    #expect(Set(places).count == 5)
    for (a, b) in [(0, 1), (1, 2), (1, 3)] {
      let offset = places[a] - places[b]
      #expect((offset * offset).sum() < 100)
    }
    let nowhere = Placement<Point>.completed([hole, hole, hole, hole, hole], graph, linkLength: 10)
    #expect(Set(nowhere).count == 5)
    #expect(nowhere.allSatisfy { $0.x.isFinite && $0.y.isFinite })
  }

  @Test func startPositionsAreScaled() throws {
    let graph = try LayoutGraph(nodeCount: 2, edges: [(0, 1)])
    let small = Placement<Point>.scaled([SIMD2(0, 0), SIMD2(0.01, 0)], graph, linkLength: 30)
    #expect(abs(small[1].x - 30) < 1e-9)
    let usual = [SIMD2(0.0, 0), SIMD2(50, 0)]
    #expect(Placement<Point>.scaled(usual, graph, linkLength: 30) == usual)
    let same = [SIMD2(1.0, 1), SIMD2(1, 1)]
    #expect(Placement<Point>.scaled(same, graph, linkLength: 30) == same)
  }

  @Test func placementsFromGivenPositions() throws {
    let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    let hole = Point(.nan, .nan)
    let small = [Point(0, 0), Point(0.01, 0), hole]
    let scaled = try Placement(from: small, of: graph)
    #expect(scaled.linkLength == 30 && scaled.margin == 30 && scaled.pins.isEmpty)
    #expect(abs((scaled.start?[1].x ?? 0) - 30) < 1e-9)
    #expect(scaled.start?[2].x.isFinite == true)
    let pinned = try Placement(from: small, of: graph, pinned: [0, 1])
    #expect(pinned.linkLength == 0.01 && pinned.pins == [0: small[0], 1: small[1]])
    #expect(throws: LayoutError.self) { try Placement(from: small, of: graph, pinned: [2]) }
    #expect(throws: LayoutError.self) { try Placement(from: small, of: graph, pinned: [3]) }
    #expect(throws: LayoutError.self) { try Placement(from: [small[0]], of: graph) }
  }
}
