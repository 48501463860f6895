/// Pulls all nodes to a point with one strength, however far they are: strength * alpha * d /
/// sqrt(|d|² + softening²) for the difference d to the point. (`PositionForce` on each axis pulls
/// in proportion to the distance.) O(n).
public struct GravityForce<Vector: SimulationVector>: Force, Hashable, Codable {
  /// The point, in layout units.
  public var center: Vector
  /// The acceleration at alpha 1, in layout units per tick squared. Negative pushes away.
  public var strength: Vector.Scalar
  /// The distance in layout units below which the pull fades, so that nodes come to rest at the
  /// point; above zero.
  public var softening: Vector.Scalar

  /// Gravity to the origin by default, with strength 1 and a softening of 1.
  public init(
    center: Vector = .zero, strength: Vector.Scalar = 1, softening: Vector.Scalar = 1
  ) {
    self.center = center
    self.strength = strength
    self.softening = softening
  }

  /// Throws when a parameter is not finite, or the softening is not above zero.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
  }

  /// Changes all velocities. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let pull = strength * step.alpha
    for node in 0..<step.nodeCount {
      let difference = center - step.kinetics._position.storage[node]
      let distance = (difference.lengthSquared() + softening * softening).squareRoot()
      step.kinetics._velocity.storage[node] += difference * (pull / distance)
    }
  }
}

extension GravityForce: ForceOnEachNode {}

extension GravityForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 12 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Gravity",
      parameters: [
        ForceParameter(\Self.center, name: "center", unit: "layout units"),
        ForceParameter(
          \Self.strength, name: "strength", unit: "layout units per tick squared", slider: 0...5),
        ForceParameter(
          \Self.softening, name: "softening", unit: "layout units", range: .aboveZero),
      ])
  }
}
