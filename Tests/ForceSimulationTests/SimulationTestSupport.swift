import Testing
import _TestSupport

@testable import ForceSimulation

/// A simulation whose named forces can be added and removed; most tests here use it.
typealias NamedSimulation<Vector: SimulationVector> =
  Simulation<Vector, ForceList<Vector>>
typealias Vector2 = SIMD2<Double>
typealias Named2D = NamedSimulation<Vector2>

typealias VectorType = any (SimulationVector).Type

/// All vector types that the kernels support.
let everyVectorType: [VectorType] = [
  SIMD2<Float>.self, SIMD2<Double>.self, SIMD3<Float>.self, SIMD3<Double>.self,
  SIMD4<Float>.self, SIMD4<Double>.self,
]

func withEveryVectorType(_ body: (VectorType) throws -> Void) rethrows {
  try withEvery("vector", in: everyVectorType, body)
}

let everyEngine: [Engine] = [.kernels, .reference(.parallel), .reference(.sequential)]

/// Returns kernel options that use threads even for little work.
func eagerThreads(_ count: Int, _ set: KernelOptions.InstructionSet? = nil) -> KernelOptions {
  KernelOptions(instructionSet: set, threadCount: count, serialBelowNanoseconds: 0)
}

extension Simulation where Forces == ForceList<Vector> {
  convenience init(
    _ nodeCount: Int, links: [Link<Int>] = [], _ forces: ForceList<Vector> = ForceList(),
    parameters: SimulationParameters<Vector.Scalar> = .d3, position: [Vector]? = nil,
    velocity: [Vector]? = nil, seed: UInt64 = 1, engine: Engine = .kernels
  ) throws {
    try self.init(
      nodeCount: nodeCount, links: links, forces: forces, parameters: parameters,
      positions: position, velocities: velocity, seed: seed, engine: engine)
  }
}

extension Kinetics {
  /// The state that a new simulation without forces has.
  init(nodeCount: Int, links: [Link<Int>] = [], position: [Vector]? = nil) throws {
    self = try NamedSimulation<Vector>(nodeCount, links: links, position: position).kinetics
  }
}

extension Force {
  /// Binds the force to a state that is part of no simulation.
  func bound(
    to kinetics: inout Kinetics<Vector>, engine: Engine = .kernels
  ) throws(SimulationError) -> Self {
    var force = self
    try kinetics.bind(&force, engine: engine)
    return force
  }

  /// Applies the bound force to such a state, once.
  func apply(to kinetics: inout Kinetics<Vector>, engine: Engine = .kernels) {
    var step = StepContext(
      kinetics, engine: engine, kernelOptions: .default, workspace: Workspace())
    apply(to: &step)
    kinetics = step.kinetics
  }
}

/// Returns every force of the library, with plain parameters.
func standardForces<Vector: SimulationVector>(
  _: Vector.Type = Vector.self
) -> ForceList<Vector> {
  [
    "charge": ManyBodyForce<Vector>(),
    "link": LinkForce<Vector>(),
    "center": CenterForce<Vector>(),
    "collide": CollideForce<Vector>(radius: 3),
    "y": PositionForce<Vector>(axis: .y, target: 5),
    "radial": RadialForce<Vector>(radius: 40),
  ]
}

/// A force that calls a function.
struct FunctionForce<Vector: SimulationVector>: Force {
  let body: @Sendable (inout StepContext<Vector>) -> Void

  init(_ body: @escaping @Sendable (inout StepContext<Vector>) -> Void) { self.body = body }

  func apply(to step: inout StepContext<Vector>) { body(&step) }
}

/// Expects that all state that ticks change has the same bits.
@discardableResult
func expectSameState<Vector>(
  _ actual: Kinetics<Vector>, _ expected: Kinetics<Vector>,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let agreements = [
    expectSameBits(actual.alpha, expected.alpha, "alpha", sourceLocation: sourceLocation),
    expectSameBits(
      actual.position, expected.position, "position", sourceLocation: sourceLocation),
    expectSameBits(
      actual.velocity, expected.velocity, "velocity", sourceLocation: sourceLocation),
  ]
  #expect(actual.pins == expected.pins, sourceLocation: sourceLocation)
  #expect(actual.links == expected.links, sourceLocation: sourceLocation)
  #expect(actual.tickCount == expected.tickCount, sourceLocation: sourceLocation)
  #expect(
    actual.nonFiniteNodeCount == expected.nonFiniteNodeCount, sourceLocation: sourceLocation)
  return !agreements.contains(false)
}

/// Expects that all positions and velocities are finite.
@discardableResult
func expectFinite<Vector>(
  _ kinetics: Kinetics<Vector>, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  for node in 0..<kinetics.nodeCount
  where !(kinetics.position[node].isFinite && kinetics.velocity[node].isFinite) {
    reportFailure(
      "node \(node) is at \(kinetics.position[node]), velocity \(kinetics.velocity[node])",
      sourceLocation: sourceLocation)
    return false
  }
  return true
}

/// Returns vectors whose components are multiples of 1/64, so that their sums and differences are
/// exact.
func dyadicPoints<Vector: SimulationVector>(
  _ count: Int, seed: UInt64, side: Int = 100, _: Vector.Type = Vector.self
) -> [Vector] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in
    var point = Vector()
    for axis in 0..<Vector.scalarCount {
      point[axis] = Vector.Scalar(Int.random(in: -32 * side...32 * side, using: &random)) / 64
    }
    return point
  }
}
