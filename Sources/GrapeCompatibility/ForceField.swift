/// A force made of other forces, as a type with a name and parameters of its own:
///
///     struct MyForces: ForceField2D {
///       var force = CompositedForce<SIMD2<Double>, _, _> {
///         Kinetics2D.ManyBodyForce(strength: -30)
///         Kinetics2D.CenterForce(center: .zero, strength: 1)
///       }
///     }
public protocol ForceField<Vector>: SteppedForce {
  /// The type of the combined forces of the block.
  associatedtype F: Force<Vector>
  /// The forces, in the order in which they are applied.
  @CompositedForceBuilder<Vector> var force: F { get set }
}

extension ForceField {
  /// Binds the forces of the block.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try force.bind(to: &context)
  }

  /// Carries the values of the forces over an edit.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    try force.carry(over: change)
  }

  public func apply(to step: inout StepContext<Vector>) { force.apply(to: &step) }
}

/// A force field for two-dimensional simulations in Double.
public protocol ForceField2D: ForceField, Force2D {}
/// A force field for three-dimensional simulations in Float.
public protocol ForceField3D: ForceField, Force3D {}
