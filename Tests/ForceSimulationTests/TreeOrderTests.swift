import Dispatch
import Testing
import _TestSupport

@testable import ForceSimulation

/// The order of the nodes in a many-body tree outlives the tick, so it belongs to the state: what is saved and restored,
/// written from outside, copied or replaced must take it along, or make it begin anew.
@Suite(.traced) struct TreeOrderTests {
  private static let count = 1500
  private static var charge: Kinetics2D.ManyBodyForce { Kinetics2D.ManyBodyForce(strength: -30) }

  /// Nodes that keep moving, far enough for orders to get stale and be sorted anew.
  private func running(
    _ forces: ForceList<SIMD2<Double>> = ["charge": Self.charge], seed: UInt64 = 1, ticks: Int = 3
  ) throws -> Named2D {
    let simulation = try Named2D(
      Self.count, forces, parameters: SimulationParameters(alphaDecay: 0),
      position: PointSet<Vector2>.uniform(Self.count, seed: seed).points)
    stir(simulation, seed: seed)
    simulation.advance(by: ticks)
    return simulation
  }

  /// Sends the nodes off in all directions.
  private func stir(_ simulation: Named2D, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for node in 0..<simulation.nodeCount {
      simulation.kinetics.velocity[node] = random.vector(in: -20...20)
    }
  }

  private func sorts(_ simulation: Named2D) -> [Int] {
    simulation.kinetics.treeOrders.map(\.sortCount)
  }

  private func expectPermutations(_ kinetics: Kinetics2D) {
    for order in kinetics.treeOrders {
      #expect(order.slots.sorted() == (0..<Int32(kinetics.nodeCount)).map { $0 })
    }
  }

  // MARK: From tick to tick

  @Test func ordersLastSomeTicksAndAreThenSortedAnew() throws {
    let simulation = try running(ticks: 1)
    #expect(sorts(simulation) == [1])
    simulation.advance(by: 1)
    let order = simulation.kinetics.treeOrders[0].slots
    #expect(order != order.sorted())
    var ticks = 0
    while sorts(simulation) == [1] && ticks < 500 {
      if ticks % 10 == 0 { stir(simulation, seed: UInt64(ticks)) }
      simulation.advance()
      ticks += 1
    }
    #expect(sorts(simulation) == [2])
    #expect(ticks > 0)
    #expect(simulation.kinetics.treeOrders[0].slots != order)
    expectPermutations(simulation.kinetics)
  }

  @Test func fewNodesNeedNoOrder() throws {
    let simulation = try Named2D(
      Kinetics2D.ManyBodyForce.directSumLimit, ["charge": Self.charge])
    simulation.advance(by: 3)
    #expect(simulation.kinetics.treeOrders.isEmpty)
  }

  // MARK: Saved states

  /// At every tick before, at and after the one in which the order is sorted anew.
  @Test func aRestoredStateGoesOnWithTheSameBits() throws {
    let simulation = try running(ticks: 1)
    var saved = [simulation.kinetics]
    for tick in 0..<60 {
      if tick % 10 == 0 { stir(simulation, seed: UInt64(tick)) }
      simulation.advance()
      saved.append(simulation.kinetics)
    }
    #expect(sorts(simulation)[0] > 1, "this test is about times with and without a sort")
    let stranger = try running(seed: 8, ticks: 7)
    // Stirring changes velocities, which are part of a saved state at the tick before.
    withEvery("tick", in: Array(stride(from: 1, to: 60, by: 3)).filter { $0 % 10 != 0 }) { tick in
      let threads = 1 + tick % 3
      stranger.kinetics = saved[tick]
      stranger.kernelOptions = eagerThreads(threads)
      stranger.advance()
      expectSameState(stranger.kinetics, saved[tick + 1])
      #expect(stranger.kinetics.treeOrders[0].slots == saved[tick + 1].treeOrders[0].slots)
      #expect(sorts(stranger) == saved[tick + 1].treeOrders.map(\.sortCount))
    }
  }

  // MARK: Writes from outside

  /// The ways of writing all positions.
  private let writes: [(name: String, write: (Named2D, [Vector2]) throws -> Void)] = [
    ("at once", { try $0.setPositions($1) }),
    (
      "one by one",
      { simulation, points in
        for node in points.indices { simulation.kinetics.position[node] = points[node] }
      }
    ),
    (
      "buffers",
      { simulation, points in
        simulation.kinetics.withUnsafeMutableState { position, _ in
          for node in points.indices { position[node] = points[node] }
        }
      }
    ),
  ]

  /// Simulations that differ in what they have been through, but not in what was written to them.
  @Test func writtenPositionsMakeTheHistoryForgotten() throws {
    let points = PointSet<Vector2>.uniform(Self.count, seed: 5).points
    let still = [Vector2](repeating: .zero, count: Self.count)
    var wanted: Kinetics2D?
    try withEvery("write", in: writes.indices) { index in
      try withEvery("ticks before", in: [0, 1, 6]) { ticks in
        let simulation = try running(seed: UInt64(ticks), ticks: ticks)
        try writes[index].write(simulation, points)
        try simulation.setVelocities(still)
        simulation.kinetics.tickCount = 100
        simulation.advance(by: 12)
        if let wanted { expectSameState(simulation.kinetics, wanted) }
        wanted = wanted ?? simulation.kinetics
      }
    }
  }

