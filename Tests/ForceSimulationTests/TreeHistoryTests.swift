import Dispatch
import Testing
import _TestSupport

@testable import ForceSimulation

/// The history of a many-body tree outlives the tick, so it is a part of the state: saving,
/// restoring, copying, editing and assigning the state keep it or reset it.
@Suite(.traced) struct TreeHistoryTests {
  private static let count = 1500
  private static var charge: ManyBodyForce<Vector2> { ManyBodyForce<Vector2>(strength: -30) }

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

  private func histories(_ kinetics: Kinetics2D) -> [TreeHistory] { kinetics.histories.histories }

  private func sorts(_ simulation: Named2D) -> [Int] {
    histories(simulation.kinetics).map(\.sortCount)
  }

  private func expectPermutations(_ kinetics: Kinetics2D) {
    for history in histories(kinetics) {
      #expect(history.permutation.sorted() == (0..<Int32(kinetics.nodeCount)).map { $0 })
    }
  }

  // MARK: From tick to tick

  @Test func ordersLastSomeTicksAndAreThenSortedAnew() throws {
    let simulation = try running(ticks: 1)
    #expect(sorts(simulation) == [1])
    simulation.advance(by: 1)
    let order = histories(simulation.kinetics)[0].permutation
    #expect(order != order.sorted())
    var ticks = 0
    while sorts(simulation) == [1] && ticks < 500 {
      if ticks % 10 == 0 { stir(simulation, seed: UInt64(ticks)) }
      simulation.advance()
      ticks += 1
    }
    #expect(sorts(simulation) == [2])
    #expect(ticks > 0)
    #expect(histories(simulation.kinetics)[0].permutation != order)
    expectPermutations(simulation.kinetics)
  }

