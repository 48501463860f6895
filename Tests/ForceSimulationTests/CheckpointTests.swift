import Foundation
import Scenes
import Testing
import _TestSupport

@testable import ForceSimulation

/// A restored simulation continues with the same bits as the saved one.
@Suite(.traced) struct CheckpointTests {
  /// A simulation to be saved: every force, values of every kind, pins that come and go.
  struct Case: Sendable, CustomTestStringConvertible {
    let nodeCount: Int
    let dimension: Int
    let engine: Engine
    var testDescription: String { "\(nodeCount) nodes, \(dimension)D, \(engine)" }

    func simulation<Vector: SimulationVector>(
      of: Vector.Type
    ) throws -> Simulation<Vector, ForceList<Vector>> {
      let scene = nodeCount == 77 ? Scene.miserables : .random(nodeCount: nodeCount)
      typealias Scalar = Vector.Scalar
      return try Simulation(
        nodeCount: nodeCount, links: scene.links, positions: scene.positions(), engine: engine
      ) {
        ManyBodyForce<Vector>(strength: .function { -20 - Scalar($0 % 7) })
        LinkForce<Vector>(length: .function { link, _ in Scalar(20 + link.source % 5) })
        CollideForce<Vector>(radius: .array((0..<nodeCount).map { 2 + Scalar($0 % 3) }))
        ManyBodyForce<Vector>(strength: 3, distanceMax: 50).named("attraction")
        CenterForce<Vector>()
        PositionForce<Vector>(axis: .y, strength: 0.05)
        RadialForce<Vector>(radius: 100, strength: 0.01)
      }
    }
  }

  /// Ticks with changes in between: a pin at tick 10, moved at 20, released at 30.
  private func advance<Vector>(
    _ simulation: Simulation<Vector, ForceList<Vector>>, from first: Int, to last: Int
  ) throws {
    for tick in first..<last {
      switch tick {
      case 10: try simulation.kinetics.pins.pin(3, at: Vector(repeating: 5))
      case 15: try simulation.kinetics.pins.pin(4, axis: .y, at: -7)
      case 20: simulation.kinetics.pins[3] = Vector(repeating: 9)
      case 30: simulation.kinetics.pins.release(3)
      case 40: simulation.reheat()
      default: break
      }
      simulation.advance()
    }
  }

  /// Saves a run at some ticks, and holds each restored simulation against the run's end.
  private func check<Vector: SimulationVector>(
    _ item: Case, _: Vector.Type, savedAt ticks: [Int], end: Int, _ options: [KernelOptions]
  ) throws {
    let simulation = try item.simulation(of: Vector.self)
    var saved: [Checkpoint] = []
    var last = 0
    for tick in ticks {
      try advance(simulation, from: last, to: tick)
      saved.append(simulation.checkpoint())
      last = tick
    }
    try advance(simulation, from: last, to: end)
    let expected = simulation.kinetics.stateHash
    for (tick, checkpoint) in zip(ticks, saved) {
      for option in options {
        let restored = try Simulation<Vector, _>(
          restoring: Checkpoint(bytes: checkpoint.bytes))
        restored.kernelOptions = option
        #expect(restored.checkpoint() == checkpoint, "saved at \(tick)")
        try advance(restored, from: tick, to: end)
        #expect(restored.kinetics.stateHash == expected, "saved at \(tick), \(option)")
      }
    }
  }

  private func check(
    _ item: Case, savedAt ticks: [Int], end: Int = 100, _ options: [KernelOptions]
  ) throws {
    switch item.dimension {
    case 2: try check(item, SIMD2<Double>.self, savedAt: ticks, end: end, options)
    case 3: try check(item, SIMD3<Float>.self, savedAt: ticks, end: end, options)
    default: try check(item, SIMD4<Double>.self, savedAt: ticks, end: end, options)
    }
  }

  private static var everyOption: [KernelOptions] {
    KernelOptions.InstructionSet.allCases.filter(\.isSupported).flatMap { set in
      [1, 2, 5].map { eagerThreads($0, set) }
    }
  }

  private static let everyEngine: [Engine] = [
    .kernels, .reference(.parallel), .reference(.sequential),
  ]

  @Test(arguments: [77, 257], [2, 3, 4])
  func goesOnWithTheSameBits(nodeCount: Int, dimension: Int) throws {
    for engine in Self.everyEngine {
      let options = engine == .kernels ? Self.everyOption : [.default]
      try check(
        Case(nodeCount: nodeCount, dimension: dimension, engine: engine),
        savedAt: [0, 1, 12, 25, 99], options)
    }
  }

