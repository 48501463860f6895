extension Kinetics {
  /// Moves all nodes together, so that the mean of their positions comes to `center` (d3-force, "forceCenter").
  ///
  /// Acts on positions, not velocities, and does not depend on alpha. O(n).
  public struct CenterForce: ForceProtocol, Sendable {
    /// Where the mean goes, in layout units.
    public var center: Vector
    /// The share of the way that is gone in each tick. 1 is all of it.
    public var strength: Vector.Scalar

    public init(center: Vector, strength: Vector.Scalar = 1) {
      self.center = center
      self.strength = strength
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      try Validate.finite(vector: center, "center")
      try Validate.finite(strength, "center strength")
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      ReferenceCenter.apply(
        center: center, strength: strength, blocks: !kinetics.engine.isSequential,
        position: &kinetics._position.storage)
    }
  }
}

extension Kinetics.CenterForce: CheckedForce {}
extension Kinetics.CenterForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.CenterForce: Force3D where Vector == SIMD3<Float> {}
