import ForceSimulation
import Synchronization
import Testing
import _TestSupport

@testable import GraphLayout

@Suite(.traced) struct ConstraintTests {
  static let methods: [LayoutMethod] = [.stress, .multilevel]

  // MARK: Projection

  /// Returns random separations that a random point fulfils, and the point.
  static func separations(
    _ count: Int, _ number: Int, _ random: inout SplitMix64
  ) -> (list: [Separation], point: [Double]) {
    let point = (0..<count).map { _ in Double(Int.random(in: -20...20, using: &random)) }
    let list = (0..<number).map { source in
      let left = Int.random(in: -1..<count, using: &random)
      var right = Int.random(in: 0..<count, using: &random)
      if left == right { right = (right + 1) % count }
      let distance = point[right] - (left < 0 ? 0 : point[left])
      let isExact = Int.random(in: 0..<6, using: &random) == 0
      // Some are met exactly by the point, and some not.
      let slack = isExact ? 0 : Double(Int.random(in: 0...2, using: &random)) * 4
      return Separation(
        left: left, right: right, gap: distance - slack, isExact: isExact, source: source)
    }
    return (list, point)
  }

  /// Returns the projection by Hildreth's method: the dual is ascended one separation at a time.
  static func reference(
    _ wanted: [Double], _ weights: [Double], _ separations: [Separation]
  ) -> [Double] {
    var x = wanted
    var multipliers = [Double](repeating: 0, count: separations.count)
    for _ in 0..<100_000 {
      var greatest = 0.0
      for (index, separation) in separations.enumerated() {
        let (left, right) = (separation.left, separation.right)
        let give = (left < 0 ? 0 : 1 / weights[left]) + 1 / weights[right]
        let missing = (left < 0 ? 0 : x[left]) + separation.gap - x[right]
        var change = missing / give
        if !separation.isExact { change = max(change, -multipliers[index]) }
        multipliers[index] += change
        if left >= 0 { x[left] -= change / weights[left] }
        x[right] += change / weights[right]
        greatest = max(greatest, change.magnitude)
      }
      if greatest < 1e-12 { break }
    }
    return x
  }

