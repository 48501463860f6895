import ForceSimulation
import Foundation
import Testing
import _TestSupport

/// The sequential order computes what d3-force computes: the same bits at every stored tick.
@Suite struct GoldenTests {
  @Test func everyFileIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: GoldenFile.folder.path)
    let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(names.sorted() == GoldenFile.names.sorted())
  }

  @Test(arguments: GoldenFile.names)
  func sequentialOrderEqualsD3(name: String) throws {
    try expectSameTrajectory(name, engine: .reference(.sequential))
  }

  /// Position and radial forces treat each node by itself, so the order cannot matter.
  @Test(arguments: [Engine.kernels, .reference(.parallel)])
  func forcesWithoutAnOrderEqualD3InAnyEngine(engine: Engine) throws {
    try expectSameTrajectory("v-x-y-radial-2d", engine: engine)
  }

  @Test(arguments: GoldenFile.names)
  func startPositionsAreNearD3s(name: String) throws {
    let file = try GoldenFile(named: name)
    guard file.initialFromPhyllotaxis, file.fixed == nil else { return }
    func check<Vector>(_: Vector.Type) throws
    where Vector: SimulationVector, Vector.Scalar == Double {
      let start = try Kinetics<Vector>(nodeCount: file.graph.nodeCount).position
      // d3 rounds the angle before it takes the sine: up to 2400 radians here, so by 4e-13 of a
      // radian at radius 316.
      expectClose(start, file.initial.positions(as: Vector.self), .within(1e-9), "start")
    }
    if file.dimensions == 2 { try check(SIMD2<Double>.self) } else { try check(SIMD3<Double>.self) }
  }

  private func expectSameTrajectory(_ name: String, engine: Engine) throws {
    let file = try GoldenFile(named: name)
    switch file.dimensions {
    case 2: try expectSameTrajectory(file, as: SIMD2<Double>.self, engine: engine)
    case 3: try expectSameTrajectory(file, as: SIMD3<Double>.self, engine: engine)
    default: throw GoldenError("\(name) has \(file.dimensions) dimensions")
    }
  }

  private func expectSameTrajectory<Vector>(
    _ file: GoldenFile, as: Vector.Type, engine: Engine
  ) throws
  where Vector: SimulationVector, Vector.Scalar == Double {
    let simulation = try makeSimulation(file, as: Vector.self, engine: engine)
    var ticks = 0
    for snapshot in file.snapshots {
      simulation.advance(by: snapshot.tick - ticks)
      ticks = snapshot.tick
      // Not the bits of zeros: JSON.stringify writes 0 for -0.
      withTrace("tick", ticks) {
        expectClose(
          simulation.kinetics.position, snapshot.state.positions(as: Vector.self), .ulps(0),
          "position")
        expectClose(
          simulation.kinetics.velocity, snapshot.state.velocities(as: Vector.self), .ulps(0),
          "velocity")
        expectSameBits(simulation.parameters.alpha, snapshot.alpha, "alpha")
        var random = LinearCongruentialGenerator()
        for _ in 0..<snapshot.randomCalls { _ = random.next() }
        #expect(
          simulation.kinetics.randomState == random.state, "random numbers drawn at tick \(ticks)")
      }
    }
    #expect(ticks == 300)
    #expect(simulation.kinetics.nonFiniteNodeCount == 0)
  }

  private func makeSimulation<Vector>(
    _ file: GoldenFile, as: Vector.Type, engine: Engine
  ) throws -> Simulation<Vector, ForceList<Vector>>
  where Vector: SimulationVector, Vector.Scalar == Double {
    try expectD3Parameters(file.simulation)
    var forces = ForceList<Vector>()
    for force in file.forces {
      forces[force.name] = try force.make(as: Vector.self)
    }
    try #require(forces.names.count == file.forces.count)
    let simulation = try Simulation(
      nodeCount: file.graph.nodeCount, links: file.links, forces: forces, parameters: .d3,
      positions: file.initial.positions(as: Vector.self),
      velocities: file.initial.velocities(as: Vector.self), engine: engine)
    for (node, fixation) in file.fixed ?? [:] {
      let node = try #require(Int(node))
      for (axis, coordinate) in [fixation.fx, fixation.fy, fixation.fz].enumerated() {
        if let coordinate {
          try simulation.kinetics.pins.pin(node, axis: Axis(axis), at: coordinate)
        }
      }
    }
    return simulation
  }

  /// The preset has d3's numbers to the bit.
  private func expectD3Parameters(_ parameters: GoldenFile.Parameters) throws {
    let preset = SimulationParameters<Double>.d3
    expectSameBits(preset.alpha, parameters.alpha, "alpha")
    expectSameBits(preset.alphaMin, parameters.alphaMin, "alphaMin")
    expectSameBits(preset.alphaDecay, parameters.alphaDecay, "alphaDecay")
    expectSameBits(preset.alphaTarget, parameters.alphaTarget, "alphaTarget")
    expectSameBits(preset.velocityDecay, parameters.velocityMultiplier, "velocityDecay")
  }
}
