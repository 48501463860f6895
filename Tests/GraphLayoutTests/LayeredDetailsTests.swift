import GraphLayout
import Testing
import _TestSupport

/// Layered layouts with boxes, ports, labels, ranks and groups.
@Suite(.traced) struct LayeredDetailsTests {
  typealias Details = LayeredLayout.Details
  typealias Box = LayoutRoutes.Box

  /// Boxes of 10 to 100 by 10 to 40.
  static func sizes(_ count: Int, seed: UInt64) -> [Point] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      Point(.random(in: 10...100, using: &random), .random(in: 10...40, using: &random))
    }
  }

  static func box(_ center: Point, _ size: Point) -> Box {
    Box(low: center - size / 2, high: center + size / 2)
  }

  static func overlap(_ a: Box, _ b: Box) -> Bool {
    a.low.x < b.high.x - 1e-6 && b.low.x < a.high.x - 1e-6 && a.low.y < b.high.y - 1e-6
      && b.low.y < a.high.y - 1e-6
  }

  static func contains(_ outer: Box, _ inner: Box) -> Bool {
    outer.low.x <= inner.low.x + 1e-6 && outer.low.y <= inner.low.y + 1e-6
      && outer.high.x >= inner.high.x - 1e-6 && outer.high.y >= inner.high.y - 1e-6
  }

  /// Whether a line runs through the inside of a box.
  static func runsThrough(_ a: Point, _ b: Point, _ box: Box) -> Bool {
    var (from, to) = (0.0, 1.0)
    for axis in 0..<2 {
      let (low, high, step) = (box.low[axis] + 1e-6, box.high[axis] - 1e-6, b[axis] - a[axis])
      if step == 0 {
        if a[axis] <= low || a[axis] >= high { return false }
      } else {
        let (first, second) = ((low - a[axis]) / step, (high - a[axis]) / step)
        (from, to) = (max(from, min(first, second)), min(to, max(first, second)))
      }
    }
    return from < to
  }

  /// How many nodes the edges of a drawing run through, their own ends left out.
  static func hits(
    _ graph: LayoutGraph, _ positions: [Point], _ sizes: [Point], _ routes: LayoutRoutes
  )
    -> Int
  {
    pairs(graph).enumerated().reduce(0) { count, edge in
      let points = Array(routes[edge.offset])
      return count
        + (0..<graph.nodeCount).count { node in
          node != edge.element.0 && node != edge.element.1
            && zip(points, points.dropFirst()).contains {
              runsThrough($0, $1, box(positions[node], sizes[node]))
            }
        }
    }
  }

  @Test(arguments: LayeredLayout.Direction.allCases)
  func boxesHaveRoomAndEdgesGoRoundThem(direction: LayeredLayout.Direction) throws {
    try withEvery("seed", in: UInt64(1)...8) { seed in
      let dag = try LayeredLayoutTests.randomDAG(50, edges: 80, seed: seed)
      let sizes = Self.sizes(50, seed: seed)
      let result = try LayeredLayout(direction: direction, details: Details(nodeSizes: sizes))
        .layout(dag)
      let routes = try #require(result.routes)
      for a in 0..<50 {
        for b in 0..<a {
          #expect(
            !Self.overlap(
              Self.box(result.positions[a], sizes[a]), Self.box(result.positions[b], sizes[b])))
        }
      }
      #expect(Self.hits(dag, result.positions, sizes, routes) == 0)
      for (edge, (from, to)) in pairs(dag).enumerated() {
        // Edges that run together begin and end beside the middle.
        let (first, last) = (routes[edge].first!, routes[edge].last!)
        #expect(first.y == result.positions[from].y || first.x == result.positions[from].x)
        #expect(abs(first.x - result.positions[from].x) <= 0.4 * sizes[from].x)
        #expect(abs(last.y - result.positions[to].y) <= 0.4 * sizes[to].y)
        let step = result.positions[to] - result.positions[from]
        switch direction {
        case .down: #expect(step.y < 0)
        case .up: #expect(step.y > 0)
        case .right: #expect(step.x > 0)
        case .left: #expect(step.x < 0)
        }
      }
    }
  }

  /// Against all ways to put six nodes on layers.
  @Test func edgesAreAsShortAsTheyCanBe() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let dag = try LayeredLayoutTests.randomDAG(6, edges: 8, seed: seed)
      guard dag.topology.connectedComponents().count == 1 else { return }
      let edges = pairs(dag)
      var least = Int.max
      for code in 0..<46_656 {
        var (rest, layer) = (code, [Int]())
        for _ in 0..<6 {
          layer.append(rest % 6)
          rest /= 6
        }
        guard edges.allSatisfy({ layer[$0.0] < layer[$0.1] }) else { continue }
        least = min(least, edges.reduce(0) { $0 + layer[$1.1] - layer[$1.0] })
      }
      let y = try LayeredLayout().layout(dag).positions.map { -$0.y / 40 }
      #expect(abs(edges.reduce(0.0) { $0 + y[$1.1] - y[$1.0] } - Double(least)) < 1e-9)
    }
  }

  @Test func weightsAndMinimumLengthsCount() throws {
    // 0 to 3 by 1 and by 2, and node 4 between 0 and 3, on the side that pulls more.
    let graph = try graph(
      5, [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3)], directed: true)
    for (first, second, layer) in [(1, 5, 2.0), (5, 1, 1.0)] {
      var edges = [LayeredLayout.Edge](repeating: .init(), count: 5)
      edges[3].weight = first
      edges[4].weight = second
      let p = try LayeredLayout(details: Details(edges: edges)).layout(graph).positions
      #expect((p[0].y - p[4].y) / 40 == layer)
    }
    var edges = [LayeredLayout.Edge](repeating: .init(), count: 5)
    edges[3].minimumLength = 4
    let p = try LayeredLayout(details: Details(edges: edges)).layout(graph).positions
    #expect((p[0].y - p[3].y) / 40 == 5)
    edges[3].setsLayers = false
    edges[4].setsLayers = false
    let free = try LayeredLayout(details: Details(edges: edges)).layout(graph).positions
    #expect((free[0].y - free[3].y) / 40 == 3)
  }

  @Test func portsAreWhereEdgesBeginAndEnd() throws {
    // Fields of a record lead to nodes in their own order, whatever the order of the edges.
    let graph = try graph(4, [(0, 3), (0, 1), (0, 2)], directed: true)
    let ports = [40.0, -40, 0]
    let details = Details(
      nodeSizes: [[120, 20], [20, 20], [20, 20], [20, 20]],
      edges: ports.map { .init(sourcePort: [$0, -10], targetPort: [0, 10]) })
    let result = try LayeredLayout(details: details).layout(graph)
    let (p, routes) = (result.positions, try #require(result.routes))
    #expect(p[1].x < p[2].x && p[2].x < p[3].x)
    for (edge, (from, to)) in pairs(graph).enumerated() {
      #expect(routes[edge].first == p[from] + Point(ports[edge], -10))
      #expect(routes[edge].last == p[to] + Point(0, 10))
    }
    // They are far enough apart for straight lines.
    #expect(pairs(graph).indices.allSatisfy { routes[$0].count == 2 })
    #expect(abs(routes[1].first!.x - routes[1].last!.x) < 1e-9)
  }

  /// The side that the edge leads to, else one beside, else through other cells.
  @Test(arguments: LayeredLayout.Direction.allCases)
  func cellsAreLeftAtTheSideTheyReach(direction: LayeredLayout.Direction) throws {
    let flow: Point =
      switch direction {
      case .down: [0, -1]
      case .up: [0, 1]
      case .right: [1, 0]
      case .left: [-1, 0]
      }
    let side = Point(abs(flow.y), abs(flow.x))
    let graph = try graph(3, [(0, 1), (1, 2), (0, 2), (1, 2)], directed: true)
    let sizes = [Point](repeating: [60, 60], count: 3)
    var edges = [LayeredLayout.Edge](repeating: .init(), count: 4)
    edges[0].sourcePort = flow * 20 + side * 10
    edges[1].sourcePort = side * 20 - flow * 20
    edges[2].sourcePort = .zero
    for edge in 0..<3 { edges[edge].sourceCell = [20, 20] }
    // A port on the side that faces away.
    edges[3].sourcePort = flow * -30
    let starts = [flow * 30 + side * 10, side * 30 - flow * 20, flow * 30, flow * -30]
    let result = try LayeredLayout(
      direction: direction, details: Details(nodeSizes: sizes, edges: edges)
    ).layout(graph)
    let routes = try #require(result.routes)
    for (edge, (from, _)) in pairs(graph).enumerated() {
      let points = routes[edge].map { $0 - result.positions[from] }
      #expect(points[0].distance(to: starts[edge]) < 1e-9, "edge \(edge)")
      for (a, b) in zip(points, points.dropFirst()) {
        #expect(!Self.runsThrough(a, b, Self.box(.zero, sizes[from])), "edge \(edge)")
      }
    }
    edges[0].sourceCell = [-1, 1]
    #expect(throws: LayoutError.self) {
      try LayeredLayout(details: Details(nodeSizes: sizes, edges: edges)).layout(graph)
    }
  }

  @Test func nodesOfARankShareALayer() throws {
    try withEvery("seed", in: UInt64(1)...10) { seed in
      let dag = try LayeredLayoutTests.randomDAG(30, edges: 45, seed: seed)
      let ranks: [LayeredLayout.Rank] = [
        .init([3, 11, 20], isOrdered: true), .init([20, 5]), .init([7, 8], place: .first),
        .init([9], place: .last),
      ]
      let p = try LayeredLayout(details: Details(ranks: ranks)).layout(dag).positions
      #expect(Set([3, 11, 20, 5].map { p[$0].y }).count == 1)
      #expect(p[3].x < p[11].x && p[11].x < p[20].x)
      #expect(p[7].y == p[8].y)
      let components = dag.topology.connectedComponents().classOfNode
      for node in 0..<30 where components[node] == components[9] {
        #expect(p[node].y >= p[9].y)
      }
      for node in 0..<30 where components[node] == components[7] {
        #expect(p[node].y <= p[7].y)
      }
    }
  }

  @Test func edgesAlongALayerLeadToTheRightAndAroundNodes() throws {
    let graph = try graph(4, [(2, 1), (1, 0), (2, 0), (0, 3)], directed: true)
    let sizes = [Point](repeating: [30, 20], count: 4)
    let result = try LayeredLayout(details: Details(nodeSizes: sizes, ranks: [.init([0, 1, 2])]))
      .layout(graph)
    let p = result.positions
    #expect(p[2].x < p[1].x && p[1].x < p[0].x)
    #expect(Self.hits(graph, p, sizes, try #require(result.routes)) == 0)
  }

  /// Groups at random, some inside others: boxes hold what is in them and nothing else.
  @Test(arguments: [LayeredLayout.Direction.down, .right])
  func groupsAreBoxesOfTheirOwn(direction: LayeredLayout.Direction) throws {
    try withEvery("seed", in: UInt64(1)...12) { seed in
      let dag = try LayeredLayoutTests.randomDAG(40, edges: 60, seed: seed)
      let sizes = Self.sizes(40, seed: seed)
      let groups: [LayeredLayout.Group] = [
        .init(Array(0..<9), titleHeight: 15), .init(Array(9..<15)),
        .init([3, 4, 5, 6], parent: 0), .init(Array(20..<26), parent: 1, padding: 3),
      ]
      // For each node the groups it is in.
      let member = (0..<40).map { node in
        groups.indices.filter { group in
          groups[group].nodes.contains(node)
            || groups.contains { $0.parent == group && $0.nodes.contains(node) }
        }
      }
      let result = try LayeredLayout(
        direction: direction, details: Details(nodeSizes: sizes, groups: groups)
      ).layout(dag)
      let boxes = try #require(result.routes).groups.compactMap { $0 }
      #expect(boxes.count == 4)
      for (number, group) in boxes.enumerated() {
        for node in 0..<40 {
          let box = Self.box(result.positions[node], sizes[node])
          if member[node].contains(number) {
            #expect(Self.contains(group, box))
          } else {
            #expect(!Self.overlap(group, box))
          }
        }
      }
      #expect(Self.contains(boxes[0], boxes[2]) && Self.contains(boxes[1], boxes[3]))
      #expect(!Self.overlap(boxes[0], boxes[1]))
      let top = (0..<9).map { result.positions[$0].y + sizes[$0].y / 2 }.max() ?? 0
      #expect(boxes[0].high.y - top > 15)
    }
  }

  /// A chain whose nodes are joined by longer ways outside, too: it keeps the layers of a chain, and the ways
  /// are beside it.
  @Test func waysAroundAGroupDoNotStretchIt() throws {
    let chain = (0..<5).map { ($0, $0 + 1) }
    let ways = [(0, 6), (6, 7), (7, 1), (2, 8), (8, 9), (9, 10), (10, 3), (4, 11), (11, 5)]
    let graph = try graph(12, chain + ways, directed: true)
    let sizes = [Point](repeating: [30, 20], count: 12)
    func positions(_ groups: [LayeredLayout.Group]) throws -> [Point] {
      try LayeredLayout(details: Details(nodeSizes: sizes, groups: groups)).layout(graph).positions
    }
    func isEven(_ points: [Point]) -> Bool {
      let steps = (0..<5).map { points[$0].y - points[$0 + 1].y }
      let (least, most) = (steps.min() ?? 0, steps.max() ?? 0)
      return least > 0 && most < 1.5 * least
    }
    let grouped = try positions([.init(Array(0..<6))])
    #expect(isEven(grouped))
    // Ways lead down as far as they can.
    #expect(
      grouped[6].y < grouped[0].y && grouped[8].y > grouped[9].y && grouped[9].y > grouped[10].y)
    #expect(try !isEven(positions([])))
    // Nor does it depend on a group around it, or on nodes that nothing in the group joins.
    #expect(try isEven(positions([.init([0, 1, 2]), .init([3, 4, 5], parent: 0)])))
  }

  /// A group of one small node, in one of two, beside one that is wide enough.
  @Test(arguments: LayeredLayout.Direction.allCases)
  func groupsAreAsWideAsTheirTitles(direction: LayeredLayout.Direction) throws {
    let graph = try graph(5, [(0, 1), (1, 2), (0, 3), (3, 4)], directed: true)
    let sizes: [Point] = [[20, 20], [20, 20], [20, 20], [170, 20], [20, 20]]
    let groups: [LayeredLayout.Group] = [
      .init([1], titleHeight: 15, titleWidth: 90), .init([2], parent: 0, titleWidth: 100),
      .init([3], titleWidth: 150),
    ]
    let result = try LayeredLayout(
      direction: direction, details: Details(nodeSizes: sizes, groups: groups)
    ).layout(graph)
    let boxes = try #require(result.routes).groups.compactMap { $0 }
    let widths = boxes.map { $0.high.x - $0.low.x }
    #expect(abs(widths[1] - 100) < 0.5 && widths[0] >= 116 - 1e-6)
    // Where edges lead to a side, node 1 is in the layer of node 3, beside the inner group.
    #expect(widths[0] < (direction == .down || direction == .up ? 117 : 170 + 40 + 100 + 32))
    // No wider than without a title.
    #expect(abs(widths[2] - 186) < 0.5)
    #expect(Self.contains(boxes[0], boxes[1]))
    #expect(!Self.overlap(boxes[0], boxes[2]))
    for (box, nodes) in [(boxes[0], [1, 2]), (boxes[1], [2]), (boxes[2], [3])] {
      for node in 0..<5 {
        let own = Self.box(result.positions[node], sizes[node])
        #expect(nodes.contains(node) ? Self.contains(box, own) : !Self.overlap(box, own))
      }
    }
  }

  /// The room for a title is at the top of a box, or at its bottom, wherever edges lead.
  @Test(arguments: LayeredLayout.Direction.allCases, [false, true])
  func titlesHaveRoom(direction: LayeredLayout.Direction, isBelow: Bool) throws {
    let graph = try graph(3, [(0, 1), (1, 2)], directed: true)
    var group = LayeredLayout.Group([0, 1], titleHeight: 31)
    group.titleIsBelow = isBelow
    let sizes = [Point](repeating: [20, 20], count: 3)
    let result = try LayeredLayout(
      direction: direction, details: Details(nodeSizes: sizes, groups: [group])
    ).layout(graph)
    let box = try #require(result.routes?.groups[0])
    let ys = result.positions[0...1].map(\.y)
    let (above, below) = (box.high.y - (ys.max() ?? 0) - 10, (ys.min() ?? 0) - 10 - box.low.y)
    #expect(abs((isBelow ? below : above) - 39) < 0.5 && abs((isBelow ? above : below) - 8) < 0.5)
  }

  @Test func distancesAreAsAsked() throws {
    let graph = try graph(3, [(0, 1), (0, 2)], directed: true)
    var details = Details(nodeSizes: [Point](repeating: [30, 20], count: 3))
    (details.layerDistance, details.nodeDistance) = (100, 70)
    let p = try LayeredLayout(details: details).layout(graph).positions
    #expect(p[0].y - p[1].y == 120 && abs(abs(p[1].x - p[2].x) - 100) < 1e-6)
    details.layerDistance = -1
    #expect(throws: LayoutError.self) { try LayeredLayout(details: details).layout(graph) }
  }

  /// Edges do not run along the borders of boxes because their other end is far to a side.
  @Test func flatEdgesHaveRoom() throws {
    for (leaves, distance) in [(2, 40.0), (8, 45), (60, 60)] {
      let graph = try graph(leaves + 1, (1...leaves).map { (0, $0) }, directed: true)
      let sizes = [Point](repeating: [60, 20], count: leaves + 1)
      let result = try LayeredLayout(details: Details(nodeSizes: sizes)).layout(graph)
      let found = result.positions[0].y - result.positions[1].y - 20
      #expect(found >= distance && found <= 1.1 * distance, "\(leaves) leaves")
    }
  }

  /// An edge to a node with a self-edge comes to its box, not through the self-edge.
  @Test func edgesGoPastSelfEdges() throws {
    let graph = try graph(
      7, [(0, 1), (1, 1), (0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (2, 6), (6, 1)], directed: true)
    let sizes = [Point](repeating: [30, 20], count: 7)
    let result = try LayeredLayout(details: Details(nodeSizes: sizes)).layout(graph)
    let routes = try #require(result.routes)
    let loop = routes[1].dropFirst().prefix(2)
    let box = Box(
      low: [result.positions[1].x + 15, loop.map(\.y).min() ?? 0],
      high: [loop.map(\.x).max() ?? 0, loop.map(\.y).max() ?? 0])
    #expect(box.high.x > box.low.x && box.high.y > box.low.y)
    for edge in [0, 2, 3, 4, 5, 6, 7, 8] {
      let points = Array(routes[edge])
      for (a, b) in zip(points, points.dropFirst()) {
        #expect(!Self.runsThrough(a, b, box), "edge \(edge)")
      }
    }
  }

  @Test(arguments: LayeredLayout.Direction.allCases)
  func labelsHaveRoom(direction: LayeredLayout.Direction) throws {
    try withEvery("seed", in: UInt64(1)...6) { seed in
      let any = try randomGraph(16, edges: 26, seed: seed, directed: true)
      let sizes = Self.sizes(16, seed: seed)
      let labels = Self.sizes(26, seed: seed + 99).map { Point($0.x / 2, 12) }
      let details = Details(nodeSizes: sizes, edges: labels.map { .init(labelSize: $0) })
      let result = try LayeredLayout(direction: direction, details: details).layout(any)
      let routes = try #require(result.routes)
      #expect(routes.labels.count == 26)
      let boxes =
        (0..<16).map { Self.box(result.positions[$0], sizes[$0]) }
        + routes.labels.sorted { $0.key < $1.key }.map { Self.box($0.value, labels[$0.key]) }
      for a in boxes.indices {
        for b in 0..<a { #expect(!Self.overlap(boxes[a], boxes[b]), "\(a) \(b)") }
      }
    }
  }

  @Test func selfEdgesStandBesideTheirNode() throws {
    let graph = try graph(3, [(0, 1), (0, 2), (1, 1), (1, 1), (2, 2)], directed: true)
    let sizes = [Point](repeating: [30, 20], count: 3)
    let result = try LayeredLayout(details: Details(nodeSizes: sizes)).layout(graph)
    let routes = try #require(result.routes)
    #expect(Self.hits(graph, result.positions, sizes, routes) == 0)
    let boxes = [2, 3, 4].map { edge in
      Box(
        low: routes[edge].reduce([1e9, 1e9]) { pointwiseMin($0, $1) },
        high: routes[edge].reduce([-1e9, -1e9]) { pointwiseMax($0, $1) })
    }
    #expect(boxes.allSatisfy { $0.high.x - $0.low.x >= 10 && $0.high.y > $0.low.y })
    #expect(boxes[1].high.x > boxes[0].high.x)
    #expect(!Self.overlap(boxes[1], boxes[2]))
  }

  @Test func edgesThatRunTogetherStandApart() throws {
    let graph = try graph(
      4, [(0, 1), (0, 1), (1, 0), (1, 2), (2, 3), (0, 3), (0, 3)], directed: true)
    let routes = try #require(
      try LayeredLayout(details: Details(nodeSizes: [Point](repeating: [30, 20], count: 4)))
        .layout(graph).routes)
    // At node 0, to which one of them leads back.
    for ends in [
      [routes[0].first, routes[1].first, routes[2].last], [routes[5].first, routes[6].first],
    ] {
      let x = ends.compactMap { $0?.x }.sorted()
      #expect(zip(x, x.dropFirst()).allSatisfy { $1 - $0 > 4 })
    }
  }

  @Test func detailsThatDoNotFitAreRefusedInWords() throws {
    let graph = try graph(3, [(0, 1), (1, 2)], directed: true)
    let bad: [Details] = [
      Details(nodeSizes: [[1, 1]]), Details(nodeSizes: [[1, 1], [-1, 1], [1, 1]]),
      Details(nodeSizes: [[1, 1], [.nan, 1], [1, 1]]), Details(edges: [.init()]),
      Details(edges: [.init(weight: -1), .init()]),
      Details(edges: [.init(minimumLength: 2_000), .init()]),
      Details(edges: [.init(sourcePort: [.infinity, 0]), .init()]),
      Details(edges: [.init(labelSize: [-1, 0]), .init()]), Details(ranks: [.init([0, 3])]),
      Details(groups: [.init([3])]), Details(groups: [.init([0], parent: 0)]),
      Details(groups: [.init([0]), .init([0])]), Details(groups: [.init([0], padding: -1)]),
    ]
    for details in bad {
      let error = #expect(throws: LayoutError.self) {
        try LayeredLayout(details: details).layout(graph)
      }
      #expect("\(error as Any)".count > 20)
    }
  }

  @Test func emptyRanksAndGroupsAreFine() throws {
    let details = Details(
      ranks: [.init([])], groups: [.init([]), .init([], parent: 0), .init([1])])
    let result = try LayeredLayout(details: details).layout(graph(3, [(0, 2)], directed: true))
    let groups = try #require(result.routes).groups
    #expect(groups[0] == nil && groups[1] == nil && groups[2] != nil)
  }
}
