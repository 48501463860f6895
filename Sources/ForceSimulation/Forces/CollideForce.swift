extension Kinetics {
  public typealias CollideRadius = AttributeDescriptor<Vector.Scalar>

  /// Keeps nodes apart that would overlap, as discs (balls) of given radii (d3-force, "forceCollide").
  ///
  /// Predicted positions, position plus velocity, are what is compared; heavier (larger) nodes move less. Does not depend on
  /// alpha. O(n) wherever the nodes are, for radii of similar size; where they differ by more than a factor of four, once more
  /// for each such factor, twelve times at most.
  public struct CollideForce: ForceProtocol {
    /// The radius of each node, in layout units; not negative.
    public var radius: CollideRadius
    /// How often overlaps are resolved in each tick: more leaves less overlap.
    public var iterationsPerTick: UInt
    /// The share of an overlap that is removed in each iteration.
    public var strength: Vector.Scalar
    private var bound = Binding<CollideRadii<Vector.Scalar>>()

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
      bound.set(CollideRadii(radii), nodeCount: kinetics.nodeCount)
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      let radii = bound.value("CollideForce", nodeCount: kinetics.nodeCount)
      let iterations = min(Int(clamping: iterationsPerTick), 1 << 24)
      if kinetics.usesKernels {
        Kernels.collide(radii, strength: strength, iterations: iterations, to: &kinetics)
        return
      }
      for _ in 0..<iterations {
        if kinetics.engine.isSequential {
          ReferenceCollide.applySequentially(
            radii: radii.values, strength: strength, random: &kinetics.random,
            position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
        } else {
          ReferenceCollide.apply(
            radii, strength: strength, jiggle: kinetics.jiggle, position: kinetics.basePositions,
            velocity: &kinetics._velocity.storage)
        }
      }
    }
  }
}

/// The radii of a collide force, and the levels they fall into: those down to a fourth of the largest one, down to a fourth of
/// that, and so on (docs/determinism.md, "Collide").
struct CollideRadii<Scalar: BinaryFloatingPoint & Sendable>: Sendable {
  struct Level: Sendable {
    /// Smaller than all radii of the level; negative when there are no others below.
    var above: Scalar
    /// The largest radius of the level, above zero.
    var largest: Scalar
  }

  private static var maxLevels: Int { 12 }

  var values: [Scalar]
  /// Those with nodes in them, from the largest radii down. Radius zero alone makes no level: such nodes do not overlap.
  private(set) var levels: [Level] = []

  init(_ values: [Scalar]) {
    self.values = values
    var limit = values.max() ?? 0
    for number in 1...Self.maxLevels {
      let above = number == Self.maxLevels ? -1 : limit / 4
      var largest: Scalar = 0
      for radius in values where radius > above && radius <= limit {
        largest = max(largest, radius)
      }
      if largest > 0 { levels.append(Level(above: above, largest: largest)) }
      limit = above
    }
    guard let last = levels.last else { return }
    if !values.contains(where: { $0 <= last.above }) { levels[levels.count - 1].above = -1 }
  }
}

extension Kinetics.CollideForce: CheckedForce {}
extension Kinetics.CollideForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.CollideForce: Force3D where Vector == SIMD3<Float> {}
