extension Kinetics {
  public typealias TargetOnDirection = AttributeDescriptor<Vector.Scalar>
  public typealias PositionStrength = AttributeDescriptor<Vector.Scalar>

  /// An axis of the layout.
  public enum DirectionOfPositionForce: Equatable, Sendable {
    case x, y, z
    case entryOfVector(Int)

    var axis: Int {
      switch self {
      case .x: 0
      case .y: 1
      case .z: 2
      case .entryOfVector(let axis): axis
      }
    }
  }

  /// Pulls each node towards a coordinate on one axis (d3-force, "forceX", "forceY"). O(n).
  public struct PositionForce: ForceProtocol {
    /// The share of the way, times alpha, that is added to the velocity in each tick. d3's default is 0.1, Grape's 1.
    public var strength: PositionStrength
    /// The axis: 0 for x, 1 for y, ...
    public var direction: Int
    /// The coordinate to go to, in layout units.
    public var targetOnDirection: TargetOnDirection
    private var bound = Binding<(targets: [Vector.Scalar], strengths: [Vector.Scalar])>()

    public init(
      direction: DirectionOfPositionForce, targetOnDirection: TargetOnDirection,
      strength: PositionStrength = .constant(1)
    ) {
      self.direction = direction.axis
      self.targetOnDirection = targetOnDirection
      self.strength = strength
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      try Validate.axis(direction, dimensions: Vector.scalarCount)
      let targets = targetOnDirection.evaluate(count: kinetics.nodeCount)
      try Validate.finite(targets, "target of position force")
      let strengths = strength.evaluate(count: kinetics.nodeCount)
      try Validate.finite(strengths, "strength of position force")
      bound.set((targets, strengths), nodeCount: kinetics.nodeCount)
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      let (targets, strengths) = bound.value("PositionForce", nodeCount: kinetics.nodeCount)
      ReferencePosition.apply(
        axis: direction, targets: targets, strengths: strengths, alpha: kinetics.alpha,
        position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
    }
  }
}

extension Kinetics.PositionForce: CheckedForce {}
extension Kinetics.PositionForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.PositionForce: Force3D where Vector == SIMD3<Float> {}
