import Testing
import _TestSupport

@testable import ForceSimulation

/// The kernels equal the reference's parallel order bit for bit, in whole simulations.
@Suite(.traced) struct EngineTests {
  private static let counts = [1, 2, 3, 5, 16, 17, 33, 77, 300, 1000]
  private static let instructionSets = KernelOptions.InstructionSet.allCases.filter(\.isSupported)

  /// A simulation with everything in it: parameters that differ by node and link, both signs, pins
  /// on all axes and on one, two coincident nodes, one flat axis.
  private static func simulation<Vector>(
    _: Vector.Type, count: Int, engine: Engine
  ) throws -> NamedSimulation<Vector>
  where Vector: SimulationVector {
    typealias Scalar = Vector.Scalar
    var position = PointSet<Vector>.twoCoincident(count, seed: 2).points
    for node in position.indices { position[node][Vector.scalarCount - 1] = 1.5 }
    let strengths: NodeValues<Scalar> = .function { Scalar($0 % 5) * 11 - 30 }
    let linkStrength: LinkForce<Vector>.Strength = .function { link, lookup in
      1 / Scalar(max(1, lookup.count[link.source]! / 2 + link.target % 3))
    }
    let targets: NodeValues<Scalar> = .function { Scalar($0 % 7) }
    let pulls: NodeValues<Scalar> = .function { Scalar($0 % 3) / 10 }
    var forces = ForceList<Vector>()
    forces["charge"] = ManyBodyForce<Vector>(
      strength: strengths, theta: 0, distanceMin: 2, distanceMax: 90)
    forces["plain charge"] = ManyBodyForce<Vector>(strength: -20)
    forces["t-force"] = TForce<Vector>(strength: 3, distance: 8, cutoff: 60)
    forces["link"] = LinkForce<Vector>(
      strength: linkStrength, length: .function { link, _ in Scalar(20 + link.target % 11) },
      iterations: 2)
    forces["rigid link"] = LinkForce<Vector>(strength: 1)
    forces["center"] = CenterForce<Vector>(center: Vector(repeating: 3), strength: 0.5)
    forces["collide"] = CollideForce<Vector>(
      radius: .function { Scalar($0 % 4) }, strength: 0.7, iterations: 2)
    forces["boxes"] = BoxCollideForce<Vector>(
      halfSides: .function { Vector(repeating: Scalar($0 % 3)) }, strength: 0.5)
    forces["x"] = PositionForce<Vector>(axis: .x, target: targets, strength: pulls)
    forces["radial"] = RadialForce<Vector>(
      radius: .function { Scalar(20 + $0 % 9) }, center: .zero, strength: 0.05)
    // Random links, among them doubled ones, and one from a node to itself.
    let links =
      count < 2
      ? [Link(0, 0)]
      : GraphFixture.random(count, links: 2 * count, seed: 3).links + [Link(1, 1)]
    let simulation = try NamedSimulation<Vector>(
      count, links: links, forces, position: position, engine: engine)
    if count > 2 { try simulation.kinetics.pins.pin(2, at: Vector(repeating: -6)) }
    if count > 4 { try simulation.kinetics.pins.pin(4, axis: 0, at: 8) }
    return simulation
  }

  private static func expectKernelsAgree<Vector>(_: Vector.Type, count: Int, ticks: Int) throws
  where Vector: SimulationVector {
    let reference = try simulation(Vector.self, count: count, engine: .reference(.parallel))
    reference.advance(by: ticks)
    expectFinite(reference.kinetics)
    #expect(reference.kinetics.nonFiniteNodeCount == 0)
    try withEvery("instruction set", in: instructionSets) { set in
      try withEvery("threads", in: 1...8) { threads in
        let kernels = try simulation(Vector.self, count: count, engine: .kernels)
        #expect(Passes<Vector>(kernels.engine).kind == .kernels)
        kernels.kernelOptions = eagerThreads(threads, set)
        kernels.advance(by: ticks)
        expectSameState(kernels.kinetics, reference.kinetics)
        #expect(kernels.kinetics.trajectoryHash == reference.kinetics.trajectoryHash)
      }
    }
  }

  @Test(arguments: counts)
  func kernelsEqualTheReferenceToTheBit(count: Int) throws {
    try withEveryVectorType {
      try Self.expectKernelsAgree($0, count: count, ticks: count < 300 ? 6 : 2)
    }
  }

