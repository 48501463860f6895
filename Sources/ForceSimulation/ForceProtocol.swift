/// Something that changes the velocities (or positions) of nodes in every tick.
///
/// A force of your own reads and writes everything in `Kinetics`:
///
///     struct Gravity: Force2D {
///       func apply(to kinetics: inout Kinetics2D) {
///         for node in 0..<kinetics.nodeCount {
///           kinetics.velocity[node].y += 0.1 * kinetics.alpha
///         }
///       }
///     }
///
/// During `apply` the state belongs to the argument; the simulation itself must not be touched, and traps if it is.
public protocol ForceProtocol<Vector> {
  associatedtype Vector: SimulatableVector & L2NormCalculatable

  /// Acts on the state once.
  func apply(to kinetics: inout Kinetics<Vector>)

  /// Prepares for a set of nodes and links: called when the force becomes part of a simulation, and again whenever
  /// nodes, links, or the force itself are replaced. By default does nothing.
  mutating func bindKinetics(_ kinetics: Kinetics<Vector>)

  /// The same, with bad parameters reported instead of trapping. By default calls `bindKinetics(_:)`.
  mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError)

  /// Nothing has to be given back: kept for code that calls it. By default does nothing.
  func dispose()
}

extension ForceProtocol {
  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {}

  public mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    bindKinetics(kinetics)
  }

  public func dispose() {}
}

/// A force for two-dimensional simulations in Double.
public protocol Force2D: ForceProtocol where Vector == SIMD2<Double> {}
/// A force for three-dimensional simulations in Float.
public protocol Force3D: ForceProtocol where Vector == SIMD3<Float> {}

/// A description from which a force can be made, for interfaces that compare descriptions to find out what has changed.
public protocol ForceDescriptor: Equatable {
  associatedtype ConcreteForce: ForceProtocol
  func createForce() -> ConcreteForce
}

/// A force with parameters that can be wrong: writes only the checked way of binding, and gets the trapping one.
protocol CheckedForce: ForceProtocol {}

extension CheckedForce {
  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) {
    trapping { () throws(SimulationError) in try bindKinetics(checking: kinetics) }
  }
}

/// What a force computed when it was bound; reading it before that traps.
struct Binding<Value> {
  private var value: Value?
  private var nodeCount = 0

  mutating func set(_ value: Value, nodeCount: Int) {
    self.value = value
    self.nodeCount = nodeCount
  }

  func value(_ force: String, nodeCount: Int) -> Value {
    guard let value, self.nodeCount == nodeCount else {
      fatalError(
        "ForceSimulation: \(force) was applied to \(nodeCount) nodes, but is bound to "
          + "\(self.value == nil ? "none" : "\(self.nodeCount)"); call bindKinetics(_:) first")
    }
    return value
  }
}

extension Binding: Sendable where Value: Sendable {}
