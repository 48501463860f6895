import ForceSimulation
import Testing
import _TestSupport

@testable import GraphLayout

extension ConstraintTests {
  struct Group {
    var nodes: [Int]
    var padding: Double
  }

  typealias Box = (low: Point, high: Point)

  /// Returns the smallest box of each group, with padding around its nodes and the boxes within.
  static func boxes(_ groups: [Group], _ positions: [Point], _ sizes: [Point]) -> [Box] {
    groups.map { group in
      let own = Set(group.nodes)
      var inner = group.nodes.map { node in
        let half = sizes.isEmpty ? Point.zero : sizes[node] / 2
        return (low: positions[node] - half, high: positions[node] + half)
      }
      let within = groups.filter { own.isStrictSuperset(of: $0.nodes) }
      if !within.isEmpty { inner += boxes(within, positions, sizes) }
      return (
        inner.dropFirst().reduce(inner[0].low) { pointwiseMin($0, $1.low) } - group.padding,
        inner.dropFirst().reduce(inner[0].high) { pointwiseMax($0, $1.high) } + group.padding
      )
    }
  }

  /// Returns by how much boxes overlap with nodes of others and with each other, unless one is within the
  /// other: what two of them have in common on the axis where that is least.
  static func overlap(
    _ groups: [Group], _ positions: [Point], sizes: [Point] = []
  ) -> Double {
    let boxes = boxes(groups, positions, sizes)
    var greatest = 0.0
    func compare(_ box: Box, _ other: Box) {
      let common = pointwiseMin(box.high, other.high) - pointwiseMax(box.low, other.low)
      greatest = max(greatest, min(common.x, common.y))
    }
    for (number, group) in groups.enumerated() {
      let own = Set(group.nodes)
      for node in positions.indices where !own.contains(node) {
        let half = sizes.isEmpty ? Point.zero : sizes[node] / 2
        let place = (low: positions[node] - half, high: positions[node] + half)
        // A point in a box is as far in as it is from the nearest side.
        let box = boxes[number]
        greatest = max(
          greatest, min((box.high - place.low).min(), (place.high - box.low).min()))
      }
      for other in 0..<number where own.isDisjoint(with: groups[other].nodes) {
        compare(boxes[number], boxes[other])
      }
    }
    return greatest
  }

  /// Returns cliques of eight on a ring, with some edges between any of them, and nodes of no group.
  static func clusters(_ count: Int, seed: UInt64) throws -> LayoutGraph {
    var random = SplitMix64(seed: seed)
    var edges: [(Int, Int)] = []
    for cluster in 0..<count {
      for a in 0..<8 {
        for b in 0..<a where Int.random(in: 0..<2, using: &random) == 0 {
          edges.append((8 * cluster + a, 8 * cluster + b))
        }
      }
      edges.append((8 * cluster, 8 * ((cluster + 1) % count)))
    }
    for _ in 0..<count {
      edges.append(
        (
          Int.random(in: 0..<8 * count, using: &random),
          Int.random(in: 0..<8 * count, using: &random)
        ))
    }
    for node in 8 * count..<9 * count {
      edges.append((node, Int.random(in: 0..<8 * count, using: &random)))
    }
    return try graph(9 * count, edges)
  }

  /// Returns groups of a graph of `clusters`: its cliques or any nodes, some within others.
  static func groups(_ count: Int, _ random: inout SplitMix64) -> [Group] {
    var nodes = Array(0..<9 * count)
    if Bool.random(using: &random) { nodes.shuffle(using: &random) }
    var groups: [Group] = []
    for number in 0..<count {
      let own = Array(nodes[8 * number..<8 * number + Int.random(in: 1...8, using: &random)])
      groups.append(Group(nodes: own, padding: Double(Int.random(in: 0...15, using: &random))))
      if own.count > 3 {
        groups.append(Group(nodes: Array(own[0..<own.count / 2]), padding: 5))
      }
    }
    // One is around two others.
    let (a, b) = (groups[0].nodes, groups.last { Set($0.nodes).isDisjoint(with: groups[0].nodes) })
    if let b, !groups.contains(where: { Set($0.nodes).isStrictSuperset(of: b.nodes) }) {
      groups.append(Group(nodes: a + b.nodes, padding: 3))
    }
    return groups
  }