  @Test func projectionIsThatOfASlowReference() {
    var random = SplitMix64(seed: 5)
    for trial in 0..<400 {
      let count = Int.random(in: 2...12, using: &random)
      let number = Int.random(in: 1...2 * count, using: &random)
      let separations = Self.separations(count, number, &random).list
      let weights = (0..<count).map { _ in Double.random(in: 0.5...3, using: &random) }
      var projection = AxisProjection(separations, weights: weights)
      // The blocks of the first call are where the second one begins.
      for call in 0..<3 {
        let wanted = (0..<count).map { _ in Double.random(in: -30...30, using: &random) }
        var positions = wanted.map { Point(3, $0) }
        positions.withUnsafeMutableBufferPointer { projection.project($0, axis: 1) }
        let expected = Self.reference(wanted, weights, separations)
        for node in 0..<count {
          #expect(
            abs(positions[node].y - expected[node]) < 1e-6, "trial \(trial), call \(call)")
          #expect(positions[node].x == 3)
        }
      }
    }
  }

  /// Points that only are near fulfil separations too, with windows and places.
  @Test func nearPointsHold() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<200 {
      let separations = Self.separations(30, 60, &random).list
      var projection = AxisProjection(separations)
      var positions = (0..<30).map { _ in Point(0, .random(in: -50...50, using: &random)) }
      positions.withUnsafeMutableBufferPointer { projection.project($0, axis: 1, rounds: 0) }
      for separation in separations {
        #expect(separation.violation { positions[$0].y } < 1e-8)
      }
    }
  }

  @Test func contradictionsAreFound() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var (list, point) = Self.separations(10, 20, &random)
      #expect(Contradiction.find(list) == nil)
      list.shuffle(using: &random)
      #expect(Contradiction.find(list) == nil)
      // A separation against a chain of them.
      let chain = (0..<9).map {
        Separation(left: $0, right: $0 + 1, gap: point[$0 + 1] - point[$0], source: 20 + $0)
      }
      list += chain
      list.append(Separation(left: 9, right: 0, gap: point[0] - point[9] + 0.01, source: 29))
      list.shuffle(using: &random)
      let cycle = Contradiction.find(list)
      #expect(cycle != nil)
      for (one, next) in zip(cycle ?? [], (cycle ?? []).dropFirst()) where !one.isExact {
        if !next.isExact { #expect(one.right == next.left) }
      }
    }
  }

  // MARK: Layouts

  /// Returns constraints of all kinds that a drawing fulfils.
  static func constraints<Vector: LayoutVector>(
    of drawing: [Vector], _ number: Int, _ random: inout SplitMix64
  ) -> [LayoutConstraint] {
    (0..<number).flatMap { _ -> [LayoutConstraint] in
      let axis = Int.random(in: 0..<Vector.scalarCount, using: &random)
      let letter = LayoutConstraint.Axis.allCases[axis]
      let a = Int.random(in: drawing.indices, using: &random)
      let b = (a + Int.random(in: 1..<drawing.count, using: &random)) % drawing.count
      let distance = drawing[b][axis] - drawing[a][axis]
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        return [
          .place(
            a, x: axis == 0 ? drawing[a][0] : nil, y: axis == 1 ? drawing[a][1] : nil,
            z: axis == 2 ? drawing[a][2] : nil)
        ]
      case 1: return [.separation(a, b, along: letter, by: distance, isExact: true)]
      case 2 where distance == 0: return [.aligned([a, b], on: letter)]
      default: return [.separation(a, b, along: letter, by: distance - 10)]
      }
    }
  }

  static func check<Vector: LayoutVector>(
    _ method: LayoutMethod, _ graph: LayoutGraph, goal: LayoutGoal? = nil, seed: UInt64,
    _: Vector.Type
  ) throws {
    var random = SplitMix64(seed: seed)
    let drawing = (0..<graph.nodeCount).map { _ in
      var place = Vector.zero
      for axis in 0..<Vector.scalarCount {
        place[axis] = Double(Int.random(in: -15...15, using: &random)) * 10
      }
      return place
    }
    var request = LayoutRequest(
      method, dimensions: Vector.scalarCount, quality: .quick, seed: seed)
    request.goal = goal
    request.constraints = constraints(of: drawing, graph.nodeCount / 2, &random)
    let result = try graph.layout(request)
    let set = try ConstraintSet(
      request.constraints, of: graph, dimensions: Vector.scalarCount)
    let positions: [Vector] = result.positions.vectors()
    #expect(set.violation(positions) < 1e-6)
    #expect(isFinite(positions))
  }

  @Test(arguments: methods) func allKindsHold(_ method: LayoutMethod) throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      let graph = try randomGraph(
        Int(8 + 4 * seed), edges: Int(10 + 5 * seed), seed: seed, directed: seed % 2 == 0)
      try Self.check(method, graph, seed: seed, Point.self)
      try Self.check(method, graph, seed: seed, Point3.self)
    }
    try Self.check(method, try graph(.grid(30, 40)), seed: 3, Point.self)
    try Self.check(method, try randomTree(700, seed: 2), seed: 3, Point.self)
  }

  @Test(arguments: LayoutGoal.allCases) func goalsHold(_ goal: LayoutGoal) throws {
    try Self.check(.multilevel, try graph(.grid(12, 12)), goal: goal, seed: 2, Point.self)
    try Self.check(.automatic, try graph(.grid(12, 12)), goal: goal, seed: 2, Point.self)
  }

  @Test(arguments: methods) func edgesFlow(_ method: LayoutMethod) throws {
    let tree = try randomTree(200, seed: 4, directed: true)
    for direction in LayoutDirection.allCases {
      var request = LayoutRequest(method, quality: .quick)
      request.constraints = [.flow(direction, by: 20)]
      let positions = try tree.layout(request).positions.inPlane
      for (source, target) in pairs(tree) {
        let way = positions[target] - positions[source]
        let along =
          direction == .down
          ? -way.y : direction == .up ? way.y : direction == .right ? way.x : -way.x
        #expect(along > 20 - 1e-6)
      }
    }
    let ring = try graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], directed: true)
    var request = LayoutRequest(method)
    request.constraints = [.flow(.down, by: 20)]
    let result = try ring.layout(request)
    #expect(result.notes.contains { $0.hasPrefix("1 edges on cycles") })
    #expect(result.positions.inPlane[4].y < result.positions.inPlane[0].y - 80 + 1e-6)
  }

  /// Iterations of sparse stress end before they are used up, whether the drawing is held or not.
  @Test(arguments: [false, true]) func sparseStressComesToRest(_ isHeld: Bool) throws {
    let side = 30
    let edges = (0..<side * side).flatMap { node in
      [(node, node + 1), (node, node + side)].filter {
        $0.1 < side * side && ($0.1 % side != 0 || $0.1 == node + side)
      }
    }
    let grid = try graph(side * side, edges)
    var random = SplitMix64(seed: 5)
    var constraints = (0..<side * side).map { _ in
      LayoutConstraint.separation(
        Int.random(in: 0..<side, using: &random),
        side * side - 1 - Int.random(in: 0..<side, using: &random), along: .x, by: 40)
    }
    if isHeld { constraints.append(.place(0, x: 0, y: 0)) }
    var placement = Placement<Point>(linkLength: 30)
    placement.constraints = try ConstraintSet(constraints, of: grid, dimensions: 2)
    let result = try StressLayout(placement: placement, fullNodeLimit: 100).layout(grid)
    #expect(result.stop == .converged)
    #expect(try #require(placement.constraints).violation(result.positions) < 1e-6)
  }

  /// Iterations of sparse stress do not carry a drawing away: along an axis on which nothing is held, projections
  /// keep the mean of the nodes by their weights, and so do steps. In sparse stress only without their mean.
  @Test(arguments: [false, true]) func sparseStressDoesNotDrift(_ isHeld: Bool) throws {
    let tree = try randomTree(400, seed: 3)
    var run = LayoutRun(LayoutControl())
    let pivots = PivotDistances(tree, count: 20, choice: .random, run: &run)
    let stress = SparseStress(tree, pivots, kernelOptions: .default)
    var constraints = (0..<100).map { LayoutConstraint.separation($0, 399 - $0, along: .x, by: 1) }
    if isHeld { constraints.append(.place(7, y: 5)) }
    let set = try ConstraintSet(constraints, of: tree, dimensions: 2)
    var projection = ConstraintProjection<Point>(set, weights: stress.weightSums)
    let start: [Point] = PivotStart.positions(tree, pivots, linkLength: 1, seed: 1)
    let layout = StressLayout<Point>(iterations: 100, tolerance: 0)
    let end = layout.held(start, .sparse(stress, pivots), &projection, unit: 1, run: &run)
    let weight = stress.weightSums.reduce(0, +)
    var drift = Point.zero
    for node in start.indices {
      drift += (end[node] - start[node]) * (stress.weightSums[node] / weight)
    }
    #expect(set.violation(end) < 1e-6)
    #expect(abs(drift.x) < 1e-9)
    #expect(isHeld ? abs(end[7].y - 5) < 1e-9 : abs(drift.y) < 1e-9)
  }

  /// Places are met to the bit, and pins are places.
  @Test(arguments: methods) func placesAreExact(_ method: LayoutMethod) throws {
    let path = try graph(.path(30))
    var request = LayoutRequest(method)
    request.constraints = [.place(3, x: 0.1, y: 7.3), .place(20, x: 201.7), .place(9, y: -1 / 3)]
    let positions = try path.layout(request).positions.inPlane
    #expect(positions[3] == Point(0.1, 7.3))
    #expect(positions[20].x == 201.7 && positions[9].y == -1 / 3)
    request.constraints = [.aligned([5, 6, 7], on: .x)]
    request.start = .plane((0..<30).map { Point(Double($0) * 30, Double($0 % 3)) })
    request.pinned = [4, 12]
    let held = try path.layout(request).positions.inPlane
    #expect(held[4] == Point(120, 1) && held[12] == Point(360, 0))
    #expect(abs(held[5].x - held[6].x) < 1e-6 && abs(held[7].x - held[6].x) < 1e-6)
  }

  /// Components that constraints tie are laid out as one, beside each other; others are packed.
  @Test(arguments: methods) func tiedComponentsStandApart(_ method: LayoutMethod) throws {
    let cycles = (0..<4).flatMap { number in
      (0..<12).map { (12 * number + $0, 12 * number + ($0 + 1) % 12) }
    }
    let four = try graph(50, cycles)
    var request = LayoutRequest(method)
    request.constraints = [
      .aligned([0, 12], on: .x), .place(24, x: 500, y: 500), .place(48, x: -100),
    ]
    let positions = try four.layout(request).positions.inPlane
    for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
      let gap = (12 * a..<12 * a + 12).flatMap { one in
        (12 * b..<12 * b + 12).map { positions[one].distance(to: positions[$0]) }
      }.min()
      #expect(gap ?? 0 > 5, "\(a), \(b)")
    }
  }

  // MARK: Errors

  static func message(
    _ constraints: [LayoutConstraint], _ method: LayoutMethod = .stress,
    change: (inout LayoutRequest) -> Void = { _ in }
  ) throws -> String {
    let ring = try graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], directed: true)
    var request = LayoutRequest(method)
    request.constraints = constraints
    change(&request)
    let error = #expect(throws: LayoutError.self) { try ring.layout(request) }
    return error?.description ?? ""
  }

  @Test func impossibleSetsAreNamed() throws {
    let cases: [([LayoutConstraint], [String])] = [
      (
        [.separation(0, 1, along: .x, by: 40), .separation(1, 0, along: .x, by: 1)],
        ["node 1 is at least 40.0 right of node 0", "node 0 is at least 1.0 right of node 1"]
      ),
      (
        [.place(0, x: 0, y: 5), .place(1, x: 9), .separation(0, 1, along: .x, by: 10)],
        ["node 0 is at x 0.0", "node 1 is at x 9.0", "node 1 is at least 10.0 right of node 0"]
      ),
      (
        [.aligned([0, 1, 2], on: .y), .separation(2, 0, along: .y, by: 3, isExact: true)],
        ["node 0 and node 1 have the same y", "node 0 is exactly 3.0 above node 2"]
      ),
      (
        [.flow(.down, by: 10), .place(0, y: 0), .place(3, y: -29)],
        ["the edge from node 0 to node 1 points down by at least 10.0", "node 3 is at y -29.0"]
      ),
      ([.place(2, y: 1), .place(2, y: 2)], ["node 2 is at y 1.0", "node 2 is at y 2.0"]),
      ([.separation(2, 2, along: .y, by: 1)], ["node 2 is at least 1.0 above node 2"]),
    ]
    for (constraints, words) in cases {
      for constraints in [constraints, constraints.reversed()] {
        let message = try Self.message(constraints)
        #expect(message.hasPrefix("the set of constraints is impossible ("), "\(message)")
        for part in words { #expect(message.contains(part), "\(message)") }
      }
    }
    // One less is possible.
    let near = [LayoutConstraint.flow(.down, by: 10), .place(0, y: 0), .place(3, y: -30)]
    var request = LayoutRequest(.stress)
    request.constraints = near
    _ = try graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], directed: true).layout(request)
  }

  @Test func whatCannotBeIsRefused() throws {
    let one = [LayoutConstraint.place(0, x: 0)]
    #expect(try Self.message(one, .circular).hasPrefix("constraints is 1 constraints"))
    #expect(try Self.message([.place(4, x: 0)]).contains("0 to 3"))
    #expect(try Self.message([.aligned([0, 1], on: .z)]).contains("x or y"))
    #expect(try Self.message([.place(0, x: .nan)]).contains("-1e9"))
    #expect(try Self.message([.flow(.up, by: .infinity)]).contains("-1e9"))
    let start = NodePositions.plane([Point(0, 0), Point(30, 0), Point(30, 30), Point(0, 30)])
    let moves = try Self.message(one) {
      $0.start = start
      $0.maximumMove = 10
    }
    #expect(moves.contains("maximumMove"))
    #expect(try Self.message(one) { $0.alignment = start }.contains("alignment"))
  }

  // MARK: Quality and determinism

  @Test func whatHoldsCostsNothing() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let graph = try MultilevelTests.connected(70 + 10 * Int(seed), edges: 120 + 15 * Int(seed))
      var request = LayoutRequest(.stress, seed: seed)
      let free = try graph.layout(request).positions.inPlane
      let order = free.indices.sorted { free[$0].x < free[$1].x }
      request.constraints = [.separation(order[0], order[graph.nodeCount - 1], along: .x, by: 1)]
      let held = try graph.layout(request).positions.inPlane
      #expect(
        try LayoutMetrics.stress(graph, held) < 1.03 * LayoutMetrics.stress(graph, free))
    }
  }

  @Test(arguments: methods) func threadsAndOrdersDoNotChangeTheResult(
    _ method: LayoutMethod
  ) throws {
    let graph = try MultilevelTests.connected(700, edges: 1_200)
    var request = LayoutRequest(method, quality: .quick)
    request.constraints =
      (0..<300).map { .separation($0, $0 + 300, along: $0 % 2 == 0 ? .x : .y, by: 30) }
    func positions(_ threads: Int) throws -> [Point] {
      request.kernelOptions = KernelOptions(threadCount: threads, serialBelowNanoseconds: 0)
      return try graph.layout(request).positions.inPlane
    }
    let alone = try positions(1)
    #expect(try positions(2) == alone)
    request.constraints.reverse()
    let reversed = try positions(1)
    let set = try ConstraintSet(request.constraints, of: graph, dimensions: 2)
    #expect(set.violation(reversed) < 1e-6)
  }

  @Test(arguments: methods) func cancelledLayoutsHold(_ method: LayoutMethod) throws {
    let grid = try graph(.grid(30, 30))
    var request = LayoutRequest(method)
    request.constraints = (0..<29).map { .separation($0, $0 + 1, along: .x, by: 50) }
    let set = try ConstraintSet(request.constraints, of: grid, dimensions: 2)
    for limit in [0, 20, 100, 400] {
      let asked = Atomic(0)
      let control = RunControl(
        isCancelled: { asked.add(1, ordering: .relaxed).newValue > limit })
      let result = try grid.layout(request, control: control)
      #expect(set.violation(result.positions.inPlane) < 1e-6)
    }
  }
}
