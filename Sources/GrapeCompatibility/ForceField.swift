/// A force made of other forces, as a type with a name and parameters of its own:
///
///     struct MyForces: ForceField2D {
///       var force = CompositedForce<SIMD2<Double>, _, _> {
///         Kinetics2D.ManyBodyForce(strength: -30)
///         Kinetics2D.CenterForce(center: .zero, strength: 1)
///       }
///     }
public protocol ForceField<Vector>: ForceProtocol {
  associatedtype F: ForceProtocol<Vector> where F.Vector == Vector
  @ForceBuilder<Vector> var force: F { get set }
}

extension ForceField {
  public func apply(to kinetics: inout Kinetics<Vector>) { force.apply(to: &kinetics) }

  public mutating func bindKinetics(_ kinetics: Kinetics<Vector>) { force.bindKinetics(kinetics) }

  public mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    try force.bindKinetics(checking: kinetics)
  }

  public func dispose() { force.dispose() }
}

/// A force field for two-dimensional simulations in Double.
public protocol ForceField2D: ForceField, Force2D {}
/// A force field for three-dimensional simulations in Float.
public protocol ForceField3D: ForceField, Force3D {}
