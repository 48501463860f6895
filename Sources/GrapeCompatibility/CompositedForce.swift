/// A force that applies two forces, one after the other. A block makes a chain of any number of
/// forces, without dynamic calls.
///
///     let forces = CompositedForce<SIMD2<Double>, _, _> {
///       Kinetics2D.ManyBodyForce(strength: -30)
///       Kinetics2D.CenterForce(center: .zero, strength: 1)
///     }
public struct CompositedForce<Vector, F1, F2>: SteppedForce
where F1: Force<Vector>, F2: Force<Vector>, Vector: SimulationVector {
  /// The first force; nil for none.
  public var force1: F1?
  /// The second force.
  public var force2: F2

  public init(force1: F1? = nil, force2: F2) {
    self.force1 = force1
    self.force2 = force2
  }

  public init(@CompositedForceBuilder<Vector> _ builder: () -> CompositedForce<Vector, F1, F2>) {
    self = builder()
  }

  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    if var force = force1 {
      try context.bind(&force, named: "1")
      force1 = force
    }
    try context.bind(&force2, named: "2")
  }

  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    try force1?.carry(over: change)
    try force2.carry(over: change)
  }

  public func apply(to step: inout StepContext<Vector>) {
    force1?.apply(to: &step)
    force2.apply(to: &step)
  }
}

extension CompositedForce: Force2D where Vector == SIMD2<Double> {}
extension CompositedForce: Force3D where Vector == SIMD3<Float> {}

/// The result builder of `CompositedForce` and `ForceField`. In Grape it is called `ForceBuilder`,
/// which here is the name of the core's builder of a `ForceList`.
@resultBuilder
public enum CompositedForceBuilder<Vector: SimulationVector> {
  public static func buildExpression<F: Force<Vector>>(_ force: F) -> F { force }

  public static func buildExpression<Descriptor: ForceDescriptor>(
    _ descriptor: Descriptor
  ) -> Descriptor.ConcreteForce where Descriptor.ConcreteForce.Vector == Vector {
    descriptor.createForce()
  }

  public static func buildPartialBlock<F: Force<Vector>>(first: F) -> F { first }

  public static func buildPartialBlock<F1: Force<Vector>, F2: Force<Vector>>(
    accumulated: F1, next: F2
  ) -> CompositedForce<Vector, F1, F2> {
    CompositedForce(force1: accumulated, force2: next)
  }
}

/// A comparable value that creates a force. All result builders of forces take it.
public protocol ForceDescriptor: Equatable {
  /// The type of the force.
  associatedtype ConcreteForce: ForceProtocol

  /// Creates the force.
  func createForce() -> ConcreteForce
}

extension ForceBuilder {
  /// Replaces a descriptor in a `ForceList` by its force.
  public static func buildExpression<Descriptor: ForceDescriptor>(
    _ descriptor: Descriptor
  ) -> [Entry] where Descriptor.ConcreteForce.Vector == Vector {
    [Entry(descriptor.createForce())]
  }
}
