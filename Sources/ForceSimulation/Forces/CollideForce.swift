extension Kinetics {
  public typealias CollideRadius = AttributeDescriptor<Vector.Scalar>

  /// Keeps nodes apart that would overlap, as discs (balls) of given radii (d3-force, "forceCollide").
  ///
  /// Predicted positions, position plus velocity, are what is compared; heavier (larger) nodes move less. Does not depend on
  /// alpha. O(n) for radii of similar size.
  public struct CollideForce: ForceProtocol {
    /// The radius of each node, in layout units; not negative.
    public var radius: CollideRadius
    /// How often overlaps are resolved in each tick: more leaves less overlap.
    public var iterationsPerTick: UInt
    /// The share of an overlap that is removed in each iteration.
    public var strength: Vector.Scalar
    private var bound = Binding<[Vector.Scalar]>()

    public init(
      radius: CollideRadius, strength: Vector.Scalar = 1, iterationsPerTick: UInt = 1
    ) {
      self.radius = radius
      self.strength = strength
      self.iterationsPerTick = iterationsPerTick
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      let radii = radius.evaluate(count: kinetics.nodeCount)
      try Validate.finiteNotNegative(radii, "collide radius")
      try Validate.finite(strength, "collide strength")
      bound.set(radii, nodeCount: kinetics.nodeCount)
    }

    public func apply(to kinetics: inout Kinetics<Vector>) {
      let radii = bound.value("CollideForce", nodeCount: kinetics.nodeCount)
      for _ in 0..<Int(clamping: iterationsPerTick) {
        if kinetics.engine.isSequential {
          ReferenceCollide.applySequentially(
            radii: radii, strength: strength, random: &kinetics.random,
            position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
        } else {
          ReferenceCollide.apply(
            radii: radii, strength: strength, jiggle: kinetics.jiggle,
            position: kinetics.basePositions, velocity: &kinetics._velocity.storage)
        }
      }
    }
  }
}

extension Kinetics.CollideForce: CheckedForce {}
extension Kinetics.CollideForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.CollideForce: Force3D where Vector == SIMD3<Float> {}
