import CommandLineSupport
import ForceSimulation
import Scenes

/// The differences between the kernels and their specification.
struct Verification: Equatable {
  /// The deviations of the forces that have to equal the reference.
  var deviations: [Deviation] = []
  /// The error of many-body; nil when it is not among the forces.
  var accuracy: Accuracy?
  /// The number of compared states.
  var states: Int

  struct Deviation: Equatable {
    var force: String
    /// The relative deviation, as defined by `deviation(of:from:)`.
    var value: Double
    var bound: Double

    var isWithinBound: Bool { value <= bound }
  }

  var maximumDeviation: Double? { deviations.map(\.value).max() }

  var isWithinBounds: Bool {
    deviations.allSatisfy(\.isWithinBound) && accuracy?.isWithinBound ?? true
  }
}

/// The largest difference of any node's change from the expected one, over the root mean square of
/// the expected changes. 0 when all are equal, infinite when something moves that should not, or is
/// not finite.
func deviation<Vector: SIMD>(of changes: [Vector], from expected: [Vector]) -> Double
where Vector.Scalar: BinaryFloatingPoint {
  precondition(changes.count == expected.count, "as many changes as expected ones are needed")
  var largest2 = 0.0
  var sum2 = 0.0
  for (change, expectation) in zip(changes, expected) {
    var difference2 = 0.0
    for axis in 0..<Vector.scalarCount {
      let value = Double(expectation[axis])
      let difference = Double(change[axis]) - value
      difference2 += difference * difference
      sum2 += value * value
    }
    guard difference2.isFinite else { return .infinity }
    largest2 = max(largest2, difference2)
  }
  if largest2 == 0 { return 0 }
  return sum2 > 0 ? (largest2 / (sum2 / Double(expected.count))).squareRoot() : .infinity
}

/// Compares one tick of each force, from identical states. (Whole trajectories cannot be compared:
/// rounding differences grow a thousandfold in some hundred ticks, and are no error.)
struct Verifier<Vector: SimulationVector> {
  let plan: RunPlan
  let setup: ForceSetup<Vector>

  /// The largest number of nodes for which the reference computes all of them; above, it is too
  /// slow.
  private static var fullComparisonLimit: Int { 20_000 }
  private static var sampleCount: Int { 1_024 }
  /// The number of successive nodes in a sample, as each sample costs a pass over all velocities.
  private static var sampleRow: Int { 16 }

  func verify(_ states: [State<Vector>]) throws(Failure) -> Verification {
    var result = Verification(states: states.count)
    var progress = ProgressBar("verifying", total: plan.forces.count, isShown: plan.showsProgress)
    for (index, force) in plan.forces.enumerated() where !Interrupt.isRequested {
      progress.update(done: index)
      let changes = try changes(of: force, engine: .kernels, from: states)
      if force == .manyBody {
        result.accuracy = ManyBodyAccuracy(plan: plan, setup: setup).measure(changes, in: states)
      }
      if let expected = try expected(force, from: states) {
        result.deviations.append(
          Verification.Deviation(
            force: force.rawValue,
            value: zip(changes, expected).map { changes, expected in
              deviation(of: expected.nodes.flatMap { changes[$0] }, from: expected.changes)
            }.max() ?? 0,
            bound: 0))
      }
    }
    progress.finish()
    return result
  }

  // MARK: One tick

  /// The expected changes of some nodes.
  private struct Expected {
    var nodes: [Range<Int>]
    var changes: [Vector]
  }

  /// The changes by the reference. Nil where they would take too long: only the accuracy of the
  /// tree is then checked.
  private func expected(
    _ force: ForceName, from states: [State<Vector>]
  ) throws(Failure) -> [Expected]? {
    let nodeCount = plan.scene.nodeCount
    if force == .manyBody {
      let isLarge = nodeCount > Self.fullComparisonLimit
      if setup.sumsDirectly(nodeCount: nodeCount) {
        if isLarge { return try sampledSum(from: states) }
      } else if isLarge {
        return nil
      }
    }
    return try changes(of: force, engine: .reference, from: states).map {
      Expected(nodes: [0..<nodeCount], changes: $0)
    }
  }

  /// The exact sum for samples of successive nodes, spread evenly over all nodes.
  private func sampledSum(from states: [State<Vector>]) throws(Failure) -> [Expected] {
    let rows = Self.sampleCount / Self.sampleRow
    let nodes = (0..<rows).map { row in
      let begin = row * (plan.scene.nodeCount - Self.sampleRow) / (rows - 1)
      return begin..<begin + Self.sampleRow
    }
    var result: [Expected] = []
    for state in states {
      do {
        let simulation = try Simulation(
          nodeCount: plan.scene.nodeCount, forces: setup.manyBody,
          parameters: SimulationParameters(alpha: state.alpha), positions: state.position)
        result.append(
          Expected(
            nodes: nodes,
            changes: nodes.flatMap {
              simulation.forces.directSum(of: $0, in: simulation.kinetics)
            }))
      } catch { throw Self.failure(error) }
    }
    return result
  }

  /// The changes by one force in one tick, from each of the states: of velocities, or of positions
  /// for center.
  ///
  /// The simulation has no friction or cooling, so that the force is the only cause of the changes.
  private func changes(
    of force: ForceName, engine: Engine, from states: [State<Vector>]
  ) throws(Failure) -> [[Vector]] {
    guard let first = states.first else { return [] }
    do throws(SimulationError) {
      let simulation = try Simulation(
        nodeCount: plan.scene.nodeCount, links: plan.scene.links,
        forces: [force.rawValue: setup.force(force)] as ForceList,
        parameters: SimulationParameters(alpha: first.alpha, alphaDecay: 0, velocityDecay: 1),
        positions: first.position, seed: UInt64(plan.seed), engine: engine)
      simulation.kernelOptions = plan.kernelOptions
      var changes: [[Vector]] = []
      for state in states {
        changes.append(change(simulation, from: state, of: force))
      }
      return changes
    } catch { throw Self.failure(error) }
  }

  private func change(
    _ simulation: Simulation<Vector, ForceList<Vector>>, from state: State<Vector>,
    of force: ForceName
  ) -> [Vector] {
    // For forces that do not read the velocities, the change is more exact from rest.
    var velocity =
      force.readsVelocity ? state.velocity : Array(repeating: .zero, count: state.position.count)
    // In a state of a run with a limit no node is faster than it.
    if force == .velocityLimit { velocity = velocity.map { $0 * 10 } }
    simulation.kinetics.position = NodeArray(state.position)
    simulation.kinetics.velocity = NodeArray(velocity)
    simulation.kinetics.alpha = state.alpha
    simulation.advance()
    return force == .center
      ? zip(simulation.kinetics.position.asArray(), state.position).map { $0 - $1 }
      : zip(simulation.kinetics.velocity.asArray(), velocity).map { $0 - $1 }
  }

  private static func failure(_ error: SimulationError) -> Failure {
    .internalError("the library does not take a state of its own: \(error)")
  }
}