  @Test func fewNodesNeedNoOrder() throws {
    let simulation = try Named2D(
      ManyBodyForce<Vector2>.directSumLimit, ["charge": Self.charge])
    simulation.advance(by: 3)
    #expect(histories(simulation.kinetics) == [TreeHistory()])
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
      #expect(histories(stranger.kinetics) == histories(saved[tick + 1]))
    }
  }

  // MARK: Writes from outside

  /// The ways of writing all positions.
  private let writes: [(name: String, write: (Named2D, [Vector2]) throws -> Void)] = [
    ("at once", { $0.kinetics.position = NodeArray($1) }),
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
        simulation.kinetics.velocity = NodeArray(still)
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
      "jump": FunctionForce<Vector2> { step in
        for node in stride(from: 0, to: step.nodeCount, by: 7) { step.position[node] *= -1 }
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

  @Test func everyForceHasItsOwnHistory() throws {
    let forces: ForceList<SIMD2<Double>> = [
      "near": ManyBodyForce<Vector2>(strength: -30, theta: 0.5, distanceMax: 40),
      "far": ManyBodyForce<Vector2>(strength: .function { $0 % 2 == 0 ? 9 : -9 }),
    ]
    let simulation = try running(forces, ticks: 4)
    #expect(simulation.kinetics.histories.names == ["near", "far"])
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
  }

  /// The far force goes on with its history when the near one, which is bound before it, goes.
  @Test func removingAForceKeepsTheHistoryOfTheOther() throws {
    let forces: ForceList<Vector2> = [
      "near": ManyBodyForce<Vector2>(strength: -30, theta: 0.5, distanceMax: 40),
      "far": ManyBodyForce<Vector2>(strength: -8),
    ]
    let simulation = try running(forces, ticks: 6)
    let before = histories(simulation.kinetics)
    simulation.forces["near"] = nil
    #expect(simulation.kinetics.histories.names == ["far"])
    #expect(histories(simulation.kinetics) == [before[1]])
    #expect(before[1].isSorted && before[0] != before[1])
    // What follows is what follows when the near force stays and does nothing.
    let idle = try running(forces, ticks: 6)
    idle.forces["near", as: ManyBodyForce<Vector2>.self]?.strength = 0
    for tick in 1...20 {
      simulation.advance()
      idle.advance()
      let same = withTrace("tick", tick) {
        expectSameBits(simulation.kinetics.velocity, idle.kinetics.velocity, "velocity")
      }
      guard same else { return }
    }
  }

  /// A force that binds a many-body force of its own and applies it every third tick, on velocities
  /// that it puts back afterwards.
  private struct Interloper: Force {
    var own = ManyBodyForce<Vector2>(strength: 5, theta: 0.7)
    var isActive = true

    mutating func bind(to context: inout BindingContext<Vector2>) throws(SimulationError) {
      try context.bind(&own, named: "own")
    }

    func apply(to step: inout StepContext<Vector2>) {
      guard isActive, step.kinetics.tickCount % 3 == 0 else { return }
      let velocity = step.velocity
      own.apply(to: &step)
      step.velocity = velocity
    }
  }

  @Test func aForceThatAppliesAnotherNowAndThenChangesNobodyElse() throws {
    func running(_ isActive: Bool?) throws -> Named2D {
      var forces = ForceList<Vector2>()
      forces["before"] = ManyBodyForce<Vector2>(strength: -12)
      if let isActive { forces["interloper"] = Interloper(isActive: isActive) }
      forces["after"] = ManyBodyForce<Vector2>(strength: -20, theta: 0.6)
      return try self.running(forces, ticks: 0)
    }
    let (plain, passive, active) = (try running(nil), try running(false), try running(true))
    #expect(active.kinetics.histories.names == ["before", "interloper/own", "after"])
    for tick in 1...60 {
      for simulation in [plain, passive, active] {
        if tick % 10 == 0 { stir(simulation, seed: UInt64(tick)) }
        simulation.advance()
      }
      let same = withTrace("tick", tick) {
        expectSameState(active.kinetics, plain.kinetics)
          && expectSameState(passive.kinetics, plain.kinetics)
      }
      guard same else { return }
    }
    let found = histories(active.kinetics)
    #expect([found[0], found[2]] == histories(plain.kinetics))
    #expect(found[1].sortCount > 0)
    #expect(sorts(plain)[0] > 1, "this test is about times with and without a sort")
  }

  /// Together they do what they do one by one.
  @Test func forcesAddUp() throws {
    let charges = [Self.charge, ManyBodyForce<Vector2>(strength: 12, theta: 0.6)]
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

  @Test func editedNodesBeginANewHistory() throws {
    let kept = Array(stride(from: 0, to: Self.count, by: 2))
    let changes: [[Int?]] = [
      kept, (0..<Self.count).map { $0 } + Array(repeating: nil, count: 300),
      (0..<Self.count).reversed().map { $0 }, [], Array(repeating: nil, count: Self.count),
    ]
    try withEvery("new number of nodes", in: changes) { change in
      let (one, other) = (try running(ticks: 4), try running(ticks: 4))
      for simulation in [one, other] {
        try simulation.edit { $0.arrange(change) }
        simulation.advance()
      }
      expectFinite(one.kinetics)
      if change.count > ManyBodyForce<Vector2>.directSumLimit { expectPermutations(one.kinetics) }
      expectSameState(one.kinetics, other.kinetics)
      // And the forces are as good as ever.
      guard change.count > ManyBodyForce<Vector2>.directSumLimit else { return }
      var state = one.kinetics
      let force = try Self.charge.bound(to: &state)
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

  /// A node that an edit adds and removes leaves no trace.
  @Test func anEditWithoutEffectKeepsTheHistory() throws {
    let (plain, edited) = (try running(ticks: 4), try running(ticks: 4))
    try edited.edit { edit in
      let node = edit.insert(at: [1, 2])
      _ = edit.link(node, 3)
      edit.remove(node: node)
    }
    #expect(sorts(edited) == sorts(plain))
    for simulation in [plain, edited] { simulation.advance(by: 3) }
    expectSameState(edited.kinetics, plain.kinetics)
  }

  // MARK: Copies

  /// Copies of a state that has worked, and so has memory, on several threads at once.
  @Test func copiesShareNoMemory() throws {
    var state = try running().kinetics
    let bound = try Self.charge.bound(to: &state)
    bound.apply(to: &state)
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
