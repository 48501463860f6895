import ForceSimulation
import Synchronization

/// The place of the first difference of two runs that should be equal.
public struct StateDifference: Equatable, Sendable, CustomStringConvertible {
  public enum Quantity: String, Sendable { case position, velocity }

  /// From 1, as `Kinetics.tickCount`.
  public var tick: UInt64
  /// The name of the force after which they differ, or "integration".
  public var step: String
  public var quantity: Quantity
  public var node: Int
  /// What the quantity of the node is in each of the two runs.
  public var first: String
  public var second: String

  public init(
    tick: UInt64, step: String, quantity: Quantity, node: Int, first: String, second: String
  ) {
    self.tick = tick
    self.step = step
    self.quantity = quantity
    self.node = node
    self.first = first
    self.second = second
  }

  public var description: String {
    "tick \(tick), after \(step), \(quantity.rawValue) of node \(node): \(first) and \(second)"
  }
}

/// Runs two simulations side by side and compares them to the bit, after every force and at the end
/// of every tick. Nil when they stay the same for `ticks` ticks.
///
/// Moves both on, and puts a probe behind each of their forces, which is how it looks inside a
/// tick. Keeps a copy of the state for each force of a tick. O(ticks * forces * nodes).
public func firstDifference<Vector>(
  between first: Simulation<Vector, ForceList<Vector>>,
  and second: Simulation<Vector, ForceList<Vector>>, ticks: Int
) -> StateDifference? {
  let logs = [first, second].map { simulation in
    let log = StepLog<Vector>()
    simulation.forces = probed(simulation.forces, log)
    return log
  }
  for _ in 0..<ticks {
    for (simulation, log) in zip([first, second], logs) {
      log.steps = []
      simulation.advance()
      log.note("integration", simulation.kinetics)
    }
    for (one, other) in zip(logs[0].steps, logs[1].steps) {
      if let difference = one.difference(from: other, tick: first.kinetics.tickCount) {
        return difference
      }
    }
  }
  return nil
}

/// Returns the same forces in the same order, each followed by a probe of its effect.
private func probed<Vector>(
  _ forces: ForceList<Vector>, _ log: StepLog<Vector>
) -> ForceList<Vector> {
  var result = ForceList<Vector>()
  for name in forces.names {
    result[name] = forces[name]
    result["after \(name)"] = Probe(name: name, log: log)
  }
  return result
}

private struct Probe<Vector: SimulationVector>: Force {
  let name: String
  let log: StepLog<Vector>

  func apply(to step: inout StepContext<Vector>) { log.note(name, step.kinetics) }
}

private final class StepLog<Vector: SimulationVector>: Sendable {
  private let noted = Mutex<[Step<Vector>]>([])

  var steps: [Step<Vector>] {
    get { noted.withLock { $0 } }
    set { noted.withLock { $0 = newValue } }
  }

  func note(_ name: String, _ kinetics: Kinetics<Vector>) {
    let step = Step(
      name: name, position: kinetics.position.asArray(), velocity: kinetics.velocity.asArray())
    noted.withLock { $0.append(step) }
  }
}

private struct Step<Vector: SimulationVector>: Sendable {
  let name: String
  let position: [Vector]
  let velocity: [Vector]

  /// The first node that differs. Velocities first: that is what forces change.
  func difference(from other: Step, tick: UInt64) -> StateDifference? {
    for node in 0..<min(velocity.count, other.velocity.count) {
      for (quantity, one, two) in [
        (StateDifference.Quantity.velocity, velocity[node], other.velocity[node]),
        (.position, position[node], other.position[node]),
      ] where !hasSameBits(one, two) {
        return StateDifference(
          tick: tick, step: name, quantity: quantity, node: node, first: "\(one)", second: "\(two)")
      }
    }
    return nil
  }
}

private func hasSameBits<Vector: SIMD>(_ one: Vector, _ other: Vector) -> Bool
where Vector.Scalar: BinaryFloatingPoint {
  (0..<Vector.scalarCount).allSatisfy { bitPattern(of: one[$0]) == bitPattern(of: other[$0]) }
}