  @Test(arguments: [2, 3]) func goesOnAfterSortsOfTheTree(dimension: Int) throws {
    try check(
      Case(nodeCount: 1000, dimension: dimension, engine: .kernels),
      savedAt: Array(0..<100), [.default])
    try check(
      Case(nodeCount: 1000, dimension: dimension, engine: .kernels), savedAt: [7, 33],
      Self.everyOption)
  }

  /// The whole product takes minutes: FORCE_SIMULATION_LONG_TESTS=1.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["FORCE_SIMULATION_LONG_TESTS"] != nil),
    arguments: [77, 257, 1000, 20_000], [2, 3, 4])
  func goesOnFromEverywhere(nodeCount: Int, dimension: Int) throws {
    for engine in Self.everyEngine {
      let slow = nodeCount == 20_000 && (dimension == 4 || engine != .kernels)
      try check(
        Case(nodeCount: nodeCount, dimension: dimension, engine: engine),
        savedAt: slow ? [1, 3] : Array(stride(from: 0, to: 100, by: nodeCount > 1000 ? 9 : 1)),
        end: slow ? 4 : 100, engine == .kernels ? Self.everyOption : [.default])
    }
  }

  @Test func anotherProcessGoesOnWithTheSameBits() async throws {
    let simulation = try Case(nodeCount: 1000, dimension: 3, engine: .kernels).simulation(
      of: SIMD3<Float>.self)
    simulation.advance(by: 20)
    let bytes = simulation.checkpoint().bytes
    simulation.advance(by: 30)
    let hash = simulation.kinetics.stateHash
    await #expect(processExitsWith: .success) {
      [bytes = bytes as [UInt8], hash = hash as UInt64] in
      let restored = try Simulation<SIMD3<Float>, _>(restoring: Checkpoint(bytes: bytes))
      restored.advance(by: 30)
      precondition(restored.kinetics.stateHash == hash)
    }
  }

  /// On version 0.1 a state that was built anew from positions and velocities went elsewhere above
  /// 256 nodes, and its hash did not tell.
  @Test func positionsAndVelocitiesAloneAreAnotherState() throws {
    let first = try Case(nodeCount: 257, dimension: 2, engine: .kernels).simulation(
      of: Vector2.self)
    first.advance(by: 40)
    let rebuilt = try Case(nodeCount: 257, dimension: 2, engine: .kernels).simulation(
      of: Vector2.self)
    rebuilt.kinetics.position = first.kinetics.position
    rebuilt.kinetics.velocity = first.kinetics.velocity
    rebuilt.kinetics.parameters = first.kinetics.parameters
    rebuilt.kinetics.tickCount = first.kinetics.tickCount
    #expect(rebuilt.kinetics.trajectoryHash == first.kinetics.trajectoryHash)
    #expect(rebuilt.kinetics.stateHash != first.kinetics.stateHash)
  }

  // MARK: Forces with code

  private struct Wind: Force {
    var speed: Double
    func apply(to step: inout StepContext<Vector2>) {
      for node in 0..<step.nodeCount { step.velocity[node].x += speed }
    }
  }

  private func windy() throws -> Simulation<Vector2, ForceList<Vector2>> {
    try Simulation(
      nodeCount: 10,
      forces: [
        "wind": Wind(speed: 1), "charge": ManyBodyForce<Vector2>(),
        "more": ["gust": Wind(speed: 2), "x": PositionForce<Vector2>(axis: .x)]
          as ForceList<Vector2>,
      ] as ForceList)
  }

  @Test func forcesWithCodeAreHandedIn() throws {
    let simulation = try windy()
    simulation.advance(by: 3)
    let restored = try Simulation(
      restoring: simulation.checkpoint(),
      custom: ["wind": Wind(speed: 1), "more/gust": Wind(speed: 2)])
    #expect(restored.forces.names == ["wind", "charge", "more"])
    simulation.advance(by: 10)
    restored.advance(by: 10)
    #expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
  }

  @Test func missingAndUnexpectedForcesAreErrors() throws {
    let checkpoint = try windy().checkpoint()
    typealias Windy = Simulation<Vector2, ForceList<Vector2>>
    #expect(throws: SimulationError.missingForce("more/gust")) {
      try Windy(restoring: checkpoint, custom: ["wind": Wind(speed: 1)])
    }
    #expect(throws: SimulationError.unexpectedForce("rain")) {
      try Windy(
        restoring: checkpoint,
        custom: ["wind": Wind(speed: 1), "more/gust": Wind(speed: 2), "rain": Wind(speed: 3)])
    }
  }

  @Test func aSimulationOfOneForceIsRestoredWithIt() throws {
    let simulation = try Simulation(nodeCount: 300, forces: ManyBodyForce<Vector2>())
    simulation.advance(by: 5)
    let restored = try Simulation(
      restoring: simulation.checkpoint(), forces: ManyBodyForce<Vector2>())
    simulation.advance(by: 5)
    restored.advance(by: 5)
    #expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
  }

  @Test func anEditedGraphIsSavedWithItsValues() throws {
    let radii = [1.0, 2, 3, 4, 5]
    let simulation = try Simulation(nodeCount: 5, links: [Link(0, 1), Link(3, 4)]) {
      CollideForce<Vector2>(radius: .function { radii[$0] })
    }
    try simulation.edit { $0.remove(node: 1) }
    let restored = try Simulation<Vector2, _>(restoring: simulation.checkpoint())
    guard
      case .array(let values, _)? = restored.forces["CollideForce", as: CollideForce.self]?.radius
    else { throw SimulationError.unknownForce("CollideForce") }
    #expect(values == [1, 3, 4, 5])
  }

  // MARK: Damage

  private func expectUnreadable(_ bytes: [UInt8], _ word: String) {
    do {
      _ = try Checkpoint(bytes: bytes)
      Issue.record("damage was not seen: \(word)")
    } catch {
      #expect("\(error)".contains(word), "\(error)")
    }
  }

  @Test func statesOfRanksAreNamed() {
    expectUnreadable(Array("FRANKS01".utf8) + [0, 0, 0, 0], "restoreState(from:)")
  }

  @Test func truncatedAndAlteredBytesAreRefused() throws {
    let bytes = try windy().checkpoint().bytes
    for length in 0..<bytes.count {
      #expect(throws: SimulationError.self) { try Checkpoint(bytes: Array(bytes[..<length])) }
    }
    for place in bytes.indices {
      var altered = bytes
      altered[place] ^= 1 << UInt8(place % 8)
      #expect(throws: SimulationError.self) { try Checkpoint(bytes: altered) }
    }
    expectUnreadable([], "does not begin")
    expectUnreadable(Array("FORCESIM".utf8), "cut off")
    expectUnreadable(bytes + [0], "were written")
    var other = bytes
    other[8] = 99
    expectUnreadable(other, "version 99")
    other = bytes
    other[30] ^= 4
    expectUnreadable(other, "checksum")
  }

  /// Payloads that nobody wrote, with a right checksum: errors or simulations, never a crash.
  @Test func payloadsOfAnySortAreRefusedOrRun() throws {
    let simulation = try Case(nodeCount: 300, dimension: 2, engine: .kernels).simulation(
      of: Vector2.self)
    simulation.advance(by: 2)
    let bytes = simulation.checkpoint().bytes
    let payload = Array(bytes[20..<bytes.count - 8])
    var random = SplitMix64(seed: 7)
    var refused = 0
    for _ in 0..<2000 {
      var writer = ByteWriter()
      writer.bytes = payload
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<payload.count, using: &random)
        writer.bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        writer.bytes.removeLast(Int.random(in: 0..<payload.count, using: &random))
      }
      do {
        let restored = try Simulation<Vector2, _>(restoring: Checkpoint(payload: writer))
        restored.advance()
      } catch { refused += 1 }
    }
    #expect(refused > 1000)
  }

  @Test func otherVectorsAreRefused() throws {
    let checkpoint = try windy().checkpoint()
    #expect(throws: SimulationError.self) {
      try Simulation<SIMD3<Float>, ForceList<SIMD3<Float>>>(restoring: checkpoint)
    }
  }

  @Test func codableKeepsTheBytes() throws {
    let checkpoint = try windy().checkpoint()
    let json = try JSONEncoder().encode(checkpoint)
    #expect(try JSONDecoder().decode(Checkpoint.self, from: json) == checkpoint)
    let cut = try JSONEncoder().encode(Array(checkpoint.bytes.dropLast()))
    #expect(throws: SimulationError.self) {
      try JSONDecoder().decode(Checkpoint.self, from: cut)
    }
  }
}
