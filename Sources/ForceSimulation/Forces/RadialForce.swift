/// Pulls each node towards a circle (or sphere) around a center (d3-force, "forceRadial"). O(n).
public struct RadialForce<Vector: SimulationVector>: Force {
  /// The radius of the circle towards which a node is pulled, in layout units; not negative.
  public var radius: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The center of the circle, in layout units.
  public var center: Vector
  /// The stiffness, dimensionless: this share of the distance to the circle, times alpha, is added
  /// to the velocity in each tick.
  public var strength: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
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
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard !bound.isCurrent(for: context.graph) else { return }
    let radii = try context.values(\.radius, of: self)
    let strengths = try context.values(\.strength, of: self)
    bound.set((radii, strengths), nodeCount: context.nodeCount, graph: context.graph)
  }

  /// Changes all velocities. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let (radii, strengths) = bound.value("RadialForce", nodeCount: step.nodeCount)
    ReferenceRadial.apply(
      center: center, radii: radii, strengths: strengths, alpha: step.alpha,
      position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }
}

extension RadialForce: ForceOnEachNode {
  func onNodes(of block: NodeBlock) -> Self {
    let (radii, strengths) = bound.value("RadialForce", nodeCount: block.boundNodes.count)
    let places = block.places
    var own = self
    own.bound.set((Array(radii[places]), Array(strengths[places])), nodeCount: places.count)
    return own
  }
}

extension RadialForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 7 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(radius: 0), title: "Ring",
      parameters: [
        ForceParameter(
          \Self.radius, name: "radius", unit: "layout units", range: .notNegative,
          slider: 0...1000, evaluated: { $0.bound.latest?.radii }
        ).required(),
        ForceParameter(\Self.center, name: "center", unit: "layout units"),
        ForceParameter(
          \Self.strength, name: "strength", slider: 0...1,
          evaluated: { $0.bound.latest?.strengths }),
      ])
  }
}