  /// One node is enough, as the layout is then no longer what the order was made for.
  @Test func oneWrittenNodeSortsAnew() throws {
    let simulation = try running(ticks: 2)
    let before = sorts(simulation)[0]
    simulation.kinetics.position[3] += Vector2(1e-3, 0)
    simulation.advance()
    #expect(sorts(simulation) == [before + 1])
    // Velocities and reading leave it alone.
    simulation.kinetics.velocity[3] = .zero
    _ = simulation.kinetics.position[3]
    simulation.advance()
    #expect(sorts(simulation) == [before + 1])
  }

  @Test func aForceMayWritePositions() throws {
    let forces: ForceList<SIMD2<Double>> = [
      "jump": FunctionForce<Vector2> { kinetics in
        for node in stride(from: 0, to: kinetics.nodeCount, by: 7) {
          kinetics.position[node] *= -1
        }
      },
      "charge": Self.charge,
    ]
    let simulation = try running(forces, ticks: 6)
    expectFinite(simulation.kinetics)
    let again = try running(forces, ticks: 3)
    let saved = again.kinetics
    again.advance(by: 9)
    again.kinetics = saved
    again.advance(by: 3)
    expectSameState(again.kinetics, simulation.kinetics)
  }

  // MARK: Several forces

  @Test func everyForceHasItsOwnOrder() throws {
    let forces: ForceList<SIMD2<Double>> = [
      "near": Kinetics2D.ManyBodyForce(strength: -30, theta: 0.5, distanceMax: 40),
      "far": Kinetics2D.ManyBodyForce(strength: .varied { $0 % 2 == 0 ? 9 : -9 }),
    ]
    let simulation = try running(forces, ticks: 4)
    #expect(simulation.kinetics.treeOrders.count == 2)
    expectPermutations(simulation.kinetics)
    let saved = simulation.kinetics
    simulation.advance(by: 20)
    let first = simulation.kinetics
    try withEvery("threads", in: [1, 2, 5]) { threads in
      let other = try running(["charge": Self.charge], seed: 4)
      other.forces = forces
      other.kinetics = saved
      other.kernelOptions = eagerThreads(threads)
      other.advance(by: 20)
      expectSameState(other.kinetics, first)
    }
    // Without one of them, the other goes on.
    simulation.forces["near"] = nil
    simulation.advance(by: 3)
    expectFinite(simulation.kinetics)
    simulation.forces["near"] = Self.charge
    simulation.advance(by: 3)
    expectFinite(simulation.kinetics)
  }

  /// Together they do what they do one by one.
  @Test func forcesAddUp() throws {
    let charges = [Self.charge, Kinetics2D.ManyBodyForce(strength: 12, theta: 0.6)]
    let points = PointSet<Vector2>.uniform(Self.count).points
    func velocities(_ forces: ForceList<SIMD2<Double>>) throws -> [Vector2] {
      let simulation = try Named2D(
        Self.count, forces, parameters: SimulationParameters(alphaDecay: 0, velocityDecay: 1),
        position: points)
      simulation.advance()
      return simulation.kinetics.velocity.asArray()
    }
    let alone = try charges.map { try velocities(["charge": $0]) }
    let both = try velocities(["one": charges[0], "two": charges[1]])
    for node in 0..<Self.count {
      expectClose(both[node], alone[0][node] + alone[1][node], .within(1e-9))
    }
  }

  // MARK: Nodes that come and go

  @Test func replacedNodesHaveAnOrderOfTheirOwn() throws {
    let kept = Array(stride(from: 0, to: Self.count, by: 2))
    let changes: [[Int?]] = [
      kept, (0..<Self.count).map { $0 } + Array(repeating: nil, count: 300),
      (0..<Self.count).reversed().map { $0 }, [], Array(repeating: nil, count: Self.count),
    ]
    try withEvery("new number of nodes", in: changes) { change in
      let (one, other) = (try running(ticks: 4), try running(ticks: 4))
      for simulation in [one, other] {
        try simulation.replaceNodes(change)
        simulation.advance()
      }
      expectFinite(one.kinetics)
      if change.count > Kinetics2D.ManyBodyForce.directSumLimit { expectPermutations(one.kinetics) }
      expectSameState(one.kinetics, other.kinetics)
      // And the forces are as good as ever.
      guard change.count > Kinetics2D.ManyBodyForce.directSumLimit else { return }
      var (force, state) = (Self.charge, one.kinetics)
      try force.bindKinetics(checking: state)
      let exact = force.exactVelocityChange(of: 0..<200, in: state)
      let before = state.velocity
      force.apply(to: &state)
      let errors = (0..<200).map {
        (state.velocity[$0] - before[$0]).distanceSquared(to: exact[$0])
      }
      let sizes = exact.reduce(0) { $0 + $1.lengthSquared() }
      #expect((errors.reduce(0, +) / sizes).squareRoot() < 2e-3)
    }
  }

  // MARK: Copies

  /// Copies of a state that has worked, and so has memory, on several threads at once.
  @Test func copiesShareNoMemory() throws {
    var (force, state) = (Self.charge, try running().kinetics)
    try force.bindKinetics(checking: state)
    force.apply(to: &state)
    // Read only, from here on.
    nonisolated(unsafe) let bound = force
    let start = state
    var once = start
    bound.apply(to: &once)
    let wanted = once.velocity
    let copies = 64
    let agrees = UnsafeMutableBufferPointer<Bool>.allocate(capacity: copies)
    defer { agrees.deallocate() }
    agrees.initialize(repeating: false)
    // Each writes to a place of its own.
    nonisolated(unsafe) let places = agrees
    DispatchQueue.concurrentPerform(iterations: copies) { index in
      var copy = start
      bound.apply(to: &copy)
      places[index] = copy.velocity == wanted
    }
    #expect(agrees.allSatisfy { $0 })
    expectSameBits(start.velocity, state.velocity)
  }
}
