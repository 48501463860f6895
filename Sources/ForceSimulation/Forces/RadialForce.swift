/// Pulls each node towards a circle (or sphere) around a center (d3-force, "forceRadial"). O(n).
public struct RadialForce<Vector: SimulationVector>: Force {
  /// The radius of the circle towards which a node is pulled, in layout units; not negative.
  public var radius: NodeValues<Vector.Scalar>
  /// The center of the circle, in layout units.
  public var center: Vector
  /// The stiffness, dimensionless: this share of the distance to the circle, times alpha, is added
  /// to the velocity in each tick.
  public var strength: NodeValues<Vector.Scalar>
  private var bound = Bound<(radii: [Vector.Scalar], strengths: [Vector.Scalar])>()

  /// A radial force with d3's defaults: center zero, strength 0.1.
  public init(
    radius: NodeValues<Vector.Scalar>, center: Vector = .zero,
    strength: NodeValues<Vector.Scalar> = 0.1
  ) {
    self.radius = radius
    self.center = center
    self.strength = strength
  }

  /// Throws when a radius is negative or not finite, and when the center or a strength is not
  /// finite.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.finite(vector: center, "center of radial force")
    let radii = try radius.evaluate(count: context.nodeCount, "radius of radial force")
    try Validate.finiteNotNegative(radii, "radius of radial force")
    let strengths = try strength.evaluate(count: context.nodeCount, "strength of radial force")
    try Validate.finite(strengths, "strength of radial force")
    bound.set((radii, strengths), nodeCount: context.nodeCount)
  }

  /// Carries radii and strengths by node over an edit. New nodes have none until
  /// `Simulation.Edit.set` gives them one. Does not throw.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    radius = change.carry(radius, bound.current?.radii)
    strength = change.carry(strength, bound.current?.strengths)
  }

  /// Changes all velocities. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    let (radii, strengths) = bound.value("RadialForce", nodeCount: step.nodeCount)
    ReferenceRadial.apply(
      center: center, radii: radii, strengths: strengths, alpha: step.alpha,
      position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }
}

extension RadialForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String {
    "radial radius \(radius) around \(center), strength \(strength)"
  }
}

extension RadialForce: StoredForce {
  static var kind: UInt8 { 7 }

  func write(to writer: inout ByteWriter) {
    writer.write(radius, evaluated: bound.current?.radii)
    writer.write(vector: center)
    writer.write(strength, evaluated: bound.current?.strengths)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    radius = try reader.readNodeValues(Vector.Scalar.self)
    center = try reader.readVector(Vector.self)
    strength = try reader.readNodeValues(Vector.Scalar.self)
  }
}
