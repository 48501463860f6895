extension Kinetics {
  public typealias RadialBound = AttributeDescriptor<Vector.Scalar>
  public typealias RadialStrength = AttributeDescriptor<Vector.Scalar>

  /// Pulls each node towards a circle (or sphere) around a center (d3-force, "forceRadial"). O(n).
  public struct RadialForce: ForceProtocol {
    /// The distance from the center to go to, in layout units. Not negative.
    public var radius: RadialBound
    /// The share of the way, times alpha, that is added to the velocity in each tick. d3's default is 0.1.
    public var strength: RadialStrength
    /// The center of the circle, in layout units.
    public var center: Vector
    private var bound = Binding<(radii: [Vector.Scalar], strengths: [Vector.Scalar])>()

    public init(center: Vector, radius: RadialBound, strength: RadialStrength) {
      self.center = center
      self.radius = radius
      self.strength = strength
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      try Validate.finite(vector: center, "center of radial force")
      let radii = radius.evaluate(count: kinetics.nodeCount)
      try Validate.finiteNotNegative(radii, "radius of radial force")
      let strengths = strength.evaluate(count: kinetics.nodeCount)
      try Validate.finite(strengths, "strength of radial force")
      bound.set((radii, strengths), nodeCount: kinetics.nodeCount)
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      let (radii, strengths) = bound.value("RadialForce", nodeCount: kinetics.nodeCount)
      ReferenceRadial.apply(
        center: center, radii: radii, strengths: strengths, alpha: kinetics.alpha,
        position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
    }
  }
}

extension Kinetics.RadialForce: CheckedForce {}
extension Kinetics.RadialForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.RadialForce: Force3D where Vector == SIMD3<Float> {}