  @Test(arguments: methods) func groupsAreInBoxesOfTheirOwn(_ method: LayoutMethod) throws {
    var held = 0
    for seed in 1...24 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let count = 2 + Int(seed) % 9
      let graph = try Self.clusters(count, seed: seed)
      let groups = Self.groups(count, &random)
      var request = LayoutRequest(method, quality: .quick, seed: seed)
      request.constraints = groups.map { .group($0.nodes, padding: $0.padding) }
      let other = 9 * count - 1
      if seed % 3 == 0 {
        request.constraints += [
          .place(0, x: 0, y: 0), .separation(1, other, along: .x, by: 60),
          .aligned([9, other - 1], on: .y),
        ]
      }
      let positions: [Point]
      do {
        positions = try graph.layout(request).positions.inPlane
      } catch {
        #expect(seed % 3 == 0 && "\(error)".contains("impossible"), "seed \(seed): \(error)")
        continue
      }
      held += 1
      #expect(Self.overlap(groups, positions) < 1e-6, "seed \(seed)")
      if seed % 3 == 0 {
        #expect(positions[0] == .zero && positions[other].x - positions[1].x > 60 - 1e-6)
        #expect(abs(positions[9].y - positions[other - 1].y) < 1e-6)
      }
    }
    #expect(held >= 22)
  }

  /// What the test above measures is not 0 of drawings with faults.
  @Test func overlapsAreFound() {
    let groups = [Group(nodes: [0, 1], padding: 10), Group(nodes: [2, 3], padding: 10)]
    let apart = [Point(0, 0), Point(10, 10), Point(31, 0), Point(40, 10), Point(0, 21)]
    #expect(Self.overlap(groups, apart) <= 0)
    func overlap(_ node: Int, _ place: Point) -> Double {
      var moved = apart
      moved[node] = place
      return Self.overlap(groups, moved)
    }
    #expect(overlap(2, Point(28, 0)) == 2)
    #expect(overlap(4, Point(5, 18)) == 2)
    #expect(Self.overlap(groups, apart, sizes: [Point](repeating: Point(4, 4), count: 5)) == 3)
    let around = groups + [Group(nodes: [0, 1, 2, 3], padding: 5)]
    #expect(Self.overlap(around, apart) == 4)
  }

  @Test(arguments: methods) func groupsHaveTheSameBitsOnAnyNumberOfThreads(
    _ method: LayoutMethod
  ) throws {
    let graph = try Self.clusters(60, seed: 4)
    var request = LayoutRequest(method, quality: .quick, seed: 7)
    request.constraints = (0..<60).map { .group(Array(8 * $0..<8 * $0 + 8)) }
    let positions = try [1, 2, 3].map { threads in
      request.kernelOptions.threadCount = threads
      return try graph.layout(request).positions
    }
    #expect(positions[0] == positions[1] && positions[0] == positions[2])
  }

  /// A drawing with groups is the start of the next one, and one without is as well.
  @Test(arguments: methods) func groupsHoldFromAStart(_ method: LayoutMethod) throws {
    let graph = try Self.clusters(6, seed: 2)
    var request = LayoutRequest(method, quality: .quick)
    let groups = (0..<6).map { Group(nodes: Array(8 * $0..<8 * $0 + 8), padding: 10) }
    request.start = try graph.layout(request).positions
    request.constraints = groups.map { .group($0.nodes, padding: $0.padding) }
    for _ in 0..<2 {
      let positions = try graph.layout(request).positions
      #expect(Self.overlap(groups, positions.inPlane) < 1e-6)
      request.start = positions
    }
  }

  @Test func groupsHaveRoomForSizes() throws {
    let graph = try Self.clusters(4, seed: 3)
    var request = LayoutRequest()
    let groups = (0..<4).map { Group(nodes: Array(8 * $0..<8 * $0 + 8), padding: 4) }
    request.constraints = groups.map { .group($0.nodes, padding: $0.padding) }
    request.details.nodeSizes = [SIMD2](repeating: SIMD2(20, 12), count: 36)
    let positions = try graph.layout(request).positions.inPlane
    #expect(Self.overlap(groups, positions, sizes: request.details.nodeSizes) < 1e-6)
  }

  /// A node that is held in the padding of a box, and one where only the box of a group within leaves no
  /// room for it: separations say so, with the node that is in the way.
  @Test func whatABoxNeedsIsInTheWay() throws {
    let corners: [LayoutConstraint] = [.place(0, x: 0, y: 0), .place(1, x: 30, y: 30)]
    let inner = LayoutConstraint.group([0, 1], padding: 10)
    let padding = try Self.message([inner, .place(2, x: 15, y: 35)] + corners)
    #expect(padding.contains("node 2 is at"), "\(padding)")
    let outer = LayoutConstraint.group([0, 1, 3], padding: 5)
    let within = try Self.message(
      [inner, outer, .place(3, x: 50, y: 0), .place(2, x: 15, y: 42)] + corners)
    #expect(within.contains("node 2 is at") && within.contains("node 1 is at"), "\(within)")
  }

  @Test func impossibleGroupsAreNamed() throws {
    let apart = try Self.message([.group([0, 1]), .group([1, 2])])
    #expect(apart.contains("the group of node 1, node 2 is partly in the group of node 0, node 1"))
    let tight: [LayoutConstraint] = [
      .group([0, 1]), .place(0, x: 0, y: 0), .place(1, x: 30, y: 30), .place(2, x: 15, y: 15),
    ]
    let words = try Self.message(tight)
    #expect(words.contains("the group of node 0, node 1 has a box of its own"), "\(words)")
    #expect(words.contains("node 2 is at"), "\(words)")
    #expect(try Self.message([.group([0, 1])]) { $0.dimensions = 3 }.contains("dimensions"))
    #expect(try Self.message([.group([0, 1], padding: -1)]).contains("padding"))
    #expect(try Self.message([.group([0, 7])]).contains("0 to 3"))
  }
}