  /// The same over a whole cooling, where a difference has time to grow.
  @Test func kernelsEqualTheReferenceToTheEnd() throws {
    let reference = try Self.simulation(SIMD3<Float>.self, count: 60, engine: .reference)
    let kernels = try Self.simulation(SIMD3<Float>.self, count: 60, engine: .kernels)
    kernels.kernelOptions = eagerThreads(3)
    for tick in 1...300 {
      reference.advance()
      kernels.advance()
      let same = withTrace("tick", tick) {
        expectSameState(kernels.kinetics, reference.kinetics)
      }
      guard same else { return }
    }
  }

  @Test func theEngineCanBeSwitchedBetweenTicks() throws {
    // Enough for many-body by tree, whose history both engines go on with.
    let switching = try Self.simulation(SIMD2<Double>.self, count: 300, engine: .kernels)
    let steady = try Self.simulation(SIMD2<Double>.self, count: 300, engine: .reference)
    for _ in 0..<10 {
      switching.engine = switching.engine == .kernels ? .reference : .kernels
      switching.advance()
      steady.advance()
    }
    expectSameState(switching.kinetics, steady.kinetics)
    // To d3's order and back: a simulation, then another one, but never a mixture of the two.
    switching.engine = .reference(.sequential)
    switching.advance()
    expectFinite(switching.kinetics)
    steady.advance()
    #expect(switching.kinetics.position != steady.kinetics.position)
    steady.kinetics = switching.kinetics
    (switching.engine, steady.engine) = (.kernels, .reference)
    switching.advance(by: 5)
    steady.advance(by: 5)
    expectSameState(switching.kinetics, steady.kinetics)
  }

  /// No thread count is wrong, however large; 0 is automatic.
  @Test func anyNumberOfThreadsWillDo() throws {
    let reference = try Self.simulation(SIMD2<Float>.self, count: 200, engine: .reference)
    reference.advance(by: 3)
    try withEvery("threads", in: [0, 16, 64, 1000, Int.max]) { threads in
      let kernels = try Self.simulation(SIMD2<Float>.self, count: 200, engine: .kernels)
      kernels.kernelOptions = eagerThreads(threads)
      kernels.advance(by: 3)
      expectSameState(kernels.kinetics, reference.kinetics)
    }
  }

  // MARK: Vectors the kernels do not know

  @Test func otherVectorsRunOnTheReference() throws {
    let kernels = try Self.simulation(SIMD8<Double>.self, count: 30, engine: .kernels)
    let reference = try Self.simulation(SIMD8<Double>.self, count: 30, engine: .reference)
    #expect(Passes<SIMD8<Double>>(kernels.engine).kind == .parallel)
    for engine in [kernels, reference] { engine.advance(by: 20) }
    expectSameState(kernels.kinetics, reference.kinetics)
    expectFinite(kernels.kinetics)
    #expect(Set(kernels.kinetics.position).count == 30)
    #expect(kernels.kinetics.position[2] == SIMD8(repeating: -6))
    let start = try Kinetics<SIMD8<Double>>(nodeCount: 100).position
    #expect(Set(start).count == 100)
    let sequential = try Self.simulation(
      SIMD8<Double>.self, count: 10, engine: .reference(.sequential))
    sequential.advance(by: 5)
    expectFinite(sequential.kinetics)
  }

  // MARK: Several at once

  @Test func simulationsOnManyThreadsGiveTheBitsTheyGiveAlone() async throws {
    func hash(_ index: Int) throws -> UInt64 {
      let simulation = try Self.simulation(
        SIMD2<Double>.self, count: 100 + index, engine: .kernels)
      simulation.kernelOptions = eagerThreads(1 + index % 4)
      simulation.advance(by: 30)
      return simulation.kinetics.trajectoryHash
    }
    let alone = try (0..<12).map(hash)
    #expect(Set(alone).count == 12)
    let together = try await withThrowingTaskGroup(of: (Int, UInt64).self) { group in
      for index in 0..<12 {
        group.addTask {
          let simulation = try Self.simulation(
            SIMD2<Double>.self, count: 100 + index, engine: .kernels)
          simulation.kernelOptions = eagerThreads(1 + index % 4)
          simulation.advance(by: 30)
          return (index, simulation.kinetics.trajectoryHash)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for index in 0..<12 { #expect(together[index] == alone[index], "simulation \(index)") }
  }
}

extension SIMD8: SimulationVector where Scalar: SimulationScalar {}
